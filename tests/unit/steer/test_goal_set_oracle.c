/* Compares goal velocity obstacles with their definition (Snape and Manocha, section 4.6): a
 * velocity lies in the set if and only if, held constant, it brings the agent's disc to the region
 * within the window. The reference is computed in double precision, both in closed form and by
 * walking in small steps.
 *
 * The code under test uses single precision. So a velocity counts as a case only if moving the
 * region by `shift` and changing the velocity by `slack` could not change the verdict. Bodies may
 * be fatter, but not thinner, by the amounts in goal_set.c: an agent with radius 0 counts as having
 * a radius of 0.1 mm (or 1e-6 of its distance), and a corner with a small turn is treated as sharp,
 * which adds 1e-5 of its radius. */
#include <check.h>
#include <float.h>
#include <math.h>

#include "steer/solve/goals/set.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/velocity_oracle.h"
#include "support/velocity_sets.h"

enum { REGIONS = 4000, VELOCITIES = 40, WALKED_REGIONS = 500, WALKS = 10, STEPS = 400 };

static const double tau = 6.283185307179586;
/* Bound on the sum of all rounding errors. */
static const double units = 16.0 * (double)FLT_EPSILON;

typedef struct task {
    wend_region region;
    wend_vec2 points[WEND_MAX_POLYGON];
    wend_vec2 from;
    float radius, earliest, latest;
    oracle_cone cone;
    double shift, fatter; /* m: tolerances, see above */
} task;

/* ---- Drawing --------------------------------------------------------------------------------- */

static wend_vec2 sample_vec(dice *from, double most) {
    return (wend_vec2){(float)dice_between(from, -most, most),
                       (float)dice_between(from, -most, most)};
}

/* Samples a polygon inscribed in an ellipse. */
static void sample_polygon(dice *from, wend_vec2 middle, double size, task *out) {
    uint32_t count = dice_below(from, 8) ? 3 + dice_below(from, 8) : WEND_MAX_POLYGON;
    double flat = dice_between(from, 0.05, 1.0), turn = dice_between(from, 0.0, tau);
    for (uint32_t i = 0; i < count; i++) {
        double angle = tau * (i + dice_between(from, -0.3, 0.3)) / count;
        double x = size * cos(angle), y = size * flat * sin(angle);
        out->points[i] = (wend_vec2){(float)((double)middle.x + x * cos(turn) - y * sin(turn)),
                                     (float)((double)middle.y + x * sin(turn) + y * cos(turn))};
    }
    out->region.count = (uint16_t)count;
    out->region.points = out->points;
}

static void sample_region(dice *from, wend_shape shape, task *out) {
    double size = dice_between(from, 0.05, 1.0) * (dice_below(from, 3) ? 5.0 : 60.0);
    wend_vec2 middle = sample_vec(from, dice_below(from, 4) ? 10.0 : 100.0);
    out->region = (wend_region){.shape = (uint8_t)shape, .a = middle};
    if (dice_below(from, 2)) {
        out->region.velocity = sample_vec(from, 2.0);
    }
    if (shape == WEND_SHAPE_DISC) {
        out->region.b.x = (float)size;
    } else if (shape == WEND_SHAPE_SEGMENT) {
        wend_vec2 offset = sample_vec(from, size);
        offset = dice_below(from, 4) ? offset : (wend_vec2){(float)size, 0.0F};
        out->region.b = (wend_vec2){middle.x + offset.x, middle.y + offset.y};
    } else if (shape == WEND_SHAPE_POLYGON) {
        sample_polygon(from, middle, size, out);
    }
}

static void sample_window(dice *from, task *out) {
    uint32_t kind = dice_below(from, 6);
    out->earliest = kind < 3 ? 0.0F : (float)dice_between(from, 0.1, 30.0);
    out->latest = kind == 0 || kind == 3   ? INFINITY
                  : kind == 1 || kind == 4 ? out->earliest + (float)dice_between(from, 0.1, 30.0)
                  : kind == 2              ? (float)dice_between(from, 0.2, 3.0)
                                           : out->earliest;
}

