/* The model orca for eight agents at once: the wide twin of orca.c, the same operations in the same
 * order, so the results are the same bit for bit. A file that includes this defines LANES_AVX2 or
 * LANES_SSE2, and ORCA_STEER, the name of the function that is made. Planes come from
 * unit_planes_lanes.h, programs are solved by program_lanes.h; here are the wish, its turn to the
 * right, and the outcome. */
#include "steer/solve/unit_planes_lanes.h"

#include "geom/vec.h"
#include "steer/solve/kernels.h"
#include "steer/solve/wish.h"

typedef struct orca_work {
    unit_work unit;
    const orca_call *call;
    lanes wish_x, wish_y;
    uint32_t failed; /* lanes */
} orca_work;

static void load_wishes(orca_work *work, const wend_intent *intents) {
    const planes_call *call = &work->call->planes;
    float x[LANES] = {0.0F}, y[LANES] = {0.0F};
    for (uint32_t i = 0; i < work->unit.unit.count; i++) {
        uint32_t index = work->unit.unit.first + i;
        wend_vec2 wish = wish_velocity(&intents[index - call->agents->first],
                                       call->view->bodies[index].position, call->view->hold);
        x[i] = wish.x;
        y[i] = wish.y;
    }
    work->wish_x = lanes_load(x);
    work->wish_y = lanes_load(y);
}

/* orca_solve for eight. */
static void solve_unit(orca_work *work) {
    const orca_call *call = work->call;
    lane_program *p = &work->unit.program;
    lanes constrained = constrained_lanes(p, work->wish_x, work->wish_y);
    p->x = work->wish_x;
    p->y = work->wish_y;
    work->failed = 0;
    if (!lanes_any(constrained)) {
        return;
    }
    lanes cosine = lanes_set(call->turn_cosine), sine = lanes_set(call->turn_sine);
    lanes x = lanes_add(lanes_mul(work->wish_x, cosine), lanes_mul(work->wish_y, sine));
    lanes y = lanes_sub(lanes_mul(work->wish_y, cosine), lanes_mul(work->wish_x, sine));
    work->failed = plan_lanes(p, x, y, constrained);
}

static void write_outcomes(const orca_work *work, wend_outcome *outcomes) {
    const planes_call *call = &work->call->planes;
    const unit_work *unit = &work->unit;
    float x[LANES], y[LANES];
    lanes_store(x, unit->program.x);
    lanes_store(y, unit->program.y);
    for (uint32_t i = 0; i < unit->unit.count; i++) {
        uint32_t bit = 1U << i;
        wend_vec2 velocity = {x[i], y[i]};
        if (unit->done_alone & bit) {
            continue;
        }
        wend_freedom freedom = unit->crowded & bit ? WEND_RELAXED : WEND_FREE;
        if (work->failed & bit) {
            velocity = give_way(&unit->program, i, velocity);
            freedom = WEND_INFEASIBLE;
        }
        outcomes[unit->unit.first + i - call->agents->first] =
            (wend_outcome){.velocity = velocity,
                           .displacement = vec_scale(velocity, call->view->dt),
                           .freedom = (uint8_t)freedom};
    }
}

static void steer_unit(orca_work *work, const wend_intent *intents, wend_outcome *outcomes) {
    if (unit_planes(&work->unit)) {
        load_wishes(work, intents);
        solve_unit(work);
        write_outcomes(work, outcomes);
    }
    for (uint32_t i = 0; i < work->unit.unit.count; i++) {
        if (work->unit.done_alone >> i & 1U) {
            uint32_t index = work->unit.unit.first + i;
            orca_steer_scalar(work->call, (wend_run){index, index + 1}, intents, outcomes);
        }
    }
}

void ORCA_STEER(const orca_call *call, wend_run run, const wend_intent *intents,
                wend_outcome *outcomes) {
    orca_work work;
    work.call = call;
    work.unit.call = &call->planes;
    if (!unit_planes_fit(&call->planes)) {
        orca_steer_scalar(call, run, intents, outcomes);
        return;
    }
    for (uint32_t i = run.begin; i < run.end; i += work.unit.unit.count) {
        work.unit.unit = near_unit_at(call->planes.view, i, run.end);
        steer_unit(&work, intents, outcomes);
    }
}
