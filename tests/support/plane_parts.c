#include "support/plane_checks.h"

#include <check.h>

__extension__ typedef __int128 wide;

enum { MOST_TRIANGLES = 2 * PLANE_MOST_POINTS };

typedef struct check {
    const plane_shape *shape;
    const triangulation *triangles;
    const uint32_t *regions;
    const bool *passable;
    const convex_parts *parts;
    uint32_t owners[MOST_TRIANGLES]; /* the part that each triangle belongs to */
} check;

static int64_t doubled_area(grid_point a, grid_point b, grid_point c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) -
           ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static uint32_t corner_count(const check *self, uint32_t part) {
    return self->parts->starts[part + 1] - self->parts->starts[part];
}

/* Returns the index of corner i of a part in the list; after the last corner comes the first. */
static uint32_t corner_index(const check *self, uint32_t part, uint32_t i) {
    return self->parts->starts[part] + i % corner_count(self, part);
}

static grid_point corner_at(const check *self, uint32_t part, uint32_t i) {
    return self->shape->points[self->parts->corners[corner_index(self, part, i)]];
}

static uint32_t neighbour_at(const check *self, uint32_t part, uint32_t i) {
    return self->parts->neighbours[corner_index(self, part, i)];
}

static grid_point triangle_corner(const check *self, uint32_t t, uint32_t i) {
    return self->shape->points[self->triangles->triangles[t].vertex[i % 3]];
}

/* ---- Shapes of parts ------------------------------------------------------------------------- */

/* Checks that no corner lies on the right of an edge. Adds twice the part's area to `*area`. */
static void check_part(const check *self, uint32_t part, wide *area) {
    uint32_t count = corner_count(self, part);
    ck_assert_msg(count >= 3, "%s: part %u has %u corners", self->shape->name, part, count);
    for (uint32_t i = 0; i < count; i++) {
        grid_point a = corner_at(self, part, i), b = corner_at(self, part, i + 1);
        for (uint32_t k = 0; k < count; k++) {
            ck_assert_msg(doubled_area(a, b, corner_at(self, part, k)) >= 0,
                          "%s: part %u is not convex", self->shape->name, part);
        }
        *area += doubled_area(corner_at(self, part, 0), a, b);
    }
}

/* True if a point lies in the part or on its border. */
static bool is_in_part(const check *self, uint32_t part, grid_point point) {
    for (uint32_t i = 0; i < corner_count(self, part); i++) {
        if (doubled_area(corner_at(self, part, i), corner_at(self, part, i + 1), point) < 0) {
            return false;
        }
    }
    return true;
}

/* Finds the part that contains all corners of a triangle. It is unique: triangles do not overlap,
 * and parts cannot overlap if the sum of their areas is correct. */
static uint32_t find_owner(const check *self, uint32_t t) {
    uint32_t owner = TRIANGULATE_NONE, found = 0;
    for (uint32_t part = 0; part < self->parts->part_count; part++) {
        if (is_in_part(self, part, triangle_corner(self, t, 0)) &&
            is_in_part(self, part, triangle_corner(self, t, 1)) &&
            is_in_part(self, part, triangle_corner(self, t, 2))) {
            owner = part;
            found++;
        }
    }
    uint32_t expected = self->regions[t] != TRIANGULATE_NONE ? 1 : 0;
    ck_assert_msg(found == expected, "%s: triangle %u is in %u parts, expected %u",
                  self->shape->name, t, found, expected);
    return owner;
}

