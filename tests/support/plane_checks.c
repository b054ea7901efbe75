#include "support/plane_checks.h"

#include <check.h>
#include <stdlib.h>

#include "unit/geom/rational.h"

__extension__ typedef __int128 wide;

static int side_of(grid_point a, grid_point b, grid_point c) {
    int64_t left = ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y);
    int64_t right = ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
    return (left > right) - (left < right);
}

static wide cross_product(grid_point a, grid_point b) {
    return (wide)a.x * b.y - (wide)a.y * b.x;
}

static bool is_between(int32_t value, int32_t a, int32_t b) {
    return a < b ? a <= value && value <= b : b <= value && value <= a;
}

/* True if c lies on the closed segment ab. */
static bool is_on(grid_point a, grid_point b, grid_point c) {
    return side_of(a, b, c) == 0 && is_between(c.x, a.x, b.x) && is_between(c.y, a.y, b.y);
}

static grid_point corner_of(const plane_shape *shape, const triangulation *triangles, uint32_t t,
                            uint32_t i) {
    return shape->points[triangles->triangles[t].vertex[i % 3]];
}

static bool is_same_point(grid_point a, grid_point b) {
    return a.x == b.x && a.y == b.y;
}

/* ---- Partition ------------------------------------------------------------------------------- */

/* True if all points lie on the left of the line ab, or on it between a and b. */
static bool is_hull_edge(const plane_shape *shape, grid_point a, grid_point b) {
    for (uint32_t i = 0; i < shape->point_count; i++) {
        int side = side_of(a, b, shape->points[i]);
        if (side < 0 || (side == 0 && !is_on(a, b, shape->points[i]))) {
            return false;
        }
    }
    return true;
}

typedef struct hull {
    wide doubled_area;
    uint32_t points; /* number of points on the border of the hull */
} hull;

static hull find_hull(const plane_shape *shape) {
    hull found = {0};
    for (uint32_t a = 0; a < shape->point_count; a++) {
        for (uint32_t b = 0; b < shape->point_count; b++) {
            grid_point from = shape->points[a], to = shape->points[b];
            if (a == b || !is_hull_edge(shape, from, to)) {
                continue;
            }
            found.doubled_area += cross_product(from, to);
            for (uint32_t i = 0; i < shape->point_count; i++) {
                found.points += i != b && is_on(from, to, shape->points[i]);
            }
        }
    }
    return found;
}

static void check_neighbour(const plane_shape *shape, const triangulation *triangles, uint32_t t,
                            uint32_t i) {
    const grid_triangle *triangle = &triangles->triangles[t];
    uint32_t beyond = triangle->neighbour[i];
    ck_assert_msg(beyond < triangles->count, "%s: neighbour %u of %u", shape->name, beyond, t);
    const grid_triangle *other = &triangles->triangles[beyond];
    uint32_t matches = 0;
    for (uint32_t k = 0; k < 3; k++) {
        if (other->vertex[k] == triangle->vertex[(i + 1) % 3] &&
            other->vertex[(k + 1) % 3] == triangle->vertex[i]) {
            matches += other->neighbour[k] == t && other->fixed[k] == triangle->fixed[i];
        }
    }
    ck_assert_msg(matches == 1, "%s: triangles %u and %u", shape->name, t, beyond);
}

/* True if an edge of triangle t has all of triangle u on its other side. */
static bool separates(const plane_shape *shape, const triangulation *triangles, uint32_t t,
                      uint32_t u) {
    for (uint32_t i = 0; i < 3; i++) {
        grid_point a = corner_of(shape, triangles, t, i), b = corner_of(shape, triangles, t, i + 1);
        uint32_t behind = 0;
        for (uint32_t k = 0; k < 3; k++) {
            behind += side_of(a, b, corner_of(shape, triangles, u, k)) <= 0;
        }
        if (behind == 3) {
            return true;
        }
    }
    return false;
}

