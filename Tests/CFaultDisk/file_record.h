#ifndef COLABEL_FILE_RECORD_H
#define COLABEL_FILE_RECORD_H

#include <stddef.h>

/* A write, or with data NULL a truncation to `offset`. */
typedef struct change {
  struct change *next;
  size_t offset, count;
  unsigned char *data;
} change;

/* What was synced of a file, and what was done to it since. */
typedef struct {
  char *path;
  unsigned char *synced;
  size_t count;
  change *first, **last;
  /* What a cut leaves of the name, and what the system shows. */
  int is_entry_synced, is_there;
} record;

/* Adds a change; with data NULL a truncation. */
void record_add(record *at, size_t offset, const void *data, size_t count);
/* The changes since the last sync are on the disk. */
void record_sync(record *at);
/* They never get there. */
void record_forget(record *at);
/* The file's name is on the disk as the system shows it. */
void record_sync_entry(record *at);
/* What a power cut leaves; see `fault_disk_image`. */
void record_image(const record *at, unsigned long long seed, unsigned char **bytes, size_t *count);
/* Frees what the record holds. */
void record_release(record *at);

#endif
