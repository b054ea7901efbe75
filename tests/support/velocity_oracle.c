#include "support/velocity_oracle.h"

#include <math.h>

static const double pi = 3.141592653589793;

enum { DIRECTIONS = 16 };

static oracle_vec minus(oracle_vec a, oracle_vec b) {
    return (oracle_vec){a.x - b.x, a.y - b.y};
}

static oracle_vec plus(oracle_vec a, oracle_vec b, double times) {
    return (oracle_vec){a.x + times * b.x, a.y + times * b.y};
}

static double dot(oracle_vec a, oracle_vec b) {
    return a.x * b.x + a.y * b.y;
}

static double cross(oracle_vec a, oracle_vec b) {
    return a.x * b.y - a.y * b.x;
}

static oracle_vec at_angle(double angle) {
    return (oracle_vec){cos(angle), sin(angle)};
}

double oracle_rounded(double x) {
    volatile float single = (float)x;
    return (double)single;
}

oracle_vec oracle_rounded_vec(double x, double y) {
    return (oracle_vec){oracle_rounded(x), oracle_rounded(y)};
}

/* ---- Membership ------------------------------------------------------------------------------ */

/* True if |w - k * p| <= k * radius + slack for some k in [low, high]. */
static bool meets_corner(const oracle_cone *cone, oracle_vec w, oracle_vec p, double radius,
                         double slack) {
    double a = dot(p, p) - radius * radius, b = dot(w, p) + radius * slack;
    double c = dot(w, w) - slack * slack, low = cone->low, high = cone->high;
    if (a * low * low - 2.0 * b * low + c <= 0.0) {
        return true;
    }
    if (isinf(high) ? a < 0.0 || (a == 0.0 && b > 0.0)
                    : a * high * high - 2.0 * b * high + c <= 0.0) {
        return true;
    }
    return a > 0.0 && b / a > low && b / a < high && c - b * (b / a) <= 0.0;
}

typedef struct span {
    double low, high;
} span;

/* Reduces a range of k to the values with slope * k + offset >= 0. */
static void clip(span *k, double slope, double offset) {
    if (slope > 0.0) {
        k->low = fmax(k->low, -offset / slope);
    } else if (slope < 0.0) {
        k->high = fmin(k->high, -offset / slope);
    } else if (offset < 0.0) {
        k->high = -INFINITY;
    }
}

/* True if w is beside the edge from `k * p` to `k * q`, at a distance of at most k * radius +
 * slack, for some k. */
static bool meets_edge(const oracle_cone *cone, oracle_vec w, oracle_vec p, oracle_vec q,
                       double radius, double slack) {
    oracle_vec along = minus(q, p);
    double length = sqrt(dot(along, along));
    if (!(length > 0.0)) {
        return false;
    }
    along = (oracle_vec){along.x / length, along.y / length};
    oracle_vec out = {along.y, -along.x};
    span k = {cone->low, cone->high};
    clip(&k, -dot(p, along), dot(w, along));
    clip(&k, dot(q, along), -dot(w, along));
    clip(&k, dot(p, out) + radius, slack - dot(w, out));
    clip(&k, radius - dot(p, out), slack + dot(w, out));
    return k.low <= k.high;
}

static bool meets_inside(const oracle_cone *cone, oracle_vec w) {
    span k = {cone->low, cone->high};
    for (uint32_t i = 0; i < cone->count; i++) {
        oracle_vec p = cone->points[i], along = minus(cone->points[(i + 1) % cone->count], p);
        clip(&k, -cross(along, p), cross(along, w));
    }
    return cone->count > 2 && k.low <= k.high;
}

bool oracle_meets(const oracle_cone *cone, oracle_vec v, double grown, double slack) {
    oracle_vec w = minus(v, cone->apex);
    if (cone->count == 0) {
        return cross(cone->points[0], w) >= -slack;
    }
    double radius = cone->radius + grown;
    for (uint32_t i = 0; i < cone->count; i++) {
        oracle_vec p = cone->points[i], q = cone->points[(i + 1) % cone->count];
        if (meets_corner(cone, w, p, radius, slack) || meets_edge(cone, w, p, q, radius, slack)) {
            return true;
        }
    }
    return meets_inside(cone, w);
}

