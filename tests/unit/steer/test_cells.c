/* The parts of the floor-field automaton: transition probabilities and the dynamic field.
 *
 * The values 12a to 12d were computed independently, from the equations alone, in double precision
 * and printed to six digits. Frequencies are compared with probabilities within 4.5 standard
 * deviations: a correct program fails one of the about 30 comparisons in 1 of 5,000 runs with
 * random seeds. The seeds are fixed, so the result is always the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>

#include "steer/solve/cells/lattice.h"
#include "steer/solve/cells/trace.h"
#include "steer/solve/cells/transition.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static const double printed = 1e-6; /* the values are printed to six digits */
static const double deviations = 4.5;

/* Checks that `count` of `total` is as likely as `p`. */
static void check_frequency(uint64_t count, uint64_t total, double p) {
    double expected = p * (double)total;
    double deviation = sqrt((double)total * p * (1.0 - p));
    ck_assert_msg(fabs((double)count - expected) <= deviations * deviation,
                  "%llu of %llu, expected %g", (unsigned long long)count, (unsigned long long)total,
                  expected);
}

/* ---- Transition probabilities ---------------------------------------------------------------- */

enum { OPTIONS = 5 };

/* 12a: own cell and neighbours at the distances 3, 2, 3, 4, 3 (own, E, N, W, S), k_S = 2. */
START_TEST(probabilities_match_12a) {
    static const double scores[OPTIONS] = {-6, -4, -6, -8, -6};
    static const double expected[OPTIONS] = {0.095017, 0.702089, 0.095017, 0.012859, 0.095017};
    double p[OPTIONS];
    transition_probabilities(scores, OPTIONS, 0x1f, p);
    for (int k = 0; k < OPTIONS; k++) {
        ck_assert_double_le(fabs(p[k] - expected[k]), printed);
    }
}
END_TEST

/* 12b: E is occupied, k_D = 1, and two bosons lie in N. */
START_TEST(probabilities_match_12b) {
    static const double scores[OPTIONS] = {-6, -4, -6 + 2, -8, -6};
    static const double expected[OPTIONS] = {0.104994, 0.0, 0.775803, 0.014209, 0.104994};
    double p[OPTIONS];
    transition_probabilities(scores, OPTIONS, 0x1f & ~2U, p);
    for (int k = 0; k < OPTIONS; k++) {
        ck_assert_double_le(fabs(p[k] - expected[k]), printed);
    }
}
END_TEST

START_TEST(probabilities_of_large_scores_are_finite) {
    static const double scores[3] = {-900000.0, -900001.0, 700.0};
    double p[3];
    transition_probabilities(scores, 3, 3, p);
    ck_assert_double_le(fabs(p[0] - 0.7310585786300049), 1e-12);
    ck_assert_double_le(fabs(p[1] - 0.2689414213699951), 1e-12);
    ck_assert_double_eq(p[2], 0.0);
    transition_probabilities(scores, 3, 0, p);
    ck_assert(p[0] == 0.0 && p[1] == 0.0 && p[2] == 0.0);
    ck_assert_uint_eq(transition_draw(p, 3, 0.3), 3);
}
END_TEST

START_TEST(options_are_drawn_by_probability) {
    static const double scores[OPTIONS] = {-6, -4, -6, -8, -6};
    uint64_t counts[OPTIONS + 1] = {0};
    uint32_t total = trials_at_least(100000, 20000);
    double p[OPTIONS];
    transition_probabilities(scores, OPTIONS, 0x1f, p);
    for (uint32_t i = 0; i < total; i++) {
        counts[transition_draw(p, OPTIONS, wend_random_uniform(7, i, 0, 1))]++;
    }
    ck_assert_uint_eq(counts[OPTIONS], 0);
    for (int k = 0; k < OPTIONS; k++) {
        check_frequency(counts[k], total, p[k]);
    }
    ck_assert_uint_eq(transition_draw(p, OPTIONS, 1.0 - 0x1p-53), OPTIONS - 1);
}
END_TEST

/* Of three rivals, each wins with a probability proportional to its p. */
START_TEST(lowest_rank_is_proportional_to_probability) {
    static const double p[3] = {0.7, 0.1, 0.2};
    uint64_t wins[3] = {0};
    uint32_t total = trials_at_least(100000, 20000);
    for (uint32_t i = 0; i < total; i++) {
        double rank[3];
        for (uint32_t k = 0; k < 3; k++) {
            rank[k] = transition_rank(p[k], wend_random_uniform(3, k, i, 2));
        }
        wins[rank[0] < rank[1] ? (rank[0] < rank[2] ? 0 : 2) : (rank[1] < rank[2] ? 1 : 2)]++;
    }
    for (int k = 0; k < 3; k++) {
        check_frequency(wins[k], total, p[k]);
    }
    ck_assert(transition_rank(0.0, 0.5) > transition_rank(1e-12, 0.999999));
}
END_TEST

