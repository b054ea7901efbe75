/* wend bench: what a step costs, on the cases that other engines are measured on.
 *
 * crossing-N: a square at 0.5 agents/m2 (row-major grid of sqrt(2) m cells, jittered by 0.4 m),
 * four constant directions, no walls, dt 0.1 s; 100 steps after 20 are timed, the best of
 * `--repeat` rounds counts. Time is that of the whole step, near to move, sort included. */
#include "cli/command.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wend/wend.h>

enum { WARM_STEPS = 20, DIRECTIONS = 4 };

typedef struct bench_case {
    uint32_t agents;
    uint32_t steps; /* timed */
} bench_case;

static const bench_case cases[] = {{10000, 100}, {100000, 100}, {1000000, 8}};
enum { CASE_COUNT = sizeof cases / sizeof *cases };
static const char *const case_names[CASE_COUNT + 1] = {"crossing-10000", "crossing-100000",
                                                       "crossing-1000000", NULL};

static const char *name_of(const bench_case *which) {
    return case_names[which - cases];
}

typedef struct bench_result {
    double stage_ns[WEND_STAGE_COUNT]; /* per agent-step */
    double total_ns;
    double bytes_per_agent;
    uint64_t hash;
} bench_result;

/* ---- Making the crowd ------------------------------------------------------------------------ */

static const double cell = 1.4142135623730951, jitter = 0.4; /* m */

static wend_result add_crowd(wend_world *world, uint32_t count, wend_error *error) {
    wend_goal goals[DIRECTIONS];
    for (int i = 0; i < DIRECTIONS; i++) {
        wend_goal_def def = wend_default_goal_def();
        def.shape = WEND_GOAL_DIRECTION;
        def.angle = 1.5707963267948966 * i;
        wend_result result = wend_world_add_goal(world, &def, &goals[i], error);
        if (result != WEND_OK) {
            return result;
        }
    }
    wend_agent_def *defs = malloc(count * sizeof *defs);
    if (!defs) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t row = 1;
    while ((uint64_t)row * row < count) {
        row++;
    }
    for (uint32_t i = 0; i < count; i++) {
        double dx = jitter * (2.0 * wend_random_uniform(1, i, 0, 0) - 1.0);
        double dy = jitter * (2.0 * wend_random_uniform(1, i, 0, 1) - 1.0);
        defs[i] = wend_default_agent_def();
        defs[i].position.x = cell * ((double)(i % row) - 0.5 * row) + dx;
        uint32_t line = i / row;
        defs[i].position.y = cell * ((double)line - 0.5 * row) + dy;
        defs[i].goal = goals[i % DIRECTIONS];
    }
    wend_result result = wend_world_add_agents(world, defs, count, NULL, error);
    free(defs);
    return result;
}

static wend_result make_world(const bench_case *which, const char *steer, uint32_t threads,
                              const wend_registry *registry, wend_world **out, wend_error *error) {
    wend_space_def space_def = wend_default_space_def();
    wend_world_def def = wend_default_world_def();
    def.registry = registry;
    def.threads = threads;
    wend_profile_def profile = wend_default_profile_def();
    profile.steer.name = steer;
    wend_result result = wend_space_create(&space_def, &def.space, error);
    if (result == WEND_OK) {
        result = wend_world_create(&def, out, error);
        wend_space_release(def.space);
    }
    if (result == WEND_OK) {
        result = wend_world_add_profile(*out, &profile, NULL, error);
    }
    return result == WEND_OK ? add_crowd(*out, which->agents, error) : result;
}

/* ---- Timing ---------------------------------------------------------------------------------- */

static wend_result time_round(wend_world *world, const bench_case *which, bench_result *best,
                              wend_error *error) {
    bench_result round = {.total_ns = 0.0};
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        round.stage_ns[i] = -wend_world_stage_seconds(world, (wend_stage_name)i);
    }
    wend_result result = wend_world_step(world, which->steps, error);
    double agent_steps = (double)which->agents * which->steps;
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        round.stage_ns[i] += wend_world_stage_seconds(world, (wend_stage_name)i);
        round.stage_ns[i] *= 1e9 / agent_steps;
        round.total_ns += round.stage_ns[i];
    }
    if (best->total_ns == 0.0 || round.total_ns < best->total_ns) {
        *best = round;
    }
    return result;
}

static wend_result measure(const bench_case *which, const char *steer, uint32_t threads,
                           uint32_t rounds, const wend_registry *registry, bench_result *out,
                           wend_error *error) {
    wend_world *world = NULL;
    wend_result result = make_world(which, steer, threads, registry, &world, error);
    if (result == WEND_OK) {
        result = wend_world_step(world, WARM_STEPS, error);
    }
    *out = (bench_result){.total_ns = 0.0};
    for (uint32_t i = 0; i < rounds && result == WEND_OK; i++) {
        result = time_round(world, which, out, error);
    }
    if (result == WEND_OK) {
        out->bytes_per_agent = (double)wend_world_memory(world).held / which->agents;
        out->hash = wend_world_hash(world);
    }
    wend_world_destroy(world);
    return result;
}

/* ---- Command --------------------------------------------------------------------------------- */

