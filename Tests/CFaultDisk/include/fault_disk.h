#ifndef COLABEL_FAULT_DISK_H
#define COLABEL_FAULT_DISK_H

#include <stddef.h>

/* A disk that fails on demand, and that knows what a power cut would leave of its files.
 *
 * It is a file layer (VFS) of SQLite over the system's. Every write also goes to a record of the file: the content that
 * was synced, and the operations since. A cut loses any part of those operations, in units of a sector. Functions may be
 * called from any thread. Images are right for files that were empty or absent when the disk first opened them.
 */
typedef struct fault_disk fault_disk;

/* Registers a disk under a name of its own; NULL when memory is short. */
fault_disk *fault_disk_create(void);
/* Unregisters it; no database may be open on it. */
void fault_disk_destroy(fault_disk *disk);
/* The name to open databases with. */
const char *fault_disk_name(const fault_disk *disk);

typedef enum {
  fault_disk_write,
  fault_disk_sync,
  /* After a commit is on the disk, before SQLite reports it. */
  fault_disk_after_commit,
} fault_disk_operation;

/* Of the next operations of a kind, the first `skipped` succeed, and `count` fail with a result code of SQLite. A failed sync loses what it should have
 * written, as a page cache does: later syncs succeed without it. */
void fault_disk_fail(fault_disk *disk, fault_disk_operation operation, int code, int skipped, int count);

/* Syncs wait until they are released. */
void fault_disk_hold_syncs(fault_disk *disk);
void fault_disk_release_syncs(fault_disk *disk);
/* How many syncs wait now, and how many have succeeded since the disk was made. */
int fault_disk_waiting_syncs(fault_disk *disk);
int fault_disk_finished_syncs(fault_disk *disk);

typedef enum { fault_disk_before_change, fault_disk_before_sync, fault_disk_after_sync } fault_disk_moment;

/* Calls back at every moment at which the power may fail, on the thread that uses the disk. */
void fault_disk_watch(
    fault_disk *disk, void (*callback)(void *context, fault_disk_moment moment), void *context);

/* The file number `index` as a power cut leaves it now: `*bytes` is NULL if the cut leaves no such file, and is to be
 * freed otherwise. With seed 0 only what was synced is left; another seed chooses which of the sectors, truncations and
 * names that were not synced are left too. Returns the file's path, NULL behind the last file. */
const char *fault_disk_image(
    fault_disk *disk, int index, unsigned long long seed, unsigned char **bytes, size_t *count);

#endif
