/* Solving eight programs at once, and finding eight preferred velocities at once, gives the same
 * bits as solving and finding them one by one. */
#include "support/suite.h"
#include "support/trials.h"

#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#include <math.h>

#include "steer/solve/goals/preferred_lanes.h"
#include "steer/solve/programs/program_lanes.h"
#include "support/spaces.h"

enum { TRIALS = 4000 };

/* Eight programs in scalar and SIMD form; a lane has the planes that `has` marks. */
typedef struct trial {
    lane_program wide;
    velocity_plane planes[LANES][LANE_PLANES];
    velocity_program plain[LANES];
} trial;

static wend_vec2 sample_vector(dice *from, double length) {
    double angle = dice_between(from, 0.0, 6.283185307179586);
    return (wend_vec2){(float)(length * cos(angle)), (float)(length * sin(angle))};
}

static void put(lanes *column, uint32_t lane, float value) {
    float values[LANES];
    lanes_store(values, *column);
    values[lane] = value;
    *column = lanes_load(values);
}

/* Samples a plane for a lane. Some planes are parallel to the previous one, and some lanes get no
 * plane. */
static void sample_plane(trial *t, uint32_t lane, uint32_t i, double tight, dice *from) {
    velocity_program *plain = &t->plain[lane];
    velocity_plane plane = {{0.0F, 0.0F}, no_plane};
    if (dice_below(from, 5)) {
        double most = i < t->wide.hard ? 0.3 : tight + 0.5;
        plane.normal = sample_vector(from, 1.0);
        plane.offset = (float)dice_between(from, most - 1.0, most);
        if (plain->count > 0 && dice_below(from, 12) == 0) {
            plane.normal = plain->planes[plain->count - 1].normal;
        }
        plain->planes[plain->count++] = plane;
        plain->hard += i < t->wide.hard;
    }
    put(&t->wide.planes.nx[i], lane, plane.normal.x);
    put(&t->wide.planes.ny[i], lane, plane.normal.y);
    put(&t->wide.planes.c[i], lane, plane.offset);
}

static void sample_trial(trial *t, dice *from) {
    double tight = dice_between(from, -1.5, 0.3);
    t->wide.count = dice_below(from, 24);
    t->wide.hard = dice_below(from, 2) ? dice_below(from, 8) : 0;
    t->wide.hard = t->wide.hard < t->wide.count ? t->wide.hard : t->wide.count;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        float max_speed = (float)dice_between(from, 0.5, 2.0);
        t->plain[lane] = (velocity_program){
            .planes = t->planes[lane],
            .preferred_velocity = sample_vector(from, dice_between(from, 0.0, 2.2)),
            .max_speed = max_speed,
        };
        put(&t->wide.max_speed, lane, max_speed);
        for (uint32_t i = 0; i < t->wide.count; i++) {
            sample_plane(t, lane, i, tight, from);
        }
    }
}

static bool is_constrained(const velocity_program *program) {
    wend_vec2 preferred_velocity = program->preferred_velocity;
    bool found =
        preferred_velocity.x * preferred_velocity.x + preferred_velocity.y * preferred_velocity.y >
        program->max_speed * program->max_speed;
    for (uint32_t i = 0; i < program->count; i++) {
        wend_vec2 n = program->planes[i].normal;
        found |=
            n.x * preferred_velocity.x + n.y * preferred_velocity.y < program->planes[i].offset;
    }
    return found;
}

static void check_same(lanes x, lanes y, uint32_t lane, wend_vec2 expected) {
    float xs[LANES], ys[LANES];
    lanes_store(xs, x);
    lanes_store(ys, y);
    wend_vec2 got = {xs[lane], ys[lane]};
    ck_assert_mem_eq(&got, &expected, sizeof got);
}

typedef struct tally {
    uint32_t free, gave, broken;
} tally;

