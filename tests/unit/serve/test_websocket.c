/* WebSocket frames: the examples of RFC 6455, all splits of a stream, and violations. */
#include "serve/net/websocket.h"
#include "support/suite.h"
#include "support/trials.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/random.h>

enum { LIMIT = 70000 };

static memory heap;

/* A frame with the mask 37 fa 21 3d of the RFC's examples. */
static size_t put_frame(uint8_t *out, uint8_t first, const void *payload, size_t size) {
    static const uint8_t mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    size_t head = websocket_write_head(out, WEBSOCKET_TEXT, size);
    out[0] = first;
    out[1] |= 0x80;
    memcpy(out + head, mask, 4);
    for (size_t i = 0; i < size; i++) {
        out[head + 4 + i] = ((const uint8_t *)payload)[i] ^ mask[i % 4];
    }
    return head + 4 + size;
}

static void open_reader(websocket_reader *reader) {
    memory_init(&heap, NULL);
    websocket_reader_init(reader, &heap, LIMIT);
}

static void close_reader(websocket_reader *reader) {
    websocket_reader_free(reader);
    ck_assert_uint_eq(heap.held, 0);
}

/* Reads a stream in two pieces, and writes one line for each event. */
static void read_stream(const uint8_t *bytes, size_t size, size_t split, char *log, size_t room) {
    websocket_reader reader;
    open_reader(&reader);
    const uint8_t *at = bytes;
    websocket_event event = WEBSOCKET_EVENT_NONE;
    log[0] = '\0';
    while (at < bytes + size && event != WEBSOCKET_EVENT_FAILED) {
        const uint8_t *end = at < bytes + split ? bytes + split : bytes + size;
        event = websocket_read(&reader, &at, end);
        size_t used = strlen(log);
        switch (event) {
        case WEBSOCKET_EVENT_NONE:
            ck_assert(at == end);
            break;
        case WEBSOCKET_EVENT_MESSAGE:
            snprintf(log + used, room - used, "text %.*s\n", (int)reader.message_size,
                     reader.message != NULL ? (char *)reader.message : "");
            break;
        case WEBSOCKET_EVENT_FAILED:
            snprintf(log + used, room - used, "fail %d %s\n", reader.code, reader.reason);
            break;
        case WEBSOCKET_EVENT_CLOSE:
            snprintf(log + used, room - used, "close %d\n", reader.code);
            break;
        default:
            snprintf(log + used, room - used, "%s %.*s\n",
                     event == WEBSOCKET_EVENT_PING ? "ping" : "pong", (int)reader.control_size,
                     (char *)reader.control);
        }
    }
    close_reader(&reader);
}

static void expect(const uint8_t *bytes, size_t size, const char *expected) {
    char log[1000];
    for (size_t split = 0; split <= size; split++) {
        read_stream(bytes, size, split, log, sizeof log);
        ck_assert_msg(strcmp(log, expected) == 0, "split at %zu: '%s', not '%s'", split, log,
                      expected);
    }
}