static void check_areas(check *self) {
    wide area_of_parts = 0, area_of_triangles = 0;
    for (uint32_t part = 0; part < self->parts->part_count; part++) {
        check_part(self, part, &area_of_parts);
    }
    for (uint32_t t = 0; t < self->triangles->count; t++) {
        self->owners[t] = find_owner(self, t);
        if (self->owners[t] != TRIANGULATE_NONE) {
            ck_assert_msg(self->parts->regions[self->owners[t]] == self->regions[t],
                          "%s: region of triangle %u", self->shape->name, t);
            area_of_triangles +=
                doubled_area(triangle_corner(self, t, 0), triangle_corner(self, t, 1),
                             triangle_corner(self, t, 2));
        }
    }
    ck_assert_msg(area_of_parts == area_of_triangles, "%s: areas differ", self->shape->name);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static bool is_within(int32_t value, int32_t a, int32_t b) {
    return (a <= value && value <= b) || (b <= value && value <= a);
}

static bool is_on(grid_point a, grid_point b, grid_point c) {
    return doubled_area(a, b, c) == 0 && is_within(c.x, a.x, b.x) && is_within(c.y, a.y, b.y);
}

/* Finds the edge of a part on which a triangle's edge lies. Returns the corner at which the part's
 * edge begins. */
static uint32_t edge_of_part(const check *self, uint32_t part, uint32_t t, uint32_t i) {
    for (uint32_t k = 0; k < corner_count(self, part); k++) {
        grid_point a = corner_at(self, part, k), b = corner_at(self, part, k + 1);
        if (is_on(a, b, triangle_corner(self, t, i)) &&
            is_on(a, b, triangle_corner(self, t, i + 1))) {
            return k;
        }
    }
    ck_abort_msg("%s: edge %u of triangle %u is on no edge of its part", self->shape->name, i, t);
}

static uint32_t edge_beyond(const check *self, uint32_t t, uint32_t i) {
    const grid_triangle *other =
        &self->triangles->triangles[self->triangles->triangles[t].neighbour[i]];
    for (uint32_t k = 0; k < 3; k++) {
        if (other->vertex[(k + 1) % 3] == self->triangles->triangles[t].vertex[i]) {
            return k;
        }
    }
    ck_abort_msg("%s: no edge beyond", self->shape->name);
}

/* Returns the part that must be the neighbour across an edge of a triangle, as derived from the
 * rules for neighbours. */
static uint32_t expected_neighbour(const check *self, uint32_t t, uint32_t i) {
    const grid_triangle *triangle = &self->triangles->triangles[t];
    uint32_t beyond = triangle->neighbour[i];
    if (beyond == TRIANGULATE_NONE || self->regions[beyond] == TRIANGULATE_NONE) {
        return TRIANGULATE_NONE;
    }
    bool passable =
        self->passable != NULL &&
        (self->passable[3 * t + i] || self->passable[3 * beyond + edge_beyond(self, t, i)]);
    bool alike = self->passable != NULL || self->regions[t] == self->regions[beyond];
    bool wall = triangle->fixed[i] && alike && !passable;
    return wall ? TRIANGULATE_NONE : self->owners[beyond];
}

static void check_edge(const check *self, uint32_t t, uint32_t i) {
    const grid_triangle *triangle = &self->triangles->triangles[t];
    uint32_t beyond = triangle->neighbour[i], owner = self->owners[t];
    if (beyond != TRIANGULATE_NONE && self->owners[beyond] == owner) {
        ck_assert_msg(!triangle->fixed[i], "%s: a wall within part %u", self->shape->name, owner);
        return;
    }
    uint32_t k = edge_of_part(self, owner, t, i);
    ck_assert_msg(neighbour_at(self, owner, k) == expected_neighbour(self, t, i),
                  "%s: neighbour %u of part %u", self->shape->name, k, owner);
}

/* Checks that the neighbour across an edge has the same edge in the other direction, and lists this
 * part there. */
static void check_mutual(const check *self, uint32_t part, uint32_t i) {
    uint32_t beyond = neighbour_at(self, part, i), matches = 0;
    if (beyond == TRIANGULATE_NONE) {
        return;
    }
    ck_assert_uint_lt(beyond, self->parts->part_count);
    const uint32_t *corners = self->parts->corners;
    for (uint32_t k = 0; k < corner_count(self, beyond); k++) {
        matches +=
            neighbour_at(self, beyond, k) == part &&
            corners[corner_index(self, beyond, k)] == corners[corner_index(self, part, i + 1)] &&
            corners[corner_index(self, beyond, k + 1)] == corners[corner_index(self, part, i)];
    }
    ck_assert_msg(matches == 1, "%s: parts %u and %u", self->shape->name, part, beyond);
}

/* ---- Minimality ------------------------------------------------------------------------------ */

/* What lies beyond one edge of a part: the owner of the triangles there and, if they have an owner,
 * whether the edge is fixed. Both must be the same along the whole edge. */
typedef struct backing {
    uint32_t owner;
    bool fixed;
} backing;

static backing find_backing(const check *self, uint32_t part, uint32_t k) {
    backing found = {TRIANGULATE_NONE, false};
    uint32_t edges = 0;
    for (uint32_t i = 0; i < 3 * self->triangles->count; i++) {
        const grid_triangle *triangle = &self->triangles->triangles[i / 3];
        grid_point a = corner_at(self, part, k), b = corner_at(self, part, k + 1);
        if (self->owners[i / 3] != part || !is_on(a, b, triangle_corner(self, i / 3, i % 3)) ||
            !is_on(a, b, triangle_corner(self, i / 3, i % 3 + 1))) {
            continue;
        }
        uint32_t beyond = triangle->neighbour[i % 3];
        uint32_t owner = beyond == TRIANGULATE_NONE ? TRIANGULATE_NONE : self->owners[beyond];
        bool fixed = owner != TRIANGULATE_NONE && triangle->fixed[i % 3];
        ck_assert_msg(edges == 0 || (owner == found.owner && fixed == found.fixed),
                      "%s: edge %u of part %u is not of one kind", self->shape->name, k, part);
        found = (backing){owner, fixed};
        edges++;
    }
    ck_assert_uint_gt(edges, 0);
    return found;
}

/* If a corner has a straight angle, checks that what lies beyond the border differs before and
 * after the corner. */
static void check_straight_corner(const check *self, uint32_t part, uint32_t i) {
    uint32_t before = i + corner_count(self, part) - 1;
    if (doubled_area(corner_at(self, part, before), corner_at(self, part, i),
                     corner_at(self, part, i + 1)) != 0) {
        return;
    }
    backing first = find_backing(self, part, before % corner_count(self, part));
    backing second = find_backing(self, part, i);
    ck_assert_msg(first.owner != second.owner || first.fixed != second.fixed ||
                      neighbour_at(self, part, before) != neighbour_at(self, part, i),
                  "%s: part %u has a corner too many", self->shape->name, part);
}

/* Returns twice the area of the convex hull of the corners of two parts. The segment between two
 * corners is an edge of the hull if all other corners lie on its left or on the segment itself. */
static wide hull_area(const grid_point *points, uint32_t count) {
    wide area = 0;
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < count; b++) {
            bool edge = points[a].x != points[b].x || points[a].y != points[b].y;
            for (uint32_t c = 0; edge && c < count; c++) {
                int64_t side = doubled_area(points[a], points[b], points[c]);
                edge = side > 0 || (side == 0 && is_on(points[a], points[b], points[c]));
            }
            if (edge) {
                area += (wide)points[a].x * points[b].y - (wide)points[a].y * points[b].x;
            }
        }
    }
    return area;
}

