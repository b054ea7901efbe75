/* Goal velocity obstacles: of all velocities that lead to a goal region and avoid the neighbours,
 * chooses the one nearest to the current velocity.
 *
 * Snape and Manocha, "Goal Velocity Obstacles for Spatial Navigation of Multiple Autonomous Robots
 * or Virtual Agents" (2013), section 4. The sets of velocities that lead to regions are computed in
 * solve/goals/set.c, the optimisation velocity in solve/goals/agent.c, and the velocity obstacles
 * of neighbours and walls in solve/cones/cones.c. solve/cones/choice.c chooses the velocity, and
 * decides which constraints are ignored at high densities. Each file states where it departs from
 * the paper.
 *
 * Cost: that of the velocity obstacles, and O(corners) for each region. */
#include <math.h>

#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/cones/choice.h"
#include "steer/solve/planes/active.h"
#include "steer/solve/planes/core.h"
#include "steer/solve/programs/explain_set.h"
#include "step/internals.h"

static const char *const relaxations[] = {"goal", "agents", NULL};

typedef enum gvo_direction { GVO_KEEP, GVO_BISECT } gvo_direction;
static const char *const directions[] = {"keep", "bisect", NULL};

typedef struct gvo_params {
    cones_params cones;
    int32_t avoid, side, relax, goal_direction;
    double speed_recovery, aim_radius, min_speed_share, divert_factor, turn_recovery;
} gvo_params;

typedef struct gvo_state {
    wend_region_id region; /* the region that the agent last headed for; zero: none */
} gvo_state;

static const wend_param params[] = {
    CONES_ROWS,
    {"avoid", WEND_PARAM_CHOICE, offsetof(gvo_params, avoid), CONES_HRVO, 0.0, 0.0, "",
     "kind of velocity obstacle for avoiding other agents", cones_rules},
    {"side", WEND_PARAM_CHOICE, offsetof(gvo_params, side), CONES_BY_VELOCITY, 0.0, 0.0, "",
     "velocity that determines the side on which to pass others (hrvo)", cones_sides},
    {"relax", WEND_PARAM_CHOICE, offsetof(gvo_params, relax), RELAX_AGENTS, 0.0, 0.0, "",
     "what to ignore first if there is no solution: the goal, or the farthest neighbours",
     relaxations},
    {"speed_recovery", WEND_PARAM_NUMBER, offsetof(gvo_params, speed_recovery), 20.0, 0.0, 100.0,
     "1/s", "rate at which the agent returns to its preferred speed; 0: never, as published", NULL},
    {"turn_recovery", WEND_PARAM_NUMBER, offsetof(gvo_params, turn_recovery), 0.5, 0.0, 100.0,
     "1/s", "rate at which the agent turns to a portal's preferred point, or its goal's bisector",
     NULL},
    {"goal_direction", WEND_PARAM_CHOICE, offsetof(gvo_params, goal_direction), GVO_KEEP, 0.0, 0.0,
     "", "direction to a goal without a window: the current one (as published), or its bisector",
     directions},
    {"aim_radius", WEND_PARAM_NUMBER, offsetof(gvo_params, aim_radius), 0.9, 0.0, 1.0, "1",
     "share of the radius with which the agent aims at its goals; below 1, so that it does not "
     "graze them",
     NULL},
    {"min_speed_share", WEND_PARAM_NUMBER, offsetof(gvo_params, min_speed_share), 0.2, 0.0, 1.0,
     "1",
     "share of the preferred speed below which the agent gives up the direct approach to its goal",
     NULL},
    {"divert_factor", WEND_PARAM_NUMBER, offsetof(gvo_params, divert_factor), 3.0, 1.0, INFINITY,
     "1", "how many times farther another goal may be if the path to the chosen one is blocked",
     NULL},
};

