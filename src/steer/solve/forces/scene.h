/* steer/solve/forces/scene.h: what acts on a character that forces move; see corridor_force.c. */
#ifndef STEER_SOLVE_FORCES_SCENE_H
#define STEER_SOLVE_FORCES_SCENE_H

#include <wend/model.h>

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

enum { FORCE_MOST_WALLS = 64 };

/* The walls around a character, nearest first; farther ones are ignored if there are too many. */
typedef struct force_walls {
    wend_wall_hit items[FORCE_MOST_WALLS];
    uint32_t count;
} force_walls;

/* Everything that acts on a character during a step. */
typedef struct force_scene {
    const wend_route *route;  /* the route that contains the corridor */
    const force_walls *walls; /* the boundary, instead of that of the corridor; NULL: none */
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
    bool reciprocal; /* true: half-planes avoid the others (avoid.c); they exert no forces */
    bool euler;      /* true: Euler integration instead of velocity Verlet */
    wend_vec2 drift; /* velocity of alpha if the character stops there, in m/s */
    wend_vec2 push;  /* force that leads out of a local minimum, in m/s2 */
    const force_other *others;
    uint32_t other_count;
} force_scene;

#endif
