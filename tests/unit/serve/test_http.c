/* The head of a request: what is read, where it ends, and what is refused. */
#include "serve/net/http.h"
#include "support/suite.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char UPGRADE[] = "GET /live?token=00ff&run=1 HTTP/1.1\r\n"
                              "Host: 127.0.0.1:8080\r\n"
                              "connection: keep-alive, UPGRADE\r\n"
                              "Upgrade:websocket\r\n"
                              "Origin: \t http://127.0.0.1:8080 \r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                              "Sec-WebSocket-Version: 13\r\n"
                              "\r\n";

static int parse(const char *head, http_request *out) {
    const char *reason = NULL;
    int status = http_parse(head, strlen(head), out, &reason);
    ck_assert(status == 0 || (reason != NULL && strlen(reason) > 10));
    return status;
}

START_TEST(reads_an_upgrade) {
    http_request r;
    ck_assert_int_eq(parse(UPGRADE, &r), 0);
    ck_assert(http_text_is(r.method, "GET"));
    ck_assert(http_text_is(r.path, "/live"));
    ck_assert(http_text_is(r.query, "token=00ff&run=1"));
    ck_assert(http_text_is(r.host, "127.0.0.1:8080"));
    ck_assert(http_text_is(r.origin, "http://127.0.0.1:8080"));
    ck_assert(http_text_is(r.socket_key, "dGhlIHNhbXBsZSBub25jZQ=="));
    ck_assert(http_text_is(r.socket_version, "13"));
    ck_assert(r.wants_socket && !r.has_body);
}
END_TEST

START_TEST(finds_the_end_wherever_the_bytes_are_split) {
    char stream[sizeof UPGRADE + 10];
    size_t size = sizeof UPGRADE - 1;
    memcpy(stream, UPGRADE, size);
    memcpy(stream + size, "\x81\x80more", 7);
    for (size_t split = 0; split < size; split++) {
        size_t scanned = 0;
        ck_assert_int_eq(http_find_end(stream, split, &scanned), HTTP_INCOMPLETE);
        ck_assert_uint_eq(scanned, split);
        ck_assert_int_eq(http_find_end(stream, size + 6, &scanned), HTTP_COMPLETE);
        ck_assert_uint_eq(scanned, size);
    }
}
END_TEST

START_TEST(finds_broken_bytes_at_once) {
    for (int c = 0; c < 256; c++) {
        char head[] = "GET / HTTP/1.1\r\nHost: ?\r\n\r\n";
        *strchr(head, '?') = (char)c;
        size_t scanned = 0;
        bool broken = (c < 32 && c != '\t') || c == 127;
        ck_assert_msg(http_find_end(head, sizeof head - 1, &scanned) ==
                          (broken ? HTTP_BROKEN : HTTP_COMPLETE),
                      "byte %d", c);
    }
    size_t scanned = 0;
    ck_assert_int_eq(http_find_end("GET / HTTP/1.1\n", 15, &scanned), HTTP_BROKEN);
    scanned = 0;
    ck_assert_int_eq(http_find_end("GET /\rHTTP", 10, &scanned), HTTP_BROKEN);
}
END_TEST

START_TEST(refuses_malformed_request_lines) {
    static const struct {
        const char *line;
        int status;
    } all[] = {
        {"GET / HTTP/1.1", 0},
        {"POST /a?b HTTP/1.1", 0},
        {"GET / HTTP/1.0", 505},
        {"GET / HTTP/2.0", 505},
        {"GET / HTTP/1.1 ", 505},
        {"GET / http/1.1", 400},
        {"GET /", 400},
        {"GET  / HTTP/1.1", 400},
        {" GET / HTTP/1.1", 400},
        {"", 400},
        {"GET", 400},
        {"G(T / HTTP/1.1", 400},
        {"GET http://127.0.0.1/ HTTP/1.1", 400},
        {"GET * HTTP/1.1", 400},
        {"CONNECT host:1 HTTP/1.1", 400},
        {"GET /\xc3\xa4 HTTP/1.1", 400},
        {"GET /\t HTTP/1.1", 400},
        {"GET / / HTTP/1.1", 400},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char head[100];
        http_request r;
        snprintf(head, sizeof head, "%s\r\nHost: x\r\n\r\n", all[i].line);
        int status = parse(head, &r);
        ck_assert_msg(status == all[i].status, "'%s': %d", all[i].line, status);
    }
}
END_TEST

