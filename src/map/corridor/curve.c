/* Evaluates pieces of the medial axis: their points, their length, and the retraction onto them.
 *
 * Between two walls or two corners a piece is straight. Between a wall and a corner f at distance d
 * from the wall's line, it is a parabola with focus f. The origin is the foot of f on that line; X
 * is measured along the line, and H away from it towards f:
 *
 *     H = (X^2 + d^2) / (2 * d),     the clearance at X.
 *
 * There is a breakpoint at X = 0, so each piece lies on one side of it. X is positive on that side,
 * and H grows with X along the piece. The stored ends of a piece are rounded to single precision,
 * so they are first moved back onto the curve: with X unchanged where the curve is flat (X < d),
 * with H unchanged where it is steep. The point at t is where the curve meets the perpendicular to
 * the chord at the fraction t of the chord. With (p, q) the direction of the chord, and T the value
 * of p * X + q * H at that fraction of the chord, the point is the solution of
 *
 *     p * X + q * H = T,     q * X^2 + 2 * d * p * X + q * d^2 - 2 * d * T = 0.
 *
 * Cost: constant. */
#include <math.h>

#include <wend/math.h>

#include "geom/point.h"
#include "geom/segment.h"
#include "map/corridor/corridor.h"

enum {
    MAX_NEWTON_STEPS = 20, /* iterations of Newton's method; about four are needed */
    MAX_DEPTH = 10
};

static const double MAX_CHORD_ERROR = 1e-4; /* m: largest distance of the curve from a chord */

/* m: Newton's method stops at steps shorter than this; the remaining error is about the square of
 * the last step. */
static const double LENGTH_PRECISION = 1e-5;

static double clamp_to_unit(double t) {
    return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
}

bool corridor_is_corner(const corridor_site *site) {
    return site->a.x == site->b.x && site->a.y == site->b.y;
}

wend_point corridor_foot(const corridor_site *site, wend_point p) {
    return point_nearest(p, point_wide(site->a), point_wide(site->b));
}

double corridor_site_distance(const corridor_site *site, wend_point p) {
    return point_distance(p, corridor_foot(site, p));
}

/* ---- The curve ------------------------------------------------------------------------------- */

static double height_at(const corridor_parabola *c, double x) {
    return (x * x + c->d * c->d) / (2.0 * c->d);
}

/* Moves a rounded point (x, h) back onto the curve. Returns the X of the resulting point. */
static double snap_to_curve(const corridor_parabola *c, double x, double h) {
    return fmax(x < c->d ? x : sqrt(fmax(2.0 * c->d * h - c->d * c->d, 0.0)), 0.0);
}

/* Sets the frame of the curve, and the ends of the piece in this frame. Returns false if the corner
 * lies on the wall's line. */
static bool set_curve(corridor_parabola *c, const corridor_site *wall, wend_point focus,
                      wend_point from, wend_point to) {
    wend_point a = point_wide(wall->a), offset = point_sub(point_wide(wall->b), a);
    double length = point_length(offset), side = point_cross(offset, point_sub(focus, a));
    if (side == 0.0 || length == 0.0) {
        return false;
    }
    wend_point u = {offset.x / length, offset.y / length};
    c->focus = focus;
    c->away = side > 0.0 ? (wend_point){-u.y, u.x} : (wend_point){u.y, -u.x};
    c->d = fabs(side) / length;
    double x0 = point_dot(point_sub(from, focus), u), h0 = point_dot(point_sub(from, a), c->away);
    double x1 = point_dot(point_sub(to, focus), u), h1 = point_dot(point_sub(to, a), c->away);
    double sign = x0 + x1 < 0.0 ? -1.0 : 1.0;
    c->along = (wend_point){u.x * sign, u.y * sign};
    x0 = snap_to_curve(c, x0 * sign, h0);
    x1 = snap_to_curve(c, x1 * sign, h1);
    c->reversed = x1 < x0;
    c->x = c->reversed ? x1 : x0;
    c->h = height_at(c, c->x);
    c->p = fabs(x1 - x0);
    c->q = height_at(c, c->reversed ? x0 : x1) - c->h;
    c->length = sqrt(c->p * c->p + c->q * c->q);
    if (c->length > 0.0) {
        c->p /= c->length;
        c->q /= c->length;
    }
    return true;
}

/* Returns the X of the point that belongs to the fraction t of the chord, measured from the lower
 * end. */
