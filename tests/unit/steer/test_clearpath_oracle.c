/* Compares velocity sets, and the velocity chosen from them, with results that brute force derives
 * from the definitions. */
#include <check.h>
#include <float.h>
#include <math.h>

#include "support/clearpath_trials.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/velocity_sets.h"

enum { SETS = 3000, VELOCITIES = 40, CHOICES = 1000 };

/* Relative to the largest velocity involved: 340 units in the last place of a float. */
static const double relative_slack = 2e-5;

static oracle_vec sample_velocity(dice *from, double most) {
    double x = dice_between(from, -most, most);
    return oracle_rounded_vec(x, dice_between(from, -most, most));
}

static wend_vec2 single(oracle_vec v) {
    return (wend_vec2){(float)v.x, (float)v.y};
}

/* ---- Sets ------------------------------------------------------------------------------------ */

typedef struct sampled_set {
    oracle_cone cone;
    oracle_boundary boundary;
    double slack;
} sampled_set;

static void sample_set(dice *from, sampled_set *out) {
    clearpath_sample_cone(from, 2.0, true, &out->cone);
    oracle_find_boundary(&out->cone, &out->boundary);
    double size = 12.0; /* largest component of the velocities below */
    for (uint32_t i = 0; i < out->boundary.set.side_count; i++) {
        wend_vec2 at = out->boundary.sides[i].from;
        size = fmax(size, hypot((double)at.x, (double)at.y));
    }
    out->slack = relative_slack * size;
}

/* Samples a velocity from the whole plane or near the set's boundary. */
static oracle_vec velocity_for(dice *from, const sampled_set *sampled) {
    const velocity_set *set = &sampled->boundary.set;
    oracle_vec aside = sample_velocity(from, dice_below(from, 2) ? 1e-3 : 0.3);
    uint32_t pick = dice_below(from, set->side_count + set->arc_count + 1);
    oracle_vec at = sample_velocity(from, 8.0);
    if (pick < set->side_count) {
        const velocity_side *side = &set->sides[pick];
        double low = fmax((double)side->low, -5.0), high = fmin((double)side->high, 5.0);
        double t = dice_between(from, low, high);
        at = (oracle_vec){(double)side->from.x + t * (double)side->along.x,
                          (double)side->from.y + t * (double)side->along.y};
    } else if (pick < set->side_count + set->arc_count) {
        const velocity_arc *arc = &set->arcs[pick - set->side_count];
        double a = dice_between(from, 0.0, 1.0), radius = (double)arc->radius;
        oracle_vec u = {(1.0 - a) * (double)arc->from.x + a * (double)arc->to.x,
                        (1.0 - a) * (double)arc->from.y + a * (double)arc->to.y};
        double length = fmax(hypot(u.x, u.y), 1e-9);
        at = (oracle_vec){(double)arc->centre.x + radius * u.x / length,
                          (double)arc->centre.y + radius * u.y / length};
    }
    return oracle_rounded_vec(at.x + aside.x, at.y + aside.y);
}

static bool left_of(wend_vec2 from, oracle_vec along, oracle_vec v) {
    return along.x * (v.y - (double)from.y) - along.y * (v.x - (double)from.x) >= 0.0;
}

/* True if the header's definition holds: the velocity is to the left of all sides and chords, or in
 * the disc of an arc. */
static bool lies_in(const velocity_set *set, oracle_vec v) {
    bool left = true, disc = false;
    for (uint32_t i = 0; i < set->side_count; i++) {
        const velocity_side *side = &set->sides[i];
        oracle_vec along = {(double)side->along.x, (double)side->along.y};
        left = left && left_of(side->from, along, v);
    }
    for (uint32_t i = 0; i < set->arc_count; i++) {
        const velocity_arc *r = &set->arcs[i];
        double radius = (double)r->radius, x = (double)r->centre.x, y = (double)r->centre.y;
        wend_vec2 begin = {(float)(x + radius * (double)r->from.x),
                           (float)(y + radius * (double)r->from.y)};
        oracle_vec chord = {(double)r->to.x - (double)r->from.x,
                            (double)r->to.y - (double)r->from.y};
        left = left && left_of(begin, chord, v);
        disc = disc || hypot(v.x - x, v.y - y) <= radius;
    }
    return left || disc;
}

