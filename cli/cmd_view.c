/* wend view: shows a scenario or a trajectory in a browser. */
#define _POSIX_C_SOURCE 200809L
#include "cli/kernel.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "cli/view_options.h"
#include "cli/viewing.h"
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    VIEW_THREADS = LOAD_COUNT,
    VIEW_KERNEL,
    VIEW_COMPARE,
    VIEW_SERVER,
    VIEW_QUIET = VIEW_SERVER + VIEWING_COUNT,
    VIEW_OPTION_COUNT
};

static const option options[] = {
    LOAD_OPTIONS,
    [VIEW_THREADS] = {"threads", 0, OPTION_INTEGER, "N", 1, 256, "number of threads (default 1)"},
    [VIEW_KERNEL] = KERNEL_OPTION,
    [VIEW_COMPARE] = {"compare", 0, OPTION_WORDS, "OPTIONS", 0, 0,
                      "show a run with these options beside the others, for example "
                      "\"--steer orca\"; may be repeated"},
    VIEWING_OPTIONS,
    [VIEW_QUIET] = {"quiet", 'q', OPTION_FLAG, NULL, 0, 0, "print the address only"},
};

/* What is shown. */
typedef struct view {
    const arguments *args;
    wend_registry *registry;
    wend_kernel kernel;
    wend_server *server;
    view_variant variants[WEND_MAX_SERVER_RUNS];
    wend_scenario *scenarios[WEND_MAX_SERVER_RUNS];
    uint32_t count; /* of variants that have begun to load */
    uint32_t run_count;
    const volatile sig_atomic_t *cancel;
    progress_bar bar;
} view;

static int fail(wend_result result, const wend_error *error) {
    print_error(error);
    return result == WEND_ERROR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
}

static void show_progress(void *user, double done) {
    view *v = user;
    progress_show_share(&v->bar, done);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* True if the operand has the extension of a format of trajectories. */
static bool is_trajectory(const wend_registry *registry, const char *path) {
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_INPUT); i++) {
        const wend_input *input =
            (const wend_input *)wend_registry_get(registry, WEND_KIND_INPUT, i);
        size_t length = strlen(path), ending = strlen(input->extension);
        if (length > ending && strcmp(path + length - ending, input->extension) == 0) {
            return true;
        }
    }
    return false;
}

static int add_run(view *v, wend_server_run_def *def) {
    const option_value *threads = &v->args->values[VIEW_THREADS];
    wend_error error;
    def->registry = v->registry;
    def->threads = threads->given ? (uint32_t)threads->integer : 1;
    def->kernel = v->kernel;
    def->cancel = v->cancel;
    if (!v->args->values[VIEW_QUIET].given && progress_is_wanted()) {
        def->progress = show_progress;
        def->user = v;
    }
    wend_result result = wend_server_add_run(v->server, def, &error);
    progress_end(&v->bar);
    if (result == WEND_ERROR_CANCELLED) {
        return EXIT_SIGNAL + (int)*v->cancel;
    }
    if (result != WEND_OK) {
        return fail(result, &error);
    }
    const char *note = wend_server_note(v->server, v->run_count++);
    if (note[0] != '\0') {
        fprintf(stderr, "warning: %s\n", note);
    }
    return EXIT_DONE;
}

/* Loads one variant and adds it to the server. `line` is NULL if nothing is compared. */
static int add_scenario(view *v, const char *line) {
    view_variant *variant = &v->variants[v->count];
    wend_scenario **scenario = &v->scenarios[v->count++];
    bool is_named = line != NULL && line[0] != '\0';
    if (!view_variant_read(is_named ? line : "", v->args, variant)) {
        return EXIT_USAGE;
    }
    bool repeats_warnings = v->count > 1;
    int status = load_scenario(&variant->args, v->registry,
                               repeats_warnings || v->args->values[VIEW_QUIET].given, scenario);
    if (status != EXIT_DONE) {
        return status;
    }
    v->cancel = signals_catch();
    wend_server_run_def def = wend_default_server_run_def();
    def.scenario = *scenario;
    def.name = is_named ? variant->name : NULL;
    return add_run(v, &def);
}

