#include "support/program_trials.h"

#include <check.h>
#include <math.h>

/* m/s: the error that single precision may cause where lines meet at an acute angle. */
static const double slack = 2e-4;

typedef struct trial {
    velocity_plane planes[PROGRAM_TRIAL_PLANES];
    velocity_program program;
    uint64_t seed;
} trial;

static wend_vec2 sample_vector(dice *from, double length) {
    double angle = dice_between(from, 0.0, 6.283185307179586);
    return (wend_vec2){(float)(length * cos(angle)), (float)(length * sin(angle))};
}

void program_sample(dice *from, velocity_plane *planes, velocity_program *program) {
    double tight = dice_between(from, -1.5, 0.4);
    *program = (velocity_program){.planes = planes};
    program->count = 1 + dice_below(from, PROGRAM_TRIAL_PLANES);
    program->hard = dice_below(from, 4) ? dice_below(from, 6) : 0;
    if (program->hard > program->count) {
        program->hard = program->count;
    }
    program->max_speed = (float)dice_between(from, 0.5, 2.0);
    program->preferred_velocity = sample_vector(from, dice_between(from, 0.0, 2.2));
    for (uint32_t i = 0; i < program->count; i++) {
        double least = i < program->hard ? -1.5 : tight - 0.5;
        double most = i < program->hard ? 0.5 : tight + 0.5;
        planes[i].normal = sample_vector(from, 1.0);
        planes[i].offset = (float)dice_between(from, least, most);
    }
}

double program_violation(const velocity_plane *planes, uint32_t count, double x, double y) {
    double most = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        most = fmax(most, (double)planes[i].offset - (double)planes[i].normal.x * x -
                              (double)planes[i].normal.y * y);
    }
    return most;
}

bool program_grid(const velocity_program *program, int i, double *x, double *y) {
    double most = (double)program->max_speed;
    *x = most * (2.0 * (i % PROGRAM_GRID) / (PROGRAM_GRID - 1) - 1.0);
    *y = most * (2.0 * (i / PROGRAM_GRID) / (PROGRAM_GRID - 1) - 1.0);
    return *x * *x + *y * *y <= most * most;
}

/* The quality of an answer: violations of hard and of soft planes, and the distance to the
 * preferred velocity. */
typedef struct quality {
    double hard, soft, far;
} quality;

static quality quality_of(const trial *t, double x, double y) {
    uint32_t hard = t->program.hard;
    return (quality){program_violation(t->planes, hard, x, y),
                     program_violation(t->planes + hard, t->program.count - hard, x, y),
                     hypot(x - (double)t->program.preferred_velocity.x,
                           y - (double)t->program.preferred_velocity.y)};
}

/* True if a velocity of the grid is better than the answer by more than the slack. The solve status
 * of the answer determines which of the three measures are compared. */
static bool is_better(quality grid, quality answer, bool free, bool broken) {
    if (free) {
        return grid.hard == 0.0 && grid.soft == 0.0 && grid.far < answer.far - slack;
    }
    if (broken) {
        return grid.hard < answer.hard - slack;
    }
    return grid.hard == 0.0 && grid.soft < answer.soft - slack;
}

void program_trial(uint64_t seed, program_tally *tally) {
    trial t = {.seed = seed};
    dice from = {seed};
    program_sample(&from, t.planes, &t.program);
    wend_vec2 out;
    bool free = program_solve(&t.program, &out) == WEND_SOLVE_FREE;
    double most = (double)t.program.max_speed;
    quality answer = quality_of(&t, (double)out.x, (double)out.y);
    bool broken = !free && answer.hard > slack;
    ck_assert_msg(hypot((double)out.x, (double)out.y) <= most * (1.0 + 1e-5), "seed %llu: too fast",
                  (unsigned long long)seed);
    ck_assert_msg(!free || (answer.hard <= slack && answer.soft <= slack),
                  "seed %llu: free, but violates %g, %g", (unsigned long long)seed, answer.hard,
                  answer.soft);
    for (int i = 0; i < PROGRAM_GRID * PROGRAM_GRID; i++) {
        double x, y;
        bool reached = program_grid(&t.program, i, &x, &y);
        if (reached && is_better(quality_of(&t, x, y), answer, free, broken)) {
            ck_abort_msg("seed %llu: (%g, %g) is better than (%g, %g)", (unsigned long long)seed, x,
                         y, (double)out.x, (double)out.y);
        }
    }
    tally->free += free;
    tally->broken += broken;
    tally->gave += !free && !broken;
}