static uint32_t add_corners(const check *self, uint32_t part, grid_point *points, uint32_t count) {
    for (uint32_t i = 0; i < corner_count(self, part); i++) {
        grid_point corner = corner_at(self, part, i);
        bool known = false;
        for (uint32_t k = 0; k < count; k++) {
            known = known || (points[k].x == corner.x && points[k].y == corner.y);
        }
        if (!known) {
            points[count++] = corner;
        }
    }
    return count;
}

/* If two parts belong to the same region and no fixed edge separates them, checks that they do not
 * form a convex polygon together. */
static void check_least(const check *self, uint32_t part, uint32_t other) {
    static grid_point points[2 * PLANE_MOST_POINTS];
    if (self->parts->regions[part] != self->parts->regions[other]) {
        return;
    }
    for (uint32_t i = 0; i < corner_count(self, part); i++) {
        backing found = find_backing(self, part, i);
        if (found.owner == other && found.fixed) {
            return;
        }
    }
    wide area = 0;
    check_part(self, part, &area);
    check_part(self, other, &area);
    uint32_t count = add_corners(self, part, points, 0);
    count = add_corners(self, other, points, count);
    ck_assert_msg(hull_area(points, count) != area, "%s: parts %u and %u could be one",
                  self->shape->name, part, other);
}

void plane_check_parts(const plane_shape *shape, const triangulation *triangles,
                       const uint32_t *regions, const bool *passable, const convex_parts *parts) {
    static check self;
    self = (check){shape, triangles, regions, passable, parts, {0}};
    check_areas(&self);
    for (uint32_t i = 0; i < 3 * triangles->count; i++) {
        if (regions[i / 3] != TRIANGULATE_NONE) {
            check_edge(&self, i / 3, i % 3);
        }
    }
    for (uint32_t part = 0; part < parts->part_count; part++) {
        for (uint32_t i = 0; i < corner_count(&self, part); i++) {
            check_mutual(&self, part, i);
            check_straight_corner(&self, part, i);
            uint32_t beyond = neighbour_at(&self, part, i);
            if (beyond != TRIANGULATE_NONE && beyond > part) {
                check_least(&self, part, beyond);
            }
        }
    }
}
