/* Reads WebSocket frames (RFC 6455, section 5) as a state machine over bytes: a head of 2 to 14
 * bytes, then the payload, which is unmasked as it arrives. Memory grows with the bytes that have
 * arrived, not with the length that a head claims. Text is checked as it arrives (section 8.1).
 * Cost: proportional to the bytes. */
#include "serve/net/websocket.h"
#include "base/base64.h"
#include "serve/net/sha1.h"
#include <string.h>

enum { FINAL = 0x80, RESERVED = 0x70, OPCODE = 0x0f, MASKED = 0x80, LENGTH = 0x7f };
enum { LENGTH_IN_2_BYTES = 126, LENGTH_IN_8_BYTES = 127, MASK_SIZE = 4 };

/* ---- Handshake ------------------------------------------------------------------------------- */

void websocket_accept_key(const char *key, char out[WEBSOCKET_ACCEPT_SIZE]) {
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* section 1.3 */
    char joined[WEBSOCKET_KEY_SIZE + sizeof guid - 1];
    memcpy(joined, key, WEBSOCKET_KEY_SIZE);
    memcpy(joined + WEBSOCKET_KEY_SIZE, guid, sizeof guid - 1);
    uint8_t digest[SHA1_SIZE];
    sha1_digest(joined, sizeof joined, digest);
    base64_encode(digest, sizeof digest, out);
}

static bool is_digit(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/';
}

bool websocket_is_key(const char *key, size_t size) {
    if (size != WEBSOCKET_KEY_SIZE || key[22] != '=' || key[23] != '=') {
        return false;
    }
    for (size_t i = 0; i < 22; i++) {
        if (!is_digit(key[i])) {
            return false;
        }
    }
    return true;
}

/* ---- Heads ----------------------------------------------------------------------------------- */

void websocket_reader_init(websocket_reader *reader, memory *heap, uint32_t limit) {
    *reader = (websocket_reader){.heap = heap, .limit = limit, .head_needed = 2};
}

void websocket_reader_free(websocket_reader *reader) {
    memory_free(reader->heap, reader->message, reader->message_capacity);
    websocket_reader_init(reader, reader->heap, reader->limit);
}

static websocket_event fail(websocket_reader *reader, websocket_code code, const char *reason) {
    reader->code = code;
    reader->reason = reason;
    return WEBSOCKET_EVENT_FAILED;
}

static websocket_opcode opcode_of(const websocket_reader *reader) {
    return (websocket_opcode)(reader->head[0] & OPCODE);
}

static bool is_control(const websocket_reader *reader) {
    return (reader->head[0] & 8) != 0;
}

static bool is_final(const websocket_reader *reader) {
    return (reader->head[0] & FINAL) != 0;
}

/* Checks the first two bytes of a head, so that a violation is found before anything is waited for.
 */
static websocket_event check_first_bytes(websocket_reader *reader) {
    websocket_opcode opcode = opcode_of(reader);
    if ((reader->head[0] & RESERVED) != 0) {
        return fail(reader, WEBSOCKET_PROTOCOL_ERROR, "reserved bits are set");
    }
    if ((opcode > WEBSOCKET_BINARY && opcode < WEBSOCKET_CLOSE) || opcode > WEBSOCKET_PONG) {
        return fail(reader, WEBSOCKET_PROTOCOL_ERROR, "unknown opcode");
    }
    if ((reader->head[1] & MASKED) == 0) {
        return fail(reader, WEBSOCKET_PROTOCOL_ERROR, "frame without a mask");
    }
    if (is_control(reader)) {
        return !is_final(reader)
                   ? fail(reader, WEBSOCKET_PROTOCOL_ERROR, "control frame in fragments")
               : (reader->head[1] & LENGTH) > WEBSOCKET_MAX_CONTROL
                   ? fail(reader, WEBSOCKET_PROTOCOL_ERROR, "control frame of over 125 bytes")
                   : WEBSOCKET_EVENT_NONE;
    }
    if (opcode == WEBSOCKET_BINARY) {
        return fail(reader, WEBSOCKET_UNSUPPORTED, "binary message, expected text");
    }
    if (reader->in_message != (opcode == WEBSOCKET_CONTINUATION)) {
        return fail(reader, WEBSOCKET_PROTOCOL_ERROR,
                    reader->in_message ? "message within a message" : "continuation of nothing");
    }
    return WEBSOCKET_EVENT_NONE;
}

static uint32_t head_size_of(const websocket_reader *reader) {
    uint32_t length = reader->head[1] & LENGTH;
    return 2 + MASK_SIZE + (length == LENGTH_IN_2_BYTES ? 2 : length == LENGTH_IN_8_BYTES ? 8 : 0);
}

static uint64_t length_of(const websocket_reader *reader) {
    uint32_t bytes = head_size_of(reader) - 2 - MASK_SIZE;
    uint64_t length = 0;
    for (uint32_t i = 0; i < bytes; i++) {
        length = length << 8 | reader->head[2 + i];
    }
    return bytes == 0 ? (reader->head[1] & LENGTH) : length;
}

/* Begins the payload of a frame whose head is complete. */
static websocket_event begin_payload(websocket_reader *reader) {
    uint64_t length = length_of(reader);
    uint32_t bytes = reader->head_needed - 2 - MASK_SIZE;
    if ((bytes == 2 && length < LENGTH_IN_2_BYTES) || (bytes == 8 && length <= UINT16_MAX)) {
        return fail(reader, WEBSOCKET_PROTOCOL_ERROR, "length in more bytes than it needs");
    }
    if (length >> 63 != 0) {
        return fail(reader, WEBSOCKET_PROTOCOL_ERROR, "length of more than 63 bits");
    }
    if (!is_control(reader)) {
        if (opcode_of(reader) != WEBSOCKET_CONTINUATION) {
            reader->message_size = 0;
            reader->text = (utf8_check){0};
        }
        if (length > reader->limit - reader->message_size) {
            return fail(reader, WEBSOCKET_TOO_LARGE, "message too large");
        }
        reader->in_message = true;
    } else {
        reader->control_size = 0;
    }
    reader->remaining = length;
    reader->mask_at = 0;
    reader->in_payload = true;
    return WEBSOCKET_EVENT_NONE;
}

