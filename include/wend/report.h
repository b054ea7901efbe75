/* wend/report.h: writes JSON, collects named values in reports, and measures paths (library
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

/* A writer of one JSON value to a stream, or to a function. Zero the struct, then set `stream` or
 * `write`. Calls in the wrong order (for example, a value in an object before its key) are
 * assertion failures. Check the stream for write errors (ferror). */
typedef struct wend_json {
    FILE *stream;
    bool compact; /* true: everything on one line; false: one indented line per member */
    uint32_t depth;
    bool is_array[WEND_JSON_DEPTH];
    bool has_members[WEND_JSON_DEPTH];
    bool after_key;
    /* If not NULL, it gets the text in pieces, and `stream` is not used. */
    void (*write)(void *user, const char *text, size_t size);
    void *user; /* passed to `write` */
} wend_json;

/* Begins an object. Objects and arrays may be nested up to WEND_JSON_DEPTH levels deep. */
WEND_API void wend_json_begin_object(wend_json *json);
/* Ends the innermost object. */
WEND_API void wend_json_end_object(wend_json *json);
/* Begins an array. */
WEND_API void wend_json_begin_array(wend_json *json);
/* Ends the innermost array. */
WEND_API void wend_json_end_array(wend_json *json);
/* Writes the key of the next value in an object. */
WEND_API void wend_json_write_key(wend_json *json, const char *key);
/* Writes a string. Bytes that are not valid UTF-8 become U+FFFD; NULL becomes null. */
WEND_API void wend_json_write_text(wend_json *json, const char *text);
/* Writes a number as the shortest decimal that parses to the same value, or null if it is not
 * finite. */
WEND_API void wend_json_write_number(wend_json *json, double value);
/* Writes an integer. */
WEND_API void wend_json_write_integer(wend_json *json, int64_t value);
/* Writes true or false. */
WEND_API void wend_json_write_bool(wend_json *json, bool value);

/* ---- Reports --------------------------------------------------------------------------------- */

/* The types of values in a report. */
typedef enum wend_report_kind {
    WEND_REPORT_INTEGER,
    WEND_REPORT_NUMBER, /* a non-finite number stands for a missing value */
    WEND_REPORT_TEXT,
    WEND_REPORT_LIST /* a list of strings */
} wend_report_kind;

/* A named value. Its kind determines which field holds the value. It stays valid as long as the
 * report exists. */
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

/* Adds an integer. This function and the following ones copy names and values. If memory runs out,
 * the value is lost, and wend_report_is_complete returns false. */
WEND_API void wend_report_add_integer(wend_report *report, const char *name, int64_t value);
/* Adds a number; a non-finite number stands for a missing value. */
WEND_API void wend_report_add_number(wend_report *report, const char *name, double value);
/* Adds a string; NULL stands for a missing value. */
WEND_API void wend_report_add_text(wend_report *report, const char *name, const char *text);
/* Adds a list of `count` strings. */
WEND_API void wend_report_add_list(wend_report *report, const char *name, const char *const *items,
                                   uint32_t count);
/* True if no value was lost because memory ran out. */
WEND_API bool wend_report_is_complete(const wend_report *report);

/* Returns the number of values in the report. */
WEND_API uint32_t wend_report_count(const wend_report *report);
/* Returns value `index`, in the order in which the values were added. `index` must be less than the
 * count. */
WEND_API const wend_report_value *wend_report_at(const wend_report *report, uint32_t index);
/* Finds the first value of that name. Returns NULL if there is none. */
WEND_API const wend_report_value *wend_report_find(const wend_report *report, const char *name);
/* Writes the whole report as one JSON object. */
WEND_API void wend_report_write_json(const wend_report *report, wend_json *json);

/* ---- Paths ----------------------------------------------------------------------------------- */

/* The distance along a path between the points at which its turn angles are measured, in m. */
#define WEND_PATH_SPACING 0.25

/* The length and the curvature of a path. */
typedef struct wend_path_measures {
    double length;         /* m */
    double mean_curvature; /* 1/m: sum of the turn angles divided by the length, measured at points
                              WEND_PATH_SPACING apart */
    double max_curvature;  /* 1/m: the largest turn angle at one of these points, divided by their
                              spacing */
    double circle_curvature; /* 1/m: mean of 1 / radius over the circles through every three
                                consecutive input points; depends on the spacing of these points */
} wend_path_measures;

/* An incremental measurement of a path. Zero the struct, then add the points in order. Points are
 * ignored if they equal the previous point, are not finite or lie more than 1e12 m away. All
 * measures of a single point are 0. The fields are private. */
typedef struct wend_path_meter {
    wend_point last[2];   /* the last two input points */
    wend_point sample[2]; /* the last two evenly spaced points */
    uint64_t points, samples, circle_count;
    double length, turn_angle, sharpest, circles;
} wend_path_meter;

/* Adds the next point of the path. */
WEND_API void wend_path_meter_add(wend_path_meter *meter, wend_point at);
/* Returns the measures of the path that has been added so far. */
WEND_API wend_path_measures wend_path_meter_get(const wend_path_meter *meter);

#ifdef __cplusplus
}
#endif

#endif