static wide check_triangle(const plane_shape *shape, const triangulation *triangles, uint32_t t,
                           uint32_t *border) {
    grid_point a = corner_of(shape, triangles, t, 0), b = corner_of(shape, triangles, t, 1);
    grid_point c = corner_of(shape, triangles, t, 2);
    ck_assert_msg(side_of(a, b, c) > 0, "%s: triangle %u is not counter-clockwise", shape->name, t);
    for (uint32_t i = 0; i < 3; i++) {
        if (triangles->triangles[t].neighbour[i] == TRIANGULATE_NONE) {
            ++*border;
        } else {
            check_neighbour(shape, triangles, t, i);
        }
    }
    for (uint32_t u = 0; u < t; u++) {
        if (!separates(shape, triangles, t, u) && !separates(shape, triangles, u, t)) {
            ck_abort_msg("%s: triangles %u and %u overlap", shape->name, t, u);
        }
    }
    return cross_product(a, b) + cross_product(b, c) + cross_product(c, a);
}

static void check_corners(const plane_shape *shape, const triangulation *triangles) {
    bool used[PLANE_MOST_POINTS] = {false};
    for (uint32_t i = 0; i < 3 * triangles->count; i++) {
        uint32_t vertex = triangles->triangles[i / 3].vertex[i % 3];
        ck_assert_uint_lt(vertex, shape->point_count);
        used[vertex] = true;
    }
    for (uint32_t i = 0; i < shape->point_count; i++) {
        ck_assert_msg(used[i], "%s: point %u is no corner", shape->name, i);
    }
}

void plane_check_partition(const plane_shape *shape, const triangulation *triangles) {
    hull expected = find_hull(shape);
    if (expected.doubled_area == 0) {
        ck_assert_msg(triangles->count == 0, "%s: triangles on a line", shape->name);
        return;
    }
    wide doubled_area = 0;
    uint32_t border = 0;
    for (uint32_t t = 0; t < triangles->count; t++) {
        doubled_area += check_triangle(shape, triangles, t, &border);
    }
    check_corners(shape, triangles);
    ck_assert_msg(doubled_area == expected.doubled_area, "%s: area", shape->name);
    ck_assert_msg(border == expected.points, "%s: %u edges of the hull, expected %u", shape->name,
                  border, expected.points);
    ck_assert_uint_eq(triangles->count, 2 * shape->point_count - 2 - expected.points);
}

/* ---- Circles --------------------------------------------------------------------------------- */

static rational_point position_of(grid_point p) {
    return (rational_point){rational_of(p.x), rational_of(p.y)};
}

static rational square_distance(rational_point a, rational_point b) {
    rational_point offset = rational_between(a, b);
    return rational_dot(offset, offset);
}

typedef struct circle {
    rational_point centre;
    rational square_radius;
} circle;

/* Returns the circle through three points, as the intersection of two perpendicular bisectors, by
 * Cramer's rule. */
static circle circle_of(rational_point a, rational_point b, rational_point c) {
    rational_point ab = rational_between(a, b), ac = rational_between(a, c);
    rational twice = rational_mul(rational_of(2.0), rational_cross(ab, ac));
    rational b_square = rational_dot(ab, ab), c_square = rational_dot(ac, ac);
    rational x = rational_sub(rational_mul(ac.y, b_square), rational_mul(ab.y, c_square));
    rational y = rational_sub(rational_mul(ab.x, c_square), rational_mul(ac.x, b_square));
    rational_point centre = {rational_add(a.x, rational_div(x, twice)),
                             rational_add(a.y, rational_div(y, twice))};
    return (circle){centre, square_distance(centre, a)};
}

static circle circle_of_triangle(const plane_shape *shape, const triangulation *triangles,
                                 uint32_t t) {
    return circle_of(position_of(corner_of(shape, triangles, t, 0)),
                     position_of(corner_of(shape, triangles, t, 1)),
                     position_of(corner_of(shape, triangles, t, 2)));
}

/* Returns -1 if the point lies inside the circle, 0 if it lies on the circle, and 1 if it lies
 * outside. */
static int compare_to_circle(const circle *round, grid_point point) {
    return rational_compare(square_distance(round->centre, position_of(point)),
                            round->square_radius);
}

/* Returns a point inside a triangle: in the middle, or nearer to one of the corners. */
static rational_point point_within(const plane_shape *shape, const triangulation *triangles,
                                   uint32_t t, uint32_t corner) {
    rational_point sum = {rational_of(0.0), rational_of(0.0)};
    double weights = 0.0;
    for (uint32_t i = 0; i < 3; i++) {
        double weight = i == corner ? 98.0 : 1.0;
        rational_point point = position_of(corner_of(shape, triangles, t, i));
        sum.x = rational_add(sum.x, rational_mul(rational_of(weight), point.x));
        sum.y = rational_add(sum.y, rational_mul(rational_of(weight), point.y));
        weights += weight;
    }
    return (rational_point){rational_div(sum.x, rational_of(weights)),
                            rational_div(sum.y, rational_of(weights))};
}

