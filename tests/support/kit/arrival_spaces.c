/* The spaces of the arrival trial, one function for each kind. */
#include <math.h>
#include <wend/math.h>

#include "support/kit/arrival_shapes.h"
#include "support/kit/arrival_world.h"

static const double pi = 3.14159265358979323846;

enum { SPACE_KEY = 1 };

/* Makes the ground from (0, 0) to (width, height), rotated by a random angle in half of the worlds.
 */
static void begin_ground(arrival_world *world, arrival_stream *stream, double width,
                         double height) {
    world->angle = arrival_chance(stream, 0.5) ? arrival_sample(stream, 0, 2 * pi) : 0;
    world->size = (wend_point){width, height};
    arrival_add_box(world, 0, 0, width, height);
}

static double narrow_width(const arrival_world *world, arrival_stream *stream) {
    return arrival_sample(stream, 1.1, 1.5) * 2 * world->max_radius;
}

/* Adds a wall at axis position x, from `low` to `high`, with a door; a thin wall if thickness is 0.
 */
static void add_wall_x(arrival_world *world, double x, double low, double high, double middle,
                       double width, double thickness) {
    double a = middle - width / 2, b = middle + width / 2, h = thickness / 2;
    if (thickness > 0) {
        arrival_add_box(world, x - h, low, x + h, a);
        arrival_add_box(world, x - h, b, x + h, high);
    } else {
        arrival_add_chain(world, (wend_point[]){{x, low}, {x, a}}, 2);
        arrival_add_chain(world, (wend_point[]){{x, b}, {x, high}}, 2);
    }
    double reach = h + 0.8;
    arrival_add_passage(world, (wend_point){x - reach, middle}, (wend_point){x + reach, middle},
                        width);
}

static void add_wall_y(arrival_world *world, double y, double low, double high, double middle,
                       double width, double thickness) {
    double a = middle - width / 2, b = middle + width / 2, h = thickness / 2;
    if (thickness > 0) {
        arrival_add_box(world, low, y - h, a, y + h);
        arrival_add_box(world, b, y - h, high, y + h);
    } else {
        arrival_add_chain(world, (wend_point[]){{low, y}, {a, y}}, 2);
        arrival_add_chain(world, (wend_point[]){{b, y}, {high, y}}, 2);
    }
    double reach = h + 0.8;
    arrival_add_passage(world, (wend_point){middle, y - reach}, (wend_point){middle, y + reach},
                        width);
}

static void make_door(arrival_world *world, arrival_stream *stream) {
    const double thicknesses[] = {0, 0.1, 0.5, 2};
    double width = arrival_sample(stream, 16, 24), height = arrival_sample(stream, 8, 14);
    begin_ground(world, stream, width, height);
    double x = width * arrival_sample(stream, 0.4, 0.6),
           y = height * arrival_sample(stream, 0.15, 0.85);
    double thickness = thicknesses[arrival_pick(stream, 4)];
    add_wall_x(world, x, 0, height, y, narrow_width(world, stream), thickness);
    arrival_add_region(world, 0, 0, x - thickness / 2, height, 0);
    arrival_add_region(world, x + thickness / 2, 0, width, height, 1);
    world->two_way = true;
    world->min_length = 8;
}

/* Samples the middle of a door. No part of the door is within half a metre of a corner of the room.
 */
static double door_middle(arrival_stream *stream, double low, double high, double width) {
    return arrival_sample(stream, low + 0.5 + width / 2, high - 0.5 - width / 2);
}

typedef struct room_grid {
    uint32_t columns, rows;
    double side, thickness, narrow_share;
    bool open_x[8][8],
        open_y[8][8]; /* whether there is a door to the next column, and to the next row */
} room_grid;

