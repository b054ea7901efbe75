/* wend/report.h: writes results: JSON, reports of named values, and measures of paths (library
 * wend-kit). */
#ifndef WEND_REPORT_H
#define WEND_REPORT_H

#include <stdio.h>
#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- JSON ------------------------------------------------------------------------------------ */

/* The largest nesting depth of objects and arrays. */
enum { WEND_JSON_DEPTH = 32 };

/* A writer of one JSON value to a stream. Set it to zero, then set `stream`. Calls in the wrong
 * order (such as a value in an object without a key) are assertion failures. Check the stream for
 * write errors (ferror). */
typedef struct wend_json {
    FILE *stream;
    bool compact; /* true: on one line; false: one line per member, indented */
    uint32_t depth;
    bool is_array[WEND_JSON_DEPTH];
    bool has_members[WEND_JSON_DEPTH];
    bool after_key;
} wend_json;

/* Begins an object; objects and arrays may be WEND_JSON_DEPTH levels deep. */
WEND_API void wend_json_begin_object(wend_json *json);
/* Ends the innermost object. */
WEND_API void wend_json_end_object(wend_json *json);
/* Begins an array. */
WEND_API void wend_json_begin_array(wend_json *json);
/* Ends the innermost array. */
WEND_API void wend_json_end_array(wend_json *json);
/* Writes the key of the next value in an object. */
WEND_API void wend_json_write_key(wend_json *json, const char *key);
/* Writes a string. Bytes that are not UTF-8 become U+FFFD; NULL becomes null. */
WEND_API void wend_json_write_text(wend_json *json, const char *text);
/* Writes a number as the shortest decimal that parses to the same value; null if not finite. */
WEND_API void wend_json_write_number(wend_json *json, double value);
/* Writes an integer. */
WEND_API void wend_json_write_integer(wend_json *json, int64_t value);
/* Writes true or false. */
WEND_API void wend_json_write_bool(wend_json *json, bool value);

/* ---- Reports --------------------------------------------------------------------------------- */

/* The types of values in a report. */
typedef enum wend_report_kind {
    WEND_REPORT_INTEGER,
    WEND_REPORT_NUMBER, /* not finite: no value */
    WEND_REPORT_TEXT,
    WEND_REPORT_LIST /* of texts */
} wend_report_kind;

/* A named value; the field that its kind names holds it. Valid as long as the report. */
typedef struct wend_report_value {
    const char *name;
    wend_report_kind kind;
    int64_t integer;
    double number;
    const char *text;
    const char *const *items;
    uint32_t item_count;
} wend_report_value;

/* A list of named values, in the order in which they were added. */
typedef struct wend_report wend_report;

/* Creates an empty report, which the caller owns. `allocator` may be NULL. Fails with
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_report_create(const wend_allocator *allocator, wend_report **out,
                                        wend_error *error);
/* Destroys a report. NULL is allowed. */
WEND_API void wend_report_destroy(wend_report *report);

/* Adds an integer. Names and values are copied, here and below. If memory runs out, the value is
 * lost, and wend_report_is_complete returns false. */
WEND_API void wend_report_add_integer(wend_report *report, const char *name, int64_t value);
/* Adds a number; one that is not finite means that there is no value. */
WEND_API void wend_report_add_number(wend_report *report, const char *name, double value);
/* Adds a text; NULL means that there is no value. */
WEND_API void wend_report_add_text(wend_report *report, const char *name, const char *text);
/* Adds a list of `count` texts. */
WEND_API void wend_report_add_list(wend_report *report, const char *name, const char *const *items,
                                   uint32_t count);
/* True if no value was lost for lack of memory. */
WEND_API bool wend_report_is_complete(const wend_report *report);

/* Returns how many values the report has. */
WEND_API uint32_t wend_report_count(const wend_report *report);
/* Returns a value in the order of adding; `index` is below the count. */
WEND_API const wend_report_value *wend_report_at(const wend_report *report, uint32_t index);
/* Finds the first value of that name. Returns NULL if there is none. */
WEND_API const wend_report_value *wend_report_find(const wend_report *report, const char *name);
/* Writes the whole report as one JSON object. */
WEND_API void wend_report_write_json(const wend_report *report, wend_json *json);

/* ---- Paths ----------------------------------------------------------------------------------- */

/* The distance along a path between the points at which its turn angles are measured, m. */
#define WEND_PATH_SPACING 0.25

/* The length and the curvature of a path. */
typedef struct wend_path_measures {
    double length;         /* m */
    double mean_curvature; /* 1/m: total turn angle over length, measured at points
                              WEND_PATH_SPACING apart */
    double max_curvature;  /* 1/m: largest turn angle at one of these points, over their spacing */
    double circle_curvature; /* 1/m: mean of 1 / radius of the circles through each three
                                consecutive input points; depends on their spacing */
} wend_path_measures;

/* An incremental measurement of a path. Set it to zero, then add the points in order. Points that
 * equal the one before, are not finite or lie more than 1e12 m away are ignored. All measures of a
 * single point are 0. The fields are private. */
typedef struct wend_path_meter {
    wend_point last[2];   /* the last two input points */
    wend_point sample[2]; /* the last two evenly spaced points */
    uint64_t points, samples, circle_count;
    double length, turn_angle, sharpest, circles;
} wend_path_meter;

/* Adds the next point of the path. */
WEND_API void wend_path_meter_add(wend_path_meter *meter, wend_point at);
/* Returns the measures of the path so far. */
WEND_API wend_path_measures wend_path_meter_get(const wend_path_meter *meter);

#ifdef __cplusplus
}
#endif

#endif