START_TEST(refuses_malformed_headers) {
    static const struct {
        const char *lines;
        int status;
        bool body;
    } all[] = {
        {"Host: a\r\n", 0, false},
        {"", 400, false}, /* no Host */
        {"Host: a\r\nHost: a\r\n", 400, false},
        {"Host: a\r\nhOST: b\r\n", 400, false},
        {"Host: a\r\nOrigin: b\r\nOrigin: b\r\n", 400, false},
        {"Host: a\r\nContent-Length: 0\r\n", 0, false},
        {"Host: a\r\nContent-Length: 1\r\n", 0, true},
        {"Host: a\r\nContent-Length: 00\r\n", 0, true},
        {"Host: a\r\nContent-Length: 0\r\nContent-Length: 5\r\n", 400, false},
        {"Host: a\r\nTransfer-Encoding: chunked\r\n", 0, true},
        {"Host: a\r\nTransfer-Encoding:\r\n", 0, true},
        {"Host: a\r\n folded: b\r\n", 400, false},
        {"Host: a\r\n\tfolded\r\n", 400, false},
        {"Host : a\r\n", 400, false},
        {"Host\r\n", 400, false},
        {": a\r\n", 400, false},
        {"Host: a\r\nX[]: b\r\n", 400, false},
        {"Host: a\r\nX-Any: b: c\r\nX-Any: d\r\n", 0, false},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char head[200];
        http_request r;
        snprintf(head, sizeof head, "GET / HTTP/1.1\r\n%s\r\n", all[i].lines);
        ck_assert_msg(parse(head, &r) == all[i].status, "%s", all[i].lines);
        ck_assert_msg(r.has_body == all[i].body, "%s", all[i].lines);
    }
}
END_TEST

START_TEST(an_upgrade_needs_both_headers) {
    static const struct {
        const char *connection, *upgrade;
        bool wanted;
    } all[] = {
        {"Upgrade", "websocket", true},
        {"upgrade", "WebSocket", true},
        {"a,upgrade ,b", "websocket, h2c", true},
        {"close", "websocket", false},
        {"Upgrade", "h2c", false},
        {"Upgrades", "websocket", false},
        {"Upgrade", "websockets", false},
        {"", "", false},
        {",,,", ",", false},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char head[200];
        http_request r;
        snprintf(head, sizeof head,
                 "GET / HTTP/1.1\r\nHost: a\r\nConnection: %s\r\nUpgrade: %s\r\n\r\n",
                 all[i].connection, all[i].upgrade);
        ck_assert_int_eq(parse(head, &r), 0);
        ck_assert_msg(r.wants_socket == all[i].wanted, "%s", head);
    }
    http_request r;
    ck_assert_int_eq(parse("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n", &r), 0);
    ck_assert(!r.wants_socket);
}
END_TEST

START_TEST(finds_parameters) {
    static const struct {
        const char *query, *value; /* NULL: not found */
    } all[] = {
        {"token=1", "1"},          {"a=2&token=1&b=3", "1"}, {"token=", ""},   {"token", ""},
        {"token=1=2", "1=2"},      {"token=%31", "%31"},     {"", NULL},       {"a=token", NULL},
        {"token=1&token=1", NULL}, {"tokens=1", NULL},       {"oken=1", NULL}, {"&&token=1&", "1"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        http_text out = {NULL, 0};
        bool found =
            http_find_parameter((http_text){all[i].query, strlen(all[i].query)}, "token", &out);
        ck_assert_msg(found == (all[i].value != NULL), "%s", all[i].query);
        ck_assert(!found || http_text_is(out, all[i].value));
    }
    http_text out;
    ck_assert(!http_find_parameter((http_text){NULL, 0}, "token", &out));
}
END_TEST

/* No change of one byte of a valid head is read beyond its end or crashes: the parts stay in it. */
START_TEST(every_changed_byte_gives_parts_within_the_head) {
    uint32_t good = 0, bad = 0;
    for (size_t at = 0; at < sizeof UPGRADE - 1; at++) {
        for (int c = 0; c < 256; c++) {
            char head[sizeof UPGRADE];
            memcpy(head, UPGRADE, sizeof UPGRADE);
            head[at] = (char)c;
            http_request r;
            const char *reason = NULL;
            int status = http_parse(head, sizeof head - 1, &r, &reason);
            good += status == 0;
            bad += status != 0;
            const http_text parts[] = {r.method, r.path, r.query, r.host, r.origin, r.socket_key};
            for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
                ck_assert(parts[i].start == NULL ||
                          (parts[i].start >= head &&
                           parts[i].start + parts[i].size <= head + sizeof head));
            }
        }
    }
    ck_assert_uint_gt(good, 1000);
    ck_assert_uint_gt(bad, 1000);
}
END_TEST

START_TEST(statuses_have_texts) {
    ck_assert_str_eq(http_status_text(403), "Forbidden");
    ck_assert_str_eq(http_status_text(431), "Request Header Fields Too Large");
    ck_assert_str_eq(http_status_text(299), "Error");
}
END_TEST

int main(void) {
    SUITE("serve/http", reads_an_upgrade, finds_the_end_wherever_the_bytes_are_split,
          finds_broken_bytes_at_once, refuses_malformed_request_lines, refuses_malformed_headers,
          an_upgrade_needs_both_headers, finds_parameters,
          every_changed_byte_gives_parts_within_the_head, statuses_have_texts);
}
