/* Makes an any-angle path cheaper after the search.
 *
 * Sweeps over the turning points of the path. A point is removed if the line that skips it is open
 * and costs no more. Otherwise it is moved towards the middle of its neighbours on the path, as far
 * as both lines stay open and the cost falls; the fraction is found by bisection. The points then
 * lie close to the corners that the path turns around, instead of at centres of squares. In
 * between, each turning point is cut off once: two points on its lines replace it, as far apart as
 * the line between them stays open, so that the path can follow the round inset of a corner.
 *
 * Cost: about 2 SWEEPS * (HALVINGS + 2) pairs of visibility checks for each turning point. */
#include <math.h>
#include <string.h>

#include "geom/vec.h"
#include "plan/grid/grid.h"

enum { SWEEPS = 3, HALVINGS = 6 };

static const double MIN_SAVING = 1e-9; /* m: a change that saves less does not count */

/* Returns the cost of the path from a to c by b; INFINITY if it is not open. */
static double cost_by(const grid_ground *ground, wend_location a, wend_location b,
                      wend_location c) {
    double cost =
        grid_line_cost(ground, a, b.position, false) + grid_line_cost(ground, b, c.position, false);
    bool open = isfinite(cost) && grid_is_line_open(ground, a, b, ground->radius, 0) &&
                grid_is_line_open(ground, b, c, ground->radius, 0);
    return open ? cost : (double)INFINITY;
}

/* Moves a turning point towards the middle of its neighbours. Returns the cost saved. */
static double move_point(const grid_ground *ground, wend_location a, wend_location *b,
                         wend_location c) {
    double before = cost_by(ground, a, *b, c);
    wend_vec2 middle = vec_lerp(a.position, c.position, 0.5F);
    double best = before;
    wend_location origin = *b;
    if (!isfinite(before) || a.layer != b->layer || b->layer != c.layer) {
        return 0.0;
    }
    float low = 0.0F, high = 1.0F;
    for (int i = 0; i < HALVINGS; i++) {
        float share = (low + high) / 2.0F;
        wend_location moved = {vec_lerp(origin.position, middle, share), origin.layer};
        double cost = cost_by(ground, a, moved, c);
        bool good = cost < best;
        *b = good ? moved : *b;
        best = good ? cost : best;
        low = good ? share : low;
        high = good ? high : share;
    }
    return before - best;
}

/* Removes a turning point if the line that skips it is open and costs no more. */
static bool skip_point(const grid_ground *ground, wend_location a, wend_location b, wend_location c,
                       double *saved) {
    double before =
        grid_line_cost(ground, a, b.position, false) + grid_line_cost(ground, b, c.position, false);
    double after = grid_line_cost(ground, a, c.position, false);
    *saved = before - after;
    return isfinite(before) && after <= before &&
           grid_is_line_open(ground, a, c, ground->radius, 0);
}

/* Improves all points once. Returns the cost saved. */
static double sweep(const grid_ground *ground, wend_location from, grid_path *path) {
    double saved = 0.0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i + 1 < path->count; i++) {
        wend_location before = kept > 0 ? path->points[kept - 1] : from;
        wend_location at = path->points[i], next = path->points[i + 1];
        double less = 0.0;
        if (skip_point(ground, before, at, next, &less)) {
            saved += less;
            continue;
        }
        saved += move_point(ground, before, &at, next);
        path->points[kept++] = at;
    }
    path->points[kept++] = path->points[path->count - 1];
    path->count = kept;
    return saved;
}

/* Repeats the sweeps until they save nothing more. */
static void sweep_all(const grid_ground *ground, wend_location from, grid_path *path) {
    double saved = (double)INFINITY;
    for (int i = 0; i < SWEEPS && path->count > 1 && saved > MIN_SAVING; i++) {
        saved = sweep(ground, from, path);
    }
}

/* ---- Cutting corners ------------------------------------------------------------------------- */

/* Finds the largest fraction of both lines of a turning point that can be cut off. Returns the cost
 * saved, and writes the two points that replace it. */
static double find_cut(const grid_ground *ground, wend_location a, wend_location b, wend_location c,
                       wend_location out[2]) {
    double best = 0.0;
    float low = 0.0F, high = 1.0F;
    for (int i = 0; i < HALVINGS && a.layer == b.layer && b.layer == c.layer; i++) {
        float share = (low + high) / 2.0F;
        wend_location p = {vec_lerp(b.position, a.position, share), b.layer};
        wend_location q = {vec_lerp(b.position, c.position, share), b.layer};
        double before = grid_line_cost(ground, p, b.position, false) +
                        grid_line_cost(ground, b, q.position, false);
        double saved = before - grid_line_cost(ground, p, q.position, false);
        bool good = saved > best && grid_is_line_open(ground, p, q, ground->radius, 0) &&
                    isfinite(cost_by(ground, a, p, q)) && isfinite(cost_by(ground, p, q, c));
        if (good) {
            best = saved;
            out[0] = p;
            out[1] = q;
        }
        low = good ? share : low;
        high = good ? high : share;
    }
    return best;
}

/* Cuts off each turning point. The points have room for twice their number. */
static void cut_corners(const grid_ground *ground, wend_location from, grid_path *path) {
    uint32_t count = path->count, kept = 0;
    wend_location *old = path->points + count; /* a copy, because the list grows */
    memcpy(old, path->points, count * sizeof *old);
    for (uint32_t i = 0; i < count; i++) {
        wend_location before = kept > 0 ? path->points[kept - 1] : from, at = old[i];
        wend_location cut[2] = {at, at};
        double saved = i + 1 < count ? find_cut(ground, before, at, old[i + 1], cut) : 0.0;
        path->points[kept++] = saved > MIN_SAVING ? cut[0] : at;
        if (saved > MIN_SAVING) {
            path->points[kept++] = cut[1];
        }
    }
    path->count = kept;
}

/* Returns the cost of a path; its first line may leave forbidden ground. */
static double measure(const grid_ground *ground, wend_location from, const grid_path *path) {
    double cost = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        cost += grid_line_cost(ground, from, path->points[i].position, i == 0);
        from = path->points[i];
    }
    return cost;
}

void grid_smooth(const grid_ground *ground, wend_location from, grid_path *path) {
    sweep_all(ground, from, path);
    if (path->count > 1) {
        cut_corners(ground, from, path);
        sweep_all(ground, from, path);
    }
    path->cost = measure(ground, from, path); /* points were rounded */
}