static void check_says(const sampled_set *sampled, oracle_vec v, uint64_t seed, bool says,
                       uint32_t *counts) {
    bool in = oracle_surely_in(&sampled->cone, v, 0.0, sampled->slack);
    bool out = !oracle_meets(&sampled->cone, v, 0.0, sampled->slack);
    if ((in && !says) || (out && says)) {
        ck_abort_msg("seed %llu: (%.9g, %.9g) is %s", (unsigned long long)seed, v.x, v.y,
                     in ? "in" : "out");
    }
    counts[in ? 0 : out ? 1 : 2]++;
}

/* Compares the oracle's two definitions of a set before they are used to judge the code. */
START_TEST(oracle_boundaries_match_definitions) {
    static sampled_set sampled;
    uint32_t counts[3] = {0};
    for (uint64_t seed = 1; seed <= trials(SETS); seed++) {
        dice from = {seed};
        sample_set(&from, &sampled);
        for (int i = 0; i < VELOCITIES; i++) {
            oracle_vec v = velocity_for(&from, &sampled);
            check_says(&sampled, v, seed, lies_in(&sampled.boundary.set, v), counts);
        }
    }
    ck_assert_uint_ge(counts[0], trials_bound(SETS * VELOCITIES / 5 + 1));
    ck_assert_uint_ge(counts[1], trials_bound(SETS * VELOCITIES / 5 + 1));
    /* Some velocities are too close to the boundary to decide, because some sets are thin. Such
     * velocities must be rare. */
    ck_assert_uint_lt(counts[2], trials(SETS) * VELOCITIES / 8);
}
END_TEST

START_TEST(sets_match_definition) {
    static sampled_set sampled;
    uint32_t counts[3] = {0};
    for (uint64_t seed = 1; seed <= trials(SETS); seed++) {
        dice from = {seed};
        sample_set(&from, &sampled);
        for (int i = 0; i < VELOCITIES; i++) {
            oracle_vec v = velocity_for(&from, &sampled);
            bool open = velocity_set_contains(&sampled.boundary.set, single(v), false);
            bool closed = velocity_set_contains(&sampled.boundary.set, single(v), true);
            if (open && !closed) {
                ck_abort_msg("seed %llu: open, not closed", (unsigned long long)seed);
            }
            check_says(&sampled, v, seed, open, counts);
            check_says(&sampled, v, seed, closed, counts);
        }
    }
    ck_assert_uint_ge(counts[0], trials_bound(SETS * VELOCITIES / 4 + 1));
    ck_assert_uint_ge(counts[1], trials_bound(SETS * VELOCITIES / 4 + 1));
}
END_TEST

START_TEST(nearest_velocity_matches_definition) {
    static sampled_set sampled;
    uint32_t outside = 0;
    for (uint64_t seed = 1; seed <= trials(SETS); seed++) {
        dice from = {seed};
        sample_set(&from, &sampled);
        for (int i = 0; i < VELOCITIES / 4; i++) {
            oracle_vec v = velocity_for(&from, &sampled);
            double expected = oracle_distance(&sampled.cone, v);
            wend_vec2 found = velocity_set_nearest(&sampled.boundary.set, single(v));
            oracle_vec at = {(double)found.x, (double)found.y};
            double distance = hypot(at.x - v.x, at.y - v.y);
            bool in = oracle_meets(&sampled.cone, at, 0.0, sampled.slack);
            ck_assert_msg(in && fabs(distance - expected) <= sampled.slack,
                          "seed %llu: (%.9g, %.9g) -> (%.9g, %.9g), %.9g away, not %.9g%s",
                          (unsigned long long)seed, v.x, v.y, at.x, at.y, distance, expected,
                          in ? "" : ", outside");
            outside += expected > 0.0;
        }
    }
    ck_assert_uint_ge(outside, trials_bound(SETS * VELOCITIES / 20 + 1));
}
END_TEST

/* Tests points of a line: no point in the interval is certainly outside the set, and no other point
 * is certainly inside. */
