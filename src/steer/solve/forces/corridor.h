/* steer/solve/forces/corridor.h: the forces on a character in a corridor; see corridor_force.c. */
#ifndef STEER_SOLVE_FORCES_CORRIDOR_H
#define STEER_SOLVE_FORCES_CORRIDOR_H

#include <wend/model.h>

/* m: forces that grow without bound as a gap closes are those of this gap at the most. */
#define FORCE_LEAST_GAP 0.01F

/* Another character. */
typedef struct force_other {
    wend_vec2 position;
    float radius;
    wend_vec2 side; /* unit vector from it to the character, if it walks, too; else zero */
    float nearest;  /* m: how near it may be come to in this step: along `side`, or from anywhere */
    float distance; /* m: at the start of the step */
    bool repels;    /* it is an obstacle O_i; else it only must not be overlapped */
    bool yields;    /* it makes room first if both stall: it has the higher key */
} force_other;

/* All that acts on a character during a step. */
typedef struct force_scene {
    const wend_route *route; /* whose corridor it is in */
    uint32_t layer;
    wend_vec2 attraction; /* alpha */
    float clearance;      /* R at alpha; 0: not known */
    float radius;         /* r */
    float speed;          /* preferred, m/s */
    float relaxation;     /* tau, s */
    float strength;       /* c_s, m/s2 */
    float full_distance;  /* m: c_s grows up to this distance; 0: it is fixed */
    float safe_distance;  /* d_safe, m */
    float most;           /* m/s2: the largest acceleration */
    bool improved;        /* F_s and F_b in place of F_a */
    bool stops;           /* at alpha */
    wend_vec2 push;       /* m/s2: out of a local minimum */
    const force_other *others;
    uint32_t other_count;
} force_scene;

/* The forces at a place, for a mass of 1: m/s2. */
typedef struct force_parts {
    wend_vec2 drawn;    /* F_a or F_s */
    wend_vec2 bound;    /* F_b */
    wend_vec2 repelled; /* F_obs */
    wend_vec2 push;
    wend_vec2 damping;
    wend_corridor_bound nearest; /* cp(x) */
} force_parts;

/* f of F_a at a distance d from the attraction point. */
float force_attraction(float clearance, float radius, float distance);
/* c_b at a distance d_b from the boundary. */
float force_boundary(float safe_distance, float radius, float distance);
/* c_obs of an obstacle at a distance d_i. */
float force_obstacle(float distance, float other_radius, float radius);

/* `cursor` is that of wend_route_bound. */
force_parts forces_at(const force_scene *scene, wend_vec2 x, wend_vec2 velocity, uint32_t *cursor);

/* Their sum, no larger than `most`. */
wend_vec2 forces_sum(const force_parts *parts, float most);

/* The unit vector from the boundary into the corridor at x. */
wend_vec2 force_inward(const wend_corridor_bound *nearest, wend_vec2 x, wend_vec2 attraction);

#endif
