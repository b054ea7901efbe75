/* The model orca for eight agents at once: the wide twin of orca.c, the same operations in the same
 * order, so the results are the same bit for bit. A file that includes this defines LANES_AVX2 or
 * LANES_SSE2, and ORCA_STEER, the name of the function that is made. Planes come from
 * unit_planes_lanes.h, wishes from wish_lanes.h, programs are solved by program_lanes.h; here are
 * the turn to the right and the outcome. */
#include "steer/solve/unit_planes_lanes.h"

#include "steer/solve/kernels.h"
#include "steer/solve/wish_lanes.h"

/* orca_solve for eight. Returns the lanes that failed. */
static lanes solve_unit(const orca_call *call, lane_program *p, lane_vectors wish) {
    lanes constrained = constrained_lanes(p, wish);
    p->x = wish.x;
    p->y = wish.y;
    if (!lanes_any(constrained)) {
        return lanes_zero();
    }
    lanes cosine = lanes_set(call->turn_cosine), sine = lanes_set(call->turn_sine);
    lane_vectors turned = {lanes_add(lanes_mul(wish.x, cosine), lanes_mul(wish.y, sine)),
                           lanes_sub(lanes_mul(wish.y, cosine), lanes_mul(wish.x, sine))};
    lanes failed = plan_lanes(p, turned, constrained);
    if (lanes_any(failed)) {
        give_way_lanes(p, failed);
    }
    return failed;
}

static void steer_unit(const orca_call *call, unit_work *work, const wend_intent *intents,
                       wend_outcome *outcomes) {
    uint32_t first = call->planes.agents->first;
    if (unit_planes(work)) {
        lane_vectors wish =
            load_wishes(call->planes.view, &work->unit, first, intents, work->self.x, work->self.y);
        lanes failed = solve_unit(call, &work->program, wish);
        write_outcomes(work, lanes_bits(failed), outcomes);
    }
    for (uint32_t alone = work->done_alone; alone; alone &= alone - 1) {
        uint32_t index = work->unit.body[__builtin_ctz(alone)];
        orca_steer_scalar(call, (wend_run){index, index + 1}, intents, outcomes);
    }
}

void ORCA_STEER(const orca_call *call, const wend_intent *intents, wend_outcome *outcomes) {
    const wend_agents *agents = call->planes.agents;
    if (!unit_planes_fit(&call->planes)) {
        orca_steer_runs(call, intents, outcomes);
        return;
    }
    unit_work work;
    work.call = &call->planes;
    work.cursor = near_cursor_at(agents->runs, agents->run_count);
    while (near_unit_next(call->planes.view, &work.cursor, &work.unit)) {
        steer_unit(call, &work, intents, outcomes);
    }
}
