/* Fills the tables of values and of errors of a measurement, and draws its charts. */
#include "paper/models/grid.h"
#include "paper/chart.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GRID_MOST_PLACES = 8, LINES_PER_CHART = 4 };

void models_column(const models_grid *grid, double at, char out[GRID_COLUMN_SIZE]) {
    snprintf(out, GRID_COLUMN_SIZE, "%.2f %s", at, grid->variable);
}

void models_add_reason(wend_paper_call *call, const models_jobs *jobs, models_kind kind,
                       const char *table, uint32_t setup, wend_result *result, wend_error *error) {
    const models_setup *about = &jobs->setups->items[setup];
    const char *reason =
        about->reason[0] != '\0' ? about->reason : models_failure(jobs, kind, setup);
    paper_row row = {.call = call, .table = table, .row = about->name, .error = error};
    if (reason != NULL && *result == WEND_OK) {
        paper_add_remark(&row, "not measured", reason);
        *result = row.result;
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static double error_percent(double value, double people) {
    return 100.0 * (value / people - 1.0);
}

/* True if the claim counts at a value of the variable. */
static bool counts_at(const models_grid *grid, double at) {
    return grid->to <= grid->from || (at >= grid->from && at <= grid->to);
}

/* Returns the largest error of a setup, or NAN if a value is missing. If `all` is false, only
 * errors where the claim counts are considered. */
static double worst_error(const models_jobs *jobs, const models_grid *grid, uint32_t setup,
                          bool all) {
    const models_places *places = &jobs->places[grid->kind];
    double worst = 0.0;
    for (uint32_t i = 0; i < places->count; i++) {
        double at = places->at[i];
        double value = models_mean(jobs, grid->kind, setup, i, grid->figure);
        double percent = error_percent(value, grid->people(at));
        if ((all || counts_at(grid, at)) && !(fabs(percent) <= fabs(worst))) {
            worst = percent;
        }
        if (isnan(worst)) {
            return NAN;
        }
    }
    return worst;
}

static wend_result add_people(wend_paper_call *call, const models_jobs *jobs,
                              const models_grid *grid, wend_error *error) {
    paper_row row = {.call = call, .table = grid->values, .row = grid->people_name, .error = error};
    for (uint32_t i = 0; i < jobs->places[grid->kind].count; i++) {
        char column[GRID_COLUMN_SIZE];
        double at = jobs->places[grid->kind].at[i];
        models_column(grid, at, column);
        paper_add_number(&row, column, grid->unit, NAN, grid->people(at));
    }
    return row.result;
}

static wend_result add_setup(wend_paper_call *call, const models_jobs *jobs,
                             const models_grid *grid, uint32_t setup, wend_error *error) {
    const char *name = jobs->setups->items[setup].name;
    paper_row values = {.call = call, .table = grid->values, .row = name, .error = error};
    paper_row errors = {.call = call, .table = grid->errors, .row = name, .error = error};
    for (uint32_t i = 0; i < jobs->places[grid->kind].count; i++) {
        char column[GRID_COLUMN_SIZE];
        double at = jobs->places[grid->kind].at[i];
        double value = models_mean(jobs, grid->kind, setup, i, grid->figure);
        models_column(grid, at, column);
        paper_add_number(&values, column, grid->unit, NAN, value);
        paper_add_number(&errors, column, "%", NAN, error_percent(value, grid->people(at)));
    }
    paper_add_number(&errors, "worst", "%", NAN, worst_error(jobs, grid, setup, false));
    if (grid->to > grid->from) {
        paper_add_number(&errors, "worst of all", "%", NAN, worst_error(jobs, grid, setup, true));
    }
    return values.result == WEND_OK ? errors.result : values.result;
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

/* Names the calibrated rows and their worst errors. */
static void claim_calibrated(const models_jobs *jobs, const models_grid *grid,
                             paper_claims *claims) {
    for (uint32_t i = 0; i < jobs->setups->count; i++) {
        double worst = worst_error(jobs, grid, i, false);
        if (jobs->setups->items[i].calibrated && !isnan(worst)) {
            paper_claim(claims, WEND_VERDICT_OPEN, "'%s': %.0f %%", jobs->setups->items[i].name,
                        worst);
        }
    }
}

static void claim_best(const models_jobs *jobs, const models_grid *grid, paper_claims *claims) {
    uint32_t best = UINT32_MAX, within = 0;
    double least = INFINITY;
    for (uint32_t i = 0; i < jobs->setups->count; i++) {
        double worst = fabs(worst_error(jobs, grid, i, false));
        within += worst <= grid->claim;
        best = worst < least ? i : best;
        least = worst < least ? worst : least;
    }
    if (best == UINT32_MAX) {
        paper_claim(claims, WEND_VERDICT_OPEN, "no row has all values");
        return;
    }
    paper_claim(claims, paper_at_most(least, grid->claim, -INFINITY),
                "the worst error of the best row, '%s', is %.0f %%", jobs->setups->items[best].name,
                least);
    paper_claim(claims, WEND_VERDICT_OPEN, "%u of %u rows keep within %.0f %%", within,
                jobs->setups->count, grid->claim);
}

static wend_result judge(wend_paper_call *call, const models_jobs *jobs, const models_grid *grid,
                         wend_error *error) {
    char column[GRID_COLUMN_SIZE], each[2 * GRID_COLUMN_SIZE];
    snprintf(column, sizeof column, "* %s", grid->variable);
    snprintf(each, sizeof each, "value at this number (%s)", grid->x_title);
    const wend_paper_column columns[] = {
        {column, each},
        {"worst", "largest error where the claim counts; - if a value is missing"},
        {"worst of all", "largest error of the row"},
        {"not measured", "why a value is missing"}};
    wend_paper_table table = {
        .name = grid->values, .caption = grid->caption, .columns = columns, .column_count = 4};
    paper_claims claims = {0};
    claim_best(jobs, grid, &claims);
    claim_calibrated(jobs, grid, &claims);
    wend_result result = paper_add_verdict(call, &table, &claims, error);
    table.name = grid->errors;
    table.caption = "The values above, compared with people.";
    return result == WEND_OK ? paper_add_verdict(call, &table, &claims, error) : result;
}

/* ---- Charts ---------------------------------------------------------------------------------- */

/* The lines of a chart. */
typedef struct grid_lines {
    double x[GRID_MOST_PLACES], y[LINES_PER_CHART + 1][GRID_MOST_PLACES];
    chart_line lines[LINES_PER_CHART + 1];
    uint32_t count;
} grid_lines;

static wend_result draw(wend_paper_call *call, const models_grid *grid, grid_lines *lines,
                        uint32_t number, wend_error *error) {
    char file[80];
    snprintf(file, sizeof file, "%s-%u.png", grid->chart, number);
    const char *path = lines->count > 1 ? wend_paper_add_file(call, file) : NULL;
    chart c = {.title = grid->values,
               .x_title = grid->x_title,
               .y_title = grid->y_title,
               .lines = lines->lines,
               .line_count = lines->count};
    lines->count = 1;
    return path != NULL ? chart_write(&c, path, error) : WEND_OK;
}

/* Values more than so many times as large as those of people are not drawn: they would flatten the
 * other lines. */
static const double DRAWN_UP_TO = 4.0;

/* Adds the line of a setup that has all values, unless it is far above people. */
static void add_line(const models_jobs *jobs, const models_grid *grid, uint32_t setup,
                     grid_lines *lines) {
    uint32_t count = jobs->places[grid->kind].count;
    for (uint32_t i = 0; i < count; i++) {
        double value = models_mean(jobs, grid->kind, setup, i, grid->figure);
        if (isnan(value) || value > DRAWN_UP_TO * grid->people(jobs->places[grid->kind].at[i])) {
            return;
        }
        lines->y[lines->count][i] = value > 0.0 ? value : 0.0;
    }
    lines->lines[lines->count] = (chart_line){.name = jobs->setups->items[setup].name,
                                              .x = lines->x,
                                              .y = lines->y[lines->count],
                                              .count = count};
    lines->count++;
}

/* Draws the measured line and all setups, a few in each chart. */
static wend_result draw_charts(wend_paper_call *call, const models_jobs *jobs,
                               const models_grid *grid, wend_error *error) {
    const models_places *places = &jobs->places[grid->kind];
    grid_lines lines = {.count = 1};
    for (uint32_t i = 0; i < places->count; i++) {
        lines.x[i] = places->at[i];
        lines.y[0][i] = grid->people(places->at[i]);
    }
    lines.lines[0] = (chart_line){
        .name = grid->people_name, .x = lines.x, .y = lines.y[0], .count = places->count};
    uint32_t number = 1;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < jobs->setups->count && result == WEND_OK; i++) {
        add_line(jobs, grid, i, &lines);
        if (lines.count > LINES_PER_CHART) {
            result = draw(call, grid, &lines, number++, error);
        }
    }
    return result == WEND_OK ? draw(call, grid, &lines, number, error) : result;
}

wend_result models_add_grid(wend_paper_call *call, const models_jobs *jobs, const models_grid *grid,
                            wend_error *error) {
    wend_result result = add_people(call, jobs, grid, error);
    for (uint32_t i = 0; i < jobs->setups->count && result == WEND_OK; i++) {
        result = add_setup(call, jobs, grid, i, error);
        models_add_reason(call, jobs, grid->kind, grid->values, i, &result, error);
    }
    result = result == WEND_OK ? judge(call, jobs, grid, error) : result;
    return result == WEND_OK ? draw_charts(call, jobs, grid, error) : result;
}
