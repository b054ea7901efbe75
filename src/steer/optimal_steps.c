/* Optimal steps: agents move in steps. Each step leads to the position with the lowest potential at
 * the distance of a step.
 *
 * M. Seitz, G. Koester, "Natural discretization of pedestrian movement in continuous space",
 * Physical Review E 86, 046108 (2012); M. Seitz, G. Koester, "How update schemes influence crowd
 * simulations", J. Stat. Mech. P07002 (2014). An agent with the preferred speed v makes steps of
 * the length l, one after the other, each in the time l / v:
 *
 *     l = 0.4625 m + 0.2345 s v
 *
 * The choice of the position is described in solve/steps/choose.c, the potentials in
 * solve/steps/potential.c. The paper varies l by N(0, 0.036 m) from one agent to the next; for
 * that, give `step_base` a normal distribution.
 *
 * Each agent has its own clock: the time that is left of its step. In this time it moves to the end
 * of the step in a straight line, so that others see a steady velocity. Others choose with regard
 * to the end of its step, which it publishes. An agent that stays where it is chooses again after
 * the time of a step.
 *
 * Departures from the paper:
 * - Agents choose in parallel, in the step of the world in which their clocks run out. The paper's
 *   events come one after the other. Two agents that choose at once may choose positions that
 *   overlap; so an agent that begins a step, or whose step crosses that of a neighbour, moves
 * towards it by at most half of the gap between them. It does not make up for the delay.
 * - The first step of an agent is cut short at random, so that agents that set out together do not
 *   always choose at once. The paper's order of events prevents that, too.
 * - Default potentials are those of the later paper, as in Vadere (potential.c): with those of
 * 2012, agents hardly avoid each other before they touch.
 * - A step that takes an agent onto its final position, or onto a point of its path, may be
 *   shorter, and takes less time.
 *
 * Ghosts do not carry the ends of steps: agents choose with regard to where a ghost is. So a crowd
 * that is divided into several worlds (wend_world_set_ghosts) does not move exactly as in one.
 *
 * Speed is limited by l / v per step, acceleration by the stage `move`. Cost: a search for
 * neighbours in each step of the world, and a choice (choose.c) in each step of an agent. */
#include <math.h>
#include <stddef.h>

#include <wend/explain.h>
#include <wend/model.h>
#include <wend/random.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "near/visible.h"
#include "steer/solve/steps/choose.h"
#include "step/internals.h"

typedef struct optimal_params {
    wend_column step_base, step_slope;
    double least_step;
    int64_t directions, rings, refinements;
    int32_t potential;
    double personal_width, intimate_width, height, intimate_factor, core_exponent;
    double wall_width, wall_height;
} optimal_params;

static const char *const potential_choices[] = {"soft_shell", "seitz_2012", NULL};

