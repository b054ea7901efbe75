/* Shared by the contract tests: small spaces and worlds, created through the public headers only.
 *
 * The tests are written in the common subset of C17 and C++17, and built as both. They use no
 * designated initialisers and no compound literals, and cast void pointers explicitly. */
#ifndef TESTS_CONTRACTS_CONTRACT_H
#define TESTS_CONTRACTS_CONTRACT_H

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/wend.h>

/* ---- Programs -------------------------------------------------------------------------------- */

static inline int contract_run(const char *name, const TTest *const *tests, size_t count) {
    Suite *suite = suite_create(name);
    TCase *cases = tcase_create(name);
    tcase_set_timeout(cases, 1200);
    for (size_t i = 0; i < count; i++) {
        tcase_add_test(cases, tests[i]);
    }
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}

/* The body of main. Usage: CONTRACT("claims", test_a, test_b). */
#define CONTRACT(name, ...)                                                                        \
    const TTest *const tests[] = {__VA_ARGS__};                                                    \
    return contract_run(name, tests, sizeof tests / sizeof *tests)

/* The error that a call writes if it receives &contract_error. The macros below check the call's
 * result. */
static wend_error contract_error;

#define CONTRACT_OK(call)                                                                          \
    do {                                                                                           \
        wend_result contract_result = (call);                                                      \
        ck_assert_msg(contract_result == WEND_OK, "%s: %s", wend_result_text(contract_result),     \
                      contract_error.message);                                                     \
    } while (0)

/* Checks that a call fails with the code `expected`, and that its message contains `words`. */
#define CONTRACT_REFUSED(call, expected, words)                                                    \
    do {                                                                                           \
        memset(&contract_error, 0, sizeof contract_error);                                         \
        ck_assert_int_eq((call), (expected));                                                      \
        ck_assert_int_eq(contract_error.code, (expected));                                         \
        ck_assert_msg(strstr(contract_error.message, (words)) != NULL, "%s",                       \
                      contract_error.message);                                                     \
    } while (0)

static inline wend_point contract_point(double x, double y) {
    wend_point point = {x, y};
    return point;
}

static inline wend_vec2 contract_vec(float x, float y) {
    wend_vec2 vec = {x, y};
    return vec;
}

static inline wend_location contract_location(float x, float y, uint32_t layer) {
    wend_location location = {{x, y}, layer};
    return location;
}

