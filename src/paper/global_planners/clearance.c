/* "Roadmaps are computed with one clearance in mind. What if there are entities of varying size?"
 * One roadmap whose links store their clearance; a roadmap for one size is the same one, with only
 * the links that are wide enough for that size. */
#include "geom/point.h"
#include "paper/global_planners/parts.h"
#include <math.h>
#include <stdio.h>

enum { QUERIES = 300, QUICK_QUERIES = 60, SIZES = 3, MAPS = 3, MOST_POINTS = 256, OWN = 2 };

static const double radii[SIZES] = {0.2, 0.4, 0.8}; /* m */
static const double SAMPLING = 0.05;                /* m, between checked points of a path */

static const char *const map_names[MAPS] = {"small-agent map", "big-agent map", "link clearances"};
static const char table_name[] = "Agents of varying size on a roadmap";

typedef struct score {
    uint32_t found, narrow, compared;
    double ratio; /* sum over the paths that can be walked */
} score;

typedef struct scene {
    wend_scenario *scenario;
    const wend_space *space;
    wend_map *roadmap, *mesh;
} scene;

static wend_result find_path(const scene *s, const wend_map *map, const planners_query *query,
                             double radius, wend_location points[MOST_POINTS],
                             wend_path_result *found, wend_error *error) {
    wend_path_def def = wend_default_path_def();
    def.from = query->from;
    def.to = query->to;
    def.radius = (float)radius;
    def.may_be_partial = false;
    return wend_map_find_path(map, s->space, &def, NULL, points, MOST_POINTS, found, error);
}

/* True if a disc fits everywhere along a path. */
static bool fits(const wend_space *space, const wend_location *points, uint32_t count,
                 double radius) {
    for (uint32_t i = 0; i + 1 < count; i++) {
        wend_point a = point_wide(points[i].position), b = point_wide(points[i + 1].position);
        uint32_t pieces = (uint32_t)(point_distance(a, b) / SAMPLING) + 1;
        for (uint32_t k = 0; k <= pieces; k++) {
            wend_location at = {point_narrow(point_lerp(a, b, (double)k / pieces)), 0};
            if ((double)wend_space_clearance(space, at, (float)radius + 1.0F, WEND_ALL_CLASSES) <
                radius - 1e-3) {
                return false;
            }
        }
    }
    return true;
}

static wend_result ask(const scene *s, uint32_t number, double radius, double planned, score *out,
                       wend_error *error) {
    wend_location points[MOST_POINTS];
    wend_path_result found, shortest;
    /* Ends with room for all sizes, so that only the links decide. */
    planners_query query = planners_sample(s->space, number, radii[SIZES - 1] + 0.02);
    wend_result result = find_path(s, s->roadmap, &query, planned, points, &found, error);
    if (result != WEND_OK || found.status != WEND_PATH_FOUND) {
        return result;
    }
    out->found++;
    uint32_t count = found.point_count < MOST_POINTS ? found.point_count : MOST_POINTS;
    if (!fits(s->space, points, count, radius)) {
        out->narrow++;
        return WEND_OK;
    }
    result = find_path(s, s->mesh, &query, radius, points, &shortest, error);
    if (result == WEND_OK && shortest.status == WEND_PATH_FOUND && shortest.length >= 1.0) {
        out->ratio += found.length / shortest.length;
        out->compared++;
    }
    return result;
}

static wend_result open_scene(const wend_paper_def *def, scene *s, wend_error *error) {
    planners_setup setup = {.scenario = PLANNERS_GAPS};
    double seconds;
    wend_result result = planners_load(def, &setup, &s->scenario, error);
    if (result == WEND_OK) {
        s->space = wend_scenario_space(s->scenario);
        result =
            planners_build(def, s->scenario, "roadmap", radii[0], 1, &s->roadmap, &seconds, error);
    }
    wend_map_def mesh = wend_default_map_def();
    mesh.scenario = s->scenario;
    mesh.kind = "navmesh";
    mesh.radii = radii;
    mesh.radius_count = SIZES;
    mesh.allocator = def->allocator;
    return result == WEND_OK ? wend_scenario_build_map(&mesh, &s->mesh, error) : result;
}

