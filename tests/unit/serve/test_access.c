/* Access: which requests get the page or a socket, and why others do not. */
#include "serve/net/access.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

#define TOKEN "0123456789abcdef0123456789abcdef"

static const access_rules LOOPBACK = {.token = TOKEN, .port = 8080, .run_count = 2};

static http_text text_of(const char *text) {
    return (http_text){text, text != NULL ? strlen(text) : 0};
}

static http_request page_request(void) {
    return (http_request){.method = text_of("GET"),
                          .path = text_of("/"),
                          .query = text_of("token=" TOKEN),
                          .host = text_of("127.0.0.1:8080")};
}

static http_request socket_request(const char *query) {
    http_request r = page_request();
    r.path = text_of("/live");
    r.query = text_of(query);
    r.origin = text_of("http://127.0.0.1:8080");
    r.socket_key = text_of("dGhlIHNhbXBsZSBub25jZQ==");
    r.socket_version = text_of("13");
    r.wants_socket = true;
    return r;
}

static void expect(const access_rules *rules, const http_request *r, access_target target,
                   int status, const char *what) {
    access_answer answer = access_check(rules, r);
    ck_assert_msg(answer.target == target && answer.status == status, "%s: %d %d", what,
                  answer.target, answer.status);
    ck_assert(target != ACCESS_REFUSED || strlen(answer.reason) > 10);
}

START_TEST(serves_the_page_to_its_own_names) {
    static const struct {
        const char *host;
        int status;
    } all[] = {
        {"127.0.0.1:8080", 200},
        {"localhost:8080", 200},
        {"LocalHost:8080", 200},
        {"[::1]:8080", 200},
        {"127.0.0.1", 403},
        {"127.0.0.1:80", 403},
        {"127.0.0.1:80800", 403},
        {"127.0.0.1:08080", 403},
        {"evil.example:8080", 403},
        {"127.0.0.1.evil:8080", 403},
        {"127.0.0.2:8080", 403},
        {"", 403},
        {":8080", 403},
        {"localhost.:8080", 403},
        {"::1:8080", 403},
        {"192.168.1.7:8080", 403},
        {"a@localhost:8080", 403},
        {"localhost:8080:8080", 403},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        http_request r = page_request();
        r.host = text_of(all[i].host);
        expect(&LOOPBACK, &r, all[i].status == 200 ? ACCESS_PAGE : ACCESS_REFUSED, all[i].status,
               all[i].host);
    }
}
END_TEST

START_TEST(port_80_may_be_left_out) {
    access_rules rules = LOOPBACK;
    rules.port = 80;
    http_request r = page_request();
    r.host = text_of("localhost");
    expect(&rules, &r, ACCESS_PAGE, 200, "localhost");
    r.host = text_of("localhost:80");
    expect(&rules, &r, ACCESS_PAGE, 200, "localhost:80");
    r.host = text_of("localhost:81");
    expect(&rules, &r, ACCESS_REFUSED, 403, "localhost:81");
}
END_TEST

START_TEST(a_chosen_address_is_a_name_too) {
    access_rules rules = LOOPBACK;
    http_request r = page_request();
    r.host = text_of("192.168.1.7:8080");
    snprintf(rules.address, sizeof rules.address, "192.168.1.7");
    expect(&rules, &r, ACCESS_PAGE, 200, "the address");
    r.host = text_of("192.168.1.8:8080");
    expect(&rules, &r, ACCESS_REFUSED, 403, "another address");
    rules.any_address = true;
    expect(&rules, &r, ACCESS_PAGE, 200, "any address");
    static const char *const refused[] = {
        "evil.example:8080", "1.2.3:8080", "1.2.3.4.5:8080", "[]:8080",       "[zz]:8080",
        "::1:8080",          ":8080",      "1.2.3.4x:8080",  "[1.2.3.4]:8080"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        r.host = text_of(refused[i]);
        expect(&rules, &r, ACCESS_REFUSED, 403, refused[i]);
    }
    r.host = text_of("[fe80::1]:8080");
    expect(&rules, &r, ACCESS_PAGE, 200, "version 6");
}
END_TEST

