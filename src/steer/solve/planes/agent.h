/* steer/solve/planes/agent.h: the half-plane of one agent with respect to another.
 *
 * Computes the half-plane of optimal reciprocal collision avoidance for a pair (van den Berg, Guy,
 * Lin and Manocha, "Reciprocal n-body collision avoidance", 2011, section 4). The velocity obstacle
 * is a cone truncated by a disc. The vector u is the smallest change of the relative velocity that
 * leaves the obstacle, n is its direction, and the agent makes a share of this change.
 *
 *     symbol   here                symbol   here
 *     p        apart               r        radius (sum of both)
 *     v        relative            tau      1 / rate
 *     w        from_disc           n, u     normal, change = u . n
 *
 * If the agents' discs overlap, they must be apart after the step. In this case, tau is the time
 * for which a velocity is kept, and the velocity obstacle is only the disc, without the cone. Cost:
 * two square roots and three divisions. */
#ifndef STEER_SOLVE_PLANES_AGENT_H
#define STEER_SOLVE_PLANES_AGENT_H

#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/programs/program.h"

/* 1 / tau, and 1 / h, where h is the time for which a velocity is kept. */
typedef struct plane_rates {
    float horizon, step; /* 1/s */
} plane_rates;

/* Returns the direction of u if w is zero, so that every direction leaves the disc equally fast:
 * away from the other agent. `first` decides if there is no distance between them. */
static inline wend_vec2 agent_plane_away(wend_vec2 apart, float distance_squared, bool first) {
    if (!(distance_squared > 0.0F)) {
        return (wend_vec2){first ? 1.0F : -1.0F, 0.0F};
    }
    float distance = sqrtf(distance_squared);
    return (wend_vec2){-apart.x / distance, -apart.y / distance};
}

/* Returns the share of an agent that yields to another, or not: see right.h. The share is 0.5 if
 * both avoid each other equally, and 1 if the other does not avoid this agent. */
static inline float agent_share(const wend_body *other, float yield) {
    return wend_body_flags(other) & WEND_BODY_ONE_SIDED ? 1.0F : 0.5F + 0.5F * yield;
}

/* Returns the half-plane of a pair. `first` decides the direction if both have the same position
 * and velocity: it is true for the agent with the lower key. `yield` says how much the agent yields
 * to the other: see right.h; 0 if they have equal rights. */
static inline velocity_plane agent_plane(const wend_body *self, const wend_body *other,
                                         plane_rates rates, float yield, bool first) {
    wend_vec2 apart = vec_sub(other->position, self->position);
    wend_vec2 relative = vec_sub(self->velocity, other->velocity);
    float radius = self->radius + other->radius;
    float distance_squared = vec_length_squared(apart), radius_squared = radius * radius;
    bool overlap = distance_squared <= radius_squared;
    float rate = overlap ? rates.step : rates.horizon;
    wend_vec2 from_disc = vec_sub(relative, vec_scale(apart, rate));
    float from_squared = vec_length_squared(from_disc), along = vec_dot(from_disc, apart);
    wend_vec2 normal;
    float change;
    if (overlap || (along < 0.0F && along * along > radius_squared * from_squared)) {
        float length = sqrtf(from_squared);
        normal = (wend_vec2){from_disc.x / length, from_disc.y / length};
        if (!(length > 0.0F)) {
            normal = agent_plane_away(apart, distance_squared, first);
        }
        change = radius * rate - length;
    } else {
        float leg = sqrtf(distance_squared - radius_squared);
        float side = vec_cross(apart, from_disc) > 0.0F ? 1.0F : -1.0F;
        /* The normal is perpendicular to the leg, and points out of the velocity obstacle. */
        normal.x = (-side * (apart.y * leg) - apart.x * radius) / distance_squared;
        normal.y = (side * (apart.x * leg) - apart.y * radius) / distance_squared;
        change = -vec_dot(normal, relative);
    }
    float share = agent_share(other, yield);
    if (yield != 0.0F && !overlap && change * vec_dot(normal, apart) > 0.0F) {
        share = 0.5F; /* u leads towards the other agent: see right.h */
    }
    return (velocity_plane){normal, vec_dot(normal, self->velocity) + share * change};
}

#endif
