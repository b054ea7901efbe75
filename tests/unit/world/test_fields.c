/* Fields, tested through the public interface: a planner propagates a wavefront to build a coarse
 * grid of distances, and a follower needs this grid. Checks that fields are built once, shared and
 * destroyed, and that they do not depend on the number of threads or on saving and loading. */
/* label: threads */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <wend/wend.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { COLUMNS = 40, ROWS = 24, CELLS = COLUMNS * ROWS };
static const float CELL = 0.5F, RADIUS = 0.3F;

static atomic_int builds, destroys;
static bool refuses, saves;

/* ---- The field ------------------------------------------------------------------------------- */

typedef struct grid {
    float distance[CELLS]; /* m; INFINITY where there is no path */
} grid;

static wend_location centre(uint32_t cell) {
    return (wend_location){
        {((float)(cell % COLUMNS) + 0.5F) * CELL, ((float)(cell / COLUMNS) + 0.5F) * CELL}, 0};
}

/* Returns the neighbouring cell in one of eight directions, or CELLS if it would lie outside the
 * grid. */
static uint32_t beside(uint32_t cell, int k) {
    static const int dx[] = {1, 1, 0, -1, -1, -1, 0, 1}, dy[] = {0, 1, 1, 1, 0, -1, -1, -1};
    int x = (int)(cell % COLUMNS) + dx[k], y = (int)(cell / COLUMNS) + dy[k];
    bool inside = x >= 0 && x < COLUMNS && y >= 0 && y < ROWS;
    return inside ? (uint32_t)(y * COLUMNS + x) : CELLS;
}

/* Relaxes until nothing changes: slow, but hard to get wrong. */
static void spread(const wend_view *view, grid *g) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t cell = 0; cell < CELLS; cell++) {
            for (int k = 0; k < 8 && isfinite(g->distance[cell]); k++) {
                uint32_t next = beside(cell, k);
                float length = g->distance[cell] + (k % 2 ? 1.41421356F : 1.0F) * CELL;
                if (next < CELLS && length < g->distance[next] &&
                    wend_view_is_visible(view, centre(cell), centre(next), RADIUS)) {
                    g->distance[next] = length;
                    changed = true;
                }
            }
        }
    }
}

static void *build(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator, void *user) {
    (void)worker;
    ck_assert_ptr_eq(user, &builds);
    atomic_fetch_add(&builds, 1);
    grid *g = refuses ? NULL : allocator->allocate(allocator->user, sizeof *g);
    if (!g) {
        return NULL;
    }
    const wend_region *goal = wend_view_goal_region(view, key->goal);
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        float away = wend_region_distance(goal, centre(cell).position);
        bool seen = away < 1.0F && wend_space_is_walkable(view->space, centre(cell), view->classes);
        g->distance[cell] = seen ? away : INFINITY;
    }
    spread(view, g);
    return g;
}

static bool sample(const wend_view *view, const void *field, wend_location at, float *distance,
                   wend_vec2 *direction, void *user) {
    (void)user;
    const grid *g = field;
    int x = (int)(at.position.x / CELL), y = (int)(at.position.y / CELL);
    uint32_t here =
        x >= 0 && x < COLUMNS && y >= 0 && y < ROWS ? (uint32_t)(y * COLUMNS + x) : CELLS;
    uint32_t best = CELLS;
    for (int k = -1; k < 8 && here < CELLS; k++) {
        uint32_t next = k < 0 ? here : beside(here, k);
        if (next < CELLS && isfinite(g->distance[next]) &&
            (best == CELLS || g->distance[next] < g->distance[best]) &&
            wend_view_is_visible(view, at, centre(next), 0.0F)) {
            best = next;
        }
    }
    if (best == CELLS) {
        return false;
    }
    wend_vec2 to = centre(best).position;
    float dx = to.x - at.position.x, dy = to.y - at.position.y, length = sqrtf(dx * dx + dy * dy);
    *distance = g->distance[best] + length;
    *direction = length > 0.0F ? (wend_vec2){dx / length, dy / length} : (wend_vec2){0, 0};
    return true;
}

