/* Objects that stages own: they are created and freed with the profile, counted, saved and loaded.
 * Uses only the public interface, except to compute the checksum of damaged snapshots. */
#include <stdlib.h>
#include <string.h>

#include <wend/wend.h>

#include "base/hash.h"
#include "support/suite.h"
#include "support/worlds.h"

/* ---- A steering model with a memory: the crowd turns by what it has counted ------------------ */

enum { CELLS = 100 };

typedef struct tide {
    wend_allocator allocator;
    uint64_t *cells; /* CELLS numbers, in a second block */
    uint64_t steps;
    double scale; /* a parameter */
} tide;

typedef struct tide_params {
    double scale;
} tide_params;

static struct {
    uint32_t created, destroyed, wrong;
    uint32_t fail_with; /* result that create returns */
    bool fail_silently;
    const void *user, *space;
    double scale;
} seen;

static const wend_param tide_rows[] = {{"scale", WEND_PARAM_NUMBER, offsetof(tide_params, scale),
                                        1.0, 0.0, 100.0, "1", "how strong", NULL}};

static wend_result tide_create(const wend_model_def *def, void **out, wend_error *error) {
    seen.user = def->user;
    seen.space = def->space;
    seen.scale = ((const tide_params *)def->params)->scale;
    seen.wrong +=
        def->size != sizeof *def || def->worker_count < 1 || def->seed != 5 || def->dt != 0.1;
    if (seen.fail_with) {
        strcpy(error->message, seen.fail_silently ? "" : "the sea is calm");
        return (wend_result)seen.fail_with;
    }
    tide *made = def->allocator.allocate(def->allocator.user, sizeof *made);
    uint64_t *cells = def->allocator.allocate(def->allocator.user, CELLS * sizeof *cells);
    if (!made || !cells) {
        def->allocator.release(def->allocator.user, made, sizeof *made);
        def->allocator.release(def->allocator.user, cells, CELLS * sizeof *cells);
        return WEND_ERROR_MEMORY;
    }
    memset(cells, 0, CELLS * sizeof *cells);
    *made = (tide){.allocator = def->allocator, .cells = cells, .scale = seen.scale};
    *out = made;
    seen.created++;
    return WEND_OK;
}

static void tide_destroy(void *model) {
    tide *t = model;
    wend_allocator from = t->allocator;
    from.release(from.user, t->cells, CELLS * sizeof *t->cells);
    from.release(from.user, t, sizeof *t);
    seen.destroyed++;
}

static size_t tide_save(const void *model, void *out, size_t capacity) {
    const tide *t = model;
    size_t size = sizeof t->steps + CELLS * sizeof *t->cells;
    if (out && capacity >= size) {
        memcpy(out, &t->steps, sizeof t->steps);
        memcpy((char *)out + sizeof t->steps, t->cells, CELLS * sizeof *t->cells);
    }
    return size;
}

static wend_result tide_load(void *model, const void *bytes, size_t size, wend_error *error) {
    tide *t = model;
    (void)error;
    if (size != tide_save(model, NULL, 0)) {
        return WEND_ERROR_FORMAT;
    }
    memcpy(&t->steps, bytes, sizeof t->steps);
    memcpy(t->cells, (const char *)bytes + sizeof t->steps, CELLS * sizeof *t->cells);
    return t->steps < 100000 ? WEND_OK : WEND_ERROR_FORMAT;
}

static void tide_begin(const wend_view *view, const wend_agents *agents) {
    tide *t = agents->model;
    t->cells[t->steps % CELLS] += view->body_count + t->steps * t->steps;
    t->steps++;
}

static void tide_steer(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    const tide *t = agents->model;
    (void)intents;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < CELLS; i++) {
        sum += t->cells[i];
    }
    float turn = (float)(t->scale * (double)(sum % 17)) / 17.0F;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_vec2 v = {turn, 1.0F - turn};
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = v, .displacement = {v.x * view->dt, v.y * view->dt}};
        }
    }
}

