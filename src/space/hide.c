/* Finds what hides a piece of a polyline from a disc: walls, links and walls of the caller.
 *
 * Only walls near the triangle of the disc's centre x and the piece can hide anything (shadow.c).
 * They are found in the grid of the layer, row by row, beginning with the row of x; the search ends
 * when the whole piece is hidden.
 *
 * A line across a link leaves the layer, so links hide what is behind them; a disc may pass beside
 * them. With r > 0, walls of the layer behind a link count too, where they are within r of the
 * link. A piece on another layer is seen through one link: the walls of the first layer count on
 * the near side of the link's line, and those of the second layer beyond it.
 *
 * Cost: the cells of the grid between x and the piece, up to the distance at which it is hidden;
 * O(links of the layer) more in spaces with links. It does not depend on the size of the space. */
#include "space/hide.h"

#include <string.h>

/* ---- Walls ----------------------------------------------------------------------------------- */

/* Cuts a segment to the points on the left of the link's line (sign 1), or on its right (-1).
 * Returns false if nothing is left. */
static bool cut_at_link(const space_part_query *q, double sign, wend_point *a, wend_point *b) {
    wend_point from = hide_relative(q, q->link->a),
               e = point_sub(hide_relative(q, q->link->b), from);
    double a_side = sign * point_cross(e, point_sub(*a, from));
    double b_side = sign * point_cross(e, point_sub(*b, from));
    if (a_side <= 0.0 && b_side <= 0.0) {
        return false;
    }
    if (a_side < 0.0) {
        *a = point_lerp(*a, *b, a_side / (a_side - b_side));
    } else if (b_side < 0.0) {
        *b = point_lerp(*a, *b, a_side / (a_side - b_side));
    }
    return true;
}

static void add_relative(space_part_query *q, wend_point a, wend_point b) {
    double begin, end;
    if (q->link != NULL && q->side != HIDE_WHOLE &&
        !cut_at_link(q, q->side == HIDE_BEFORE_LINK ? 1.0 : -1.0, &a, &b)) {
        return;
    }
    if (shadow_may_fall(&q->segment, a, b) && shadow_find(&q->segment, a, b, &begin, &end)) {
        shadow_set_add(&q->hidden, begin, end, q->gap);
    }
}

void space_parts_add_wall(space_part_query *query, wend_vec2 a, wend_vec2 b) {
    add_relative(query, hide_relative(query, a), hide_relative(query, b));
}

/* A line that crosses a link leaves the layer; a line beside it does not. */
static void add_link(space_part_query *q, const space_edge *e) {
    shadow_segment line = q->segment;
    wend_point a = hide_relative(q, e->a), b = hide_relative(q, e->b);
    double begin, end;
    line.r = 0.0;
    if (e != q->link && shadow_may_fall(&line, a, b) && shadow_find(&line, a, b, &begin, &end)) {
        shadow_set_add(&q->hidden, begin, end, q->gap);
    }
}

