/* Samples a field: the distance to the goal and the direction in which it decreases, at any
 * location.
 *
 * Where the four centres around the location are joined by open lines, the distance is interpolated
 * bilinearly, and the direction is its negative gradient. Elsewhere (beside walls, and where two
 * routes of equal length meet, so that the gradients of the four centres cancel) the direction is
 * that of the cheapest straight line to the ring of cells around the nearest centre, as in the
 * march:
 *
 *     min over y of  T(y) + w |x - y|    x: the location; y: a neighbour of the nearest centre, or
 *                                        a point between two neighbours that are joined
 *
 * Only neighbours that are joined to the nearest centre by an open move count, so no value is taken
 * from the other side of a wall; and unless the whole ring is open, the line to y is checked. If it
 * is blocked, the location is led to the nearest centre. Every centre has a neighbour with a lower
 * value, so the direction never vanishes but at the goal.
 *
 * Locations without a visible centre beside them are led to the best visible centre within `reach`.
 *
 * Cost: O(1); one or two visibility checks beside walls. */
#include <math.h>

#include "geom/point.h"
#include "plan/field/field.h"

static const double FLAT = 0.35; /* share of the range of four values below which their gradient is
                                    not used; 0.7 or more where T is linear */
static const double AT_CENTRE = 0.05; /* cells: so near to a centre, lines from it are lines from
                                         the location */

/* A location on a field, in double precision. */
typedef struct field_point {
    const wend_view *view;
    const field *f;
    wend_location at;
    double x, y;
    uint32_t layer;
    int64_t column, row; /* of the centre to the lower left, relative to the layer */
    double u, v;         /* position between the four centres, 0 to 1 */
} field_point;

/* The best line from a location so far. */
typedef struct best_line {
    double value;  /* m: cost to the goal along the line */
    double at_end; /* m: distance of the field at its end */
    double x, y;   /* its end */
    uint32_t layer;
} best_line;

static field_point point_of(const wend_view *view, const field *f, wend_location at) {
    const grid_layer *l = &f->layers[at.layer];
    field_point p = {.view = view,
                     .f = f,
                     .at = at,
                     .x = (double)at.position.x,
                     .y = (double)at.position.y,
                     .layer = at.layer};
    double column = p.x / f->head.width - 0.5, row = p.y / f->head.height - 0.5;
    p.column = (int64_t)floor(column) - l->column;
    p.row = (int64_t)floor(row) - l->row;
    p.u = column - floor(column);
    p.v = row - floor(row);
    return p;
}

static bool is_in_box(const field_point *p, int64_t column, int64_t row) {
    const grid_layer *l = &p->f->layers[p->layer];
    return column >= 0 && column < l->columns && row >= 0 && row < l->rows;
}

static uint32_t cell_at(const field_point *p, int64_t column, int64_t row) {
    const grid_layer *l = &p->f->layers[p->layer];
    return l->first + (uint32_t)(row * l->columns + column);
}

static void write_direction(double x, double y, wend_vec2 *direction) {
    double length = sqrt(x * x + y * y);
    *direction = length > 0.0 ? (wend_vec2){(float)(x / length), (float)(y / length)}
                              : (wend_vec2){0.0F, 0.0F};
}

/* ---- Four centres ---------------------------------------------------------------------------- */

/* Interpolates between four centres that are all joined. Returns false if the gradient is too small
 * to be used. */
static bool sample_quad(const field_point *p, uint32_t cell, float *distance,
                        wend_vec2 *direction) {
    const field *f = p->f;
    const float *below = &f->distances[cell];
    const float *above = below + f->layers[p->layer].columns;
    double a = (double)below[0], b = (double)below[1], c = (double)above[0], d = (double)above[1];
    double x = ((b - a) * (1.0 - p->v) + (d - c) * p->v) / f->head.width;
    double y = ((c - a) * (1.0 - p->u) + (d - b) * p->u) / f->head.height;
    double range = fmax(fmax(a, b), fmax(c, d)) - fmin(fmin(a, b), fmin(c, d));
    double side = fmin(f->head.width, f->head.height);
    *distance = (float)((a * (1.0 - p->u) + b * p->u) * (1.0 - p->v) +
                        (c * (1.0 - p->u) + d * p->u) * p->v);
    write_direction(-x, -y, direction);
    return range > 0.0 && sqrt(x * x + y * y) * side >= FLAT * range;
}

/* ---- The ring around a centre ---------------------------------------------------------------- */

static void consider(const field_point *p, double x, double y, double value, double cost,
                     uint32_t layer, best_line *best) {
    double dx = x - p->x, dy = y - p->y;
    double total = value + cost * sqrt(dx * dx + dy * dy);
    if (total < best->value) {
        *best = (best_line){total, value, x, y, layer};
    }
}

