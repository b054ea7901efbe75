/* Reroutes a path through a mesh around moving obstacles that stand still. First tries a path close
 * to the shortest one (bypass.c). If there is no such path, or if it is much longer than the
 * shortest one, also searches the whole mesh (detour.c), which costs far more, and takes the
 * shorter of the two. Cost: that of these searches; nothing if no obstacle stands still. */
#include "plan/around/mesh.h"

#include <math.h>

#include "geom/vec.h"
#include "plan/around/bypass.h"
#include "step/internals.h"

/* A path around an obstacle counts as short if its length is at most SHORT_SHARE times the length
 * of the shortest path, plus SHORT_EXTRA (m). If it is longer than that, a path elsewhere may be
 * shorter. */
static const double SHORT_SHARE = 1.05, SHORT_EXTRA = 2.0;

/* Returns the length (m) of a path, whatever the weights of its ground. */
static double measure(wend_vec2 from, const search_path *path) {
    double length = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        length += (double)vec_length(vec_sub(path->points[i].position, from));
        from = path->points[i].position;
    }
    return length;
}

/* True if a new part of a path runs over forbidden terrain. */
static bool crosses_forbidden(const search_ground *ground, const bypass_path *along) {
    for (uint32_t k = 0; k < along->section_count; k++) {
        const bypass_section *section = &along->sections[k];
        for (uint32_t i = section->first; i <= section->first + section->count; i++) {
            wend_location from = along->start;
            if (i > 0) {
                from = (wend_location){along->points[i - 1].position, along->points[i - 1].layer};
            }
            if (i < along->count && search_is_forbidden(ground, from, along->points[i].position)) {
                return true;
            }
        }
    }
    return false;
}

/* Reroutes the shortest path around the obstacles on it. Returns SEARCH_NONE if there is no passage
 * near the path, or only one over forbidden terrain. */
static search_outcome find_near_path(const search_ground *ground, bypass_path *along,
                                     search_path *out) {
    double radius = fmax((double)ground->radius, (double)ground->level->radius);
    search_outcome outcome = bypass_find(ground->view, ground->worker, radius, along);
    out->points = along->points;
    out->count = along->count;
    out->length = measure(along->start.position, out);
    bool forbidden = outcome == SEARCH_FOUND && crosses_forbidden(ground, along);
    return forbidden ? SEARCH_NONE : outcome;
}

search_outcome search_around(const search_ground *ground, search_start from, const target *to,
                             search_path *path, bool *standing) {
    wend_location start = {from.position, ground->level->polygons[from.polygon].layer};
    bypass_path along = {.start = start, .points = path->points, .count = path->count};
    if (ground->view->internals->overlay->standing_count == 0 ||
        bypass_is_clear(ground->view, &along, (double)ground->radius)) {
        return SEARCH_FOUND;
    }
    search_path near = *path, far;
    *standing = true;
    search_outcome outcome = find_near_path(ground, &along, &near);
    bool has_near = outcome == SEARCH_FOUND;
    double length = ground->weights != NULL ? measure(start.position, path) : path->length;
    bool is_short = has_near && near.length <= length * SHORT_SHARE + SHORT_EXTRA;
    bool has_far = false;
    if (!is_short && outcome != SEARCH_NO_MEMORY) {
        outcome = search_detour(ground, from, to, &far);
        has_far = outcome == SEARCH_FOUND;
    }
    path->obstructed = !has_near && !has_far;
    if (has_near || has_far) {
        *path = has_near && (!has_far || near.length <= far.length) ? near : far;
    }
    return outcome == SEARCH_NO_MEMORY ? outcome : SEARCH_FOUND;
}
