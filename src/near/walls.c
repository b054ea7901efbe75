/* Finds the nearest walls and checks visibility, considering all current walls: those of the space,
 * which never change, and those of the overlay (moving obstacles, closed doors).
 *
 * Obstacles of the overlay are found by their bounding boxes. A wall of the overlay blocks a line
 * that touches it, even at one of its ends. Across a link, the overlay's walls count in the same
 * way as the space's walls (wend/space.h). */
#include <math.h>

#include <wend/model.h>

#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "space/space.h"
#include "step/internals.h"
#include "step/links.h"

/* A line that passes through more links than this counts as blocked. */
enum { MAX_PARTS = 64 };

/* ---- Nearest walls --------------------------------------------------------------------------- */

static wend_wall_hit make_hit(const overlay_wall *wall, uint32_t index, wend_vec2 a, wend_vec2 b,
                              wend_vec2 from) {
    wend_vec2 point = segment_closest(from, a, b);
    wend_vec2 along = vec_sub(wall->b, wall->a);
    float length_squared = vec_length_squared(along);
    float t =
        length_squared > 0.0F ? vec_dot(vec_sub(point, wall->a), along) / length_squared : 0.0F;
    return (wend_wall_hit){.wall = index,
                           .distance = (float)segment_point_distance(from, a, b),
                           .point = point,
                           .a = a,
                           .b = b,
                           .velocity = vec_lerp(wall->velocity_a, wall->velocity_b, t)};
}

/* Returns half the size of the box around a disc, slightly enlarged so that rounding excludes
 * nothing. */
static wend_vec2 margin_of(float radius, wend_vec2 at) {
    float wide = radius + 1e-6F * (radius + fabsf(at.x) + fabsf(at.y));
    return (wend_vec2){wide, wide};
}

/* Finds the nearest part of an overlay wall that is visible from a location. The distance is
 * INFINITY if there is none. */
static wend_wall_hit find_wall_hit(const wend_view *view, wend_location location, float radius,
                                   const overlay_wall *wall, uint32_t index) {
    if (wall->layer == location.layer) {
        return make_hit(wall, index, wall->a, wall->b, location.position);
    }
    wend_wall_hit best = {.wall = WEND_NO_WALL, .distance = INFINITY};
    const uint32_t *links;
    uint32_t link_count = space_links_of(view->space, location.layer, &links);
    for (uint32_t i = 0; i < link_count; i++) {
        wend_link link = wend_space_link(view->space, links[i]);
        bool forward = link.left_layer == location.layer && link.right_layer == wall->layer;
        bool backward = link.right_layer == location.layer && link.left_layer == wall->layer;
        if (!forward && !backward) {
            continue;
        }
        int side = predicate_orient(link.a, link.b, location.position);
        wend_vec2 a = wall->a, b = wall->b;
        if ((forward ? side < 0 : side > 0) ||
            predicate_point_distance(location.position, link.a, link.b, radius) > 0 ||
            !segment_clip_left(forward ? link.b : link.a, forward ? link.a : link.b, &a, &b)) {
            continue;
        }
        wend_wall_hit hit = make_hit(wall, index, a, b, location.position);
        if (hit.distance < best.distance) {
            best = hit;
        }
    }
    return best;
}

static bool comes_before(const wend_wall_hit *a, const wend_wall_hit *b) {
    return a->distance != b->distance ? a->distance < b->distance : a->wall < b->wall;
}

/* Inserts a hit into `out`, which stays sorted by (distance, index) and has at most `capacity`
 * hits. Returns the new number of hits. */
static uint32_t insert(wend_wall_hit *out, uint32_t count, uint32_t capacity, wend_wall_hit hit) {
    if (count == capacity && (capacity == 0 || !comes_before(&hit, &out[count - 1]))) {
        return count;
    }
    uint32_t index = count < capacity ? count++ : count - 1;
    while (index > 0 && comes_before(&hit, &out[index - 1])) {
        out[index] = out[index - 1];
        index--;
    }
    out[index] = hit;
    return count;
}

uint32_t wend_view_find_walls(const wend_view *view, wend_location location, float radius,
                              wend_wall_hit *out, uint32_t capacity) {
    uint32_t count =
        wend_space_find_walls(view->space, location, radius, view->classes, out, capacity);
    const overlay *over = view->internals->overlay;
    uint32_t first = wend_space_wall_count(view->space), cursor = 0;
    wend_vec2 margin = margin_of(radius, location.position);
    wend_vec2 low = vec_sub(location.position, margin), high = vec_add(location.position, margin);
    const overlay_obstacle *obstacle;
    while (over->box_count && (obstacle = overlay_next(over, low, high, &cursor)) != NULL) {
        for (uint32_t i = 0; i < obstacle->wall_count; i++) {
            uint32_t wall = obstacle->first_wall + i;
            wend_wall_hit hit =
                find_wall_hit(view, location, radius, &over->walls[wall], first + wall);
            if (hit.distance <= radius) {
                count = insert(out, count, capacity, hit);
            }
        }
    }
    for (uint32_t i = 0; i < count && (view->frame.x != 0.0F || view->frame.y != 0.0F); i++) {
        out[i].velocity = vec_sub(out[i].velocity, view->frame);
    }
    return count;
}

