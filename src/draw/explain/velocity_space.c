/* Draws velocity space: the velocities that an agent may choose, the forbidden velocities, and the
 * velocity that the agent has chosen. */
#include "draw/canvas/theme.h"
#include "draw/explain/explanation.h"
#include "geom/point.h"
#include <math.h>
#include <wend/math.h>

static const double LEAST_REACH = 0.5; /* m/s */
static const double MOST_REACH = 1e4;  /* m/s */
static const double KEPT_FREE = 9.0;   /* px, distance of labels from velocities along each axis */
enum { AXIS_TICKS = 4, ARROW_PIECES = 32 };

/* True for marks that are drawn as thick lines: sets of preferred velocities, and regions and paths
 * in velocity space. */
static bool is_preferred_line(const wend_mark *mark) {
    return mark->kind == WEND_MARK_PREFERRED_SEGMENT || mark->kind == WEND_MARK_PREFERRED_ARC ||
           mark->kind == WEND_MARK_REGION || mark->kind == WEND_MARK_PATH;
}

velocity_panel velocity_panel_make(cairo_t *cr, const draw_explanation *e, wend_point corner,
                                   double side) {
    double most = fmax(e->max_speed, fmax(LEAST_REACH, wide_length(e->self->velocity)));
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        bool velocity = mark->kind == WEND_MARK_VELOCITY || mark->kind == WEND_MARK_PREFERRED;
        if ((velocity || is_preferred_line(mark)) &&
            explanation_mark_fits(mark, WEND_MARK_SPACE_VELOCITY)) {
            most = fmax(most, fmax(wide_length(mark->b),
                                   is_preferred_line(mark) ? wide_length(mark->a) : 0.0));
        }
    }
    return (velocity_panel){cr, corner, side, fmin(most, MOST_REACH) * 1.25};
}

wend_point velocity_panel_at(const velocity_panel *panel, wend_vec2 velocity) {
    double scale = panel->side / 2 / panel->reach;
    return (wend_point){panel->corner.x + panel->side / 2 + (double)velocity.x * scale,
                        panel->corner.y + panel->side / 2 - (double)velocity.y * scale};
}

static wend_vec2 along(wend_vec2 from, wend_vec2 direction, double length) {
    return point_narrow(point_along(point_wide(from), point_wide(direction), length));
}

static void line_to(const velocity_panel *panel, wend_vec2 velocity) {
    wend_point at = velocity_panel_at(panel, velocity);
    cairo_line_to(panel->cr, at.x, at.y);
}

/* Returns a length that is large enough for a line from `a` to leave the panel in any direction. */
static double distance_beyond_panel(const velocity_panel *panel, wend_vec2 a) {
    return 4.0 * (panel->reach + wide_length(a));
}

/* Draws the boundary line of a half-plane constraint, and shades the forbidden side. */
static void draw_half_plane(const velocity_panel *panel, const wend_mark *mark) {
    double far = distance_beyond_panel(panel, mark->a);
    wend_vec2 side = {-mark->b.y, mark->b.x};
    wend_vec2 left = along(mark->a, side, far), right = along(mark->a, side, -far);
    line_to(panel, left);
    line_to(panel, right);
    line_to(panel, along(right, mark->b, -far));
    line_to(panel, along(left, mark->b, -far));
    cairo_close_path(panel->cr);
    theme_set(panel->cr, THEME_FORBIDDEN, 0.12);
    cairo_fill(panel->cr);
    line_to(panel, left);
    line_to(panel, right);
    theme_set(panel->cr, THEME_FORBIDDEN, 0.9);
    cairo_set_line_width(panel->cr, 1.6);
    cairo_stroke(panel->cr);
}

