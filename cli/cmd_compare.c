/* wend compare: runs a scenario with several choices of models and settings, prints one table, and
 * draws one picture with a panel for each choice. */
#include "cli/compare_choices.h"
#include "cli/compare_table.h"
#include "cli/load.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include <stdlib.h>
#include <string.h>
#include <wend/panels.h>

enum {
    COMPARE_THREADS = LOAD_COUNT,
    COMPARE_OUTPUT,
    COMPARE_JSON,
    COMPARE_QUIET,
    COMPARE_OPTION_COUNT
};

/* The first rows have the order of LOAD_OPTIONS, because load_with_options reads them. */
static const option options[] = {
    [LOAD_PLAN] = {"plan", 0, OPTION_TEXT, "PLANNER,...", 0, 0, "planners to compare"},
    [LOAD_FOLLOW] = {"follow", 0, OPTION_TEXT, "FOLLOWER,...", 0, 0, "followers to compare"},
    [LOAD_STEER] = {"steer", 0, OPTION_TEXT, "STEERING,...", 0, 0, "steering models to compare"},
    [LOAD_SET] = {"set", 0, OPTION_LIST, "PATH=VALUE,...", 0, 0,
                  "values of a setting to compare, such as follow.bias=centre,shortest; may be "
                  "repeated"},
    [LOAD_DT] = {"dt", 0, OPTION_NUMBER, "SECONDS", 1e-4, 10,
                 "length of a step (default: the scenario's)"},
    [LOAD_SEED] = {"seed", 0, OPTION_TEXT, "SEEDS", 0, 0,
                   "run each choice with these seeds: 7, 1..5 or 1,4,9 (default: the scenario's)"},
    [LOAD_UNTIL] = {"until", 0, OPTION_NUMBER, "SECONDS", 0, 1e9,
                    "end of each run in simulated time (default: the scenario's)"},
    [COMPARE_THREADS] = {"threads", 0, OPTION_INTEGER, "N", 1, 256,
                         "number of threads (default 1)"},
    [COMPARE_OUTPUT] = {"output", 'o', OPTION_LIST, "FILE", 0, 0,
                        "write FILE: .png or .svg with a panel for each choice, or .csv with a "
                        "line for each run; may be repeated"},
    [COMPARE_JSON] = {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the results as JSON"},
    [COMPARE_QUIET] = {"quiet", 'q', OPTION_FLAG, NULL, 0, 0, "print no table and no progress"},
};

/* A comparison while it runs. */
typedef struct comparer {
    const arguments *args;
    const wend_registry *registry;
    comparison results;
    wend_scenario **scenarios; /* those that the panels show; one for each row */
    wend_panels *panels;       /* NULL: no picture is wanted */
    const volatile sig_atomic_t *cancel;
    progress_bar bar;
    bool shows_progress;
    uint32_t runs_done, runs_all;
    bool refused;         /* an output would replace a file of the scenario */
    uint64_t agent_steps; /* of the current run */
    wend_error first_error;
} comparer;

static int report_no_memory(void) {
    fputs("wend: out of memory\n", stderr);
    return EXIT_FAILED;
}

/* ---- Progress -------------------------------------------------------------------------------- */

static void show_share(comparer *c, double share) {
    if (c->shows_progress) {
        progress_show_share(&c->bar, (c->runs_done + share) / c->runs_all);
    }
}

static void on_progress(void *user, const wend_progress *progress) {
    comparer *c = user;
    double by_time = progress->end > 0.0 ? progress->time / progress->end : 1.0;
    double by_arrival = progress->agents > 0 ? (double)progress->arrived / progress->agents : 0.0;
    c->agent_steps = progress->agent_steps;
    show_share(c, by_time > by_arrival ? by_time : by_arrival);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Loads the scenario as `wend run` does with the options of this choice and seed. */
static wend_result load_choice(const comparer *c, const compare_choice *choice, const char *seed,
                               wend_scenario **out, wend_error *error) {
    option_value values[LOAD_COUNT];
    memcpy(values, c->args->values, sizeof values);
    values[LOAD_PLAN].text = choice->plan;
    values[LOAD_FOLLOW].text = choice->follow;
    values[LOAD_STEER].text = choice->steer;
    values[LOAD_SET].list = choice->settings;
    values[LOAD_SET].count = c->results.choices->setting_count;
    values[LOAD_SEED].given = seed != NULL;
    values[LOAD_SEED].text = seed;
    arguments args = *c->args;
    args.values = values;
    args.value_count = LOAD_COUNT;
    if (load_is_standard_input(c->args)) {
        rewind(stdin);
    }
    return load_with_options(&args, c->registry, out, error);
}

/* Runs a choice with one seed. The first run of a row has a panel. */
static wend_result run_once(comparer *c, compare_row *row, const wend_scenario *scenario,
                            wend_error *error) {
    const option_value *threads = &c->args->values[COMPARE_THREADS];
    wend_run_def def = wend_default_run_def();
    def.scenario = scenario;
    def.registry = c->registry;
    def.threads = threads->given ? (uint32_t)threads->integer : 1;
    def.progress = on_progress;
    def.user = c;
    def.cancel = c->cancel;
    c->agent_steps = 0;
    wend_result result = WEND_OK;
    if (c->panels != NULL && row->run_count == 0) {
        result = wend_panels_add_run(c->panels, row->choice->title, scenario, error);
        def.observe = wend_panels_observe;
        def.observer = c->panels;
    }
    compare_run *run = &row->runs[row->run_count];
    if (result == WEND_OK) {
        result = wend_run_scenario(&def, &run->summary, error);
    }
    if (result == WEND_OK && wend_summary_cancelled(run->summary)) {
        wend_summary_destroy(run->summary);
        run->summary = NULL;
        result = WEND_ERROR_CANCELLED;
    }
    if (result == WEND_OK) {
        run->agent_steps = c->agent_steps;
        row->run_count++;
    }
    return result;
}

/* Keeps a copy of the scenario's name, and prints the warnings of the first scenario. They are the
 * same for all choices, apart from those about settings. */
static void note_first(comparer *c, const wend_scenario *scenario) {
    if (c->results.scenario != NULL) {
        return;
    }
    const char *name = wend_scenario_get_info(scenario).name;
    size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (copy != NULL) {
        memcpy(copy, name, size);
    }
    c->results.scenario = copy;
    if (!c->args->values[COMPARE_QUIET].given) {
        load_print_warnings(scenario, c->args->operands[0]);
    }
}

static wend_result run_seed(comparer *c, compare_row *row, const char *seed, wend_error *error) {
    wend_scenario *scenario = NULL;
    wend_result result = load_choice(c, row->choice, seed, &scenario, error);
    if (result == WEND_OK) {
        note_first(c, scenario);
        c->refused = !outputs_spare_scenario("compare", &c->args->values[COMPARE_OUTPUT], scenario);
        result = c->refused ? WEND_ERROR_CANCELLED : WEND_OK;
    }
    if (result == WEND_OK) {
        uint32_t index = (uint32_t)(row - c->results.rows);
        bool is_shown = row->run_count == 0 && c->panels != NULL;
        result = run_once(c, row, scenario, error);
        if (is_shown) {
            c->scenarios[index] = scenario;
            scenario = NULL;
        }
    }
    wend_scenario_destroy(scenario);
    return result;
}

/* Records that a choice cannot be run. Its panel shows the reason. If a later seed fails, the panel
 * with the first seed stays. */
static void fail_row(comparer *c, compare_row *row, const wend_error *error) {
    row->failed = true;
    wend_error_text(error, row->reason, sizeof row->reason);
    if (c->first_error.message[0] == '\0') {
        c->first_error = *error;
    }
    if (c->panels == NULL || row->run_count > 0) {
        return;
    }
    /* A failure to store the text leaves an empty panel. */
    if (c->scenarios[row - c->results.rows] != NULL) {
        wend_panels_fail_run(c->panels, row->reason, NULL);
    } else {
        wend_panels_add_text(c->panels, row->choice->title, row->reason, NULL);
    }
}

/* Runs a choice with all seeds. Returns false if a signal has arrived or an output was refused. */
static bool run_row(comparer *c, compare_row *row) {
    const compare_choices *choices = c->results.choices;
    uint32_t count = choices->seed_count > 0 ? choices->seed_count : 1;
    for (uint32_t i = 0; i < count; i++) {
        wend_error error;
        const char *seed = choices->seed_count > 0 ? choices->seeds[i] : NULL;
        wend_result result =
            *c->cancel == 0 ? run_seed(c, row, seed, &error) : WEND_ERROR_CANCELLED;
        if (result == WEND_ERROR_CANCELLED) {
            return false;
        }
        if (result != WEND_OK) {
            fail_row(c, row, &error);
            c->runs_done += count - i;
            return true;
        }
        c->runs_done++;
        show_share(c, 0.0);
    }
    return true;
}

/* ---- Outputs --------------------------------------------------------------------------------- */

static bool is_picture(const char *path) {
    return output_ends_with(path, ".png") || output_ends_with(path, ".svg");
}

static bool wants_picture(const option_value *outputs) {
    for (uint32_t i = 0; i < outputs->count; i++) {
        if (is_picture(outputs->list[i])) {
            return true;
        }
    }
    return false;
}

/* Checks the outputs before anything is read, because a comparison may take hours. */
static int check_outputs(const arguments *args) {
    const option_value *outputs = &args->values[COMPARE_OUTPUT];
    for (uint32_t i = 0; i < outputs->count; i++) {
        const char *path = outputs->list[i];
        if (!is_picture(path) && !output_ends_with(path, ".csv")) {
            fprintf(stderr,
                    "wend compare: cannot write '%.200s'; expected a name that ends in "
                    ".png, .svg or .csv\n",
                    path);
            return EXIT_USAGE;
        }
    }
    if (!outputs_differ("compare", outputs) ||
        !outputs_spare_standard_input("compare", outputs, args->operands[0])) {
        return EXIT_USAGE;
    }
    for (uint32_t i = 0; i < outputs->count; i++) {
        if (!output_is_writable(outputs->list[i], "write")) {
            return EXIT_FAILED;
        }
    }
    return EXIT_DONE;
}

static int write_outputs(comparer *c) {
    const option_value *outputs = &c->args->values[COMPARE_OUTPUT];
    int status = EXIT_DONE;
    for (uint32_t i = 0; i < outputs->count; i++) {
        const char *path = outputs->list[i];
        wend_error error;
        if (!is_picture(path)) {
            bool good = output_write(path, "write", comparison_write_csv, &c->results);
            status = good ? status : EXIT_FAILED;
        } else if (wend_panels_write(c->panels, path, &error) != WEND_OK) {
            print_error(&error);
            status = EXIT_FAILED;
        }
    }
    return status;
}

/* ---- The command ----------------------------------------------------------------------------- */

/* True if no choice could be run. */
static bool all_failed(const comparison *results) {
    for (uint32_t i = 0; i < results->row_count; i++) {
        if (!results->rows[i].failed) {
            return false;
        }
    }
    return results->row_count > 0;
}

static int status_of(wend_result result) {
    return result == WEND_ERROR_MEMORY || result == WEND_ERROR_NUMBER ? EXIT_FAILED : EXIT_INPUT;
}

static void print_results(const comparer *c) {
    if (c->args->values[COMPARE_JSON].given) {
        wend_json json = {.stream = stdout};
        comparison_write_json(&c->results, &json);
        putchar('\n');
    } else if (!c->args->values[COMPARE_QUIET].given) {
        comparison_print(&c->results, stdout);
    }
}

/* Runs all choices, and writes and prints the results. */
static int run_all(comparer *c) {
    const compare_choices *choices = c->results.choices;
    for (uint32_t i = 0; i < choices->count && !c->results.is_interrupted; i++) {
        if (run_row(c, &c->results.rows[i])) {
            c->results.row_count++;
        } else {
            c->results.is_interrupted = true;
        }
    }
    progress_end(&c->bar);
    if (c->refused) {
        return EXIT_USAGE;
    }
    if (all_failed(&c->results)) {
        print_error(&c->first_error);
        return status_of(c->first_error.code);
    }
    if (c->results.is_interrupted) {
        if (c->results.row_count > 0) {
            print_results(c);
        }
        return EXIT_SIGNAL + (int)*c->cancel;
    }
    int status = write_outputs(c);
    if (status == EXIT_DONE) {
        print_results(c);
    }
    return status;
}

/* Returns the name of the scenario's file, without its folder. */
static const char *input_name(const arguments *args) {
    const char *path = args->operands[0], *slash = strrchr(path, '/');
    if (load_is_standard_input(args)) {
        return "standard input";
    }
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* Allocates the rows and the picture. Returns false if out of memory. */
static bool open_comparer(comparer *c) {
    const compare_choices *choices = c->results.choices;
    size_t seeds = choices->seed_count > 0 ? choices->seed_count : 1;
    c->scenarios = calloc(choices->count, sizeof(wend_scenario *));
    c->results.rows = calloc(choices->count, sizeof *c->results.rows);
    if (c->scenarios == NULL || c->results.rows == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < choices->count; i++) {
        compare_row *row = &c->results.rows[i];
        row->choice = &choices->items[i];
        row->runs = calloc(seeds, sizeof *row->runs);
        if (row->runs == NULL) {
            return false;
        }
    }
    if (!wants_picture(&c->args->values[COMPARE_OUTPUT])) {
        return true;
    }
    wend_panels_def def = wend_default_panels_def();
    def.title = input_name(c->args);
    def.line = choices->seed_count > 1 ? "the panels show the first seed" : "";
    return wend_panels_create(&def, &c->panels, NULL) == WEND_OK;
}

static void close_comparer(comparer *c) {
    const compare_choices *choices = c->results.choices;
    wend_panels_destroy(c->panels);
    for (uint32_t i = 0; i < choices->count && c->results.rows != NULL; i++) {
        compare_row *row = &c->results.rows[i];
        for (uint32_t k = 0; row->runs != NULL && k < row->run_count; k++) {
            wend_summary_destroy(row->runs[k].summary);
        }
        free(row->runs);
    }
    for (uint32_t i = 0; i < choices->count && c->scenarios != NULL; i++) {
        wend_scenario_destroy(c->scenarios[i]);
    }
    free(c->scenarios);
    free(c->results.rows);
    free((void *)c->results.scenario);
}

static int run_choices(const arguments *args, const wend_registry *registry,
                       const compare_choices *choices) {
    const option_value *outputs = &args->values[COMPARE_OUTPUT];
    comparer c = {.args = args,
                  .registry = registry,
                  .cancel = signals_catch(),
                  .runs_all = choices->count * (choices->seed_count > 0 ? choices->seed_count : 1)};
    c.results.choices = choices;
    c.results.outputs = outputs->list;
    c.results.output_count = outputs->count;
    c.shows_progress = !args->values[COMPARE_JSON].given && !args->values[COMPARE_QUIET].given &&
                       progress_is_wanted();
    int status = open_comparer(&c) ? run_all(&c) : report_no_memory();
    close_comparer(&c);
    return status;
}

static int run(const arguments *args, wend_registry *registry) {
    int status = check_outputs(args);
    if (status != EXIT_DONE) {
        return status;
    }
    compare_choices choices;
    status = choices_read(args, registry, &choices);
    if (status == EXIT_DONE && load_is_standard_input(args)) {
        status = load_keep_standard_input() ? EXIT_DONE : EXIT_FAILED;
    }
    if (status == EXIT_DONE) {
        status = run_choices(args, registry, &choices);
    }
    choices_free(&choices);
    return status;
}

const command command_compare = {
    .entry = {WEND_HEAD(command), .name = "compare",
              .summary = "run a scenario with several choices and compare the results"},
    .operands = "SCENARIO",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = COMPARE_OPTION_COUNT,
    .notes =
        "Each option may list several values, separated by commas; every combination of values is\n"
        "one choice (at most 64). A choice that cannot be run is a row with the reason.\n"
        "Exit status: 0 done, 1 no choice can be run, 2 wrong usage, 3 failed while running, 130 "
        "or\n"
        "143 interrupted by SIGINT or SIGTERM (no files are written).\n",
    .examples =
        "wend compare scenario.yaml --steer orca,orca_segment,orca_arc -o panels.png\n"
        "wend compare scenario.yaml --steer orca,hrvo --seed 1..5 -o runs.csv\n"
        "wend compare scenario.yaml --set follow.bias=shortest,centre --set time.dt=0.05,0.1\n",
    .run = run,
};