START_TEST(accepts_the_key_of_rfc_6455) {
    char accept[WEBSOCKET_ACCEPT_SIZE + 1] = {0};
    websocket_accept_key("dGhlIHNhbXBsZSBub25jZQ==", accept);
    ck_assert_str_eq(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}
END_TEST

/* Section 5.7; the unmasked examples are those of a server, see below. */
START_TEST(reads_the_examples_of_rfc_6455) {
    static const uint8_t hello[] = {0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d,
                                    0x7f, 0x9f, 0x4d, 0x51, 0x58};
    expect(hello, sizeof hello, "text Hello\n");
    static const uint8_t pong[] = {0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d,
                                   0x7f, 0x9f, 0x4d, 0x51, 0x58};
    expect(pong, sizeof pong, "pong Hello\n");
}
END_TEST

START_TEST(writes_the_examples_of_rfc_6455) {
    uint8_t head[WEBSOCKET_MAX_SENT_HEAD];
    ck_assert_uint_eq(websocket_write_head(head, WEBSOCKET_TEXT, 5), 2);
    ck_assert(head[0] == 0x81 && head[1] == 0x05);
    ck_assert_uint_eq(websocket_write_head(head, WEBSOCKET_PING, 5), 2);
    ck_assert(head[0] == 0x89 && head[1] == 0x05);
    static const uint8_t two[] = {0x82, 0x7e, 0x01, 0x00},
                         eight[] = {0x82, 0x7f, 0, 0, 0, 0, 0, 1, 0, 0};
    ck_assert_uint_eq(websocket_write_head(head, WEBSOCKET_BINARY, 256), 4);
    ck_assert_mem_eq(head, two, 4);
    ck_assert_uint_eq(websocket_write_head(head, WEBSOCKET_BINARY, 65536), 10);
    ck_assert_mem_eq(head, eight, 10);
    ck_assert_uint_eq(websocket_write_head(head, WEBSOCKET_BINARY, 125), 2);
    ck_assert_uint_eq(websocket_write_head(head, WEBSOCKET_BINARY, 126), 4);
    ck_assert_uint_eq(websocket_write_head(head, WEBSOCKET_BINARY, 65535), 4);
}
END_TEST

START_TEST(joins_fragments_around_control_frames) {
    uint8_t s[200];
    size_t n = put_frame(s, 0x01, "Hel", 3);
    n += put_frame(s + n, 0x89, "p", 1);
    n += put_frame(s + n, 0x00, "", 0);
    n += put_frame(s + n, 0x8a, "", 0);
    n += put_frame(s + n, 0x80, "lo", 2);
    n += put_frame(s + n, 0x81, "", 0);
    n += put_frame(s + n, 0x81, "next", 4);
    n += put_frame(s + n, 0x88,
                   "\x03\xe8"
                   "bye",
                   5);
    expect(s, n, "ping p\npong \ntext Hello\ntext \ntext next\nclose 1000\n");
}
END_TEST

START_TEST(characters_may_be_split_between_fragments) {
    uint8_t s[100];
    size_t n = put_frame(s, 0x01, "\xe2\x82", 2);
    n += put_frame(s + n, 0x80, "\xac", 1);
    expect(s, n, "text \xe2\x82\xac\n");
}
END_TEST

typedef struct violation {
    const char *bytes;
    size_t size;
    const char *log;
} violation;

#define BYTES(text) text, sizeof text - 1

START_TEST(refuses_violations) {
    static const violation all[] = {
        {BYTES("\xc1\x80"), "fail 1002 reserved bits are set\n"},
        {BYTES("\xa1\x80"), "fail 1002 reserved bits are set\n"},
        {BYTES("\x91\x80"), "fail 1002 reserved bits are set\n"},
        {BYTES("\x83\x80"), "fail 1002 unknown opcode\n"},
        {BYTES("\x87\x80"), "fail 1002 unknown opcode\n"},
        {BYTES("\x8b\x80"), "fail 1002 unknown opcode\n"},
        {BYTES("\x8f\x80"), "fail 1002 unknown opcode\n"},
        {BYTES("\x81\x05"), "fail 1002 frame without a mask\n"},
        {BYTES("\x09\x80"), "fail 1002 control frame in fragments\n"},
        {BYTES("\x89\xfe"), "fail 1002 control frame of over 125 bytes\n"},
        {BYTES("\x88\xff"), "fail 1002 control frame of over 125 bytes\n"},
        {BYTES("\x82\x80"), "fail 1003 binary message, expected text\n"},
        {BYTES("\x80\x80"), "fail 1002 continuation of nothing\n"},
        {BYTES("\x00\x80"), "fail 1002 continuation of nothing\n"},
        {BYTES("\x01\x80mask\x81\x80"), "fail 1002 message within a message\n"},
        {BYTES("\x01\x80mask\x01\x80"), "fail 1002 message within a message\n"},
        {BYTES("\x81\xfe\0\x7dmask"), "fail 1002 length in more bytes than it needs\n"},
        {BYTES("\x81\xff\0\0\0\0\0\0\xff\xffmask"),
         "fail 1002 length in more bytes than it needs\n"},
        {BYTES("\x81\xff\x80\0\0\0\0\1\0\0mask"), "fail 1002 length of more than 63 bits\n"},
        {BYTES("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xffmask"), "fail 1009 message too large\n"},
        {BYTES("\x81\xff\0\0\0\0\0\1\x11\x71mask"), "fail 1009 message too large\n"},
        {BYTES("\x81\x81\0\0\0\0\xff"), "fail 1007 text that is not UTF-8\n"},
        {BYTES("\x81\x81\0\0\0\0\xc3"), "fail 1007 text that is not UTF-8\n"},
        {BYTES("\x01\x81\0\0\0\0\xc3\x80\x81\0\0\0\0x"), "fail 1007 text that is not UTF-8\n"},
        {BYTES("\x88\x81\0\0\0\0\3"), "fail 1002 invalid close code\n"},
        {BYTES("\x88\x82\0\0\0\0\3\xe7"), "fail 1002 invalid close code\n"},   /* 999 */
        {BYTES("\x88\x82\0\0\0\0\3\xec"), "fail 1002 invalid close code\n"},   /* 1004 */
        {BYTES("\x88\x82\0\0\0\0\3\xed"), "fail 1002 invalid close code\n"},   /* 1005 */
        {BYTES("\x88\x82\0\0\0\0\3\xee"), "fail 1002 invalid close code\n"},   /* 1006 */
        {BYTES("\x88\x82\0\0\0\0\3\xf7"), "fail 1002 invalid close code\n"},   /* 1015 */
        {BYTES("\x88\x82\0\0\0\0\x0b\xb7"), "fail 1002 invalid close code\n"}, /* 2999 */
        {BYTES("\x88\x82\0\0\0\0\x13\x88"), "fail 1002 invalid close code\n"}, /* 5000 */
        {BYTES("\x88\x83\0\0\0\0\3\xe8\xff"), "fail 1007 close reason that is not UTF-8\n"},
        {BYTES("\x88\x83\0\0\0\0\3\xe8\xc3"), "fail 1007 close reason that is not UTF-8\n"},
        {BYTES("\x88\x80mask"), "close 1005\n"},
        {BYTES("\x88\x82\0\0\0\0\x0b\xb8"), "close 3000\n"},
        {BYTES("\x88\x82\0\0\0\0\x13\x87"), "close 4999\n"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        expect((const uint8_t *)all[i].bytes, all[i].size, all[i].log);
    }
}
END_TEST

/* Reads bytes that must give no event or one. */
static websocket_event read_all(websocket_reader *reader, const uint8_t *bytes, size_t size) {
    const uint8_t *at = bytes;
    return websocket_read(reader, &at, bytes + size);
}

START_TEST(takes_messages_up_to_the_limit) {
    static uint8_t payload[LIMIT + 1], frame[LIMIT + 20];
    memset(payload, 'a', sizeof payload);
    for (size_t size = LIMIT - 1; size <= LIMIT + 1; size++) {
        websocket_reader reader;
        open_reader(&reader);
        size_t n = put_frame(frame, 0x81, payload, size);
        websocket_event event = read_all(&reader, frame, n);
        ck_assert_int_eq(event, size <= LIMIT ? WEBSOCKET_EVENT_MESSAGE : WEBSOCKET_EVENT_FAILED);
        ck_assert(event != WEBSOCKET_EVENT_MESSAGE ||
                  (reader.message_size == size && memcmp(reader.message, payload, size) == 0));
        ck_assert(event != WEBSOCKET_EVENT_FAILED || reader.code == WEBSOCKET_TOO_LARGE);
        close_reader(&reader);
    }
}
END_TEST

START_TEST(the_limit_counts_all_fragments) {
    static uint8_t payload[LIMIT], frame[LIMIT + 20];
    memset(payload, 'a', sizeof payload);
    websocket_reader reader;
    open_reader(&reader);
    size_t n = put_frame(frame, 0x01, payload, LIMIT - 10);
    ck_assert_int_eq(read_all(&reader, frame, n), WEBSOCKET_EVENT_NONE);
    n = put_frame(frame, 0x00, payload, 10);
    ck_assert_int_eq(read_all(&reader, frame, n), WEBSOCKET_EVENT_NONE);
    n = put_frame(frame, 0x00, payload, 1);
    ck_assert_int_eq(read_all(&reader, frame, n), WEBSOCKET_EVENT_FAILED);
    ck_assert_int_eq(reader.code, WEBSOCKET_TOO_LARGE);
    close_reader(&reader);
}
END_TEST

START_TEST(memory_grows_with_bytes_not_with_claims) {
    websocket_reader reader;
    open_reader(&reader);
    static const uint8_t claim[] = {0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0, 'a'};
    ck_assert_int_eq(read_all(&reader, claim, sizeof claim), WEBSOCKET_EVENT_NONE);
    ck_assert_uint_lt(heap.held, 100);
    close_reader(&reader);
}
END_TEST

START_TEST(frees_a_message_within_its_payload) {
    uint8_t frame[100];
    size_t n = put_frame(frame, 0x81, "some text of a message", 22);
    for (size_t size = 0; size <= n; size++) {
        websocket_reader reader;
        open_reader(&reader);
        read_all(&reader, frame, size);
        close_reader(&reader);
    }
}
END_TEST

/* Random texts in random fragments with random masks, read in random pieces, come out as they were.
 */
static size_t put_random_message(uint8_t *out, const char *text, size_t size, uint64_t seed) {
    size_t used = 0, at = 0;
    for (uint32_t i = 0; at < size || i == 0; i++) {
        size_t left = size - at;
        size_t piece = left == 0 ? 0 : 1 + wend_random_bits(seed, i, 0, 1) % left;
        used += put_frame(out + used, (uint8_t)((at + piece == size ? 0x80 : 0) | (i == 0)),
                          text + at, piece);
        at += piece;
    }
    return used;
}

START_TEST(random_streams_come_out_as_they_were) {
    static uint8_t stream[20000];
    for (uint32_t trial = 0; trial < trials(2000); trial++) {
        char text[200];
        size_t size = wend_random_bits(7, trial, 0, 2) % sizeof text;
        for (size_t i = 0; i < size; i++) {
            text[i] = (char)(' ' + wend_random_bits(7, trial, i, 3) % 90);
        }
        size_t n = put_random_message(stream, text, size, trial);
        websocket_reader reader;
        open_reader(&reader);
        websocket_event event = WEBSOCKET_EVENT_NONE;
        for (size_t at = 0; at < n && event == WEBSOCKET_EVENT_NONE;) {
            size_t piece = 1 + wend_random_bits(7, trial, at, 4) % 20;
            piece = piece < n - at ? piece : n - at;
            event = read_all(&reader, stream + at, piece);
            at += piece;
            ck_assert_msg(event == (at == n ? WEBSOCKET_EVENT_MESSAGE : WEBSOCKET_EVENT_NONE),
                          "trial %u at %zu", trial, at);
        }
        ck_assert_uint_eq(reader.message_size, size);
        ck_assert(size == 0 || memcmp(reader.message, text, size) == 0);
        close_reader(&reader);
    }
}
END_TEST

int main(void) {
    SUITE("serve/websocket", accepts_the_key_of_rfc_6455, reads_the_examples_of_rfc_6455,
          writes_the_examples_of_rfc_6455, joins_fragments_around_control_frames,
          characters_may_be_split_between_fragments, refuses_violations,
          takes_messages_up_to_the_limit, the_limit_counts_all_fragments,
          memory_grows_with_bytes_not_with_claims, frees_a_message_within_its_payload,
          random_streams_come_out_as_they_were);
}
