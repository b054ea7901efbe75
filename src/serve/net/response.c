/* Writes responses with the headers that keep other sites out: nothing may frame the page, load it
 * or share its process, and nothing of it is stored. */
#include "serve/net/response.h"
#include "serve/net/websocket.h"
#include <stdio.h>
#include <string.h>

static const char COMMON[] = "Connection: close\r\n"
                             "Cache-Control: no-store\r\n"
                             "Cross-Origin-Embedder-Policy: require-corp\r\n"
                             "Cross-Origin-Opener-Policy: same-origin\r\n"
                             "Cross-Origin-Resource-Policy: same-origin\r\n"
                             "Referrer-Policy: no-referrer\r\n"
                             "X-Content-Type-Options: nosniff\r\n"
                             "X-Frame-Options: DENY\r\n";

size_t response_write_page(char out[RESPONSE_MAX_HEAD], const char *policy, size_t size) {
    int length = snprintf(out, RESPONSE_MAX_HEAD,
                          "HTTP/1.1 200 OK\r\n"
                          "Content-Type: text/html; charset=utf-8\r\n"
                          "Content-Length: %zu\r\n"
                          "Content-Security-Policy: %s\r\n"
                          "%s\r\n",
                          size, policy, COMMON);
    return (size_t)length;
}

/* The header that a status needs besides those of all responses. */
static const char *extra_header(int status) {
    switch (status) {
    case 405:
        return "Allow: GET\r\n";
    case 426:
        return "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
    case 503:
        return "Retry-After: 5\r\n";
    default:
        return "";
    }
}

size_t response_write_refusal(char out[RESPONSE_MAX_HEAD], int status, const char *reason) {
    char body[512] = "";
    if (status != 204) {
        snprintf(body, sizeof body, "%d %s: %s\n", status, http_status_text(status), reason);
    }
    int length = snprintf(out, RESPONSE_MAX_HEAD,
                          "HTTP/1.1 %d %s\r\n"
                          "Content-Type: text/plain; charset=utf-8\r\n"
                          "Content-Length: %zu\r\n"
                          "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
                          "%s%s\r\n%s",
                          status, http_status_text(status), strlen(body), extra_header(status),
                          COMMON, body);
    return (size_t)length;
}

size_t response_write_redirect(char out[RESPONSE_MAX_HEAD], const char *token) {
    int length = snprintf(out, RESPONSE_MAX_HEAD,
                          "HTTP/1.1 303 See Other\r\n"
                          "Location: /?token=%s\r\n"
                          "Content-Length: 0\r\n"
                          "%s\r\n",
                          token, COMMON);
    return (size_t)length;
}

size_t response_write_upgrade(char out[RESPONSE_MAX_HEAD], const char *key) {
    char accept[WEBSOCKET_ACCEPT_SIZE + 1] = {0};
    websocket_accept_key(key, accept);
    int length = snprintf(out, RESPONSE_MAX_HEAD,
                          "HTTP/1.1 101 Switching Protocols\r\n"
                          "Upgrade: websocket\r\n"
                          "Connection: Upgrade\r\n"
                          "Sec-WebSocket-Accept: %s\r\n\r\n",
                          accept);
    return (size_t)length;
}
