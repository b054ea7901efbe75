/* wend bench: measures the cost of a step, with cases that are also run with other engines
 * (bench_case.c). The measured time is that of the whole step, including the sort; the fastest of
 * `--repeat` rounds counts. */
#include "cli/bench_models.h"
#include "cli/bench_report.h"
#include "cli/bench_scaling.h"
#include "cli/bench_streets.h"
#include "cli/bench_world.h"
#include "cli/command.h"
#include "cli/kernel.h"
#include "cli/progress.h"
#include <inttypes.h>
#include <string.h>

enum {
    BENCH_THREADS,
    BENCH_STEER,
    BENCH_KERNEL,
    BENCH_REPEAT,
    BENCH_NEIGHBOURS,
    BENCH_STEPS,
    BENCH_SCALING,
    BENCH_QUICK,
    BENCH_JSON,
    BENCH_COUNT
};

static const option options[BENCH_COUNT] = {
    {"threads", 0, OPTION_INTEGER, "N", 1, 256, "number of threads (default 1)"},
    {"steer", 0, OPTION_TEXT, "STEERING", 0, 0, "the steering model (default orca)"},
    KERNEL_OPTION,
    {"repeat", 0, OPTION_INTEGER, "N", 1, 100, "repetitions; the best one counts (default 3)"},
    {"neighbours", 0, OPTION_INTEGER, "N", 1, 1000,
     "number of neighbours that the model considers (default: the model's)"},
    {"steps", 0, OPTION_INTEGER, "N", 1, 1000000, "timed steps (default: those of the case)"},
    {"scaling", 0, OPTION_FLAG, NULL, 0, 0,
     "measure kinds of cases at 1, 4, 16 and 64 times their size"},
    {"quick", 0, OPTION_FLAG, NULL, 0, 0,
     "with --scaling: up to 4 times the size, few steps, for a first look"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "print a JSON list"},
};

/* ---- Progress -------------------------------------------------------------------------------- */

static void show_progress(void *user, const bench_case *which, double done) {
    (void)user;
    fprintf(stderr, "\rmeasuring %s: %3.0f %%\033[K", which->name, 100.0 * done);
    fflush(stderr);
}

static void wipe_progress(void) {
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* ---- The command ----------------------------------------------------------------------------- */

static bool is_chosen(const arguments *args, const char *name) {
    for (uint32_t i = 0; i < args->operand_count; i++) {
        if (strcmp(args->operands[i], name) == 0) {
            return true;
        }
    }
    return args->operand_count == 0;
}

enum { MOST_CASES = 32 };

static uint32_t count_names(const char *const *names) {
    uint32_t count = 0;
    while (names[count] != NULL) {
        count++;
    }
    return count;
}

/* Checks that all given cases (with --scaling: kinds of cases) exist. If not, reports the first
 * name that is unknown. */
static bool check_names(const arguments *args, const char *what, const char *const *names) {
    uint32_t count = count_names(names);
    for (uint32_t i = 0; i < args->operand_count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < count && !known; k++) {
            known = strcmp(names[k], args->operands[i]) == 0;
        }
        if (!known) {
            char hint[300];
            fprintf(stderr, "wend bench: there is no %s '%.60s'%s\n", what, args->operands[i],
                    wend_suggest_name(args->operands[i], names, count, hint, sizeof hint));
            return false;
        }
    }
    return true;
}

/* True if the only name is that of the comparison of models. */
static bool wants_models(const arguments *args) {
    return args->operand_count == 1 && strcmp(args->operands[0], BENCH_MODELS_NAME) == 0;
}

static bool check_arguments(const arguments *args) {
    if (args->values[BENCH_SCALING].given) {
        return check_names(args, "kind of case", bench_kind_names);
    }
    if (args->values[BENCH_QUICK].given) {
        fprintf(stderr, "wend bench: --quick needs --scaling\n");
        return false;
    }
    if (wants_models(args)) {
        return true;
    }
    return check_names(args, "case", bench_case_names);
}

static bool check_steer(const bench_setup *setup) {
    wend_error error;
    if (wend_registry_find(setup->registry, WEND_KIND_STEERING, setup->steer, &error) != NULL) {
        return true;
    }
    fprintf(stderr, "wend bench: %s\n", error.message);
    return false;
}

