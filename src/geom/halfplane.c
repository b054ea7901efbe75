/* Projects a point onto an intersection of half-planes, incrementally.
 *
 * If the best point so far satisfies the next half-plane, nothing changes. Otherwise the new best
 * point lies on that half-plane's line: it is the point nearest to the target that the earlier
 * half-planes allow (Seidel's scheme for linear programs, with a distance as the objective: de Berg
 * et al., Computational Geometry, section 4.4).
 *
 * Cost: O(n^2) at worst, O(n) if few half-planes are violated. */
#include "geom/halfplane.h"

#include <math.h>

/* Two lines count as parallel if their directions differ by less than this. */
static const double parallel_tolerance = 1e-12;

static double signed_distance(const halfplane *plane, wend_point x) {
    return plane->normal.x * x.x + plane->normal.y * x.y - plane->offset;
}

/* Finds the point nearest to `target` on the line of planes[index], within the earlier half-planes.
 * Returns false if there is none. */
static bool project_on_line(const halfplane *planes, uint32_t index, wend_point target,
                            wend_point *out) {
    const halfplane *line = &planes[index];
    wend_point along = {-line->normal.y, line->normal.x};
    wend_point foot = {line->normal.x * line->offset, line->normal.y * line->offset};
    double low = -INFINITY, high = INFINITY;
    for (uint32_t i = 0; i < index; i++) {
        double rate = planes[i].normal.x * along.x + planes[i].normal.y * along.y;
        double at_foot = signed_distance(&planes[i], foot);
        if (fabs(rate) < parallel_tolerance) {
            if (at_foot < -parallel_tolerance) {
                return false;
            }
        } else if (rate > 0.0) {
            low = fmax(low, -at_foot / rate);
        } else {
            high = fmin(high, -at_foot / rate);
        }
    }
    if (low > high) {
        return false;
    }
    double distance = fmin(fmax(along.x * target.x + along.y * target.y, low), high);
    *out = (wend_point){foot.x + distance * along.x, foot.y + distance * along.y};
    return true;
}

bool halfplane_find_nearest(const halfplane *planes, uint32_t count, wend_point target,
                            wend_point *out) {
    wend_point best = target;
    for (uint32_t i = 0; i < count; i++) {
        if (signed_distance(&planes[i], best) < 0.0 && !project_on_line(planes, i, target, &best)) {
            return false;
        }
    }
    *out = best;
    return true;
}