static void check_trial(trial *t, tally *counts) {
    lane_vectors preferred_velocity;
    float x[LANES], y[LANES];
    for (uint32_t lane = 0; lane < LANES; lane++) {
        x[lane] = t->plain[lane].preferred_velocity.x;
        y[lane] = t->plain[lane].preferred_velocity.y;
    }
    preferred_velocity = (lane_vectors){lanes_load(x), lanes_load(y)};
    t->wide.x = preferred_velocity.x;
    t->wide.y = preferred_velocity.y;
    lanes constrained = constrained_lanes(&t->wide, preferred_velocity);
    lanes failed = plan_lanes(&t->wide, preferred_velocity, constrained);
    lanes plan_x = t->wide.x, plan_y = t->wide.y;
    relax_lanes(&t->wide, failed);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const velocity_program *plain = &t->plain[lane];
        wend_vec2 expected;
        ck_assert_int_eq(lanes_bits(constrained) >> lane & 1U, is_constrained(plain));
        uint32_t satisfied = program_plan(plain, &expected);
        bool fails = satisfied < plain->count;
        ck_assert_int_eq(lanes_bits(failed) >> lane & 1U, fails);
        check_same(plan_x, plan_y, lane, expected);
        if (fails) {
            program_relax(plain, satisfied, &expected);
            counts->gave++;
            counts->broken += satisfied < plain->hard;
        } else {
            counts->free++;
        }
        check_same(t->wide.x, t->wide.y, lane, expected);
    }
}

START_TEST(lanes_match_programs_solved_one_by_one) {
    static trial t;
    tally counts = {0};
    for (uint64_t seed = 1; seed <= trials(TRIALS); seed++) {
        dice from = {seed};
        sample_trial(&t, &from);
        check_trial(&t, &counts);
    }
    /* Each kind of case occurs often enough. */
    ck_assert_uint_ge(counts.free, trials_bound(TRIALS + 1));
    ck_assert_uint_ge(counts.gave, trials_bound(TRIALS + 1));
    ck_assert_uint_ge(counts.broken, trials_bound(TRIALS / 20 + 1));
}
END_TEST

/* ---- Preferred velocities -------------------------------------------------------------------- */

static wend_intent sample_intent(wend_vec2 position, dice *from) {
    static const uint8_t shapes[] = {WEND_SHAPE_POINT,     WEND_SHAPE_POINT, WEND_SHAPE_POINT,
                                     WEND_SHAPE_DIRECTION, WEND_SHAPE_DISC,  WEND_SHAPE_SEGMENT};
    wend_intent intent = {.region = {.shape = shapes[dice_below(from, 6)],
                                     .flags = dice_below(from, 2) ? WEND_REGION_STOP : 0,
                                     .opens = -INFINITY,
                                     .closes = INFINITY,
                                     .bias = 0.5F},
                          .speed = (float)dice_between(from, 0.0, 2.0)};
    wend_vec2 offset =
        sample_vector(from, dice_below(from, 3) ? dice_between(from, 0.0, 9.0) : 0.02);
    offset = dice_below(from, 9) ? offset : (wend_vec2){0.0F, 0.0F};
    intent.region.a = (wend_vec2){position.x + offset.x, position.y + offset.y};
    intent.region.b = (wend_vec2){1.0F, 2.0F};
    if (dice_below(from, 5) == 0) {
        intent.region.velocity = sample_vector(from, 0.5);
    }
    return intent;
}

START_TEST(lanes_match_preferred_velocities_found_one_by_one) {
    for (uint64_t seed = 1; seed <= trials(TRIALS); seed++) {
        dice from = {seed};
        wend_body bodies[LANES + 3] = {0};
        wend_intent intents[LANES];
        near_batch unit = {.count = 1 + dice_below(&from, LANES)};
        float x[LANES], y[LANES];
        for (uint32_t i = 0; i < LANES; i++) {
            unit.body[i] = 3 + (i < unit.count ? i : 0);
            wend_body *body = &bodies[3 + i];
            body->position = sample_vector(&from, 30.0);
            intents[i] = sample_intent(body->position, &from);
            x[i] = bodies[unit.body[i]].position.x;
            y[i] = bodies[unit.body[i]].position.y;
        }
        wend_view view = {.bodies = bodies, .body_count = LANES + 3, .steer_interval = 0.1F};
        lane_vectors preferred_velocity =
            load_preferred(&view, &unit, 3, intents, lanes_load(x), lanes_load(y));
        for (uint32_t i = 0; i < unit.count; i++) {
            wend_vec2 expected =
                find_preferred_velocity(&intents[i], bodies[3 + i].position, view.steer_interval);
            check_same(preferred_velocity.x, preferred_velocity.y, i, expected);
        }
    }
}
END_TEST

int main(void) {
    SUITE("steer/program_lanes", lanes_match_programs_solved_one_by_one,
          lanes_match_preferred_velocities_found_one_by_one);
}
#else
int main(void) { /* the SIMD code is not built for this machine */
    return 0;
}
#endif
