/* Velocity obstacles by their definition, in double precision: an independent check of the sets
 * that steer/solve/programs/velocity_set.h, cones.h and goal_set.h describe by their boundary.
 *
 * A velocity v lies in the set of a body B if, kept for some time s of a window, it leads into B
 * (Fiorini and Shiller 1998; Snape and Manocha, section 4.6):
 *
 *     exists s in [t1, t2]: s (v - apex) in B,   that is   exists k in [1/t2, 1/t1]: v - apex in kB
 *
 * B is a point, segment or convex polygon, relative to the agent, with a radius around it. Each of
 * its pieces (corners, edges, the interior) gives a quadratic inequality or some linear
 * inequalities of k, so the answer has a closed form. */
#ifndef TESTS_SUPPORT_VELOCITY_ORACLE_H
#define TESTS_SUPPORT_VELOCITY_ORACLE_H

#include <wend/world.h>

#include "steer/solve/programs/velocity_set.h"

typedef struct oracle_vec {
    double x, y;
} oracle_vec;

/* Rounds a number to single precision. (gcc 12 folds a pair of such conversions to none.) */
double oracle_rounded(double x);
oracle_vec oracle_rounded_vec(double x, double y);

typedef struct oracle_cone {
    oracle_vec apex;
    oracle_vec points[WEND_MAX_POLYGON]; /* counter-clockwise */
    uint32_t count;                      /* 0: the half-plane left of apex + t points[0] */
    double radius;
    double low, high; /* factors: 1 / latest, 1 / earliest; INFINITY for 0 */
} oracle_cone;

/* True if v lies in the set, or within `slack` m/s of the set of a body that is `grown` metres
 * larger (neither negative). */
bool oracle_meets(const oracle_cone *cone, oracle_vec v, double grown, double slack);

/* True if v lies in the set even if the body moves by `grown` metres and v by `slack` m/s at once
 * (16 directions, which is enough for a convex set). */
bool oracle_surely_in(const oracle_cone *cone, oracle_vec v, double grown, double slack);

/* Returns the distance from v to the set in m/s, by bisection, up to 1e5. */
double oracle_distance(const oracle_cone *cone, oracle_vec v);

/* Finds a point on the boundary that a set has by its pieces; it must be a boundary point by
 * definition too. Points are numbered, three for each piece; points at infinity are cut to `far`
 * m/s. Returns false if there are no more. */
bool oracle_boundary_point(const velocity_set *set, uint32_t number, double far, oracle_vec *out);

enum {
    ORACLE_SIDES = 2 * WEND_MAX_POLYGON + 6,
    ORACLE_ROUNDS = 3 * WEND_MAX_POLYGON + 6 /* arcs beyond half a turn count twice */
};

typedef struct oracle_boundary {
    velocity_set set;
    velocity_side sides[ORACLE_SIDES];
    velocity_arc arcs[ORACLE_ROUNDS];
} oracle_boundary;

/* Finds the boundary of a set from the angles of its normals: normals that face the apex belong to
 * the body times `low`, the others to the body times `high`, with a leg between them. The result
 * points into itself. */
void oracle_find_boundary(const oracle_cone *cone, oracle_boundary *out);

#endif
