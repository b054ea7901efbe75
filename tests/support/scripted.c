#include "support/scripted.h"

#include "support/suite.h"
#include "support/worlds.h"

wend_route scripted_route;
wend_intent scripted_intents[SCRIPTED_MAX_AGENTS];
wend_location scripted_locations[SCRIPTED_MAX_AGENTS];
uint32_t scripted_via_count;

static void plan_laid(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_route_point *points;
            scripted_via_count = wend_view_path_points(view, i, &points);
            ck_assert(scripted_route.status == WEND_ROUTE_STATUS_NONE ||
                      wend_route_sink_add(sink, i, &scripted_route));
        }
    }
}

static void steer_scripted(const wend_view *view, const wend_agents *agents,
                           const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint64_t key = wend_view_key(view, i);
            wend_vec2 at = view->bodies[i].position, to = scripted_locations[key].position;
            scripted_intents[key] = intents[i - agents->first];
            outcomes[i - agents->first] = (wend_outcome){.velocity = {to.x - at.x, to.y - at.y},
                                                         .displacement = {to.x - at.x, to.y - at.y},
                                                         .teleports = 1,
                                                         .layer = scripted_locations[key].layer};
        }
    }
}

static const wend_planner planner_laid = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "laid",
                        .summary = "the route of the test"}},
    .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_PORTALS | WEND_ROUTE_CORRIDOR,
    .plan = plan_laid};
static const wend_steering model_scripted = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "puppet",
                        .summary = "goes where it is put"}},
    .steer = steer_scripted};

static wend_registry *registry;

wend_registry *scripted_registry(void) {
    wend_registry *made = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &made, NULL), WEND_OK);
    ck_assert_int_eq(wend_registry_add(made, WEND_KIND_PLANNER, &planner_laid.stage.entry, NULL),
                     WEND_OK);
    ck_assert_int_eq(wend_registry_add(made, WEND_KIND_STEERING, &model_scripted.stage.entry, NULL),
                     WEND_OK);
    return made;
}

wend_world *scripted_world_create(wend_space *space, const char *follow,
                                  const wend_setting *settings, uint32_t count) {
    registry = scripted_registry();
    wend_world *world = worlds_make(space, registry);
    wend_profile_def def = worlds_profile_def();
    def.plan.name = "laid";
    def.follow = (wend_choice){follow, settings, count};
    def.steer.name = "puppet";
    worlds_add_profile(world, &def);
    ck_assert_int_eq(wend_world_add_map_object(world, "map", 1, &scripted_route, NULL, NULL),
                     WEND_OK);
    return world;
}

void scripted_world_destroy(wend_world *world) {
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}

wend_agent scripted_add_agent(wend_world *world, uint64_t key, double x, double y, wend_goal goal) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){x, y};
    def.goal = goal;
    scripted_locations[key] =
        (wend_location){wend_space_to_local(wend_world_space(world), def.position), 0};
    return worlds_add(world, &def);
}

wend_intent scripted_intent_at(wend_world *world, float x, float y, uint32_t layer) {
    scripted_locations[1] = (wend_location){
        wend_space_to_local(wend_world_space(world), (wend_point){(double)x, (double)y}), layer};
    worlds_step(world, 1); /* the agent moves there */
    worlds_step(world, 1); /* the follower gives its intent there */
    return scripted_intents[1];
}

wend_route scripted_path_route(const wend_route_point *points, uint32_t count) {
    return (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_POLYLINE,
                        .map = WEND_NO_MAP,
                        .points = points,
                        .point_count = count};
}
