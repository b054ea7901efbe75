/* wend run: runs a scenario, prints a summary and writes outputs. */
#include "cli/explanation.h"
#include "cli/kernel.h"
#include "cli/load.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "cli/summary.h"
#include "cli/viewing.h"
#include <inttypes.h>
#include <string.h>
#include <unistd.h>
#include <wend/snapshot.h>

enum {
    RUN_THREADS = LOAD_COUNT,
    RUN_KERNEL,
    RUN_OUTPUT,
    RUN_FPS,
    RUN_SAVE,
    RUN_RESUME,
    RUN_EXPLAIN,
    RUN_JSON,
    RUN_QUIET,
    RUN_VIEW,
    RUN_PACE,
    RUN_SERVER,
    RUN_OPTION_COUNT = RUN_SERVER + VIEWING_COUNT
};

static const option options[] = {
    LOAD_OPTIONS,
    [RUN_THREADS] = {"threads", 0, OPTION_INTEGER, "N", 1, 256, "number of threads (default 1)"},
    [RUN_KERNEL] = KERNEL_OPTION,
    [RUN_OUTPUT] = {"output", 'o', OPTION_LIST, "FILE", 0, 0,
                    "write FILE; its ending determines the format; may be repeated"},
    [RUN_FPS] = {"fps", 0, OPTION_NUMBER, "N", 1e-6, 1e4,
                 "frames per simulated second in outputs (default: each step, at most 10)"},
    [RUN_SAVE] = {"save", 0, OPTION_TEXT, "SNAP", 0, 0, "write a snapshot after the last step"},
    [RUN_RESUME] = {"resume", 0, OPTION_TEXT, "SNAP", 0, 0, "resume from a snapshot"},
    [RUN_EXPLAIN] =
        {"explain", 0, OPTION_TEXT, "AGENT@TIME", 0, 0,
         "draw how an agent chooses its velocity, to -o FILE.svg or .png; AGENT is its key"},
    [RUN_JSON] = {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the summary as JSON"},
    [RUN_QUIET] = {"quiet", 'q', OPTION_FLAG, NULL, 0, 0, "print no summary and no progress"},
    [RUN_VIEW] = {"view", 0, OPTION_FLAG, NULL, 0, 0, "show the run in a browser while it goes on"},
    [RUN_PACE] = {"pace", 0, OPTION_NUMBER, "N", 1e-3, 1e6,
                  "with --view: the largest simulated time per second (default: no limit)"},
    VIEWING_OPTIONS,
};

static void print_results(const arguments *args, const wend_registry *registry,
                          const wend_summary *summary) {
    if (args->values[RUN_JSON].given) {
        wend_json json = {.stream = stdout};
        wend_report_write_json(wend_summary_report(summary), &json);
        putchar('\n');
    } else if (!args->values[RUN_QUIET].given) {
        print_summary(summary, registry, stdout);
    }
}

/* Returns the exit status of a failed run: EXIT_FAILED if the machine failed (files, memory) or a
 * model computed invalid numbers, EXIT_INPUT if a file or value is wrong. */
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

/* What the callbacks of a run need: progress bars while maps are built, then during the steps. */
typedef struct run_calls {
    const arguments *args;
    const volatile sig_atomic_t *cancel;
    progress_bar maps, steps;
} run_calls;

static void show_map_progress(void *user, double done) {
    run_calls *calls = user;
    progress_show_share(&calls->maps, done);
}

static void show_steps(void *user, const wend_progress *progress) {
    run_calls *calls = user;
    progress_show(&calls->steps, progress);
}

static void end_progress(run_calls *calls) {
    calls->steps.is_shown |= calls->maps.is_shown;
    progress_end(&calls->steps);
}

/* Ends the program within a step that goes on after a signal. Nothing that the step still uses is
 * freed, so exit() is avoided: it calls destructors. */
static void end_within_step(void *user, uint64_t steps, wend_result result,
                            const wend_error *error) {
    run_calls *calls = user;
    const option_value *values = calls->args->values;
    int number = __atomic_load_n(calls->cancel, __ATOMIC_RELAXED); /* set on another thread */
    if (steps == WEND_NO_STEPS) { /* nothing was written; the other thread may show progress */
        fputs(progress_is_wanted() ? "\n" : "", stderr);
        _exit(EXIT_SIGNAL + number);
    }
    end_progress(calls);
    fprintf(stderr, "wend run: interrupted within step %" PRIu64 "; %s%s%sthere is no summary\n",
            steps + 1, values[RUN_OUTPUT].given ? "outputs end before it; " : "",
            values[RUN_SAVE].given ? values[RUN_SAVE].text : "",
            values[RUN_SAVE].given ? " was not written; " : "");
    if (result != WEND_OK) {
        print_error(error);
    }
    _exit(result == WEND_OK ? EXIT_SIGNAL + number : status_of(result));
}

static wend_run_def define_run(const arguments *args, const wend_registry *registry,
                               wend_kernel kernel, const wend_scenario *scenario) {
    const option_value *values = args->values;
    wend_run_def def = wend_default_run_def();
    def.scenario = scenario;
    def.registry = registry;
    def.threads = values[RUN_THREADS].given ? (uint32_t)values[RUN_THREADS].integer : 1;
    def.kernel = kernel;
    def.outputs = values[RUN_OUTPUT].list;
    def.output_count = values[RUN_OUTPUT].count;
    def.frames_per_second = values[RUN_FPS].number;
    def.save = values[RUN_SAVE].text;
    def.resume = values[RUN_RESUME].text;
    return def;
}

static int run_scenario(const arguments *args, const wend_registry *registry, wend_kernel kernel,
                        const wend_scenario *scenario) {
    run_calls calls = {.args = args, .cancel = signals_catch()};
    wend_run_def def = define_run(args, registry, kernel, scenario);
    def.cancel = calls.cancel;
    def.give_up = end_within_step;
    def.user = &calls;
    if (!args->values[RUN_JSON].given && !args->values[RUN_QUIET].given && progress_is_wanted()) {
        def.progress = show_steps;
        def.map_progress = show_map_progress;
    }
    wend_summary *summary = NULL;
    wend_server *server = NULL;
    wend_error error;
    if (args->values[RUN_VIEW].given) {
        double pace = args->values[RUN_PACE].number;
        int status = viewing_attach(&args->values[RUN_SERVER], pace, &def, &server);
        if (status != EXIT_DONE) {
            return status;
        }
    }
    wend_result result = wend_run_scenario(&def, &summary, &error);
    wend_server_destroy(server);
    end_progress(&calls);
    if (result == WEND_ERROR_CANCELLED) {
        return EXIT_SIGNAL + (int)*def.cancel;
    }
    if (result != WEND_OK) {
        print_error(&error);
        return status_of(result);
    }
    print_results(args, registry, summary);
    int status = wend_summary_cancelled(summary) ? EXIT_SIGNAL + (int)*def.cancel : EXIT_DONE;
    wend_summary_destroy(summary);
    return status;
}

static int explain(const arguments *args, const wend_registry *registry,
                   const wend_scenario *scenario) {
    const option_value *values = args->values;
    wend_explain_def def = wend_default_explain_def();
    def.scenario = scenario;
    def.registry = registry;
    def.threads = values[RUN_THREADS].given ? (uint32_t)values[RUN_THREADS].integer : 1;
    def.path = values[RUN_OUTPUT].list[0];
    def.cancel = signals_catch();
    wend_result result = explanation_make(&def, values[RUN_EXPLAIN].text, values[RUN_QUIET].given,
                                          values[RUN_JSON].given);
    return result == WEND_OK                ? EXIT_DONE
           : result == WEND_ERROR_CANCELLED ? EXIT_SIGNAL + (int)*def.cancel
                                            : status_of(result);
}

/* ---- Checks before the scenario is read ------------------------------------------------------ */

/* Rejects options that contradict --explain. A run with --explain starts at the beginning, records
 * nothing, and ends at the explained step. */
static int check_explain(const arguments *args) {
    static const int refused[] = {RUN_FPS, RUN_SAVE, RUN_RESUME};
    if (args->values[RUN_EXPLAIN].text == NULL) {
        return EXIT_DONE;
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (args->values[refused[i]].given) {
            fprintf(stderr,
                    "wend run: --explain writes one figure and no recording; leave out --%s\n",
                    options[refused[i]].name);
            return EXIT_USAGE;
        }
    }
    return explanation_check(args->values[RUN_EXPLAIN].text, &args->values[RUN_OUTPUT])
               ? EXIT_DONE
               : EXIT_USAGE;
}

/* Rejects options of the viewer without --view, and a view of an explanation. */
static int check_view(const arguments *args) {
    bool has_view = args->values[RUN_VIEW].given;
    if (has_view && args->values[RUN_EXPLAIN].given) {
        fputs("wend run: --explain draws one figure; leave out --view\n", stderr);
        return EXIT_USAGE;
    }
    return has_view ? EXIT_DONE : viewing_refuse(args, options, RUN_PACE, RUN_OPTION_COUNT);
}

/* Checks, before anything is read, that the outputs and the snapshot can be written, because a run
 * may take hours. */
static int check_targets(const arguments *args, const wend_registry *registry) {
    const option_value *outputs = &args->values[RUN_OUTPUT];
    const char *save = args->values[RUN_SAVE].text;
    const char *scenario = args->operands[0];
    if (!outputs_check("run", outputs, save, registry) ||
        !outputs_spare_standard_input("run", outputs, scenario) ||
        (save != NULL && !output_spares_standard_input("run", save, scenario))) {
        return EXIT_USAGE;
    }
    bool good = save == NULL || output_is_writable(save, "write the snapshot");
    for (uint32_t i = 0; i < outputs->count && good; i++) {
        good = output_is_writable(outputs->list[i], "write");
    }
    return good ? EXIT_DONE : EXIT_FAILED;
}

/* True if a setting changes data that a snapshot contains. */
static bool is_stored_in_snapshot(const char *setting) {
    static const char *const paths[] = {
        "seed",   "time.dt", "time.steer_every", "time.plan_budget", "select", "plan", "follow",
        "modify", "steer",   "profiles",         "density"};
    size_t length = strcspn(setting, "=");
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        size_t part = strlen(paths[i]);
        if (part <= length && memcmp(setting, paths[i], part) == 0 &&
            (setting[part] == '=' || setting[part] == '.')) {
            return true;
        }
    }
    return false;
}

