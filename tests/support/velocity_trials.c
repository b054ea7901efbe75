#include "support/velocity_trials.h"

#include <check.h>
#include <math.h>

enum { MOST_FORBIDDEN = 14, MOST_ALLOWED = 3, GRID = 61, RING = 12 };

/* m/s: the error that single precision may cause where boundaries meet at an acute angle; and the
 * depth to which an answer may lie inside a set. */
static const double slack = 5e-4, depth = 2e-5;

/* ---- Meaning of the sets --------------------------------------------------------------------- */

static double dot(wend_point a, wend_point b) {
    return a.x * b.x + a.y * b.y;
}

static wend_point add(wend_point a, wend_point b, double factor) {
    return (wend_point){a.x + factor * b.x, a.y + factor * b.y};
}

/* True if |u - k * p| < k * radius for some k between low and high: a quadratic inequality in k. */
static bool meets_disc(wend_point u, wend_point p, const velocity_shape *shape) {
    double square = dot(p, p) - shape->radius * shape->radius, half = dot(u, p);
    double discriminant = half * half - square * dot(u, u);
    if (discriminant <= 0.0) {
        return false;
    }
    double first = (half - sqrt(discriminant)) / square;
    double last = (half + sqrt(discriminant)) / square;
    return fmax(first, shape->low) < fmin(last, shape->high);
}

/* The band is the rectangle between a and b that is as wide as the discs: a capsule without its
 * round ends. True if u lies in the band scaled by some k between low and high. */
static bool meets_band(wend_point u, const velocity_shape *shape) {
    wend_point span = add(shape->b, shape->a, -1.0);
    double length = sqrt(dot(span, span));
    wend_point e = {span.x / length, span.y / length}, n = {-e.y, e.x};
    double low = shape->low, high = shape->high;
    /* u lies in the scaled band if k * f < g for all four pairs {f, g}. */
    double pairs[4][2] = {{dot(shape->a, e), dot(u, e)},
                          {-dot(shape->b, e), -dot(u, e)},
                          {dot(shape->a, n) - shape->radius, dot(u, n)},
                          {-dot(shape->a, n) - shape->radius, -dot(u, n)}};
    for (int i = 0; i < 4; i++) {
        double f = pairs[i][0], g = pairs[i][1];
        if (f > 0.0) {
            high = fmin(high, g / f);
        } else if (f < 0.0) {
            low = fmax(low, g / f);
        } else if (g <= 0.0) {
            return false;
        }
    }
    return low < high;
}

bool velocity_shape_has(const velocity_shape *shape, double x, double y) {
    if (shape->kind == SHAPE_PLANE) {
        return shape->a.x * x + shape->a.y * y > shape->b.x;
    }
    wend_point u = {x - shape->apex.x, y - shape->apex.y};
    return meets_disc(u, shape->a, shape) ||
           (shape->kind == SHAPE_CAPSULE &&
            (meets_disc(u, shape->b, shape) || meets_band(u, shape)));
}

static int count_around(const velocity_shape *shape, double x, double y, double far) {
    int count = 0;
    for (int i = 0; i < RING; i++) {
        double angle = 6.283185307179586 * i / RING;
        count += velocity_shape_has(shape, x + far * cos(angle), y + far * sin(angle));
    }
    return count;
}

bool velocity_shape_has_deep(const velocity_shape *shape, double x, double y, double far) {
    return count_around(shape, x, y, far) == RING;
}

/* The tip of a cone may be so slender that a ring of samples around it misses the cone; a sample
 * straight ahead does not miss it. */
bool velocity_shape_is_far(const velocity_shape *shape, double x, double y, double far) {
    double length = sqrt(dot(shape->a, shape->a));
    double ahead_x = x + far * shape->a.x / length, ahead_y = y + far * shape->a.y / length;
    return !velocity_shape_has(shape, x, y) && !velocity_shape_has(shape, ahead_x, ahead_y) &&
           count_around(shape, x, y, far) == 0;
}

/* ---- Pieces of the sets ---------------------------------------------------------------------- */

static wend_vec2 narrow(wend_point a) {
    return (wend_vec2){(float)a.x, (float)a.y};
}

/* Returns the tangent from the origin to a disc, with the disc on its right (side 1) or left (-1).
 */
