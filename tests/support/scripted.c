#include "support/scripted.h"

#include "support/suite.h"
#include "support/worlds.h"

wend_route puppets_route;
wend_intent puppets_seen[PUPPETS_MOST];
wend_location puppets_put[PUPPETS_MOST];
uint32_t puppets_via;

static void plan_laid(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_route_point *points;
            puppets_via = wend_view_via(view, i, &points);
            ck_assert(puppets_route.status == WEND_ROUTE_STATUS_NONE ||
                      wend_route_sink_add(sink, i, &puppets_route));
        }
    }
}

static void steer_puppet(const wend_view *view, const wend_agents *agents,
                         const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint64_t key = wend_view_key(view, i);
            wend_vec2 at = view->bodies[i].position, to = puppets_put[key].position;
            puppets_seen[key] = intents[i - agents->first];
            outcomes[i - agents->first] = (wend_outcome){.velocity = {to.x - at.x, to.y - at.y},
                                                         .displacement = {to.x - at.x, to.y - at.y},
                                                         .teleports = 1,
                                                         .layer = puppets_put[key].layer};
        }
    }
}

static const wend_planner planner_laid = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "laid",
                        .summary = "the route of the test"}},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR,
    .plan = plan_laid};
static const wend_steering model_puppet = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "puppet",
                        .summary = "goes where it is put"}},
    .steer = steer_puppet};

static wend_registry *registry;

wend_registry *puppets_registry(void) {
    wend_registry *made = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &made, NULL), WEND_OK);
    ck_assert_int_eq(wend_registry_add(made, WEND_KIND_PLANNER, &planner_laid.stage.entry, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_registry_add(made, WEND_KIND_STEERING, &model_puppet.stage.entry, NULL),
                     WEND_OK);
    return made;
}

wend_world *puppets_stage(wend_space *space, const char *follow, const wend_setting *settings,
                          uint32_t count) {
    registry = puppets_registry();
    wend_world *world = worlds_make(space, registry);
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "laid";
    def.follow = (wend_choice){follow, settings, count};
    def.steer.name = "puppet";
    worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_add_map_object(world, "map", 1, &puppets_route, NULL, NULL),
                     WEND_OK);
    return world;
}

void puppets_strike(wend_world *world) {
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}

wend_agent puppets_add(wend_world *world, uint64_t key, double x, double y, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){x, y};
    def.goal = goal;
    puppets_put[key] =
        (wend_location){wend_space_to_local(wend_world_space(world), def.position), 0};
    return worlds_add(world, &def);
}

wend_intent puppets_wish_at(wend_world *world, float x, float y, uint32_t layer) {
    puppets_put[1] = (wend_location){
        wend_space_to_local(wend_world_space(world), (wend_point){(double)x, (double)y}), layer};
    worlds_step(world, 1); /* moves there */
    worlds_step(world, 1); /* is steered there */
    return puppets_seen[1];
}

wend_route puppets_path(const wend_route_point *points, uint32_t count) {
    return (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_POLYLINE,
                        .map = WEND_NO_MAP,
                        .points = points,
                        .point_count = count};
}
