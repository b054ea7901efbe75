#include "support/plane_shapes.h"

#include <stdio.h>

static uint64_t state;

uint32_t plane_random(uint32_t below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

/* ---- Points and segments --------------------------------------------------------------------- */

/* Returns the index of a point, and adds the point if it is new. */
static uint32_t add_point(plane_shape *shape, int64_t x, int64_t y) {
    for (uint32_t i = 0; i < shape->point_count; i++) {
        if (shape->points[i].x == x && shape->points[i].y == y) {
            return i;
        }
    }
    if (shape->point_count == PLANE_MOST_POINTS) {
        return 0;
    }
    shape->points[shape->point_count] = (grid_point){(int32_t)x, (int32_t)y};
    return shape->point_count++;
}

static void add_segment(plane_shape *shape, uint32_t a, uint32_t b) {
    if (a != b && shape->segment_count < PLANE_MOST_SEGMENTS) {
        shape->segments[shape->segment_count++] = (grid_edge){a, b};
    }
}

static int side_of(grid_point a, grid_point b, grid_point c) {
    int64_t left = ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y);
    int64_t right = ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
    return (left > right) - (left < right);
}

static bool cross(grid_point a, grid_point b, grid_point p, grid_point q) {
    return side_of(a, b, p) * side_of(a, b, q) < 0 && side_of(p, q, a) * side_of(p, q, b) < 0;
}

bool plane_cross(const plane_shape *shape, uint32_t first, uint32_t second) {
    const grid_point *points = shape->points;
    grid_point a = points[shape->segments[first].a], b = points[shape->segments[first].b];
    grid_point c = points[shape->segments[second].a], d = points[shape->segments[second].b];
    if (!cross(a, b, c, d)) {
        return false;
    }
    for (uint32_t i = 0; i < shape->point_count; i++) {
        if (side_of(a, b, points[i]) == 0 && side_of(c, d, points[i]) == 0) {
            return false;
        }
    }
    return true;
}

/* Adds segments between random points where they cross nothing. */
static void add_web(plane_shape *shape, uint32_t trials) {
    for (; trials > 0; trials--) {
        uint32_t a = plane_random(shape->point_count), b = plane_random(shape->point_count);
        bool free = true;
        for (uint32_t i = 0; free && i < shape->segment_count; i++) {
            const grid_edge *other = &shape->segments[i];
            free = !cross(shape->points[a], shape->points[b], shape->points[other->a],
                          shape->points[other->b]);
        }
        if (free) {
            add_segment(shape, a, b);
        }
    }
}

/* Joins the points from index `first` on into a ring. */
static void close_ring(plane_shape *shape, uint32_t first) {
    for (uint32_t i = first; i < shape->point_count; i++) {
        add_segment(shape, i, i + 1 < shape->point_count ? i + 1 : first);
    }
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static int64_t any_coordinate(void) {
    switch (plane_random(8)) {
    case 0:
        return TRIANGULATE_LIMIT;
    case 1:
        return -TRIANGULATE_LIMIT;
    default:
        return (int64_t)plane_random(2 * TRIANGULATE_LIMIT) - TRIANGULATE_LIMIT;
    }
}

static void make_cloud(plane_shape *shape, uint32_t size) {
    uint32_t width = 2 + plane_random(size), height = 1 + plane_random(size);
    for (uint32_t i = 0; i < size; i++) {
        int64_t x = plane_random(width), y = plane_random(height);
        add_point(shape, x, y);
    }
}

static void make_wide(plane_shape *shape, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        int64_t x = any_coordinate(), y = any_coordinate();
        add_point(shape, x, y);
    }
}

static void make_grid(plane_shape *shape, uint32_t size) {
    uint32_t width = 1 + plane_random(size > 20 ? 20 : size), height = size / width + 1;
    for (uint32_t i = 0; i < width * height && i < PLANE_MOST_POINTS; i++) {
        add_point(shape, i % width, i / width);
    }
    add_web(shape, plane_random(size));
}

