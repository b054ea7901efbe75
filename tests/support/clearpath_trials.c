#include "support/clearpath_trials.h"

#include <float.h>

#include <check.h>
#include <math.h>

enum {
    COARSE = 41, /* number of velocities along each side of the first grid */
    FINE = 9,    /* number of velocities along each side of each refined grid */
    LEVELS = 10
};

/* Slack as a fraction of the largest velocity involved: 340 units in the last place of a float. */
static const double relative_slack = 2e-5;

/* ---- Drawing --------------------------------------------------------------------------------- */

static oracle_vec sample_vec(dice *from, double most) {
    double angle = dice_between(from, 0.0, 6.283185307179586);
    double length = most * sqrt(dice_between(from, 0.0, 1.0));
    return oracle_rounded_vec(length * cos(angle), length * sin(angle));
}

static void sample_plane(dice *from, double speed, oracle_cone *out) {
    oracle_vec along = sample_vec(from, 1.0);
    double length = hypot(along.x, along.y);
    *out = (oracle_cone){.apex = sample_vec(from, speed)};
    out->points[0] = (oracle_vec){along.x / length, along.y / length};
}

/* Samples the corners of a body at some distance: one or two points, or the corners of a convex
 * polygon. */
static void sample_body(dice *from, double speed, uint32_t count, oracle_cone *out) {
    double off = speed * dice_between(from, 0.5, 12.0), size = speed * dice_between(from, 0.1, 8.0);
    oracle_vec middle = sample_vec(from, off);
    double turn = dice_between(from, 0.0, 6.283185307179586);
    out->count = count;
    for (uint32_t i = 0; i < count; i++) {
        double angle = turn + 6.283185307179586 * i / count;
        out->points[i] = count == 1 ? middle
                                    : (oracle_vec){oracle_rounded(middle.x + size * cos(angle)),
                                                   oracle_rounded(middle.y + size * sin(angle))};
    }
}

static double distance_of(const oracle_cone *cone) {
    oracle_cone once = *cone;
    once.apex = (oracle_vec){0.0, 0.0};
    once.low = once.high = 1.0;
    double low = 0.0, high = 1e6;
    for (int i = 0; i < 80; i++) {
        double middle = (low + high) / 2.0;
        bool meets = oracle_meets(&once, (oracle_vec){0.0, 0.0}, middle, 0.0);
        low = meets ? low : middle;
        high = meets ? middle : high;
    }
    return high;
}

void clearpath_sample_cone(dice *from, double speed, bool thin, oracle_cone *out) {
    uint32_t kind = dice_below(from, 12);
    if (kind == 0) {
        sample_plane(from, speed, out);
        return;
    }
    *out = (oracle_cone){.apex = sample_vec(from, 1.2 * speed), .high = INFINITY};
    sample_body(from, speed, kind < 6 ? 1 : kind < 10 ? 2 : 3 + dice_below(from, 4), out);
    double gap = distance_of(out);
    out->radius = oracle_rounded(gap * dice_between(from, 0.02, 0.98));
    if (thin && dice_below(from, 3) == 0) {
        out->radius = 0.0;
    }
    uint32_t ends = dice_below(from, 8);
    if (ends >= 2) {
        out->low = oracle_rounded(dice_between(from, 0.02, 1.0));
    }
    if (ends >= 6) {
        out->high = oracle_rounded(out->low * dice_between(from, 1.0, 4.0));
        out->radius =
            dice_below(from, 3)
                ? out->radius
                : oracle_rounded(3.0 * gap); /* with `3.0 * gap`, the body contains the apex */
    }
}

/* Sometimes makes a cone degenerate: places its apex at the preferred velocity, at zero velocity or
 * at the previous cone's apex; copies the previous cone; or copies only that cone's legs. */
static void make_degenerate(dice *from, clearpath_trial *trial, uint32_t index) {
    oracle_cone *cone = &trial->forbidden[index];
    const oracle_cone *last = index ? &trial->forbidden[index - 1] : cone;
    switch (dice_below(from, 24)) {
    case 0:
        cone->apex = (oracle_vec){(double)trial->problem.preferred_velocity.x,
                                  (double)trial->problem.preferred_velocity.y};
        break;
    case 1:
        cone->apex = (oracle_vec){0.0, 0.0};
        break;
    case 2:
        cone->apex = last->apex;
        break;
    case 3:
        *cone = *last;
        break;
    case 4:
        *cone = *last;
        cone->low *= 0.5; /* the legs stay the same */
        cone->apex.x += last->count == 0 ? 1e-3 : 0.0;
        break;
    default:
        break;
    }
}

