/* Finds the cheapest path through a given sequence of edges.
 *
 * The cost is a function of the crossings t_1 .. t_n, each within 0 .. 1:
 *
 *     f(t) = sum_i w_i |x_i+1 - x_i|,     x_i = a_i + t_i d_i
 *
 * and a last term, the weighted distance to the region in which the path ends. Each term is a norm
 * of an affine function, or the distance to a convex set, so f is convex and a local minimum is the
 * global one for this sequence of edges.
 *
 * Projected Newton method (D. Bertsekas, "Projected Newton methods for optimization problems with
 * simple constraints", SIAM J. Control Optim. 20, 1982): crossings at an end of their edge stay
 * there if f decreases beyond it; for the others, the Newton step is computed and projected onto
 * the box, and shortened until f decreases enough (Armijo). Each x_i is in two terms only, so the
 * Hessian is tridiagonal. Lengths l are replaced by sqrt(l^2 + m^2), because f has no derivatives
 * where two crossings meet, as they do at a vertex; m goes to 0 as the iterations converge.
 *
 * The last term has the curvature of a distance to a point where the nearest point of the region is
 * a corner, and none where it is on a side.
 *
 * Cost: O(n) for each iteration; 10 to 40 iterations. */
#include "plan/weighted/newton.h"

#include <math.h>

#include "geom/point.h"

enum { MOST_ITERATIONS = 48, MOST_HALVINGS = 12 };

static const double FIRST_SMOOTHING = 0.03; /* of `scale` */
static const double LAST_SMOOTHING = 1e-6;  /* of `scale` */
static const double SMOOTHING_FACTOR = 0.1;
static const double COARSE = 1e-4;    /* relative decrease below which smoothing is reduced */
static const double FINE = 1e-9;      /* relative decrease below which the iterations end */
static const double ARMIJO = 1e-4;    /* share of the predicted decrease that a step must reach */
static const double AT_BOUND = 1e-12; /* crossings nearer than this to an end are at the end */
static const double DAMPING = 1e-9;   /* share of the diagonal that is added to it */

double newton_cost(const newton_problem *p) {
    double cost = 0.0;
    wend_point at = p->start, end;
    for (uint32_t i = 0; i < p->count; i++) {
        wend_point next = crossing_at(&p->items[i]);
        cost += p->items[i].weight * point_distance(at, next);
        at = next;
    }
    return cost + p->end_weight * target_nearest(p->ends, p->end_count, at, &end);
}

static double smooth_length(double squared, double smoothing) {
    return sqrt(squared + smoothing * smoothing);
}

static double smooth_cost(const newton_problem *p, double smoothing) {
    double cost = 0.0;
    wend_point at = p->start, end;
    for (uint32_t i = 0; i < p->count; i++) {
        wend_point next = crossing_at(&p->items[i]), line = point_sub(next, at);
        cost += p->items[i].weight * smooth_length(point_dot(line, line), smoothing);
        at = next;
    }
    double rest = target_nearest(p->ends, p->end_count, at, &end);
    return cost + p->end_weight * smooth_length(rest * rest, smoothing);
}

/* ---- Derivatives ----------------------------------------------------------------------------- */

/* Adds the term of the line between two points, each of which is a crossing or NULL. */
static void add_line(crossing *from, crossing *to, wend_point line, double weight,
                     double smoothing) {
    double length = smooth_length(point_dot(line, line), smoothing);
    wend_point u = {line.x / length, line.y / length};
    double bend = weight / length;
    double from_u = from != NULL ? point_dot(u, from->along) : 0.0;
    double to_u = to != NULL ? point_dot(u, to->along) : 0.0;
    if (from != NULL) {
        from->gradient -= weight * from_u;
        from->diagonal += bend * (point_dot(from->along, from->along) - from_u * from_u);
    }
    if (to != NULL) {
        to->gradient += weight * to_u;
        to->diagonal += bend * (point_dot(to->along, to->along) - to_u * to_u);
    }
    if (from != NULL && to != NULL) {
        from->beside = -bend * (point_dot(from->along, to->along) - from_u * to_u);
    }
}

static bool is_corner(const newton_problem *p, wend_point at) {
    for (uint32_t i = 0; i < p->end_count; i++) {
        if (point_equal(p->ends[i], at)) {
            return true;
        }
    }
    return false;
}

