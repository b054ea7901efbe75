/* Random positions and lattices: agents do not overlap, stay inside the given shape and clear of
 * walls, and are spread evenly and densely. */
#include "place/bins.h"
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <wend/random.h>

#define PI 3.141592653589793

static double distance_of(const wend_agent_def *a, const wend_agent_def *b) {
    return hypot(a->position.x - b->position.x, a->position.y - b->position.y);
}

static void check_pairs(const wend_scenario *s, double spacing) {
    for (uint32_t i = 0; i < s->agent_count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const wend_agent_def *a = &s->agents[i], *b = &s->agents[k];
            double least = fmax(a->radius + b->radius, spacing);
            if (distance_of(a, b) < least * (1 - 1e-12)) {
                ck_abort_msg("%u and %u: %.9g < %.9g", k, i, distance_of(a, b), least);
            }
        }
    }
}

/* Returns the mean distance to the nearest other agent, relative to its expected value for uniform
 * random positions, which is half the square root of the area per agent. */
static double evenness(const wend_scenario *s, double area) {
    double sum = 0;
    for (uint32_t i = 0; i < s->agent_count; i++) {
        double least = INFINITY;
        for (uint32_t k = 0; k < s->agent_count; k++) {
            least = k != i ? fmin(least, distance_of(&s->agents[i], &s->agents[k])) : least;
        }
        sum += least;
    }
    return sum / s->agent_count / (0.5 * sqrt(area / s->agent_count));
}

START_TEST(sparse_positions_are_evenly_spread) {
    for (int seed = 1; seed <= 5; seed++) {
        char text[200];
        snprintf(text, sizeof text,
                 "seed: %d\nagents: [{random: {box: [[0, 0], [60, 40]], count: 500}}]", seed);
        wend_scenario *s = lab_load(text);
        check_pairs(s, 0);
        double found = evenness(s, 60 * 40);
        /* Uniform random positions would give 1, and a hexagonal lattice 2.15. */
        ck_assert_msg(found > 1.35 && found < 2.15, "seed %d: %g", seed, found);
        wend_scenario_destroy(s);
    }
}
END_TEST

/* Dart throwing jams at a cover of 0.547. These groups are denser: with equal and with sampled
 * radii, in a room, and around a pillar and earlier agents. */
