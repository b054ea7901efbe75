/* wend/entry.h: entries, the components that profiles and scenarios refer to by name, with their
 * parameters and the registries that hold them.
 *
 * Each selector, planner, follower, modifier, steering model, condition, action, trigger, kind of
 * map, output, input, metric or paper is one const descriptor that begins with a wend_entry. Its
 * parameter table is used for parsing, checks, help and documentation. A registry holds descriptors
 * by kind and name. */
#ifndef WEND_ENTRY_H
#define WEND_ENTRY_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parameters ------------------------------------------------------------------------------ */

/* A column of numbers, one per agent: the value of the agent in slot s is at base + s * stride.
 * With stride 0 all agents share one value. */
typedef struct wend_column {
    const void *base;
    size_t stride;
} wend_column;

/* Returns the value of the agent in a slot. */
static inline float wend_column_at(wend_column column, uint32_t slot) {
    return *(const float *)((const char *)column.base + column.stride * slot);
}

/* The distributions that numbers can be sampled from. */
typedef enum wend_distribution_kind {
    WEND_DISTRIBUTION_CONSTANT, /* always the value a */
    WEND_DISTRIBUTION_UNIFORM,  /* uniform between a and b */
    WEND_DISTRIBUTION_NORMAL    /* mean a, standard deviation b, clipped to [low, high] */
} wend_distribution_kind;

/* A number, or the distribution from which it is sampled for each agent. The sample depends only on
 * the seed, the agent's key and the parameter. */
typedef struct wend_distribution {
    wend_distribution_kind kind;
    double a, b;
    double low, high; /* for WEND_DISTRIBUTION_NORMAL; if low >= high, samples are clipped to four
                         standard deviations around the mean */
} wend_distribution;

/* Returns a distribution that gives all agents the same value. */
static inline wend_distribution wend_constant(double value) {
    wend_distribution number = {WEND_DISTRIBUTION_CONSTANT, value, 0.0, 0.0, 0.0};
    return number;
}

/* Returns a uniform distribution between low and high. */
static inline wend_distribution wend_uniform(double low, double high) {
    wend_distribution number = {WEND_DISTRIBUTION_UNIFORM, low, high, 0.0, 0.0};
    return number;
}

/* Returns a normal distribution, clipped to four standard deviations around the mean. */
static inline wend_distribution wend_normal(double mean, double deviation) {
    wend_distribution number = {WEND_DISTRIBUTION_NORMAL, mean, deviation, 0.0, 0.0};
    return number;
}

/* The types of parameters. Each comment names the type of the field that stores the value. */
typedef enum wend_param_type {
    WEND_PARAM_NUMBER,  /* field: double */
    WEND_PARAM_INTEGER, /* field: int64_t */
    WEND_PARAM_BOOL,    /* field: bool */
    WEND_PARAM_CHOICE,  /* field: int32_t, an index into `choices` */
    WEND_PARAM_POINT,   /* field: wend_point, in the user's coordinates */
    WEND_PARAM_POLYGON, /* field: wend_ring, in the user's coordinates; the profile owns the points
                         */
    WEND_PARAM_NAME, /* field: const char *, the name of another object; the profile owns the string
                      */
    WEND_PARAM_SAMPLED, /* field: wend_column, a number that may be sampled for each agent */
    WEND_PARAM_NUMBERS, /* field: wend_numbers, a list of at most `default_value` numbers, empty by
                           default; `choices` holds the singular noun that messages use for one of
                           the numbers. For maps only */
    WEND_PARAM_LINES,   /* field: wend_lines, given inline or in files; empty by default. For maps
                           only */
    WEND_PARAM_FILE, /* field: const char *, the path of a file, "" by default; in a scenario, paths
                        are relative to the folder of the scenario. For maps only */
    WEND_PARAM_DISTRIBUTION, /* field: wend_distribution; the descriptor samples it itself. For
                                conditions, actions and triggers only */
    WEND_PARAM_TEXT /* field: const char *, any text; the owner of the entry owns the string. For
                       conditions, actions and triggers only */
} wend_param_type;

