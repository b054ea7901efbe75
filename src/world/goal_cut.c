/* Cuts concave goals into convex parts: computes the constrained Delaunay triangulation of the
 * polygon, and merges triangles as long as the result is convex (geom/triangulate.h). All points
 * lie on a grid, so every polygon is cut exactly, and the parts cover it without a gap.
 *
 * The preferred point of a goal is the centroid of its area if that point lies inside, otherwise
 * the centroid of its largest part. Cost: O(n^2) for the few points of a goal. */
#include <math.h>
#include <string.h>

#include "geom/polygon.h"
#include "geom/triangulate.h"
#include "geom/vec.h"
#include "world/goal_shape.h"

static const float grid = 1024.0F; /* grid points per m */

float goal_round_to_grid(float coordinate) {
    return floorf(coordinate * grid + 0.5F) / grid;
}

/* ---- Triangles inside ------------------------------------------------------------------------ */

enum { OUTSIDE, INSIDE, UNKNOWN };

/* Determines from the fixed edges of a triangle whether the triangle is inside the polygon. It is
 * inside if its fixed edges have the same direction as the ring, which is counter-clockwise. */
static uint8_t side_by_edges(const grid_triangle *triangle, uint32_t count) {
    for (uint32_t i = 0; i < 3; i++) {
        if (triangle->fixed[i]) {
            uint32_t after = triangle->vertex[i] + 1;
            bool along = triangle->vertex[(i + 1) % 3] == (after == count ? 0 : after);
            return along ? INSIDE : OUTSIDE;
        }
    }
    return UNKNOWN;
}

/* Determines from the neighbours across free edges whether a triangle is inside the polygon. */
static uint8_t side_by_neighbours(const grid_triangle *triangle, const uint8_t *sides) {
    uint8_t side = UNKNOWN;
    for (uint32_t i = 0; i < 3; i++) {
        bool open = !triangle->fixed[i] && triangle->neighbour[i] != TRIANGULATE_NONE;
        side =
            open && sides[triangle->neighbour[i]] != UNKNOWN ? sides[triangle->neighbour[i]] : side;
    }
    return side;
}

/* Assigns the triangles inside the polygon to region 0, and those outside to no region. Returns
 * false if out of memory. */
static bool mark_inside(const triangulation *mesh, uint32_t count, memory_arena *arena,
                        uint32_t **regions) {
    uint8_t *sides = arena_take(arena, mesh->count, 1);
    *regions = arena_take(arena, mesh->count * sizeof **regions, 16);
    if (!sides || !*regions) {
        return false;
    }
    for (uint32_t i = 0; i < mesh->count; i++) {
        sides[i] = side_by_edges(&mesh->triangles[i], count);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < mesh->count; i++) {
            if (sides[i] == UNKNOWN) {
                sides[i] = side_by_neighbours(&mesh->triangles[i], sides);
                changed = changed || sides[i] != UNKNOWN;
            }
        }
    }
    for (uint32_t i = 0; i < mesh->count; i++) {
        (*regions)[i] = sides[i] == INSIDE ? 0 : TRIANGULATE_NONE;
    }
    return true;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Appends one part, with the corners that convex_merge computed. */
static void append(goal_shape *out, const convex_parts *parts, uint32_t index,
                   const wend_vec2 *points) {
    uint32_t first = out->point_count;
    for (uint32_t i = parts->starts[index]; i < parts->starts[index + 1]; i++) {
        out->points[out->point_count++] = points[parts->corners[i]];
    }
    uint32_t count = out->point_count - first;
    out->parts[out->part_count++] = (wend_region){.shape = WEND_SHAPE_POLYGON,
                                                  .count = (uint16_t)count,
                                                  .a = polygon_centre(&out->points[first], count)};
}

/* Finds the part that comes first: the part that contains the polygon's centroid or, if no part
 * contains it, the largest part. */
static uint32_t find_first(const convex_parts *parts, const wend_vec2 *points, wend_vec2 centre,
                           bool *has_centre) {
    uint32_t best = 0;
    double largest_area = -1.0;
    *has_centre = false;
    for (uint32_t i = 0; i < parts->part_count; i++) {
        wend_vec2 ring[WEND_MAX_POLYGON];
        uint32_t count = parts->starts[i + 1] - parts->starts[i];
        for (uint32_t k = 0; k < count; k++) {
            ring[k] = points[parts->corners[parts->starts[i] + k]];
        }
        if (polygon_contains(ring, count, centre) >= 0) {
            *has_centre = true;
            return i;
        }
        double area = polygon_area(ring, count);
        best = area > largest_area ? i : best;
        largest_area = area > largest_area ? area : largest_area;
    }
    return best;
}

static void store_parts(const convex_parts *parts, const wend_vec2 *points, uint32_t count,
                        goal_shape *out) {
    wend_vec2 centre = polygon_centre(points, count);
    bool has_centre;
    uint32_t first = find_first(parts, points, centre, &has_centre);
    out->part_count = out->point_count = 0;
    append(out, parts, first, points);
    if (has_centre) {
        out->parts[0].a = centre;
    }
    for (uint32_t i = 0; i < parts->part_count; i++) {
        if (i != first) {
            append(out, parts, i, points);
        }
    }
}

wend_result goal_shape_cut(memory *from, const wend_vec2 *points, uint32_t count, goal_shape *out) {
    grid_point corners[WEND_MAX_POLYGON];
    grid_edge edges[WEND_MAX_POLYGON];
    for (uint32_t i = 0; i < count; i++) {
        corners[i] = (grid_point){(int32_t)(points[i].x * grid), (int32_t)(points[i].y * grid)};
        edges[i] = (grid_edge){i, (i + 1) % count};
    }
    memory_arena arena;
    arena_init(&arena, from);
    triangulation mesh;
    convex_parts parts;
    uint32_t *regions = NULL;
    wend_result result = triangulate(corners, count, edges, count, from, &arena, &mesh, NULL);
    if (result == WEND_OK && !mark_inside(&mesh, count, &arena, &regions)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK) {
        result = convex_merge(corners, &mesh, regions, NULL, from, &arena, &parts, NULL);
    }
    if (result == WEND_OK) {
        store_parts(&parts, points, count, out);
    }
    arena_free(&arena);
    return result;
}
