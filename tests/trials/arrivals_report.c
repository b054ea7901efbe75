/* Prints the tables of the arrival trial. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "trials/arrivals.h"

typedef struct tally {
    /* Number of worlds, and number of worlds in which all agents arrived in time. */
    uint32_t worlds, complete;
    uint32_t refused, failed, not_run;
    uint64_t agents, late;
    double overlap, overlap_p99; /* as a fraction of the sum of the two radii */
    uint32_t deep;               /* number of worlds with an overlap above 0.1 */
    double wall_overlap;         /* m, deepest overlap with a wall */
    double worst;
    int64_t rescues; /* -1 if not reported */
    const char *message;
} tally;

static const double deep_overlap = 0.1;

static int order_numbers(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static uint32_t world_count(const arrivals_options *options) {
    return (uint32_t)(options->last - options->first + 1);
}

static bool add_outcome(tally *sum, const arrival_outcome *out) {
    sum->refused += out->status == ARRIVAL_REFUSED;
    sum->failed += out->status == ARRIVAL_FAILED;
    sum->not_run += out->status == ARRIVAL_NOT_RUN;
    if (out->status != ARRIVAL_RAN) {
        sum->message = out->message;
        return false;
    }
    sum->worlds++;
    sum->complete += out->in_time == out->agents;
    sum->agents += out->agents;
    sum->late += out->agents - out->in_time;
    sum->overlap = fmax(sum->overlap, out->overlap);
    sum->deep += out->overlap > deep_overlap;
    sum->wall_overlap = fmax(sum->wall_overlap, out->wall_overlap);
    sum->worst = fmax(sum->worst, out->worst);
    sum->rescues = out->rescues < 0 ? -1 : sum->rescues + out->rescues;
    return true;
}

static tally collect(const arrivals_options *options, const arrival_outcome *outcomes,
                     uint32_t count, uint32_t model) {
    tally sum = {0};
    double *overlaps = calloc(world_count(options), sizeof *overlaps);
    for (uint32_t i = 0; overlaps != NULL && i < world_count(options); i++) {
        const arrival_outcome *out = &outcomes[arrivals_outcome_index(options, i, count, model)];
        if (add_outcome(&sum, out)) {
            overlaps[sum.worlds - 1] = out->overlap;
        }
    }
    if (overlaps != NULL && sum.worlds > 0) {
        qsort(overlaps, sum.worlds, sizeof *overlaps, order_numbers);
        sum.overlap_p99 = overlaps[(uint32_t)ceil(0.99 * sum.worlds) - 1];
    }
    free(overlaps);
    return sum;
}

static bool is_failure(const arrival_outcome *out) {
    return out->status == ARRIVAL_FAILED || out->status == ARRIVAL_NOT_RUN ||
           (out->status == ARRIVAL_RAN && out->in_time < out->agents);
}

/* ---- Markdown -------------------------------------------------------------------------------- */

enum { LISTED_SEEDS = 8 };

static void print_seeds(const arrivals_options *options, const arrival_outcome *outcomes,
                        uint32_t count, uint32_t model) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < world_count(options); i++) {
        if (is_failure(&outcomes[arrivals_outcome_index(options, i, count, model)]) &&
            listed++ < LISTED_SEEDS) {
            printf("%s%llu", listed > 1 ? " " : "", (unsigned long long)(options->first + i));
        }
    }
    printf("%s", listed > LISTED_SEEDS ? " ..." : "");
}

static void print_row(const arrivals_options *options, const arrival_outcome *outcomes,
                      uint32_t count, uint32_t model) {
    tally sum = collect(options, outcomes, count, model);
    arrival_models models = arrivals_model(options, model);
    char rescues[32] = "-";
    if (sum.rescues >= 0) {
        snprintf(rescues, sizeof rescues, "%lld", (long long)sum.rescues);
    }
    printf("| %s | %s | %s | %u ", models.plan, models.follow, models.steer,
           options->counts[count]);
    if (sum.worlds == 0) {
        printf("| not run: %s | | | | | | | | |\n", sum.message);
        return;
    }
    printf("| %u / %u | %llu / %llu | %.2f | %.3f | %.3f | %u | %.4f | %s | ", sum.complete,
           sum.worlds + sum.failed + sum.not_run, (unsigned long long)sum.late,
           (unsigned long long)sum.agents, sum.worst, sum.overlap, sum.overlap_p99, sum.deep,
           sum.wall_overlap, rescues);
    print_seeds(options, outcomes, count, model);
    printf(" |\n");
}

