/* Divides a segment into parts with one terrain type each.
 *
 * The segment is cut at every link that it crosses: between two of these cuts it is on one layer.
 * There, it goes from cell to cell of the layer's terrain (terrain_grid.c), as in Amanatides and
 * Woo, "A fast voxel traversal algorithm for ray tracing", Eurographics (1987). In a cell it is cut
 * at the edges of regions in the list of that cell. Between two consecutive cuts the terrain has
 * one type, which is found in the middle of the part in the cell of the first cut; the cells after
 * it have the same type up to the next cut. Cuts are found one after the other, always the
 * nearest one beyond the last, so that no memory is needed. All computations are in double
 * precision.
 *
 * Cost: O(links) for each link that is crossed; O(edges of the cell) for each cell and for each cut
 * in a cell. */
#include "space/march.h"

#include "space/space.h"

/* An edge counts as crossed up to this fraction beyond its ends, so that rounding cannot let the
 * segment pass between two edges that meet in a point. A cut too many does no harm. */
static const double CUT_TOLERANCE = 1e-9;

/* m: the type in the middle of a shorter part may be wrong by rounding, so it is found again in the
 * next cell. */
static const double SETTLED_LENGTH = 1e-3;

/* Returns the t at which the segment crosses ab, or 2 if it does not cross. */
static double cut_at(const march_segment *s, wend_vec2 a, wend_vec2 b) {
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double ax = (double)a.x - s->x, ay = (double)a.y - s->y;
    double turn = s->dx * ey - s->dy * ex, side = ax * s->dy - ay * s->dx;
    double slack = CUT_TOLERANCE * turn;
    /* The edge is crossed where side / turn, the fraction along it, is between 0 and 1. Most edges
     * are not crossed, and need no division. */
    bool is_on_edge = turn > 0.0 ? side >= -slack && side <= turn + slack
                                 : turn < 0.0 && side <= -slack && side >= turn + slack;
    if (!is_on_edge) {
        return 2.0;
    }
    double t = (ax * ey - ay * ex) / turn;
    return t >= 0.0 && t <= 1.0 ? t : 2.0;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Ends the part that has begun. */
static void end_part(march_segment *s, double t) {
    if (s->has_type && t > s->begin) {
        s->ends = !s->receive(s->context, s->type, s->length * (t - s->begin)) || s->ends;
    }
    s->has_type = false;
}

/* Begins a part of a type at t, or continues the last part if it has the same type. */
static void begin_part(march_segment *s, uint32_t type, double t) {
    if (!s->has_type || s->type != type) {
        end_part(s, t);
        s->type = type;
        s->has_type = true;
        s->begin = t;
    }
}

/* ---- One cell -------------------------------------------------------------------------------- */

/* Returns the t of the nearest cut after `after` in a cell, or `end` if there is none before. Sets
 * *touches if there is a cut exactly at `after`. */
static double next_cut(const march_segment *s, const space_layer *layer, uint32_t cell,
                       double after, double end, bool *touches) {
    const space_terrain_grid *cells = &layer->terrain_grid;
    double next = end;
    for (uint32_t i = cells->edge_start[cell]; i < cells->edge_start[cell + 1]; ++i) {
        const space_terrain *t = &layer->terrains[cells->edges[i].region];
        uint32_t edge = cells->edges[i].edge;
        double cut = cut_at(s, t->points[edge], t->points[t->next[edge]]);
        next = cut > after && cut < next ? cut : next;
        *touches = *touches || cut == after;
    }
    return next;
}

static uint32_t type_at(const march_segment *s, const space_layer *layer, uint32_t cell, double t) {
    const space_grid *grid = &layer->terrain_grid.grid;
    for (uint32_t i = grid->start[cell]; i < grid->start[cell + 1]; ++i) {
        const space_terrain *region = &layer->terrains[grid->items[i] / 2];
        if (grid->items[i] % 2 == 1 ||
            space_terrain_covers_point(region, s->x + t * s->dx, s->y + t * s->dy)) {
            return region->type;
        }
    }
    return 0;
}

static void measure_cell(march_segment *s, const space_layer *layer, uint32_t cell, double t,
                         double end) {
    bool is_cut = !s->has_type || !s->is_settled;
    while (t < end) {
        double cut = next_cut(s, layer, cell, t, end, &is_cut);
        if (is_cut) {
            begin_part(s, type_at(s, layer, cell, 0.5 * (t + cut)), t);
            s->is_settled = s->length * (cut - t) >= SETTLED_LENGTH;
        }
        t = cut;
        is_cut = true;
    }
}

/* ---- One layer ------------------------------------------------------------------------------- */

/* The segment along one axis, in units of cells. */
typedef struct cell_axis {
    double from, change; /* where the segment begins, and how far it goes */
    double inverse;      /* 1 / change */
    uint32_t count;      /* number of cells */
    int64_t cell;        /* the current cell */
} cell_axis;

/* Restricts an interval of t to the cells along an axis. */
static void clip_axis(const cell_axis *axis, double *begin, double *end) {
    double most = (double)axis->count;
    if (axis->change == 0.0) {
        *end = axis->from >= 0.0 && axis->from < most ? *end : *begin;
        return;
    }
    double one = -axis->from * axis->inverse, two = (most - axis->from) * axis->inverse;
    *begin = space_max(*begin, space_min(one, two));
    *end = space_min(*end, space_max(one, two));
}

static void locate_axis(cell_axis *axis, double t) {
    double at = floor(axis->from + t * axis->change);
    axis->cell = (int64_t)space_min(space_max(at, 0.0), (double)axis->count - 1.0);
}

/* Returns the t at which the segment leaves the current cell along an axis. */
static double leaves_at(const cell_axis *axis) {
    double border = (double)(axis->cell + (axis->change > 0.0 ? 1 : 0));
    return axis->change != 0.0 ? (border - axis->from) * axis->inverse : 2.0;
}

static bool is_in_grid(const cell_axis *axis) {
    return axis->cell >= 0 && axis->cell < (int64_t)axis->count;
}

/* Measures the cells that the segment passes between two values of t. Returns where it leaves the
 * grid. */
static double measure_cells(march_segment *s, const space_layer *layer, cell_axis *x, cell_axis *y,
                            double t, double end) {
    const space_grid *grid = &layer->terrain_grid.grid;
    locate_axis(x, t);
    locate_axis(y, t);
    while (t < end && is_in_grid(x) && is_in_grid(y) && !s->ends) {
        double out_x = leaves_at(x), out_y = leaves_at(y);
        double out = space_min(space_max(space_min(out_x, out_y), t), end);
        uint32_t cell = (uint32_t)y->cell * grid->columns + (uint32_t)x->cell;
        measure_cell(s, layer, cell, t, out);
        t = out;
        x->cell += out_x <= out_y ? (x->change > 0.0 ? 1 : -1) : 0;
        y->cell += out_y <= out_x ? (y->change > 0.0 ? 1 : -1) : 0;
    }
    return t;
}

/* Measures the part of the segment between two values of t, which lies on one layer. */
static void measure_layer(march_segment *s, const space_layer *layer, double t, double end) {
    const space_grid *grid = &layer->terrain_grid.grid;
    cell_axis x = {.from = (s->x - grid->low_x) * grid->inverse,
                   .change = s->dx * grid->inverse,
                   .inverse = grid->cell / s->dx,
                   .count = grid->columns};
    cell_axis y = {.from = (s->y - grid->low_y) * grid->inverse,
                   .change = s->dy * grid->inverse,
                   .inverse = grid->cell / s->dy,
                   .count = grid->rows};
    double begin = t, last = end;
    clip_axis(&x, &begin, &last);
    clip_axis(&y, &begin, &last);
    if (begin < last && layer->terrain_count > 0) {
        begin_part(s, 0, t);
        end_part(s, begin);
        t = measure_cells(s, layer, &x, &y, begin, last);
    }
    if (t < end) {
        begin_part(s, 0, t);
    }
    end_part(s, end);
}

/* ---- All layers ------------------------------------------------------------------------------ */

/* Returns the t of the nearest cut by a link after `after`, or 1 if there is none. */
static double next_link(const march_segment *s, double after) {
    double next = 1.0;
    for (uint32_t i = 0; i < s->space->link_count; ++i) {
        double cut = cut_at(s, s->space->links[i].a, s->space->links[i].b);
        next = cut > after && cut < next ? cut : next;
    }
    return next;
}

void march_measure(march_segment *s) {
    double t = 0.0;
    s->has_type = s->ends = false;
    do {
        double end = next_link(s, t), middle = 0.5 * (t + end);
        wend_vec2 at = {(float)(s->x + middle * s->dx), (float)(s->y + middle * s->dy)};
        uint32_t layer = s->space->link_count > 0 ? wend_space_layer_after(s->space, s->from, at)
                                                  : s->from.layer;
        measure_layer(s, &s->space->layers[layer], t, end);
        t = end;
    } while (t < 1.0 && !s->ends);
}

bool march_make(const wend_space *space, wend_location from, wend_vec2 to, march_segment *out) {
    if (from.layer >= space->layer_count || !space_in_domain(from.position) ||
        !space_in_domain(to)) {
        return false;
    }
    *out = (march_segment){
        .space = space, .from = from, .x = (double)from.position.x, .y = (double)from.position.y};
    out->dx = (double)to.x - out->x;
    out->dy = (double)to.y - out->y;
    out->length = sqrt(out->dx * out->dx + out->dy * out->dy);
    return true;
}
