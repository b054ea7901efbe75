/* Optimal reciprocal collision avoidance: chooses the velocity nearest to the preferred velocity
 * among those that avoid the neighbours within a time horizon, provided that each neighbour takes
 * half of the effort.
 *
 * Van den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision avoidance", Robotics Research
 * (2011). The half-planes are computed in solve/planes/agent.h and solve/walls/planes.c; the linear
 * program that chooses among the remaining velocities is solved in solve/programs/program.c.
 * solve/kernels/orca_lanes.h does all of this for eight agents at once, with the same results bit
 * for bit.
 *
 * Departures from the paper:
 * - Perfect symmetry is broken: an agent that cannot have its preferred velocity turns it by
 *   `symmetry_bias` to the right. Otherwise agents that meet head-on would stand in front of each
 *   other forever. The preferred velocity is first projected along the walls, because a velocity
 *   that points into a wall would still point there after the turn. Of two agents that meet along a
 *   wall, one then always has its free side on the right.
 * - An acceleration limit is part of the program (a polygon inside the disc of reachable
 *   velocities). It is not applied to the program's result, because that would break the program's
 *   guarantee.
 * - Agents that do not avoid others, or are held in place, are avoided with the full effort.
 * - If an agent touches more neighbours than it considers, its solve status is relaxed, not free.
 *
 * Cost: that of finding the nearest neighbours (O(number of neighbours) in a sparse crowd) and the
 * walls within reach. */
#include <wend/explain.h>
#include <wend/model.h>

#include "base/kernels.h"
#include "steer/solve/kernels/orca.h"
#include "steer/solve/planes/core.h"
#include "step/internals.h"

static const wend_param params[] = {ORCA_ROWS};

static const orca_kernel kernels[WEND_KERNEL_COUNT] = {KERNELS_ALL(orca_steer)};

static void steer_orca(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    orca_call call = orca_begin(view, agents, agents->params);
    kernels[view->internals->kernel](&call, intents, outcomes);
}

static void explain_orca(const wend_view *view, const wend_agents *agents, uint32_t index,
                         const wend_intent *intent, wend_sketch *sketch) {
    orca_call call = orca_begin(view, agents, agents->params);
    velocity_plane planes[PLANES_MOST];
    active_neighbours others;
    velocity_program program = planes_program(&call.planes, index, planes, &others);
    planes_explain(&call.planes, index, &program, &others, sketch);
    wend_vec2 velocity;
    orca_choose(&call, index, intent, &program, &velocity);
    wend_vec2 preferred = program.preferred_velocity;
    core_planes_keep(&call.planes, index, &others, &program, &velocity);
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PREFERRED,
                                .b = preferred,
                                .subject = wend_view_region_subject(view, &intent->region)});
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = velocity});
}

const wend_steering wend_steering_orca = {
    .stage =
        {.entry =
             {WEND_HEAD(wend_steering), .name = "orca",
              .summary =
                  "optimal reciprocal collision avoidance: each agent takes half of the effort",
              .citation = "van den Berg, Guy, Lin and Manocha, Reciprocal n-body "
                          "collision avoidance (2011)",
              .params = params, .param_count = sizeof params / sizeof *params,
              .params_size = sizeof(orca_params)},
         .explain = explain_orca},
    .reciprocates = true,
    .respects_limits = true,
    .avoids_agents = true,
    .avoids_walls = true,
    .resolves_head_on = true,
    .steer = steer_orca,
};
