/* The models vo, rvo and hrvo: of the velocities outside its cones, each agent chooses the one
 * nearest to its preferred velocity. */
#include "steer/solve/cones/model.h"

#include <wend/explain.h>

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/planes/active.h"
#include "steer/solve/planes/core.h"
#include "steer/solve/programs/clearpath.h"
#include "step/internals.h"

/* Data shared by all agents of a call. */
typedef struct model_call {
    cones_call cones;
    symmetry_turn turn; /* the turn by the symmetry bias */
} model_call;

/* The constraints and the choice of one agent. */
typedef struct model_choice {
    agent_cones cones;
    wend_vec2 preferred_velocity, velocity;
    wend_solve_status solve_status;
} model_choice;

static model_call call_of(cones_rule rule, wend_kernel kernel, const wend_view *view,
                          const wend_agents *agents) {
    const cone_model_params *params = agents->params;
    return (model_call){.cones = cones_begin((cones_call){.view = view,
                                                          .agents = agents,
                                                          .params = &params->cones,
                                                          .rule = rule,
                                                          .side = (cones_side)params->side,
                                                          .kernel = kernel}),
                        .turn = symmetry_turn_of((float)params->symmetry_bias)};
}

static void choose(const model_call *call, uint32_t index, const wend_intent *intent,
                   const active_neighbours *others, model_choice *out) {
    const wend_view *view = call->cones.view;
    const wend_body *body = &view->bodies[index];
    float max_speed = wend_column_at(call->cones.agents->max_speed, body->slot);
    wend_vec2 preferred_velocity =
        find_preferred_velocity(intent, body->position, view->steer_interval);
    out->preferred_velocity = preferred_velocity = vec_shortened(preferred_velocity, max_speed);
    cones_of(&call->cones, index, preferred_velocity, others, &out->cones);
    clearpath problem = cones_problem(&out->cones, preferred_velocity, max_speed);
    out->velocity = preferred_velocity;
    out->solve_status = out->cones.crowded ? WEND_SOLVE_RELAXED : WEND_SOLVE_FREE;
    if (clearpath_allows(&problem, preferred_velocity)) {
        return;
    }
    /* An agent that cannot have its preferred velocity turns it slightly to the right: see orca.c.
     */
    problem.preferred_velocity = turned_right(call->turn, preferred_velocity);
    clearpath_choice choice;
    if (!clearpath_solve(&problem, &choice)) {
        out->solve_status = WEND_SOLVE_INFEASIBLE;
    }
    out->velocity = choice.velocity;
}

/* The inputs and outputs of the loop over all agents. */
typedef struct model_loop {
    model_call call;
    const wend_intent *intents;
    wend_outcome *outcomes;
} model_loop;

static void steer_one(void *context, uint32_t index, const active_neighbours *others) {
    const model_loop *loop = context;
    const cones_call *call = &loop->call.cones;
    uint32_t at = index - call->agents->first;
    model_choice choice;
    choose(&loop->call, index, &loop->intents[at], others, &choice);
    wend_solve_status kept =
        core_planes_keep(&call->planes, index, cones_core_neighbours(&choice.cones, call, others),
                         NULL, &choice.velocity);
    loop->outcomes[at] =
        (wend_outcome){.velocity = choice.velocity,
                       .displacement = vec_scale(choice.velocity, call->view->dt),
                       .solve_status = (uint8_t)core_worse(choice.solve_status, kept)};
}

void cone_model_steer(cones_rule rule, const wend_view *view, const wend_agents *agents,
                      const wend_intent *intents, wend_outcome *outcomes) {
    model_loop loop = {call_of(rule, view->internals->kernel, view, agents), intents, outcomes};
    find_neighbours_all(&loop.call.cones.planes, steer_one, &loop);
}

void cone_model_explain(cones_rule rule, const wend_view *view, const wend_agents *agents,
                        uint32_t index, const wend_intent *intent, wend_sketch *sketch) {
    /* The explanation needs the cones themselves. */
    model_call call = call_of(rule, WEND_KERNEL_SCALAR, view, agents);
    active_neighbours others;
    planes_find_neighbours(&call.cones.planes, index, &others);
    model_choice choice;
    choose(&call, index, intent, &others, &choice);
    cones_explain(&call.cones, index, &others, &choice.cones, sketch);
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PREFERRED,
                                .b = choice.preferred_velocity,
                                .subject = wend_view_region_subject(view, &intent->region)});
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = choice.velocity});
}