static void print_row(const bench_case *which, uint32_t threads, const bench_result *r) {
    printf("%-18s %8" PRIu32 " %3" PRIu32 " %9.1f", name_of(which), which->agents, threads,
           r->total_ns);
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        printf(" %8.1f", r->stage_ns[i]);
    }
    printf(" %8.0f\n", r->bytes_per_agent);
    fflush(stdout);
}

static void print_head(void) {
    printf("%-18s %8s %3s %9s", "case", "agents", "thr", "ns/agent");
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        printf(" %8s", wend_stage_text((wend_stage_name)i));
    }
    printf(" %8s\n", "bytes");
}

static void write_json(wend_json *json, const bench_case *which, uint32_t threads,
                       const bench_result *r) {
    wend_json_begin_object(json);
    wend_json_key(json, "case");
    wend_json_text(json, name_of(which));
    wend_json_key(json, "agents");
    wend_json_integer(json, which->agents);
    wend_json_key(json, "threads");
    wend_json_integer(json, threads);
    wend_json_key(json, "ns_per_agent_step");
    wend_json_number(json, r->total_ns);
    wend_json_key(json, "stages");
    wend_json_begin_object(json);
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        wend_json_key(json, wend_stage_text((wend_stage_name)i));
        wend_json_number(json, r->stage_ns[i]);
    }
    wend_json_end_object(json);
    wend_json_key(json, "bytes_per_agent");
    wend_json_number(json, r->bytes_per_agent);
    wend_json_end_object(json);
}

enum { BENCH_THREADS, BENCH_STEER, BENCH_REPEAT, BENCH_JSON, BENCH_COUNT };

static const option options[BENCH_COUNT] = {
    {"threads", 0, OPTION_INTEGER, "N", 1, 256, "threads to step on (default 1)"},
    {"steer", 0, OPTION_TEXT, "STEERING", 0, 0, "the steering model (default direct)"},
    {"repeat", 0, OPTION_INTEGER, "N", 1, 100, "rounds; the best one counts (default 3)"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "print a JSON list"},
};

static bool is_chosen(const arguments *args, const char *name) {
    for (uint32_t i = 0; i < args->operand_count; i++) {
        if (strcmp(args->operands[i], name) == 0) {
            return true;
        }
    }
    return args->operand_count == 0;
}

/* Names the first case that does not exist. */
static bool check_names(const arguments *args) {
    for (uint32_t i = 0; i < args->operand_count; i++) {
        bool known = false;
        for (int k = 0; k < CASE_COUNT && !known; k++) {
            known = strcmp(case_names[k], args->operands[i]) == 0;
        }
        if (!known) {
            char hint[200];
            fprintf(
                stderr, "wend bench: there is no case '%.60s'%s\n", args->operands[i],
                wend_suggest_name(args->operands[i], case_names, CASE_COUNT, hint, sizeof hint));
            return false;
        }
    }
    return true;
}

static const char *steer_of(const arguments *args) {
    const option_value *steer = &args->values[BENCH_STEER];
    return steer->given ? steer->text : "direct";
}

static bool check_steer(const arguments *args, const wend_registry *registry) {
    wend_error error;
    if (wend_registry_find(registry, WEND_KIND_STEERING, steer_of(args), &error) != NULL) {
        return true;
    }
    fprintf(stderr, "wend bench: %s\n", error.message);
    return false;
}

static int run_case(const bench_case *which, const arguments *args, const wend_registry *registry,
                    wend_json *json) {
    const option_value *values = args->values;
    uint32_t threads = values[BENCH_THREADS].given ? (uint32_t)values[BENCH_THREADS].integer : 1;
    uint32_t rounds = values[BENCH_REPEAT].given ? (uint32_t)values[BENCH_REPEAT].integer : 3;
    bool talks = !json && isatty(STDERR_FILENO);
    bench_result result;
    wend_error error = {.message = "no memory left"};
    if (talks) {
        fprintf(stderr, "measuring %s ...\r", name_of(which));
    }
    if (measure(which, steer_of(args), threads, rounds, registry, &result, &error) != WEND_OK) {
        fprintf(stderr, "wend bench: %s: %s\n", name_of(which), error.message);
        return EXIT_FAILED;
    }
    if (json) {
        write_json(json, which, threads, &result);
    } else {
        print_row(which, threads, &result);
    }
    return EXIT_DONE;
}

static int run(const arguments *args, wend_registry *registry) {
    if (!check_names(args) || !check_steer(args, registry)) {
        return EXIT_USAGE;
    }
    wend_json json = {.stream = stdout};
    bool as_json = args->values[BENCH_JSON].given;
    if (as_json) {
        wend_json_begin_array(&json);
    } else {
        print_head();
    }
    int status = EXIT_DONE;
    for (int i = 0; i < CASE_COUNT && status == EXIT_DONE; i++) {
        if (is_chosen(args, case_names[i])) {
            status = run_case(&cases[i], args, registry, as_json ? &json : NULL);
        }
    }
    if (as_json) {
        wend_json_end_array(&json);
        printf("\n");
    }
    return status;
}

const command command_bench = {
    .entry = {.name = "bench", .summary = "measure what a step costs"},
    .operands = "[CASE]...",
    .most_operands = CASE_COUNT,
    .options = options,
    .option_count = BENCH_COUNT,
    .notes = "All cases are measured without a name.\n",
    .examples = "wend bench crossing-10000 --threads 2\n",
    .choices = case_names,
    .run = run,
};
