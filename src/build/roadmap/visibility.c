/* Builds visibility graphs for discs: vertices around the convex corners of obstacles, and edges
 * between vertices that see each other.
 *
 * T. Lozano-Perez, M. Wesley, "An algorithm for planning collision-free paths among polyhedral
 * obstacles" (1979). Shortest paths of a disc of radius r touch circles of that radius around the
 * corners. Here each arc of such a circle is replaced by a chain of tangents.
 *
 *     R       radius of the circle: r, and a little more, so that the edges have a clearance above
 * r theta   angle of the arc at a corner, from the normal of one wall to that of the next m number
 * of tangents' corners on the arc, each spanning theta / m
 *
 * The chain has its vertices at a distance of R / cos(theta / 2m) from the corner. An edge is kept
 * only if paths can turn at both of its ends: the neighbours of the end on its chain lie on one
 * side of the edge's line (the reduced visibility graph). Shortest paths over the graph are longer
 * than exact ones by the difference between tangents and arc, at most 5 % of the arc for m from 45
 * degrees. Vertices on links are added without that condition, because layers may have no corners.
 * Each of the def's radii gets its own circles, because larger discs cannot turn on smaller ones.
 *
 * Cost: O(n^2) pairs of n vertices, and a visibility check for each pair that paths can turn at. */
#include "base/error.h"
#include "build/roadmap/roadmap.h"
#include "geom/point.h"
#include "geom/vec.h"
#include "map/map.h"
#include <math.h>
#include <wend/math.h>

enum {
    MAX_VERTICES = 1 << 14, /* larger visibility graphs are refused: pairs grow by the square */
    MAX_HALVINGS = 4        /* of a part of an arc */
};

static const double LEAST_RADIUS = 1e-3;          /* m: circles of smaller discs */
static const double MARGIN = 1.0 + 1e-3;          /* R / r */
static const double LARGEST_STEP = WEND_PI / 4.0; /* rad: angle of the arc for one vertex */
static const double LINKED = 0.6;                 /* share of the work */

/* The directions from a vertex to its neighbours on the chain; both zero for a vertex on a link. */
typedef struct turning {
    wend_point before, after;
} turning;

typedef struct visibility {
    roadmap_builder *b;
    turning *turnings; /* for each vertex of the network */
    uint32_t capacity;
} visibility;

/* ---- Vertices -------------------------------------------------------------------------------- */

/* Changes the layer of a position beside a corner if it lies beyond a link that ends there. */
static wend_location cross_link(const wend_space *space, wend_vec2 corner, wend_location at) {
    const uint32_t *links;
    uint32_t count = space_links_of(space, at.layer, &links);
    for (uint32_t i = 0; i < count && !wend_space_is_walkable(space, at, 1); i++) {
        const wend_link *link = &space->links[links[i]];
        uint32_t other = link->left_layer == at.layer ? link->right_layer : link->left_layer;
        wend_location beyond = {at.position, other};
        if ((vec_equal(link->a, corner) || vec_equal(link->b, corner)) &&
            wend_space_is_walkable(space, beyond, 1)) {
            return beyond;
        }
    }
    return at;
}

static bool is_free(const visibility *v, wend_location at, double radius) {
    float needed = (float)radius;
    return wend_space_is_walkable(v->b->space, at, 1) &&
           wend_space_clearance(v->b->space, at, needed, 1) >= needed;
}

static wend_result add_vertex(visibility *v, wend_location at, turning turn) {
    roadmap_builder *b = v->b;
    if (b->network.vertex_count == MAX_VERTICES) {
        return error_set(b->error, WEND_ERROR_LIMIT,
                         "a visibility graph has at most %d vertices, and this space has more "
                         "corners; use another source, such as prm",
                         (int)MAX_VERTICES);
    }
    uint32_t index = roadmap_add_vertex(b, at, SPACE_NONE);
    if (index == ROADMAP_NONE || !memory_grow(&b->heap, (void **)&v->turnings, sizeof *v->turnings,
                                              &v->capacity, index + 1)) {
        return error_no_memory(b->error, "a roadmap");
    }
    v->turnings[index] = turn;
    return WEND_OK;
}

static wend_point rotate(wend_point p, double angle) {
    double c = wend_cos(angle), s = wend_sin(angle);
    return (wend_point){c * p.x - s * p.y, s * p.x + c * p.y};
}

/* A corner, and the circle around it. */
typedef struct corner_circle {
    wend_location corner;
    double radius;
} corner_circle;

/* Adds the vertex for a part of the arc, which begins at the unit vector `first` and spans `angle`
 * (rad, signed). Where another wall leaves no room for that vertex, the part is halved: vertices of
 * shorter parts lie nearer to the circle. */
