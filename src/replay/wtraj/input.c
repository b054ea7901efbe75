/* Reads wend's own trajectory format chunk by chunk. For a truncated file, the input returns the
 * complete frames, then an error with the byte position. A file that ends after a complete chunk is
 * valid, with or without an index. */
#include "base/error.h"
#include "base/file.h"
#include "library/zstd.h"
#include "replay/wtraj/decode.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    FIRST_READ_SIZE = 1 << 16
}; /* bytes allocated at first for a chunk; more are allocated as data arrives */

typedef struct wtraj_input {
    memory heap;
    memory_arena arena; /* holds the data to which the recording points */
    FILE *stream;
    char *path;
    uint64_t at;        /* position of the next byte to read, in bytes from the start of the file */
    uint64_t file_size; /* bytes in the file when it was opened; 0 if unknown */
    uint8_t *stored, *content;
    uint32_t stored_capacity, content_capacity;
    wtraj_chunk chunk; /* header of the last chunk that was read */
    ZSTD_DCtx *unpacker;
    wend_space_def *space_def;
    wend_space *space;
    wtraj_crowd crowd;
    bool begun, ended;
} wtraj_input;

static wend_result report_damage(const wtraj_input *in, const char *what, uint64_t at,
                                 wend_error *error) {
    error_set(error, WEND_ERROR_FORMAT,
              "the trajectory %s at byte %llu, after %llu complete frame%s", what,
              (unsigned long long)at, (unsigned long long)in->crowd.frame_count,
              in->crowd.frame_count == 1 ? "" : "s");
    error_set_location(error, in->path, 0, 0);
    return WEND_ERROR_FORMAT;
}

static wend_result report_damaged_chunk(const wtraj_input *in, const char *wrong, uint64_t at,
                                        wend_error *error) {
    if (wrong == NULL) {
        return error_no_memory(error, "a trajectory");
    }
    char what[120];
    snprintf(what, sizeof what, "is damaged (%s) in the chunk", wrong);
    return report_damage(in, what, at, error);
}

/* ---- Chunks ---------------------------------------------------------------------------------- */

/* Reads up to `size` bytes. Returns the number of bytes read. */
static size_t read_some(wtraj_input *in, void *out, size_t size) {
    size_t count = fread(out, 1, size, in->stream);
    in->at += count;
    return count;
}

static bool is_valid_chunk(const wtraj_chunk *chunk) {
    uint64_t most = (uint64_t)WTRAJ_MOST_RATIO * (sizeof *chunk + (uint64_t)chunk->size);
    return chunk->packed <= chunk->size && chunk->size <= WTRAJ_MOST_CONTENT &&
           chunk->content <= WTRAJ_MOST_CONTENT && chunk->content <= most &&
           chunk->packing <= WTRAJ_ZSTD && chunk->reserved == 0 &&
           (chunk->packing == WTRAJ_ZSTD || chunk->packed == chunk->content);
}

/* Reads the bytes that follow the header of the current chunk. Memory grows only as bytes arrive,
 * because the size in the header may be wrong. */
static wend_result read_stored(wtraj_input *in, wend_error *error) {
    uint32_t got = 0, size = in->chunk.size;
    while (got < size) {
        uint32_t step = got > FIRST_READ_SIZE ? got : FIRST_READ_SIZE;
        step = step < size - got ? step : size - got;
        if (!memory_grow(&in->heap, (void **)&in->stored, 1, &in->stored_capacity, got + step)) {
            return error_no_memory(error, "a trajectory");
        }
        size_t count = read_some(in, in->stored + got, step);
        if (count < step) {
            return report_damage(in, "is truncated", in->at, error);
        }
        got += step;
    }
    return WEND_OK;
}

static wend_result unpack(wtraj_input *in, uint64_t start, wend_error *error) {
    const wtraj_chunk *chunk = &in->chunk;
    if (!memory_grow(&in->heap, (void **)&in->content, 1, &in->content_capacity, chunk->content)) {
        return error_no_memory(error, "a trajectory");
    }
    if (chunk->packing == WTRAJ_RAW) {
        if (chunk->content > 0) {
            memcpy(in->content, in->stored, chunk->content);
        }
        return WEND_OK;
    }
    size_t size =
        ZSTD_decompressDCtx(in->unpacker, in->content, chunk->content, in->stored, chunk->packed);
    return ZSTD_isError(size) || size != chunk->content
               ? report_damage(in, "cannot be unpacked", start, error)
               : WEND_OK;
}

