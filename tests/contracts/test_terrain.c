/* Terrain: named types of ground, with a weight and a speed factor for each profile; forbidden
 * ground; the length of a segment on each type; and the parts of a polyline to which a disc can
 * move straight. */
#include "contract.h"

enum { FLOOR, MUD, ROAD };

/* Mud from x = 0 to 10 and y = -2 to 8, and a road across it from x = 4 to 6. Vertices are exact in
 * single precision. */
static const wend_point mud[4] = {{0, -2}, {10, -2}, {10, 8}, {0, 8}};
static const wend_point road[4] = {{4, -2}, {6, -2}, {6, 8}, {4, 8}};

static wend_space *make_ground(void) {
    static const char *const names[3] = {"floor", "mud", "road"};
    wend_terrain_def terrains[2];
    wend_layer_def layer;
    memset(terrains, 0, sizeof terrains);
    memset(&layer, 0, sizeof layer);
    terrains[0].ring.points = mud;
    terrains[0].ring.count = 4;
    terrains[0].type = MUD;
    terrains[1].ring.points = road;
    terrains[1].ring.count = 4;
    terrains[1].type = ROAD;
    layer.terrains = terrains;
    layer.terrain_count = 2;
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.terrain_names = names;
    def.terrain_name_count = 3;
    return contract_space(&def);
}

START_TEST(terrain_types_have_names_and_areas) {
    wend_space *space = make_ground();
    ck_assert_uint_eq(wend_space_find_terrain(space, "road"), ROAD);
    ck_assert_uint_eq(wend_space_find_terrain(space, "sand"), WEND_NO_TERRAIN);
    ck_assert_str_eq(wend_space_terrain_name(space, MUD), "mud");
    ck_assert_str_eq(wend_space_terrain_name(space, 99), "");
    for (uint64_t i = 0; i < 2000; i++) {
        float x = (float)contract_random(i, 1, -4.0, 14.0);
        float y = (float)contract_random(i, 2, -4.0, 10.0);
        bool high = y > -2.0F && y < 8.0F;
        uint32_t type = !high || x < 0.0F || x > 10.0F ? FLOOR : x > 4.0F && x < 6.0F ? ROAD : MUD;
        ck_assert_uint_eq(wend_space_terrain(space, contract_location(x, y, 0)), type);
    }
    wend_space_release(space);
}
END_TEST

/* ---- Lengths --------------------------------------------------------------------------------- */

/* Returns the length of the part of a segment inside a box, by clipping the segment's parameter
 * range. */
static double length_in_box(const wend_point *box, wend_point a, wend_point b) {
    double low = 0.0, high = 1.0;
    const double from[2] = {a.x, a.y}, by[2] = {b.x - a.x, b.y - a.y};
    const double least[2] = {box[0].x, box[0].y}, most[2] = {box[2].x, box[2].y};
    for (int k = 0; k < 2; k++) {
        double t = (least[k] - from[k]) / by[k], u = (most[k] - from[k]) / by[k];
        low = fmax(low, fmin(t, u));
        high = fmin(high, fmax(t, u));
    }
    return high > low ? (high - low) * hypot(by[0], by[1]) : 0.0;
}

START_TEST(lengths_per_terrain_type_match_clipped_segments) {
    wend_space *space = make_ground();
    for (uint64_t i = 0; i < 2000; i++) {
        wend_location from = contract_location((float)contract_random(i, 1, -5.0, 15.0),
                                               (float)contract_random(i, 2, -5.0, 11.0), 0);
        wend_vec2 to = contract_vec((float)contract_random(i, 3, -5.0, 15.0),
                                    (float)contract_random(i, 4, -5.0, 11.0));
        wend_point a = {(double)from.position.x, (double)from.position.y};
        wend_point b = {(double)to.x, (double)to.y};
        double expected[3];
        expected[ROAD] = length_in_box(road, a, b);
        expected[MUD] = length_in_box(mud, a, b) - expected[ROAD];
        expected[FLOOR] = hypot(b.x - a.x, b.y - a.y) - expected[MUD] - expected[ROAD];
        wend_terrain_length found[4];
        double lengths[3] = {0.0, 0.0, 0.0};
        uint32_t count = wend_space_segment_terrain(space, from, to, found, 4);
        ck_assert_uint_ge(count, 1);
        ck_assert_uint_le(count, 3);
        for (uint32_t k = 0; k < count; k++) {
            ck_assert(k == 0 || found[k].type > found[k - 1].type);
            lengths[found[k].type] = found[k].length;
        }
        for (int k = 0; k < 3; k++) {
            ck_assert_double_eq_tol(lengths[k], expected[k], 1e-9);
        }
    }
    wend_space_release(space);
}
END_TEST

/* ---- Weights --------------------------------------------------------------------------------- */

/* Returns the weighted length of a segment. The planner below chooses between the straight route
 * and the route around the mud via (5, 13), whichever has the lower weighted length. */
