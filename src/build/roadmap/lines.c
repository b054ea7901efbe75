/* Checks the lines of a network against walls and cuts them where they cross links.
 *
 * Cost: for each segment of a line, one visibility check and a scan of the links of its layer. */
#include "base/error.h"
#include "build/cross.h"
#include "build/roadmap/roadmap.h"
#include "build/rounding.h"
#include "geom/predicates.h"
#include "geom/vec.h"
#include <stdio.h>

/* ---- Errors ---------------------------------------------------------------------------------- */

static wend_result reject_line(roadmap_builder *b, uint32_t index, wend_result code,
                               const char *why) {
    const wend_line *line = &b->def->lines[index];
    error_set(b->error, code, "line %u of the network %s", index + 1, why);
    if (line->source != NULL) {
        error_set_location(b->error, line->source, line->line, line->column);
    }
    return code;
}

static wend_result reject_line_at(roadmap_builder *b, uint32_t index, const char *why,
                                  wend_vec2 at) {
    char text[160];
    wend_point position = wend_space_from_local(b->space, at);
    snprintf(text, sizeof text, "%s at (%.6g, %.6g)", why, position.x, position.y);
    return reject_line(b, index, WEND_ERROR_GEOMETRY, text);
}

/* ---- Links ----------------------------------------------------------------------------------- */

static bool add_link_point(roadmap_builder *b, wend_vec2 at, const wend_link *link) {
    if (!memory_grow(&b->heap, (void **)&b->link_points, sizeof *b->link_points,
                     &b->link_point_capacity, b->link_point_count + 1)) {
        return false;
    }
    bool left = link->left_layer < link->right_layer;
    b->link_points[b->link_point_count++] =
        (roadmap_link_point){at, left ? link->left_layer : link->right_layer,
                             left ? link->right_layer : link->left_layer};
    return true;
}

/* If a point of a line lies on links, records it for both layers of each of these links. */
static bool add_link_points_at(roadmap_builder *b, wend_location at) {
    const uint32_t *links;
    uint32_t count = space_links_of(b->space, at.layer, &links);
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        const wend_link *link = &b->space->links[links[i]];
        good = !predicate_on_segment(at.position, link->a, link->b) ||
               add_link_point(b, at.position, link);
    }
    return good;
}

static wend_vec2 point_at(const roadmap_builder *b, wend_vec2 p, wend_vec2 q, double share) {
    return rounding_snap(b->unit, (double)p.x + ((double)q.x - (double)p.x) * share,
                         (double)p.y + ((double)q.y - (double)p.y) * share);
}

/* Adds a segment to the layers that it passes through, and moves `*from` to its end. Returns false
 * if out of memory. */
static bool add_segment(roadmap_builder *b, wend_location *from, wend_vec2 to) {
    bool good = true;
    for (uint32_t i = 0; i <= b->space->link_count && good; i++) {
        double share = 0.0;
        const wend_link *link = cross_find_link(b->space, *from, to, &share);
        if (link == NULL) {
            break;
        }
        wend_vec2 at = point_at(b, from->position, to, share);
        good = noding_add(&b->layers[from->layer], from->position, at, &b->heap) &&
               add_link_point(b, at, link);
        from->position = at;
        from->layer = from->layer == link->left_layer ? link->right_layer : link->left_layer;
    }
    good = good && noding_add(&b->layers[from->layer], from->position, to, &b->heap);
    from->position = to;
    return good && add_link_points_at(b, *from);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static wend_result snap_point(roadmap_builder *b, uint32_t index, uint32_t at, wend_vec2 *out) {
    wend_vec2 local = wend_space_to_local(b->space, b->def->lines[index].points[at]);
    if (!space_in_domain(local)) {
        return reject_line(b, index, WEND_ERROR_INVALID,
                           "is not finite, or too far from the space");
    }
    *out = rounding_snap(b->unit, (double)local.x, (double)local.y);
    return WEND_OK;
}

/* Checks one segment of a line and adds it. */
static wend_result add_checked_segment(roadmap_builder *b, uint32_t index, wend_location *from,
                                       wend_vec2 to) {
    if (vec_equal(from->position, to)) {
        return WEND_OK;
    }
    if (!cross_is_line_open(b->space, *from, to)) {
        return reject_line_at(b, index, "crosses a wall", cross_find_wall(b->space, *from, to));
    }
    uint32_t layer = wend_space_layer_after(b->space, *from, to);
    if (!wend_space_is_walkable(b->space, (wend_location){to, layer}, 1)) {
        return reject_line_at(b, index, "leaves the walkable ground", to);
    }
    if (!add_segment(b, from, to)) {
        return error_no_memory(b->error, "a roadmap");
    }
    return from->layer == layer ? WEND_OK
                                : reject_line_at(b, index, "touches the end of a link", to);
}

static wend_result add_line(roadmap_builder *b, uint32_t index) {
    const wend_line *line = &b->def->lines[index];
    if (line->layer >= b->space->layer_count) {
        return reject_line(b, index, WEND_ERROR_INVALID, "begins on a layer that does not exist");
    }
    wend_location from = {.layer = line->layer};
    wend_vec2 to = {0.0F, 0.0F};
    wend_result result = line->count > 0 ? snap_point(b, index, 0, &from.position) : WEND_OK;
    if (result == WEND_OK && line->count > 0 && !wend_space_is_walkable(b->space, from, 1)) {
        return reject_line_at(b, index, "leaves the walkable ground", from.position);
    }
    bool moved = false;
    if (result == WEND_OK && !add_link_points_at(b, from)) {
        return error_no_memory(b->error, "a roadmap");
    }
    for (uint32_t i = 1; i < line->count && result == WEND_OK; i++) {
        result = snap_point(b, index, i, &to);
        moved |= !vec_equal(from.position, to);
        result = result == WEND_OK ? add_checked_segment(b, index, &from, to) : result;
    }
    return result == WEND_OK && !moved
               ? reject_line(b, index, WEND_ERROR_INVALID, "needs two different points")
               : result;
}

wend_result roadmap_add_lines(roadmap_builder *b) {
    wend_result result = WEND_OK;
    size_t points = 0;
    for (uint32_t i = 0; i < b->def->line_count && result == WEND_OK; i++) {
        points += b->def->lines[i].count;
        result = points <= WEND_MAX_ROADMAP_POINTS
                     ? add_line(b, i)
                     : error_set(b->error, WEND_ERROR_LIMIT,
                                 "a network has at most %d points; its first %u lines have more",
                                 (int)WEND_MAX_ROADMAP_POINTS, i + 1);
    }
    return result;
}
