/* Chooses the edges of a Voronoi diagram that form the medial axis of a layer: those on the layer's
 * ground and on its side of links.
 *
 * The diagram's vertices are accurate to about 1e-7 units of the grid. As a check, the distances
 * from each vertex of the axis to the walls on both sides must be equal.
 *
 * Cost: O(n log n). */
#include "base/error.h"
#include "base/union_find.h"
#include "build/corridor/axis.h"
#include "geom/point.h"
#include "geom/vec.h"
#include "map/graph.h"
#include <math.h>

static const double AT_CORNER = 1e-3; /* units: a vertex this close to a corner coincides with it */
static const double PRECISION = 1e-3; /* units: tolerance for the positions of vertices */
static const double RELATIVE = 1e-9;  /* tolerance as a fraction of the clearance */
static const double ALONG = 1e-2;     /* units: an edge this close to a link runs along it */

static double square(double x) {
    return x * x;
}

/* ---- Corners --------------------------------------------------------------------------------- */

bool corridor_runs_into(const corridor_axis *a, const voronoi_edge *e, uint32_t vertex,
                        wend_vec2 *corner) {
    if (e->left.part != VORONOI_INSIDE || e->right.part != VORONOI_INSIDE) {
        return false;
    }
    const pairs_segment *s = &a->walls->items[e->left.segment];
    const pairs_segment *t = &a->walls->items[e->right.segment];
    bool from = vec_equal(s->a, t->a) || vec_equal(s->a, t->b);
    if (!from && !vec_equal(s->b, t->a) && !vec_equal(s->b, t->b)) {
        return false;
    }
    *corner = from ? s->a : s->b;
    wend_point at = corridor_metres(a, vertex);
    return square(at.x - (double)corner->x) + square(at.y - (double)corner->y) <
           square(AT_CORNER * a->b->unit);
}

/* Removes the link marks of vertices at corners. A corner that touches a link stays a corner: the
 * axis does not continue through the link there. */
static void unmark_corners(corridor_axis *a) {
    for (uint32_t i = 0; i < a->diagram.edge_count; i++) {
        const voronoi_edge *e = &a->diagram.edges[i];
        uint32_t ends[2] = {e->from, e->to};
        for (uint32_t k = 0; k < 2; k++) {
            wend_vec2 corner;
            if (a->marks[ends[k]] != CORRIDOR_NONE && corridor_runs_into(a, e, ends[k], &corner)) {
                a->marks[ends[k]] = CORRIDOR_NONE;
            }
        }
    }
}

/* ---- Edges on the ground --------------------------------------------------------------------- */

static double clearance_at(const corridor_axis *a, const voronoi_edge *e, uint32_t vertex) {
    corridor_site site = corridor_site_of(a->walls, e->left);
    return corridor_site_distance(&site, corridor_metres(a, vertex));
}

static bool is_walkable(const corridor_axis *a, wend_point p) {
    const corridor_builder *b = a->b;
    wend_vec2 at = point_narrow(p);
    bool covered = b->space->layers[a->layer].bounded ||
                   (at.x >= b->low.x && at.x <= b->high.x && at.y >= b->low.y && at.y <= b->high.y);
    return covered && wend_space_is_walkable(b->space, (wend_location){at, a->layer}, 1);
}

static bool is_marked(const corridor_axis *a, const voronoi_edge *e) {
    return a->marks[e->from] != CORRIDOR_NONE || a->marks[e->to] != CORRIDOR_NONE;
}

bool corridor_runs_along(const corridor_axis *a, const voronoi_edge *e) {
    uint32_t link = a->marks[e->from];
    if (link == CORRIDOR_NONE || link != a->marks[e->to]) {
        return false;
    }
    wend_point middle = corridor_edge_middle(a->b, a->walls, &a->diagram, e);
    return fabs(corridor_own_side(&a->b->links[link], a->layer, middle)) < ALONG * a->b->unit;
}

/* For an edge with an end on a link: true if it lies on the layer's own side of the link. An edge
 * that runs along a link belongs to the left layer. */
static bool is_own(const corridor_axis *a, const voronoi_edge *e) {
    if (corridor_runs_along(a, e)) {
        return a->layer == a->b->links[a->marks[e->from]].left;
    }
    wend_point middle = corridor_edge_middle(a->b, a->walls, &a->diagram, e);
    uint32_t ends[2] = {a->marks[e->from], a->marks[e->to]};
    for (uint32_t i = 0; i < 2; i++) {
        if (ends[i] != CORRIDOR_NONE &&
            corridor_own_side(&a->b->links[ends[i]], a->layer, middle) <= 0.0) {
            return false;
        }
    }
    return true;
}

