/* Draws the regions of goals, a star in the middle of each, and the places of queues. */
#include "draw/canvas/theme.h"
#include "draw/crowd/view.h"
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

/* Returns a point inside a polygon: `middle` if it lies inside, otherwise the midpoint of the
 * longest segment that the polygon cuts out of the line y = middle.y. */
static wend_point point_inside(const wend_point *points, uint32_t count, wend_point middle) {
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

/* Adds the outline of a goal to cairo's path. Returns the middle of the goal, px. */
static wend_point trace_goal(const canvas *c, const wend_goal_def *goal, wend_point translation) {
    wend_point points[WEND_MAX_POLYGON] = {{0.0, 0.0}}, middle = {0.0, 0.0};
    uint32_t count = goal->point_count < WEND_MAX_POLYGON ? goal->point_count : WEND_MAX_POLYGON;
    for (uint32_t i = 0; i < count; i++) {
        points[i] =
            (wend_point){goal->points[i].x + translation.x, goal->points[i].y + translation.y};
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
    return canvas_at(c, goal->layer, point_inside(points, count, middle));
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

void crowd_draw_goals(const canvas *c, const draw_picture *picture, uint32_t layer) {
    const wend_recording *recording = picture->recording;
    for (uint32_t i = 0; i < recording->goal_count; i++) {
        const wend_goal_def *goal = &recording->goals[i];
        wend_point translation = {0.0, 0.0};
        if (!is_shown(goal, layer) || goal->shape == WEND_GOAL_POINT ||
            !picture_goal_translation(picture, goal, &translation)) {
            continue;
        }
        trace_goal(c, goal, translation);
        if (goal->shape == WEND_GOAL_SEGMENT) {
            theme_set(c->cr, THEME_GOAL, 1.0);
            cairo_set_line_width(c->cr, 5.0);
            cairo_stroke(c->cr);
        } else {
            fill_and_stroke(c->cr, THEME_GOAL, 0.16, THEME_GOAL, 1.5);
        }
    }
}

void crowd_draw_places(const canvas *c, const wend_recording *recording, uint32_t layer) {
    for (uint32_t i = 0; i < recording->waiting_place_count; i++) {
        const wend_waiting_place *place = &recording->waiting_places[i];
        if (place->layer == layer) {
            wend_point at = canvas_at(c, layer, place->position);
            cairo_new_sub_path(c->cr);
            cairo_arc(c->cr, at.x, at.y, place->radius * c->scale, 0.0, WEND_FULL_TURN);
            fill_and_stroke(c->cr, THEME_GOAL, place->is_service ? 0.35 : 0.0, THEME_GOAL, 1.0);
        }
    }
}

void crowd_draw_stars(const canvas *c, const draw_picture *picture, uint32_t layer) {
    const wend_recording *recording = picture->recording;
    for (uint32_t i = 0; i < recording->goal_count; i++) {
        const wend_goal_def *goal = &recording->goals[i];
        wend_point translation = {0.0, 0.0};
        if (is_shown(goal, layer) && picture_goal_translation(picture, goal, &translation)) {
            wend_point middle = trace_goal(c, goal, translation);
            cairo_new_path(c->cr);
            draw_star(c->cr, middle, goal->shape == WEND_GOAL_POINT ? 9.0 : 8.0);
        }
    }
}