static double size_of(const oracle_cone *cone) {
    double size = hypot(cone->apex.x, cone->apex.y),
           end = isinf(cone->high) ? cone->low : cone->high;
    for (uint32_t i = 0; i < cone->count; i++) {
        size = fmax(size, end * (hypot(cone->points[i].x, cone->points[i].y) + cone->radius));
    }
    return size;
}

void clearpath_prepare(clearpath_trial *trial) {
    clearpath *problem = &trial->problem;
    double size =
        hypot((double)problem->preferred_velocity.x, (double)problem->preferred_velocity.y);
    size = fmax(size, (double)problem->max_speed);
    for (uint32_t i = 0; i < problem->forbidden_count; i++) {
        oracle_find_boundary(&trial->forbidden[i], &trial->boundaries[i]);
        trial->forbidden_sets[i] = trial->boundaries[i].set;
        size = fmax(size, size_of(&trial->forbidden[i]));
    }
    for (uint32_t i = 0; i < problem->allowed_count; i++) {
        oracle_boundary *boundary = &trial->boundaries[CLEARPATH_FORBIDDEN + i];
        oracle_find_boundary(&trial->allowed[i], boundary);
        trial->allowed_sets[i] = boundary->set;
        size = fmax(size, size_of(&trial->allowed[i]));
    }
    problem->forbidden = trial->forbidden_sets;
    problem->allowed = trial->allowed_sets;
    trial->slack = relative_slack * size;
}

void clearpath_sample(clearpath_trial *trial, uint64_t seed) {
    static const double scales[] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1e-3, 1e3};
    static const uint32_t allowed[] = {0, 0, 0, 1, 1, 2, 3, 4};
    dice from = {seed};
    double speed = scales[dice_below(&from, 8)] * dice_between(&from, 0.5, 3.0);
    trial->seed = seed;
    clearpath *problem = &trial->problem;
    *problem = (clearpath){.max_speed = (float)speed};
    oracle_vec preferred_velocity = sample_vec(&from, speed * (dice_below(&from, 4) ? 1.0 : 2.5));
    problem->preferred_velocity =
        (wend_vec2){(float)preferred_velocity.x, (float)preferred_velocity.y};
    uint32_t most = dice_below(&from, 4) ? 9 : CLEARPATH_FORBIDDEN + 1;
    problem->forbidden_count = dice_below(&from, most);
    problem->allowed_count = allowed[dice_below(&from, 8)];
    for (uint32_t i = 0; i < problem->forbidden_count; i++) {
        clearpath_sample_cone(&from, speed, false, &trial->forbidden[i]);
        make_degenerate(&from, trial, i);
    }
    for (uint32_t i = 0; i < problem->allowed_count; i++) {
        clearpath_sample_cone(&from, speed, true, &trial->allowed[i]);
    }
    clearpath_prepare(trial);
}

/* ---- Judging --------------------------------------------------------------------------------- */

static double from_preferred(const clearpath_trial *trial, oracle_vec v) {
    return hypot(v.x - (double)trial->problem.preferred_velocity.x,
                 v.y - (double)trial->problem.preferred_velocity.y);
}

static bool is_surely_allowed(const clearpath_trial *trial, oracle_vec v) {
    for (uint32_t i = 0; i < trial->problem.allowed_count; i++) {
        if (oracle_surely_in(&trial->allowed[i], v, 0.0, trial->slack)) {
            return true;
        }
    }
    return trial->problem.allowed_count == 0;
}

/* Counts how many forbidden sets, from the first one on, v avoids even allowing for rounding
 * errors. Stops at `enough`. */
static uint32_t count_surely_avoided(const clearpath_trial *trial, oracle_vec v, uint32_t enough) {
    uint32_t count = 0;
    while (count < enough && !oracle_meets(&trial->forbidden[count], v, 0.0, trial->slack)) {
        count++;
    }
    return count;
}

static bool is_slow_enough(const clearpath_trial *trial, oracle_vec v) {
    return hypot(v.x, v.y) <= (double)trial->problem.max_speed - trial->slack;
}

/* The best velocity found so far with the same solve status as the answer. */
typedef struct search {
    const clearpath_trial *trial;
    const clearpath_choice *answer;
    double distance, best_distance;
    oracle_vec best;
} search;