wend_wall_hit wend_view_find_closest_wall(const wend_view *view, wend_location location,
                                          float radius) {
    wend_wall_hit hit;
    if (wend_view_find_walls(view, location, radius, &hit, 1) == 0) {
        hit = (wend_wall_hit){.wall = WEND_NO_WALL, .distance = INFINITY};
    }
    return hit;
}

/* ---- Visibility ------------------------------------------------------------------------------ */

/* The part of a line on one layer. */
typedef struct line_part {
    wend_vec2 from, to;
    uint32_t layer;
} line_part;

/* True if a wall on the layer across a link blocks the part. Follows the rule of
 * wend_space_is_visible. Of the wall, only what lies beyond the link's line counts. Of the line,
 * only the piece on this side of the link's line can be blocked, and only if that piece comes
 * within the radius of the link. */
static bool blocks_across(const overlay_wall *wall, wend_link link, line_part part, float radius) {
    bool forward = link.left_layer == part.layer && link.right_layer == wall->layer;
    bool backward = link.right_layer == part.layer && link.left_layer == wall->layer;
    wend_vec2 start = forward ? link.a : link.b, end = forward ? link.b : link.a;
    wend_vec2 p = part.from, q = part.to, a = wall->a, b = wall->b;
    return (forward || backward) && segment_clip_left(start, end, &p, &q) &&
           predicate_segment_distance(p, q, link.a, link.b, radius) <= 0 &&
           segment_clip_left(end, start, &a, &b) &&
           predicate_segment_distance(p, q, a, b, radius) < 0;
}

static bool blocks(const wend_view *view, const overlay_wall *wall, line_part part, float radius) {
    if (wall->layer == part.layer) {
        return radius > 0.0F
                   ? predicate_segment_distance(part.from, part.to, wall->a, wall->b, radius) < 0
                   : predicate_segments_meet(part.from, part.to, wall->a, wall->b);
    }
    const uint32_t *links;
    uint32_t count = radius > 0.0F ? space_links_of(view->space, part.layer, &links) : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (blocks_across(wall, wend_space_link(view->space, links[i]), part, radius)) {
            return true;
        }
    }
    return false;
}

/* Finds the next link that the line crosses on `layer`, from the fraction *at on, and moves *at to
 * it. Returns WEND_NONE if there is none. `last` is the link that the line crossed before. */
static uint32_t find_next_link(const wend_space *space, wend_vec2 from, wend_vec2 to,
                               uint32_t layer, uint32_t last, double *at) {
    const uint32_t *links;
    uint32_t found = WEND_NONE, count = space_links_of(space, layer, &links);
    double nearest = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        wend_link link = wend_space_link(space, links[i]);
        if (links[i] == last || link_entered(link, layer, from, to) == WEND_NONE) {
            continue;
        }
        double cut = link_cut(link, from, to);
        if (cut >= *at && cut < nearest) {
            nearest = cut;
            found = links[i];
        }
    }
    *at = found == WEND_NONE ? 1.0 : nearest;
    return found;
}

static bool is_part_open(const wend_view *view, line_part part, float radius) {
    const overlay *over = view->internals->overlay;
    wend_vec2 from_margin = margin_of(radius, part.from), to_margin = margin_of(radius, part.to);
    wend_vec2 low = vec_min(vec_sub(part.from, from_margin), vec_sub(part.to, to_margin));
    wend_vec2 high = vec_max(vec_add(part.from, from_margin), vec_add(part.to, to_margin));
    uint32_t cursor = 0;
    const overlay_obstacle *obstacle;
    while (over->box_count && (obstacle = overlay_next(over, low, high, &cursor)) != NULL) {
        for (uint32_t i = 0; i < obstacle->wall_count; i++) {
            if (blocks(view, &over->walls[obstacle->first_wall + i], part, radius)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_overlay_open(const wend_view *view, wend_location from, wend_vec2 to, float radius) {
    line_part part = {from.position, to, from.layer};
    uint32_t last = WEND_NONE;
    double at = 0.0;
    for (int i = 0; i < MAX_PARTS; i++) {
        last = find_next_link(view->space, from.position, to, part.layer, last, &at);
        part.to = last == WEND_NONE
                      ? to
                      : point_narrow(point_lerp(point_wide(from.position), point_wide(to), at));
        if (!is_part_open(view, part, radius)) {
            return false;
        }
        if (last == WEND_NONE) {
            return true;
        }
        part.layer =
            link_entered(wend_space_link(view->space, last), part.layer, from.position, to);
        part.from = part.to;
    }
    return false;
}

bool wend_view_is_visible(const wend_view *view, wend_location from, wend_location to,
                          float radius) {
    return (view->internals->overlay->wall_count == 0 ||
            is_overlay_open(view, from, to.position, radius)) &&
           wend_space_is_visible(view->space, from, to, radius, view->classes);
}
