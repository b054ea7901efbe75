/* Terrain, tested through the public interface: the modifier `terrain`, which slows agents, a
 * planner that chooses between two routes by terrain weights, weight classes, snapshots, refusals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/wend.h>

#include "support/suite.h"
#include "support/worlds.h"

static const char *const names[] = {"floor", "mud", "road"};

/* Mud for 0 < x < 10 and |y| < 5, with a strip of road across it; there is no other terrain. */
static wend_space *make_ground(void) {
    static const wend_point mud[] = {{0, -5}, {10, -5}, {10, 5}, {0, 5}};
    static const wend_point road[] = {{4, -5}, {6, -5}, {6, 5}, {4, 5}};
    const wend_terrain_def terrains[] = {{.ring = {mud, 4}, .type = 1},
                                         {.ring = {road, 4}, .type = 2}};
    const wend_layer_def layer = {.terrains = terrains, .terrain_count = 2};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    def.terrain_names = names;
    def.terrain_name_count = 3;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    return space;
}

static wend_terrain_rule rule(const char *terrain, double weight, double factor) {
    wend_terrain_rule made = wend_default_terrain_rule();
    made.terrain = terrain;
    made.weight = wend_constant(weight);
    made.speed_factor = wend_constant(factor);
    return made;
}

/* ---- A planner: around over (5, 8), or straight, whichever weighs less ------------------------
 */

static double weigh(const wend_view *view, uint32_t index, wend_vec2 from, wend_vec2 to) {
    wend_terrain_length parts[8];
    uint32_t count =
        wend_space_segment_terrain(view->space, (wend_location){from, 0}, to, parts, 8);
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += parts[i].length * (double)wend_view_terrain_weight(view, index, parts[i].type);
    }
    return sum;
}

static void plan_cheaper(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    static const wend_route_point around = {{5, 8}, INFINITY, 0};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_vec2 from = view->bodies[i].position;
            wend_vec2 to = wend_view_goal_region(view, wend_view_goal(view, i))->a;
            double straight = weigh(view, i, from, to);
            double bent =
                weigh(view, i, from, around.position) + weigh(view, i, around.position, to);
            wend_route route = {.status = WEND_ROUTE_STATUS_FOUND,
                                .gives = WEND_ROUTE_POLYLINE,
                                .map = WEND_NO_MAP,
                                .points = &around,
                                .point_count = bent < straight,
                                .cost = (float)fmin(bent, straight)};
            wend_route_sink_add(sink, i, &route);
        }
    }
}

static const wend_planner planner = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "cheaper", .summary = "weighs two"},
              .uses_terrain_weights = true},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_cheaper};

static wend_registry *make_registry(void) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_PLANNER, &planner.stage.entry, NULL),
                     WEND_OK);
    return registry;
}

static wend_profile_def profile_with(const wend_terrain_rule *rules, uint32_t count) {
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "cheaper";
    def.modify[0].name = "terrain";
    def.modify_count = 1;
    def.terrain_rules = rules;
    def.terrain_rule_count = count;
    return def;
}

