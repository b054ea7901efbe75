/* Measures how much of a segment lies on each terrain type.
 *
 * The segment is cut at every link that it crosses: between two of these cuts it is on one layer.
 * There, it goes from cell to cell of the layer's terrain (terrain_grid.c), as in Amanatides and
 * Woo, "A fast voxel traversal algorithm for ray tracing", Eurographics (1987). In a cell it is cut
 * at the edges of regions in the list of that cell. Between two consecutive cuts the terrain has
 * one type, which is found at the middle. Cuts are found one after the other, always the nearest
 * one beyond the last, so that no memory is needed. All computations are in double precision.
 *
 * Cost: O(links) for each link that is crossed; O(edges of the cell) for each cell and for each cut
 * in a cell. */
#include "base/error.h"
#include "space/space.h"

/* An edge counts as crossed up to this fraction beyond its ends, so that rounding cannot let the
 * segment pass between two edges that meet in a point. A cut too many does no harm. */
static const double CUT_TOLERANCE = 1e-9;

/* Receives the parts of a segment, in order: the terrain type and the length (m) of each. */
typedef void receive_part(void *context, uint32_t type, double length);

/* The segment p + t * d, for t from 0 to 1. */
typedef struct segment {
    const wend_space *space;
    wend_location from;
    double x, y, dx, dy;
    double length; /* m */
    receive_part *receive;
    void *context;
} segment;

/* Returns the t at which the segment crosses ab, or 2 if it does not cross. */
static double cut_at(const segment *s, wend_vec2 a, wend_vec2 b) {
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double ax = (double)a.x - s->x, ay = (double)a.y - s->y;
    double turn = s->dx * ey - s->dy * ex;
    if (turn == 0.0) {
        return 2.0;
    }
    double t = (ax * ey - ay * ex) / turn, u = (ax * s->dy - ay * s->dx) / turn;
    bool is_on_edge = u >= -CUT_TOLERANCE && u <= 1.0 + CUT_TOLERANCE;
    return is_on_edge && t >= 0.0 && t <= 1.0 ? t : 2.0;
}

/* ---- One cell -------------------------------------------------------------------------------- */

/* Returns the t of the nearest cut after `after` in a cell, or `end` if there is none before. */
static double next_cut(const segment *s, const space_layer *layer, uint32_t cell, double after,
                       double end) {
    const space_terrain_grid *cells = &layer->terrain_grid;
    double next = end;
    for (uint32_t i = cells->edge_start[cell]; i < cells->edge_start[cell + 1]; ++i) {
        const space_terrain *t = &layer->terrains[cells->edges[i].region];
        uint32_t edge = cells->edges[i].edge;
        double cut = cut_at(s, t->points[edge], t->points[t->next[edge]]);
        next = cut > after && cut < next ? cut : next;
    }
    return next;
}

