/* Sorts the rows of a trajectory table by time, finds the frame interval, and returns frames. */
#include "replay/file/rows.h"
#include "base/error.h"
#include "base/sort.h"
#include "replay/file/interval.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

wend_result rows_init(row_table *t, const char *path, const wend_allocator *allocator,
                      wend_error *error) {
    memory_init(&t->heap, allocator);
    keys_init(&t->numbers, &t->heap);
    crowd_init(&t->crowd, &t->heap);
    t->path = memory_copy_text(&t->heap, path);
    t->name = ground_name_from_path(&t->heap, path);
    t->sorted = true;
    return t->path != NULL && t->name != NULL ? WEND_OK : error_no_memory(error, "a trajectory");
}

void rows_end(void *state) {
    row_table *t = state;
    crowd_free(&t->crowd);
    keys_free(&t->numbers);
    ground_free(&t->ground);
    memory_free(&t->heap, t->rows, t->capacity * sizeof *t->rows);
    memory_free(&t->heap, t->keys, t->key_capacity * sizeof *t->keys);
    memory_free_text(&t->heap, t->path);
    memory_free_text(&t->heap, t->name);
}

/* ---- Reading --------------------------------------------------------------------------------- */

wend_result rows_add(row_table *t, const line_reader *r, table_row row, uint64_t key,
                     wend_error *error) {
    if (t->count >= ROWS_MOST) {
        return lines_fail(
            r, 1, WEND_ERROR_LIMIT, error,
            "more than %d rows, the limit of this format: split the file, or convert it to .sqlite",
            ROWS_MOST);
    }
    if (!keys_number(&t->numbers, key, &row.agent) ||
        !memory_grow(&t->heap, (void **)&t->keys, sizeof *t->keys, &t->key_capacity,
                     row.agent + 1) ||
        !memory_grow(&t->heap, (void **)&t->rows, sizeof *t->rows, &t->capacity, t->count + 1)) {
        return error_no_memory(error, "a trajectory");
    }
    t->keys[row.agent] = key;
    row.line = r->line;
    t->sorted = t->sorted && (t->count == 0 || t->rows[t->count - 1].time <= row.time);
    t->layer_count = row.layer >= t->layer_count ? row.layer + 1 : t->layer_count;
    t->rows[t->count++] = row;
    return WEND_OK;
}

wend_result rows_read_number(const line_reader *r, const line_field *field, const char *what,
                             double most, double *out, wend_error *error) {
    if (!field_parse_number(field->text, out)) {
        return lines_fail(r, field->column, WEND_ERROR_SYNTAX, error,
                          "'%.40s' is not a number: expected %s", field->text, what);
    }
    if (!(fabs(*out) <= most)) {
        return lines_fail(r, field->column, WEND_ERROR_INVALID, error,
                          "%s is %.40s: expected a magnitude of at most %g", what, field->text,
                          most);
    }
    return WEND_OK;
}

wend_result rows_read_integer(const line_reader *r, const line_field *field, const char *what,
                              int64_t least, int64_t most, int64_t *out, wend_error *error) {
    if (!field_parse_integer(field->text, out)) {
        return lines_fail(r, field->column, WEND_ERROR_SYNTAX, error,
                          "'%.40s' is not a whole number: expected %s", field->text, what);
    }
    if (*out < least || *out > most) {
        return lines_fail(r, field->column, WEND_ERROR_INVALID, error,
                          "%s is %.40s: expected %" PRId64 " to %" PRId64, what, field->text, least,
                          most);
    }
    return WEND_OK;
}

wend_result rows_accept_cut_off(row_table *t, const line_reader *r, wend_result result,
                                wend_error *error) {
    bool cut = (result == WEND_ERROR_SYNTAX || result == WEND_ERROR_INVALID) && !r->has_newline &&
               t->sorted && t->count > 0;
    if (!cut) {
        return result;
    }
    double time = t->rows[t->count - 1].time;
    while (t->count > 0 && t->rows[t->count - 1].time == time) {
        t->count--;
    }
    t->cut_off = true;
    t->fault = *error;
    return WEND_OK;
}

/* ---- Order ----------------------------------------------------------------------------------- */

static bool is_earlier(const void *left, const void *right) {
    const table_row *a = left, *b = right;
    return a->time < b->time;
}

