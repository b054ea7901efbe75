/* Checks the lines of a guidance field against walls, and cuts them where they cross links.
 *
 * Cost: for each segment of a line, two visibility checks and a scan of the links of its layer. */
#include "base/error.h"
#include "build/cross.h"
#include "build/guidance/guidance.h"
#include "geom/vec.h"
#include <stdio.h>

static wend_result reject(guidance_builder *b, uint32_t index, wend_result code, const char *why) {
    const wend_line *line = &b->def->lines[index];
    error_set(b->error, code, "line %u of the guidance field %s", index + 1, why);
    if (line->source != NULL) {
        error_set_location(b->error, line->source, line->line, line->column);
    }
    return code;
}

static wend_result reject_at(guidance_builder *b, uint32_t index, const char *why, wend_vec2 at) {
    char text[160];
    wend_point position = wend_space_from_local(b->space, at);
    snprintf(text, sizeof text, "%s at (%.6g, %.6g)", why, position.x, position.y);
    return reject(b, index, WEND_ERROR_GEOMETRY, text);
}

/* Adds a piece; a piece without length is left out. Returns false if out of memory. */
static bool add_piece(guidance_builder *b, uint32_t line, wend_location from, wend_vec2 to) {
    wend_vec2 offset = vec_sub(to, from.position);
    float length = vec_length(offset);
    if (!(length > 0.0F)) {
        return true;
    }
    if (!memory_grow(&b->heap, (void **)&b->pieces, sizeof *b->pieces, &b->piece_capacity,
                     b->piece_count + 1)) {
        return false;
    }
    b->pieces[b->piece_count++] = (guidance_piece){.from = from.position,
                                                   .to = to,
                                                   .direction = vec_scale(offset, 1.0F / length),
                                                   .layer = from.layer,
                                                   .line = line};
    return true;
}

/* Adds a segment, cut at links, and moves `*from` to its end. Returns false if out of memory. */
static bool add_segment(guidance_builder *b, uint32_t line, wend_location *from, wend_vec2 to) {
    bool good = true;
    for (uint32_t i = 0; i <= b->space->link_count && good; i++) {
        double share = 0.0;
        const wend_link *link = cross_find_link(b->space, *from, to, &share);
        if (link == NULL) {
            break;
        }
        wend_vec2 at = vec_lerp(from->position, to, (float)share);
        good = add_piece(b, line, *from, at);
        from->position = at;
        from->layer = from->layer == link->left_layer ? link->right_layer : link->left_layer;
    }
    good = good && add_piece(b, line, *from, to);
    from->position = to;
    return good;
}

static wend_result add_checked(guidance_builder *b, uint32_t index, wend_location *from,
                               wend_vec2 to) {
    if (!cross_is_line_open(b->space, *from, to)) {
        return reject_at(b, index, "crosses a wall", cross_find_wall(b->space, *from, to));
    }
    uint32_t layer = wend_space_layer_after(b->space, *from, to);
    if (!wend_space_is_walkable(b->space, (wend_location){to, layer}, 1)) {
        return reject_at(b, index, "leaves the walkable ground", to);
    }
    if (!add_segment(b, index, from, to)) {
        return error_no_memory(b->error, "a guidance field");
    }
    /* Where the segment ends on the end of a link, the rule of spaces decides. */
    from->layer = layer;
    return WEND_OK;
}

static wend_result add_line(guidance_builder *b, uint32_t index) {
    const wend_line *line = &b->def->lines[index];
    uint32_t first = b->piece_count;
    if (line->layer >= b->space->layer_count || line->count == 0) {
        return reject(b, index, WEND_ERROR_INVALID, "begins on a layer that does not exist");
    }
    wend_location at = {wend_space_to_local(b->space, line->points[0]), line->layer};
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < line->count && result == WEND_OK; i++) {
        wend_vec2 to = wend_space_to_local(b->space, line->points[i]);
        if (!space_in_domain(to)) {
            result =
                reject(b, index, WEND_ERROR_INVALID, "is not finite, or too far from the space");
        } else if (i == 0 && !wend_space_is_walkable(b->space, at, 1)) {
            result = reject_at(b, index, "leaves the walkable ground", to);
        } else if (!vec_equal(at.position, to)) {
            result = add_checked(b, index, &at, to);
        }
    }
    if (result == WEND_OK && b->piece_count == first) {
        return reject(b, index, WEND_ERROR_INVALID, "needs two different points");
    }
    if (result == WEND_OK) {
        b->pieces[b->piece_count - 1].is_last = true;
    }
    return result;
}

wend_result guidance_cut_lines(guidance_builder *b) {
    wend_result result = WEND_OK;
    size_t points = 0;
    for (uint32_t i = 0; i < b->def->line_count && result == WEND_OK; i++) {
        points += b->def->lines[i].count;
        result = points <= WEND_MAX_GUIDANCE_POINTS
                     ? add_line(b, i)
                     : error_set(b->error, WEND_ERROR_LIMIT,
                                 "the lines of a guidance field have at most %d points; its first "
                                 "%u lines have more",
                                 (int)WEND_MAX_GUIDANCE_POINTS, i + 1);
    }
    return result;
}
