/* Reads the keys `grid` and `hex` of a group of agents. */
#include "scenario/lattice.h"
#include "scenario/fields.h"
#include "scenario/shape.h"
#include <inttypes.h>

enum {
    POSITIONS_PER_AGENT = 4
}; /* maximum number of lattice positions in the bounding box, per allowed agent */

static wend_point read_step(reader *r, const node *value, const format_table *table, bool hex) {
    const node *spacing = node_get(value, "spacing");
    if (spacing->kind == NODE_LIST && !hex) {
        return read_point(r, spacing, "spacing");
    }
    double step = member_number_of(r, spacing, format_row(table, "spacing"), "spacing");
    return hex ? lattice_hex_step(step) : (wend_point){step, step};
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
        read_fail(r, count, WEND_ERROR_LIMIT, "%" PRId64 " agents are more than the limit of %d",
                  columns * rows, WEND_MAX_AGENTS);
        return;
    }
    out->columns = (uint32_t)columns;
    out->count = (uint32_t)(columns * rows);
}

static void fill_shape(wend_scenario *s, reader *r, const node *value, const shape *region,
                       uint32_t layer, double radius, lattice *out) {
    if (node_get(value, "origin") == NULL) {
        wend_point high;
        shape_bounds(region, &out->origin, &high);
    }
    lattice_window window = lattice_find_window(out, region);
    if (!(window.step.x > 0.0 && window.step.y > 0.0) ||
        window.columns * window.rows > POSITIONS_PER_AGENT * (double)s->max_agents + 64.0) {
        read_fail(r, value, WEND_ERROR_LIMIT,
                  "this lattice has more points in its shape than the limit of %u agents",
                  s->max_agents);
        return;
    }
    placement_ground ground = {s->space, s->classes};
    wend_point *positions =
        read_allocate(r, (size_t)(window.columns * window.rows), sizeof *positions);
    if (positions == NULL) {
        return;
    }
    out->count = lattice_fill(out, &window, region, &ground, layer, radius, positions);
    out->positions = positions;
    if (out->count == 0) {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "no point of this lattice is in its shape, on walkable ground and %.3g m away "
                  "from walls",
                  radius);
    }
}

const lattice *lattice_read(wend_scenario *s, reader *r, const node *value, bool hex,
                            uint32_t layer, double radius) {
    const format_table *table = hex ? &format_hex : &format_grid;
    lattice *out = read_allocate(r, 1, sizeof *out);
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
        fill_shape(s, r, value, &region, layer, radius, out);
    } else {
        read_count(r, count, table, out);
    }
    return reader_ok(r) ? out : NULL;
}