static double weigh(const wend_view *view, uint32_t index, wend_vec2 from, wend_vec2 to) {
    wend_location start = contract_location(from.x, from.y, 0);
    wend_terrain_length lengths[8];
    uint32_t count = wend_space_segment_terrain(view->space, start, to, lengths, 8);
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double weight = (double)wend_view_terrain_weight(view, index, lengths[i].type);
        sum += lengths[i].length > 0.0 ? weight * lengths[i].length : 0.0;
    }
    return sum;
}

static void plan(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    static const wend_route_point corner = {{5, 13}, 1.0F, 0};
    wend_route route;
    memset(&route, 0, sizeof route);
    route.status = WEND_ROUTE_STATUS_FOUND;
    route.gives = WEND_ROUTE_POLYLINE;
    route.map = WEND_NO_MAP;
    route.points = &corner;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        wend_vec2 from = view->bodies[i].position;
        wend_vec2 to = wend_view_goal_region(view, wend_view_goal(view, i))->a;
        double straight = weigh(view, i, from, to);
        double around = weigh(view, i, from, corner.position) + weigh(view, i, corner.position, to);
        route.point_count = around < straight;
        route.cost = (float)fmin(around, straight);
        wend_route_sink_add(sink, i, &route);
    }
}

/* A modifier that applies the speed factor. */
static void slow_down(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        wend_location at = {view->bodies[i].position, 0};
        intents[i - agents->first].speed *=
            wend_view_terrain_speed(view, i, wend_view_terrain(view, at));
    }
}

static wend_planner planner;
static wend_modifier modifier;

static wend_registry *make_registry(void) {
    wend_registry *registry = contract_registry();
    memset(&planner, 0, sizeof planner);
    memset(&modifier, 0, sizeof modifier);
    contract_head(&planner.stage.entry, sizeof planner, "cheaper");
    planner.gives = WEND_ROUTE_POLYLINE;
    planner.plan = plan;
    planner.stage.uses_terrain_weights = true;
    contract_register(registry, WEND_KIND_PLANNER, &planner.stage.entry);
    contract_head(&modifier.stage.entry, sizeof modifier, "slow_down");
    modifier.modify = slow_down;
    modifier.stage.uses_terrain_speeds = true;
    contract_register(registry, WEND_KIND_MODIFIER, &modifier.stage.entry);
    return registry;
}

static wend_world *make_world(const wend_registry *registry, wend_distribution weight,
                              double factor) {
    wend_world *world = contract_world(make_ground(), registry, 1);
    wend_terrain_rule rule = wend_default_terrain_rule();
    wend_profile_def def = contract_profile_def("direct");
    rule.terrain = "mud";
    rule.weight = weight;
    rule.speed_factor = wend_constant(factor);
    def.plan.name = "cheaper";
    def.modify[0].name = "slow_down";
    def.modify_count = 1;
    def.terrain_rules = &rule;
    def.terrain_rule_count = 1;
    contract_add_profile(world, &def);
    return world;
}

/* Of the 16 m from (-3, 7) to (13, 7), 8 m are mud; the path around the mud has two sides of 10 m
 * each. So the path around is cheaper if 8 + 8 * weight > 20. */