/* True if no segment touches the line of sight, except at the point that is seen. */
static bool is_visible(const plane_shape *shape, rational_point from, grid_point to) {
    rational_point seen = position_of(to);
    for (uint32_t i = 0; i < shape->segment_count; i++) {
        rational_point a = position_of(shape->points[shape->segments[i].a]);
        rational_point b = position_of(shape->points[shape->segments[i].b]);
        int here = rational_orient(a, b, from), there = rational_orient(a, b, seen);
        int first = rational_orient(from, seen, a), second = rational_orient(from, seen, b);
        if (here * there < 0 && first * second <= 0) {
            return false;
        }
        if (here == 0 && first == 0) { /* an end lies on the line of sight and hides the point */
            return false;
        }
    }
    return true;
}

static void check_circle(const plane_shape *shape, const triangulation *triangles, uint32_t t) {
    rational_reset();
    circle round = circle_of_triangle(shape, triangles, t);
    size_t mark = rational_used;
    for (uint32_t i = 0; i < shape->point_count; i++) {
        rational_used = mark;
        if (compare_to_circle(&round, shape->points[i]) >= 0) {
            continue;
        }
        for (uint32_t corner = 0; corner < 4; corner++) {
            rational_point from = point_within(shape, triangles, t, corner);
            ck_assert_msg(!is_visible(shape, from, shape->points[i]),
                          "%s: point %u is inside of the circle of triangle %u", shape->name, i, t);
        }
    }
}

static bool comes_before(grid_point a, grid_point b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* Checks that an edge that is not fixed is Delaunay for its own two triangles. If the four points
 * are on a circle, the edge must end at the first of them. */
static void check_diagonal(const plane_shape *shape, const triangulation *triangles, uint32_t t,
                           uint32_t i) {
    const grid_triangle *triangle = &triangles->triangles[t];
    const grid_triangle *other = &triangles->triangles[triangle->neighbour[i]];
    uint32_t apex = 0;
    for (uint32_t k = 0; k < 3; k++) {
        if (other->vertex[k] != triangle->vertex[i] &&
            other->vertex[k] != triangle->vertex[(i + 1) % 3]) {
            apex = other->vertex[k];
        }
    }
    rational_reset();
    circle round = circle_of_triangle(shape, triangles, t);
    int index = compare_to_circle(&round, shape->points[apex]);
    ck_assert_msg(index >= 0, "%s: edge %u of triangle %u", shape->name, i, t);
    if (index == 0) {
        grid_point first = shape->points[apex];
        for (uint32_t k = 0; k < 3; k++) {
            grid_point corner = corner_of(shape, triangles, t, k);
            first = comes_before(corner, first) ? corner : first;
        }
        ck_assert_msg(is_same_point(first, corner_of(shape, triangles, t, i)) ||
                          is_same_point(first, corner_of(shape, triangles, t, i + 1)),
                      "%s: choice of edge %u of triangle %u", shape->name, i, t);
    }
}

void plane_check_delaunay(const plane_shape *shape, const triangulation *triangles) {
    for (uint32_t t = 0; t < triangles->count; t++) {
        check_circle(shape, triangles, t);
        for (uint32_t i = 0; i < 3; i++) {
            const grid_triangle *triangle = &triangles->triangles[t];
            if (!triangle->fixed[i] && triangle->neighbour[i] != TRIANGULATE_NONE) {
                check_diagonal(shape, triangles, t, i);
            }
        }
    }
}

/* ---- Segments -------------------------------------------------------------------------------- */

/* True if the edge lies on a segment and has no point between its ends. */
static bool is_part(const plane_shape *shape, grid_point a, grid_point b) {
    for (uint32_t i = 0; i < shape->segment_count; i++) {
        grid_point from = shape->points[shape->segments[i].a];
        grid_point to = shape->points[shape->segments[i].b];
        if (is_on(from, to, a) && is_on(from, to, b)) {
            return true;
        }
    }
    return false;
}

/* Adds up the lengths of the fixed edges that lie on a segment, and returns twice the sum. Lengths
 * are measured along the axis in which the segment is longer. (An edge between two triangles is
 * visited twice, an outer edge only once.) */
static int64_t covered(const plane_shape *shape, const triangulation *triangles, grid_point from,
                       grid_point to) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < 3 * triangles->count; i++) {
        const grid_triangle *triangle = &triangles->triangles[i / 3];
        grid_point a = corner_of(shape, triangles, i / 3, i % 3);
        grid_point b = corner_of(shape, triangles, i / 3, i % 3 + 1);
        if (triangle->fixed[i % 3] && is_on(from, to, a) && is_on(from, to, b)) {
            int64_t x = llabs((int64_t)a.x - b.x), y = llabs((int64_t)a.y - b.y);
            sum += (x > y ? x : y) * (triangle->neighbour[i % 3] == TRIANGULATE_NONE ? 2 : 1);
        }
    }
    return sum;
}

