/* steer/solve/forces/corridor.h: the forces on a character in a corridor; see corridor_force.c. */
#ifndef STEER_SOLVE_FORCES_CORRIDOR_H
#define STEER_SOLVE_FORCES_CORRIDOR_H

#include <wend/model.h>

/* m: forces that grow without bound as a gap closes are limited to their value at this gap. */
#define FORCE_LEAST_GAP 0.01F

/* Another character near the one that is steered. */
typedef struct force_other {
    wend_vec2 position;
    float radius;
    wend_vec2 side; /* unit vector from the other to this character if the other walks, else 0 */
    float nearest;  /* m: smallest allowed distance in this step (along `side`, if not zero) */
    float distance; /* m: distance at the start of the step */
    bool repels;    /* true: the other is an obstacle O_i; false: only overlap is avoided */
    bool yields;    /* true: the other has the higher key: it steps back first if both stall */
} force_other;

/* Everything that acts on a character during a step. */
typedef struct force_scene {
    const wend_route *route; /* the route that contains the corridor */
    uint32_t layer;
    wend_vec2 attraction; /* alpha, the attraction point */
    float clearance;      /* R at alpha, in m; 0 if not known */
    float radius;         /* r, in m */
    float speed;          /* preferred speed, in m/s */
    float relaxation;     /* tau, in s */
    float strength;       /* c_s, in m/s2 */
    float full_distance;  /* m: c_s grows linearly up to this distance; 0: c_s is constant */
    float safe_distance;  /* d_safe, in m */
    float boundary_factor, obstacle_factor; /* factors of F_b and F_obs */
    float most;                             /* the largest acceleration, in m/s2 */
    bool improved;                          /* true: F_s and F_b instead of F_a */
    bool stops;                             /* true: the character stops at alpha */
    bool euler;                             /* true: Euler integration instead of velocity Verlet */
    wend_vec2 drift; /* velocity of alpha if the character stops there, in m/s */
    wend_vec2 push;  /* force that leads out of a local minimum, in m/s2 */
    const force_other *others;
    uint32_t other_count;
} force_scene;

/* The forces at a point, for a mass of 1, in m/s2. */
typedef struct force_parts {
    wend_vec2 attraction_force; /* F_a or F_s */
    wend_vec2 boundary_force;   /* F_b */
    wend_vec2 obstacle_force;   /* F_obs */
    wend_vec2 push;
    wend_vec2 damping;
    wend_corridor_bound nearest; /* the point cp(x) */
} force_parts;

/* Returns the magnitude f of the force F_a at distance d from the attraction point. */
float force_attraction(float clearance, float radius, float distance);
/* Returns the magnitude c_b of the force F_b at distance d_b from the boundary. */
float force_boundary(float safe_distance, float radius, float distance);
/* Returns the magnitude c_obs of the force of an obstacle at distance d_i. */
float force_obstacle(float distance, float other_radius, float radius);

/* Returns the forces at x. `cursor` is the cursor that wend_route_bound uses. */
force_parts forces_at(const force_scene *scene, wend_vec2 x, wend_vec2 velocity, uint32_t *cursor);

/* Returns the sum of the forces, shortened to at most `most`. */
wend_vec2 forces_sum(const force_parts *parts, float most);

/* Returns the unit vector from the boundary into the corridor at x. */
wend_vec2 force_inward(const wend_corridor_bound *nearest, wend_vec2 x, wend_vec2 attraction);

#endif