/* A list of numbers; the scenario or the caller owns it. */
typedef struct wend_numbers {
    const double *items;
    uint32_t count;
} wend_numbers;

/* A polyline in the user's coordinates. It may pass through links from layer to layer. */
typedef struct wend_line {
    const wend_point *points; /* at least two points, not all equal */
    uint32_t count;
    uint32_t layer;     /* the layer of its first point */
    const char *source; /* the file that contains the line, for error messages; may be NULL, with
                           line and column 0 */
    int line, column;
} wend_line;

/* A list of polylines; the scenario or the caller owns it. */
typedef struct wend_lines {
    const wend_line *items;
    uint32_t count;
} wend_lines;

/* One row of a parameter table, which is used for parsing, checks, help and documentation. */
typedef struct wend_param {
    const char *name; /* lower case, words joined by '_' */
    wend_param_type type;
    size_t offset; /* offset of the field in the parameter struct, in bytes */
    /* A number, the index of a choice, or 0/1 for a boolean. For a list of numbers: its maximum
     * length. Not used for points, which default to (0, 0), names and files, which default to "".
     */
    double default_value;
    double minimum, maximum; /* inclusive, for numbers and integers; minimum == maximum allows any
                                value. If maximum is INFINITY, a constant may be infinite */
    const char *unit;        /* "m", "m/s", "1" ... */
    const char *help;        /* one line */
    const char *const *choices; /* for WEND_PARAM_CHOICE, the allowed words, NULL-terminated; for
                                   WEND_PARAM_NUMBERS, the singular noun that messages use for one
                                   of the numbers */
} wend_param;

/* The type of a wend_value. */
typedef enum wend_value_kind {
    WEND_VALUE_NUMBER,
    WEND_VALUE_TEXT,
    WEND_VALUE_POINTS,
    WEND_VALUE_NUMBERS, /* for maps only, like the next kind */
    WEND_VALUE_LINES
} wend_value_kind;

/* A value for a parameter, as found in a file or given by a program. */
typedef struct wend_value {
    wend_value_kind kind;
    wend_distribution number; /* for numbers; a constant distribution for integers and booleans */
    const char *text;         /* for choices, names and files; also "true" and "false" */
    const wend_point *points; /* for points and polygons */
    uint32_t point_count;
    wend_numbers numbers;
    wend_lines lines;
} wend_value;

/* A value for the parameter that has this name. */
typedef struct wend_setting {
    const char *name;
    wend_value value;
} wend_setting;

/* ---- Registered entries ---------------------------------------------------------------------- */

/* The kinds of entries. */
typedef enum wend_kind {
    WEND_KIND_SELECTOR,
    WEND_KIND_PLANNER,
    WEND_KIND_FOLLOWER,
    WEND_KIND_MODIFIER,
    WEND_KIND_STEERING,
    WEND_KIND_CONDITION, /* see wend/behaviour.h, also for the next two */
    WEND_KIND_ACTION,
    WEND_KIND_TRIGGER,
    WEND_KIND_MAP,     /* wend-kit: builds and draws a kind of map */
    WEND_KIND_OUTPUT,  /* part of wend-kit */
    WEND_KIND_INPUT,   /* part of wend-kit */
    WEND_KIND_METRIC,  /* part of wend-kit */
    WEND_KIND_PAPER,   /* wend-kit: repeats published results */
    WEND_KIND_COMMAND, /* used only by the command-line tool */
    WEND_KIND_COUNT
} wend_kind;

/* The first part (header) of every descriptor. `size` and `version` identify the include files that
 * the descriptor was compiled with. To set them, begin a designated initialiser with
 * WEND_HEAD(wend_steering), or write both values in this order. New fields of a descriptor are
 * added at its end; new fields of the header replace its reserved pointers. */
