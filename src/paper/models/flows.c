/* The tables of flows through passages: bottlenecks, longer passages, corners and doors. */
#include "paper/models/data.h"
#include "paper/models/grid.h"
#include "paper/models/parts.h"
#include "paper/trials.h"
#include <math.h>
#include <stdio.h>

#define FLOWS_SETUP                                                                                \
    "350 people start at random in a room of 7 m by 15 m (3.33 per m2) and leave by a passage in " \
    "the middle of a short side; free speeds as Weidmann's. The flow is the slope of the number "  \
    "of people who have passed over time, from 20 % to 80 % of all, or to the last one in 1.5 "    \
    "times the duration that people need; mean of the seeds that neither clogged for good nor "    \
    "were slower than a quarter of people. With --quick: 100 people. "

static double flow_of(const models_job *job) {
    return job->outcome.exit.flow;
}

static double clogged_of(const models_job *job) {
    return job->outcome.exit.clogged;
}

static double clearance_of(const models_job *job) {
    return job->outcome.exit.clearance;
}

static double through_of(const models_job *job) {
    return job->outcome.exit.through;
}

static double remaining_of(const models_job *job) {
    return job->outcome.exit.remaining;
}

static double last_of(const models_job *job) {
    return job->outcome.exit.last;
}

/* Returns the measured value at a width, or NAN. */
static double find(const data_point *points, uint32_t count, double x) {
    for (uint32_t i = 0; i < count; i++) {
        if (fabs(points[i].x - x) < 1e-9) {
            return points[i].y;
        }
    }
    return NAN;
}

static double people_flow(double width) {
    return find(data_bottlenecks, DATA_BOTTLENECKS, width);
}

static double people_long_flow(double width) {
    return find(data_long_bottlenecks, DATA_LONG_BOTTLENECKS, width);
}

/* ---- Clogging and contacts ------------------------------------------------------------------- */

static const char contacts_table[] = "Bottlenecks: clogging and contacts";

static wend_result judge_contacts(wend_paper_call *call, const models_jobs *jobs,
                                  wend_error *error) {
    static const wend_paper_column columns[] = {
        {"runs", "runs at all widths"},
        {"clogged",
         "runs in which no person passed for 10 s while people remained; after 30 s a run "
         "ends"},
        {"remaining",
         "people who had not passed when their run ended (after 1.5 times the duration that "
         "people need, or by clogging), sum of all runs"},
        {"smallest gap", "smallest gap between two people in all runs; negative: they overlap"},
        {"through", "people whose centre came nearer to another than half the sum of the radii, "
                    "per run"},
        {"not measured", "why there is no value"}};
    const wend_paper_table table = {
        .name = contacts_table,
        .caption = "The runs of the flows above. Gaps are measured every 0.1 s.",
        .columns = columns,
        .column_count = sizeof columns / sizeof columns[0]};
    paper_claims claims = {0};
    uint32_t free = 0, apart = 0;
    for (uint32_t i = 0; i < jobs->setups->count; i++) {
        models_range clogged = models_range_of(jobs, MODELS_BOTTLENECK, i, clogged_of);
        models_range through = models_range_of(jobs, MODELS_BOTTLENECK, i, through_of);
        free += clogged.count > 0 && clogged.sum == 0.0;
        apart += through.count > 0 && through.sum == 0.0;
    }
    paper_claim(&claims, WEND_VERDICT_OPEN, "%u of %u rows never clog", free, jobs->setups->count);
    paper_claim(&claims, WEND_VERDICT_OPEN, "in %u rows no person walks through another", apart);
    return paper_add_verdict(call, &table, &claims, error);
}

static wend_result add_contacts(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < jobs->setups->count && result == WEND_OK; i++) {
        paper_row row = {.call = call,
                         .table = contacts_table,
                         .row = jobs->setups->items[i].name,
                         .error = error};
        models_range clogged = models_range_of(jobs, MODELS_BOTTLENECK, i, clogged_of);
        models_range gap = models_range_of(jobs, MODELS_BOTTLENECK, i, clearance_of);
        if (clogged.count > 0) {
            paper_add_number(&row, "runs", "1", NAN, clogged.count);
            paper_add_number(&row, "clogged", "1", NAN, clogged.sum);
            paper_add_number(&row, "remaining", "1", NAN,
                             models_range_of(jobs, MODELS_BOTTLENECK, i, remaining_of).sum);
            paper_add_number(&row, "smallest gap", "m", NAN, gap.low);
            paper_add_number(&row, "through", "1", NAN,
                             models_range_of(jobs, MODELS_BOTTLENECK, i, through_of).sum /
                                 clogged.count);
        }
        result = row.result;
        models_add_reason(call, jobs, MODELS_BOTTLENECK, contacts_table, i, &result, error);
    }
    return result == WEND_OK ? judge_contacts(call, jobs, error) : result;
}

