/* steer/solve/cones.h: the velocity obstacles of one agent: walls, moving obstacles, neighbours. */
#ifndef STEER_SOLVE_CONES_H
#define STEER_SOLVE_CONES_H

#include <wend/model.h>

#include "steer/solve/velocity_set.h"

/* Who makes room for whom. */
typedef enum cones_rule {
    CONES_VO,  /* the other goes on as it does: the apex is its velocity */
    CONES_RVO, /* it does half: the apex is the mean of both velocities */
    CONES_HRVO /* half on the side where it should be passed, all of it on the other */
} cones_rule;

/* Which velocity says on which side the other should be passed (CONES_HRVO). */
typedef enum cones_side { CONES_BY_VELOCITY, CONES_BY_PREFERRED } cones_side;

enum {
    CONES_MOST_NEIGHBOURS = 64,
    CONES_MOST_GIANTS = 8,
    CONES_MOST_WALLS = 32,
    CONES_MOST = CONES_MOST_NEIGHBOURS + CONES_MOST_GIANTS + CONES_MOST_WALLS,
    CONES_SIDES = 3, /* of one cone, at most */
    CONES_ROUNDS = 2
};

/* The first field of the parameters of every model of the family; the rows are CONES_ROWS. */
typedef struct cones_params {
    int64_t neighbours;
    wend_column neighbour_distance; /* m */
    wend_column horizon;            /* s; INFINITY allowed: cones without a front */
    wend_column wall_horizon;       /* s */
} cones_params;

/* What is the same for all agents of a call. */
typedef struct cones_call {
    const wend_view *view;
    const wend_agents *agents;
    const cones_params *params;
    cones_rule rule;
    cones_side side;
} cones_call;

/* The velocity obstacles of one agent, the most important first: walls, then neighbours, nearest
 * first, then giants. */
typedef struct agent_cones {
    uint32_t count, wall_count;
    bool crowded; /* someone who could touch it before it chooses again is not among them */
    velocity_set sets[CONES_MOST];
    velocity_side sides[CONES_MOST * CONES_SIDES];
    velocity_round rounds[CONES_MOST * CONES_ROUNDS];
} agent_cones;

/* Finds them for body `index`, who would like to walk at `preferred`. */
void cones_find(const cones_call *call, uint32_t index, wend_vec2 preferred, agent_cones *out);

/* Marks them. */
void cones_explain(const agent_cones *cones, wend_sketch *sketch);

#endif
