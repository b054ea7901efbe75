/* Crowds of the cellular automaton: rooms, walls, other models, threads, snapshots. */
/* label: threads */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>
#include <wend/snapshot.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static const double slack = 2e-4; /* m: discs may overlap by this much because of rounding */

typedef struct setup {
    const char *cells, *update, *other; /* other: steering model of every second agent, or NULL */
    double dt, radius, friction, cell_size;
    uint32_t threads, count;
    uint64_t seed;
    wend_allocator allocator;
} setup;

static wend_setting number(const char *name, double value) {
    return (wend_setting){name, {.kind = WEND_VALUE_NUMBER, .number = wend_constant(value)}};
}

static wend_setting word(const char *name, const char *value) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = value}};
}

static wend_profile add_profile(wend_world *world, const setup *s) {
    wend_setting settings[] = {number("friction", s->friction),
                               word("cells", s->cells ? s->cells : "square"),
                               word("update", s->update ? s->update : "parallel"),
                               number("cell_size", s->cell_size > 0.0 ? s->cell_size : 0.4)};
    wend_profile_def profile = worlds_profile_def();
    profile.radius = wend_constant(s->radius > 0.0 ? s->radius : 0.2);
    profile.preferred_speed = wend_uniform(0.9, 1.4);
    profile.steer = (wend_choice){"cellular", settings, sizeof settings / sizeof *settings};
    return worlds_add_profile(world, &profile);
}

static wend_world *make(const setup *s, wend_space *space) {
    wend_world_def def = wend_default_world_def();
    def.space = space;
    def.dt = s->dt > 0.0 ? s->dt : 0.1;
    def.seed = s->seed;
    def.threads = s->threads ? s->threads : 1;
    def.allocator = s->allocator;
    return worlds_from(&def);
}

/* Adds agents at random points of a box, clear of walls and of each other; half of them head for
 * each of two goals. Every second one has the profile `other`, if that is not null. */
static void fill(wend_world *world, const setup *s, wend_profile other, double width,
                 double height) {
    wend_goal goals[] = {worlds_disc(world, width - 1.0, height / 2, 0.8),
                         worlds_disc(world, 1.0, height / 2, 0.8)};
    wend_point points[400];
    const wend_space *space = wend_world_space(world);
    double radius = s->radius > 0.0 ? s->radius : 0.2;
    uint32_t count = 0;
    for (uint64_t n = 0; count < s->count; n++) {
        ck_assert_uint_lt(n, 200000);
        wend_point p = {0.5 + (width - 1.0) * wend_random_uniform(s->seed, n, 0, 1),
                        0.5 + (height - 1.0) * wend_random_uniform(s->seed, n, 0, 2)};
        wend_location at = {wend_space_to_local(space, p), 0};
        bool is_free = wend_space_is_walkable(space, at, WEND_ALL_CLASSES) &&
                       wend_space_clearance(space, at, 1.0F, WEND_ALL_CLASSES) > (float)radius;
        for (uint32_t i = 0; i < count; i++) {
            is_free = is_free && hypot(points[i].x - p.x, points[i].y - p.y) > 2.0 * radius + 0.01;
        }
        if (is_free) {
            wend_agent_def def = wend_default_agent_def();
            def.key = 1 + count;
            def.position = p;
            def.goal = goals[count % 4 / 2];
            def.profile = count % 2 ? other : (wend_profile){0};
            worlds_add(world, &def);
            points[count++] = p;
        }
    }
}

/* Returns the largest overlap (m) of two agents. */
static double deepest(wend_world *world) {
    const wend_view *view = wend_world_view(world);
    double most = -INFINITY;
    for (uint32_t i = 0; i < view->body_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const wend_body *a = &view->bodies[i], *b = &view->bodies[k];
            double distance = hypot((double)(a->position.x - b->position.x),
                                    (double)(a->position.y - b->position.y));
            most = fmax(most, (double)(a->radius + b->radius) - distance);
        }
    }
    return most;
}