static wend_point tangent(wend_point p, double radius, double side) {
    double angle = atan2(p.y, p.x) + side * asin(radius / sqrt(dot(p, p)));
    return (wend_point){cos(angle), sin(angle)};
}

static double tangent_length(wend_point p, double radius) {
    return sqrt(dot(p, p) - radius * radius);
}

static wend_point turned_left(wend_point a) {
    return (wend_point){-a.y, a.x};
}

static void add_arc(velocity_set *set, built_set *out, const velocity_shape *shape, wend_point at,
                    double factor, wend_point from, wend_point to) {
    out->arcs[set->arc_count++] =
        (velocity_arc){narrow(add(shape->apex, at, factor)), (float)(shape->radius * factor),
                       narrow(from), narrow(to)};
}

static void add_side(velocity_set *set, built_set *out, wend_point from, wend_point along,
                     double low, double high) {
    out->sides[set->side_count++] =
        (velocity_side){narrow(from), narrow(along), (float)low, (float)high};
}

/* Adds the legs, which are tangent to the discs at `left` and `right`, and the inner edge of a wall
 * between them. */
static void add_cone(velocity_set *set, built_set *out, const velocity_shape *shape,
                     wend_point left, wend_point right) {
    wend_point l = tangent(left, shape->radius, 1.0), r = tangent(right, shape->radius, -1.0);
    double l_length = tangent_length(left, shape->radius);
    double r_length = tangent_length(right, shape->radius);
    add_side(set, out, shape->apex, r, shape->low * r_length, shape->high * r_length);
    add_side(set, out, shape->apex, (wend_point){-l.x, -l.y}, -shape->high * l_length,
             -shape->low * l_length);
    wend_point l_normal = turned_left(l), r_normal = {r.y, -r.x};
    wend_point span = add(left, right, -1.0);
    double length = sqrt(dot(span, span));
    if (length == 0.0 && shape->low > 0.0) {
        add_arc(set, out, shape, left, shape->low, l_normal, r_normal);
    } else if (shape->low > 0.0) {
        wend_point e = {span.x / length, span.y / length}, n = turned_left(e);
        add_arc(set, out, shape, left, shape->low, l_normal, n);
        add_arc(set, out, shape, right, shape->low, n, r_normal);
        wend_point from = add(add(shape->apex, left, shape->low), n, shape->low * shape->radius);
        add_side(set, out, from, (wend_point){-e.x, -e.y}, 0.0, length * shape->low);
    }
    if (shape->high < INFINITY) {
        double far = sqrt(dot(left, left));
        wend_point ahead = {left.x / far, left.y / far};
        add_arc(set, out, shape, left, shape->high, r_normal, ahead);
        add_arc(set, out, shape, left, shape->high, ahead, l_normal);
    }
}

velocity_set velocity_build(const velocity_shape *shape, built_set *out) {
    velocity_set set = {.sides = out->sides, .arcs = out->arcs};
    if (shape->kind == SHAPE_PLANE) {
        add_side(&set, out, (wend_point){shape->a.x * shape->b.x, shape->a.y * shape->b.x},
                 (wend_point){shape->a.y, -shape->a.x}, -INFINITY, INFINITY);
        return set;
    }
    wend_point left = shape->a, right = shape->a;
    if (shape->kind == SHAPE_CAPSULE) {
        /* The left and right ends of the wall as seen from the agent. If the agent is nearly in
         * line with the wall, only the nearer end counts. */
        bool a_left = shape->b.x * shape->a.y - shape->b.y * shape->a.x > 0.0;
        left = a_left ? shape->a : shape->b;
        right = a_left ? shape->b : shape->a;
        wend_point span = add(left, right, -1.0);
        double off = fabs(left.x * span.y - left.y * span.x) / sqrt(dot(span, span));
        if (off <= shape->radius) {
            wend_point end = dot(left, left) < dot(right, right) ? left : right;
            left = right = end;
        }
    }
    add_cone(&set, out, shape, left, right);
    return set;
}

/* ---- Samples --------------------------------------------------------------------------------- */

static wend_point sample_vector(dice *from, double least, double most) {
    double angle = dice_between(from, 0.0, 6.283185307179586);
    double length = dice_between(from, least, most);
    return (wend_point){length * cos(angle), length * sin(angle)};
}

