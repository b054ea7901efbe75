/* The tables of speeds in corridors: one direction, single file, two directions. */
#include "paper/models/data.h"
#include "paper/models/grid.h"
#include "paper/models/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>

#define SPEEDS_SETUP                                                                               \
    "People start at random; 40 s until the motion is steady, then the mean speed along the "      \
    "corridor over 30 s (with --quick: 8 s and 8 s). The ends of the corridor, 26 m apart, are "   \
    "joined. "

static double speed_of(const models_job *job) {
    return job->outcome.ring.speed;
}

static double seam_density_of(const models_job *job) {
    return job->outcome.ring.seam_density;
}

static double seam_speed_of(const models_job *job) {
    return job->outcome.ring.seam_speed;
}

/* ---- One direction --------------------------------------------------------------------------- */

static const char seam_table[] = "Corridor: the seam of the period";

/* The seam is invisible if the density and the speed around it are those of the whole corridor. */
static wend_result judge_seam(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"density", "in the 4 m around the seam, divided by the mean of the corridor; mean of all "
                    "densities"},
        {"speed", "the same for the speed"}};
    const wend_paper_table table = {
        .name = seam_table,
        .caption = "A check of the measurement: where the ends of the corridor are joined, people "
                   "are as dense and as fast as elsewhere. Samples every 0.5 s.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_claims claims = {0};
    double density = 0.0, speed = 0.0, count = 0.0;
    for (uint32_t i = 0; i < jobs->setups->count; i++) {
        models_range of = models_range_of(jobs, MODELS_CORRIDOR, i, seam_density_of);
        models_range speeds = models_range_of(jobs, MODELS_CORRIDOR, i, seam_speed_of);
        if (of.count > 0 && speeds.count > 0) {
            density += of.sum / of.count;
            speed += speeds.sum / speeds.count;
            count += 1.0;
        }
    }
    /* 5 %: a sample holds few people; see the comment of the test. */
    paper_claim(&claims, paper_at_most(fabs(density / count - 1.0), 0.05, -INFINITY),
                "mean of all rows: density %.3f of the mean", density / count);
    paper_claim(&claims, paper_at_most(fabs(speed / count - 1.0), 0.05, -INFINITY),
                "speed %.3f of the mean", speed / count);
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_seam(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < jobs->setups->count && result == WEND_OK; i++) {
        models_range density = models_range_of(jobs, MODELS_CORRIDOR, i, seam_density_of);
        models_range speed = models_range_of(jobs, MODELS_CORRIDOR, i, seam_speed_of);
        paper_row row = {
            .call = call, .table = seam_table, .row = jobs->setups->items[i].name, .error = error};
        if (density.count > 0) {
            paper_add_number(&row, "density", "1", NAN, density.sum / density.count);
            paper_add_number(&row, "speed", "1", NAN, speed.sum / speed.count);
        }
        result = row.result;
    }
    return result == WEND_OK ? judge_seam(call, jobs, error) : result;
}

/* ---- Single file ----------------------------------------------------------------------------- */

static const char file_table[] = "Single file: speed by density";

static wend_result add_file_row(wend_paper_call *call, const models_jobs *jobs, uint32_t setup,
                                uint32_t *inside, wend_error *error) {
    const models_places *places = &jobs->places[MODELS_FILE];
    paper_row row = {
        .call = call, .table = file_table, .row = jobs->setups->items[setup].name, .error = error};
    double within = 0.0, measured = 0.0;
    for (uint32_t i = 0; i < places->count; i++) {
        char column[GRID_COLUMN_SIZE];
        data_band band = data_single_file(places->at[i]);
        double speed = models_mean(jobs, MODELS_FILE, setup, i, speed_of);
        snprintf(column, sizeof column, "%.1f 1/m", places->at[i]);
        paper_add_number(&row, column, "m/s", band.middle, speed);
        within += !isnan(speed) && data_outside_band(&band, speed) == 0.0;
        measured += !isnan(speed);
    }
    paper_add_number(&row, "inside", "1", NAN, within);
    paper_add_number(&row, "measured", "1", NAN, measured);
    *inside += measured > 0.0 && within == places->count;
    wend_result result = row.result;
    models_add_reason(call, jobs, MODELS_FILE, file_table, setup, &result, error);
    return result;
}

static wend_result add_bands(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const char *const rows[] = {"people, 10 % are slower", "people, 90 % are slower"};
    wend_result result = WEND_OK;
    for (int k = 0; k < 2 && result == WEND_OK; k++) {
        paper_row row = {.call = call, .table = file_table, .row = rows[k], .error = error};
        for (uint32_t i = 0; i < jobs->places[MODELS_FILE].count; i++) {
            char column[GRID_COLUMN_SIZE];
            data_band band = data_single_file(jobs->places[MODELS_FILE].at[i]);
            snprintf(column, sizeof column, "%.1f 1/m", jobs->places[MODELS_FILE].at[i]);
            paper_add_number(&row, column, "m/s", NAN, k == 0 ? band.low : band.high);
        }
        result = row.result;
    }
    return result;
}