static wend_result judge(wend_paper_call *call, const score scores[MAPS][SIZES], uint32_t count,
                         wend_error *error) {
    static const wend_paper_column columns[] = {
        {"found", "share of the queries for which the map has a path"},
        {"too narrow", "share of these paths on which the agent does not fit"},
        {"length", "mean length of the others, relative to the shortest path for that size"}};
    static const wend_paper_table table = {
        .name = table_name,
        .caption =
            "The slides: big agents will attempt to travel links with insufficient clearance on a "
            "small-agent map; small agents will skip valid paths when using big-agent maps; encode "
            "each link with maximum clearance. A scene of ours with gaps of 0.6, 1, 2.6 and 2.6 m; "
            "300 "
            "random queries (--quick: 60). The small-agent map is planned on with a radius of "
            "0.2 m, the big-agent map with 0.8 m, by agents of all sizes.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    const score *small = scores[0], *big = scores[1], *own = scores[OWN];
    paper_claims claims = {0};
    paper_claim(&claims, paper_at_least(small[SIZES - 1].narrow, 1.0, INFINITY),
                "on the small-agent map, %u of %u paths are too narrow for agents of 0.8 m",
                small[SIZES - 1].narrow, small[SIZES - 1].found);
    paper_claim(&claims,
                paper_at_least(big[0].ratio / big[0].compared - own[0].ratio / own[0].compared,
                               1e-6, INFINITY),
                "on the big-agent map, agents of 0.2 m walk %.1f %% farther than with link "
                "clearances, or find no path (%u instead of %u of %u)",
                100.0 * (big[0].ratio / big[0].compared * own[0].compared / own[0].ratio - 1.0),
                big[0].found, own[0].found, count);
    uint32_t narrow = own[0].narrow + own[1].narrow + own[2].narrow;
    paper_claim(&claims, paper_at_most(narrow, 0.0, -INFINITY),
                "with link clearances, %u paths are too narrow", narrow);
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_row(wend_paper_call *call, uint32_t map, uint32_t size, const score *s,
                           uint32_t count, wend_error *error) {
    char name[64];
    snprintf(name, sizeof name, "%s, radius %.1f m", map_names[map], radii[size]);
    paper_row row = {.call = call, .table = table_name, .row = name, .error = error};
    paper_add_number(&row, "found", "%", NAN, 100.0 * s->found / count);
    paper_add_number(&row, "too narrow", "%", NAN,
                     s->found > 0 ? 100.0 * s->narrow / s->found : NAN);
    paper_add_number(&row, "length", "1", NAN, s->compared > 0 ? s->ratio / s->compared : NAN);
    return row.result;
}

wend_result planners_clearance(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    uint32_t count = def->quick ? QUICK_QUERIES : QUERIES;
    score scores[MAPS][SIZES] = {{{0}}};
    scene s = {0};
    wend_result result = open_scene(def, &s, error);
    for (uint32_t k = 0; k < MAPS * SIZES && result == WEND_OK; k++) {
        uint32_t map = k / SIZES, size = k % SIZES;
        double planned = map == OWN ? radii[size] : radii[map == 0 ? 0 : SIZES - 1];
        for (uint32_t i = 0; i < count && result == WEND_OK && !planners_cancelled(call); i++) {
            result = ask(&s, i, radii[size], planned, &scores[map][size], error);
        }
        if (result == WEND_OK && !planners_cancelled(call)) {
            result = add_row(call, map, size, &scores[map][size], count, error);
        }
    }
    wend_map_release(s.mesh);
    wend_map_release(s.roadmap);
    wend_scenario_destroy(s.scenario);
    return result == WEND_OK && !planners_cancelled(call) ? judge(call, scores, count, error)
                                                          : result;
}
