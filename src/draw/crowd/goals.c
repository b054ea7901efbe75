/* What agents head for, and what may stand in their way for a while: goals, doors, moving
 * obstacles.
 */
#include "draw/canvas/canvas.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <wend/math.h>

static void fill_and_stroke(cairo_t *cr, uint32_t fill, double opacity, uint32_t line,
                            double width) {
    theme_set(cr, fill, opacity);
    cairo_fill_preserve(cr);
    theme_set(cr, line, 1.0);
    cairo_set_line_width(cr, width);
    cairo_stroke(cr);
}

void canvas_star(cairo_t *cr, double x, double y, double radius) {
    cairo_new_sub_path(cr);
    for (int i = 0; i < 10; i++) {
        double angle = WEND_PI * (i / 5.0 - 0.5);
        double reach = i % 2 == 0 ? radius : radius * 0.45;
        cairo_line_to(cr, x + reach * wend_cos(angle), y + reach * wend_sin(angle));
    }
    cairo_close_path(cr);
}

/* A place inside a polygon: the middle of the widest piece of the line y = middle.y in it, or
 * `middle` itself where that lies on one (of a convex polygon, always). */
static wend_point place_inside(const wend_point *points, uint32_t count, wend_point middle) {
    double cuts[WEND_MAX_POLYGON], widest = -1.0;
    uint32_t cut_count = 0;
    for (uint32_t i = 0; i < count && count > 2; i++) {
        wend_point a = points[i], b = points[(i + 1) % count];
        if ((a.y <= middle.y) != (b.y <= middle.y)) {
            double x = a.x + (b.x - a.x) * (middle.y - a.y) / (b.y - a.y);
            uint32_t k = cut_count++;
            for (; k > 0 && cuts[k - 1] > x; k--) {
                cuts[k] = cuts[k - 1];
            }
            cuts[k] = x;
        }
    }
    wend_point best = middle;
    for (uint32_t i = 0; i + 1 < cut_count; i += 2) {
        if (cuts[i] <= middle.x && middle.x <= cuts[i + 1]) {
            return middle;
        }
        if (cuts[i + 1] - cuts[i] > widest) {
            widest = cuts[i + 1] - cuts[i];
            best.x = 0.5 * (cuts[i] + cuts[i + 1]);
        }
    }
    return best;
}

/* The outline of a goal that has an area or length, as a path; its middle in px. */
static wend_point trace_goal(const canvas *c, const wend_goal_def *goal, wend_point shift) {
    wend_point points[WEND_MAX_POLYGON] = {{0.0, 0.0}}, middle = {0.0, 0.0};
    uint32_t count = goal->point_count < WEND_MAX_POLYGON ? goal->point_count : WEND_MAX_POLYGON;
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (wend_point){goal->points[i].x + shift.x, goal->points[i].y + shift.y};
    }
    if (goal->shape == WEND_GOAL_DISC) {
        wend_point at = canvas_at(c, goal->layer, points[0]);
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, at.x, at.y, goal->radius * c->scale, 0.0, WEND_FULL_TURN);
        return at;
    }
    if (goal->shape == WEND_GOAL_BOX) {
        points[2] = points[1];
        points[1] = (wend_point){points[2].x, points[0].y};
        points[3] = (wend_point){points[0].x, points[2].y};
        count = 4;
    } else if (goal->shape == WEND_GOAL_ORIENTED_BOX) {
        wend_point centre = points[0], half = goal->points[1];
        double cosine = wend_cos(goal->angle), sine = wend_sin(goal->angle);
        for (uint32_t i = 0; i < 4; i++) {
            double u = i == 0 || i == 3 ? -half.x : half.x, v = i < 2 ? -half.y : half.y;
            points[i] =
                (wend_point){centre.x + cosine * u - sine * v, centre.y + sine * u + cosine * v};
        }
        count = 4;
    }
    canvas_trace(c, goal->layer, points, count, count > 2);
    for (uint32_t i = 0; i < count; i++) {
        middle.x += points[i].x / count;
        middle.y += points[i].y / count;
    }
    return canvas_at(c, goal->layer, place_inside(points, count, middle));
}

