/* steer/solve/goals/arc.h: the preferred velocities of an agent with a goal wider than a point. */
#ifndef STEER_SOLVE_GOALS_ARC_H
#define STEER_SOLVE_GOALS_ARC_H

#include <wend/model.h>

#include "steer/solve/goals/portal.h"
#include "steer/solve/goals/preferred.h"
#include "steer/solve/programs/direction.h"

/* How wide arcs may be and should be; shared by all agents of a call. */
typedef struct goal_arc_rules {
    float half_cosine;    /* cosine of half the largest angle */
    float absolute_error; /* m/s: if not negative, the largest angle is derived from this error */
    float detour;         /* Delta, in m */
    float expand, slope;  /* cosine of half the expansion angle at distance d: expand + slope * d */
} goal_arc_rules;

/* Returns rules with a limit on the angle of an arc (`half_cosine`, `absolute_error`) and with a
 * permitted detour. A path that first runs for `detour` metres (Delta) at the expansion angle, and
 * then straight to the goal, is `deviation` (gamma) times as long as the straight line. If `detour`
 * is 0, arcs are not expanded. */
goal_arc_rules goal_arc_rules_of(float half_cosine, float absolute_error, double detour,
                                 double deviation);

/* The velocities that an intent asks for. */
typedef struct goal_arc {
    bool wide; /* false: the goal appears as a point, and only `preferred_velocity` counts */
    direction_arc arc; /* if wide: the directions to the goal */
    float bias;  /* if wide: position of the chord's preferred point, 0 at the left end, 1 at the
                    right end */
    float speed; /* m/s, at most the maximum speed */
    wend_vec2 preferred_velocity; /* m/s; if wide: the preferred point of the chord */
    bool narrowed;                /* true: the arc is only a part of the visible arc */
    direction_arc seen;           /* if narrowed: the whole visible arc */
    wend_vec2
        toward; /* if narrowed: vector to the preferred point, in m; only its direction counts */
} goal_arc;

/* The speed of an arc is at most this fraction of the maximum speed. */
#define GOAL_ARC_INSIDE 0.999999F

/* Returns the preferred velocities of an agent at `position`. There is only one such velocity if
 * its goal appears as a point (see portal.h). */
goal_arc goal_arc_of(const goal_arc_rules *rules, const wend_intent *intent, wend_vec2 position,
                     float max_speed, float steer_interval);

/* Returns another part of the visible arc, with the same angle. The visible arc is contracted about
 * the direction `toward`, which must be visible, and which becomes the preferred direction. `goal`
 * must be narrowed. */
goal_arc goal_arc_about(const goal_arc_rules *rules, const goal_arc *goal, wend_vec2 toward);

/* Returns the same arc turned slightly to the right, for an agent that cannot have its preferred
 * velocity. */
goal_arc goal_arc_turned(symmetry_turn turn, goal_arc goal);

/* Adds the region of the arc, and the preferred velocity of body `index`, to the sketch. */
void goal_arc_explain(const wend_view *view, uint32_t index, const goal_arc *goal,
                      const wend_intent *intent, wend_sketch *sketch);

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Returns the cosine of half the smallest angle that a portal at `distance` must subtend (Eq. 9).
 */
float goal_arc_expansion(const goal_arc_rules *rules, float distance);
/* Returns the cosine of half the largest angle at a speed (Eqs 4 and 5). */
float goal_arc_limit(const goal_arc_rules *rules, float speed);
/* Resizes an arc so that the cosine of its half angle is `half_cosine`. To become wider, the arc
 * grows equally at both ends. To become narrower, it loses an angle that is split between its ends
 * in proportion to their angles to `toward` (Eqs 6 and 7). If `toward` lies outside the arc, the
 * end that is nearer to `toward` loses nothing. */
direction_arc direction_arc_resized(direction_arc arc, wend_vec2 toward, float half_cosine);

#endif
