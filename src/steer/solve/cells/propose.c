/* What an agent proposes; see cellular.c. */
#include "steer/solve/cells/propose.h"

#include "geom/vec.h"
#include "steer/solve/cells/choose.h"
#include "steer/solve/cells/transition.h"

/* Returns the choice that the sequential update made for an agent. Returns false if it stays. */
static bool recall_choice(const cells_call *call, const cells_agent *agent,
                          cells_proposal *proposal) {
    uint32_t slot = call->view->bodies[agent->index].slot;
    const cells_model *model = call->model;
    if (slot >= model->choice_capacity || model->choices[slot].stamp != call->view->step + 1 ||
        !model->choices[slot].hops) {
        return false;
    }
    proposal->to = model->choices[slot].to;
    proposal->lattice = model->choices[slot].on_cell ? call->lattice.id : 0;
    proposal->rank = 0.0;
    return true;
}

/* Draws what an agent wants. Returns false if it stays. */
static bool draw_choice(const cells_call *call, const cells_agent *agent, const wend_intent *intent,
                        cells_proposal *proposal) {
    cells_options options;
    double p;
    cells_find_options(call, agent, intent, &options);
    uint32_t option = cells_choose(call, agent, &options, &p);
    if (option >= options.count || vec_equal(options.points[option], agent->motion.to)) {
        return false;
    }
    double u = cells_random(call->view, agent->index, CELLS_RANDOM_RANK);
    proposal->to = options.points[option];
    proposal->lattice = options.on_cell >> option & 1U ? call->lattice.id : 0;
    proposal->rank = transition_rank(p, u);
    return true;
}

cells_proposal cells_propose(const cells_call *call, const cells_agent *agent,
                             const wend_intent *intent) {
    cells_proposal out = {.stamp = call->view->step + 1,
                          .start = agent->start,
                          .from = agent->motion.from,
                          .to = agent->motion.to};
    if (!agent->is_due) {
        return out;
    }
    cells_proposal hop = out;
    bool hops = call->params->update == UPDATE_SEQUENTIAL ? recall_choice(call, agent, &hop)
                                                          : draw_choice(call, agent, intent, &hop);
    out.end = cells_end_of(agent, &call->lattice, 0.0);
    if (hops) {
        hop.hops = 1;
        hop.from = agent->motion.to;
        hop.end =
            cells_end_of(agent, &call->lattice, (double)vec_length(vec_sub(hop.to, hop.from)));
    }
    return hops ? hop : out;
}

void cells_prepare_options(const cells_call *call, const cells_agent *agent,
                           const cells_proposal *proposal, const wend_intent *intent,
                           cells_options *out) {
    double dt = (double)call->view->dt;
    cells_agent then = *agent;
    if (agent->is_due) {
        then.start = proposal->end;
        then.motion.to = proposal->to;
        then.motion.lattice = proposal->hops ? proposal->lattice : agent->motion.lattice;
    }
    *out = (cells_options){0};
    if (agent->speed > 0.0F && then.start - call->view->time < 2.0 * dt) {
        cells_find_options(call, &then, intent, out);
        out->stamp = call->view->step + 2;
        out->base = then.motion.to;
        out->speed = agent->speed;
    }
}
