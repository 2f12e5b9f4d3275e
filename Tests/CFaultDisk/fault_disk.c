#include "fault_disk.h"

#include "file_record.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_files = 16 };

struct fault_disk {
  sqlite3_vfs vfs;
  sqlite3_vfs *system;
  char name[40];
  pthread_mutex_t mutex;
  pthread_cond_t released;
  record files[max_files];
  int file_count;
  int fail_code[3], fail_skipped[3], fail_count[3];
  int is_holding, waiting_syncs, finished_syncs;
  void (*callback)(void *, fault_disk_moment);
  void *context;
};

typedef struct {
  sqlite3_file base;
  fault_disk *disk;
  record *record;
  sqlite3_file *system;
} file;

static void lock(fault_disk *disk) { pthread_mutex_lock(&disk->mutex); }
static void unlock(fault_disk *disk) { pthread_mutex_unlock(&disk->mutex); }

static void tell(fault_disk *disk, fault_disk_moment moment) {
  lock(disk);
  void (*callback)(void *, fault_disk_moment) = disk->callback;
  void *context = disk->context;
  unlock(disk);
  if (callback) callback(context, moment);
}

/* The result code with which an operation is to fail now; SQLITE_OK: it is not. */
static int failure(fault_disk *disk, fault_disk_operation operation) {
  lock(disk);
  int code = SQLITE_OK;
  if (disk->fail_skipped[operation] > 0) {
    disk->fail_skipped[operation]--;
  } else if (disk->fail_count[operation] > 0) {
    disk->fail_count[operation]--;
    code = disk->fail_code[operation];
  }
  unlock(disk);
  return code;
}

static void remember(file *on, size_t offset, const void *data, size_t count) {
  if (!on->record) return;
  lock(on->disk);
  record_add(on->record, offset, data, count);
  unlock(on->disk);
}

/* Syncing a new file syncs its folder too, as SQLite does: with that, every name is as the system shows it. */
static void sync_folder(fault_disk *disk) {
  for (int index = 0; index < disk->file_count; index++) record_sync_entry(&disk->files[index]);
}

static void synced(file *on) {
  lock(on->disk);
  if (on->record) {
    record_sync(on->record);
    if (!on->record->is_entry_synced) sync_folder(on->disk);
  }
  on->disk->finished_syncs++;
  unlock(on->disk);
}

/* The methods of an open file */

static int on_close(sqlite3_file *base) {
  file *on = (file *)base;
  return on->system->pMethods->xClose(on->system);
}

static int on_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  file *on = (file *)base;
  return on->system->pMethods->xRead(on->system, bytes, count, offset);
}

static int on_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  file *on = (file *)base;
  tell(on->disk, fault_disk_before_change);
  int code = failure(on->disk, fault_disk_write);
  if (code == SQLITE_OK) code = on->system->pMethods->xWrite(on->system, bytes, count, offset);
  if (code == SQLITE_OK) remember(on, (size_t)offset, bytes, (size_t)count);
  return code;
}

static int on_truncate(sqlite3_file *base, sqlite3_int64 size) {
  file *on = (file *)base;
  tell(on->disk, fault_disk_before_change);
  int code = on->system->pMethods->xTruncate(on->system, size);
  if (code == SQLITE_OK) remember(on, (size_t)size, NULL, 0);
  return code;
}

static void wait_until_released(fault_disk *disk) {
  lock(disk);
  disk->waiting_syncs++;
  while (disk->is_holding) pthread_cond_wait(&disk->released, &disk->mutex);
  disk->waiting_syncs--;
  unlock(disk);
}

static int on_sync(sqlite3_file *base, int flags) {
  file *on = (file *)base;
  tell(on->disk, fault_disk_before_sync);
  wait_until_released(on->disk);
  int code = failure(on->disk, fault_disk_sync);
  if (code != SQLITE_OK) {
    lock(on->disk);
    if (on->record) record_forget(on->record);
    unlock(on->disk);
    return code;
  }
  code = on->system->pMethods->xSync(on->system, flags);
  if (code != SQLITE_OK) return code;
  synced(on);
  tell(on->disk, fault_disk_after_sync);
  return SQLITE_OK;
}

