/* Bounds, panels and coordinates of a picture. */
#include "draw/canvas.h"
#include "draw/theme.h"
#include <math.h>
#include <wend/math.h>

#define LEAST_EXTENT 4.0  /* m shown at least */
#define TALLEST      1.4  /* height of all panels by the width of the picture, if they fit */
#define LEAST_PANEL  48.0 /* px: a panel with a name above it can still be told from the next */

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

static void widen_space(bounds *b, const wend_space_def *def) {
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

/* Where a goal is at the time of the picture. */
static void widen_goal(bounds *b, const wend_goal_def *goal, double time) {
    uint32_t count = goal->shape == WEND_GOAL_DIRECTION ? 0 : goal->point_count;
    double reach = 0.5;
    if (goal->shape == WEND_GOAL_ORIENTED_BOX) {
        count = 1;
        reach = wend_hypot(goal->points[1].x, goal->points[1].y);
    } else if (goal->shape == WEND_GOAL_DISC) {
        reach = goal->radius;
    }
    for (uint32_t i = 0; i < count; i++) {
        widen(b,
              (wend_point){goal->points[i].x + goal->velocity.x * time,
                           goal->points[i].y + goal->velocity.y * time},
              reach);
    }
}

static void widen_obstacle(bounds *b, const wend_obstacle_def *obstacle) {
    bool moving = obstacle->kind == WEND_OBSTACLE_MOVING;
    for (uint32_t i = 0; i < obstacle->point_count; i++) {
        wend_point p = obstacle->points[i];
        widen(b, moving ? obstacle->position : p, moving ? wend_hypot(p.x, p.y) : 0.0);
    }
}

static bounds find_bounds(const draw_picture *picture) {
    const wend_recording *recording = picture->recording;
    bounds b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    widen_space(&b, recording->space_def);
    for (uint32_t i = 0; i < recording->goal_count; i++) {
        widen_goal(&b, &recording->goals[i], picture->time);
    }
    for (uint32_t i = 0; i < recording->obstacle_count; i++) {
        widen_obstacle(&b, &recording->obstacles[i]);
    }
    for (uint32_t i = 0; i < picture->wall_count; i++) {
        widen(&b, wend_space_from_local(recording->space, picture->walls[i].a), 0.2);
        widen(&b, wend_space_from_local(recording->space, picture->walls[i].b), 0.2);
    }
    for (uint32_t i = 0; i < recording->agent_count; i++) {
        widen(&b, recording->agents[i].position, 0.5);
    }
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        widen(&b, picture->agents[i].position, (double)picture->agents[i].radius);
    }
    for (uint32_t i = 0; picture->trails != NULL && i < picture->trails->count; i++) {
        widen(&b, wend_space_from_local(recording->space, picture->trails->samples[i].position),
              0.2);
    }
    if (!(b.low.x <= b.high.x)) {
        b = (bounds){{0.0, 0.0}, {0.0, 0.0}};
    }
    return b;
}

/* A little room around everything, and a least size. */
static void pad(bounds *b) {
    double wide = b->high.x - b->low.x, tall = b->high.y - b->low.y;
    double room = fmax(wide, tall) * 0.02;
    double x = fmax(room, (LEAST_EXTENT - wide) / 2), y = fmax(room, (LEAST_EXTENT - tall) / 2);
    b->low = (wend_point){b->low.x - x, b->low.y - y};
    b->high = (wend_point){b->high.x + x, b->high.y + y};
}

/* The scale with that many columns of panels. */
static double scale_of(const canvas *c, uint32_t layers, uint32_t columns) {
    uint32_t rows = (layers + columns - 1) / columns;
    double wide = (c->width - 2 * THEME_MARGIN - THEME_GAP * (columns - 1)) / columns;
    double tall = (c->width * TALLEST - (THEME_GAP + THEME_PANEL_NAME) * rows) / rows;
    tall = fmax(tall, LEAST_PANEL);
    return fmin(wide / (c->high.x - c->low.x), tall / (c->high.y - c->low.y));
}

void canvas_layout(canvas *c, const draw_picture *picture, double legend_height) {
    bounds b = find_bounds(picture);
    pad(&b);
    uint32_t layers = picture->recording->space_def->layer_count;
    c->picture = picture;
    c->low = b.low;
    c->high = b.high;
    c->width = picture->width;
    c->named_panels = layers > 1;
    c->scale = 0.0;
    for (uint32_t columns = 1; columns <= layers; columns++) {
        double scale = scale_of(c, layers, columns);
        if (columns == 1 || scale > c->scale * 1.001) {
            c->scale = scale;
            c->columns = columns;
        }
    }
    c->rows = (layers + c->columns - 1) / c->columns;
    /* A view that is not as wide as its panel shows more of the ground on both sides. */
    c->panel_width = (c->width - 2 * THEME_MARGIN - THEME_GAP * (c->columns - 1)) / c->columns;
    c->panel_height = c->scale * (c->high.y - c->low.y);
    double missing = c->panel_width / c->scale - (c->high.x - c->low.x);
    c->low.x -= missing / 2;
    c->high.x += missing / 2;
    double name = c->named_panels ? THEME_PANEL_NAME : 0.0;
    c->height = ceil(THEME_HEADER + c->rows * (c->panel_height + name + THEME_GAP) + legend_height +
                     THEME_MARGIN / 2);
}

wend_point canvas_panel(const canvas *c, uint32_t layer) {
    uint32_t column = layer % c->columns, row = layer / c->columns;
    double name = c->named_panels ? THEME_PANEL_NAME : 0.0;
    return (wend_point){THEME_MARGIN + column * (c->panel_width + THEME_GAP),
                        THEME_HEADER + row * (c->panel_height + name + THEME_GAP) + name};
}

wend_point canvas_at(const canvas *c, uint32_t layer, wend_point world) {
    wend_point corner = canvas_panel(c, layer);
    return (wend_point){corner.x + (world.x - c->low.x) * c->scale,
                        corner.y + (c->high.y - world.y) * c->scale};
}

void canvas_clip(const canvas *c, uint32_t layer) {
    wend_point corner = canvas_panel(c, layer);
    cairo_save(c->cr);
    cairo_rectangle(c->cr, corner.x, corner.y, c->panel_width, c->panel_height);
    cairo_clip(c->cr);
}