static const wend_param params[] = {
    {"step_base", WEND_PARAM_SAMPLED, offsetof(optimal_params, step_base), 0.4625, 0.05, 10.0, "m",
     "length of a step at the speed 0", NULL},
    {"step_slope", WEND_PARAM_SAMPLED, offsetof(optimal_params, step_slope), 0.2345, 0.0, 10.0, "s",
     "increase of the length of a step with the preferred speed", NULL},
    {"least_step", WEND_PARAM_NUMBER, offsetof(optimal_params, least_step), 0.1, 0.001, 10.0, "m",
     "length of the shortest step on inner rings", NULL},
    {"directions", WEND_PARAM_INTEGER, offsetof(optimal_params, directions), 18.0, 3.0,
     STEPS_MOST_DIRECTIONS, "1", "number of directions that are compared", NULL},
    {"rings", WEND_PARAM_INTEGER, offsetof(optimal_params, rings), 1.0, 1.0, STEPS_MOST_RINGS, "1",
     "number of step lengths that are compared; 1: a circle (2012), more: a disc (2015)", NULL},
    {"refinements", WEND_PARAM_INTEGER, offsetof(optimal_params, refinements), 4.0, 0.0, 20.0, "1",
     "how often the angle between directions is halved around the best one", NULL},
    {"potential", WEND_PARAM_CHOICE, offsetof(optimal_params, potential), STEPS_SOFT_SHELL, 0.0,
     0.0, "", "potentials of agents and walls: of 2015, or of 2012", potential_choices},
    {"personal_width", WEND_PARAM_NUMBER, offsetof(optimal_params, personal_width), 1.2, 0.0, 10.0,
     "m", "soft_shell: width of the personal space", NULL},
    {"intimate_width", WEND_PARAM_NUMBER, offsetof(optimal_params, intimate_width), 0.45, 0.0, 10.0,
     "m", "soft_shell: width of the intimate space", NULL},
    {"height", WEND_PARAM_NUMBER, offsetof(optimal_params, height), 50.0, 0.0, 1e4, "m",
     "soft_shell: scale of the potential of agents", NULL},
    {"intimate_factor", WEND_PARAM_NUMBER, offsetof(optimal_params, intimate_factor), 1.2, 0.1,
     100.0, "1", "soft_shell: height divided by that of the intimate space", NULL},
    {"core_exponent", WEND_PARAM_NUMBER, offsetof(optimal_params, core_exponent), 4.0, 1.0, 20.0,
     "1", "soft_shell: exponent of the core: 4 in Vadere, 2 as published", NULL},
    {"wall_width", WEND_PARAM_NUMBER, offsetof(optimal_params, wall_width), 0.8, 0.01, 10.0, "m",
     "soft_shell: distance within which walls repel", NULL},
    {"wall_height", WEND_PARAM_NUMBER, offsetof(optimal_params, wall_height), 6.0, 0.0, 1e4, "m",
     "soft_shell: scale of the potential of walls", NULL},
};

/* The end of a step, as others see it. */
typedef struct shown_step {
    wend_vec2 end;
    uint64_t stamp; /* number of the step of the world that may read it; 0: none */
} shown_step;

/* The step of an agent. Others read the copy of `shown` that is not written in the same step of the
 * world. */
typedef struct optimal_state {
    wend_vec2 end;
    float left;     /* s: time left; 0: a new step begins */
    uint32_t walks; /* 0 until the agent has begun its first step */
    shown_step shown[2];
} optimal_state;

/* m: agents at one position see each other this far to the side. */
static const float least_gap = 1e-3F;

enum { FIRST_STEP = 0x05f1 }; /* purpose of the random length of the first step */

enum { MOST_PARTS = 8 }; /* the most steps that an agent begins in one step of the world */

/* Data for one agent. */
typedef struct optimal_call {
    const wend_view *view;
    const wend_agents *agents;
    const wend_intent *intent;
    uint32_t index;
    steps_rules rules;
    steps_scene scene;
    bool begins; /* true: a step begins in this step of the world */
    bool slowed; /* true: a neighbour is too near for the whole displacement */
} optimal_call;

static steps_rules rules_of(const optimal_params *p) {
    return (steps_rules){.shell = {.kind = (steps_kind)p->potential,
                                   .personal_width = p->personal_width,
                                   .intimate_width = p->intimate_width,
                                   .height = p->height,
                                   .intimate_factor = p->intimate_factor,
                                   .core_exponent = p->core_exponent,
                                   .wall_width = p->wall_width,
                                   .wall_height = p->wall_height},
                         .directions = (uint32_t)p->directions,
                         .rings = (uint32_t)p->rings,
                         .refinements = (uint32_t)p->refinements,
                         .least = (float)p->least_step};
}

/* ---- The scene ------------------------------------------------------------------------------- */

/* Returns the position of another agent. If both have the same position, each sees the other
 * slightly to the side, so that they separate. */
static wend_vec2 position_of(const optimal_call *call, uint32_t other) {
    const wend_view *view = call->view;
    wend_vec2 point = view->bodies[other].position;
    if (vec_equal(point, view->bodies[call->index].position)) {
        bool first = wend_view_key(view, call->index) < wend_view_key(view, other);
        point.x += first ? -least_gap : least_gap;
    }
    return point;
}

