#ifndef COLABEL_CWEBSOCKETS_H
#define COLABEL_CWEBSOCKETS_H
#include <libwebsockets.h>
#include <sys/socket.h>

/* What Swift's importer cannot see: flags built by shifts, and a function that only _GNU_SOURCE declares. */
static const uint64_t cws_option_libuv = LWS_SERVER_OPTION_LIBUV;

extern int accept4(int, struct sockaddr *, socklen_t *, int);
/* Non-blocking and closed on exec. */
static inline int cws_accept(int listener, struct sockaddr *address, socklen_t *length) {
  return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
#endif
