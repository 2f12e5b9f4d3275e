#ifndef COLABEL_CUV_H
#define COLABEL_CUV_H
#include <uv.h>

/* uv_loop_configure takes variable arguments, which Swift does not import. */
static inline int colabel_uv_measure_idle_time(uv_loop_t *loop) {
  return uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
}
#endif
