/* Pedestrian velocity obstacles: optimal reciprocal collision avoidance towards a segment of
 * velocities, at a speed for which the space ahead suffices, with right of way and a turning bias.
 *
 * S. Curtis, D. Manocha, "Pedestrian simulation using geometric reasoning in velocity space",
 * Pedestrian and Evacuation Dynamics 2012; S. Curtis, "Pedestrian velocity obstacles" (2013). The
 * model combines parts that are described where they are computed:
 *
 *     preferred speed          near/pace.c: the smaller of the agent's own speed and that which the
 *                              stride length allows at the density ahead
 *     way portals              solve/goals/arc.c and solve/programs/segment.c, as in orca_segment
 *     half-planes              solve/planes/agent.h and solve/walls/planes.c, as in orca
 *     right of way             solve/planes/right.h
 *     turning bias             solve/kernels/biased.c
 *
 * Default values are those of the authors' program, Menge. Of these, the time horizons and
 * `space_share` are not published values. Without space_share = 1 the model allows higher speeds
 * than the published formula.
 *
 * Departures:
 * - Those of orca_segment (orca_segment.c), core planes included.
 * - Lower priority values go first; see right.h.
 * - Agents know the preferred velocities of others only from an earlier step.
 *
 * The SIMD kernels are those of orca_segment. With a turning bias other than 1, agents are
 * processed one by one. Cost: that of orca_segment, another search for neighbours, and an
 * exponential for each neighbour and wall nearby. */
#include <string.h>

#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "near/pace.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/kernels/biased.h"
#include "steer/solve/planes/active.h"

typedef struct pedvo_params {
    segment_params segment; /* must be first: see ORCA_ROWS and SEGMENT_ROWS */
    double stride, stride_buffer, space_share, turning_bias;
} pedvo_params;

static const wend_param params[] = {
    ORCA_ROWS_WITH(2.5, 0.15),
    SEGMENT_ROWS,
    {"stride_factor", WEND_PARAM_NUMBER, offsetof(pedvo_params, stride), 1.57, 0.01, 100.0, "1",
     "stride factor: a space allows a speed in proportion to its square", NULL},
    {"stride_buffer", WEND_PARAM_NUMBER, offsetof(pedvo_params, stride_buffer), 0.9, 0.0, 100.0,
     "1", "share of the stride length that agents keep free in addition", NULL},
    {"space_share", WEND_PARAM_NUMBER, offsetof(pedvo_params, space_share), 0.5, 0.01, 100.0, "1",
     "share of the space that a speed takes: 0.5 in Menge, 1 in the published formula", NULL},
    {"turning_bias", WEND_PARAM_NUMBER, offsetof(pedvo_params, turning_bias), 1.0, 0.01, 100.0, "1",
     "above 1: agents rather turn than slow down; below 1: the reverse", NULL},
};

static biased_call begin(const wend_view *view, const wend_agents *agents) {
    const pedvo_params *own = agents->params;
    biased_call call = {.segment = segment_begin(view, agents), .bias = (float)own->turning_bias};
    call.segment.orca.planes.rights.expects = true;
    return call;
}

/* ---- Preferred speed ------------------------------------------------------------------------- */

/* What the visit of each agent needs. */
typedef struct pedvo_visit {
    const planes_call *planes;
    pace_rules rules;
    const wend_intent *from;
    wend_intent *to;
} pedvo_visit;

static pace_rules rules_of(const wend_agents *agents) {
    const pedvo_params *own = agents->params;
    return (pace_rules){(float)own->stride, (float)own->stride_buffer, (float)own->space_share};
}

/* Returns the speed of an intent, reduced to that which the space ahead allows. */
static float speed_of(const planes_call *planes, const pace_rules *rules, uint32_t index,
                      const wend_intent *intent, const active_neighbours *others) {
    const wend_view *view = planes->view;
    wend_vec2 preferred =
        find_preferred_velocity(intent, view->bodies[index].position, view->steer_interval);
    wend_vec2 direction = vec_normalized(preferred);
    if (!(intent->speed > 0.0F) || !(vec_length_squared(direction) > 0.0F)) {
        return intent->speed;
    }
    float limit = pace_limit(view, rules, index, direction, others->bodies, others->count);
    return limit < intent->speed ? limit : intent->speed;
}

static void visit(void *context, uint32_t index, const active_neighbours *others) {
    const pedvo_visit *own = context;
    uint32_t at = index - own->planes->agents->first;
    own->to[at] = own->from[at];
    own->to[at].speed = speed_of(own->planes, &own->rules, index, &own->from[at], others);
}

/* Returns the intents with reduced speeds; `from` itself if out of memory. */
static const wend_intent *reduced_intents(const planes_call *planes, const wend_intent *from) {
    const wend_agents *agents = planes->agents;
    if (agents->range_count == 0) {
        return from;
    }
    uint32_t count = agents->ranges[agents->range_count - 1].end - agents->first;
    wend_intent *to = wend_view_scratch(planes->view, agents->worker, count * sizeof *to);
    if (!to) {
        return from;
    }
    pedvo_visit context = {planes, rules_of(agents), from, to};
    find_neighbours_all(planes, visit, &context);
    return to;
}

/* ---- The model ------------------------------------------------------------------------------- */

static void steer_pedvo(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    biased_call call = begin(view, agents);
    const wend_intent *reduced = reduced_intents(&call.segment.orca.planes, intents);
    if (call.bias == 1.0F) {
        segment_steer(&call.segment, reduced, outcomes);
    } else {
        biased_steer(&call, reduced, outcomes);
    }
}

static void explain_pedvo(const wend_view *view, const wend_agents *agents, uint32_t index,
                          const wend_intent *intent, wend_sketch *sketch) {
    biased_call call = begin(view, agents);
    const planes_call *planes = &call.segment.orca.planes;
    pace_rules rules = rules_of(agents);
    active_neighbours others;
    planes_find_neighbours(planes, index, &others);
    wend_intent reduced = *intent;
    reduced.speed = speed_of(planes, &rules, index, intent, &others);
    if (reduced.speed < intent->speed) {
        wend_vec2 own =
            find_preferred_velocity(intent, view->bodies[index].position, view->steer_interval);
        wend_sketch_add(sketch,
                        (wend_mark){.kind = WEND_MARK_PREFERRED,
                                    .b = own,
                                    .label = "with enough space",
                                    .subject = wend_view_region_subject(view, &intent->region)});
    }
    segment_explain(&call.segment, index, &reduced, biased_choose, &call, sketch);
}

const wend_steering wend_steering_pedvo = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "pedvo",
                        .summary = "orca_segment with speeds that depend on the space ahead, right "
                                   "of way and turning bias",
                        .citation = "Curtis and Manocha, Pedestrian Simulation Using Geometric "
                                    "Reasoning in Velocity Space (2012)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(pedvo_params)},
              .explain = explain_pedvo},
    .needs = WEND_NEEDS_INTENTS,
    .reciprocates = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_pedvo,
};