/* Makes integer points at distance 1105 or 5525 from the origin. */
static void make_circle(plane_shape *shape, uint32_t size) {
    int64_t radius = plane_random(2) == 0 ? 1105 : 5525;
    for (int64_t x = -radius; x <= radius; x++) {
        for (int64_t y = 0; x * x + y * y <= radius * radius; y++) {
            if (x * x + y * y == radius * radius && plane_random(size) > 2) {
                add_point(shape, x, y);
                add_point(shape, x, -y);
            }
        }
    }
    add_point(shape, 0, plane_random(2) == 0 ? 0 : radius);
    add_web(shape, plane_random(2 * size));
}

static void make_comb(plane_shape *shape, uint32_t size) {
    int64_t length = 1 + plane_random(1U << (1 + plane_random(23)));
    for (uint32_t i = 0; i < size; i++) {
        add_point(shape, i, (i + 1) / 2 % 2 == 0 ? 0 : length);
    }
    add_point(shape, size, -1 - (int64_t)plane_random(3));
    add_point(shape, 0, -1 - (int64_t)plane_random(3));
    close_ring(shape, 0);
}

/* Makes a star around the origin. Every second corner is at a random distance, and the corners
 * between them are near the origin. */
static void make_star(plane_shape *shape, uint32_t size) {
    static const int8_t directions[][2] = {{4, 0},  {4, 1},   {3, 2},   {2, 3},   {1, 4},
                                           {0, 4},  {-1, 4},  {-2, 3},  {-3, 2},  {-4, 1},
                                           {-4, 0}, {-4, -1}, {-3, -2}, {-2, -3}, {-1, -4},
                                           {0, -4}, {1, -4},  {2, -3},  {3, -2},  {4, -1}};
    enum { DIRECTIONS = sizeof directions / sizeof *directions };
    for (uint32_t i = 0; i < DIRECTIONS; i++) {
        int64_t reach = i % 2 == 0 ? 1 + plane_random(1000000) : 1;
        add_point(shape, directions[i][0] * reach, directions[i][1] * reach);
    }
    close_ring(shape, 0);
    uint32_t middle = add_point(shape, 0, 0);
    for (uint32_t i = 0; i < size; i++) {
        add_segment(shape, middle, 2 * plane_random(DIRECTIONS / 2));
    }
}

