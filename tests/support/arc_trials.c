#include "support/arc_trials.h"

#include <check.h>
#include <math.h>

#include "steer/solve/programs/arc.h"
#include "support/program_trials.h"

enum { POINTS = 720 };

/* m/s: the error that single precision may cause where lines meet at an acute angle. */
static const double slack = 2e-4;

/* The same problem in double precision, with the arc given as angles. */
typedef struct trial {
    velocity_plane planes[PROGRAM_TRIAL_PLANES];
    arc_program arc;
    double middle, half, bias, speed; /* in rad, except speed (m/s); bias: angle of the preferred
                                         velocity from `middle`, positive to the left */
    double margin;
    uint64_t seed;
} trial;

static wend_vec2 at_angle(double angle, double length) {
    return (wend_vec2){(float)(length * cos(angle)), (float)(length * sin(angle))};
}

static void sample_trial(trial *t, uint64_t seed) {
    dice from = {seed};
    *t = (trial){.seed = seed};
    arc_program *a = &t->arc;
    program_sample(&from, t->planes, &a->program);
    t->middle = dice_between(&from, -3.14159, 3.14159);
    t->half = dice_below(&from, 4) ? dice_between(&from, 0.01, 1.5707963) : 0.785398;
    t->bias = t->half * dice_between(&from, -1.0, 1.0);
    t->speed = dice_between(&from, 0.2, 0.999) * (double)a->program.max_speed;
    t->margin = dice_below(&from, 3) ? 0.0 : dice_between(&from, 0.0, 0.5);
    a->arc =
        (direction_arc){at_angle(t->middle + t->half, 1.0), at_angle(t->middle - t->half, 1.0)};
    a->speed = (float)t->speed;
    a->bias = at_angle(t->middle + t->bias, 1.0);
    a->program.preferred_velocity = at_angle(t->middle + t->bias, t->speed);
    a->velocity = at_angle(dice_between(&from, 0.0, 6.28), dice_between(&from, 0.0, 1.0));
    a->margin = (arc_margin){(float)t->margin, (float)cos(t->margin), (float)sin(t->margin)};
}

static bool is_allowed(const trial *t, double x, double y) {
    return program_violation(t->planes, t->arc.program.count, x, y) == 0.0;
}

static double arc_distance(const trial *t, double x, double y) {
    double off = remainder(atan2(y, x) - t->middle, 6.283185307179586);
    off = fmin(fmax(off, -t->half), t->half);
    double far = hypot(x - t->speed * cos(t->middle + off), y - t->speed * sin(t->middle + off));
    return far;
}

static void check_grid(const trial *t, double least) {
    for (int i = 0; i < PROGRAM_GRID * PROGRAM_GRID; i++) {
        double x, y;
        bool counts = program_grid(&t->arc.program, i, &x, &y) && is_allowed(t, x, y);
        if (counts && !(arc_distance(t, x, y) >= least - slack)) {
            ck_abort_msg("seed %llu: (%g, %g) is nearer than %g", (unsigned long long)t->seed, x, y,
                         least);
        }
    }
}

/* Fails if an allowed point of the arc is nearer to the preferred velocity than the answer, by more
 * than the margin. */
static void check_arc(const trial *t, wend_vec2 answer) {
    double at = remainder(atan2((double)answer.y, (double)answer.x) - t->middle, 6.283185307179586);
    double off = fabs(at - t->bias) - slack / t->speed - t->margin;
    for (int i = 0; i <= POINTS; i++) {
        double angle = t->half * (2.0 * i / POINTS - 1.0), length = t->middle + angle;
        bool nearer = fabs(angle - t->bias) < off;
        if (nearer && is_allowed(t, t->speed * cos(length), t->speed * sin(length))) {
            ck_abort_msg("seed %llu: %g rad is allowed", (unsigned long long)t->seed, angle);
        }
    }
}

/* Fails if a point of the arc is allowed even when rounding errors are taken into account. */
static void check_no_point(const trial *t) {
    for (int i = 0; i <= POINTS; i++) {
        double length = t->middle + t->half * (2.0 * i / POINTS - 1.0);
        if (is_allowed(t, t->speed * cos(length), t->speed * sin(length))) {
            ck_abort_msg("seed %llu: %g rad", (unsigned long long)t->seed, length - t->middle);
        }
    }
}

void arc_trial(uint64_t seed, arc_tally *tally) {
    trial t;
    sample_trial(&t, seed);
    wend_vec2 out, preferred_velocity = t.arc.program.preferred_velocity;
    wend_solve_status solve_status = arc_solve(&t.arc, &out);
    double x = (double)out.x, y = (double)out.y;
    ck_assert(hypot(x, y) <= (double)t.arc.program.max_speed * (1.0 + 1e-5));
    if (solve_status != WEND_SOLVE_FREE) {
        check_grid(&t, INFINITY);
        tally->infeasible++;
        return;
    }
    ck_assert_msg(program_violation(t.planes, t.arc.program.count, x, y) <= slack,
                  "seed %llu: violates", (unsigned long long)seed);
    double far = arc_distance(&t, x, y);
    check_grid(&t, far - t.margin * t.speed);
    tally->preferred_velocity += out.x == preferred_velocity.x && out.y == preferred_velocity.y;
    tally->on_arc += far < slack;
    tally->off_arc += far >= slack;
    if (far < slack) {
        check_arc(&t, out);
    } else {
        check_no_point(&t);
    }
}
