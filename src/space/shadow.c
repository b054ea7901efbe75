/* Computes the part of a segment that one wall hides from a disc.
 *
 *     x       centre of the disc; all coordinates are relative to it
 *     r       its radius
 *     W       the wall, a segment ab
 *     K       W extended by r: the points within r of W (a stadium)
 *     P(t)    a point of the segment
 *
 * P is hidden if the segment xP comes nearer to W than r, so if it meets the interior of K. The set
 * S of hidden points is convex: if P and P' are hidden, take points k of xP and k' of xP' inside K;
 * every segment from x to a point between P and P' meets the segment kk', which is inside K. So the
 * wall hides one interval. A convex obstacle is the union of its edges here; a non-convex one needs
 * no other treatment.
 *
 * S lies in the wedge C between the two tangents from x to K. The tangents to the disc of radius r
 * around v have the directions L v + r perp(v) and L v - r perp(v), with L = sqrt(v^2 - r^2), which
 * is the distance to the point of contact. The leftmost and the rightmost of the four tangents to
 * the ends of W bound C. In C, K separates the points in front of it from the hidden ones behind
 * it. So let [u0, u1] be the part of the segment in C, and [c0, c1] its part in K, which is hidden:
 *
 *     K is not met     all of [u0, u1] is hidden, or nothing: its middle decides
 *     K is met         [u0, c0] is hidden if its middle is, and [c1, u1] if its middle is
 *
 * The rule asks only points between the boundaries. A rule that asks whether the ends of [u0, u1]
 * are behind K fails where an end lies on a tangent, which is the usual case after an agent has
 * walked along that tangent: rounding decides, and the whole of [u0, u1] may follow it. Where the
 * middle is as doubtful, the part is short or within rounding of the tangent.
 *
 * With r = 0, K has no interior: a segment along the wall is not hidden.
 *
 * Cost: four square roots and up to three point tests, in double precision; O(1). */
#include "space/shadow.h"

/* In contact, the radius is the distance to the wall times this factor. */
static const double CONTACT_SHARE = 1.0 - 1e-9;

typedef struct range {
    double begin, end;
} range;

shadow_segment shadow_segment_of(wend_point p, wend_point q, double r) {
    shadow_segment s = {.p = p, .q = q, .d = point_sub(q, p), .r = r};
    s.p_length = point_length(p);
    s.q_length = point_length(q);
    s.d_length = point_length(s.d);
    s.low_x = fmin(0.0, fmin(p.x, q.x)) - r;
    s.low_y = fmin(0.0, fmin(p.y, q.y)) - r;
    s.high_x = fmax(0.0, fmax(p.x, q.x)) + r;
    s.high_y = fmax(0.0, fmax(p.y, q.y)) + r;
    return s;
}

/* ---- Walls that cannot hide anything --------------------------------------------------------- */

/* True if the values a and b are both more than `gap` below both 0 and c, or above both. Strict, so
 * that an axis of length 0, if x lies on an end of the segment, separates nothing. */
static inline bool is_apart(double a, double b, double c, double gap) {
    double low = c < 0.0 ? c : 0.0, high = c > 0.0 ? c : 0.0;
    return (a < low - gap && b < low - gap) || (a > high + gap && b > high + gap);
}

