/* The walls of a layer, on the grid, each once, and noded: cut wherever another one ends on them or
 * crosses them, so that they meet in common ends alone. The diagram needs that: of walls that cross
 * it comes out wrong without a word.
 *
 * A wall that another one touches is cut there exactly. Where two cross (thin walls may, and
 * rounding to the grid can make others do so) both are led through the nearest point of the grid,
 * and looked at again.
 *
 * Cost: O(n log n) for walls that are spread evenly. */
#include "base/error.h"
#include "base/sort.h"
#include "build/corridor.h"
#include "geom/predicates.h"
#include "geom/vec.h"

enum { MOST_ROUNDS = 24 };

/* A place where a wall is to be cut. */
typedef struct cut {
    uint32_t wall;
    wend_vec2 place;
    double along; /* from its beginning on; only compares */
} cut;

typedef struct noding {
    corridor_builder *b;
    const corridor_walls *walls;
    cut *cuts;
    uint32_t count, capacity;
    bool failed;
} noding;

static bool point_before(wend_vec2 p, wend_vec2 q) {
    return p.x != q.x ? p.x < q.x : p.y < q.y;
}

static bool wall_before(const void *left, const void *right) {
    const pairs_segment *p = left, *q = right;
    return vec_equal(p->a, q->a) ? point_before(p->b, q->b) : point_before(p->a, q->a);
}

static bool cut_before(const void *left, const void *right) {
    const cut *p = left, *q = right;
    return p->wall != q->wall ? p->wall < q->wall : p->along < q->along;
}

/* ---- Gathering ------------------------------------------------------------------------------- */

bool corridor_add_wall(corridor_builder *b, corridor_walls *out, wend_vec2 p, wend_vec2 q) {
    if (vec_equal(p, q)) {
        return true;
    }
    if (!memory_grow(&b->heap, (void **)&out->items, sizeof *out->items, &out->capacity,
                     out->count + 1)) {
        return false;
    }
    out->items[out->count++] = point_before(p, q) ? (pairs_segment){p, q} : (pairs_segment){q, p};
    return true;
}

static bool add_ring(corridor_builder *b, const space_ring *ring, corridor_walls *out) {
    bool good = true;
    for (uint32_t i = 0; i < ring->edge_count && good; i++) {
        const space_edge *e = space_edge_at(b->space, ring->first_edge + i);
        good = e->link != SPACE_NONE ||
               corridor_add_wall(b, out, corridor_snap(b, (double)e->a.x, (double)e->a.y),
                                 corridor_snap(b, (double)e->b.x, (double)e->b.y));
    }
    return good;
}

static bool add_box(corridor_builder *b, corridor_walls *out) {
    wend_vec2 corners[4] = {b->low, {b->high.x, b->low.y}, b->high, {b->low.x, b->high.y}};
    bool good = true;
    for (uint32_t i = 0; i < 4 && good; i++) {
        good = corridor_add_wall(b, out, corners[i], corners[(i + 1) % 4]);
    }
    return good;
}

/* Around a layer with links there is a box too: edges that lead out through links must have ends.
 */
static bool add_all(corridor_builder *b, uint32_t index, corridor_walls *out) {
    const space_layer *layer = &b->space->layers[index];
    bool good = (layer->bounded && layer->link_count == 0) || add_box(b, out);
    for (uint32_t i = 0; i < layer->ring_count && good; i++) {
        const space_ring *ring = &b->space->rings[layer->first_ring + i];
        good = ring->obstacle_class != 0 || add_ring(b, ring, out);
    }
    return good && corridor_add_across(b, index, out);
}

/* ---- Noding ---------------------------------------------------------------------------------- */

static void add_cut(noding *n, uint32_t index, wend_vec2 place) {
    const pairs_segment *wall = &n->walls->items[index];
    if (n->failed || vec_equal(place, wall->a) || vec_equal(place, wall->b)) {
        return;
    }
    n->failed =
        !memory_grow(&n->b->heap, (void **)&n->cuts, sizeof *n->cuts, &n->capacity, n->count + 1);
    if (!n->failed) {
        double x = (double)wall->b.x - (double)wall->a.x, y = (double)wall->b.y - (double)wall->a.y;
        double along =
            ((double)place.x - (double)wall->a.x) * x + ((double)place.y - (double)wall->a.y) * y;
        n->cuts[n->count++] = (cut){index, place, along};
    }
}

