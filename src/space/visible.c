/* Visibility checks: whether a straight line is free for a point or a disc.
 *
 * For radius 0, see straight.c. For a radius r > 0, a part of the line on layer A is also blocked
 * - by every wall of A whose distance from the part is strictly less than r;
 * - by walls of a layer B, for every link from A to B. Take the piece of the part that lies on A's
 *   side of the link's line, or on that line. If the piece is at most r away from the link, it is
 *   blocked by every wall of B that, beyond the link's line, comes strictly nearer to it than r.
 *   The wall is clipped at the link's line, and the clipped end is rounded to single precision.
 *
 * Cost: proportional to the number of cells along the line. A line that is shorter than the
 * clearance bound at its start costs one table lookup. */
#include "base/error.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "space/straight.h"

/* ---- Radius > 0 ------------------------------------------------------------------------------ */

/* Returns the sign of (distance between an end of the part and segment ab) - radius. */
static int end_distance(const straight_query *s, const straight_cut *end, wend_vec2 line_end,
                        wend_vec2 a, wend_vec2 b) {
    if (end->before != 0) {
        return predicate_cut_distance(s->segment, end->line, a, b, s->radius);
    }
    return predicate_point_distance(line_end, a, b, s->radius);
}

/* Returns the sign of (distance between v and the line) - radius if the foot of the perpendicular
 * from v lies on the part, else 1. */
static int foot_distance(const straight_query *s, const straight_part *part, wend_vec2 v) {
    if (part->enter.before != 0 && predicate_compare_foot(s->segment, v, part->enter.line) < 0) {
        return 1;
    }
    if (part->leave.before != 0 && predicate_compare_foot(s->segment, v, part->leave.line) > 0) {
        return 1;
    }
    /* If the foot lies beyond an end of the line, this is the distance to that end. That result is
     * also correct. */
    return predicate_point_distance(v, s->segment.p, s->segment.q, s->radius);
}

/* Returns the sign of (distance between the part and segment ab) - radius. Does not detect
 * crossings at inner points of both the segment and the part; straight_edge_blocks does that. */
static int part_distance(const straight_query *s, const straight_part *part, wend_vec2 a,
                         wend_vec2 b) {
    int line_distance = predicate_segment_distance(s->segment.p, s->segment.q, a, b, s->radius);
    if (line_distance > 0 || (part->enter.before == 0 && part->leave.before == 0)) {
        return line_distance;
    }
    int nearest = end_distance(s, &part->enter, s->segment.p, a, b);
    int others[] = {end_distance(s, &part->leave, s->segment.q, a, b), foot_distance(s, part, a),
                    foot_distance(s, part, b)};
    for (int i = 0; i < 3; ++i) {
        nearest = others[i] < nearest ? others[i] : nearest;
    }
    return nearest;
}

/* Clips the part to the piece that lies to the left of the link's edge or on its line. Returns
 * false if nothing remains. */
static bool clip_to_side(const straight_query *s, const space_edge *link, straight_part *part) {
    straight_cut line = straight_cut_at(link);
    int p_side = predicate_orient(link->a, link->b, s->segment.p);
    int q_side = predicate_orient(link->a, link->b, s->segment.q);
    if (p_side < 0 && q_side < 0) {
        return false;
    }
    if (p_side < 0) {
        line.before = -1;
        bool later = part->enter.before == 0 ||
                     predicate_compare_cuts(s->segment, line.line, part->enter.line) > 0;
        part->enter = later ? line : part->enter;
    } else if (q_side < 0) {
        bool earlier = part->leave.before == 0 ||
                       predicate_compare_cuts(s->segment, line.line, part->leave.line) < 0;
        part->leave = earlier ? line : part->leave;
    }
    return part->enter.before == 0 || part->leave.before == 0 ||
           predicate_compare_cuts(s->segment, part->enter.line, part->leave.line) <= 0;
}

