/* Fuzzes the loader of snapshots and of packed agents. An input is a list of edits of a snapshot,
 * or of a packed agent, that the library itself has saved; the checksum is made valid afterwards.
 * So the loader reaches the contents, whatever their present format. A world that loads must be
 * able to step, to be saved, and to load again.
 *
 * The first byte says what is edited; the edits follow (support/fuzz_edits.h). */
/* runs: 4000 */
#include "support/fuzz_edits.h"
#include "support/kit/saved_worlds.h"

enum { BASES = 2, MOST_AGENTS = 100 };

typedef struct base {
    wend_world *world;
    uint8_t *bytes; /* its snapshot */
    size_t size;
} base;

static wend_registry *registry;
static base bases[BASES];

static void make_bases(void) {
    static const uint64_t steps[BASES] = {SAVED_EARLY, SAVED_LATE};
    fuzz_expect(wend_registry_create(NULL, &registry, NULL) == WEND_OK &&
                    wend_kit_register(registry, NULL) == WEND_OK,
                "there is no registry");
    for (int i = 0; i < BASES; i++) {
        bases[i].world = saved_world_create(registry, steps[i]);
        bases[i].bytes = saved_world_bytes(bases[i].world, &bases[i].size);
    }
}

/* Returns the edited bytes; the caller frees them. */
static uint8_t *edit_bytes(const uint8_t *from, size_t *size, const uint8_t *edits, size_t count) {
    uint8_t *bytes = fuzz_edit_bytes(from, size, edits, count);
    saved_bytes_seal(bytes, *size);
    return bytes;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static void load_snapshot(const base *from, const uint8_t *edits, size_t count) {
    size_t size = from->size;
    uint8_t *bytes = edit_bytes(from->bytes, &size, edits, count);
    wend_world_def def = saved_world_def(from->world, registry);
    wend_world *world = NULL;
    if (wend_world_load(&def, bytes, size, &world, NULL) == WEND_OK) {
        saved_world_use(&def, world);
        wend_world_destroy(world);
    }
    free(bytes);
}

/* Moves one agent out of a copy of the world and, edited, into it again. */
static void load_agent(const base *from, uint32_t nth, const uint8_t *edits, size_t count) {
    static wend_agent_state agents[MOST_AGENTS];
    wend_world_def def = saved_world_def(from->world, registry);
    wend_world *world = NULL;
    fuzz_expect(wend_world_load(&def, from->bytes, from->size, &world, NULL) == WEND_OK,
                "a snapshot does not load");
    uint32_t total = wend_world_get_agents(world, agents, MOST_AGENTS);
    wend_agent agent = agents[nth % total].agent;
    size_t size;
    uint8_t *packed = saved_agent_bytes(world, agent, &size);
    uint8_t *bytes = edit_bytes(packed, &size, edits, count);
    wend_world_remove_agent(world, agent, NULL);
    wend_world_step(world, 1, NULL);
    wend_world_unpack_agent(world, bytes, size, NULL, NULL);
    saved_world_use(&def, world);
    wend_world_destroy(world);
    free(bytes);
    free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (registry == NULL) {
        make_bases();
    }
    if (size == 0) {
        return 0;
    }
    size_t count = fuzz_edit_count(size - 1);
    const base *from = &bases[data[0] % BASES];
    uint32_t nth = data[0] / (2 * BASES);
    if (data[0] / BASES % 2 == 0) {
        load_snapshot(from, data + 1, count);
    } else {
        load_agent(from, nth, data + 1, count);
    }
    return 0;
}
