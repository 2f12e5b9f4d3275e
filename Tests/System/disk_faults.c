// Preloaded into the server: makes the disk slow, full or faulty while a file of that name is in the folder $DISK_FAULTS.
//
//   hold-sync   fsync and fdatasync wait until the file goes; "held" tells that one does
//   fail-sync   the next fsync or fdatasync fails with EIO, and takes the file away
//   full        writing to the database fails with ENOSPC
//
// $SQLITE_SYNCHRONOUS overrules how durably SQLite commits, to show what the tests would see then.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static const char *in_folder(const char *name, char *path) {
  const char *folder = getenv("DISK_FAULTS");
  snprintf(path, PATH_MAX, "%s/%s", folder ? folder : "/nonexistent", name);
  return path;
}

static int is_on(const char *name) {
  char path[PATH_MAX];
  return access(in_folder(name, path), F_OK) == 0;
}

static int sync_fault(void) {
  char path[PATH_MAX];
  if (is_on("hold-sync")) {
    close(open(in_folder("held", path), O_CREAT | O_WRONLY, 0600));
    while (is_on("hold-sync")) usleep(2000);
  }
  if (unlink(in_folder("fail-sync", path)) != 0) return 0;
  errno = EIO;
  return -1;
}

int fsync(int descriptor) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  return sync_fault() ? -1 : real(descriptor);
}

int fdatasync(int descriptor) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
  return sync_fault() ? -1 : real(descriptor);
}

static int is_database(int descriptor) {
  char link[64], target[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, target, sizeof target - 1);
  if (length < 0) return 0;
  target[length] = 0;
  return strstr(target, "/colabel.sqlite") != NULL;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
  if (is_on("full") && is_database(descriptor)) {
    errno = ENOSPC;
    return -1;
  }
  return real(descriptor, bytes, count, offset);
}

// The declaration of <sqlite3.h>, whose package a machine that only runs tests may lack.
int sqlite3_prepare_v3(void *database, const char *sql, int bytes, unsigned flags, void **statement, const char **tail) {
  int (*real)(void *, const char *, int, unsigned, void **, const char **) = dlsym(RTLD_NEXT, "sqlite3_prepare_v3");
  const char *wanted = getenv("SQLITE_SYNCHRONOUS");
  char pragma[64];
  if (wanted && strncmp(sql, "PRAGMA synchronous", strlen("PRAGMA synchronous")) == 0) {
    snprintf(pragma, sizeof pragma, "PRAGMA synchronous = %s", wanted);
    return real(database, pragma, -1, flags, statement, NULL);
  }
  return real(database, sql, bytes, flags, statement, tail);
}
