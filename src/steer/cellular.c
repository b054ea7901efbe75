/* Floor-field cellular automaton: agents hop from cell to cell.
 *
 * C. Burstedde, K. Klauck, A. Schadschneider, J. Zittartz, "Simulation of pedestrian dynamics using
 * a two-dimensional cellular automaton", Physica A 295 (2001); A. Kirchner, A. Schadschneider,
 * "Simulation of evacuation processes using a bionics-inspired cellular automaton model for
 * pedestrian dynamics", Physica A 312 (2002). Friction: A. Kirchner, K. Nishinari, A.
 * Schadschneider, "Friction effects and clogging in a cellular automaton model for pedestrian
 * dynamics", Physical Review E 67, 056122 (2003).
 *
 *     p_k          probability of option k: own cell, or one of the 4 (squares) or 6 neighbours
 *     S_k, D_k     static and dynamic floor field of the cell
 *     n_k, xi_k    1 if the cell is occupied; 0 if a wall is in the way
 *     k_S, k_D     static_weight, dynamic_weight
 *     delta, alpha decay, diffusion: of a boson of D, in each update of D
 *     mu           friction
 *
 *     p_k = N exp(k_S S_k) exp(k_D D_k) (1 - n_k) xi_k
 *
 * S is minus the distance in cells to where the intent leads: that of the route's field if it has a
 * potential and the intent is a direction (planner `field`, follower `gradient`); else the straight
 * distance to the intent's region, which the follower moves around corners; or the projection on a
 * direction. D counts the bosons that agents of the same profile left in the cells that they left.
 *
 * One update: agents that are due draw an option from the same frozen state (`propose`). If several
 * want the same cell, with probability mu none moves, else one does, with a chance proportional to
 * its p_k (`steer`). The others stay for one period. The state of an agent, published to all, holds
 * what it proposes; `steer` reads it after all have proposed. A claim (wend_view_claim) would not
 * say how many agents wanted the cell, which friction needs, and would take a resource for each
 * cell of the space.
 *
 * In `update: sequential` agents choose one after the other, in the order of their keys, within a
 * profile; each sees the cells that those before it have taken, so there are no conflicts and no
 * friction. They use the intents and D of the step before, so an agent that enters first stays for
 * a period. (The papers update in parallel; the order of keys is our choice.)
 *
 * Where we depart from the papers, because the automaton shares its world with other models:
 * - Clock. A hop takes cell size / preferred speed, so each agent has its own speed. Ticks are at
 *   multiples of this time: agents of equal speed are synchronous, as in the papers. A hop is shown
 *   as a straight motion. Until it ends the agent owns both cells. At most one hop per step of the
 *   world. An acceleration limit makes hops late.
 * - Occupied. A cell is occupied if an agent of the automaton owns it, if the disc of anything else
 *   overlaps it (another model, a ghost, an agent that is not at the centre of a cell), or if on
 * the hop the disc would come nearer to another disc than the sum of the radii. So agents of any
 *   radius can share the lattice; those with a radius above half a cell keep more than one cell
 *   free. An agent stops for a step before it would touch another disc, and gives up a hop that has
 *   stood still for a period.
 * - Walls. A hop keeps the agent's disc off all walls, doors included. If the disc has no room at
 *   the centre of a cell, the agent stands at the nearest point found in the cell where it has.
 *   Where walls close a neighbouring cell or move that point, a point up to a cell ahead towards
 *   the intent is one more option, so that agents get through passages that do not fit the lattice.
 * - Start. An agent that is not at the centre moves there, or to another cell, as its first hop.
 *   Agents that overlap may only move apart.
 * - Goals. The point of a region to stop at is one more option if it is within 1.5 cells.
 * - In a sequential update a cell that is being left is not free yet.
 *
 * The published decay and diffusion, and a default of mu, could not be established: the defaults of
 * k_S, k_D, decay and diffusion are those of a public implementation (chraibi/cellular_automata),
 * and mu is 0, as before 2003. The default period of D is that of a hop of 0.4 m at 1.3 m/s.
 *
 * Agents may be late or not arrive, alone too: a random walk with k_S = 2 loses time, and in a
 * passage hardly wider than the agent, or around a corner that the follower cuts, the next cells
 * may be a local minimum of S (18 of 400 runs of one or two agents in narrow worlds).
 *
 * An agent sees the 128 nearest others within the reach of the world (near), which should be at
 * least three cells and two radii.
 *
 * Cost per hop: five or seven wall queries, one search for neighbours for the choice and one for
 * the conflicts; O(bodies + bosons) on one thread per step if k_D > 0. */
#include <math.h>
#include <stddef.h>

#include <wend/explain.h>
#include <wend/random.h>

#include "base/hash.h"
#include "geom/vec.h"
#include "steer/solve/cells/choose.h"
#include "steer/solve/cells/model.h"
#include "steer/solve/cells/propose.h"
#include "steer/solve/cells/sweep.h"
#include "step/claims.h"
#include "step/internals.h"

