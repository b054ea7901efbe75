/* The WebSocket protocol (RFC 6455) on the side of a server: the accept key of the handshake, the
 * reading of frames, and the heads of frames that are sent.
 *
 * The reader takes bytes in pieces of any size. It gives one event at a time, keeps at most one
 * message of a stated size, and stops at the first violation with the close code for it. Extensions
 * and binary messages are refused. */
#ifndef SERVE_NET_WEBSOCKET_H
#define SERVE_NET_WEBSOCKET_H

#include "base/memory.h"
#include "serve/net/utf8.h"

enum {
    WEBSOCKET_KEY_SIZE = 24,      /* characters of Sec-WebSocket-Key: 16 bytes in base64 */
    WEBSOCKET_ACCEPT_SIZE = 28,   /* characters of Sec-WebSocket-Accept */
    WEBSOCKET_MAX_CONTROL = 125,  /* bytes in a control frame */
    WEBSOCKET_MAX_HEAD = 14,      /* bytes of the head of a masked frame */
    WEBSOCKET_MAX_SENT_HEAD = 10, /* bytes of the head of an unmasked frame */
};

typedef enum websocket_opcode {
    WEBSOCKET_CONTINUATION = 0,
    WEBSOCKET_TEXT = 1,
    WEBSOCKET_BINARY = 2,
    WEBSOCKET_CLOSE = 8,
    WEBSOCKET_PING = 9,
    WEBSOCKET_PONG = 10
} websocket_opcode;

/* Close codes that this server sends (RFC 6455, section 7.4.1). */
typedef enum websocket_code {
    WEBSOCKET_NORMAL = 1000,
    WEBSOCKET_GOING_AWAY = 1001,
    WEBSOCKET_PROTOCOL_ERROR = 1002,
    WEBSOCKET_UNSUPPORTED = 1003,
    WEBSOCKET_NO_CODE = 1005, /* never sent: the peer's close frame is empty */
    WEBSOCKET_BAD_TEXT = 1007,
    WEBSOCKET_TOO_LARGE = 1009,
    WEBSOCKET_SERVER_ERROR = 1011
} websocket_code;

typedef enum websocket_event {
    WEBSOCKET_EVENT_NONE, /* all bytes are used; more are needed */
    WEBSOCKET_EVENT_MESSAGE,
    WEBSOCKET_EVENT_PING,
    WEBSOCKET_EVENT_PONG,
    WEBSOCKET_EVENT_CLOSE,
    WEBSOCKET_EVENT_FAILED /* see `code` and `reason`; the reader must not be used again */
} websocket_event;

typedef struct websocket_reader {
    memory *heap;
    uint32_t limit; /* bytes: the longest message */
    /* The message that is being read, or that was complete at the last event. */
    uint8_t *message;
    uint32_t message_size, message_capacity;
    uint8_t control[WEBSOCKET_MAX_CONTROL]; /* the payload of the last control frame */
    uint32_t control_size;
    websocket_code code; /* of a close frame or a violation */
    const char *reason;  /* what is wrong, for the close frame; static */
    uint8_t head[WEBSOCKET_MAX_HEAD];
    uint32_t head_size, head_needed; /* bytes that are read and that the head has */
    uint64_t remaining;              /* bytes of the payload that are still to come */
    uint32_t mask_at;                /* index of the next byte of the mask */
    utf8_check text;
    bool in_payload, in_message; /* in_message: between the first and the last frame of a message */
} websocket_reader;

/* Writes the accept key for the key of a client, without a zero at its end. `key` has
 * WEBSOCKET_KEY_SIZE characters. */
void websocket_accept_key(const char *key, char out[WEBSOCKET_ACCEPT_SIZE]);
/* True if a key has the form that RFC 6455 requires: 16 bytes in base64. */
bool websocket_is_key(const char *key, size_t size);

/* Begins to read a stream whose messages have at most `limit` bytes. */
void websocket_reader_init(websocket_reader *reader, memory *heap, uint32_t limit);
/* Reads from `*at` up to an event or to `end`, and moves `*at` behind the bytes used. The next call
 * after a message forgets it. */
websocket_event websocket_read(websocket_reader *reader, const uint8_t **at, const uint8_t *end);
/* Frees the message. */
void websocket_reader_free(websocket_reader *reader);

/* Writes the head of a frame that is a whole message or a control frame. Returns its size. */
size_t websocket_write_head(uint8_t out[WEBSOCKET_MAX_SENT_HEAD], websocket_opcode opcode,
                            uint64_t size);

#endif