/* Fails if v is better than the answer; keeps v if it is the best so far. */
static void try_velocity(search *s, oracle_vec v) {
    const clearpath_trial *trial = s->trial;
    double distance = from_preferred(trial, v);
    bool can_avoid_more = s->answer->active_count < trial->problem.forbidden_count;
    bool unreached = s->answer->allowed == CLEARPATH_NONE;
    if ((distance >= s->best_distance && !can_avoid_more && !unreached) ||
        !is_slow_enough(trial, v)) {
        return;
    }
    uint32_t active_neighbours =
        count_surely_avoided(trial, v, s->answer->active_count + can_avoid_more);
    if (active_neighbours < s->answer->active_count || !is_surely_allowed(trial, v)) {
        return;
    }
    unsigned long long seed = trial->seed;
    const char *better = unreached                                     ? "is allowed"
                         : active_neighbours > s->answer->active_count ? "avoids more"
                         : distance < s->distance - 2.0 * trial->slack ? "is nearer to the wish"
                                                                       : NULL;
    if (better) { /* asserts only on failure, because an assertion costs a system call */
        ck_abort_msg("seed %llu: (%.9g, %.9g), %.9g from the wish, %s; the answer is %.9g from it",
                     seed, v.x, v.y, distance, better, s->distance);
    }
    if (distance < s->best_distance) {
        s->best_distance = distance;
        s->best = v;
    }
}

static void try_grid(search *s, oracle_vec middle, double half, int side) {
    for (int i = 0; i < side * side; i++) {
        int column = i % side, row = i / side;
        double x = 2.0 * column / (side - 1) - 1.0, y = 2.0 * row / (side - 1) - 1.0;
        try_velocity(s, (oracle_vec){middle.x + half * x, middle.y + half * y});
    }
}

static void search_all(search *s) {
    oracle_vec preferred_velocity = {(double)s->trial->problem.preferred_velocity.x,
                                     (double)s->trial->problem.preferred_velocity.y};
    double speed = (double)s->trial->problem.max_speed;
    s->best_distance = INFINITY;
    try_velocity(s, preferred_velocity);
    try_grid(s, (oracle_vec){0.0, 0.0}, speed, COARSE);
    if (s->answer->allowed == CLEARPATH_NONE) {
        return;
    }
    try_grid(s, preferred_velocity, s->distance,
             COARSE); /* this grid contains every velocity that is nearer than the answer */
    double half = 2.0 * fmax(speed, s->distance) / (COARSE - 1);
    for (int level = 0; level < LEVELS && isfinite(s->best_distance); level++) {
        try_grid(s, s->best, half, FINE);
        half *= 0.4;
    }
}

/* ---- The answer ------------------------------------------------------------------------------ */

static void check_unreachable(const clearpath_trial *trial, const clearpath_choice *answer) {
    const clearpath *problem = &trial->problem;
    double speed = (double)problem->max_speed, wx = (double)problem->preferred_velocity.x,
           wy = (double)problem->preferred_velocity.y, length = hypot(wx, wy);
    double cut = length > speed ? speed / length : 1.0;
    ck_assert_uint_gt(problem->allowed_count, 0);
    ck_assert_uint_eq(answer->active_count, 0);
    ck_assert_double_le(
        hypot((double)answer->velocity.x - cut * wx, (double)answer->velocity.y - cut * wy),
        trial->slack);
}

static void check_claims(const clearpath_trial *trial, bool free, const clearpath_choice *answer) {
    const clearpath *problem = &trial->problem;
    oracle_vec v = {(double)answer->velocity.x, (double)answer->velocity.y};
    unsigned long long seed = trial->seed;
    ck_assert_msg(answer->allowed < problem->allowed_count ||
                      (problem->allowed_count == 0 && answer->allowed == 0),
                  "seed %llu: allowed set %u", seed, answer->allowed);
    if (problem->allowed_count) {
        ck_assert_msg(oracle_meets(&trial->allowed[answer->allowed], v, 0.0, trial->slack),
                      "seed %llu: (%.9g, %.9g) is not in allowed set %u", seed, v.x, v.y,
                      answer->allowed);
    }
    for (uint32_t i = 0; i < answer->active_count; i++) {
        ck_assert_msg(!oracle_surely_in(&trial->forbidden[i], v, 0.0, trial->slack),
                      "seed %llu: (%.9g, %.9g) is in forbidden set %u", seed, v.x, v.y, i);
    }
    ck_assert_msg(free == (answer->active_count == problem->forbidden_count),
                  "seed %llu: %u avoided", seed, answer->active_count);
    if (!free) {
        ck_assert_msg(oracle_meets(&trial->forbidden[answer->active_count], v, 0.0, trial->slack),
                      "seed %llu: (%.9g, %.9g) also avoids forbidden set %u", seed, v.x, v.y,
                      answer->active_count);
    }
}

