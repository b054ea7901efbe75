/* wend/base.h: the basic types that all other headers use: results and errors, memory, parallel
 * loops, vectors and ids.
 *
 * All headers use the units metre, second and radian. */
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

/* Returns the version of the linked library as "major.minor.patch". Never NULL; static storage. */
WEND_API const char *wend_version(void);

/* The version of the binary interface that these headers describe. It increases with every change
 * that breaks programs or plug-ins compiled earlier. Fields that are added at the end of
 * descriptors and defs do not change it. See "ABI policy" in docs/library.md. */
#define WEND_INTERFACE 1

/* Returns WEND_INTERFACE of the linked library. */
WEND_API uint32_t wend_interface(void);

/* ---- Results and errors ---------------------------------------------------------------------- */

/* The result of a function that may fail. If it is not WEND_OK, the out arguments are unchanged. */
typedef enum wend_result {
    WEND_OK = 0,
    WEND_ERROR_MEMORY,  /* the allocator returned NULL */
    WEND_ERROR_INVALID, /* a value is out of range, not finite, or inconsistent with other values */
    WEND_ERROR_GEOMETRY,  /* polygons cross, overlap or are not closed, or one lies outside the
                             polygon that must contain it */
    WEND_ERROR_NAME,      /* an unknown or duplicate name, key or id */
    WEND_ERROR_LIMIT,     /* a stated limit is exceeded */
    WEND_ERROR_FORMAT,    /* a file or memory block is truncated, damaged or of another version */
    WEND_ERROR_SYNTAX,    /* a text file does not parse */
    WEND_ERROR_IO,        /* the operating system refused to open, read or write */
    WEND_ERROR_NUMBER,    /* a model would move an agent to a position that is not finite or more
                             than 32 km away; agents and clock are left unchanged */
    WEND_ERROR_CANCELLED, /* the caller requested a stop */
    WEND_RESULT_COUNT
} wend_result;

/* Returns a short lower-case description of a result, such as "out of memory". Never NULL; static
 * storage. */
WEND_API const char *wend_result_text(wend_result result);

/* The sizes of the strings in a wend_error, in bytes. */
enum { WEND_ERROR_PATH_SIZE = 256, WEND_ERROR_MESSAGE_SIZE = 512 };

/* Where and why a call failed. Every function with a `wend_error *error` argument accepts
 * NULL. */
typedef struct wend_error {
    wend_result code;
    int line, column;                      /* 1-based; 0 if not known */
    char path[WEND_ERROR_PATH_SIZE];       /* the name of the file, or "" */
    char message[WEND_ERROR_MESSAGE_SIZE]; /* one sentence: what was found, what was expected, and
                                              the nearest valid name */
} wend_error;

/* Formats an error as "file:line:column: message", without the parts that are unknown. Writes at
 * most `size` bytes including the terminating zero; longer text is truncated. Returns `out`. */
WEND_API const char *wend_error_text(const wend_error *error, char *out, size_t size);

/* Called when the API is used incorrectly (a null argument, a stale id where a live one is
 * required). If the handler returns, the library aborts. To keep the program running, the handler
 * must leave by other means, such as longjmp. */
typedef void wend_assert_handler(const char *condition, const char *file, int line, void *user);

/* Replaces the assert handler of the whole process. NULL restores the default, which prints to
 * stderr. Set it before other threads use the library. */
WEND_API void wend_set_assert_handler(wend_assert_handler *handler, void *user);

/* Calls the assert handler, then aborts. Custom models can use it to check their arguments. */
WEND_API WEND_NORETURN void wend_assert_failed(const char *condition, const char *file, int line);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* The functions that provide memory. `allocate` returns at least `size` bytes, aligned to 64 bytes,
 * or NULL. `release` receives the same pointer and size. The library never makes two of these calls
 * at the same time. The calls come from the thread that calls the API and, in rare steps, from
 * workers. If both functions are NULL (a zeroed struct), the C library's heap is used. */
typedef struct wend_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} wend_allocator;

/* ---- Parallel loops -------------------------------------------------------------------------- */

/* The function that processes the items [begin, end) of a parallel loop. `worker` is less than the
 * task system's worker_count; ranges that are processed at the same time have different workers. */
typedef void wend_task_range(void *context, uint32_t begin, uint32_t end, uint32_t worker);

/* A parallel loop that the embedding program provides. `run` splits [0, count) into the ranges [k *
 * grain, min((k + 1) * grain, count)) and calls `range` exactly once for each of them, in any order
 * and on any thread. It returns when all these calls have finished. Results never depend on
 * worker_count. */
