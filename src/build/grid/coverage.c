/* Finds the cells that a wall of class 0 or a link meets. The other cells are free or blocked as a
 * whole, as their centre is.
 *
 * On a lattice, each segment is followed row by row: the part of it that is near the row gives the
 * columns to test. In a quadtree, the leaves along the segment are tested. The test of a cell is
 * exact (geom/polygon.h); the choice of the cells to test has a margin of one cell.
 *
 * Cost: O(cells that the segments pass, and their neighbours). */
#include "build/grid/grid.h"
#include "geom/polygon.h"
#include "map/map.h"
#include <math.h>

/* Marks a cell if a segment meets it. */
static void test_cell(const grid_builder *b, uint32_t square, const cells_segment *segment) {
    wend_vec2 corners[GRID_MAX_CORNERS];
    grid_square *at = &b->parts.squares[square];
    if (!(at->flags & GRID_TOUCHED)) {
        uint32_t count = grid_outline(&b->parts, segment->layer, square, corners);
        bool meets = polygon_convex_meets(corners, count, segment->a, segment->b);
        at->flags |= meets ? (uint16_t)GRID_TOUCHED : 0U;
    }
}

/* ---- Lattices -------------------------------------------------------------------------------- */

/* Finds the range of x in which a segment is between two values of y. Returns false if it is not
 * between them. */
static bool clip(const cells_segment *s, double low, double high, double *least, double *most) {
    double ax = (double)s->a.x, ay = (double)s->a.y, bx = (double)s->b.x, by = (double)s->b.y;
    if (fmax(ay, by) < low || fmin(ay, by) > high) {
        return false;
    }
    double from = 0.0, to = 1.0;
    if (ay != by) {
        double first = (low - ay) / (by - ay), second = (high - ay) / (by - ay);
        from = fmax(from, fmin(first, second));
        to = fmin(to, fmax(first, second));
    }
    double start = ax + from * (bx - ax), end = ax + to * (bx - ax);
    *least = fmin(start, end);
    *most = fmax(start, end);
    return true;
}

static void follow_on_lattice(const grid_builder *b, const cells_segment *segment) {
    const grid *parts = &b->parts;
    double width = parts->cell, height = parts->cell_height;
    int64_t first = (int64_t)floor((double)fminf(segment->a.y, segment->b.y) / height) - 1;
    int64_t last = (int64_t)floor((double)fmaxf(segment->a.y, segment->b.y) / height) + 1;
    for (int64_t row = first; row <= last; row++) {
        double least, most, low = (double)(row - 1) * height, high = (double)(row + 2) * height;
        if (!clip(segment, low, high, &least, &most)) {
            continue;
        }
        int64_t end = (int64_t)floor(most / width) + 1;
        for (int64_t column = (int64_t)floor(least / width) - 1; column <= end; column++) {
            uint32_t square = grid_lattice_cell(&parts->layers[segment->layer], column, row);
            if (square != GRID_NONE) {
                test_cell(b, square, segment);
            }
        }
    }
}

/* ---- Quadtrees ------------------------------------------------------------------------------- */

typedef struct leaf_test {
    const grid_builder *b;
    const cells_segment *segment;
} leaf_test;

static bool test_leaf(void *context, uint32_t leaf) {
    const leaf_test *t = context;
    test_cell(t->b, leaf, t->segment);
    return true;
}

/* Returns the lattice position of a coordinate. */
static int64_t position_of(const grid_builder *b, double coordinate) {
    return (int64_t)floor(coordinate / b->parts.cell);
}

/* Tests the leaves along a segment, piece by piece, because the box of a long one has many. */
static void follow_in_tree(const grid_builder *b, const cells_segment *segment) {
    double largest = grid_longest_side(&b->parts);
    double ax = (double)segment->a.x, ay = (double)segment->a.y;
    double dx = (double)segment->b.x - ax, dy = (double)segment->b.y - ay;
    uint32_t pieces = (uint32_t)ceil(fmax(fabs(dx), fabs(dy)) / largest) + 1;
    for (uint32_t i = 0; i < pieces; i++) {
        double x = ax + dx * i / pieces, u = ax + dx * (i + 1.0) / pieces;
        double y = ay + dy * i / pieces, v = ay + dy * (i + 1.0) / pieces;
        grid_box box = {position_of(b, fmin(x, u)) - 1, position_of(b, fmin(y, v)) - 1,
                        position_of(b, fmax(x, u)) + 2, position_of(b, fmax(y, v)) + 2};
        leaf_test test = {b, segment};
        grid_visit_leaves(&b->parts, segment->layer, &box, test_leaf, &test);
    }
}

static void follow(const grid_builder *b, const cells_segment *segment) {
    if (b->parts.shape == WEND_GRID_QUADTREE) {
        follow_in_tree(b, segment);
    } else {
        follow_on_lattice(b, segment);
    }
}

wend_result grid_find_touched(grid_builder *b) {
    const wend_space *space = b->space;
    for (uint32_t i = 0; i < space->wall_count; i++) {
        const wend_wall *wall = &space_walls(space)[i];
        const cells_segment segment = {wall->a, wall->b, wall->layer};
        if (wall->obstacle_class == 0) {
            follow(b, &segment);
        }
        if (watch_is_cancelled(&b->progress)) {
            return map_fail_cancelled(b->error);
        }
    }
    for (uint32_t i = 0; i < 2 * space->link_count; i++) {
        follow(b, &b->link_segments[i]);
    }
    return WEND_OK;
}
