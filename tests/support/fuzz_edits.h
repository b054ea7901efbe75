/* Edits of bytes that the library has saved: inputs of the fuzzers of snapshots and bundles.
 *
 * Each edit takes 12 bytes: what it does, how many bytes it concerns, two unused bytes, where (4
 * bytes) and a value (4 bytes). The first FUZZ_EDIT_HEADER bytes are not edited. */
#ifndef SUPPORT_FUZZ_EDITS_H
#define SUPPORT_FUZZ_EDITS_H

#include "support/fuzz.h"

enum { FUZZ_EDIT_HEADER = 24, FUZZ_EDIT = 12, FUZZ_MOST_EDITS = 16 };

/* What edits do. */
enum { SET_BYTE, SET_NUMBER, ADD, SET_FLOAT, SET_DOUBLE, TRUNCATE, DELETE, REPEAT, EDITS };

static inline double fuzz_special(uint32_t index) {
    static const double numbers[] = {0.0, -1.0, 1e-300, 1e30, -1e30, (double)NAN, (double)INFINITY,
                                     0.5, 1e9,  -1e9,   8192, 1e-3,  -0.0,        1.0};
    return numbers[index % (sizeof numbers / sizeof *numbers)];
}

/* Writes as much of a value as the bytes have room for. */
static inline void fuzz_put(uint8_t *bytes, size_t size, size_t at, const void *value,
                            size_t length) {
    size_t room = size - at;
    memcpy(bytes + at, value, length < room ? length : room);
}

/* Applies one edit to the bytes, of which there are at most twice as many as at first. Returns
 * their new number. */
static inline size_t fuzz_apply(uint8_t *bytes, size_t size, size_t capacity,
                                const uint8_t edit[FUZZ_EDIT]) {
    uint32_t where, value, old = 0;
    memcpy(&where, edit + 4, sizeof where);
    memcpy(&value, edit + 8, sizeof value);
    size_t at = FUZZ_EDIT_HEADER + where % (size - FUZZ_EDIT_HEADER), length = 1 + edit[1];
    float single = (float)fuzz_special(value);
    double number = fuzz_special(value);
    length = length < size - at ? length : size - at;
    switch (edit[0] % EDITS) {
    case SET_BYTE:
        bytes[at] = (uint8_t)value;
        break;
    case SET_NUMBER:
        fuzz_put(bytes, size, at, &value, sizeof value);
        break;
    case ADD:
        memcpy(&old, bytes + at, size - at < sizeof old ? size - at : sizeof old);
        old += (uint32_t)(int8_t)value;
        fuzz_put(bytes, size, at, &old, sizeof old);
        break;
    case SET_FLOAT:
        fuzz_put(bytes, size, at, &single, sizeof single);
        break;
    case SET_DOUBLE:
        fuzz_put(bytes, size, at, &number, sizeof number);
        break;
    case TRUNCATE:
        return at;
    case DELETE:
        memmove(bytes + at, bytes + at + length, size - at - length);
        return size - length;
    default: /* REPEAT */
        length = length < capacity - size ? length : capacity - size;
        memmove(bytes + at + length, bytes + at, size - at);
        return size + length;
    }
    return size;
}

/* Returns the number of edits in an input of `size` bytes. */
static inline size_t fuzz_edit_count(size_t size) {
    size_t count = size / FUZZ_EDIT;
    return count < FUZZ_MOST_EDITS ? count : FUZZ_MOST_EDITS;
}

/* Returns an edited copy of bytes, and stores its size in `size`; the caller frees it. */
static inline uint8_t *fuzz_edit_bytes(const uint8_t *from, size_t *size, const uint8_t *edits,
                                       size_t count) {
    size_t capacity = 2 * *size;
    uint8_t *bytes = malloc(capacity);
    fuzz_expect(bytes != NULL, "out of memory");
    memcpy(bytes, from, *size);
    for (size_t i = 0; i < count; i++) {
        if (*size > FUZZ_EDIT_HEADER) {
            *size = fuzz_apply(bytes, *size, capacity, edits + i * FUZZ_EDIT);
        }
    }
    return bytes;
}

#endif
