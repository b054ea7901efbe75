/* steer/solve/planes/right.h: right of way between agents of unequal priority.
 *
 * S. Curtis, D. Manocha, "Pedestrian simulation using geometric reasoning in velocity space"
 * (2012), gives an agent with more right of way a smaller share of the vector u of a pair
 * (agent.h), and the other agent the rest. With p and q the priority values of the agent and its
 * neighbour,
 *
 *     R = min(1, k |p - q|),    share = 1/2 + R/2 if p > q,    1/2 - R/2 if p < q
 *
 * Lower values go first, as everywhere in wend. Both shares add up to 1, so the pair avoids each
 * other as before. The share is 1/2 for both in spite of R if u leads towards the other agent.
 *
 *     symbol   here
 *     R        yield: R if p > q, otherwise -R
 *     k        right_rules.of_way, per unit of priority
 *
 * With `expects`, both of a pair expect that the agent that goes first changes its velocity towards
 * its preferred one, by the fraction R, but at most by RIGHT_MOST_CHANGE. That is its preferred
 * velocity of an earlier step (wend_view_last_intent), which both know, so they agree on u.
 *
 * Departures:
 * - An agent takes its full share towards neighbours that do not avoid others.
 * - Only agents that walk have right of way. An agent that stands at its goal would not clear the
 *   way for another, and both would stand in front of each other forever.
 * - Neighbours whose model ignores priority take half of u, as before: an agent that goes first
 *   then avoids them too little, and core planes (core.c) limit the overlap.
 *
 * Cost: O(1) per neighbour, and nothing in worlds in which no agent has a priority. */
#ifndef STEER_SOLVE_PLANES_RIGHT_H
#define STEER_SOLVE_PLANES_RIGHT_H

#include <wend/model.h>

#include "geom/vec.h"
#include "step/internals.h"

/* m/s: the largest change of velocity that a pair expects. As in Menge (PedVO), not published. */
#define RIGHT_MOST_CHANGE 0.1F

/* Flags of bodies that take no part in right of way. */
enum { RIGHT_EXEMPT = WEND_BODY_ONE_SIDED | WEND_BODY_STANDS };

/* How much right of way agents give; shared by all agents of a call. */
typedef struct right_rules {
    float of_way; /* per unit of priority; 0: all agents have equal rights */
    bool expects; /* true: agents expect changes of velocity */
} right_rules;

/* A pair of agents with the velocities that both of them expect. */
typedef struct right_pair {
    wend_body self, other;
    float yield; /* how much the agent yields: 1 fully, 0 equal rights, -1 the other agent does */
} right_pair;

/* Returns the rules for a parameter. They are off if no agent of the world has had a priority. */
static inline right_rules right_rules_of(const wend_view *view, double of_way, bool expects) {
    bool has_priorities = view->internals->cold->attributes[ATTRIBUTE_PRIORITY] != NULL;
    return (right_rules){has_priorities ? (float)of_way : 0.0F, expects};
}

/* Returns `yield` for two priority values. */
static inline float right_yield(float of_way, double own, double other) {
    double yield = (double)of_way * (own - other);
    yield = yield > -1.0 ? yield : -1.0;
    return (float)(yield < 1.0 ? yield : 1.0);
}

/* Returns the velocity that a body is expected to have, given the fraction R. */
static inline wend_vec2 right_expected(wend_vec2 velocity, wend_vec2 preferred, float fraction) {
    wend_vec2 change = vec_scale(vec_sub(preferred, velocity), fraction);
    return vec_add(velocity, vec_shortened(change, RIGHT_MOST_CHANGE));
}

static inline void right_expect(const cold_store *cold, float fraction, wend_body *body) {
    if (cold->intents && cold->intents[body->slot].speed >= 0.0F) {
        wend_vec2 preferred = cold->intents[body->slot].preferred_velocity;
        body->velocity = right_expected(body->velocity, preferred, fraction);
    }
}

/* Returns how much one body yields to another, and the velocities that both expect. */
static inline right_pair right_of_pair(const wend_view *view, const right_rules *rules,
                                       const wend_body *self, const wend_body *other) {
    const cold_store *cold = view->internals->cold;
    right_pair pair = {.self = *self, .other = *other};
    if ((wend_body_flags(self) | wend_body_flags(other)) & RIGHT_EXEMPT) {
        return pair;
    }
    pair.yield = right_yield(rules->of_way, (double)store_priority(cold, self->slot),
                             (double)store_priority(cold, other->slot));
    if (rules->expects && pair.yield > 0.0F) {
        right_expect(cold, pair.yield, &pair.other);
    } else if (rules->expects && pair.yield < 0.0F) {
        right_expect(cold, -pair.yield, &pair.self);
    }
    return pair;
}

#endif
