/* Fuzzes the .wtraj reader. The start of the file is made valid, and so are the sizes, compression
 * flags and checksums of all chunks, so that the reader reaches the contents. Frames that are read
 * must be consistent. */
/* runs: 35000 */
#define _GNU_SOURCE
#include "record/wtraj/format.h"
#include "space/wmap.h"
#include "support/fuzz_replay.h"
#include <sys/mman.h>

enum { LARGEST = 1 << 14 };

extern const wend_input input_wtraj;

/* Makes the checksum of the space valid. The space is a .wmap that is stored in the file header. */
static void seal_map(uint8_t *content, uint32_t size) {
    uint32_t map = 0;
    if (size < 4) {
        return;
    }
    memcpy(&map, content, sizeof map);
    if (map <= size - 4 && map >= WMAP_HEADER_SIZE) {
        wmap_seal(content + 4, map, WMAP_SPACE);
    }
}

/* Makes the start of the file and all chunk headers valid. The size of each chunk determines where
 * the next one starts; the last chunk is shortened to the remaining bytes. */
static void make_valid(uint8_t *bytes, size_t size) {
    uint32_t version = WTRAJ_VERSION, zero = 0;
    memcpy(bytes, "WENDTRAJ", 8);
    memcpy(bytes + 8, &version, sizeof version);
    memcpy(bytes + 12, &zero, sizeof zero);
    for (size_t at = WTRAJ_OPENING_SIZE; at + sizeof(wtraj_chunk) <= size;) {
        wtraj_chunk chunk;
        memcpy(&chunk, bytes + at, sizeof chunk);
        uint8_t *content = bytes + at + sizeof chunk;
        size_t left = size - at - sizeof chunk;
        chunk.size = chunk.size < left ? chunk.size : (uint32_t)left;
        chunk.packing &= WTRAJ_ZSTD;
        chunk.reserved = 0;
        chunk.packed = chunk.packed < chunk.size ? chunk.packed : chunk.size;
        if (chunk.packing == WTRAJ_RAW) {
            chunk.content = chunk.packed = chunk.size;
        }
        if (at == WTRAJ_OPENING_SIZE) {
            chunk.kind = WTRAJ_HEADER;
            seal_map(content, chunk.packing == WTRAJ_RAW ? chunk.size : 0);
        }
        chunk.checksum = wtraj_checksum(&chunk, content);
        memcpy(bytes + at, &chunk, sizeof chunk);
        at += sizeof chunk + chunk.size;
    }
}

static void read_all(const char *path) {
    void *state = calloc(1, input_wtraj.state_size);
    wend_recording recording;
    memset(&recording, 0, sizeof recording);
    wend_error error;
    bool more = false;
    wend_result result = input_wtraj.begin(state, NULL, NULL, path, NULL, &recording, &error);
    while (result == WEND_OK) {
        wend_frame frame;
        result = input_wtraj.frame(state, &frame, &more, &error);
        if (result != WEND_OK || !more) {
            break;
        }
        replay_check_agents(&frame, wend_space_layer_count(recording.space));
    }
    input_wtraj.end(state);
    free(state);
}

static void read_bytes(const uint8_t *bytes, size_t size) {
    int file = memfd_create("fuzz", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    fuzz_expect(file >= 0 && write(file, bytes, size) == (ssize_t)size, "no file in memory");
    read_all(path);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *bytes = fuzz_copy(data, size, WTRAJ_OPENING_SIZE, LARGEST);
    if (bytes == NULL) {
        return 0;
    }
    make_valid(bytes, size);
    read_bytes(bytes, size);
    free(bytes);
    return 0;
}