/* Joins rooms at random into a spanning tree, then adds some more doors. */
static void join_rooms(room_grid *grid, arrival_stream *stream, double more) {
    uint32_t group[8][8], groups = grid->columns * grid->rows;
    for (uint32_t i = 0; i < groups; i++) {
        group[i % grid->columns][i / grid->columns] = i;
    }
    for (uint32_t tries = 0; groups > 1 && tries < 100000; tries++) {
        uint32_t x = arrival_pick(stream, grid->columns), y = arrival_pick(stream, grid->rows);
        bool across = arrival_chance(stream, 0.5);
        uint32_t u = x + across, v = y + !across;
        if (u >= grid->columns || v >= grid->rows || group[x][y] == group[u][v]) {
            continue;
        }
        *(across ? &grid->open_x[x][y] : &grid->open_y[x][y]) = true;
        uint32_t from = group[u][v], to = group[x][y];
        for (uint32_t i = 0; i < grid->columns * grid->rows; i++) {
            uint32_t *each = &group[i % grid->columns][i / grid->columns];
            *each = *each == from ? to : *each;
        }
        groups--;
    }
    for (uint32_t i = 0; i < grid->columns * grid->rows; i++) {
        uint32_t x = i % grid->columns, y = i / grid->columns;
        grid->open_x[x][y] = grid->open_x[x][y] || arrival_chance(stream, more);
        grid->open_y[x][y] = grid->open_y[x][y] || arrival_chance(stream, more);
    }
}

static double door_width(const arrival_world *world, arrival_stream *stream,
                         const room_grid *grid) {
    double widest = fmin(grid->side - 1.2, 6 * 2 * world->max_radius);
    return arrival_chance(stream, grid->narrow_share)
               ? narrow_width(world, stream)
               : arrival_sample(stream, 2.5 * 2 * world->max_radius, widest);
}

static void add_room_walls(arrival_world *world, arrival_stream *stream, const room_grid *grid,
                           uint32_t x, uint32_t y) {
    double s = grid->side, t = grid->thickness, x0 = x * s, y0 = y * s, x1 = x0 + s, y1 = y0 + s;
    if (x + 1 < grid->columns) {
        double width = door_width(world, stream, grid), middle = door_middle(stream, y0, y1, width);
        if (grid->open_x[x][y]) {
            add_wall_x(world, x1, y0, y1, middle, width, t);
        } else if (t > 0) {
            arrival_add_box(world, x1 - t / 2, y0, x1 + t / 2, y1);
        } else {
            arrival_add_chain(world, (wend_point[]){{x1, y0}, {x1, y1}}, 2);
        }
    }
    if (y + 1 < grid->rows) {
        double width = door_width(world, stream, grid), middle = door_middle(stream, x0, x1, width);
        if (grid->open_y[x][y]) {
            add_wall_y(world, y1, x0, x1, middle, width, t);
        } else if (t > 0) {
            arrival_add_box(world, x0, y1 - t / 2, x1, y1 + t / 2);
        } else {
            arrival_add_chain(world, (wend_point[]){{x0, y1}, {x1, y1}}, 2);
        }
    }
    arrival_add_region(world, x0 + t / 2, y0 + t / 2, x1 - t / 2, y1 - t / 2, (x + y) % 2);
}

static void make_rooms(arrival_world *world, arrival_stream *stream) {
    bool narrow = arrival_chance(stream, 0.5);
    room_grid grid = {.columns = 2 + arrival_pick(stream, 3), .rows = 1 + arrival_pick(stream, 3)};
    grid.side = arrival_sample(stream, 5, 8);
    grid.thickness = arrival_chance(stream, 0.4) ? 0 : arrival_sample(stream, 0.1, 0.5);
    grid.narrow_share = narrow ? 1 : 0;
    begin_ground(world, stream, grid.columns * grid.side, grid.rows * grid.side);
    join_rooms(&grid, stream, 0.25);
    for (uint32_t i = 0; i < grid.columns * grid.rows; i++) {
        add_room_walls(world, stream, &grid, i % grid.columns, i / grid.columns);
    }
    world->two_way = narrow;
    world->min_length = 8;
}