typedef struct wend_entry {
    uint32_t size;        /* size of the whole descriptor in bytes, such as sizeof(wend_steering) */
    uint32_t version;     /* WEND_INTERFACE */
    const char *name;     /* lower case, words joined by '_'; unique within its kind */
    const char *summary;  /* one line */
    const char *citation; /* the publication that describes the method, or NULL */
    const wend_param *params;
    uint32_t param_count;
    size_t params_size; /* size of the parameter struct, in bytes; 0 if there are no parameters */
    void *user;         /* any data that the descriptor's functions need; passed to each of them */
    const void *reserved[4]; /* must be NULL */
} wend_entry;

/* The first two fields of a descriptor's header, for designated initialisers; `type` is the type of
 * the whole descriptor. */
#define WEND_HEAD(type) .size = sizeof(type), .version = WEND_INTERFACE

/* Returns the name of a kind: "selector", "planner" and so on. Static storage. */
WEND_API const char *wend_kind_text(wend_kind kind);

/* A set of entries, found by kind and name. It is not locked: add and remove entries before other
 * threads use it. */
typedef struct wend_registry wend_registry;

/* Creates a registry that holds all built-in entries of the library. `allocator` may be NULL. The
 * caller owns the registry. Fails with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_registry_create(const wend_allocator *allocator, wend_registry **out,
                                          wend_error *error);
/* Destroys a registry. First destroy the worlds that use it, because they do not keep it alive.
 * NULL is allowed. */
WEND_API void wend_registry_destroy(wend_registry *registry);

/* Adds a descriptor, given by a pointer to its header. The descriptor and everything it points at
 * must outlive the registry. Fails with WEND_ERROR_NAME if the kind already has an entry of that
 * name; with WEND_ERROR_INVALID if the descriptor is incomplete (the message states what is
 * missing), was compiled for another WEND_INTERFACE, or is larger than the type that the library
 * knows; and with WEND_ERROR_MEMORY. A smaller descriptor, from older headers of the same
 * interface, is accepted: the registry keeps a copy with zeros in the new fields. */
WEND_API wend_result wend_registry_add(wend_registry *registry, wend_kind kind,
                                       const wend_entry *entry, wend_error *error);

/* Removes an entry. Returns false if there is no entry of that name. No object that was created
 * with the registry may still use the entry. */
WEND_API bool wend_registry_remove(wend_registry *registry, wend_kind kind, const char *name);

/* Sets the size that descriptors of a kind have in the code that uses them. The core sets it for
 * the stages of a step, wend_kit_register for the kit's kinds. A program that has a kind of its own
 * must call this function before it adds the first entry of that kind. Fails with
 * WEND_ERROR_INVALID if the size is less than that of a wend_entry, or if the kind already has a
 * different size. */
WEND_API wend_result wend_registry_set_kind_size(wend_registry *registry, wend_kind kind,
                                                 size_t size, wend_error *error);

/* Finds an entry by kind and name. Returns NULL if there is none; `error` then suggests the nearest
 * valid name. */
WEND_API const wend_entry *wend_registry_find(const wend_registry *registry, wend_kind kind,
                                              const char *name, wend_error *error);
/* Returns the number of entries of a kind. */
WEND_API uint32_t wend_registry_count(const wend_registry *registry, wend_kind kind);
/* Returns entry `index` of a kind, in the order of registration. `index` must be less than
 * wend_registry_count. */
WEND_API const wend_entry *wend_registry_get(const wend_registry *registry, wend_kind kind,
                                             uint32_t index);

/* Checks settings against the parameter table of an entry, without creating anything. Fails on
 * unknown names (the message suggests the nearest valid one), wrong types and values out of range.
 */
WEND_API wend_result wend_settings_check(const wend_entry *entry, const wend_setting *settings,
                                         uint32_t count, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
