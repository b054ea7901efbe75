/* wend bench --scaling: what a kind of case costs when it grows. The world grows with the number of
 * agents, so the density stays the same, and a cost per agent that does not depend on the size of
 * the world stays the same too. Growth is the ratio to the cost at the first size. */
#include "cli/bench_scaling.h"
#include "cli/bench_report.h"
#include "cli/command.h"
#include "cli/progress.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { SIZES = 4, QUICK_SIZES = 2, QUICK_WARM_STEPS = 2, QUICK_STEPS = 5 };

/* Factors on the length and the width of the world; the number of agents grows by their squares. */
static const uint32_t factors[SIZES] = {1, 2, 4, 8};

/* ---- Progress -------------------------------------------------------------------------------- */

/* Work is counted in agent-steps. */
typedef struct scaling_progress {
    progress_bar bar;
    double done, current, all;
} scaling_progress;

static void show_progress(void *user, const bench_case *which, double done) {
    (void)which;
    scaling_progress *p = user;
    progress_show_share(&p->bar, (p->done + done * p->current) / p->all);
}

static double count_work(const bench_case *which, const bench_setup *setup) {
    return (double)which->agents *
           (which->warm_steps + (setup->steps > 0 ? setup->steps : which->steps));
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static bench_case make_case(const char *kind, uint32_t size, bool quick) {
    bench_case which = bench_grow(bench_find_kind(kind), factors[size]);
    if (quick) {
        which.warm_steps = QUICK_WARM_STEPS;
        which.steps = QUICK_STEPS;
    }
    return which;
}

/* ---- Printing -------------------------------------------------------------------------------- */

static void print_head(void) {
    printf("%-10s %6s %8s %9s %6s %9s %6s %9s %6s %8s\n", "case", "size", "agents", "ns/agent",
           "growth", "bytes", "growth", "us/route", "growth", "map s");
}

static void print_row(const char *kind, uint32_t size, const bench_case *which,
                      const bench_result *r, const bench_result *first) {
    uint32_t times = factors[size] * factors[size];
    printf("%-10s %5" PRIu32 "x %8" PRIu32 " %9.1f %6.2f %9.1f %6.2f", kind, times, which->agents,
           r->total_ns, r->total_ns / first->total_ns, r->bytes_per_agent,
           r->bytes_per_agent / first->bytes_per_agent);
    if (r->routes > 0) {
        printf(" %9.1f %6.2f %8.2f\n", r->us_per_route, r->us_per_route / first->us_per_route,
               r->map_seconds);
    } else {
        printf(" %9s %6s %8s\n", "-", "-", "-");
    }
    fflush(stdout);
}

/* Writes a number, or null where no routes are planned. */
static void write_planned(wend_json *json, const char *key, double value, const bench_result *r) {
    bench_write_number(json, key, r->routes > 0 ? value : NAN); /* NaN is written as null */
}

static void write_row(wend_json *json, const char *kind, uint32_t size, const bench_case *which,
                      const bench_setup *setup, const bench_result *r, const bench_result *first) {
    wend_json_begin_object(json);
    bench_write_fields(json, kind, which, setup, r);
    bench_write_integer(json, "size", factors[size] * factors[size]);
    bench_write_integer(json, "routes", (int64_t)r->routes);
    write_planned(json, "us_per_route", r->us_per_route, r);
    write_planned(json, "map_seconds", r->map_seconds, r);
    wend_json_write_key(json, "growth");
    wend_json_begin_object(json);
    bench_write_number(json, "ns_per_agent_step", r->total_ns / first->total_ns);
    bench_write_number(json, "bytes_per_agent", r->bytes_per_agent / first->bytes_per_agent);
    write_planned(json, "us_per_route", r->us_per_route / first->us_per_route, r);
    wend_json_end_object(json);
    wend_json_end_object(json);
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Measures all sizes of one kind. */
static int run_kind(const char *kind, uint32_t sizes, bool quick, const bench_setup *setup,
                    scaling_progress *progress, wend_json *json) {
    bench_result first = {0};
    for (uint32_t i = 0; i < sizes; i++) {
        bench_case which = make_case(kind, i, quick);
        bench_result result = {0};
        wend_error error = {.message = "out of memory"};
        progress->current = count_work(&which, setup);
        wend_result measured = bench_measure(&which, setup, &result, &error);
        progress->done += progress->current;
        progress_end(&progress->bar);
        if (measured != WEND_OK) {
            fprintf(stderr, "wend bench: %s with %" PRIu32 " agents: %s\n", kind, which.agents,
                    error.message);
            return EXIT_FAILED;
        }
        first = i == 0 ? result : first;
        if (json) {
            write_row(json, kind, i, &which, setup, &result, &first);
        } else {
            print_row(kind, i, &which, &result, &first);
        }
    }
    return EXIT_DONE;
}

int bench_scaling_run(const char *const *kinds, uint32_t count, bool quick, bool as_json,
                      const bench_setup *setup) {
    uint32_t sizes = quick ? QUICK_SIZES : SIZES;
    scaling_progress progress = {.done = 0.0};
    for (uint32_t i = 0; i < count * sizes; i++) {
        bench_case which = make_case(kinds[i / sizes], i % sizes, quick);
        progress.all += count_work(&which, setup);
    }
    bench_setup own = *setup;
    own.progress = setup->progress ? show_progress : NULL;
    own.user = &progress;
    wend_json json = {.stream = stdout};
    if (as_json) {
        wend_json_begin_array(&json);
    } else {
        print_head();
    }
    int status = EXIT_DONE;
    for (uint32_t i = 0; i < count && status == EXIT_DONE; i++) {
        status = run_kind(kinds[i], sizes, quick, &own, &progress, as_json ? &json : NULL);
    }
    if (as_json) {
        wend_json_end_array(&json);
        printf("\n");
    }
    return status;
}
