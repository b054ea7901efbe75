/* The ground that other agents occupy; see cellular.c. */
#include "steer/solve/cells/others.h"

#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "step/skin.h"

/* m: discs may overlap by this much because of rounding. */
static double slack_at(wend_vec2 point) {
    return 1e-4 + 8.0 * (double)skin_at(point);
}

/* ---- Finding others -------------------------------------------------------------------------- */

/* True if an agent reaches the end of its hop when `agent` chooses, so that its first cell is free
 * then. An agent that something holds up does not, nor one that has arrived and stops on the way.
 */
static bool ends_in_time(const cells_call *call, const cells_agent *agent, const wend_body *body,
                         const cells_motion *motion) {
    static const float margin = 1.1F;
    float left = vec_length(vec_sub(motion->to, body->position));
    float step = vec_length(body->velocity) * call->view->dt;
    return !(wend_body_flags(body) & WEND_BODY_STANDS) &&
           motion->end <= agent->start + 1e-3 * agent->period &&
           (double)left <= (double)(margin * step) + slack_at(body->position);
}

/* Adds the hop that another agent has taken in this sweep of a sequential update. */
static void apply_choice(const cells_call *call, uint32_t slot, cells_other *other) {
    const cells_model *model = call->model;
    if (!model || slot >= model->choice_capacity ||
        model->choices[slot].stamp != call->view->step + 1 || !model->choices[slot].hops) {
        return;
    }
    other->next = model->choices[slot].to;
    other->is_on_lattice = other->is_on_lattice && model->choices[slot].on_cell;
}

typedef void describe_other(const cells_call *call, const cells_agent *agent, const wend_body *body,
                            cells_other *other);

/* Describes another agent by its motion. */
static void describe_motion(const cells_call *call, const cells_agent *agent, const wend_body *body,
                            cells_other *other) {
    const cells_state *state = wend_agents_state(call->agents, body->slot);
    const cells_motion *motion = cells_motion_of(call->view, state);
    if (motion == NULL || segment_point_distance(body->position, motion->from, motion->to) >
                              (double)call->lattice.size) {
        return;
    }
    other->is_cellular = true;
    other->is_on_lattice = motion->lattice == call->lattice.id;
    other->b = motion->to;
    other->a = ends_in_time(call, agent, body, motion) ? motion->to : motion->from;
    other->next = motion->to;
    apply_choice(call, body->slot, other);
}

/* Describes another agent by its proposal. */
static void describe_proposal(const cells_call *call, const cells_agent *agent,
                              const wend_body *body, cells_other *other) {
    const cells_state *state = wend_agents_state(call->agents, body->slot);
    const cells_proposal *proposal = &state->proposal;
    (void)agent;
    if (proposal->stamp == call->view->step + 1) {
        other->is_cellular = true;
        other->a = proposal->from;
        other->b = proposal->to;
        other->next = proposal->hops ? proposal->from : proposal->to;
    }
}

static void find(const cells_call *call, const cells_agent *agent, describe_other *describe,
                 cells_others *out) {
    wend_neighbour found[MOST_OTHERS + 1];
    const wend_view *view = call->view;
    float largest = call->model ? call->model->largest : 0.0F;
    largest = largest > agent->radius ? largest : agent->radius;
    float reach = 3.0F * call->lattice.size + agent->radius + largest;
    reach = reach < view->reach ? reach : view->reach;
    wend_location here = {agent->position, agent->layer};
    uint32_t count = wend_view_find_agents(view, here, reach, found, MOST_OTHERS + 1);
    out->count = 0;
    for (uint32_t i = 0; i < count && out->count < MOST_OTHERS; i++) {
        const wend_body *body = &view->bodies[found[i].index];
        if (found[i].index == agent->index) {
            continue;
        }
        cells_other *other = &out->items[out->count++];
        *other = (cells_other){.index = found[i].index,
                               .radius = body->radius,
                               .position = body->position,
                               .a = body->position,
                               .b = body->position,
                               .next = body->position};
        if (!(wend_body_flags(body) & WEND_BODY_GHOST)) {
            describe(call, agent, body, other);
        }
    }
}

void cells_find_others(const cells_call *call, const cells_agent *agent, cells_others *out) {
    find(call, agent, describe_motion, out);
}

void cells_find_rivals(const cells_call *call, const cells_agent *agent, cells_others *out) {
    find(call, agent, describe_proposal, out);
}

/* ---- Occupied cells -------------------------------------------------------------------------- */

/* True if a hop from -> to keeps the distance `nearest` from a segment. If it starts nearer than
 * that, it must not get nearer, and must end at a greater distance than it started. */
static bool keeps_clear(wend_vec2 from, wend_vec2 to, wend_vec2 a, wend_vec2 b, double nearest) {
    double slack = slack_at(from);
    double before = segment_point_distance(from, a, b);
    double least = before < nearest ? before : nearest;
    double after = segment_point_distance(to, a, b);
    bool ends_clear = after >= nearest - slack || (before < nearest - slack && after > before);
    return ends_clear && segment_distance(from, to, a, b) >= least - slack;
}