START_TEST(another_origin_is_refused) {
    static const struct {
        const char *origin;
        bool good;
    } all[] = {
        {NULL, true},
        {"http://127.0.0.1:8080", true},
        {"null", false},
        {"", false},
        {"https://127.0.0.1:8080", false},
        {"http://127.0.0.1:8081", false},
        {"http://127.0.0.1", false},
        {"http://127.0.0.1:8080/", false},
        {"http://127.0.0.1:8080.evil.example", false},
        {"http://localhost:8080", false}, /* not the same origin as the Host */
        {"http://evil.example", false},
        {"file://", false},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        http_request page = page_request(), socket = socket_request("token=" TOKEN);
        page.origin = socket.origin = text_of(all[i].origin);
        const char *what = all[i].origin != NULL ? all[i].origin : "none";
        expect(&LOOPBACK, &page, all[i].good ? ACCESS_PAGE : ACCESS_REFUSED,
               all[i].good ? 200 : 403, what);
        expect(&LOOPBACK, &socket, all[i].good ? ACCESS_SOCKET : ACCESS_REFUSED,
               all[i].good ? 0 : 403, what);
    }
}
END_TEST

START_TEST(every_wrong_token_is_refused) {
    for (size_t i = 0; i < ACCESS_TOKEN_SIZE; i++) {
        for (int bit = 0; bit < 8; bit++) {
            char query[] = "token=" TOKEN;
            query[6 + i] = (char)(query[6 + i] ^ 1 << bit);
            http_request r = page_request();
            r.query = (http_text){query, sizeof query - 1};
            expect(&LOOPBACK, &r, ACCESS_REFUSED, 403, query);
        }
    }
    static const char *const wrong[] = {NULL,
                                        "",
                                        "token=",
                                        "token",
                                        "token=0123456789abcdef0123456789abcde",
                                        "token=" TOKEN "0",
                                        "token=" TOKEN "&token=" TOKEN,
                                        "token=" TOKEN "%00",
                                        "Token=" TOKEN};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        http_request r = page_request();
        r.query = text_of(wrong[i]);
        expect(&LOOPBACK, &r, ACCESS_REFUSED, 403, wrong[i] != NULL ? wrong[i] : "none");
    }
}
END_TEST

START_TEST(tokens_are_random_hexadecimal_digits) {
    char tokens[64][ACCESS_TOKEN_SIZE + 1];
    for (int i = 0; i < 64; i++) {
        ck_assert(access_make_token(tokens[i]));
        ck_assert_uint_eq(strspn(tokens[i], "0123456789abcdef"), ACCESS_TOKEN_SIZE);
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(tokens[i], tokens[k]);
        }
    }
}
END_TEST

START_TEST(a_socket_belongs_to_a_run) {
    static const struct {
        const char *query;
        uint32_t run;
        int status;
    } all[] = {
        {"token=" TOKEN, 0, 0},
        {"token=" TOKEN "&run=0", 0, 0},
        {"run=1&token=" TOKEN, 1, 0},
        {"token=" TOKEN "&run=2", 0, 404},
        {"token=" TOKEN "&run=", 0, 404},
        {"token=" TOKEN "&run=-1", 0, 404},
        {"token=" TOKEN "&run=x", 0, 404},
        {"token=" TOKEN "&run=00", 0, 404},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        http_request r = socket_request(all[i].query);
        expect(&LOOPBACK, &r, all[i].status == 0 ? ACCESS_SOCKET : ACCESS_REFUSED, all[i].status,
               all[i].query);
        ck_assert_uint_eq(access_check(&LOOPBACK, &r).run, all[i].run);
    }
}
END_TEST

