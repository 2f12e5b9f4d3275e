#ifndef COLABEL_CSQLITE_H
#define COLABEL_CSQLITE_H
#include <sqlite3.h>

/* What Swift cannot import: a macro with a cast, and a variadic function. */

static inline sqlite3_destructor_type colabel_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

static inline int colabel_sqlite_keep_wal_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
#endif
