#ifndef COLABEL_CZLIB_H
#define COLABEL_CZLIB_H
#include <zlib.h>
#endif