static goal_call call_of(wend_kernel kernel, const wend_view *view, const wend_agents *agents) {
    const gvo_params *p = agents->params;
    return (goal_call){
        .cones = cones_begin((cones_call){.view = view,
                                          .agents = agents,
                                          .params = &p->cones,
                                          .rule = (cones_rule)p->avoid,
                                          .side = (cones_side)p->side,
                                          .kernel = kernel}),
        .goals = {.aim_radius = (float)p->aim_radius,
                  .min_speed_share = (float)p->min_speed_share,
                  .recovered = goal_recovery_share(p->speed_recovery, view->steer_interval),
                  .turned = goal_recovery_share(p->turn_recovery, view->steer_interval),
                  .bisects = p->goal_direction == GVO_BISECT},
        .relax = (goal_relaxation)p->relax,
        .divert_factor = (float)p->divert_factor};
}

static gvo_state *state_of(const wend_view *view, const wend_agents *agents, uint32_t index) {
    return wend_agents_state(agents, view->bodies[index].slot);
}

/* The inputs and outputs of the loop over all agents. */
typedef struct gvo_loop {
    goal_call call;
    const wend_intent *intents;
    wend_outcome *outcomes;
} gvo_loop;

static void steer_one(void *context, uint32_t index, const active_neighbours *others) {
    const gvo_loop *loop = context;
    const wend_view *view = loop->call.cones.view;
    const wend_agents *agents = loop->call.cones.agents;
    const wend_intent *intent = &loop->intents[index - agents->first];
    gvo_state *state = state_of(view, agents, index);
    goal_choice choice;
    goal_choose(&loop->call, index, intent, state->region, others, &choice);
    const cones_call *cones = &loop->call.cones;
    wend_solve_status kept =
        core_planes_keep(&cones->planes, index, cones_core_neighbours(&choice.cones, cones, others),
                         NULL, &choice.velocity);
    state->region = wend_intent_region(intent, choice.region)->id;
    loop->outcomes[index - agents->first] =
        (wend_outcome){.velocity = choice.velocity,
                       .displacement = vec_scale(choice.velocity, view->dt),
                       .region = (uint16_t)choice.region,
                       .solve_status = (uint8_t)core_worse(choice.solve_status, kept)};
}

static void steer_gvo(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    gvo_loop loop = {call_of(view->internals->kernel, view, agents), intents, outcomes};
    find_neighbours_all(&loop.call.cones.planes, steer_one, &loop);
}

static void explain_gvo(const wend_view *view, const wend_agents *agents, uint32_t index,
                        const wend_intent *intent, wend_sketch *sketch) {
    /* The explanation needs the cones themselves. */
    goal_call call = call_of(WEND_KERNEL_SCALAR, view, agents);
    goal_choice choice;
    wend_region_id last = state_of(view, agents, index)->region;
    active_neighbours others;
    planes_find_neighbours(&call.cones.planes, index, &others);
    goal_choose(&call, index, intent, last, &others, &choice);
    wend_vec2 preferred_velocity = choice.goals.preferred_velocity;
    if (choice.goals.count == 0) { /* the sets were not needed for the choice */
        agent_goals_find(&call.goals, view, index, intent, last, &choice.goals);
    }
    for (uint32_t i = 0; i < choice.goals.count; i++) {
        const wend_region *region = wend_intent_region(intent, choice.goals.regions[i]);
        explain_set(&choice.goals.sets[i], WEND_MARK_ALLOWED, "towards the goal",
                    wend_view_region_subject(view, region), sketch);
    }
    cones_explain(&call.cones, index, &others, &choice.cones, sketch);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PREFERRED, .b = preferred_velocity});
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = choice.velocity});
}

const wend_steering wend_steering_gvo = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "gvo",
                        .summary =
                            "goal velocity obstacles: avoids collisions on the path to its goals",
                        .citation = "Snape and Manocha, Goal Velocity Obstacles for Spatial "
                                    "Navigation of Multiple Autonomous Robots or Virtual Agents "
                                    "(2013)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(gvo_params)},
              .state_size = sizeof(gvo_state),
              .explain = explain_gvo},
    .reciprocates = true,
    .weighs_regions = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_gvo,
};
