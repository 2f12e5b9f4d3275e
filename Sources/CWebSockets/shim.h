#ifndef COLABEL_CWEBSOCKETS_H
#define COLABEL_CWEBSOCKETS_H
#include <libwebsockets.h>
/* What Swift's importer cannot see: macros and flags built by OR. */
static const size_t cws_pre = LWS_PRE;
static const uint64_t cws_option_libuv = LWS_SERVER_OPTION_LIBUV;
#endif
