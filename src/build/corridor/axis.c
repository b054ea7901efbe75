/* Turns the Voronoi diagram of a layer's walls into the medial axis: keeps the edges on the ground
 * and joins them into chains of breakpoints. Chains end at vertices where three or more edges meet,
 * and at corners of the ground.
 *
 * If several edges run into the same corner, as they do where obstacles touch, each of them ends a
 * chain there: no agent can pass a point without clearance. An edge that reaches a link also ends
 * its chain there.
 *
 * Cost: O(n log n). */
#include "build/corridor/axis.h"
#include "base/error.h"
#include "geom/point.h"
#include "geom/vec.h"
#include <string.h>

static void *take(void *context, size_t size) {
    return arena_take(context, size, MEMORY_ALIGNMENT);
}

/* ---- Vertices -------------------------------------------------------------------------------- */

/* Counts the ends of an edge at its vertices, or stores them in a->ends. For each vertex, `next`
 * holds the number of ends counted so far, or the index in a->ends at which the next end is stored.
 */
static void count_or_store_ends(corridor_axis *a, uint32_t index, uint32_t *next, bool count) {
    const voronoi_edge *e = &a->diagram.edges[index];
    uint32_t vertices[2] = {e->from, e->to};
    for (uint32_t i = 0; i < 2; i++) {
        wend_vec2 corner;
        if (corridor_runs_into(a, e, vertices[i], &corner)) {
            continue;
        }
        if (!count) {
            a->ends[next[vertices[i]]] = index;
        }
        next[vertices[i]]++;
    }
}

static void join_ends(corridor_axis *a) {
    uint32_t vertices = a->diagram.vertex_count, edges = a->diagram.edge_count, at = 0;
    memset(a->starts, 0, ((size_t)vertices + 1) * sizeof *a->starts);
    for (uint32_t i = 0; i < edges; i++) {
        if (a->kept[i]) {
            count_or_store_ends(a, i, a->starts, true);
        }
    }
    for (uint32_t i = 0; i <= vertices; i++) {
        uint32_t here = a->starts[i];
        a->starts[i] = at;
        at += here;
    }
    for (uint32_t i = 0; i < edges; i++) {
        if (a->kept[i]) {
            count_or_store_ends(a, i, a->starts, false);
        }
    }
    memmove(a->starts + 1, a->starts, (size_t)vertices * sizeof *a->starts);
    a->starts[0] = 0;
}

static uint32_t degree_of(const corridor_axis *a, uint32_t vertex) {
    return a->starts[vertex + 1] - a->starts[vertex];
}

/* True if edges of the map end at a vertex. */
static bool is_node(const corridor_axis *a, uint32_t vertex) {
    return degree_of(a, vertex) != 2 || a->marks[vertex] != CORRIDOR_NONE;
}

/* ---- Parts of the map ------------------------------------------------------------------------ */

static bool add_vertex(corridor_axis *a, wend_vec2 position, uint32_t *out) {
    corridor_builder *b = a->b;
    if (!memory_grow(&b->heap, (void **)&b->parts.vertices, sizeof *b->parts.vertices,
                     &b->vertex_capacity, b->parts.vertex_count + 1)) {
        return false;
    }
    *out = b->parts.vertex_count++;
    b->parts.vertices[*out] = (corridor_vertex){.position = position, .layer = a->layer};
    return true;
}

/* If an edge runs along a link, marks its ends as crossed on both sides. The axis may leave the
 * link on one side only, so these ends need no continuation on the other layer. */
static bool mark_ends_crossed(corridor_axis *a, const voronoi_edge *e) {
    uint32_t ends[2] = {e->from, e->to}, vertex;
    bool good = true;
    for (uint32_t i = 0; i < 2 && good && corridor_runs_along(a, e); i++) {
        good = corridor_add_crossing(a->b, a->marks[ends[i]], CORRIDOR_BOTH,
                                     corridor_metres(a, ends[i]), &vertex);
    }
    return good;
}

/* Finds or adds the map vertex for a vertex of the diagram. On a link, both layers share the map
 * vertex. Returns false if out of memory. */
static bool vertex_of(corridor_axis *a, uint32_t vertex, uint32_t *out) {
    uint32_t link = a->marks[vertex];
    bool good = true;
    if (a->vertices[vertex] == CORRIDOR_NONE && link != CORRIDOR_NONE) {
        uint32_t side = a->layer == a->b->links[link].left ? CORRIDOR_LEFT : CORRIDOR_RIGHT;
        good = corridor_add_crossing(a->b, link, side, corridor_metres(a, vertex),
                                     &a->vertices[vertex]);
    } else if (a->vertices[vertex] == CORRIDOR_NONE) {
        good = add_vertex(a, point_narrow(corridor_metres(a, vertex)), &a->vertices[vertex]);
    }
    *out = a->vertices[vertex];
    return good;
}