static void check_cut(const sampled_set *sampled, oracle_vec base, oracle_vec along, uint64_t seed,
                      dice *from) {
    float low = NAN, high = NAN;
    bool cuts = velocity_set_cut(&sampled->boundary.set, single(base), single(along), &low, &high);
    ck_assert(!cuts || low < high);
    for (int i = 0; i < 12; i++) {
        double t = dice_between(from, -8.0, 8.0);
        if (cuts && i < 8 && isfinite(i % 2 ? low : high)) {
            t = (double)(i % 2 ? low : high) + dice_between(from, -0.1, 0.1);
        }
        oracle_vec v = {base.x + t * along.x, base.y + t * along.y};
        bool says = cuts && t > (double)low && t < (double)high;
        bool wrong = says ? !oracle_meets(&sampled->cone, v, 0.0, sampled->slack)
                          : oracle_surely_in(&sampled->cone, v, 0.0, sampled->slack);
        if (wrong && fabs(t) <= 20.0) { /* farther away, the slack does not cover rounding */
            ck_abort_msg("seed %llu: (%.9g, %.9g) along (%.9g, %.9g) at %.9g, cut %d %.9g to %.9g",
                         (unsigned long long)seed, base.x, base.y, along.x, along.y, t, cuts,
                         (double)low, (double)high);
        }
    }
}

START_TEST(clips_lines_to_the_part_inside_the_set) {
    static sampled_set sampled;
    for (uint64_t seed = 1; seed <= trials(SETS); seed++) {
        dice from = {seed};
        sample_set(&from, &sampled);
        for (int i = 0; i < 8; i++) {
            oracle_vec base = velocity_for(&from, &sampled);
            double angle = dice_between(&from, 0.0, 6.283185307179586);
            oracle_vec along = oracle_rounded_vec(cos(angle), sin(angle));
            check_cut(&sampled, base, along, seed, &from);
        }
        /* Lines along the sides of the set itself. */
        for (uint32_t i = 0; i < sampled.boundary.set.side_count; i++) {
            const velocity_side *side = &sampled.boundary.sides[i];
            oracle_vec base = {(double)side->from.x, (double)side->from.y};
            oracle_vec along = {(double)side->along.x, (double)side->along.y};
            check_cut(&sampled, base, along, seed, &from);
        }
    }
}
END_TEST

/* ---- Choices --------------------------------------------------------------------------------- */

START_TEST(no_grid_velocity_beats_the_solution) {
    static clearpath_trial trial;
    clearpath_tally tally = {0};
    for (uint64_t seed = 1; seed <= trials(CHOICES); seed++) {
        clearpath_sample(&trial, seed);
        clearpath_check(&trial, &tally);
    }
    ck_assert_uint_ge(tally.preferred, trials_bound(CHOICES / 50 + 1));
    ck_assert_uint_ge(tally.free, trials_bound(CHOICES / 4 + 1));
    ck_assert_uint_ge(tally.least_bad, trials_bound(CHOICES / 20 + 1));
    ck_assert_uint_ge(tally.unreachable, trials_bound(CHOICES / 50 + 1));
    ck_assert_uint_ge(tally.matched,
                      trials_bound(CHOICES / 2 + 1)); /* the grid was often fine enough to decide */
}
END_TEST

static oracle_cone plane(double x, double y, double along_x, double along_y) {
    return (oracle_cone){.apex = {x, y}, .points = {{along_x, along_y}}};
}

static oracle_cone disc(double x, double y, double px, double py, double radius, double low) {
    return (oracle_cone){.apex = {x, y},
                         .points = {{px, py}},
                         .count = 1,
                         .radius = radius,
                         .low = low,
                         .high = INFINITY};
}

static clearpath_choice solve(clearpath_trial *trial, bool expected) {
    static uint64_t next_seed = 900000;
    clearpath_tally tally = {0};
    clearpath_choice choice;
    trial->seed = next_seed++;
    clearpath_prepare(trial);
    clearpath_check(trial, &tally);
    ck_assert(clearpath_solve(&trial->problem, &choice) == expected);
    return choice;
}

static void start(clearpath_trial *trial, float x, float y, float speed, uint32_t forbidden,
                  uint32_t allowed) {
    trial->problem = (clearpath){.preferred_velocity = {x, y},
                                 .max_speed = speed,
                                 .forbidden_count = forbidden,
                                 .allowed_count = allowed};
}

