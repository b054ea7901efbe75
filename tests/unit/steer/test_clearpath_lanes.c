/* Comparing eight forbidden sets at a time gives the same choices, bit for bit, as comparing one at
 * a time. */
#include "support/suite.h"
#include "support/trials.h"

#include "geom/quad.h"
#ifdef QUAD_SIMD
#include <float.h>
#include <math.h>
#include <string.h>

#include "steer/solve/programs/clearpath.h"
#include "support/clearpath_trials.h"

enum { TRIALS = 6000, ODD_TRIALS = 20000, ODD_SETS = 64, TESTED = 8 };

typedef struct tally {
    uint32_t free, relaxed, unreachable, allowed, refused;
} tally;

static set_columns columns;

/* Puts the forbidden sets of a problem into columns. The sets before `wide_count` may have any
 * number of pieces that fits; the others must be narrow. */
static void fill_columns(const clearpath *problem) {
    columns.count = problem->forbidden_count;
    columns.wide_count = 0;
    for (uint32_t i = 0; i < problem->forbidden_count; i++) {
        const velocity_set *set = &problem->forbidden[i];
        set_columns_put(&columns, i, set);
        bool narrow =
            set->side_count <= COLUMNS_NARROW_SIDES && set->arc_count <= COLUMNS_NARROW_ARCS;
        columns.wide_count = narrow ? columns.wide_count : i + 1;
    }
}

static void check_choice(const clearpath *plain, const clearpath *wide, unsigned long long seed,
                         tally *counts) {
    clearpath_choice expected = {{NAN, NAN}, 77, 77}, got = {{NAN, NAN}, 78, 78};
    bool free = clearpath_solve(plain, &expected);
    ck_assert_msg(clearpath_solve(wide, &got) == free, "seed %llu: free", seed);
    ck_assert_msg(memcmp(&got.velocity, &expected.velocity, sizeof got.velocity) == 0,
                  "seed %llu, kernel %s: (%.9g, %.9g) instead of (%.9g, %.9g)", seed,
                  wend_kernel_text(wide->kernel), (double)got.velocity.x, (double)got.velocity.y,
                  (double)expected.velocity.x, (double)expected.velocity.y);
    ck_assert_msg(got.allowed == expected.allowed, "seed %llu: allowed set", seed);
    ck_assert_msg(got.active_count == expected.active_count, "seed %llu: active sets", seed);
    counts->free += free;
    counts->unreachable += expected.allowed == CLEARPATH_NONE;
    counts->relaxed += !free && expected.allowed != CLEARPATH_NONE;
}

/* Compares all kernels with the scalar version. */
static void check_kernels(clearpath plain, unsigned long long seed, dice *from, tally *counts) {
    fill_columns(&plain);
    for (int k = WEND_KERNEL_SSE2; k < WEND_KERNEL_COUNT; k++) {
        clearpath wide = plain;
        if (!wend_kernel_is_available((wend_kernel)k)) {
            continue;
        }
        wide.kernel = (wend_kernel)k;
        wide.columns = &columns;
        wide.forbidden = NULL;
        check_choice(&plain, &wide, seed, counts);
        for (int i = 0; i < TESTED; i++) {
            double most = 1.2 * (double)plain.max_speed;
            wend_vec2 v = {(float)dice_between(from, -most, most),
                           (float)dice_between(from, -most, most)};
            bool expected = clearpath_allows(&plain, v);
            ck_assert_msg(clearpath_allows(&wide, v) == expected, "seed %llu: (%.9g, %.9g)", seed,
                          (double)v.x, (double)v.y);
            counts->allowed += expected;
            counts->refused += !expected;
        }
    }
}

/* Removes the sets that do not fit into columns. */
static uint32_t keep_fitting(velocity_set *sets, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (set_columns_fits(&sets[i])) {
            sets[kept++] = sets[i];
        }
    }
    return kept;
}

START_TEST(kernels_agree_on_velocity_obstacles) {
    static clearpath_trial trial;
    tally counts = {0};
    for (uint64_t seed = 1; seed <= trials(TRIALS); seed++) {
        dice from = {seed};
        clearpath_sample(&trial, seed);
        clearpath *problem = &trial.problem;
        problem->forbidden_count = keep_fitting(trial.forbidden_sets, problem->forbidden_count);
        check_kernels(*problem, seed, &from, &counts);
    }
    ck_assert_uint_ge(counts.free, trials_bound(TRIALS / 2));
    ck_assert_uint_ge(counts.relaxed, trials_bound(TRIALS / 10));
    ck_assert_uint_ge(counts.unreachable, trials_bound(TRIALS / 50));
    ck_assert_uint_ge(counts.allowed, trials_bound(TRIALS / 10));
    ck_assert_uint_ge(counts.refused, trials_bound(TRIALS));
}
END_TEST

/* ---- Numbers at their limits ----------------------------------------------------------------- */

static void sample_odd_set(dice *from, velocity_side *sides, velocity_arc *arcs,
                           velocity_set *out) {
    *out = (velocity_set){sides, arcs, 1 + dice_below(from, COLUMNS_SIDES),
                          dice_below(from, COLUMNS_ARCS + 1)};
    clearpath_sample_pieces(from, sides, out->side_count, arcs, out->arc_count);
}

/* The pieces have arbitrary sizes, do not bound any set, and repeat each other. */
START_TEST(kernels_agree_on_degenerate_input) {
    static velocity_side sides[ODD_SETS][COLUMNS_SIDES];
    static velocity_arc arcs[ODD_SETS][COLUMNS_ARCS];
    static velocity_set sets[ODD_SETS];
    tally counts = {0};
    for (uint64_t seed = 1; seed <= trials(ODD_TRIALS); seed++) {
        dice from = {seed};
        uint32_t count = dice_below(&from, dice_below(&from, 8) ? 12 : ODD_SETS + 1);
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
        check_kernels(problem, seed, &from, &counts);
    }
    ck_assert_uint_ge(counts.free, trials_bound(ODD_TRIALS / 10));
    ck_assert_uint_ge(counts.relaxed, trials_bound(ODD_TRIALS / 10));
}
END_TEST

int main(void) {
    SUITE("steer/clearpath_lanes", kernels_agree_on_velocity_obstacles,
          kernels_agree_on_degenerate_input);
}
#else
int main(void) { /* the SIMD code is not built for this machine */
    return 0;
}
#endif