static uint32_t type_at(const segment *s, const space_layer *layer, uint32_t cell, double t) {
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

static void measure_cell(const segment *s, const space_layer *layer, uint32_t cell, double t,
                         double end) {
    while (t < end) {
        double cut = next_cut(s, layer, cell, t, end);
        s->receive(s->context, type_at(s, layer, cell, 0.5 * (t + cut)), s->length * (cut - t));
        t = cut;
    }
}

/* ---- One layer ------------------------------------------------------------------------------- */

/* The segment along one axis, in units of cells. */
typedef struct cell_axis {
    double from, change; /* where the segment begins, and how far it goes */
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
    double one = -axis->from / axis->change, two = (most - axis->from) / axis->change;
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
    return axis->change != 0.0 ? (border - axis->from) / axis->change : 2.0;
}

static bool is_in_grid(const cell_axis *axis) {
    return axis->cell >= 0 && axis->cell < (int64_t)axis->count;
}

/* Measures the cells that the segment passes between two values of t. Returns where it leaves the
 * grid. */
static double measure_cells(const segment *s, const space_layer *layer, cell_axis *x, cell_axis *y,
                            double t, double end) {
    const space_grid *grid = &layer->terrain_grid.grid;
    locate_axis(x, t);
    locate_axis(y, t);
    while (t < end && is_in_grid(x) && is_in_grid(y)) {
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
static void measure_layer(const segment *s, const space_layer *layer, double t, double end) {
    const space_grid *grid = &layer->terrain_grid.grid;
    cell_axis x = {.from = (s->x - grid->low_x) * grid->inverse,
                   .change = s->dx * grid->inverse,
                   .count = grid->columns};
    cell_axis y = {.from = (s->y - grid->low_y) * grid->inverse,
                   .change = s->dy * grid->inverse,
                   .count = grid->rows};
    double begin = t, last = end;
    clip_axis(&x, &begin, &last);
    clip_axis(&y, &begin, &last);
    if (begin < last && layer->terrain_count > 0) {
        s->receive(s->context, 0, s->length * (begin - t));
        t = measure_cells(s, layer, &x, &y, begin, last);
    }
    s->receive(s->context, 0, s->length * (end - t));
}

/* ---- All layers ------------------------------------------------------------------------------ */

/* Returns the t of the nearest cut by a link after `after`, or 1 if there is none. */
static double next_link(const segment *s, double after) {
    double next = 1.0;
    for (uint32_t i = 0; i < s->space->link_count; ++i) {
        double cut = cut_at(s, s->space->links[i].a, s->space->links[i].b);
        next = cut > after && cut < next ? cut : next;
    }
    return next;
}

static void measure(const segment *s) {
    double t = 0.0;
    do {
        double end = next_link(s, t), middle = 0.5 * (t + end);
        wend_vec2 at = {(float)(s->x + middle * s->dx), (float)(s->y + middle * s->dy)};
        uint32_t layer = wend_space_layer_after(s->space, s->from, at);
        measure_layer(s, &s->space->layers[layer], t, end);
        t = end;
    } while (t < 1.0);
}

/* The terrain types found so far, with their lengths, ordered by type. If the list is full, the
 * highest types are dropped. */
typedef struct length_list {
    wend_terrain_length *items;
    uint32_t kept, capacity;
} length_list;

static void add_length(void *context, uint32_t type, double length) {
    length_list *list = context;
    uint32_t at = 0;
    if (length <= 0.0) {
        return;
    }
    while (at < list->kept && list->items[at].type < type) {
        at++;
    }
    if (at < list->kept && list->items[at].type == type) {
        list->items[at].length += length;
        return;
    }
    if (at == list->capacity) {
        return;
    }
    list->kept += list->kept < list->capacity;
    for (uint32_t i = list->kept - 1; i > at; i--) {
        list->items[i] = list->items[i - 1];
    }
    list->items[at] = (wend_terrain_length){type, length};
}

/* A search for the lowest terrain type that is higher than `above`, or for the lowest of all if
 * `any` is true. */
typedef struct type_search {
    uint32_t above, lowest;
    bool any;
} type_search;

static void find_lower(void *context, uint32_t type, double length) {
    type_search *search = context;
    bool counts = length > 0.0 && (search->any || type > search->above);
    search->lowest = counts && type < search->lowest ? type : search->lowest;
}

/* Counts the types without memory: one pass over the segment for each. */
static uint32_t count_types(segment *s) {
    type_search search = {.any = true};
    s->receive = find_lower;
    s->context = &search;
    for (uint32_t count = 0;; count++) {
        search.lowest = WEND_NO_TERRAIN;
        measure(s);
        if (search.lowest == WEND_NO_TERRAIN) {
            return count;
        }
        search = (type_search){.above = search.lowest};
    }
}

uint32_t wend_space_segment_terrain(const wend_space *space, wend_location from, wend_vec2 to,
                                    wend_terrain_length *out, uint32_t capacity) {
    WEND_ASSERT(space != NULL && (out != NULL || capacity == 0));
    if (from.layer >= space->layer_count || !space_in_domain(from.position) ||
        !space_in_domain(to)) {
        return 0;
    }
    length_list list = {out, 0, capacity};
    segment s = {.space = space,
                 .from = from,
                 .x = (double)from.position.x,
                 .y = (double)from.position.y,
                 .receive = add_length,
                 .context = &list};
    s.dx = (double)to.x - s.x;
    s.dy = (double)to.y - s.y;
    s.length = sqrt(s.dx * s.dx + s.dy * s.dy);
    if (s.length == 0.0) {
        if (capacity > 0) {
            out[0] = (wend_terrain_length){wend_space_terrain(space, from), 0.0};
        }
        return 1;
    }
    measure(&s);
    return list.kept < capacity ? list.kept : count_types(&s);
}
