/* Optimal reciprocal collision avoidance: of all velocities that keep clear of the neighbours for a
 * while, if they do their half, the one nearest to the wish.
 *
 * Van den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision avoidance", Robotics Research
 * (2011). The half-planes are in solve/agent_plane.h and solve/wall_planes.c, the program that
 * chooses among the velocities they leave in solve/program.c; solve/orca_lanes.h does all of it
 * for eight agents at once, with the same results bit for bit.
 *
 * Where it departs:
 * - Perfect symmetry is broken: an agent that cannot have its preferred velocity turns it by
 *   `symmetry_bias` to the right. Agents that meet head-on would otherwise stand before each other
 *   for ever. The preferred velocity slides along the walls first: turned while it points into a
 *   wall, it would still point there. Of two agents that meet along a wall, one then always has its
 *   free side on the right.
 * - An acceleration limit is part of the program (a polygon inside the disc of velocities that can
 *   be reached), not applied to its result, which would undo its guarantee.
 * - Who does not avoid others, or is held in place, is avoided in full by those who do.
 * - A choice with more neighbours in touch than are heeded counts as relaxed, not as free.
 *
 * Cost: the nearest neighbours, O(their number) in a free crowd, and the walls within reach. */
#include <wend/explain.h>
#include <wend/model.h>

#include "steer/solve/kernels/orca.h"
#include "steer/solve/planes/core.h"
#include "step/inside.h"

static const wend_param params[] = {ORCA_ROWS};

static const orca_kernel kernels[WEND_KERNEL_COUNT] = {
    [WEND_KERNEL_SCALAR] = orca_steer_scalar,
#ifdef __x86_64__
    [WEND_KERNEL_SSE2] = orca_steer_sse2,
    [WEND_KERNEL_AVX2] = orca_steer_avx2,
#endif
};

static void steer_orca(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    orca_call call = orca_begin(view, agents, agents->params);
    kernels[view->internals->kernel](&call, intents, outcomes);
}

static void explain_orca(const wend_view *view, const wend_agents *agents, uint32_t index,
                         const wend_intent *intent, wend_sketch *sketch) {
    orca_call call = orca_begin(view, agents, agents->params);
    velocity_plane planes[PLANES_MOST];
    heeded others;
    velocity_program program = planes_program(&call.planes, index, planes, &others);
    planes_explain(&call.planes, index, &program, &others, sketch);
    wend_vec2 velocity;
    orca_choose(&call, index, intent, &program, &velocity);
    wend_vec2 preferred = program.wish;
    core_planes_keep(&call.planes, index, &others, &program, &velocity);
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PREFERRED,
                                .b = preferred,
                                .subject = wend_view_region_subject(view, &intent->region)});
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_orca = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "orca",
                        .summary = "keeps clear of others, each doing its half",
                        .citation = "van den Berg, Guy, Lin and Manocha, Reciprocal n-body "
                                    "collision avoidance (2011)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(orca_params)},
              .explain = explain_orca},
    .reciprocates = true,
    .honours_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_orca,
};
