/* Region ids consist of kind, index and part. A portal and a goal never have the same id, whatever
 * their indices are. */
#include "contract.h"

/* ---- The id ---------------------------------------------------------------------------------- */

START_TEST(different_objects_have_different_region_ids) {
    static const uint32_t indices[6] = {0, 1, 2, 77, 0xfffffe, 0xffffff};
    static const uint32_t parts[4] = {0, 1, 31, 63};
    wend_region_id seen[4 * 6 * 4];
    uint32_t count = 0;
    for (int kind = WEND_REGION_KIND_NONE; kind <= WEND_REGION_KIND_GOAL; kind++) {
        for (int i = 0; i < 6; i++) {
            for (int p = 0; p < 4; p++) {
                wend_region_id id = wend_region_id_of((wend_region_kind)kind, indices[i], parts[p]);
                ck_assert_int_eq(wend_region_id_kind(id), kind);
                ck_assert_uint_eq(wend_region_id_index(id), indices[i]);
                ck_assert_uint_eq(wend_region_id_part(id), parts[p]);
                for (uint32_t k = 0; k < count; k++) {
                    ck_assert(!wend_region_id_equal(id, seen[k]));
                }
                seen[count++] = id;
            }
        }
    }
    wend_region_id none = {0};
    ck_assert_int_eq(wend_region_id_kind(none), WEND_REGION_KIND_NONE);
    ck_assert(wend_region_id_equal(none, seen[0]));
}
END_TEST

/* ---- In a world: a route through two portals to goal 0 --------------------------------------- */

static const wend_portal portals[2] = {{{3, 1}, {3, -1}, 0}, {{6, 1}, {6, -1}, 0}};

static void plan(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    static const wend_route_point points[2] = {{{3, 0}, 1.0F, 0}, {{6, 0}, 1.0F, 0}};
    wend_route route;
    memset(&route, 0, sizeof route);
    route.status = WEND_ROUTE_STATUS_FOUND;
    route.gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS;
    route.map = WEND_NO_MAP;
    route.points = points;
    route.point_count = 2;
    route.portals = portals;
    route.portal_count = 2;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        wend_route_sink_add(sink, i, &route);
    }
}

/* A modifier that stores the id of the first region, and the subject that this id names. */
static wend_region_id last_id;
static wend_subject last_subject;

static void keep_region_id(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        last_id = intents[i - agents->first].region.id;
        last_subject = wend_view_region_subject(view, &intents[i - agents->first].region);
    }
}

static wend_planner planner;
static wend_modifier modifier;

static wend_registry *make_registry(void) {
    wend_registry *registry = contract_registry();
    memset(&planner, 0, sizeof planner);
    memset(&modifier, 0, sizeof modifier);
    contract_head(&planner.stage.entry, sizeof planner, "two_portals");
    planner.gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS;
    planner.plan = plan;
    contract_register(registry, WEND_KIND_PLANNER, &planner.stage.entry);
    contract_head(&modifier.stage.entry, sizeof modifier, "look");
    modifier.modify = keep_region_id;
    contract_register(registry, WEND_KIND_MODIFIER, &modifier.stage.entry);
    return registry;
}

static wend_world *make_world(const wend_registry *registry, const char *follow) {
    wend_world *world = contract_world(contract_open(), registry, 1);
    wend_profile_def def = contract_profile_def("direct");
    def.plan.name = "two_portals";
    def.follow.name = follow;
    def.modify[0].name = "look";
    def.modify_count = 1;
    contract_add_profile(world, &def);
    return world;
}

/* Lets an agent walk to the end, and expects the ids in this order: object 0, object 1, then the
 * goal with index 0. */
static void expect_ids(const char *follow, wend_region_kind kind, wend_subject_kind subject) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, follow);
    wend_goal goal = contract_goal(world, 9, 0, 0, WEND_ON_ARRIVAL_STOP);
    ck_assert_uint_eq(wend_world_goal_index(world, goal), 0);
    wend_agent agent = contract_agent(world, 1, 0, 0, goal);
    uint32_t stage = 0;
    do {
        ck_assert_uint_lt(wend_world_step_count(world), 200);
        contract_step(world, 1);
        double x = contract_state(world, agent).position.x;
        bool is_goal = wend_region_id_kind(last_id) == WEND_REGION_KIND_GOAL;
        uint32_t now = is_goal ? 2 : wend_region_id_index(last_id);
        ck_assert_uint_ge(now, stage);
        ck_assert_uint_le(now, stage + 1);
        ck_assert_int_eq(wend_region_id_kind(last_id), is_goal ? WEND_REGION_KIND_GOAL : kind);
        ck_assert_int_eq(last_subject.kind, is_goal ? WEND_SUBJECT_GOAL : subject);
        ck_assert_uint_eq(last_subject.index, is_goal ? 0 : now);
        ck_assert(fabs(x - 3.0) < 0.6 || fabs(x - 6.0) < 0.6 ||
                  now == (x > 3.0 ? 1u : 0u) + (x > 6.0 ? 1u : 0u));
        stage = now;
    } while (contract_state(world, agent).activity != WEND_ACTIVITY_ARRIVED);
    ck_assert_uint_eq(stage, 2);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}

START_TEST(portals_points_and_goals_have_ids_of_their_kinds) {
    expect_ids("portal", WEND_REGION_KIND_PORTAL, WEND_SUBJECT_PORTAL);
    expect_ids("waypoint", WEND_REGION_KIND_POINT, WEND_SUBJECT_POINT);
}
END_TEST

/* ---- Parts ----------------------------------------------------------------------------------- */

/* The goal is an L-shaped polygon, which is divided into convex parts; their total area is 5 m^2.
 */
START_TEST(ids_of_goal_parts_contain_goal_and_part) {
    static const wend_point outline[6] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    wend_world *world = contract_world(contract_open(), NULL, 1);
    contract_goal(world, 9, 9, 0, WEND_ON_ARRIVAL_STOP);
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_POLYGON;
    def.points = outline;
    def.point_count = 6;
    uint32_t index = wend_world_goal_index(world, contract_add_goal(world, &def));
    const wend_view *view = wend_world_view(world);
    const wend_region *parts = NULL;
    uint32_t count = wend_view_goal_parts(view, index, &parts);
    double area = 0.0;
    ck_assert_uint_ge(count, 2);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_int_eq(wend_region_id_kind(parts[i].id), WEND_REGION_KIND_GOAL);
        ck_assert_uint_eq(wend_region_id_index(parts[i].id), index);
        for (uint32_t k = 0; k < i; k++) {
            ck_assert(!wend_region_id_equal(parts[i].id, parts[k].id));
        }
        wend_subject subject = wend_view_region_subject(view, &parts[i]);
        ck_assert_int_eq(subject.kind, WEND_SUBJECT_GOAL);
        ck_assert_uint_eq(subject.part, wend_region_id_part(parts[i].id));
        for (uint32_t k = 0; k < parts[i].count; k++) {
            wend_vec2 a = parts[i].points[k], b = parts[i].points[(k + 1) % parts[i].count];
            area += 0.5 * ((double)a.x * (double)b.y - (double)a.y * (double)b.x);
        }
    }
    ck_assert_double_eq_tol(area, 5.0, 1e-6);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    CONTRACT("contracts/region_id", different_objects_have_different_region_ids,
             portals_points_and_goals_have_ids_of_their_kinds,
             ids_of_goal_parts_contain_goal_and_part);
}
