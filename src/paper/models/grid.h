/* A table with a row for each setup and a column for each value of a measurement's variable. */
#ifndef PAPER_MODELS_GRID_H
#define PAPER_MODELS_GRID_H

#include "paper/models/jobs.h"
#include "paper/verdict.h"

typedef struct models_grid {
    const char *values; /* name of the table of values, and of that of the errors */
    const char *errors;
    const char *chart; /* file of the charts, without number and ending */
    const char *caption;
    models_kind kind;
    models_figure *figure;
    double (*people)(double at); /* the measured value */
    const char *people_name;     /* row of the measured values */
    const char *variable;        /* unit of the columns, such as "m" */
    const char *unit;            /* unit of the values */
    const char *x_title, *y_title;
    double claim; /* %: the errors that the best model should keep within */
    /* The range of the variable in which `claim` counts; 0 and 0: all of it. */
    double from, to;
} models_grid;

/* Adds both tables with their verdicts, and the charts. */
wend_result models_add_grid(wend_paper_call *call, const models_jobs *jobs, const models_grid *grid,
                            wend_error *error);

/* Writes the name of a column: the value and the unit of a variable. */
enum { GRID_COLUMN_SIZE = 32 };
void models_column(const models_grid *grid, double at, char out[GRID_COLUMN_SIZE]);

/* Adds why a setup has no values, as a remark, if it has none or a job failed. */
void models_add_reason(wend_paper_call *call, const models_jobs *jobs, models_kind kind,
                       const char *table, uint32_t setup, wend_result *result, wend_error *error);

#endif
