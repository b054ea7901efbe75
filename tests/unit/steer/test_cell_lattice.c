/* Lattices of squares and hexagons. */
#include <math.h>

#include <wend/random.h>

#include "steer/solve/cells/lattice.h"
#include "support/suite.h"
#include "support/trials.h"

static lattice any_lattice(int shape) {
    return lattice_make(shape, 0.37F, (wend_vec2){-1.3F, 2.9F});
}

/* The cell of a point is the one with the nearest centre. */
START_TEST(a_point_is_in_the_cell_with_the_nearest_centre) {
    lattice l = any_lattice(_i);
    for (uint32_t i = 0; i < trials(2000); i++) {
        wend_vec2 p = {(float)(40.0 * wend_random_uniform(1, i, 0, 0) - 20.0),
                       (float)(40.0 * wend_random_uniform(1, i, 0, 1) - 20.0)};
        lattice_cell cell = lattice_find(&l, p);
        wend_vec2 centre = lattice_centre(&l, cell);
        double own = hypot((double)(p.x - centre.x), (double)(p.y - centre.y));
        ck_assert_double_eq(lattice_distance(&l, cell, p), 0.0);
        for (uint32_t side = 0; side < l.side_count; side++) {
            lattice_cell next = lattice_neighbour(&l, cell, side);
            wend_vec2 other = lattice_centre(&l, next);
            double there = hypot((double)(p.x - other.x), (double)(p.y - other.y));
            ck_assert_double_ge(there, own - 1e-5);
            double apart = hypot((double)(centre.x - other.x), (double)(centre.y - other.y));
            ck_assert_double_le(fabs(apart - 0.37), 1e-5);
            /* The nearest point of a convex cell is at least as near as the centre's difference. */
            double gap = lattice_distance(&l, next, p);
            ck_assert_double_ge(gap, (there * there - own * own) / (2.0 * 0.37) - 1e-5);
            ck_assert_double_le(gap, there);
        }
    }
}
END_TEST

START_TEST(neighbours_are_mutual_and_counter_clockwise) {
    lattice l = any_lattice(_i);
    lattice_cell cell = {-4, 7};
    wend_vec2 centre = lattice_centre(&l, cell);
    ck_assert_uint_eq(l.side_count, _i == LATTICE_SQUARE ? 4 : 6);
    for (uint32_t side = 0; side < l.side_count; side++) {
        lattice_cell next = lattice_neighbour(&l, cell, side);
        wend_vec2 p = lattice_centre(&l, next);
        double angle = atan2((double)(p.y - centre.y), (double)(p.x - centre.x));
        double expected = 2.0 * 3.14159265358979 * side / l.side_count;
        ck_assert_double_le(fabs(remainder(angle - expected, 2.0 * 3.14159265358979)), 1e-4);
        uint32_t back = (side + l.side_count / 2) % l.side_count;
        ck_assert(lattice_same(lattice_neighbour(&l, next, back), cell));
    }
}
END_TEST

START_TEST(lattices_that_differ_have_different_ids) {
    lattice a = any_lattice(LATTICE_SQUARE);
    ck_assert_uint_eq(a.id, any_lattice(LATTICE_SQUARE).id);
    ck_assert_uint_ne(a.id, any_lattice(LATTICE_HEXAGON).id);
    ck_assert_uint_ne(a.id, lattice_make(LATTICE_SQUARE, 0.38F, a.origin).id);
    ck_assert_uint_ne(a.id, lattice_make(LATTICE_SQUARE, 0.37F, (wend_vec2){0, 0}).id);
    ck_assert_uint_ne(a.id, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("steer/cell_lattice");
    TCase *cases = tcase_create("lattice");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, a_point_is_in_the_cell_with_the_nearest_centre, 0, 2);
    tcase_add_loop_test(cases, neighbours_are_mutual_and_counter_clockwise, 0, 2);
    tcase_add_test(cases, lattices_that_differ_have_different_ids);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