static void print_table(const arrivals_options *options, const arrival_outcome *outcomes) {
    printf("Kind %s, seeds %llu to %llu\n\n", arrival_kind_names[options->kind],
           (unsigned long long)options->first, (unsigned long long)options->last);
    printf("| plan | follow | steer | agents | worlds all arrive | agents late | worst time "
           "| overlap max | p99 | worlds > 0.1 | wall growth, m | rescues | failing seeds |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (uint32_t m = 0; m < arrivals_model_count(options); m++) {
        for (uint32_t c = 0; c < options->count_count; c++) {
            print_row(options, outcomes, c, m);
        }
    }
    fflush(stdout);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void key_number(wend_json *json, const char *key, double value) {
    wend_json_write_key(json, key);
    wend_json_write_number(json, value);
}

static void key_integer(wend_json *json, const char *key, int64_t value) {
    wend_json_write_key(json, key);
    wend_json_write_integer(json, value);
}

static void key_text(wend_json *json, const char *key, const char *text) {
    wend_json_write_key(json, key);
    wend_json_write_text(json, text);
}

static void write_row(const arrivals_options *options, const arrival_outcome *outcomes,
                      uint32_t count, uint32_t model, wend_json *json) {
    tally sum = collect(options, outcomes, count, model);
    arrival_models models = arrivals_model(options, model);
    wend_json_begin_object(json);
    key_text(json, "plan", models.plan);
    key_text(json, "follow", models.follow);
    key_text(json, "steer", models.steer);
    key_integer(json, "agents", options->counts[count]);
    key_integer(json, "worlds", sum.worlds);
    key_integer(json, "worlds_complete", sum.complete);
    key_integer(json, "worlds_refused", sum.refused);
    key_integer(json, "worlds_failed", sum.failed);
    key_integer(json, "worlds_not_run", sum.not_run);
    key_integer(json, "agents_in_all", (int64_t)sum.agents);
    key_integer(json, "agents_late", (int64_t)sum.late);
    key_number(json, "worst_time", sum.worst);
    key_number(json, "max_overlap", sum.overlap);
    key_number(json, "p99_overlap", sum.overlap_p99);
    key_integer(json, "worlds_deep_overlap", sum.deep);
    key_number(json, "wall_overlap_growth_m", sum.wall_overlap);
    wend_json_write_key(json, "rescues");
    if (sum.rescues < 0) {
        wend_json_write_text(json, NULL);
    } else {
        wend_json_write_integer(json, sum.rescues);
    }
    wend_json_write_key(json, "failing_seeds");
    wend_json_begin_array(json);
    for (uint32_t i = 0; i < world_count(options); i++) {
        if (is_failure(&outcomes[arrivals_outcome_index(options, i, count, model)])) {
            wend_json_write_integer(json, (int64_t)(options->first + i));
        }
    }
    wend_json_end_array(json);
    wend_json_end_object(json);
}

static void write_json(const arrivals_options *options, const arrival_outcome *outcomes) {
    wend_json json = {.stream = stdout};
    wend_json_begin_object(&json);
    key_text(&json, "kind", arrival_kind_names[options->kind]);
    key_integer(&json, "first_seed", (int64_t)options->first);
    key_integer(&json, "last_seed", (int64_t)options->last);
    wend_json_write_key(&json, "rows");
    wend_json_begin_array(&json);
    for (uint32_t m = 0; m < arrivals_model_count(options); m++) {
        for (uint32_t c = 0; c < options->count_count; c++) {
            write_row(options, outcomes, c, m, &json);
        }
    }
    wend_json_end_array(&json);
    wend_json_end_object(&json);
    printf("\n");
}

void arrivals_print(const arrivals_options *options, const arrival_outcome *outcomes) {
    if (options->json) {
        write_json(options, outcomes);
    } else {
        print_table(options, outcomes);
    }
}
