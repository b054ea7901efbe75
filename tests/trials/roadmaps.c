/* roadmaps: measures roadmaps on random worlds (docs/decisions/0049-roadmaps.md). The program is
 * built together with the tests.
 *
 *     roadmaps build    time, links and memory for numbers of samples and neighbours
 *     roadmaps open     share of random queries that succeed in open worlds
 *     roadmaps narrow   the same in rooms joined by narrow passages, for each sampler
 *
 * A query counts if a navigation mesh has a path for the same disc. It succeeds if the roadmap has
 * a path along which the disc is clear of all walls. Times are CPU times, the best of several. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wend/kit.h>

#include "trials/roadmap_worlds.h"

static const float RADIUS = 0.25F; /* m: radius of all agents */
/* m: a path may come nearer to a wall than the radius by this, because levels of a mesh approximate
 * arcs to a quarter of a millimetre. */
static const float TOLERANCE = 1e-3F;

static const char *const sampler_names[] = {"uniform", "halton", "gaussian", "bridge",
                                            "medial_axis"};
enum { SAMPLERS = 5 };

static void require(wend_result result, const wend_error *error) {
    if (result != WEND_OK) {
        fprintf(stderr, "roadmaps: %s\n", error->message);
        exit(3);
    }
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static wend_roadmap_def def_of(wend_space *space, uint32_t samples, uint64_t seed) {
    static double radius;
    radius = (double)RADIUS;
    wend_roadmap_def def = wend_default_roadmap_def();
    def.space = space;
    def.source = WEND_ROADMAP_PRM;
    def.radii = &radius;
    def.radius_count = 1;
    def.samples = samples > 0 ? samples : def.samples;
    def.seed = seed;
    return def;
}

static wend_map *build_roadmap(const wend_roadmap_def *def) {
    wend_map *map = NULL;
    wend_error error;
    require(wend_roadmap_build(def, &map, &error), &error);
    return map;
}

static wend_map *build_mesh(wend_space *space) {
    double radius = (double)RADIUS;
    wend_navmesh_def def = wend_default_navmesh_def();
    wend_map *map = NULL;
    wend_error error;
    def.space = space;
    def.radii = &radius;
    def.radius_count = 1;
    require(wend_navmesh_build(&def, &map, &error), &error);
    return map;
}

/* ---- Queries --------------------------------------------------------------------------------- */

enum { MOST_POINTS = 4096 };

typedef struct tally {
    uint32_t asked, found;
    double stretch; /* sum of the lengths relative to those on the mesh */
} tally;

static bool is_clear(const wend_space *space, const wend_location *points, uint32_t count) {
    bool clear = count <= MOST_POINTS;
    for (uint32_t i = 0; i + 1 < count && clear; i++) {
        clear = wend_space_is_visible(space, points[i], points[i + 1], RADIUS - TOLERANCE, 1);
    }
    return clear;
}

static double find_path(const wend_map *map, const wend_space *space, wend_location from,
                        wend_location to, wend_map_query *query) {
    static wend_location points[MOST_POINTS];
    wend_path_def def = wend_default_path_def();
    wend_path_result result;
    wend_error error;
    def.from = from;
    def.to = to;
    def.radius = RADIUS;
    def.may_be_partial = false;
    require(wend_map_find_path(map, space, &def, query, points, MOST_POINTS, &result, &error),
            &error);
    bool good = result.status == WEND_PATH_FOUND && is_clear(space, points, result.point_count);
    return good ? result.length : -1.0;
}

/* Asks `count` queries between random points with room for the disc; those without a path on the
 * mesh are replaced by others. */
static void ask(const wend_map *map, const wend_map *mesh, const wend_space *space, uint64_t seed,
                uint32_t count, double least, tally *out) {
    wend_map_query *query = NULL;
    wend_error error;
    wend_location *points = calloc((size_t)count * 40, sizeof *points);
    uint32_t written = 0, asked = 0;
    require(wend_map_query_create(NULL, &query, &error), &error);
    require(
        wend_map_sample(mesh, space, seed, RADIUS, 1, query, points, count * 40, &written, &error),
        &error);
    for (uint32_t i = 0; i + 1 < written && asked < count; i += 2) {
        wend_location from = points[i], to = points[i + 1];
        double length = find_path(mesh, space, from, to, query);
        if (length < least) {
            continue;
        }
        double found = find_path(map, space, from, to, query);
        asked++;
        out->found += found >= 0.0;
        out->stretch += found >= 0.0 ? found / length : 0.0;
    }
    out->asked += asked;
    free(points);
    wend_map_query_destroy(query);
}

/* ---- Building -------------------------------------------------------------------------------- */

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void measure_build(wend_space *space, uint32_t samples, uint32_t neighbours,
                          wend_roadmap_sampler sampler, uint32_t rounds) {
    double best = HUGE_VAL;
    wend_map *map = NULL;
    wend_roadmap_def def = def_of(space, samples, 1);
    def.neighbours = neighbours;
    def.sampler = sampler;
    for (uint32_t i = 0; i < rounds; i++) {
        wend_map_release(map);
        double begun = cpu_ms();
        map = build_roadmap(&def);
        best = fmin(best, cpu_ms() - begun);
    }
    wend_map_info info = wend_map_get_info(map);
    printf("%-12s %7u %3u %8llu %9.1f %10llu %10zu %6.0f %7.2f %%\n", sampler_names[sampler],
           samples, neighbours, (unsigned long long)info.edges, best,
           (unsigned long long)info.bytes, wend_map_save(map, NULL, 0),
           wend_map_find_figure(map, "pieces"), 100.0 * wend_map_find_figure(map, "largest_piece"));
    wend_map_release(map);
}

static void run_build(void) {
    wend_space *space = roadmap_worlds_blocks(50, 5.0, 1);
    printf("world with %u walls, radius %g m\n", wend_space_wall_count(space), (double)RADIUS);
    printf("sampler      samples   k    links    CPU ms      bytes      .wmap pieces  largest\n");
    for (uint32_t samples = 250; samples <= 64000; samples *= 2) {
        measure_build(space, samples, 10, WEND_SAMPLER_UNIFORM, 5);
    }
    for (uint32_t neighbours = 5; neighbours <= 40; neighbours *= 2) {
        measure_build(space, 2000, neighbours, WEND_SAMPLER_UNIFORM, 5);
    }
    for (uint32_t i = 0; i < SAMPLERS; i++) {
        measure_build(space, 2000, 10, (wend_roadmap_sampler)i, 5);
    }
    wend_space_release(space);
}

/* ---- Open worlds ----------------------------------------------------------------------------- */

static void run_open(void) {
    static const double sides[] = {20.0, 40.0, 60.0, 80.0, 100.0};
    tally total = {0};
    for (uint32_t i = 0; i < 20; i++) {
        tally one = {0};
        double share = 0.0, side = sides[i % 5];
        wend_space *space = roadmap_worlds_open(side, 4.0 * (double)RADIUS, i, &share);
        wend_map *mesh = build_mesh(space);
        wend_roadmap_def def = def_of(space, 0, i + 1);
        wend_map *map = build_roadmap(&def);
        ask(map, mesh, space, i, 50, 0.0, &one);
        printf("world %2u: %3.0f m, %4.1f %% obstacles, %2.0f pieces: %u of %u, length %.3f\n", i,
               side, 100.0 * share, wend_map_find_figure(map, "pieces"), one.found, one.asked,
               one.stretch / one.found);
        total.asked += one.asked;
        total.found += one.found;
        total.stretch += one.stretch;
        wend_map_release(map);
        wend_map_release(mesh);
        wend_space_release(space);
    }
    printf("open worlds: %u of %u queries (%.1f %%), mean length %.3f of the shortest\n",
           total.found, total.asked, 100.0 * total.found / total.asked,
           total.stretch / total.found);
}

/* ---- Narrow passages ------------------------------------------------------------------------- */

enum { NARROW_WORLDS = 20, NARROW_QUERIES = 25 };

typedef struct narrow_worlds {
    wend_space *spaces[NARROW_WORLDS];
    wend_map *meshes[NARROW_WORLDS];
} narrow_worlds;

static double measure_narrow(const narrow_worlds *w, wend_roadmap_sampler sampler, uint32_t samples,
                             double uniform_share) {
    tally total = {0};
    for (uint32_t i = 0; i < NARROW_WORLDS; i++) {
        wend_roadmap_def def = def_of(w->spaces[i], samples, i + 1);
        def.sampler = sampler;
        def.uniform_share = uniform_share;
        wend_map *map = build_roadmap(&def);
        ask(map, w->meshes[i], w->spaces[i], i, NARROW_QUERIES, 1.5 * ROADMAP_WORLDS_ROOM, &total);
        wend_map_release(map);
    }
    return (double)total.found / total.asked;
}

/* Returns the number of samples at which the uniform sampler reaches a share, to about 5 %. */
static uint32_t find_samples(const narrow_worlds *w, double wanted) {
    uint32_t low = 50, high = 100;
    while (high < 100000 && measure_narrow(w, WEND_SAMPLER_UNIFORM, high, 0.0) < wanted) {
        low = high;
        high *= 2;
    }
    while (high > low + low / 20) {
        uint32_t middle = low + (high - low) / 2;
        if (measure_narrow(w, WEND_SAMPLER_UNIFORM, middle, 0.0) < wanted) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

static void run_narrow(double width) {
    narrow_worlds w;
    for (uint32_t i = 0; i < NARROW_WORLDS; i++) {
        w.spaces[i] = roadmap_worlds_rooms(width, i);
        w.meshes[i] = build_mesh(w.spaces[i]);
    }
    uint32_t samples = find_samples(&w, 0.4);
    printf("passages of %.2f m (%.2f m for the centre): %u samples\n", width,
           width - 2.0 * (double)RADIUS, samples);
    for (uint32_t i = 0; i < SAMPLERS; i++) {
        wend_roadmap_sampler sampler = (wend_roadmap_sampler)i;
        printf("  %-12s", sampler_names[i]);
        for (uint32_t k = 0; k < (i < 2 ? 1U : 3U); k++) {
            double share = i < 2 ? 0.0 : 0.3 + 0.2 * k;
            printf("  %5.1f %% (uniform share %.1f)",
                   100.0 * measure_narrow(&w, sampler, samples, share), share);
        }
        printf("\n");
        fflush(stdout);
    }
    for (uint32_t i = 0; i < NARROW_WORLDS; i++) {
        wend_map_release(w.meshes[i]);
        wend_space_release(w.spaces[i]);
    }
}

int main(int count, char **arguments) {
    const char *what = count == 2 ? arguments[1] : "";
    if (strcmp(what, "build") == 0) {
        run_build();
    } else if (strcmp(what, "open") == 0) {
        run_open();
    } else if (strcmp(what, "narrow") == 0) {
        run_narrow(1.0);
        run_narrow(0.8);
        run_narrow(0.6);
    } else {
        fputs("usage: roadmaps build|open|narrow\n", stderr);
        return 2;
    }
    return 0;
}
