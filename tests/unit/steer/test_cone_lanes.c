/* Making the velocity obstacles of eight neighbours at once gives the same bits as making them one
 * by one. */
#include "support/suite.h"
#include "support/trials.h"

#include "geom/quad.h"
#ifdef QUAD_SIMD
#include <math.h>
#include <string.h>

#include "base/kernels.h"
#include "steer/solve/cones/discs.h"
#include "steer/solve/planes/core.h"
#include "steer/solve/planes/planes.h"
#include "support/spaces.h"

enum { TRIALS = 10000, WIDEST = 16 };

typedef struct tally {
    uint32_t cones, overlaps, fronts, cores, far;
} tally;

static wend_vec2 sample_vector(dice *from, double most) {
    return (wend_vec2){(float)dice_between(from, -most, most),
                       (float)dice_between(from, -most, most)};
}

static wend_body sample_body(dice *from, double far) {
    wend_body body = {.position = sample_vector(from, far),
                      .velocity = sample_vector(from, 2.0),
                      .radius = (float)dice_between(from, 0.1, 0.6)};
    body.velocity = dice_below(from, 6) ? body.velocity : (wend_vec2){0.0F, -0.0F};
    body.tags = dice_below(from, 4) ? 3U : (uint32_t)WEND_BODY_ONE_SIDED << 20 | 0x80000003U;
    return body;
}

static disc_terms sample_terms(dice *from, const wend_body *body) {
    return (disc_terms){
        .body = body,
        .rule = (cones_rule)dice_below(from, 3),
        .deciding_velocity = dice_below(from, 2) ? body->velocity : sample_vector(from, 2.0),
        .rate = dice_below(from, 5) ? (float)dice_between(from, 0.1, 5.0) : 0.0F,
        .slowness = dice_below(from, 2) ? (float)dice_between(from, 0.01, 2.0) : 0.0F};
}

/* Puts the cone of one neighbour into columns. Returns true if the neighbour overlaps the agent. */
static bool put_one(const disc_terms *terms, const wend_body *other, uint32_t at, set_columns *to) {
    const wend_body *body = terms->body;
    wend_vec2 apart = vec_sub(other->position, body->position);
    float radius = body->radius + other->radius;
    if (vec_length_squared(apart) <= radius * radius) {
        return true;
    }
    cone made;
    cone_of_disc(apart, radius, planes_rate(body, other, terms->slowness, terms->rate, 0.0F),
                 apex_legs(terms, other, apart), &made);
    velocity_set set = cone_set(&made);
    set_columns_put(to, at, &set);
    return false;
}

static void check_floats(const void *expected, const void *got, size_t size, uint32_t at,
                         unsigned long long seed) {
    const float *one = expected, *two = got;
    for (size_t i = at; i < size / sizeof *one; i += COLUMNS_MOST) {
        if (memcmp(&one[i], &two[i], sizeof one[i]) != 0) { /* an assertion costs a system call */
            ck_abort_msg("seed %llu, column %zu: %.9g instead of %.9g", seed, i / COLUMNS_MOST,
                         (double)two[i], (double)one[i]);
        }
    }
}

/* Compares the cone at an index. The pieces that only wide sets use are defined up to the end of
 * the group that contains the last wide set. */
static void check_cone(const set_columns *expected, const set_columns *got, uint32_t at,
                       uint32_t width, unsigned long long seed) {
    bool wide = at / width * width < got->wide_count;
    uint32_t sides = wide ? COLUMNS_SIDES : COLUMNS_NARROW_SIDES;
    uint32_t arcs = wide ? COLUMNS_ARCS : COLUMNS_NARROW_ARCS;
    ck_assert_uint_eq(got->side_count[at], expected->side_count[at]);
    ck_assert_uint_eq(got->arc_count[at], expected->arc_count[at]);
    for (uint32_t k = 0; k < sides; k++) {
        check_floats(&expected->sides[k], &got->sides[k], sizeof got->sides[k], at, seed);
    }
    for (uint32_t k = 0; k < arcs; k++) {
        check_floats(&expected->arcs[k], &got->arcs[k], sizeof got->arcs[k], at, seed);
    }
}

