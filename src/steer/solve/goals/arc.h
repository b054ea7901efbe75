/* steer/solve/goals/arc.h: the preferred velocities of an agent whose goal is wider than a point.
 */
#ifndef STEER_SOLVE_GOALS_ARC_H
#define STEER_SOLVE_GOALS_ARC_H

#include <wend/model.h>

#include "steer/solve/goals/portal.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/programs/direction.h"

/* How wide arcs may and should be: the same for all agents of a call. */
typedef struct goal_arc_rules {
    float half_cosine;    /* of half the largest angle */
    float absolute_error; /* m/s: instead, the largest angle for that error; negative: none */
    float detour;         /* Delta, m */
    float expand, slope;  /* half the angle of expansion at distance d has the cosine
                             expand + slope d */
} goal_arc_rules;

/* The rules for a detour by the factor `deviation` (gamma) over `detour` metres, and a largest
 * angle; no expansion if `detour` is 0. */
goal_arc_rules goal_arc_rules_of(float half_cosine, float absolute_error, double detour,
                                 double deviation);

/* The velocities that an intent asks for. */
typedef struct goal_arc {
    bool wide;          /* false: a point, `wish` alone */
    direction_arc arc;  /* if wide */
    float bias;         /* if wide: the preferred place on the chord, 0 at the left end, 1 at the
                           right one */
    float speed;        /* m/s, within the top speed */
    wend_vec2 wish;     /* m/s; if wide: on the chord, at its preferred place */
    bool narrowed;      /* the arc is a part of what is seen */
    direction_arc seen; /* if narrowed: all of that */
    wend_vec2 toward;   /* if narrowed: along the ray to the preferred place, m */
} goal_arc;

/* The share of the top speed within which arcs stay. */
#define GOAL_ARC_INSIDE 0.999999F

goal_arc goal_arc_of(const goal_arc_rules *rules, const wend_intent *intent, wend_vec2 position,
                     float max_speed, float hold);

/* Another part of what is seen, of the same angle, contracted about a direction in it, which is the
 * preferred one; `goal` is narrowed. */
goal_arc goal_arc_about(const goal_arc_rules *rules, const goal_arc *goal, wend_vec2 toward);

/* The same arc, a little to the right: the wish of who cannot have its wish. */
goal_arc goal_arc_turned(wish_turn turn, goal_arc goal);

/* Marks the region that it comes from, and the preferred velocity of body `index`. */
void goal_arc_explain(const wend_view *view, uint32_t index, const goal_arc *goal,
                      const wend_intent *intent, wend_sketch *sketch);

/* ---- Its steps ------------------------------------------------------------------------------- */

/* The cosine of half the angle by which a portal at `distance` is to appear at least (Eq. 9). */
float goal_arc_expansion(const goal_arc_rules *rules, float distance);
/* The cosine of half the largest angle at a speed (Eqs 4 and 5). */
float goal_arc_limit(const goal_arc_rules *rules, float speed);
/* An arc whose half angle has this cosine: if that is wider, by as much at both ends; if narrower,
 * a part of the old one: what it loses is split between its ends in proportion to their angles to
 * `toward` (Eqs 6 and 7); the nearer end loses nothing if that lies outside. */
direction_arc direction_arc_resized(direction_arc arc, wend_vec2 toward, float half_cosine);
#endif