static int refuse_with_resume(const char *name, const char *value) {
    fprintf(stderr,
            "wend run: --resume takes seed, dt and models from the snapshot; leave out --%s%s%s\n",
            name, value[0] != '\0' ? " " : "", value);
    return EXIT_USAGE;
}

/* Checks the first bytes of a snapshot, before the scenario is read. */
static int check_snapshot(const char *path) {
    wend_error error;
    if (wend_snapshot_check_file(path, &error) != WEND_OK) {
        print_error(&error);
        return EXIT_INPUT;
    }
    return EXIT_DONE;
}

/* Rejects outputs that would replace the snapshot from which the run resumes. */
static bool spares_snapshot(const arguments *args) {
    const option_value *outputs = &args->values[RUN_OUTPUT];
    const char *snapshot = args->values[RUN_RESUME].text, *save = args->values[RUN_SAVE].text;
    const char *what = "the snapshot to resume from";
    bool good = snapshot == NULL || save == NULL || output_spares("run", save, snapshot, what);
    for (uint32_t i = 0; i < outputs->count && snapshot != NULL && good; i++) {
        good = output_spares("run", outputs->list[i], snapshot, what);
    }
    return good;
}

/* Rejects outputs that would replace a file that the scenario was read from. */
static bool spares_scenario(const arguments *args, const wend_scenario *scenario) {
    const char *save = args->values[RUN_SAVE].text;
    return (save == NULL || output_spares_scenario("run", save, scenario)) &&
           outputs_spare_scenario("run", &args->values[RUN_OUTPUT], scenario);
}

