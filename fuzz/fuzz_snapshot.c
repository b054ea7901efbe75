/* Fuzzes the loader of snapshots and of packed agents. An input is a list of edits of a snapshot,
 * or of a packed agent, that the library itself has saved; the checksum is made valid afterwards.
 * So the loader reaches the contents, whatever their present format. A world that loads must be
 * able to step, to be saved, and to load again.
 *
 * The first byte says what is edited. Each edit takes 12 bytes: what it does, how many bytes it
 * concerns, two unused bytes, where (4 bytes) and a value (4 bytes). */
/* runs: 4000 */
#include "support/fuzz.h"
#include "support/kit/saved_worlds.h"

enum { HEADER = 24, EDIT = 12, MOST_EDITS = 16, BASES = 2, MOST_AGENTS = 100 };

/* What edits do. */
enum { SET_BYTE, SET_NUMBER, ADD, SET_FLOAT, SET_DOUBLE, TRUNCATE, DELETE, REPEAT, EDITS };

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

/* ---- Edits ----------------------------------------------------------------------------------- */

static double special(uint32_t index) {
    static const double numbers[] = {0.0, -1.0, 1e-300, 1e30, -1e30, (double)NAN, (double)INFINITY,
                                     0.5, 1e9,  -1e9,   8192, 1e-3,  -0.0,        1.0};
    return numbers[index % (sizeof numbers / sizeof *numbers)];
}

/* Writes as much of a value as the bytes have room for. */
static void put(uint8_t *bytes, size_t size, size_t at, const void *value, size_t length) {
    size_t room = size - at;
    memcpy(bytes + at, value, length < room ? length : room);
}

/* Applies one edit to the bytes, of which there are at most twice as many as at first. Returns
 * their new number. */
static size_t apply(uint8_t *bytes, size_t size, size_t capacity, const uint8_t edit[EDIT]) {
    uint32_t where, value, old = 0;
    memcpy(&where, edit + 4, sizeof where);
    memcpy(&value, edit + 8, sizeof value);
    size_t at = HEADER + where % (size - HEADER), length = 1 + edit[1];
    float single = (float)special(value);
    double number = special(value);
    length = length < size - at ? length : size - at;
    switch (edit[0] % EDITS) {
    case SET_BYTE:
        bytes[at] = (uint8_t)value;
        break;
    case SET_NUMBER:
        put(bytes, size, at, &value, sizeof value);
        break;
    case ADD:
        memcpy(&old, bytes + at, size - at < sizeof old ? size - at : sizeof old);
        old += (uint32_t)(int8_t)value;
        put(bytes, size, at, &old, sizeof old);
        break;
    case SET_FLOAT:
        put(bytes, size, at, &single, sizeof single);
        break;
    case SET_DOUBLE:
        put(bytes, size, at, &number, sizeof number);
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

/* Returns the edited bytes; the caller frees them. */
static uint8_t *edit_bytes(const uint8_t *from, size_t *size, const uint8_t *edits, size_t count) {
    size_t capacity = 2 * *size;
    uint8_t *bytes = malloc(capacity);
    fuzz_expect(bytes != NULL, "out of memory");
    memcpy(bytes, from, *size);
    for (size_t i = 0; i<count && * size> HEADER; i++) {
        *size = apply(bytes, *size, capacity, edits + i * EDIT);
    }
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
    size_t count = (size - 1) / EDIT;
    count = count < MOST_EDITS ? count : MOST_EDITS;
    const base *from = &bases[data[0] % BASES];
    uint32_t nth = data[0] / (2 * BASES);
    if (data[0] / BASES % 2 == 0) {
        load_snapshot(from, data + 1, count);
    } else {
        load_agent(from, nth, data + 1, count);
    }
    return 0;
}
