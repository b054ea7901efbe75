/* Cuts the edges of a Voronoi diagram where they cross the links of a layer.
 *
 * An edge between a wall and a corner f is a parabola. Its points are
 *
 *     f + u * X + n * ((X^2 + d^2) / (2 * d) - d)
 *
 *     d   distance of f from the wall's line
 *     u   direction along the wall
 *     n   direction away from the wall, towards f
 *     X   position along the wall's line of a point's projection, relative to the projection of f
 *
 * The distance of such a point from a link's line is quadratic in X.
 *
 * Cost: O(n log n) in the edges and the links that meet the boxes around them. */
#include "build/corridor/corridor.h"
#include "geom/point.h"
#include "geom/vec.h"
#include "read/shapes.h"
#include <math.h>
#include <string.h>

static const double ON_LINK = 1e-2; /* grid units: a vertex this close to a link counts as on it */

typedef struct cutter {
    corridor_builder *b;
    const corridor_walls *walls;
    uint32_t layer;
    const corridor_link *link;
    voronoi_diagram *diagram;
    uint32_t *marks;
    uint32_t *next; /* per edge: the lowest index of a link that may still cut it; links are tried
                       in ascending order */
    uint32_t room;  /* number of cuts for which there is still room */
} cutter;

/* An edge as a curve: a segment from `from` to `to`, or an arc of a parabola on which X runs from
 * `begin` to `end`. */
typedef struct curve {
    wend_point from, to;
    bool is_parabola;
    wend_point focus, along, away;
    double d, begin, end;
} curve;

corridor_site corridor_site_of(const corridor_walls *walls, voronoi_site site) {
    const pairs_segment *wall = &walls->items[site.segment];
    return (corridor_site){site.part == VORONOI_B ? wall->b : wall->a,
                           site.part == VORONOI_A ? wall->a : wall->b};
}

static wend_point vertex_position(const corridor_builder *b, const voronoi_diagram *d,
                                  uint32_t at) {
    return (wend_point){d->vertices[at].x * b->unit, d->vertices[at].y * b->unit};
}

/* ---- Curves ---------------------------------------------------------------------------------- */

static curve curve_of(const corridor_builder *b, const corridor_walls *walls,
                      const voronoi_diagram *diagram, const voronoi_edge *e) {
    curve c = {.from = vertex_position(b, diagram, e->from),
               .to = vertex_position(b, diagram, e->to)};
    bool left = e->left.part == VORONOI_INSIDE, right = e->right.part == VORONOI_INSIDE;
    if (left == right) {
        return c;
    }
    corridor_site wall = corridor_site_of(walls, left ? e->left : e->right);
    corridor_site corner = corridor_site_of(walls, left ? e->right : e->left);
    wend_point offset = point_sub(point_wide(wall.b), point_wide(wall.a));
    double length = sqrt(point_dot(offset, offset));
    c.focus = point_wide(corner.a);
    c.along = (wend_point){offset.x / length, offset.y / length};
    c.away = (wend_point){-c.along.y, c.along.x};
    c.d = point_dot(point_sub(c.focus, point_wide(wall.a)), c.away);
    if (c.d < 0.0) {
        c.away = (wend_point){c.along.y, -c.along.x};
        c.d = -c.d;
    }
    c.begin = point_dot(point_sub(c.from, c.focus), c.along);
    c.end = point_dot(point_sub(c.to, c.focus), c.along);
    c.is_parabola = c.d > 0.0;
    return c;
}

static wend_point point_at(const curve *c, double x) {
    if (!c->is_parabola) {
        return (wend_point){c->from.x + (c->to.x - c->from.x) * x,
                            c->from.y + (c->to.y - c->from.y) * x};
    }
    double h = (x * x + c->d * c->d) / (2.0 * c->d) - c->d;
    return (wend_point){c->focus.x + c->along.x * x + c->away.x * h,
                        c->focus.y + c->along.y * x + c->away.y * h};
}

wend_point corridor_edge_middle(const corridor_builder *b, const corridor_walls *walls,
                                const voronoi_diagram *diagram, const voronoi_edge *e) {
    curve c = curve_of(b, walls, diagram, e);
    return point_at(&c, c.is_parabola ? (c.begin + c.end) / 2.0 : 0.5);
}