START_TEST(dense_groups_fit_without_overlap) {
    static const struct {
        const char *text;
        double area, cover;
    } all[] = {
        {"space: {walkable: [[0, 0], [10, 0], [10, 10], [0, 10]]}\n"
         "agents: [{random: {count: 380}}]",
         100, 0.74},
        {"space: {walkable: [[0, 0], [12, 0], [12, 8], [0, 8]]}\n"
         "profiles: {p: {radius: {uniform: [0.15, 0.3]}}}\nagents: [{random: {count: 400}}]",
         96, 0.65},
        {"space: {walkable: [[0, 0], [10, 0], [10, 10], [0, 10]],\n"
         "        obstacles: [[[4, 4], [6, 4], [6, 6], [4, 6]]]}\n"
         "agents: [{random: {count: 300}}, {at: [[2, 2], [8, 8], [2, 8]]}]",
         96, 0.60},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        wend_scenario *s = lab_load(all[i].text);
        check_pairs(s, 0);
        double cover = 0;
        for (uint32_t k = 0; k < s->agent_count; k++) {
            const wend_agent_def *a = &s->agents[k];
            cover += PI * a->radius * a->radius / all[i].area;
            double wide = i == 1 ? 12 : 10, tall = i == 1 ? 8 : 10;
            double apart = fmin(fmin(a->position.x, wide - a->position.x),
                                fmin(a->position.y, tall - a->position.y));
            ck_assert_msg(apart >= a->radius - 1e-5, "%zu: agent %u is %g from the edge", i, k,
                          apart);
            double x = fmax(fabs(a->position.x - 5) - 1, 0);
            double y = fmax(fabs(a->position.y - 5) - 1, 0);
            ck_assert(i != 2 || hypot(x, y) >= a->radius - 1e-5);
        }
        ck_assert_msg(cover > all[i].cover, "%zu: %g", i, cover);
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(dense_shapes_contain_all_agents) {
    static const char *const shapes[] = {
        "disc: {centre: [3, 4], radius: 6}",
        "oriented_box: {centre: [1, 1], half_size: [9, 3], angle: 0.7}",
        "polygon: [[0, 0], [15, 0], [0, 15]]"};
    for (int i = 0; i < 3; i++) {
        char text[200];
        snprintf(text, sizeof text, "agents: [{random: {%s, count: 370}}]", shapes[i]);
        wend_scenario *s = lab_load(text);
        check_pairs(s, 0);
        for (uint32_t k = 0; k < s->agent_count; k++) {
            double x = s->agents[k].position.x, y = s->agents[k].position.y;
            double u = cos(0.7) * (x - 1) + sin(0.7) * (y - 1);
            double v = cos(0.7) * (y - 1) - sin(0.7) * (x - 1);
            bool inside = i == 0   ? hypot(x - 3, y - 4) <= 6 + 1e-9
                          : i == 1 ? fabs(u) <= 9 + 1e-9 && fabs(v) <= 3 + 1e-9
                                   : x >= -1e-9 && y >= -1e-9 && x + y <= 15 + 1e-9;
            ck_assert_msg(inside, "%s: (%.12g, %.12g)", shapes[i], x, y);
        }
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(random_positions_keep_their_spacing) {
    wend_scenario *s =
        lab_load("agents: [{random: {box: [[0, 0], [20, 20]], count: 120, spacing: 1.4}}]");
    check_pairs(s, 1.4);
    wend_scenario_destroy(s);
    /* Denser than dart throwing can reach: with a spacing of 1.6 m, the agents cover 75 % of the 20
     * x 20 m box, including its margin. */
    s = lab_load("agents: [{random: {box: [[0, 0], [20, 20]], count: 170, spacing: 1.6}}]");
    check_pairs(s, 1.6);
    wend_scenario_destroy(s);
    ck_assert_int_eq(
        lab_try("agents: [{random: {box: [[0, 0], [20, 20]], count: 300, spacing: 1.6}}]"),
        WEND_ERROR_LIMIT);
    ck_assert_msg(strstr(lab_error.message, "cover 603 m2 with their spacing") != NULL, "%s",
                  lab_error.message);
}
END_TEST

START_TEST(hex_lattice_has_six_neighbours) {
    wend_scenario *s = lab_load("agents: [{hex: {origin: [3, 4], spacing: 2, count: [3, 4]}}]");
    ck_assert_uint_eq(s->agent_count, 12);
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t row = i / 3;
        ck_assert_double_eq_tol(s->agents[i].position.x, 3 + 2 * (i % 3) + (row % 2), 1e-12);
        ck_assert_double_eq_tol(s->agents[i].position.y, 4 + row * sqrt(3), 1e-12);
    }
    /* An interior agent has six neighbours at exactly the spacing. */
    uint32_t near = 0;
    for (uint32_t k = 0; k < 12; k++) {
        near += k != 4 && fabs(distance_of(&s->agents[4], &s->agents[k]) - 2) < 1e-9;
    }
    ck_assert_uint_eq(near, 6);
    wend_scenario_destroy(s);
}
END_TEST

/* A filled shape contains exactly those lattice points inside it that are clear of walls. The
 * expected counts were computed by hand. */
START_TEST(lattices_fill_shapes) {
    wend_scenario *s = lab_load("space: {walkable: [[0, 0], [10, 0], [10, 6], [0, 6]],\n"
                                "        obstacles: [[[4.5, 2.5], [5.5, 2.5], [5.5, 3.5], "
                                "[4.5, 3.5]]]}\n"
                                "agents: [{grid: {box: [[0, 0], [10, 6]], spacing: 1}}]");
    ck_assert_uint_eq(s->agent_count, 9 * 5 - 1);
    wend_scenario_destroy(s);
    s = lab_load("agents: [{hex: {disc: {centre: [50, 50], radius: 30}, spacing: 1,\n"
                 "                origin: [50, 50]}}]");
    double expected = PI * 30 * 30 / (sqrt(3) / 2);
    ck_assert_double_eq_tol(s->agent_count, expected, 0.01 * expected);
    for (uint32_t i = 0; i < s->agent_count; i++) {
        ck_assert(hypot(s->agents[i].position.x - 50, s->agents[i].position.y - 50) <= 30 + 1e-9);
    }
    check_pairs(s, 1 - 1e-9);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(refuses_oversized_or_empty_lattices) {
    ck_assert_int_eq(lab_try("agents: [{hex: {box: [[0, 0], [8000, 8000]], spacing: 0.001}}]"),
                     WEND_ERROR_LIMIT);
    ck_assert_int_eq(lab_try("agents: [{grid: {box: [[0, 0], [9, 9]], spacing: [0, 1]}}]"),
                     WEND_ERROR_LIMIT);
    ck_assert_int_eq(lab_try("space: {walkable: [[0, 0], [4, 0], [4, 4], [0, 4]]}\n"
                             "agents: [{grid: {box: [[5, 5], [9, 9]], spacing: 1}}]"),
                     WEND_ERROR_INVALID);
    ck_assert_str_eq(lab_error.message, "no point of this lattice is in its shape, on walkable "
                                        "ground and 0.25 m away from walls");
    ck_assert_int_eq(lab_try("agents: [{hex: {box: [[5, 5], [9, 9]], spacing: 1, count: [1, 2]}}]"),
                     WEND_ERROR_NAME);
    ck_assert_str_eq(lab_error.message, "'count' is only for a hex lattice with the key 'origin'");
    ck_assert_int_eq(lab_try("agents: [{hex: {box: [[5, 5], [9, 9]], spacing: 1, count: [1, 2], "
                             "origin: [0, 0]}}]"),
                     WEND_ERROR_INVALID);
    ck_assert_str_eq(lab_error.message,
                     "a hex lattice has both 'count' and 'box'; expected only one of them");
}
END_TEST

/* Values given for a group override those of its profile. */
START_TEST(group_values_override_profile_values) {
    wend_scenario *s = lab_load("profiles: {p: {radius: 0.2, speed: 1}}\n"
                                "agents:\n"
                                "  - {at: [0, 0], speed: 2.5}\n"
                                "  - {at: [2, 0], radius: {uniform: [0.3, 0.4]}}\n"
                                "  - {at: [4, 0]}\n");
    const wend_profile_def *first = &s->profiles[s->groups[0].profile].def;
    const wend_profile_def *second = &s->profiles[s->groups[1].profile].def;
    ck_assert_double_eq(first->preferred_speed.a, 2.5);
    ck_assert_double_eq(first->max_speed.a, 2.5);
    ck_assert_double_eq(first->radius.a, 0.2);
    ck_assert_int_eq(second->radius.kind, WEND_DISTRIBUTION_UNIFORM);
    ck_assert_double_eq(second->preferred_speed.a, 1);
    ck_assert(s->agents[1].radius >= 0.3 && s->agents[1].radius <= 0.4);
    ck_assert_double_eq(s->agents[2].radius, 0.2);
    ck_assert_uint_eq(s->groups[2].profile, 0);
    ck_assert_uint_eq(wend_scenario_get_info(s).profiles, 1);
    wend_world_destroy(lab_world(s));
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(bins_find_all_nearby_positions) {
    enum { THINGS = 300 };
    wend_point positions[THINGS];
    bins b;
    wend_point low = {-5, 3}, high = {25, 18};
    ck_assert(bins_init(&b, low, high, 1.5, THINGS, NULL));
    for (uint32_t i = 0; i < THINGS; i++) {
        /* Some positions lie outside the box. */
        positions[i].x = -8 + 36 * wend_random_uniform(3, i, 0, 1);
        positions[i].y = 20 * wend_random_uniform(3, i, 0, 2);
        bins_add(&b, i, positions[i]);
    }
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < THINGS; i++) {
        bool seen[THINGS] = {false};
        bins_span span = bins_around(&b, positions[i]);
        for (uint32_t row = span.row_begin; row < span.row_end; row++) {
            for (uint32_t column = span.column_begin; column < span.column_end; column++) {
                for (uint32_t k = bins_first(&b, column, row); k != BINS_END; k = b.next[k]) {
                    ck_assert(!seen[k]);
                    seen[k] = true;
                }
            }
        }
        for (uint32_t k = 0; k < THINGS; k++) {
            bool near =
                hypot(positions[i].x - positions[k].x, positions[i].y - positions[k].y) < 1.5;
            ck_assert(!near || seen[k]);
            pairs += near;
        }
    }
    ck_assert_uint_gt(pairs, THINGS);
    bins_free(&b);
    ck_assert_uint_eq(b.heap.held, 0);
}
END_TEST

LAB_MAIN("scatter", sparse_positions_are_evenly_spread, dense_groups_fit_without_overlap,
         dense_shapes_contain_all_agents, random_positions_keep_their_spacing,
         hex_lattice_has_six_neighbours, lattices_fill_shapes, refuses_oversized_or_empty_lattices,
         group_values_override_profile_values, bins_find_all_nearby_positions)