static bool is_far(const straight_query *s, wend_vec2 a, wend_vec2 b) {
    wend_vec2 low = vec_min(s->segment.p, s->segment.q), high = vec_max(s->segment.p, s->segment.q);
    float reach = s->radius * 1.00001F + 0.01F;
    return fminf(a.x, b.x) > high.x + reach || fmaxf(a.x, b.x) < low.x - reach ||
           fminf(a.y, b.y) > high.y + reach || fmaxf(a.y, b.y) < low.y - reach;
}

/* ---- All edges along a part ------------------------------------------------------------------ */

typedef bool edge_test(const straight_query *s, const straight_part *part, const space_edge *e,
                       const space_edge *link);

static bool blocks(const straight_query *s, const straight_part *part, const space_edge *e,
                   const space_edge *link) {
    (void)link;
    if (straight_edge_blocks(s, part, e)) {
        return true;
    }
    return s->radius > 0.0F && e->link == SPACE_NONE && !is_far(s, e->a, e->b) &&
           part_distance(s, part, e->a, e->b) < 0;
}

static bool blocks_across(const straight_query *s, const straight_part *part, const space_edge *e,
                          const space_edge *link) {
    wend_vec2 a = e->a, b = e->b;
    return e->link == SPACE_NONE && segment_clip_left(link->b, link->a, &a, &b) &&
           !is_far(s, a, b) && part_distance(s, part, a, b) < 0;
}

/* True if the test is true for any edge of `layer` near the line. */
static bool has_blocking_edge(const straight_query *s, uint32_t layer, const straight_part *part,
                              edge_test *test, const space_edge *link) {
    const space_grid *grid = &s->space->layers[layer].grid;
    double margin = (double)s->radius + STRAIGHT_MARGIN;
    uint32_t row, last_row;
    space_grid_rows(grid, s->segment.p, s->segment.q, margin, &row, &last_row);
    for (; row <= last_row; ++row) {
        uint32_t first, last;
        space_grid_span(grid, s->segment.p, s->segment.q, margin, row, &first, &last);
        if (first > last) {
            continue;
        }
        uint32_t begin = grid->start[row * grid->columns + first];
        uint32_t end = grid->start[row * grid->columns + last + 1];
        for (uint32_t i = begin; i < end; ++i) {
            const space_edge *e = &s->space->edges[grid->items[i]];
            if (space_class_on(e, s->classes) && test(s, part, e, link)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_part_blocked(const straight_query *s, const straight_part *part) {
    if (has_blocking_edge(s, part->layer, part, blocks, NULL)) {
        return true;
    }
    const space_layer *layer = &s->space->layers[part->layer];
    for (uint32_t i = 0; i < layer->link_count && s->radius > 0.0F; ++i) {
        const space_edge *link = &s->space->edges[layer->link_edges[i]];
        straight_part piece = *part;
        if (is_far(s, link->a, link->b) || !clip_to_side(s, link, &piece) ||
            part_distance(s, &piece, link->a, link->b) > 0) {
            continue;
        }
        if (has_blocking_edge(s, straight_layer_across(s->space, link, part->layer), &piece,
                              blocks_across, link)) {
            return true;
        }
    }
    return false;
}

bool wend_space_is_visible(const wend_space *space, wend_location from, wend_location to,
                           float radius, uint32_t classes) {
    WEND_ASSERT(from.layer < space->layer_count && to.layer < space->layer_count);
    if (!space_in_domain(from.position) || !space_in_domain(to.position)) {
        return false;
    }
    radius = space_clamp_radius(radius);
    float length = vec_length(vec_sub(to.position, from.position));
    float reach = (length + radius) * 1.00001F;
    if (reach < space_clearance_bound(space, from.layer, from.position)) {
        return from.layer == to.layer;
    }
    straight_query s = {space, {from.position, to.position}, radius, classes};
    straight_part part = {.layer = from.layer};
    straight_crossed list = {.count = 0};
    for (;;) {
        const space_edge *link =
            straight_next_link(space, part.layer, s.segment, &part.enter, &list);
        part.leave = link != NULL ? straight_cut_at(link) : (straight_cut){0};
        if (is_part_blocked(&s, &part)) {
            return false;
        }
        if (link == NULL) {
            return part.layer == to.layer;
        }
        part.layer = straight_layer_across(space, link, part.layer);
        part.enter = part.leave;
    }
}
