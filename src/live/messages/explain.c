/* Explains one agent: its properties, its route, what its models see and choose, and why, in words.
 */
#include "base/error.h"
#include "live/explain/marks.h"
#include "live/explain/sentence.h"
#include "live/live.h"
#include "live/paths/path.h"
#include <math.h>
#include <wend/machine.h>
#include <wend/objects.h>

enum {
    MOST_MARKS = 4096,
    MOST_POINTS = 2048, /* of the path ahead */
    MOST_PARTS = 20000  /* portals or discs of the route */
};

static const char *status_text(uint32_t solve_status) {
    static const char *const texts[] = {"free", "relaxed", "infeasible"};
    return texts[solve_status < WEND_SOLVE_INFEASIBLE ? solve_status : WEND_SOLVE_INFEASIBLE];
}

/* ---- Properties ------------------------------------------------------------------------------ */

static void write_attributes(const wend_world *world, const wend_agent_state *agent,
                             live_writer *out) {
    wend_agent_attributes own;
    if (!wend_world_get_agent_attributes(world, agent->agent, &own)) {
        return;
    }
    live_write_text(out, "label", own.label);
    live_write_float(out, "heading", own.heading);
    live_write_float(out, "preferred_speed", own.preferred_speed);
    live_write_float(out, "max_speed", own.max_speed);
    live_write_float(out, "max_acceleration", own.max_acceleration); /* null: no limit */
    live_write_float(out, "max_turn_rate", own.max_turn_rate);
    live_write_integer(out, "priority", own.priority);
}

static void write_behaviour(const wend_world *world, const wend_agent_state *agent,
                            live_writer *out) {
    wend_agent_behaviour behaviour = {0};
    wend_agent_visit visit = {0};
    wend_world_get_agent_behaviour(world, agent->agent, &behaviour);
    live_write_text(out, "activity", wend_activity_text(agent->activity));
    live_write_number(out, "since", wend_world_time(world) - behaviour.duration);
    live_write_text(out, "previous", wend_activity_text(behaviour.previous));
    bool has_machine =
        wend_world_get_agent_visit(world, agent->agent, &visit) && visit.machine.value != 0;
    live_write_text(out, "machine",
                    has_machine ? wend_world_get_machine_name(world, visit.machine) : NULL);
    live_write_text(out, "state",
                    has_machine ? wend_world_state_name(world, visit.machine, visit.state) : NULL);
}

static void write_properties(wend_live *live, const wend_agent_state *agent, live_writer *out) {
    wend_world *world = live->world;
    uint32_t goal = wend_world_goal_index(world, agent->goal);
    live_write_integer(out, "slot", wend_agent_slot(agent->agent));
    live_write_key(out, "key", agent->key);
    live_write_text(out, "group",
                    agent->group.value != 0 ? wend_world_get_group_name(world, agent->group)
                                            : NULL);
    live_write_integer(out, "profile", wend_world_profile_index(world, agent->profile));
    live_write_point(out, "position", agent->position);
    live_write_number(out, "z", agent->z);
    live_write_integer(out, "layer", agent->layer);
    marks_write_vector(out, "velocity", agent->velocity);
    live_write_float(out, "radius", agent->radius);
    write_attributes(world, agent, out);
    write_behaviour(world, agent, out);
    if (goal == WEND_NO_GOAL) {
        live_write_null(out, "goal");
    } else {
        live_write_integer(out, "goal", goal);
    }
    live_write_text(out, "status", status_text(agent->solve_status));
}

/* ---- Route ----------------------------------------------------------------------------------- */

