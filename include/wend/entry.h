/* wend/entry.h: what can be named in a profile or a scenario: entries, their parameters,
 * registries.
 *
 * A selector, planner, follower, modifier, steering model, kind of map, output, input, metric or
 * paper is one const descriptor that begins with a wend_entry. Its parameter table drives parsing,
 * checks, help and documentation. A registry holds descriptors by kind and name. */
#ifndef WEND_ENTRY_H
#define WEND_ENTRY_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Parameters ------------------------------------------------------------------------------ */

/* A number per agent: the value of the agent in slot s lies at base + s * stride; stride 0 is one
 * value for all. */
typedef struct wend_column {
    const void *base;
    size_t stride;
} wend_column;

/* The number of the agent in a slot. */
static inline float wend_column_at(wend_column column, uint32_t slot) {
    return *(const float *)((const char *)column.base + column.stride * slot);
}

typedef enum wend_distribution_kind {
    WEND_DISTRIBUTION_CONSTANT, /* a */
    WEND_DISTRIBUTION_UNIFORM,  /* between a and b */
    WEND_DISTRIBUTION_NORMAL    /* mean a, deviation b, clipped to [low, high] */
} wend_distribution_kind;

/* A number, or how to draw it for each agent. The draw depends on the seed, the agent's key and the
 * parameter alone. */
typedef struct wend_distribution {
    wend_distribution_kind kind;
    double a, b;
    double low,
        high; /* for WEND_DISTRIBUTION_NORMAL; low >= high means four deviations around the mean */
} wend_distribution;

/* The same value for all agents. */
static inline wend_distribution wend_constant(double value) {
    wend_distribution number = {WEND_DISTRIBUTION_CONSTANT, value, 0.0, 0.0, 0.0};
    return number;
}

/* Uniform between low and high. */
static inline wend_distribution wend_uniform(double low, double high) {
    wend_distribution number = {WEND_DISTRIBUTION_UNIFORM, low, high, 0.0, 0.0};
    return number;
}

/* Normal, clipped to four deviations around the mean. */
static inline wend_distribution wend_normal(double mean, double deviation) {
    wend_distribution number = {WEND_DISTRIBUTION_NORMAL, mean, deviation, 0.0, 0.0};
    return number;
}

typedef enum wend_param_type {
    WEND_PARAM_NUMBER,  /* field: double */
    WEND_PARAM_INTEGER, /* field: int64_t */
    WEND_PARAM_BOOL,    /* field: bool */
    WEND_PARAM_CHOICE,  /* field: int32_t, index into `choices` */
    WEND_PARAM_POINT,   /* field: wend_point, the user's coordinates */
    WEND_PARAM_POLYGON, /* field: wend_ring, the user's coordinates; points owned by the profile */
    WEND_PARAM_NAME,    /* field: const char *, a reference by name; owned by the profile */
    WEND_PARAM_SAMPLED, /* field: wend_column, a number that may be drawn for each agent */
    WEND_PARAM_NUMBERS, /* field: wend_numbers, a list of at most `default_value` numbers; empty by
                           default; `choices` has the word for one of them. Of maps only */
    WEND_PARAM_LINES /* field: wend_lines, in place or from files; none by default. Of maps only */
} wend_param_type;

/* A list of numbers; owned by the scenario or the caller. */
typedef struct wend_numbers {
    const double *items;
    uint32_t count;
} wend_numbers;

/* A chain of points in the user's coordinates, which may lead through links from layer to layer. */
typedef struct wend_line {
    const wend_point *points; /* at least two different ones */
    uint32_t count;
    uint32_t layer;     /* on which it begins */
    const char *source; /* where it was written, for errors; may be NULL, with 0, 0 */
    int line, column;
} wend_line;

typedef struct wend_lines {
    const wend_line *items;
    uint32_t count;
} wend_lines;

/* One row of a parameter table. It drives parsing, checks, help and documentation. */
typedef struct wend_param {
    const char *name; /* lower case, words joined by '_' */
    wend_param_type type;
    size_t offset;           /* of the field in the parameter struct */
    double default_value;    /* number, index of the choice, or 0/1; points are (0, 0), names "";
                                of a list of numbers, how many there may be */
    double minimum, maximum; /* inclusive, for numbers and integers; minimum == maximum: any. With
                                maximum INFINITY, a constant may be infinite, too */
    const char *unit;        /* "m", "m/s", "1" ... */
    const char *help;        /* one line */
    const char *const *choices; /* NULL-terminated, for WEND_PARAM_CHOICE; the word for one number
                                   of WEND_PARAM_NUMBERS */
} wend_param;

/* A value for a parameter, as found in a file or given by a program. */
typedef enum wend_value_kind {
    WEND_VALUE_NUMBER,
    WEND_VALUE_TEXT,
    WEND_VALUE_POINTS,
    WEND_VALUE_NUMBERS, /* of maps only, like the next */
    WEND_VALUE_LINES
} wend_value_kind;

