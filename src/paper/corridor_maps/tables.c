/* Computes Table 1 of "Flexible Path Planning Using Corridor Maps", and the same values for random
 * queries. */
#include "base/sort.h"
#include "paper/corridor_maps/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>

/* ---- Table 1 --------------------------------------------------------------------------------- */

static const double published_length[VILLAGE_METHODS] = {155.12, 150.61}; /* m */
static const double published_curvature[VILLAGE_METHODS] = {0.27, 0.13};  /* 1/m */

uint32_t village_count_table_1(const wend_paper_def *def) {
    (void)def;
    return VILLAGE_METHODS;
}

static const char example_table[] = "Table 1: the example query";

static wend_result judge_table_1(wend_paper_call *call, const wend_path_measures *before,
                                 const wend_path_measures *after, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"length", "length of the path; in the last row improved divided by original"},
        {"curvature by circles", "the paper's measure: mean of 1 / radius of the circle through "
                                 "three consecutive points, over all points"},
        {"turning over length", "sum of all turns divided by the length; does not depend on dt"},
        {"arrived", "1 if the character arrives"},
        {"deepest overlap", "with a standing character"},
        {"least clearance", "smallest distance from the character's centre to a wall"},
        {"time", "duration of the walk"}};
    static const wend_paper_table table = {
        .name = example_table,
        .caption = "One walk of each method past ten standing characters. The layout of these ten "
                   "was chosen among 55, so that lengths and ratios resemble the published ones: "
                   "the table shows only that such a query exists. " VILLAGE_CHOSEN
                   " The table 'by damping time and c_s' shows what depends on the last one.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_claims claims = {0};
    double length = after->length / before->length;
    double curvature = after->circle_curvature / before->circle_curvature;
    paper_claim(
        &claims,
        paper_at_most(length, nextafter(1.0, 0.0), published_length[1] / published_length[0]),
        "the improved path has %.3f times the length (published %.3f)", length,
        published_length[1] / published_length[0]);
    paper_claim(&claims,
                paper_at_most(curvature, nextafter(1.0, 0.0),
                              published_curvature[1] / published_curvature[0]),
                "and %.2f times the curvature (published %.2f)", curvature,
                published_curvature[1] / published_curvature[0]);
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_table_1(wend_paper_call *call, const village_measures *figures,
                               wend_error *error) {
    paper_row row = {.call = call, .table = example_table, .error = error};
    for (int m = 0; m < VILLAGE_METHODS; m++) {
        const village_measures *f = &figures[m];
        row.row = village_methods[m].name;
        paper_add_number(&row, "length", "m", published_length[m], f->path.length);
        paper_add_number(&row, "curvature by circles", "1/m", published_curvature[m],
                         f->path.circle_curvature);
        paper_add_number(&row, "turning over length", "1/m", NAN, f->path.mean_curvature);
        paper_add_number(&row, "arrived", "1", NAN, f->arrived);
        paper_add_number(&row, "deepest overlap", "m", NAN, fmax(f->overlap, 0.0));
        paper_add_number(&row, "least clearance", "m", NAN, f->clearance);
        paper_add_number(&row, "time", "s", NAN, f->seconds);
    }
    const wend_path_measures *before = &figures[VILLAGE_ORIGINAL].path;
    const wend_path_measures *after = &figures[VILLAGE_IMPROVED].path;
    row.row = "improved / original";
    paper_add_number(&row, "length", "1", published_length[1] / published_length[0],
                     after->length / before->length);
    paper_add_number(&row, "curvature by circles", "1",
                     published_curvature[1] / published_curvature[0],
                     after->circle_curvature / before->circle_curvature);
    paper_add_number(&row, "turning over length", "1", NAN,
                     after->mean_curvature / before->mean_curvature);
    return row.result == WEND_OK ? judge_table_1(call, before, after, error) : row.result;
}

wend_result village_table_1(wend_paper_call *call, wend_error *error) {
    village_measures figures[VILLAGE_METHODS];
    bool go_on = true;
    wend_result result = village_measure_both(call, &(village_trial){0}, figures, &go_on, error);
    return result == WEND_OK && go_on ? add_table_1(call, figures, error) : result;
}

/* ---- Random queries -------------------------------------------------------------------------- */

/* The results of all queries. Each ratio is that of the improved method to the original method, for
 * queries in which the character arrives with both methods. */
typedef struct query_tally {
    uint32_t queries, compared, shorter, smoother;
    uint32_t clean[VILLAGE_METHODS];
    /* Deepest overlap and smallest clearance with the improved method, in m. */
    double overlap, clearance;
    double lengths[VILLAGE_QUERIES], curvatures[VILLAGE_QUERIES], circles[VILLAGE_QUERIES];
} query_tally;

static void add_query(query_tally *tally, const village_measures figures[VILLAGE_METHODS]) {
    const village_measures *before = &figures[VILLAGE_ORIGINAL],
                           *after = &figures[VILLAGE_IMPROVED];
    tally->queries++;
    tally->clean[VILLAGE_ORIGINAL] += before->clean;
    tally->clean[VILLAGE_IMPROVED] += after->clean;
    tally->overlap = fmax(tally->overlap, after->overlap);
    tally->clearance = fmin(tally->clearance, after->clearance);
    if (!before->arrived || !after->arrived) {
        return;
    }
    uint32_t i = tally->compared++;
    tally->lengths[i] = after->path.length / before->path.length;
    tally->curvatures[i] = after->path.mean_curvature / before->path.mean_curvature;
    tally->circles[i] = after->path.circle_curvature / before->path.circle_curvature;
    tally->shorter += tally->lengths[i] < 1.0;
    tally->smoother += tally->curvatures[i] < 1.0;
}

static bool is_less(const void *left, const void *right) {
    return *(const double *)left < *(const double *)right;
}

/* Sorts the values and returns their median. */
static double find_median(double *values, uint32_t count) {
    double scratch[VILLAGE_QUERIES];
    sort_stable(values, scratch, count, sizeof *values, is_less);
    return count == 0 ? NAN : (values[(count - 1) / 2] + values[count / 2]) / 2.0;
}

static double find_least(const double *values, uint32_t count) {
    double found = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        found = fmin(found, values[i]);
    }
    return found;
}

