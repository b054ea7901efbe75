/* Walls and sight as they are now: the space's static index, then the overlay's walls.
 *
 * The overlay is scanned; each of its walls costs O(1). A wall of the overlay stops whoever touches
 * it, ends included. Across a link the overlay counts as the space's walls do (wend/space.h). */
#include <math.h>

#include <wend/model.h>

#include "geom/predicates.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "step/inside.h"

/* ---- Nearest walls --------------------------------------------------------------------------- */

static wend_wall_hit hit_of(const overlay_wall *wall, uint32_t index, wend_vec2 a, wend_vec2 b,
                            wend_vec2 from) {
    wend_vec2 point = segment_closest(from, a, b);
    wend_vec2 along = vec_sub(wall->b, wall->a);
    float length_squared = vec_length_squared(along);
    float t =
        length_squared > 0.0F ? vec_dot(vec_sub(point, wall->a), along) / length_squared : 0.0F;
    return (wend_wall_hit){.wall = index,
                           .distance = vec_length(vec_sub(point, from)),
                           .point = point,
                           .a = a,
                           .b = b,
                           .velocity = vec_lerp(wall->velocity_a, wall->velocity_b, t)};
}

/* The nearest part of an overlay wall that counts from a place; distance INFINITY if none does. */
static wend_wall_hit look_at(const wend_view *view, wend_place place, float radius,
                             const overlay_wall *wall, uint32_t index) {
    if (wall->layer == place.layer) {
        return hit_of(wall, index, wall->a, wall->b, place.position);
    }
    wend_wall_hit best = {.wall = WEND_NO_WALL, .distance = INFINITY};
    uint32_t links = wend_space_link_count(view->space);
    for (uint32_t i = 0; i < links; i++) {
        wend_link link = wend_space_link(view->space, i);
        bool forward = link.left_layer == place.layer && link.right_layer == wall->layer;
        bool backward = link.right_layer == place.layer && link.left_layer == wall->layer;
        int side = predicate_orient(link.a, link.b, place.position);
        wend_vec2 a = wall->a, b = wall->b;
        if ((!forward && !backward) || (forward ? side < 0 : side > 0) ||
            predicate_point_distance(place.position, link.a, link.b, radius) > 0 ||
            !segment_clip_left(forward ? link.b : link.a, forward ? link.a : link.b, &a, &b)) {
            continue;
        }
        wend_wall_hit hit = hit_of(wall, index, a, b, place.position);
        if (hit.distance < best.distance) {
            best = hit;
        }
    }
    return best;
}

/* Keeps `out` ordered by (distance, index) and at most `capacity` long. */
static uint32_t insert(wend_wall_hit *out, uint32_t count, uint32_t capacity, wend_wall_hit hit) {
    if (count == capacity && (capacity == 0 || !(hit.distance < out[count - 1].distance))) {
        return count;
    }
    uint32_t place = count < capacity ? count++ : count - 1;
    while (place > 0 && hit.distance < out[place - 1].distance) {
        out[place] = out[place - 1];
        place--;
    }
    out[place] = hit;
    return count;
}

uint32_t wend_view_walls_near(const wend_view *view, wend_place place, float radius,
                              wend_wall_hit *out, uint32_t capacity) {
    uint32_t count =
        wend_space_walls_near(view->space, place, radius, view->classes, out, capacity);
    const overlay *over = view->inside->overlay;
    uint32_t first = wend_space_wall_count(view->space);
    for (uint32_t i = 0; i < over->wall_count; i++) {
        wend_wall_hit hit = look_at(view, place, radius, &over->walls[i], first + i);
        if (hit.distance <= radius) {
            count = insert(out, count, capacity, hit);
        }
    }
    return count;
}

wend_wall_hit wend_view_closest_wall(const wend_view *view, wend_place place, float radius) {
    wend_wall_hit hit;
    if (wend_view_walls_near(view, place, radius, &hit, 1) == 0) {
        hit = (wend_wall_hit){.wall = WEND_NO_WALL, .distance = INFINITY};
    }
    return hit;
}

/* ---- Sight ----------------------------------------------------------------------------------- */

/* A point of the way that is nearest to the wall, to tell on which layer they meet. */
static wend_vec2 meeting_point(wend_vec2 from, wend_vec2 to, const overlay_wall *wall) {
    wend_vec2 along = vec_sub(to, from), across = vec_sub(wall->b, wall->a);
    float cross = vec_cross(along, across);
    if (cross != 0.0F && predicate_segments_meet(from, to, wall->a, wall->b)) {
        float t = vec_cross(vec_sub(wall->a, from), across) / cross;
        return vec_lerp(from, to, fminf(fmaxf(t, 0.0F), 1.0F));
    }
    wend_vec2 near_a = segment_closest(wall->a, from, to);
    wend_vec2 near_b = segment_closest(wall->b, from, to);
    bool a_nearer =
        vec_length_squared(vec_sub(near_a, wall->a)) < vec_length_squared(vec_sub(near_b, wall->b));
    return a_nearer ? near_a : near_b;
}

static bool blocks(const wend_view *view, wend_place from, wend_place to, float radius,
                   const overlay_wall *wall) {
    bool meets =
        radius > 0.0F
            ? predicate_segment_distance(from.position, to.position, wall->a, wall->b, radius) < 0
            : predicate_segments_meet(from.position, to.position, wall->a, wall->b);
    if (!meets) {
        return false;
    }
    if (wend_space_link_count(view->space) == 0) {
        return wall->layer == from.layer;
    }
    wend_vec2 where = meeting_point(from.position, to.position, wall);
    return wend_space_layer_after(view->space, from, where) == wall->layer;
}

bool wend_view_visible(const wend_view *view, wend_place from, wend_place to, float radius) {
    const overlay *over = view->inside->overlay;
    for (uint32_t i = 0; i < over->wall_count; i++) {
        if (blocks(view, from, to, radius, &over->walls[i])) {
            return false;
        }
    }
    return wend_space_visible(view->space, from, to, radius, view->classes);
}
