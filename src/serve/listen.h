/* Listening sockets, and what is done with them and with connections. All are non-blocking, and
 * closed in child processes. */
#ifndef SERVE_LISTEN_H
#define SERVE_LISTEN_H

#include <stddef.h>
#include <stdint.h>
#include <wend/base.h>

enum { LISTEN_MOST = 2 };

typedef struct listeners {
    int fds[LISTEN_MOST];
    uint32_t count;
    uint16_t port;
    /* As in a URL: "127.0.0.1", "[fe80::1]". */
    char address[64];
    bool is_loopback;
    bool is_any; /* all addresses of the machine */
} listeners;

/* Listens on a numeric address, or on the loopback (127.0.0.1, and ::1 if there is version 6) if it
 * is NULL; on any free port if `port` is 0. Fails with WEND_ERROR_INVALID (no address) or
 * WEND_ERROR_IO (the port is in use or not allowed). */
wend_result listen_open(const char *address, uint16_t port, listeners *out, wend_error *error);
void listen_close(listeners *all);
/* Accepts a connection. Returns -1 if there is none; `*failed` is then true if the system cannot
 * accept one now, for example because there are too many open files. */
int listen_accept(int listener, bool *failed);
/* Makes a file descriptor non-blocking, and closed in child processes. */
bool listen_prepare(int fd);

#endif