/* Makes a maze. Its corridors are at least 2.2 diameters wide, so that two agents fit side by side.
 */
static void make_maze(arrival_world *world, arrival_stream *stream) {
    room_grid grid = {.columns = 4 + arrival_pick(stream, 4), .rows = 4 + arrival_pick(stream, 3)};
    double corridor = arrival_sample(stream, 2.2, 4) * 2 * world->max_radius;
    grid.thickness = arrival_chance(stream, 0.5) ? 0 : arrival_sample(stream, 0.1, 0.5);
    grid.side = corridor + grid.thickness;
    begin_ground(world, stream, grid.columns * grid.side, grid.rows * grid.side);
    join_rooms(&grid, stream, 0.15);
    double s = grid.side, t = grid.thickness / 2;
    for (uint32_t i = 0; i < grid.columns * grid.rows; i++) {
        uint32_t x = i % grid.columns, y = i / grid.columns;
        double x1 = (x + 1) * s, y1 = (y + 1) * s;
        if (x + 1 < grid.columns && !grid.open_x[x][y]) {
            shapes_add_wall(world, x1, y * s - t, x1, y1 + t, grid.thickness);
        }
        if (y + 1 < grid.rows && !grid.open_y[x][y]) {
            shapes_add_wall(world, x * s - t, y1, x1 + t, y1, grid.thickness);
        }
    }
    arrival_add_region(world, 0, 0, world->size.x, world->size.y, 0);
}

static void make_streets(arrival_world *world, arrival_stream *stream) {
    double block = arrival_sample(stream, 2, 5), street = arrival_sample(stream, 1.4, 3);
    uint32_t columns = 3 + arrival_pick(stream, 3), rows = 2 + arrival_pick(stream, 3);
    double pitch = block + street;
    begin_ground(world, stream, columns * pitch + street, rows * pitch + street);
    for (uint32_t i = 0; i < columns * rows; i++) {
        double x = street + (i % columns) * pitch, y = street + (double)(i / columns) * pitch;
        arrival_add_box(world, x, y, x + block, y + block);
    }
    arrival_add_region(world, 0, 0, world->size.x, world->size.y, 0);
}

static void make_scattered(arrival_world *world, arrival_stream *stream) {
    double width = arrival_sample(stream, 14, 32), height = arrival_sample(stream, 10, 20);
    begin_ground(world, stream, width, height);
    shapes_mix mix = {.blocks = world->kind == ARRIVAL_BLOCKS,
                      .pillars = world->kind == ARRIVAL_PILLARS,
                      .walls = world->kind == ARRIVAL_WALLS};
    uint32_t count = world->kind == ARRIVAL_PILLARS ? 30 : 5 + arrival_pick(stream, 8);
    shapes_scatter(world, stream, &mix, 0, 0, width, height, count);
    arrival_add_region(world, 0, 0, width, height, 0);
}

static void make_blend(arrival_world *world, arrival_stream *stream) {
    make_door(world, stream);
    shapes_mix mix = {true, true, true};
    for (uint32_t side = 0; side < 2; side++) {
        /* In both rooms, the 2 m in front of the door stay free. */
        const arrival_region *room = &world->regions[side];
        double x0 = room->low.x + (side == 1 ? 2 : 0), x1 = room->high.x - (side == 0 ? 2 : 0);
        shapes_scatter(world, stream, &mix, x0, room->low.y, x1, room->high.y, 4);
    }
}

/* Parks carts among blocks and walls, in rooms, or in an empty hall. The number and size of the
 * carts are chosen so that most worlds have a cart in the path of an agent, and few have a goal
 * that cannot be reached. */