static void add_edge(space_part_query *q, uint32_t index) {
    const space_edge *e = &q->space->edges[index];
    uint32_t *recent = &q->recent[index % HIDE_RECENT];
    if (*recent == index + 1) {
        return;
    }
    *recent = index + 1;
    if (e->link == SPACE_NONE && space_class_on(e, q->classes)) {
        space_parts_add_wall(q, e->a, e->b);
    } else if (e->link != SPACE_NONE && q->side != HIDE_BEYOND_LINK) {
        add_link(q, e);
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Extends [*low, *high] by the x coordinates of the part of the segment ab between two values of y.
 */
static void extend_span(wend_point a, wend_point b, double y_low, double y_high, double *low,
                        double *high) {
    if (a.y > b.y) {
        wend_point swapped = a;
        a = b;
        b = swapped;
    }
    if (a.y > y_high || b.y < y_low) {
        return;
    }
    double from = a.x, to = b.x;
    if (a.y < y_low || b.y > y_high) { /* only then the division is needed, and a.y < b.y */
        double slope = (b.x - a.x) / (b.y - a.y);
        from = a.y < y_low ? a.x + (y_low - a.y) * slope : from;
        to = b.y > y_high ? a.x + (y_high - a.y) * slope : to;
    }
    *low = space_min(*low, space_min(from, to));
    *high = space_max(*high, space_max(from, to));
}

static int64_t clamp_cell(double at, uint32_t count) {
    return (int64_t)space_min(space_max(floor(at), 0.0), (double)count - 1.0);
}

/* Adds the edges in the cells of one row that are within r of the triangle x, p, q. */
static void add_row(space_part_query *q, const space_grid *grid, int64_t row) {
    const shadow_segment *s = &q->segment;
    const wend_point x = {0.0, 0.0};
    double margin = q->r + 2.0 * SPACE_ENTRY_MARGIN;
    double y_low = grid->low_y + (double)row * grid->cell - margin - q->x.y;
    double y_high = y_low + grid->cell + 2.0 * margin;
    double low = (double)INFINITY, high = -(double)INFINITY;
    extend_span(x, s->p, y_low, y_high, &low, &high);
    extend_span(x, s->q, y_low, y_high, &low, &high);
    extend_span(s->p, s->q, y_low, y_high, &low, &high);
    double first = (low - margin + q->x.x - grid->low_x) * grid->inverse;
    double last = (high + margin + q->x.x - grid->low_x) * grid->inverse;
    if (!(last >= 0.0 && first < (double)grid->columns)) {
        return;
    }
    uint32_t base = (uint32_t)row * grid->columns;
    uint32_t begin = grid->start[base + (uint32_t)clamp_cell(first, grid->columns)];
    uint32_t end = grid->start[base + (uint32_t)clamp_cell(last, grid->columns) + 1];
    for (uint32_t i = begin; i < end; i++) {
        add_edge(q, grid->items[i]);
    }
}

static bool is_all_hidden(const space_part_query *q) {
    return q->hidden.is_full || shadow_set_covers(&q->hidden, 0.0, 1.0, q->gap);
}

/* Adds the walls and links of a layer near the triangle x, p, q, the rows nearest to x first. */
static void add_layer(space_part_query *q, uint32_t layer) {
    const space_grid *grid = &q->space->layers[layer].grid;
    if (grid->rows == 0) {
        return;
    }
    double margin = 2.0 * SPACE_ENTRY_MARGIN;
    double low = (q->segment.low_y - margin + q->x.y - grid->low_y) * grid->inverse;
    double high = (q->segment.high_y + margin + q->x.y - grid->low_y) * grid->inverse;
    if (!(high >= 0.0 && low < (double)grid->rows)) {
        return;
    }
    int64_t first = clamp_cell(low, grid->rows), last = clamp_cell(high, grid->rows);
    int64_t above = clamp_cell((q->x.y - grid->low_y) * grid->inverse, grid->rows);
    above = above < first ? first : above > last ? last : above;
    int64_t below = above - 1;
    while ((above <= last || below >= first) && !is_all_hidden(q)) {
        if (above <= last) {
            add_row(q, grid, above++);
        }
        if (below >= first) {
            add_row(q, grid, below--);
        }
    }
}

/* Adds the walls of other layers that are within r of a link of the layer, beyond the link. */
static void add_across_links(space_part_query *q, uint32_t layer_index) {
    const space_layer *layer = &q->space->layers[layer_index];
    for (uint32_t i = 0; i < layer->link_count && q->r > 0.0 && !is_all_hidden(q); i++) {
        const space_edge *link = &q->space->edges[layer->link_edges[i]];
        wend_point a = hide_relative(q, link->a), b = hide_relative(q, link->b);
        if (link == q->link || !shadow_may_fall(&q->segment, a, b)) {
            continue;
        }
        const wend_link *both = &q->space->links[link->link];
        uint32_t other = both->left_layer == layer_index ? both->right_layer : both->left_layer;
        wend_wall_hit near[32];
        wend_vec2 middle = {0.5F * (link->a.x + link->b.x), 0.5F * (link->a.y + link->b.y)};
        float reach = (float)(q->r + 0.5 * point_distance(a, b));
        uint32_t count = wend_space_find_walls(q->space, (wend_location){middle, other}, reach,
                                               q->classes, near, 32);
        space_part_query beyond = *q;
        beyond.link = link;
        beyond.side = HIDE_BEYOND_LINK;
        for (uint32_t k = 0; k < count; k++) {
            space_parts_add_wall(&beyond, near[k].a, near[k].b);
        }
        q->hidden = beyond.hidden;
    }
}

static void add_extra(space_part_query *q, uint32_t layer) {
    const shadow_segment *s = &q->segment;
    if (q->extra != NULL && !is_all_hidden(q)) {
        double margin = 1e-3 + 1e-6 * (fabs(q->x.x) + fabs(q->x.y)); /* rounding to floats */
        wend_vec2 low = {(float)(s->low_x + q->x.x - margin), (float)(s->low_y + q->x.y - margin)};
        wend_vec2 high = {(float)(s->high_x + q->x.x + margin),
                          (float)(s->high_y + q->x.y + margin)};
        q->extra->visit(q->extra->context, layer, low, high, q);
    }
}

/* ---- A piece --------------------------------------------------------------------------------- */

void hide_piece(space_part_query *q, uint32_t from, uint32_t layer) {
    q->hidden.count = 0;
    q->hidden.is_full = false;
    memset(q->recent, 0, sizeof q->recent);
    if (layer == from) {
        q->side = HIDE_WHOLE;
        add_layer(q, from);
        add_across_links(q, from);
        add_extra(q, from);
        return;
    }
    q->side = HIDE_BEFORE_LINK;
    add_layer(q, from);
    add_extra(q, from);
    memset(q->recent, 0, sizeof q->recent);
    q->side = HIDE_BEYOND_LINK;
    add_layer(q, layer);
    add_extra(q, layer);
}