static void write_portals(const wend_view *view, uint32_t body, const wend_route *route,
                          live_writer *out) {
    bool has_own = route != NULL && (route->portal_count > 0 || route->disc_count > 0);
    uint32_t count = has_own ? wend_route_portal_count(route) : 0;
    live_begin_list(out, "portals");
    for (uint32_t i = 0; i < count && i < MOST_PARTS; i++) {
        wend_portal portal = wend_route_portal(route, i, view->bodies[body].position);
        live_write_segment(out, NULL, wend_space_from_local(view->space, portal.left),
                           wend_space_from_local(view->space, portal.right));
    }
    live_end_list(out);
    live_begin_list(out, "discs");
    for (uint32_t i = 0; route != NULL && i < route->disc_count && i < MOST_PARTS; i++) {
        wend_point at = wend_space_from_local(view->space, route->discs[i].position);
        live_begin_list(out, NULL);
        live_write_number(out, NULL, at.x);
        live_write_number(out, NULL, at.y);
        live_write_float(out, NULL, route->discs[i].clearance);
        live_end_list(out);
    }
    live_end_list(out);
}

static void write_route(const wend_view *view, uint32_t body, live_writer *out) {
    wend_location path[MOST_POINTS];
    bool exists = body != UINT32_MAX;
    const wend_route *route = exists ? wend_view_route(view, body) : NULL;
    uint32_t count = exists ? live_path_ahead(view, body, path, MOST_POINTS) : 0;
    live_begin_object(out, "route");
    live_write_text(out, "status", live_route_status_text(route));
    live_begin_list(out, "points");
    for (uint32_t i = 0; i < count; i++) {
        live_write_location(out, NULL, wend_space_from_local(view->space, path[i].position),
                            path[i].layer);
    }
    live_end_list(out);
    write_portals(view, body, route, out);
    live_end_object(out);
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static void write_sentence(wend_live *live, const wend_agent_state *agent, const limits *found,
                           live_writer *out) {
    char text[SENTENCE_SIZE];
    uint32_t goal = wend_world_goal_index(live->world, agent->goal);
    wend_agent_queue queue;
    bool is_queued = wend_world_get_goal_owner(live->world, agent->goal) == WEND_GOAL_OWNER_QUEUE &&
                     wend_world_get_agent_queue(live->world, agent->agent, &queue);
    sentence_facts facts = {
        .agent = agent,
        .queue = is_queued ? wend_world_get_queue_name(live->world, queue.queue) : NULL,
        .limits = found,
        .goal = goal != WEND_NO_GOAL ? wend_world_get_goal_name(live->world, agent->goal) : NULL,
        .goal_index = goal};
    sentence_write(&facts, text, sizeof text);
    live_write_text(out, "sentence", text);
}

static void write_marks(wend_live *live, const wend_agent_state *agent, const wend_mark *marks,
                        uint32_t count, live_writer *out) {
    const wend_view *view = wend_world_view(live->world);
    wend_agent_attributes own = {0};
    limits found;
    wend_world_get_agent_attributes(live->world, agent->agent, &own);
    limits_find(view, wend_space_to_local(view->space, agent->position), (double)own.heading, marks,
                count, &found);
    marks_write_vector(out, "preferred", found.preferred);
    marks_write_vector(out, "chosen", found.chosen);
    write_sentence(live, agent, &found, out);
    write_route(view, wend_view_find_body(view, wend_agent_slot(agent->agent)), out);
    marks_write(marks, count, view->space, out);
    live_write_bool(out, "truncated", count >= MOST_MARKS);
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    wend_agent_state agent;
    wend_result result = live_get_agent(live, request, &agent, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_mark *marks = memory_get_array(&live->memory, MOST_MARKS, sizeof *marks);
    if (marks == NULL || wend_world_view(live->world) == NULL) {
        memory_free(&live->memory, marks, marks != NULL ? MOST_MARKS * sizeof *marks : 0);
        return error_no_memory(error, "an explanation");
    }
    write_properties(live, &agent, out);
    uint32_t count = wend_world_explain(live->world, agent.agent, marks, MOST_MARKS);
    write_marks(live, &agent, marks, count, out);
    memory_free(&live->memory, marks, MOST_MARKS * sizeof *marks);
    return WEND_OK;
}

static const char *const keys[] = {"slot", "key", NULL};

const live_message live_message_explain = {.name = "explain", .keys = keys, .answer = answer};