static oracle_vec relative(wend_vec2 at, wend_vec2 from) {
    return (oracle_vec){(double)at.x - (double)from.x, (double)at.y - (double)from.y};
}

/* Computes the body, relative to the agent, that the agent's centre is to reach. */
static void define(task *t) {
    const wend_region *region = &t->region;
    oracle_cone *cone = &t->cone;
    *cone = (oracle_cone){.apex = {(double)region->velocity.x, (double)region->velocity.y},
                          .count = 1,
                          .radius = (double)t->radius,
                          .low = 1.0 / (double)t->latest,
                          .high = t->earliest > 0.0F ? 1.0 / (double)t->earliest : INFINITY};
    cone->points[0] = relative(region->a, t->from);
    if (region->shape == WEND_SHAPE_DISC) {
        cone->radius += (double)region->b.x;
    } else if (region->shape == WEND_SHAPE_SEGMENT) {
        cone->count = 2;
        cone->points[1] = relative(region->b, t->from);
    } else if (region->shape == WEND_SHAPE_POLYGON) {
        cone->count = region->count;
        for (uint32_t i = 0; i < cone->count; i++) {
            cone->points[i] = relative(region->points[i], t->from);
        }
    }
    double far = fmax(fabs((double)t->from.x), fabs((double)t->from.y));
    for (uint32_t i = 0; i < cone->count; i++) {
        far = fmax(far, hypot(cone->points[i].x, cone->points[i].y) + cone->radius);
    }
    t->shift = units * far;
    t->fatter = fmax(fmax(1e-4, 1e-6 * far) - (double)t->radius, 0.0) + 1e-5 * cone->radius;
}

/* Samples the agent's position: anywhere near the region, inside it, in line with it, touching it,
 * or 200 m away. */
static void sample_agent(dice *from, task *out) {
    const wend_region *region = &out->region;
    wend_vec2 first = region->shape == WEND_SHAPE_POLYGON ? out->points[0] : region->a;
    wend_vec2 second = region->shape == WEND_SHAPE_POLYGON   ? out->points[1]
                       : region->shape == WEND_SHAPE_SEGMENT ? region->b
                                                             : first;
    double t = dice_between(from, -1.0, 2.0), x = (double)second.x - (double)first.x,
           y = (double)second.y - (double)first.y;
    wend_vec2 aside = sample_vec(from, 8.0),
              on = {(float)((double)first.x + t * x), (float)((double)first.y + t * y)};
    out->radius = dice_below(from, 4) ? (float)dice_between(from, 0.1, 1.0) : 0.0F;
    out->from = (wend_vec2){first.x + aside.x, first.y + aside.y};
    switch (dice_below(from, 6)) {
    case 0:
        out->from = on; /* in line with the region */
        break;
    case 1:
        out->from = region->a; /* inside the region */
        break;
    case 2:
        aside = sample_vec(from, 200.0);
        out->from = (wend_vec2){first.x + aside.x, first.y + aside.y};
        break;
    case 3: /* touches the region, or nearly so */
        if (wend_region_distance(region, out->from) > 0.0F) {
            wend_vec2 nearest = wend_region_nearest(region, out->from);
            oracle_vec off = relative(out->from, nearest);
            double scale = (double)out->radius / hypot(off.x, off.y);
            scale *= dice_below(from, 2) ? 1.0 : dice_between(from, 0.99, 1.01);
            out->from = (wend_vec2){(float)((double)nearest.x + scale * off.x),
                                    (float)((double)nearest.y + scale * off.y)};
        }
        break;
    default:
        break;
    }
}

static void sample_task(uint64_t seed, wend_shape shape, task *out, dice *from) {
    *from = (dice){seed * 8 + (uint64_t)shape};
    sample_region(from, shape, out);
    sample_agent(from, out);
    sample_window(from, out);
    define(out);
}

/* Samples a velocity: one that leads to a point near the region at a time in or near the window, an
 * arbitrary one, or the region's own. */
