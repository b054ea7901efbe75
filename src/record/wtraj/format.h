/* The .wtraj format, as writer and reader share it; docs/formats.md describes it byte by byte.
 *
 * A file is an opening of 16 bytes, then chunks: one head, frames, and at the end an index, which
 * is not needed for reading. Each chunk is whole in itself (size, checksum), so that a file that
 * was cut off loses the last chunk alone. Little-endian. */
#ifndef RECORD_WTRAJ_FORMAT_H
#define RECORD_WTRAJ_FORMAT_H

#include "base/archive.h"
#include <wend/kit.h>

enum {
    WTRAJ_VERSION = 2,
    WTRAJ_OPENING_SIZE = 16, /* "WENDTRAJ", version, four zero bytes */
    WTRAJ_KEY_INTERVAL = 64, /* frames from one that stands alone to the next */
    WTRAJ_MOST_RATIO = 48, /* content of a chunk to its size in the file: bounds a reader's work */
    WTRAJ_ESCAPE = 255     /* in a plane: the value stands in the list of escapes */
};

/* The largest content of a chunk, bytes. */
#define WTRAJ_MOST_CONTENT (UINT32_C(1) << 30)

typedef enum wtraj_kind { WTRAJ_HEAD = 1, WTRAJ_FRAME = 2, WTRAJ_INDEX = 3 } wtraj_kind;
typedef enum wtraj_packing { WTRAJ_RAW = 0, WTRAJ_ZSTD = 1 } wtraj_packing;

/* Before each chunk's bytes. */
typedef struct wtraj_chunk {
    uint32_t size;    /* bytes that follow in the file */
    uint32_t packed;  /* of these, the content as packed; zeroes fill up the rest */
    uint32_t content; /* bytes when unpacked */
    uint8_t kind, packing;
    uint16_t zero;
    uint64_t checksum; /* of the fields above and of the bytes that follow */
} wtraj_chunk;

_Static_assert(sizeof(wtraj_chunk) == 24, "a chunk's head has no holes");

/* The first bytes of a frame's content. Then: `leaves` slots of four bytes; `enters` records;
 * `changes` records; `walls` records if any are told; two planes of `moves` bytes, x and y; and the
 * escapes, four bytes each, in the order in which they are needed (x before y). */
typedef struct wtraj_frame_head {
    double time; /* s */
    uint64_t step;
    uint32_t leaves, enters, changes, walls, moves;
    uint32_t flags;
} wtraj_frame_head;

_Static_assert(sizeof(wtraj_frame_head) == 40, "a frame's head has no holes");

enum {
    WTRAJ_KEY_FRAME = 1, /* all agents are told anew: reading can start here */
    WTRAJ_WALLS = 2      /* the walls are told; else they are as before */
};

/* An agent that enters, or (its slot being taken by the same agent) is told anew. Places in mm from
 * the space's origin; dx, dy the last move. Ordered by slot. */
typedef struct wtraj_enter {
    uint64_t key;
    uint32_t slot, generation;
    int32_t x, y, dx, dy;
    float radius;
    uint32_t profile, group;
    uint16_t layer, activity; /* wend_activity */
} wtraj_enter;

/* Files have indices of groups, WTRAJ_NO_GROUP for none; programs see ids. */
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

/* An entry of the index: a key frame. After the last comes the place of the index's own chunk in
 * the file, so that the file's last eight bytes lead to it. */
typedef struct wtraj_index_entry {
    uint64_t frame; /* number, from 0 */
    uint64_t place; /* of its chunk in the file */
    double time;
} wtraj_index_entry;

static inline uint32_t wtraj_zigzag(uint32_t difference) {
    return (difference << 1) ^ (uint32_t)((int32_t)difference >> 31);
}

static inline uint32_t wtraj_unzigzag(uint32_t value) {
    return (value >> 1) ^ (0u - (value & 1u));
}

/* The checksum of a chunk whose other fields are filled in. */
uint64_t wtraj_checksum(const wtraj_chunk *chunk, const void *bytes);

/* What stands in the head besides the space: names, times, groups, goals, obstacles. `layers` is
 * the number of layers of the space; what is loaded is checked, and lies in `from`. */
void wtraj_archive_recording(archive *ar, wend_recording *recording, uint32_t layers,
                             memory_arena *from);

#endif