/* Finds the real roots of `second * x^2 + first * x + constant`. Returns the number of roots. */
static uint32_t solve_quadratic(double second, double first, double constant, double out[2]) {
    double discriminant = first * first - 4.0 * second * constant;
    if (!(discriminant >= 0.0)) {
        return 0;
    }
    double q = -0.5 * (first + (first < 0.0 ? -sqrt(discriminant) : sqrt(discriminant)));
    uint32_t count = 0;
    if (second != 0.0) {
        out[count++] = q / second;
    }
    if (q != 0.0) {
        out[count++] = constant / q;
    }
    return count;
}

/* Finds the parameters at which a curve meets the link's line. Returns the number of parameters. */
static uint32_t meet_line(const cutter *k, const curve *c, double out[2]) {
    if (!c->is_parabola) {
        double from = corridor_own_side(k->link, k->layer, c->from);
        double to = corridor_own_side(k->link, k->layer, c->to);
        out[0] = from / (from - to);
        return (from < 0.0) != (to < 0.0) ? 1 : 0;
    }
    wend_point apex = point_at(c, 0.0);
    double constant = corridor_own_side(k->link, k->layer, apex);
    wend_point beside = {apex.x + c->along.x, apex.y + c->along.y};
    wend_point above = {apex.x + c->away.x, apex.y + c->away.y};
    double first = corridor_own_side(k->link, k->layer, beside) - constant;
    double up = corridor_own_side(k->link, k->layer, above) - constant;
    return solve_quadratic(up / (2.0 * c->d), first, constant, out);
}

static bool is_near(const cutter *k, wend_point p, wend_point q) {
    double reach = 0.5 * ON_LINK * k->b->unit;
    return fabs(p.x - q.x) < reach && fabs(p.y - q.y) < reach;
}

/* Finds the points where an edge crosses the link, in order along the edge; crossings at the ends
 * of the edge are left out. Returns the number of points. */
static uint32_t find_cuts(const cutter *k, const voronoi_edge *e, wend_point out[2]) {
    curve c = curve_of(k->b, k->walls, k->diagram, e);
    double roots[2], begin = c.is_parabola ? c.begin : 0.0, end = c.is_parabola ? c.end : 1.0;
    uint32_t count = meet_line(k, &c, roots), found = 0;
    if (count == 2 && (roots[0] < roots[1]) != (begin < end)) {
        double swap = roots[0];
        roots[0] = roots[1];
        roots[1] = swap;
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_point p = point_at(&c, roots[i]);
        double along = corridor_distance_along(k->link, p);
        bool inside = (roots[i] > begin) != (roots[i] > end);
        if (inside && along > 0.0 && along < corridor_link_length(k->link) &&
            !is_near(k, p, c.from) && !is_near(k, p, c.to)) {
            out[found++] = p;
        }
    }
    return found;
}

/* ---- Cutting --------------------------------------------------------------------------------- */

/* Finds the links that may meet an edge, and stores them in b->near_links.found. Returns the number
 * of links. For an arc of a parabola, uses a box that is aligned with the parabola's own axes and
 * encloses the ends of the arc; if the parabola's vertex is on the arc, the box encloses it too. */
static uint32_t find_links_near(const cutter *k, const voronoi_edge *e) {
    curve c = curve_of(k->b, k->walls, k->diagram, e);
    shapes_box box = {.any = false};
    shapes_include(&box, c.from);
    shapes_include(&box, c.to);
    if (c.is_parabola) {
        double low = fmin(c.begin, c.end), high = fmax(c.begin, c.end);
        double x = fmin(fmax(0.0, low), high), reach = fmax(fabs(low), fabs(high));
        double lowest = (x * x + c.d * c.d) / (2.0 * c.d) - c.d;
        double highest = (reach * reach + c.d * c.d) / (2.0 * c.d) - c.d;
        for (int i = 0; i < 4; i++) {
            double u = i % 2 == 0 ? low : high, v = i < 2 ? lowest : highest;
            shapes_include(&box, (wend_point){c.focus.x + c.along.x * u + c.away.x * v,
                                              c.focus.y + c.along.y * u + c.away.y * v});
        }
    }
    return corridor_find_links(k->b, k->layer, box.low, box.high);
}

