/* Cost: O(places of the box around a shape) queries of the space where a shape is filled. */
#include "scenario/lattice.h"
#include "scenario/fields.h"
#include "scenario/placing.h"
#include <inttypes.h>
#include <math.h>

/* Rows of a hexagonal lattice are sqrt(3) / 2 of the spacing apart. */
#define HEX_ROW 0.86602540378443865

enum { LATTICE_SHARE = 4 }; /* places of the box for each agent there may be */

static wend_point read_step(reader *r, const node *value, const format_table *table, bool hex) {
    const node *spacing = node_get(value, "spacing");
    wend_point step = {0.0, 0.0};
    if (spacing->kind == NODE_LIST && !hex) {
        return read_point(r, spacing, "spacing");
    }
    step.x = member_number_of(r, spacing, format_row(table, "spacing"), "spacing");
    step.y = hex ? step.x * HEX_ROW : step.x;
    return step;
}

static void read_count(reader *r, const node *count, const format_table *table, lattice *out) {
    if (count->kind != NODE_LIST || count->count != 2) {
        read_fail(r, count, WEND_ERROR_INVALID, "count must be [columns, rows]");
        return;
    }
    const format_key *row = format_row(table, "count")->item;
    int64_t columns = member_integer_of(r, count->items[0], row, "columns");
    int64_t rows = member_integer_of(r, count->items[1], row, "rows");
    if (columns * rows > WEND_MAX_AGENTS) {
        read_fail(r, count, WEND_ERROR_LIMIT,
                  "%" PRId64 " agents are more than the %d there may be", columns * rows,
                  WEND_MAX_AGENTS);
        return;
    }
    out->columns = (uint32_t)columns;
    out->count = (uint32_t)(columns * rows);
}

wend_point lattice_place(const lattice *l, uint32_t index) {
    if (l->places != NULL) {
        return l->places[index];
    }
    uint32_t column = index % l->columns, row = index / l->columns;
    return (wend_point){l->origin.x + l->step.x * column + (row % 2 != 0 ? l->shift : 0.0),
                        l->origin.y + l->step.y * row};
}

/* All places of the box around the shape that lie in it and are clear. */
static void fill(wend_scenario *s, reader *r, const node *value, const shape *region,
                 uint32_t layer, double radius, lattice *out) {
    wend_point low, high, step = {fabs(out->step.x), fabs(out->step.y)};
    shape_bounds(region, &low, &high);
    if (node_get(value, "origin") == NULL) {
        out->origin = low;
    }
    double first_column = floor((low.x - out->origin.x - out->shift) / step.x);
    double first_row = floor((low.y - out->origin.y) / step.y);
    double columns = ceil((high.x - low.x + out->shift) / step.x) + 2.0;
    double rows = ceil((high.y - low.y) / step.y) + 2.0;
    if (!(step.x > 0.0 && step.y > 0.0) ||
        columns * rows > LATTICE_SHARE * (double)s->max_agents + 64.0) {
        read_fail(r, value, WEND_ERROR_LIMIT,
                  "a lattice this fine has more places in its shape than the %u agents there may "
                  "be",
                  s->max_agents);
        return;
    }
    wend_point *places = read_take(r, (size_t)(columns * rows), sizeof *places);
    for (int64_t k = 0; reader_ok(r) && k < (int64_t)rows; k++) {
        double row = first_row + (double)k;
        double shift = fmod(fabs(row), 2.0) != 0.0 ? out->shift : 0.0;
        for (int64_t i = 0; i < (int64_t)columns; i++) {
            wend_point place = {out->origin.x + shift + step.x * (first_column + (double)i),
                                out->origin.y + step.y * row};
            if (shape_contains(region, place) && placing_is_clear(s, place, layer, radius)) {
                places[out->count++] = place;
            }
        }
    }
    out->places = places;
    if (reader_ok(r) && out->count == 0) {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "no place of this lattice lies in its shape on walkable ground, %.3g m clear of "
                  "walls",
                  radius);
    }
}

const lattice *lattice_read(wend_scenario *s, reader *r, const node *value, bool hex,
                            uint32_t layer, double radius) {
    const format_table *table = hex ? &format_hex : &format_grid;
    lattice *out = read_take(r, 1, sizeof *out);
    if (!member_check(r, value, table)) {
        return NULL;
    }
    out->step = read_step(r, value, table, hex);
    out->shift = hex ? out->step.x / 2.0 : 0.0;
    out->origin = member_point(r, value, table, "origin", (wend_point){0.0, 0.0});
    const node *count = node_get(value, "count");
    shape region;
    bool has_shape = shape_read(r, value, table, &region);
    if (!reader_ok(r)) {
        return NULL;
    }
    if (has_shape) {
        fill(s, r, value, &region, layer, radius, out);
    } else {
        read_count(r, count, table, out);
    }
    return reader_ok(r) ? out : NULL;
}
