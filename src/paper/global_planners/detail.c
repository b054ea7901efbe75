/* "How much detail? Keep polygons or rasterize to grid?" One plan as full polygons, simplified,
 * with coarse shapes, and as grids. */
#include "paper/global_planners/parts.h"
#include <math.h>

enum { SAMPLES = 400, QUICK_SAMPLES = 100, ROUNDS = 3, STEPS = 200, QUICK_STEPS = 50, DOORS = 10 };

static const double RADIUS = 0.25; /* m, of the agents of the office */
/* m, from a door to the points on both sides of it, which do not see each other */
static const double BESIDE = 2.5, BEYOND = 0.6;
static const double MOST_DETOUR = 2.0;       /* a longer path between these points is no passage */
static const wend_point HALL = {20.0, 13.5}; /* from which everything must be reachable */

/* The middles of the doors of the office; all of them lead north or south. */
static const wend_point doors[DOORS] = {{3.5, 9.0},   {11.5, 9.0}, {19.5, 9.0},  {27.5, 9.0},
                                        {35.5, 9.0},  {4.5, 15.0}, {12.5, 15.0}, {20.5, 15.0},
                                        {28.5, 15.0}, {36.5, 15.0}};

/* A level of detail. */
typedef struct level {
    const char *name, *kind;
    const char *settings[2];
} level;

static const level levels[] = {
    {"full polygons", "navmesh", {NULL, NULL}},
    {"simplified, 0.2 m", "navmesh", {"space.simplify=0.2", NULL}},
    {"0.2 m, small dropped",
     "navmesh",
     {"space.simplify={below: 0.2, small_obstacles: drop}", NULL}},
    {"hulls", "navmesh", {"space.simplify={shapes: hull}", NULL}},
    {"rotated boxes", "navmesh", {"space.simplify={shapes: oriented_box}", NULL}},
    {"boxes", "navmesh", {"space.simplify={shapes: box}", NULL}},
    {"boxes, 0.2 m", "navmesh", {"space.simplify={below: 0.2, shapes: box}", NULL}},
    {"grid, 0.1 m", "grid", {"maps={m: {kind: grid, cell: 0.1}}", "plan=grid"}},
    {"grid, 0.25 m", "grid", {"maps={m: {kind: grid, cell: 0.25}}", "plan=grid"}},
    {"grid, 0.5 m", "grid", {"maps={m: {kind: grid, cell: 0.5}}", "plan=grid"}},
};
enum {
    LEVELS = sizeof levels / sizeof levels[0],
    FULL = 0,
    SIMPLIFIED = 1,
    BOXES = 5,
    FINE_GRID = 7,
    COARSE_GRID = 9
};

typedef struct score {
    double vertices, build, step, lost, closed;
} score;

static const char table_name[] = "How much detail? Polygons, shapes and grids";

/* Finds the length of a path to a point, without moving the point to one with more room. */
static wend_result find_length(const wend_map *map, const wend_space *space, wend_point from,
                               wend_point to, double *length, wend_error *error) {
    wend_path_def def = wend_default_path_def();
    wend_path_result found;
    def.from = (wend_location){wend_space_to_local(space, from), 0};
    def.to = (wend_location){wend_space_to_local(space, to), 0};
    def.radius = (float)RADIUS;
    def.tolerance = 0.0F;
    def.may_be_partial = false;
    bool on_ground =
        wend_space_is_walkable(space, def.to, WEND_ALL_CLASSES) &&
        wend_space_clearance(space, def.to, (float)RADIUS, WEND_ALL_CLASSES) >= (float)RADIUS;
    *length = NAN;
    if (!on_ground) {
        return WEND_OK;
    }
    wend_result result = wend_map_find_path(map, space, &def, NULL, NULL, 0, &found, error);
    if (result == WEND_OK && found.status == WEND_PATH_FOUND) {
        *length = found.length;
    }
    return result;
}

/* Finds the share of points with room in the full plan that cannot be reached. */
static wend_result measure_loss(const wend_paper_def *def, const wend_space *full,
                                const wend_map *map, const wend_space *space, double *lost,
                                wend_error *error) {
    uint32_t count = def->quick ? QUICK_SAMPLES : SAMPLES, missing = 0;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        planners_query query = planners_sample(full, i, RADIUS + 1e-3);
        double length = NAN;
        result = find_length(map, space, HALL, wend_space_from_local(full, query.to.position),
                             &length, error);
        missing += isnan(length) ? 1 : 0;
    }
    *lost = (double)missing / count;
    return result;
}

static wend_result count_closed(const wend_map *map, const wend_space *space, double *closed,
                                wend_error *error) {
    wend_result result = WEND_OK;
    *closed = 0.0;
    for (uint32_t i = 0; i < DOORS && result == WEND_OK; i++) {
        wend_point south = {doors[i].x - BESIDE, doors[i].y - BEYOND};
        wend_point north = {doors[i].x + BESIDE, doors[i].y + BEYOND};
        double length = NAN;
        result = find_length(map, space, south, north, &length, error);
        *closed += !(length <= MOST_DETOUR * 2.0 * BESIDE);
    }
    return result;
}

/* Counts the corners of the ground, or the squares of a grid. */
static double count_parts(const wend_scenario *scenario, const wend_map *map, bool is_grid) {
    if (is_grid) {
        return (double)wend_map_get_info(map).vertices;
    }
    const wend_layer_def *layer = wend_scenario_space_def(scenario)->layers;
    double count = 0.0;
    for (uint32_t i = 0; i < layer->boundary_count; i++) {
        count += layer->boundaries[i].count;
    }
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        count += layer->solids[i].ring.count;
    }
    return count;
}

