/* The .wtraj format, shared by writer and reader; docs/formats.md describes it byte by byte.
 *
 * A file is an opening of 16 bytes, then chunks: one head, frames, and at the end an index, which
 * is not needed for reading. Each chunk is self-contained (size, checksum), so a file that was cut
 * off loses only the last chunk. Little-endian. */
#ifndef RECORD_WTRAJ_FORMAT_H
#define RECORD_WTRAJ_FORMAT_H

#include "base/archive.h"
#include <wend/kit.h>

enum {
    WTRAJ_VERSION = 2,
    WTRAJ_OPENING_SIZE = 16, /* "WENDTRAJ", version, four zero bytes */
    WTRAJ_KEY_INTERVAL = 64, /* frames from one key frame to the next */
    WTRAJ_MOST_RATIO = 48, /* largest ratio of a chunk's content to its size in the file; bounds the
                              work of a reader */
    WTRAJ_ESCAPE = 255     /* in a plane: the value is in the list of escapes */
};

/* The largest content of a chunk, bytes. */
#define WTRAJ_MOST_CONTENT (UINT32_C(1) << 30)

typedef enum wtraj_kind { WTRAJ_HEAD = 1, WTRAJ_FRAME = 2, WTRAJ_INDEX = 3 } wtraj_kind;
typedef enum wtraj_packing { WTRAJ_RAW = 0, WTRAJ_ZSTD = 1 } wtraj_packing;

/* The head before each chunk's bytes. */
typedef struct wtraj_chunk {
    uint32_t size;    /* bytes that follow in the file */
    uint32_t packed;  /* of these, the bytes of packed content; the rest are zeroes */
    uint32_t content; /* bytes when unpacked */
    uint8_t kind, packing;
    uint16_t reserved;
    uint64_t checksum; /* of the fields above and of the bytes that follow */
} wtraj_chunk;

_Static_assert(sizeof(wtraj_chunk) == 24, "a chunk's head has no holes");

/* The first bytes of a frame's content. Then follow: `leaves` slots of four bytes; `enters`
 * records; `changes` records; `walls` records if WTRAJ_WALLS is set; two planes of `moves` bytes, x
 * and y; and the escapes, four bytes each, in the order in which they are needed (x before y). */
typedef struct wtraj_frame_head {
    double time; /* s */
    uint64_t step;
    uint32_t leaves, enters, changes, walls, moves;
    uint32_t flags;
} wtraj_frame_head;

_Static_assert(sizeof(wtraj_frame_head) == 40, "a frame's head has no holes");

enum {
    WTRAJ_KEY_FRAME = 1, /* the frame contains all agents: reading can start here */
    WTRAJ_WALLS = 2      /* the frame contains the walls; else they have not changed */
};

/* An agent that enters, or (if the slot already holds the same agent) its complete state again.
 * Positions in mm from the space's origin; dx, dy are the last move. Ordered by slot. */
typedef struct wtraj_enter {
    uint64_t key;
    uint32_t slot, generation;
    int32_t x, y, dx, dy;
    float radius;
    uint32_t profile, group;
    uint16_t layer, activity; /* wend_activity */
} wtraj_enter;

/* Files contain indices of groups, WTRAJ_NO_GROUP for none; the API uses ids. */
#define WTRAJ_NO_GROUP UINT32_MAX
static inline uint32_t wtraj_group_of(wend_group group) {
    return group.value ? (uint32_t)group.value : WTRAJ_NO_GROUP;
}
static inline wend_group wtraj_group_id(uint32_t group) {
    return (wend_group){group == WTRAJ_NO_GROUP ? 0 : (uint64_t)1 << 32 | group};
}

_Static_assert(sizeof(wtraj_enter) == 48, "an entering agent's record has no holes");

typedef struct wtraj_change {
    uint32_t slot;
    uint16_t layer, activity; /* wend_activity */
} wtraj_change;

/* A wall of a door or moving obstacle, local coordinates. */
typedef struct wtraj_wall {
    uint32_t wall, layer;
    wend_vec2 a, b, velocity;
} wtraj_wall;

_Static_assert(sizeof(wtraj_change) == 8 && sizeof(wtraj_wall) == 32, "records have no holes");

/* An entry of the index: a key frame. After the last entry comes the position of the index's own
 * chunk in the file, so the last eight bytes of the file lead to it. */
typedef struct wtraj_index_entry {
    uint64_t frame;    /* number, from 0 */
    uint64_t position; /* of its chunk in the file, bytes */
    double time;
} wtraj_index_entry;

static inline uint32_t wtraj_zigzag(uint32_t difference) {
    return (difference << 1) ^ (uint32_t)((int32_t)difference >> 31);
}

static inline uint32_t wtraj_unzigzag(uint32_t value) {
    return (value >> 1) ^ (0u - (value & 1u));
}

/* Returns the checksum of a chunk; all its other fields must be set. */
uint64_t wtraj_checksum(const wtraj_chunk *chunk, const void *bytes);

/* Stores or loads the part of the head after the space: names, times, groups, goals, obstacles.
 * `layers` is the number of layers of the space. Loaded values are checked and allocated in `from`.
 */
void wtraj_archive_recording(archive *ar, wend_recording *recording, uint32_t layers,
                             memory_arena *from);

#endif
