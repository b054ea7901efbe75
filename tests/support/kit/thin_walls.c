#include "support/kit/thin_walls.h"

#include <check.h>

#include "support/kit/maps.h"

enum { CELLS = 3 };

static const double CELL = THIN_WALLS_SIDE / CELLS; /* m: side length of a cell */

/* ---- Rooms ----------------------------------------------------------------------------------- */

/* Adds one wall, or two parallel ones, at a random angle in a cell. */
static void add_boxes(sketch *s, dice *from, double x, double y) {
    double half = dice_between(from, 0.3, 1.6), thick = dice_between(from, 0.02, 0.2);
    double gap = dice_between(from, 0.05, 0.45);
    sketch_set_transform(s, dice_between(from, 0.0, 6.28), x, y);
    sketch_box(s, 0, 0, -half, 0.0, half, thick);
    if (dice_below(from, 2) == 0) {
        sketch_box(s, 0, 0, -half, -gap - thick, dice_between(from, -0.5, half), -gap);
    }
}

/* Adds one wall or an angle of two, and perhaps a second one beside it, in a cell. */
static void add_lines(sketch *s, dice *from, double x, double y) {
    double half = dice_between(from, 0.3, 1.2), gap = dice_between(from, 0.05, 0.6);
    double side = dice_between(from, 0.2, 0.7);
    sketch_set_transform(s, dice_between(from, 0.0, 6.28), x, y);
    if (dice_below(from, 2) == 0) {
        sketch_open(s, 0, 0, (double[]){-half, 0.0, half, 0.0, half, side}, 3);
    } else {
        sketch_line(s, 0, 0, -half, 0.0, half, 0.0);
    }
    if (dice_below(from, 3) > 0) {
        double a = dice_between(from, -half, half), b = dice_between(from, -half, half);
        sketch_line(s, 0, 0, a, -gap, b + (b < a ? -0.1 : 0.1), -gap);
    }
}

thin_walls thin_walls_make(uint64_t seed, thin_walls_kind kind) {
    dice from = {seed};
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, THIN_WALLS_SIDE, THIN_WALLS_SIDE);
    for (int i = 0; i < CELLS * CELLS; i++) {
        double x = (i % CELLS + 0.5) * CELL, y = (i / CELLS + 0.5) * CELL;
        if (kind == THIN_WALLS_BOXES) {
            add_boxes(&s, &from, x, y);
        } else {
            add_lines(&s, &from, x, y);
        }
    }
    return (thin_walls){.space = sketch_space(&s)};
}

void thin_walls_build(thin_walls *room) {
    wend_error error;
    double radius = THIN_WALLS_RADIUS;
    wend_navmesh_def mesh = wend_default_navmesh_def();
    wend_corridor_def axis = wend_default_corridor_def();
    mesh.space = axis.space = room->space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    room->mesh = maps_navmesh(&mesh);
    wend_result result = wend_corridor_build(&axis, &room->axis, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
}

void thin_walls_end(thin_walls *room) {
    wend_map_release(room->mesh);
    wend_map_release(room->axis);
    wend_space_release(room->space);
}

/* ---- Points ---------------------------------------------------------------------------------- */

wend_point thin_walls_sample(const thin_walls *room, dice *from, double least, double most) {
    for (;;) {
        wend_point p = {dice_between(from, 0.0, THIN_WALLS_SIDE),
                        dice_between(from, 0.0, THIN_WALLS_SIDE)};
        wend_location at = {wend_space_to_local(room->space, p), 0};
        double clearance = (double)wend_space_clearance(room->space, at, 1.0F, 1U);
        if (clearance >= least && clearance < most && wend_space_is_walkable(room->space, at, 1U)) {
            return p;
        }
    }
}

bool thin_walls_cross(const thin_walls *room, wend_vec2 p, wend_vec2 q) {
    for (uint32_t i = 0; i < wend_space_wall_count(room->space); i++) {
        wend_wall wall = wend_space_wall(room->space, i);
        if (exact_side(p, q, wall.a) * exact_side(p, q, wall.b) < 0 &&
            exact_side(wall.a, wall.b, p) * exact_side(wall.a, wall.b, q) < 0) {
            return true;
        }
    }
    return false;
}
