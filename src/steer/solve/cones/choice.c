/* Of the velocities that lead to a region and lie outside all velocity obstacles, chooses the one
 * nearest to the optimisation velocity. If there is no such velocity, decides which constraints to
 * ignore.
 *
 * Snape and Manocha, "Goal Velocity Obstacles for Spatial Navigation of Multiple Autonomous Robots
 * or Virtual Agents" (2013), sections 4.1, 4.3 and 4.5.
 *
 * Departures from the paper:
 * - Several regions: the region that the agent last headed for has priority as long as any free
 *   velocity leads there; in the paper, that region only determines the optimisation velocity.
 *   Without this priority, an agent that lets another pass would switch to any region in that
 *   direction, and stay with it. A blocked agent does not switch to a region that is too much
 *   farther away (divert_factor) until the agents that block it have slowed it down.
 * - Relaxation 2 ignores neighbours, but never walls, and never a neighbour that would be hit
 *   within `imminent_time`. Otherwise agents would walk into whatever is right in front of them. If
 *   the relaxed choice is not safe in this sense, the regions are ignored instead. The agent then
 *   takes the region that it approaches fastest. It thus leaves a blocked region even if other
 *   agents stand in front of the new one.
 * - If an agent cannot reach a region even at its maximum speed, it heads for it as directly as it
 *   can.
 *
 * Cost: that of clearpath.c, and the same again for each relaxation. */
#include "steer/solve/cones/choice.h"

#include "geom/vec.h"
#include "steer/solve/programs/clearpath.h"

/* s: a neighbour that would be hit within this time is not ignored. */
static const float imminent_time = 0.5F;

/* An agent prefers another region only if it approaches that region faster by this fraction of its
 * preferred speed. */
static const float better_share = 0.1F;

/* An agent slower than this fraction of its preferred speed counts as held up by the agents that
 * block it. */
static const float held_up_share = 0.4F;

enum { MOST_TRIED = 4 }; /* largest number of regions compared if all are blocked */

/* One agent, and the constraints and regions among which it chooses. */
typedef struct choice_context {
    const goal_call *call;
    uint32_t index;
    const active_neighbours *others;
    const wend_body *body;
    const wend_intent *intent;
    const agent_goals *goals;
    const agent_cones *cones;
    clearpath problem;
    uint32_t count; /* number of regions to choose from, including the current one */
    uint32_t indices[GOALS_MOST];
    velocity_set sets[GOALS_MOST];
} choice_context;

typedef struct velocity_choice {
    wend_vec2 velocity;
    uint32_t region; /* index of the region in the intent */
    wend_solve_status solve_status;
} velocity_choice;

static const wend_region *region_at(const choice_context *c, uint32_t index) {
    return wend_intent_region(c->intent, c->goals->regions[index]);
}

static float distance_to_region(const choice_context *c, uint32_t index) {
    const wend_region *region = region_at(c, index);
    return wend_region_distance(region, c->body->position) + region->cost;
}

/* Finds the regions that are at most `share` times as far away as the agent's own region. */
static void find_regions_within(choice_context *c, float share) {
    float most = c->goals->count > 1 ? distance_to_region(c, 0) * share : 0.0F;
    c->count = 0;
    for (uint32_t i = 0; i < c->goals->count; i++) {
        if (i == 0 || distance_to_region(c, i) <= most) {
            c->indices[c->count] = i;
            c->sets[c->count++] = c->goals->sets[i];
        }
    }
}

/* ---- Without regions ------------------------------------------------------------------------- */

static velocity_choice pick_without_regions(const choice_context *c, uint32_t index,
                                            wend_vec2 preferred_velocity) {
    clearpath problem = c->problem;
    clearpath_choice choice;
    problem.preferred_velocity = preferred_velocity;
    problem.allowed_count = 0;
    bool found = clearpath_solve(&problem, &choice);
    return (velocity_choice){.velocity = choice.velocity,
                             .region = c->goals->count > 0 ? c->goals->regions[index] : 0,
                             .solve_status = found ? WEND_SOLVE_RELAXED : WEND_SOLVE_INFEASIBLE};
}

/* Returns the speed at which a choice brings the agent nearer to its region. */
static float approach_speed(const choice_context *c, velocity_choice choice) {
    const wend_region *region = wend_intent_region(c->intent, choice.region);
    return vec_dot(vec_sub(choice.velocity, region->velocity),
                   goal_straight_velocity(region, c->body->position, 1.0F));
}

static velocity_choice pick_fastest_approach(const choice_context *c,
                                             wend_vec2 preferred_velocity) {
    velocity_choice best = pick_without_regions(c, 0, preferred_velocity);
    float most = approach_speed(c, best) + better_share * c->intent->speed;
    for (uint32_t i = 1; i < c->count && i < MOST_TRIED; i++) {
        const wend_region *region = region_at(c, c->indices[i]);
        velocity_choice other = pick_without_regions(
            c, c->indices[i], goal_straight_velocity(region, c->body->position, c->intent->speed));
        float nearer = approach_speed(c, other);
        if (nearer > most) {
            most = nearer;
            best = other;
        }
    }
    return best;
}

/* ---- High densities -------------------------------------------------------------------------- */

/* True if a velocity avoids everything that could be hit within `imminent_time`. */
static bool is_safe(const choice_context *c, wend_vec2 velocity) {
    const cones_call *call = &c->call->cones;
    float horizon = wend_column_at(call->params->horizon, c->body->slot);
    horizon = horizon < imminent_time ? horizon : imminent_time;
    cones_params params = *call->params;
    params.horizon = (wend_column){&horizon, 0};
    cones_call soon = *call;
    soon.params = soon.planes.params = &params;
    agent_cones cones;
    cones_of(&soon, c->index, c->goals->preferred_velocity, c->others, &cones);
    clearpath problem = cones_problem(&cones, velocity, c->problem.max_speed);
    return clearpath_allows(&problem, velocity);
}