START_TEST(weights_decide_the_route) {
    static const double weights[5] = {0.5, 1.0, 1.499, 1.501, 20.0};
    wend_registry *registry = make_registry();
    for (int i = 0; i < 5; i++) {
        wend_world *world = make_world(registry, wend_constant(weights[i]), 1.0);
        wend_goal goal = contract_goal(world, 13, 7, 0, WEND_ON_ARRIVAL_STOP);
        contract_agent(world, 1, -3, 7, goal);
        contract_step(world, 1);
        const wend_route *route = wend_view_route(wend_world_view(world), 0);
        double expected = fmin(20.0, 8.0 + 8.0 * weights[i]);
        ck_assert_uint_eq(route->point_count, weights[i] > 1.5);
        ck_assert_double_eq_tol((double)route->cost, expected, 1e-4);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(forbidden_ground_is_never_entered) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, wend_constant(INFINITY), 1.0);
    wend_goal goal = contract_goal(world, 13, 7, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, -3, 7, goal);
    for (int i = 0; i < 230; i++) {
        contract_step(world, 1);
        const wend_view *view = wend_world_view(world);
        wend_location at = {view->bodies[0].position, 0};
        ck_assert_uint_ne(wend_space_terrain(view->space, at), MUD);
        ck_assert(isinf(wend_view_terrain_weight(view, 0, MUD)));
        ck_assert(wend_view_terrain_weight(view, 0, ROAD) == 1.0F);
    }
    ck_assert_int_eq(contract_state(world, agent).activity, WEND_ACTIVITY_ARRIVED);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(models_get_terrain_speed_factors) {
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, wend_constant(1.0), 0.25);
    wend_goal goal = contract_goal(world, 20, 7, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, -0.95, 7, goal);
    uint32_t slow = 0;
    for (int i = 0; i < 200; i++) {
        contract_step(world, 1);
        wend_agent_state state = contract_state(world, agent);
        double before = state.position.x - 0.1 * (double)state.velocity.x;
        bool in_mud = (before > 0.01 && before < 3.99) || (before > 6.01 && before < 9.99);
        bool outside = before < -0.01 || (before > 4.01 && before < 5.99) || before > 10.01;
        if (in_mud || outside) {
            ck_assert_double_eq_tol((double)state.velocity.x, in_mud ? 0.25 : 1.0, 1e-4);
            slow += in_mud;
        }
    }
    ck_assert_uint_gt(slow, 150);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* The weights from 2 to 10 are divided into eight classes of width 1, with the values 2.5, 3.5 and
 * so on. */
START_TEST(weight_distributions_are_quantised_into_eight_classes) {
    enum { AGENTS = 300 };
    wend_registry *registry = make_registry();
    wend_world *world = make_world(registry, wend_uniform(2.0, 10.0), 1.0);
    uint64_t names[WEND_MAX_WEIGHT_CLASSES] = {0, 0, 0, 0, 0, 0, 0, 0};
    wend_goal none = {0};
    for (uint64_t key = 1; key <= AGENTS; key++) {
        contract_agent(world, key, 20.0 + (double)(key % 20), (double)(key / 20), none);
    }
    contract_step(world, 1);
    const wend_view *view = wend_world_view(world);
    for (uint32_t i = 0; i < AGENTS; i++) {
        double weight = (double)wend_view_terrain_weight(view, i, MUD);
        int k = (int)floor(weight) - 2;
        ck_assert(k >= 0 && k < WEND_MAX_WEIGHT_CLASSES);
        ck_assert_double_eq_tol(weight, 2.5 + k, 1e-5);
        names[k] = names[k] ? names[k] : wend_view_weight_class(view, i);
        ck_assert_uint_eq(names[k], wend_view_weight_class(view, i));
    }
    for (int i = 0; i < WEND_MAX_WEIGHT_CLASSES; i++) {
        ck_assert_uint_ne(names[i], 0);
        for (int k = 0; k < i; k++) {
            ck_assert_uint_ne(names[i], names[k]);
        }
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Visible parts of a polyline ------------------------------------------------------------- */

/* A point of the polyline is in a visible part if and only if the disc can move straight to the
 * point. Within 1 mm of the ends of parts, either answer is accepted. */
START_TEST(visible_parts_match_visibility_checks) {
    static const wend_point pillar[4] = {{5, 3}, {6, 3}, {6, 4}, {5, 4}};
    static const float radii[3] = {0.0F, 0.2F, 0.5F};
    const wend_solid_def solid = {{pillar, 4}, 0};
    wend_space *space = contract_room(12, 8, &solid, 1);
    const wend_location line[3] = {contract_location(9, 1, 0), contract_location(9, 7, 0),
                                   contract_location(3, 7, 0)};
    uint32_t hidden = 0;
    for (uint64_t trial = 0; trial < 30; trial++) {
        wend_location from = contract_location((float)contract_random(trial, 1, 1.0, 4.0),
                                               (float)contract_random(trial, 2, 1.0, 5.0), 0);
        float radius = radii[trial % 3];
        wend_interval parts[16];
        uint32_t count =
            wend_space_visible_parts(space, from, radius, line, 3, WEND_ALL_CLASSES, parts, 16);
        ck_assert_uint_le(count, 16);
        for (double s = 0.005; s < 12.0; s += 0.01) {
            wend_location to = s < 6.0 ? contract_location(9, (float)(1.0 + s), 0)
                                       : contract_location((float)(15.0 - s), 7, 0);
            bool inside = false, near_end = false;
            for (uint32_t k = 0; k < count; k++) {
                inside = inside || (s >= parts[k].begin && s <= parts[k].end);
                near_end =
                    near_end || fabs(s - parts[k].begin) < 1e-3 || fabs(s - parts[k].end) < 1e-3;
            }
            bool visible = wend_space_is_visible(space, from, to, radius, WEND_ALL_CLASSES);
            ck_assert_msg(near_end || inside == visible, "trial %d at %g m", (int)trial, s);
            hidden += !visible;
        }
    }
    ck_assert_uint_gt(hidden, 1000);
    wend_space_release(space);
}
END_TEST

int main(void) {
    CONTRACT("contracts/terrain", terrain_types_have_names_and_areas,
             lengths_per_terrain_type_match_clipped_segments, weights_decide_the_route,
             forbidden_ground_is_never_entered, models_get_terrain_speed_factors,
             weight_distributions_are_quantised_into_eight_classes,
             visible_parts_match_visibility_checks);
}