/* ---- Bosons ---------------------------------------------------------------------------------- */

/* 12d, without chance: the intervals of u have the widths 0.3 (gone), 4 times 0.0175, and 0.63. */
START_TEST(fates_of_a_boson_match_12d) {
    enum { STEPS = 100000 };
    uint32_t counts[6] = {0}; /* gone, stays, sides */
    for (int i = 0; i < STEPS; i++) {
        counts[transition_boson(0.3, 0.1, 4, (i + 0.5) / STEPS) + 2]++;
    }
    ck_assert_uint_eq(counts[0], 30000);
    ck_assert_uint_eq(counts[1], 63000);
    for (int side = 0; side < 4; side++) {
        ck_assert_uint_eq(counts[2 + side], 1750);
    }
    ck_assert_int_eq(transition_boson(0.0, 0.0, 4, 0.0), BOSON_STAYS);
    ck_assert_int_eq(transition_boson(1.0, 1.0, 4, 0.999999), BOSON_GONE);
    ck_assert_int_eq(transition_boson(0.0, 1.0, 6, 0.999999), 5);
}
END_TEST

/* 12d in the field: of many bosons in one cell, as many stay, move and disappear as expected. */
START_TEST(bosons_spread_as_in_12d) {
    const wend_allocator heap = {NULL, NULL, NULL};
    lattice l = lattice_make(_i ? LATTICE_HEXAGON : LATTICE_SQUARE, 0.4F, (wend_vec2){0, 0});
    trace_rules rules = {&l, NULL, 0.3, 0.1, 99};
    const lattice_cell middle = {-3, 5};
    const uint32_t total = 100000;
    trace t;
    trace_init(&t, &heap);
    ck_assert(trace_reserve(&t, 1));
    trace_add(&t, 2, middle, total);
    ck_assert(trace_update(&t, &rules));
    check_frequency(trace_count(&t, 2, middle), total, 0.63);
    check_frequency(total - trace_total(&t), total, 0.3);
    for (uint32_t side = 0; side < l.side_count; side++) {
        check_frequency(trace_count(&t, 2, lattice_neighbour(&l, middle, side)), total,
                        0.07 / l.side_count);
    }
    ck_assert_uint_eq(trace_count(&t, 1, middle), 0);
    trace_free(&t);
}
END_TEST

/* Without decay no boson is lost; with certain decay all are. */
START_TEST(bosons_are_conserved_without_decay) {
    const wend_allocator heap = {NULL, NULL, NULL};
    lattice l = lattice_make(LATTICE_SQUARE, 0.4F, (wend_vec2){0, 0});
    trace_rules rules = {&l, NULL, 0.0, 0.5, 1};
    trace t;
    trace_init(&t, &heap);
    for (int32_t i = 0; i < 500; i++) {
        ck_assert(trace_reserve(&t, 1));
        trace_add(&t, 0, (lattice_cell){i % 25, i / 25}, 3);
    }
    for (int i = 0; i < 20; i++) {
        ck_assert(trace_update(&t, &rules));
        ck_assert_uint_eq(trace_total(&t), 1500);
    }
    rules.decay = 1.0;
    ck_assert(trace_update(&t, &rules));
    ck_assert_uint_eq(trace_total(&t), 0);
    ck_assert_uint_eq(t.updates, 21);
    trace_free(&t);
}
END_TEST

/* A wall of a world holds bosons back. */
START_TEST(bosons_do_not_cross_walls) {
    const wend_allocator heap = {NULL, NULL, NULL};
    lattice l = lattice_make(LATTICE_SQUARE, 0.4F, (wend_vec2){0, 0});
    wend_world *world = worlds_make(worlds_room(2.0, 0.8), NULL);
    wend_vec2 corner = wend_space_to_local(wend_world_space(world), (wend_point){0, 0});
    l.origin = corner;
    trace_rules rules = {&l, wend_world_space(world), 0.0, 1.0, 1};
    trace t;
    trace_init(&t, &heap);
    ck_assert(trace_reserve(&t, 1));
    trace_add(&t, 0, (lattice_cell){2, 1}, 1000);
    for (int i = 0; i < 30; i++) {
        ck_assert(trace_update(&t, &rules));
    }
    uint64_t inside = 0;
    for (int32_t i = 0; i < 10; i++) {
        inside += trace_count(&t, 0, (lattice_cell){i % 5, i / 5});
    }
    ck_assert_uint_eq(inside, 1000);
    trace_free(&t);
    wend_world_destroy(world);
}
END_TEST