static int token;

static const wend_steering tide_steering = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "tide",
                        .summary = "turns by what it has counted", .params = tide_rows,
                        .param_count = 1, .params_size = sizeof(tide_params), .user = &token},
              .begin_step = tide_begin,
              .create = tide_create,
              .destroy = tide_destroy,
              .save = tide_save,
              .load = tide_load},
    .steer = tide_steer};

static wend_registry *registry;
static wend_space *space;

static void set_up(void) {
    wend_error error = {0};
    memset(&seen, 0, sizeof seen);
    space = worlds_open();
    ck_assert_int_eq(wend_registry_create(NULL, &registry, &error), WEND_OK);
    ck_assert_msg(wend_registry_add(registry, WEND_KIND_STEERING, &tide_steering.stage.entry,
                                    &error) == WEND_OK,
                  "%s", error.message);
}

static void tear_down(void) {
    wend_registry_destroy(registry);
    wend_space_release(space);
    ck_assert_uint_eq(seen.created, seen.destroyed);
    ck_assert_uint_eq(seen.wrong, 0);
}

static wend_world_def tide_world_def(uint32_t threads, worlds_heap *heap) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.registry = registry;
    def.seed = 5;
    def.threads = threads;
    if (heap) {
        def.allocator = worlds_allocator(heap);
    }
    return def;
}

static wend_profile_def tide_profile(const wend_setting *scale) {
    wend_profile_def def = worlds_profile_def();
    def.steer = (wend_choice){"tide", scale, scale ? 1 : 0};
    return def;
}

/* Makes two profiles, each with its own model object, and adds agents with both profiles. */
static wend_world *tide_world(uint32_t threads, worlds_heap *heap) {
    wend_world_def def = tide_world_def(threads, heap);
    wend_world *world = NULL;
    ck_assert_int_eq(wend_world_create(&def, &world, NULL), WEND_OK);
    wend_setting scale = {"scale", {.kind = WEND_VALUE_NUMBER, .number = wend_constant(0.5)}};
    wend_profile_def plain = tide_profile(NULL), strong = tide_profile(&scale);
    wend_profile profiles[2];
    ck_assert_int_eq(wend_world_add_profile(world, &plain, &profiles[0], NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_profile(world, &strong, &profiles[1], NULL), WEND_OK);
    for (uint32_t i = 0; i < 40; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.profile = profiles[i % 2];
        agent.position = (wend_point){1.5 * i, 0.7 * (i % 7)};
        ck_assert_int_eq(wend_world_add_agents(world, &agent, 1, NULL, NULL), WEND_OK);
    }
    return world;
}

START_TEST(each_profile_has_its_own_object) {
    worlds_heap heap = {0};
    wend_world *world = tide_world(1, &heap);
    ck_assert_uint_eq(seen.created, 2);
    ck_assert_ptr_eq(seen.user, &token);
    ck_assert_ptr_eq(seen.space, space);
    ck_assert_double_eq(seen.scale, 0.5); /* the scale of the second profile */
    worlds_step(world, 3);
    ck_assert_uint_eq(seen.created, 2);
    wend_world_destroy(world);
    ck_assert_uint_eq(seen.destroyed, 2);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(object_memory_counts_towards_world_memory) {
    worlds_heap heap = {0};
    wend_world_def def = tide_world_def(1, &heap);
    wend_world *world = NULL;
    ck_assert_int_eq(wend_world_create(&def, &world, NULL), WEND_OK);
    wend_profile_def other = worlds_profile_def(), own = tide_profile(NULL);
    size_t held[3];
    for (int i = 0; i < 3; i++) { /* the first call allocates space for several profiles */
        ck_assert_int_eq(wend_world_add_profile(world, i == 1 ? &own : &other, NULL, NULL),
                         WEND_OK);
        held[i] = wend_world_get_memory_use(world).held;
    }
    size_t object = sizeof(tide) + CELLS * sizeof(uint64_t);
    ck_assert_uint_ge(held[1] - held[0], object + held[2] - held[1]);
    uint64_t calls = wend_world_get_memory_use(world).calls;
    worlds_step(world, 5);
    worlds_step(world, 5);
    ck_assert_uint_ge(wend_world_get_memory_use(world).calls, calls);
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(profile_is_refused_if_create_fails) {
    worlds_heap heap = {0};
    wend_world_def def = tide_world_def(1, &heap);
    wend_world *world = NULL;
    wend_error error = {0};
    wend_profile_def profile = tide_profile(NULL);
    ck_assert_int_eq(wend_world_create(&def, &world, NULL), WEND_OK);
    seen.fail_with = WEND_ERROR_GEOMETRY;
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &error), WEND_ERROR_GEOMETRY);
    ck_assert_str_eq(error.message, "'tide' cannot be used: the sea is calm");
    seen.fail_silently = true;
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &error), WEND_ERROR_GEOMETRY);
    ck_assert_str_eq(error.message, "'tide' cannot be used: invalid geometry");
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, NULL), WEND_ERROR_GEOMETRY);
    ck_assert_uint_eq(wend_world_profile_count(world), 0);
    seen.fail_with = WEND_OK;
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, NULL), WEND_OK);
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