wend_result models_add_flows(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const models_grid flows = {
        .values = "Bottlenecks: flow by width",
        .errors = "Bottlenecks: error of the flow",
        .chart = "bottleneck-flow",
        .caption = FLOWS_SETUP "The passage is 1 m long. People: HERMES experiments of 2009. "
                               "Claim: a model keeps within 20 % at all widths.",
        .kind = MODELS_BOTTLENECK,
        .figure = flow_of,
        .people = people_flow,
        .people_name = "people (HERMES 2009)",
        .variable = "m",
        .unit = "1/s",
        .x_title = "width, m",
        .y_title = "flow, 1/s",
        .claim = 20.0};
    wend_result result = models_add_grid(call, jobs, &flows, error);
    return result == WEND_OK ? add_contacts(call, jobs, error) : result;
}

/* ---- Held-out passages ----------------------------------------------------------------------- */

wend_result models_add_long(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const models_grid flows = {
        .values = "Long bottlenecks: flow by width",
        .errors = "Long bottlenecks: error of the flow",
        .chart = "long-bottleneck-flow",
        .caption = FLOWS_SETUP "The passage is 3 m long; no model was calibrated with it. People: "
                               "1.9 per m and s (Seyfried et al. 2009; theirs was 2.8 m long). "
                               "Claim: a model keeps within 20 % at all widths.",
        .kind = MODELS_LONG,
        .figure = flow_of,
        .people = people_long_flow,
        .people_name = "people (Seyfried 2009)",
        .variable = "m",
        .unit = "1/s",
        .x_title = "width, m",
        .y_title = "flow, 1/s",
        .claim = 20.0};
    static const models_grid corner = {
        .values = "Corner: flow",
        .errors = "Corner: error of the flow",
        .chart = "corner-flow",
        .caption = FLOWS_SETUP "The passage is 3 m long, turns left by a right angle, and is 3 m "
                               "longer; no model was calibrated with it. It can carry at most as "
                               "much as a straight one: 1.9 per m and s. We have found no "
                               "experiment of this shape. Claim: a model keeps within 20 %.",
        .kind = MODELS_CORNER,
        .figure = flow_of,
        .people = people_long_flow,
        .people_name = "people, straight",
        .variable = "m",
        .unit = "1/s",
        .x_title = "width, m",
        .y_title = "flow, 1/s",
        .claim = 20.0};
    wend_result result = models_add_grid(call, jobs, &flows, error);
    return result == WEND_OK ? models_add_grid(call, jobs, &corner, error) : result;
}

/* ---- Doors ----------------------------------------------------------------------------------- */

static double people_time(double people) {
    return people / (DATA_FLOW_PER_METRE * MODELS_DOOR_WIDTH);
}

wend_result models_add_doors(wend_paper_call *call, const models_jobs *jobs, wend_error *error) {
    static const models_grid times = {
        .values = "Door: time to leave by crowd size",
        .errors = "Door: error of the time to leave",
        .chart = "door-time",
        .caption = "People start at random in a room of 12 m by 12 m and leave by a door of 1 m in "
                   "a wall of 0.3 m. Time when the last person passes; - if that is later than 1.5 "
                   "times the time of people. "
                   "People: 1.9 per m and s from the first second (Seyfried et al. 2009), so that "
                   "small crowds, which have to walk to the door, are slower than that. Claim: a "
                   "model keeps within 20 % for 100 people and more.",
        .kind = MODELS_DOOR,
        .figure = last_of,
        .people = people_time,
        .people_name = "people (1.9 per m and s)",
        .variable = "people",
        .unit = "s",
        .x_title = "people",
        .y_title = "time when the last person passes, s",
        .claim = 20.0,
        .from = 100.0,
        .to = 1000.0};
    return models_add_grid(call, jobs, &times, error);
}