static wend_result add_part(visibility *v, const corner_circle *c, wend_point first, double angle,
                            uint32_t halvings) {
    double side = angle < 0.0 ? -1.0 : 1.0, far = c->radius / wend_cos(angle / 2.0);
    wend_point out = rotate(first, angle / 2.0), last = rotate(first, angle);
    wend_location at = {point_narrow(point_along(point_wide(c->corner.position), out, far)),
                        c->corner.layer};
    at = cross_link(v->b->space, c->corner.position, at);
    if (is_free(v, at, c->radius)) {
        /* Tangents at the beginning and at the end of this part, away from the vertex. */
        turning turn = {{side * first.y, -side * first.x}, {-side * last.y, side * last.x}};
        return add_vertex(v, at, turn);
    }
    if (halvings == MAX_HALVINGS) {
        return WEND_OK;
    }
    wend_result result = add_part(v, c, first, angle / 2.0, halvings + 1);
    return result == WEND_OK ? add_part(v, c, out, angle / 2.0, halvings + 1) : result;
}

/* Adds the chain around a corner. `normal` is the unit normal of the first wall, on the side of the
 * free ground; the arc begins there and spans `angle` (rad, signed). */
static wend_result add_chain(visibility *v, wend_location corner, wend_point normal, double angle,
                             double radius) {
    corner_circle c = {corner, radius};
    uint32_t count = (uint32_t)ceil(fabs(angle) / LARGEST_STEP - 1e-9);
    count = count > 0 ? count : 1;
    double part = angle / count;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = add_part(v, &c, rotate(normal, part * i), part, 0);
    }
    return result;
}

static wend_point direction_of(const wend_wall *wall) {
    wend_point along = point_sub(point_wide(wall->b), point_wide(wall->a));
    double length = point_length(along);
    return (wend_point){along.x / length, along.y / length};
}

static wend_point left_of(wend_point direction) {
    return (wend_point){-direction.y, direction.x};
}

/* Adds the chain where a wall meets the next one. Walls have the ground on their left; thin walls
 * have it on both sides. */
static wend_result add_corner(visibility *v, const wend_wall *wall, const wend_wall *next,
                              double radius) {
    wend_point d = direction_of(wall), e = direction_of(next);
    double turn = wend_atan2(point_cross(d, e), point_dot(d, e));
    wend_location corner = {wall->b, wall->layer};
    if (turn < 0.0) {
        return add_chain(v, corner, left_of(d), turn, radius);
    }
    if (turn > 0.0 && !wall->one_sided) {
        wend_point n = left_of(d);
        return add_chain(v, corner, (wend_point){-n.x, -n.y}, turn, radius);
    }
    return WEND_OK;
}

static wend_result add_wall(visibility *v, const wend_wall *wall, double radius) {
    if (wall->obstacle_class != 0) {
        return WEND_OK;
    }
    wend_point d = direction_of(wall);
    wend_result result = WEND_OK;
    if (wall->next != WEND_NO_WALL) {
        wend_wall next = wend_space_wall(v->b->space, wall->next);
        result = add_corner(v, wall, &next, radius);
    } else if (!wall->one_sided) {
        result = add_chain(v, (wend_location){wall->b, wall->layer}, left_of(d), -WEND_PI, radius);
    }
    if (wall->previous == WEND_NO_WALL && !wall->one_sided && result == WEND_OK) {
        wend_point n = left_of(d);
        result = add_chain(v, (wend_location){wall->a, wall->layer}, (wend_point){-n.x, -n.y},
                           -WEND_PI, radius);
    }
    return result;
}

/* Adds the chain where a wall of a ring ends at a link. The chain spans a quarter circle; the wall
 * of the other layer that begins there adds the next quarter. */
static wend_result add_link_end(visibility *v, const wend_wall *wall, double radius) {
    if (wall->obstacle_class != 0 || !wall->one_sided) {
        return WEND_OK;
    }
    wend_point d = direction_of(wall);
    wend_result result = WEND_OK;
    if (wall->next == WEND_NO_WALL) {
        result =
            add_chain(v, (wend_location){wall->b, wall->layer}, left_of(d), -WEND_PI / 2.0, radius);
    }
    if (wall->previous == WEND_NO_WALL && result == WEND_OK) {
        wend_point n = left_of(d);
        result = add_chain(v, (wend_location){wall->a, wall->layer}, rotate(n, WEND_PI / 2.0),
                           -WEND_PI / 2.0, radius);
    }
    return result;
}