static steps_other other_of(const optimal_call *call, uint32_t index) {
    const wend_body *body = &call->view->bodies[call->index], *other = &call->view->bodies[index];
    wend_vec2 from = position_of(call, index);
    steps_other out = {.from = from, .to = from, .contact = body->radius + other->radius};
    const optimal_state *state = wend_agents_state(call->agents, other->slot);
    const shown_step *shown = &state->shown[(call->view->step + 1) & 1];
    bool ghost = wend_body_flags(other) & WEND_BODY_GHOST;
    if (!ghost && shown->stamp == call->view->step && shown->stamp > 0) {
        out.to = shown->end;
        out.known = true;
    }
    return out;
}

/* Finds the neighbours and walls with a potential, or that could touch the agent. */
static void gather(optimal_call *call) {
    steps_scene *scene = &call->scene;
    const wend_view *view = call->view;
    float reach = scene->length + (float)steps_agent_reach(&call->rules.shell) + scene->radius +
                  view->internals->grid->largest;
    wend_neighbour near[NEAR_MOST_VISIBLE];
    uint32_t count = near_find_visible(view, call->index, reach, near);
    scene->other_count = count < STEPS_MOST_OTHERS ? count : STEPS_MOST_OTHERS;
    for (uint32_t i = 0; i < scene->other_count; i++) {
        scene->others[i] = other_of(call, near[i].index);
    }
    float most = (float)steps_wall_reach(&call->rules.shell);
    reach = scene->length + (most > scene->radius ? most : scene->radius) + least_gap;
    scene->wall_count =
        wend_view_find_walls(view, scene->at, reach, scene->walls, STEPS_MOST_WALLS);
}

static optimal_call begin(const wend_view *view, const wend_agents *agents, uint32_t index,
                          const wend_intent *intent) {
    const wend_body *body = &view->bodies[index];
    const optimal_params *p = agents->params;
    const wend_route *route = wend_view_route(view, index);
    bool guided = intent->region.shape == WEND_SHAPE_DIRECTION && route &&
                  (route->gives & WEND_ROUTE_POTENTIAL);
    float most = wend_column_at(agents->max_speed, body->slot);
    float speed = intent->speed < most ? intent->speed : most;
    float length = wend_column_at(p->step_base, body->slot) +
                   wend_column_at(p->step_slope, body->slot) * speed;
    return (optimal_call){.view = view,
                          .agents = agents,
                          .intent = intent,
                          .index = index,
                          .rules = rules_of(p),
                          .scene = {.view = view,
                                    .region = &intent->region,
                                    .field = guided ? route->field : WEND_NONE,
                                    .at = {body->position, wend_body_layer(body)},
                                    .radius = body->radius,
                                    .length = length,
                                    .speed = speed}};
}

/* ---- Motion ---------------------------------------------------------------------------------- */

/* Begins a step at the position of the scene. */
static void begin_step(optimal_call *call, optimal_state *state) {
    const steps_scene *scene = &call->scene;
    call->begins = true;
    steps_choice choice = steps_choose(&call->rules, scene);
    state->end = choice.end;
    float length = vec_length(vec_sub(state->end, scene->at.position));
    bool is_short = choice.ends && length > 0.0F && length < scene->length;
    state->left = (is_short ? length : scene->length) / scene->speed;
    if (!state->walks) {
        float share = (float)wend_random_uniform(
            call->view->seed, wend_view_key(call->view, call->index), call->view->step, FIRST_STEP);
        state->end = vec_lerp(scene->at.position, state->end, share);
        state->left *= share;
        state->walks = 1;
    }
}

/* Moves the position of the scene along the current step, for at most `time` (s). Returns the time
 * that this takes. */
static float advance(optimal_call *call, optimal_state *state, float time) {
    steps_scene *scene = &call->scene;
    float part = time < state->left ? time : state->left;
    wend_vec2 rest = vec_sub(state->end, scene->at.position);
    wend_vec2 move = part < state->left ? vec_scale(rest, part / state->left) : rest;
    move = vec_shortened(move, scene->speed * part);
    scene->at.position = vec_add(scene->at.position, move);
    state->left = part < state->left ? state->left - part : 0.0F;
    return part;
}