START_TEST(saved_field_continues_identically) {
    const wend_allocator heap = {NULL, NULL, NULL};
    lattice l = lattice_make(LATTICE_HEXAGON, 0.4F, (wend_vec2){0, 0});
    trace_rules rules = {&l, NULL, 0.01, 0.5, 5};
    trace a, b;
    bool no_memory;
    trace_init(&a, &heap);
    trace_init(&b, &heap);
    ck_assert(trace_reserve(&a, 2));
    trace_add(&a, 0, (lattice_cell){0, 0}, 300);
    trace_add(&a, 1, (lattice_cell){-7, 2}, 50);
    for (int i = 0; i < 5; i++) {
        ck_assert(trace_update(&a, &rules));
    }
    size_t size = trace_save(&a, NULL, 0);
    uint8_t *bytes = malloc(size + 1), *again = malloc(size);
    ck_assert_uint_eq(trace_save(&a, bytes + 1, size), size); /* unaligned */
    for (size_t cut = 0; cut < size; cut += 7) {
        ck_assert(!trace_load(&b, bytes + 1, cut, &no_memory));
    }
    trace_free(&b);
    ck_assert(trace_load(&b, bytes + 1, size, &no_memory));
    for (int i = 0; i < 5; i++) {
        ck_assert(trace_update(&a, &rules) && trace_update(&b, &rules));
    }
    size = trace_save(&a, NULL, 0);
    bytes = realloc(bytes, size);
    again = realloc(again, size);
    ck_assert_uint_eq(trace_save(&b, again, size), size);
    trace_save(&a, bytes, size);
    ck_assert_int_eq(memcmp(bytes, again, size), 0);
    free(bytes);
    free(again);
    trace_free(&a);
    trace_free(&b);
}
END_TEST

START_TEST(damaged_field_is_refused) {
    const wend_allocator heap = {NULL, NULL, NULL};
    trace a, b;
    bool no_memory;
    uint8_t bytes[256];
    trace_init(&a, &heap);
    trace_init(&b, &heap);
    ck_assert(trace_reserve(&a, 2));
    trace_add(&a, 0, (lattice_cell){1, 0}, 1);
    trace_add(&a, 0, (lattice_cell){2, 0}, 1);
    size_t size = trace_save(&a, bytes, sizeof bytes);
    ck_assert_uint_eq(size, 16 + 2 * sizeof(trace_cell));
    memcpy(bytes + 16 + sizeof(trace_cell), bytes + 16, sizeof(trace_cell)); /* a cell twice */
    ck_assert(!trace_load(&b, bytes, size, &no_memory));
    trace_save(&a, bytes, sizeof bytes);
    memset(bytes + 16 + offsetof(trace_cell, count), 0, 4); /* an empty cell */
    ck_assert(!trace_load(&b, bytes, size, &no_memory));
    ck_assert(!no_memory);
    trace_free(&a);
    trace_free(&b);
}
END_TEST

START_TEST(field_reports_exhausted_memory) {
    worlds_heap counter = {0};
    wend_allocator heap = worlds_allocator(&counter);
    lattice l = lattice_make(LATTICE_SQUARE, 0.4F, (wend_vec2){0, 0});
    trace_rules rules = {&l, NULL, 0.0, 0.5, 1};
    trace t;
    trace_init(&t, &heap);
    counter.fails_at = 1;
    ck_assert(!trace_reserve(&t, 1));
    ck_assert(trace_reserve(&t, 1));
    trace_add(&t, 0, (lattice_cell){0, 0}, 10);
    counter.fails_at = counter.calls + 1;
    ck_assert(!trace_update(&t, &rules));
    ck_assert_uint_eq(t.updates, 0);
    ck_assert_uint_eq(trace_total(&t), 10);
    ck_assert(trace_update(&t, &rules));
    ck_assert_uint_eq(trace_total(&t), 10);
    trace_free(&t);
    ck_assert_uint_eq(counter.held, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/cells");
    TCase *cases = tcase_create("cells");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_test(cases, probabilities_match_12a);
    tcase_add_test(cases, probabilities_match_12b);
    tcase_add_test(cases, probabilities_of_large_scores_are_finite);
    tcase_add_test(cases, options_are_drawn_by_probability);
    tcase_add_test(cases, lowest_rank_is_proportional_to_probability);
    tcase_add_test(cases, fates_of_a_boson_match_12d);
    tcase_add_loop_test(cases, bosons_spread_as_in_12d, 0, 2);
    tcase_add_test(cases, bosons_are_conserved_without_decay);
    tcase_add_test(cases, bosons_do_not_cross_walls);
    tcase_add_test(cases, saved_field_continues_identically);
    tcase_add_test(cases, damaged_field_is_refused);
    tcase_add_test(cases, field_reports_exhausted_memory);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