static wend_result add_vertices(visibility *v, double radius) {
    double around = fmax(radius * MARGIN, LEAST_RADIUS);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < wend_space_wall_count(v->b->space) && result == WEND_OK; i++) {
        wend_wall wall = wend_space_wall(v->b->space, i);
        result = add_wall(v, &wall, around);
        if (result == WEND_OK) {
            result = add_link_end(v, &wall, around);
        }
    }
    return result;
}

static wend_result add_link_vertices(visibility *v) {
    roadmap_builder *b = v->b;
    uint32_t first = b->network.vertex_count;
    if (!roadmap_add_link_vertices(b, b->radius, HUGE_VAL) ||
        !memory_grow(&b->heap, (void **)&v->turnings, sizeof *v->turnings, &v->capacity,
                     b->network.vertex_count + 1)) {
        return error_no_memory(b->error, "a roadmap");
    }
    for (uint32_t i = first; i < b->network.vertex_count; i++) {
        v->turnings[i] = (turning){{0.0, 0.0}, {0.0, 0.0}};
    }
    return WEND_OK;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Returns by how much (m) the ends of a line may be off through rounding to single precision. */
static double rounding_of(wend_vec2 p, wend_vec2 q) {
    const double SHARE = 4.0 * 1.2e-7; /* four units in the last place */
    double x = fmax(fabs((double)p.x), fabs((double)q.x));
    return SHARE * fmax(1.0, fmax(x, fmax(fabs((double)p.y), fabs((double)q.y))));
}

/* True if a path along a line can turn at a vertex: both of its neighbours on the chain lie on the
 * same side of the line, or on the line up to `slack` (m, at the length of the line). */
static bool can_turn(const turning *turn, wend_point along, double slack) {
    double before = point_cross(along, turn->before), after = point_cross(along, turn->after);
    return (before >= -slack && after >= -slack) || (before <= slack && after <= slack);
}

static wend_result add_pair(visibility *v, uint32_t i, uint32_t k) {
    roadmap_builder *b = v->b;
    const roadmap_vertex *p = &b->network.vertices[i], *q = &b->network.vertices[k];
    wend_point along = point_sub(point_wide(q->position), point_wide(p->position));
    uint32_t p_link = b->network.links[i], q_link = b->network.links[k];
    double slack = rounding_of(p->position, q->position);
    bool is_turn =
        can_turn(&v->turnings[i], along, slack) && can_turn(&v->turnings[k], along, slack);
    if (!is_turn || (p_link != SPACE_NONE && p_link == q_link)) {
        return WEND_OK;
    }
    /* A vertex on a link sees the other vertex from either layer of the link. */
    uint32_t layers[2] = {p->layer, p->layer};
    if (p_link != SPACE_NONE) {
        layers[0] = b->space->links[p_link].left_layer;
        layers[1] = b->space->links[p_link].right_layer;
    }
    for (uint32_t side = 0; side < 2; side++) {
        wend_location from = {p->position, layers[side]};
        uint32_t last = wend_space_layer_after(b->space, from, q->position);
        bool ends_there = last == q->layer ||
                          (q_link != SPACE_NONE && (last == b->space->links[q_link].left_layer ||
                                                    last == b->space->links[q_link].right_layer));
        wend_location to = {q->position, last};
        if (ends_there && (side == 0 || layers[1] != layers[0]) &&
            wend_space_is_visible(b->space, from, to, (float)b->radius, 1)) {
            if (roadmap_add_straight(b, i, k, from.layer) == ROADMAP_NONE) {
                return error_no_memory(b->error, "a roadmap");
            }
            return WEND_OK;
        }
    }
    return WEND_OK;
}

static wend_result add_edges(visibility *v) {
    /* Edges across links add further vertices. */
    uint32_t count = v->turnings != NULL ? v->b->network.vertex_count : 0;
    wend_result result = WEND_OK;
    for (uint32_t i = 1; i < count && result == WEND_OK; i++) {
        for (uint32_t k = 0; k < i && result == WEND_OK; k++) {
            result = add_pair(v, k, i);
        }
        double share = (double)i / count;
        if (result == WEND_OK && i % 64 == 0) {
            result = roadmap_report(v->b, LINKED * share * share);
        }
    }
    return result;
}

wend_result roadmap_add_visibility(roadmap_builder *b) {
    visibility v = {.b = b};
    const double zero = 0.0;
    const double *radii = b->def->radius_count > 0 ? b->def->radii : &zero;
    uint32_t count = b->def->radius_count > 0 ? b->def->radius_count : 1;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = add_vertices(&v, radii[i]);
    }
    if (result == WEND_OK) {
        result = add_link_vertices(&v);
    }
    if (result == WEND_OK) {
        result = add_edges(&v);
    }
    memory_free(&b->heap, v.turnings, v.capacity * sizeof *v.turnings);
    return result;
}
