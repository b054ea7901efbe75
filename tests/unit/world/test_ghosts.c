/* Ghosts that a program sets: two worlds, each of which owns half of a crowd and sees the other
 * half as ghosts, move like one world with the whole crowd. */
/* label: threads */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>
#include <wend/world.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { CROWD = 160, MOST_GHOSTS = 400 };

/* ---- A crowd --------------------------------------------------------------------------------- */

typedef struct scene {
    const char *steer;
    wend_space *(*space)(void);
    uint32_t threads;
    wend_kernel kernel;
    double size;    /* m: side of the square around (size / 2, size / 2) where agents start */
    double big;     /* m: the radius of every 20th agent */
    bool on_floors; /* true: agents walk across the stairs */
} scene;

static double chance(uint64_t key, uint32_t purpose, double low, double high) {
    return low + (high - low) * (double)(wend_random_bits(7, key, 0, purpose) >> 11) * 0x1p-53;
}

static wend_world *make(const scene *s) {
    wend_world_def def = wend_default_world_def();
    def.space = s->space();
    def.threads = s->threads ? s->threads : 1;
    def.kernel = s->kernel;
    def.seed = 3;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = s->steer;
    profile.preferred_speed = wend_uniform(0.8, 1.6);
    worlds_add_profile(world, &profile);
    profile.max_speed = profile.preferred_speed =
        wend_constant(0.0); /* agents that stand still and do not reciprocate */
    worlds_add_profile(world, &profile);
    for (int i = 0; i < 4; i++) {
        wend_goal_def goal = wend_default_goal_def();
        wend_point at = {i % 2 ? s->size - 1.0 : 1.0, i / 2 ? s->size - 1.0 : 1.0};
        if (s->on_floors) {
            at = (wend_point){i % 2 ? 17.0 : 2.0, 4.5 + 0.2 * i};
            goal.layer = i % 2 ? 2 : 0;
        }
        goal.points = &at;
        goal.point_count = 1;
        goal.shape = WEND_GOAL_DISC;
        goal.radius = 0.5;
        worlds_add_goal(world, &goal);
    }
    return world;
}

static wend_agent_def agent_of(const scene *s, uint64_t key) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position =
        (wend_point){chance(key, 1, 0.8, s->size - 0.8), chance(key, 2, 0.8, s->size - 0.8)};
    def.radius = key % 20 == 0 && s->big > 0.0 ? s->big : chance(key, 3, 0.15, 0.3);
    if (s->on_floors) {
        bool low = key % 2 == 0;
        def.layer = low ? 0 : key % 3 ? 2 : 1;
        def.position = (wend_point){low              ? chance(key, 1, 4.0, 9.5)
                                    : def.layer == 1 ? chance(key, 1, 10.5, 13.5)
                                                     : chance(key, 1, 14.5, 19.0),
                                    chance(key, 2, 4.4, 5.6)};
        def.radius = 0.15;
    }
    return def;
}

static void add(wend_world *world, const scene *s, uint64_t key) {
    wend_agent_def def = agent_of(s, key);
    uint64_t to = s->on_floors ? (key % 2 == 0) + 2 * (key / 2 % 2) : key % 4;
    def.goal = (wend_goal){(uint64_t)1 << 32 | to};
    def.profile = wend_world_profile_at(world, key % 13 == 0);
    worlds_add(world, &def);
}

static bool is_mine(uint64_t key, int half) {
    return (int)(wend_random_bits(1, key, 0, 9) % 2) == half;
}

/* Makes ghosts for the first step, with the states that the agents will have when they have
 * entered. */
static uint32_t first_ghosts(wend_world *world, const scene *s, int half, wend_ghost_def *out) {
    uint32_t count = 0;
    const wend_entry *entry =
        wend_world_profile_entry(world, wend_world_profile_at(world, 0), WEND_KIND_STEERING);
    bool reciprocates = ((const wend_steering *)(const void *)entry)->reciprocates;
    for (uint64_t key = 1; key <= CROWD; key++) {
        if (is_mine(key, half)) {
            continue;
        }
        wend_agent_def def = agent_of(s, key);
        out[count] = wend_default_ghost_def();
        out[count].key = key;
        out[count].position = def.position;
        out[count].radius = def.radius;
        out[count].layer = def.layer;
        out[count].activity = WEND_ACTIVITY_CHOOSING;
        out[count].profile = wend_world_profile_at(world, key % 13 == 0);
        out[count++].reciprocates = reciprocates && key % 13 != 0;
    }
    return count;
}