static int check_resume(const arguments *args) {
    static const int refused[] = {LOAD_PLAN, LOAD_FOLLOW, LOAD_STEER, LOAD_DT, LOAD_SEED};
    const char *snapshot = args->values[RUN_RESUME].text;
    const option_value *set = &args->values[LOAD_SET];
    if (snapshot == NULL) {
        return EXIT_DONE;
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (args->values[refused[i]].given) {
            return refuse_with_resume(options[refused[i]].name, "");
        }
    }
    for (uint32_t i = 0; i < set->count; i++) {
        if (is_stored_in_snapshot(set->list[i])) {
            return refuse_with_resume("set", set->list[i]);
        }
    }
    return spares_snapshot(args) ? check_snapshot(snapshot) : EXIT_USAGE;
}

static int run(const arguments *args, wend_registry *registry) {
    wend_kernel kernel;
    if (!read_kernel("run", &args->values[RUN_KERNEL], &kernel)) {
        return EXIT_USAGE;
    }
    int status = check_view(args);
    if (status == EXIT_DONE) {
        status = check_explain(args);
    }
    if (status == EXIT_DONE) {
        status = check_targets(args, registry);
    }
    if (status == EXIT_DONE) {
        status = check_resume(args);
    }
    if (status != EXIT_DONE) {
        return status;
    }
    wend_scenario *scenario = NULL;
    status = load_scenario(args, registry, args->values[RUN_QUIET].given, &scenario);
    if (status == EXIT_DONE && !spares_scenario(args, scenario)) {
        status = EXIT_USAGE;
    }
    if (status == EXIT_DONE) {
        status = args->values[RUN_EXPLAIN].text != NULL
                     ? explain(args, registry, scenario)
                     : run_scenario(args, registry, kernel, scenario);
    }
    wend_scenario_destroy(scenario);
    return status;
}

const command command_run = {
    .entry = {WEND_HEAD(command), .name = "run", .summary = "run a scenario and print a summary"},
    .operands = "SCENARIO",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = RUN_OPTION_COUNT,
    .notes =
        "Exit status: 0 done, 1 the scenario has errors, 2 wrong usage, 3 failed while running,\n"
        "130 or 143 interrupted by SIGINT or SIGTERM (outputs are closed properly).\n",
    .examples = "wend run scenario.yaml -o picture.png -o tracks.csv --fps 5\n"
                "wend run scenario.yaml --steer relax --set steer.relaxation_time=0.8 --json\n"
                "wend run scenario.yaml --until 10 --save ten.snap\n"
                "wend run scenario.yaml --resume ten.snap\n"
                "wend run scenario.yaml --explain 1@2.5 -o choice.svg\n",
    .run = run,
};
