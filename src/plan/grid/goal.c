/* Moves a goal to the nearest point that agents may stand on: from a solid to its wall, and from
 * forbidden terrain across its border. The nearest point of allowed terrain lies on the border of a
 * region, so only the nearest point of each border is examined. Where regions overlap, a corner
 * of two borders may be nearer; it is not found. Cost: O(edges of the regions within reach), only
 * for goals on forbidden terrain. */
#include <math.h>

#include "geom/point.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "plan/grid/grid.h"
#include "plan/route/walkable.h"
#include "space/space.h"

static const float BEYOND = 1e-3F; /* m: how far across the border; more than coordinates' rounding
                                    */

typedef struct border_search {
    const grid_ground *ground;
    wend_location from;
    double distance; /* m: to the best point so far, or the reach */
    wend_location best;
} border_search;

static void try_point(border_search *s, wend_vec2 position) {
    wend_location at = {position, s->from.layer};
    const wend_view *view = s->ground->view;
    double distance = wide_distance(s->from.position, position);
    if (distance < s->distance && wend_space_is_walkable(view->space, at, view->classes) &&
        !grid_is_forbidden(s->ground, at) && wend_view_is_visible(view, s->from, at, 0.0F)) {
        s->distance = distance;
        s->best = at;
    }
}

static void try_edge(border_search *s, wend_vec2 a, wend_vec2 b) {
    wend_vec2 nearest = segment_closest(s->from.position, a, b);
    wend_vec2 away = vec_sub(nearest, s->from.position);
    float length = vec_length(away);
    if (length > BEYOND) {
        try_point(s, vec_add(nearest, vec_scale(away, BEYOND / length)));
        return;
    }
    wend_vec2 along = vec_sub(b, a); /* on the border: either side may be allowed */
    float edge = fmaxf(vec_length(along), BEYOND);
    wend_vec2 across = {-along.y * 2.0F * BEYOND / edge, along.x * 2.0F * BEYOND / edge};
    try_point(s, vec_add(nearest, across));
    try_point(s, vec_sub(nearest, across));
}

wend_location grid_goal_location(const grid_ground *ground, wend_location location, float reach) {
    wend_location at = walkable_snap(ground->view, location, reach);
    if (!ground->has_forbidden || at.layer >= ground->map->layer_count ||
        !grid_is_forbidden(ground, at)) {
        return at;
    }
    border_search s = {.ground = ground, .from = at, .distance = (double)reach, .best = at};
    const space_layer *layer = &ground->view->space->layers[at.layer];
    for (uint32_t i = 0; i < layer->terrain_count; i++) {
        const space_terrain *t = &layer->terrains[i];
        float x = fmaxf(fmaxf(t->low.x - at.position.x, at.position.x - t->high.x), 0.0F);
        float y = fmaxf(fmaxf(t->low.y - at.position.y, at.position.y - t->high.y), 0.0F);
        for (uint32_t k = 0; x <= reach && y <= reach && k < t->count; k++) {
            try_edge(&s, t->points[k], t->points[t->next[k]]);
        }
    }
    return s.best;
}