/* Measures the CPU time of a step (s), with planning. */
static wend_result measure_step(const wend_paper_def *def, const wend_scenario *scenario,
                                double *step, wend_error *error) {
    uint32_t rounds = def->quick ? 1 : ROUNDS, steps = def->quick ? QUICK_STEPS : STEPS;
    wend_result result = WEND_OK;
    *step = INFINITY;
    for (uint32_t i = 0; i < rounds && result == WEND_OK; i++) {
        wend_world *world = NULL;
        result =
            wend_scenario_create_world(scenario, def->registry, 1, &def->allocator, &world, error);
        double begin = planners_now();
        result = result == WEND_OK ? wend_world_step(world, steps, error) : result;
        *step = fmin(*step, (planners_now() - begin) / steps);
        wend_world_destroy(world);
    }
    return result;
}

static wend_result measure(const wend_paper_def *def, const wend_space *full, const level *l,
                           score *out, wend_error *error) {
    planners_setup setup = {PLANNERS_SURVEY, {l->settings[0], l->settings[1]}};
    wend_scenario *scenario = NULL;
    wend_map *map = NULL;
    uint32_t rounds = def->quick ? 1 : ROUNDS;
    wend_result result = planners_load(def, &setup, &scenario, error);
    result = result == WEND_OK
                 ? planners_build(def, scenario, l->kind, RADIUS, rounds, &map, &out->build, error)
                 : result;
    if (result == WEND_OK) {
        const wend_space *space = wend_scenario_space(scenario);
        out->vertices = count_parts(scenario, map, l->settings[1] != NULL);
        result = measure_loss(def, full, map, space, &out->lost, error);
        result = result == WEND_OK ? count_closed(map, space, &out->closed, error) : result;
        result = result == WEND_OK ? measure_step(def, scenario, &out->step, error) : result;
    }
    wend_map_release(map);
    wend_scenario_destroy(scenario);
    return result;
}

static wend_result judge(wend_paper_call *call, const score scores[LEVELS], wend_error *error) {
    static const wend_paper_column columns[] = {
        {"parts", "corners of the polygons, or squares of the grid"},
        {"build", "CPU time to build the map; the fastest of 3 rounds (--quick: 1)"},
        {"step", "CPU time of a step with 100 agents, planning included; the fastest of 3 rounds; "
                 "varies by about 10 % from run to run"},
        {"ground lost", "share of random points with room for an agent in the full plan that "
                        "cannot be reached"},
        {"closed", "number of the ten doors, 0.8 to 1.2 m wide, that an agent cannot pass"}};
    static const wend_paper_table table = {
        .name = table_name,
        .caption =
            "The slides: details smaller than 0.2 m probably don't matter; with coarse bounding "
            "volumes, visually clear regions are no longer clear; keep polygons or rasterize to "
            "grid? An office of 40 m x 24 m with ten rooms, drawn by us; agents of 0.25 m. "
            "Polygons are planned on with a navigation mesh, grids with any-angle search.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0],
        .noisy = true};
    paper_claims claims = {0};
    paper_claim(&claims, paper_at_most(scores[SIMPLIFIED].closed, 0.0, -INFINITY),
                "without details below 0.2 m, %.0f doors are closed, %.0f %% of the corners "
                "suffice, and %.1f %% of the ground is lost along walls",
                scores[SIMPLIFIED].closed,
                100.0 * scores[SIMPLIFIED].vertices / scores[FULL].vertices,
                100.0 * scores[SIMPLIFIED].lost);
    paper_claim(&claims, paper_at_least(scores[BOXES].lost, 1e-9, INFINITY),
                "with boxes, clear regions are no longer clear: %.1f %% of the ground is lost",
                100.0 * scores[BOXES].lost);
    paper_claim(
        &claims,
        paper_at_least(scores[COARSE_GRID].closed - scores[FINE_GRID].closed, 1.0, INFINITY),
        "a grid of 0.5 m closes %.0f doors, one of 0.1 m %.0f", scores[COARSE_GRID].closed,
        scores[FINE_GRID].closed);
    return paper_add_verdict(call, &table, &claims, error);
}

wend_result planners_detail(wend_paper_call *call, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    planners_setup setup = {.scenario = PLANNERS_SURVEY};
    wend_scenario *full = NULL;
    score scores[LEVELS] = {{0}};
    wend_result result = planners_load(def, &setup, &full, error);
    paper_row row = {.call = call, .table = table_name, .error = error};
    for (uint32_t i = 0; i < LEVELS && result == WEND_OK; i++) {
        if (planners_cancelled(call)) {
            wend_scenario_destroy(full);
            return WEND_OK;
        }
        result = measure(def, wend_scenario_space(full), &levels[i], &scores[i], error);
        if (result == WEND_OK) {
            row.row = levels[i].name;
            paper_add_number(&row, "parts", "1", NAN, scores[i].vertices);
            paper_add_number(&row, "build", "ms", NAN, scores[i].build * 1e3);
            paper_add_number(&row, "step", "us", NAN, scores[i].step * 1e6);
            paper_add_number(&row, "ground lost", "%", NAN, 100.0 * scores[i].lost);
            paper_add_number(&row, "closed", "1", NAN, scores[i].closed);
            result = row.result;
        }
    }
    wend_scenario_destroy(full);
    return result == WEND_OK ? judge(call, scores, error) : result;
}