/* Makes a square spiral of walls one or two units thick. */
static void make_spiral(plane_shape *shape, uint32_t size) {
    static const int8_t steps[][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int64_t x = 0, y = 0, unit = 1 + plane_random(3000), thickness = 1 + plane_random(2);
    uint32_t last = add_point(shape, x, y);
    for (uint32_t i = 0; i < size; i++) {
        int64_t length = (i / 2 + 1) * 3 * unit + (i % 3 == 0 ? thickness : 0);
        x += steps[i % 4][0] * length;
        y += steps[i % 4][1] * length;
        if (x > TRIANGULATE_LIMIT || y > TRIANGULATE_LIMIT || x < -TRIANGULATE_LIMIT ||
            y < -TRIANGULATE_LIMIT) {
            return;
        }
        uint32_t next = add_point(shape, x, y);
        add_segment(shape, last, next);
        last = next;
    }
}

static void make_sliver(plane_shape *shape, uint32_t size) {
    int64_t rise = plane_random(1000), share = 1 + plane_random(16);
    uint32_t a = add_point(shape, -TRIANGULATE_LIMIT, -rise);
    uint32_t b = add_point(shape, TRIANGULATE_LIMIT, rise);
    add_segment(shape, a, b);
    for (uint32_t i = 0; i < size; i++) {
        int64_t x = (int64_t)plane_random(2 * TRIANGULATE_LIMIT / 16) * share - TRIANGULATE_LIMIT;
        x = x > TRIANGULATE_LIMIT ? TRIANGULATE_LIMIT : x;
        add_point(shape, x, x * rise / TRIANGULATE_LIMIT + (int64_t)plane_random(3) - 1);
    }
    add_web(shape, size);
}

/* Makes a square that contains a lattice of diamonds. The diamonds touch each other at their
 * corners; the outer ones may also touch the square. */
static void make_holes(plane_shape *shape, uint32_t size) {
    uint32_t across = 1 + plane_random(5);
    int64_t unit = 1 + plane_random(100000), width = 2 * unit * across, gap = plane_random(2);
    const int64_t square[][2] = {
        {-gap, -gap}, {width + gap, -gap}, {width + gap, width + gap}, {-gap, width + gap}};
    uint32_t corners[4];
    for (uint32_t i = 0; i < 4; i++) {
        corners[i] = add_point(shape, square[i][0], square[i][1]);
    }
    for (uint32_t i = 0; i < 4; i++) {
        add_segment(shape, corners[i], corners[(i + 1) % 4]);
    }
    for (uint32_t i = 0; i < across * across; i++) {
        if (plane_random(4) == 0) {
            continue;
        }
        int64_t x = (2 * (i % across) + 1) * unit, y = (2 * (int64_t)(i / across) + 1) * unit;
        const uint32_t diamond[] = {add_point(shape, x - unit, y), add_point(shape, x, y - unit),
                                    add_point(shape, x + unit, y), add_point(shape, x, y + unit)};
        for (uint32_t k = 0; k < 4; k++) {
            add_segment(shape, diamond[k], diamond[(k + 1) % 4]);
        }
    }
    if (plane_random(2) == 0) {
        add_web(shape, size);
    }
}

static void make_line(plane_shape *shape, uint32_t size) {
    int64_t step_x = plane_random(10), step_y = step_x == 0 ? 1 : plane_random(10);
    for (uint32_t i = 0; i < size; i++) {
        int64_t along = plane_random(2 * size);
        add_point(shape, along * step_x, along * step_y);
    }
    add_web(shape, size);
}

void plane_make_shape(plane_kind kind, uint64_t seed, uint32_t size, plane_shape *out) {
    state = (seed * PLANE_KIND_COUNT + kind) * UINT64_C(0x9e3779b97f4a7c15);
    out->point_count = out->segment_count = 0;
    snprintf(out->name, sizeof out->name, "kind %d, seed %llu, size %u", (int)kind,
             (unsigned long long)seed, size);
    switch (kind) {
    case PLANE_CLOUD:
        make_cloud(out, size);
        break;
    case PLANE_WIDE:
        make_wide(out, size);
        break;
    case PLANE_WEB:
        make_cloud(out, size);
        add_web(out, 2 * size);
        break;
    case PLANE_WIDE_WEB:
        make_wide(out, size);
        add_web(out, 2 * size);
        break;
    case PLANE_GRID:
        make_grid(out, size);
        break;
    case PLANE_CIRCLE:
        make_circle(out, size);
        break;
    case PLANE_COMB:
        make_comb(out, size);
        break;
    case PLANE_STAR:
        make_star(out, size);
        break;
    case PLANE_SPIRAL:
        make_spiral(out, size);
        break;
    case PLANE_SLIVER:
        make_sliver(out, size);
        break;
    case PLANE_HOLES:
        make_holes(out, size);
        break;
    default:
        make_line(out, size);
        break;
    }
}

void plane_shuffle(const plane_shape *shape, plane_shape *out) {
    uint32_t indices[PLANE_MOST_POINTS];
    *out = *shape;
    for (uint32_t i = 0; i < shape->point_count; i++) {
        indices[i] = i;
    }
    for (uint32_t i = shape->point_count; i > 1; i--) {
        uint32_t other = plane_random(i), swap = indices[other];
        indices[other] = indices[i - 1];
        indices[i - 1] = swap;
    }
    for (uint32_t i = 0; i < shape->point_count; i++) {
        out->points[indices[i]] = shape->points[i];
    }
    for (uint32_t i = 0; i < shape->segment_count; i++) {
        uint32_t a = indices[shape->segments[i].a], b = indices[shape->segments[i].b];
        out->segments[i] = plane_random(2) == 0 ? (grid_edge){a, b} : (grid_edge){b, a};
    }
    for (uint32_t i = shape->segment_count; i > 1; i--) {
        uint32_t other = plane_random(i);
        grid_edge swap = out->segments[other];
        out->segments[other] = out->segments[i - 1];
        out->segments[i - 1] = swap;
    }
}
