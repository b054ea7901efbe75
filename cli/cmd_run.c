/* wend run: runs a scenario, prints a summary, writes outputs. */
#define _POSIX_C_SOURCE 200809L
#include "cli/load.h"
#include "cli/progress.h"
#include "cli/summary.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

enum {
    RUN_THREADS = LOAD_COUNT,
    RUN_OUTPUT,
    RUN_FPS,
    RUN_SAVE,
    RUN_RESUME,
    RUN_EXPLAIN,
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
    [RUN_EXPLAIN] = {"explain", 0, OPTION_TEXT, "AGENT@TIME", 0, 0,
                     "draw one choice of the agent with that key to -o FILE.svg or .png"},
    [RUN_JSON] = {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the summary as JSON"},
    [RUN_QUIET] = {"quiet", 'q', OPTION_FLAG, NULL, 0, 0, "print no summary and no progress"},
};

/* ---- Signals --------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted; /* the number of the first signal */
static struct timespec interrupted_at;

static double seconds_since(struct timespec then) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then.tv_sec) + 1e-9 * (double)(now.tv_nsec - then.tv_nsec);
}

/* The first signal stops the run after a step. One that comes later than a second after it ends the
 * program at once; before that it counts as the same: `timeout` sends it to the program and to its
 * group. */
static void on_signal(int number) {
    if (interrupted == 0) {
        clock_gettime(CLOCK_MONOTONIC, &interrupted_at);
        interrupted = number;
    } else if (seconds_since(interrupted_at) > 1.0) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void catch_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- The command ----------------------------------------------------------------------------- */

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
    catch_signals();
    wend_summary *summary = NULL;
    wend_error error;
    wend_result result = wend_run_scenario(&def, &summary, &error);
    progress_end(&bar);
    if (result != WEND_OK) {
        print_error(&error);
        return status_of(result);
    }
    print_results(args, registry, summary);
    int status = wend_summary_cancelled(summary) ? EXIT_SIGNAL + (int)interrupted : EXIT_DONE;
    wend_summary_destroy(summary);
    return status;
}

/* ---- One choice ------------------------------------------------------------------------------ */

static void json_velocity(wend_json *json, const char *name, wend_vec2 velocity) {
    wend_json_key(json, name);
    wend_json_begin_array(json);
    wend_json_number(json, (double)velocity.x);
    wend_json_number(json, (double)velocity.y);
    wend_json_end_array(json);
}

static void json_count(wend_json *json, const char *name, uint32_t count) {
    wend_json_key(json, name);
    wend_json_integer(json, count);
}

static void print_explanation(const arguments *args, const wend_explanation *e) {
    static const char *const freedoms[] = {"free", "relaxed", "infeasible"};
    if (!args->values[RUN_JSON].given) {
        puts(e->sentence);
        return;
    }
    wend_json json = {.stream = stdout};
    wend_json_begin_object(&json);
    wend_json_key(&json, "agent");
    wend_json_integer(&json, (int64_t)e->agent.key);
    wend_json_key(&json, "time_s");
    wend_json_number(&json, e->time);
    json_velocity(&json, "preferred", e->preferred);
    json_velocity(&json, "chosen", e->chosen);
    json_count(&json, "half_planes", e->half_planes);
    json_count(&json, "cones", e->cones);
    json_count(&json, "regions", e->regions);
    json_count(&json, "forces", e->forces);
    wend_json_key(&json, "last_choice");
    wend_json_text(
        &json, freedoms[e->agent.freedom <= WEND_INFEASIBLE ? e->agent.freedom : WEND_INFEASIBLE]);
    wend_json_key(&json, "sentence");
    wend_json_text(&json, e->sentence);
    wend_json_end_object(&json);
    putchar('\n');
}