bool oracle_surely_in(const oracle_cone *cone, oracle_vec v, double grown, double slack) {
    if (cone->count == 0) {
        return cross(cone->points[0], minus(v, cone->apex)) >= slack;
    }
    if (!oracle_meets(cone, v, 0.0, 0.0)) {
        return false;
    }
    for (int i = 0; i < DIRECTIONS; i++) {
        oracle_vec aside = at_angle(2.0 * pi * i / DIRECTIONS);
        oracle_cone moved = *cone;
        for (uint32_t k = 0; k < cone->count && grown > 0.0; k++) {
            moved.points[k] = plus(cone->points[k], aside, -grown);
        }
        if (!oracle_meets(&moved, plus(v, aside, slack), 0.0, 0.0)) {
            return false;
        }
    }
    return true;
}

double oracle_distance(const oracle_cone *cone, oracle_vec v) {
    double low = 0.0, high = 1e5;
    if (oracle_meets(cone, v, 0.0, 0.0)) {
        return 0.0;
    }
    for (int i = 0; i < 70; i++) {
        double middle = (low + high) / 2.0;
        bool meets = oracle_meets(cone, v, 0.0, middle);
        low = meets ? low : middle;
        high = meets ? middle : high;
    }
    return high;
}

/* ---- Points ---------------------------------------------------------------------------------- */

static oracle_vec wide(wend_vec2 v) {
    return (oracle_vec){(double)v.x, (double)v.y};
}

bool oracle_boundary_point(const velocity_set *set, uint32_t number, double far, oracle_vec *out) {
    uint32_t piece = number / 3;
    double part = (number % 3) / 2.0;
    if (piece < set->side_count) {
        const velocity_side *side = &set->sides[piece];
        double low = (double)side->low, high = (double)side->high;
        low = isinf(low) ? fmin(high, 0.0) - far : low;
        high = isinf(high) ? fmax(low, 0.0) + far : high;
        *out = plus(wide(side->from), wide(side->along), low + part * (high - low));
        return true;
    }
    if (piece < set->side_count + set->arc_count) {
        const velocity_arc *round = &set->arcs[piece - set->side_count];
        oracle_vec from = wide(round->from), to = wide(round->to);
        double turn = atan2(cross(from, to), dot(from, to));
        turn = turn < 0.0 ? turn + 2.0 * pi : turn;
        oracle_vec unit = at_angle(atan2(from.y, from.x) + part * turn);
        *out = plus(wide(round->centre), unit, (double)round->radius);
        return true;
    }
    return false;
}

/* ---- Boundary -------------------------------------------------------------------------------- */

static wend_vec2 single(oracle_vec v) {
    return (wend_vec2){(float)v.x, (float)v.y};
}

static void add_side(oracle_boundary *out, oracle_vec from, oracle_vec along, double low,
                     double high) {
    double length = sqrt(dot(along, along));
    out->sides[out->set.side_count++] =
        (velocity_side){single(from),
                        {(float)(along.x / length), (float)(along.y / length)},
                        (float)low,
                        (float)high};
}

static void add_arc(oracle_boundary *out, oracle_vec centre, double radius, double from,
                    double turn) {
    if (turn > 3.14) {
        add_arc(out, centre, radius, from, turn / 2.0);
        add_arc(out, centre, radius, from + turn / 2.0, turn / 2.0);
    } else if (radius > 0.0 && turn > 0.0) {
        out->arcs[out->set.arc_count++] = (velocity_arc){
            single(centre), (float)radius, single(at_angle(from)), single(at_angle(from + turn))};
    }
}

/* The legs of a cone: the angles of their directions, and the corners with the discs that they
 * touch. */
typedef struct legs {
    bool exist; /* false: the body contains the apex, so there are no legs */
    double left, right;
    uint32_t left_corner, right_corner;
} legs;

static bool contains_apex(const oracle_cone *cone) {
    oracle_cone once = *cone;
    once.apex = (oracle_vec){0.0, 0.0};
    once.low = once.high = 1.0;
    return oracle_meets(&once, (oracle_vec){0.0, 0.0}, 0.0, 0.0);
}

static legs find_legs(const oracle_cone *cone) {
    legs found = {.exist = !contains_apex(cone)};
    oracle_vec middle = {0.0, 0.0};
    for (uint32_t i = 0; i < cone->count; i++) {
        middle = plus(middle, cone->points[i], 1.0 / cone->count);
    }
    double ahead = atan2(middle.y, middle.x);
    found.left = -INFINITY;
    found.right = INFINITY;
    for (uint32_t i = 0; i < cone->count && found.exist; i++) {
        oracle_vec p = cone->points[i];
        double angle = remainder(atan2(p.y, p.x) - ahead, 2.0 * pi);
        double half = asin(fmin(cone->radius / sqrt(dot(p, p)), 1.0));
        if (ahead + angle + half > found.left) {
            found.left = ahead + angle + half;
            found.left_corner = i;
        }
        if (ahead + angle - half < found.right) {
            found.right = ahead + angle - half;
            found.right_corner = i;
        }
    }
    return found;
}

