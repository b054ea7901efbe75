/* The k nearest points of a k-d tree are those of brute force, in the same order, also where points
 * coincide or have the same distance. */
#include "map/nearest.h"

#include <stdlib.h>

#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST = 300, MOST_FOUND = 40 };

static int compare(const void *left, const void *right) {
    const nearest_found *a = left, *b = right;
    return a->squared != b->squared ? (a->squared < b->squared ? -1 : 1)
                                    : (a->id < b->id ? -1 : a->id > b->id);
}

static uint32_t find_by_brute_force(const nearest_point *points, uint32_t count, wend_vec2 at,
                                    uint32_t except, nearest_found *out) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        double x = (double)points[i].position.x - (double)at.x;
        double y = (double)points[i].position.y - (double)at.y;
        if (points[i].id != except) {
            out[found++] = (nearest_found){x * x + y * y, points[i].id};
        }
    }
    qsort(out, found, sizeof *out, compare);
    return found;
}

/* Samples points: spread, or on a coarse grid (many ties), or all in one position. */
static void sample(nearest_point *points, uint32_t count, uint64_t seed, dice *from) {
    for (uint32_t i = 0; i < count; i++) {
        double x = dice_between(from, -20.0, 20.0), y = dice_between(from, -20.0, 20.0);
        wend_vec2 spread = {(float)x, (float)y}, grid = {(float)(int)(x / 6), (float)(int)(y / 6)};
        points[i].position = seed % 8 == 0   ? (wend_vec2){1.0F, 2.0F}
                             : seed % 2 == 0 ? grid
                                             : spread;
        points[i].id = (i * 7919U) % count; /* count has no factor 7919: all ids differ */
    }
}

START_TEST(nearest_points_match_brute_force) {
    for (uint64_t seed = 0; seed < trials(200); seed++) {
        dice from = {seed};
        nearest_point points[MOST], kept[MOST];
        nearest_found found[MOST_FOUND], expected[MOST];
        uint32_t count = dice_below(&from, MOST);
        sample(points, count, seed, &from);
        for (uint32_t i = 0; i < count; i++) {
            kept[i] = points[i];
        }
        nearest_index index = nearest_make(points, count);
        for (uint32_t k = 0; k < 20; k++) {
            wend_vec2 at = {(float)dice_between(&from, -30.0, 30.0),
                            (float)dice_between(&from, -30.0, 30.0)};
            at = k % 3 == 0 && count > 0 ? kept[dice_below(&from, count)].position : at;
            uint32_t capacity = dice_below(&from, MOST_FOUND + 1);
            uint32_t except = k % 2 == 0 && count > 0 ? dice_below(&from, count) : UINT32_MAX;
            uint32_t all = find_by_brute_force(kept, count, at, except, expected);
            uint32_t got = nearest_find(&index, at, except, found, capacity);
            ck_assert_uint_eq(got, all < capacity ? all : capacity);
            for (uint32_t i = 0; i < got; i++) {
                ck_assert_msg(found[i].id == expected[i].id &&
                                  found[i].squared == expected[i].squared,
                              "seed %llu, query %u: point %u is %u, not %u",
                              (unsigned long long)seed, k, i, found[i].id, expected[i].id);
            }
        }
    }
}
END_TEST

int main(void) {
    SUITE("map/nearest", nearest_points_match_brute_force);
}
