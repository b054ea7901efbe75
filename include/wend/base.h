/* wend/base.h: results and errors, memory, parallel loops, vectors, ids.
 *
 * Units everywhere: metres, seconds, radians. */
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WEND_API      __attribute__((visibility("default")))
#define WEND_NORETURN __attribute__((noreturn))
#else
#define WEND_API
#define WEND_NORETURN
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked, as "major.minor.patch". Never NULL; static storage. */
WEND_API const char *wend_version(void);

/* The version of the binary interface that these headers describe. It grows with every change that
 * programs and plug-ins compiled before cannot live with; what grows at its end (descriptors, defs)
 * leaves it as it is. See "ABI policy" in docs/library.md. */
#define WEND_INTERFACE 1

/* WEND_INTERFACE of the library that is linked. */
WEND_API uint32_t wend_interface(void);

/* ---- Results and errors ---------------------------------------------------------------------- */

/* What a function that may fail returns. Everything but WEND_OK leaves the out arguments untouched.
 */
typedef enum wend_result {
    WEND_OK = 0,
    WEND_ERROR_MEMORY,    /* the allocator returned NULL */
    WEND_ERROR_INVALID,   /* a value is out of range, not finite, or does not fit the others */
    WEND_ERROR_GEOMETRY,  /* polygons that cross, overlap, are open, or lie outside each other */
    WEND_ERROR_NAME,      /* an unknown or duplicate name, key or id */
    WEND_ERROR_LIMIT,     /* a stated limit is exceeded */
    WEND_ERROR_FORMAT,    /* a file or memory block is cut short, damaged or of another version */
    WEND_ERROR_SYNTAX,    /* a text file does not parse */
    WEND_ERROR_IO,        /* the operating system refused to open, read or write */
    WEND_ERROR_NUMBER,    /* an agent would move to where there are no numbers, or more than
                             32 km away; agents and clock stand before that step */
    WEND_ERROR_CANCELLED, /* the caller asked to stop */
    WEND_RESULT_COUNT
} wend_result;

/* A short lower-case text for a result, such as "out of memory". Never NULL; static storage. */
WEND_API const char *wend_result_text(wend_result result);

enum { WEND_ERROR_PATH_SIZE = 256, WEND_ERROR_MESSAGE_SIZE = 512 };

/* Where and why something failed. Every function with a `wend_error *error` argument accepts NULL.
 */
typedef struct wend_error {
    wend_result code;
    int line, column;                      /* 1-based; 0 when there is no such place */
    char path[WEND_ERROR_PATH_SIZE];       /* file, or "" */
    char message[WEND_ERROR_MESSAGE_SIZE]; /* one sentence: found, expected, nearest valid name */
} wend_error;

/* Writes an error as people expect it, "file:line:column: message" with what there is of these, and
 * ends it with a zero; what does not fit `size` bytes is cut. Returns `out`. */
WEND_API const char *wend_error_text(const wend_error *error, char *out, size_t size);

/* Called when the API is used wrongly (a null argument, a stale id where one must live). Must not
 * return normally if it wants to keep the program alive (it may longjmp); when it returns, the
 * library aborts. */
typedef void wend_assert_handler(const char *condition, const char *file, int line, void *user);

/* Replaces the handler for the whole process; NULL restores the default, which prints to stderr.
 * Set it before other threads use the library. */
WEND_API void wend_set_assert_handler(wend_assert_handler *handler, void *user);

/* Calls the handler, then aborts: for models of one's own that check their callers. */
WEND_API WEND_NORETURN void wend_assert_failed(const char *condition, const char *file, int line);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Where memory comes from. `allocate` returns at least `size` bytes aligned to 64, or NULL;
 * `release` gets the same pointer and size back. Calls are serialised by the library; they come
 * from the thread that calls the API, and in rare steps from workers. Zeroed (both NULL) means the
 * C library's heap. */
typedef struct wend_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} wend_allocator;

/* ---- Parallel loops -------------------------------------------------------------------------- */

/* A piece [begin, end) of a loop. `worker` is below the task system's worker_count; two pieces
 * that run at the same time have different workers. */
typedef void wend_task_range(void *context, uint32_t begin, uint32_t end, uint32_t worker);

/* A parallel loop provided by the embedder. `run` calls `range` so that [0, count) is covered
 * exactly once by pieces [k * grain, min((k + 1) * grain, count)), in any order and on any thread,
 * and returns when all have finished. Results never depend on worker_count. */
typedef struct wend_task_system {
    uint32_t worker_count; /* 1 to 256 */
    void (*run)(void *user, wend_task_range *range, void *context, uint32_t count, uint32_t grain);
    void *user;
} wend_task_system;

/* ---- Defs ------------------------------------------------------------------------------------ */

/* What is made is described by a def: a struct that begins with its own size. Start from its
 * default function, which sets the size, and change what you need; a def that is not made so is
 * refused with WEND_ERROR_INVALID. Defs grow at their end: a library takes the smaller defs of
 * programs that were compiled with older headers, and uses the defaults of the fields that they
 * lack. */

/* Item `index` of an array of defs that starts at `first`; of an array that another program or
 * library made too, whose defs may be of another size. */
static inline const void *wend_def_at(const void *first, uint32_t index) {
    return (const char *)first + (size_t) * (const uint32_t *)first * index;
}

/* ---- Vectors --------------------------------------------------------------------------------- */

/* Double precision, in the user's coordinates: definitions, maps, bulk results. */
typedef struct wend_point {
    double x, y;
} wend_point;

/* Single precision, relative to the space's origin: what agents and models compute with. */
typedef struct wend_vec2 {
    float x, y;
} wend_vec2;

/* ---- Ids ------------------------------------------------------------------------------------- */

/* Generational ids of the small things in a world: index in the low half, generation in the high
 * half. A zeroed id is null. An id whose thing was removed is stale, and never comes back to life.
 *
 * Models run in hot loops and see indices instead (wend/model.h): of bodies, goals, profiles, maps
 * and resources. The index of a thing is the low half of its id (wend_world_goal_index and its
 * siblings check that the id is alive); wend_world_goal_at and its siblings give the id. An index
 * stays with its thing until that is removed, and may then be given to another one. */
typedef struct wend_agent {
    uint64_t value;
} wend_agent;

/* The slot of an agent, as bodies and frames name it (wend_view_find_body): stable while the agent
 * lives, used again afterwards. */
static inline uint32_t wend_agent_slot(wend_agent agent) {
    return (uint32_t)(agent.value & 0xffffffffu);
}

typedef struct wend_goal {
    uint64_t value;
} wend_goal;

typedef struct wend_goal_set {
    uint64_t value;
} wend_goal_set;

typedef struct wend_obstacle {
    uint64_t value;
} wend_obstacle;

typedef struct wend_belt {
    uint64_t value;
} wend_belt;

typedef struct wend_area {
    uint64_t value;
} wend_area;

typedef struct wend_profile {
    uint64_t value;
} wend_profile;

typedef struct wend_path {
    uint64_t value;
} wend_path;

typedef struct wend_group {
    uint64_t value;
} wend_group;

typedef struct wend_resource {
    uint64_t value;
} wend_resource;

/* Where a world keeps a map; the map itself is a wend_map. */
typedef struct wend_map_slot {
    uint64_t value;
} wend_map_slot;

#ifdef __cplusplus
}
#endif

#endif
