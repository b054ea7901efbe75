/* Finds the bounding box of a space and of its agents, goals and obstacles. */
#include "draw/map/extent.h"
#include <math.h>
#include <wend/math.h>

canvas_box extent_none(void) {
    return (canvas_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
}

void extent_add(canvas_box *box, wend_point point, double radius) {
    box->low.x = fmin(box->low.x, point.x - radius);
    box->low.y = fmin(box->low.y, point.y - radius);
    box->high.x = fmax(box->high.x, point.x + radius);
    box->high.y = fmax(box->high.y, point.y + radius);
}

static void add_points(canvas_box *box, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        extent_add(box, points[i], 0.0);
    }
}

static void add_space_def(canvas_box *box, const wend_space_def *def) {
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        for (uint32_t i = 0; i < layer->boundary_count; i++) {
            add_points(box, layer->boundaries[i].points, layer->boundaries[i].count);
        }
        for (uint32_t i = 0; i < layer->solid_count; i++) {
            add_points(box, layer->solids[i].ring.points, layer->solids[i].ring.count);
        }
        for (uint32_t i = 0; i < layer->open_wall_count; i++) {
            add_points(box, layer->open_walls[i].points, layer->open_walls[i].count);
        }
    }
}

static void add_space(canvas_box *box, const wend_recording *recording) {
    wend_vec2 low, high;
    if (recording->space_def != NULL) {
        add_space_def(box, recording->space_def);
    } else if (recording->space != NULL && wend_space_bounds(recording->space, &low, &high)) {
        extent_add(box, wend_space_from_local(recording->space, low), 0.0);
        extent_add(box, wend_space_from_local(recording->space, high), 0.0);
    }
}

static void add_obstacle(canvas_box *box, const wend_obstacle_def *obstacle) {
    bool moving = obstacle->kind == WEND_OBSTACLE_MOVING;
    for (uint32_t i = 0; i < obstacle->point_count; i++) {
        wend_point p = obstacle->points[i];
        extent_add(box, moving ? obstacle->position : p, moving ? wend_hypot(p.x, p.y) : 0.0);
    }
}

void extent_add_recording(canvas_box *box, const wend_recording *recording) {
    add_space(box, recording);
    for (uint32_t i = 0; i < recording->obstacle_count; i++) {
        add_obstacle(box, &recording->obstacles[i]);
    }
    for (uint32_t i = 0; i < recording->agent_count; i++) {
        double radius = recording->agents[i].radius;
        extent_add(box, recording->agents[i].position, radius > 0.0 ? radius : 0.25);
    }
}

void extent_add_goal(canvas_box *box, const wend_goal_def *goal, wend_point translation) {
    uint32_t count = goal->shape == WEND_GOAL_DIRECTION ? 0 : goal->point_count;
    double reach = 0.25;
    if (goal->shape == WEND_GOAL_ORIENTED_BOX) {
        count = 1;
        reach = wend_hypot(goal->points[1].x, goal->points[1].y);
    } else if (goal->shape == WEND_GOAL_DISC) {
        reach = goal->radius;
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_point at = {goal->points[i].x + translation.x, goal->points[i].y + translation.y};
        extent_add(box, at, reach);
    }
}

void extent_add_overlay(canvas_box *box, const canvas *c, const draw_overlay *overlay) {
    for (uint32_t i = 0; i < overlay->wall_count; i++) {
        extent_add(box, canvas_from_local(c, overlay->walls[i].a), 0.2);
        extent_add(box, canvas_from_local(c, overlay->walls[i].b), 0.2);
    }
}

canvas_box extent_or_origin(canvas_box box) {
    bool any = box.low.x <= box.high.x && isfinite(box.high.x - box.low.x) &&
               isfinite(box.high.y - box.low.y);
    return any ? box : (canvas_box){{0.0, 0.0}, {0.0, 0.0}};
}
