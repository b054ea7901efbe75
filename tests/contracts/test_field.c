/* Fields: a planner requests a guiding field by its key. The world builds it once, shares it among
 * all routes with that key, and destroys it with the last of them. */
/* label: threads */
#include <wend/field.h>

#include "contract.h"

enum { GOALS = 3, AGENTS = 60 };

/* ---- A field on open ground: the straight distance to a point -------------------------------- */

typedef struct straight_field {
    wend_vec2 goal;
    uint64_t weights;
} straight_field;

/* Builds are counted separately for each goal, because fields of different goals may be built at
 * the same time. In a world with one profile, two fields of the same goal are never built at the
 * same time. */
static uint32_t builds[GOALS], destroys, loads;
static wend_registry *registry;

static uint32_t all_builds(void) {
    return builds[0] + builds[1] + builds[2];
}

static void *build_field(const wend_view *view, const wend_field_key *key, uint32_t worker,
                         const wend_allocator *allocator, void *user) {
    (void)worker;
    ck_assert_ptr_eq(user, builds);
    builds[key->goal]++;
    straight_field *made =
        (straight_field *)allocator->allocate(allocator->user, sizeof(straight_field));
    memset(made, 0, sizeof *made);
    made->goal = wend_view_goal_region(view, key->goal)->a;
    made->weights = key->weights;
    return made;
}

static bool sample_field(const wend_view *view, const void *field, wend_location at,
                         float *distance, wend_vec2 *direction, void *user) {
    const straight_field *made = (const straight_field *)field;
    float x = made->goal.x - at.position.x, y = made->goal.y - at.position.y;
    (void)view;
    ck_assert_ptr_eq(user, builds);
    *distance = wend_hypotf(x, y);
    direction->x = *distance > 0.0F ? x / *distance : 0.0F;
    direction->y = *distance > 0.0F ? y / *distance : 0.0F;
    return at.position.x < 1000.0F; /* the field has no value beyond this */
}

static void destroy_field(void *field, const wend_allocator *allocator, void *user) {
    ck_assert_ptr_eq(user, builds);
    destroys++;
    allocator->release(allocator->user, field, sizeof(straight_field));
}

static size_t save_field(const void *field, void *out, size_t capacity, void *user) {
    (void)user;
    if (capacity >= sizeof(straight_field)) {
        memcpy(out, field, sizeof(straight_field));
    }
    return sizeof(straight_field);
}

static void *load_field(const void *bytes, size_t size, const wend_allocator *allocator,
                        void *user) {
    (void)user;
    if (size != sizeof(straight_field)) {
        return NULL;
    }
    loads++;
    return memcpy(allocator->allocate(allocator->user, size), bytes, size);
}

static void plan(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    wend_route route;
    memset(&route, 0, sizeof route);
    route.status = WEND_ROUTE_STATUS_FOUND;
    route.gives = WEND_ROUTE_FIELD;
    route.map = WEND_NO_MAP;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        wend_field_key key = {WEND_NO_MAP, wend_view_goal(view, i), wend_view_weight_class(view, i),
                              0};
        wend_route_sink_add_field(sink, i, &route, &key);
    }
}

static void follow(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        wend_intent *intent = &intents[i - agents->first];
        memset(intent, 0, sizeof *intent);
        if (wend_view_field_region(view, i, &intent->region)) {
            intent->speed = wend_column_at(agents->preferred_speed, view->bodies[i].slot);
        }
    }
}

static wend_field_type type;
static wend_planner planner;
static wend_follower follower;

static void set_up(bool saves) {
    registry = contract_registry();
    memset(&type, 0, sizeof type);
    memset(&planner, 0, sizeof planner);
    memset(&follower, 0, sizeof follower);
    memset(builds, 0, sizeof builds);
    destroys = loads = 0;
    type.build = build_field;
    type.sample = sample_field;
    type.destroy = destroy_field;
    type.save = saves ? save_field : NULL;
    type.load = saves ? load_field : NULL;
    contract_head(&planner.stage.entry, sizeof planner, "bee_line");
    planner.stage.entry.user = builds;
    planner.gives = WEND_ROUTE_FIELD;
    planner.plan = plan;
    planner.field_type = &type;
    contract_register(registry, WEND_KIND_PLANNER, &planner.stage.entry);
    contract_head(&follower.stage.entry, sizeof follower, "downhill");
    follower.needs = WEND_ROUTE_FIELD;
    follower.follow = follow;
    contract_register(registry, WEND_KIND_FOLLOWER, &follower.stage.entry);
}