static void mark_vertex(cutter *k, uint32_t vertex) {
    double reach = ON_LINK * k->b->unit;
    wend_point p = vertex_position(k->b, k->diagram, vertex);
    uint32_t count = corridor_find_links(k->b, k->layer, p, p);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = k->b->near_links.found[i] / 2;
        const corridor_link *link = &k->b->links[index];
        double along = corridor_distance_along(link, p);
        if (fabs(corridor_own_side(link, k->layer, p)) < reach && along > reach &&
            along < corridor_link_length(link) - reach) {
            k->marks[vertex] = index;
        }
    }
}

/* Cuts one edge at a link, and appends the new pieces to the list of edges. */
static void cut_edge(cutter *k, uint32_t index, uint32_t link) {
    wend_point positions[2];
    voronoi_diagram *d = k->diagram;
    uint32_t count = find_cuts(k, &d->edges[index], positions), last = index;
    uint32_t to = d->edges[index].to;
    for (uint32_t i = 0; i < count && k->room > 0; i++, k->room--) {
        uint32_t vertex = d->vertex_count++;
        d->vertices[vertex] =
            (voronoi_vertex){positions[i].x / k->b->unit, positions[i].y / k->b->unit};
        k->marks[vertex] = link;
        d->edges[d->edge_count] = d->edges[last];
        k->next[d->edge_count] = link + 1;
        d->edges[last].to = vertex;
        last = d->edge_count++;
        d->edges[last].from = vertex;
    }
    d->edges[last].to = to;
}

static void cut_at_links(cutter *k, uint32_t index) {
    uint32_t count = find_links_near(k, &k->diagram->edges[index]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t link = k->b->near_links.found[i] / 2;
        if (link >= k->next[index]) {
            k->link = &k->b->links[link];
            cut_edge(k, index, link);
        }
    }
}

/* Copies the diagram's vertices and edges into larger arrays with room for `more` cuts. */
static bool make_room(cutter *k, memory_arena *arena, uint32_t more) {
    voronoi_diagram *d = k->diagram;
    size_t vertices = (size_t)d->vertex_count + more + 1, edges = (size_t)d->edge_count + more + 1;
    voronoi_vertex *new_vertices = arena_take(arena, vertices * sizeof *new_vertices, 64);
    voronoi_edge *new_edges = arena_take(arena, edges * sizeof *new_edges, 64);
    k->marks = arena_take(arena, vertices * sizeof *k->marks, 64);
    k->next = arena_take(arena, edges * sizeof *k->next, 64);
    if (new_vertices == NULL || new_edges == NULL || k->marks == NULL || k->next == NULL) {
        return false;
    }
    memcpy(new_vertices, d->vertices, d->vertex_count * sizeof *new_vertices);
    memcpy(new_edges, d->edges, d->edge_count * sizeof *new_edges);
    memset(k->marks, 0xff, vertices * sizeof *k->marks);
    memset(k->next, 0, edges * sizeof *k->next);
    d->vertices = new_vertices;
    d->edges = new_edges;
    k->room = more;
    return true;
}

/* Returns an upper limit on the number of cuts. It is twice the number of pairs that consist of an
 * edge and a link near it, because a curve meets a line at most twice. */
static uint32_t most_cuts(const cutter *k) {
    uint64_t more = 0;
    for (uint32_t i = 0; i < k->diagram->edge_count; i++) {
        more += 2 * (uint64_t)find_links_near(k, &k->diagram->edges[i]);
    }
    return more < UINT32_MAX / 4 ? (uint32_t)more : UINT32_MAX / 4;
}

bool corridor_cut_edges(corridor_builder *b, uint32_t layer, const corridor_walls *walls,
                        voronoi_diagram *diagram, uint32_t **marks) {
    cutter k = {.b = b, .walls = walls, .layer = layer, .diagram = diagram};
    bool any = b->space->link_count > 0;
    if (!make_room(&k, &b->scratch, any ? most_cuts(&k) : 0)) {
        return false;
    }
    uint32_t vertices = any ? diagram->vertex_count : 0;
    for (uint32_t i = 0; i < vertices; i++) {
        mark_vertex(&k, i);
    }
    for (uint32_t i = 0; any && i < diagram->edge_count; i++) { /* also visits appended pieces */
        cut_at_links(&k, i);
    }
    *marks = k.marks;
    return true;
}