static void draw_star(cairo_t *cr, wend_point at, double radius) {
    canvas_star(cr, at.x, at.y, radius);
    theme_set(cr, THEME_GROUND, 1.0);
    cairo_set_line_width(cr, 3.0);
    cairo_stroke_preserve(cr);
    theme_set(cr, THEME_GOAL, 1.0);
    cairo_fill(cr);
}

static bool is_shown(const wend_goal_def *goal, uint32_t layer) {
    return goal->layer == layer && goal->shape != WEND_GOAL_DIRECTION;
}

void canvas_draw_goals(const canvas *c, uint32_t layer) {
    const wend_recording *recording = c->picture->recording;
    for (uint32_t i = 0; i < recording->goal_count; i++) {
        const wend_goal_def *goal = &recording->goals[i];
        wend_point shift = {0.0, 0.0};
        if (!is_shown(goal, layer) || goal->shape == WEND_GOAL_POINT ||
            !canvas_goal_shift(c->picture, goal, &shift)) {
            continue;
        }
        trace_goal(c, goal, shift);
        if (goal->shape == WEND_GOAL_SEGMENT) {
            theme_set(c->cr, THEME_GOAL, 1.0);
            cairo_set_line_width(c->cr, 5.0);
            cairo_stroke(c->cr);
        } else {
            fill_and_stroke(c->cr, THEME_GOAL, 0.16, THEME_GOAL, 1.5);
        }
    }
}

void canvas_draw_stars(const canvas *c, uint32_t layer) {
    const wend_recording *recording = c->picture->recording;
    for (uint32_t i = 0; i < recording->goal_count; i++) {
        const wend_goal_def *goal = &recording->goals[i];
        wend_point shift = {0.0, 0.0};
        if (is_shown(goal, layer) && canvas_goal_shift(c->picture, goal, &shift)) {
            wend_point middle = trace_goal(c, goal, shift);
            cairo_new_path(c->cr);
            draw_star(c->cr, middle, goal->shape == WEND_GOAL_POINT ? 9.0 : 8.0);
        }
    }
}

/* Doors and moving obstacles where they were at first, dashed. */
static void draw_first(const canvas *c, uint32_t layer) {
    static const double dashes[] = {3.0, 4.0};
    const wend_recording *recording = c->picture->recording;
    cairo_set_dash(c->cr, dashes, 2, 0.0);
    cairo_set_line_width(c->cr, 1.5);
    theme_set(c->cr, THEME_DOOR, 0.7);
    for (uint32_t i = 0; i < recording->obstacle_count; i++) {
        const wend_obstacle_def *obstacle = &recording->obstacles[i];
        if (obstacle->layer != layer) {
            continue;
        }
        if (obstacle->kind == WEND_OBSTACLE_DOOR) {
            canvas_trace(c, layer, obstacle->points, obstacle->point_count, false);
            continue;
        }
        wend_point points[WEND_MAX_POLYGON];
        double cosine = wend_cos(obstacle->angle), sine = wend_sin(obstacle->angle);
        for (uint32_t k = 0; k < obstacle->point_count && k < WEND_MAX_POLYGON; k++) {
            wend_point p = obstacle->points[k];
            points[k] = (wend_point){obstacle->position.x + cosine * p.x - sine * p.y,
                                     obstacle->position.y + sine * p.x + cosine * p.y};
        }
        canvas_trace(c, layer, points, obstacle->point_count, true);
    }
    cairo_stroke(c->cr);
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}

void canvas_draw_overlay(const canvas *c, uint32_t layer) {
    draw_first(c, layer);
    const draw_picture *picture = c->picture;
    cairo_set_line_width(c->cr, 3.0);
    theme_set(c->cr, THEME_DOOR, 1.0);
    for (uint32_t i = 0; i < picture->wall_count; i++) {
        if (picture->wall_layers[i] != layer) {
            continue;
        }
        wend_point ends[2] = {canvas_from_local(picture, picture->walls[i].a),
                              canvas_from_local(picture, picture->walls[i].b)};
        canvas_trace(c, layer, ends, 2, false);
    }
    cairo_stroke(c->cr);
}