static bool site_of(corridor_axis *a, voronoi_site site, uint32_t *out) {
    corridor_builder *b = a->b;
    uint32_t *known = &a->sites[3 * (size_t)site.segment + (size_t)site.part];
    if (*known == CORRIDOR_NONE) {
        if (!memory_grow(&b->heap, (void **)&b->parts.sites, sizeof *b->parts.sites,
                         &b->site_capacity, b->parts.site_count + 1)) {
            return false;
        }
        *known = b->parts.site_count++;
        b->parts.sites[*known] = corridor_site_of(a->walls, site);
    }
    *out = *known;
    return true;
}

static bool add_breakpoint(corridor_axis *a, wend_vec2 position) {
    corridor_builder *b = a->b;
    if (!memory_grow(&b->heap, (void **)&b->parts.breakpoints, sizeof *b->parts.breakpoints,
                     &b->breakpoint_capacity, b->parts.breakpoint_count + 1)) {
        return false;
    }
    b->parts.breakpoints[b->parts.breakpoint_count++] = (corridor_breakpoint){
        .position = position, .left_site = CORRIDOR_NONE, .right_site = CORRIDOR_NONE};
    return true;
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* An edge of the diagram in the direction in which it is traversed. */
typedef struct traversal {
    uint32_t from, to;
    voronoi_site left, right;
} traversal;

static traversal traverse_edge(const voronoi_edge *e, uint32_t from) {
    return e->from == from ? (traversal){e->from, e->to, e->left, e->right}
                           : (traversal){e->to, e->from, e->right, e->left};
}

/* Finds the point of smallest clearance within an edge: halfway between a corner and the nearest
 * point of the site on the other side. Returns false if the clearance is smallest at an end of the
 * edge. */
static bool find_least_clearance(const corridor_axis *a, const traversal *l, wend_vec2 *out) {
    corridor_site left = corridor_site_of(a->walls, l->left),
                  right = corridor_site_of(a->walls, l->right);
    if (l->left.part == VORONOI_INSIDE && l->right.part == VORONOI_INSIDE) {
        return false;
    }
    const corridor_site *other = l->left.part == VORONOI_INSIDE ? &left : &right;
    wend_vec2 corner = l->left.part == VORONOI_INSIDE ? right.a : left.a;
    double x, y; /* perpendicular to the line from the corner to the other site */
    double middle_x, middle_y;
    if (vec_equal(other->a, other->b)) {
        x = -((double)other->a.y - (double)corner.y);
        y = (double)other->a.x - (double)corner.x;
        middle_x = ((double)other->a.x + (double)corner.x) / 2.0;
        middle_y = ((double)other->a.y + (double)corner.y) / 2.0;
    } else {
        x = (double)other->b.x - (double)other->a.x;
        y = (double)other->b.y - (double)other->a.y;
        double along = (((double)corner.x - (double)other->a.x) * x +
                        ((double)corner.y - (double)other->a.y) * y) /
                       (x * x + y * y);
        middle_x = ((double)other->a.x + along * x + (double)corner.x) / 2.0;
        middle_y = ((double)other->a.y + along * y + (double)corner.y) / 2.0;
    }
    wend_point from = corridor_metres(a, l->from), to = corridor_metres(a, l->to);
    double before = (from.x - (double)corner.x) * x + (from.y - (double)corner.y) * y;
    double after = (to.x - (double)corner.x) * x + (to.y - (double)corner.y) * y;
    *out = (wend_vec2){(float)middle_x, (float)middle_y};
    return (before < 0.0 && after > 0.0) || (before > 0.0 && after < 0.0);
}

static bool set_sites(corridor_axis *a, const traversal *l) {
    corridor_breakpoint *last = &a->b->parts.breakpoints[a->b->parts.breakpoint_count - 1];
    return site_of(a, l->left, &last->left_site) && site_of(a, l->right, &last->right_site);
}

/* Adds the pieces of a traversed edge, from the last breakpoint to `end`. */
static bool add_pieces(corridor_axis *a, const traversal *l, wend_vec2 end) {
    wend_vec2 least;
    if (find_least_clearance(a, l, &least) && (!set_sites(a, l) || !add_breakpoint(a, least))) {
        return false;
    }
    return set_sites(a, l) && add_breakpoint(a, end);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Returns the other edge at a vertex where exactly two edges meet. */
static uint32_t other_edge(const corridor_axis *a, uint32_t vertex, uint32_t edge) {
    uint32_t first = a->starts[vertex];
    return a->ends[first] == edge ? a->ends[first + 1] : a->ends[first];
}

/* Adds the breakpoints along an edge, starting at a vertex whose breakpoint already exists.
 * Continues through vertices where only two edges meet, up to the vertex where the chain ends. */
static bool follow_chain(corridor_axis *a, uint32_t from, uint32_t edge, corridor_edge *out) {
    uint32_t begin = from;
    wend_vec2 corner;
    for (;;) {
        const voronoi_edge *e = &a->diagram.edges[edge];
        traversal l = traverse_edge(e, from);
        a->kept[edge] = 0;
        if (!mark_ends_crossed(a, e)) {
            return false;
        }
        if (corridor_runs_into(a, e, l.to, &corner)) {
            out->flags = CORRIDOR_DEAD_END;
            return add_pieces(a, &l, corner) && add_vertex(a, corner, &out->to);
        }
        if (is_node(a, l.to) || l.to == begin) {
            return vertex_of(a, l.to, &out->to) &&
                   add_pieces(a, &l, a->b->parts.vertices[out->to].position);
        }
        if (!add_pieces(a, &l, point_narrow(corridor_metres(a, l.to)))) {
            return false;
        }
        edge = other_edge(a, l.to, edge);
        from = l.to;
    }
}

static bool add_chain(corridor_axis *a, uint32_t from, uint32_t edge) {
    corridor_builder *b = a->b;
    corridor_edge made = {.first = b->parts.breakpoint_count, .layer = (uint16_t)a->layer};
    if (!vertex_of(a, from, &made.from) ||
        !add_breakpoint(a, b->parts.vertices[made.from].position) ||
        !follow_chain(a, from, edge, &made) ||
        !memory_grow(&b->heap, (void **)&b->parts.edges, sizeof *b->parts.edges, &b->edge_capacity,
                     b->parts.edge_count + 1)) {
        return false;
    }
    made.count = b->parts.breakpoint_count - made.first;
    b->parts.edges[b->parts.edge_count++] = made;
    return true;
}

/* Adds the chains. Chains that start at nodes come first; the remaining edges form rings, which may
 * start at any vertex. */
static bool add_chains(corridor_axis *a) {
    for (int rings = 0; rings < 2; rings++) {
        for (uint32_t i = 0; i < a->diagram.vertex_count; i++) {
            uint32_t degree = degree_of(a, i);
            for (uint32_t k = 0; k < degree && (is_node(a, i) || rings == 1); k++) {
                uint32_t edge = a->ends[a->starts[i] + k];
                if (a->kept[edge] && !add_chain(a, i, edge)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* ---- The axis of a layer --------------------------------------------------------------------- */

static bool make_room(corridor_axis *a) {
    memory_arena *arena = &a->b->scratch;
    size_t vertices = (size_t)a->diagram.vertex_count + 1,
           edges = (size_t)a->diagram.edge_count + 1;
    size_t sites = 3 * (size_t)a->walls->count;
    a->kept = arena_take(arena, edges, 64);
    a->starts = arena_take(arena, vertices * sizeof *a->starts, 64);
    a->ends = arena_take(arena, 2 * edges * sizeof *a->ends, 64);
    a->vertices = arena_take(arena, vertices * sizeof *a->vertices, 64);
    a->sites = arena_take(arena, sites * sizeof *a->sites, 64);
    if (!a->kept || !a->starts || !a->ends || !a->vertices || !a->sites) {
        return false;
    }
    memset(a->vertices, 0xff, vertices * sizeof *a->vertices);
    memset(a->sites, 0xff, sites * sizeof *a->sites);
    return true;
}

static voronoi_result make_diagram(corridor_axis *a) {
    uint32_t count = a->walls->count;
    voronoi_segment *segments = arena_take(&a->b->scratch, count * sizeof *segments, 64);
    if (segments == NULL) {
        return VORONOI_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const pairs_segment *wall = &a->walls->items[i];
        double unit = a->b->unit;
        segments[i] = (voronoi_segment){
            (int32_t)((double)wall->a.x / unit), (int32_t)((double)wall->a.y / unit),
            (int32_t)((double)wall->b.x / unit), (int32_t)((double)wall->b.y / unit)};
    }
    return voronoi_make(segments, count, take, &a->b->scratch, &a->diagram);
}

wend_result corridor_add_axis(corridor_builder *b, uint32_t layer, const corridor_walls *walls) {
    corridor_axis a = {.b = b, .layer = layer, .walls = walls};
    voronoi_result made = make_diagram(&a);
    if (made == VORONOI_FAILED) {
        return error_set(
            b->error, WEND_ERROR_GEOMETRY,
            "the corridor map cannot be built: the Voronoi diagram of its walls failed");
    }
    if (made != VORONOI_DONE || !corridor_cut_edges(b, layer, walls, &a.diagram, &a.marks) ||
        !make_room(&a)) {
        return error_no_memory(b->error, "a corridor map");
    }
    wend_result result = corridor_choose_edges(&a);
    if (result == WEND_OK) {
        join_ends(&a);
        result = add_chains(&a) ? WEND_OK : error_no_memory(b->error, "a corridor map");
    }
    return result;
}