/* Returns the share of a displacement that keeps a distance from another agent: of two agents that
 * approach each other, each moves by at most half of the gap. Agents on their way know that their
 * steps do not cross, and need not stop. */
static float share_of(const optimal_call *call, const steps_other *other, wend_vec2 end,
                      wend_vec2 move) {
    wend_vec2 position = call->view->bodies[call->index].position;
    if (!call->begins && other->known &&
        segment_distance(position, end, other->from, other->to) >=
            (double)other->contact - (double)least_gap) {
        return 1.0F;
    }
    wend_vec2 offset = vec_sub(other->from, position);
    float distance = vec_length(offset), gap = distance - other->contact;
    float approach = vec_dot(move, offset) / distance;
    float most = gap > 0.0F ? 0.5F * gap : 0.0F;
    return approach > most ? most / approach : 1.0F;
}

static wend_vec2 displacement_of(optimal_call *call, wend_vec2 end, wend_vec2 move) {
    float share = 1.0F;
    for (uint32_t i = 0; i < call->scene.other_count; i++) {
        float other = share_of(call, &call->scene.others[i], end, move);
        share = other < share ? other : share;
    }
    call->slowed = share < 1.0F;
    return vec_scale(move, share);
}

/* Returns the displacement of an agent in this step of the world. */
static wend_vec2 move_agent(optimal_call *call, optimal_state *state) {
    wend_vec2 start = call->scene.at.position;
    if (!(call->scene.speed > 0.0F)) {
        state->left = 0.0F;
        state->end = start;
        return (wend_vec2){0.0F, 0.0F};
    }
    gather(call);
    bool moved = vec_length(vec_sub(state->end, start)) > 2.0F * call->scene.length;
    state->left = moved ? 0.0F : state->left; /* the agent was moved from outside */
    wend_vec2 move = {0.0F, 0.0F};
    float time = call->view->dt;
    for (int i = 0; i < MOST_PARTS && time > 0.0F; i++) {
        if (!(state->left > 0.0F)) {
            begin_step(call, state);
        }
        time -= advance(call, state, time);
        move = displacement_of(call, state->end, vec_sub(call->scene.at.position, start));
        time = call->slowed ? 0.0F : time; /* the next step begins where the agent really is */
    }
    return move;
}

/* ---- The model ------------------------------------------------------------------------------- */

static void steer_optimal_steps(const wend_view *view, const wend_agents *agents,
                                const wend_intent *intents, wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            optimal_state *state = wend_agents_state(agents, view->bodies[i].slot);
            optimal_call call = begin(view, agents, i, &intents[i - agents->first]);
            wend_vec2 move = move_agent(&call, state);
            state->shown[view->step & 1] = (shown_step){state->end, view->step + 1};
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = vec_scale(move, 1.0F / view->dt),
                               .displacement = move,
                               .solve_status = call.slowed ? WEND_SOLVE_RELAXED : WEND_SOLVE_FREE};
        }
    }
}

static void explain_optimal_steps(const wend_view *view, const wend_agents *agents, uint32_t index,
                                  const wend_intent *intent, wend_sketch *sketch) {
    const wend_body *body = &view->bodies[index];
    optimal_state state = *(const optimal_state *)wend_agents_state(agents, body->slot);
    optimal_call call = begin(view, agents, index, intent);
    wend_vec2 move = move_agent(&call, &state);
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PATH,
                                .a = body->position,
                                .b = state.end,
                                .label = "step",
                                .subject = wend_view_region_subject(view, &intent->region)});
    call.scene.at.position = body->position;
    if (intent->speed > 0.0F) {
        steps_explain(&call.rules, &call.scene, sketch);
    }
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_VELOCITY, .b = vec_scale(move, 1.0F / view->dt)});
}

const wend_steering wend_steering_optimal_steps = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "optimal_steps",
                        .summary = "steps to the position with the lowest potential; pedestrians",
                        .citation = "Seitz and Koester, Natural discretization of pedestrian "
                                    "movement in continuous space (2012)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(optimal_params)},
              .state_size = sizeof(optimal_state),
              .publishes_state = true,
              .explain = explain_optimal_steps},
    .reciprocates = true,
    .every_step = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_optimal_steps,
};
