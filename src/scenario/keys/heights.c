/* Reads the key `height` of a layer: planes, and fields of heights at the points of a grid. */
#include "scenario/fields.h"
#include "scenario/scenario.h"

/* Reads one row of a height field into `out`. */
static void read_row(reader *r, const node *row, uint32_t columns, float *out) {
    static const format_key *height;
    height = format_row(&format_height_field, "rows")->item->item;
    if (!reader_ok(r) || !read_is_list(r, row, "a row of heights")) {
        return;
    }
    if (row->count != columns) {
        read_fail(r, row, WEND_ERROR_INVALID,
                  "a row of heights must be as long as the first one (%u), found %u", columns,
                  row->count);
    }
    for (uint32_t i = 0; i < columns && reader_ok(r); i++) {
        out[i] = (float)member_number_of(r, row->items[i], height, "a height");
    }
}

static void read_field(reader *r, const node *field, wend_height_def *out) {
    const format_table *table = &format_height_field;
    if (!reader_ok(r) || !member_check(r, field, table)) {
        return;
    }
    const node *rows = node_get(field, "rows");
    out->grid_low = member_point(r, field, table, "low", (wend_point){0.0, 0.0});
    out->grid_cell = member_number(r, field, table, "cell", 1.0);
    if (!read_is_list(r, rows, "rows")) {
        return;
    }
    const node *first = rows->count > 0 ? rows->items[0] : NULL;
    uint32_t columns = first != NULL && first->kind == NODE_LIST ? first->count : 0;
    if (rows->count < 2 || columns < 2) {
        read_fail(r, rows, WEND_ERROR_INVALID,
                  "rows must be a list of at least two rows, each with at least two heights");
    }
    float *heights = read_allocate(r, (size_t)rows->count * columns, sizeof *heights);
    for (uint32_t i = 0; i < rows->count && reader_ok(r); i++) {
        read_row(r, rows->items[i], columns, heights + (size_t)i * columns);
    }
    out->grid = heights;
    out->columns = columns;
    out->rows = rows->count;
}

static void read_height(reader *r, const node *item, wend_height_def *out) {
    const format_table *table = &format_height;
    if (!reader_ok(r) || !member_check(r, item, table)) {
        return;
    }
    out->z = member_number(r, item, table, "z", 0.0);
    out->slope = member_point(r, item, table, "slope", (wend_point){0.0, 0.0});
    out->ring.count = member_points(r, item, table, "polygon", &out->ring.points);
    scenario_check_ground_polygon(r, item, "a height", out->ring.points, out->ring.count);
    if (node_get(item, "field") != NULL) {
        read_field(r, node_get(item, "field"), out);
    }
}

uint32_t scenario_read_heights(reader *r, const node *layer, const wend_height_def **out) {
    const node *value = node_get(layer, "height");
    if (value == NULL || !reader_ok(r)) {
        return 0;
    }
    bool is_list = value->kind == NODE_LIST;
    uint32_t count = is_list ? value->count : 1;
    wend_height_def *heights = read_allocate(r, count, sizeof *heights);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        read_height(r, is_list ? value->items[i] : value, &heights[i]);
    }
    *out = heights;
    return reader_ok(r) ? count : 0;
}
