#include "support/kit/arrival_shapes.h"

#include <math.h>
#include <wend/math.h>

static const double pi = 3.14159265358979323846;

enum { CORNERS = 40, TRIES = 20 };

void shapes_add_wall(arrival_world *world, double x0, double y0, double x1, double y1,
                     double thickness) {
    double h = thickness / 2;
    if (thickness == 0) {
        arrival_add_chain(world, (wend_point[]){{x0, y0}, {x1, y1}}, 2);
    } else if (x0 == x1) {
        arrival_add_box(world, x0 - h, fmax(y0, 0), x0 + h, fmin(y1, world->size.y));
    } else {
        arrival_add_box(world, fmax(x0, 0), y0 - h, fmin(x1, world->size.x), y0 + h);
    }
}

/* Points around the origin, at most `size` away from it. */
typedef struct shape {
    wend_point points[CORNERS];
    uint32_t count;
    bool open;
} shape;

static wend_point polar(double radius, double angle) {
    return (wend_point){radius * wend_cos(angle), radius * wend_sin(angle)};
}

static shape regular(double size, uint32_t sides, double angle) {
    shape out = {.count = sides};
    for (uint32_t i = 0; i < sides; i++) {
        out.points[i] = polar(size, angle + 2 * pi * i / sides);
    }
    return out;
}

static shape turned(const wend_point *points, uint32_t count, double angle, bool open) {
    shape out = {.count = count, .open = open};
    double c = wend_cos(angle), s = wend_sin(angle);
    for (uint32_t i = 0; i < count; i++) {
        out.points[i] =
            (wend_point){c * points[i].x - s * points[i].y, s * points[i].x + c * points[i].y};
    }
    return out;
}

static shape block(arrival_stream *stream, double size) {
    double angle = arrival_sample(stream, 0, 2 * pi);
    double flat = arrival_sample(stream, 0.03, 0.75); /* half the angle between the diagonals */
    double a = size * wend_cos(flat), b = size * wend_sin(flat);
    double thick = arrival_sample(stream, 0.15, 0.6) * b + 0.05;
    double first = arrival_sample(stream, 0.35, 2.5), second = arrival_sample(stream, 0.35, 2.5);
    switch (arrival_pick(stream, 5)) {
    case 0:
    case 1:
        return turned((wend_point[]){{-a, -b}, {a, -b}, {a, b}, {-a, b}}, 4, angle, false);
    case 2: { /* a triangle with corner angles of 10 to 140 degrees */
        shape out = {.count = 3};
        out.points[0] = polar(size, angle);
        out.points[1] = polar(size, angle + first);
        out.points[2] = polar(size, angle + first + second);
        return out;
    }
    case 3: /* an L, with one reflex corner and several convex ones */
        return turned((wend_point[]){{-a, -b},
                                     {a, -b},
                                     {a, -b + thick},
                                     {-a + thick, -b + thick},
                                     {-a + thick, b},
                                     {-a, b}},
                      6, angle, false);
    default:
        return regular(size, 8 + arrival_pick(stream, 32), angle);
    }
}

static shape thin_wall(arrival_stream *stream, double size) {
    double angle = arrival_sample(stream, 0, 2 * pi), b = size * arrival_sample(stream, 0.2, 0.7);
    double a = sqrt(size * size - b * b);
    switch (arrival_pick(stream, 4)) {
    case 0:
        return turned((wend_point[]){{-size, 0}, {size, 0}}, 2, angle, true);
    case 1: /* a V */
        return turned((wend_point[]){{-a, -b}, {0, b}, {a, -b}}, 3, angle, true);
    case 2: /* a cup */
        return turned((wend_point[]){{-a, b}, {-a, -b}, {a, -b}, {a, b}}, 4, angle, true);
    default: /* a zigzag */
        return turned((wend_point[]){{-a, -b}, {-a / 3, b}, {a / 3, -b}, {a, b}}, 4, angle, true);
    }
}

static shape sample_shape(arrival_stream *stream, const shapes_mix *mix, double *size) {
    bool allowed[3] = {mix->blocks, mix->pillars, mix->walls};
    uint32_t which = arrival_pick(stream, 3);
    while (!allowed[which]) {
        which = (which + 1) % 3;
    }
    if (which == 1) {
        *size = arrival_sample(stream, 0.15, 0.6);
        return regular(*size, 3 + arrival_pick(stream, 6), arrival_sample(stream, 0, 2 * pi));
    }
    *size = arrival_sample(stream, 0.6, 3.5);
    return which == 0 ? block(stream, *size) : thin_wall(stream, *size);
}

void shapes_scatter(arrival_world *world, arrival_stream *stream, const shapes_mix *mix, double x0,
                    double y0, double x1, double y1, uint32_t count) {
    wend_point centres[64];
    double sizes[64], gap = 2.4 * world->max_radius + 0.2;
    uint32_t placed = 0;
    for (uint32_t tries = 0; placed < count && placed < 64 && tries < TRIES * count; tries++) {
        double size;
        shape each = sample_shape(stream, mix, &size);
        double room = size + gap;
        if (x1 - x0 <= 2 * room || y1 - y0 <= 2 * room) {
            continue;
        }
        wend_point centre = {arrival_sample(stream, x0 + room, x1 - room),
                             arrival_sample(stream, y0 + room, y1 - room)};
        bool clear = true;
        for (uint32_t i = 0; i < placed; i++) {
            double distance = wend_hypot(centre.x - centres[i].x, centre.y - centres[i].y);
            clear = clear && distance >= sizes[i] + size + gap;
        }
        if (!clear) {
            continue;
        }
        for (uint32_t i = 0; i < each.count; i++) {
            each.points[i].x += centre.x;
            each.points[i].y += centre.y;
        }
        (each.open ? arrival_add_chain : arrival_add_polygon)(world, each.points, each.count);
        centres[placed] = centre;
        sizes[placed++] = size;
    }
}

void shapes_park_carts(arrival_world *world, arrival_stream *stream, double x0, double y0,
                       double x1, double y1, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        double a = arrival_sample(stream, 0.2, 2.5), b = arrival_sample(stream, 0.1, 1);
        double angle = arrival_chance(stream, 0.4) ? 0 : arrival_sample(stream, 0, 2 * pi);
        shape each =
            arrival_chance(stream, 0.7)
                ? turned((wend_point[]){{-a, -b}, {a, -b}, {a, b}, {-a, b}}, 4, angle, false)
                : regular(a, 3 + arrival_pick(stream, 14), angle);
        wend_point centre = {arrival_sample(stream, x0, x1), arrival_sample(stream, y0, y1)};
        for (uint32_t k = 0; k < each.count; k++) {
            each.points[k].x += centre.x;
            each.points[k].y += centre.y;
        }
        arrival_add_cart(world, each.points, each.count);
    }
}
