/* Decides what a request may have. A page of another site must not reach the server through a
 * user's browser, not even with a host name that resolves to this machine (DNS rebinding), nor may
 * another user of the machine: so Host and Origin must name this server, and the address must hold
 * its token. */
#ifndef SERVE_NET_ACCESS_H
#define SERVE_NET_ACCESS_H

#include "serve/net/http.h"
#include <stdint.h>

enum {
    ACCESS_TOKEN_BYTES = 16,
    ACCESS_TOKEN_SIZE = 2 * ACCESS_TOKEN_BYTES /* hexadecimal digits */
};

typedef struct access_rules {
    char token[ACCESS_TOKEN_SIZE + 1];
    /* Another token, with which one request is redirected to the page; "" once it is used. Other
     * users of the machine can see the arguments of the program that opens the browser. */
    char ticket[ACCESS_TOKEN_SIZE + 1];
    uint16_t port;
    uint32_t run_count; /* number of runs that have a socket */
    /* The address that the server listens on, beside the names of the loopback: as a browser writes
     * it ("192.168.1.7", "[fe80::1]"); "" if it listens only on the loopback. */
    char address[64];
    bool any_address; /* it listens on all addresses: any numeric address is accepted as Host */
} access_rules;

typedef enum access_target {
    ACCESS_REFUSED, /* with `status` and `reason` */
    ACCESS_PAGE,
    ACCESS_SOCKET, /* of run `run` */
    ACCESS_TICKET, /* the ticket, which is now used */
    ACCESS_ICON    /* the icon that browsers ask for; there is none */
} access_target;

typedef struct access_answer {
    access_target target;
    int status;
    const char *reason;
    uint32_t run;
} access_answer;

/* Makes a random token. Returns false if the system gives no random bytes. */
bool access_make_token(char out[ACCESS_TOKEN_SIZE + 1]);
access_answer access_check(const access_rules *rules, const http_request *request);

#endif