static bool sort_rows(row_table *t) {
    if (t->sorted) {
        return true;
    }
    table_row *scratch = memory_get_array(&t->heap, t->count, sizeof *scratch);
    if (scratch == NULL) {
        return false;
    }
    sort_stable(t->rows, scratch, t->count, sizeof *scratch, is_earlier);
    memory_free(&t->heap, scratch, t->count * sizeof *scratch);
    return true;
}

/* Returns the greatest common divisor of all intervals between rows, measured in frames. The result
 * can be larger than 1: the frame numbers in a file may all be multiples of ten, for example. */
static double find_common_interval(const row_table *t) {
    int64_t common = 0;
    for (uint32_t i = 1; i < t->count; i++) {
        int64_t a = (int64_t)(t->rows[i].time - t->rows[i - 1].time);
        while (a != 0) {
            int64_t rest = common % a;
            common = a;
            a = rest;
        }
    }
    return (double)common;
}

/* Lists the times of frames in `out`. If `out` is NULL, only counts them. Returns their number. */
static uint32_t list_times(const row_table *t, double *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        if (i == 0 || t->rows[i].time > t->rows[i - 1].time) {
            if (out != NULL) {
                out[count] = t->rows[i].time;
            }
            count++;
        }
    }
    return count;
}

/* Finds the interval of rows that have times. Returns false if out of memory. */
static bool find_interval(row_table *t, double *out) {
    uint32_t count = list_times(t, NULL);
    size_t room = 3 * (size_t)count + 1;
    double *times = memory_get_array(&t->heap, room, sizeof *times);
    if (times == NULL) {
        return false;
    }
    list_times(t, times);
    *out = interval_find(times, count, times + count);
    memory_free(&t->heap, times, room * sizeof *times);
    return true;
}

wend_result rows_finish(row_table *t, wend_recording *recording, wend_error *error) {
    double interval = 0.0;
    if (!sort_rows(t)) {
        return error_no_memory(error, "a trajectory");
    }
    if (t->rate > 0.0) {
        interval = find_common_interval(t) / t->rate;
    } else if (!find_interval(t, &interval)) {
        return error_no_memory(error, "a trajectory");
    }
    wend_result result = ground_create_open(&t->ground, &t->heap, t->layer_count, error);
    *recording = (wend_recording){.scenario = t->name,
                                  .space = t->ground.space,
                                  .space_def = &t->ground.def,
                                  .frame_interval = interval,
                                  .has_height = t->has_height};
    return result;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static wend_result add_to_crowd(row_table *t, const table_row *row, wend_error *error) {
    crowd_row shown = {t->keys[row->agent], row->position, row->layer, t->has_velocity,
                       row->velocity,       t->has_height, row->z};
    switch (crowd_add(&t->crowd, &shown)) {
    case CROWD_ADDED:
        return WEND_OK;
    case CROWD_DUPLICATE:
        error_set(error, WEND_ERROR_INVALID, "agent %" PRIu64 " appears twice %s %.15g", shown.key,
                  t->rate > 0.0 ? "in frame" : "at time", row->time);
        error_set_location(error, t->path, (int)row->line, 1);
        return WEND_ERROR_INVALID;
    default:
        return error_no_memory(error, "a trajectory");
    }
}

wend_result rows_frame(void *state, wend_frame *frame, bool *more, wend_error *error) {
    row_table *t = state;
    *more = t->next < t->count;
    if (!*more) {
        if (t->cut_off && error != NULL) {
            *error = t->fault;
        }
        return t->cut_off ? t->fault.code : WEND_OK;
    }
    double time = t->rows[t->next].time;
    crowd_begin(&t->crowd, t->rate > 0.0 ? time / t->rate : time);
    for (; t->next < t->count && t->rows[t->next].time == time; t->next++) {
        wend_result result = add_to_crowd(t, &t->rows[t->next], error);
        if (result != WEND_OK) {
            return result;
        }
    }
    return crowd_frame(&t->crowd, frame) ? WEND_OK : error_no_memory(error, "a trajectory");
}

double rows_done(const void *state) {
    const row_table *t = state;
    return t->count > 0 ? (double)t->next / (double)t->count : 1.0;
}
