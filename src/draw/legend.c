/* What surrounds the panels: title, names of layers, scale bar, legend. */
#include "draw/canvas.h"
#include "draw/theme.h"
#include "draw/utf8.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEGEND_MOST_GROUPS = 24, LEGEND_NAME = 40 };

static const double TURN = 6.283185307179586;
static const double SWATCH = 22.0; /* px */

/* 1, 2 or 5 times a power of ten, the largest within `limit` metres. */
static double round_length(double limit) {
    double unit = 1e-3;
    while (unit * 10.0 <= limit) {
        unit *= 10.0;
    }
    return unit * 5.0 <= limit ? unit * 5.0 : unit * 2.0 <= limit ? unit * 2.0 : unit;
}

/* In the upper right corner, off the ground. */
static void draw_scale_bar(const canvas *c) {
    double length = round_length(fmin(160.0, c->panel_width / 3) / c->scale);
    double wide = length * c->scale;
    double x = c->width - THEME_MARGIN - wide, y = 46.0;
    char text[32];
    snprintf(text, sizeof text, "%g m", length);
    theme_set(c->cr, THEME_TEXT, 1.0);
    cairo_set_line_width(c->cr, 2.0);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_BUTT);
    cairo_move_to(c->cr, x, y - 6.0);
    cairo_line_to(c->cr, x, y);
    cairo_line_to(c->cr, x + wide, y);
    cairo_line_to(c->cr, x + wide, y - 6.0);
    cairo_stroke(c->cr);
    theme_text(c->cr, text, x + 4.0, y - 6.0, THEME_TEXT_SIZE - 1.0, false, THEME_TEXT);
}

void canvas_draw_header(const canvas *c) {
    const draw_picture *picture = c->picture;
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        arrived += picture->agents[i].arrived;
    }
    uint32_t all = picture->recording->agent_count;
    uint32_t gone = all > picture->agent_count ? all - picture->agent_count : 0;
    char title[120], line[160];
    utf8_copy(title, sizeof title, picture->recording->scenario);
    snprintf(line, sizeof line, "after %.1f s   %u agent%s, %u arrived", picture->time, all,
             all == 1 ? "" : "s", arrived + gone);
    theme_text(c->cr, title, THEME_MARGIN, 28.0, THEME_TITLE_SIZE, true, THEME_TEXT);
    theme_text(c->cr, line, THEME_MARGIN, 47.0, THEME_TEXT_SIZE, false, THEME_FAINT);
    draw_scale_bar(c);
}

void canvas_draw_frame(const canvas *c, uint32_t layer) {
    wend_point corner = canvas_panel(c, layer);
    cairo_rectangle(c->cr, corner.x + 0.5, corner.y + 0.5, c->panel_width - 1.0,
                    c->panel_height - 1.0);
    theme_set(c->cr, THEME_FRAME, 1.0);
    cairo_set_line_width(c->cr, 1.0);
    cairo_stroke(c->cr);
    if (c->named_panels) {
        const char *name = c->picture->recording->space_def->layers[layer].name;
        char text[80];
        utf8_copy(text, sizeof text, name != NULL ? name : "");
        theme_text(c->cr, text, corner.x, corner.y - 6.0, THEME_TEXT_SIZE, true, THEME_TEXT);
    }
}

/* The legend as a row of items that wraps; with cr NULL it is only measured. */
typedef struct flow {
    cairo_t *cr; /* NULL: measure only */
    cairo_t *ruler;
    double x, y, left, right;
} flow;

static bool flow_item(flow *f, const char *text, wend_point *symbol) {
    cairo_text_extents_t extents;
    cairo_set_font_size(f->ruler, THEME_TEXT_SIZE);
    cairo_text_extents(f->ruler, text, &extents);
    double wide = SWATCH + extents.x_advance + 18.0;
    if (f->x > f->left && f->x + wide > f->right) {
        f->x = f->left;
        f->y += THEME_ROW;
    }
    *symbol = (wend_point){f->x + 8.0, f->y};
    if (f->cr != NULL) {
        theme_text(f->cr, text, f->x + SWATCH, f->y + 4.5, THEME_TEXT_SIZE, false, THEME_TEXT);
    }
    f->x += wide;
    return f->cr != NULL;
}

static void flow_dot(flow *f, const char *text, uint32_t colour, bool hollow) {
    wend_point at;
    if (!flow_item(f, text, &at)) {
        return;
    }
    cairo_new_sub_path(f->cr);
    cairo_arc(f->cr, at.x, at.y, hollow ? 4.0 : 5.5, 0.0, TURN);
    theme_set(f->cr, colour, 1.0);
    if (hollow) {
        cairo_set_line_width(f->cr, 1.3);
        cairo_stroke(f->cr);
    } else {
        cairo_fill(f->cr);
    }
}

static void flow_groups(flow *f, const wend_recording *recording) {
    uint32_t shown =
        recording->group_count < LEGEND_MOST_GROUPS ? recording->group_count : LEGEND_MOST_GROUPS;
    char name[LEGEND_NAME], text[LEGEND_NAME + 40];
    for (uint32_t i = 0; i < shown; i++) {
        const wend_agent_group *group = &recording->groups[i];
        utf8_copy(name, sizeof name, group->name);
        snprintf(text, sizeof text, "%s (%u)", name, group->count);
        flow_dot(f, text, theme_group_colour(i), false);
    }
    if (shown < recording->group_count) {
        snprintf(text, sizeof text, "and %u more groups", recording->group_count - shown);
        flow_dot(f, text, THEME_FAINT, false);
    }
}

static void flow_all(flow *f, const draw_picture *picture) {
    const wend_recording *recording = picture->recording;
    flow_groups(f, recording);
    wend_point at;
    if (recording->agent_count > 0) {
        flow_dot(f, "start", THEME_FAINT, true);
    }
    if (recording->goal_count > 0 && flow_item(f, "goal", &at)) {
        canvas_star(f->cr, at.x, at.y, 7.0);
        theme_set(f->cr, THEME_GOAL, 1.0);
        cairo_fill(f->cr);
    }
    if (recording->obstacle_count > 0 && flow_item(f, "door or moving obstacle", &at)) {
        cairo_move_to(f->cr, at.x - 7.0, at.y);
        cairo_line_to(f->cr, at.x + 7.0, at.y);
        cairo_set_line_width(f->cr, 3.0);
        theme_set(f->cr, THEME_DOOR, 1.0);
        cairo_stroke(f->cr);
    }
}

double canvas_legend_height(const draw_picture *picture) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *ruler = cairo_create(surface);
    flow f = {NULL, ruler, THEME_MARGIN, 0.0, THEME_MARGIN, picture->width - THEME_MARGIN};
    flow_all(&f, picture);
    cairo_destroy(ruler);
    cairo_surface_destroy(surface);
    return f.y + THEME_ROW;
}

void canvas_draw_legend(const canvas *c) {
    double height = canvas_legend_height(c->picture);
    flow f = {c->cr,        c->cr,
              THEME_MARGIN, c->height - THEME_MARGIN / 2 - height + THEME_ROW / 2,
              THEME_MARGIN, c->width - THEME_MARGIN};
    flow_all(&f, c->picture);
}
