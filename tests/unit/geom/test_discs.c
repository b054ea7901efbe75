/* Compares the index of discs with brute force over all pairs. */
#include "geom/discs.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdlib.h>
#include <wend/random.h>

enum { DISCS = 400, QUERIES = 400, ROUNDS = 12 };

typedef struct disc {
    wend_point centre;
    double radius;
    uint32_t layer;
} disc;

/* Samples radii over four orders of magnitude and positions in a square small enough to make
 * overlaps common. */
static disc draw_disc(uint64_t seed, uint64_t index) {
    double u = wend_random_uniform(seed, index, 0, 1);
    disc d;
    d.radius = 0.01 * pow(10.0, 3.5 * u * u * u);
    d.centre.x = 300.0 * wend_random_uniform(seed, index, 0, 2) - 150.0;
    d.centre.y = 300.0 * wend_random_uniform(seed, index, 0, 3) - 150.0;
    d.layer = (uint32_t)(wend_random_bits(seed, index, 0, 4) & 1);
    return d;
}

static uint32_t brute_force(const disc *discs, uint32_t count, disc q, double share) {
    for (uint32_t i = 0; i < count; i++) {
        double distance = sqrt((discs[i].centre.x - q.centre.x) * (discs[i].centre.x - q.centre.x) +
                               (discs[i].centre.y - q.centre.y) * (discs[i].centre.y - q.centre.y));
        double depth = discs[i].radius + q.radius - distance;
        double smaller = discs[i].radius < q.radius ? discs[i].radius : q.radius;
        if (discs[i].layer == q.layer && depth > share * smaller) {
            return i;
        }
    }
    return UINT32_MAX;
}

START_TEST(matches_brute_force_over_all_pairs) {
    static disc discs[DISCS];
    uint32_t found = 0;
    for (uint64_t seed = 1; seed <= trials(ROUNDS); seed++) {
        disc_index grid;
        ck_assert(discs_init(&grid, seed % 2 == 0 ? DISCS : 3, NULL));
        for (uint32_t i = 0; i < DISCS; i++) {
            ck_assert(grid.count < grid.capacity || discs_grow(&grid));
            discs[i] = draw_disc(seed, i);
            discs_add(&grid, discs[i].centre, discs[i].radius, discs[i].layer);
        }
        for (uint32_t i = 0; i < QUERIES; i++) {
            disc q = draw_disc(seed + 1000, i);
            double share = i % 2 == 0 ? 0.0 : 0.3;
            uint32_t expected = brute_force(discs, DISCS, q, share);
            uint32_t got = discs_find_overlap(&grid, q.centre, q.radius, q.layer, share);
            ck_assert_msg(got == expected, "seed %lu query %u: %u, expected %u", seed, i, got,
                          expected);
            found += got != UINT32_MAX;
        }
        discs_free(&grid);
        ck_assert_uint_eq(grid.heap.held, 0);
    }
    ck_assert_uint_ge(found, trials_bound(101));
    ck_assert_uint_lt(found, trials(ROUNDS) * QUERIES - 100);
}
END_TEST

START_TEST(touching_discs_do_not_overlap) {
    disc_index grid;
    ck_assert(discs_init(&grid, 2, NULL));
    discs_add(&grid, (wend_point){0, 0}, 0.25, 0);
    ck_assert_uint_eq(discs_find_overlap(&grid, (wend_point){0.5, 0}, 0.25, 0, 0.0), UINT32_MAX);
    ck_assert_uint_eq(discs_find_overlap(&grid, (wend_point){0.499, 0}, 0.25, 0, 0.0), 0);
    ck_assert_uint_eq(discs_find_overlap(&grid, (wend_point){0.499, 0}, 0.25, 0, 0.01), UINT32_MAX);
    ck_assert_uint_eq(discs_find_overlap(&grid, (wend_point){0.49, 0}, 0.25, 0, 0.01), 0);
    ck_assert_uint_eq(discs_find_overlap(&grid, (wend_point){0.1, 0}, 0.25, 1, 0.01), UINT32_MAX);
    discs_free(&grid);
}
END_TEST

int main(void) {
    SUITE("place/discs", matches_brute_force_over_all_pairs, touching_discs_do_not_overlap);
}
