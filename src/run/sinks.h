/* The sinks of a run or a conversion: its metrics and outputs, which are started, updated and
 * closed together. */
#ifndef RUN_SINKS_H
#define RUN_SINKS_H

#include "base/memory.h"
#include "scenario/scenario.h"

typedef struct metric_sink {
    const wend_metric *metric;
    void *state;
} metric_sink;

typedef struct output_sink {
    const wend_output *output;
    const char *path;
    void *state;
    bool open;
} output_sink;

typedef struct sink_list {
    memory_arena arena;
    const scenario_entries *settings;
    metric_sink *metrics;
    uint32_t metric_count; /* number of metrics that have begun */
    output_sink *outputs;
    uint32_t output_count;
} sink_list;

void sinks_init(sink_list *sinks, memory *heap, const scenario_entries *settings);

/* Begins all registered metrics. */
wend_result sinks_begin_metrics(sink_list *sinks, const wend_registry *registry,
                                const wend_recording *recording, const wend_frame *frame,
                                wend_error *error);
/* Opens the outputs. */
wend_result sinks_open_outputs(sink_list *sinks, const wend_registry *registry,
                               const char *const *paths, uint32_t count,
                               const wend_recording *recording, wend_error *error);
/* Updates the metrics after a step. */
wend_result sinks_update_metrics(sink_list *sinks, const wend_frame *frame, wend_error *error);
/* Passes a frame to the outputs. If an output fails, it is closed and its file is removed; the
 * other outputs stay open. */
wend_result sinks_write_frame(sink_list *sinks, const wend_frame *frame, wend_error *error);
/* Closes all open outputs and keeps their files. Reports the first failure. */
wend_result sinks_close_outputs(sink_list *sinks, wend_error *error);
/* Adds the results of all metrics to a report. */
void sinks_report(const sink_list *sinks, const wend_frame *frame, wend_report *report);
/* Destroys the metrics and frees all memory. Outputs must already be closed. */
void sinks_free(sink_list *sinks);

#endif
