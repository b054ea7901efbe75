/* Probabilistic roadmaps: the links are those of Algorithm 6 by brute force; none crosses a wall;
 * clearances are true distances; samplers do what they promise; results depend only on the seed. */
#include "support/kit/disc_worlds.h"
#include "support/kit/thin_walls.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

static wend_error error;
static double test_radius = 0.25; /* m */

static wend_roadmap_def def_of(wend_space *space, uint32_t samples, uint32_t neighbours) {
    wend_roadmap_def def = wend_default_roadmap_def();
    def.space = space;
    def.source = WEND_ROADMAP_PRM;
    def.radii = &test_radius;
    def.radius_count = 1;
    def.samples = samples;
    def.neighbours = neighbours;
    def.sampler = WEND_SAMPLER_UNIFORM;
    return def;
}

static wend_map *build(const wend_roadmap_def *def) {
    wend_map *map = NULL;
    wend_result result = wend_roadmap_build(def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return map;
}

/* ---- Oracles: plain distances and exact signs, without the code of the library ----------------
 */

static double gap_to_walls(const wend_space *space, wend_vec2 a, wend_vec2 b) {
    double least = (double)WEND_ROADMAP_MAX_CLEARANCE;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (wall.obstacle_class == 0) {
            least = fmin(least,
                         exact_meet(a, b, wall.a, wall.b) ? 0.0 : plain_gap(a, b, wall.a, wall.b));
        }
    }
    return least;
}

static double squared_distance(const wend_map *map, uint32_t i, uint32_t k) {
    wend_vec2 p = wend_roadmap_vertex_at(map, i).position;
    wend_vec2 q = wend_roadmap_vertex_at(map, k).position;
    double x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y;
    return x * x + y * y;
}

/* True if k is one of the `count` nearest vertices of i; of vertices at the same distance, the one
 * with the lower index is nearer. */
static bool is_near(const wend_map *map, uint32_t i, uint32_t k, uint32_t count) {
    double own = squared_distance(map, i, k);
    uint32_t nearer = 0;
    for (uint32_t j = 0; j < wend_roadmap_vertex_count(map); j++) {
        double other = squared_distance(map, i, j);
        nearer += j != i && j != k && (other < own || (other == own && j < k));
    }
    return nearer < count;
}

static bool has_edge(const wend_map *map, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        if (e.from == from && e.to == to) {
            return true;
        }
    }
    return false;
}

/* ---- Algorithm 6 ----------------------------------------------------------------------------- */

START_TEST(links_are_those_of_brute_force) {
    enum { SAMPLES = 60, NEIGHBOURS = 6 };
    uint32_t linked = 0, blocked = 0;
    for (uint64_t seed = 0; seed < trials(24); seed++) {
        disc_world world;
        disc_world_make(&world, seed);
        test_radius = 0.05 + 0.05 * (double)(seed % 3);
        wend_roadmap_def def = def_of(world.space, SAMPLES, NEIGHBOURS);
        def.seed = seed;
        wend_map *map = build(&def);
        ck_assert_uint_eq(wend_roadmap_vertex_count(map), SAMPLES);
        for (uint32_t k = 0; k < SAMPLES; k++) {
            for (uint32_t i = 0; i < k; i++) {
                bool near = is_near(map, i, k, NEIGHBOURS) || is_near(map, k, i, NEIGHBOURS);
                double gap = gap_to_walls(world.space, wend_roadmap_vertex_at(map, i).position,
                                          wend_roadmap_vertex_at(map, k).position);
                if (near && fabs(gap - test_radius) < 1e-6) {
                    continue; /* too close to call in double precision */
                }
                bool expected = near && gap >= test_radius;
                ck_assert_msg(has_edge(map, i, k) == expected,
                              "seed %llu: vertices %u and %u, near: %d, gap %g",
                              (unsigned long long)seed, i, k, near, gap);
                linked += expected;
                blocked += near && !expected;
            }
        }
        wend_map_release(map);
        disc_world_end(&world);
    }
    ck_assert_uint_gt(linked, trials_bound(1000));
    ck_assert_uint_gt(blocked, trials_bound(200));
    test_radius = 0.25;
}
END_TEST

static void check_edges(const wend_space *space, const wend_map *map, double radius,
                        const char *what) {
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
        wend_vec2 a = wend_roadmap_vertex_at(map, e.from).position;
        wend_vec2 b = wend_roadmap_vertex_at(map, e.to).position;
        double truth = gap_to_walls(space, a, b);
        ck_assert_msg(truth > 0.0 || radius == 0.0, "%s: edge %u crosses a wall", what, i);
        ck_assert_msg((double)e.clearance >= radius - 1e-9, "%s: edge %u has a clearance of %g",
                      what, i, (double)e.clearance);
        ck_assert_msg(fabs((double)e.clearance - truth) < 2e-6,
                      "%s: edge %u has a clearance of %.9g, not %.9g", what, i, (double)e.clearance,
                      truth);
    }
}

