/* wend/guidance.h: builds guidance fields (library wend-kit).
 *
 * A guidance field has an arrow for each cell of a lattice, which gives the direction in which
 * agents walk there. It is drawn by a designer as lines, or read from a file. Agents with the
 * planner `guidance` and the follower `gradient` walk along the arrows. wend/map.h has the
 * functions that read its cells. */
#ifndef WEND_GUIDANCE_H
#define WEND_GUIDANCE_H

#include <signal.h>
#include <wend/base.h>
#include <wend/entry.h>
#include <wend/map.h>
#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The definition of a guidance field. Either `lines` or `file` is given. */
typedef struct wend_guidance_def {
    uint32_t size;          /* set by wend_default_guidance_def */
    wend_space *space;      /* required */
    const wend_line *lines; /* lines that agents follow from their first to their last point */
    uint32_t line_count;
    const char *file; /* path of a field file (docs/formats.md); NULL or "" for none */
    const wend_obstacle_def *doors; /* doors that may be closed; other obstacles are ignored */
    uint32_t door_count;
    double cell;  /* m: side of a cell; for lines only */
    double reach; /* m: at this distance from a line, agents head for it at 45 degrees; for lines
                     only */
    wend_point low, high;     /* on unbounded ground: a box that the field covers in addition to
                                 everything in the space */
    wend_allocator allocator; /* if zeroed, the C heap is used */
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
} wend_guidance_def;

/* The largest number of points in all lines of a guidance field. */
enum { WEND_MAX_GUIDANCE_POINTS = 1 << 12 };

/* Writes the defaults of wend_default_guidance_def to a def of `size` bytes. */
WEND_API void wend_guidance_def_init(wend_guidance_def *def, size_t size);
/* Returns a def with cells of 0.5 m and a reach of 2 m. The caller must fill in the space, and
 * either lines or a file. */
static inline wend_guidance_def wend_default_guidance_def(void) {
    wend_guidance_def def;
    wend_guidance_def_init(&def, sizeof def);
    return def;
}

/* Builds a guidance field. Lines that cross a wall or leave the ground are refused. Fails with
 * WEND_ERROR_INVALID, WEND_ERROR_LIMIT, WEND_ERROR_GEOMETRY, WEND_ERROR_SYNTAX (a file),
 * WEND_ERROR_IO, WEND_ERROR_MEMORY or WEND_ERROR_CANCELLED. The caller owns one reference. */
WEND_API wend_result wend_guidance_build(const wend_guidance_def *def, wend_map **out,
                                         wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