static const char *const cell_choices[] = {"square", "hexagonal", NULL};
static const char *const update_choices[] = {"parallel", "sequential", NULL};

static const wend_param params[] = {
    {"cells", WEND_PARAM_CHOICE, offsetof(cells_params, cells), LATTICE_SQUARE, 0.0, 0.0, "",
     "shape of the cells", cell_choices},
    {"update", WEND_PARAM_CHOICE, offsetof(cells_params, update), UPDATE_PARALLEL, 0.0, 0.0, "",
     "all agents that are due at once, with conflicts, or in the order of their keys",
     update_choices},
    {"cell_size", WEND_PARAM_NUMBER, offsetof(cells_params, cell_size), 0.4, 0.05, 2.0, "m",
     "distance between the centres of neighbouring cells", NULL},
    {"origin", WEND_PARAM_POINT, offsetof(cells_params, origin), 0.0, 0.0, 0.0, "m",
     "lower left corner of a cell (of its bounding box, for hexagons)", NULL},
    {"static_weight", WEND_PARAM_NUMBER, offsetof(cells_params, static_weight), 2.0, 0.0, 1000.0,
     "1", "k_S: weight of the way to the goal, in cells; 0: random walk", NULL},
    {"dynamic_weight", WEND_PARAM_NUMBER, offsetof(cells_params, dynamic_weight), 1.0, 0.0, 1000.0,
     "1", "k_D: weight of the trace of other agents; 0: none", NULL},
    {"decay", WEND_PARAM_NUMBER, offsetof(cells_params, decay), 0.3, 0.0, 1.0, "1",
     "delta: chance that a boson of the trace disappears (published value not known)", NULL},
    {"diffusion", WEND_PARAM_NUMBER, offsetof(cells_params, diffusion), 0.1, 0.0, 1.0, "1",
     "alpha: chance that a boson moves to a neighbour (published value not known)", NULL},
    {"friction", WEND_PARAM_NUMBER, offsetof(cells_params, friction), 0.0, 0.0, 1.0, "1",
     "mu: chance that no agent gets a cell that several want (2003: about 0.6)", NULL},
    {"field_period", WEND_PARAM_NUMBER, offsetof(cells_params, field_period), 0.3, 0.001, 1000.0,
     "s", "time between updates of the trace", NULL},
};

static cells_call call_of(const wend_view *view, const wend_agents *agents) {
    const cells_params *p = agents->params;
    wend_vec2 origin = wend_space_to_local(view->space, p->origin);
    return (cells_call){.view = view,
                        .agents = agents,
                        .params = p,
                        .model = agents->model,
                        .lattice = lattice_make(p->cells, (float)p->cell_size, origin)};
}

/* ---- Proposals ------------------------------------------------------------------------------- */

static void propose_cellular(const wend_view *view, const wend_agents *agents,
                             const wend_intent *intents) {
    cells_call call = call_of(view, agents);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            cells_state *state = wend_agents_state(agents, view->bodies[i].slot);
            cells_agent agent = cells_agent_of(&call, i, intent->speed);
            state->proposal = cells_propose(&call, &agent, intent);
            if (call.params->update == UPDATE_SEQUENTIAL) {
                cells_prepare_options(&call, &agent, &state->proposal, intent,
                                      &state->options[(view->step + 1) & 1]);
            }
        }
    }
}

/* ---- Grants and motion ----------------------------------------------------------------------- */

/* Decides whether a proposed hop is granted. */
static bool is_granted(const cells_call *call, const cells_agent *agent, const cells_others *others,
                       const cells_proposal *proposal) {
    bool is_first;
    uint32_t conflicts = cells_count_conflicts(call, agent, others, proposal, &is_first);
    if (conflicts == 0 || call->params->update == UPDATE_SEQUENTIAL) {
        return is_first;
    }
    lattice_cell cell = lattice_find(&call->lattice, proposal->to);
    uint64_t key = hash_combine((uint64_t)(uint32_t)cell.x << 32 | (uint32_t)cell.y, agent->layer);
    double u = wend_random_uniform(call->view->seed, key, call->view->step, CELLS_RANDOM_FRICTION);
    return is_first && u >= call->params->friction;
}

/* Returns the motion after this step's decision. */
static cells_motion next_motion(const cells_call *call, const cells_agent *agent,
                                const cells_proposal *proposal, bool granted) {
    cells_motion motion = agent->motion;
    motion.stamp = call->view->step + 2;
    if (granted) {
        motion.started = 1;
        motion.from = proposal->from;
        motion.to = proposal->to;
        motion.end = proposal->end;
        motion.lattice = proposal->lattice;
    } else if (agent->is_due) {
        motion.from = motion.to;
        motion.end = cells_end_of(agent, &call->lattice, 0.0);
    } else {
        motion.end = agent->start;
    }
    return motion;
}