/* Reads and unpacks the next chunk. `*more` becomes false at the end of the file. */
static wend_result read_chunk(wtraj_input *in, bool *more, wend_error *error) {
    uint64_t start = in->at;
    size_t count = read_some(in, &in->chunk, sizeof in->chunk);
    *more = count > 0;
    if (ferror(in->stream) != 0) {
        return file_failed(in->path, "read", "the trajectory", error);
    }
    if (count == 0) {
        return WEND_OK;
    }
    if (count < sizeof in->chunk) {
        return report_damage(in, "is truncated", in->at, error);
    }
    if (!is_valid_chunk(&in->chunk)) {
        return report_damage(in, "is damaged", start, error);
    }
    wend_result result = read_stored(in, error);
    if (result != WEND_OK) {
        return result;
    }
    if (in->chunk.checksum != wtraj_checksum(&in->chunk, in->stored)) {
        return report_damage(in, "is damaged (a checksum is wrong)", start, error);
    }
    return unpack(in, start, error);
}

/* ---- The header ------------------------------------------------------------------------------ */

static wend_result read_opening(wtraj_input *in, wend_error *error) {
    uint8_t opening[WTRAJ_OPENING_SIZE];
    uint32_t version = 0, reserved = 0;
    if (read_some(in, opening, sizeof opening) < sizeof opening ||
        memcmp(opening, "WENDTRAJ", 8) != 0) {
        error_set(error, WEND_ERROR_FORMAT,
                  "this is not a .wtraj file: its first bytes are not 'WENDTRAJ' and a version");
        error_set_location(error, in->path, 0, 0);
        return WEND_ERROR_FORMAT;
    }
    memcpy(&version, opening + 8, sizeof version);
    memcpy(&reserved, opening + 12, sizeof reserved);
    if (version != WTRAJ_VERSION || reserved != 0) {
        error_set(error, WEND_ERROR_FORMAT,
                  "the trajectory has version %u, this program reads version %d", version,
                  WTRAJ_VERSION);
        error_set_location(error, in->path, 0, 0);
        return WEND_ERROR_FORMAT;
    }
    return WEND_OK;
}

/* Adds a layer to a space definition without layers (open ground), because a recording needs at
 * least one layer. */
static void add_open_layer(wend_space_def *def) {
    static const wend_layer_def open_ground;
    if (def->layer_count == 0) {
        def->layers = &open_ground;
        def->layer_count = 1;
    }
}

/* Reads the space, which is at the start of the file header. Sets `*used` to the number of bytes
 * that the space takes. */
static wend_result read_space(wtraj_input *in, size_t *used, wend_error *error) {
    uint32_t size = 0;
    if (in->chunk.content < sizeof size) {
        return report_damage(in, "has a header that is too short", WTRAJ_OPENING_SIZE, error);
    }
    memcpy(&size, in->content, sizeof size);
    if (size > in->chunk.content - sizeof size) {
        return report_damage(in, "has a header that is too short", WTRAJ_OPENING_SIZE, error);
    }
    *used = sizeof size + size;
    wend_result result = wend_space_def_load(in->content + sizeof size, size, &in->heap.allocator,
                                             &in->space_def, error);
    if (result == WEND_OK) {
        add_open_layer(in->space_def);
        result = wend_space_create(in->space_def, &in->space, error);
    }
    if (result != WEND_OK) {
        error_set_location(error, in->path, 0, 0);
    }
    return result;
}

