/* wend bench: measures the cost of a step, with cases that are also run with other engines
 * (bench_case.c). The measured time is that of the whole step, including the sort; the fastest of
 * `--repeat` rounds counts. */
#include "cli/bench_streets.h"
#include "cli/bench_world.h"
#include "cli/command.h"
#include "cli/kernel.h"
#include "cli/progress.h"
#include <inttypes.h>
#include <string.h>

enum { BENCH_THREADS, BENCH_STEER, BENCH_KERNEL, BENCH_REPEAT, BENCH_JSON, BENCH_COUNT };

static const option options[BENCH_COUNT] = {
    {"threads", 0, OPTION_INTEGER, "N", 1, 256, "number of threads (default 1)"},
    {"steer", 0, OPTION_TEXT, "STEERING", 0, 0, "the steering model (default orca)"},
    KERNEL_OPTION,
    {"repeat", 0, OPTION_INTEGER, "N", 1, 100, "repetitions; the best one counts (default 3)"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "print a JSON list"},
};

/* ---- Printing -------------------------------------------------------------------------------- */

static void print_head(void) {
    printf("%-18s %8s %3s %9s", "case", "agents", "thr", "ns/agent");
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        printf(" %8s", wend_stage_text((wend_stage_name)i));
    }
    printf(" %8s\n", "bytes");
}

static void print_row(const bench_case *which, const bench_setup *setup, const bench_result *r) {
    printf("%-18s %8" PRIu32 " %3" PRIu32 " %9.1f", which->name, which->agents, setup->threads,
           r->total_ns);
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        printf(" %8.1f", r->stage_ns[i]);
    }
    printf(" %8.0f\n", r->bytes_per_agent);
    fflush(stdout);
}

static void write_text(wend_json *json, const char *key, const char *text) {
    wend_json_write_key(json, key);
    wend_json_write_text(json, text);
}

static void write_integer(wend_json *json, const char *key, int64_t value) {
    wend_json_write_key(json, key);
    wend_json_write_integer(json, value);
}

static void write_number(wend_json *json, const char *key, double value) {
    wend_json_write_key(json, key);
    wend_json_write_number(json, value);
}

static void write_json(wend_json *json, const bench_case *which, const bench_setup *setup,
                       const bench_result *r) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
    wend_kernel kernel = setup->kernel == WEND_KERNEL_AUTO ? find_fastest_kernel() : setup->kernel;
    wend_json_begin_object(json);
    write_text(json, "case", which->name);
    write_text(json, "steer", setup->steer);
    write_text(json, "kernel", wend_kernel_text(kernel));
    write_integer(json, "agents", which->agents);
    write_integer(json, "threads", setup->threads);
    write_integer(json, "steps", r->steps);
    write_number(json, "ns_per_agent_step", r->total_ns);
    wend_json_write_key(json, "stages");
    wend_json_begin_object(json);
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        write_number(json, wend_stage_text((wend_stage_name)i), r->stage_ns[i]);
    }
    wend_json_end_object(json);
    write_number(json, "bytes_per_agent", r->bytes_per_agent);
    write_text(json, "state_hash", hash);
    wend_json_end_object(json);
}

static void show_progress(const bench_case *which, double done) {
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

/* Checks that all given cases exist. If not, reports the first name that is unknown. */
static bool check_names(const arguments *args) {
    for (uint32_t i = 0; i < args->operand_count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < bench_case_count && !known; k++) {
            known = strcmp(bench_case_names[k], args->operands[i]) == 0;
        }
        if (!known) {
            char hint[300];
            fprintf(stderr, "wend bench: there is no case '%.60s'%s\n", args->operands[i],
                    wend_suggest_name(args->operands[i], bench_case_names, bench_case_count, hint,
                                      sizeof hint));
            return false;
        }
    }
    return true;
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
        write_json(json, which, setup, &result);
    } else {
        print_row(which, setup, &result);
    }
    return EXIT_DONE;
}

static int run_cases(const arguments *args, const bench_setup *setup) {
    wend_json json = {.stream = stdout};
    bool as_json = args->values[BENCH_JSON].given;
    if (as_json) {
        wend_json_begin_array(&json);
    } else {
        print_head();
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

static int run(const arguments *args, wend_registry *registry) {
    bench_setup setup = read_setup(args, registry);
    if (!check_names(args) || !check_steer(&setup) ||
        !read_kernel("bench", &args->values[BENCH_KERNEL], &setup.kernel)) {
        return EXIT_USAGE;
    }
    wend_error error;
    if (wend_registry_add(registry, WEND_KIND_FOLLOWER, &bench_streets_follower.stage.entry,
                          &error) != WEND_OK) {
        fprintf(stderr, "wend bench: %s\n", error.message);
        return EXIT_FAILED;
    }
    return run_cases(args, &setup);
}

const command command_bench = {
    .entry = {WEND_HEAD(command), .name = "bench",
              .summary = "measure the time of simulation steps"},
    .operands = "[CASE]...",
    .most_operands = MOST_CASES,
    .options = options,
    .option_count = BENCH_COUNT,
    .notes = "Without a name, all cases are measured.\n",
    .examples = "wend bench crossing-10000 --threads 2\n",
    .choices = bench_case_names,
    .run = run,
};
