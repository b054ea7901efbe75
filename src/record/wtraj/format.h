/* The .wtraj format, shared by the writer and the reader; docs/formats.md describes it byte by
 * byte.
 *
 * A file begins with a 16-byte opening, followed by chunks: one file header, the frames, and
 * finally an index, which readers do not need. Each chunk contains its own size and checksum, so a
 * truncated file loses only its last chunk. All numbers are little-endian. */
#ifndef RECORD_WTRAJ_FORMAT_H
#define RECORD_WTRAJ_FORMAT_H

#include "base/archive.h"
#include <wend/kit.h>

enum {
    WTRAJ_VERSION = 2,
    WTRAJ_OPENING_SIZE = 16, /* bytes: "WENDTRAJ", the version, four zero bytes */
    WTRAJ_KEY_INTERVAL = 64, /* number of frames from one key frame to the next */
    WTRAJ_MOST_RATIO = 48,   /* largest ratio of a chunk's unpacked content to its size in the file;
                                limits the work that a small file can cause for a reader */
    WTRAJ_ESCAPE = 255 /* this byte in a plane means that the value is in the list of escapes */
};

/* Largest size of a chunk's unpacked content, in bytes. */
#define WTRAJ_MOST_CONTENT (UINT32_C(1) << 30)

typedef enum wtraj_kind { WTRAJ_HEADER = 1, WTRAJ_FRAME = 2, WTRAJ_INDEX = 3 } wtraj_kind;
typedef enum wtraj_packing { WTRAJ_RAW = 0, WTRAJ_ZSTD = 1 } wtraj_packing;

/* The header of a chunk. The other bytes of the chunk follow it in the file. */
typedef struct wtraj_chunk {
    uint32_t size;    /* number of bytes that follow this header in the file */
    uint32_t packed;  /* number of those bytes that are packed content; the others are zeroes */
    uint32_t content; /* size of the unpacked content, in bytes */
    uint8_t kind, packing;
    uint16_t reserved;
    uint64_t checksum; /* covers the fields above and the bytes after this header */
} wtraj_chunk;

_Static_assert(sizeof(wtraj_chunk) == 24, "a chunk's header has no holes");

/* The first bytes of a frame's content. They are followed by `leaves` slot numbers (four bytes
 * each), `enters` records of entering agents, `changes` records of changes, `walls` records of
 * walls (if WTRAJ_WALLS is set), and two planes of `moves` bytes each, first x, then y. Last come
 * the escapes, four bytes each, in the order in which a reader needs them (x before y). */
typedef struct wtraj_frame_header {
    double time; /* s */
    uint64_t step;
    uint32_t leaves, enters, changes, walls, moves;
    uint32_t flags;
} wtraj_frame_header;

_Static_assert(sizeof(wtraj_frame_header) == 40, "a frame's header has no holes");

enum {
    /* The frame contains the complete state of all agents, so reading can start here. */
    WTRAJ_KEY_FRAME = 1,
    WTRAJ_WALLS = 2 /* the frame contains the walls; if not set, the walls have not changed */
};

/* The record of an agent that enters. If the slot already holds the same agent, the record repeats
 * the agent's complete state. Positions are in mm from the space's origin; dx and dy are the last
 * move, also in mm. Records are ordered by slot. */
typedef struct wtraj_enter {
    uint64_t key;
    uint32_t slot, generation;
    int32_t x, y, dx, dy;
    float radius;
    uint32_t profile, group;
    uint16_t layer, activity; /* activity: a wend_activity */
} wtraj_enter;

/* Files refer to a group by its index; WTRAJ_NO_GROUP means that an agent has no group. The API
 * uses group ids. */
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
    uint16_t layer, activity; /* activity: a wend_activity */
} wtraj_change;

/* A wall of a door or moving obstacle, in local coordinates. */
typedef struct wtraj_wall {
    uint32_t wall, layer;
    wend_vec2 a, b, velocity;
} wtraj_wall;

_Static_assert(sizeof(wtraj_change) == 8 && sizeof(wtraj_wall) == 32, "records have no holes");

/* An entry of the index. Each entry describes a key frame. After the last entry, the index stores
 * the position of its own chunk, so a reader can find the index from the last eight bytes of the
 * file. */
typedef struct wtraj_index_entry {
    uint64_t frame;    /* number of the frame, counted from 0 */
    uint64_t position; /* position of the frame's chunk in the file, bytes */
    double time;
} wtraj_index_entry;

static inline uint32_t wtraj_zigzag(uint32_t difference) {
    return (difference << 1) ^ (uint32_t)((int32_t)difference >> 31);
}

static inline uint32_t wtraj_unzigzag(uint32_t value) {
    return (value >> 1) ^ (0u - (value & 1u));
}

/* Returns the checksum of a chunk. All other fields of the chunk header must be set. */
uint64_t wtraj_checksum(const wtraj_chunk *chunk, const void *bytes);

/* Stores or loads the part of the file header that follows the space: names, times, groups, goals
 * and obstacles. `layers` is the number of layers in the space. Loaded values are checked, and
 * allocated from the arena `from`. */
void wtraj_archive_recording(archive *ar, wend_recording *recording, uint32_t layers,
                             memory_arena *from);

#endif