static uint32_t ghosts_of(const wend_world *world, wend_ghost_def *out) {
    static wend_agent_state states[MOST_GHOSTS];
    uint32_t count = wend_world_get_agents(world, states, MOST_GHOSTS);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert(wend_world_get_agent_ghost(world, states[i].agent, &out[i]));
    }
    return count;
}

/* Sets the ghosts in random order, which must not matter. */
static void set_ghosts(wend_world *world, wend_ghost_def *ghosts, uint32_t count, uint64_t round) {
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = (uint32_t)(wend_random_bits(2, round, i, 0) % i);
        wend_ghost_def swap = ghosts[i - 1];
        ghosts[i - 1] = ghosts[k];
        ghosts[k] = swap;
    }
    wend_error error = {.message = ""};
    ck_assert_msg(wend_world_set_ghosts(world, ghosts, count, &error) == WEND_OK, "%s",
                  error.message);
}

static void compare(const wend_world *one, wend_world *const halves[2], const char *what,
                    int step) {
    ck_assert_uint_eq(wend_world_agent_count(one),
                      wend_world_agent_count(halves[0]) + wend_world_agent_count(halves[1]));
    for (uint64_t key = 1; key <= CROWD; key++) {
        wend_agent whole = wend_world_find_agent(one, key);
        const wend_world *half = halves[is_mine(key, 0) ? 0 : 1];
        wend_agent part = wend_world_find_agent(half, key);
        ck_assert_int_eq(whole.value == 0, part.value == 0);
        if (whole.value == 0) {
            continue;
        }
        wend_agent_state a = worlds_state(one, whole), b = worlds_state(half, part);
        ck_assert_msg(memcmp(&a.position, &b.position, sizeof a.position) == 0 &&
                          memcmp(&a.velocity, &b.velocity, sizeof a.velocity) == 0 &&
                          a.layer == b.layer && a.activity == b.activity,
                      "%s, step %d, agent %llu: (%g, %g) and (%g, %g)", what, step,
                      (unsigned long long)key, a.position.x, a.position.y, b.position.x,
                      b.position.y);
    }
}

static uint32_t run_halves(const scene *s, int steps, bool reloads) {
    static wend_ghost_def ghosts[2][MOST_GHOSTS];
    wend_world *one = make(s), *halves[2] = {make(s), make(s)};
    for (uint64_t key = 1; key <= CROWD; key++) {
        add(one, s, key);
        add(halves[is_mine(key, 0) ? 0 : 1], s, key);
    }
    for (int i = 0; i < 2; i++) {
        uint32_t count = first_ghosts(halves[i], s, i, ghosts[i]);
        set_ghosts(halves[i], ghosts[i], count, (uint64_t)i);
    }
    for (int step = 0; step < steps; step++) {
        worlds_step(one, 1);
        for (int i = 0; i < 2; i++) {
            worlds_step(halves[i], 1);
        }
        compare(one, halves, s->steer, step);
        uint32_t counts[2];
        for (int i = 0; i < 2; i++) {
            counts[i] = ghosts_of(halves[1 - i], ghosts[i]);
        }
        for (int i = 0; i < 2; i++) {
            set_ghosts(halves[i], ghosts[i], counts[i], (uint64_t)(2 * step + i));
            if (reloads && step % 7 == i) {
                wend_world *loaded = worlds_reload(halves[i], NULL);
                wend_world_destroy(halves[i]);
                halves[i] = loaded;
            }
        }
    }
    uint32_t arrivals = (uint32_t)wend_world_get_stats(one).arrivals;
    wend_world_destroy(one);
    wend_world_destroy(halves[0]);
    wend_world_destroy(halves[1]);
    return arrivals;
}

/* ---- Halves of a crowd ----------------------------------------------------------------------- */

/* All models that need only regions, except those of `untried`. */
static const char *const models[] = {"direct",
                                     "orca",
                                     "orca_segment",
                                     "orca_arc",
                                     "vo",
                                     "rvo",
                                     "hrvo",
                                     "gvo",
                                     "relax",
                                     "pedvo",
                                     "helbing",
                                     "helbing_molnar",
                                     "johansson",
                                     "karamouzas",
                                     "zanlungo",
                                     "gcf",
                                     "power_law",
                                     "collision_free_speed",
                                     "anticipation_velocity"};
/* `external` is controlled by the program. Agents with `cellular` claim cells of their own world.
 * Agents with `optimal_steps` publish where their steps end, which ghosts do not carry. */
static const char *const untried[] = {"external", "cellular", "optimal_steps"};
enum { MODELS = sizeof models / sizeof *models, UNTRIED = sizeof untried / sizeof *untried };

