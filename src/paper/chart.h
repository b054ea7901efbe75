/* A line chart that is written as a PNG file. */
#ifndef PAPER_CHART_H
#define PAPER_CHART_H

#include <wend/base.h>

typedef struct chart_line {
    const char *name;
    const double *x, *y;
    uint32_t count;
} chart_line;

typedef struct chart {
    const char *title;
    const char *x_title, *y_title;
    const chart_line *lines; /* no value may be negative */
    uint32_t line_count;
} chart;

/* Writes the chart as a PNG file. */
wend_result chart_write(const chart *c, const char *path, wend_error *error);

#endif