static int add_trajectory(view *v) {
    wend_server_run_def def = wend_default_server_run_def();
    def.trajectory = v->args->operands[0];
    v->cancel = signals_catch();
    return add_run(v, &def);
}

static int add_all(view *v) {
    const option_value *compare = &v->args->values[VIEW_COMPARE];
    if (is_trajectory(v->registry, v->args->operands[0])) {
        return add_trajectory(v);
    }
    int status = compare->count == 0 ? add_scenario(v, NULL) : EXIT_DONE;
    if (compare->count == 1) { /* beside the scenario as it is */
        status = add_scenario(v, "");
    }
    for (uint32_t i = 0; i < compare->count && status == EXIT_DONE; i++) {
        if (load_is_standard_input(v->args)) {
            rewind(stdin);
        }
        status = add_scenario(v, compare->list[i]);
    }
    return status;
}

/* ---- Serving --------------------------------------------------------------------------------- */

static void wait_for_signal(const view *v) {
    struct timespec pause = {0, 100000000};
    while (*v->cancel == 0) {
        nanosleep(&pause, NULL);
    }
}

static int serve(view *v) {
    int status = viewing_start(&v->args->values[VIEW_SERVER], v->server, stdout);
    if (status != EXIT_DONE) {
        return status;
    }
    if (!v->args->values[VIEW_QUIET].given) {
        fputs("serving the viewer at this address until Ctrl-C\n", stderr);
    }
    wait_for_signal(v);
    if (!wend_server_stop(v->server)) { /* a long message cannot be stopped, and nothing is lost */
        _exit(EXIT_SIGNAL + (int)*v->cancel);
    }
    return EXIT_SIGNAL + (int)*v->cancel;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int refuse(const char *message) {
    fprintf(stderr, "wend view: %s\nsee 'wend help view'\n", message);
    return EXIT_USAGE;
}

static int check_usage(const arguments *args, const wend_registry *registry) {
    const option_value *values = args->values;
    if (values[VIEW_COMPARE].count > WEND_MAX_SERVER_RUNS) {
        return refuse("--compare may list at most 2 runs");
    }
    if (!is_trajectory(registry, args->operands[0])) {
        return EXIT_DONE;
    }
    for (int i = 0; i <= VIEW_COMPARE; i++) {
        if (values[i].given) {
            char message[100];
            snprintf(message, sizeof message,
                     "--%s is for scenarios; a trajectory shows what was recorded",
                     options[i].name);
            return refuse(message);
        }
    }
    return EXIT_DONE;
}

static int run(const arguments *args, wend_registry *registry) {
    view v = {.args = args, .registry = registry};
    if (!read_kernel("view", &args->values[VIEW_KERNEL], &v.kernel)) {
        return EXIT_USAGE;
    }
    int status = check_usage(args, registry);
    if (status == EXIT_DONE && args->values[VIEW_COMPARE].count > 0 &&
        load_is_standard_input(args) && !load_keep_standard_input()) {
        status = EXIT_FAILED;
    }
    if (status == EXIT_DONE) {
        status = viewing_create(&args->values[VIEW_SERVER], &v.server);
    }
    if (status == EXIT_DONE) {
        status = add_all(&v);
    }
    if (status == EXIT_DONE) {
        status = serve(&v);
    }
    wend_server_destroy(v.server);
    for (uint32_t i = 0; i < v.count; i++) {
        wend_scenario_destroy(v.scenarios[i]);
        view_variant_free(&v.variants[i]);
    }
    return status;
}

const command command_view = {
    .entry = {WEND_HEAD(command), .name = "view",
              .summary = "show a scenario or a trajectory in a browser"},
    .operands = "SCENARIO|TRAJECTORY",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = VIEW_OPTION_COUNT,
    .notes =
        "Prints the address of the page, opens it if there is a browser, and serves it until\n"
        "Ctrl-C. The address has a secret token; without --listen it works on this machine only.\n"
        "Exit status: 1 the input has errors, 2 wrong usage, 3 the page cannot be served,\n"
        "130 or 143 ended by SIGINT or SIGTERM.\n",
    .examples = "wend view scenario.yaml\n"
                "wend view scenario.yaml --compare \"--steer orca\" \"--steer orca_arc\"\n"
                "wend view run.wtraj --port 8080 --no-open\n",
    .run = run,
};
