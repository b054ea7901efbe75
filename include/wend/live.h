/* wend/live.h: a world that answers messages and is drawn while it runs (library wend-kit).
 *
 * A live world is what a viewer shows. It answers JSON messages (docs/viewer.md lists them), steps
 * its world, and writes the agents in a compact form for drawing. It uses no other library, so that
 * it also runs in a browser. One thread at a time may use it. Messages may come from anywhere: a
 * malformed or hostile message gets an error as its answer, and never more memory or time than the
 * limits below. */
#ifndef WEND_LIVE_H
#define WEND_LIVE_H

#include <wend/bundle.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WEND_MAX_LIVE_MESSAGE = 1 << 20, /* bytes: the longest message */
    WEND_MAX_LIVE_STEPS = 10000,     /* the largest number of steps of one message */
    WEND_LIVE_FRAME_HEAD = 32,       /* bytes of a frame before its agents */
    WEND_LIVE_FRAME_AGENT = 24       /* bytes of each agent of a frame */
};

/* What the `value` of an agent in a frame means: what a viewer colours agents by. */
typedef enum wend_live_colouring {
    WEND_LIVE_GROUP,
    WEND_LIVE_SPEED,
    WEND_LIVE_DENSITY,
    WEND_LIVE_PROFILE,
    WEND_LIVE_STATE,
    WEND_LIVE_STATUS,
    WEND_LIVE_GOAL,
    WEND_LIVE_ACTIVITY,
    WEND_LIVE_RELATIVE_SPEED,
    WEND_LIVE_COLOURING_COUNT
} wend_live_colouring;

/* A live world. */
typedef struct wend_live wend_live;

/* The definition of a live world. */
typedef struct wend_live_def {
    uint32_t size;                 /* set by wend_default_live_def */
    const wend_bundle *bundle;     /* required; must outlive the live world */
    const wend_registry *registry; /* NULL: the built-in entries; else it must outlive the world */
    uint32_t threads;              /* 1 to 256 */
    wend_kernel kernel;
    wend_allocator allocator; /* if zeroed, the C heap is used */
    /* Bytes of the snapshots that are kept to rewind (message `seek`). If they are used up, fewer
     * snapshots are kept, and rewinding takes longer. 0: none are kept. */
    size_t history_bytes;
} wend_live_def;

/* Writes the defaults of wend_default_live_def to a def of `size` bytes. */
WEND_API void wend_live_def_init(wend_live_def *def, size_t size);
/* Returns a def for one thread, the fastest kernel and a history of 64 MiB. The caller must fill in
 * the bundle. */
static inline wend_live_def wend_default_live_def(void) {
    wend_live_def def;
    wend_live_def_init(&def, sizeof def);
    return def;
}

/* Creates a live world at the first start of a bundle; the caller owns it. Fails like
 * wend_bundle_create_world. */
WEND_API wend_result wend_live_create(const wend_live_def *def, wend_live **out, wend_error *error);
/* Destroys a live world. NULL is allowed. */
WEND_API void wend_live_destroy(wend_live *live);

/* Answers one message. The answer is JSON text with a zero at its end; it is valid until the next
 * call. A message that fails gets an answer too, with the key "error". Returns NULL only if there
 * is no memory for an answer. `length` receives the length of the answer, and may be NULL. */
WEND_API const char *wend_live_answer(wend_live *live, const char *message, size_t size,
                                      size_t *length);

/* Writes the agents for drawing (docs/viewer.md, Frames). The bytes are valid until the next call.
 * `colouring` is a wend_live_colouring; other numbers count as WEND_LIVE_GROUP. Returns NULL if out
 * of memory. */
WEND_API const void *wend_live_frame(wend_live *live, uint32_t colouring, size_t *size);

/* Saves a snapshot of the live world, so that it can be rewound. Returns its size in bytes. If that
 * is larger than `capacity`, nothing is written, and `out` may be NULL. */
WEND_API size_t wend_live_save(const wend_live *live, void *out, size_t capacity);
/* Rewinds the live world to a snapshot. Fails like wend_bundle_load_world; the live world then
 * stays as it is. */
WEND_API wend_result wend_live_load(wend_live *live, const void *bytes, size_t size,
                                    wend_error *error);

/* Returns the world, for queries between calls. Do not step or destroy it. */
WEND_API wend_world *wend_live_world(wend_live *live);

#ifdef __cplusplus
}
#endif

#endif