/* Whichever allocation fails, nothing is left behind and the next attempt succeeds. */
START_TEST(running_out_of_memory_leaks_nothing) {
    worlds_heap heap = {0};
    wend_world_def def = tide_world_def(1, &heap);
    wend_world *world = NULL;
    wend_profile_def profile = tide_profile(NULL);
    ck_assert_int_eq(wend_world_create(&def, &world, NULL), WEND_OK);
    uint32_t failures = 0;
    for (bool added = false; !added; failures++) {
        ck_assert_uint_lt(failures, 100);
        heap.fails_at = heap.calls + failures + 1;
        wend_result result = wend_world_add_profile(world, &profile, NULL, NULL);
        added = result == WEND_OK;
        ck_assert(added || result == WEND_ERROR_MEMORY);
        ck_assert_uint_eq(seen.created - seen.destroyed, added);
    }
    ck_assert_uint_gt(failures, 4); /* allocated: tables, parameters, two blocks of the object */
    heap.fails_at = 0;
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

static wend_world *reload(const wend_world *world, uint32_t threads) {
    size_t size = wend_world_save(world, NULL, 0);
    void *bytes = malloc(size);
    ck_assert_uint_eq(wend_world_save(world, bytes, size), size);
    wend_world_def def = tide_world_def(threads, NULL);
    wend_world *loaded = NULL;
    wend_error error = {0};
    ck_assert_msg(wend_world_load(&def, bytes, size, &loaded, &error) == WEND_OK, "%s",
                  error.message);
    free(bytes);
    return loaded;
}

START_TEST(a_loaded_world_continues_with_its_objects) {
    wend_world *world = tide_world(1, NULL);
    worlds_step(world, 37);
    wend_world *loaded = reload(world, 3);
    ck_assert_uint_eq(seen.created, 4);
    ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
    for (int i = 0; i < 60; i++) {
        worlds_step(world, 1);
        worlds_step(loaded, 1);
        ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
    }
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

START_TEST(result_is_the_same_on_any_number_of_threads) {
    uint64_t hashes[4];
    const uint32_t threads[] = {1, 2, 3, 8};
    for (int i = 0; i < 4; i++) {
        wend_world *world = tide_world(threads[i], NULL);
        worlds_step(world, 50);
        hashes[i] = wend_world_hash(world);
        wend_world_destroy(world);
        ck_assert_uint_eq(hashes[i], hashes[0]);
    }
}
END_TEST

/* Updates the checksum, so that the damage can be detected only when the sections are read. */
static void reseal(unsigned char *bytes, size_t size) {
    uint32_t version;
    memcpy(&version, bytes + 8, sizeof version);
    uint64_t checksum = hash_bytes(bytes + 24, size - 24, version);
    memcpy(bytes + 16, &checksum, sizeof checksum);
}

START_TEST(damaged_objects_are_refused) {
    wend_world *world = tide_world(1, NULL);
    worlds_step(world, 20);
    size_t size = wend_world_save(world, NULL, 0);
    unsigned char *bytes = malloc(size);
    wend_world_save(world, bytes, size);
    wend_world_def def = tide_world_def(1, NULL);
    wend_world *loaded = NULL;
    const uint64_t head[] = {8 + CELLS * 8, 20}; /* first bytes of an object */
    uint32_t found = 0;
    for (size_t at = 24; at + sizeof head <= size; at++) {
        if (memcmp(bytes + at, head, sizeof head) != 0) {
            continue;
        }
        found++;
        const uint64_t lengths[] = {0, 1, head[0] - 1, head[0] + 1, size, UINT64_MAX};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            memcpy(bytes + at, &lengths[i], sizeof lengths[i]);
            reseal(bytes, size);
            ck_assert_int_eq(wend_world_load(&def, bytes, size, &loaded, NULL), WEND_ERROR_FORMAT);
        }
        memcpy(bytes + at, head, sizeof head);
        bytes[at + 8 + 7] = 1; /* far too many steps: the model's own check refuses the snapshot */
        reseal(bytes, size);
        ck_assert_int_eq(wend_world_load(&def, bytes, size, &loaded, NULL), WEND_ERROR_FORMAT);
        memcpy(bytes + at, head, sizeof head);
        for (size_t cut = at; cut < at + 40; cut += 3) { /* the rest of the snapshot is missing */
            unsigned char *shorter = malloc(cut);
            memcpy(shorter, bytes, cut);
            reseal(shorter, cut);
            ck_assert_int_eq(wend_world_load(&def, shorter, cut, &loaded, NULL), WEND_ERROR_FORMAT);
            free(shorter);
        }
    }
    ck_assert_uint_eq(found, 2);
    ck_assert_ptr_null(loaded);
    reseal(bytes, size);
    ck_assert_int_eq(wend_world_load(&def, bytes, size, &loaded, NULL), WEND_OK);
    ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
    wend_world_destroy(loaded);
    free(bytes);
    wend_world_destroy(world);
}
END_TEST

START_TEST(incomplete_sets_of_functions_are_refused) {
    const char *says = "without create, or only one of save and load";
    for (int i = 0; i < 5; i++) {
        wend_steering bad = tide_steering;
        wend_error error = {0};
        bad.stage.entry.name = "bad";
        bad.stage.create = i < 3 ? NULL : bad.stage.create;
        bad.stage.destroy = i == 0 || i > 2 ? bad.stage.destroy : NULL;
        bad.stage.save = i == 1 || i == 3 ? bad.stage.save : NULL;
        bad.stage.load = i == 2 || i == 4 ? bad.stage.load : NULL;
        ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &bad.stage.entry, &error),
                         WEND_ERROR_INVALID);
        ck_assert_msg(strstr(error.message, says), "case %d: %s", i, error.message);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("world/stage_objects");
    TCase *cases = tcase_create("objects");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, each_profile_has_its_own_object);
    tcase_add_test(cases, object_memory_counts_towards_world_memory);
    tcase_add_test(cases, profile_is_refused_if_create_fails);
    tcase_add_test(cases, running_out_of_memory_leaks_nothing);
    tcase_add_test(cases, a_loaded_world_continues_with_its_objects);
    tcase_add_test(cases, result_is_the_same_on_any_number_of_threads);
    tcase_add_test(cases, damaged_objects_are_refused);
    tcase_add_test(cases, incomplete_sets_of_functions_are_refused);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