static int on_size(sqlite3_file *base, sqlite3_int64 *size) {
  file *on = (file *)base;
  return on->system->pMethods->xFileSize(on->system, size);
}

static int on_lock(sqlite3_file *base, int level) {
  file *on = (file *)base;
  return on->system->pMethods->xLock(on->system, level);
}

static int on_unlock(sqlite3_file *base, int level) {
  file *on = (file *)base;
  return on->system->pMethods->xUnlock(on->system, level);
}

static int on_check_lock(sqlite3_file *base, int *result) {
  file *on = (file *)base;
  return on->system->pMethods->xCheckReservedLock(on->system, result);
}

static int on_control(sqlite3_file *base, int operation, void *argument) {
  file *on = (file *)base;
  if (operation == SQLITE_FCNTL_COMMIT_PHASETWO) {
    int code = failure(on->disk, fault_disk_after_commit);
    if (code != SQLITE_OK) return code;
  }
  return on->system->pMethods->xFileControl(on->system, operation, argument);
}

static int on_sector_size(sqlite3_file *base) {
  file *on = (file *)base;
  return on->system->pMethods->xSectorSize(on->system);
}

static int on_characteristics(sqlite3_file *base) {
  file *on = (file *)base;
  return on->system->pMethods->xDeviceCharacteristics(on->system);
}

static int on_map(sqlite3_file *base, int page, int size, int extend, void volatile **memory) {
  file *on = (file *)base;
  return on->system->pMethods->xShmMap(on->system, page, size, extend, memory);
}

static int on_map_lock(sqlite3_file *base, int offset, int count, int flags) {
  file *on = (file *)base;
  return on->system->pMethods->xShmLock(on->system, offset, count, flags);
}

static void on_barrier(sqlite3_file *base) {
  file *on = (file *)base;
  on->system->pMethods->xShmBarrier(on->system);
}

static int on_unmap(sqlite3_file *base, int should_delete) {
  file *on = (file *)base;
  return on->system->pMethods->xShmUnmap(on->system, should_delete);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_check_lock,
    .xFileControl = on_control,
    .xSectorSize = on_sector_size,
    .xDeviceCharacteristics = on_characteristics,
    .xShmMap = on_map,
    .xShmLock = on_map_lock,
    .xShmBarrier = on_barrier,
    .xShmUnmap = on_unmap,
};

/* The methods of the disk */

static record *find(fault_disk *disk, const char *path, int is_new) {
  for (int index = 0; index < disk->file_count; index++) {
    if (strcmp(disk->files[index].path, path) == 0) {
      disk->files[index].is_there = 1;
      return &disk->files[index];
    }
  }
  if (disk->file_count == max_files) abort();
  record *at = &disk->files[disk->file_count++];
  at->path = strdup(path);
  at->last = &at->first;
  at->is_there = 1;
  at->is_entry_synced = !is_new;
  return at;
}

static int on_open(sqlite3_vfs *vfs, sqlite3_filename path, sqlite3_file *base, int flags, int *out_flags) {
  fault_disk *disk = vfs->pAppData;
  file *on = (file *)base;
  on->disk = disk;
  on->system = (sqlite3_file *)(on + 1);
  on->record = NULL;
  int was_there = 0;
  if (path) disk->system->xAccess(disk->system, path, SQLITE_ACCESS_EXISTS, &was_there);
  int code = disk->system->xOpen(disk->system, path, on->system, flags, out_flags);
  base->pMethods = on->system->pMethods ? &methods : NULL;
  if (code != SQLITE_OK || !path) return code;
  lock(disk);
  on->record = find(disk, path, !was_there);
  unlock(disk);
  if (!was_there) remember(on, 0, NULL, 0);
  return SQLITE_OK;
}

