/* steer/solve/cones/apex.h: where the cone of a neighbour has its apex. */
#ifndef STEER_SOLVE_CONES_APEX_H
#define STEER_SOLVE_CONES_APEX_H

#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/cones/cone.h"

/* How two agents share the effort of avoiding each other. */
typedef enum cones_rule {
    CONES_VO,  /* the other keeps its velocity, which is the apex */
    CONES_RVO, /* each takes half of the effort: the apex is the mean of both velocities */
    CONES_HRVO /* half of the effort on the side where the agent should pass, all of it on the other
                  side */
} cones_rule;

/* The terms that the cones of all neighbours of an agent have in common. */
typedef struct disc_terms {
    const wend_body *body; /* the agent */
    cones_rule rule;
    wend_vec2 deciding_velocity; /* determines on which side to pass others (CONES_HRVO) */
    float rate, slowness;        /* the parameters of planes_rate */
    float core_room; /* m: a neighbour with a larger gap between both discs has no core plane */
} disc_terms;

/* Returns a point on the line of each leg of the cone of a neighbour at `apart`. */
static inline cone_legs apex_legs(const disc_terms *terms, const wend_body *other,
                                  wend_vec2 apart) {
    wend_vec2 theirs = other->velocity;
    if (terms->rule == CONES_VO || (wend_body_flags(other) & WEND_BODY_ONE_SIDED)) {
        return (cone_legs){theirs, theirs};
    }
    wend_vec2 mean = vec_scale(vec_add(terms->body->velocity, theirs), 0.5F);
    if (terms->rule == CONES_RVO) {
        return (cone_legs){mean, mean};
    }
    bool on_left = vec_cross(apart, vec_sub(terms->deciding_velocity, mean)) > 0.0F;
    return on_left ? (cone_legs){mean, theirs} : (cone_legs){theirs, mean};
}

#endif