static void destroy(void *field, const wend_allocator *allocator, void *user) {
    ck_assert_ptr_eq(user, &builds);
    atomic_fetch_add(&destroys, 1);
    allocator->release(allocator->user, field, sizeof(grid));
}

static size_t save(const void *field, void *out, size_t capacity, void *user) {
    (void)user;
    if (capacity >= sizeof(grid)) {
        memcpy(out, field, sizeof(grid));
    }
    return saves ? sizeof(grid) : 0;
}

static void *load(const void *bytes, size_t size, const wend_allocator *allocator, void *user) {
    (void)user;
    grid *g = size == sizeof *g ? allocator->allocate(allocator->user, sizeof *g) : NULL;
    return g ? memcpy(g, bytes, size) : NULL;
}

static const wend_field_type type = {
    .build = build, .sample = sample, .destroy = destroy, .save = save, .load = load};

/* ---- Planner and follower -------------------------------------------------------------------- */

static void plan(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    const wend_route route = {
        .status = WEND_ROUTE_STATUS_FOUND, .gives = WEND_ROUTE_FIELD, .map = WEND_NO_MAP};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_field_key key = {.map = WEND_NO_MAP,
                                  .goal = wend_view_goal(view, i),
                                  .weights = wend_view_weight_class(view, i)};
            wend_route_sink_add_field(sink, i, &route, &key);
        }
    }
}

static bool holds(const wend_view *view, const wend_agents *agents, uint32_t index,
                  const wend_route *route) {
    (void)view;
    (void)agents;
    (void)index;
    (void)route;
    return false; /* a door or a class has changed */
}

static const wend_planner planner = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "wave", .summary = "a grid of distances",
                        .user = &builds}},
    .gives = WEND_ROUTE_FIELD,
    .plan = plan,
    .is_route_open = holds,
    .field_type = &type};

static void follow(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_intent *intent = &intents[i - agents->first];
            *intent = (wend_intent){
                .speed = wend_column_at(agents->preferred_speed, view->bodies[i].slot)};
            if (!wend_view_field_region(view, i, &intent->region)) {
                intent->region = (wend_region){.shape = WEND_SHAPE_DIRECTION, .a = {1, 0}};
                intent->speed = 0.0F;
            }
        }
    }
}

static const wend_follower follower = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "downhill", .summary = "along a field"}},
    .needs = WEND_ROUTE_FIELD,
    .follow = follow};

static wend_registry *make_registry(void) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_PLANNER, &planner.stage.entry, NULL), 0);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower.stage.entry, NULL),
                     0);
    builds = destroys = 0;
    refuses = saves = false;
    return registry;
}

/* A 20 m x 12 m room with pillars, `goals` goals on the right and 100 agents on the left. */
enum { AGENTS = 100 };

static wend_world *make_world(const wend_registry *registry, uint32_t threads, uint32_t goals,
                              const wend_allocator *allocator) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_pillars();
    def.registry = registry;
    def.threads = threads;
    if (allocator) {
        def.allocator = *allocator;
    }
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "wave";
    profile.follow.name = "downhill";
    worlds_add_profile(world, &profile);
    wend_goal ids[4];
    for (uint32_t i = 0; i < goals; i++) {
        wend_goal_def goal = wend_default_goal_def();
        goal.shape = WEND_GOAL_DISC;
        goal.points = &(wend_point){18.25, 2.25 + 2.5 * i};
        goal.radius = 0.5;
        goal.on_arrival = WEND_ON_ARRIVAL_LEAVE;
        ids[i] = worlds_add_goal(world, &goal);
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        worlds_agent(world, 0.5 + 0.5 * (i % 10), 1.0 + 1.0 * (i / 10), ids[i % goals]);
    }
    return world;
}

