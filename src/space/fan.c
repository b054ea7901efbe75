/* Computes what segments from one position cost by weights of terrain types.
 *
 * The edges of terrain near all segments are collected once, and each segment is cut at those that
 * it crosses. march.c looks them up in every cell of every segment instead; this is better for one
 * segment, for long segments, and where there is much terrain, so it is used if a box has too many
 * edges, and in spaces with links.
 *
 * Cost: O(cells of the box and edges in them) for a fan; O(edges of the fan) for each segment, and
 * one terrain query for each part of it. */
#include "space/fan.h"

#include <math.h>
#include <string.h>

#include "space/space.h"

enum {
    MAX_CUTS = 32,
    RECENT = 64, /* edges that are recognised when another cell lists them again */
    MAX_CELLS = 64
};

/* ---- The edges ------------------------------------------------------------------------------- */

typedef struct edge_filter {
    uint64_t recent[RECENT]; /* 1 + region and index of an edge */
} edge_filter;

/* True if an edge was not added just before. A repeated edge does no harm. */
static bool is_new(edge_filter *filter, const space_terrain_edge *edge) {
    uint64_t key = ((uint64_t)edge->region << 32 | edge->edge) + 1;
    uint64_t *recent = &filter->recent[(edge->edge + 8 * edge->region) % RECENT];
    bool differs = *recent != key;
    *recent = key;
    return differs;
}

/* Adds the edges of a cell. Returns false if there are too many. */
static bool add_cell(space_fan *fan, const space_layer *layer, uint32_t cell, edge_filter *filter) {
    const space_terrain_grid *cells = &layer->terrain_grid;
    for (uint32_t i = cells->edge_start[cell]; i < cells->edge_start[cell + 1]; i++) {
        const space_terrain_edge *edge = &cells->edges[i];
        if (!is_new(filter, edge)) {
            continue;
        }
        if (fan->count == SPACE_FAN_EDGES) {
            return false;
        }
        const space_terrain *t = &layer->terrains[edge->region];
        wend_vec2 a = t->points[edge->edge], b = t->points[t->next[edge->edge]];
        double x = (double)fan->from.position.x, y = (double)fan->from.position.y;
        fan->edges[fan->count].ax = (double)a.x - x;
        fan->edges[fan->count].ay = (double)a.y - y;
        fan->edges[fan->count].bx = (double)b.x - x;
        fan->edges[fan->count].by = (double)b.y - y;
        fan->count++;
    }
    return true;
}

/* Returns the first and the last cell along one axis; an empty range if the box is outside. */
static void find_cells(double low, double high, uint32_t count, int64_t *first, int64_t *last) {
    *first = (int64_t)floor(space_min(space_max(low, 0.0), (double)count));
    *last = (int64_t)floor(space_min(space_max(high, -1.0), (double)count - 1.0));
}

void space_fan_make(const wend_space *space, wend_location from, wend_vec2 low, wend_vec2 high,
                    space_fan *out) {
    out->space = space;
    out->from = from;
    out->count = 0;
    out->is_complete = space->link_count == 0 && from.layer < space->layer_count &&
                       space_in_domain(low) && space_in_domain(high);
    if (!out->is_complete || space->layers[from.layer].terrain_count == 0) {
        return;
    }
    const space_layer *layer = &space->layers[from.layer];
    const space_grid *grid = &layer->terrain_grid.grid;
    int64_t left, right, bottom, top;
    find_cells(((double)low.x - grid->low_x) * grid->inverse,
               ((double)high.x - grid->low_x) * grid->inverse, grid->columns, &left, &right);
    find_cells(((double)low.y - grid->low_y) * grid->inverse,
               ((double)high.y - grid->low_y) * grid->inverse, grid->rows, &bottom, &top);
    if ((right - left + 1) * (top - bottom + 1) > MAX_CELLS) {
        out->is_complete = false;
        return;
    }
    edge_filter filter;
    memset(&filter, 0, sizeof filter);
    for (int64_t row = bottom; row <= top; row++) {
        for (int64_t column = left; column <= right && out->is_complete; column++) {
            uint32_t cell = (uint32_t)row * grid->columns + (uint32_t)column;
            out->is_complete = add_cell(out, layer, cell, &filter);
        }
    }
}

/* ---- A segment ------------------------------------------------------------------------------- */

/* Adds a cut to a sorted list. */
static void add_cut(double *cuts, uint32_t count, double t) {
    uint32_t at = count;
    for (; at > 0 && cuts[at - 1] > t; at--) {
        cuts[at] = cuts[at - 1];
    }
    cuts[at] = t;
}

/* Finds the cuts of the segment to (dx, dy), in order, and 1 as the last. Returns their number, or
 * 0 if there are too many. */
static uint32_t find_cuts(const space_fan *fan, double dx, double dy, double cuts[MAX_CUTS]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < fan->count; i++) {
        double ax = fan->edges[i].ax, ay = fan->edges[i].ay;
        double bx = fan->edges[i].bx, by = fan->edges[i].by;
        double a_side = ax * dy - ay * dx, b_side = bx * dy - by * dx;
        /* Edges that meet in a point compute the same side for it, so that no rounding lets the
         * segment pass between them. A cut too many, at a vertex on the line, does no harm. */
        if ((a_side > 0.0 && b_side > 0.0) || (a_side < 0.0 && b_side < 0.0) || a_side == b_side) {
            continue;
        }
        double t = (ax * by - ay * bx) / (a_side - b_side);
        if (t > 0.0 && t < 1.0) {
            if (count + 1 == MAX_CUTS) {
                return 0;
            }
            add_cut(cuts, count++, t);
        }
    }
    cuts[count++] = 1.0;
    return count;
}

double space_fan_cost(const space_fan *fan, wend_vec2 to, const space_weights *weights,
                      double limit) {
    double x = (double)fan->from.position.x, y = (double)fan->from.position.y;
    double dx = (double)to.x - x, dy = (double)to.y - y, length = sqrt(dx * dx + dy * dy);
    double cuts[MAX_CUTS];
    uint32_t count = fan->is_complete ? find_cuts(fan, dx, dy, cuts) : 0;
    if (count == 0) {
        return space_segment_cost(fan->space, fan->from, to, weights, limit);
    }
    double cost = 0.0, t = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double middle = 0.5 * (t + cuts[i]);
        if (!(cuts[i] > t)) {
            continue;
        }
        uint32_t type =
            space_terrain_type_at(fan->space, fan->from.layer, x + middle * dx, y + middle * dy);
        cost += space_weight_of(weights, type) * length * (cuts[i] - t);
        t = cuts[i];
        if (cost + weights->least * length * (1.0 - t) > limit) {
            return (double)INFINITY;
        }
    }
    return cost;
}