static void draw_cone(const velocity_panel *panel, const wend_mark *mark) {
    double far = distance_beyond_panel(panel, mark->a);
    wend_vec2 middle = {mark->b.x + mark->c.x, mark->b.y + mark->c.y};
    line_to(panel, along(mark->a, mark->b, far));
    line_to(panel, mark->a);
    line_to(panel, along(mark->a, mark->c, far));
    cairo_set_line_width(panel->cr, 1.4);
    theme_set(panel->cr, THEME_OBSTACLE, 0.9);
    cairo_stroke_preserve(panel->cr);
    /* Between the ends of the cone's two sides, the shaded area must extend beyond the panel. */
    line_to(panel, along(mark->a, middle, 4.0 * far));
    cairo_close_path(panel->cr);
    theme_set(panel->cr, THEME_OBSTACLE, 0.14);
    cairo_fill(panel->cr);
}

/* Draws a tick on each axis at `value` m/s, and writes the value next to it. */
static void draw_tick(const velocity_panel *panel, double value, labels *l) {
    wend_point zero = velocity_panel_at(panel, (wend_vec2){0.0F, 0.0F});
    double at = value * panel->side / 2 / panel->reach;
    char text[TICKS_TEXT_SIZE];
    theme_set(panel->cr, THEME_FAINT, 0.8);
    cairo_set_line_width(panel->cr, 1.0);
    cairo_move_to(panel->cr, zero.x + at, zero.y - 3.0);
    cairo_line_to(panel->cr, zero.x + at, zero.y + 3.0);
    cairo_move_to(panel->cr, zero.x - 3.0, zero.y - at);
    cairo_line_to(panel->cr, zero.x + 3.0, zero.y - at);
    cairo_stroke(panel->cr);
    ticks_text(value, "", text);
    theme_text_middle(panel->cr, text, zero.x + at, zero.y + 16.0, 11.0, THEME_FAINT);
    theme_text(panel->cr, text, zero.x + 7.0, zero.y - at + 4.0, 11.0, false, THEME_FAINT);
    double wide = theme_text_width(panel->cr, text, 11.0, false);
    labels_avoid_box(l, (label_box){zero.x + at - wide / 2 - 2.0, zero.y + 4.0,
                                    zero.x + at + wide / 2 + 2.0, zero.y + 18.0});
    labels_avoid_box(
        l, (label_box){zero.x + 5.0, zero.y - at - 7.0, zero.x + 9.0 + wide, zero.y - at + 7.0});
}

static void draw_axes(const velocity_panel *panel, labels *l) {
    double step = ticks_below(panel->reach / AXIS_TICKS * 1.5), half = panel->side / 2;
    wend_point zero = velocity_panel_at(panel, (wend_vec2){0.0F, 0.0F});
    theme_set(panel->cr, THEME_FAINT, 0.8);
    cairo_set_line_width(panel->cr, 1.0);
    cairo_move_to(panel->cr, zero.x - half, zero.y);
    cairo_line_to(panel->cr, zero.x + half, zero.y);
    cairo_move_to(panel->cr, zero.x, zero.y - half);
    cairo_line_to(panel->cr, zero.x, zero.y + half);
    cairo_stroke(panel->cr);
    int count = (int)((panel->reach * (half - 24.0) / half) / step);
    for (int i = 1; i <= count; i++) {
        draw_tick(panel, i * step, l);
        draw_tick(panel, -i * step, l);
    }
    theme_text(panel->cr, "m/s", zero.x + half - 28.0, zero.y - 6.0, 11.0, false, THEME_FAINT);
    labels_avoid_box(l,
                     (label_box){zero.x + half - 30.0, zero.y - 18.0, zero.x + half, zero.y - 3.0});
}