START_TEST(terrain_speed_factors_change_the_speed) {
    wend_registry *registry = make_registry();
    wend_world *world = worlds_make(make_ground(), registry);
    const wend_terrain_rule rules[] = {rule("road", 1, 1.5), rule("mud", 1, 0.5)};
    wend_profile_def def = profile_with(rules, 2);
    worlds_add_profile(world, &def);
    wend_agent agent = worlds_agent(world, -3, 0, worlds_point(world, 20, 0));
    uint32_t steps[3] = {0};
    for (int i = 0; i < 300; i++) {
        worlds_step(world, 1);
        wend_agent_state state = worlds_state(world, agent);
        double x = state.position.x, speed = (double)state.velocity.x;
        x -= 0.1 * speed; /* the position where the choice was made */
        double factor = x > 4.001 && x < 5.999 ? 1.5 : x > 0.001 && x < 9.999 ? 0.5 : 1.0;
        bool near = fabs(x) < 0.01 || fabs(x - 4) < 0.01 || fabs(x - 6) < 0.01 ||
                    fabs(x - 10) < 0.01 || x > 19.7;
        if (!near) {
            ck_assert_double_eq_tol(speed, 1.3 * factor, 1e-4);
            steps[factor > 1.0 ? 2 : factor < 1.0] += 1;
        }
    }
    ck_assert(steps[0] > 20 && steps[1] > 20 && steps[2] > 5);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(planners_use_the_terrain_weights_of_the_profile) {
    /* On the straight route, 8 of 16 m are mud; the route with a corner is 17.889 m long. With
     * weights above 1.2361, the route with a corner is cheaper. */
    static const double weights[] = {1.0, 1.236, 1.2362, INFINITY};
    static const bool bends[] = {false, false, true, true};
    wend_registry *registry = make_registry();
    for (int i = 0; i < 4; i++) {
        wend_world *world = worlds_make(make_ground(), registry);
        const wend_terrain_rule rules[] = {rule("mud", weights[i], 1)};
        wend_profile_def def = profile_with(rules, 1);
        worlds_add_profile(world, &def);
        wend_agent agent = worlds_agent(world, -3, 4, worlds_point(world, 13, 4));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        ck_assert_uint_eq(route->point_count, bends[i]);
        /* Both legs of the route with a corner stay off the mud. */
        ck_assert(!bends[i] || fabs((double)route->cost - 2.0 * sqrt(80.0)) < 1e-4);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Classes --------------------------------------------------------------------------------- */

enum { AGENTS = 400 };

typedef struct weighed {
    uint64_t name;
    float mud, road;
} weighed;

/* Writes the weights of all agents, by key, and returns the number of weight classes. */
static uint32_t read_weights(wend_world *world, weighed out[AGENTS]) {
    const wend_view *view = wend_world_view(world);
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        uint64_t key = wend_view_key(view, i);
        weighed one = {wend_view_weight_class(view, i), wend_view_terrain_weight(view, i, 1),
                       wend_view_terrain_weight(view, i, 2)};
        out[key - 1] = one;
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        bool known = false;
        for (uint32_t k = 0; k < i; k++) {
            bool same = out[i].mud == out[k].mud && out[i].road == out[k].road;
            ck_assert_int_eq(out[i].name == out[k].name, same);
            known = known || same;
        }
        count += !known;
    }
    return count;
}

static wend_world *make_crowd(const wend_registry *registry, wend_distribution mud,
                              wend_distribution road) {
    wend_world *world = worlds_make(make_ground(), registry);
    wend_terrain_rule rules[] = {rule("mud", 1, 1), rule("road", 1, 1)};
    rules[0].weight = mud;
    rules[1].weight = road;
    rules[1].speed_factor = wend_uniform(0.5, 1.5);
    wend_profile_def def = profile_with(rules, 2);
    worlds_add_profile(world, &def);
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = i + 1;
        agent.profile = wend_world_profile_at(world, 0);
        agent.position = (wend_point){20 + i % 20, i / 20};
        worlds_add(world, &agent);
    }
    worlds_step(world, 1);
    return world;
}

START_TEST(weight_distributions_give_at_most_eight_classes) {
    static weighed all[AGENTS], again[AGENTS];
    wend_registry *registry = make_registry();
    wend_world *world = make_crowd(registry, wend_uniform(2, 10), wend_normal(3, 0.5));
    ck_assert_uint_eq(read_weights(world, all), WEND_MAX_WEIGHT_CLASSES);
    double sum = 0.0;
    for (uint32_t i = 0; i < AGENTS; i++) {
        double class = ((double)all[i].mud - 2.0) * 8.0 / 8.0 - 0.5; /* 0 to 7 */
        ck_assert_double_eq_tol(class, floor(class + 0.5), 1e-5);
        ck_assert(class > -0.1 && class < 7.1);
        ck_assert_int_eq(all[i].road > 3.0F, class > 3.5); /* same class for all terrain types */
        sum += (double)all[i].mud / AGENTS;
    }
    ck_assert_double_eq_tol(sum, 6.0, 0.5); /* 4 standard errors */
    /* Snapshots keep weights and sampled speeds. */
    wend_world *loaded = worlds_reload(world, registry);
    ck_assert_uint_eq(read_weights(loaded, again), WEND_MAX_WEIGHT_CLASSES);
    ck_assert_mem_eq(all, again, sizeof all);
    const wend_view *one = wend_world_view(world), *two = wend_world_view(loaded);
    float least = 9.0F, most = 0.0F;
    for (uint32_t i = 0; i < one->body_count; i++) {
        uint32_t other = wend_view_find_body(two, one->bodies[i].slot);
        float factor = wend_view_terrain_speed(one, i, 2);
        ck_assert_float_eq(factor, wend_view_terrain_speed(two, other, 2));
        ck_assert_float_eq(wend_view_terrain_speed(one, i, 1), 1.0F);
        ck_assert_float_eq(wend_view_terrain_speed(one, i, 77), 1.0F);
        least = fminf(least, factor);
        most = fmaxf(most, factor);
    }
    ck_assert(least < 0.55F && most > 1.45F && least >= 0.5F && most <= 1.5F);
    wend_world_destroy(loaded);
    wend_world_destroy(world);
    world = make_crowd(registry, wend_constant(7), wend_constant(1));
    ck_assert_uint_eq(read_weights(world, all), 1);
    ck_assert_uint_ne(all[0].name, 0);
    wend_world_destroy(world);
    world = make_crowd(registry, wend_constant(1), wend_constant(1));
    ck_assert_uint_eq(read_weights(world, all), 1);
    ck_assert_uint_eq(all[0].name, 0);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Refusals, memory ------------------------------------------------------------------------ */

/* Expects that a profile cannot be added, and checks the message. */
static void expect_refusal(wend_world *world, const wend_profile_def *def, const char *words) {
    wend_error error = {0};
    ck_assert_int_eq(wend_world_add_profile(world, def, NULL, &error), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, words), "%s", error.message);
}

/* Unused terrain rules are never ignored silently, even when `auto` selects a planner that does not
 * use them. Weights need an entry that uses weights, factors one that uses speeds. */
START_TEST(rules_that_no_entry_uses_are_refused) {
    wend_registry *registry = make_registry();
    wend_world *world = worlds_make(make_ground(), registry);
    wend_terrain_rule weight = rule("mud", 2, 1), both = rule("mud", 2, 0.5);
    wend_profile_def def = wend_default_profile_def();
    def.terrain_rules = &weight;
    def.terrain_rule_count = 1;
    def.plan.name = "sight";
    expect_refusal(world, &def, "(planner 'sight') uses them; choose ");
    expect_refusal(world, &def, "planner 'cheaper'");
    def.modify[0].name = "terrain"; /* uses speeds only */
    def.modify_count = 1;
    expect_refusal(world, &def, "weights of terrain");
    def.plan.name = "cheaper";
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_OK);
    def.terrain_rules = &both;
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_OK);
    def.modify_count = 0;
    expect_refusal(world, &def, "(planner 'cheaper') applies them; choose ");
    expect_refusal(world, &def, "modifier 'terrain'");
    def.plan.name = "auto";
    expect_refusal(world, &def, "speed factors of terrain");
    def.terrain_rules = &weight; /* `auto` may find a planner that uses weights */
    wend_agent_def agent = wend_default_agent_def();
    wend_error error = {0};
    ck_assert_int_eq(wend_world_add_profile(world, &def, &agent.profile, &error), WEND_OK);
    worlds_add(world, &agent);
    ck_assert_int_eq(wend_world_step(world, 1, &error), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, "weights of terrain"), "%s", error.message);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* A distribution, `forbidden` and a slope weight need an entry too; a rule without effect needs
 * none. Each is refused for the planner `straight`, which uses no weights. */
