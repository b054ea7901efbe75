/* Builds small spaces step by step through the public API. Also provides random numbers, and exact
 * tests of the side on which a point lies. */
#ifndef TESTS_SUPPORT_SPACES_H
#define TESTS_SUPPORT_SPACES_H

#include <wend/wend.h>

/* ---- Random numbers -------------------------------------------------------------------------- */

typedef struct dice {
    uint64_t state;
} dice;

uint64_t dice_bits(dice *from);
uint32_t dice_below(dice *from, uint32_t limit);
double dice_between(dice *from, double low, double high);

/* ---- Spaces ---------------------------------------------------------------------------------- */

enum { SKETCH_LAYERS = 8, SKETCH_SHAPES = 64, SKETCH_POINTS = 1024, SKETCH_LINKS = 16 };

/* The parts of a space under construction. Points are rotated and translated when they are added.
 */
typedef struct sketch {
    double cosine, sine, x, y;
    wend_point points[SKETCH_POINTS];
    uint32_t point_count;
    wend_ring boundaries[SKETCH_LAYERS][SKETCH_SHAPES];
    wend_solid_def solids[SKETCH_LAYERS][SKETCH_SHAPES];
    wend_open_wall_def open_walls[SKETCH_LAYERS][SKETCH_SHAPES];
    wend_layer_def layers[SKETCH_LAYERS];
    wend_link_def links[SKETCH_LINKS];
    uint32_t link_count;
    wend_space_def def;
} sketch;

/* Starts an empty sketch with one layer and three classes; the origin is (0, 0). */
void sketch_start(sketch *s);
/* Sets the transform: points that are added from now on are rotated by `angle`, then translated. */
void sketch_set_transform(sketch *s, double angle, double x, double y);
wend_point sketch_point(const sketch *s, double x, double y);
/* `xy` contains `count` pairs of coordinates. */
void sketch_boundary(sketch *s, uint32_t layer, const double *xy, uint32_t count);
void sketch_box_boundary(sketch *s, uint32_t layer, double x0, double y0, double x1, double y1);
void sketch_solid(sketch *s, uint32_t layer, uint32_t obstacle_class, const double *xy,
                  uint32_t count);
void sketch_box(sketch *s, uint32_t layer, uint32_t obstacle_class, double x0, double y0, double x1,
                double y1);
void sketch_open(sketch *s, uint32_t layer, uint32_t obstacle_class, const double *xy,
                 uint32_t count);
void sketch_line(sketch *s, uint32_t layer, uint32_t obstacle_class, double x0, double y0,
                 double x1, double y1);
/* Adds a link; the free ground of layer `left` lies on the left of a -> b. */
void sketch_link(sketch *s, double ax, double ay, double bx, double by, uint32_t left,
                 uint32_t right);
/* Creates the space. Returns NULL only if the geometry is refused; the caller then samples another
 * one. */
wend_space *sketch_try(sketch *s);
/* Like sketch_try, but refusal fails the test. */
wend_space *sketch_space(sketch *s);

/* Adds two floors (layers 0 and 1) of 10 x 10 m, joined by stairs (layer 2) that are `length` m
 * long and 3 m wide. Floor 0 lies at x < 0, the stairs at 0 < x < length, floor 1 at x > length. */
void sketch_stairs(sketch *s, double length);

/* Makes a door along a polyline; the caller keeps the points alive. */
wend_obstacle_def sketch_door(const wend_point *points, uint32_t count);

/* ---- Exact and precise geometry -------------------------------------------------------------- */

/* Returns the side of a -> b on which c lies: 1 for left, -1 for right, 0 on the line. Exact for
 * all floats. */
int exact_side(wend_vec2 a, wend_vec2 b, wend_vec2 c);
/* True if the closed segments have a point in common. Exact. */
bool exact_meet(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b);
/* Returns the distance in double precision, accurate to 1e-11 m for coordinates of up to 10 km. */
double point_to_segment(double px, double py, double ax, double ay, double bx, double by);
double plain_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b);
double plain_gap(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b);

#endif
