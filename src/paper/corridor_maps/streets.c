/* Measures what the safe distance does (Fig 6 of "Flexible Path Planning Using Corridor Maps"), in
 * narrow streets. In the village the character never comes near a wall, so the boundary force F_b
 * never acts there. */
#include "paper/corridor_maps/parts.h"
#include "paper/trials.h"
#include <math.h>

static const char street_table[] = "Fig 6: the safe distance in narrow streets";
static const char query_table[] = "Fig 6: the safe distance, random queries in narrow streets";
static const char wide_table[] = "Fig 6: the safe distance in the village";

static const struct {
    const char *name;
    const char *settings[2];
} distances[] = {
    {"d_safe 0 (no F_b)", {"steer.safe_distance=0", "steer.obstacles=disc"}},
    {"d_safe r", {"steer.safe_distance=1", "steer.obstacles=disc"}},
    {"d_safe 2r", {"steer.safe_distance=2", "steer.obstacles=disc"}},
    {"d_safe 3r", {"steer.safe_distance=3", "steer.obstacles=disc"}},
    {"d_safe 2r, ahead", {"steer.safe_distance=2", "steer.obstacles=ahead"}},
};
enum {
    DISTANCES = sizeof distances / sizeof distances[0],
    MONOTONE = 4, /* the first ones differ only in the safe distance, which grows */
    QUERIES = 20,
    QUICK_QUERIES = 5
};

static uint32_t count_queries(const wend_paper_def *def) {
    return def->quick ? QUICK_QUERIES : QUERIES;
}

uint32_t village_count_streets(const wend_paper_def *def) {
    return DISTANCES * (2 + count_queries(def));
}

/* Returns the largest distance between two paths at the same step, in m. */
static double find_separation(const village_path *a, const village_path *b) {
    double most = 0.0;
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        double x = a->points[i].x - b->points[i].x, y = a->points[i].y - b->points[i].y;
        most = fmax(most, sqrt(x * x + y * y));
    }
    return most;
}

/* The values that the claims are about. */
typedef struct distance_effect {
    double clearance[DISTANCES], separation[DISTANCES];
} distance_effect;

static wend_result add_distance(wend_paper_call *call, const char *table, int index,
                                const village_path *path, const village_path *first,
                                distance_effect *effect, wend_error *error) {
    paper_row row = {.call = call, .table = table, .row = distances[index].name, .error = error};
    wend_path_measures found = wend_path_meter_get(&path->meter);
    effect->clearance[index] = path->clearance;
    effect->separation[index] = find_separation(path, first);
    paper_add_number(&row, "length", "m", NAN, found.length);
    paper_add_number(&row, "turning", "1/m", NAN, found.mean_curvature);
    paper_add_number(&row, "clearance", "m", NAN, path->clearance);
    paper_add_number(&row, "within 2r", "%", NAN, 100.0 * path->within_2r / path->count);
    paper_add_number(&row, "within 3r", "%", NAN, 100.0 * path->within_3r / path->count);
    paper_add_number(&row, "differs by", "m", NAN, effect->separation[index]);
    paper_add_number(&row, "arrived", "1", NAN, path->arrived);
    return row.result;
}

/* Runs a scenario with each safe distance. */
static wend_result run_distances(wend_paper_call *call, const char *scenario, const char *table,
                                 distance_effect *effect, bool *go_on, wend_error *error) {
    village_path first = {.count = 0};
    wend_result result = WEND_OK;
    for (int i = 0; i < DISTANCES && result == WEND_OK && *go_on; i++) {
        village_path path;
        village_trial trial = {.scenario = scenario,
                               .method = &village_methods[VILLAGE_IMPROVED],
                               .settings = distances[i].settings,
                               .setting_count = 2};
        result = village_path_record(call, &trial, i == 0 ? &first : &path, go_on, error);
        const village_path *found = i == 0 ? &first : &path;
        if (result == WEND_OK && *go_on) {
            result = add_distance(call, table, i, found, &first, effect, error);
        }
        if (i > 0) {
            village_path_free(&path);
        }
    }
    village_path_free(&first);
    return result;
}

/* Claims that a larger safe distance keeps the character farther from the walls. */
static void claim_effect(paper_claims *claims, const distance_effect *effect) {
    for (int i = 1; i < MONOTONE; i++) {
        bool acts = effect->separation[i] > 0.0;
        bool farther = effect->clearance[i] > effect->clearance[i - 1];
        paper_claim(claims, acts && farther ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED,
                    "%s: F_b %s; %.3f m from walls, after %.3f m", distances[i].name,
                    acts ? "acts" : "has no effect", effect->clearance[i],
                    effect->clearance[i - 1]);
    }
}