START_TEST(every_kind_of_weight_needs_an_entry) {
    wend_registry *registry = make_registry();
    wend_world *world = worlds_make(make_ground(), registry);
    wend_terrain_rule one = rule("mud", INFINITY, 1);
    wend_profile_def def = worlds_profile_def();
    def.terrain_rules = &one;
    def.terrain_rule_count = 1;
    expect_refusal(world, &def, "weights of terrain or slopes");
    one.weight = wend_uniform(1, 1.5);
    expect_refusal(world, &def, "weights of terrain or slopes");
    one = rule("mud", 1, 1);
    one.speed_factor = wend_normal(1, 0.1);
    expect_refusal(world, &def, "speed factors of terrain");
    one = rule("mud", 1, 1);
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_OK);
    def.terrain_rule_count = 0;
    def.slope_weight = 0.5;
    expect_refusal(world, &def, "weights of terrain or slopes");
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Slopes ---------------------------------------------------------------------------------- */

static wend_profile_def profile_with_slope(const wend_terrain_rule *rules, uint32_t count,
                                           double slope_weight) {
    wend_profile_def def = profile_with(rules, count);
    def.slope_weight = slope_weight;
    return def;
}

static wend_agent add_with_profile(wend_world *world, const wend_profile_def *def, double x) {
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = worlds_add_profile(world, def);
    agent.position = (wend_point){x, 20.0};
    return worlds_add(world, &agent);
}

