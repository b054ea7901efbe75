/* wend/simplify.h: spaces with less detail (library wend-kit). wend/kit.h includes this header. */
#ifndef WEND_SIMPLIFY_H
#define WEND_SIMPLIFY_H

#include <wend/space.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Shapes that can replace obstacles. */
typedef enum wend_outline {
    WEND_OUTLINE_EXACT,       /* as given */
    WEND_OUTLINE_HULL,        /* the convex hull */
    WEND_OUTLINE_BOX,         /* the box parallel to the axes */
    WEND_OUTLINE_ORIENTED_BOX /* the narrowest rotated box */
} wend_outline;

/* The definition of a simplification of a space. */
typedef struct wend_simplify_def {
    uint32_t size; /* set by wend_default_simplify_def */
    /* m: details of the outlines of the ground below this size are dropped: 0, or 0.002 to 1000.
     * 0: none are dropped. */
    double below;
    wend_outline shapes;    /* replace the solids, each on its own, before that */
    bool drop_small;        /* drop isolated solids of class 0 that are at most `below` across */
    const wend_point *kept; /* points that stay on the ground if they are on it, on any layer */
    uint32_t kept_count;
    wend_allocator allocator; /* if zeroed, the C heap is used */
} wend_simplify_def;

/* Writes the defaults of wend_default_simplify_def to a def of `size` bytes. */
WEND_API void wend_simplify_def_init(wend_simplify_def *def, size_t size);
/* Returns a def that drops details below 0.2 m, keeps the shapes of obstacles, and keeps small
 * obstacles. */
static inline wend_simplify_def wend_default_simplify_def(void) {
    wend_simplify_def def;
    wend_simplify_def_init(&def, sizeof def);
    return def;
}

/* A space definition with less detail. */
typedef struct wend_simplified wend_simplified;

/* What a simplification changed. Vertices are those of boundaries and of solids of class 0. */
typedef struct wend_simplify_info {
    uint32_t vertices_before, vertices_after;
    uint32_t dropped_obstacles, dropped_regions;
    double ground_before, ground_after; /* m2; unbounded layers do not count */
} wend_simplify_info;

/* Makes a space definition with less detail, which the caller owns. The polygons are first cleaned
 * on a grid of 1/1024 m: crossings are repaired and overlaps united, as scenario files do. Then:
 *   - The ground after is a subset of the ground before, except for dropped obstacles.
 *   - The Hausdorff distance of each outline before and after is at most `below`. With shapes, this
 *     applies to the outlines with these shapes.
 *   - Outlines do not cross or come to touch: connected ground stays connected, and separate ground
 *     stays separate. Passages can become narrower, by at most 2 `below`.
 *   - Links, connections, open walls, terrain and heights stay. Solids of other classes stay,
 *     except that shapes replace them.
 * Regions of ground that are at most `below` across are dropped, unless they have a link or a kept
 * point. An obstacle that touches another one, or has a kept point within `below`, is not dropped.
 * Fails with WEND_ERROR_INVALID, WEND_ERROR_GEOMETRY (for example, if no ground is left),
 * WEND_ERROR_LIMIT or WEND_ERROR_MEMORY. */
WEND_API wend_result wend_simplify(const wend_space_def *space, const wend_simplify_def *def,
                                   wend_simplified **out, wend_error *error);
/* Returns the definition. It is valid as long as the object; names and connections are those of the
 * def that was given. */
WEND_API const wend_space_def *wend_simplified_space_def(const wend_simplified *simplified);
/* Returns what was changed. */
WEND_API wend_simplify_info wend_simplified_info(const wend_simplified *simplified);
/* Destroys a simplified definition. NULL is allowed. */
WEND_API void wend_simplified_destroy(wend_simplified *simplified);

#ifdef __cplusplus
}
#endif

#endif
