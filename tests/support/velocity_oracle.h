/* Velocity obstacles by their definition, in double precision: a second way to all that
 * steer/solve/programs/velocity_set.h, cones.h and goal_set.h describe by their boundary.
 *
 * A velocity v lies in the set of a body B if, held for some time s of a window, it leads there
 * (Fiorini and Shiller 1998; Snape and Manocha, section 4.6):
 *
 *     exists s in [t1, t2]: s (v - apex) in B,   that is   exists k in [1/t2, 1/t1]: v - apex in kB
 *
 * B is a point, segment or convex polygon, as seen from the agent, with a radius around it. Each of
 * its pieces (corners, edges, the inside) asks for a quadratic or some linear inequalities of k, so
 * the answer is a closed form. */
#ifndef TESTS_SUPPORT_VELOCITY_ORACLE_H
#define TESTS_SUPPORT_VELOCITY_ORACLE_H

#include <wend/world.h>

#include "steer/solve/programs/velocity_set.h"

typedef struct oracle_vec {
    double x, y;
} oracle_vec;

/* What single precision makes of numbers. (gcc 12 folds a pair of such conversions to none.) */
double oracle_rounded(double x);
oracle_vec oracle_rounded_vec(double x, double y);

typedef struct oracle_cone {
    oracle_vec apex;
    oracle_vec points[WEND_MAX_POLYGON]; /* counter-clockwise */
    uint32_t count;                      /* 0: the half-plane left of apex + t points[0] */
    double radius;
    double low, high; /* factors: 1 / latest, 1 / earliest; INFINITY for 0 */
} oracle_cone;

/* Whether v lies in the set, or within `slack` m/s of that of a body that is `grown` metres fatter
 * (neither negative). */
bool oracle_meets(const oracle_cone *cone, oracle_vec v, double grown, double slack);

/* Whether v lies in the set wherever the body is moved by `grown` metres and v by `slack` m/s at
 * once (16 directions, which is enough for a convex set). */
bool oracle_surely_in(const oracle_cone *cone, oracle_vec v, double grown, double slack);

/* The distance from v to the set, m/s; found by bisection, up to 1e5. */
double oracle_distance(const oracle_cone *cone, oracle_vec v);

/* A place of the boundary that a set has by its pieces, which is to be one by definition too: the
 * pieces are numbered, and have three places each; those at infinity are cut to `far` m/s. False
 * when there are no more. */
bool oracle_boundary_place(const velocity_set *set, uint32_t number, double far, oracle_vec *out);

enum {
    ORACLE_SIDES = 2 * WEND_MAX_POLYGON + 6,
    ORACLE_ROUNDS = 3 * WEND_MAX_POLYGON + 6 /* arcs beyond half a turn count twice */
};

typedef struct oracle_boundary {
    velocity_set set;
    velocity_side sides[ORACLE_SIDES];
    velocity_round rounds[ORACLE_ROUNDS];
} oracle_boundary;

/* The boundary of a set, found from the angles of its normals: those that look at the apex belong
 * to the body times `low`, the others to the body times `high`, and a leg lies between. The
 * result points into itself. */
void oracle_draw_boundary(const oracle_cone *cone, oracle_boundary *out);

#endif