static void is_at(clearpath_choice choice, double x, double y) {
    ck_assert_msg(hypot((double)choice.velocity.x - x, (double)choice.velocity.y - y) < 1e-5,
                  "(%.9g, %.9g)", (double)choice.velocity.x, (double)choice.velocity.y);
}

START_TEST(touching_boundaries_leave_a_free_velocity) {
    static clearpath_trial trial;
    start(&trial, 0.5F, 1.0F, 2.0F, 2, 0);
    trial.forbidden[0] = plane(0.0, 0.0, 0.0, 1.0); /* forbids x < 0 */
    trial.forbidden[1] = plane(0.0, 0.0, 0.0, -1.0);
    is_at(solve(&trial, true), 0.0, 1.0);
    /* A third set leaves only a part of the line that is far from the preferred velocity. */
    trial.problem.forbidden_count = 3;
    trial.forbidden[2] = plane(0.0, -1.5, 1.0, 0.0); /* forbids y > -1.5 */
    is_at(solve(&trial, true), 0.0, -1.5);
    trial.forbidden[2] = plane(0.0, -2.5, 1.0, 0.0);
    is_at(solve(&trial, false), 0.0, 1.0);
    ck_assert_uint_eq(solve(&trial, false).active_count, 2);
}
END_TEST

/* Two wedges of 90 degrees, one on each side of the x axis, share a leg on the axis. */
START_TEST(velocities_on_a_common_leg_are_free) {
    static clearpath_trial trial;
    start(&trial, 1.0F, 0.2F, 2.0F, 2, 0);
    trial.forbidden[0] = disc(0.0, 0.0, 2.0, 2.0, 2.0, 0.0);
    trial.forbidden[1] = disc(0.0, 0.0, 2.0, -2.0, 2.0, 0.0);
    oracle_vec v = {1.0, 0.0};
    ck_assert(!oracle_surely_in(&trial.forbidden[0], v, 0.0, 1e-5));
    trial.seed = 1;
    clearpath_prepare(&trial);
    /* Sets the legs exactly, because the computed cosine of 45 degrees is rounded. */
    for (uint32_t i = 0; i < 2; i++) {
        velocity_side *sides = trial.boundaries[i].sides;
        bool up = i == 0;
        sides[0].along = up ? (wend_vec2){0.0F, -1.0F} : (wend_vec2){-1.0F, 0.0F};
        sides[1].along = up ? (wend_vec2){1.0F, 0.0F} : (wend_vec2){0.0F, -1.0F};
        sides[0].from = sides[1].from = (wend_vec2){0.0F, 0.0F};
    }
    clearpath_choice choice;
    ck_assert(clearpath_solve(&trial.problem, &choice));
    is_at(choice, 1.0, 0.0);
}
END_TEST

START_TEST(preferred_velocity_at_apex_is_free) {
    static clearpath_trial trial;
    for (int i = 0; i < 32; i++) {
        double angle = 0.2 * i;
        start(&trial, 0.7F, -0.3F, 2.0F, 1, 0);
        trial.forbidden[0] = disc((double)0.7F, (double)-0.3F, 3.0 * cos(angle), 3.0 * sin(angle),
                                  0.1 + 0.08 * i, 0.0);
        is_at(solve(&trial, true), 0.7, -0.3);
    }
}
END_TEST

/* Repeating a set any number of times does not change the choice. */
START_TEST(repeating_a_set_does_not_change_the_choice) {
    enum { TIMES = 64 };
    static clearpath_trial trial;
    velocity_set many[TIMES];
    for (uint64_t seed = 1; seed <= trials(200); seed++) {
        clearpath_sample(&trial, seed);
        clearpath_choice once, often;
        trial.problem.forbidden_count = trial.problem.forbidden_count ? 1 : 0;
        bool free_once = clearpath_solve(&trial.problem, &once);
        for (int i = 0; i < TIMES; i++) {
            many[i] = trial.forbidden_sets[0];
        }
        trial.problem.forbidden = many;
        trial.problem.forbidden_count *= TIMES;
        bool free_often = clearpath_solve(&trial.problem, &often);
        ck_assert(free_once == free_often && once.allowed == often.allowed);
        ck_assert_uint_eq(often.active_count,
                          once.active_count ? trial.problem.forbidden_count : 0);
        ck_assert_double_le(hypot((double)once.velocity.x - (double)often.velocity.x,
                                  (double)once.velocity.y - (double)often.velocity.y),
                            trial.slack);
    }
}
END_TEST