static const wend_roadmap_sampler samplers[] = {WEND_SAMPLER_UNIFORM, WEND_SAMPLER_HALTON,
                                                WEND_SAMPLER_GAUSSIAN, WEND_SAMPLER_BRIDGE,
                                                WEND_SAMPLER_MEDIAL_AXIS};
enum { SAMPLERS = sizeof samplers / sizeof *samplers };

/* Thin walls: boxes of a few centimetres, and walls without thickness; small and larger radii. */
START_TEST(no_link_crosses_a_thin_wall) {
    uint32_t edges = 0;
    for (uint64_t seed = 0; seed < trials(200); seed++) {
        thin_walls room = thin_walls_make(seed, seed % 2 ? THIN_WALLS_LINES : THIN_WALLS_BOXES);
        test_radius = seed % 3 == 0 ? 0.02 : 0.25;
        wend_roadmap_def def = def_of(room.space, 150, 8);
        def.seed = seed;
        def.sampler = samplers[seed % SAMPLERS];
        wend_map *map = build(&def);
        char what[64];
        snprintf(what, sizeof what, "seed %llu", (unsigned long long)seed);
        check_edges(room.space, map, test_radius, what);
        for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++, edges++) {
            wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
            ck_assert_msg(!thin_walls_cross(&room, wend_roadmap_vertex_at(map, e.from).position,
                                            wend_roadmap_vertex_at(map, e.to).position),
                          "%s: edge %u crosses a wall", what, i);
        }
        wend_map_release(map);
        thin_walls_end(&room);
    }
    ck_assert_uint_gt(edges, trials_bound(100000));
    test_radius = 0.25;
}
END_TEST

/* With radius 0, links may touch walls, but never cross them. */
START_TEST(links_for_points_do_not_cross_walls) {
    test_radius = 0.0;
    for (uint64_t seed = 0; seed < trials(40); seed++) {
        thin_walls room = thin_walls_make(seed, seed % 2 ? THIN_WALLS_LINES : THIN_WALLS_BOXES);
        wend_roadmap_def def = def_of(room.space, 100, 8);
        def.seed = seed;
        wend_map *map = build(&def);
        for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
            wend_roadmap_edge e = wend_roadmap_edge_at(map, i);
            ck_assert(!thin_walls_cross(&room, wend_roadmap_vertex_at(map, e.from).position,
                                        wend_roadmap_vertex_at(map, e.to).position));
        }
        wend_map_release(map);
        thin_walls_end(&room);
    }
    test_radius = 0.25;
}
END_TEST

/* ---- Samplers -------------------------------------------------------------------------------- */

/* Two halls of 10 x 10 m, joined by a passage 0.8 m wide and 4 m long, at y = 5. */
static wend_space *make_passage(void) {
    static sketch s;
    sketch_start(&s);
    sketch_boundary(&s, 0, (double[]){0,  0,  10, 0,  10, 4.6, 14, 4.6, 14, 0,  24, 0,
                                      24, 10, 14, 10, 14, 5.4, 10, 5.4, 10, 10, 0,  10},
                    12);
    return sketch_space(&s);
}

typedef struct spread {
    uint32_t near_walls, in_passage, on_axis; /* numbers of vertices */
} spread;

/* Counts vertices near walls, in the passage, and with two equally near walls in different
 * directions. */
static spread count_vertices(const wend_space *space, const wend_map *map) {
    spread count = {0};
    for (uint32_t i = 0; i < wend_roadmap_vertex_count(map); i++) {
        wend_roadmap_vertex v = wend_roadmap_vertex_at(map, i);
        wend_wall_hit hits[8];
        uint32_t found =
            wend_space_find_walls(space, (wend_location){v.position, 0}, 20.0F, 1, hits, 8);
        count.near_walls += v.clearance < 0.75F;
        count.in_passage += v.position.x > 10.0F && v.position.x < 14.0F;
        for (uint32_t k = 1; k < found; k++) {
            float x = hits[k].point.x - hits[0].point.x, y = hits[k].point.y - hits[0].point.y;
            if (hits[k].distance < hits[0].distance * 1.001F && x * x + y * y > 1e-4F) {
                count.on_axis++;
                break;
            }
        }
        ck_assert_msg(v.clearance >= 0.25F, "vertex %u has a clearance of %g", i,
                      (double)v.clearance);
    }
    return count;
}

static spread sample(wend_space *space, wend_roadmap_sampler sampler) {
    wend_roadmap_def def = def_of(space, 500, 5);
    def.sampler = sampler;
    def.uniform_share = 0.0;
    wend_map *map = build(&def);
    spread count = count_vertices(space, map);
    wend_map_release(map);
    return count;
}