START_TEST(a_socket_needs_a_valid_handshake) {
    http_request r = socket_request("token=" TOKEN);
    r.wants_socket = false;
    expect(&LOOPBACK, &r, ACCESS_REFUSED, 426, "no upgrade");
    r = socket_request("token=" TOKEN);
    r.socket_version = text_of("8");
    expect(&LOOPBACK, &r, ACCESS_REFUSED, 426, "version 8");
    static const char *const keys[] = {NULL,
                                       "",
                                       "dGhlIHNhbXBsZSBub25jZQ=",
                                       "dGhlIHNhbXBsZSBub25jZQ===",
                                       "dGhlIHNhbXBsZSBub25j!Q==",
                                       "dGhlIHNhbXBsZSBub25jZQQQ"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        r = socket_request("token=" TOKEN);
        r.socket_key = text_of(keys[i]);
        expect(&LOOPBACK, &r, ACCESS_REFUSED, 400, keys[i] != NULL ? keys[i] : "none");
    }
}
END_TEST

START_TEST(other_methods_bodies_and_paths_are_refused) {
    static const char *const methods[] = {"HEAD",    "POST", "PUT", "DELETE",
                                          "OPTIONS", "get",  "GETS"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        http_request r = page_request();
        r.method = text_of(methods[i]);
        expect(&LOOPBACK, &r, ACCESS_REFUSED, 405, methods[i]);
    }
    static const char *const paths[] = {"//", "/../", "/index.html", "/live/", "/LIVE", "/?"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        http_request r = page_request();
        r.path = text_of(paths[i]);
        expect(&LOOPBACK, &r, ACCESS_REFUSED, 404, paths[i]);
        r.query = text_of("token=wrong");
        expect(&LOOPBACK, &r, ACCESS_REFUSED, 403, paths[i]); /* learns nothing of paths */
    }
    http_request r = page_request();
    r.has_body = true;
    expect(&LOOPBACK, &r, ACCESS_REFUSED, 400, "body");
    r = page_request();
    r.path = text_of("/favicon.ico");
    r.query = text_of(NULL);
    expect(&LOOPBACK, &r, ACCESS_ICON, 204, "icon");
}
END_TEST

START_TEST(a_ticket_leads_to_the_page) {
    access_rules rules = LOOPBACK;
    http_request r = page_request();
    r.path = text_of("/open");
    r.query = text_of("ticket=fedcba9876543210fedcba9876543210");
    expect(&rules, &r, ACCESS_REFUSED, 403, "there is none");
    snprintf(rules.ticket, sizeof rules.ticket, "fedcba9876543210fedcba9876543210");
    expect(&rules, &r, ACCESS_TICKET, 303, "the ticket");
    r.query = text_of("ticket=");
    expect(&rules, &r, ACCESS_REFUSED, 403, "empty");
    r.query = text_of("ticket=" TOKEN);
    expect(&rules, &r, ACCESS_REFUSED, 403, "the token is no ticket");
    r.query = text_of("token=fedcba9876543210fedcba9876543210");
    expect(&rules, &r, ACCESS_REFUSED, 403, "the ticket is no token");
    r.query = text_of("ticket=fedcba9876543210fedcba9876543210");
    r.path = text_of("/live");
    expect(&rules, &r, ACCESS_REFUSED, 403, "the ticket opens no socket");
    r.path = text_of("/open");
    r.host = text_of("evil.example:8080");
    expect(&rules, &r, ACCESS_REFUSED, 403, "another host");
}
END_TEST

int main(void) {
    SUITE("serve/access", serves_the_page_to_its_own_names, port_80_may_be_left_out,
          a_chosen_address_is_a_name_too, another_origin_is_refused, every_wrong_token_is_refused,
          tokens_are_random_hexadecimal_digits, a_socket_belongs_to_a_run,
          a_socket_needs_a_valid_handshake, other_methods_bodies_and_paths_are_refused,
          a_ticket_leads_to_the_page);
}
