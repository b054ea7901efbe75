#include "support/segment_trials.h"

#include <check.h>
#include <math.h>

#include "steer/solve/programs/segment.h"
#include "support/program_trials.h"

enum { POINTS = 400 };

/* m/s: the error that single precision may cause where lines meet at an acute angle. */
static const double slack = 2e-4;

typedef struct best_point {
    double x, y;
} velocity_point;

typedef struct trial {
    velocity_plane planes[PROGRAM_TRIAL_PLANES];
    segment_program segment;
    uint64_t seed;
} trial;

/* Samples a chord of a circle within the disc of allowed speeds, with or without planes at its
 * ends. */
static void sample_trial(trial *t, uint64_t seed) {
    dice from = {seed};
    *t = (trial){.seed = seed};
    segment_program *s = &t->segment;
    program_sample(&from, t->planes, &s->program);
    double middle = dice_between(&from, 0.0, 6.283185307179586);
    double half = dice_below(&from, 8) ? dice_between(&from, 0.0, 1.5707963) : 0.0;
    double speed = dice_between(&from, 0.2, 0.999) * (double)s->program.max_speed;
    velocity_point left = {cos(middle + half), sin(middle + half)};
    velocity_point right = {cos(middle - half), sin(middle - half)};
    s->start = (wend_vec2){(float)(speed * left.x), (float)(speed * left.y)};
    s->along =
        (wend_vec2){(float)(speed * (right.x - left.x)), (float)(speed * (right.y - left.y))};
    s->bias = (float)dice_between(&from, 0.0, 1.0);
    s->rest = dice_below(&from, 2) ? (float)(0.1 * speed) : 0.0F;
    if (half > 0.0 && dice_below(&from, 2)) {
        s->goal[0] = (velocity_plane){{(float)left.y, (float)-left.x}, 0.0F};
        s->goal[1] = (velocity_plane){{(float)-right.y, (float)right.x}, 0.0F};
        s->goal_count = 2;
    }
}

static velocity_point preferred_at(const segment_program *s, double t) {
    return (velocity_point){(double)s->start.x + (double)s->along.x * t,
                            (double)s->start.y + (double)s->along.y * t};
}

/* Returns the position on the segment of preferred velocities that is nearest to velocity v. */
static double nearest(const segment_program *s, velocity_point v) {
    double x = (double)s->along.x, y = (double)s->along.y, squared = x * x + y * y;
    double t = ((v.x - (double)s->start.x) * x + (v.y - (double)s->start.y) * y) / squared;
    return squared > 0.0 ? fmin(fmax(t, 0.0), 1.0) : 0.0;
}

static double preferred_distance(const segment_program *s, velocity_point v) {
    velocity_point w = preferred_at(s, nearest(s, v));
    return hypot(v.x - w.x, v.y - w.y);
}

static bool is_allowed(const trial *t, velocity_point v, bool goal) {
    const segment_program *s = &t->segment;
    double most = (double)s->program.max_speed;
    return v.x * v.x + v.y * v.y <= most * most &&
           program_violation(t->planes, s->program.count, v.x, v.y) == 0.0 &&
           (!goal || program_violation(s->goal, s->goal_count, v.x, v.y) == 0.0);
}

/* Fails if an allowed velocity of the grid is nearer to the segment than `least`. */
static void check_grid(const trial *t, double least, bool goal, double from_speed) {
    for (int i = 0; i < PROGRAM_GRID * PROGRAM_GRID; i++) {
        velocity_point v;
        bool counts = program_grid(&t->segment.program, i, &v.x, &v.y) &&
                      hypot(v.x, v.y) >= from_speed && is_allowed(t, v, goal);
        if (counts && !(preferred_distance(&t->segment, v) >= least - slack)) {
            ck_abort_msg("seed %llu: (%g, %g) is nearer than %g", (unsigned long long)t->seed, v.x,
                         v.y, least);
        }
    }
}

/* Fails if an allowed point of the segment is nearer to the bias than the answer. */
static void check_bias(const trial *t, velocity_point answer) {
    const segment_program *s = &t->segment;
    double length = hypot((double)s->along.x, (double)s->along.y), bias = (double)s->bias;
    double off = fabs(nearest(s, answer) - bias) * length;
    for (int i = 0; i <= POINTS; i++) {
        double at = (double)i / POINTS;
        bool nearer = fabs(at - bias) * length < off - slack;
        if (nearer && is_allowed(t, preferred_at(s, at), false)) {
            ck_abort_msg("seed %llu: place %g is allowed", (unsigned long long)t->seed, at);
        }
    }
}

/* Checks that ignoring the goal's planes was justified: with them, no velocity is allowed, or the
 * best velocity is slower than `rest`. Any velocity slower than `rest` is at least `slowest - rest`
 * away from the segment. So no faster velocity that is allowed may be nearer than that. */
static void check_ignored(const trial *t, segment_tally *tally) {
    const segment_program *s = &t->segment;
    double slowest = hypot((double)s->start.x, (double)s->start.y);
    for (int i = 0; i <= POINTS; i++) {
        velocity_point w = preferred_at(s, (double)i / POINTS);
        slowest = fmin(slowest, hypot(w.x, w.y));
    }
    double rest = (double)s->rest, reach = rest > 0.0 ? slowest - rest : INFINITY;
    check_grid(t, fmax(reach, 0.0), true, rest);
    tally->dropped++;
}

void segment_trial(uint64_t seed, segment_tally *tally) {
    trial t;
    sample_trial(&t, seed);
    const segment_program *s = &t.segment;
    wend_vec2 out;
    wend_solve_status solve_status = segment_solve(s, &out);
    velocity_point answer = {(double)out.x, (double)out.y};
    ck_assert(hypot(answer.x, answer.y) <= (double)s->program.max_speed * (1.0 + 1e-5));
    if (solve_status != WEND_SOLVE_FREE) {
        check_grid(&t, INFINITY, false, 0.0);
        tally->infeasible++;
        return;
    }
    ck_assert_msg(program_violation(t.planes, s->program.count, answer.x, answer.y) <= slack,
                  "seed %llu: violates", (unsigned long long)seed);
    double far = preferred_distance(s, answer);
    bool dropped = program_violation(s->goal, s->goal_count, answer.x, answer.y) > slack;
    if (dropped) {
        check_ignored(&t, tally);
    }
    check_grid(&t, far, !dropped, 0.0);
    tally->on_preferred += far < slack;
    tally->off_preferred += far >= slack;
    if (far < slack) {
        check_bias(&t, answer);
    }
}