/* Adds a leg from the front (or the apex) to the back (or to infinity). */
static void add_leg(const oracle_cone *cone, const legs *found, bool left, oracle_boundary *out) {
    oracle_vec towards = at_angle(left ? found->left : found->right);
    oracle_vec corner = cone->points[left ? found->left_corner : found->right_corner];
    double reach = fmax(dot(corner, towards), 0.0);
    oracle_vec from = plus(cone->apex, towards, cone->low * reach);
    double length = (cone->high - cone->low) * reach;
    if (left) {
        add_side(out, from, (oracle_vec){-towards.x, -towards.y}, -length, 0.0);
    } else {
        add_side(out, from, towards, 0.0, length);
    }
}

/* Adds to `out` the part of a circular arc that has normals within a range. `arc` and `within` are
 * ranges of normal angles. */
static void add_arcs(oracle_vec centre, double radius, span arc, span within,
                     oracle_boundary *out) {
    for (int turns = -3; turns <= 3; turns++) {
        double low = fmax(arc.low + 2.0 * pi * turns, within.low);
        double high = fmin(arc.high + 2.0 * pi * turns, within.high);
        if (high > low) {
            add_arc(out, centre, radius, low, high - low);
        }
    }
}

/* Adds those arcs and edges of the body, scaled by `factor`, that have normals within a range. */
static void add_end(const oracle_cone *cone, double factor, span within, oracle_boundary *out) {
    uint32_t count = cone->count;
    for (uint32_t i = 0; i < count; i++) {
        oracle_vec p = cone->points[i], next = minus(cone->points[(i + 1) % count], p);
        oracle_vec before = minus(p, cone->points[(i + count - 1) % count]);
        double angle = atan2(next.y, next.x) - pi / 2.0;
        double turn = count > 2 ? atan2(cross(before, next), dot(before, next)) : pi;
        span arc = {angle - turn, angle};
        if (count == 1) {
            arc = (span){0.0, 2.0 * pi};
        }
        oracle_vec centre = plus(cone->apex, p, factor);
        add_arcs(centre, factor * cone->radius, arc, within, out);
        double off = remainder(angle - (within.low + within.high) / 2.0, 2.0 * pi);
        if (count > 1 && fabs(off) < (within.high - within.low) / 2.0) {
            oracle_vec from = plus(centre, at_angle(angle), factor * cone->radius);
            add_side(out, from, next, 0.0, factor * sqrt(dot(next, next)));
        }
    }
}

/* Adds the tip of a ray, which has no arc at its end. */
static void add_tip(const oracle_cone *cone, double factor, bool front, oracle_boundary *out) {
    oracle_vec tip = cone->points[0];
    for (uint32_t i = 1; i < cone->count; i++) {
        double nearer = dot(tip, tip) - dot(cone->points[i], cone->points[i]);
        tip = (nearer > 0.0) == front ? cone->points[i] : tip;
    }
    oracle_vec aside = front ? (oracle_vec){tip.y, -tip.x} : (oracle_vec){-tip.y, tip.x};
    add_side(out, plus(cone->apex, tip, factor), aside, 0.0, 0.0);
}

void oracle_find_boundary(const oracle_cone *cone, oracle_boundary *out) {
    out->set = (velocity_set){out->sides, out->arcs, 0, 0};
    if (cone->count == 0) {
        add_side(out, cone->apex, cone->points[0], -INFINITY, INFINITY);
        return;
    }
    legs found = find_legs(cone);
    span front = {0.0, 0.0}, back = {0.0, 2.0 * pi};
    if (found.exist) {
        add_leg(cone, &found, true, out);
        add_leg(cone, &found, false, out);
        front = (span){found.left + pi / 2.0, found.right + 1.5 * pi};
        back = (span){found.right - pi / 2.0, found.left + pi / 2.0};
    }
    bool ray = found.exist && found.left - found.right < 1e-12;
    if (found.exist && cone->low > 0.0) {
        add_end(cone, cone->low, front, out);
    }
    if (isfinite(cone->high)) {
        add_end(cone, cone->high, back, out);
    }
    if (ray) {
        add_tip(cone, cone->low, true, out);
        if (isfinite(cone->high)) {
            add_tip(cone, cone->high, false, out);
        }
    }
}
