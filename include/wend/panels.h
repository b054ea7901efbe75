/* wend/panels.h: pictures of several runs, with one panel for each run (library wend-kit).
 *
 * For each run, load its scenario, add a panel, and run the scenario with the picture as observer.
 * Then write the picture. `wend compare` works in this way. */
#ifndef WEND_PANELS_H
#define WEND_PANELS_H

#include <wend/kit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A picture of several runs, with one panel for each run. */
typedef struct wend_panels wend_panels;

/* The definition of a picture of several runs. */
typedef struct wend_panels_def {
    uint32_t size;            /* set by wend_default_panels_def */
    const char *title;        /* above all panels; NULL: none */
    const char *line;         /* a line of smaller text below the title; NULL: none */
    wend_allocator allocator; /* if zeroed, the C heap is used */
} wend_panels_def;

/* Writes the defaults of wend_default_panels_def to a def of `size` bytes. */
WEND_API void wend_panels_def_init(wend_panels_def *def, size_t size);
/* Returns a def without a title. */
static inline wend_panels_def wend_default_panels_def(void) {
    wend_panels_def def;
    wend_panels_def_init(&def, sizeof def);
    return def;
}

/* Creates a picture without panels, which the caller owns. Its strings are copied. */
WEND_API wend_result wend_panels_create(const wend_panels_def *def, wend_panels **out,
                                        wend_error *error);
/* Destroys a picture. NULL is allowed. */
WEND_API void wend_panels_destroy(wend_panels *panels);
/* Adds a panel for the next run of `scenario`, which must stay valid until the picture is
 * destroyed. Then start the run with `wend_panels_observe` as wend_run_def.observe and the picture
 * as its observer. The settings `output.png` of the scenario apply, except `width` and `legend`.
 * Fails with WEND_ERROR_MEMORY, with WEND_ERROR_INVALID (the settings contradict each other), and
 * with WEND_ERROR_NAME if the scenario's registry has no output `png`. */
WEND_API wend_result wend_panels_add_run(wend_panels *panels, const char *title,
                                         const wend_scenario *scenario, wend_error *error);
/* Replaces the picture in the panel that was added last, which must be that of a run, by text, for
 * a run that failed. Fails with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_panels_fail_run(wend_panels *panels, const char *text, wend_error *error);
/* Adds a panel with text, for a run whose scenario cannot be loaded. Fails with WEND_ERROR_MEMORY.
 */
WEND_API wend_result wend_panels_add_text(wend_panels *panels, const char *title, const char *text,
                                          wend_error *error);
/* Collects a frame for the panel that was added last, which must be that of a run. This is a
 * callback for wend_run_def.observe; `observer` is the wend_panels. */
WEND_API wend_result wend_panels_observe(void *observer, const wend_recording *recording,
                                         const wend_frame *frame, wend_error *error);
/* Draws all panels. They show the same part of the world at the same scale. The path ends with .svg
 * or .png. If writing fails, no file remains at `path`. Fails with WEND_ERROR_NAME (another
 * extension), WEND_ERROR_INVALID (no panels), WEND_ERROR_IO or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_panels_write(wend_panels *panels, const char *path, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