/* Shades the velocities above the agent's maximum speed. */
static void draw_speed_disc(const velocity_panel *panel, double max_speed) {
    if (!(max_speed > 0.0) || max_speed > panel->reach) {
        return;
    }
    wend_point zero = velocity_panel_at(panel, (wend_vec2){0.0F, 0.0F});
    double radius = max_speed * panel->side / 2 / panel->reach;
    cairo_save(panel->cr);
    cairo_set_fill_rule(panel->cr, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_rectangle(panel->cr, panel->corner.x, panel->corner.y, panel->side, panel->side);
    cairo_new_sub_path(panel->cr);
    cairo_arc(panel->cr, zero.x, zero.y, radius, 0.0, WEND_FULL_TURN);
    theme_set(panel->cr, THEME_FRAME, 0.6);
    cairo_fill(panel->cr);
    cairo_restore(panel->cr);
    cairo_new_sub_path(panel->cr);
    cairo_arc(panel->cr, zero.x, zero.y, radius, 0.0, WEND_FULL_TURN);
    theme_set(panel->cr, THEME_FAINT, 1.0);
    cairo_set_line_width(panel->cr, 1.2);
    cairo_stroke(panel->cr);
}

static void draw_velocity(const velocity_panel *panel, wend_vec2 velocity, uint32_t colour,
                          bool hollow) {
    wend_point zero = velocity_panel_at(panel, (wend_vec2){0.0F, 0.0F});
    wend_point at = velocity_panel_at(panel, velocity);
    theme_set(panel->cr, colour, hollow ? 0.7 : 1.0);
    cairo_set_line_width(panel->cr, hollow ? 1.4 : 2.4);
    cairo_move_to(panel->cr, zero.x, zero.y);
    cairo_line_to(panel->cr, at.x, at.y);
    cairo_stroke(panel->cr);
    canvas_dot(panel->cr, at);
    canvas_stroke_dots(panel->cr, colour, 1.0, 5.5);
    if (hollow) {
        canvas_dot(panel->cr, at);
        canvas_stroke_dots(panel->cr, THEME_GROUND, 1.0, 3.6);
    }
}

static void draw_constraints(const velocity_panel *panel, const draw_explanation *e) {
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        if (!explanation_mark_fits(mark, WEND_MARK_SPACE_VELOCITY)) {
            continue;
        }
        if (mark->kind == WEND_MARK_HALF_PLANE) {
            draw_half_plane(panel, mark);
        } else if (mark->kind == WEND_MARK_CONE) {
            draw_cone(panel, mark);
        }
    }
}

/* Draws velocities that are all equally preferred as a thick line. The line is straight, or it is
 * an arc around velocity zero, counter-clockwise from `mark->a` to `mark->b`. */
static void draw_preferred_lines(const velocity_panel *panel, const draw_explanation *e) {
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        if (!is_preferred_line(mark) || !explanation_mark_fits(mark, WEND_MARK_SPACE_VELOCITY)) {
            continue;
        }
        cairo_new_path(panel->cr);
        if (mark->kind == WEND_MARK_PREFERRED_ARC) {
            wend_point zero = velocity_panel_at(panel, (wend_vec2){0.0F, 0.0F});
            double radius = wide_length(mark->a) * panel->side / 2 / panel->reach;
            /* Angles increase clockwise in the picture, because its y axis points down. */
            double from = atan2(-(double)mark->a.y, (double)mark->a.x);
            double to = atan2(-(double)mark->b.y, (double)mark->b.x);
            cairo_arc_negative(panel->cr, zero.x, zero.y, radius, from, to);
        } else {
            line_to(panel, mark->a);
            line_to(panel, mark->b);
        }
        theme_set(panel->cr, THEME_GOAL, 1.0);
        cairo_set_line_width(panel->cr, 4.0);
        cairo_stroke(panel->cr);
    }
}

/* Keeps labels away from a velocity and from the line that leads to it. */
static void avoid_arrow(const velocity_panel *panel, wend_vec2 velocity, labels *l) {
    wend_point zero = velocity_panel_at(panel, (wend_vec2){0.0F, 0.0F});
    wend_point at = velocity_panel_at(panel, velocity);
    labels_avoid(l, at, KEPT_FREE);
    for (int i = 1; i < ARROW_PIECES; i++) {
        double share = (double)i / ARROW_PIECES;
        labels_avoid(
            l, (wend_point){zero.x + share * (at.x - zero.x), zero.y + share * (at.y - zero.y)},
            2.0);
    }
}