static wend_result read_head(wtraj_input *in, wend_recording *recording, wend_error *error) {
    bool more = false;
    size_t used = 0;
    wend_result result = read_chunk(in, &more, error);
    if (result == WEND_OK && (!more || in->chunk.kind != WTRAJ_HEADER)) {
        return report_damage(in, "has no header", WTRAJ_OPENING_SIZE, error);
    }
    if (result == WEND_OK) {
        result = read_space(in, &used, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    archive ar = {.loading = true, .in = in->content, .size = in->chunk.content, .at = used};
    uint32_t layer_count = wend_space_layer_count(in->space);
    wtraj_archive_recording(&ar, recording, layer_count, &in->arena);
    archive_expect(&ar, ar.at == ar.size, "it has extra bytes after its header");
    if (ar.failed) {
        return report_damaged_chunk(in, ar.wrong, WTRAJ_OPENING_SIZE, error);
    }
    recording->space = in->space;
    recording->space_def = in->space_def;
    in->crowd.heap = &in->heap;
    in->crowd.origin = wend_space_origin(in->space);
    in->crowd.layer_count = layer_count;
    return WEND_OK;
}

static wend_result begin(void *state, const void *params, void *user, const char *path,
                         const wend_allocator *allocator, wend_recording *recording,
                         wend_error *error) {
    (void)user;
    (void)params;
    wtraj_input *in = state;
    wend_result result = library_load(&library_zstd, error);
    if (result != WEND_OK) {
        return result;
    }
    memory_init(&in->heap, allocator);
    arena_init(&in->arena, &in->heap);
    in->begun = true;
    in->path = memory_copy_text(&in->heap, path);
    in->unpacker = ZSTD_createDCtx();
    if (in->path == NULL || in->unpacker == NULL) {
        return error_no_memory(error, "a trajectory");
    }
    if (file_check_regular(path, "read", "the trajectory", error) != WEND_OK) {
        return WEND_ERROR_IO;
    }
    errno = 0;
    in->stream = fopen(path, "rb");
    struct stat info;
    if (in->stream == NULL) {
        return file_failed(path, "read", "the trajectory", error);
    }
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode)) {
        in->file_size = (uint64_t)info.st_size;
    }
    result = read_opening(in, error);
    return result == WEND_OK ? read_head(in, recording, error) : result;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static wend_result check_end(wtraj_input *in, wend_error *error) {
    in->ended = true;
    uint8_t byte = 0;
    uint64_t at = in->at;
    return read_some(in, &byte, 1) > 0
               ? report_damage(in, "has extra bytes after its index", at, error)
               : WEND_OK;
}

/* Heights are not stored: they follow from the space. */
static void set_heights(wtraj_input *in) {
    const wend_space *space = in->space;
    for (uint32_t i = 0; i < in->crowd.count && wend_space_has_height(space); i++) {
        wend_agent_state *agent = &in->crowd.agents[i];
        wend_location at = {wend_space_to_local(space, agent->position), agent->layer};
        agent->z =
            agent->layer < wend_space_layer_count(space) ? wend_space_height(space, at) : 0.0;
    }
}

static wend_result frame(void *state, wend_frame *shown, bool *more, wend_error *error) {
    wtraj_input *in = state;
    uint64_t start = in->at;
    *more = false;
    wend_result result = in->ended ? WEND_OK : read_chunk(in, more, error);
    if (result != WEND_OK || !*more) {
        in->ended = true;
        return result;
    }
    if (in->chunk.kind == WTRAJ_INDEX) {
        *more = false;
        return check_end(in, error);
    }
    const char *wrong = "it is not a frame";
    if (in->chunk.kind != WTRAJ_FRAME ||
        !wtraj_decode(&in->crowd, in->content, in->chunk.content, &wrong)) {
        in->ended = true;
        return report_damaged_chunk(in, wrong, start, error);
    }
    set_heights(in);
    wtraj_frame(&in->crowd, shown);
    return WEND_OK;
}

static void end(void *state) {
    wtraj_input *in = state;
    if (!in->begun) {
        return;
    }
    if (in->stream != NULL) {
        fclose(in->stream);
    }
    ZSTD_freeDCtx(in->unpacker);
    if (in->crowd.heap != NULL) {
        wtraj_crowd_free(&in->crowd);
    }
    wend_space_release(in->space);
    wend_space_def_destroy(in->space_def);
    memory_free(&in->heap, in->stored, in->stored_capacity);
    memory_free(&in->heap, in->content, in->content_capacity);
    memory_free_text(&in->heap, in->path);
    arena_free(&in->arena);
}

static double done(const void *state) {
    const wtraj_input *in = state;
    return in->file_size > 0 && in->at < in->file_size ? (double)in->at / (double)in->file_size
                                                       : 1.0;
}

const wend_input input_wtraj = {
    .entry = {WEND_HEAD(wend_input), .name = "wtraj", .summary = "wend's own trajectories"},
    .extension = ".wtraj",
    .state_size = sizeof(wtraj_input),
    .begin = begin,
    .frame = frame,
    .end = end,
    .done = done,
};
