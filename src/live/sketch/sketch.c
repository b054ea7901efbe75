/* Collects the shapes of an overlay. */
#include "live/sketch/sketch.h"
#include "base/utf8.h"
#include "geom/vec.h"
#include <math.h>
#include <string.h>

static const uint32_t NUMBERS[LIVE_SHAPE_COUNT] = {4, 4, 2, 3};
static const double GRAIN = 1e4; /* positions are given to a tenth of a millimetre */

void live_sketch_init(live_sketch *s, memory *source, const wend_space *space) {
    *s = (live_sketch){.memory = source, .space = space, .unit = ""};
}

void live_sketch_free(live_sketch *s) {
    for (int i = 0; i < LIVE_SHAPE_COUNT; i++) {
        live_shapes *list = &s->shapes[i];
        memory_free(s->memory, list->numbers, list->capacity * sizeof *list->numbers);
        memory_free(s->memory, list->layers, list->layer_capacity * sizeof *list->layers);
    }
    memory_free(s->memory, s->labels, s->label_capacity * sizeof *s->labels);
    memory_free(s->memory, s->grids, s->grid_capacity * sizeof *s->grids);
    memory_free(s->memory, s->values, s->value_capacity * sizeof *s->values);
}

static bool has_room(live_sketch *s, live_shape kind) {
    uint32_t used = s->shapes[kind].count;
    if (kind == LIVE_LINE || kind == LIVE_STRONG) {
        used = s->shapes[LIVE_LINE].count + s->shapes[LIVE_STRONG].count;
    }
    s->truncated = s->truncated || used >= LIVE_MAX_SHAPES;
    return !s->failed && used < LIVE_MAX_SHAPES;
}

static bool add(live_sketch *s, live_shape kind, uint32_t layer, const float *numbers) {
    live_shapes *list = &s->shapes[kind];
    uint32_t each = NUMBERS[kind], used = each * list->count;
    for (uint32_t i = 0; i < each; i++) {
        if (!isfinite(numbers[i])) {
            return !s->failed;
        }
    }
    if (!has_room(s, kind)) {
        return false;
    }
    if (!memory_grow(s->memory, (void **)&list->numbers, sizeof *list->numbers, &list->capacity,
                     used + each) ||
        !memory_grow(s->memory, (void **)&list->layers, sizeof *list->layers, &list->layer_capacity,
                     list->count + 1)) {
        s->failed = true;
        return false;
    }
    memcpy(list->numbers + used, numbers, each * sizeof *numbers);
    list->layers[list->count++] = (uint8_t)layer;
    return true;
}

bool live_sketch_line(live_sketch *s, uint32_t layer, wend_vec2 a, wend_vec2 b) {
    return add(s, LIVE_LINE, layer, (const float[]){a.x, a.y, b.x, b.y});
}

bool live_sketch_strong(live_sketch *s, uint32_t layer, wend_vec2 a, wend_vec2 b) {
    return add(s, LIVE_STRONG, layer, (const float[]){a.x, a.y, b.x, b.y});
}

bool live_sketch_point(live_sketch *s, uint32_t layer, wend_vec2 at) {
    return add(s, LIVE_POINT, layer, (const float[]){at.x, at.y});
}

bool live_sketch_disc(live_sketch *s, uint32_t layer, wend_vec2 at, float radius) {
    return add(s, LIVE_DISC, layer, (const float[]){at.x, at.y, radius});
}

bool live_sketch_arrow(live_sketch *s, uint32_t layer, wend_vec2 from, wend_vec2 to) {
    static const float HEAD = 0.3F; /* length of the head, as a share of the arrow */
    wend_vec2 back = vec_scale(vec_sub(from, to), HEAD);
    wend_vec2 side = vec_scale((wend_vec2){-back.y, back.x}, 0.5F);
    wend_vec2 foot = vec_add(to, back);
    return live_sketch_line(s, layer, from, to) &&
           live_sketch_line(s, layer, to, vec_add(foot, side)) &&
           live_sketch_line(s, layer, to, vec_sub(foot, side));
}

