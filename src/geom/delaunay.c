/* Delaunay triangulation, built by inserting one point at a time.
 *
 * Each point is located by walking through the triangles from the previous point. The walk ends
 * because the triangles of a Delaunay triangulation, seen from a point, have an order from near to
 * far (H. Edelsbrunner, "An acyclicity theorem for cell complexes in d dimensions", Combinatorica
 * 10 (1990)). The triangle that contains the point is split in three, and the edges around the
 * point are flipped until all are Delaunay (C. L. Lawson, "Software for C1 surface interpolation",
 * Mathematical Software III (1977)). Every edge that a flip creates ends at the new point, so going
 * around the point once finds all of them without a stack.
 *
 * Cost: O(1) per point in the insertion order of geom/triangulate.c, for typical points of maps. */
#include "geom/halfedge.h"

/* Stores the vertices of a triangle; the caller stores the twins. */
static void set_triangle(halfedge_mesh *mesh, uint32_t t, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t corners[] = {a, b, c};
    for (uint32_t i = 0; i < 3; i++) {
        mesh->origin[3 * t + i] = corners[i];
        mesh->flags[3 * t + i] = 0;
        mesh->leaving[corners[i]] = 3 * t + i;
    }
}

/* Builds the triangle of the first three points, and a ghost triangle on the outer side of each
 * edge. */
static void set_first_triangle(halfedge_mesh *mesh) {
    bool left = halfedge_turn(mesh, 0, 1, 2) > 0;
    const uint32_t corners[] = {0, left ? 1 : 2, left ? 2 : 1};
    set_triangle(mesh, 0, corners[0], corners[1], corners[2]);
    for (uint32_t i = 0; i < 3; i++) {
        set_triangle(mesh, i + 1, corners[(i + 1) % 3], corners[i], mesh->ghost);
    }
    for (uint32_t i = 0; i < 3; i++) {
        halfedge_link(mesh, i, 3 * (i + 1));
        halfedge_link(mesh, 3 * (i + 1) + 1, 3 * ((i + 2) % 3 + 1) + 2);
    }
    mesh->count = 4;
}

/* True if the triangle of the half-edge is a ghost triangle. Then `*inner` is the twin of the ghost
 * triangle's hull edge; this twin belongs to a real triangle. */
static bool is_outside(const halfedge_mesh *mesh, uint32_t h, uint32_t *inner) {
    uint32_t first = h - h % 3;
    for (uint32_t i = 0; i < 3; i++) {
        if (mesh->origin[first + i] == mesh->ghost) {
            *inner = mesh->twin[halfedge_next(first + i)];
            return true;
        }
    }
    return false;
}

/* Returns a half-edge of the triangle that contains the point. *on_edge is true if the point lies
 * on that half-edge. If the point is outside the hull, the triangle is a ghost triangle. */
static uint32_t locate(const halfedge_mesh *mesh, uint32_t start, uint32_t point, bool *on_edge) {
    uint32_t h = start, inner = 0;
    if (is_outside(mesh, h, &inner)) {
        h = inner;
    }
    uint32_t sides_left = 3, touched = HALFEDGE_NONE;
    while (sides_left > 0) {
        int64_t turn = halfedge_turn(mesh, mesh->origin[h], halfedge_target(mesh, h), point);
        if (turn < 0) {
            h = mesh->twin[h];
            if (is_outside(mesh, h, &inner)) {
                touched = HALFEDGE_NONE;
                break;
            }
            sides_left = 3;
            touched = HALFEDGE_NONE;
        } else if (turn == 0) {
            touched = h;
        }
        h = halfedge_next(h);
        sides_left--;
    }
    *on_edge = touched != HALFEDGE_NONE;
    return *on_edge ? touched : h;
}

/* Splits the triangle of a half-edge at a point, which becomes the apex of that half-edge. */
static void split(halfedge_mesh *mesh, uint32_t h, uint32_t point) {
    uint32_t h_next = halfedge_next(h), h_previous = halfedge_previous(h);
    uint32_t a = mesh->origin[h], b = mesh->origin[h_next], c = mesh->origin[h_previous];
    uint32_t right = mesh->count, left = mesh->count + 1;
    mesh->count += 2;
    set_triangle(mesh, right, b, c, point);
    set_triangle(mesh, left, c, a, point);
    halfedge_link(mesh, 3 * right, mesh->twin[h_next]);
    halfedge_link(mesh, 3 * left, mesh->twin[h_previous]);
    mesh->origin[h_previous] = point;
    mesh->leaving[a] = h;
    mesh->leaving[b] = h_next;
    halfedge_link(mesh, h_next, 3 * right + 2);
    halfedge_link(mesh, 3 * right + 1, 3 * left + 2);
    halfedge_link(mesh, 3 * left + 1, h_previous);
}

/* Goes once around the apex of a half-edge and flips all edges that are not Delaunay. */
static void flip_around(halfedge_mesh *mesh, uint32_t h) {
    uint32_t first = mesh->origin[h];
    do {
        while (halfedge_must_flip(mesh, h)) {
            halfedge_flip(mesh, h);
        }
        h = halfedge_next(mesh->twin[halfedge_next(h)]);
    } while (mesh->origin[h] != first);
}

bool halfedge_insert_points(halfedge_mesh *mesh, const watcher *progress) {
    set_first_triangle(mesh);
    for (uint32_t point = 3; point < mesh->ghost; point++) {
        bool on_edge = false;
        uint32_t h = locate(mesh, mesh->leaving[point - 1], point, &on_edge);
        split(mesh, h, point);
        if (on_edge) {
            halfedge_flip(mesh, h); /* the triangle between the edge and the point has no area */
        }
        flip_around(mesh, h);
        if (!watch_count(progress, point, mesh->ghost)) {
            return false;
        }
    }
    return true;
}
