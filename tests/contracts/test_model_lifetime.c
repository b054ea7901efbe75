/* Model lifetime: a model allocates memory from the world's allocator, one object for each profile
 * that uses the model. The object is freed with its profile, and snapshots store its content. */
#include "contract.h"

/* ---- A model with its own memory ------------------------------------------------------------- */

/* The object: a table of velocities for all agents of the profile, one row per step. The table is
 * changed after each pass through its rows. If a loaded world created it again instead of loading
 * it, agents would walk elsewhere. */
enum { ROWS = 8 };

typedef struct table {
    wend_allocator allocator;
    uint64_t steps;
    uint32_t *rows; /* in a second block of memory; each row holds x (low half) and y (high half) in
                       units of 1/4 m/s */
} table;

static uint32_t creates, destroys, loads;
static bool refuses;

static uint32_t row_of(uint64_t seed, uint64_t index) {
    return (uint32_t)(wend_random_bits(seed, 0, index, 3) & 0x00070007u);
}

static wend_result create_table(const wend_model_def *def, void **out, wend_error *error) {
    wend_allocator from = def->allocator;
    if (refuses) {
        error->code = WEND_ERROR_LIMIT;
        strcpy(error->message, "the table is full");
        return WEND_ERROR_LIMIT;
    }
    ck_assert_uint_ge(def->size, sizeof *def);
    ck_assert_ptr_eq(def->user, &creates);
    table *made = (table *)from.allocate(from.user, sizeof *made);
    made->rows = (uint32_t *)from.allocate(from.user, ROWS * sizeof *made->rows);
    made->allocator = from;
    made->steps = 0;
    for (uint32_t i = 0; i < ROWS; i++) {
        made->rows[i] = row_of(def->seed, i);
    }
    creates++;
    *out = made;
    return WEND_OK;
}

static void destroy_table(void *model) {
    table *made = (table *)model;
    wend_allocator from = made->allocator;
    from.release(from.user, made->rows, ROWS * sizeof *made->rows);
    from.release(from.user, made, sizeof *made);
    destroys++;
}

static size_t save_table(const void *model, void *out, size_t capacity) {
    const table *made = (const table *)model;
    const size_t size = sizeof made->steps + ROWS * sizeof *made->rows;
    if (out && capacity >= size) {
        memcpy(out, &made->steps, sizeof made->steps);
        memcpy((char *)out + sizeof made->steps, made->rows, ROWS * sizeof *made->rows);
    }
    return size;
}

static wend_result load_table(void *model, const void *bytes, size_t size, wend_error *error) {
    table *made = (table *)model;
    (void)error;
    if (size != sizeof made->steps + ROWS * sizeof *made->rows) {
        return WEND_ERROR_FORMAT;
    }
    memcpy(&made->steps, bytes, sizeof made->steps);
    memcpy(made->rows, (const char *)bytes + sizeof made->steps, ROWS * sizeof *made->rows);
    loads++;
    return WEND_OK;
}

static void end_step(const wend_view *view, const wend_agents *agents) {
    table *made = (table *)agents->model;
    made->rows[made->steps % ROWS] = row_of(view->seed, made->steps + ROWS);
    made->steps++;
}

static void steer(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    const table *made = (const table *)agents->model;
    uint32_t row = made->rows[made->steps % ROWS];
    wend_vec2 velocity = {0.25F * (float)(row & 7u), 0.25F * (float)(row >> 16)};
    (void)intents;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        outcomes[i - agents->first] = contract_outcome(view, velocity);
    }
}

static wend_steering model;

static wend_registry *make_registry(void) {
    wend_registry *registry = contract_registry();
    memset(&model, 0, sizeof model);
    contract_head(&model.stage.entry, sizeof model, "table");
    model.stage.entry.user = &creates;
    model.stage.create = create_table;
    model.stage.destroy = destroy_table;
    model.stage.save = save_table;
    model.stage.load = load_table;
    model.stage.end_step = end_step;
    model.steer = steer;
    model.respects_limits = true;
    contract_register(registry, WEND_KIND_STEERING, &model.stage.entry);
    creates = destroys = loads = 0;
    refuses = false;
    return registry;
}

/* Makes a world with steps of 1 s, so that all positions are exact in single precision. */
static wend_world *make_world(const wend_registry *registry, contract_heap *heap) {
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    def.space = contract_open();
    def.registry = registry;
    def.dt = 1.0;
    def.seed = 77;
    def.allocator = contract_allocator(heap);
    CONTRACT_OK(wend_world_create(&def, &world, &contract_error));
    wend_space_release(def.space);
    return world;
}