/* ---- Crowds of one model --------------------------------------------------------------------- */

/* Crowds of any radius, lattice and dt never overlap, whichever update. */
START_TEST(agents_never_overlap) {
    static const double steps[] = {0.05, 0.1, 0.37}, radii[] = {0.12, 0.2, 0.3};
    setup s = {.cells = _i % 2 ? "hexagonal" : "square",
               .update = _i / 2 % 2 ? "sequential" : "parallel",
               .dt = steps[_i / 4 % 3],
               .radius = radii[_i % 3],
               .count = 60,
               .seed = (uint64_t)_i + 1};
    wend_world *world = make(&s, worlds_room(12, 6));
    add_profile(world, &s);
    fill(world, &s, (wend_profile){0}, 12, 6);
    for (uint32_t i = 0; i < trials_at_most(150); i++) {
        worlds_step(world, 1);
        double overlap = deepest(world);
        ck_assert_msg(overlap <= slack, "step %u: overlap %g", i, overlap);
    }
    ck_assert_uint_gt(wend_world_get_stats(world).agent_steps, 0);
    wend_world_destroy(world);
}
END_TEST

static uint64_t hash_after(const setup *s, uint32_t steps) {
    wend_world *world = make(s, worlds_pillars());
    add_profile(world, s);
    wend_profile_def walker = worlds_profile_def();
    walker.steer.name = s->other ? s->other : "orca";
    fill(world, s, s->other ? worlds_add_profile(world, &walker) : (wend_profile){0}, 20, 12);
    worlds_step(world, steps);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

START_TEST(result_is_the_same_on_any_number_of_threads) {
    static const uint32_t threads[] = {2, 3, 8};
    setup s = {.update = _i % 2 ? "sequential" : "parallel",
               .cells = _i / 2 % 2 ? "hexagonal" : "square",
               .other = _i / 4 ? "orca" : NULL,
               .friction = 0.3,
               .count = 250,
               .seed = 3};
    uint64_t expected = hash_after(&s, 60);
    for (int i = 0; i < 3; i++) {
        s.threads = threads[i];
        ck_assert_uint_eq(hash_after(&s, 60), expected);
    }
    s.seed = 4;
    ck_assert_uint_ne(hash_after(&s, 60), expected);
}
END_TEST

/* A world that is loaded in the middle of hops continues identically: the dynamic field and the
 * hops are in the snapshot. */
START_TEST(snapshots_continue_identically) {
    setup s = {.update = _i ? "sequential" : "parallel", .friction = 0.3, .count = 120, .seed = 8};
    wend_world *world = make(&s, worlds_pillars());
    add_profile(world, &s);
    fill(world, &s, (wend_profile){0}, 20, 12);
    worlds_step(world, 25);
    wend_world *loaded = worlds_reload(world, NULL);
    for (int i = 0; i < 40; i++) {
        worlds_step(world, 1);
        worlds_step(loaded, 1);
        ck_assert_uint_eq(wend_world_hash(loaded), wend_world_hash(world));
    }
    size_t size = wend_world_save(world, NULL, 0);
    ck_assert_uint_eq(wend_world_save(loaded, NULL, 0), size);
    wend_world_destroy(world);
    wend_world_destroy(loaded);
}
END_TEST

/* The step reports exhausted memory, and the world continues as if nothing had happened. */
START_TEST(exhausted_memory_does_not_change_results) {
    worlds_heap heap = {0};
    setup s = {.count = 60, .seed = 2, .update = _i ? "sequential" : "parallel"};
    uint64_t expected = hash_after(&s, 12);
    s.allocator = worlds_allocator(&heap);
    wend_world *world = make(&s, worlds_pillars());
    add_profile(world, &s);
    fill(world, &s, (wend_profile){0}, 20, 12);
    uint32_t failures = 0;
    for (int i = 0; i < 12; i++) {
        for (uint64_t ahead = 1; ahead < 40; ahead += 3) {
            heap.fails_at = heap.calls + ahead;
            uint64_t before = heap.calls;
            wend_result result = wend_world_step(world, 1, NULL);
            if (result == WEND_OK) {
                break;
            }
            ck_assert_int_eq(result, WEND_ERROR_MEMORY);
            ck_assert_uint_ge(heap.calls, before + ahead);
            failures++;
            ck_assert_uint_lt(ahead, 38);
        }
    }
    ck_assert_uint_gt(failures, 3);
    ck_assert_uint_eq(wend_world_hash(world), expected);
    wend_world_destroy(world);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

/* ---- Walls ----------------------------------------------------------------------------------- */

/* Thin walls at all angles, closer than a cell: no hop crosses one, and discs keep off them. */
START_TEST(no_hop_crosses_a_thin_wall) {
    static const double sides[] = {0.13, 0.4, 1.0};
    wend_ring boundary = {(wend_point[]){{0, 0}, {8, 0}, {8, 8}, {0, 8}}, 4};
    wend_point ends[12][2];
    wend_open_wall_def walls[12];
    for (int i = 0; i < 12; i++) {
        double x = 0.8 + 0.55 * i, turn = 0.4 * i + _i;
        ends[i][0] = (wend_point){x, 4.0 - 1.7 * sides[i % 3]};
        ends[i][1] = (wend_point){x + 0.25 * cos(turn), 4.0 + 1.7 * sides[(i + 1) % 3]};
        walls[i] = (wend_open_wall_def){.points = ends[i], .count = 2};
    }
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .open_walls = walls, .open_wall_count = 12};
    wend_space_def space = wend_default_space_def();
    space.layers = &layer;
    space.layer_count = 1;
    wend_space *made = NULL;
    ck_assert_int_eq(wend_space_create(&space, &made, NULL), WEND_OK);
    setup s = {.cells = _i % 2 ? "hexagonal" : "square",
               .radius = 0.15,
               .count = 40,
               .seed = (uint64_t)_i + 5};
    wend_world *world = make(&s, made);
    add_profile(world, &s);
    fill(world, &s, (wend_profile){0}, 8, 8);
    worlds_step(world, 1);
    for (uint32_t step = 0; step < trials_at_most(300); step++) {
        wend_point before[40];
        for (uint64_t key = 1; key <= 40; key++) {
            before[key - 1] = worlds_state(world, wend_world_find_agent(world, key)).position;
        }
        worlds_step(world, 1);
        for (uint64_t key = 1; key <= 40; key++) {
            wend_point after = worlds_state(world, wend_world_find_agent(world, key)).position;
            wend_location a = {wend_space_to_local(made, before[key - 1]), 0};
            wend_location b = {wend_space_to_local(made, after), 0};
            ck_assert(wend_space_is_visible(made, a, b, 0.0F, WEND_ALL_CLASSES));
        }
    }
    ck_assert_uint_eq(wend_world_get_stats(world).wall_interventions_while_feasible, 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(waits_at_a_closed_door) {
    setup s = {.count = 0};
    wend_world *world = make(&s, worlds_gap());
    add_profile(world, &s);
    wend_goal goal = worlds_point(world, 12.2, 5.1);
    wend_agent agent = worlds_agent(world, 8.1, 5.1, goal);
    worlds_step(world, 100);
    ck_assert_double_lt(worlds_state(world, agent).position.x, 10.0);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    worlds_step(world, 150);
    ck_assert_uint_eq(wend_world_get_stats(world).arrivals, 1);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/cellular_crowds");
    TCase *cases = tcase_create("crowds");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, agents_never_overlap, 0, 12);
    tcase_add_loop_test(cases, result_is_the_same_on_any_number_of_threads, 0, 8);
    tcase_add_loop_test(cases, snapshots_continue_identically, 0, 2);
    tcase_add_loop_test(cases, exhausted_memory_does_not_change_results, 0, 2);
    tcase_add_loop_test(cases, no_hop_crosses_a_thin_wall, 0, 4);
    tcase_add_test(cases, waits_at_a_closed_door);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