static bool is_held_up(const choice_context *c) {
    float slow = held_up_share * c->intent->speed;
    return !(vec_length_squared(c->body->velocity) > slow * slow);
}

/* Chooses a velocity if no free velocity leads to any of the regions that are near enough. */
static velocity_choice relax(choice_context *c, clearpath *problem, clearpath_choice *choice) {
    const agent_goals *goals = c->goals;
    bool may = c->call->relax == RELAX_AGENTS && choice->allowed != CLEARPATH_NONE &&
               choice->active_count >= c->cones->wall_count;
    if (may && is_safe(c, choice->velocity)) {
        return (velocity_choice){choice->velocity, goals->regions[c->indices[choice->allowed]],
                                 WEND_SOLVE_RELAXED};
    }
    if (c->count < goals->count && is_held_up(c)) {
        find_regions_within(c, INFINITY);
        problem->allowed_count = c->count;
        if (clearpath_solve(problem, choice)) {
            uint32_t index = c->indices[choice->allowed];
            return (velocity_choice){choice->velocity, goals->regions[index], WEND_SOLVE_FREE};
        }
    }
    bool in_reach = choice->allowed != CLEARPATH_NONE;
    return pick_fastest_approach(
        c, in_reach ? goals->preferred_velocity
                    : goal_straight_velocity(region_at(c, 0), c->body->position, c->intent->speed));
}

/* ---- Choice ---------------------------------------------------------------------------------- */

/* Chooses by the preferred velocity only. This is used if the goal is a direction, if the agent is
 * at rest, and if it is at a point where it should stop. */
static velocity_choice pick_freely(const choice_context *c) {
    velocity_choice choice = pick_without_regions(c, 0, c->goals->preferred_velocity);
    choice.solve_status =
        choice.solve_status == WEND_SOLVE_RELAXED ? WEND_SOLVE_FREE : choice.solve_status;
    return choice;
}

static velocity_choice pick(choice_context *c) {
    const agent_goals *goals = c->goals;
    clearpath_choice choice;
    if (goals->count == 0 || goals->stays) {
        return pick_freely(c);
    }
    clearpath problem = c->problem;
    problem.allowed = goals->sets;
    problem.allowed_count = 1;
    if (clearpath_allows(&problem, goals->preferred_velocity)) {
        return (velocity_choice){goals->preferred_velocity, goals->regions[0], WEND_SOLVE_FREE};
    }
    if (clearpath_solve(&problem, &choice)) {
        return (velocity_choice){choice.velocity, goals->regions[0], WEND_SOLVE_FREE};
    }
    find_regions_within(c, c->call->divert_factor);
    problem.allowed = c->sets;
    problem.allowed_count = c->count;
    if (c->count > 1 && clearpath_solve(&problem, &choice)) {
        return (velocity_choice){choice.velocity, goals->regions[c->indices[choice.allowed]],
                                 WEND_SOLVE_FREE};
    }
    return relax(c, &problem, &choice);
}

/* True if no velocity obstacle forbids the preferred velocity. */
static bool is_free(const goal_call *call, const wend_body *body, const goal_choice *choice) {
    wend_vec2 preferred_velocity = choice->goals.preferred_velocity;
    float max_speed = wend_column_at(call->cones.agents->max_speed, body->slot);
    clearpath problem = cones_problem(&choice->cones, preferred_velocity, max_speed);
    return clearpath_allows(&problem, preferred_velocity);
}

static velocity_choice pick_with_sets(const goal_call *call, uint32_t index,
                                      const wend_intent *intent, const active_neighbours *others,
                                      const goal_choice *choice) {
    const wend_body *body = &call->cones.view->bodies[index];
    choice_context c; /* other regions are added only when needed */
    c.call = call;
    c.index = index;
    c.others = others;
    c.body = body;
    c.intent = intent;
    c.goals = &choice->goals;
    c.cones = &choice->cones;
    c.count = 0;
    c.problem = cones_problem(&choice->cones, choice->goals.preferred_velocity,
                              wend_column_at(call->cones.agents->max_speed, body->slot));
    return pick(&c);
}

void goal_choose(const goal_call *call, uint32_t index, const wend_intent *intent,
                 wend_region_id last, const active_neighbours *others, goal_choice *out) {
    const wend_view *view = call->cones.view;
    agent_goals *goals = &out->goals;
    bool kept = agent_goals_keep(&call->goals, view, index, intent, last, goals);
    if (!kept) {
        agent_goals_find(&call->goals, view, index, intent, last, goals);
    }
    wend_vec2 preferred_velocity = goals->preferred_velocity;
    cones_of(&call->cones, index, preferred_velocity, others, &out->cones);
    velocity_choice choice;
    if (kept && is_free(call, &view->bodies[index], out)) {
        choice = (velocity_choice){preferred_velocity, goals->regions[0], WEND_SOLVE_FREE};
    } else {
        if (kept) {
            agent_goals_find(&call->goals, view, index, intent, last, goals);
            goals->preferred_velocity = preferred_velocity;
        }
        choice = pick_with_sets(call, index, intent, others, out);
    }
    out->velocity = choice.velocity;
    out->region = choice.region;
    out->solve_status = choice.solve_status == WEND_SOLVE_FREE && out->cones.crowded
                            ? WEND_SOLVE_RELAXED
                            : choice.solve_status;
}
