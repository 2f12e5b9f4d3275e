#ifndef COLABEL_CUV_H
#define COLABEL_CUV_H
#include <uv.h>
#endif