static double distance_to_wall(wend_point a, wend_point b) {
    wend_point span = add(b, a, -1.0);
    double t = fmin(fmax(-dot(a, span) / dot(span, span), 0.0), 1.0);
    wend_point foot = add(a, span, t);
    return sqrt(dot(foot, foot));
}

velocity_shape velocity_sample_forbidden(dice *from) {
    velocity_shape shape = {.high = INFINITY};
    uint32_t kind = dice_below(from, 10);
    shape.kind = kind < 6 ? SHAPE_DISC : kind < 9 ? SHAPE_CAPSULE : SHAPE_PLANE;
    shape.low = dice_below(from, 3) ? 1.0 / dice_between(from, 0.3, 8.0) : 0.0;
    shape.radius = dice_below(from, 8) ? dice_between(from, 0.2, 0.8) : 0.01;
    shape.apex = sample_vector(from, 0.0, dice_below(from, 4) ? 1.5 : 6.0);
    if (shape.kind == SHAPE_PLANE) {
        shape.a = sample_vector(from, 1.0, 1.0);
        shape.b.x = dice_between(from, -0.2, 1.2);
        return shape;
    }
    /* Some bodies are so near that they almost touch. */
    double most = dice_below(from, 6) ? 6.0 : 0.01;
    shape.a = sample_vector(from, shape.radius * 1.0005, shape.radius + most);
    shape.b = shape.a;
    while (shape.kind == SHAPE_CAPSULE &&
           (shape.b.x == shape.a.x || distance_to_wall(shape.a, shape.b) < shape.radius * 1.0005)) {
        shape.b = sample_vector(from, shape.radius, 8.0);
    }
    return shape;
}

/* Samples a truncated cone. Its front, and its far end if it has one, lie among the reachable
 * velocities. */
static velocity_shape sample_cut_cone(dice *from) {
    velocity_shape shape = {.kind = SHAPE_DISC, .low = dice_between(from, 0.5, 2.0)};
    shape.radius = dice_between(from, 0.1, 0.5);
    shape.a = sample_vector(from, shape.radius * 1.001, shape.radius + 1.0);
    shape.apex = sample_vector(from, 0.0, 1.0);
    shape.high = dice_below(from, 2) ? shape.low * dice_between(from, 1.0, 1.5) : INFINITY;
    return shape;
}

velocity_shape velocity_sample_allowed(dice *from) {
    velocity_shape shape = {.kind = SHAPE_DISC, .high = INFINITY};
    shape.radius = dice_between(from, 0.3, 2.0);
    shape.a = sample_vector(from, shape.radius * 1.001, shape.radius + 6.0);
    shape.apex = sample_vector(from, 0.0, 1.0);
    shape.low = dice_below(from, 2) ? 1.0 / dice_between(from, 1.0, 8.0) : 0.0;
    if (dice_below(from, 3) == 0) {
        shape.high = shape.low + 1.0 / dice_between(from, 1.0, 8.0);
    }
    return shape;
}

/* ---- Trials ---------------------------------------------------------------------------------- */

typedef struct trial {
    velocity_shape forbidden[MOST_FORBIDDEN], allowed[MOST_ALLOWED];
    built_set forbidden_pieces[MOST_FORBIDDEN], allowed_pieces[MOST_ALLOWED];
    velocity_set forbidden_sets[MOST_FORBIDDEN], allowed_sets[MOST_ALLOWED];
    clearpath problem;
    uint64_t seed;
} trial;

static void sample_trial(trial *t) {
    dice from = {t->seed};
    clearpath *problem = &t->problem;
    problem->max_speed = (float)dice_between(&from, 0.5, 2.5);
    problem->preferred_velocity =
        narrow(sample_vector(&from, 0.0, 1.3 * (double)problem->max_speed));
    problem->forbidden_count = dice_below(&from, MOST_FORBIDDEN + 1);
    problem->allowed_count = dice_below(&from, 2) ? dice_below(&from, MOST_ALLOWED + 1) : 0;
    bool cuts = dice_below(&from, 2) == 0;
    for (uint32_t i = 0; i < problem->forbidden_count; i++) {
        bool again = i > 0 && dice_below(&from, 20) == 0;
        t->forbidden[i] = again  ? t->forbidden[i - 1]
                          : cuts ? sample_cut_cone(&from)
                                 : velocity_sample_forbidden(&from);
        t->forbidden_sets[i] = velocity_build(&t->forbidden[i], &t->forbidden_pieces[i]);
    }
    for (uint32_t i = 0; i < problem->allowed_count; i++) {
        t->allowed[i] = velocity_sample_allowed(&from);
        t->allowed_sets[i] = velocity_build(&t->allowed[i], &t->allowed_pieces[i]);
    }
    problem->forbidden = t->forbidden_sets;
    problem->allowed = t->allowed_sets;
}