static wend_world *make_world(uint32_t threads) {
    wend_world *world = contract_world(contract_open(), registry, threads);
    wend_profile_def def = contract_profile_def("direct");
    def.plan.name = "bee_line";
    def.follow.name = "downhill";
    contract_add_profile(world, &def);
    wend_goal goals[GOALS];
    for (int i = 0; i < GOALS; i++) {
        goals[i] = contract_goal(world, 20, 10.0 * i, 0, WEND_ON_ARRIVAL_LEAVE);
    }
    for (uint64_t key = 1; key <= AGENTS; key++) {
        double x = contract_random(key, 1, 0.0, 10.0), y = contract_random(key, 2, 0.0, 20.0);
        contract_agent(world, key, x, y, goals[key % GOALS]);
    }
    return world;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

START_TEST(agents_with_the_same_goal_share_one_field) {
    set_up(false);
    wend_world *world = make_world(1);
    contract_step(world, 1);
    const wend_view *view = wend_world_view(world);
    uint32_t field_of[GOALS] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    for (uint32_t i = 0; i < view->body_count; i++) {
        const wend_route *route = wend_view_route(view, i);
        uint64_t goal = wend_view_key(view, i) % GOALS;
        ck_assert(route && route->gives & WEND_ROUTE_FIELD);
        field_of[goal] = field_of[goal] == UINT32_MAX ? route->field : field_of[goal];
        ck_assert_uint_eq(route->field, field_of[goal]);
        ck_assert_uint_ne(route->field, field_of[(goal + 1) % GOALS]);
    }
    contract_step(world, 50);
    ck_assert(builds[0] == 1 && builds[1] == 1 && builds[2] == 1);
    ck_assert_uint_eq(destroys, 0);
    wend_world_destroy(world);
    ck_assert_uint_eq(destroys, GOALS);
    wend_registry_destroy(registry);
}
END_TEST

/* Agents leave one after the other. The field of a goal is destroyed when its last agent leaves. */
START_TEST(a_field_lives_as_long_as_its_last_route) {
    set_up(false);
    wend_world *world = make_world(1);
    contract_step(world, 1);
    while (wend_world_agent_count(world) > 0) {
        wend_agent_state states[AGENTS];
        bool used[GOALS] = {false, false, false};
        ck_assert_uint_lt(wend_world_step_count(world), 500);
        contract_step(world, 1);
        uint32_t count = wend_world_get_agents(world, states, AGENTS);
        for (uint32_t i = 0; i < count; i++) {
            used[states[i].key % GOALS] = true;
        }
        ck_assert_uint_ge(destroys + used[0] + used[1] + used[2], GOALS - 1);
        ck_assert_uint_le(destroys + used[0] + used[1] + used[2], GOALS);
    }
    contract_step(world, 1);
    ck_assert_uint_eq(destroys, GOALS); /* the fields are gone although the world still exists */
    ck_assert_uint_eq(all_builds(), GOALS);
    wend_world_destroy(world);
    ck_assert_uint_eq(destroys, GOALS);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(field_samples_match_the_planner) {
    set_up(false);
    wend_world *world = make_world(1);
    contract_step(world, 1);
    const wend_view *view = wend_world_view(world);
    for (uint32_t i = 0; i < view->body_count; i++) {
        uint32_t field = wend_view_route(view, i)->field;
        double goal_y = 10.0 * (double)(wend_view_key(view, i) % GOALS);
        double x = contract_random(i, 5, -50.0, 50.0), y = contract_random(i, 6, -50.0, 50.0);
        wend_location at = contract_location((float)x, (float)y, 0);
        float distance = 0.0F;
        wend_vec2 direction = {0.0F, 0.0F};
        ck_assert(wend_view_field_sample(view, field, at, &distance, &direction));
        double length = hypot(20.0 - x, goal_y - y);
        ck_assert_double_eq_tol((double)distance, length, 1e-4);
        ck_assert_double_eq_tol((double)direction.x, (20.0 - x) / length, 1e-5);
        ck_assert_double_eq_tol((double)direction.y, (goal_y - y) / length, 1e-5);
        wend_region region;
        ck_assert(wend_view_field_region(view, i, &region));
        ck_assert_int_eq(region.shape, WEND_SHAPE_DIRECTION);
        wend_vec2 from = view->bodies[i].position;
        ck_assert_double_eq_tol((double)region.cost,
                                hypot(20.0 - (double)from.x, goal_y - (double)from.y), 1e-4);
        at.position.x = 2000.0F;
        ck_assert(!wend_view_field_sample(view, field, at, NULL, NULL));
        ck_assert(!wend_view_field_sample(view, UINT32_MAX, at, NULL, NULL));
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(fields_do_not_depend_on_thread_count) {
    static const uint32_t threads[4] = {1, 2, 3, 8};
    uint64_t expected = 0;
    set_up(false);
    for (int i = 0; i < 4; i++) {
        memset(builds, 0, sizeof builds);
        wend_world *world = make_world(threads[i]);
        contract_step(world, 80);
        expected = i == 0 ? wend_world_hash(world) : expected;
        ck_assert_uint_eq(wend_world_hash(world), expected);
        ck_assert_uint_eq(all_builds(), GOALS);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* With `save` and `load`, a loaded world contains its fields; without them, it builds the fields
 * again. */
START_TEST(snapshots_keep_or_rebuild_fields) {
    for (int saves = 0; saves < 2; saves++) {
        set_up(saves != 0);
        wend_world *world = make_world(1);
        contract_step(world, 20);
        wend_world *loaded = contract_reload(world, registry);
        for (int i = 0; i < 60; i++) {
            contract_step(world, 1);
            contract_step(loaded, 1);
            ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
        }
        ck_assert_uint_eq(all_builds(), saves ? GOALS : 2 * GOALS);
        ck_assert_uint_eq(loads, saves ? GOALS : 0);
        wend_world_destroy(loaded);
        wend_world_destroy(world);
        ck_assert_uint_eq(destroys, 2 * GOALS);
        wend_registry_destroy(registry);
    }
}
END_TEST

int main(void) {
    CONTRACT("contracts/field", agents_with_the_same_goal_share_one_field,
             a_field_lives_as_long_as_its_last_route, field_samples_match_the_planner,
             fields_do_not_depend_on_thread_count, snapshots_keep_or_rebuild_fields);
}
