/* Velocity obstacles by their definition, in double precision: an independent check of the sets
 * that steer/solve/programs/velocity_set.h, cones.h and goal_set.h describe by their boundary.
 *
 * A velocity v lies in the set of a body B if an agent that keeps v for some time s within a time
 * window reaches B (Fiorini and Shiller 1998; Snape and Manocha, section 4.6):
 *
 *     exists s in [t1, t2]: s * (v - apex) in B,   that is,
 *     exists k in [1/t2, 1/t1]: v - apex in k * B
 *
 * B is a point, segment or convex polygon, relative to the agent, with a radius around it. Each of
 * its pieces (corners, edges, the interior) gives a quadratic inequality or some linear
 * inequalities in k, so the answer has a closed form. */
#ifndef TESTS_SUPPORT_VELOCITY_ORACLE_H
#define TESTS_SUPPORT_VELOCITY_ORACLE_H

#include <wend/world.h>

#include "steer/solve/programs/velocity_set.h"

typedef struct oracle_vec {
    double x, y;
} oracle_vec;

/* Rounds a number to single precision. (gcc 12 would optimise a pair of such conversions away.) */
double oracle_rounded(double x);
oracle_vec oracle_rounded_vec(double x, double y);

typedef struct oracle_cone {
    oracle_vec apex;
    oracle_vec points[WEND_MAX_POLYGON]; /* counter-clockwise */
    uint32_t count; /* number of points; 0: the half-plane on the left of the line apex + t *
                       points[0] */
    double radius;
    double low, high; /* scale factors: 1 / latest time, 1 / earliest time; INFINITY for time 0 */
} oracle_cone;

/* True if v lies within `slack` m/s of the set of a body that is `grown` metres larger. If both are
 * 0, tests whether v lies in the set itself. Neither may be negative. */
bool oracle_meets(const oracle_cone *cone, oracle_vec v, double grown, double slack);

/* True if v lies well inside the set: v stays in the set when the body moves by `grown` metres and
 * v changes by `slack` m/s at the same time. Tries 16 directions, which is enough for a convex set.
 */
bool oracle_surely_in(const oracle_cone *cone, oracle_vec v, double grown, double slack);

/* Returns the distance from v to the set in m/s, found by bisection; at most 1e5. */
double oracle_distance(const oracle_cone *cone, oracle_vec v);

/* Finds a point on the boundary that the pieces of a set describe. By the definition of the set, it
 * must be a boundary point too. Points are numbered, three for each piece; points at infinity are
 * replaced by points at `far` m/s. Returns false if there are no more points. */
bool oracle_boundary_point(const velocity_set *set, uint32_t number, double far, oracle_vec *out);

enum {
    ORACLE_SIDES = 2 * WEND_MAX_POLYGON + 6,
    ORACLE_ROUNDS = 3 * WEND_MAX_POLYGON + 6 /* arcs of more than half a turn count twice */
};

typedef struct oracle_boundary {
    velocity_set set;
    velocity_side sides[ORACLE_SIDES];
    velocity_arc arcs[ORACLE_ROUNDS];
} oracle_boundary;

/* Finds the boundary of a set from the angles of its normals. Normals that face the apex belong to
 * the body scaled by `low`, the others to the body scaled by `high`, with legs between them. The
 * result contains pointers into itself. */
void oracle_find_boundary(const oracle_cone *cone, oracle_boundary *out);

#endif
