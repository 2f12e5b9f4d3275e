#ifndef COLABEL_CSQLITE_H
#define COLABEL_CSQLITE_H
#include <sqlite3.h>

/* What Swift cannot import: a macro with a cast, and a variadic function. */

static inline sqlite3_destructor_type colabel_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

/* Counting its memory would take a lock at every allocation. To be called before anything else of the library. */
static inline int colabel_sqlite_forgo_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline int colabel_sqlite_keep_wal_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
#endif
