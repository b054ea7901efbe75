/* Chooses the colour scale for a heat map or for speeds, and renders the image of a heat map. */
#include "base/sort.h"
#include "draw/crowd/view.h"
#include <math.h>
#include <string.h>

enum { BAR_TICKS = 5 };

static const double LEAST_CELL = 1.0; /* px: smaller cells would not be visible */
/* px, smallest cell if the cell size is chosen automatically */
static const double GOOD_CELL = 4.0;
/* The colour bar ends at this quantile of all values if there are outliers. */
static const double TOP_QUANTILE = 0.99;
static const double OUTLIER_FACTOR =
    1.5; /* values above this multiple of the quantile are outliers */

static heat_kind kind_of(const draw_style *style) {
    if (style->show == DRAW_DENSITY) {
        return style->while_occupied ? HEAT_DENSITY_OCCUPIED : HEAT_DENSITY;
    }
    return style->show == DRAW_USE ? HEAT_USE : HEAT_SPEED;
}

static const char *title_of(const draw_style *style) {
    switch (style->show) {
    case DRAW_DENSITY:
        return style->while_occupied ? "density while occupied, persons per m\xc2\xb2"
                                     : "mean density, persons per m\xc2\xb2";
    case DRAW_USE:
        return "use of each cell, agent-seconds";
    case DRAW_SPEED:
        return "mean speed, m/s";
    case DRAW_TRAILS:
        break;
    }
    return "speed, m/s";
}

static bool is_less(const void *left, const void *right) {
    return *(const double *)left < *(const double *)right;
}

static uint32_t collect_heat(const crowd_view *v, double *out) {
    const draw_heat *heat = v->picture->heat;
    uint32_t count = 0;
    for (uint32_t i = 0; i < heat->count; i++) {
        double value = heat_value(heat, &heat->cells[i], kind_of(&v->picture->style));
        if (value >= 0.0) {
            out[count++] = value;
        }
    }
    return count;
}

static uint32_t collect_speeds(const crowd_view *v, double *out) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < v->sample_count; i++) {
        const trail_sample *from = &v->samples[i - 1], *to = &v->samples[i];
        double seconds = (double)to->time - (double)from->time;
        if (from->agent == to->agent && seconds > 0.0) {
            double x = (double)to->position.x - (double)from->position.x;
            double y = (double)to->position.y - (double)from->position.y;
            out[count++] = sqrt(x * x + y * y) / seconds;
        }
    }
    return count;
}

/* Chooses the value at the end of the colour bar. A few values that are far above all others are
 * ignored, to improve the contrast. */
static void choose_top(crowd_view *v, double *sorted, uint32_t count) {
    canvas_scale *values = &v->c.values;
    double most = count > 0 ? sorted[count - 1] : 0.0;
    double quantile = count > 0 ? sorted[(uint32_t)((count - 1) * TOP_QUANTILE)] : 0.0;
    ticks chosen = ticks_choose(
        most > OUTLIER_FACTOR * quantile && quantile > 0.0 ? quantile : most, BAR_TICKS);
    values->top = chosen.top;
    values->step = chosen.step;
    if (v->picture->style.top > 0.0) {
        values->top = v->picture->style.top;
        values->step = ticks_above(values->top / BAR_TICKS);
    }
    values->beyond = most > values->top * (1.0 + 1e-9);
}

static void choose_range(crowd_view *v) {
    bool heat = v->picture->style.show != DRAW_TRAILS;
    uint32_t most = heat ? v->picture->heat->count : v->sample_count;
    size_t size = most * sizeof(double);
    memory *heap = v->picture->heap;
    double *found = memory_get(heap, size), *scratch = memory_get(heap, size);
    uint32_t count = 0;
    if (found != NULL && scratch != NULL) {
        count = heat ? collect_heat(v, found) : collect_speeds(v, found);
        sort_stable(found, scratch, count, sizeof *found, is_less);
    } else {
        v->c.out_of_memory = v->c.out_of_memory || most > 0;
    }
    choose_top(v, found, count);
    memory_free(heap, found, size);
    memory_free(heap, scratch, size);
}

void crowd_choose_values(crowd_view *v) {
    const draw_style *style = &v->picture->style;
    canvas_scale *values = &v->c.values;
    bool heat = style->show != DRAW_TRAILS;
    values->used = heat || style->by_speed;
    if (!values->used) {
        return;
    }
    colour_map_make(&values->map);
    values->title = title_of(style);
    values->skipped_share = heat ? 0.0 : CANVAS_LINE_STRENGTH;
    double least = style->coarsen ? GOOD_CELL : LEAST_CELL;
    while (heat && v->picture->heat->size * v->c.scale < least && !v->c.out_of_memory) {
        v->c.out_of_memory = !heat_coarsen(v->picture->heat);
    }
    choose_range(v);
}

/* Computes the colours of one row of pixels of a heat map. */
static void fill_row(const crowd_view *v, uint32_t layer, double y, uint32_t *row, int wide) {
    const draw_heat *heat = v->picture->heat;
    heat_kind kind = kind_of(&v->picture->style);
    double left = canvas_panel(&v->c, layer)->low.x;
    for (int i = 0; i < wide; i++) {
        wend_point position = {left + (i + 0.5) / v->c.scale, y};
        const heat_cell *cell = heat_find(heat, layer, position);
        double value = cell != NULL ? heat_value(heat, cell, kind) : -1.0;
        row[i] = value >= 0.0 ? 0xff000000u | canvas_value_colour(&v->c.values, value) : 0;
    }
}

cairo_surface_t *crowd_heat_image(const crowd_view *v, uint32_t layer) {
    if (v->picture->style.show == DRAW_TRAILS) {
        return NULL;
    }
    const world_panel *shown = canvas_panel(&v->c, layer);
    int wide = (int)ceil(shown->width), tall = (int)ceil(shown->height);
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, wide, tall);
    unsigned char *data = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    for (int i = 0; data != NULL && i < tall; i++) {
        void *row = data + (ptrdiff_t)i * stride;
        fill_row(v, layer, shown->high.y - (i + 0.5) / v->c.scale, row, wide);
    }
    cairo_surface_mark_dirty(image);
    return image;
}