/* Considers the points between two joined neighbours. */
static void consider_between(const field_point *p, wend_vec2 from, wend_vec2 to, double from_value,
                             double to_value, double cost, best_line *best) {
    double dx = (double)to.x - (double)from.x, dy = (double)to.y - (double)from.y;
    double length = sqrt(dx * dx + dy * dy);
    double along = ((p->x - (double)from.x) * dx + (p->y - (double)from.y) * dy) / length;
    double away = fabs((p->x - (double)from.x) * dy - (p->y - (double)from.y) * dx) / length;
    double slope = (to_value - from_value) / length / cost;
    if (!(slope > -1.0 && slope < 1.0)) {
        return; /* the better end counts */
    }
    double s = along - away * slope / sqrt(1.0 - slope * slope);
    if (s > 0.0 && s < length) {
        double share = s / length;
        consider(p, (double)from.x + share * dx, (double)from.y + share * dy,
                 from_value + share * (to_value - from_value), cost, p->layer, best);
    }
}

/* Finds the cheapest line to the ring around a cell. */
static best_line find_line(const field_point *p, uint32_t cell, wend_vec2 centre) {
    const field *f = p->f;
    const double infinite = (double)INFINITY;
    double cost = (double)field_cost_at(f, cell);
    best_line best = {infinite, infinite, (double)centre.x, (double)centre.y, p->layer};
    int32_t steps[WEND_GRID_MOVES];
    field_steps(f, p->layer, steps);
    for (uint32_t k = 0; f->moves[cell] >> k; k++) {
        uint32_t one = (uint32_t)((int64_t)cell + steps[k]);
        if (!(f->moves[cell] >> k & 1U) || !(f->flags[one] & FIELD_DONE)) {
            continue;
        }
        wend_vec2 from = field_centre(f, p->layer, one);
        double value = (double)f->distances[one];
        consider(p, (double)from.x, (double)from.y, value, cost, p->layer, &best);
        uint32_t next = (k + 1) % 8, onwards = k % 2 == 0 ? (k + 2) % 8 : (k + 3) % 8;
        bool joined = k < 8 && (f->moves[cell] >> next & 1U) && (f->moves[one] >> onwards & 1U);
        uint32_t two = joined ? (uint32_t)((int64_t)cell + steps[next]) : one;
        if (joined && (f->flags[two] & FIELD_DONE)) {
            consider_between(p, from, field_centre(f, p->layer, two), value,
                             (double)f->distances[two], cost, &best);
        }
    }
    const field_crossing *crossings;
    uint32_t count = f->flags[cell] & FIELD_CROSSES ? field_crossings_of(f, cell, &crossings) : 0;
    for (uint32_t i = 0; i < count; i++) {
        if (crossings[i].length < INFINITY && (f->flags[crossings[i].to] & FIELD_DONE)) {
            uint32_t layer = field_layer_of(f, crossings[i].to);
            wend_vec2 to = field_centre(f, layer, crossings[i].to);
            consider(p, (double)to.x, (double)to.y, (double)f->distances[crossings[i].to], cost,
                     layer, &best);
        }
    }
    return best;
}

/* Samples with the ring around a visible cell that has a value. */
static void sample_ring(const field_point *p, uint32_t cell, float *distance,
                        wend_vec2 *direction) {
    const field *f = p->f;
    wend_vec2 centre = field_centre(f, p->layer, cell);
    double dx = (double)centre.x - p->x, dy = (double)centre.y - p->y;
    double away = sqrt(dx * dx + dy * dy), value = (double)f->distances[cell];
    double to_centre = value + (double)field_cost_at(f, cell) * away;
    best_line best = find_line(p, cell, centre);
    bool at_centre = away <= AT_CENTRE * fmin(f->head.width, f->head.height);
    *distance = (float)fmin(best.value, to_centre);
    if (at_centre && best.at_end >= value) {
        write_direction(0.0, 0.0, direction); /* no neighbour is nearer to the goal */
        return;
    }
    wend_location end = {{(float)best.x, (float)best.y}, best.layer};
    bool is_open = best.at_end < value && ((f->flags[cell] & FIELD_FAN) || at_centre ||
                                           wend_view_is_visible(p->view, p->at, end, 0.0F));
    if (is_open) {
        write_direction(best.x - p->x, best.y - p->y, direction);
    } else {
        *distance = (float)to_centre;
        write_direction(dx, dy, direction);
    }
}

/* ---- The nearest centre ---------------------------------------------------------------------- */

