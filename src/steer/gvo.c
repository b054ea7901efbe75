/* Goal velocity obstacles: of all velocities that lead to a goal region and keep clear of the
 * neighbours, the one nearest to the current velocity.
 *
 * Snape and Manocha, "Goal Velocity Obstacles for Spatial Navigation of Multiple Autonomous Robots
 * or Virtual Agents" (2013), section 4. The sets of velocities that lead to regions are in
 * solve/goal_set.c, the optimisation velocity in solve/agent_goals.c, the velocity obstacles of
 * neighbours and walls in solve/cones.c, the choice in solve/clearpath.c.
 *
 * High densities (4.3): if no velocity does both, `relax: agents` drops the farthest neighbours, as
 * many as must be; `relax: goal` drops the region instead, for this step.
 *
 * Where it departs:
 * - Walls are not dropped for a region that lies behind them, nor is the nearest neighbour: the
 *   region is. Otherwise agents would walk into what is right in front of them.
 * - A region that cannot be reached at the greatest speed is headed for as well as can be.
 * - Directions have no set, and are wished for.
 *
 * Cost: that of the velocity obstacles, and O(corners) for each region. */
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/agent_goals.h"
#include "steer/solve/clearpath.h"
#include "steer/solve/cones.h"
#include "steer/solve/explain_set.h"

static const char *const relaxations[] = {"goal", "agents", NULL};
typedef enum relaxation { RELAX_GOAL, RELAX_AGENTS } relaxation;

typedef struct gvo_params {
    cones_params cones;
    int32_t avoid, side, relax;
    double speed_recovery, aim_radius, least_speed;
} gvo_params;

typedef struct gvo_state {
    uint32_t region; /* one more than the id of the region that it headed for last; 0: none */
} gvo_state;

static const wend_param params[] = {
    CONES_ROWS,
    {"avoid", WEND_PARAM_CHOICE, offsetof(gvo_params, avoid), CONES_HRVO, 0.0, 0.0, "",
     "by which velocity obstacles others are avoided", cones_rules},
    {"side", WEND_PARAM_CHOICE, offsetof(gvo_params, side), CONES_BY_VELOCITY, 0.0, 0.0, "",
     "which velocity says on which side to pass others (hrvo)", cones_sides},
    {"relax", WEND_PARAM_CHOICE, offsetof(gvo_params, relax), RELAX_AGENTS, 0.0, 0.0, "",
     "what to drop first where there is no way: the goal, or the farthest neighbours", relaxations},
    {"speed_recovery", WEND_PARAM_NUMBER, offsetof(gvo_params, speed_recovery), 1.0, 0.0, 100.0,
     "1/s", "how fast the preferred speed is taken up again; 0: never, as published", NULL},
    {"aim_radius", WEND_PARAM_NUMBER, offsetof(gvo_params, aim_radius), 0.9, 0.0, 1.0, "1",
     "share of the radius with which goals are aimed at: who grazes one may miss it", NULL},
    {"least_speed", WEND_PARAM_NUMBER, offsetof(gvo_params, least_speed), 0.05, 0.0, 1.0, "1",
     "share of the preferred speed below which an agent does not go to its goal", NULL},
};

/* ---- The choice of one agent ----------------------------------------------------------------- */

typedef struct gvo_call {
    cones_call cones;
    goal_rules rules;
    const gvo_params *params;
} gvo_call;

/* What one agent saw and chose. */
typedef struct gvo_choice {
    agent_goals goals;
    agent_cones cones;
    wend_vec2 velocity;
    uint32_t region; /* index in the intent */
    wend_freedom freedom;
} gvo_choice;

static gvo_call call_of(const wend_view *view, const wend_agents *agents) {
    const gvo_params *p = agents->params;
    return (gvo_call){
        .cones = {.view = view,
                  .agents = agents,
                  .params = &p->cones,
                  .rule = (cones_rule)p->avoid,
                  .side = (cones_side)p->side},
        .rules = goal_rules_of(p->aim_radius, p->least_speed, p->speed_recovery, view->hold),
        .params = p};
}

