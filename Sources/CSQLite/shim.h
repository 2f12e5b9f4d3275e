#ifndef COLABEL_CSQLITE_H
#define COLABEL_CSQLITE_H
#include <sqlite3.h>
#endif
