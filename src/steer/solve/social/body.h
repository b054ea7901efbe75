/* steer/solve/social/body.h: body force and sliding friction of bodies that touch (Helbing, Farkas
 * and Vicsek 2000). */
#ifndef STEER_SOLVE_SOCIAL_BODY_H
#define STEER_SOLVE_SOCIAL_BODY_H

#include "steer/solve/social/scene.h"

/* What bodies are made of. */
typedef struct social_body {
    float stiffness; /* k / m, in 1/s^2 */
    float friction;  /* kappa / m, in 1/(m s) */
} social_body;

/* Adds k g n + kappa g ((v_j - v_i) . t) t if the bodies overlap by g. */
static inline void social_touch(social_scene *scene, uint32_t other, const social_pair *pair,
                                const social_moment *now, social_body body, social_sum *sum) {
    if (pair->gap < 0.0F) {
        social_push_both(scene, other, sum, vec_scale(pair->normal, body.stiffness * -pair->gap));
        social_grip(scene, other, now, sum, pair->normal, body.friction * -pair->gap);
    }
}

/* Adds the same for a wall, which moves with its own velocity. */
static inline void social_touch_wall(const social_scene *scene, const social_contact *contact,
                                     const social_moment *now, social_body body, social_sum *sum) {
    float depth = scene->radius - contact->distance;
    if (depth > 0.0F) {
        social_push_wall(scene, contact, sum, vec_scale(contact->normal, body.stiffness * depth));
        social_grip_wall(scene, contact, now, sum, body.friction * depth);
    }
}

#endif
