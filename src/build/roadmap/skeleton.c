/* Builds roadmaps from the medial axis of the ground: builds a corridor map, and replaces the
 * curves of its edges by chains of straight edges. Edges that run into corners are left out,
 * because no disc can follow them to their end.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * section 2: the skeleton.
 *
 * A chord of a curve comes nearer to a wall than the curve. A piece is halved until the middle of
 * the chord is within a fiftieth of the clearance of the curve, so that the clearance of its edges
 * is at most about 2 % below that of the axis.
 *
 * Cost: that of the corridor map, O(n log n) in the number of walls, and of the clearances
 * (clearance.c). */
#include "base/error.h"
#include "build/roadmap/roadmap.h"
#include "geom/point.h"
#include "geom/vec.h"
#include <math.h>

enum { MAX_HALVINGS = 8 };

static const double DEVIATION = 0.02;       /* of the clearance */
static const double LEAST_DEVIATION = 1e-3; /* m */
static const double AXIS_SHARE = 0.5;       /* share of the work for the corridor map */

typedef struct chain {
    roadmap_builder *b;
    const wend_map *axis;
    uint32_t
        *vertices; /* for each vertex of the axis: its vertex of the network, or ROADMAP_NONE */
    uint32_t edge, layer;
    uint32_t last; /* the vertex at which the chain ends so far */
} chain;

static bool add_point(chain *c, wend_vec2 at) {
    uint32_t vertex = roadmap_add_vertex(c->b, (wend_location){at, c->layer}, SPACE_NONE);
    bool good = vertex != ROADMAP_NONE && roadmap_add_edge(c->b, c->last, vertex, c->layer);
    c->last = vertex;
    return good;
}

/* Adds the inner points of the part of a segment between two of its points. */
static bool add_inner_points(chain *c, uint32_t segment, double from, double to, int halvings) {
    wend_corridor_sample a = wend_corridor_sample_at(c->axis, c->edge, segment, from);
    wend_corridor_sample b = wend_corridor_sample_at(c->axis, c->edge, segment, to);
    double middle = (from + to) / 2.0;
    wend_corridor_sample m = wend_corridor_sample_at(c->axis, c->edge, segment, middle);
    double allowed = fmax(DEVIATION * (double)m.clearance, LEAST_DEVIATION);
    wend_vec2 chord = vec_lerp(a.position, b.position, 0.5F);
    if (halvings == MAX_HALVINGS || wide_distance(chord, m.position) <= allowed) {
        return true;
    }
    return add_inner_points(c, segment, from, middle, halvings + 1) && add_point(c, m.position) &&
           add_inner_points(c, segment, middle, to, halvings + 1);
}

/* Returns the vertex of the network for a vertex of the axis; ROADMAP_NONE if out of memory. Where
 * edges of two layers meet, at a link, the vertex gets the lower layer. */
static uint32_t vertex_for(const chain *c, uint32_t index) {
    if (c->vertices[index] == ROADMAP_NONE) {
        wend_location at = {wend_corridor_vertex_at(c->axis, index).position, c->layer};
        c->vertices[index] = roadmap_add_vertex(c->b, at, SPACE_NONE);
    }
    if (c->vertices[index] != ROADMAP_NONE) {
        roadmap_vertex *v = &c->b->network.vertices[c->vertices[index]];
        v->layer = c->layer < v->layer ? c->layer : v->layer;
    }
    return c->vertices[index];
}

static bool add_axis_edge(chain *c, uint32_t index) {
    wend_corridor_edge edge = wend_corridor_edge_at(c->axis, index);
    if (edge.dead_end) {
        return true;
    }
    c->edge = index;
    c->layer = edge.layer;
    c->last = vertex_for(c, edge.from);
    uint32_t end = vertex_for(c, edge.to);
    bool good = c->last != ROADMAP_NONE && end != ROADMAP_NONE;
    for (uint32_t i = 0; i + 1 < edge.breakpoint_count && good; i++) {
        good = add_inner_points(c, i, 0.0, 1.0, 0);
        if (good && i + 2 < edge.breakpoint_count) {
            good = add_point(c, wend_corridor_breakpoint_at(c->axis, index, i + 1).position);
        }
    }
    return good && roadmap_add_edge(c->b, c->last, end, edge.layer);
}

static bool add_axis(roadmap_builder *b, const wend_map *axis) {
    chain c = {.b = b, .axis = axis};
    uint32_t count = wend_corridor_vertex_count(axis);
    c.vertices = arena_take(&b->kept, ((size_t)count + 1) * sizeof *c.vertices, 16);
    bool good = c.vertices != NULL;
    for (uint32_t i = 0; i < count && good; i++) {
        c.vertices[i] = ROADMAP_NONE;
    }
    for (uint32_t i = 0; i < wend_corridor_edge_count(axis) && good; i++) {
        good = add_axis_edge(&c, i);
    }
    return good;
}

static void report_axis(void *user, double done) {
    const roadmap_builder *b = user;
    watch_report(&b->progress, AXIS_SHARE * done);
}

wend_result roadmap_add_skeleton(roadmap_builder *b) {
    wend_map *axis = NULL;
    wend_corridor_def def = wend_default_corridor_def();
    def.space = b->def->space;
    def.low = b->def->low;
    def.high = b->def->high;
    def.progress = report_axis;
    def.user = b;
    def.cancel = b->def->cancel;
    def.allocator = b->def->allocator;
    wend_result result = wend_corridor_build(&def, &axis, b->error);
    if (result != WEND_OK) {
        return result;
    }
    bool good = add_axis(b, axis);
    wend_map_release(axis);
    return good ? WEND_OK : error_no_memory(b->error, "a roadmap");
}