static oracle_vec sample_velocity(dice *from, const task *t) {
    const oracle_cone *cone = &t->cone;
    double early = fmax((double)t->earliest, 0.1), late = fmin((double)t->latest, early + 60.0);
    double s = early + (late - early) * dice_between(from, 0.0, 1.0);
    s *= dice_below(from, 2) ? 1.0 : dice_between(from, 0.5, 2.0);
    oracle_vec at = cone->points[dice_below(from, cone->count)];
    oracle_vec other = cone->points[dice_below(from, cone->count)];
    double part = dice_between(from, 0.0, 1.0), angle = dice_between(from, 0.0, tau);
    double off = cone->radius * (dice_below(from, 2) ? 1.0 + dice_between(from, -0.01, 0.01)
                                                     : dice_between(from, 0.0, 2.0));
    off += dice_below(from, 4) ? 0.0 : dice_between(from, 0.0, 3.0);
    oracle_vec v = {cone->apex.x + ((1.0 - part) * at.x + part * other.x + off * cos(angle)) / s,
                    cone->apex.y + ((1.0 - part) * at.y + part * other.y + off * sin(angle)) / s};
    uint32_t kind = dice_below(from, 12);
    if (kind < 2) {
        v = (oracle_vec){dice_between(from, -3.0, 3.0), dice_between(from, -3.0, 3.0)};
    } else if (kind == 2) {
        v = cone->apex;
    }
    return oracle_rounded_vec(v.x, v.y);
}

static double slack_of(const task *t, oracle_vec v) {
    const oracle_cone *cone = &t->cone;
    double size = hypot(v.x, v.y) + 2.0 * hypot(cone->apex.x, cone->apex.y);
    return units * (size + cone->low * t->shift / units);
}

/* ---- Closed form ----------------------------------------------------------------------------- */

static void complain(const task *t, uint64_t seed, oracle_vec v, const char *what) {
    ck_abort_msg("seed %llu: shape %u at (%.9g, %.9g), agent (%.9g, %.9g) radius %.9g, window %.9g "
                 "to %.9g: (%.9g, %.9g) %s",
                 (unsigned long long)seed, t->region.shape, (double)t->region.a.x,
                 (double)t->region.a.y, (double)t->from.x, (double)t->from.y, (double)t->radius,
                 (double)t->earliest, (double)t->latest, v.x, v.y, what);
}

static bool contains(const goal_set *goal, oracle_vec v) {
    return velocity_set_contains(&goal->set, (wend_vec2){(float)v.x, (float)v.y}, true);
}

static bool surely_leads(const task *t, oracle_vec v, double slack) {
    oracle_cone in_time = t->cone; /* excludes the region's own velocity, which never reaches it */
    in_time.low = fmax(in_time.low, 1e-9);
    return oracle_surely_in(&in_time, v, t->shift, slack);
}

typedef struct tally {
    uint32_t in, out, doubtful;
} tally;

static void judge(const task *t, const goal_set *goal, uint64_t seed, oracle_vec v, tally *counts) {
    bool in = surely_leads(t, v, slack_of(t, v));
    bool out = !oracle_meets(&t->cone, v, t->shift + t->fatter, slack_of(t, v));
    if (in && !contains(goal, v)) {
        complain(t, seed, v, "leads there, but is not in the set");
    }
    if (out && contains(goal, v)) {
        complain(t, seed, v, "is in the set, but misses");
    }
    counts->in += in;
    counts->out += out;
    counts->doubtful += !in && !out;
}

/* Checks that all pieces of the boundary, and their ends, lie on the boundary. */
static void judge_pieces(const task *t, const goal_set *goal, uint64_t seed) {
    oracle_vec v;
    double rounding =
        isinf(t->cone.high) ? 0.0 : t->cone.high * t->shift; /* rounding error of the far end */
    for (uint32_t i = 0; oracle_boundary_point(&goal->set, i, 3.0, &v); i++) {
        double slack = slack_of(t, v) + rounding;
        oracle_cone fatter = t->cone;
        fatter.radius += t->fatter;
        if (surely_leads(t, v, slack)) {
            complain(t, seed, v, "is on the boundary, but inside");
        }
        if (!oracle_meets(&fatter, v, t->shift, slack)) {
            complain(t, seed, v, "is on the boundary, but outside");
        }
    }
}

