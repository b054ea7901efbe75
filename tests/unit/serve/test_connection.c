/* Connections without sockets: requests, the WebSocket, jobs, limits and timeouts. */
#include "serve/connection.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOKEN "0123456789abcdef0123456789abcdef"
#define HOST  "Host: 127.0.0.1:8080\r\n"

enum { LIMIT = 1000, OUTPUT = 1 << 16 };

static memory heap;
static serve_site site;
static connection c;
static char output[OUTPUT];
static size_t output_size;

static void open_at(int64_t now) {
    memory_init(&heap, NULL);
    site = (serve_site){.access = {.token = TOKEN, .port = 8080, .run_count = 2},
                        .page = "<html>the page</html>",
                        .page_size = 21,
                        .policy = "default-src 'none'",
                        .message_limit = LIMIT,
                        .heap = &heap};
    connection_open(&c, &site, now);
    output_size = 0;
}

static void close_it(void) {
    connection_free(&c);
    ck_assert_uint_eq(heap.held, 0);
}

/* Gives bytes in pieces of at most `piece`. Returns how many were taken. */
static size_t give(const void *bytes, size_t size, size_t piece) {
    size_t at = 0;
    uint8_t *room = NULL;
    while (at < size) {
        size_t count = connection_room(&c, &room);
        count = count < piece ? count : piece;
        count = count < size - at ? count : size - at;
        if (count == 0) {
            break;
        }
        memcpy(room, (const char *)bytes + at, count);
        connection_receive(&c, count, 0);
        at += count;
    }
    return at;
}

static void give_text(const char *text) {
    ck_assert_uint_eq(give(text, strlen(text), SIZE_MAX), strlen(text));
}

/* Takes all output, in pieces of at most `piece`. */
static void take(size_t piece, int64_t now) {
    const uint8_t *bytes = NULL;
    size_t size;
    while ((size = connection_output(&c, &bytes)) > 0) {
        size = size < piece ? size : piece;
        ck_assert_uint_lt(output_size + size, OUTPUT);
        memcpy(output + output_size, bytes, size);
        output_size += size;
        connection_sent(&c, size, now);
    }
    output[output_size] = '\0';
}

static void expect_status(const char *request, const char *status) {
    open_at(0);
    give(request, strlen(request), SIZE_MAX);
    take(SIZE_MAX, 0);
    ck_assert_msg(strncmp(output, status, strlen(status)) == 0, "%s -> %s", request, output);
    ck_assert_int_eq(c.phase, CONNECTION_DRAINING);
    ck_assert_ptr_nonnull(strstr(output, "\r\nConnection: close\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\nX-Content-Type-Options: nosniff\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\nCache-Control: no-store\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\nReferrer-Policy: no-referrer\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\nContent-Security-Policy: default-src 'none'"));
    close_it();
}

START_TEST(gives_the_page_with_strict_headers) {
    expect_status("GET /?token=" TOKEN " HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 200 OK\r\n");
    ck_assert_ptr_nonnull(strstr(output, "\r\nContent-Length: 21\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\nCross-Origin-Opener-Policy: same-origin\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\nCross-Origin-Embedder-Policy: require-corp\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\nX-Frame-Options: DENY\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\n\r\n<html>the page</html>"));
}
END_TEST

