/* Fuzzes the snapshot loader. The header, the checksum and the space are made valid, so that the
 * loader reaches the contents. A world that loads must be able to step, to be saved, and to load
 * again. */
/* runs: 20000 */
#include "base/hash.h"
#include "support/busy.h"
#include "support/fuzz.h"

enum { HEADER_SIZE = 24, VERSION = 7, LARGEST = 1 << 17 };

static void make_valid(uint8_t *bytes, size_t size, const wend_space *space) {
    uint32_t version = VERSION;
    uint64_t hash = wend_space_hash(space);
    memcpy(bytes, "WENDSNAP", 8);
    memcpy(bytes + 8, &version, sizeof version);
    memcpy(bytes + HEADER_SIZE, &hash, sizeof hash);
    uint64_t checksum = hash_bytes(bytes + HEADER_SIZE, size - HEADER_SIZE, VERSION);
    memcpy(bytes + 16, &checksum, sizeof checksum);
}

static void use_world(const wend_world_def *def, wend_world *world) {
    wend_error error = {.message = ""};
    if (wend_world_step(world, 2, &error) != WEND_OK) {
        return;
    }
    size_t size = wend_world_save(world, NULL, 0);
    void *bytes = malloc(size);
    wend_world *again = NULL;
    if (!bytes || wend_world_save(world, bytes, size) != size ||
        wend_world_load(def, bytes, size, &again, &error) != WEND_OK ||
        wend_world_hash(again) != wend_world_hash(world)) {
        fprintf(stderr, "a world that loaded does not load again: %s\n", error.message);
        abort();
    }
    wend_world_destroy(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static wend_space *space;
    if (!space) {
        space = busy_space();
    }
    uint8_t *bytes = fuzz_copy(data, size, HEADER_SIZE + 8, LARGEST);
    if (!bytes) {
        return 0;
    }
    make_valid(bytes, size, space);
    wend_world_def def = wend_default_world_def();
    def.space = space;
    wend_world *world = NULL;
    wend_error error;
    if (wend_world_load(&def, bytes, size, &world, &error) == WEND_OK) {
        use_world(&def, world);
        wend_world_destroy(world);
    }
    free(bytes);
    return 0;
}