/* Mud with weight 3 on a ramp that rises 0.3 m per m in x and falls 0.4 in y, so that its gradient
 * has magnitude 0.5. */
START_TEST(slopes_scale_the_weight_of_the_ground) {
    static const wend_point mud[] = {{0, -5}, {10, -5}, {10, 5}, {0, 5}};
    const wend_terrain_def terrain = {.ring = {mud, 4}, .type = 1};
    const wend_height_def ramp = {.z = 2.0, .slope = {0.3, -0.4}};
    const wend_layer_def layer = {
        .terrains = &terrain, .terrain_count = 1, .heights = &ramp, .height_count = 1};
    wend_space_def space_def = wend_default_space_def();
    wend_space *space = NULL;
    space_def.layers = &layer;
    space_def.layer_count = 1;
    space_def.terrain_names = names;
    space_def.terrain_name_count = 3;
    ck_assert_int_eq(wend_space_create(&space_def, &space, NULL), WEND_OK);
    wend_vec2 gradient = wend_space_slope(space, (wend_location){{5.0F, 1.0F}, 0});
    float slope = sqrtf(gradient.x * gradient.x + gradient.y * gradient.y);
    ck_assert_float_eq_tol(slope, 0.5F, 1e-6F);
    wend_registry *registry = make_registry();
    wend_world *world = worlds_make(space, registry);
    const wend_terrain_rule rules[] = {rule("mud", 3, 1), rule("road", INFINITY, 1)};
    wend_profile_def def = profile_with_slope(rules, 2, 4.0);
    add_with_profile(world, &def, 0.0);
    worlds_step(world, 1);
    const wend_view *view = wend_world_view(world);
    ck_assert_float_eq_tol(wend_view_ground_weight(view, 0, 1, slope), 9.0F, 1e-5F);
    ck_assert_float_eq(wend_view_ground_weight(view, 0, 1, 0.0F), 3.0F);
    ck_assert_float_eq_tol(wend_view_ground_weight(view, 0, 0, slope), 3.0F, 1e-5F);
    ck_assert_float_eq(wend_view_terrain_weight(view, 0, 1), 3.0F);
    ck_assert(isinf(wend_view_ground_weight(view, 0, 2, slope)));
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* Different slope weights give different weight classes, and snapshots keep them. */
START_TEST(weight_classes_contain_the_slope_weight) {
    enum { COUNT = 6 };
    const wend_terrain_rule mud = rule("mud", 3, 1);
    wend_registry *registry = make_registry();
    wend_world *world = worlds_make(make_ground(), registry);
    const wend_profile_def defs[COUNT] = {
        profile_with_slope(NULL, 0, 0.0), profile_with_slope(NULL, 0, 2.0),
        profile_with_slope(NULL, 0, 2.0), profile_with_slope(NULL, 0, 2.5),
        profile_with_slope(&mud, 1, 0.0), profile_with_slope(&mud, 1, 2.0)};
    for (int i = 0; i < COUNT; i++) {
        add_with_profile(world, &defs[i], 3.0 * i);
    }
    worlds_step(world, 1);
    for (int pass = 0; pass < 2; pass++) {
        const wend_view *view = wend_world_view(world);
        uint64_t classes[COUNT] = {0};
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t profile = wend_body_profile(&view->bodies[i]);
            double expected = (profile >= 4 ? 3.0 : 1.0) * (1.0 + 0.5 * defs[profile].slope_weight);
            ck_assert_double_eq((double)wend_view_ground_weight(view, i, 1, 0.5F), expected);
            classes[profile] = wend_view_weight_class(view, i);
        }
        ck_assert_uint_eq(classes[0], 0);
        ck_assert_uint_eq(classes[1], classes[2]);
        for (int i = 0; i < COUNT; i++) {
            for (int k = 0; k < i; k++) {
                ck_assert_int_eq(classes[i] == classes[k], i == 2 && k == 1);
            }
        }
        wend_world *loaded = worlds_reload(world, registry);
        wend_world_destroy(world);
        world = loaded;
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(bad_rules_are_refused) {
    wend_registry *registry = make_registry();
    wend_world *world = worlds_make(make_ground(), registry);
    size_t held = wend_world_get_memory_use(world).held;
    const struct {
        wend_terrain_rule rules[2];
        uint32_t count;
        wend_result result;
        const char *words;
    } bad[] = {{{rule("mudd", 1, 1)}, 1, WEND_ERROR_NAME, "did you mean 'mud'"},
               {{rule("sand", 1, 1)}, 1, WEND_ERROR_NAME, "floor, mud, road"},
               {{rule("mud", 0, 1)}, 1, WEND_ERROR_INVALID, "weight"},
               {{rule("mud", -1, 1)}, 1, WEND_ERROR_INVALID, "weight"},
               {{rule("mud", NAN, 1)}, 1, WEND_ERROR_INVALID, "weight"},
               {{rule("mud", 1, -0.5)}, 1, WEND_ERROR_INVALID, "speed factor"},
               {{rule("mud", 1, INFINITY)}, 1, WEND_ERROR_INVALID, "speed factor"},
               {{rule("mud", 2, 1), rule("mud", 3, 1)}, 2, WEND_ERROR_NAME, "two rules"},
               {{rule("mud", 2, 1)}, 300, WEND_ERROR_LIMIT, "256"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wend_profile_def def = profile_with(bad[i].rules, bad[i].count);
        wend_error error = {0};
        ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, &error), bad[i].result);
        ck_assert_msg(strstr(error.message, bad[i].words), "%s", error.message);
    }
    wend_profile_def def = profile_with(NULL, 1);
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_ERROR_INVALID);
    wend_terrain_rule varying = rule("mud", 1, 1);
    varying.weight = wend_uniform(INFINITY, INFINITY);
    def = profile_with(&varying, 1);
    ck_assert_int_eq(wend_world_add_profile(world, &def, NULL, NULL), WEND_ERROR_INVALID);
    static const double slope_weights[] = {-0.1, (double)NAN, (double)INFINITY, 1.1e6};
    for (size_t i = 0; i < sizeof slope_weights / sizeof *slope_weights; i++) {
        def = profile_with_slope(NULL, 0, slope_weights[i]);
        expect_refusal(world, &def, "slope_weight");
    }
    ck_assert_uint_eq(wend_world_profile_count(world), 0);
    def = profile_with(NULL, 0);
    worlds_add_profile(world, &def);
    ck_assert_uint_ge(wend_world_get_memory_use(world).held, held);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(running_out_of_memory_changes_nothing) {
    wend_registry *registry = make_registry();
    const wend_terrain_rule rules[] = {rule("mud", 2, 1)};
    wend_profile_def def = profile_with(rules, 1);
    bool added = false;
    for (unsigned long fails = 1; !added; fails++) {
        worlds_heap heap = {0};
        wend_world_def world_def = wend_default_world_def();
        world_def.space = make_ground();
        world_def.registry = registry;
        world_def.allocator = worlds_allocator(&heap);
        wend_world *world = worlds_from(&world_def);
        heap.fails_at = heap.calls + fails;
        added = wend_world_add_profile(world, &def, NULL, NULL) == WEND_OK;
        heap.fails_at = 0;
        ck_assert_uint_eq(wend_world_profile_count(world), added);
        wend_agent agent = {0};
        if (!added) {
            worlds_add_profile(world, &def);
        }
        agent = worlds_agent(world, -3, 0, worlds_point(world, 5, 0));
        worlds_step(world, 2);
        ck_assert_double_gt(worlds_state(world, agent).position.x, -3.0);
        wend_world_destroy(world);
        ck_assert_uint_eq(heap.held, 0);
    }
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/terrain_rules", terrain_speed_factors_change_the_speed,
          planners_use_the_terrain_weights_of_the_profile,
          weight_distributions_give_at_most_eight_classes, rules_that_no_entry_uses_are_refused,
          every_kind_of_weight_needs_an_entry, slopes_scale_the_weight_of_the_ground,
          weight_classes_contain_the_slope_weight, bad_rules_are_refused,
          running_out_of_memory_changes_nothing);
}
