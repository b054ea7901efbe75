/* The head of an HTTP/1.1 request (RFC 9112), read strictly: what a browser sends is accepted,
 * everything ambiguous is refused. */
#ifndef SERVE_NET_HTTP_H
#define SERVE_NET_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_MAX_HEAD = 8192 /* bytes: the longest head */ };

/* A part of a head; not terminated. `start` is NULL if the part is missing. */
typedef struct http_text {
    const char *start;
    size_t size;
} http_text;

typedef struct http_request {
    http_text method, path, query; /* the query without its question mark */
    http_text host, origin;        /* headers */
    http_text socket_key, socket_version;
    bool wants_socket; /* Connection: upgrade and Upgrade: websocket */
    bool has_body;
} http_request;

typedef enum http_progress { HTTP_INCOMPLETE, HTTP_COMPLETE, HTTP_BROKEN } http_progress;

/* Looks for the end of a head: the first blank line. `*scanned` is the number of bytes that earlier
 * calls have looked at, 0 at first. If it is complete, `*scanned` is its size with the blank line.
 * A head is broken at the first byte that no head has: a control character other than a tab, or a
 * line end other than CR LF. */
http_progress http_find_end(const char *bytes, size_t size, size_t *scanned);

/* Parses a complete head. The parts point into it. Returns 0, or the status of the refusal with its
 * reason. */
int http_parse(const char *head, size_t size, http_request *out, const char **reason);

/* True if a text is `word`; the second form ignores the case of ASCII letters. */
bool http_text_is(http_text text, const char *word);
bool http_text_is_like(http_text text, const char *word);
/* Finds the value of a parameter of a query, such as `token` in "token=1&run=2". Nothing is
 * unescaped. Returns false if it is missing or occurs twice. */
bool http_find_parameter(http_text query, const char *name, http_text *out);

/* Returns the reason phrase of a status that this server sends. */
const char *http_status_text(int status);

#endif
