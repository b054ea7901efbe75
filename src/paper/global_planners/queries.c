/* "How do roadmaps compare to navigation grids, or navigation meshes?" The same random queries on
 * maps of every kind, in two worlds. */
#include "paper/global_planners/parts.h"
#include <math.h>
#include <stdio.h>

enum { QUERIES = 1000, QUICK_QUERIES = 100, ROUNDS = 3 };
/* Rows that the verdict compares. */
enum { MESH = 0, FEW_SAMPLES = 2, MANY_SAMPLES = 3 };

/* A planning method: a line here is a row of the table for each world. If `planner` is NULL, the
 * map is asked; otherwise an agent with that planner, whose route may be a field. */
typedef struct method {
    const char *name, *kind, *maps, *planner;
} method;

static const method methods[] = {
    {"navmesh", "navmesh", "maps={m: {kind: navmesh}}", NULL},
    {"corridor", "corridor", "maps={m: {kind: corridor}}", NULL},
    {"roadmap, 500", "roadmap", "maps={m: {kind: roadmap, source: prm, samples: 500}}", NULL},
    {"roadmap, 2000", "roadmap", "maps={m: {kind: roadmap, source: prm, samples: 2000}}", NULL},
    {"grid, 0.5 m", "grid", "maps={m: {kind: grid, cell: 0.5}}", NULL},
    {"grid, 0.25 m", "grid", "maps={m: {kind: grid, cell: 0.25}}", NULL},
    {"field, 0.25 m", "grid", "maps={m: {kind: grid, cell: 0.25}}", "field"},
};
enum { METHODS = sizeof methods / sizeof methods[0] };

typedef struct world {
    const char *name, *scenario;
    double radius; /* m, of the disc; 0.02 m more at both ends of a query */
} world;

static const world worlds[] = {{"survey", PLANNERS_SURVEY, 0.25},
                               {"village", PLANNERS_VILLAGE, 0.25}};
enum { WORLDS = sizeof worlds / sizeof worlds[0] };

/* What a method did with the queries of a world. */
typedef struct score {
    double build, query; /* s; median of the queries */
    double bytes;
    double ratio, worst; /* mean and largest length, relative to the shortest */
    uint32_t found, compared;
} score;

static const char table_name[] = "Roadmaps, grids and meshes on the same queries";

/* What answers the queries of a method: a map, or a world with an agent. */
typedef struct planner_under_test {
    const world *of;
    const wend_space *space;
    wend_map *map;
    wend_map_query *memory;
    planners_asker asker; /* if the method has a planner */
} planner_under_test;

static wend_result ask(planner_under_test *p, bool by_agent, const planners_query *query,
                       double *seconds, double *length, wend_error *error) {
    if (by_agent) {
        return planners_ask_agent(&p->asker, query, seconds, length, error);
    }
    wend_path_def def = wend_default_path_def();
    wend_path_result found;
    def.from = query->from;
    def.to = query->to;
    def.radius = (float)p->of->radius;
    def.may_be_partial = false;
    double begin = planners_now();
    wend_result result =
        wend_map_find_path(p->map, p->space, &def, p->memory, NULL, 0, &found, error);
    *seconds = planners_now() - begin;
    *length = result == WEND_OK && found.status == WEND_PATH_FOUND ? found.length : NAN;
    return result;
}

/* Asks all queries. `shortest` receives the lengths of the first method, which finds the shortest
 * paths. */
static wend_result ask_all(wend_paper_call *call, planner_under_test *p, uint32_t index,
                           uint32_t count, double *shortest, score *out, wend_error *error) {
    double times[QUERIES] = {0.0};
    wend_result result = WEND_OK;
    double sum = 0.0;
    for (uint32_t i = 0; i < count && result == WEND_OK && !planners_cancelled(call); i++) {
        planners_query query = planners_sample(p->space, i, p->of->radius + 0.02);
        double length = NAN;
        result = ask(p, methods[index].planner != NULL, &query, &times[i], &length, error);
        shortest[i] = index == MESH ? length : shortest[i];
        out->found += isnan(length) ? 0 : 1;
        /* Very short paths would let the ends decide. */
        if (!isnan(length) && shortest[i] >= 1.0) {
            sum += length / shortest[i];
            out->worst = fmax(out->worst, length / shortest[i]);
            out->compared++;
        }
    }
    out->ratio = out->compared > 0 ? sum / out->compared : NAN;
    out->query = planners_median(times, count);
    return result;
}

static wend_result open_planner(const wend_paper_def *def, const wend_scenario *scenario,
                                const method *m, planner_under_test *p, score *out,
                                wend_error *error) {
    uint32_t rounds = def->quick ? 1 : ROUNDS;
    p->space = wend_scenario_space(scenario);
    wend_result result =
        planners_build(def, scenario, m->kind, p->of->radius, rounds, &p->map, &out->build, error);
    if (result == WEND_OK) {
        out->bytes = (double)wend_map_get_info(p->map).bytes;
        result = wend_map_query_create(&def->allocator, &p->memory, error);
    }
    if (result == WEND_OK && m->planner != NULL) {
        result = planners_asker_open(&p->asker, def, scenario, m->planner, p->of->radius, error);
    }
    return result;
}

