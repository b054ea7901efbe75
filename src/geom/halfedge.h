/* geom/halfedge.h: a half-edge mesh of triangles, used only by the triangulation.
 *
 * Half-edge 3 * t + i runs from corner i of triangle t to the next corner, counter-clockwise. A
 * vertex at infinity, `ghost`, closes the surface: on the outer side of each hull edge there is a
 * triangle with the ghost as a corner, so every half-edge has a twin.
 *
 * The triangulation is unique. Where four points lie on one circle, the diagonal ends at the point
 * that comes first by x, then y. This equals the Delaunay rule for slightly perturbed points: with
 * the points lifted to a paraboloid, each height is lowered by an infinitesimal amount, vastly more
 * for an earlier point (H. Edelsbrunner, E. P. Muecke, "Simulation of simplicity", ACM Transactions
 * on Graphics 9 (1990), applied only to the heights). So the choices are consistent for any number
 * of points on a circle, and flips cannot cycle. */
#ifndef GEOM_HALFEDGE_H
#define GEOM_HALFEDGE_H

#include "base/memory.h"
#include "base/watch.h"
#include "geom/grid.h"

#include <wend/base.h>

enum { HALFEDGE_FIXED = 1, HALFEDGE_PENDING = 2 };
#define HALFEDGE_NONE UINT32_MAX

typedef struct halfedge_mesh {
    const grid_point *points;
    uint32_t ghost;   /* number of points, which is also the index of the vertex at infinity */
    uint32_t count;   /* number of triangles, with those at the ghost; 2 * ghost - 2 in the end */
    uint32_t *origin; /* for each half-edge: the vertex where it starts */
    uint32_t *twin;   /* for each half-edge: the opposite half-edge */
    uint8_t *flags;   /* for each half-edge: HALFEDGE_FIXED (always on both twins); HALFEDGE_PENDING
                         while its number is on the stack of half-edges to check */
    uint32_t *leaving; /* for each vertex, including the ghost: a half-edge that starts there */
} halfedge_mesh;

/* Builds the Delaunay triangulation of the mesh's points. All points must differ, and the first
 * three must not be collinear. The function is fast if consecutive points are close to each other.
 * The arrays must have room for 2 * ghost - 2 triangles. Also fills in `leaving`. Returns false if
 * cancelled. */
bool halfedge_insert_points(halfedge_mesh *mesh, const watcher *progress);

/* Inserts segments as edges of the constrained Delaunay triangulation. The ends of a segment are
 * indices of the mesh's points. */
wend_result halfedge_insert_segments(halfedge_mesh *mesh, const grid_edge *segments, uint32_t count,
                                     memory *from, const watcher *progress, wend_error *error);

__extension__ typedef __int128 halfedge_wide;