START_TEST(first_of_equally_near_sets_wins) {
    static clearpath_trial trial;
    start(&trial, 0.0F, 0.0F, 2.0F, 0, 3);
    trial.allowed[0] = plane(-3.0, 0.0, 0.0, 1.0);
    trial.allowed[1] = plane(-1.0, 0.0, 0.0, 1.0); /* allows x <= -1 */
    trial.allowed[2] = plane(1.0, 0.0, 0.0, -1.0);
    clearpath_choice choice = solve(&trial, true);
    ck_assert_uint_eq(choice.allowed, 1);
    is_at(choice, -1.0, 0.0);
    trial.allowed[1] = plane(1.0, 0.0, 0.0, -1.0);
    trial.allowed[2] = plane(-1.0, 0.0, 0.0, 1.0);
    choice = solve(&trial, true);
    ck_assert_uint_eq(choice.allowed, 1);
    is_at(choice, 1.0, 0.0);
}
END_TEST

/* The sets are rays and segments of velocities, which a grid never hits. */
START_TEST(finds_velocities_in_sets_without_width) {
    static clearpath_trial trial;
    start(&trial, 1.0F, 1.0F, 3.0F, 0, 1);
    trial.allowed[0] = disc(0.0, 0.0, 2.0, 0.0, 0.0, 0.0); /* allows the positive x axis */
    is_at(solve(&trial, true), 1.0, 0.0);
    trial.allowed[0] = disc(0.0, 0.0, 2.0, 0.0, 0.0, 0.75); /* allows only x >= 1.5 */
    is_at(solve(&trial, true), 1.5, 0.0);
    trial.problem.forbidden_count = 1;
    trial.forbidden[0] = plane(2.0, 0.0, 0.0, 1.0); /* forbids x < 2 */
    is_at(solve(&trial, true), 2.0, 0.0);
    trial.forbidden[0] = plane(3.5, 0.0, 0.0, 1.0);
    is_at(solve(&trial, false), 1.5, 0.0);
    trial.problem.forbidden_count = 0;
    trial.allowed[0].high = 1.0; /* allows only x <= 2 */
    trial.problem.preferred_velocity = (wend_vec2){2.5F, 1.0F};
    is_at(solve(&trial, true), 2.0, 0.0);
    trial.problem.max_speed = 1.25F;
    ck_assert_uint_eq(solve(&trial, false).allowed, CLEARPATH_NONE);
}
END_TEST

/* The sets leave pockets at the speed circle that are narrow compared with the arcs that bound
 * them. The rounding error of their intersections with the circle grows with the size of the arcs,
 * and must not hide the pockets. */
START_TEST(finds_narrow_pockets_at_the_speed_circle) {
    static clearpath_trial trial;
    for (int i = 0; i < 2000; i++) {
        double angle = 0.37 * i, size = 4.0 + 0.02 * i, reach = 1.0 - 0.0005 * i;
        start(&trial, -3.0F, 1.0F, 1.5F, 0, 1);
        /* The front of the set comes within 1.5 * reach of the zero velocity. */
        double away = 1.5 * reach + size;
        trial.allowed[0] =
            disc(0.0, 0.0, away * cos(angle), away * sin(angle), oracle_rounded(size), 1.0);
        if (reach > 0.05 && reach < 0.9995) {
            solve(&trial, true);
        }
    }
}
END_TEST

/* ---- Numbers at their limits ----------------------------------------------------------------- */

enum { ODD_SETS = 64, ODD_PIECES = 3 };

static void sample_odd_set(dice *from, velocity_side *sides, velocity_arc *arcs,
                           velocity_set *out) {
    *out =
        (velocity_set){sides, arcs, dice_below(from, ODD_PIECES + 1), dice_below(from, ODD_PIECES)};
    clearpath_sample_pieces(from, sides, out->side_count, arcs, out->arc_count);
}