/* Checks that the nearest velocity of the set is as near as the definition requires, so that no
 * piece of the boundary is missing or too short. */
static void judge_nearest(const task *t, const goal_set *goal, uint64_t seed, oracle_vec v) {
    oracle_cone fatter = t->cone, leaner = t->cone;
    fatter.radius += t->fatter + t->shift;
    leaner.radius -= t->shift;
    if (leaner.radius < 0.0) {
        return;
    }
    wend_vec2 found = velocity_set_nearest(&goal->set, (wend_vec2){(float)v.x, (float)v.y});
    oracle_vec at = {(double)found.x, (double)found.y};
    double slack = slack_of(t, v) + slack_of(t, at), far = hypot(at.x - v.x, at.y - v.y);
    if (far < oracle_distance(&fatter, v) - slack || far > oracle_distance(&leaner, v) + slack) {
        complain(t, seed, v, "has a nearest velocity that is not as near as it should be");
    }
}

static void judge_regions(wend_shape shape, tally *counts) {
    static task t;
    static goal_set goal;
    for (uint64_t seed = 1; seed <= trials(REGIONS); seed++) {
        dice from;
        sample_task(seed, shape, &t, &from);
        ck_assert(velocity_set_of_goal(&t.region, t.from, t.radius, t.earliest, t.latest, &goal));
        ck_assert_uint_le(goal.set.side_count, GOAL_SET_SIDES);
        ck_assert_uint_le(goal.set.arc_count, GOAL_SET_ARCS);
        judge_pieces(&t, &goal, seed);
        if (seed % 4 == 0) {
            judge_nearest(&t, &goal, seed, sample_velocity(&from, &t));
        }
        for (int i = 0; i < VELOCITIES; i++) {
            judge(&t, &goal, seed, sample_velocity(&from, &t), counts);
        }
    }
}

START_TEST(set_matches_definition) {
    for (int shape = WEND_SHAPE_POINT; shape <= WEND_SHAPE_POLYGON; shape++) {
        tally counts = {0};
        judge_regions((wend_shape)shape, &counts);
        ck_assert_uint_ge(counts.in, trials_bound(REGIONS * VELOCITIES / 10 + 1));
        ck_assert_uint_ge(counts.out, trials_bound(REGIONS * VELOCITIES / 10 + 1));
        /* Some cases are doubtful, such as points that an agent without a radius must reach. */
        ck_assert_uint_lt(counts.doubtful, trials(REGIONS) * VELOCITIES / 4);
    }
}
END_TEST

/* ---- Small steps ----------------------------------------------------------------------------- */

static double distance_to_edge(oracle_vec at, oracle_vec p, oracle_vec q) {
    double x = q.x - p.x, y = q.y - p.y, squared = x * x + y * y;
    double t = squared > 0.0 ? ((at.x - p.x) * x + (at.y - p.y) * y) / squared : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(at.x - p.x - t * x, at.y - p.y - t * y);
}

/* Returns the distance of a point from the body; negative inside the body. */
static double distance_to_body(const oracle_cone *cone, oracle_vec at) {
    double least = INFINITY;
    bool inside = cone->count > 2;
    for (uint32_t i = 0; i < cone->count; i++) {
        oracle_vec p = cone->points[i], q = cone->points[(i + 1) % cone->count];
        least = fmin(least, distance_to_edge(at, p, q));
        inside = inside && (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x) >= 0.0;
    }
    return (inside ? -least : least) - cone->radius;
}

/* Moves the agent in small steps from the start to the end of the time window. If the window never
 * ends, stops when the agent is past the region. */