typedef struct wend_task_system {
    uint32_t worker_count; /* 1 to 256 */
    void (*run)(void *user, wend_task_range *range, void *context, uint32_t count, uint32_t grain);
    void *user;
} wend_task_system;

/* ---- Defs ------------------------------------------------------------------------------------ */

/* Objects are created from a def: a struct that begins with its own size. Start from its default
 * function, which sets the size, and change the fields that you need; a def without a valid size is
 * refused with WEND_ERROR_INVALID. New fields are added at the end of a def. The library accepts
 * the smaller defs of programs that were compiled with older headers, and uses the defaults for the
 * fields that they lack. */

/* Returns item `index` of an array of defs that starts at `first`. It also works for arrays made by
 * another program or library, in which the size of a def may differ. */
static inline const void *wend_def_at(const void *first, uint32_t index) {
    return (const char *)first + (size_t) * (const uint32_t *)first * index;
}

/* ---- Vectors --------------------------------------------------------------------------------- */

/* A point in double precision, in the user's coordinates, in m. Used in defs, maps and bulk
 * results. */
typedef struct wend_point {
    double x, y;
} wend_point;

/* A vector in single precision, relative to the space's origin. Used by agents and models. */
typedef struct wend_vec2 {
    float x, y;
} wend_vec2;

/* ---- Ids ------------------------------------------------------------------------------------- */

/* Generational ids of the objects in a world: the low half is an index, the high half a generation.
 * A zeroed id is null. The id of a removed object is stale, and never becomes valid again.
 *
 * Models run in hot loops and use indices instead of ids (wend/model.h), for bodies, goals,
 * profiles, maps and resources. The index of an object is the low half of its id.
 * wend_world_goal_index and similar functions check that an id is alive and return its index;
 * wend_world_goal_at and similar functions return the id for an index. An object keeps its index
 * until it is removed; then another object may get that index. */

/* The id of an agent (wend_world_add_agents). */
typedef struct wend_agent {
    uint64_t value;
} wend_agent;

/* Returns the slot of an agent, as used by bodies and frames (wend_view_find_body). The slot does
 * not change while the agent lives, and is reused afterwards. */
static inline uint32_t wend_agent_slot(wend_agent agent) {
    return (uint32_t)(agent.value & 0xffffffffu);
}

/* The id of a goal (wend_world_add_goal). */
typedef struct wend_goal {
    uint64_t value;
} wend_goal;

/* The id of a set of goals from which an agent's goal is chosen (wend_world_add_goal_set). */
typedef struct wend_goal_set {
    uint64_t value;
} wend_goal_set;

/* The id of a door or a moving obstacle (wend_world_add_obstacle). */
typedef struct wend_obstacle {
    uint64_t value;
} wend_obstacle;

/* The id of a moving part of the ground (wend_world_add_belt). */
typedef struct wend_belt {
    uint64_t value;
} wend_belt;

/* The id of an area that counts agents (wend_world_add_area). */
typedef struct wend_area {
    uint64_t value;
} wend_area;

/* The id of a profile, which agents of one type share (wend_world_add_profile). */
typedef struct wend_profile {
    uint64_t value;
} wend_profile;

/* The id of a list of points that agents pass on their route (wend_world_add_path). */
typedef struct wend_path {
    uint64_t value;
} wend_path;

/* The id of a group of agents (wend_world_add_group). */
typedef struct wend_group {
    uint64_t value;
} wend_group;

/* The id of a state machine (wend_world_add_machine). */
typedef struct wend_machine {
    uint64_t value;
} wend_machine;

/* The id of a signal (wend_world_add_signal). */
typedef struct wend_signal {
    uint64_t value;
} wend_signal;

/* The id of a queue or waiting area (wend_world_add_queue). */
typedef struct wend_queue {
    uint64_t value;
} wend_queue;

/* The id of a source of agents (wend_world_add_source). */
typedef struct wend_source {
    uint64_t value;
} wend_source;

/* The id of a resource that agents claim (wend_world_add_resource). */
typedef struct wend_resource {
    uint64_t value;
} wend_resource;

/* The id of a slot in a world's table of maps (wend_world_add_map). The map in the slot is a
 * wend_map. */
typedef struct wend_map_slot {
    uint64_t value;
} wend_map_slot;

#ifdef __cplusplus
}
#endif

#endif
