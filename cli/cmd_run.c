/* wend run: runs a scenario, prints a summary, writes outputs. */
#define _POSIX_C_SOURCE 200809L
#include "cli/load.h"
#include "cli/progress.h"
#include "cli/summary.h"
#include <signal.h>
#include <string.h>

enum {
    RUN_THREADS = LOAD_COUNT,
    RUN_OUTPUT,
    RUN_FPS,
    RUN_SAVE,
    RUN_RESUME,
    RUN_JSON,
    RUN_QUIET,
    RUN_OPTION_COUNT
};

static const option options[] = {
    LOAD_OPTIONS,
    [RUN_THREADS] = {"threads", 0, OPTION_INTEGER, "N", 1, 256, "threads to step with (1)"},
    [RUN_OUTPUT] = {"output", 'o', OPTION_LIST, "FILE", 0, 0,
                    "write FILE; its ending picks the format; may be repeated"},
    [RUN_FPS] = {"fps", 0, OPTION_NUMBER, "N", 1e-6, 1e4,
                 "frames per simulated second (each step, at most 10)"},
    [RUN_SAVE] = {"save", 0, OPTION_TEXT, "SNAP", 0, 0, "write a snapshot after the last step"},
    [RUN_RESUME] = {"resume", 0, OPTION_TEXT, "SNAP", 0, 0, "go on from a snapshot"},
    [RUN_JSON] = {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the summary as JSON"},
    [RUN_QUIET] = {"quiet", 'q', OPTION_FLAG, NULL, 0, 0, "print no summary and no progress"},
};

static volatile sig_atomic_t interrupted;

/* A second signal ends the program at once. */
static void on_interrupt(int number) {
    interrupted = 1;
    signal(number, SIG_DFL);
}

static void print_results(const arguments *args, const wend_summary *summary) {
    if (args->values[RUN_JSON].given) {
        wend_json json = {.stream = stdout};
        wend_report_write_json(wend_summary_report(summary), &json);
        putchar('\n');
    } else if (!args->values[RUN_QUIET].given) {
        print_summary(summary, stdout);
    }
}

/* What a run that did not finish means for the exit status: files and values that were given wrong,
 * or the machine. */
static int status_of(wend_result result) {
    switch (result) {
    case WEND_ERROR_IO:
    case WEND_ERROR_MEMORY:
    case WEND_ERROR_NUMBER:
        return EXIT_FAILED;
    default:
        return EXIT_INPUT;
    }
}

static int run_scenario(const arguments *args, const wend_registry *registry,
                        const wend_scenario *scenario) {
    const option_value *values = args->values;
    progress_bar bar = {0};
    wend_run_def def = wend_default_run_def();
    def.scenario = scenario;
    def.registry = registry;
    def.threads = values[RUN_THREADS].given ? (uint32_t)values[RUN_THREADS].integer : 1;
    def.outputs = values[RUN_OUTPUT].list;
    def.output_count = values[RUN_OUTPUT].count;
    def.frames_per_second = values[RUN_FPS].number;
    def.save = values[RUN_SAVE].text;
    def.resume = values[RUN_RESUME].text;
    def.cancel = &interrupted;
    if (!values[RUN_JSON].given && !values[RUN_QUIET].given && progress_wanted()) {
        def.progress = progress_show;
        def.user = &bar;
    }
    signal(SIGINT, on_interrupt);
    wend_summary *summary = NULL;
    wend_error error;
    wend_result result = wend_run_scenario(&def, &summary, &error);
    progress_end(&bar);
    if (result != WEND_OK) {
        print_error(&error);
        return status_of(result);
    }
    print_results(args, summary);
    int status = wend_summary_cancelled(summary) ? EXIT_INTERRUPTED : EXIT_DONE;
    wend_summary_destroy(summary);
    return status;
}

static int run(const arguments *args, wend_registry *registry) {
    const option_value *outputs = &args->values[RUN_OUTPUT];
    wend_error error;
    for (uint32_t i = 0; i < outputs->count; i++) {
        if (wend_output_for(registry, outputs->list[i], &error) == NULL) {
            print_error(&error);
            return EXIT_USAGE;
        }
    }
    wend_scenario *scenario = NULL;
    int status = load_scenario(args, registry, &scenario);
    if (status == EXIT_DONE) {
        status = run_scenario(args, registry, scenario);
    }
    wend_scenario_destroy(scenario);
    return status;
}

const command command_run = {
    .entry = {.name = "run", .summary = "run a scenario and tell what happened"},
    .operands = "SCENARIO",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = RUN_OPTION_COUNT,
    .notes =
        "Exit status: 0 done, 1 the scenario is wrong, 2 wrong usage, 3 failed while running,\n"
        "130 interrupted (what was recorded is closed properly).\n",
    .run = run,
};