static bool is_ground(const corridor_axis *a, const voronoi_edge *e) {
    bool from = clearance_at(a, e, e->from) >= clearance_at(a, e, e->to);
    return is_walkable(a, corridor_metres(a, from ? e->from : e->to));
}

/* ---- Sides of links -------------------------------------------------------------------------- */

/* Connected components of the diagram after it is cut at links and corners. A component lies
 * completely on one side of its links. If one of its edges ends at a link, `sides` stores that side
 * at the root of the component. */
typedef struct components {
    uint32_t *parents; /* for each vertex: its parent in the union-find forest */
    uint8_t *sides;    /* for each vertex: a SIDE_... value, valid only at roots */
} components;

enum { SIDE_UNKNOWN, SIDE_BEYOND, SIDE_OWN };

/* Returns the end vertex that connects an edge to its component; CORRIDOR_NONE if there is none. */
static uint32_t inner_end(const corridor_axis *a, const voronoi_edge *e) {
    wend_vec2 corner;
    if (a->marks[e->from] == CORRIDOR_NONE && !corridor_runs_into(a, e, e->from, &corner)) {
        return e->from;
    }
    bool inner = a->marks[e->to] == CORRIDOR_NONE && !corridor_runs_into(a, e, e->to, &corner);
    return inner ? e->to : CORRIDOR_NONE;
}

static void join_components(const corridor_axis *a, components *p) {
    for (uint32_t i = 0; i < a->diagram.vertex_count; i++) {
        p->parents[i] = i;
        p->sides[i] = SIDE_UNKNOWN;
    }
    for (uint32_t i = 0; i < a->diagram.edge_count; i++) {
        const voronoi_edge *e = &a->diagram.edges[i];
        wend_vec2 corner;
        if (!is_marked(a, e) && !corridor_runs_into(a, e, e->from, &corner) &&
            !corridor_runs_into(a, e, e->to, &corner)) {
            p->parents[union_find_root(p->parents, e->from)] = union_find_root(p->parents, e->to);
        }
    }
    for (uint32_t i = 0; i < a->diagram.edge_count; i++) {
        const voronoi_edge *e = &a->diagram.edges[i];
        uint32_t end = inner_end(a, e);
        if (is_marked(a, e) && end != CORRIDOR_NONE) {
            p->sides[union_find_root(p->parents, end)] = is_own(a, e) ? SIDE_OWN : SIDE_BEYOND;
        }
    }
}

static bool is_kept(const corridor_axis *a, components *p, const voronoi_edge *e) {
    if (is_marked(a, e)) {
        return is_own(a, e);
    }
    uint32_t end = inner_end(a, e);
    uint8_t side = end != CORRIDOR_NONE ? p->sides[union_find_root(p->parents, end)] : SIDE_UNKNOWN;
    return side == SIDE_UNKNOWN ? is_ground(a, e) : side == SIDE_OWN;
}

/* ---- Choice ---------------------------------------------------------------------------------- */

static bool is_precise(const corridor_axis *a, const voronoi_edge *e, uint32_t vertex) {
    corridor_site left = corridor_site_of(a->walls, e->left),
                  right = corridor_site_of(a->walls, e->right);
    wend_point at = corridor_metres(a, vertex);
    double near = corridor_site_distance(&left, at), other = corridor_site_distance(&right, at);
    return fabs(near - other) <= PRECISION * a->b->unit + RELATIVE * near;
}

wend_result corridor_choose_edges(corridor_axis *a) {
    size_t vertices = (size_t)a->diagram.vertex_count + 1;
    components p = {arena_take(&a->b->scratch, vertices * sizeof *p.parents, 64),
                    arena_take(&a->b->scratch, vertices, 64)};
    if (p.parents == NULL || p.sides == NULL) {
        return error_no_memory(a->b->error, "a corridor map");
    }
    unmark_corners(a);
    join_components(a, &p);
    for (uint32_t i = 0; i < a->diagram.edge_count; i++) {
        const voronoi_edge *e = &a->diagram.edges[i];
        a->kept[i] = is_kept(a, &p, e);
        if (a->kept[i] && (!is_precise(a, e, e->from) || !is_precise(a, e, e->to))) {
            wend_point at = corridor_metres(a, e->from), origin = wend_space_origin(a->b->space);
            return error_set(a->b->error, WEND_ERROR_GEOMETRY,
                             "the corridor map cannot be built: its axis is not in the middle "
                             "between walls near (%g, %g)",
                             at.x + origin.x, at.y + origin.y);
        }
    }
    return WEND_OK;
}