START_TEST(samplers_prefer_what_they_are_for) {
    wend_space *space = make_passage();
    spread uniform = sample(space, WEND_SAMPLER_UNIFORM),
           gauss = sample(space, WEND_SAMPLER_GAUSSIAN);
    spread bridge = sample(space, WEND_SAMPLER_BRIDGE),
           axis = sample(space, WEND_SAMPLER_MEDIAL_AXIS);
    spread halton = sample(space, WEND_SAMPLER_HALTON);
    /* The centre has 0.3 x 4 m of 182 m2 in the passage: 3 of 500 uniform points. */
    ck_assert_uint_le(uniform.in_passage, 10);
    ck_assert_uint_le(halton.in_passage, 10);
    ck_assert_uint_gt(bridge.in_passage, 200);
    /* Points of 8 m2 of the obstacles beside the passage and of 3.2 m2 in it retract into it: 23 of
     * 500 points of the box of 240 m2. */
    ck_assert_uint_gt(axis.in_passage, 12);
    ck_assert_uint_gt(axis.on_axis, 480);
    ck_assert_uint_lt(uniform.on_axis, 20);
    ck_assert_uint_gt(gauss.near_walls, 2 * uniform.near_walls);
    wend_space_release(space);
}
END_TEST

/* The discrepancy of the Halton sequence is low: each of 100 squares has nearly the same number of
 * points, which is not so for random points. */
START_TEST(halton_points_are_even) {
    enum { SIDE = 10, EACH = 10 };
    uint32_t worst[2] = {0, 0};
    wend_space *space = worlds_room(10.0, 10.0);
    test_radius = 0.0;
    for (int i = 0; i < 2; i++) {
        uint32_t counts[SIDE * SIDE] = {0};
        wend_roadmap_def def = def_of(space, SIDE * SIDE * EACH, 1);
        def.sampler = i == 0 ? WEND_SAMPLER_HALTON : WEND_SAMPLER_UNIFORM;
        wend_map *map = build(&def);
        for (uint32_t k = 0; k < wend_roadmap_vertex_count(map); k++) {
            wend_vec2 p = wend_roadmap_vertex_at(map, k).position;
            counts[(uint32_t)p.y * SIDE + (uint32_t)p.x]++;
        }
        for (uint32_t k = 0; k < SIDE * SIDE; k++) {
            uint32_t off = counts[k] > EACH ? counts[k] - EACH : EACH - counts[k];
            worst[i] = off > worst[i] ? off : worst[i];
        }
        wend_map_release(map);
    }
    ck_assert_uint_le(worst[0], 4);
    ck_assert_uint_ge(worst[1], 6);
    wend_space_release(space);
    test_radius = 0.25;
}
END_TEST

