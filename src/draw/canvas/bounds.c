/* The box around all that a picture shows. */
#include "draw/canvas/canvas.h"
#include <math.h>
#include <wend/math.h>

typedef struct bounds {
    wend_point low, high;
} bounds;

static void widen(bounds *b, wend_point point, double reach) {
    b->low.x = fmin(b->low.x, point.x - reach);
    b->low.y = fmin(b->low.y, point.y - reach);
    b->high.x = fmax(b->high.x, point.x + reach);
    b->high.y = fmax(b->high.y, point.y + reach);
}

static void widen_all(bounds *b, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        widen(b, points[i], 0.0);
    }
}

static void widen_def(bounds *b, const wend_space_def *def) {
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        for (uint32_t i = 0; i < layer->boundary_count; i++) {
            widen_all(b, layer->boundaries[i].points, layer->boundaries[i].count);
        }
        for (uint32_t i = 0; i < layer->solid_count; i++) {
            widen_all(b, layer->solids[i].ring.points, layer->solids[i].ring.count);
        }
        for (uint32_t i = 0; i < layer->open_wall_count; i++) {
            widen_all(b, layer->open_walls[i].points, layer->open_walls[i].count);
        }
    }
}

static void widen_space(bounds *b, const wend_recording *recording) {
    wend_vec2 low, high;
    if (recording->space_def != NULL) {
        widen_def(b, recording->space_def);
    } else if (recording->space != NULL && wend_space_bounds(recording->space, &low, &high)) {
        widen(b, wend_space_from_local(recording->space, low), 0.0);
        widen(b, wend_space_from_local(recording->space, high), 0.0);
    }
}

/* Where a goal is at the time of the picture. */
bool canvas_goal_shift(const draw_picture *picture, const wend_goal_def *goal, wend_point *shift) {
    if (goal->carrier == 0) {
        *shift = wend_goal_shift(goal, picture->time);
        return true;
    }
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        if (picture->agents[i].key == goal->carrier) {
            *shift = picture->agents[i].position;
            return true;
        }
    }
    return false;
}

static void widen_goal(bounds *b, const draw_picture *picture, const wend_goal_def *goal) {
    uint32_t count = goal->shape == WEND_GOAL_DIRECTION ? 0 : goal->point_count;
    double reach = 0.25;
    wend_point shift = {0.0, 0.0};
    if (!canvas_goal_shift(picture, goal, &shift)) {
        return;
    }
    if (goal->shape == WEND_GOAL_ORIENTED_BOX) {
        count = 1;
        reach = wend_hypot(goal->points[1].x, goal->points[1].y);
    } else if (goal->shape == WEND_GOAL_DISC) {
        reach = goal->radius;
    }
    for (uint32_t i = 0; i < count; i++) {
        widen(b, (wend_point){goal->points[i].x + shift.x, goal->points[i].y + shift.y}, reach);
    }
}

static void widen_obstacle(bounds *b, const wend_obstacle_def *obstacle) {
    bool moving = obstacle->kind == WEND_OBSTACLE_MOVING;
    for (uint32_t i = 0; i < obstacle->point_count; i++) {
        wend_point p = obstacle->points[i];
        widen(b, moving ? obstacle->position : p, moving ? wend_hypot(p.x, p.y) : 0.0);
    }
}

static void widen_recording(bounds *b, const draw_picture *picture) {
    const wend_recording *recording = picture->recording;
    widen_space(b, recording);
    for (uint32_t i = 0; i < recording->goal_count && !picture->style.no_goals; i++) {
        widen_goal(b, picture, &recording->goals[i]);
    }
    for (uint32_t i = 0; i < recording->obstacle_count; i++) {
        widen_obstacle(b, &recording->obstacles[i]);
    }
    for (uint32_t i = 0; i < recording->agent_count; i++) {
        double radius = recording->agents[i].radius;
        widen(b, recording->agents[i].position, radius > 0.0 ? radius : 0.25);
    }
}

static void widen_cells(bounds *b, const draw_heat *heat) {
    for (uint32_t i = 0; i < heat->count; i++) {
        const heat_cell *cell = &heat->cells[i];
        widen(b,
              (wend_point){heat->origin.x + (cell->x + 0.5) * heat->size,
                           heat->origin.y + (cell->y + 0.5) * heat->size},
              heat->size / 2);
    }
}

void canvas_bounds(const draw_picture *picture, wend_point *low, wend_point *high) {
    bounds b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    widen_recording(&b, picture);
    for (uint32_t i = 0; i < picture->wall_count; i++) {
        widen(&b, canvas_from_local(picture, picture->walls[i].a), 0.2);
        widen(&b, canvas_from_local(picture, picture->walls[i].b), 0.2);
    }
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        widen(&b, picture->agents[i].position, (double)picture->agents[i].radius);
    }
    for (uint32_t i = 0; picture->trails != NULL && i < picture->trails->count; i++) {
        widen(&b, trails_place(picture->trails, &picture->trails->samples[i]), 0.2);
    }
    /* On ground without walls cells may stick out beyond the trails. */
    if (picture->heat != NULL && picture->recording->space_def == NULL) {
        widen_cells(&b, picture->heat);
    }
    bool any = b.low.x <= b.high.x && isfinite(b.high.x - b.low.x) && isfinite(b.high.y - b.low.y);
    *low = any ? b.low : (wend_point){0.0, 0.0};
    *high = any ? b.high : (wend_point){0.0, 0.0};
}
