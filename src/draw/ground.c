/* What stands still: ground, terrain, obstacles, walls, links, goals, doors. */
#include "draw/canvas.h"
#include "draw/theme.h"
#include <math.h>
#include <wend/math.h>

static void trace(const canvas *c, uint32_t layer, const wend_point *points, uint32_t count,
                  bool closed) {
    cairo_new_sub_path(c->cr);
    for (uint32_t i = 0; i < count; i++) {
        wend_point at = canvas_at(c, layer, points[i]);
        cairo_line_to(c->cr, at.x, at.y);
    }
    if (closed) {
        cairo_close_path(c->cr);
    }
}

static void fill_and_stroke(cairo_t *cr, uint32_t fill, double opacity, uint32_t line,
                            double width) {
    theme_set(cr, fill, opacity);
    cairo_fill_preserve(cr);
    theme_set(cr, line, 1.0);
    cairo_set_line_width(cr, width);
    cairo_stroke(cr);
}

static void draw_walkable(const canvas *c, uint32_t layer, const wend_layer_def *def) {
    cairo_t *cr = c->cr;
    if (def->boundary_count == 0) {
        theme_set(cr, THEME_GROUND, 1.0);
        cairo_paint(cr);
        return;
    }
    for (uint32_t i = 0; i < def->boundary_count; i++) {
        trace(c, layer, def->boundaries[i].points, def->boundaries[i].count, true);
        theme_set(cr, THEME_GROUND, 1.0);
        cairo_fill(cr);
    }
}

static void draw_terrain(const canvas *c, uint32_t layer, const wend_layer_def *def) {
    cairo_set_fill_rule(c->cr, CAIRO_FILL_RULE_EVEN_ODD);
    for (uint32_t i = 0; i < def->terrain_count; i++) {
        const wend_terrain_def *terrain = &def->terrains[i];
        trace(c, layer, terrain->ring.points, terrain->ring.count, true);
        for (uint32_t k = 0; k < terrain->hole_count; k++) {
            trace(c, layer, terrain->holes[k].points, terrain->holes[k].count, true);
        }
        theme_set(c->cr, theme_terrain_colour(terrain->type), 1.0);
        cairo_fill(c->cr);
    }
    cairo_set_fill_rule(c->cr, CAIRO_FILL_RULE_WINDING);
}

static void draw_solids(const canvas *c, uint32_t layer, const wend_layer_def *def) {
    for (uint32_t i = 0; i < def->solid_count; i++) {
        const wend_solid_def *solid = &def->solids[i];
        bool fixed = solid->obstacle_class == 0;
        trace(c, layer, solid->ring.points, solid->ring.count, true);
        fill_and_stroke(c->cr, fixed ? THEME_SOLID : THEME_SWITCHED, 1.0, THEME_WALL, 1.2);
    }
}

static void draw_boundaries(const canvas *c, uint32_t layer, const wend_layer_def *def) {
    theme_set(c->cr, THEME_WALL, 1.0);
    cairo_set_line_width(c->cr, 2.0);
    for (uint32_t i = 0; i < def->boundary_count; i++) {
        trace(c, layer, def->boundaries[i].points, def->boundaries[i].count, true);
    }
    for (uint32_t i = 0; i < def->open_wall_count; i++) {
        trace(c, layer, def->open_walls[i].points, def->open_walls[i].count, false);
    }
    cairo_stroke(c->cr);
}

static void draw_links(const canvas *c, uint32_t layer) {
    static const double dashes[] = {6.0, 4.0};
    const wend_space_def *def = c->picture->recording->space_def;
    for (uint32_t i = 0; i < def->link_count; i++) {
        const wend_link_def *link = &def->links[i];
        if (link->left_layer != layer && link->right_layer != layer) {
            continue;
        }
        wend_point ends[2] = {link->a, link->b};
        cairo_set_line_width(c->cr, 4.0);
        trace(c, layer, ends, 2, false);
        theme_set(c->cr, THEME_GROUND, 1.0);
        cairo_stroke_preserve(c->cr);
        cairo_set_line_width(c->cr, 2.5);
        cairo_set_dash(c->cr, dashes, 2, 0.0);
        theme_set(c->cr, THEME_LINK, 1.0);
        cairo_stroke(c->cr);
        cairo_set_dash(c->cr, NULL, 0, 0.0);
    }
}

