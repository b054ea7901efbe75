/* cli/bench_report.h: prints what a benchmark measured. */
#ifndef CLI_BENCH_REPORT_H
#define CLI_BENCH_REPORT_H

#include "cli/bench_world.h"
#include <wend/kit.h>

/* Prints the titles of a table, and one row of it. */
void bench_print_head(void);
void bench_print_row(const bench_case *which, const bench_setup *setup, const bench_result *r);

/* Writes one field of a JSON object. */
void bench_write_text(wend_json *json, const char *key, const char *text);
void bench_write_integer(wend_json *json, const char *key, int64_t value);
void bench_write_number(wend_json *json, const char *key, double value);
/* Writes all fields of a case, within an object that is open. `name` is the value of `case`. */
void bench_write_fields(wend_json *json, const char *name, const bench_case *which,
                        const bench_setup *setup, const bench_result *r);

#endif