/* True if the location sees the centre of a cell beside it. */
static bool sees_centre(const field_point *p, uint32_t cell, double away) {
    double half =
        0.5 * sqrt(p->f->head.width * p->f->head.width + p->f->head.height * p->f->head.height);
    return ((p->f->flags[cell] & FIELD_ROOMY) && away <= half) ||
           wend_view_is_visible(
               p->view, p->at, (wend_location){field_centre(p->f, p->layer, cell), p->layer}, 0.0F);
}

/* Finds the nearest of the four centres around the location that it sees, and that has a value.
 * Returns GRID_NONE if there is none. Sets *is_cut_off if a nearer one is open but has no value. */
static uint32_t find_centre(const field_point *p, bool *is_cut_off) {
    /* The nearest of the four comes first, the one opposite to it last. */
    int64_t i = p->u < 0.5 ? 0 : 1, j = p->v < 0.5 ? 0 : 1;
    bool by_column = fabs(p->u - 0.5) * p->f->head.width < fabs(p->v - 0.5) * p->f->head.height;
    int64_t columns[4] = {i, by_column ? 1 - i : i, by_column ? i : 1 - i, 1 - i};
    int64_t rows[4] = {j, by_column ? j : 1 - j, by_column ? 1 - j : j, 1 - j};
    for (int k = 0; k < 4 && !*is_cut_off; k++) {
        int64_t column = p->column + columns[k], row = p->row + rows[k];
        if (!is_in_box(p, column, row)) {
            continue;
        }
        uint32_t cell = cell_at(p, column, row);
        uint32_t flags = p->f->flags[cell];
        if (!(flags & (FIELD_DONE | FIELD_OPEN))) {
            continue;
        }
        double x = (p->u - (double)columns[k]) * p->f->head.width;
        double y = (p->v - (double)rows[k]) * p->f->head.height;
        if (sees_centre(p, cell, sqrt(x * x + y * y))) {
            if (flags & FIELD_DONE) {
                return cell;
            }
            *is_cut_off = true;
        }
    }
    return GRID_NONE;
}

/* Leads a location without a centre beside it to the best visible centre within reach. */
static bool sample_beyond(const field_point *p, float *distance, wend_vec2 *direction) {
    const field *f = p->f;
    const grid_layer *l = &f->layers[p->layer];
    double reach = (double)f->head.reach;
    int64_t columns = (int64_t)ceil(reach / f->head.width) + 1;
    int64_t rows = (int64_t)ceil(reach / f->head.height) + 1;
    int64_t left = p->column > columns ? p->column - columns : 0;
    int64_t low = p->row > rows ? p->row - rows : 0;
    best_line best = {(double)INFINITY, (double)INFINITY, p->x, p->y, p->layer};
    for (int64_t row = low; row <= p->row + rows && row < l->rows; row++) {
        for (int64_t column = left; column <= p->column + columns && column < l->columns;
             column++) {
            uint32_t cell = cell_at(p, column, row);
            if ((f->flags[cell] & (FIELD_DONE | FIELD_OPEN)) != (FIELD_DONE | FIELD_OPEN)) {
                continue;
            }
            wend_location to = {field_centre(f, p->layer, cell), p->layer};
            double away = wide_distance(p->at.position, to.position);
            best_line old = best;
            if (away <= reach) {
                consider(p, (double)to.position.x, (double)to.position.y,
                         (double)f->distances[cell], (double)field_cost_at(f, cell), p->layer,
                         &best);
            }
            if (best.value < old.value && !wend_view_is_visible(p->view, p->at, to, 0.0F)) {
                best = old;
            }
        }
    }
    *distance = (float)best.value;
    write_direction(best.x - p->x, best.y - p->y, direction);
    return best.value < (double)INFINITY;
}

bool field_sample(const wend_view *view, const field *f, wend_location at, float *distance,
                  wend_vec2 *direction) {
    bool is_near = fabsf(at.position.x) <= 1e6F && fabsf(at.position.y) <= 1e6F;
    if (at.layer >= f->head.layer_count || !is_near) { /* or not a number */
        return false;
    }
    field_point p = point_of(view, f, at);
    if (is_in_box(&p, p.column, p.row)) {
        uint32_t cell = cell_at(&p, p.column, p.row);
        if ((f->flags[cell] & FIELD_QUAD) && sample_quad(&p, cell, distance, direction)) {
            return true;
        }
    }
    bool is_cut_off = false;
    uint32_t cell = find_centre(&p, &is_cut_off);
    if (cell != GRID_NONE) {
        sample_ring(&p, cell, distance, direction);
        return true;
    }
    return !is_cut_off && sample_beyond(&p, distance, direction);
}