void canvas_draw_ground(const canvas *c, uint32_t layer) {
    const wend_layer_def *def = &c->picture->recording->space_def->layers[layer];
    cairo_set_line_join(c->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    draw_walkable(c, layer, def);
    draw_terrain(c, layer, def);
    draw_solids(c, layer, def);
    draw_boundaries(c, layer, def);
    draw_links(c, layer);
}

void canvas_star(cairo_t *cr, double x, double y, double radius) {
    cairo_new_sub_path(cr);
    for (int i = 0; i < 10; i++) {
        double angle = 3.14159265358979323846 * (i / 5.0 - 0.5);
        double reach = i % 2 == 0 ? radius : radius * 0.45;
        cairo_line_to(cr, x + reach * wend_cos(angle), y + reach * wend_sin(angle));
    }
    cairo_close_path(cr);
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
        cairo_arc(c->cr, at.x, at.y, goal->radius * c->scale, 0.0, 6.283185307179586);
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
    trace(c, goal->layer, points, count, count > 2);
    for (uint32_t i = 0; i < count; i++) {
        middle.x += points[i].x / count;
        middle.y += points[i].y / count;
    }
    return canvas_at(c, goal->layer, middle);
}

static void draw_star(cairo_t *cr, wend_point at, double radius) {
    canvas_star(cr, at.x, at.y, radius);
    theme_set(cr, THEME_GROUND, 1.0);
    cairo_set_line_width(cr, 3.0);
    cairo_stroke_preserve(cr);
    theme_set(cr, THEME_GOAL, 1.0);
    cairo_fill(cr);
}

void canvas_draw_goals(const canvas *c, uint32_t layer) {
    const wend_recording *recording = c->picture->recording;
    for (uint32_t i = 0; i < recording->goal_count; i++) {
        const wend_goal_def *goal = &recording->goals[i];
        if (goal->layer != layer || goal->shape == WEND_GOAL_DIRECTION) {
            continue;
        }
        wend_point shift = {goal->velocity.x * c->picture->time,
                            goal->velocity.y * c->picture->time};
        if (goal->shape == WEND_GOAL_POINT) {
            wend_point place = {goal->points[0].x + shift.x, goal->points[0].y + shift.y};
            draw_star(c->cr, canvas_at(c, layer, place), 9.0);
            continue;
        }
        wend_point middle = trace_goal(c, goal, shift);
        if (goal->shape == WEND_GOAL_SEGMENT) {
            theme_set(c->cr, THEME_GOAL, 1.0);
            cairo_set_line_width(c->cr, 5.0);
            cairo_stroke(c->cr);
        } else {
            fill_and_stroke(c->cr, THEME_GOAL, 0.16, THEME_GOAL, 1.5);
        }
        draw_star(c->cr, middle, 8.0);
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
            trace(c, layer, obstacle->points, obstacle->point_count, false);
            continue;
        }
        wend_point points[WEND_MAX_POLYGON];
        double cosine = wend_cos(obstacle->angle), sine = wend_sin(obstacle->angle);
        for (uint32_t k = 0; k < obstacle->point_count && k < WEND_MAX_POLYGON; k++) {
            wend_point p = obstacle->points[k];
            points[k] = (wend_point){obstacle->position.x + cosine * p.x - sine * p.y,
                                     obstacle->position.y + sine * p.x + cosine * p.y};
        }
        trace(c, layer, points, obstacle->point_count, true);
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
        wend_point ends[2] = {
            wend_space_from_local(picture->recording->space, picture->walls[i].a),
            wend_space_from_local(picture->recording->space, picture->walls[i].b)};
        trace(c, layer, ends, 2, false);
    }
    cairo_stroke(c->cr);
}
