/* wend/report.h: values out: JSON, named figures, measures of paths (library wend-kit). */
#ifndef WEND_REPORT_H
#define WEND_REPORT_H

#include <stdio.h>
#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- JSON ------------------------------------------------------------------------------------ */

enum { WEND_JSON_DEPTH = 32 };

/* Writes one JSON value to a stream, as it goes. Zero it and set `stream`. Calls out of order (a
 * value in an object without a key) are wrong use. Write errors are the stream's (ferror). */
typedef struct wend_json {
    FILE *stream;
    bool compact; /* true: on one line; false: a line per member, indented */
    uint32_t depth;
    bool is_array[WEND_JSON_DEPTH];
    bool has_members[WEND_JSON_DEPTH];
    bool after_key;
} wend_json;

/* Begin and end an object or an array, at most WEND_JSON_DEPTH deep. */
WEND_API void wend_json_begin_object(wend_json *json);
WEND_API void wend_json_end_object(wend_json *json);
WEND_API void wend_json_begin_array(wend_json *json);
WEND_API void wend_json_end_array(wend_json *json);
/* The key of the next value in an object. */
WEND_API void wend_json_key(wend_json *json, const char *key);
/* Bytes that are not UTF-8 are written as U+FFFD. NULL is written as null. */
WEND_API void wend_json_text(wend_json *json, const char *text);
/* The shortest decimal that reads back as the same number; null unless finite. */
WEND_API void wend_json_number(wend_json *json, double value);
WEND_API void wend_json_integer(wend_json *json, int64_t value);
WEND_API void wend_json_bool(wend_json *json, bool value);

/* ---- Reports --------------------------------------------------------------------------------- */

typedef enum wend_report_kind {
    WEND_REPORT_INTEGER,
    WEND_REPORT_NUMBER, /* not finite: there is no such value */
    WEND_REPORT_TEXT,
    WEND_REPORT_LIST /* of texts */
} wend_report_kind;

typedef struct wend_report_value {
    const char *name;
    wend_report_kind kind;
    int64_t integer;
    double number;
    const char *text;
    const char *const *items;
    uint32_t item_count;
} wend_report_value;

/* Named values in the order in which they were added. */
typedef struct wend_report wend_report;

/* `allocator` may be NULL. */
WEND_API wend_result wend_report_create(const wend_allocator *allocator, wend_report **out,
                                        wend_error *error);
/* NULL is allowed. */
WEND_API void wend_report_destroy(wend_report *report);

/* Each copies what it gets. When memory runs out the report remembers it: see
 * wend_report_is_complete. */
WEND_API void wend_report_integer(wend_report *report, const char *name, int64_t value);
WEND_API void wend_report_number(wend_report *report, const char *name, double value);
/* NULL: there is no such value. */
WEND_API void wend_report_text(wend_report *report, const char *name, const char *text);
WEND_API void wend_report_list(wend_report *report, const char *name, const char *const *items,
                               uint32_t count);
/* False when a value was lost for lack of memory. */
WEND_API bool wend_report_is_complete(const wend_report *report);

/* How many values the report has, and one of them, `index` below that, in the order of adding. */
WEND_API uint32_t wend_report_count(const wend_report *report);
WEND_API const wend_report_value *wend_report_at(const wend_report *report, uint32_t index);
/* The first value of that name, or NULL. */
WEND_API const wend_report_value *wend_report_find(const wend_report *report, const char *name);
/* The whole report as one JSON object. */
WEND_API void wend_report_write_json(const wend_report *report, wend_json *json);

/* ---- Paths ----------------------------------------------------------------------------------- */

/* m: along a path, from one of the points at which its turning is measured to the next. */
#define WEND_PATH_SPACING 0.25

/* How long a path is, and how much it bends. */
typedef struct wend_path_figures {
    double length;           /* m */
    double mean_curvature;   /* 1/m: total turning over length, of points WEND_PATH_SPACING apart */
    double max_curvature;    /* 1/m: the sharpest turn at one of these, over their spacing */
    double circle_curvature; /* 1/m: mean of one over the radius of the circle through three of the
                                points given that follow each other; depends on their distance */
} wend_path_figures;

/* Measures a path as it grows. Zero it, then add its points in order; points that repeat the one
 * before, are not finite or lie more than 1e12 m off are passed over. A path of one point has
 * figures of 0. All fields are private. */
typedef struct wend_path_meter {
    wend_point last[2];   /* given */
    wend_point sample[2]; /* evenly spaced */
    uint64_t points, samples, circle_count;
    double length, turning, sharpest, circles;
} wend_path_meter;

/* Adds the next point of the path. */
WEND_API void wend_path_meter_add(wend_path_meter *meter, wend_point at);
/* The figures of the path so far. */
WEND_API wend_path_figures wend_path_meter_get(const wend_path_meter *meter);

#ifdef __cplusplus
}
#endif

#endif