START_TEST(agents_with_the_same_goal_share_one_field) {
    wend_registry *registry = make_registry();
    for (uint32_t goals = 1; goals <= 3; goals++) {
        builds = destroys = 0;
        wend_world *world = make_world(registry, 1, goals, NULL);
        worlds_step(world, 1);
        ck_assert_int_eq(builds, (int)goals);
        uint32_t steps = 1;
        for (; steps < 600 && wend_world_agent_count(world) > 0; steps++) {
            worlds_step(world, 1);
        }
        ck_assert_uint_eq(wend_world_agent_count(world), 0); /* all have arrived and left */
        ck_assert_int_eq(builds, (int)goals);
        ck_assert_int_eq(destroys, (int)goals);
        wend_world_destroy(world);
        ck_assert_int_eq(destroys, (int)goals);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* One agent releases the field in the step in which another agent takes it. */
START_TEST(a_released_field_is_taken_over_in_the_same_step) {
    for (int order = 0; order < 2; order++) { /* chooses which agent comes first in spatial order,
                                                 and so gets its route first */
        wend_registry *registry = make_registry();
        wend_world *world = make_world(registry, 1, 2, NULL);
        wend_goal goals[2] = {wend_world_goal_at(world, 0), wend_world_goal_at(world, 1)};
        wend_agent_state states[AGENTS];
        worlds_step(world, 1);
        wend_world_get_agents(world, states, AGENTS);
        for (uint32_t i = 1; i < AGENTS; i++) {
            ck_assert_int_eq(wend_world_remove_agent(world, states[i].agent, NULL), WEND_OK);
        }
        worlds_step(world, 1);
        ck_assert_int_eq(wend_world_set_agent_goal(world, states[0].agent, goals[1], NULL), 0);
        wend_agent other = worlds_agent(world, order ? 1.5 : 0.5, order ? 1.0 : 9.0, goals[0]);
        builds = 0;
        worlds_step(world, 5);
        ck_assert_int_eq(builds, 1); /* the field of the second goal */
        wend_agent_state moving = worlds_state(world, other);
        ck_assert(moving.activity == WEND_ACTIVITY_WALKING);
        ck_assert_float_gt(moving.velocity.x, 0.0F);
        wend_world_destroy(worlds_reload(world, registry));
        wend_world_destroy(world);
        wend_registry_destroy(registry);
    }
}
END_TEST

START_TEST(distances_lie_between_straight_line_and_grid_distance) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, 1, 1, NULL);
    worlds_step(world, 1);
    const wend_view *view = wend_world_view(world);
    const wend_region *goal = wend_view_goal_region(view, 0);
    for (uint32_t i = 0; i < view->body_count; i++) {
        const wend_route *route = wend_view_route(view, i);
        float distance = 0.0F;
        wend_vec2 direction = {0, 0};
        wend_location at = {view->bodies[i].position, 0};
        ck_assert(route->gives & WEND_ROUTE_FIELD);
        ck_assert(wend_view_field_sample(view, route->field, at, &distance, &direction));
        float straight = wend_region_distance(goal, at.position);
        ck_assert_float_ge(distance, straight * 0.99F);
        ck_assert_float_le(
            distance,
            straight * 1.2F +
                3.0F); /* the factor and the constant allow for the octile metric and for pillars */
        ck_assert_float_eq_tol(hypotf(direction.x, direction.y), 1.0F, 1e-5F);
        ck_assert(wend_view_field_sample(view, route->field, at, NULL, NULL));
        ck_assert(!wend_view_field_sample(view, route->field + 1, at, &distance, NULL));
        ck_assert(!wend_view_field_sample(view, UINT32_MAX, at, &distance, NULL));
        at.position.x = NAN;
        ck_assert(!wend_view_field_sample(view, route->field, at, &distance, NULL));
        at = (wend_location){{1, 1}, 7};
        ck_assert(!wend_view_field_sample(view, route->field, at, &distance, NULL));
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(result_is_the_same_on_any_number_of_threads) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    wend_registry *registry = make_registry();
    uint64_t hashes[4];
    for (int i = 0; i < 4; i++) {
        builds = 0;
        wend_world *world = make_world(registry, threads[i], 4, NULL);
        worlds_step(world, 60);
        ck_assert_int_eq(builds, 4);
        hashes[i] = wend_world_hash(world);
        wend_world_destroy(world);
        ck_assert_uint_eq(hashes[i], hashes[0]);
    }
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(loaded_world_continues_identically) {
    wend_registry *registry = make_registry();
    for (int k = 0; k < 2; k++) {
        saves = k;
        wend_world *world = make_world(registry, 1, 2, NULL);
        worlds_step(world, 30);
        builds = destroys = 0;
        wend_world *loaded = worlds_reload(world, registry);
        ck_assert_int_eq(builds, 0);
        for (int i = 0; i < 60; i++) {
            worlds_step(world, 1);
            worlds_step(loaded, 1);
            ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
        }
        ck_assert_int_eq(builds, saves ? 0 : 2);
        worlds_step(loaded, 500);
        ck_assert_uint_eq(wend_world_agent_count(loaded), 0);
        ck_assert_int_eq(destroys, 2);
        wend_world_destroy(loaded);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(damaged_snapshots_are_refused) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, 1, 2, NULL);
    saves = true;
    worlds_step(world, 3);
    size_t size = wend_world_save(world, NULL, 0);
    uint8_t *bytes = malloc(size);
    ck_assert_uint_eq(wend_world_save(world, bytes, size), size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(world);
    def.registry = registry;
    for (size_t at = 0; at < size; at += 97) {
        wend_world *loaded = NULL;
        bytes[at] ^= 0x40;
        ck_assert_int_eq(wend_world_load(&def, bytes, size, &loaded, NULL), WEND_ERROR_FORMAT);
        bytes[at] ^= 0x40;
    }
    /* A planner without fields. It is added to another registry under the name of the planner with
     * fields. */
    static const wend_planner bare = {
        .stage = {.entry = {WEND_HEAD(wend_planner), .name = "wave", .summary = "none"}},
        .gives = WEND_ROUTE_FIELD,
        .plan = plan};
    wend_registry *other = worlds_registry();
    ck_assert_int_eq(wend_registry_add(other, WEND_KIND_PLANNER, &bare.stage.entry, NULL), 0);
    ck_assert_int_eq(wend_registry_add(other, WEND_KIND_FOLLOWER, &follower.stage.entry, NULL), 0);
    def.registry = other;
    wend_world *loaded = NULL;
    ck_assert_int_ne(wend_world_load(&def, bytes, size, &loaded, NULL), WEND_OK);
    wend_registry_destroy(other);
    free(bytes);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(a_field_that_cannot_be_built_gives_no_route) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, 2, 2, NULL);
    refuses = true;
    ck_assert_uint_eq(worlds_step_counting(world, 1, WEND_EVENT_NO_ROUTE), AGENTS);
    ck_assert_int_eq(builds, 2);
    ck_assert_int_eq(destroys, 0);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(closing_a_door_builds_another_field) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, 1, 1, NULL);
    static const wend_point ends[] = {{10, 0}, {10, 5}};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = ends;
    def.point_count = 2;
    def.closed = false;
    wend_obstacle door;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &door, NULL), WEND_OK);
    worlds_step(world, 5);
    ck_assert_int_eq(builds, 1);
    ck_assert_int_eq(wend_world_set_obstacle_closed(world, door, true, NULL), WEND_OK);
    worlds_step(world, 5);
    ck_assert_int_eq(builds, 2);
    ck_assert_int_eq(destroys, 1);
    wend_world_destroy(world);
    ck_assert_int_eq(destroys, 2);
    wend_registry_destroy(registry);
}
END_TEST