static int on_delete(sqlite3_vfs *vfs, const char *path, int should_sync) {
  fault_disk *disk = vfs->pAppData;
  tell(disk, fault_disk_before_change);
  int code = disk->system->xDelete(disk->system, path, should_sync);
  if (code != SQLITE_OK) return code;
  lock(disk);
  for (int index = 0; index < disk->file_count; index++) {
    if (strcmp(disk->files[index].path, path) == 0) disk->files[index].is_there = 0;
  }
  if (should_sync) sync_folder(disk);
  unlock(disk);
  return SQLITE_OK;
}

static int on_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  fault_disk *disk = vfs->pAppData;
  return disk->system->xAccess(disk->system, path, flags, result);
}

static int on_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
  fault_disk *disk = vfs->pAppData;
  return disk->system->xFullPathname(disk->system, path, count, full);
}

static int next_number(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static int number;
  pthread_mutex_lock(&mutex);
  int next = ++number;
  pthread_mutex_unlock(&mutex);
  return next;
}

fault_disk *fault_disk_create(void) {
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  fault_disk *disk = system ? calloc(1, sizeof *disk) : NULL;
  if (!disk) return NULL;
  snprintf(disk->name, sizeof disk->name, "fault-disk-%d", next_number());
  pthread_mutex_init(&disk->mutex, NULL);
  pthread_cond_init(&disk->released, NULL);
  disk->system = system;
  disk->vfs = *system;
  disk->vfs.pNext = NULL;
  disk->vfs.zName = disk->name;
  disk->vfs.pAppData = disk;
  disk->vfs.szOsFile = (int)sizeof(file) + system->szOsFile;
  disk->vfs.xOpen = on_open;
  disk->vfs.xDelete = on_delete;
  disk->vfs.xAccess = on_access;
  disk->vfs.xFullPathname = on_full_path;
  sqlite3_vfs_register(&disk->vfs, 0);
  return disk;
}

void fault_disk_destroy(fault_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  for (int index = 0; index < disk->file_count; index++) record_release(&disk->files[index]);
  pthread_cond_destroy(&disk->released);
  pthread_mutex_destroy(&disk->mutex);
  free(disk);
}

const char *fault_disk_name(const fault_disk *disk) { return disk->name; }

/* Control */

void fault_disk_fail(fault_disk *disk, fault_disk_operation operation, int code, int skipped, int count) {
  lock(disk);
  disk->fail_code[operation] = code;
  disk->fail_skipped[operation] = skipped;
  disk->fail_count[operation] = count;
  unlock(disk);
}

void fault_disk_hold_syncs(fault_disk *disk) {
  lock(disk);
  disk->is_holding = 1;
  unlock(disk);
}

void fault_disk_release_syncs(fault_disk *disk) {
  lock(disk);
  disk->is_holding = 0;
  pthread_cond_broadcast(&disk->released);
  unlock(disk);
}

int fault_disk_waiting_syncs(fault_disk *disk) {
  lock(disk);
  int count = disk->waiting_syncs;
  unlock(disk);
  return count;
}

int fault_disk_finished_syncs(fault_disk *disk) {
  lock(disk);
  int count = disk->finished_syncs;
  unlock(disk);
  return count;
}

void fault_disk_watch(fault_disk *disk, void (*callback)(void *, fault_disk_moment), void *context) {
  lock(disk);
  disk->callback = callback;
  disk->context = context;
  unlock(disk);
}

const char *fault_disk_image(
    fault_disk *disk, int index, unsigned long long seed, unsigned char **bytes, size_t *count) {
  *bytes = NULL;
  *count = 0;
  lock(disk);
  const char *path = NULL;
  if (index < disk->file_count) {
    path = disk->files[index].path;
    record_image(&disk->files[index], seed ? seed + (unsigned long long)index * 1000003 : 0, bytes, count);
  }
  unlock(disk);
  return path;
}