/* True if the disc of an agent that stands anywhere overlaps a cell. */
static bool covers(const cells_call *call, const cells_other *other, lattice_cell cell) {
    double distance = lattice_distance(&call->lattice, cell, other->b);
    return distance < (double)other->radius - slack_at(other->b);
}

/* True if a cell is one of those that another agent on the lattice owns. */
static bool owns(const cells_call *call, const cells_other *other, lattice_cell cell) {
    const lattice *l = &call->lattice;
    return lattice_same(cell, lattice_find(l, other->a)) ||
           lattice_same(cell, lattice_find(l, other->b)) ||
           lattice_same(cell, lattice_find(l, other->next));
}

bool cells_is_occupied(const cells_call *call, const cells_agent *agent, const cells_other *other,
                       wend_vec2 to) {
    wend_vec2 from = agent->motion.to;
    lattice_cell cell = lattice_find(&call->lattice, to);
    double nearest = (double)agent->radius + (double)other->radius;
    bool is_own = lattice_same(cell, lattice_find(&call->lattice, from));
    if (!keeps_clear(from, to, other->a, other->b, nearest) ||
        !keeps_clear(from, to, other->b, other->next, nearest)) {
        return true;
    }
    if (other->is_on_lattice) {
        return owns(call, other, cell);
    }
    bool overlaps = segment_point_distance(from, other->a, other->b) < nearest;
    return !is_own && !overlaps && covers(call, other, cell);
}

uint32_t cells_find_free(const cells_call *call, const cells_agent *agent,
                         const cells_others *others, const cells_options *options) {
    uint32_t free = 0;
    for (uint32_t k = 0; k < options->count; k++) {
        bool is_free = true;
        bool stays = vec_equal(options->points[k], agent->motion.to);
        for (uint32_t i = 0; i < others->count && is_free && !stays; i++) {
            is_free = !cells_is_occupied(call, agent, &others->items[i], options->points[k]);
        }
        free |= (uint32_t)is_free << k;
    }
    return free;
}

/* ---- Conflicts ------------------------------------------------------------------------------- */

/* True if two proposed hops exclude each other: they end in the same cell, or the discs would
 * overlap. */
static bool excludes(const cells_call *call, const cells_proposal *own, const cells_proposal *other,
                     double nearest) {
    const lattice *l = &call->lattice;
    bool same_lattice = own->lattice != 0 && own->lattice == other->lattice;
    return (same_lattice && lattice_same(lattice_find(l, own->to), lattice_find(l, other->to))) ||
           !keeps_clear(own->from, own->to, other->from, other->to, nearest) ||
           !keeps_clear(other->from, other->to, own->from, own->to, nearest);
}

uint32_t cells_count_conflicts(const cells_call *call, const cells_agent *agent,
                               const cells_others *others, const cells_proposal *own,
                               bool *is_first) {
    uint32_t count = 0;
    *is_first = true;
    for (uint32_t i = 0; i < others->count; i++) {
        const cells_other *other = &others->items[i];
        const wend_body *body = &call->view->bodies[other->index];
        if (wend_body_flags(body) & WEND_BODY_GHOST) {
            continue;
        }
        const cells_state *state = wend_agents_state(call->agents, body->slot);
        const cells_proposal *proposal = &state->proposal;
        double nearest = (double)agent->radius + (double)other->radius;
        if (proposal->stamp != call->view->step + 1 || !proposal->hops ||
            !excludes(call, own, proposal, nearest)) {
            continue;
        }
        bool is_tie = proposal->rank == own->rank;
        bool loses =
            proposal->rank < own->rank || (is_tie && wend_view_key(call->view, other->index) <
                                                         wend_view_key(call->view, agent->index));
        *is_first = *is_first && !loses;
        count++;
    }
    return count;
}

/* ---- Contacts -------------------------------------------------------------------------------- */

/* Returns where another agent will be at the end of the step if it keeps its velocity. An agent of
 * the automaton does not go beyond the end of its hop. */
static wend_vec2 foresee(const cells_call *call, const cells_other *other) {
    wend_vec2 velocity = call->view->bodies[other->index].velocity;
    float dt = call->view->dt;
    if (!other->is_cellular) {
        return vec_add(other->position, vec_scale(velocity, dt));
    }
    wend_vec2 left = vec_sub(other->next, other->position);
    return vec_add(other->position, vec_shortened(left, vec_length(velocity) * dt));
}

bool cells_would_touch(const cells_call *call, const cells_agent *agent, const cells_others *others,
                       wend_vec2 next) {
    for (uint32_t i = 0; i < others->count; i++) {
        const cells_other *other = &others->items[i];
        float nearest = agent->radius + other->radius - (float)slack_at(agent->position);
        float before = vec_length(vec_sub(agent->position, other->position));
        float now = vec_length(vec_sub(next, other->position));
        float after = vec_length(vec_sub(next, foresee(call, other)));
        bool nears = other->is_cellular ? after < before && after < nearest
                                        : now < before && (after < nearest || now < nearest);
        if (nears) {
            return true;
        }
    }
    return false;
}