static inline uint32_t halfedge_next(uint32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

static inline uint32_t halfedge_previous(uint32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}

static inline uint32_t halfedge_target(const halfedge_mesh *mesh, uint32_t h) {
    return mesh->origin[halfedge_next(h)];
}

/* Returns the corner opposite to the half-edge in its triangle. */
static inline uint32_t halfedge_apex(const halfedge_mesh *mesh, uint32_t h) {
    return mesh->origin[halfedge_previous(h)];
}

static inline void halfedge_link(halfedge_mesh *mesh, uint32_t h, uint32_t g) {
    mesh->twin[h] = g;
    mesh->twin[g] = h;
}

/* Returns twice the area of the triangle abc, positive if it is counter-clockwise. The magnitude is
 * below 2^52. */
static inline int64_t halfedge_area(grid_point a, grid_point b, grid_point c) {
    int64_t ab_x = (int64_t)b.x - a.x, ab_y = (int64_t)b.y - a.y;
    int64_t ac_x = (int64_t)c.x - a.x, ac_y = (int64_t)c.y - a.y;
    return ab_x * ac_y - ab_y * ac_x;
}

static inline int64_t halfedge_turn(const halfedge_mesh *mesh, uint32_t a, uint32_t b, uint32_t c) {
    return halfedge_area(mesh->points[a], mesh->points[b], mesh->points[c]);
}

static inline bool halfedge_point_before(grid_point a, grid_point b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

/* True if c or d comes before both a and b, by x, then y. */
static inline bool halfedge_has_first(grid_point c, grid_point d, grid_point a, grid_point b) {
    grid_point first = halfedge_point_before(c, d) ? c : d;
    return halfedge_point_before(first, a) && halfedge_point_before(first, b);
}

/* True if d lies inside the circle through a, b and c, which are in counter-clockwise order. If d
 * lies on the circle, true if the diagonal between c and d is the one to choose. Differences are
 * below 2^26, lifts and areas below 2^53, and the sum of three products below 2^108. */
static inline bool halfedge_in_circle(grid_point a, grid_point b, grid_point c, grid_point d) {
    int64_t ad_x = (int64_t)a.x - d.x, ad_y = (int64_t)a.y - d.y;
    int64_t bd_x = (int64_t)b.x - d.x, bd_y = (int64_t)b.y - d.y;
    int64_t cd_x = (int64_t)c.x - d.x, cd_y = (int64_t)c.y - d.y;
    int64_t a_lift = ad_x * ad_x + ad_y * ad_y;
    int64_t b_lift = bd_x * bd_x + bd_y * bd_y;
    int64_t c_lift = cd_x * cd_x + cd_y * cd_y;
    halfedge_wide determinant = (halfedge_wide)a_lift * (bd_x * cd_y - bd_y * cd_x) +
                                (halfedge_wide)b_lift * (cd_x * ad_y - cd_y * ad_x) +
                                (halfedge_wide)c_lift * (ad_x * bd_y - ad_y * bd_x);
    return determinant != 0 ? determinant > 0 : halfedge_has_first(c, d, a, b);
}

/* True if the edge is not Delaunay, so that the other diagonal of its two triangles must replace
 * it. An edge to the ghost is flipped if the hull turns inwards at its real end. */
static inline bool halfedge_must_flip(const halfedge_mesh *mesh, uint32_t h) {
    uint32_t g = mesh->twin[h];
    uint32_t a = mesh->origin[h], b = mesh->origin[g];
    uint32_t c = halfedge_apex(mesh, h), d = halfedge_apex(mesh, g);
    if (c == mesh->ghost || d == mesh->ghost) {
        return false;
    }
    if (b == mesh->ghost) {
        return halfedge_turn(mesh, c, a, d) > 0;
    }
    if (a == mesh->ghost) {
        return halfedge_turn(mesh, d, b, c) > 0;
    }
    return halfedge_in_circle(mesh->points[a], mesh->points[b], mesh->points[c], mesh->points[d]);
}

/* Copies HALFEDGE_FIXED from `flags` to a half-edge. HALFEDGE_PENDING stays as it is, because it
 * says whether the number `h` is on the stack, regardless of which edge has that number. */
static inline void halfedge_set_fixed(halfedge_mesh *mesh, uint32_t h, uint8_t flags) {
    mesh->flags[h] = (uint8_t)((mesh->flags[h] & HALFEDGE_PENDING) | (flags & HALFEDGE_FIXED));
}

/* Replaces an edge with the other diagonal of its two triangles, (a, b, c) and (b, a, d). The
 * half-edge a -> b of triangle (a, b, c) becomes a -> d of triangle (a, d, c). Its twin becomes b
 * -> c of triangle (b, c, d). */
static inline void halfedge_flip(halfedge_mesh *mesh, uint32_t h) {
    uint32_t g = mesh->twin[h];
    uint32_t h_next = halfedge_next(h), g_next = halfedge_next(g);
    uint32_t h_outer = mesh->twin[h_next], g_outer = mesh->twin[g_next];
    mesh->leaving[mesh->origin[h]] = h;
    mesh->leaving[mesh->origin[g]] = g;
    mesh->origin[h_next] = halfedge_apex(mesh, g);
    mesh->origin[g_next] = halfedge_apex(mesh, h);
    halfedge_link(mesh, h, g_outer);
    halfedge_link(mesh, g, h_outer);
    halfedge_link(mesh, h_next, g_next);
    halfedge_set_fixed(mesh, h, mesh->flags[g_next]);
    halfedge_set_fixed(mesh, g, mesh->flags[h_next]);
    halfedge_set_fixed(mesh, h_next, 0);
    halfedge_set_fixed(mesh, g_next, 0);
}

#endif