static bench_setup read_setup(const arguments *args, const wend_registry *registry) {
    const option_value *values = args->values;
    bench_setup setup = {.registry = registry, .steer = "orca", .threads = 1, .rounds = 3};
    if (values[BENCH_STEER].given) {
        setup.steer = values[BENCH_STEER].text;
    }
    if (values[BENCH_THREADS].given) {
        setup.threads = (uint32_t)values[BENCH_THREADS].integer;
    }
    if (values[BENCH_REPEAT].given) {
        setup.rounds = (uint32_t)values[BENCH_REPEAT].integer;
    }
    if (values[BENCH_NEIGHBOURS].given) {
        setup.neighbours = (uint32_t)values[BENCH_NEIGHBOURS].integer;
    }
    if (values[BENCH_STEPS].given) {
        setup.steps = (uint32_t)values[BENCH_STEPS].integer;
    }
    if (!values[BENCH_JSON].given && progress_is_wanted()) {
        setup.progress = show_progress;
    }
    return setup;
}

static int run_case(const bench_case *which, const bench_setup *setup, wend_json *json) {
    bench_result result;
    wend_error error = {.message = "out of memory"};
    bool good = bench_measure(which, setup, &result, &error) == WEND_OK;
    if (setup->progress) {
        wipe_progress();
    }
    if (!good) {
        fprintf(stderr, "wend bench: %s: %s\n", which->name, error.message);
        return EXIT_FAILED;
    }
    if (json) {
        wend_json_begin_object(json);
        bench_write_fields(json, which->name, which, setup, &result);
        wend_json_end_object(json);
    } else {
        bench_print_row(which, setup, &result);
    }
    return EXIT_DONE;
}

static int run_cases(const arguments *args, const bench_setup *setup) {
    wend_json json = {.stream = stdout};
    bool as_json = args->values[BENCH_JSON].given;
    if (as_json) {
        wend_json_begin_array(&json);
    } else {
        bench_print_head();
    }
    int status = EXIT_DONE;
    for (uint32_t i = 0; i < bench_case_count && status == EXIT_DONE; i++) {
        if (is_chosen(args, bench_cases[i].name)) {
            status = run_case(&bench_cases[i], setup, as_json ? &json : NULL);
        }
    }
    if (as_json) {
        wend_json_end_array(&json);
        printf("\n");
    }
    return status;
}

static int run_scaling(const arguments *args, bench_setup *setup) {
    const option_value *values = args->values;
    bool quick = values[BENCH_QUICK].given;
    setup->rounds = quick && !values[BENCH_REPEAT].given ? 1 : setup->rounds;
    const char *kinds[MOST_CASES];
    uint32_t count = 0;
    for (uint32_t i = 0; bench_kind_names[i] != NULL; i++) {
        if (is_chosen(args, bench_kind_names[i])) {
            kinds[count++] = bench_kind_names[i];
        }
    }
    return bench_scaling_run(kinds, count, quick, values[BENCH_JSON].given, setup);
}

static int run(const arguments *args, wend_registry *registry) {
    bench_setup setup = read_setup(args, registry);
    if (!check_arguments(args) || !check_steer(&setup) ||
        !read_kernel("bench", &args->values[BENCH_KERNEL], &setup.kernel)) {
        return EXIT_USAGE;
    }
    wend_error error;
    if (wend_registry_add(registry, WEND_KIND_FOLLOWER, &bench_streets_follower.stage.entry,
                          &error) != WEND_OK) {
        fprintf(stderr, "wend bench: %s\n", error.message);
        return EXIT_FAILED;
    }
    if (args->values[BENCH_SCALING].given) {
        return run_scaling(args, &setup);
    }
    return wants_models(args) ? bench_models_run(&setup, args->values[BENCH_JSON].given)
                              : run_cases(args, &setup);
}

/* For completion: cases, the comparison of models, then kinds of cases. */
static const char *const operand_names[] = {BENCH_CASE_NAMES, BENCH_MODELS_NAME, BENCH_KIND_NAMES,
                                            NULL};

const command command_bench = {
    .entry = {WEND_HEAD(command), .name = "bench",
              .summary = "measure the time of simulation steps"},
    .operands = "[CASE]...",
    .most_operands = MOST_CASES,
    .options = options,
    .option_count = BENCH_COUNT,
    .notes =
        "Without a name, all cases are measured. The name models compares all steering models\n"
        "that need no map, in the crowd of crossing-10000. With --scaling, CASE is a kind of "
        "case:\n"
        "circle, crossing, blocks, mixed, jam, town or city. The world grows with the number\n"
        "of agents, so that their density stays the same.\n",
    .examples = "wend bench crossing-10000 --threads 2\n"
                "wend bench models --repeat 1\n"
                "wend bench --scaling blocks town\n",
    .choices = operand_names,
    .run = run,
};
