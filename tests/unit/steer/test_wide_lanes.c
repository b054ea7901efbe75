/* Solving eight programs of velocity segments and arcs at once gives the same bits as solving them
 * one by one. The cases include lines parallel to the segment, and lanes with a single preferred
 * velocity. */
#include "support/suite.h"
#include "support/trials.h"

#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#define ARC_STEER test_arc_steer
#include <math.h>

#include "steer/solve/kernels/arc_lanes.h"
#include "steer/solve/programs/segment_lanes.h"
#include "support/program_trials.h"

enum { TRIALS = 2000 };

/* Eight programs, each with a chord and its arc. */
typedef struct trial {
    velocity_plane planes[LANES][PROGRAM_TRIAL_PLANES];
    segment_program segments[LANES];
    arc_program arcs[LANES];
    bool wide[LANES];
    lane_program program;
    lane_segments lane_segments;
    lane_walks walks;
} trial;

/* Samples a chord. One in three is parallel to the x axis, so that some planes are exactly parallel
 * to the chord. */
static void sample_chord(trial *t, uint32_t lane, dice *from) {
    segment_program *s = &t->segments[lane];
    arc_program *a = &t->arcs[lane];
    bool level = dice_below(from, 3) == 0;
    double middle = level ? 1.5707963267948966 : dice_between(from, -3.14, 3.14);
    double half = dice_between(from, 0.05, 1.57);
    float cosine = (float)cos(middle + half), sine = (float)sin(middle + half);
    a->arc.left = (wend_vec2){cosine, sine};
    a->arc.right = level ? (wend_vec2){-cosine, sine}
                         : (wend_vec2){(float)cos(middle - half), (float)sin(middle - half)};
    a->speed = (float)dice_between(from, 0.2, 0.99) * s->program.max_speed;
    s->start = vec_scale(a->arc.left, a->speed);
    s->along = vec_scale(vec_sub(a->arc.right, a->arc.left), a->speed);
    for (uint32_t i = 0; level && i < s->program.count; i++) {
        if (dice_below(from, 4) == 0) {
            t->planes[lane][i].normal = (wend_vec2){0.0F, dice_below(from, 2) ? 1.0F : -1.0F};
        }
    }
    s->bias = (float)dice_between(from, 0.0, 1.0);
    s->rest = (float)dice_between(from, 0.0, 0.3);
    s->goal[0] = (velocity_plane){{a->arc.left.y, -a->arc.left.x}, 0.0F};
    s->goal[1] = (velocity_plane){{-a->arc.right.y, a->arc.right.x}, 0.0F};
    s->goal_count = 2;
}

static void sample_lane(trial *t, uint32_t lane, dice *from) {
    segment_program *s = &t->segments[lane];
    arc_program *a = &t->arcs[lane];
    *s = (segment_program){0};
    *a = (arc_program){0};
    program_sample(from, t->planes[lane], &s->program);
    t->wide[lane] = dice_below(from, 6) > 0;
    if (t->wide[lane]) {
        sample_chord(t, lane, from);
        wend_vec2 point = vec_add(s->start, vec_scale(s->along, s->bias));
        a->bias = vec_normalized(point);
        s->program.preferred_velocity = vec_scale(a->bias, a->speed);
    } else {
        s->start = s->program.preferred_velocity;
    }
    a->program = s->program;
    double turn = dice_between(from, 0.0, 6.28);
    a->velocity = (wend_vec2){(float)cos(turn), (float)sin(turn)};
    a->margin = (arc_margin){0.1F, (float)cos(0.1), (float)sin(0.1)};
}

static void put_plane(trial *t, uint32_t at, uint32_t lane, velocity_plane plane) {
    put_in_lane(&t->program.planes.nx[at], lane, plane.normal.x);
    put_in_lane(&t->program.planes.ny[at], lane, plane.normal.y);
    put_in_lane(&t->program.planes.c[at], lane, plane.offset);
}

static void put_vector(lane_vectors *column, uint32_t lane, wend_vec2 v) {
    put_in_lane(&column->x, lane, v.x);
    put_in_lane(&column->y, lane, v.y);
}

/* Writes the hard planes first, then the soft ones. Lanes that have fewer planes are filled up with
 * planes that allow every velocity. */