/* What makes no sense beside --explain: it starts at the beginning, records nothing, and ends. */
static int check_explain(const arguments *args) {
    static const int refused[] = {RUN_FPS, RUN_SAVE, RUN_RESUME};
    uint64_t key = 0;
    double time = 0.0;
    wend_error error;
    const char *text = args->values[RUN_EXPLAIN].text;
    if (text == NULL) {
        return EXIT_DONE;
    }
    if (wend_explain_parse(text, &key, &time, &error) != WEND_OK) {
        fprintf(stderr, "wend run: --explain: %s\n", error.message);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (args->values[refused[i]].given) {
            fprintf(stderr,
                    "wend run: --explain writes one figure and no recording; leave out --%s\n",
                    options[refused[i]].name);
            return EXIT_USAGE;
        }
    }
    const option_value *outputs = &args->values[RUN_OUTPUT];
    const char *path = outputs->count == 1 ? outputs->list[0] : "";
    const char *ending = strrchr(path, '.');
    if (ending == NULL || (strcmp(ending, ".svg") != 0 && strcmp(ending, ".png") != 0)) {
        fprintf(stderr,
                "wend run: --explain writes one figure; give one -o FILE.svg or FILE.png\n");
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

static int explain_choice(const arguments *args, const wend_registry *registry,
                          const wend_scenario *scenario) {
    wend_error error;
    wend_explanation explanation;
    wend_explain_def def = wend_default_explain_def();
    def.scenario = scenario;
    def.registry = registry;
    def.threads = args->values[RUN_THREADS].given ? (uint32_t)args->values[RUN_THREADS].integer : 1;
    def.path = args->values[RUN_OUTPUT].list[0];
    def.cancel = &interrupted;
    wend_explain_parse(args->values[RUN_EXPLAIN].text, &def.key, &def.time, &error);
    catch_signals();
    wend_result result = wend_explain_scenario(&def, &explanation, &error);
    if (result != WEND_OK) {
        print_error(&error);
        return status_of(result);
    }
    if (explanation.cancelled) {
        return EXIT_SIGNAL + (int)interrupted;
    }
    if (!args->values[RUN_QUIET].given) {
        print_explanation(args, &explanation);
    }
    return EXIT_DONE;
}

/* ---- Checks before the scenario is read ------------------------------------------------------ */

static bool check_outputs(const arguments *args, const wend_registry *registry) {
    const option_value *outputs = &args->values[RUN_OUTPUT];
    const char *save = args->values[RUN_SAVE].text;
    wend_error error;
    for (uint32_t i = 0; i < outputs->count; i++) {
        const char *path = outputs->list[i];
        if (wend_output_for(registry, path, &error) == NULL) {
            print_error(&error);
            return false;
        }
        bool twice = save != NULL && strcmp(save, path) == 0;
        for (uint32_t k = 0; k < i && !twice; k++) {
            twice = strcmp(outputs->list[k], path) == 0;
        }
        if (twice) {
            fprintf(stderr, "wend run: %s is named twice\n", path);
            return false;
        }
    }
    return true;
}

/* Whether a setting is about what a snapshot holds. */
static bool is_of_snapshot(const char *setting) {
    static const char *const paths[] = {"seed",   "time.dt", "time.steer_every",
                                        "select", "plan",    "follow",
                                        "modify", "steer",   "profiles"};
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
        if (is_of_snapshot(set->list[i])) {
            return refuse_with_resume("set", set->list[i]);
        }
    }
    FILE *file = fopen(snapshot, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot open: %s\n", snapshot, strerror(errno));
        return EXIT_INPUT;
    }
    fclose(file);
    return EXIT_DONE;
}

static int run(const arguments *args, wend_registry *registry) {
    if (!check_outputs(args, registry)) {
        return EXIT_USAGE;
    }
    int status = check_explain(args);
    if (status == EXIT_DONE) {
        status = check_resume(args);
    }
    if (status != EXIT_DONE) {
        return status;
    }
    wend_scenario *scenario = NULL;
    status = load_scenario(args, registry, args->values[RUN_QUIET].given, &scenario);
    if (status == EXIT_DONE) {
        status = args->values[RUN_EXPLAIN].text != NULL ? explain_choice(args, registry, scenario)
                                                        : run_scenario(args, registry, scenario);
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
        "130 or 143 interrupted by SIGINT or SIGTERM (what was recorded is closed properly).\n",
    .run = run,
};