START_TEST(refuses_with_a_status_and_a_reason) {
    expect_status("GET / HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 403 Forbidden\r\n");
    ck_assert_ptr_nonnull(strstr(output, "\r\n\r\n403 Forbidden: the address has no valid token"));
    expect_status("POST /?token=" TOKEN " HTTP/1.1\r\n" HOST "\r\n",
                  "HTTP/1.1 405 Method Not Allowed\r\n");
    ck_assert_ptr_nonnull(strstr(output, "\r\nAllow: GET\r\n"));
    expect_status("GET /live?token=" TOKEN " HTTP/1.1\r\n" HOST "\r\n",
                  "HTTP/1.1 426 Upgrade Required\r\n");
    ck_assert_ptr_nonnull(strstr(output, "\r\nSec-WebSocket-Version: 13\r\n"));
    expect_status("GET / HTTP/1.0\r\n" HOST "\r\n", "HTTP/1.1 505 ");
    expect_status("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "HTTP/1.1 403 ");
    expect_status("\x16\x03\x01\x02", "HTTP/1.1 400 "); /* TLS */
    expect_status("GET /favicon.ico HTTP/1.1\r\n" HOST "\r\n", "HTTP/1.1 204 No Content\r\n");
    ck_assert_ptr_nonnull(strstr(output, "\r\nContent-Length: 0\r\n"));
}
END_TEST

START_TEST(a_ticket_is_used_once) {
    static const char request[] =
        "GET /open?ticket=fedcba9876543210fedcba9876543210 HTTP/1.1\r\n" HOST "\r\n";
    open_at(0);
    memcpy(site.access.ticket, "fedcba9876543210fedcba9876543210", ACCESS_TOKEN_SIZE + 1);
    give_text(request);
    take(SIZE_MAX, 0);
    ck_assert_int_eq(strncmp(output, "HTTP/1.1 303 See Other\r\n", 24), 0);
    ck_assert_ptr_nonnull(strstr(output, "\r\nLocation: /?token=" TOKEN "\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "\r\nCache-Control: no-store\r\n"));
    connection_free(&c);
    connection_open(&c, &site, 0);
    output_size = 0;
    give_text(request);
    take(SIZE_MAX, 0);
    ck_assert_int_eq(strncmp(output, "HTTP/1.1 403 ", 13), 0);
    ck_assert_ptr_null(strstr(output, TOKEN));
    close_it();
}
END_TEST

START_TEST(a_refusal_never_shows_what_was_sent) {
    open_at(0);
    give_text("GET /<script> HTTP/1.1\r\nHost: 127.0.0.1:8080<script>\r\n\r\n");
    take(SIZE_MAX, 0);
    ck_assert_ptr_null(strstr(output, "script>"));
    close_it();
}
END_TEST

START_TEST(requests_may_come_in_any_pieces) {
    static const char request[] = "GET /?token=" TOKEN " HTTP/1.1\r\n" HOST "\r\n";
    for (size_t piece = 1; piece < sizeof request; piece++) {
        open_at(0);
        ck_assert_uint_eq(give(request, sizeof request - 1, piece), sizeof request - 1);
        take(piece, 0);
        ck_assert_ptr_nonnull(strstr(output, "<html>the page</html>"));
        close_it();
    }
}
END_TEST

START_TEST(a_head_has_at_most_8192_bytes) {
    char request[HTTP_MAX_HEAD + 2];
    for (size_t size = HTTP_MAX_HEAD - 1; size <= HTTP_MAX_HEAD + 1; size++) {
        int used =
            snprintf(request, sizeof request, "GET /?token=" TOKEN " HTTP/1.1\r\n" HOST "X: ");
        memset(request + used, 'a', size - (size_t)used - 4);
        memcpy(request + size - 4, "\r\n\r\n", 4);
        open_at(0);
        give(request, size, 100);
        take(SIZE_MAX, 0);
        const char *status = size <= HTTP_MAX_HEAD ? "HTTP/1.1 200 " : "HTTP/1.1 431 ";
        ck_assert_msg(strncmp(output, status, 13) == 0, "%zu: %.20s", size, output);
        close_it();
    }
}
END_TEST

/* ---- WebSocket ------------------------------------------------------------------------------- */

static const char UPGRADE[] = "GET /live?token=" TOKEN "&run=1 HTTP/1.1\r\n" HOST
                              "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                              "Origin: http://127.0.0.1:8080\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                              "Sec-WebSocket-Version: 13\r\n\r\n";

static size_t put_frame(uint8_t *out, uint8_t first, const char *payload, size_t size) {
    size_t head = websocket_write_head(out, WEBSOCKET_TEXT, size);
    out[0] = first;
    out[1] |= 0x80;
    memset(out + head, 0x55, 4);
    for (size_t i = 0; i < size; i++) {
        out[head + 4 + i] = (uint8_t)payload[i] ^ 0x55;
    }
    return head + 4 + size;
}

static void open_socket(void) {
    open_at(0);
    give_text(UPGRADE);
    take(SIZE_MAX, 0);
    ck_assert_int_eq(c.phase, CONNECTION_OPEN);
    output_size = 0;
}

static size_t give_frame(uint8_t first, const char *payload) {
    uint8_t frame[2000];
    return give(frame, put_frame(frame, first, payload, strlen(payload)), SIZE_MAX);
}

/* Answers the job that is ready. */
static void answer(const char *message, const char *text) {
    serve_job *job = connection_take_job(&c);
    ck_assert_ptr_nonnull(job);
    ck_assert_uint_eq(job->message_size, strlen(message));
    ck_assert_mem_eq(job->message, message, strlen(message));
    ck_assert_ptr_null(connection_take_job(&c));
    job->answer_size = strlen(text);
    job->answer = memory_get(&heap, strlen(text));
    memcpy(job->answer, text, strlen(text));
    connection_finish_job(&c, 0);
}

START_TEST(upgrades_and_passes_messages_of_its_run) {
    open_at(0);
    uint8_t stream[2000];
    size_t size = sizeof UPGRADE - 1;
    memcpy(stream, UPGRADE, size);
    size += put_frame(stream + size, 0x81, "hello", 5); /* in the same packet */
    ck_assert_uint_eq(give(stream, size, SIZE_MAX), size);
    take(SIZE_MAX, 0);
    ck_assert_ptr_nonnull(strstr(output, "HTTP/1.1 101 Switching Protocols\r\n"));
    ck_assert_ptr_nonnull(strstr(output, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    output_size = 0;
    ck_assert_uint_eq(c.job.run, 1);
    answer("hello", "world");
    take(SIZE_MAX, 0);
    ck_assert_str_eq(output, "world");
    ck_assert_ptr_null(connection_take_job(&c));
    close_it();
}
END_TEST

START_TEST(messages_are_answered_in_order_one_at_a_time) {
    open_socket();
    give_frame(0x81, "one");
    give_frame(0x81, "two");
    uint8_t *room = NULL;
    ck_assert_uint_eq(connection_room(&c, &room), 0); /* two is waiting: nothing is read */
    answer("one", "ONE");
    ck_assert_uint_eq(connection_room(&c, &room), 0); /* not before ONE has gone */
    ck_assert_ptr_null(connection_take_job(&c));
    take(1, 0);
    answer("two", "TWO");
    take(1, 0);
    ck_assert_str_eq(output, "ONETWO");
    ck_assert_uint_gt(connection_room(&c, &room), 0);
    close_it();
}
END_TEST

START_TEST(a_packet_of_many_messages_is_taken_apart) {
    open_socket();
    uint8_t stream[CONNECTION_INPUT];
    size_t size = 0;
    for (int i = 0; i < 100; i++) {
        size += put_frame(stream + size, 0x81, "again", 5);
    }
    give(stream, size, SIZE_MAX);
    for (int i = 0; i < 100; i++) {
        answer("again", "x");
        take(SIZE_MAX, 0);
    }
    ck_assert_uint_eq(output_size, 100);
    ck_assert_ptr_null(connection_take_job(&c));
    close_it();
}
END_TEST

START_TEST(a_flood_holds_two_messages_and_one_buffer) {
    open_socket();
    char message[LIMIT + 1];
    memset(message, 'm', LIMIT);
    message[LIMIT] = '\0';
    size_t taken = 0;
    for (int i = 0; i < 1000; i++) {
        taken += give_frame(0x81, message);
    }
    ck_assert_uint_lt(taken, 2 * (LIMIT + 8) + CONNECTION_INPUT);
    ck_assert_uint_le(heap.held, 2 * 2 * LIMIT);
    close_it();
}
END_TEST

START_TEST(pings_are_answered_and_their_flood_is_bounded) {
    open_socket();
    give_frame(0x89, "are you there");
    take(SIZE_MAX, 0);
    ck_assert_str_eq(output, "\x8a\x0d"
                             "are you there");
    for (int i = 0; i < 10000; i++) { /* the client reads nothing */
        give_frame(0x89, "ping");
    }
    const uint8_t *bytes = NULL;
    ck_assert_uint_lt(connection_output(&c, &bytes), 600);
    ck_assert_int_eq(c.phase, CONNECTION_OPEN);
    close_it();
}
END_TEST

START_TEST(control_frames_do_not_interrupt_an_answer) {
    open_socket();
    give_frame(0x81, "one");
    answer("one", "ANSWER");
    const uint8_t *bytes = NULL;
    ck_assert_uint_eq(connection_output(&c, &bytes), 6);
    memcpy(output, bytes, 3);
    output_size = 3;
    connection_sent(&c, 3, 0);
    give_frame(0x89, "p");
    take(SIZE_MAX, 0);
    ck_assert_str_eq(output, "ANSWER\x8a\x01p");
    close_it();
}
END_TEST

START_TEST(a_close_frame_is_answered) {
    open_socket();
    give_frame(0x88, "\x03\xe8"
                     "bye");
    take(SIZE_MAX, 0);
    ck_assert_uint_eq(output_size, 4);
    ck_assert_mem_eq(output, "\x88\x02\x03\xe8", 4);
    ck_assert_int_eq(c.phase, CONNECTION_DRAINING);
    uint8_t *room = NULL;
    ck_assert_uint_gt(connection_room(&c, &room), 0);
    connection_end_of_input(&c);
    ck_assert_int_eq(c.phase, CONNECTION_OVER);
    close_it();
}
END_TEST

START_TEST(violations_close_with_their_code) {
    static const struct {
        const char *bytes;
        size_t size;
        uint16_t code;
    } all[] = {{"\x81\x05hello", 7, 1002},
               {"\x82\x80mask", 6, 1003},
               {"\x81\x81\0\0\0\0\xff", 7, 1007},
               {"\x81\xfe\x03\xe9mask", 8, 1009},
               {"GET / HTTP/1.1", 14, 1002}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        open_socket();
        give(all[i].bytes, all[i].size, SIZE_MAX);
        take(SIZE_MAX, 0);
        ck_assert_uint_gt(output_size, 4);
        ck_assert_uint_eq((uint8_t)output[0], 0x88);
        ck_assert_uint_eq((uint8_t)output[2] << 8 | (uint8_t)output[3], all[i].code);
        ck_assert_int_eq(c.phase, CONNECTION_DRAINING);
        close_it();
    }
}
END_TEST

START_TEST(closing_sends_an_answer_that_is_ready) {
    open_socket();
    give_frame(0x81, "one");
    answer("one", "ANSWER");
    const uint8_t *bytes = NULL;
    connection_output(&c, &bytes);
    memcpy(output, bytes, 1);
    output_size = 1;
    connection_sent(&c, 1, 0);
    connection_close(&c, WEBSOCKET_GOING_AWAY, "end", 0);
    take(1, 0);
    ck_assert_str_eq(output, "ANSWER\x88\x05\x03\xe9"
                             "end");
    ck_assert_int_eq(c.phase, CONNECTION_DRAINING);
    close_it();
    open_socket();
    give_frame(0x81, "one");
    answer("one", "ANSWER");
    connection_close(&c, WEBSOCKET_GOING_AWAY, "end", 0);
    take(1, 0);
    ck_assert_str_eq(output, "ANSWER\x88\x05\x03\xe9"
                             "end");
    close_it();
}
END_TEST

START_TEST(closing_interrupts_no_frame_that_has_begun) {
    open_socket();
    give_frame(0x89, "ping");
    const uint8_t *bytes = NULL;
    ck_assert_uint_eq(connection_output(&c, &bytes), 6);
    memcpy(output, bytes, 3); /* half of the pong */
    output_size = 3;
    connection_sent(&c, 3, 0);
    give_frame(0x81, "one");
    answer("one", "ANSWER");
    connection_close(&c, WEBSOCKET_GOING_AWAY, "end", 0);
    take(1, 0);
    ck_assert_str_eq(output, "\x8a\x04pingANSWER\x88\x05\x03\xe9"
                             "end");
    ck_assert_int_eq(c.phase, CONNECTION_DRAINING);
    close_it();
}
END_TEST

START_TEST(an_answer_without_memory_closes) {
    open_socket();
    give_frame(0x81, "one");
    ck_assert_ptr_nonnull(connection_take_job(&c));
    connection_finish_job(&c, 0);
    take(SIZE_MAX, 0);
    ck_assert_uint_eq((uint8_t)output[2] << 8 | (uint8_t)output[3], WEBSOCKET_SERVER_ERROR);
    close_it();
}
END_TEST

START_TEST(a_job_that_ends_after_its_client_is_freed) {
    open_socket();
    give_frame(0x81, "one");
    serve_job *job = connection_take_job(&c);
    connection_end_of_input(&c);
    job->answer_size = 10;
    job->answer = memory_get(&heap, 10);
    connection_finish_job(&c, 0);
    const uint8_t *bytes = NULL;
    ck_assert_uint_eq(connection_output(&c, &bytes), 0);
    ck_assert_int_eq(c.phase, CONNECTION_OVER);
    close_it();
}
END_TEST

/* ---- Time ------------------------------------------------------------------------------------ */

START_TEST(a_slow_request_times_out_however_it_drips) {
    open_at(5000);
    for (int64_t now = 5000; now < 5000 + CONNECTION_REQUEST_MS; now += 500) {
        uint8_t *room = NULL;
        connection_room(&c, &room);
        *room = 'G';
        connection_receive(&c, 1, now);
        ck_assert_int_eq(connection_tick(&c, now), 5000 + CONNECTION_REQUEST_MS);
        ck_assert_int_eq(c.phase, CONNECTION_REQUEST);
    }
    connection_tick(&c, 5000 + CONNECTION_REQUEST_MS);
    take(SIZE_MAX, 5000 + CONNECTION_REQUEST_MS);
    ck_assert_int_eq(strncmp(output, "HTTP/1.1 408 ", 13), 0);
    ck_assert_int_eq(c.phase, CONNECTION_DRAINING);
    connection_tick(&c, 5000 + CONNECTION_REQUEST_MS + CONNECTION_DRAIN_MS);
    ck_assert_int_eq(c.phase, CONNECTION_OVER);
    close_it();
}
END_TEST

START_TEST(a_slow_reader_of_the_page_times_out) {
    open_at(0);
    give_text("GET /?token=" TOKEN " HTTP/1.1\r\n" HOST "\r\n");
    for (int64_t now = 0; now < CONNECTION_RESPONSE_MS; now += 1000) {
        connection_tick(&c, now);
        ck_assert_int_eq(c.phase, CONNECTION_RESPONSE);
        connection_sent(&c, 1, now);
    }
    connection_tick(&c, CONNECTION_RESPONSE_MS);
    ck_assert_int_eq(c.phase, CONNECTION_OVER);
    close_it();
}
END_TEST

START_TEST(a_silent_client_is_asked_then_given_up) {
    open_socket();
    ck_assert_int_eq(connection_tick(&c, 0), CONNECTION_PING_MS);
    connection_tick(&c, CONNECTION_PING_MS);
    take(SIZE_MAX, CONNECTION_PING_MS);
    ck_assert_str_eq(output, "\x89\x04wend");
    output_size = 0;
    connection_tick(&c, CONNECTION_PING_MS + 1000);
    take(SIZE_MAX, CONNECTION_PING_MS + 1000);
    ck_assert_uint_eq(output_size, 0); /* asked once */
    uint8_t frame[20], *room = NULL;
    size_t size = put_frame(frame, 0x8a, "wend", 4);
    connection_room(&c, &room);
    memcpy(room, frame, size);
    connection_receive(&c, size, 30000);
    connection_tick(&c, 30000 + CONNECTION_PING_MS);
    take(SIZE_MAX, 30000 + CONNECTION_PING_MS);
    ck_assert_str_eq(output, "\x89\x04wend");
    connection_tick(&c, 30000 + CONNECTION_IDLE_MS - 1);
    ck_assert_int_eq(c.phase, CONNECTION_OPEN);
    connection_tick(&c, 30000 + CONNECTION_IDLE_MS);
    ck_assert_int_eq(c.phase, CONNECTION_OVER);
    close_it();
}
END_TEST

START_TEST(a_client_that_takes_nothing_is_given_up) {
    open_socket();
    give_frame(0x81, "one");
    ck_assert_ptr_nonnull(connection_take_job(&c));
    connection_tick(&c, 10 * CONNECTION_IDLE_MS); /* the host may take its time */
    ck_assert_int_eq(c.phase, CONNECTION_OPEN);
    int64_t now = 10 * CONNECTION_IDLE_MS;
    c.job.answer_size = 100;
    c.job.answer = memory_get(&heap, 100);
    connection_finish_job(&c, now);
    connection_tick(&c, now + CONNECTION_STALL_MS - 1);
    ck_assert_int_eq(c.phase, CONNECTION_OPEN);
    connection_sent(&c, 1, now + CONNECTION_STALL_MS - 1);
    connection_tick(&c, now + CONNECTION_STALL_MS);
    ck_assert_int_eq(c.phase, CONNECTION_OPEN); /* it took a byte */
    connection_tick(&c, now + 2 * CONNECTION_STALL_MS);
    ck_assert_int_eq(c.phase, CONNECTION_OVER);
    close_it();
}
END_TEST

START_TEST(a_ping_after_long_silence_is_no_stall) {
    open_socket();
    uint8_t frame[20], *room = NULL;
    size_t size = put_frame(frame, 0x8a, "", 0);
    for (int64_t now = 0; now < 10 * CONNECTION_STALL_MS; now += 15000) {
        connection_room(&c, &room);
        memcpy(room, frame, size);
        connection_receive(&c, size, now);
        connection_tick(&c, now);
    }
    int64_t now = 10 * CONNECTION_STALL_MS + 10000;
    connection_tick(&c, now);
    connection_tick(&c, now + 1); /* the ping waits; nothing was sent for minutes */
    ck_assert_int_eq(c.phase, CONNECTION_OPEN);
    close_it();
}
END_TEST

int main(void) {
    SUITE("serve/connection", gives_the_page_with_strict_headers,
          refuses_with_a_status_and_a_reason, a_ticket_is_used_once,
          a_refusal_never_shows_what_was_sent, requests_may_come_in_any_pieces,
          a_head_has_at_most_8192_bytes, upgrades_and_passes_messages_of_its_run,
          messages_are_answered_in_order_one_at_a_time, a_packet_of_many_messages_is_taken_apart,
          a_flood_holds_two_messages_and_one_buffer, pings_are_answered_and_their_flood_is_bounded,
          control_frames_do_not_interrupt_an_answer, a_close_frame_is_answered,
          violations_close_with_their_code, closing_sends_an_answer_that_is_ready,
          closing_interrupts_no_frame_that_has_begun, an_answer_without_memory_closes,
          a_job_that_ends_after_its_client_is_freed, a_slow_request_times_out_however_it_drips,
          a_slow_reader_of_the_page_times_out, a_silent_client_is_asked_then_given_up,
          a_client_that_takes_nothing_is_given_up, a_ping_after_long_silence_is_no_stall);
}