bool shadow_may_fall(const shadow_segment *s, wend_point a, wend_point b) {
    if ((a.x < s->low_x && b.x < s->low_x) || (a.x > s->high_x && b.x > s->high_x) ||
        (a.y < s->low_y && b.y < s->low_y) || (a.y > s->high_y && b.y > s->high_y)) {
        return false;
    }
    double turn = point_cross(s->p, s->q);
    if (is_apart(point_cross(s->p, a), point_cross(s->p, b), turn, s->r * s->p_length) ||
        is_apart(point_cross(s->q, a), point_cross(s->q, b), -turn, s->r * s->q_length)) {
        return false;
    }
    double a_side = point_cross(s->d, point_sub(a, s->p));
    double b_side = point_cross(s->d, point_sub(b, s->p));
    if (is_apart(a_side, b_side, point_cross(s->p, s->d), s->r * s->d_length)) {
        return false;
    }
    wend_point e = point_sub(b, a);
    double x_side = -point_cross(e, a), p_side = x_side + point_cross(e, s->p),
           q_side = x_side + point_cross(e, s->q);
    double least = p_side < q_side ? p_side : q_side, most = p_side < q_side ? q_side : p_side;
    least = x_side < least ? x_side : least;
    most = x_side > most ? x_side : most;
    double gap = least > 0.0 ? least : -most;
    return !(gap > 0.0 && gap * gap >= s->r * s->r * point_dot(e, e));
}

/* ---- The wedge ------------------------------------------------------------------------------- */

/* Restricts a range to the values of t for which at + t * rate is positive. */
static inline void keep_positive(range *t, double at, double rate) {
    if (rate > 0.0) {
        double root = -at / rate;
        t->begin = root > t->begin ? root : t->begin;
    } else if (rate < 0.0) {
        double root = -at / rate;
        t->end = root < t->end ? root : t->end;
    } else if (at <= 0.0) {
        t->end = t->begin;
    }
}

static inline wend_point tangent(wend_point v, double leg, double r) {
    return (wend_point){leg * v.x - r * v.y, leg * v.y + r * v.x};
}

/* Returns the range of t in the wedge between the tangents from x to K. */
static range clip_to_wedge(const shadow_segment *s, wend_point a, wend_point b, double r) {
    double a_leg = sqrt(fmax(point_dot(a, a) - r * r, 0.0));
    double b_leg = sqrt(fmax(point_dot(b, b) - r * r, 0.0));
    wend_point left = tangent(a, a_leg, r), b_left = tangent(b, b_leg, r);
    wend_point right = tangent(a, a_leg, -r), b_right = tangent(b, b_leg, -r);
    left = point_cross(left, b_left) > 0.0 ? b_left : left;
    right = point_cross(right, b_right) < 0.0 ? b_right : right;
    range t = {0.0, 1.0};
    keep_positive(&t, -point_cross(left, s->p), -point_cross(left, s->d));
    keep_positive(&t, point_cross(right, s->p), point_cross(right, s->d));
    return t;
}

/* ---- The stadium ----------------------------------------------------------------------------- */

static inline void extend(range *t, double begin, double end) {
    t->begin = begin < t->begin ? begin : t->begin;
    t->end = end > t->end ? end : t->end;
}

/* Extends a range by the values of t in the disc of radius r around v. */
static inline void extend_by_disc(range *t, const shadow_segment *s, wend_point v, double r) {
    wend_point back = point_sub(s->p, v);
    double a = point_dot(s->d, s->d), b = point_dot(back, s->d);
    double square = b * b - a * (point_dot(back, back) - r * r);
    if (square > 0.0) {
        double root = sqrt(square);
        extend(t, (-b - root) / a, (-b + root) / a);
    }
}

/* Returns the values of t for which the segment is in K; begin is above end if there are none. */
static range clip_to_stadium(const shadow_segment *s, wend_point a, wend_point b, double r) {
    range t = {1.0, 0.0};
    range inner = {0.0, 1.0};
    wend_point e = point_sub(b, a), from = point_sub(s->p, a);
    double squared = point_dot(e, e), width = r * sqrt(squared);
    double along = point_dot(from, e), rate = point_dot(s->d, e);
    double side = point_cross(e, from), turn = point_cross(e, s->d);
    if (turn == 0.0 && fabs(side) > width) {
        return (range){1.0, 0.0};
    }
    keep_positive(&inner, along, rate);
    keep_positive(&inner, squared - along, -rate);
    if (turn != 0.0) {
        double one = (-width - side) / turn, two = (width - side) / turn;
        double first = one < two ? one : two, last = one < two ? two : one;
        inner.begin = first > inner.begin ? first : inner.begin;
        inner.end = last < inner.end ? last : inner.end;
    }
    if (inner.begin <= inner.end) {
        t = inner;
    }
    if (r > 0.0) {
        extend_by_disc(&t, s, a, r);
        extend_by_disc(&t, s, b, r);
    }
    return t;
}

