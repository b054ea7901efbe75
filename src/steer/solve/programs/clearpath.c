/* Of the velocities that are allowed and not forbidden, finds the one nearest to the preferred
 * velocity.
 *
 * The problem and the name are those of Guy, Chhugani, Kim, Satish, Lin, Manocha and Dubey,
 * "ClearPath: highly parallel collision avoidance for multi-agent simulation" (2009): the best
 * velocity is the preferred one itself, its projection onto a boundary, or a point where two
 * boundaries meet. In the paper, these are O(n^2) candidates, each tested against n sets. Here:
 *
 * - Sets are convex, so each covers one interval of a line. The free part of a straight piece of
 *   boundary is the part that the intervals of the other sets leave. Its best point is found by
 *   walking from the projection of the preferred velocity to the nearest free point on either side.
 *   This covers all candidates on straight pieces, and none of them is tested against its own set.
 * - On arcs, only the projection and the crossings with other circles remain to be tested.
 * - For each set, a lower bound on the distance from the preferred velocity to the set's boundary
 *   is cheap to find. Sets are processed in the order of their bounds, until a bound exceeds the
 *   distance of the best point so far.
 * - Usually a point near the preferred velocity is free. Such points are therefore tested first,
 *   with only the sets nearby, unless one set contains all of them.
 *
 * Two boundaries that coincide up to rounding must not hide each other. Forbidden sets are
 * therefore made slightly smaller, and allowed sets slightly larger (by `slack_share` of the
 * maximum speed).
 *
 * clearpath_search.h has the search, except for the steps that compare a velocity or a line with
 * all forbidden sets. clearpath_scalar.c does these steps for one set at a time, clearpath_lanes.h
 * for eight or sixteen, bit for bit.
 *
 * If no velocity is left, bisection finds how many of the sets can be active.
 *
 * Cost: O(n) for the bounds. Straight pieces cost O(n) each, and arcs O(n) to O(n^2) each, but only
 * those within the distance of the result count, and they are few. */
#include "steer/solve/programs/clearpath.h"

#include "base/kernels.h"

bool clearpath_solve(const clearpath *problem, clearpath_choice *out) {
    static bool (*const kernels[WEND_KERNEL_COUNT])(const clearpath *, clearpath_choice *) = {
        KERNELS_ALL(clearpath_solve)};
    bool is_auto = problem->kernel == WEND_KERNEL_AUTO;
    return kernels[is_auto ? WEND_KERNEL_SCALAR : problem->kernel](problem, out);
}

bool clearpath_allows(const clearpath *problem, wend_vec2 velocity) {
    static bool (*const kernels[WEND_KERNEL_COUNT])(const clearpath *,
                                                    wend_vec2) = {KERNELS_ALL(clearpath_allows)};
    bool is_auto = problem->kernel == WEND_KERNEL_AUTO;
    return kernels[is_auto ? WEND_KERNEL_SCALAR : problem->kernel](problem, velocity);
}