bool live_sketch_label(live_sketch *s, uint32_t layer, wend_vec2 at, const char *text) {
    if (s->label_count >= LIVE_MAX_LABELS || s->failed) {
        s->truncated = true;
        return false;
    }
    if (!memory_grow(s->memory, (void **)&s->labels, sizeof *s->labels, &s->label_capacity,
                     s->label_count + 1)) {
        s->failed = true;
        return false;
    }
    live_label *label = &s->labels[s->label_count++];
    *label = (live_label){.at = at, .layer = layer};
    utf8_copy(label->text, sizeof label->text, text);
    return true;
}

float *live_sketch_grid(live_sketch *s, uint32_t layer, wend_vec2 low, float cell, uint32_t columns,
                        uint32_t rows) {
    uint64_t count = (uint64_t)columns * rows;
    if (s->failed || count > (uint64_t)(LIVE_MAX_VALUES - s->value_count)) {
        s->truncated = true;
        return NULL;
    }
    if (!memory_grow(s->memory, (void **)&s->grids, sizeof *s->grids, &s->grid_capacity,
                     s->grid_count + 1) ||
        !memory_grow(s->memory, (void **)&s->values, sizeof *s->values, &s->value_capacity,
                     s->value_count + (uint32_t)count)) {
        s->failed = true;
        return NULL;
    }
    s->grids[s->grid_count++] = (live_grid){low, cell, layer, columns, rows, s->value_count};
    float *values = s->values + s->value_count;
    memset(values, 0, (size_t)count * sizeof *values);
    s->value_count += (uint32_t)count;
    return values;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static double rounded(double value) {
    return floor(value * GRAIN + 0.5) / GRAIN + 0.0;
}

static void write_shapes(const live_sketch *s, live_writer *out, live_shape kind, const char *key) {
    const live_shapes *list = &s->shapes[kind];
    wend_point origin = wend_space_origin(s->space);
    uint32_t each = NUMBERS[kind];
    live_begin_list(out, key);
    for (uint32_t i = 0; i < each * list->count; i++) {
        uint32_t axis = i % each;
        double offset = axis == 2 && kind == LIVE_DISC ? 0.0 : axis % 2 == 0 ? origin.x : origin.y;
        live_write_number(out, NULL, rounded((double)list->numbers[i] + offset));
    }
    live_end_list(out);
}

static void write_grids(const live_sketch *s, live_writer *out) {
    wend_point origin = wend_space_origin(s->space);
    live_begin_list(out, "grids");
    for (uint32_t i = 0; i < s->grid_count; i++) {
        const live_grid *grid = &s->grids[i];
        live_begin_object(out, NULL);
        live_write_integer(out, "layer", grid->layer);
        live_write_point(out, "low",
                         (wend_point){rounded((double)grid->low.x + origin.x),
                                      rounded((double)grid->low.y + origin.y)});
        live_write_float(out, "cell", grid->cell);
        live_write_integer(out, "columns", grid->columns);
        live_write_integer(out, "rows", grid->rows);
        live_write_text(out, "unit", s->unit);
        live_begin_list(out, "values");
        for (uint32_t k = 0; k < grid->columns * grid->rows; k++) {
            live_write_number(out, NULL, rounded((double)s->values[grid->first + k]));
        }
        live_end_list(out);
        live_end_object(out);
    }
    live_end_list(out);
}

void live_sketch_write(const live_sketch *s, live_writer *out) {
    write_shapes(s, out, LIVE_LINE, "lines");
    write_shapes(s, out, LIVE_STRONG, "strong");
    write_shapes(s, out, LIVE_POINT, "points");
    write_shapes(s, out, LIVE_DISC, "discs");
    live_begin_list(out, "layer");
    for (int kind = 0; kind < LIVE_SHAPE_COUNT; kind++) {
        for (uint32_t i = 0; i < s->shapes[kind].count; i++) {
            live_write_integer(out, NULL, s->shapes[kind].layers[i]);
        }
    }
    live_end_list(out);
    live_begin_list(out, "labels");
    for (uint32_t i = 0; i < s->label_count; i++) {
        wend_point at = wend_space_from_local(s->space, s->labels[i].at);
        live_begin_object(out, NULL);
        live_write_point(out, "at", (wend_point){rounded(at.x), rounded(at.y)});
        live_write_integer(out, "layer", s->labels[i].layer);
        live_write_text(out, "text", s->labels[i].text);
        live_end_object(out);
    }
    live_end_list(out);
    write_grids(s, out);
    live_write_bool(out, "truncated", s->truncated);
}
