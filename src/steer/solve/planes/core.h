/* steer/solve/planes/core.h: core planes, which prevent agents' cores from overlapping. */
#ifndef STEER_SOLVE_PLANES_CORE_H
#define STEER_SOLVE_PLANES_CORE_H

#include "geom/vec.h"
#include "steer/solve/planes/planes.h"
#include "step/internals.h"

/* Cores that overlap, as they may at the start of a run, separate at no more than this fraction of
 * the maximum speed. */
#define CORE_PARTING 0.5F

/* The fraction of the braking time that counts: an agent that brakes on a straight line covers half
 * of the distance that it would cover at its initial speed. */
#define CORE_BRAKING 0.5F

/* Data shared by all pairs of one agent. */
typedef struct core_agent {
    float share;          /* core radius / radius */
    float brake_interval; /* s: steer interval plus half of the braking time; see core.c */
    float max_speed;
    float fastest; /* m/s: the largest max_speed of any agent */
} core_agent;

static inline core_agent core_agent_of(const planes_call *call, const wend_body *body) {
    return (core_agent){.share = 1.0F - (float)call->params->squeeze,
                        .brake_interval = planes_braking(call, body, CORE_BRAKING),
                        .max_speed = wend_column_at(call->agents->max_speed, body->slot),
                        .fastest = call->view->internals->fastest};
}

/* Returns the largest gap (m) between a body's core and another core at which the pair has a plane.
 */
static inline float core_room(const planes_call *call, const wend_body *body) {
    return 2.0F * call->view->internals->fastest * planes_braking(call, body, CORE_BRAKING);
}

/* Makes the core plane of a pair. Returns false if the two are so far apart that no velocity
 * violates it. `first` decides in which directions two agents at the same position separate: it is
 * true for the agent with the lower key. */
static inline bool core_plane(const core_agent *agent, const wend_body *self,
                              const wend_body *other, bool first, velocity_plane *out) {
    wend_vec2 apart = vec_sub(self->position, other->position);
    float core = agent->share * (self->radius + other->radius);
    float reach = core + 2.0F * agent->fastest * agent->brake_interval;
    float squared = vec_length_squared(apart);
    if (!(squared < reach * reach)) {
        return false;
    }
    float distance = sqrtf(squared);
    wend_vec2 normal = {apart.x / distance, apart.y / distance};
    if (!(distance > 0.0F)) {
        normal = (wend_vec2){first ? 1.0F : -1.0F, 0.0F};
    }
    bool one_sided = wend_body_flags(other) & WEND_BODY_ONE_SIDED;
    float closing = (distance - core) / agent->brake_interval, half = 0.5F * closing;
    float theirs = vec_dot(normal, other->velocity);
    float drift = 0.5F * (vec_dot(normal, self->velocity) + theirs);
    float room = agent->fastest - half, most_drift = half < room ? half : room;
    drift = drift < most_drift ? drift : most_drift;
    drift = drift > -most_drift ? drift : -most_drift;
    float parting = one_sided ? -closing : -half, most = CORE_PARTING * agent->max_speed;
    parting = parting < most ? parting : most;
    float apart_offset = one_sided ? theirs - closing : drift - half;
    *out = (velocity_plane){normal, closing < 0.0F ? parting : apart_offset};
    return true;
}

/* True if a wall plane that requires motion may come from a moving obstacle or a belt, which do not
 * wait for the agent. */
static inline bool core_walls_push(const planes_call *call) {
    return call->view->internals->overlay->fastest > 0.0F || call->view->frame.x != 0.0F ||
           call->view->frame.y != 0.0F;
}

/* Moves the velocity chosen for body `index` to the nearest velocity that keeps cores apart.
 * `others` are the neighbours that the body avoids. `program` contains the hard planes of the
 * agent, has space for PLANES_MOST planes, and is overwritten; if it is NULL, the hard planes are
 * found when needed. Returns WEND_SOLVE_FREE if the velocity does not change; WEND_SOLVE_RELAXED if
 * it changes, and may now violate constraints of the model; WEND_SOLVE_INFEASIBLE if no velocity
 * keeps all cores apart: the velocity then violates the core planes as little as possible. */
wend_solve_status core_planes_keep(const planes_call *call, uint32_t index,
                                   const active_neighbours *others, velocity_program *program,
                                   wend_vec2 *velocity);

/* Returns the worse of two solve statuses. */
static inline wend_solve_status core_worse(wend_solve_status a, wend_solve_status b) {
    return a > b ? a : b;
}

#endif
