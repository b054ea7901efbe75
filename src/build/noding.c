/* Nodes segments: cuts them so that they meet only at common ends. A segment that another one
 * touches is cut exactly at that point. Two segments that cross are both routed through the grid
 * point nearest to the crossing, and are then checked again. Segments can cross because thin walls
 * may cross, and because rounding to the grid may create new crossings.
 *
 * Cost: O(n log n) for evenly spread segments. */
#include "build/noding.h"
#include "base/sort.h"
#include "build/rounding.h"
#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/vec.h"

enum {
    MOST_ROUNDS = 24,
    MOST_CUTS = 1 << 16, /* cuts per round, in addition to CUTS_PER_SEGMENT */
    CUTS_PER_SEGMENT = 8
};

/* A point where a segment is to be cut. */
typedef struct cut {
    uint32_t segment;
    wend_vec2 position;
    double along; /* distance from the segment's start, scaled; only for sorting */
} cut;

typedef struct noding {
    memory *heap;
    double unit; /* grid unit, in m */
    const noding_segments *all;
    cut *cuts;
    uint32_t count, capacity;
    bool failed, crowded;
} noding;

int noding_compare(wend_vec2 p, wend_vec2 q) {
    return p.x != q.x ? (p.x < q.x ? -1 : 1) : p.y != q.y ? (p.y < q.y ? -1 : 1) : 0;
}

static bool segment_before(const void *left, const void *right) {
    const pairs_segment *p = left, *q = right;
    int order = noding_compare(p->a, q->a);
    return (order != 0 ? order : noding_compare(p->b, q->b)) < 0;
}

static bool cut_before(const void *left, const void *right) {
    const cut *p = left, *q = right;
    return p->segment != q->segment ? p->segment < q->segment : p->along < q->along;
}

static void add_cut(noding *n, uint32_t index, wend_vec2 position) {
    const pairs_segment *s = &n->all->items[index];
    n->crowded |= n->count >= MOST_CUTS + (size_t)CUTS_PER_SEGMENT * n->all->count;
    if (n->failed || n->crowded || vec_equal(position, s->a) || vec_equal(position, s->b)) {
        return;
    }
    n->failed =
        !memory_grow(n->heap, (void **)&n->cuts, sizeof *n->cuts, &n->capacity, n->count + 1);
    if (!n->failed) {
        double x = (double)s->b.x - (double)s->a.x, y = (double)s->b.y - (double)s->a.y;
        double along =
            ((double)position.x - (double)s->a.x) * x + ((double)position.y - (double)s->a.y) * y;
        n->cuts[n->count++] = (cut){index, position, along};
    }
}

/* Returns the grid point nearest to the crossing of two segments. Neither segment has an end on the
 * other. */
static wend_vec2 crossing(const noding *n, const pairs_segment *s, const pairs_segment *t) {
    double from = wide_turn(t->a, t->b, s->a), to = wide_turn(t->a, t->b, s->b);
    double share = from / (from - to);
    return rounding_snap(n->unit, (double)s->a.x + ((double)s->b.x - (double)s->a.x) * share,
                         (double)s->a.y + ((double)s->b.y - (double)s->a.y) * share);
}

static void cut_pair(void *context, uint32_t first, uint32_t second) {
    noding *n = context;
    const pairs_segment *s = &n->all->items[first], *t = &n->all->items[second];
    if (n->crowded || !predicate_segments_meet(s->a, s->b, t->a, t->b)) {
        return;
    }
    bool a = predicate_on_segment(t->a, s->a, s->b), b = predicate_on_segment(t->b, s->a, s->b);
    bool c = predicate_on_segment(s->a, t->a, t->b), d = predicate_on_segment(s->b, t->a, t->b);
    if (!a && !b && !c && !d) {
        wend_vec2 position = crossing(n, s, t);
        add_cut(n, first, position);
        add_cut(n, second, position);
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

static bool sort_and_deduplicate(noding_segments *all, memory *heap) {
    if (!sort_stable_with(heap, all->items, all->count, sizeof *all->items, segment_before)) {
        return false;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const pairs_segment *s = &all->items[i];
        if (kept == 0 || segment_before(&all->items[kept - 1], s)) {
            all->items[kept++] = *s;
        }
    }
    all->count = kept;
    return true;
}

bool noding_add(noding_segments *out, wend_vec2 p, wend_vec2 q, memory *heap) {
    if (vec_equal(p, q)) {
        return true;
    }
    if (!memory_grow(heap, (void **)&out->items, sizeof *out->items, &out->capacity,
                     out->count + 1)) {
        return false;
    }
    out->items[out->count++] =
        noding_compare(p, q) < 0 ? (pairs_segment){p, q} : (pairs_segment){q, p};
    return true;
}

void noding_free(noding_segments *all, memory *heap) {
    memory_free(heap, all->items, all->capacity * sizeof *all->items);
    *all = (noding_segments){NULL, 0, 0};
}

/* Replaces the segments with the pieces between their cuts. */
static bool apply_cuts(noding *n, noding_segments *all) {
    if (!sort_stable_with(n->heap, n->cuts, n->count, sizeof *n->cuts, cut_before)) {
        return false;
    }
    noding_segments out = {NULL, 0, 0};
    bool good = true;
    uint32_t at = 0;
    for (uint32_t i = 0; i < all->count && good; i++) {
        wend_vec2 from = all->items[i].a;
        for (; at < n->count && n->cuts[at].segment == i && good; at++) {
            good = noding_add(&out, from, n->cuts[at].position, n->heap);
            from = n->cuts[at].position;
        }
        good = good && noding_add(&out, from, all->items[i].b, n->heap);
    }
    noding_free(all, n->heap);
    *all = out;
    return good;
}

/* Runs one round of cutting. Returns NODING_CROSSING if another round is needed. */
static noding_outcome node_once(noding_segments *all, double unit, memory *heap) {
    noding n = {.heap = heap, .unit = unit, .all = all};
    bool good = sort_and_deduplicate(all, heap) &&
                pairs_find(all->items, all->count, cut_pair, &n, heap) && !n.failed;
    noding_outcome outcome = n.crowded     ? NODING_CROWDED
                             : n.count > 0 ? NODING_CROSSING
                                           : NODING_DONE;
    if (good && outcome == NODING_CROSSING) {
        good = apply_cuts(&n, all);
    }
    memory_free(heap, n.cuts, n.capacity * sizeof *n.cuts);
    return good ? outcome : NODING_NO_MEMORY;
}

noding_outcome noding_make(noding_segments *all, double unit, memory *heap) {
    noding_outcome outcome = NODING_CROSSING;
    for (int i = 0; i < MOST_ROUNDS && outcome == NODING_CROSSING; i++) {
        outcome = node_once(all, unit, heap);
    }
    return outcome;
}
