/* The results of `wend compare` as a table, as CSV and as JSON. */
#ifndef CLI_COMPARE_TABLE_H
#define CLI_COMPARE_TABLE_H

#include "cli/compare_choices.h"
#include <stdio.h>

/* One run of a choice. */
typedef struct compare_run {
    wend_summary *summary; /* NULL if the run failed */
    uint64_t agent_steps;  /* number of agents present, summed over the steps */
} compare_run;

enum { COMPARE_REASON_SIZE = WEND_ERROR_PATH_SIZE + WEND_ERROR_MESSAGE_SIZE + 32 };

/* The runs of one choice: one for each seed. */
typedef struct compare_row {
    const compare_choice *choice;
    compare_run *runs;
    uint32_t run_count; /* number of completed runs */
    bool failed;        /* the choice cannot be run; `reason` says why */
    char reason[COMPARE_REASON_SIZE];
} compare_row;

typedef struct comparison {
    const char *scenario; /* the name of the scenario */
    const compare_choices *choices;
    compare_row *rows;
    uint32_t row_count;  /* number of completed rows */
    bool is_interrupted; /* a signal arrived before the last row */
    const char *const *outputs;
    uint32_t output_count;
} comparison;

/* Prints the table: at most 100 columns, the best value of each column marked with "*". */
void comparison_print(const comparison *results, FILE *stream);
/* Writes one line for each run, with all values of its report. */
void comparison_write_csv(FILE *stream, const void *results);
void comparison_write_json(const comparison *results, wend_json *json);

#endif