/* Returns a number in [low, high) that depends only on `key` and `purpose`. */
static inline double contract_random(uint64_t key, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(20, key, 0, purpose);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Counts the bytes that are allocated and the number of allocations. */
typedef struct contract_heap {
    size_t held;
    uint64_t calls;
} contract_heap;

static inline void *contract_allocate(void *user, size_t size) {
    contract_heap *heap = (contract_heap *)user;
    heap->calls++;
    heap->held += size;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static inline void contract_release(void *user, void *memory, size_t size) {
    ((contract_heap *)user)->held -= size;
    free(memory);
}

static inline wend_allocator contract_allocator(contract_heap *heap) {
    wend_allocator allocator = {contract_allocate, contract_release, heap};
    return allocator;
}

/* ---- Spaces and worlds ----------------------------------------------------------------------- */

static inline wend_space *contract_space(const wend_space_def *def) {
    wend_space *space = NULL;
    CONTRACT_OK(wend_space_create(def, &space, &contract_error));
    return space;
}

/* Creates open ground without walls. */
static inline wend_space *contract_open(void) {
    wend_space_def def = wend_default_space_def();
    return contract_space(&def);
}

/* Creates a rectangular room with a corner at (0, 0), with `count` solids in it. */
static inline wend_space *contract_room(double width, double height, const wend_solid_def *solids,
                                        uint32_t count) {
    wend_point corners[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    corners[1].x = corners[2].x = width;
    corners[2].y = corners[3].y = height;
    wend_ring ring = {corners, 4};
    wend_layer_def layer;
    memset(&layer, 0, sizeof layer);
    layer.boundaries = &ring;
    layer.boundary_count = 1;
    layer.solids = solids;
    layer.solid_count = count;
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = 2;
    return contract_space(&def);
}

/* Creates a world and takes over the reference to the space. If `registry` is NULL, the world uses
 * the built-in entries. */
static inline wend_world *contract_world(wend_space *space, const wend_registry *registry,
                                         uint32_t threads) {
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    def.space = space;
    def.registry = registry;
    def.threads = threads;
    CONTRACT_OK(wend_world_create(&def, &world, &contract_error));
    wend_space_release(space);
    return world;
}

/* Returns a profile with a speed of 1 m/s, the planner `straight` and the follower `waypoint`. */
static inline wend_profile_def contract_profile_def(const char *steer) {
    wend_profile_def def = wend_default_profile_def();
    def.preferred_speed = wend_constant(1.0);
    def.plan.name = "straight";
    def.follow.name = "waypoint";
    def.steer.name = steer;
    return def;
}

static inline wend_profile contract_add_profile(wend_world *world, const wend_profile_def *def) {
    wend_profile profile = {0};
    CONTRACT_OK(wend_world_add_profile(world, def, &profile, &contract_error));
    return profile;
}

static inline wend_profile contract_profile(wend_world *world, const char *steer) {
    wend_profile_def def = contract_profile_def(steer);
    return contract_add_profile(world, &def);
}

static inline wend_goal contract_add_goal(wend_world *world, const wend_goal_def *def) {
    wend_goal goal = {0};
    CONTRACT_OK(wend_world_add_goal(world, def, &goal, &contract_error));
    return goal;
}

/* Adds a point goal at which agents stop, or leave the world. */
static inline wend_goal contract_goal(wend_world *world, double x, double y, uint32_t layer,
                                      wend_on_arrival then) {
    wend_point at = {x, y};
    wend_goal_def def = wend_default_goal_def();
    def.points = &at;
    def.point_count = 1;
    def.layer = layer;
    def.on_arrival = then;
    return contract_add_goal(world, &def);
}

static inline wend_agent contract_add(wend_world *world, const wend_agent_def *def) {
    wend_agent agent = {0};
    CONTRACT_OK(wend_world_add_agents(world, def, 1, &agent, &contract_error));
    return agent;
}

static inline wend_agent contract_agent(wend_world *world, uint64_t key, double x, double y,
                                        wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = contract_point(x, y);
    def.goal = goal;
    return contract_add(world, &def);
}

static inline void contract_step(wend_world *world, uint32_t count) {
    CONTRACT_OK(wend_world_step(world, count, &contract_error));
}

static inline wend_agent_state contract_state(const wend_world *world, wend_agent agent) {
    wend_agent_state state;
    memset(&state, 0, sizeof state);
    ck_assert(wend_world_get_agent(world, agent, &state));
    return state;
}

/* Returns the index of an agent's body in the view. */
static inline uint32_t contract_body(const wend_view *view, uint64_t key) {
    for (uint32_t i = 0; i < view->body_count; i++) {
        if (wend_view_key(view, i) == key) {
            return i;
        }
    }
    return UINT32_MAX;
}

/* Returns a snapshot; the caller frees it. */
static inline unsigned char *contract_save(const wend_world *world, size_t *size) {
    *size = wend_world_save(world, NULL, 0);
    unsigned char *bytes = (unsigned char *)malloc(*size);
    ck_assert_uint_eq(wend_world_save(world, bytes, *size), *size);
    return bytes;
}

/* Saves a snapshot of a world, and returns the world loaded from it. */
static inline wend_world *contract_reload(const wend_world *world, const wend_registry *registry) {
    size_t size = 0;
    unsigned char *bytes = contract_save(world, &size);
    wend_world_def def = wend_default_world_def();
    wend_world *loaded = NULL;
    def.space = wend_world_space(world);
    def.registry = registry;
    CONTRACT_OK(wend_world_load(&def, bytes, size, &loaded, &contract_error));
    free(bytes);
    return loaded;
}

/* ---- Descriptors ----------------------------------------------------------------------------- */

static inline wend_registry *contract_registry(void) {
    wend_registry *registry = NULL;
    CONTRACT_OK(wend_registry_create(NULL, &registry, &contract_error));
    return registry;
}

static inline void contract_head(wend_entry *entry, size_t size, const char *name) {
    entry->size = (uint32_t)size;
    entry->version = WEND_INTERFACE;
    entry->name = name;
    entry->summary = "of a test";
}

static inline void contract_register(wend_registry *registry, wend_kind kind,
                                     const wend_entry *entry) {
    CONTRACT_OK(wend_registry_add(registry, kind, entry, &contract_error));
}

/* Returns the index of the body after `index` in a call. UINT32_MAX gives the first body, and
 * UINT32_MAX is returned after the last. */
static inline uint32_t contract_next(const wend_agents *agents, uint32_t index) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        const wend_range *range = &agents->ranges[k];
        if (range->end > index + 1) {
            return range->begin > index + 1 ? range->begin : index + 1;
        }
    }
    return UINT32_MAX;
}

static inline uint32_t contract_first(const wend_agents *agents) {
    return contract_next(agents, UINT32_MAX);
}

/* Returns the outcome with a given velocity. */
static inline wend_outcome contract_outcome(const wend_view *view, wend_vec2 velocity) {
    wend_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    outcome.velocity = velocity;
    outcome.displacement.x = velocity.x * view->dt;
    outcome.displacement.y = velocity.y * view->dt;
    return outcome;
}

#endif