static bool is_allowed(const trial *t, double x, double y) {
    for (uint32_t i = 0; i < t->problem.allowed_count; i++) {
        if (velocity_shape_has(&t->allowed[i], x, y)) {
            return true;
        }
    }
    return t->problem.allowed_count == 0;
}

/* Returns the number of forbidden sets before the first set that contains the velocity. */
static uint32_t count_avoided(const trial *t, double x, double y) {
    uint32_t count = 0;
    while (count < t->problem.forbidden_count && !velocity_shape_has(&t->forbidden[count], x, y)) {
        count++;
    }
    return count;
}

static double distance_to_preferred(const trial *t, double x, double y) {
    return hypot(x - (double)t->problem.preferred_velocity.x,
                 y - (double)t->problem.preferred_velocity.y);
}

/* Checks that the answer has the status that it reports. */
static void check_answer(const trial *t, const clearpath_choice *choice) {
    double x = (double)choice->velocity.x, y = (double)choice->velocity.y;
    ck_assert_msg(hypot(x, y) <= (double)t->problem.max_speed * (1.0 + 1e-5), "seed %llu: too fast",
                  (unsigned long long)t->seed);
    for (uint32_t i = 0; i < choice->active_count; i++) {
        ck_assert_msg(!velocity_shape_has_deep(&t->forbidden[i], x, y, depth),
                      "seed %llu: (%g, %g) lies in set %u", (unsigned long long)t->seed, x, y, i);
    }
    if (t->problem.allowed_count > 0 && choice->allowed != CLEARPATH_NONE) {
        ck_assert_uint_lt(choice->allowed, t->problem.allowed_count);
        ck_assert_msg(!velocity_shape_is_far(&t->allowed[choice->allowed], x, y, depth),
                      "seed %llu: (%g, %g) is not allowed", (unsigned long long)t->seed, x, y);
    }
}

/* Checks that no velocity of a grid is better than the answer. */
static void check_grid(const trial *t, const clearpath_choice *choice) {
    double most = (double)t->problem.max_speed;
    double far = distance_to_preferred(t, (double)choice->velocity.x, (double)choice->velocity.y);
    for (int i = 0; i < GRID * GRID; i++) {
        double x = most * (2.0 * (i % GRID) / (GRID - 1) - 1.0);
        double y = most * (2.0 * (i / GRID) / (GRID - 1) - 1.0);
        if (x * x + y * y > most * most || !is_allowed(t, x, y)) {
            continue;
        }
        uint32_t active_neighbours = count_avoided(t, x, y);
        bool better = choice->allowed == CLEARPATH_NONE ||
                      active_neighbours > choice->active_count ||
                      (active_neighbours == choice->active_count &&
                       distance_to_preferred(t, x, y) < far - slack);
        ck_assert_msg(!better, "seed %llu: (%g, %g) avoids %u, is better than (%g, %g), %u",
                      (unsigned long long)t->seed, x, y, active_neighbours,
                      (double)choice->velocity.x, (double)choice->velocity.y, choice->active_count);
    }
}

void clearpath_trial(uint64_t seed, clearpath_tally *tally) {
    trial t = {.seed = seed};
    sample_trial(&t);
    clearpath_choice choice;
    bool found = clearpath_solve(&t.problem, &choice);
    ck_assert_msg(found == (choice.active_count == t.problem.forbidden_count &&
                            choice.allowed != CLEARPATH_NONE),
                  "seed %llu", (unsigned long long)seed);
    check_answer(&t, &choice);
    check_grid(&t, &choice);
    bool preferred = choice.velocity.x == t.problem.preferred_velocity.x &&
                     choice.velocity.y == t.problem.preferred_velocity.y;
    tally->preferred += found && preferred;
    tally->free += found && !preferred;
    tally->unreachable += choice.allowed == CLEARPATH_NONE;
    tally->gave += !found && choice.allowed != CLEARPATH_NONE;
}