/* The same without a goal: RELAXED, if others can be avoided. */
static wend_freedom drop_goal(clearpath *problem, gvo_choice *out) {
    clearpath_choice choice;
    problem->allowed_count = 0;
    bool found = clearpath_solve(problem, &choice);
    out->velocity = choice.velocity;
    return found ? WEND_RELAXED : WEND_INFEASIBLE;
}

static wend_freedom relax(const gvo_call *call, clearpath *problem, const clearpath_choice *choice,
                          gvo_choice *out) {
    if (problem->allowed_count == 0) {
        return WEND_INFEASIBLE;
    }
    uint32_t least = out->cones.wall_count < out->cones.count ? out->cones.wall_count + 1
                                                              : out->cones.wall_count;
    if (call->params->relax == RELAX_GOAL || choice->heeded < least) {
        return drop_goal(problem, out);
    }
    out->region = out->goals.regions[choice->allowed];
    return WEND_RELAXED;
}

static wend_freedom solve(const gvo_call *call, const wend_body *body, const wend_intent *intent,
                          gvo_choice *out) {
    const agent_goals *goals = &out->goals;
    clearpath problem = {.wish = goals->wish,
                         .max_speed = wend_column_at(call->cones.agents->max_speed, body->slot),
                         .allowed = goals->sets,
                         .allowed_count = goals->stays ? 0 : goals->count,
                         .forbidden = out->cones.sets,
                         .forbidden_count = out->cones.count};
    clearpath_choice choice;
    bool found = clearpath_solve(&problem, &choice);
    out->velocity = choice.velocity;
    if (problem.allowed_count > 0 && choice.allowed == CLEARPATH_NONE) {
        problem.wish =
            goal_straight(wend_intent_region(intent, out->region), body->position, intent->speed);
        return drop_goal(&problem, out);
    }
    if (!found) {
        return relax(call, &problem, &choice, out);
    }
    out->region = problem.allowed_count > 0 ? goals->regions[choice.allowed] : out->region;
    return out->cones.crowded ? WEND_RELAXED : WEND_FREE;
}

static void choose(const gvo_call *call, uint32_t index, const wend_intent *intent,
                   gvo_choice *out) {
    const wend_body *body = &call->cones.view->bodies[index];
    const gvo_state *state = wend_agents_state(call->cones.agents, body->slot);
    uint32_t last = state->region == 0 ? GOALS_NO_REGION : state->region - 1;
    agent_goals_find(&call->rules, call->cones.view, index, intent, last, &out->goals);
    cones_find(&call->cones, index, out->goals.wish, &out->cones);
    out->region = out->goals.count > 0 ? out->goals.regions[0] : 0;
    out->freedom = solve(call, body, intent, out);
}

static void steer_gvo(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    gvo_call call = call_of(view, agents);
    gvo_choice choice;
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            choose(&call, i, intent, &choice);
            gvo_state *state = wend_agents_state(agents, view->bodies[i].slot);
            state->region = wend_intent_region(intent, choice.region)->id + 1;
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = choice.velocity,
                               .displacement = vec_scale(choice.velocity, view->dt),
                               .region = (uint16_t)choice.region,
                               .freedom = (uint8_t)choice.freedom};
        }
    }
}

/* ---- Explanation ----------------------------------------------------------------------------- */

static void explain_gvo(const wend_view *view, const wend_agents *agents, uint32_t index,
                        const wend_intent *intent, wend_sketch *sketch) {
    gvo_call call = call_of(view, agents);
    gvo_choice choice;
    choose(&call, index, intent, &choice);
    cones_explain(&choice.cones, sketch);
    for (uint32_t i = 0; i < choice.goals.count; i++) {
        explain_set(&choice.goals.sets[i], WEND_MARK_ALLOWED, "towards the goal", sketch);
    }
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PREFERRED, .b = choice.goals.wish});
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = choice.velocity});
}

const wend_steering wend_steering_gvo = {
    .stage = {.entry = {.name = "gvo",
                        .summary = "keeps clear of others on the way to any point of its goals",
                        .citation = "Snape and Manocha, Goal Velocity Obstacles for Spatial "
                                    "Navigation of Multiple Autonomous Robots or Virtual Agents "
                                    "(2013)",
                        .params = params,
                        .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(gvo_params)},
              .state_size = sizeof(gvo_state),
              .explain = explain_gvo},
    .reciprocates = true,
    .honours_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_gvo,
};