/* Returns the largest deviation of sorted ratios from 1, in percent. */
static double find_largest_deviation(const double *sorted, uint32_t count) {
    return count == 0 ? NAN : 100.0 * fmax(1.0 - sorted[0], sorted[count - 1] - 1.0);
}

static const char query_table[] =
    "Section 5.1: random queries of 100 m or more, improved over original";

static wend_result judge_queries(wend_paper_call *call, const paper_claims *claims,
                                 wend_error *error) {
    static const wend_paper_column columns[] = {
        {"queries", "number of queries"},
        {"* arrive clean", "queries in which the character arrives without an overlap"},
        {"compared", "queries in which it arrives with both methods; the next columns are over "
                     "these"},
        {"shorter", "share in which the improved path is shorter"},
        {"smoother", "share in which it turns less per length"},
        {"least turning", "smallest ratio of turning over length, improved over original"},
        {"median *", "median ratio: length, turning over length, curvature by circles"},
        {"largest length difference", "largest deviation of the ratio of lengths from 1"},
        {"deepest overlap", "with a standing character, improved method"},
        {"least clearance", "smallest distance from a wall, improved method"}};
    static const wend_paper_table table = {
        .name = query_table,
        .caption = "The paper: 'other queries in the same and other scenes led to similar "
                   "results'. 100 random queries for each arrangement of standing characters, and "
                   "the example query with 100 random layouts. " VILLAGE_CHOSEN,
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    return paper_add_verdict(call, &table, claims, error);
}

/* Claims that most paths are shorter and smoother; without standing characters, the methods have
 * nothing to differ in. */
static void claim_queries(paper_claims *claims, const char *name, bool standing, double shorter,
                          double smoother, double difference) {
    if (!standing) {
        paper_claim(claims, paper_at_most(difference, 5.0, -INFINITY),
                    "%s: lengths differ by at most %.1f %%", name, difference);
        return;
    }
    paper_claim(claims, paper_at_least(fmin(shorter, smoother), 50.0, INFINITY),
                "%s: %.0f %% shorter, %.0f %% smoother", name, shorter, smoother);
}

static wend_result add_tally(wend_paper_call *call, const char *name, bool standing,
                             query_tally *tally, paper_claims *claims, wend_error *error) {
    paper_row row = {.call = call, .table = query_table, .row = name, .error = error};
    double share = 100.0 / tally->compared;
    paper_add_number(&row, "queries", "1", NAN, tally->queries);
    paper_add_number(&row, "improved arrive clean", "1", NAN, tally->clean[VILLAGE_IMPROVED]);
    paper_add_number(&row, "original arrive clean", "1", NAN, tally->clean[VILLAGE_ORIGINAL]);
    paper_add_number(&row, "compared", "1", NAN, tally->compared);
    paper_add_number(&row, "shorter", "%", NAN, tally->shorter * share);
    paper_add_number(&row, "smoother", "%", NAN, tally->smoother * share);
    paper_add_number(&row, "least turning", "1", NAN,
                     find_least(tally->curvatures, tally->compared));
    paper_add_number(&row, "median length", "1", NAN, find_median(tally->lengths, tally->compared));
    paper_add_number(&row, "median turning", "1", NAN,
                     find_median(tally->curvatures, tally->compared));
    paper_add_number(&row, "median circles", "1", NAN,
                     find_median(tally->circles, tally->compared));
    double difference = find_largest_deviation(tally->lengths, tally->compared);
    paper_add_number(&row, "largest length difference", "%", NAN, difference);
    paper_add_number(&row, "deepest overlap", "m", NAN, fmax(tally->overlap, 0.0));
    paper_add_number(&row, "least clearance", "m", NAN, tally->clearance);
    claim_queries(claims, name, standing, tally->shorter * share, tally->smoother * share,
                  difference);
    return row.result;
}

/* Arrangements of the standing characters in the queries. */
enum { STANDING_APART, STANDING_GROUPED, STANDING_NONE, STANDING_ELSEWHERE, STANDING_KINDS };
static const char *const standing_names[STANDING_KINDS] = {
    "20 standing apart", "20 in groups", "none standing", "example, 10 elsewhere"};

uint32_t village_count_queries(const wend_paper_def *def) {
    (void)def;
    return STANDING_KINDS * VILLAGE_METHODS * VILLAGE_QUERIES;
}

/* Samples a random query, or the example query with ten standing characters at positions that
 * differ from those in the scenario. */
static wend_result sample_query(village_ground *ground, uint32_t number, int standing_kind,
                                village_query *query, wend_error *error) {
    if (standing_kind == STANDING_ELSEWHERE) {
        return village_sample_layout(ground, number, query, error);
    }
    wend_result result =
        village_sample_query(ground, number, standing_kind == STANDING_GROUPED, query, error);
    query->standing_count = standing_kind != STANDING_NONE ? query->standing_count : 0;
    return result;
}

static wend_result run_queries(wend_paper_call *call, village_ground *ground, int standing_kind,
                               query_tally *tally, bool *go_on, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < VILLAGE_QUERIES && *go_on; i++) {
        village_query query;
        village_trial trial = {.query = &query};
        village_measures figures[VILLAGE_METHODS];
        result = sample_query(ground, i, standing_kind, &query, error);
        result =
            result == WEND_OK ? village_measure_both(call, &trial, figures, go_on, error) : result;
        *go_on = *go_on && result == WEND_OK;
        if (*go_on) {
            add_query(tally, figures);
        }
    }
    return result;
}

wend_result village_queries(wend_paper_call *call, wend_error *error) {
    village_ground ground;
    wend_result result = village_ground_open(&ground, wend_paper_call_def(call), error);
    bool go_on = result == WEND_OK;
    paper_claims claims = {0};
    for (int i = 0; i < STANDING_KINDS && go_on; i++) {
        query_tally tally = {.clearance = INFINITY};
        result = run_queries(call, &ground, i, &tally, &go_on, error);
        result =
            go_on ? add_tally(call, standing_names[i], i != STANDING_NONE, &tally, &claims, error)
                  : result;
        go_on = go_on && result == WEND_OK;
    }
    village_ground_close(&ground);
    return go_on ? judge_queries(call, &claims, error) : result;
}