static double cross_of(wend_vec2 a, wend_vec2 b, wend_vec2 c) {
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

/* Where two walls cross that have no end on each other, on the grid. */
static wend_vec2 crossing(const noding *n, const pairs_segment *s, const pairs_segment *t) {
    double from = cross_of(t->a, t->b, s->a), to = cross_of(t->a, t->b, s->b);
    double share = from / (from - to);
    return corridor_snap(n->b, (double)s->a.x + ((double)s->b.x - (double)s->a.x) * share,
                         (double)s->a.y + ((double)s->b.y - (double)s->a.y) * share);
}

static void compare(void *context, uint32_t first, uint32_t second) {
    noding *n = context;
    const pairs_segment *s = &n->walls->items[first], *t = &n->walls->items[second];
    if (!predicate_segments_meet(s->a, s->b, t->a, t->b)) {
        return;
    }
    bool a = predicate_on_segment(t->a, s->a, s->b), b = predicate_on_segment(t->b, s->a, s->b);
    bool c = predicate_on_segment(s->a, t->a, t->b), d = predicate_on_segment(s->b, t->a, t->b);
    if (!a && !b && !c && !d) {
        wend_vec2 place = crossing(n, s, t);
        add_cut(n, first, place);
        add_cut(n, second, place);
        return;
    }
    if (a) {
        add_cut(n, first, t->a);
    }
    if (b) {
        add_cut(n, first, t->b);
    }
    if (c) {
        add_cut(n, second, s->a);
    }
    if (d) {
        add_cut(n, second, s->b);
    }
}

static bool sort_all(corridor_builder *b, void *items, size_t count, size_t size,
                     sort_before *before) {
    void *scratch = memory_get_array(&b->heap, count + 1, size);
    if (scratch == NULL) {
        return false;
    }
    sort_stable(items, scratch, count, size, before);
    memory_free(&b->heap, scratch, (count + 1) * size);
    return true;
}

static bool keep_different(corridor_builder *b, corridor_walls *walls) {
    if (!sort_all(b, walls->items, walls->count, sizeof *walls->items, wall_before)) {
        return false;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < walls->count; i++) {
        const pairs_segment *wall = &walls->items[i];
        if (kept == 0 || wall_before(&walls->items[kept - 1], wall)) {
            walls->items[kept++] = *wall;
        }
    }
    walls->count = kept;
    return true;
}

/* Replaces the walls by what the cuts leave of them. */
static bool apply_cuts(noding *n, corridor_walls *walls) {
    if (!sort_all(n->b, n->cuts, n->count, sizeof *n->cuts, cut_before)) {
        return false;
    }
    corridor_walls out = {NULL, 0, 0};
    bool good = true;
    uint32_t at = 0;
    for (uint32_t i = 0; i < walls->count && good; i++) {
        wend_vec2 from = walls->items[i].a;
        for (; at < n->count && n->cuts[at].wall == i && good; at++) {
            good = corridor_add_wall(n->b, &out, from, n->cuts[at].place);
            from = n->cuts[at].place;
        }
        good = good && corridor_add_wall(n->b, &out, from, walls->items[i].b);
    }
    memory_free(&n->b->heap, walls->items, walls->capacity * sizeof *walls->items);
    *walls = out;
    return good;
}

/* One round; *cut tells whether anything was cut. */
static bool node_once(corridor_builder *b, corridor_walls *walls, bool *cut_any) {
    noding n = {.b = b, .walls = walls};
    bool good = keep_different(b, walls) &&
                pairs_find(walls->items, walls->count, compare, &n, &b->heap) && !n.failed;
    *cut_any = n.count > 0;
    if (good && n.count > 0) {
        good = apply_cuts(&n, walls);
    }
    memory_free(&b->heap, n.cuts, n.capacity * sizeof *n.cuts);
    return good;
}

wend_result corridor_gather(corridor_builder *b, uint32_t layer, corridor_walls *out) {
    if (!add_all(b, layer, out)) {
        return corridor_no_memory(b);
    }
    bool cut_any = true;
    for (int i = 0; i < MOST_ROUNDS && cut_any; i++) {
        if (!node_once(b, out, &cut_any)) {
            return corridor_no_memory(b);
        }
    }
    if (cut_any) {
        return error_set(b->error, WEND_ERROR_GEOMETRY,
                         "the corridor map cannot be built: walls of layer %u cross however they "
                         "are rounded to %g m",
                         layer, b->unit);
    }
    return WEND_OK;
}