static websocket_event read_head(websocket_reader *reader, uint8_t byte) {
    reader->head[reader->head_size++] = byte;
    if (reader->head_size == 2) {
        reader->head_needed = head_size_of(reader);
        return check_first_bytes(reader);
    }
    return reader->head_size == reader->head_needed ? begin_payload(reader) : WEBSOCKET_EVENT_NONE;
}

/* ---- Payloads -------------------------------------------------------------------------------- */

static void unmask(websocket_reader *reader, uint8_t *out, const uint8_t *bytes, size_t size) {
    const uint8_t *mask = reader->head + reader->head_needed - MASK_SIZE;
    for (size_t i = 0; i < size; i++) {
        out[i] = bytes[i] ^ mask[(reader->mask_at + i) % MASK_SIZE];
    }
    reader->mask_at = (uint32_t)((reader->mask_at + size) % MASK_SIZE);
}

/* Takes a piece of the payload. `size` is at most reader->remaining. */
static websocket_event take_piece(websocket_reader *reader, const uint8_t *bytes, size_t size) {
    reader->remaining -= size;
    if (is_control(reader)) {
        unmask(reader, reader->control + reader->control_size, bytes, size);
        reader->control_size += (uint32_t)size;
        return WEBSOCKET_EVENT_NONE;
    }
    if (!memory_grow(reader->heap, (void **)&reader->message, 1, &reader->message_capacity,
                     reader->message_size + (uint32_t)size)) {
        return fail(reader, WEBSOCKET_SERVER_ERROR, "out of memory for a message");
    }
    uint8_t *piece = reader->message + reader->message_size;
    unmask(reader, piece, bytes, size);
    reader->message_size += (uint32_t)size;
    return utf8_check_piece(&reader->text, piece, size)
               ? WEBSOCKET_EVENT_NONE
               : fail(reader, WEBSOCKET_BAD_TEXT, "text that is not UTF-8");
}

/* True if a peer may send a code in a close frame (section 7.4). */
static bool is_close_code(uint32_t code) {
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static websocket_event end_close_frame(websocket_reader *reader) {
    uint32_t code = (uint32_t)reader->control[0] << 8 | reader->control[1];
    utf8_check text = {0};
    if (reader->control_size == 0) {
        reader->code = WEBSOCKET_NO_CODE;
        return WEBSOCKET_EVENT_CLOSE;
    }
    if (reader->control_size == 1 || !is_close_code(code)) {
        return fail(reader, WEBSOCKET_PROTOCOL_ERROR, "invalid close code");
    }
    if (!utf8_check_piece(&text, reader->control + 2, reader->control_size - 2) ||
        !utf8_check_is_complete(&text)) {
        return fail(reader, WEBSOCKET_BAD_TEXT, "close reason that is not UTF-8");
    }
    reader->code = (websocket_code)code;
    return WEBSOCKET_EVENT_CLOSE;
}

static websocket_event end_frame(websocket_reader *reader) {
    reader->in_payload = false;
    reader->head_size = 0;
    reader->head_needed = 2;
    switch (opcode_of(reader)) {
    case WEBSOCKET_PING:
        return WEBSOCKET_EVENT_PING;
    case WEBSOCKET_PONG:
        return WEBSOCKET_EVENT_PONG;
    case WEBSOCKET_CLOSE:
        return end_close_frame(reader);
    default:
        break;
    }
    if (!is_final(reader)) {
        return WEBSOCKET_EVENT_NONE;
    }
    reader->in_message = false;
    return utf8_check_is_complete(&reader->text)
               ? WEBSOCKET_EVENT_MESSAGE
               : fail(reader, WEBSOCKET_BAD_TEXT, "text that is not UTF-8");
}

websocket_event websocket_read(websocket_reader *reader, const uint8_t **at, const uint8_t *end) {
    websocket_event event = WEBSOCKET_EVENT_NONE;
    while (event == WEBSOCKET_EVENT_NONE && *at < end) {
        if (!reader->in_payload) {
            event = read_head(reader, *(*at)++);
        } else {
            size_t size = (size_t)(end - *at);
            size = size < reader->remaining ? size : (size_t)reader->remaining;
            event = take_piece(reader, *at, size);
            *at += size;
        }
        if (event == WEBSOCKET_EVENT_NONE && reader->in_payload && reader->remaining == 0) {
            event = end_frame(reader);
        }
    }
    return event;
}

/* ---- Sending --------------------------------------------------------------------------------- */

size_t websocket_write_head(uint8_t out[WEBSOCKET_MAX_SENT_HEAD], websocket_opcode opcode,
                            uint64_t size) {
    size_t bytes = size < LENGTH_IN_2_BYTES ? 0 : size <= UINT16_MAX ? 2 : 8;
    out[0] = (uint8_t)(FINAL | opcode);
    out[1] = bytes == 0   ? (uint8_t)size
             : bytes == 2 ? (uint8_t)LENGTH_IN_2_BYTES
                          : (uint8_t)LENGTH_IN_8_BYTES;
    for (size_t i = 0; i < bytes; i++) {
        out[2 + i] = (uint8_t)(size >> 8 * (bytes - 1 - i));
    }
    return 2 + bytes;
}
