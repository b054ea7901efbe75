/* Opens listening sockets (POSIX). */
#define _POSIX_C_SOURCE 200809L
#include "serve/listen.h"
#include "base/error.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 128 };

/* An address of either version. */
typedef union socket_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} socket_address;

static bool parse_address(const char *text, uint16_t port, socket_address *out) {
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        out->v4.sin_port = htons(port);
        return true;
    }
    out->v6.sin6_port = htons(port);
    out->v6.sin6_family = AF_INET6;
    return inet_pton(AF_INET6, text, &out->v6.sin6_addr) == 1;
}

static bool is_any(const socket_address *address) {
    return address->any.sa_family == AF_INET ? address->v4.sin_addr.s_addr == htonl(INADDR_ANY)
                                             : IN6_IS_ADDR_UNSPECIFIED(&address->v6.sin6_addr) != 0;
}

static bool is_loopback(const socket_address *address) {
    return address->any.sa_family == AF_INET ? ntohl(address->v4.sin_addr.s_addr) >> 24 == 127
                                             : IN6_IS_ADDR_LOOPBACK(&address->v6.sin6_addr) != 0;
}

bool listen_prepare(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static socklen_t size_of(const socket_address *address) {
    return address->any.sa_family == AF_INET ? sizeof address->v4 : sizeof address->v6;
}

/* Returns a socket that listens, or -1 with errno. */
static int open_one(const socket_address *address) {
    int fd = socket(address->any.sa_family, SOCK_STREAM, 0), on = 1;
    if (fd < 0) {
        return -1;
    }
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address->any.sa_family == AF_INET6) {
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    }
    if (listen_prepare(fd) && bind(fd, &address->any, size_of(address)) == 0 &&
        listen(fd, BACKLOG) == 0) {
        return fd;
    }
    int code = errno;
    close(fd);
    errno = code;
    return -1;
}

static uint16_t port_of(int fd) {
    socket_address address;
    socklen_t size = sizeof address;
    memset(&address, 0, sizeof address);
    if (getsockname(fd, &address.any, &size) != 0) {
        return 0;
    }
    return ntohs(address.any.sa_family == AF_INET ? address.v4.sin_port : address.v6.sin6_port);
}

wend_result listen_open(const char *given, uint16_t port, listeners *out, wend_error *error) {
    const char *text = given != NULL ? given : "127.0.0.1";
    socket_address address;
    memset(out, 0, sizeof *out);
    if (!parse_address(text, port, &address)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "cannot listen on '%.60s': expected a numeric address such as 127.0.0.1, "
                         "0.0.0.0 or ::1",
                         text);
    }
    int fd = open_one(&address);
    if (fd < 0) {
        bool is_used = errno == EADDRINUSE;
        return error_set(error, WEND_ERROR_IO, "cannot listen on port %u of %s: %s%s",
                         (unsigned)port, text, strerror(errno),
                         is_used ? "; choose another port, or none for any free one" : "");
    }
    out->fds[out->count++] = fd;
    out->port = port_of(fd);
    out->is_loopback = is_loopback(&address);
    out->is_any = is_any(&address);
    snprintf(out->address, sizeof out->address, address.any.sa_family == AF_INET6 ? "[%s]" : "%s",
             text);
    if (given == NULL && parse_address("::1", out->port, &address)) {
        fd = open_one(&address); /* a convenience: some browsers try ::1 first for localhost */
        if (fd >= 0) {
            out->fds[out->count++] = fd;
        }
    }
    return WEND_OK;
}

void listen_close(listeners *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        close(all->fds[i]);
    }
    all->count = 0;
}

int listen_accept(int listener, bool *failed) {
    int on = 1;
    int fd = accept(listener, NULL, NULL);
    *failed = fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM);
    if (fd >= 0 && !listen_prepare(fd)) {
        close(fd);
        return -1;
    }
    if (fd >= 0) { /* answers are written at once, so that there is nothing to collect */
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    return fd;
}