typedef struct wend_value {
    wend_value_kind kind;
    wend_distribution number; /* numbers; for integers and booleans a constant */
    const char *text;         /* choices, names; also "true" and "false" */
    const wend_point *points; /* points and polygons */
    uint32_t point_count;
    wend_numbers numbers;
    wend_lines lines;
} wend_value;

typedef struct wend_setting {
    const char *name;
    wend_value value;
} wend_setting;

/* ---- Registered entries ---------------------------------------------------------------------- */

typedef enum wend_kind {
    WEND_KIND_SELECTOR,
    WEND_KIND_PLANNER,
    WEND_KIND_FOLLOWER,
    WEND_KIND_MODIFIER,
    WEND_KIND_STEERING,
    WEND_KIND_MAP,     /* wend-kit: how a kind of map is made and drawn */
    WEND_KIND_OUTPUT,  /* wend-kit */
    WEND_KIND_INPUT,   /* wend-kit */
    WEND_KIND_METRIC,  /* wend-kit */
    WEND_KIND_PAPER,   /* wend-kit: published results, run again */
    WEND_KIND_COMMAND, /* the command-line tool */
    WEND_KIND_COUNT
} wend_kind;

/* The head of every descriptor. `size` and `version` say which headers a descriptor was compiled
 * with: write WEND_HEAD(wend_steering) first in a designated initialiser, or both values in this
 * order. Descriptors grow at their end; this head grows into its reserved pointers. */
typedef struct wend_entry {
    uint32_t size;        /* bytes of the whole descriptor: sizeof(wend_steering) */
    uint32_t version;     /* WEND_INTERFACE */
    const char *name;     /* lower case, words joined by '_'; unique within its kind */
    const char *summary;  /* one line */
    const char *citation; /* the source of the method, or NULL */
    const wend_param *params;
    uint32_t param_count;
    size_t params_size;      /* of the parameter struct; 0 without parameters */
    void *user;              /* whatever the descriptor's functions need; reaches each of them */
    const void *reserved[4]; /* must be NULL */
} wend_entry;

/* The first two fields of a descriptor's head, for designated initialisers; `type` is the type of
 * the whole descriptor. */
#define WEND_HEAD(type) .size = sizeof(type), .version = WEND_INTERFACE

/* "selector", "planner" and so on; static storage. */
WEND_API const char *wend_kind_text(wend_kind kind);

typedef struct wend_registry wend_registry;

/* A registry that holds all built-in entries of the library. `allocator` may be NULL. */
WEND_API wend_result wend_registry_create(const wend_allocator *allocator, wend_registry **out,
                                          wend_error *error);
/* NULL is allowed. Worlds keep no reference: destroy them first. */
WEND_API void wend_registry_destroy(wend_registry *registry);

/* Adds a descriptor by its head; what the descriptor points at must outlive the registry, and so
 * must the descriptor itself. Fails with WEND_ERROR_NAME if the kind has one of that name;
 * WEND_ERROR_INVALID if the descriptor is not whole (the message says what is missing), was
 * compiled for another WEND_INTERFACE, or is larger than the library knows; WEND_ERROR_MEMORY. One
 * that is smaller, from older headers of the same interface, is taken: the registry keeps a copy
 * with zeros in the new fields. */
WEND_API wend_result wend_registry_add(wend_registry *registry, wend_kind kind,
                                       const wend_entry *entry, wend_error *error);

/* Takes an entry out again; false if there is none. Nothing that was made with the registry may use
 * the entry any more. */
WEND_API bool wend_registry_remove(wend_registry *registry, wend_kind kind, const char *name);

/* States how large the descriptors of a kind are in the library that reads them. The core does this
 * for the stages of a step, wend_kit_register for the kit's kinds; a program that reads a kind of
 * its own calls it before it adds the first entry. Fails with WEND_ERROR_INVALID if the size is
 * less than that of a wend_entry, or if the kind has another size already. */
WEND_API wend_result wend_registry_set_kind_size(wend_registry *registry, wend_kind kind,
                                                 size_t size, wend_error *error);

/* The entry of that name, or NULL; then `error` names the nearest valid one. */
WEND_API const wend_entry *wend_registry_find(const wend_registry *registry, wend_kind kind,
                                              const char *name, wend_error *error);
WEND_API uint32_t wend_registry_count(const wend_registry *registry, wend_kind kind);
/* In order of registration. */
WEND_API const wend_entry *wend_registry_at(const wend_registry *registry, wend_kind kind,
                                            uint32_t index);

/* Checks settings against a parameter table without making anything: unknown names (the nearest is
 * told), wrong types, values out of range. */
WEND_API wend_result wend_settings_check(const wend_entry *entry, const wend_setting *settings,
                                         uint32_t count, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