/* The pieces have arbitrary sizes and do not bound any set. The solver still returns a velocity
 * that is no faster than allowed. */
START_TEST(returns_a_valid_velocity_for_degenerate_input) {
    static velocity_side sides[ODD_SETS][ODD_PIECES];
    static velocity_arc arcs[ODD_SETS][ODD_PIECES];
    static velocity_set sets[ODD_SETS];
    for (uint64_t seed = 1; seed <= trials(20000); seed++) {
        dice from = {seed};
        uint32_t count = dice_below(&from, dice_below(&from, 8) ? 8 : ODD_SETS + 1);
        for (uint32_t i = 0; i < count; i++) {
            sample_odd_set(&from, sides[i], arcs[i], &sets[i]);
            sets[i] = i && dice_below(&from, 6) == 0 ? sets[i - 1] : sets[i];
        }
        uint32_t allowed = dice_below(&from, 2) ? 0 : dice_below(&from, count + 1);
        clearpath problem = {
            .preferred_velocity = {clearpath_sample_number(&from), clearpath_sample_number(&from)},
            .max_speed = dice_below(&from, 8) ? 2.0F : fabsf(clearpath_sample_number(&from)),
            .allowed = sets,
            .allowed_count = allowed,
            .forbidden = sets + allowed,
            .forbidden_count = count - allowed};
        clearpath_choice choice = {{NAN, NAN}, 0, 0};
        bool free = clearpath_solve(&problem, &choice);
        double speed = hypot((double)choice.velocity.x, (double)choice.velocity.y);
        /* 1e-19 allows for squares that underflow. */
        ck_assert_msg(speed <= (double)problem.max_speed * (1.0 + 1e-5) + 1e-19,
                      "seed %llu: (%.9g, %.9g), max_speed %.9g", (unsigned long long)seed,
                      (double)choice.velocity.x, (double)choice.velocity.y,
                      (double)problem.max_speed);
        ck_assert(!free || choice.active_count == problem.forbidden_count);
        ck_assert_uint_le(choice.active_count, problem.forbidden_count);
        ck_assert(choice.allowed == CLEARPATH_NONE || choice.allowed < allowed || allowed == 0);
    }
}
END_TEST

/* The legs of a cone differ only in their last digits, or the cone has almost no width. */
START_TEST(nearly_parallel_legs_match_brute_force) {
    static clearpath_trial trial;
    clearpath_tally tally = {0};
    for (uint64_t seed = 1; seed <= trials(300); seed++) {
        dice from = {seed};
        oracle_vec preferred_velocity = sample_velocity(&from, 2.0);
        start(&trial, (float)preferred_velocity.x, (float)preferred_velocity.y, 2.0F,
              2 + dice_below(&from, 8), 0);
        double angle = dice_between(&from, 0.0, 6.28),
               size = pow(10.0, dice_between(&from, -6, -1));
        for (uint32_t i = 0; i < trial.problem.forbidden_count; i++) {
            double turned = angle + dice_between(&from, -1.0, 1.0) * pow(10.0, -1.0 - (double)i);
            oracle_vec apex = sample_velocity(&from, size);
            trial.forbidden[i] = disc(apex.x, apex.y, 3.0 * cos(turned), 3.0 * sin(turned),
                                      i % 2 ? 1.5 : 3.0 * size, i % 3 ? 0.0 : 0.1);
        }
        trial.seed = seed;
        clearpath_prepare(&trial);
        clearpath_check(&trial, &tally);
    }
    ck_assert_uint_ge(tally.free, trials_bound(51));
}
END_TEST

int main(void) {
    SUITE("steer/clearpath_oracle", oracle_boundaries_match_definitions, sets_match_definition,
          nearest_velocity_matches_definition, clips_lines_to_the_part_inside_the_set,
          no_grid_velocity_beats_the_solution, touching_boundaries_leave_a_free_velocity,
          velocities_on_a_common_leg_are_free, preferred_velocity_at_apex_is_free,
          repeating_a_set_does_not_change_the_choice, first_of_equally_near_sets_wins,
          finds_velocities_in_sets_without_width, finds_narrow_pockets_at_the_speed_circle,
          returns_a_valid_velocity_for_degenerate_input, nearly_parallel_legs_match_brute_force);
}