static void put_program(trial *t, uint32_t lane) {
    const segment_program *s = &t->segments[lane];
    const velocity_plane none = {{0.0F, 0.0F}, no_plane};
    uint32_t hard = s->program.hard, soft = s->program.count - hard;
    for (uint32_t i = 0; i < t->program.count; i++) {
        uint32_t k = i - t->program.hard;
        bool first = i < t->program.hard;
        velocity_plane plane = first ? (i < hard ? t->planes[lane][i] : none)
                                     : (k < soft ? t->planes[lane][hard + k] : none);
        put_plane(t, i, lane, plane);
    }
    for (uint32_t i = 0; i < SEGMENT_GOAL_PLANES; i++) {
        put_plane(t, t->program.count + i, lane, t->wide[lane] ? s->goal[i] : none);
    }
    put_in_lane(&t->program.max_speed, lane, s->program.max_speed);
}

static void put_lane(trial *t, uint32_t lane) {
    const segment_program *s = &t->segments[lane];
    const arc_program *a = &t->arcs[lane];
    put_program(t, lane);
    put_vector(&t->lane_segments.start, lane, s->start);
    put_vector(&t->lane_segments.along, lane, s->along);
    put_in_lane(&t->lane_segments.bias, lane, s->bias);
    put_in_lane(&t->lane_segments.rest, lane, s->rest);
    put_vector(&t->walks.arcs.left, lane, a->arc.left);
    put_vector(&t->walks.arcs.right, lane, a->arc.right);
    put_vector(&t->walks.arcs.preferred_velocity, lane, a->program.preferred_velocity);
    put_in_lane(&t->walks.arcs.speed, lane, a->speed);
    put_vector(&t->walks.bias, lane, a->bias);
    put_vector(&t->walks.velocity, lane, a->velocity);
}

static void sample_trial(trial *t, uint64_t seed) {
    dice from = {seed};
    uint32_t hard = 0, soft = 0, wide = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        sample_lane(t, lane, &from);
        const velocity_program *program = &t->segments[lane].program;
        hard = program->hard > hard ? program->hard : hard;
        soft = program->count - program->hard > soft ? program->count - program->hard : soft;
        wide |= (uint32_t)t->wide[lane] << lane;
    }
    t->program.hard = hard;
    t->program.count = hard + soft;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        put_lane(t, lane);
    }
    t->lane_segments.wide = t->walks.arcs.wide = lanes_mask(wide);
    t->walks.margin = t->arcs[0].margin;
}

static void check_lane(const trial *t, uint32_t lane, lanes failed, wend_solve_status solve_status,
                       wend_vec2 expected, uint64_t seed) {
    float x[LANES], y[LANES];
    lanes_store(x, t->program.x);
    lanes_store(y, t->program.y);
    ck_assert_msg((lanes_bits(failed) >> lane & 1U) == (solve_status == WEND_SOLVE_INFEASIBLE),
                  "seed %llu, lane %u", (unsigned long long)seed, lane);
    ck_assert_msg(x[lane] == expected.x && y[lane] == expected.y,
                  "seed %llu, lane %u: (%g, %g) is not (%g, %g)", (unsigned long long)seed, lane,
                  (double)x[lane], (double)y[lane], (double)expected.x, (double)expected.y);
}

START_TEST(lanes_match_segments_solved_one_by_one) {
    static trial t;
    for (uint64_t seed = 1; seed <= trials(TRIALS); seed++) {
        sample_trial(&t, seed);
        lanes failed = solve_segments(&t.program, &t.lane_segments, lanes_mask(LANES_ALL));
        relax_lanes(&t.program, failed);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            wend_vec2 expected;
            wend_solve_status solve_status = segment_solve(&t.segments[lane], &expected);
            check_lane(&t, lane, failed, solve_status, expected, seed);
        }
    }
}
END_TEST

START_TEST(lanes_match_arcs_solved_one_by_one) {
    static trial t;
    for (uint64_t seed = 1; seed <= trials(TRIALS); seed++) {
        sample_trial(&t, seed);
        lanes failed = solve_constrained(&t.program, &t.walks, lanes_mask(LANES_ALL));
        for (uint32_t lane = 0; lane < LANES; lane++) {
            wend_vec2 expected;
            wend_solve_status solve_status = t.wide[lane]
                                                 ? arc_solve(&t.arcs[lane], &expected)
                                                 : program_solve(&t.arcs[lane].program, &expected);
            check_lane(&t, lane, failed, solve_status, expected, seed);
        }
    }
}
END_TEST

int main(void) {
    SUITE("steer/wide_lanes", lanes_match_segments_solved_one_by_one,
          lanes_match_arcs_solved_one_by_one);
}
#else
int main(void) { /* the SIMD code is not built for this machine */
    return 0;
}
#endif