static void walk(const task *t, oracle_vec v, const goal_set *goal, uint64_t seed, tally *counts) {
    oracle_vec w = {v.x - t->cone.apex.x, v.y - t->cone.apex.y};
    double speed = hypot(w.x, w.y), begin = (double)t->earliest;
    double passed = speed > 1e-3 ? 2.0 * t->shift / units / speed : 1.0;
    double end = fmin((double)t->latest, begin + passed);
    bool whole = speed > 1e-3 || end >= (double)t->latest;
    double each = (end - begin) / STEPS, nearest = INFINITY;
    double doubt = t->shift + fmax(end, 1.0) * slack_of(t, v);
    for (int i = 0; i <= STEPS; i++) {
        double s = begin + each * i;
        nearest = fmin(nearest, distance_to_body(&t->cone, (oracle_vec){s * w.x, s * w.y}));
    }
    bool says = contains(goal, v);
    if (nearest < -doubt && !says) {
        complain(t, seed, v, "was seen to lead there, but is not in the set");
    }
    bool missed = nearest > doubt + t->fatter + each * speed / 2.0;
    if (whole && missed && says) {
        complain(t, seed, v, "is in the set, but was seen to miss");
    }
    counts->in += nearest < -doubt;
    counts->out += missed;
}

static void walk_to_regions(wend_shape shape, tally *counts) {
    static task t;
    static goal_set goal;
    for (uint64_t seed = 100001; seed <= 100000 + trials(WALKED_REGIONS); seed++) {
        dice from;
        sample_task(seed, shape, &t, &from);
        ck_assert(velocity_set_of_goal(&t.region, t.from, t.radius, t.earliest, t.latest, &goal));
        for (int i = 0; i < WALKS; i++) {
            walk(&t, sample_velocity(&from, &t), &goal, seed, counts);
        }
    }
}

START_TEST(set_matches_simulation_in_small_steps) {
    for (int shape = WEND_SHAPE_POINT; shape <= WEND_SHAPE_POLYGON; shape++) {
        tally counts = {0};
        walk_to_regions((wend_shape)shape, &counts);
        ck_assert_uint_ge(counts.in, trials_bound(WALKED_REGIONS * WALKS / 20 + 1));
        ck_assert_uint_ge(counts.out, trials_bound(WALKED_REGIONS * WALKS / 20 + 1));
    }
}
END_TEST

/* ---- Cases by hand --------------------------------------------------------------------------- */

static const wend_region point_ahead = {.shape = WEND_SHAPE_POINT, .a = {2.0F, 0.0F}};
static const wend_vec2 origin = {0.0F, 0.0F};

static bool leads(const wend_region *region, float radius, float earliest, float latest, float x,
                  float y) {
    static goal_set goal;
    ck_assert(velocity_set_of_goal(region, origin, radius, earliest, latest, &goal));
    return velocity_set_contains(&goal.set, (wend_vec2){x, y}, true);
}

START_TEST(point_without_radius_is_hit_exactly) {
    ck_assert(leads(&point_ahead, 0.0F, 0.0F, INFINITY, 1.0F, 0.0F));
    ck_assert(leads(&point_ahead, 0.0F, 0.0F, INFINITY, 100.0F, 0.0F));
    ck_assert(!leads(&point_ahead, 0.0F, 0.0F, INFINITY, 1.0F, 1e-4F));
    ck_assert(!leads(&point_ahead, 0.0F, 0.0F, INFINITY, -1.0F, 0.0F));
    ck_assert(leads(&point_ahead, 0.0F, 1.0F, 2.0F, 1.0F, 0.0F));
    ck_assert(leads(&point_ahead, 0.0F, 1.0F, 2.0F, 2.0F, 0.0F));
    ck_assert(!leads(&point_ahead, 0.0F, 1.0F, 2.0F, 0.999F, 0.0F));
    ck_assert(!leads(&point_ahead, 0.0F, 1.0F, 2.0F, 2.001F, 0.0F));
    ck_assert(leads(&point_ahead, 0.0F, 2.0F, 2.0F, 1.0F, 0.0F));
    ck_assert(!leads(&point_ahead, 0.0F, 2.0F, 2.0F, 1.001F, 0.0F));
    ck_assert(!leads(&point_ahead, 0.0F, 2.0F, 2.0F, 0.999F, 0.0F));
    ck_assert(!leads(&point_ahead, 0.0F, 2.0F, 2.0F, 1.0F, 0.001F));
}
END_TEST