/* Fields stay in their world: an agent that changes worlds with a route along a field gets a new
 * field in the other world. */
START_TEST(a_packed_agent_gets_a_field_in_its_new_world) {
    wend_registry *registry = make_registry();
    wend_world *from = make_world(registry, 1, 1, NULL), *to = make_world(registry, 1, 1, NULL);
    worlds_step(from, 5);
    ck_assert_int_eq(builds, 1);
    wend_agent_state states[AGENTS];
    wend_world_get_agents(from, states, AGENTS);
    size_t size = wend_world_pack_agent(from, states[7].agent, NULL, 0);
    uint8_t *bytes = malloc(size);
    ck_assert_uint_eq(wend_world_pack_agent(from, states[7].agent, bytes, size), size);
    worlds_step(to, 600); /* the other world has no agents left, and no field */
    ck_assert_uint_eq(wend_world_agent_count(to), 0);
    ck_assert_int_eq(builds, 2);
    wend_agent agent = {0};
    wend_error error;
    ck_assert_msg(wend_world_unpack_agent(to, bytes, size, &agent, &error) == WEND_OK, "%s",
                  error.message);
    worlds_step(to, 1);
    ck_assert_int_eq(builds, 3);
    ck_assert(worlds_route(to, agent)->gives & WEND_ROUTE_FIELD);
    worlds_step(to, 600);
    ck_assert_uint_eq(wend_world_agent_count(to), 0); /* the agent has arrived and left */
    ck_assert_int_eq(destroys, 2);
    free(bytes);
    wend_world_destroy(from);
    wend_world_destroy(to);
    wend_registry_destroy(registry);
}
END_TEST

