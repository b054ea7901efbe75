/* wend bench models: what each steering model costs in the same crowd, that of the case
 * crossing-10000. Models that integrate forces divide a step into parts of at most `max_step`.
 * Their cost per part can be compared with engines that take one such part per step. */
#include "cli/bench_models.h"
#include "cli/bench_report.h"
#include "cli/command.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const crowd = "crossing-10000";

enum { WARM_STEPS = 20, STEPS = 10 };

static bench_case make_case(void) {
    uint32_t at = 0;
    while (strcmp(bench_cases[at].name, crowd) != 0) {
        at++;
    }
    bench_case which = bench_cases[at];
    which.warm_steps = WARM_STEPS;
    which.steps = STEPS;
    return which;
}

/* Returns the number of parts into which a model divides a step. */
static uint32_t count_parts(const wend_entry *model, double dt) {
    for (uint32_t i = 0; i < model->param_count; i++) {
        if (strcmp(model->params[i].name, "max_step") == 0) {
            double parts = ceil(dt / model->params[i].default_value - 1e-3);
            return parts > 1.0 ? (uint32_t)parts : 1;
        }
    }
    return 1;
}

/* The cost of a model: of a step, and of a part of it, per agent. */
typedef struct model_cost {
    bench_result result;
    uint32_t parts;
    double part_ns;
} model_cost;

static wend_result measure(const bench_case *which, bench_setup setup, const wend_entry *model,
                           model_cost *out, wend_error *error) {
    setup.steer = model->name;
    out->parts = count_parts(model, which->dt);
    wend_result result = bench_measure(which, &setup, &out->result, error);
    out->part_ns = out->result.total_ns / out->parts;
    return result;
}

static void print_row(const wend_entry *model, const model_cost *cost) {
    printf("%-24s %9.1f %6" PRIu32 " %9.1f %8.0f\n", model->name, cost->result.total_ns,
           cost->parts, cost->part_ns, cost->result.bytes_per_agent);
    fflush(stdout);
}

static void write_row(wend_json *json, const bench_case *which, bench_setup setup,
                      const wend_entry *model, const model_cost *cost) {
    setup.steer = model->name;
    wend_json_begin_object(json);
    bench_write_fields(json, BENCH_MODELS_NAME, which, &setup, &cost->result);
    bench_write_integer(json, "parts_per_step", cost->parts);
    bench_write_number(json, "ns_per_agent_part", cost->part_ns);
    wend_json_end_object(json);
}

int bench_models_run(const bench_setup *setup, bool as_json) {
    bench_case which = make_case();
    wend_json json = {.stream = stdout};
    if (as_json) {
        wend_json_begin_array(&json);
    } else {
        printf("%-24s %9s %6s %9s %8s\n", "model", "ns/agent", "parts", "ns/part", "bytes");
    }
    int status = EXIT_DONE;
    uint32_t count = wend_registry_count(setup->registry, WEND_KIND_STEERING);
    for (uint32_t i = 0; i < count && status == EXIT_DONE; i++) {
        const wend_entry *model = wend_registry_get(setup->registry, WEND_KIND_STEERING, i);
        const wend_steering *steering = (const wend_steering *)(const void *)model;
        model_cost cost;
        wend_error error = {.message = "out of memory"};
        if (steering->needs & (WEND_NEEDS_CORRIDOR | WEND_NEEDS_FIELD)) {
            continue;
        }
        if (measure(&which, *setup, model, &cost, &error) != WEND_OK) {
            fprintf(stderr, "wend bench: %s: %s\n", model->name, error.message);
            status = EXIT_FAILED;
        } else if (as_json) {
            write_row(&json, &which, *setup, model, &cost);
        } else {
            print_row(model, &cost);
        }
    }
    if (as_json) {
        wend_json_end_array(&json);
        printf("\n");
    }
    return status;
}