/* Checks which velocities are allowed at all. This does not depend on the preferred velocity. */
static void check_allows(const clearpath_trial *trial) {
    const clearpath *problem = &trial->problem;
    dice from = {trial->seed};
    for (int i = 0; i < 50; i++) {
        oracle_vec v = sample_vec(&from, 1.3 * (double)problem->max_speed);
        bool in_vain = hypot(v.x, v.y) > (double)problem->max_speed + trial->slack;
        bool some = problem->allowed_count == 0;
        for (uint32_t k = 0; k < problem->allowed_count; k++) {
            some = some || oracle_meets(&trial->allowed[k], v, 0.0, trial->slack);
        }
        for (uint32_t k = 0; k < problem->forbidden_count; k++) {
            in_vain = in_vain || oracle_surely_in(&trial->forbidden[k], v, 0.0, trial->slack);
        }
        uint32_t all = problem->forbidden_count;
        bool good = is_slow_enough(trial, v) && is_surely_allowed(trial, v) &&
                    count_surely_avoided(trial, v, all) == all;
        bool says = clearpath_allows(problem, (wend_vec2){(float)v.x, (float)v.y});
        if (says ? !some || in_vain : good) {
            ck_abort_msg("seed %llu: (%.9g, %.9g) is %s", (unsigned long long)trial->seed, v.x, v.y,
                         says ? "allowed" : "refused");
        }
    }
}

void clearpath_check(const clearpath_trial *trial, clearpath_tally *tally) {
    check_allows(trial);
    clearpath_choice answer = {{NAN, NAN}, 77, 77};
    bool free = clearpath_solve(&trial->problem, &answer);
    oracle_vec v = {(double)answer.velocity.x, (double)answer.velocity.y};
    ck_assert_msg(hypot(v.x, v.y) <= (double)trial->problem.max_speed * (1.0 + 1e-5),
                  "seed %llu: (%.9g, %.9g)", (unsigned long long)trial->seed, v.x, v.y);
    search s = {.trial = trial, .answer = &answer, .distance = from_preferred(trial, v)};
    search_all(&s);
    if (answer.allowed == CLEARPATH_NONE) {
        ck_assert(!free);
        check_unreachable(trial, &answer);
        tally->unreachable++;
        return;
    }
    check_claims(trial, free, &answer);
    tally->preferred += free && s.distance <= trial->slack;
    tally->free += free && s.distance > trial->slack;
    tally->least_bad += !free;
    tally->matched += s.best_distance < s.distance + 0.01 * (double)trial->problem.max_speed;
}

/* ---- Numbers at their limits ----------------------------------------------------------------- */

float clearpath_sample_number(dice *from) {
    static const float odd[] = {0.0F,   -0.0F,  1.0F,     -1.0F,     1e-38F,       1e-20F,
                                1e20F,  -1e18F, 1.00001F, 0.999999F, FLT_TRUE_MIN, 1e-7F,
                                3.0e7F, 1e10F,  -1e-10F,  0.5F};
    return dice_below(from, 2) ? odd[dice_below(from, 16)] : (float)dice_between(from, -3.0, 3.0);
}

static wend_vec2 sample_unit(dice *from) {
    double angle = dice_below(from, 2) ? 0.7853981633974483 * dice_below(from, 8)
                                       : dice_between(from, 0.0, 6.283185307179586);
    angle += dice_below(from, 3) ? 0.0 : dice_between(from, -1e-6, 1e-6);
    return (wend_vec2){(float)cos(angle), (float)sin(angle)};
}

static float sample_end(dice *from, float none) {
    float end = fabsf(clearpath_sample_number(from));
    return dice_below(from, 2) ? none : end * (none < 0.0F ? -1.0F : 1.0F);
}

void clearpath_sample_pieces(dice *from, velocity_side *sides, uint32_t side_count,
                             velocity_arc *arcs, uint32_t arc_count) {
    for (uint32_t i = 0; i < side_count; i++) {
        sides[i] = (velocity_side){{clearpath_sample_number(from), clearpath_sample_number(from)},
                                   sample_unit(from),
                                   sample_end(from, -INFINITY),
                                   sample_end(from, INFINITY)};
    }
    for (uint32_t i = 0; i < arc_count; i++) {
        arcs[i] = (velocity_arc){{clearpath_sample_number(from), clearpath_sample_number(from)},
                                 fabsf(clearpath_sample_number(from)) + FLT_MIN,
                                 sample_unit(from),
                                 sample_unit(from)};
    }
}
