/* steer/solve/forces/corridor.h: the forces on a character in a corridor; see corridor_force.c. */
#ifndef STEER_SOLVE_FORCES_CORRIDOR_H
#define STEER_SOLVE_FORCES_CORRIDOR_H

#include "steer/solve/forces/scene.h"

/* m: forces that grow without bound as a gap closes are limited to their value at this gap. */
#define FORCE_LEAST_GAP 0.01F

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

/* Returns the forces at x. `cursor` is the cursor that force_bound uses. */
force_parts forces_at(const force_scene *scene, wend_vec2 x, wend_vec2 velocity, uint32_t *cursor);

/* Returns the sum of the forces, shortened to at most `most`. */
wend_vec2 forces_sum(const force_parts *parts, float most);

/* Returns the unit vector from the boundary into the corridor at x. */
wend_vec2 force_inward(const wend_corridor_bound *nearest, wend_vec2 x, wend_vec2 attraction);

#endif