/* Draws the current, the preferred and the chosen velocity, with the chosen one on top. */
static void draw_velocities(const velocity_panel *panel, const draw_explanation *e, labels *l) {
    draw_velocity(panel, e->self->velocity, THEME_FAINT, true);
    labels_avoid(l, velocity_panel_at(panel, e->self->velocity), KEPT_FREE);
    for (int pass = 0; pass < 2; pass++) {
        wend_mark_kind kind = pass == 0 ? WEND_MARK_PREFERRED : WEND_MARK_VELOCITY;
        for (uint32_t i = 0; i < e->mark_count; i++) {
            const wend_mark *mark = &e->marks[i];
            if (mark->kind == kind && explanation_mark_fits(mark, WEND_MARK_SPACE_VELOCITY)) {
                draw_velocity(panel, mark->b, pass == 0 ? THEME_TEXT : THEME_CHOSEN, pass == 0);
                avoid_arrow(panel, mark->b, l);
            }
        }
    }
}

/* Returns the position of the label of a mark that is not a half-plane. */
static wend_vec2 label_position(const velocity_panel *panel, const wend_mark *mark) {
    if (mark->kind == WEND_MARK_CONE) {
        wend_vec2 middle = {mark->b.x + mark->c.x, mark->b.y + mark->c.y};
        double length = fmax(wide_length(middle), 1e-6);
        return along(mark->a, middle, 0.3 * panel->reach / length);
    }
    if (is_preferred_line(mark)) { /* the middle of the line */
        wend_vec2 sum = {mark->a.x + mark->b.x, mark->a.y + mark->b.y};
        double length = fmax(wide_length(sum), 1e-6);
        bool arc = mark->kind == WEND_MARK_PREFERRED_ARC;
        return along((wend_vec2){0.0F, 0.0F}, sum, arc ? wide_length(mark->a) / length : 0.5);
    }
    bool is_set = mark->kind == WEND_MARK_FORBIDDEN || mark->kind == WEND_MARK_ALLOWED;
    return is_set ? mark->a : mark->b;
}

static uint32_t colour_of(const wend_mark *mark) {
    switch (mark->kind) {
    case WEND_MARK_CONE:
    case WEND_MARK_FORBIDDEN:
        return THEME_OBSTACLE;
    default:
        return THEME_TEXT;
    }
}

static void draw_labels(const velocity_panel *panel, const draw_explanation *e, labels *l) {
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        char label[EXPLANATION_LABEL_SIZE];
        if (mark->kind != WEND_MARK_HALF_PLANE &&
            explanation_mark_fits(mark, WEND_MARK_SPACE_VELOCITY) &&
            explanation_label(mark, label)) {
            labels_put(l, label, velocity_panel_at(panel, label_position(panel, mark)),
                       colour_of(mark), LABELS_BESIDE);
        }
    }
}

void velocity_panel_draw(const velocity_panel *panel, const draw_explanation *e) {
    cairo_t *cr = panel->cr;
    labels l = {.cr = cr,
                .panel = {panel->corner.x + 2.0, panel->corner.y + 2.0,
                          panel->corner.x + panel->side - 2.0,
                          panel->corner.y + panel->side - 2.0}};
    cairo_save(cr);
    cairo_rectangle(cr, panel->corner.x, panel->corner.y, panel->side, panel->side);
    theme_set(cr, THEME_GROUND, 1.0);
    cairo_fill_preserve(cr);
    cairo_clip(cr);
    draw_speed_disc(panel, e->max_speed);
    velocity_sets_draw(panel, e, WEND_MARK_ALLOWED);
    velocity_sets_draw(panel, e, WEND_MARK_FORBIDDEN);
    draw_constraints(panel, e);
    draw_axes(panel, &l);
    draw_preferred_lines(panel, e);
    draw_velocities(panel, e, &l);
    draw_labels(panel, e, &l);
    plane_labels_draw(panel, e, &l);
    cairo_restore(cr);
    cairo_rectangle(cr, panel->corner.x + 0.5, panel->corner.y + 0.5, panel->side - 1.0,
                    panel->side - 1.0);
    theme_set(cr, THEME_FRAME, 1.0);
    cairo_set_line_width(cr, 1.0);
    cairo_stroke(cr);
}