void plane_check_fixed(const plane_shape *shape, const triangulation *triangles) {
    for (uint32_t i = 0; i < 3 * triangles->count; i++) {
        grid_point a = corner_of(shape, triangles, i / 3, i % 3);
        grid_point b = corner_of(shape, triangles, i / 3, i % 3 + 1);
        ck_assert_msg(triangles->triangles[i / 3].fixed[i % 3] == is_part(shape, a, b),
                      "%s: fixed edge %u of triangle %u", shape->name, i % 3, i / 3);
    }
    for (uint32_t i = 0; triangles->count > 0 && i < shape->segment_count; i++) {
        grid_point a = shape->points[shape->segments[i].a];
        grid_point b = shape->points[shape->segments[i].b];
        int64_t x = llabs((int64_t)a.x - b.x), y = llabs((int64_t)a.y - b.y);
        ck_assert_msg(covered(shape, triangles, a, b) == 2 * (x > y ? x : y),
                      "%s: segment %u is not covered", shape->name, i);
    }
}

/* ---- Equality -------------------------------------------------------------------------------- */

typedef struct plain_triangle {
    grid_point
        corners[3]; /* rotated so that the corner that sorts first by coordinates is corners[0] */
    bool fixed[3];
} plain_triangle;

static plain_triangle plain(const plane_shape *shape, const triangulation *triangles, uint32_t t) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < 3; i++) {
        if (comes_before(corner_of(shape, triangles, t, i),
                         corner_of(shape, triangles, t, first))) {
            first = i;
        }
    }
    plain_triangle result;
    for (uint32_t i = 0; i < 3; i++) {
        result.corners[i] = corner_of(shape, triangles, t, first + i);
        result.fixed[i] = triangles->triangles[t].fixed[(first + i) % 3];
    }
    return result;
}

static int compare_plain(const void *left, const void *right) {
    const plain_triangle *a = left, *b = right;
    for (uint32_t i = 0; i < 3; i++) {
        if (!is_same_point(a->corners[i], b->corners[i])) {
            return comes_before(a->corners[i], b->corners[i]) ? -1 : 1;
        }
    }
    return 0;
}

static plain_triangle *sorted_triangles(const plane_shape *shape, const triangulation *triangles) {
    plain_triangle *list = malloc((triangles->count + 1) * sizeof *list);
    for (uint32_t t = 0; t < triangles->count; t++) {
        list[t] = plain(shape, triangles, t);
    }
    qsort(list, triangles->count, sizeof *list, compare_plain);
    return list;
}

void plane_check_same(const plane_shape *shape, const triangulation *triangles,
                      const plane_shape *other_shape, const triangulation *other) {
    ck_assert_msg(triangles->count == other->count, "%s: counts differ", shape->name);
    plain_triangle *list = sorted_triangles(shape, triangles);
    plain_triangle *other_list = sorted_triangles(other_shape, other);
    for (uint32_t t = 0; t < triangles->count; t++) {
        ck_assert_msg(compare_plain(&list[t], &other_list[t]) == 0 &&
                          list[t].fixed[0] == other_list[t].fixed[0] &&
                          list[t].fixed[1] == other_list[t].fixed[1] &&
                          list[t].fixed[2] == other_list[t].fixed[2],
                      "%s: the order of points changes triangles", shape->name);
    }
    free(list);
    free(other_list);
}