/* Returns the expected position of an agent that started at (0, 0) after a number of steps: in step
 * i it uses row i of an endless table. */
static wend_point expected_after(uint64_t steps) {
    wend_point at = {0.0, 0.0};
    for (uint64_t i = 0; i < steps; i++) {
        uint32_t row = row_of(77, i);
        at.x += 0.25 * (double)(row & 7u);
        at.y += 0.25 * (double)(row >> 16);
    }
    return at;
}

static void expect_position(const wend_world *world, uint64_t key, uint64_t steps) {
    wend_point at = contract_state(world, wend_world_find_agent(world, key)).position;
    wend_point expected = expected_after(steps);
    ck_assert_double_eq(at.x, expected.x);
    ck_assert_double_eq(at.y, expected.y);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

START_TEST(each_profile_has_an_object_that_is_destroyed_once) {
    wend_registry *registry = make_registry();
    contract_heap heap = {0, 0};
    wend_world *world = make_world(registry, &heap);
    wend_profile profiles[3];
    for (int i = 0; i < 3; i++) {
        profiles[i] = contract_profile(world, "table");
    }
    contract_profile(world, "direct");
    ck_assert_uint_eq(creates, 3);
    ck_assert_uint_eq(destroys, 0);
    CONTRACT_OK(wend_world_remove_profile(world, profiles[1], &contract_error));
    contract_step(world, 1);
    ck_assert_uint_eq(destroys, 1);
    wend_world_destroy(world);
    ck_assert_uint_eq(destroys, 3);
    ck_assert_uint_eq(heap.held, 0);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(object_memory_counts_towards_world_memory) {
    wend_registry *registry = make_registry();
    contract_heap heap = {0, 0};
    wend_world *world = make_world(registry, &heap);
    contract_profile(world, "direct"); /* lets the list of profiles grow in advance */
    size_t before = heap.held, plain = 0, reported = wend_world_get_memory_use(world).held;
    contract_profile(world, "direct");
    plain = heap.held - before;
    contract_profile(world, "table");
    ck_assert_uint_eq(heap.held - before, 2 * plain + sizeof(table) + ROWS * sizeof(uint32_t));
    ck_assert_uint_eq(wend_world_get_memory_use(world).held - reported, heap.held - before);
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(profile_is_refused_if_create_fails) {
    wend_registry *registry = make_registry();
    contract_heap heap = {0, 0};
    wend_world *world = make_world(registry, &heap);
    wend_profile_def def = contract_profile_def("table");
    contract_profile(world, "direct"); /* lets the list of profiles grow in advance */
    size_t before = heap.held;
    refuses = true;
    CONTRACT_REFUSED(wend_world_add_profile(world, &def, NULL, &contract_error), WEND_ERROR_LIMIT,
                     "the table is full");
    ck_assert_uint_eq(wend_world_profile_count(world), 1);
    ck_assert_uint_eq(heap.held, before);
    wend_world_destroy(world);
    ck_assert_uint_eq(creates + destroys, 0);
    ck_assert_uint_eq(heap.held, 0);
    wend_registry_destroy(registry);
}
END_TEST

/* The snapshot is saved in the middle of a pass through the table, when half of its rows are new.
 */
START_TEST(snapshots_keep_objects_bit_for_bit) {
    wend_registry *registry = make_registry();
    contract_heap heap = {0, 0};
    wend_world *world = make_world(registry, &heap);
    contract_profile(world, "table");
    wend_goal none = {0};
    contract_agent(world, 1, 0, 0, none);
    contract_step(world, 13);
    expect_position(world, 1, 13);
    wend_world *loaded = contract_reload(world, registry);
    ck_assert_uint_eq(creates, 2);
    ck_assert_uint_eq(loads, 1);
    size_t sizes[2] = {0, 0};
    unsigned char *first = contract_save(world, &sizes[0]);
    unsigned char *second = contract_save(loaded, &sizes[1]);
    ck_assert_uint_eq(sizes[0], sizes[1]);
    ck_assert_mem_eq(first, second, sizes[0]);
    free(first);
    free(second);
    for (uint64_t steps = 14; steps < 40; steps++) {
        contract_step(world, 1);
        contract_step(loaded, 1);
        expect_position(world, 1, steps);
        expect_position(loaded, 1, steps);
        ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
    }
    wend_world_destroy(loaded);
    wend_world_destroy(world);
    ck_assert_uint_eq(destroys, 2);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    CONTRACT("contracts/model_lifetime", each_profile_has_an_object_that_is_destroyed_once,
             object_memory_counts_towards_world_memory, profile_is_refused_if_create_fails,
             snapshots_keep_objects_bit_for_bit);
}