/* Returns where the agent is at the end of this step. */
static wend_vec2 position_after(const cells_call *call, const cells_agent *agent,
                                const cells_motion *motion, bool granted) {
    double now = call->view->time, dt = (double)call->view->dt;
    if (agent->speed == 0.0F) {
        return agent->position;
    }
    if (!agent->is_due) {
        double share = dt / (agent->start - now);
        return vec_lerp(agent->position, motion->to, share < 1.0 ? (float)share : 1.0F);
    }
    if (!granted) {
        return motion->to;
    }
    double share = (now + dt - agent->start) / (motion->end - agent->start);
    return vec_lerp(motion->from, motion->to, share < 1.0 ? (float)share : 1.0F);
}

static wend_outcome steer_one(const cells_call *call, const cells_agent *agent,
                              cells_state *state) {
    float dt = call->view->dt;
    const cells_proposal proposal = state->proposal;
    bool moves = agent->speed > 0.0F;
    cells_others others = {.count = 0};
    if (moves) {
        cells_find_rivals(call, agent, &others);
    }
    bool granted = proposal.hops && is_granted(call, agent, &others, &proposal);
    cells_motion motion = next_motion(call, agent, &proposal, granted);
    wend_vec2 next = position_after(call, agent, &motion, granted);
    wend_vec2 step = vec_shortened(vec_sub(next, agent->position), agent->speed * dt);
    bool stops = moves && cells_would_touch(call, agent, &others, vec_add(agent->position, step));
    step = stops ? (wend_vec2){0.0F, 0.0F} : step;
    motion.held = stops ? motion.held + 1 : 0;
    if ((double)motion.held * (double)dt >= agent->period) { /* it gives up the hop */
        motion.from = motion.to = agent->position;
        motion.end = call->view->time + (double)dt;
        motion.lattice = 0;
        motion.held = 0;
    }
    state->motions[(call->view->step + 1) & 1] = motion;
    bool relaxed = stops || (proposal.hops && !granted);
    return (wend_outcome){.velocity = vec_scale(step, 1.0F / dt),
                          .displacement = step,
                          .solve_status = relaxed ? WEND_SOLVE_RELAXED : WEND_SOLVE_FREE};
}

static void steer_cellular(const wend_view *view, const wend_agents *agents,
                           const wend_intent *intents, wend_outcome *outcomes) {
    cells_call call = call_of(view, agents);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            cells_state *state = wend_agents_state(agents, view->bodies[i].slot);
            cells_agent agent = cells_agent_of(&call, i, intents[i - agents->first].speed);
            outcomes[i - agents->first] = steer_one(&call, &agent, state);
        }
    }
}

/* ---- Once per step ----------------------------------------------------------------------------
 */

static void begin_step(const wend_view *view, const wend_agents *agents) {
    cells_call call = call_of(view, agents);
    cells_model *model = agents->model;
    bool good = cells_update_trace(&call, model);
    if (good && call.params->update == UPDATE_SEQUENTIAL) {
        good = cells_choose_in_order(&call, model);
    }
    if (!good) { /* makes the step fail when claims are committed */
        view->internals->claims->lists[agents->worker].failed = true;
    }
}

/* ---- Explanation ----------------------------------------------------------------------------- */

/* Shows the options at the next choice with their probabilities (c.x) and scores (c.y), and the
 * current hop. */
static void explain_cellular(const wend_view *view, const wend_agents *agents, uint32_t index,
                             const wend_intent *intent, wend_sketch *sketch) {
    cells_call call = call_of(view, agents);
    cells_agent agent = cells_agent_of(&call, index, intent->speed);
    cells_options options;
    cells_others others;
    double p[MOST_OPTIONS];
    cells_find_options(&call, &agent, intent, &options);
    cells_find_others(&call, &agent, &others);
    uint32_t free = cells_find_free(&call, &agent, &others, &options);
    cells_weigh(&options, free, p);
    for (uint32_t k = 0; k < options.count && agent.speed > 0.0F; k++) {
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_REGION,
                                            .a = options.points[k],
                                            .b = options.points[k],
                                            .c = {(float)p[k], (float)options.scores[k]},
                                            .label = free >> k & 1U ? "cell" : "occupied cell"});
    }
    wend_vec2 velocity = view->bodies[index].velocity;
    if (!vec_equal(agent.motion.from, agent.motion.to)) {
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_PATH,
                                            .a = view->bodies[index].position,
                                            .b = agent.motion.to,
                                            .label = "hop"});
    }
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_cellular = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "cellular",
                        .summary = "hops from cell to cell: floor-field cellular automaton",
                        .citation = "C. Burstedde et al.: Simulation of pedestrian dynamics using "
                                    "a two-dimensional cellular automaton (2001)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(cells_params)},
              .state_size = sizeof(cells_state),
              .publishes_state = true,
              .begin_step = begin_step,
              .explain = explain_cellular,
              .create = cells_create_model,
              .destroy = cells_destroy_model,
              .save = cells_save_model,
              .load = cells_load_model},
    .every_step = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .may_not_arrive = true,
    .steer = steer_cellular,
    .propose = propose_cellular,
};
