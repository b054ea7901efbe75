/* Heads of HTTP responses. All of them forbid caching, framing and referrers, and close the
 * connection; the head of the page has the content policy, too. */
#ifndef SERVE_NET_RESPONSE_H
#define SERVE_NET_RESPONSE_H

#include "serve/net/http.h"

enum { RESPONSE_MAX_HEAD = 4096, RESPONSE_MAX_POLICY = 2048 /* bytes with the final zero */ };

/* Writes the head of the page, which has `size` bytes. Returns the size of the head. */
size_t response_write_page(char out[RESPONSE_MAX_HEAD], const char *policy, size_t size);
/* Writes a whole response that refuses a request, or the one without content (204). */
size_t response_write_refusal(char out[RESPONSE_MAX_HEAD], int status, const char *reason);
/* Writes the whole response that sends a browser to the page with its token. */
size_t response_write_redirect(char out[RESPONSE_MAX_HEAD], const char *token);
/* Writes the response after which the connection is a WebSocket. `key` is that of the client. */
size_t response_write_upgrade(char out[RESPONSE_MAX_HEAD], const char *key);

#endif