/* An agent without a radius sees a segment end-on: rounding must not hide its near end behind its
 * far end. */
START_TEST(collinear_segment_is_met_at_its_near_end) {
    for (int i = 0; i < 500; i++) {
        double x = cos(0.1 * i), y = sin(0.1 * i), near = 0.5 + 0.01 * i, far = near * 2.5;
        wend_region region = {.shape = WEND_SHAPE_SEGMENT,
                              .a = {(float)(near * x), (float)(near * y)},
                              .b = {(float)(far * x), (float)(far * y)}};
        for (int turned = 0; turned < 2; turned++) {
            double slow = near / 2.0;
            ck_assert(leads(&region, 0.0F, 0.0F, 2.0F, (float)(1.001 * slow * x),
                            (float)(1.001 * slow * y)));
            ck_assert(!leads(&region, 0.0F, 0.0F, 2.0F, (float)(0.999 * slow * x),
                             (float)(0.999 * slow * y)));
            ck_assert(leads(&region, 0.0F, 1.0F, 2.0F, (float)(0.999 * far * x),
                            (float)(0.999 * far * y)));
            ck_assert(!leads(&region, 0.0F, 1.0F, 2.0F, (float)(1.001 * far * x),
                             (float)(1.001 * far * y)));
            wend_vec2 a = region.a;
            region.a = region.b;
            region.b = a;
        }
    }
}
END_TEST

START_TEST(region_in_contact_is_met_at_any_velocity) {
    static goal_set goal;
    wend_region disc = {.shape = WEND_SHAPE_DISC, .a = {2.0F, 0.0F}, .b = {1.75F, 0.0F}};
    ck_assert(velocity_set_of_goal(&disc, origin, 0.5F, 0.0F, INFINITY, &goal));
    ck_assert_uint_eq(goal.set.side_count + goal.set.arc_count, 0);
    ck_assert(velocity_set_of_goal(&disc, origin, 0.5F, 0.0F, 0.0F, &goal));
    ck_assert_uint_eq(goal.set.side_count + goal.set.arc_count, 0);
    /* The agent has left before the window opens. */
    ck_assert(!leads(&disc, 0.5F, 1.0F, INFINITY, -3.0F, 0.0F));
}
END_TEST

START_TEST(no_velocity_reaches_a_region_in_an_empty_window) {
    static goal_set goal;
    static const wend_vec2 corners[] = {{1.0F, 0.0F}, {2.0F, 0.0F}, {2.0F, 1.0F}};
    goal.set.side_count = 7777;
    wend_region regions[] = {
        point_ahead,
        {.shape = WEND_SHAPE_DISC, .a = {2.0F, 0.0F}, .b = {1.0F, 0.0F}},
        {.shape = WEND_SHAPE_SEGMENT, .a = {2.0F, 0.0F}, .b = {2.0F, 3.0F}},
        {.shape = WEND_SHAPE_POLYGON, .count = 3, .a = {1.7F, 0.3F}, .points = corners},
    };
    for (int i = 0; i < 4; i++) {
        ck_assert(!velocity_set_of_goal(&regions[i], origin, 0.5F, 0.0F, 0.0F, &goal));
        ck_assert(!velocity_set_of_goal(&regions[i], origin, 0.0F, 0.0F, 0.0F, &goal));
    }
    ck_assert_uint_eq(goal.set.side_count, 7777); /* nothing was written */
}
END_TEST

int main(void) {
    SUITE("steer/goal_set_oracle", set_matches_definition, set_matches_simulation_in_small_steps,
          point_without_radius_is_hit_exactly, collinear_segment_is_met_at_its_near_end,
          region_in_contact_is_met_at_any_velocity,
          no_velocity_reaches_a_region_in_an_empty_window);
}
