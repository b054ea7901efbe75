/* Answers queries on guidance fields. A path follows the arrows from the start until the end is
 * visible and near; there is no path if the arrows lead elsewhere. The nearest location is the
 * location itself if it has an arrow and the disc has room there, otherwise the nearest centre of a
 * cell with both. Cost: one sample for each step of half a cell; for the nearest location, all
 * cells of the layer. */
#include "map/guidance/guidance.h"

#include <math.h>

#include "geom/vec.h"
#include "query/kind.h"

enum { MAX_STEPS = 1 << 16 };

static const double STEP_SHARE = 0.5; /* length of a step, in cells */
static const float NEAR_CELLS = 4.0F; /* cells: within this distance, a visible end is headed for */

static bool is_visible(const void *context, wend_location from, wend_location to) {
    return wend_view_is_visible(context, from, to, 0.0F);
}

/* True if a disc at one location can head for the other, which is near. */
static bool can_head_for(const query_call *call, wend_location from, wend_location to,
                         float reach) {
    return vec_length(vec_sub(to.position, from.position)) <= reach &&
           wend_view_is_visible(call->view, from, to, 0.0F);
}

static search_outcome find_path(const query_call *call, const wend_path_def *def, query_path *out) {
    const guidance *map = guidance_of(call->map);
    const guidance_sight sight = {is_visible, call->view};
    wend_location at = def->from;
    query_add_point(out, at);
    for (uint32_t i = 0; i < MAX_STEPS; i++) {
        const guidance_layer *layer = &map->layers[at.layer];
        float cell = (float)fmin(layer->width, layer->height);
        wend_vec2 arrow;
        if (can_head_for(call, at, def->to, NEAR_CELLS * cell + def->tolerance)) {
            query_add_point(out, def->to);
            out->info.status = WEND_PATH_FOUND;
            return SEARCH_FOUND;
        }
        if (!guidance_sample(map, &sight, at, false, &arrow)) {
            return SEARCH_NONE;
        }
        float length = (float)STEP_SHARE * cell / vec_length(arrow);
        wend_vec2 to = vec_add(at.position, vec_scale(arrow, length));
        wend_location next = {to, wend_space_layer_after(call->view->space, at, to)};
        if (!wend_view_is_visible(call->view, at, next, call->radius)) {
            return SEARCH_NONE;
        }
        at = next;
        query_add_point(out, at);
    }
    return SEARCH_NONE;
}

/* True if the disc has room at a location. */
static bool has_room(const query_call *call, wend_location at) {
    return wend_space_is_walkable(call->view->space, at, call->view->classes) &&
           wend_view_is_visible(call->view, at, at, call->radius);
}

static search_outcome find_nearest(const query_call *call, wend_location location, float distance,
                                   wend_location *out) {
    const guidance *map = guidance_of(call->map);
    const guidance_sight sight = {is_visible, call->view};
    wend_vec2 arrow;
    if (location.layer >= map->layer_count) {
        return SEARCH_NONE;
    }
    if (guidance_sample(map, &sight, location, false, &arrow) && has_room(call, location)) {
        *out = location;
        return SEARCH_FOUND;
    }
    const guidance_layer *layer = &map->layers[location.layer];
    search_outcome found = SEARCH_NONE;
    for (uint32_t i = 0; i < layer->columns * layer->rows; i++) {
        wend_location at = {guidance_centre(layer, i % layer->columns, i / layer->columns),
                            location.layer};
        float away = vec_length(vec_sub(at.position, location.position));
        if (away < distance && guidance_sample(map, NULL, at, true, &arrow) && has_room(call, at)) {
            distance = away;
            *out = at;
            found = SEARCH_FOUND;
        }
    }
    return found;
}

const query_kind query_kind_guidance = {
    .kind = "guidance", .find_path = find_path, .find_nearest = find_nearest};