/* Advances the world to a given step, and repeats steps that fail. Returns the number of failures.
 */
static uint32_t step_to(wend_world *world, uint64_t step) {
    uint32_t failures = 0;
    while (wend_world_step_count(world) < step) {
        wend_result result = wend_world_step(world, 1, NULL);
        ck_assert(result == WEND_OK || result == WEND_ERROR_MEMORY);
        failures += result != WEND_OK;
    }
    return failures;
}

START_TEST(step_that_ran_out_of_memory_can_be_repeated) {
    wend_registry *registry = make_registry();
    wend_world *calm = make_world(registry, 1, 2, NULL);
    worlds_step(calm, 4);
    uint32_t failures = 0;
    for (unsigned long fails = 1; fails < 200; fails++) {
        worlds_heap heap = {0};
        wend_allocator allocator = worlds_allocator(&heap);
        wend_world *world = make_world(registry, 1, 2, &allocator);
        heap.fails_at = heap.calls + fails;
        failures += step_to(world, 4);
        ck_assert_msg(wend_world_hash(world) == wend_world_hash(calm), "allocation %lu", fails);
        wend_world_destroy(world);
        ck_assert_uint_eq(heap.held, 0);
    }
    ck_assert_uint_gt(failures, 30);
    wend_world_destroy(calm);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(refuses_follower_that_needs_a_field_if_planner_gives_none) {
    wend_registry *registry = make_registry();
    wend_world *world = worlds_make(worlds_open(), registry);
    wend_profile_def profile = worlds_profile_def();
    profile.follow.name = "downhill";
    wend_error error;
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "needs a field"));
    ck_assert_ptr_nonnull(strstr(error.message, "'wave'"));
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/fields", agents_with_the_same_goal_share_one_field,
          a_released_field_is_taken_over_in_the_same_step,
          distances_lie_between_straight_line_and_grid_distance,
          result_is_the_same_on_any_number_of_threads, loaded_world_continues_identically,
          damaged_snapshots_are_refused, a_field_that_cannot_be_built_gives_no_route,
          closing_a_door_builds_another_field, a_packed_agent_gets_a_field_in_its_new_world,
          step_that_ran_out_of_memory_can_be_repeated,
          refuses_follower_that_needs_a_field_if_planner_gives_none);
}
