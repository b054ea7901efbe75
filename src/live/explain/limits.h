/* Finds what keeps an agent from its preferred velocity, from the marks of its explanation. */
#ifndef LIVE_EXPLAIN_LIMITS_H
#define LIVE_EXPLAIN_LIMITS_H

#include <wend/explain.h>

/* Where something is, as seen by an agent that looks in the direction of its preferred velocity. */
typedef enum limits_side {
    LIMITS_AHEAD,
    LIMITS_LEFT,
    LIMITS_RIGHT,
    LIMITS_BEHIND,
    LIMITS_SIDE_COUNT
} limits_side;

enum { LIMITS_MOST_AGENTS = 8 /* that are remembered on each side */ };

/* What limits an agent, by side. */
typedef struct limits {
    wend_vec2 preferred, chosen;                            /* m/s; NAN if no mark has it */
    uint64_t agents[LIMITS_SIDE_COUNT][LIMITS_MOST_AGENTS]; /* keys, in the order of the marks */
    uint32_t agent_count[LIMITS_SIDE_COUNT];                /* may exceed LIMITS_MOST_AGENTS */
    bool walls[LIMITS_SIDE_COUNT], obstacles[LIMITS_SIDE_COUNT];
    uint32_t count; /* of all agents and sides with walls or obstacles */
} limits;

/* A half-plane, cone or set of forbidden velocities limits the agent if the preferred velocity is
 * forbidden by it, or if the chosen one lies on its boundary. A force does if it is one of the
 * strongest, of at least a third of the strongest. `heading` (rad) counts if the preferred velocity
 * is unknown or zero. */
void limits_find(const wend_view *view, wend_vec2 position, double heading, const wend_mark *marks,
                 uint32_t count, limits *out);

#endif