static const wend_paper_column columns[] = {
    {"length", "length of the path"},
    {"turning", "sum of all turns divided by the length"},
    {"clearance", "smallest distance from the character's centre to a wall"},
    {"within *", "share of steps nearer than this to a wall: where F_b acts with d_safe r and 2r"},
    {"differs by",
     "largest distance from the path with d_safe 0 at the same time; 0 means that F_b "
     "has no effect"},
    {"arrived", "1 if the character arrives"}};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static wend_result show_scene(wend_paper_call *call, const char *scenario, const char *name,
                              const char *caption, bool *go_on, wend_error *error) {
    distance_effect effect;
    paper_claims claims = {0};
    wend_result result = run_distances(call, scenario, name, &effect, go_on, error);
    if (result != WEND_OK || !*go_on) {
        return result;
    }
    claim_effect(&claims, &effect);
    wend_paper_table table = {
        .name = name, .caption = caption, .columns = columns, .column_count = COLUMNS};
    return paper_add_verdict(call, &table, &claims, error);
}

/* ---- Random queries -------------------------------------------------------------------------- */

/* Sums over queries, for each safe distance. */
typedef struct street_sums {
    double clearance[DISTANCES], length[DISTANCES], near[DISTANCES];
    uint32_t arrived[DISTANCES], count;
} street_sums;

static wend_result run_query(wend_paper_call *call, const village_query *query, street_sums *sums,
                             bool *go_on, wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < DISTANCES && result == WEND_OK && *go_on; i++) {
        village_measures found;
        village_trial trial = {.scenario = STREETS_FILE,
                               .query = query,
                               .method = &village_methods[VILLAGE_IMPROVED],
                               .settings = distances[i].settings,
                               .setting_count = 2};
        result = village_measure(call, &trial, &found, go_on, error);
        sums->clearance[i] += found.mean_clearance;
        sums->length[i] += found.path.length;
        sums->near[i] += found.within_3r;
        sums->arrived[i] += found.arrived;
    }
    sums->count++;
    return result;
}

static wend_result add_sums(wend_paper_call *call, const street_sums *sums, wend_error *error) {
    static const wend_paper_column meanings[] = {
        {"length", "mean length of the paths"},
        {"clearance", "mean distance from the nearest wall, over all steps"},
        {"within 3r", "mean share of steps nearer than this to a wall"},
        {"arrived", "queries in which the character arrives"}};
    paper_row row = {.call = call, .table = query_table, .error = error};
    paper_claims claims = {0};
    for (int i = 0; i < DISTANCES; i++) {
        row.row = distances[i].name;
        paper_add_number(&row, "length", "m", NAN, sums->length[i] / sums->count);
        paper_add_number(&row, "clearance", "m", NAN, sums->clearance[i] / sums->count);
        paper_add_number(&row, "within 3r", "%", NAN, 100.0 * sums->near[i] / sums->count);
        paper_add_number(&row, "arrived", "1", NAN, sums->arrived[i]);
        if (i > 0 && i < MONOTONE) {
            bool farther = sums->clearance[i] > sums->clearance[i - 1];
            paper_claim(&claims, farther ? WEND_VERDICT_CONFIRMED : WEND_VERDICT_NOT_CONFIRMED,
                        "%s: %.4f m from walls on average, after %.4f m", distances[i].name,
                        sums->clearance[i] / sums->count, sums->clearance[i - 1] / sums->count);
        }
    }
    wend_paper_table table = {
        .name = query_table,
        .caption =
            "The same for 20 random queries (--quick: 5) with 20 standing characters each. At some "
            "of them the free passage is so narrow that the character touches the wall with "
            "any safe distance, so the mean distance is compared, not the smallest.",
        .columns = meanings,
        .column_count = sizeof meanings / sizeof meanings[0]};
    return row.result == WEND_OK ? paper_add_verdict(call, &table, &claims, error) : row.result;
}

static wend_result run_random(wend_paper_call *call, bool *go_on, wend_error *error) {
    const wend_paper_def *def = wend_paper_call_def(call);
    village_ground ground;
    street_sums sums = {.count = 0};
    wend_result result = village_ground_open_file(&ground, def, STREETS_FILE, error);
    for (uint32_t i = 0; i < count_queries(def) && result == WEND_OK && *go_on; i++) {
        village_query query;
        result = village_sample_query(&ground, i, false, &query, error);
        if (result == WEND_OK) {
            result = run_query(call, &query, &sums, go_on, error);
        }
    }
    village_ground_close(&ground);
    return result == WEND_OK && *go_on ? add_sums(call, &sums, error) : result;
}

wend_result village_streets(wend_paper_call *call, wend_error *error) {
    bool go_on = true;
    wend_result result = show_scene(
        call, STREETS_FILE, street_table,
        "One walk past ten standing characters in streets of 4.6 to 5.4 m. Fig 6 of the paper "
        "shows a path with d_safe = 2r and with repulsion only from obstacles ahead, and no "
        "values. Chosen by us: the scene and the layout, see scenarios/corridor-maps/streets.yaml.",
        &go_on, error);
    if (result == WEND_OK && go_on) {
        result = run_random(call, &go_on, error);
    }
    return result == WEND_OK && go_on
               ? show_scene(call, VILLAGE_FILE, wide_table,
                            "The same in the village of Table 1, whose streets are so wide that "
                            "the boundary force never acts.",
                            &go_on, error)
               : result;
}
