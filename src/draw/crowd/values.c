/* What the colour map stands for: the scale of a heat map or of speeds, and the colour bar. */
#include "base/sort.h"
#include "draw/canvas/canvas.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <string.h>

enum { BAR_TICKS = 5 };

static const double LINE_STRENGTH = 0.25; /* share of the map too light for lines on white */
static const double LEAST_CELL = 1.0;     /* px: what is smaller cannot be seen */
static const double GOOD_CELL = 4.0;      /* px, where the size of cells is free */
static const double TELLING = 0.99;       /* the bar ends where this share of all values lies */
static const double FAR_BEYOND = 1.5;     /* unless the largest value is that near to it */

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

static bool less(const void *left, const void *right) {
    return *(const double *)left < *(const double *)right;
}

static uint32_t gather_heat(const canvas *c, double *out) {
    const draw_heat *heat = c->picture->heat;
    uint32_t count = 0;
    for (uint32_t i = 0; i < heat->count; i++) {
        double value = heat_value(heat, &heat->cells[i], kind_of(&c->picture->style));
        if (value >= 0.0) {
            out[count++] = value;
        }
    }
    return count;
}

static uint32_t gather_speeds(const canvas *c, double *out) {
    uint32_t count = 0;
    for (uint32_t i = 1; i < c->sample_count; i++) {
        const trail_sample *from = &c->samples[i - 1], *to = &c->samples[i];
        double seconds = (double)to->time - (double)from->time;
        if (from->agent == to->agent && seconds > 0.0) {
            double x = (double)to->position.x - (double)from->position.x;
            double y = (double)to->position.y - (double)from->position.y;
            out[count++] = sqrt(x * x + y * y) / seconds;
        }
    }
    return count;
}

/* The end of the bar that lets one see most: a few values far above all others do not count. */
static void choose_top(canvas *c, double *sorted, uint32_t count) {
    canvas_scale *values = &c->values;
    double most = count > 0 ? sorted[count - 1] : 0.0;
    double telling = count > 0 ? sorted[(uint32_t)((count - 1) * TELLING)] : 0.0;
    ticks chosen =
        ticks_choose(most > FAR_BEYOND * telling && telling > 0.0 ? telling : most, BAR_TICKS);
    values->top = chosen.top;
    values->step = chosen.step;
    if (c->picture->style.top > 0.0) {
        values->top = c->picture->style.top;
        values->step = ticks_above(values->top / BAR_TICKS);
    }
    values->beyond = most > values->top * (1.0 + 1e-9);
}

static void choose_range(canvas *c) {
    bool heat = c->picture->style.show != DRAW_TRAILS;
    uint32_t most = heat ? c->picture->heat->count : c->sample_count;
    size_t size = most * sizeof(double);
    memory *heap = c->picture->heap;
    double *found = memory_get(heap, size), *scratch = memory_get(heap, size);
    uint32_t count = 0;
    if (found != NULL && scratch != NULL) {
        count = heat ? gather_heat(c, found) : gather_speeds(c, found);
        sort_stable(found, scratch, count, sizeof *found, less);
    } else {
        c->out_of_memory = c->out_of_memory || most > 0;
    }
    choose_top(c, found, count);
    memory_free(heap, found, size);
    memory_free(heap, scratch, size);
}

void canvas_choose_values(canvas *c) {
    const draw_style *style = &c->picture->style;
    canvas_scale *values = &c->values;
    bool heat = style->show != DRAW_TRAILS;
    values->used = heat || style->by_speed;
    if (!values->used) {
        return;
    }
    colour_map_make(&values->map);
    values->title = title_of(style);
    values->first = heat ? 0.0 : LINE_STRENGTH;
    double least = style->coarsen ? GOOD_CELL : LEAST_CELL;
    while (heat && c->picture->heat->size * c->scale < least && !c->out_of_memory) {
        c->out_of_memory = !heat_coarsen(c->picture->heat);
    }
    choose_range(c);
}

uint32_t canvas_value_colour(const canvas_scale *values, double value) {
    double share = value / values->top;
    return colour_map_at(&values->map, values->first + (1.0 - values->first) * share);
}

/* One row of px of a panel. */
static void fill_row(const canvas *c, uint32_t layer, double y, uint32_t *row, int wide) {
    const draw_heat *heat = c->picture->heat;
    heat_kind kind = kind_of(&c->picture->style);
    for (int i = 0; i < wide; i++) {
        wend_point place = {c->low.x + (i + 0.5) / c->scale, y};
        const heat_cell *cell = heat_find(heat, layer, place);
        double value = cell != NULL ? heat_value(heat, cell, kind) : -1.0;
        row[i] = value >= 0.0 ? 0xff000000u | canvas_value_colour(&c->values, value) : 0;
    }
}

cairo_surface_t *canvas_heat_image(const canvas *c, uint32_t layer) {
    if (c->picture->style.show == DRAW_TRAILS) {
        return NULL;
    }
    int wide = (int)ceil(c->panel_width), tall = (int)ceil(c->panel_height);
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, wide, tall);
    unsigned char *data = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    for (int i = 0; data != NULL && i < tall; i++) {
        void *row = data + (ptrdiff_t)i * stride;
        fill_row(c, layer, c->high.y - (i + 0.5) / c->scale, row, wide);
    }
    cairo_surface_mark_dirty(image);
    return image;
}

/* Each colour of the map as a stripe that reaches to the end, so that no gaps show between. */
static void draw_stripes(const canvas *c, double x, double y, double wide, double tall) {
    for (int i = 0; i < COLOUR_MAP_SIZE; i++) {
        double share = (double)i / COLOUR_MAP_SIZE;
        cairo_rectangle(c->cr, x + wide * share, y, wide * (1.0 - share), tall);
        theme_set(c->cr, canvas_value_colour(&c->values, share * c->values.top), 1.0);
        cairo_fill(c->cr);
    }
}

void canvas_draw_colour_bar(const canvas *c, double x, double y, double wide) {
    const canvas_scale *values = &c->values;
    double bar = y + 20.0, tall = 12.0;
    theme_text(c->cr, values->title, x, y + 12.0, THEME_TEXT_SIZE, false, THEME_TEXT);
    draw_stripes(c, x, bar, wide, tall);
    cairo_set_line_width(c->cr, 1.0);
    uint32_t count = (uint32_t)(values->top / values->step + 1e-6);
    for (uint32_t i = 0; i <= count; i++) {
        char number[TICKS_TEXT_SIZE];
        double at = x + wide * (i * values->step / values->top);
        bool last = i == count && values->beyond;
        ticks_text(i * values->step, last ? "or more" : "", number);
        theme_set(c->cr, THEME_TEXT, 1.0);
        cairo_move_to(c->cr, at, bar + tall);
        cairo_line_to(c->cr, at, bar + tall + 4.0);
        cairo_stroke(c->cr);
        theme_text_middle(c->cr, number, at, bar + tall + 16.0, THEME_TEXT_SIZE - 2.0, THEME_TEXT);
    }
}