/* Samples an agent that has core planes with its neighbours. */
static core_agent sample_core(dice *from) {
    return (core_agent){.share = dice_below(from, 4) ? (float)dice_between(from, 0.0, 1.0) : 1.0F,
                        .brake_interval = (float)exp(dice_between(from, -6.0, 1.0)),
                        .max_speed = 2.0F,
                        .fastest =
                            dice_below(from, 5) ? (float)exp(dice_between(from, -4.0, 2.0)) : 0.0F};
}

/* Every neighbour with a core plane is in the mask. */
static void check_close(const core_agent *agent, const wend_body *body, const wend_body *other,
                        bool close, unsigned long long seed, tally *counts) {
    velocity_plane plane;
    bool has = core_plane(agent, body, other, true, &plane);
    ck_assert_msg(close || !has, "seed %llu: a neighbour with a core plane is left out", seed);
    counts->cores += has;
    counts->far += !close;
}

static void check_kernel(discs_kernel kernel, uint32_t width, unsigned long long seed,
                         tally *counts) {
    static set_columns expected, got;
    dice from = {seed};
    double far = dice_below(&from, 3) ? 3.0 : 0.7;
    wend_body body = sample_body(&from, far), bodies[WIDEST];
    uint32_t others[WIDEST];
    disc_terms terms = sample_terms(&from, &body);
    core_agent agent = sample_core(&from);
    terms.core_room = 2.0F * agent.fastest * agent.brake_interval;
    uint32_t at = got.wide_count = expected.wide_count = dice_below(&from, 20), overlap = 0;
    for (uint32_t i = 0; i < width; i++) {
        others[i] = width - 1 - i;
        bodies[others[i]] = sample_body(&from, far);
        overlap |= put_one(&terms, &bodies[others[i]], at + i, &expected) ? 1U << i : 0;
    }
    disc_masks masks = kernel(&terms, bodies, others, at, &got);
    ck_assert_uint_eq(masks.overlaps, overlap);
    for (uint32_t i = 0; i < width; i++) {
        check_close(&agent, &body, &bodies[others[i]], masks.close >> i & 1U, seed, counts);
        if (overlap >> i & 1U) {
            counts->overlaps++;
            continue;
        }
        check_cone(&expected, &got, at + i, width, seed);
        counts->cones++;
        counts->fronts += got.arc_count[at + i];
    }
}

START_TEST(kernels_match_cones_made_one_by_one) {
    static const discs_kernel kernels[WEND_KERNEL_COUNT] = {KERNELS_WIDE(cones_of_discs)};
    tally counts = {0};
    for (uint64_t seed = 1; seed <= trials(TRIALS); seed++) {
        for (int k = WEND_KERNEL_SSE2; k < WEND_KERNEL_COUNT; k++) {
            if (wend_kernel_is_available((wend_kernel)k)) {
                check_kernel(kernels[k], k == WEND_KERNEL_AVX512 ? 16 : 8, seed, &counts);
            }
        }
    }
    ck_assert_uint_ge(counts.cones, trials_bound(TRIALS));
    ck_assert_uint_ge(counts.fronts, trials_bound(TRIALS));
    ck_assert_uint_ge(counts.overlaps, trials_bound(TRIALS / 10));
    ck_assert_uint_ge(counts.cores, trials_bound(TRIALS));
    ck_assert_uint_ge(counts.far, trials_bound(TRIALS));
}
END_TEST

int main(void) {
    SUITE("steer/cone_lanes", kernels_match_cones_made_one_by_one);
}
#else
int main(void) { /* the SIMD code is not built for this machine */
    return 0;
}
#endif