static void close_planner(planner_under_test *p) {
    wend_map_query_destroy(p->memory);
    wend_map_release(p->map);
    planners_asker_close(&p->asker);
}

static wend_result measure(wend_paper_call *call, const world *w, uint32_t index, double *shortest,
                           score *out, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    planners_setup setup = {w->scenario, {methods[index].maps}};
    planner_under_test p = {.of = w};
    wend_scenario *scenario = NULL;
    *out = (score){0};
    wend_result result = planners_load(def, &setup, &scenario, error);
    result =
        result == WEND_OK ? open_planner(def, scenario, &methods[index], &p, out, error) : result;
    if (result == WEND_OK) {
        uint32_t count = def->quick ? QUICK_QUERIES : QUERIES;
        result = ask_all(call, &p, index, count, shortest, out, error);
    }
    close_planner(&p);
    wend_scenario_destroy(scenario);
    return result;
}

static wend_result add_row(wend_paper_call *call, const char *name, const score *s, uint32_t count,
                           wend_error *error) {
    paper_row row = {.call = call, .table = table_name, .row = name, .error = error};
    paper_add_number(&row, "build", "ms", NAN, s->build * 1e3);
    paper_add_number(&row, "memory", "kB", NAN, s->bytes / 1e3);
    paper_add_number(&row, "query", "us", NAN, s->query * 1e6);
    paper_add_number(&row, "length", "1", NAN, s->ratio);
    paper_add_number(&row, "longest", "1", NAN, s->worst);
    paper_add_number(&row, "found", "%", NAN, 100.0 * s->found / count);
    return row.result;
}

static wend_result judge(wend_paper_call *call, const score scores[WORLDS][METHODS], uint32_t count,
                         wend_error *error) {
    static const wend_paper_column columns[] = {
        {"build", "CPU time to build the map; the fastest of 3 rounds (--quick: 1)"},
        {"memory", "size of the map"},
        {"query", "median CPU time of a query"},
        {"length", "mean length of the paths, relative to the shortest path"},
        {"longest", "the largest such ratio"},
        {"found", "share of the queries that have a path"}};
    static const wend_paper_table table = {
        .name = table_name,
        .caption =
            "The slides ask: how do roadmaps compare to navigation grids, or navigation meshes? "
            "1,000 random queries (--quick: 100) for a disc of 0.25 m, the same for every map; "
            "paths of the navigation mesh (Polyanya) are the shortest ones. The roadmap links to "
            "the first of its nearest nodes that can be linked, and its paths are not shortened, "
            "as in the slides.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0],
        .noisy = true};
    paper_claims claims = {0};
    double mesh = 1.0, longer = INFINITY, more = -INFINITY, less = INFINITY;
    for (uint32_t w = 0; w < WORLDS; w++) {
        mesh = fmin(mesh, (double)scores[w][MESH].found / count);
        longer = fmin(longer, fmin(scores[w][FEW_SAMPLES].ratio, scores[w][MANY_SAMPLES].ratio));
        more = fmax(more, scores[w][MANY_SAMPLES].ratio - scores[w][FEW_SAMPLES].ratio);
        less = fmin(less, scores[w][MANY_SAMPLES].bytes / scores[w][FEW_SAMPLES].bytes);
    }
    paper_claim(&claims, paper_at_least(mesh, 1.0, INFINITY),
                "the navigation mesh finds %.0f %% of the paths", 100.0 * mesh);
    paper_claim(&claims, paper_at_least(longer, 1.0 + 1e-6, INFINITY),
                "paths on roadmaps are not optimal: at least %.1f %% longer on average",
                100.0 * (longer - 1.0));
    paper_claim(&claims, paper_at_most(more, 0.0, -INFINITY),
                "closer to the optimum with more samples: the ratio changes by %.3f", more);
    paper_claim(&claims, paper_at_least(less, 1.0, INFINITY),
                "more choices need more memory: at least %.1f times for four times the samples",
                less);
    return paper_add_verdict(call, &table, &claims, error);
}

wend_result planners_queries(wend_paper_call *call, wend_error *error) {
    double shortest[QUERIES] = {0.0};
    const wend_paper_def *def = wend_paper_call_def(call);
    uint32_t count = def->quick ? QUICK_QUERIES : QUERIES;
    score scores[WORLDS][METHODS];
    wend_result result = WEND_OK;
    for (uint32_t k = 0; k < WORLDS * METHODS && result == WEND_OK; k++) {
        uint32_t w = k / METHODS, i = k % METHODS;
        result = measure(call, &worlds[w], i, shortest, &scores[w][i], error);
        if (planners_cancelled(call)) {
            return result;
        }
        char name[64];
        snprintf(name, sizeof name, "%s, %s", worlds[w].name, methods[i].name);
        result = result == WEND_OK ? add_row(call, name, &scores[w][i], count, error) : result;
    }
    return result == WEND_OK ? judge(call, scores, count, error) : result;
}