static double solve_x(const corridor_parabola *c, double t) {
    if (!(c->length > 0.0)) {
        return c->x;
    }
    double wanted = c->p * c->x + c->q * c->h + t * c->length;
    double half = c->d * c->p, last = c->q * c->d * c->d - 2.0 * c->d * wanted;
    double discriminant = half * half - c->q * last;
    double denominator = half + sqrt(fmax(discriminant, 0.0));
    return denominator > 0.0 ? fmax(-last / denominator, 0.0) : c->x;
}

/* Returns the fraction t of the chord that belongs to the point (x, h), measured from the first end
 * of the piece. */
static double chord_fraction(const corridor_parabola *c, double x, double h) {
    if (!(c->length > 0.0)) {
        return 0.0;
    }
    double t = clamp_to_unit(((x - c->x) * c->p + (h - c->h) * c->q) / c->length);
    return c->reversed ? 1.0 - t : t;
}

/* Returns the length of the curve from X = 0 to X = x. */
static double arc_to(const corridor_parabola *c, double x) {
    double w = x / c->d, root = sqrt(1.0 + w * w);
    return 0.5 * (x * root + c->d * wend_log(w + root));
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

corridor_piece corridor_piece_of(const corridor *map, uint32_t breakpoint) {
    const corridor_breakpoint *ends = &map->breakpoints[breakpoint];
    corridor_piece p = {.from = point_wide(ends[0].position),
                        .to = point_wide(ends[1].position),
                        .left = &map->sites[ends->left_site],
                        .right = &map->sites[ends->right_site]};
    p.focus_left = corridor_is_corner(p.left);
    if (p.focus_left != corridor_is_corner(p.right)) {
        const corridor_site *corner = p.focus_left ? p.left : p.right;
        const corridor_site *wall = p.focus_left ? p.right : p.left;
        p.curved = set_curve(&p.curve, wall, point_wide(corner->a), p.from, p.to);
    }
    return p;
}

wend_corridor_sample corridor_piece_at(const corridor_piece *p, double t) {
    t = clamp_to_unit(t);
    wend_point at = point_along(p->from, point_sub(p->to, p->from), t);
    if (p->curved) {
        const corridor_parabola *c = &p->curve;
        double x = solve_x(c, c->reversed ? 1.0 - t : t);
        at = point_along(point_along(c->focus, c->along, x), c->away, height_at(c, x) - c->d);
    }
    return (wend_corridor_sample){.position = point_narrow(at),
                                  .left = point_narrow(corridor_foot(p->left, at)),
                                  .right = point_narrow(corridor_foot(p->right, at)),
                                  .clearance = (float)corridor_site_distance(p->left, at)};
}

wend_corridor_sample corridor_piece_sample(const corridor *map, uint32_t breakpoint, double t) {
    corridor_piece p = corridor_piece_of(map, breakpoint);
    return corridor_piece_at(&p, t);
}

/* ---- Length ---------------------------------------------------------------------------------- */

/* Returns the X of the point that belongs to the fraction t of the chord, measured from the first
 * end of the piece. */
static double x_at(const corridor_parabola *c, double t) {
    return solve_x(c, c->reversed ? 1.0 - t : t);
}

corridor_arc_length corridor_measure_piece(const corridor_piece *p) {
    if (!p->curved) {
        return (corridor_arc_length){.length = point_distance(p->to, p->from)};
    }
    double first = x_at(&p->curve, 0.0), last = x_at(&p->curve, 1.0);
    double begin = arc_to(&p->curve, first);
    return (corridor_arc_length){first, last, begin, fabs(arc_to(&p->curve, last) - begin)};
}

double corridor_length_to(const corridor *map, uint32_t breakpoint, double t) {
    corridor_piece p = corridor_piece_of(map, breakpoint);
    if (!p.curved) {
        return clamp_to_unit(t) * point_distance(p.to, p.from);
    }
    return fabs(arc_to(&p.curve, x_at(&p.curve, clamp_to_unit(t))) -
                arc_to(&p.curve, x_at(&p.curve, 0.0)));
}

double corridor_length(const corridor *map, uint32_t breakpoint) {
    corridor_piece p = corridor_piece_of(map, breakpoint);
    return corridor_measure_piece(&p).length;
}

/* Finds the X up to which the curve, measured from X = 0, has length `arc`. Uses Newton's method,
 * starting at `guess`. The length is a convex function of X, so from the second step on X decreases
 * to the solution. */
static double x_of_arc(const corridor_parabola *c, double arc, double guess) {
    double x = guess;
    for (int i = 0; i < MAX_NEWTON_STEPS; i++) {
        double w = x / c->d, step = (arc_to(c, x) - arc) / sqrt(1.0 + w * w);
        x = fmax(x - step, 0.0);
        if (fabs(step) < LENGTH_PRECISION) {
            break;
        }
    }
    return x;
}

double corridor_t_at_length(const corridor_piece *p, const corridor_arc_length *arc_length,
                            double length) {
    double share = arc_length->length > 0.0 ? clamp_to_unit(length / arc_length->length) : 0.0;
    if (!p->curved || share <= 0.0) {
        return share;
    }
    const corridor_parabola *c = &p->curve;
    double arc = arc_length->begin + (c->reversed ? -share : share) * arc_length->length;
    double x = x_of_arc(c, arc, arc_length->first + (arc_length->last - arc_length->first) * share);
    return chord_fraction(c, x, height_at(c, x));
}

/* ---- Chords ---------------------------------------------------------------------------------- */

/* Approximates the piece between two values of t by chords: halves the range until its chord is
 * close enough. `depth` counts the halvings. */
static bool flatten(const corridor_piece *p, double from, double to, uint32_t depth,
                    corridor_chord_visitor visit, void *context) {
    wend_corridor_sample a = corridor_piece_at(p, from), b = corridor_piece_at(p, to);
    double middle = 0.5 * (from + to);
    wend_vec2 at = corridor_piece_at(p, middle).position;
    if (!p->curved || depth == MAX_DEPTH ||
        segment_point_distance(at, a.position, b.position) <= MAX_CHORD_ERROR) {
        return visit(context, &a, &b);
    }
    return flatten(p, from, middle, depth + 1, visit, context) &&
           flatten(p, middle, to, depth + 1, visit, context);
}

bool corridor_flatten(const corridor_piece *p, double from, double to, corridor_chord_visitor visit,
                      void *context) {
    return flatten(p, from, to, 0, visit, context);
}

/* ---- Retraction ------------------------------------------------------------------------------ */

/* Retracts away from the focus, along the ray from the focus through the position. This ray meets
 * the curve where H equals the distance from the focus. */
static double retract_from_focus(const corridor_parabola *c, wend_point position) {
    wend_point offset = point_sub(position, c->focus);
    double length = point_length(offset),
           up = length > 0.0 ? point_dot(offset, c->away) / length : -1.0;
    if (!(up < 1.0)) {
        return chord_fraction(c, c->x + c->p * c->length, c->h + c->q * c->length);
    }
    double ray = c->d / (1.0 - up);
    return chord_fraction(c, length > 0.0 ? ray * point_dot(offset, c->along) / length : 0.0, ray);
}

static double retract_from_wall(const corridor_parabola *c, wend_point position) {
    double x = fmax(point_dot(point_sub(position, c->focus), c->along), 0.0);
    return chord_fraction(c, x, height_at(c, x));
}

/* Retracts a position onto a piece between two walls. The foot of a point on the wall moves in
 * proportion to the point's t, so the projection of the position onto the wall gives t. */
static double retract_between_walls(const corridor_piece *p, const corridor_site *wall,
                                    wend_point position) {
    wend_point offset = point_sub(point_wide(wall->b), point_wide(wall->a));
    double total = point_dot(point_sub(p->to, p->from), offset);
    return total != 0.0 ? clamp_to_unit(point_dot(point_sub(position, p->from), offset) / total)
                        : 0.0;
}

/* Retracts between two corners: finds where the ray from the nearer corner through the position
 * meets the piece. */
static double retract_between_corners(const corridor_piece *p, const corridor_site *corner,
                                      wend_point position) {
    wend_point ray = point_sub(position, point_wide(corner->a));
    double total = point_cross(ray, point_sub(p->to, p->from));
    double part = point_cross(ray, point_sub(point_wide(corner->a), p->from));
    return total != 0.0 ? clamp_to_unit(part / total) : 0.0;
}

double corridor_retract_to(const corridor *map, uint32_t breakpoint, bool left,
                           wend_vec2 position) {
    corridor_piece p = corridor_piece_of(map, breakpoint);
    wend_point at = point_wide(position);
    const corridor_site *near = left ? p.left : p.right;
    if (p.curved) {
        return left == p.focus_left ? retract_from_focus(&p.curve, at)
                                    : retract_from_wall(&p.curve, at);
    }
    return corridor_is_corner(near) ? retract_between_corners(&p, near, at)
                                    : retract_between_walls(&p, near, at);
}
