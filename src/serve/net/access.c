/* Checks a request: its form, Host, method, Origin, token, path; in this order, so that a request
 * that comes from another site learns nothing about the rest. */
#define _POSIX_C_SOURCE 200809L
#include "serve/net/access.h"
#include "serve/net/websocket.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

bool access_make_token(char out[ACCESS_TOKEN_SIZE + 1]) {
    uint8_t bytes[ACCESS_TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(out + 2 * i, 3, "%02x", (unsigned)bytes[i]);
    }
    return true;
}

/* Compares in a time that does not depend on where the texts differ. */
static bool is_secret(const char *secret, http_text text) {
    unsigned difference = text.size ^ ACCESS_TOKEN_SIZE ? 1 : 0;
    for (size_t i = 0; i < ACCESS_TOKEN_SIZE; i++) {
        char given = i < text.size ? text.start[i] : '\0';
        difference |= (unsigned char)(given ^ secret[i]);
    }
    return difference == 0;
}

/* True for a numeric address as it stands in a URL: 127.0.0.1 or [::1]. No name server is asked for
 * these, so they cannot be rebound. */
static bool is_numeric(http_text name) {
    char text[INET6_ADDRSTRLEN];
    struct in6_addr address;
    bool brackets = name.size > 2 && name.start[0] == '[' && name.start[name.size - 1] == ']';
    size_t size = brackets ? name.size - 2 : name.size;
    if (size >= sizeof text) {
        return false;
    }
    memcpy(text, name.start + brackets, size);
    text[size] = '\0';
    return inet_pton(brackets ? AF_INET6 : AF_INET, text, &address) == 1;
}

/* True if a host such as "localhost:8080" is this server. Without a port it is port 80. */
static bool is_this_host(const access_rules *rules, http_text host) {
    char port[8];
    int digits = snprintf(port, sizeof port, ":%u", (unsigned)rules->port);
    size_t size = (size_t)digits;
    http_text name = host;
    if (host.size > size && memcmp(host.start + host.size - size, port, size) == 0) {
        name.size -= size;
    } else if (rules->port != 80) {
        return false;
    }
    return http_text_is(name, "127.0.0.1") || http_text_is_like(name, "localhost") ||
           http_text_is(name, "[::1]") ||
           (rules->address[0] != '\0' && http_text_is_like(name, rules->address)) ||
           (rules->any_address && is_numeric(name));
}

/* True if a request comes from the page of this server, or from a program that is no browser: a
 * browser always sends the Origin of a script that opens a socket. */
static bool is_same_origin(const http_request *request) {
    static const char scheme[] = "http://";
    size_t size = sizeof scheme - 1;
    http_text origin = request->origin;
    return origin.start == NULL ||
           (origin.size == size + request->host.size && memcmp(origin.start, scheme, size) == 0 &&
            memcmp(origin.start + size, request->host.start, request->host.size) == 0);
}

static access_answer refuse(int status, const char *reason) {
    return (access_answer){ACCESS_REFUSED, status, reason, 0};
}

static access_answer check_socket(const access_rules *rules, const http_request *request) {
    http_text run;
    uint32_t index = 0;
    if (http_find_parameter(request->query, "run", &run)) {
        if (run.size != 1 || run.start[0] < '0' || run.start[0] > '9') {
            return refuse(404, "the run must be a digit");
        }
        index = (uint32_t)(run.start[0] - '0');
    }
    if (index >= rules->run_count) {
        return refuse(404, "there are fewer runs");
    }
    if (!request->wants_socket || !http_text_is(request->socket_version, "13")) {
        return refuse(426, "this address is a WebSocket of version 13");
    }
    if (request->socket_key.start == NULL ||
        !websocket_is_key(request->socket_key.start, request->socket_key.size)) {
        return refuse(400, "the header Sec-WebSocket-Key is not valid");
    }
    return (access_answer){ACCESS_SOCKET, 0, NULL, index};
}

access_answer access_check(const access_rules *rules, const http_request *request) {
    http_text token = {NULL, 0};
    if (request->has_body) {
        return refuse(400, "a request must not have a body");
    }
    if (!is_this_host(rules, request->host)) {
        return refuse(403, "the header Host does not name this server");
    }
    if (!http_text_is(request->method, "GET")) {
        return refuse(405, "the only method is GET");
    }
    if (!is_same_origin(request)) {
        return refuse(403, "the request comes from another site");
    }
    if (http_text_is(request->path, "/favicon.ico")) {
        return (access_answer){ACCESS_ICON, 204, NULL, 0};
    }
    if (http_text_is(request->path, "/open") && rules->ticket[0] != '\0' &&
        http_find_parameter(request->query, "ticket", &token) && is_secret(rules->ticket, token)) {
        return (access_answer){ACCESS_TICKET, 303, NULL, 0};
    }
    if (!http_find_parameter(request->query, "token", &token) || !is_secret(rules->token, token)) {
        return refuse(403, "the address has no valid token: use the address that wend printed");
    }
    if (http_text_is(request->path, "/")) {
        return (access_answer){ACCESS_PAGE, 200, NULL, 0};
    }
    return http_text_is(request->path, "/live") ? check_socket(rules, request)
                                                : refuse(404, "there is no such page");
}
