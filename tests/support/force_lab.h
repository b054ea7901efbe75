/* A world in which a test reads the forces on one agent: the agent and its neighbours have exactly
 * the positions and velocities that the test sets, up to the rounding of coordinates. */
#ifndef SUPPORT_FORCE_LAB_H
#define SUPPORT_FORCE_LAB_H

#include <wend/explain.h>

#include "support/worlds.h"

typedef struct force_lab {
    wend_world *world;
    wend_profile others; /* agents that keep their velocity */
    wend_agent agent;    /* the agent whose forces are read */
} force_lab;

/* An agent: position (m), velocity (m/s), radius (m). */
typedef struct force_body {
    wend_point position, velocity;
    double radius;
} force_body;

/* Makes a world on a space, takes over the reference to it, and adds the agent. It prefers
 * `preferred_speed` m/s (0: it stands) in the direction `angle` (rad). */
force_lab force_lab_make(wend_space *space, const char *steer, const wend_setting *settings,
                         uint32_t setting_count, force_body body, double preferred_speed,
                         double angle);
void force_lab_add(const force_lab *lab, force_body body);

/* Returns the sum of the forces (m/s^2) on the agent with a label, or of all of them if it is NULL.
 * Call it once for a lab, after all bodies were added. */
wend_vec2 force_lab_read(const force_lab *lab, const char *label);

/* Makes a lab, reads one force and destroys the lab. `other` is a neighbour, or NULL. */
wend_vec2 force_lab_once(wend_space *space, const char *steer, const wend_setting *settings,
                         uint32_t setting_count, force_body body, const force_body *other,
                         double angle, const char *label);

/* Fails the test unless a vector is as expected, up to `share` of its expected length. */
void force_lab_check(wend_vec2 found, double x, double y, double share);

#endif