static void make_carts(arrival_world *world, arrival_stream *stream) {
    uint32_t where = arrival_pick(stream, 3);
    if (where == 0) {
        make_rooms(world, stream);
        world->two_way = false;
        world->min_length = 5;
    } else {
        double width = arrival_sample(stream, 14, 32), height = arrival_sample(stream, 6, 20);
        begin_ground(world, stream, width, height);
        shapes_mix mix = {true, true, true};
        shapes_scatter(world, stream, &mix, 0, 0, width, height, where == 1 ? 6 : 0);
        arrival_add_region(world, 0, 0, width, height, 0);
    }
    shapes_park_carts(world, stream, 0, 0, world->size.x, world->size.y,
                      1 + arrival_pick(stream, 6));
}

/* Makes a corridor that turns around slabs, which stand alternately on the two long edges of the
 * ground. One slab gives a U, two give a Z. The sides of the slabs are slanted, so that not all
 * turns are right angles. There may be a door two diameters before or after the end of a slab. */
static void make_corridors(arrival_world *world, arrival_stream *stream) {
    double diameter = 2 * world->max_radius, height = arrival_sample(stream, 5, 10), x = 0;
    double lefts[6], rights[6], leans[6], gaps[6];
    uint32_t slabs = 1 + arrival_pick(stream, 5);
    bool leaning = arrival_chance(stream, 0.5);
    for (uint32_t i = 0; i < slabs; i++) {
        leans[i] = leaning ? arrival_sample(stream, -1, 1) : 0;
        gaps[i] = arrival_sample(stream, 1.2, 4) * diameter;
        lefts[i] = x + arrival_sample(stream, 1.2, 4) * diameter + (leaning ? 2 : 0);
        x = rights[i] = lefts[i] + arrival_sample(stream, 0.1, 3);
    }
    x += arrival_sample(stream, 1.2, 4) * diameter + (leaning ? 2 : 0);
    begin_ground(world, stream, x, height);
    for (uint32_t i = 0; i < slabs; i++) {
        bool low = i % 2 == 0;
        double y0 = low ? 0 : gaps[i], y1 = low ? height - gaps[i] : height;
        double lean0 = low ? 0 : leans[i], lean1 = low ? leans[i] : 0;
        arrival_add_polygon(world,
                            (wend_point[]){{lefts[i] + lean0, y0},
                                           {rights[i] + lean0, y0},
                                           {rights[i] + lean1, y1},
                                           {lefts[i] + lean1, y1}},
                            4);
    }
    arrival_add_region(world, 0, 0, lefts[0], height, 0);
    arrival_add_region(world, rights[slabs - 1], 0, x, height, 1);
    if (arrival_chance(stream, 0.5)) { /* places a door in the first leg of the corridor */
        double width = narrow_width(world, stream), room = lefts[0] + fmin(leans[0], 0);
        double middle = arrival_sample(stream, width / 2, fmax(room - width / 2, width / 2));
        add_wall_y(world, height / 2, 0, room, middle, width, 0);
    }
}

void arrival_make_space(arrival_world *world) {
    arrival_stream stream = arrival_stream_of(world, SPACE_KEY);
    world->mixed_radii = arrival_chance(&stream, 0.3);
    world->mixed_speeds = arrival_chance(&stream, 0.3);
    world->max_radius = world->mixed_radii ? 0.3 : 0.25;
    switch (world->kind) {
    case ARRIVAL_DOOR:
        make_door(world, &stream);
        break;
    case ARRIVAL_ROOMS:
        make_rooms(world, &stream);
        break;
    case ARRIVAL_MAZE:
        make_maze(world, &stream);
        break;
    case ARRIVAL_STREETS:
        make_streets(world, &stream);
        break;
    case ARRIVAL_CARTS:
        make_carts(world, &stream);
        break;
    case ARRIVAL_BLEND:
        make_blend(world, &stream);
        break;
    case ARRIVAL_CORRIDORS:
        make_corridors(world, &stream);
        break;
    default:
        make_scattered(world, &stream);
        break;
    }
}