START_TEST(tested_models_include_all_that_need_only_regions) {
    wend_registry *registry;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, i);
        const wend_steering *model = (const wend_steering *)(const void *)entry;
        bool known = model->needs != 0;
        for (int k = 0; k < UNTRIED; k++) {
            known = known || strcmp(entry->name, untried[k]) == 0;
        }
        for (int k = 0; k < MODELS; k++) {
            known = known || strcmp(entry->name, models[k]) == 0;
        }
        ck_assert_msg(known, "%s is not tried", entry->name);
    }
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(divided_crowd_moves_as_in_one_world) {
    scene s = {.steer = models[_i], .space = worlds_open, .size = 16.0, .threads = 2};
    ck_assert_uint_gt(run_halves(&s, 100, false), 5);
    s.kernel = WEND_KERNEL_SCALAR;
    s.threads = 1;
    run_halves(&s, 20, true);
}
END_TEST

static wend_space *room(void) {
    return worlds_room(20.0, 12.0);
}

/* With walls, oversized agents, and snapshots between steps. */
START_TEST(divided_crowd_among_walls_moves_as_in_one_world) {
    scene s = {.steer = models[_i], .space = room, .size = 11.9, .big = 0.5, .threads = 3};
    run_halves(&s, 40, true);
    s.space = worlds_pillars;
    s.size = 6.4; /* the square is beside two pillars */
    run_halves(&s, 20, false);
}
END_TEST

/* Agents on the stairs see ghosts of ghosts, namely the agents on the floors at both ends of the
 * stairs. */
START_TEST(agents_of_divided_worlds_see_each_other_across_links) {
    scene s = {.steer = models[_i], .space = worlds_floors, .size = 18.0, .on_floors = true};
    run_halves(&s, 60, false);
    s.threads = 8;
    run_halves(&s, 20, true);
}
END_TEST

/* ---- Differences from agents ----------------------------------------------------------------- */

static wend_world *one_agent(const char *steer) {
    scene s = {.steer = steer, .space = worlds_open, .size = 10.0};
    wend_world *world = make(&s);
    wend_agent_def def = wend_default_agent_def();
    def.key = 5;
    def.position = (wend_point){0.0, 1.0};
    def.goal = (wend_goal){(uint64_t)1 << 32 | 1};
    worlds_add(world, &def);
    return world;
}

static wend_ghost_def ghost_at(uint64_t key, double x, double y) {
    wend_ghost_def ghost = wend_default_ghost_def();
    ghost.key = key;
    ghost.position = (wend_point){x, y};
    return ghost;
}

START_TEST(ghosts_are_visible_but_not_counted) {
    wend_world *with = one_agent("direct"), *without = one_agent("direct");
    wend_ghost_def ghosts[] = {ghost_at(9, 1.0, 1.0), ghost_at(8, 2.0, 1.0)};
    ghosts[0].activity = WEND_ACTIVITY_ARRIVED;
    ghosts[1].reciprocates = false;
    ck_assert_int_eq(wend_world_set_ghosts(with, ghosts, 2, NULL), WEND_OK);
    const wend_view *view = wend_world_view(with);
    ck_assert_uint_eq(view->body_count, 0); /* ghosts apply from the next step on */
    worlds_step(with, 1);
    worlds_step(without, 1);
    ck_assert_uint_eq(wend_world_agent_count(with), 1);
    ck_assert_uint_eq(wend_world_hash(with), wend_world_hash(without));
    wend_agent_state states[4];
    ck_assert_uint_eq(wend_world_get_agents(with, states, 4), 1);
    ck_assert_uint_eq(wend_world_find_agent(with, 9).value, 0);
    wend_agent found[4];
    ck_assert_uint_eq(
        wend_world_find_agents_in_disc(with, (wend_point){0.0, 0.0}, 50.0, 0, found, 4), 1);
    ck_assert_uint_eq(wend_world_get_stats(with).agent_steps, 1);
    view = wend_world_view(with);
    ck_assert_uint_eq(view->body_count, 3);
    wend_neighbour near[4];
    wend_location location = {{2.0F, 1.0F}, 0};
    ck_assert_uint_eq(wend_view_find_agents(view, location, 1.5F, near, 4), 2);
    ck_assert_uint_eq(wend_view_key(view, near[0].index), 8);
    ck_assert_uint_eq(wend_view_key(view, near[1].index), 9);
    const wend_body *body = &view->bodies[near[0].index];
    ck_assert_uint_eq(wend_body_flags(body), WEND_BODY_GHOST | WEND_BODY_ONE_SIDED);
    ck_assert(!(wend_body_flags(&view->bodies[near[1].index]) & WEND_BODY_ONE_SIDED));
    ck_assert(wend_body_flags(&view->bodies[near[1].index]) & WEND_BODY_STANDS);
    ck_assert_int_eq(wend_view_activity(view, near[0].index), WEND_ACTIVITY_WALKING);
    ck_assert_int_eq(wend_view_activity(view, near[1].index), WEND_ACTIVITY_ARRIVED);
    ck_assert_uint_eq(wend_view_goal(view, near[0].index), WEND_NO_GOAL);
    ck_assert_ptr_null(wend_view_route(view, near[0].index));
    worlds_step(with, 3); /* the ghosts stay where they are */
    view = wend_world_view(with);
    ck_assert_uint_eq(wend_view_find_agents(view, location, 1e-6F, near, 4), 1);
    ck_assert_int_eq(wend_world_set_ghosts(with, NULL, 0, NULL), WEND_OK);
    worlds_step(with, 1);
    ck_assert_uint_eq(wend_world_view(with)->body_count, 1);
    worlds_step(without, 4);
    ck_assert_uint_eq(wend_world_hash(with), wend_world_hash(without));
    wend_world_destroy(with);
    wend_world_destroy(without);
}
END_TEST

