/* Compares the costs of segments from one position with lengths by terrain type, which are found
 * cell by cell: on boxes and stars, from edges and vertices of terrain, with few and with too many
 * edges, and with limits. */
#include <math.h>
#include <stdio.h>

#include <wend/math.h>
#include <wend/random.h>

#include "space/fan.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MAX_REGIONS = 24, CORNERS = 7, TYPES = 5, ENDS = 8 };

/* Rounding of t times the largest weight times the length of a segment. */
static const double ROUNDING = 1e-7;

static double uniform(uint64_t seed, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, 4, 0, purpose);
}

/* Makes boxes with corners on integers, so that their sides coincide, and stars. */
static wend_space *make_space(uint64_t seed, uint32_t count) {
    static wend_point points[MAX_REGIONS][CORNERS];
    wend_terrain_def terrains[MAX_REGIONS];
    for (uint32_t i = 0; i < count; i++) {
        double x = floor(uniform(seed, 100 + 4 * i, -20, 20)), w = 1 + i % 7;
        double y = floor(uniform(seed, 101 + 4 * i, -20, 20));
        bool is_box = i % 2 == 0;
        for (uint32_t k = 0; k < CORNERS; k++) {
            double angle = 2 * WEND_PI * k / CORNERS;
            double r = k % 2 ? w : 0.5 * w;
            points[i][k] = (wend_point){x + r * wend_cos(angle), y + r * wend_sin(angle)};
        }
        if (is_box) {
            const wend_point box[] = {{x, y}, {x + w, y}, {x + w, y + 3}, {x, y + 3}};
            for (uint32_t k = 0; k < 4; k++) {
                points[i][k] = box[k];
            }
        }
        terrains[i] = (wend_terrain_def){.ring = {points[i], is_box ? 4 : CORNERS},
                                         .type = 1 + i % (TYPES - 1)};
    }
    wend_layer_def layer = {.terrains = terrains, .terrain_count = count};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    wend_error error;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

static const space_weight listed[] = {{1, 0.5}, {2, 4.0}, {3, 40.0}}; /* types 0 and 4 weigh 1 */
static const space_weights weights = {listed, 3, 0.5};

static double expected_cost(const wend_space *space, wend_location from, wend_vec2 to) {
    static const double by_type[TYPES] = {1.0, 0.5, 4.0, 40.0, 1.0};
    wend_terrain_length lengths[TYPES];
    uint32_t count = wend_space_segment_terrain(space, from, to, lengths, TYPES);
    double cost = 0.0;
    ck_assert_uint_le(count, TYPES);
    for (uint32_t i = 0; i < count; i++) {
        cost += lengths[i].length * by_type[lengths[i].type];
    }
    return cost;
}

/* Every fourth position is on integers, and so on edges and vertices of boxes. */
static wend_vec2 position(uint64_t seed, uint32_t purpose) {
    wend_vec2 p = {(float)uniform(seed, purpose, -22, 22),
                   (float)uniform(seed, purpose + 1, -22, 22)};
    return seed % 4 ? p : (wend_vec2){floorf(p.x), floorf(p.y)};
}

static void check_fan(const wend_space *space, uint64_t seed, uint32_t *complete) {
    wend_location from = {position(seed, 1), 0};
    wend_vec2 ends[ENDS], low = from.position, high = low;
    double reach = uniform(seed, 3, 0.02, 1.0);
    for (uint32_t i = 0; i < ENDS; i++) {
        wend_vec2 to = position(seed, 10 + 2 * i);
        to.x = from.position.x + (float)reach * (to.x - from.position.x);
        to.y = from.position.y + (float)reach * (to.y - from.position.y);
        low = (wend_vec2){fminf(low.x, to.x), fminf(low.y, to.y)};
        high = (wend_vec2){fmaxf(high.x, to.x), fmaxf(high.y, to.y)};
        ends[i] = to;
    }
    space_fan fan;
    space_fan_make(space, from, low, high, &fan);
    *complete += fan.is_complete;
    for (uint32_t i = 0; i < ENDS; i++) {
        double expected = expected_cost(space, from, ends[i]);
        double cost = space_fan_cost(&fan, ends[i], &weights, (double)INFINITY);
        double alone = space_segment_cost(space, from, ends[i], &weights, (double)INFINITY);
        ck_assert_msg(fabs(cost - expected) < ROUNDING, "seed %u, end %u: %.12g and %.12g",
                      (unsigned)seed, i, cost, expected);
        ck_assert_msg(fabs(alone - expected) < ROUNDING, "seed %u, end %u: %.12g and %.12g",
                      (unsigned)seed, i, alone, expected);
        double limit = expected * uniform(seed, 60 + i, 0.0, 2.0);
        bool is_over = limit < expected - ROUNDING;
        if (is_over || limit > expected + ROUNDING) {
            ck_assert_int_eq(isinf(space_fan_cost(&fan, ends[i], &weights, limit)) != 0, is_over);
            ck_assert_int_eq(isinf(space_segment_cost(space, from, ends[i], &weights, limit)) != 0,
                             is_over);
        }
    }
}

START_TEST(costs_match_lengths_by_type) {
    uint32_t complete = 0, fans = 0;
    for (uint64_t seed = 1; seed <= trials(4000); seed++, fans++) {
        wend_space *space = make_space(seed, seed % 3 ? 6 : MAX_REGIONS);
        check_fan(space, seed, &complete);
        wend_space_release(space);
    }
    printf("%u of %u fans had few edges\n", complete, fans);
    ck_assert_uint_ge(complete, trials_bound(2000));
    ck_assert_uint_ge(fans - complete, trials_bound(200));
}
END_TEST

/* Forbidden terrain makes a segment cost INFINITY, whatever the limit. */
START_TEST(forbidden_terrain_costs_infinity) {
    static const wend_point box[] = {{2, -1}, {3, -1}, {3, 1}, {2, 1}};
    static const space_weight mud = {1, (double)INFINITY};
    const space_weights forbidden = {&mud, 1, 1.0};
    wend_terrain_def terrain = {.ring = {box, 4}, .type = 1};
    wend_layer_def layer = {.terrains = &terrain, .terrain_count = 1};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    space_fan fan;
    space_fan_make(space, (wend_location){{0, 0}, 0}, (wend_vec2){0, 0}, (wend_vec2){5, 5}, &fan);
    double most = (double)INFINITY;
    ck_assert(isinf(space_fan_cost(&fan, (wend_vec2){5, 0}, &forbidden, most)));
    ck_assert_double_eq_tol(space_fan_cost(&fan, (wend_vec2){1, 0}, &forbidden, most), 1.0, 1e-12);
    ck_assert_double_eq_tol(space_fan_cost(&fan, (wend_vec2){0, 5}, &forbidden, most), 5.0, 1e-12);
    ck_assert_double_eq(space_fan_cost(&fan, (wend_vec2){0, 0}, &forbidden, most), 0.0);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("space/fan", costs_match_lengths_by_type, forbidden_terrain_costs_infinity);
}
