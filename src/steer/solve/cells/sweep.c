/* The serial parts of a step of the automaton: the dynamic field, and the sequential update; see
 * cellular.c. */
#include "steer/solve/cells/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "geom/vec.h"
#include "steer/solve/cells/choose.h"
#include "steer/solve/cells/model.h"

/* ---- The dynamic field ----------------------------------------------------------------------- */

/* Returns the state of a body of the profile that has a motion, else NULL. */
static const cells_state *state_of(const cells_call *call, uint32_t index) {
    const wend_body *body = &call->view->bodies[index];
    if ((wend_body_flags(body) & WEND_BODY_GHOST) ||
        wend_body_profile(body) != call->agents->profile) {
        return NULL;
    }
    const cells_state *state = wend_agents_state(call->agents, body->slot);
    return cells_motion_of(call->view, state) ? state : NULL;
}

/* Adds a boson to each cell that an agent left in the last step. */
static bool add_bosons(const cells_call *call, cells_model *model) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < call->view->body_count; i++) {
        const cells_state *state = state_of(call, i);
        count += state && cells_motion_of(call->view, state)->started;
    }
    if (!trace_reserve(&model->trace, count)) {
        return false;
    }
    for (uint32_t i = 0; i < call->view->body_count && count > 0; i++) {
        const cells_state *state = state_of(call, i);
        const cells_motion *motion = state ? cells_motion_of(call->view, state) : NULL;
        if (motion && motion->started) {
            lattice_cell cell = lattice_find(&call->lattice, motion->from);
            trace_add(&model->trace, wend_body_layer(&call->view->bodies[i]), cell, 1);
        }
    }
    return true;
}

bool cells_update_trace(cells_call *call, cells_model *model) {
    const wend_view *view = call->view;
    const cells_params *p = call->params;
    model->largest = 0.0F;
    for (uint32_t i = 0; i < view->body_count; i++) {
        float radius = view->bodies[i].radius;
        model->largest = radius > model->largest ? radius : model->largest;
    }
    if (p->dynamic_weight == 0.0) {
        return true;
    }
    if (model->traced != view->step + 1) {
        if (!add_bosons(call, model)) {
            return false;
        }
        model->traced = view->step + 1;
    }
    trace_rules rules = {&call->lattice, view->space, p->decay, p->diffusion, view->seed};
    while (model->next_update <= view->time + 1e-9) {
        if (!trace_update(&model->trace, &rules)) {
            return false;
        }
        model->next_update = (double)model->trace.updates * p->field_period;
    }
    return true;
}

/* ---- The sequential update ------------------------------------------------------------------- */

typedef struct turn {
    uint64_t key;
    uint32_t index;
    uint32_t reserved; /* 0 */
} turn;

static bool comes_before(const void *left, const void *right) {
    const turn *a = left, *b = right;
    return a->key < b->key;
}

static bool reserve_choices(cells_model *model, uint32_t count) {
    const wend_allocator *a = &model->allocator;
    if (count <= model->choice_capacity) {
        return true;
    }
    uint32_t capacity = count + count / 2;
    size_t size = capacity * sizeof *model->choices;
    cells_choice *grown = a->allocate ? a->allocate(a->user, size) : malloc(size);
    if (!grown) {
        return false;
    }
    memset(grown, 0, size);
    cells_free_choices(model);
    model->choices = grown;
    model->choice_capacity = capacity;
    return true;
}

/* Lets one agent choose, if it is due. */
static void take_turn(cells_call *call, cells_model *model, uint32_t index) {
    const wend_body *body = &call->view->bodies[index];
    const cells_options *options = &state_of(call, index)->options[call->view->step & 1];
    cells_agent agent = cells_agent_of(call, index, options->speed);
    uint32_t option = MOST_OPTIONS;
    double p = 0.0;
    if (agent.is_due && options->stamp == call->view->step + 1 &&
        vec_equal(options->base, agent.motion.to)) {
        option = cells_choose(call, &agent, options, &p);
    }
    cells_choice choice = {.stamp = call->view->step + 1};
    if (option < options->count) {
        choice.to = options->points[option];
        choice.on_cell = options->on_cell >> option & 1U;
        choice.hops = !vec_equal(choice.to, agent.motion.to);
    }
    model->choices[body->slot] = choice;
}

bool cells_choose_in_order(cells_call *call, cells_model *model) {
    const wend_view *view = call->view;
    uint32_t count = 0, slots = 0;
    turn *turns = wend_view_scratch(view, call->agents->worker,
                                    2 * ((size_t)view->body_count + 1) * sizeof *turns);
    if (!turns) {
        return false;
    }
    for (uint32_t i = 0; i < view->body_count; i++) {
        if (state_of(call, i)) {
            turns[count++] = (turn){wend_view_key(view, i), i, 0};
            slots = view->bodies[i].slot + 1 > slots ? view->bodies[i].slot + 1 : slots;
        }
    }
    sort_stable(turns, turns + count, count, sizeof *turns, comes_before);
    if (!reserve_choices(model, slots)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        take_turn(call, model, turns[i].index);
    }
    return true;
}
