/* Lets an agent plan: for planners whose routes are not paths on a map, such as fields. */
#include "paper/global_planners/parts.h"
#include <math.h>
#include <wend/field.h>

enum { MOST_AGENTS = 1000 }; /* of a scenario; they are removed */

wend_result planners_asker_open(planners_asker *asker, const wend_paper_def *paper,
                                const wend_scenario *scenario, const char *planner, double radius,
                                wend_error *error) {
    *asker = (planners_asker){.radius = radius};
    wend_result result = wend_scenario_create_world(scenario, paper->registry, 1, &paper->allocator,
                                                    &asker->world, error);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan = (wend_choice){.name = planner};
    profile.radius = wend_constant(radius);
    for (uint64_t key = 1; key <= MOST_AGENTS && result == WEND_OK; key++) {
        wend_agent agent = wend_world_find_agent(asker->world, key);
        result = agent.value != 0 ? wend_world_remove_agent(asker->world, agent, error) : WEND_OK;
    }
    return result == WEND_OK
               ? wend_world_add_profile(asker->world, &profile, &asker->profile, error)
               : result;
}

void planners_asker_close(planners_asker *asker) {
    wend_world_destroy(asker->world);
    *asker = (planners_asker){0};
}

static double route_length(const wend_view *view, const wend_route *route, wend_location from) {
    float distance = 0.0F;
    if ((route->gives & WEND_ROUTE_FIELD) == 0) {
        return (double)route->cost;
    }
    bool known = wend_view_field_sample(view, route->field, from, &distance, NULL);
    return known ? (double)distance : (double)NAN;
}

static double read_length(const planners_asker *asker, wend_location from) {
    const wend_view *view = wend_world_view(asker->world);
    uint32_t body = wend_view_find_body(view, wend_agent_slot(asker->agent));
    const wend_route *route = body != UINT32_MAX ? wend_view_route(view, body) : NULL;
    bool found = route != NULL && route->status == WEND_ROUTE_STATUS_FOUND;
    return found ? route_length(view, route, from) : (double)NAN;
}

wend_result planners_ask_agent(planners_asker *asker, const planners_query *query, double *seconds,
                               double *length, wend_error *error) {
    const wend_space *space = wend_world_space(asker->world);
    wend_point goal = wend_space_from_local(space, query->to.position);
    wend_goal_def goal_def = wend_default_goal_def();
    wend_agent_def agent = wend_default_agent_def();
    goal_def.points = &goal;
    goal_def.point_count = 1;
    agent.position = wend_space_from_local(space, query->from.position);
    agent.profile = asker->profile;
    wend_result result = asker->agent.value != 0
                             ? wend_world_remove_agent(asker->world, asker->agent, error)
                             : WEND_OK;
    asker->agent.value = 0;
    result = result == WEND_OK ? wend_world_add_goal(asker->world, &goal_def, &agent.goal, error)
                               : result;
    result = result == WEND_OK
                 ? wend_world_add_agents(asker->world, &agent, 1, &asker->agent, error)
                 : result;
    double before = wend_world_stage_seconds(asker->world, WEND_STAGE_PLAN);
    result = result == WEND_OK ? wend_world_step(asker->world, 1, error) : result;
    *seconds = wend_world_stage_seconds(asker->world, WEND_STAGE_PLAN) - before;
    *length = result == WEND_OK ? read_length(asker, query->from) : (double)NAN;
    return result;
}