/* Adds the last term. */
static void add_end(const newton_problem *p, crossing *last, wend_point at, double smoothing) {
    wend_point end;
    double rest = target_nearest(p->ends, p->end_count, at, &end);
    wend_point line = point_sub(end, at);
    if (is_corner(p, end) || last == NULL) {
        add_line(last, NULL, line, p->end_weight, smoothing);
    } else if (rest > 0.0) {
        double length = smooth_length(rest * rest, smoothing);
        last->gradient -= p->end_weight * point_dot(line, last->along) / length;
    }
}

static void differentiate(const newton_problem *p, double smoothing) {
    for (uint32_t i = 0; i < p->count; i++) {
        p->items[i].gradient = p->items[i].diagonal = p->items[i].beside = 0.0;
    }
    wend_point at = p->start;
    crossing *before = NULL;
    for (uint32_t i = 0; i < p->count; i++) {
        crossing *c = &p->items[i];
        wend_point next = crossing_at(c);
        add_line(before, c, point_sub(next, at), c->weight, smoothing);
        before = c;
        at = next;
    }
    add_end(p, before, at, smoothing);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Solves the tridiagonal system for the Newton step of the crossings that are not fixed (Thomas'
 * algorithm). Returns the derivative of f along the step, which is negative. */
static double find_step(const newton_problem *p) {
    double pivot = 1.0, slope = 0.0;
    for (uint32_t i = 0; i < p->count; i++) {
        crossing *c = &p->items[i];
        c->fixed = (c->t <= AT_BOUND && c->gradient >= 0.0) ||
                   (c->t >= 1.0 - AT_BOUND && c->gradient <= 0.0);
        bool joined = i > 0 && !c->fixed && !p->items[i - 1].fixed;
        double factor = joined ? p->items[i - 1].beside / pivot : 0.0;
        pivot = c->diagonal * (1.0 + DAMPING) - (joined ? factor * p->items[i - 1].beside : 0.0);
        double least = c->diagonal * DAMPING + 1e-300;
        pivot = pivot > least ? pivot : least;
        c->diagonal = pivot;
        c->step = c->fixed ? 0.0 : -c->gradient - factor * p->items[i > 0 ? i - 1 : 0].step;
    }
    for (uint32_t i = p->count; i-- > 0;) {
        crossing *c = &p->items[i];
        bool joined = i + 1 < p->count && !c->fixed && !p->items[i + 1].fixed;
        c->step = c->fixed
                      ? 0.0
                      : (c->step - (joined ? c->beside * p->items[i + 1].step : 0.0)) / c->diagonal;
        slope += c->gradient * c->step;
    }
    return slope;
}

static void move(const newton_problem *p, double share) {
    for (uint32_t i = 0; i < p->count; i++) {
        crossing *c = &p->items[i];
        c->t = fmin(fmax(c->held + share * c->step, 0.0), 1.0);
    }
}

/* Moves the crossings by the longest share of the step that decreases f enough. Returns the new
 * cost; the crossings stay if there is none. */
static double search_along(const newton_problem *p, double cost, double slope, double smoothing) {
    for (uint32_t i = 0; i < p->count; i++) {
        p->items[i].held = p->items[i].t;
    }
    double share = 1.0;
    for (uint32_t i = 0; i < MOST_HALVINGS; i++) {
        move(p, share);
        double moved = smooth_cost(p, smoothing);
        if (moved <= cost + ARMIJO * share * slope) {
            return moved;
        }
        share *= 0.5;
    }
    move(p, 0.0);
    return cost;
}

/* ---- Iterations ------------------------------------------------------------------------------ */

double newton_solve(const newton_problem *p) {
    if (p->count == 0) {
        return newton_cost(p);
    }
    double smoothing = FIRST_SMOOTHING * p->scale, last = LAST_SMOOTHING * p->scale;
    double before = newton_cost(p);
    for (uint32_t i = 0; i < p->count; i++) {
        p->items[i].first = p->items[i].t;
    }
    double cost = smooth_cost(p, smoothing);
    for (uint32_t i = 0; i < MOST_ITERATIONS; i++) {
        differentiate(p, smoothing);
        double slope = find_step(p);
        double moved = slope < 0.0 ? search_along(p, cost, slope, smoothing) : cost;
        double decrease = (cost - moved) / (cost > 0.0 ? cost : 1.0);
        cost = moved;
        if (decrease < FINE && smoothing <= last) {
            break;
        }
        if (decrease < COARSE && smoothing > last) {
            smoothing = fmax(smoothing * SMOOTHING_FACTOR, last);
            cost = smooth_cost(p, smoothing);
        }
    }
    cost = newton_cost(p);
    for (uint32_t i = 0; i < p->count && cost > before; i++) {
        p->items[i].t = p->items[i].first;
    }
    return fmin(cost, before);
}
