/* Chooses and draws the ticks of axes.
 *
 * All panels of a picture have the same step between ticks, the smallest round number for which
 * the widest number fits between two ticks. A panel that is too small for two numbers has a smaller
 * step; then only some ticks have a number. */
#include "draw/canvas/axes.h"
#include "base/ticks.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static const double FONT_SIZE = 11.0;
static const double DIGIT_HEIGHT = 8.0; /* px, height of a digit of this size */
static const double TICK = 4.0;         /* px, length of a tick */
static const double PADDING = 3.0;      /* px, between a tick and its number */
static const double LEAST_GAP = 8.0;    /* px, between two numbers */
static const double WIDE_STEP = 60.0;   /* px, least distance between ticks */
static const double CLOSE_STEP = 12.0;  /* px, least distance in a panel that is very small */
static const double MOST_TICKS = 2000.0;
enum { LEAST_NUMBERS = 2 };

/* An axis of a panel. */
typedef struct axis {
    double low, high; /* m, coordinates at its ends */
    double start;     /* px, position of `low` */
    double scale;     /* px per m; negative for a vertical axis, because y points down */
    double across;    /* px, position of the axis in the other direction */
    bool vertical;
} axis;

static axis axis_of(const world_panel *p, double scale, bool vertical) {
    double bottom = p->corner.y + p->height;
    return vertical ? (axis){p->low.y, p->high.y, bottom, -scale, p->corner.x, true}
                    : (axis){p->low.x, p->high.x, p->corner.x, scale, bottom, false};
}

/* Writes a coordinate with as many decimals as multiples of the step need. */
static void write_number(double value, double step, char out[TICKS_TEXT_SIZE]) {
    int decimals = 0;
    for (double rest = step; rest < 0.999 && decimals < 9; rest *= 10.0) {
        decimals++;
    }
    snprintf(out, TICKS_TEXT_SIZE, "%.*f", decimals, value);
}

/* Draws the tick and the number at one position of an axis. */
static void draw_tick(cairo_t *cr, const axis *a, double at, const char *text, double width) {
    theme_set(cr, THEME_FAINT, 1.0);
    cairo_set_line_width(cr, 1.0);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
    cairo_move_to(cr, a->vertical ? a->across - TICK : at, a->vertical ? at : a->across);
    cairo_line_to(cr, a->vertical ? a->across : at, a->vertical ? at : a->across + TICK);
    cairo_stroke(cr);
    if (text == NULL) {
        return;
    }
    double x = a->vertical ? a->across - TICK - PADDING - width : at - width / 2;
    double y = a->vertical ? at + DIGIT_HEIGHT / 2 : a->across + TICK + PADDING + DIGIT_HEIGHT;
    theme_text(cr, text, x, y, FONT_SIZE, false, THEME_TEXT);
}

typedef struct axis_numbers {
    uint32_t count; /* numbers that fit */
    double widest;  /* px */
} axis_numbers;

/* Measures the ticks of an axis, and draws them if `draw` is true. */
static axis_numbers walk_axis(cairo_t *cr, const axis *a, double step, bool draw) {
    axis_numbers found = {0, 0.0};
    double first = ceil(a->low / step), last = floor(a->high / step);
    double end = a->start + (a->high - a->low) * a->scale;
    double low = fmin(a->start, end), high = fmax(a->start, end);
    double free_from = -INFINITY;
    /* Multiples of the step must be exact, and there must not be too many of them. */
    if (!(fabs(first) < 9e15 && fabs(last) < 9e15 && last - first < MOST_TICKS)) {
        return found;
    }
    for (double i = first; i <= last; i += 1.0) {
        char text[TICKS_TEXT_SIZE];
        write_number(i * step + 0.0, step, text);
        double width = theme_text_width(cr, text, FONT_SIZE, false);
        double at = a->start + (i * step - a->low) * a->scale;
        double half = (a->vertical ? DIGIT_HEIGHT : width) / 2, way = fabs(at - a->start);
        bool fits = at - half >= low && at + half <= high && way - half >= free_from;
        if (fits) {
            found.count++;
            found.widest = fmax(found.widest, width);
            free_from = way + half + LEAST_GAP;
        }
        if (draw) {
            draw_tick(cr, a, at, fits ? text : NULL, width);
        }
    }
    return found;
}

/* Returns the width (px) of the widest coordinate at an edge of a panel. */
static double widest_number(const axes_panels *all, cairo_t *ruler, double step) {
    double widest = 0.0;
    for (uint32_t i = 0; i < all->count; i++) {
        const world_panel *p = &all->panels[i];
        const double edges[] = {p->low.x, p->high.x, p->low.y, p->high.y};
        for (size_t k = 0; k < sizeof edges / sizeof edges[0]; k++) {
            char text[TICKS_TEXT_SIZE];
            write_number(edges[k], step, text);
            widest = fmax(widest, theme_text_width(ruler, text, FONT_SIZE, false));
        }
    }
    return widest;
}

/* Returns the step (m) that all panels with enough room have. */
static double choose_step(const axes_panels *all, cairo_t *ruler) {
    double step = ticks_above(WIDE_STEP / all->scale);
    double room = widest_number(all, ruler, step) + 2.0 * LEAST_GAP;
    return ticks_above(fmax(WIDE_STEP, room) / all->scale);
}

/* Returns the step of one axis: smaller than the common step if the axis is short. */
static double step_of(cairo_t *ruler, const axis *a, double common) {
    double step = common;
    while (walk_axis(ruler, a, step, false).count < LEAST_NUMBERS) {
        double next = ticks_below(step * 0.6);
        if (next * fabs(a->scale) < CLOSE_STEP) {
            break;
        }
        step = next;
    }
    return step;
}

double axes_left(const axes_panels *all) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *ruler = cairo_create(surface);
    double step = choose_step(all, ruler), widest = 0.0;
    for (uint32_t i = 0; i < all->count; i++) {
        axis a = axis_of(&all->panels[i], all->scale, true);
        widest = fmax(widest, walk_axis(ruler, &a, step_of(ruler, &a, step), false).widest);
    }
    cairo_destroy(ruler);
    cairo_surface_destroy(surface);
    return ceil(widest + TICK + PADDING);
}

void axes_draw(cairo_t *cr, const axes_panels *all, const world_panel *shown) {
    double step = choose_step(all, cr);
    for (int i = 0; i < 2; i++) {
        axis a = axis_of(shown, all->scale, i == 1);
        walk_axis(cr, &a, step_of(cr, &a, step), true);
    }
    double width = theme_text_width(cr, "m", FONT_SIZE, false);
    theme_text(cr, "m", shown->corner.x - TICK - PADDING - width,
               shown->corner.y + shown->height + TICK + PADDING + DIGIT_HEIGHT, FONT_SIZE, false,
               THEME_FAINT);
}
