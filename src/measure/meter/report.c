/* Stores the named values of a report in the order in which they are added. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/kit.h>

struct wend_report {
    memory heap;
    memory_arena arena; /* holds copies of names and text values */
    wend_report_value *values;
    uint32_t count, capacity;
    bool is_incomplete;
};

wend_result wend_report_create(const wend_allocator *allocator, wend_report **out,
                               wend_error *error) {
    WEND_ASSERT(out != NULL);
    wend_report *report = memory_allocate(allocator, sizeof *report);
    if (report == NULL) {
        return error_no_memory(error, "a report");
    }
    memset(report, 0, sizeof *report);
    memory_init(&report->heap, allocator);
    arena_init(&report->arena, &report->heap);
    *out = report;
    return WEND_OK;
}

void wend_report_destroy(wend_report *report) {
    if (report == NULL) {
        return;
    }
    wend_allocator allocator = report->heap.allocator;
    arena_free(&report->arena);
    memory_free(&report->heap, report->values, report->capacity * sizeof *report->values);
    memory_release(&allocator, report, sizeof *report);
}

static const char *copy(wend_report *report, const char *text) {
    size_t size = strlen(text) + 1;
    char *made = arena_take(&report->arena, size, 1);
    if (made == NULL) {
        report->is_incomplete = true;
        return "";
    }
    memcpy(made, text, size);
    return made;
}

static wend_report_value *add(wend_report *report, const char *name, wend_report_kind kind) {
    static wend_report_value discarded;
    WEND_ASSERT(report != NULL && name != NULL);
    if (!memory_grow(&report->heap, (void **)&report->values, sizeof *report->values,
                     &report->capacity, report->count + 1)) {
        report->is_incomplete = true;
        return &discarded;
    }
    wend_report_value *value = &report->values[report->count++];
    memset(value, 0, sizeof *value);
    value->kind = kind;
    value->name = copy(report, name);
    return value;
}

void wend_report_add_integer(wend_report *report, const char *name, int64_t value) {
    add(report, name, WEND_REPORT_INTEGER)->integer = value;
}

void wend_report_add_number(wend_report *report, const char *name, double value) {
    add(report, name, WEND_REPORT_NUMBER)->number = value;
}

void wend_report_add_text(wend_report *report, const char *name, const char *text) {
    wend_report_value *value = add(report, name, WEND_REPORT_TEXT);
    value->text = text != NULL ? copy(report, text) : NULL;
}

void wend_report_add_list(wend_report *report, const char *name, const char *const *items,
                          uint32_t count) {
    wend_report_value *value = add(report, name, WEND_REPORT_LIST);
    const char **copies = NULL;
    if (count > 0) {
        copies = arena_take(&report->arena, count * sizeof *copies, sizeof *copies);
        report->is_incomplete |= copies == NULL;
    }
    for (uint32_t i = 0; copies != NULL && i < count; i++) {
        copies[i] = copy(report, items[i]);
    }
    value->items = copies;
    value->item_count = copies != NULL ? count : 0;
}

bool wend_report_is_complete(const wend_report *report) {
    return !report->is_incomplete;
}

uint32_t wend_report_count(const wend_report *report) {
    return report->count;
}

const wend_report_value *wend_report_at(const wend_report *report, uint32_t index) {
    WEND_ASSERT(index < report->count);
    return &report->values[index];
}

const wend_report_value *wend_report_find(const wend_report *report, const char *name) {
    for (uint32_t i = 0; i < report->count; i++) {
        if (strcmp(report->values[i].name, name) == 0) {
            return &report->values[i];
        }
    }
    return NULL;
}

/* Rounds a figure to 12 significant digits: sums of steps such as 29.700000000000003 s have more,
 * which mean nothing. */
static double round_figure(double value) {
    char text[40];
    double rounded = value;
    snprintf(text, sizeof text, "%.12g", value);
    return isfinite(value) && text_parse_double(text, &rounded) ? rounded : value;
}

static void write_value(const wend_report_value *value, wend_json *json) {
    switch (value->kind) {
    case WEND_REPORT_INTEGER:
        wend_json_write_integer(json, value->integer);
        break;
    case WEND_REPORT_NUMBER:
        wend_json_write_number(json, round_figure(value->number));
        break;
    case WEND_REPORT_TEXT:
        wend_json_write_text(json, value->text);
        break;
    case WEND_REPORT_LIST:
        wend_json_begin_array(json);
        for (uint32_t i = 0; i < value->item_count; i++) {
            wend_json_write_text(json, value->items[i]);
        }
        wend_json_end_array(json);
        break;
    }
}

void wend_report_write_json(const wend_report *report, wend_json *json) {
    wend_json_begin_object(json);
    for (uint32_t i = 0; i < report->count; i++) {
        wend_json_write_key(json, report->values[i].name);
        write_value(&report->values[i], json);
    }
    wend_json_end_object(json);
}