/* Half of the samples of a biased sampler are uniform, in each part of the sequence. */
START_TEST(uniform_share_mixes_samples) {
    wend_space *space = make_passage();
    wend_roadmap_def def = def_of(space, 400, 5);
    def.sampler = WEND_SAMPLER_BRIDGE;
    def.uniform_share = 0.5;
    wend_map *map = build(&def);
    uint32_t open = 0;
    for (uint32_t i = 0; i < 200; i++) {
        open += wend_roadmap_vertex_at(map, i).clearance > 1.5F;
    }
    /* 59 % of the ground of the centre is more than 1.5 m away from walls. */
    ck_assert_msg(open > 40 && open < 80, "%u of 200", open);
    wend_map_release(map);
    def.uniform_share = 0.0;
    map = build(&def);
    for (uint32_t i = 0; i < 400; i++) {
        ck_assert_float_lt(wend_roadmap_vertex_at(map, i).clearance, 1.5F);
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Seeds ----------------------------------------------------------------------------------- */

START_TEST(same_seed_gives_same_map) {
    wend_space *space = worlds_pillars();
    for (int i = 0; i < SAMPLERS; i++) {
        wend_roadmap_def def = def_of(space, 200, 8);
        def.sampler = samplers[i];
        wend_map *a = build(&def), *b = build(&def);
        def.seed++;
        wend_map *c = build(&def);
        ck_assert_uint_eq(wend_map_get_info(a).hash, wend_map_get_info(b).hash);
        ck_assert_uint_ne(wend_map_get_info(a).hash, wend_map_get_info(c).hash);
        wend_map_release(a);
        wend_map_release(b);
        wend_map_release(c);
    }
    wend_space_release(space);
}
END_TEST

/* ---- Refusals, progress, memory -------------------------------------------------------------- */

static void expect_refusal(const wend_roadmap_def *def, const char *message) {
    wend_map *map = NULL;
    ck_assert_int_eq(wend_roadmap_build(def, &map, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_null(map);
    ck_assert_str_eq(error.message, message);
}

START_TEST(refuses_values_that_make_no_roadmap) {
    wend_space *space = worlds_room(8.0, 4.0);
    wend_roadmap_def def = def_of(space, 0, 10);
    expect_refusal(&def, "samples must be 1 to 1000000, found 0: a roadmap without samples has no "
                         "vertices");
    def = def_of(space, 100, 0);
    expect_refusal(&def, "neighbours must be 1 to 256, found 0: a roadmap without neighbours has "
                         "no edges");
    double large = 2.5;
    def = def_of(space, 100, 10);
    def.radii = &large;
    expect_refusal(&def, "no room for a roadmap: a disc with a radius of 2.5 m fits at none of "
                         "100000 random points; use a smaller radius");
    large = -1.0;
    expect_refusal(&def, "a radius of a roadmap must be 0 to 100 m, found -1");
    large = NAN;
    expect_refusal(&def, "a radius of a roadmap must be 0 to 100 m, found nan");
    def = def_of(space, 100, 10);
    def.uniform_share = 1.5;
    expect_refusal(&def, "uniform_share must be 0 to 1, found 1.5");
    def = def_of(space, 100, 10);
    def.spread = -1.0;
    expect_refusal(&def, "spread must be 0 to 8192 m, found -1");
    def = def_of(space, 100, 10);
    def.source = (wend_roadmap_source)99;
    expect_refusal(&def, "there is no source 99 of roadmaps");
    def = def_of(space, 100, 10);
    def.sampler = (wend_roadmap_sampler)9;
    expect_refusal(&def, "there is no sampler 9");
    wend_space_release(space);
}
END_TEST

typedef struct watch_log {
    double last;
    uint32_t calls;
    uint32_t stop_at; /* 0: never */
    volatile sig_atomic_t cancel;
} watch_log;

static void report(void *user, double done) {
    watch_log *log = user;
    ck_assert_msg(done >= log->last && done <= 1.0, "%g after %g", done, log->last);
    log->last = done;
    log->calls++;
    log->cancel = log->stop_at > 0 && log->calls >= log->stop_at;
}

START_TEST(progress_rises_and_building_can_be_cancelled) {
    static const wend_roadmap_source sources[] = {WEND_ROADMAP_PRM, WEND_ROADMAP_VISIBILITY,
                                                  WEND_ROADMAP_SKELETON};
    wend_space *space = worlds_pillars();
    for (int i = 0; i < 3; i++) {
        watch_log log = {0};
        wend_roadmap_def def = def_of(space, 4100, 2);
        def.source = sources[i];
        def.progress = report;
        def.user = &log;
        def.cancel = &log.cancel;
        wend_map *map = build(&def);
        wend_map_release(map);
        ck_assert_double_eq(log.last, 1.0);
        uint32_t calls = log.calls;
        ck_assert_uint_ge(calls, i == 0 ? 6 : 3);
        for (uint32_t at = 1; at < calls; at++) {
            log = (watch_log){.stop_at = at};
            map = NULL;
            ck_assert_int_eq(wend_roadmap_build(&def, &map, &error), WEND_ERROR_CANCELLED);
            ck_assert_ptr_null(map);
        }
    }
    wend_space_release(space);
}
END_TEST

START_TEST(reports_every_failed_allocation) {
    static sketch s;
    sketch_start(&s);
    sketch_stairs(&s, 6.0);
    wend_space *space = sketch_space(&s);
    static const wend_roadmap_source sources[] = {WEND_ROADMAP_PRM, WEND_ROADMAP_VISIBILITY,
                                                  WEND_ROADMAP_SKELETON};
    for (int i = 0; i < 3; i++) {
        worlds_heap counting = {0};
        wend_roadmap_def def = def_of(space, 50, 4);
        def.source = sources[i];
        def.allocator = worlds_allocator(&counting);
        wend_map_release(build(&def));
        unsigned long all = counting.calls;
        ck_assert_uint_gt(all, 5);
        for (unsigned long k = 1; k <= all; k++) {
            worlds_heap failing = {.fails_at = k};
            wend_map *map = NULL;
            def.allocator = worlds_allocator(&failing);
            ck_assert_int_eq(wend_roadmap_build(&def, &map, &error), WEND_ERROR_MEMORY);
            ck_assert_uint_eq(failing.held, 0);
        }
    }
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("build/prm", links_are_those_of_brute_force, no_link_crosses_a_thin_wall,
          links_for_points_do_not_cross_walls, samplers_prefer_what_they_are_for,
          halton_points_are_even, uniform_share_mixes_samples, same_seed_gives_same_map,
          refuses_values_that_make_no_roadmap, progress_rises_and_building_can_be_cancelled,
          reports_every_failed_allocation);
}
