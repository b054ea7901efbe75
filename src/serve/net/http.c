/* Parses the head of a request: a request line and header fields, each line ended by CR LF.
 *
 * Stricter than RFC 9112, because the only honest client is a browser: no folded lines, no blanks
 * around the request line, targets in origin form only, the headers that are used occur once, and a
 * request has no body. So there is nothing that two programs could read in two ways. Cost:
 * proportional to the head. */
#include "serve/net/http.h"
#include <stdint.h>
#include <string.h>

typedef struct cursor {
    const char *at, *end;
} cursor;

http_progress http_find_end(const char *bytes, size_t size, size_t *scanned) {
    for (size_t i = *scanned; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        char before = i > 0 ? bytes[i - 1] : '\0';
        if ((before == '\r') != (c == '\n') || (c < ' ' && c != '\r' && c != '\n' && c != '\t') ||
            c == 0x7f) {
            return HTTP_BROKEN;
        }
        if (c == '\n' && i >= 3 && bytes[i - 2] == '\n') {
            *scanned = i + 1;
            return HTTP_COMPLETE;
        }
    }
    *scanned = size;
    return HTTP_INCOMPLETE;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

bool http_text_is(http_text text, const char *word) {
    return text.start != NULL && text.size == strlen(word) &&
           memcmp(text.start, word, text.size) == 0;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool http_text_is_like(http_text text, const char *word) {
    bool same = text.start != NULL && text.size == strlen(word);
    for (size_t i = 0; same && i < text.size; i++) {
        same = lower(text.start[i]) == lower(word[i]);
    }
    return same;
}

static http_text trim(http_text text) {
    while (text.size > 0 && (text.start[0] == ' ' || text.start[0] == '\t')) {
        text.start++;
        text.size--;
    }
    while (text.size > 0 &&
           (text.start[text.size - 1] == ' ' || text.start[text.size - 1] == '\t')) {
        text.size--;
    }
    return text;
}

/* Begins to read a text; a missing one is empty. */
static cursor begin(http_text text) {
    return (cursor){text.start, text.start != NULL ? text.start + text.size : NULL};
}

/* Takes what comes before the next `mark`, or everything, and moves behind the mark. */
static http_text take_until(cursor *c, char mark) {
    const char *found = memchr(c->at, mark, (size_t)(c->end - c->at));
    const char *stop = found != NULL ? found : c->end;
    http_text text = {c->at, (size_t)(stop - c->at)};
    c->at = found != NULL ? found + 1 : c->end;
    return text;
}

/* True if a list such as "keep-alive, Upgrade" has a word. */
static bool list_has(http_text list, const char *word) {
    cursor c = begin(list);
    while (c.at != c.end) {
        if (http_text_is_like(trim(take_until(&c, ',')), word)) {
            return true;
        }
    }
    return false;
}

bool http_find_parameter(http_text query, const char *name, http_text *out) {
    cursor c = begin(query);
    uint32_t count = 0;
    while (c.at != c.end) {
        http_text pair = take_until(&c, '&');
        cursor inner = begin(pair);
        if (http_text_is(take_until(&inner, '='), name)) {
            *out = (http_text){inner.at, (size_t)(inner.end - inner.at)};
            count++;
        }
    }
    return count == 1;
}

/* ---- Request line ---------------------------------------------------------------------------- */

/* True for a character of a token (RFC 9110, section 5.6.2). */
static bool is_token(char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
           (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static bool is_word(http_text text) {
    for (size_t i = 0; i < text.size; i++) {
        if (!is_token(text.start[i])) {
            return false;
        }
    }
    return text.size > 0;
}

static bool is_target(http_text text) {
    for (size_t i = 0; i < text.size; i++) {
        if (text.start[i] <= ' ' || text.start[i] > '~') {
            return false;
        }
    }
    return text.size > 0 && text.start[0] == '/';
}

static int refuse(int status, const char **reason, const char *why) {
    *reason = why;
    return status;
}

static int parse_request_line(http_text line, http_request *out, const char **reason) {
    cursor c = begin(line);
    out->method = take_until(&c, ' ');
    http_text target = take_until(&c, ' ');
    http_text version = {c.at, (size_t)(c.end - c.at)};
    if (!is_word(out->method)) {
        return refuse(400, reason, "the request line has no method");
    }
    if (!is_target(target)) {
        return refuse(400, reason, "the target must begin with a slash");
    }
    if (!http_text_is(version, "HTTP/1.1")) {
        bool other = version.size > 5 && memcmp(version.start, "HTTP/", 5) == 0;
        return refuse(other ? 505 : 400, reason, "the version must be HTTP/1.1");
    }
    cursor parts = begin(target);
    out->path = take_until(&parts, '?');
    if (out->path.size < target.size) {
        out->query = (http_text){parts.at, (size_t)(parts.end - parts.at)};
    }
    return 0;
}

/* ---- Header fields --------------------------------------------------------------------------- */

/* The headers that matter, each at most once. */
typedef struct fields {
    http_text connection, upgrade, length, encoding;
} fields;

static int parse_field(http_text line, http_request *out, fields *more, const char **reason) {
    cursor c = begin(line);
    http_text name = take_until(&c, ':');
    if (name.size == line.size || !is_word(name)) {
        return refuse(400, reason, "a header has no name");
    }
    const struct {
        const char *name;
        http_text *out;
    } known[] = {
        {"host", &out->host},
        {"origin", &out->origin},
        {"connection", &more->connection},
        {"upgrade", &more->upgrade},
        {"content-length", &more->length},
        {"transfer-encoding", &more->encoding},
        {"sec-websocket-key", &out->socket_key},
        {"sec-websocket-version", &out->socket_version},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!http_text_is_like(name, known[i].name)) {
            continue;
        }
        if (known[i].out->start != NULL) {
            return refuse(400, reason, "a header occurs twice");
        }
        *known[i].out = trim((http_text){c.at, (size_t)(c.end - c.at)});
    }
    return 0;
}

int http_parse(const char *head, size_t size, http_request *out, const char **reason) {
    memset(out, 0, sizeof *out);
    fields more = {0};
    cursor c = {head, head + size};
    int status = 0;
    bool is_first = true;
    while (status == 0 && c.at != c.end) {
        http_text line = take_until(&c, '\n');
        line.size -= line.size > 0; /* the carriage return */
        if (line.size == 0 && !is_first) {
            break;
        }
        status = is_first ? parse_request_line(line, out, reason)
                          : parse_field(line, out, &more, reason);
        is_first = false;
    }
    if (status != 0) {
        return status;
    }
    out->wants_socket = list_has(more.connection, "upgrade") && list_has(more.upgrade, "websocket");
    out->has_body = more.encoding.start != NULL ||
                    (more.length.start != NULL && !http_text_is(more.length, "0"));
    return out->host.start == NULL ? refuse(400, reason, "the header Host is missing") : 0;
}

const char *http_status_text(int status) {
    static const struct {
        int status;
        const char *text;
    } texts[] = {{200, "OK"},
                 {204, "No Content"},
                 {400, "Bad Request"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {408, "Request Timeout"},
                 {426, "Upgrade Required"},
                 {431, "Request Header Fields Too Large"},
                 {503, "Service Unavailable"},
                 {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].status == status) {
            return texts[i].text;
        }
    }
    return "Error";
}
