/* steer/solve/planes/core.h: the cores of agents never overlap. */
#ifndef STEER_SOLVE_PLANES_CORE_H
#define STEER_SOLVE_PLANES_CORE_H

#include "geom/vec.h"
#include "steer/solve/planes/planes.h"
#include "step/inside.h"

/* Cores that overlap, as at the start of a run, part at this share of the top speed at most. */
#define CORE_PARTING 0.5F

/* Of the time to brake: on a straight line an agent covers half of what it would at its speed. */
#define CORE_BRAKING 0.5F

/* What is the same for all pairs of one agent. */
typedef struct core_agent {
    float share; /* core radius / radius */
    float hold;  /* s: how long a velocity is kept, and half of the time to brake: core.c */
    float max_speed;
    float fastest; /* m/s: the largest max_speed that any agent may have */
} core_agent;

static inline core_agent core_agent_of(const planes_call *call, const wend_body *body) {
    return (core_agent){.share = 1.0F - (float)call->params->squeeze,
                        .hold = planes_braking(call, body, CORE_BRAKING),
                        .max_speed = wend_column_at(call->agents->max_speed, body->slot),
                        .fastest = call->view->internals->fastest};
}

/* The core plane of a pair; false if they are so far apart that no velocity violates it. `first`
 * settles which way two at one place part: the lower key passes true. */
static inline bool core_plane(const core_agent *agent, const wend_body *self,
                              const wend_body *other, bool first, velocity_plane *out) {
    wend_vec2 apart = vec_sub(self->position, other->position);
    float core = agent->share * (self->radius + other->radius);
    float reach = core + 2.0F * agent->fastest * agent->hold;
    float squared = vec_length_squared(apart);
    if (!(squared < reach * reach)) {
        return false;
    }
    float distance = sqrtf(squared);
    wend_vec2 normal = {apart.x / distance, apart.y / distance};
    if (!(distance > 0.0F)) {
        normal = (wend_vec2){first ? 1.0F : -1.0F, 0.0F};
    }
    bool alone = wend_body_flags(other) & WEND_BODY_ONE_SIDED;
    float closing = (distance - core) / agent->hold, half = 0.5F * closing;
    float theirs = vec_dot(normal, other->velocity);
    float drift = 0.5F * (vec_dot(normal, self->velocity) + theirs);
    float room = agent->fastest - half, most_drift = half < room ? half : room;
    drift = drift < most_drift ? drift : most_drift;
    drift = drift > -most_drift ? drift : -most_drift;
    float parting = alone ? -closing : -half, most = CORE_PARTING * agent->max_speed;
    parting = parting < most ? parting : most;
    float apart_offset = alone ? theirs - closing : drift - half;
    *out = (velocity_plane){normal, closing < 0.0F ? parting : apart_offset};
    return true;
}

/* Whether a wall plane that demands motion may be due to a moving obstacle or a belt, which do not
 * wait. */
static inline bool core_walls_push(const planes_call *call) {
    return call->view->internals->overlay->fastest > 0.0F || call->view->frame.x != 0.0F ||
           call->view->frame.y != 0.0F;
}

/* Brings a velocity chosen for body `index`, which avoids `others`, to the nearest one that keeps
 * cores apart. `program` has the hard planes of the agent, and room for PLANES_MOST; NULL: they are
 * found if they are needed. It is written to. WEND_SOLVE_FREE if the velocity stays as it is;
 * WEND_SOLVE_RELAXED if it changes, and may now violate what the model considered;
 * WEND_SOLVE_INFEASIBLE if none keeps all cores apart: the velocity then violates their planes as
 * little as can be. */
wend_solve_status core_planes_keep(const planes_call *call, uint32_t index, const heeded *others,
                                   velocity_program *program, wend_vec2 *velocity);

/* The worse of two. */
static inline wend_solve_status core_worse(wend_solve_status a, wend_solve_status b) {
    return a > b ? a : b;
}

#endif
