/* Begins, updates and closes the metrics and outputs of a run. */
#include "run/sinks.h"
#include "base/error.h"
#include "scenario/params.h"
#include <string.h>

void sinks_init(sink_list *sinks, memory *heap, const scenario_entries *settings) {
    memset(sinks, 0, sizeof *sinks);
    arena_init(&sinks->arena, heap);
    sinks->settings = settings;
}

static void *take(sink_list *sinks, size_t size) {
    size_t bytes = size == 0 ? 1 : size;
    void *block = arena_take(&sinks->arena, bytes, MEMORY_ALIGNMENT);
    if (block != NULL) {
        memset(block, 0, bytes);
    }
    return block;
}

static void *take_params(sink_list *sinks, wend_kind kind, const wend_entry *entry) {
    void *params = take(sinks, entry->params_size);
    if (params != NULL) {
        scenario_fill_params(sinks->settings, kind, entry, params);
    }
    return params;
}

wend_result sinks_begin_metrics(sink_list *sinks, const wend_registry *registry,
                                const wend_recording *recording, const wend_frame *frame,
                                wend_error *error) {
    uint32_t count = wend_registry_count(registry, WEND_KIND_METRIC);
    sinks->metrics = take(sinks, count * sizeof *sinks->metrics);
    if (sinks->metrics == NULL) {
        return error_no_memory(error, "metrics and outputs");
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_metric *metric =
            (const wend_metric *)wend_registry_get(registry, WEND_KIND_METRIC, i);
        metric_sink *sink = &sinks->metrics[i];
        sink->metric = metric;
        sink->state = take(sinks, metric->state_size);
        const void *params = take_params(sinks, WEND_KIND_METRIC, &metric->entry);
        if (sink->state == NULL || params == NULL) {
            return error_no_memory(error, "metrics and outputs");
        }
        sinks->metric_count++;
        if (metric->begin != NULL) {
            result =
                metric->begin(sink->state, params, metric->entry.user, recording, frame, error);
        }
    }
    return result;
}

wend_result sinks_open_outputs(sink_list *sinks, const wend_registry *registry,
                               const char *const *paths, uint32_t count,
                               const wend_recording *recording, wend_error *error) {
    sinks->outputs = take(sinks, count * sizeof *sinks->outputs);
    if (sinks->outputs == NULL) {
        return error_no_memory(error, "metrics and outputs");
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_output *output = wend_output_for(registry, paths[i], error);
        if (output == NULL) {
            return WEND_ERROR_NAME;
        }
        output_sink *sink = &sinks->outputs[i];
        *sink = (output_sink){output, paths[i], take(sinks, output->state_size), true};
        const void *params = take_params(sinks, WEND_KIND_OUTPUT, &output->entry);
        if (sink->state == NULL || params == NULL) {
            return error_no_memory(error, "metrics and outputs");
        }
        sinks->output_count++;
        result = output->begin(sink->state, params, output->entry.user, recording, paths[i], error);
        if (result != WEND_OK) {
            sink->open = false;
            output->end(sink->state, false, NULL);
        }
    }
    return result;
}

wend_result sinks_update_metrics(sink_list *sinks, const wend_frame *frame, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < sinks->metric_count && result == WEND_OK; i++) {
        const metric_sink *sink = &sinks->metrics[i];
        if (sink->metric->step != NULL) {
            result = sink->metric->step(sink->state, frame, error);
        }
    }
    return result;
}

wend_result sinks_write_frame(sink_list *sinks, const wend_frame *frame, wend_error *error) {
    for (uint32_t i = 0; i < sinks->output_count; i++) {
        output_sink *sink = &sinks->outputs[i];
        if (!sink->open || sink->output->frame == NULL) {
            continue;
        }
        wend_result result = sink->output->frame(sink->state, frame, error);
        if (result != WEND_OK) {
            sink->open = false;
            sink->output->end(sink->state, false, NULL);
            return result;
        }
    }
    return WEND_OK;
}

wend_result sinks_close_outputs(sink_list *sinks, wend_error *error) {
    wend_result first = WEND_OK;
    for (uint32_t i = 0; i < sinks->output_count; i++) {
        output_sink *sink = &sinks->outputs[i];
        if (!sink->open) {
            continue;
        }
        sink->open = false;
        wend_result result = sink->output->end(sink->state, true, first == WEND_OK ? error : NULL);
        first = first == WEND_OK ? result : first;
    }
    return first;
}

void sinks_report(const sink_list *sinks, const wend_frame *frame, wend_report *report) {
    for (uint32_t i = 0; i < sinks->metric_count; i++) {
        const metric_sink *sink = &sinks->metrics[i];
        if (sink->metric->report != NULL) {
            sink->metric->report(sink->state, frame, report);
        }
    }
}

void sinks_free(sink_list *sinks) {
    for (uint32_t i = 0; i < sinks->metric_count; i++) {
        const metric_sink *sink = &sinks->metrics[i];
        if (sink->metric->end != NULL) {
            sink->metric->end(sink->state);
        }
    }
    arena_free(&sinks->arena);
}