static wend_result add_file(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"* 1/m", "mean speed at this density; in brackets the median of people"},
        {"inside", "densities at which the speed lies between those that 10 % and 90 % of people "
                   "do not exceed"},
        {"measured", "densities that were measured"},
        {"not measured", "why there is no value"}};
    const wend_paper_table table = {
        .name = file_table,
        .caption = SPEEDS_SETUP
        "The corridor is 0.02 m wider than people, so that no person can pass another; "
        "people start at nearly equal distances. "
        "People: RiMEA guideline 4, test 16. Claim: a model lies between "
        "10 % and 90 % of people at all densities.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    uint32_t inside = 0;
    wend_result result = add_bands(call, jobs, error);
    for (uint32_t i = 0; i < jobs->setups->count && result == WEND_OK; i++) {
        result = add_file_row(call, jobs, i, &inside, error);
    }
    paper_claims claims = {0};
    paper_claim(&claims, paper_at_least(inside, 1.0, INFINITY), "%u of %u rows are inside", inside,
                jobs->setups->count);
    return result == WEND_OK ? paper_add_verdict(call, &table, &claims, error) : result;
}

wend_result models_add_speeds(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const models_grid corridor = {
        .values = "Corridor: speed by density",
        .errors = "Corridor: error of the speed",
        .chart = "corridor-speed",
        .caption = SPEEDS_SETUP "The corridor is 3 m wide, and everybody walks in one direction. "
                                "People: Weidmann's formula. Claim: a model keeps within 15 % from "
                                "1 to 2.5 per m2.",
        .kind = MODELS_CORRIDOR,
        .figure = speed_of,
        .people = data_weidmann_speed,
        .people_name = "people (Weidmann)",
        .variable = "1/m2",
        .unit = "m/s",
        .x_title = "density, 1/m2",
        .y_title = "speed, m/s",
        .claim = 15.0,
        .from = 1.0,
        .to = 2.5};
    wend_result result = models_add_grid(call, jobs, &corridor, error);
    result = result == WEND_OK ? add_seam(call, jobs, error) : result;
    return result == WEND_OK ? add_file(call, jobs, error) : result;
}

/* ---- Two directions -------------------------------------------------------------------------- */

static double people_two_way(double density) {
    for (int i = 0; i < DATA_TWO_WAY; i++) {
        if (fabs(data_two_way[i].x - density) < 1e-9) {
            return data_two_way[i].y;
        }
    }
    return NAN;
}

static const char lanes_table[] = "Two-way corridor: lanes";

static double order_of(const models_job *job) {
    return job->outcome.ring.order;
}

static double order_start_of(const models_job *job) {
    return job->outcome.ring.order_start;
}

static double passing_through_of(const models_job *job) {
    return job->outcome.ring.through;
}

static wend_result judge_order(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const wend_paper_column columns[] = {
        {"start", "order parameter at the start, mean of all densities"},
        {"* 1/m2", "mean order parameter of the last 30 s at this density"},
        {"through", "people who walked through another, at all densities"},
        {"not measured", "why there is no value"}};
    const wend_paper_table table = {
        .name = lanes_table,
        .caption = SPEEDS_SETUP "The corridor is 3.6 m wide; half of the people walk in each "
                                "direction. The order parameter is 0 as at random and 1 in "
                                "lanes (Rex and Loewen 2007; Nowak and Schadschneider 2012; rows "
                                "of 0.4 m). People form lanes; we know no measured order "
                                "parameter.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    /* Our own bound: half of the way from a random state to complete lanes. */
    static const double in_lanes = 0.5;
    paper_claims claims = {0};
    uint32_t form = 0;
    for (uint32_t i = 0; i < jobs->setups->count; i++) {
        models_range order = models_range_of(jobs, MODELS_TWO_WAY, i, order_of);
        form += order.count > 0 && order.sum / order.count >= in_lanes;
    }
    paper_claim(&claims, WEND_VERDICT_OPEN, "the mean order parameter of %u of %u rows is above %g",
                form, jobs->setups->count, in_lanes);
    return paper_add_verdict(call, &table, &claims, error);
}

wend_result models_add_lanes(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const models_grid speeds = {
        .values = "Two-way corridor: speed by density",
        .errors = "Two-way corridor: error of the speed",
        .chart = "two-way-speed",
        .caption = SPEEDS_SETUP "The corridor is 3.6 m wide; half of the people walk in each "
                                "direction; no model was calibrated with it. People: HERMES "
                                "experiments of 2009. Claim: a model keeps within 25 % at all "
                                "densities.",
        .kind = MODELS_TWO_WAY,
        .figure = speed_of,
        .people = people_two_way,
        .people_name = "people (HERMES 2009)",
        .variable = "1/m2",
        .unit = "m/s",
        .x_title = "density, 1/m2",
        .y_title = "speed, m/s",
        .claim = 25.0};
    wend_result result = models_add_grid(call, jobs, &speeds, error);
    for (uint32_t i = 0; i < jobs->setups->count && result == WEND_OK; i++) {
        models_range start = models_range_of(jobs, MODELS_TWO_WAY, i, order_start_of);
        paper_row row = {
            .call = call, .table = lanes_table, .row = jobs->setups->items[i].name, .error = error};
        for (uint32_t k = 0; k < jobs->places[MODELS_TWO_WAY].count && start.count > 0; k++) {
            char column[GRID_COLUMN_SIZE];
            models_column(&speeds, jobs->places[MODELS_TWO_WAY].at[k], column);
            paper_add_number(&row, column, "1", NAN,
                             models_mean(jobs, MODELS_TWO_WAY, i, k, order_of));
        }
        if (start.count > 0) {
            paper_add_number(&row, "start", "1", NAN, start.sum / start.count);
            paper_add_number(&row, "through", "1", NAN,
                             models_range_of(jobs, MODELS_TWO_WAY, i, passing_through_of).sum);
        }
        result = row.result;
        models_add_reason(call, jobs, MODELS_TWO_WAY, lanes_table, i, &result, error);
    }
    return result == WEND_OK ? judge_order(call, jobs, error) : result;
}
