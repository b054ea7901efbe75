/* Finds the extent of a space and of its agents, goals and obstacles, layer by layer. */
#include "draw/map/extent.h"
#include <wend/math.h>

void extent_add(canvas *c, uint32_t layer, wend_point point, double radius) {
    if (layer < c->layers) {
        panel_add(&c->panels[layer], point, radius);
    }
}

static void add_points(canvas *c, uint32_t layer, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        extent_add(c, layer, points[i], 0.0);
    }
}

static void add_space_def(canvas *c, const wend_space_def *def) {
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        for (uint32_t i = 0; i < layer->boundary_count; i++) {
            add_points(c, l, layer->boundaries[i].points, layer->boundaries[i].count);
        }
        for (uint32_t i = 0; i < layer->solid_count; i++) {
            add_points(c, l, layer->solids[i].ring.points, layer->solids[i].ring.count);
        }
        for (uint32_t i = 0; i < layer->open_wall_count; i++) {
            add_points(c, l, layer->open_walls[i].points, layer->open_walls[i].count);
        }
    }
    for (uint32_t i = 0; i < def->connection_count; i++) {
        const wend_connection_def *connection = &def->connections[i];
        extent_add(c, connection->from_layer, connection->from, 0.0);
        extent_add(c, connection->to_layer, connection->to, 0.0);
    }
}

static void add_space(canvas *c, const wend_recording *recording) {
    wend_vec2 low, high;
    const wend_space *space = recording->space;
    if (recording->space_def != NULL) {
        add_space_def(c, recording->space_def);
    } else if (space != NULL && c->layers == 1 && wend_space_bounds(space, &low, &high)) {
        extent_add(c, 0, wend_space_from_local(space, low), 0.0);
        extent_add(c, 0, wend_space_from_local(space, high), 0.0);
    } else if (space != NULL) {
        for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
            wend_wall wall = wend_space_wall(space, i);
            extent_add(c, wall.layer, wend_space_from_local(space, wall.a), 0.0);
            extent_add(c, wall.layer, wend_space_from_local(space, wall.b), 0.0);
        }
    }
}

static void add_obstacle(canvas *c, const wend_obstacle_def *obstacle) {
    bool moving = obstacle->kind == WEND_OBSTACLE_MOVING;
    for (uint32_t i = 0; i < obstacle->point_count; i++) {
        wend_point p = obstacle->points[i];
        extent_add(c, obstacle->layer, moving ? obstacle->position : p,
                   moving ? wend_hypot(p.x, p.y) : 0.0);
    }
}

void extent_add_recording(canvas *c, const wend_recording *recording) {
    add_space(c, recording);
    for (uint32_t i = 0; i < recording->obstacle_count; i++) {
        add_obstacle(c, &recording->obstacles[i]);
    }
    for (uint32_t i = 0; i < recording->belt_count; i++) {
        const wend_belt_def *belt = &recording->belts[i];
        for (uint32_t k = 0; k < belt->point_count; k++) {
            extent_add(c, belt->layer, belt->points[k], 0.0);
        }
    }
    for (uint32_t i = 0; i < recording->agent_count; i++) {
        const wend_agent_def *agent = &recording->agents[i];
        extent_add(c, agent->layer, agent->position, agent->radius > 0.0 ? agent->radius : 0.25);
    }
}

void extent_add_goal(canvas *c, const wend_goal_def *goal, wend_point translation) {
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
        extent_add(c, goal->layer, at, reach);
    }
}

void extent_add_overlay(canvas *c, const draw_overlay *overlay) {
    for (uint32_t i = 0; i < overlay->wall_count; i++) {
        uint32_t layer = overlay->wall_layers[i];
        extent_add(c, layer, canvas_from_local(c, overlay->walls[i].a), 0.2);
        extent_add(c, layer, canvas_from_local(c, overlay->walls[i].b), 0.2);
    }
}
