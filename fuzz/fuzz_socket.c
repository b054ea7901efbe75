/* Fuzzes a connection of the server: the bytes of a client, HTTP and WebSocket, in pieces, while
 * the client reads or does not read, and time passes. The first byte chooses where the client
 * begins: before its request, or with an open socket. Each following piece begins with a byte that
 * says what happens next. Whatever comes, the memory that is held stays bounded, all output of an
 * open socket consists of whole frames, and nothing is left at the end. */
/* runs: 30000 */
#include "serve/connection.h"
#include "support/fuzz.h"

enum { LIMIT = 2000, MOST_HELD = 4 * LIMIT + 1000 };

#define TOKEN "0123456789abcdef0123456789abcdef"

static const char UPGRADE[] = "GET /live?token=" TOKEN " HTTP/1.1\r\nHost: localhost:80\r\n"
                              "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                              "Sec-WebSocket-Version: 13\r\n\r\n";

static memory heap;
static connection c;
static int64_t now;
static uint64_t left; /* bytes of the frame that is being sent */
static uint8_t head[WEBSOCKET_MAX_SENT_HEAD];
static size_t head_size;

static const char *answer(void *user, const char *message, size_t size, size_t *length) {
    (void)message;
    *length = size % 300;
    return user;
}

static const void *frame(void *user, uint32_t colouring, size_t *size) {
    *size = colouring;
    return user;
}

/* Gives bytes as if they came from the network. */
static void give(const uint8_t *bytes, size_t size) {
    uint8_t *room = NULL;
    size_t most = connection_room(&c, &room);
    size = size < most ? size : most;
    if (size > 0) {
        memcpy(room, bytes, size);
        connection_receive(&c, size, now);
    }
}

/* Follows the frames that are sent. */
static void follow(const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (left > 0) {
            left--;
            continue;
        }
        head[head_size++] = bytes[i];
        size_t needed = head_size < 2 ? 2 : head[1] == 126 ? 4 : head[1] == 127 ? 10 : 2;
        if (head_size < needed) {
            continue;
        }
        fuzz_expect((head[0] & 0xf0) == 0x80 && head[1] < 128, "a sent frame is not whole");
        left = needed == 2 ? head[1] : 0;
        for (size_t k = 2; k < needed; k++) {
            left = left << 8 | head[k];
        }
        head_size = 0;
    }
}

/* The client reads some bytes. */
static void take(size_t most, bool is_socket) {
    const uint8_t *bytes = NULL;
    size_t size = connection_output(&c, &bytes);
    size = size < most ? size : most;
    if (size > 0) {
        if (is_socket) {
            follow(bytes, size);
        }
        connection_sent(&c, size, now);
    }
}

static void run_job(void) {
    static uint8_t zeros[512];
    const serve_host host = {zeros, answer, frame, NULL, ""};
    serve_job *job = connection_take_job(&c);
    if (job != NULL) {
        job_run(job, &host, &heap);
        connection_finish_job(&c, now);
    }
}

/* Does what a byte says, with the piece that follows it. */
static void act(uint8_t what, const uint8_t *piece, size_t size, bool is_socket) {
    switch (what >> 6) {
    case 0:
        run_job();
        break;
    case 1:
        take((size_t)(what & 63) + 1, is_socket);
        break;
    case 2:
        now += (int64_t)(what & 63) * 500;
        (void)connection_tick(&c, now);
        break;
    default:
        take(SIZE_MAX, is_socket);
        run_job();
    }
    give(piece, size);
    fuzz_expect(heap.held <= MOST_HELD, "a client makes the server hold too much");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) {
        return 0;
    }
    memory_init(&heap, NULL);
    serve_site site = {.access = {.token = TOKEN, .port = 80, .run_count = 1},
                       .page = "page",
                       .page_size = 4,
                       .policy = "default-src 'none'",
                       .message_limit = LIMIT,
                       .heap = &heap};
    now = 0;
    left = 0;
    head_size = 0;
    connection_open(&c, &site, now);
    bool is_socket = (data[0] & 1) != 0;
    size_t piece = (size_t)(data[0] >> 1) + 1;
    if (is_socket) {
        give((const uint8_t *)UPGRADE, sizeof UPGRADE - 1);
        fuzz_expect(c.phase == CONNECTION_OPEN, "the upgrade is refused");
        take(SIZE_MAX, false);
    }
    for (size_t at = 1; at + 1 < size; at += 1 + piece) {
        size_t count = size - at - 1 < piece ? size - at - 1 : piece;
        act(data[at], data + at + 1, count, is_socket);
    }
    connection_free(&c);
    fuzz_expect(heap.held == 0, "memory is left");
    return 0;
}