/* ---- Points ---------------------------------------------------------------------------------- */

static inline double squared_distance(wend_point p, wend_point a, wend_point b) {
    wend_point apart = point_sub(p, point_nearest(p, a, b));
    return point_dot(apart, apart);
}

/* True if a point is hidden. The wall is at least r away from x. */
static bool is_hidden(wend_point p, wend_point a, wend_point b, double r) {
    wend_point e = point_sub(b, a);
    double x_side = -point_cross(e, a), p_side = x_side + point_cross(e, p);
    if (point_cross(p, a) * point_cross(p, b) < 0.0 && x_side * p_side < 0.0) {
        return true;
    }
    const wend_point x = {0.0, 0.0};
    double square = r * r;
    return r > 0.0 && (squared_distance(a, x, p) < square || squared_distance(b, x, p) < square ||
                       squared_distance(p, a, b) < square);
}

static bool is_middle_hidden(const shadow_segment *s, wend_point a, wend_point b, double r,
                             double begin, double end) {
    return is_hidden(point_along(s->p, s->d, 0.5 * (begin + end)), a, b, r);
}

bool shadow_find(const shadow_segment *s, wend_point a, wend_point b, double *begin, double *end) {
    const wend_point x = {0.0, 0.0};
    double square = squared_distance(x, a, b), r = s->r;
    if (square == 0.0) {
        return false;
    }
    if (square * CONTACT_SHARE < r * r) {
        double contact = CONTACT_SHARE * sqrt(square);
        r = contact < r ? contact : r;
    }
    range u = clip_to_wedge(s, a, b, r);
    if (!(u.begin < u.end)) {
        return false;
    }
    range c = clip_to_stadium(s, a, b, r);
    c.begin = c.begin > u.begin ? c.begin : u.begin;
    c.end = c.end < u.end ? c.end : u.end;
    if (!(c.begin <= c.end)) {
        *begin = u.begin;
        *end = u.end;
        return is_middle_hidden(s, a, b, r, u.begin, u.end);
    }
    bool before = c.begin > u.begin && is_middle_hidden(s, a, b, r, u.begin, c.begin);
    bool after = c.end < u.end && is_middle_hidden(s, a, b, r, c.end, u.end);
    if (r == 0.0) { /* K has no interior */
        *begin = before ? u.begin : c.end;
        *end = before && !after ? c.begin : u.end;
        return before || after;
    }
    *begin = before ? u.begin : c.begin;
    *end = after ? u.end : c.end;
    return *begin < *end;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

void shadow_set_add(shadow_set *set, double begin, double end, double gap) {
    uint32_t first = 0, last;
    while (first < set->count && set->end[first] < begin - gap) {
        first++;
    }
    for (last = first; last < set->count && set->begin[last] <= end + gap; last++) {
        begin = set->begin[last] < begin ? set->begin[last] : begin;
        end = set->end[last] > end ? set->end[last] : end;
    }
    if (last == first) {
        if (set->count == SHADOW_MAX_INTERVALS) {
            set->is_full = true;
            return;
        }
        for (uint32_t i = set->count++; i > first; i--) {
            set->begin[i] = set->begin[i - 1];
            set->end[i] = set->end[i - 1];
        }
    } else if (last - first > 1) {
        uint32_t removed = last - first - 1;
        for (uint32_t i = last; i < set->count; i++) {
            set->begin[i - removed] = set->begin[i];
            set->end[i - removed] = set->end[i];
        }
        set->count -= removed;
    }
    set->begin[first] = begin;
    set->end[first] = end;
}