/* An agent of the world takes precedence over a ghost with the same key, whichever is added first.
 */
START_TEST(agent_replaces_ghost_with_its_key) {
    wend_world *world = one_agent("orca");
    wend_ghost_def ghosts[] = {ghost_at(5, 1.0, 1.0), ghost_at(6, 3.0, 1.0)};
    ck_assert_int_eq(wend_world_set_ghosts(world, ghosts, 2, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_view(world)->body_count, 2);
    wend_agent_def def = wend_default_agent_def();
    def.key = 6;
    def.position = (wend_point){7.0, 7.0};
    wend_agent added = worlds_add(world, &def);
    const wend_view *view = wend_world_view(world); /* the view stays valid until the step */
    wend_neighbour near[4];
    ck_assert_uint_eq(wend_view_find_agents(view, (wend_location){{3.0F, 1.0F}, 0}, 0.1F, near, 4),
                      1);
    ck_assert_uint_eq(wend_view_key(view, near[0].index), 6);
    ck_assert(wend_body_flags(&view->bodies[near[0].index]) & WEND_BODY_GHOST);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_view(world)->body_count, 2);
    ck_assert_int_eq(wend_world_remove_agent(world, added, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_set_ghosts(world, ghosts, 2, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_agent_count(world), 1);
    ck_assert_uint_eq(wend_world_view(world)->body_count, 2); /* the removed agent is now a ghost */
    wend_world_destroy(world);
}
END_TEST

static void refuse(wend_world *world, wend_ghost_def bad, wend_result code, const char *text) {
    wend_ghost_def both[] = {ghost_at(77, 0.0, 0.0), bad};
    wend_error error = {.message = ""};
    ck_assert_int_eq(wend_world_set_ghosts(world, both, 2, &error), code);
    ck_assert_msg(strstr(error.message, text) != NULL, "%s", error.message);
}

START_TEST(bad_values_are_refused) {
    wend_world *world = one_agent("orca");
    wend_ghost_def good = ghost_at(3, 1.0, 2.0), bad = good;
    ck_assert_int_eq(wend_world_set_ghosts(world, &good, 1, NULL), WEND_OK);
    bad.key = 0;
    refuse(world, bad, WEND_ERROR_INVALID, "its key must lie between 1 and 2^63 - 1");
    bad.key = UINT64_C(1) << 63;
    refuse(world, bad, WEND_ERROR_INVALID, "explicit keys");
    bad.key = 77;
    refuse(world, bad, WEND_ERROR_NAME, "two ghosts have the key 77");
    const double wrong[] = {NAN, INFINITY, 1e10, -1e10};
    for (int i = 0; i < 4; i++) {
        bad = good;
        bad.position.x = wrong[i];
        refuse(world, bad, WEND_ERROR_INVALID, "position");
        bad = good;
        bad.velocity.y = wrong[i];
        refuse(world, bad, WEND_ERROR_INVALID, "velocity");
        bad = good;
        bad.radius = wrong[i];
        refuse(world, bad, WEND_ERROR_INVALID, "radius");
    }
    bad = good;
    bad.activity = WEND_ACTIVITY_CROSSING;
    refuse(world, bad, WEND_ERROR_INVALID, "activity");
    bad.activity = (wend_activity)77;
    refuse(world, bad, WEND_ERROR_INVALID, "activity");
    bad = good;
    bad.layer = 1;
    refuse(world, bad, WEND_ERROR_NAME, "layer");
    bad = good;
    bad.profile = (wend_profile){(uint64_t)1 << 32 | 9};
    refuse(world, bad, WEND_ERROR_NAME, "profile");
    ck_assert_int_eq(wend_world_set_ghosts(world, &good, UINT32_MAX, NULL), WEND_ERROR_LIMIT);
    worlds_step(world, 1); /* the last valid ghosts stay */
    ck_assert_uint_eq(wend_world_view(world)->body_count, 2);
    wend_world_destroy(world);
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

START_TEST(steady_step_with_ghosts_allocates_nothing) {
    static wend_ghost_def ghosts[CROWD];
    scene s = {.steer = "orca", .space = worlds_floors, .size = 18.0, .on_floors = true};
    wend_world *world = make(&s);
    for (uint64_t key = 1; key <= CROWD / 2; key++) {
        add(world, &s, key);
    }
    for (uint64_t key = CROWD / 2 + 1; key <= CROWD; key++) {
        wend_agent_def def = agent_of(&s, key);
        ghosts[key - CROWD / 2 - 1] = ghost_at(key, def.position.x, def.position.y);
        ghosts[key - CROWD / 2 - 1].layer = def.layer;
    }
    uint64_t calls = 0;
    for (int step = 0; step < 120; step++) {
        set_ghosts(world, ghosts, CROWD / 2, (uint64_t)step);
        worlds_step(world, 1);
        calls = step == 80 ? wend_world_get_memory_use(world).calls : calls;
    }
    ck_assert_uint_eq(wend_world_get_memory_use(world).calls, calls);
    wend_world_destroy(world);
}
END_TEST

/* When memory runs out, a step or a call that sets ghosts fails. The run then continues as if
 * nothing had failed. */
START_TEST(running_out_of_memory_changes_nothing) {
    uint64_t expected = 0;
    bool failed = true;
    for (unsigned long at = 0; failed; at++) {
        worlds_heap heap = {0};
        wend_world_def def = wend_default_world_def();
        def.space = worlds_floors();
        def.allocator = worlds_allocator(&heap);
        wend_world *world = worlds_from(&def);
        worlds_profile(world, "orca");
        wend_goal_def goal = wend_default_goal_def();
        wend_point to = {13.0, 5.0};
        goal.points = &to;
        goal.point_count = 1;
        goal.layer = 1;
        wend_agent_def agent = wend_default_agent_def();
        agent.key = 1;
        agent.position = (wend_point){8.0, 5.0};
        agent.goal = worlds_add_goal(world, &goal);
        worlds_add(world, &agent);
        wend_ghost_def ghosts[40];
        for (uint64_t i = 0; i < 40; i++) {
            ghosts[i] = ghost_at(i + 2, 9.0 + 0.02 * (double)i, 4.2 + 0.04 * (double)i);
            ghosts[i].layer = i % 2 && i > 25 ? 1 : 0;
        }
        worlds_step(world, 1); /* allocates the events */
        heap.fails_at = at ? heap.calls + at : 0;
        failed = at == 0;
        for (int step = 0; step < 12;) {
            uint32_t count = step < 3 ? 10 : 40;
            wend_result result = wend_world_set_ghosts(world, ghosts, count, NULL);
            result = result == WEND_OK ? wend_world_step(world, 1, NULL) : result;
            ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
            failed = failed || result != WEND_OK;
            step += result == WEND_OK;
        }
        expected = at ? expected : wend_world_hash(world);
        ck_assert_uint_eq(wend_world_hash(world), expected);
        wend_world_destroy(world);
        ck_assert_uint_eq(heap.held, 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("world/ghosts");
    TCase *tests = tcase_create("ghosts");
    tcase_set_timeout(tests, SUITE_TIMEOUT);
    tcase_add_test(tests, tested_models_include_all_that_need_only_regions);
    tcase_add_loop_test(tests, divided_crowd_moves_as_in_one_world, 0, MODELS);
    tcase_add_loop_test(tests, divided_crowd_among_walls_moves_as_in_one_world, 0, MODELS);
    tcase_add_loop_test(tests, agents_of_divided_worlds_see_each_other_across_links, 0, MODELS);
    tcase_add_test(tests, ghosts_are_visible_but_not_counted);
    tcase_add_test(tests, agent_replaces_ghost_with_its_key);
    tcase_add_test(tests, bad_values_are_refused);
    tcase_add_test(tests, steady_step_with_ghosts_allocates_nothing);
    tcase_add_test(tests, running_out_of_memory_changes_nothing);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
