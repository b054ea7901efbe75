/* Prints the results of benchmarks as rows of a table or as fields of JSON objects. */
#include "cli/bench_report.h"
#include "cli/kernel.h"
#include <inttypes.h>
#include <stdio.h>

void bench_print_head(void) {
    printf("%-18s %8s %3s %9s", "case", "agents", "thr", "ns/agent");
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        printf(" %8s", wend_stage_text((wend_stage_name)i));
    }
    printf(" %8s\n", "bytes");
}

void bench_print_row(const bench_case *which, const bench_setup *setup, const bench_result *r) {
    printf("%-18s %8" PRIu32 " %3" PRIu32 " %9.1f", which->name, which->agents, setup->threads,
           r->total_ns);
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        printf(" %8.1f", r->stage_ns[i]);
    }
    printf(" %8.0f\n", r->bytes_per_agent);
    fflush(stdout);
}

void bench_write_text(wend_json *json, const char *key, const char *text) {
    wend_json_write_key(json, key);
    wend_json_write_text(json, text);
}

void bench_write_integer(wend_json *json, const char *key, int64_t value) {
    wend_json_write_key(json, key);
    wend_json_write_integer(json, value);
}

void bench_write_number(wend_json *json, const char *key, double value) {
    wend_json_write_key(json, key);
    wend_json_write_number(json, value);
}

void bench_write_fields(wend_json *json, const char *name, const bench_case *which,
                        const bench_setup *setup, const bench_result *r) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
    wend_kernel kernel = setup->kernel == WEND_KERNEL_AUTO ? find_fastest_kernel() : setup->kernel;
    bench_write_text(json, "case", name);
    bench_write_text(json, "steer", setup->steer);
    bench_write_text(json, "kernel", wend_kernel_text(kernel));
    bench_write_integer(json, "agents", which->agents);
    bench_write_integer(json, "threads", setup->threads);
    bench_write_integer(json, "steps", r->steps);
    bench_write_number(json, "ns_per_agent_step", r->total_ns);
    wend_json_write_key(json, "stages");
    wend_json_begin_object(json);
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        bench_write_number(json, wend_stage_text((wend_stage_name)i), r->stage_ns[i]);
    }
    wend_json_end_object(json);
    bench_write_number(json, "bytes_per_agent", r->bytes_per_agent);
    bench_write_text(json, "state_hash", hash);
}
