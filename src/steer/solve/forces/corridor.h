/* steer/solve/forces/corridor.h: the forces on a character in a corridor; see corridor_force.c. */
#ifndef STEER_SOLVE_FORCES_CORRIDOR_H
#define STEER_SOLVE_FORCES_CORRIDOR_H

#include <wend/model.h>

/* Forces that grow without bound as a gap closes are limited to their value at this gap, m. */
#define FORCE_LEAST_GAP 0.01F

/* Another character. */
typedef struct force_other {
    wend_vec2 position;
    float radius;
    wend_vec2 side; /* unit vector from it to the character if both walk; else zero */
    float nearest;  /* m: the least distance in this step, along `side` or in any direction */
    float distance; /* at the start of the step, m */
    bool repels;    /* it is an obstacle O_i; else only overlap with it is avoided */
    bool yields;    /* it steps back first if both stall: it has the higher key */
} force_other;

/* Everything that acts on a character during a step. */
typedef struct force_scene {
    const wend_route *route; /* the route with the corridor */
    uint32_t layer;
    wend_vec2 attraction; /* alpha */
    float clearance;      /* R at alpha; 0 if not known */
    float radius;         /* r */
    float speed;          /* preferred, m/s */
    float relaxation;     /* tau, s */
    float strength;       /* c_s, m/s2 */
    float full_distance;  /* m: c_s grows up to this distance; 0 if it is fixed */
    float safe_distance;  /* d_safe, m */
    float most;           /* the largest acceleration, m/s2 */
    bool improved;        /* F_s and F_b instead of F_a */
    bool stops;           /* at alpha */
    wend_vec2 push;       /* force out of a local minimum, m/s2 */
    const force_other *others;
    uint32_t other_count;
} force_scene;

/* The forces at a point, for a mass of 1: m/s2. */
typedef struct force_parts {
    wend_vec2 attraction_force; /* F_a or F_s */
    wend_vec2 boundary_force;   /* F_b */
    wend_vec2 obstacle_force;   /* F_obs */
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

/* Returns the forces at x; `cursor` is that of wend_route_bound. */
force_parts forces_at(const force_scene *scene, wend_vec2 x, wend_vec2 velocity, uint32_t *cursor);

/* Returns the sum of the forces, no larger than `most`. */
wend_vec2 forces_sum(const force_parts *parts, float most);

/* Returns the unit vector from the boundary into the corridor at x. */
wend_vec2 force_inward(const wend_corridor_bound *nearest, wend_vec2 x, wend_vec2 attraction);

#endif
