/* Finds the nesting depth of rings from one point inside each ring, looked up in a tree of boxes.
 *
 * Two rings that do not cross are either nested or apart. In that case, a ring lies inside a larger
 * one if and only if any given point inside the smaller ring lies inside the larger one.
 *
 * Cost: O(n log n), plus one point-in-polygon test for each pair of a point and a larger ring with
 * a box that contains the point. Input that needs too many tests is rejected. */
#include "clean/nest.h"

enum { TESTS_PER_RING = 64, SPARE_TESTS = 100000 };

typedef struct ring_entry {
    const GEOSGeometry *area;
    const GEOSPreparedGeometry *prepared;
    double size;
    uint32_t index;
} ring_entry;

typedef struct search {
    geos *g;
    const ring_entry *inner;
    const GEOSGeometry *point;
    uint32_t depth;
    uint64_t tests;
} search;

static bool is_larger(const ring_entry *a, const ring_entry *b) {
    return a->size > b->size || (a->size == b->size && a->index < b->index);
}

static void count_enclosing(void *item, void *user) {
    const ring_entry *outer = item;
    search *s = user;
    if (!is_larger(outer, s->inner)) {
        return;
    }
    s->tests++;
    s->depth += GEOSPreparedContains_r(s->g->handle, outer->prepared, s->point) == 1;
}

static bool fill_tree(geos *g, GEOSSTRtree *tree, GEOSGeometry *const *areas, uint32_t count,
                      ring_entry *entries) {
    for (uint32_t i = 0; i < count; i++) {
        entries[i] = (ring_entry){areas[i], NULL, geos_area(g, areas[i]), i};
        if (geos_is_empty(g, areas[i])) {
            continue;
        }
        entries[i].prepared = GEOSPrepare_r(g->handle, areas[i]);
        if (entries[i].prepared == NULL) {
            return false;
        }
        GEOSSTRtree_insert_r(g->handle, tree, areas[i], &entries[i]);
    }
    return !g->failed;
}

static nest_result find_depths(geos *g, GEOSSTRtree *tree, const ring_entry *entries,
                               uint32_t count, uint32_t *depths) {
    search s = {.g = g};
    uint64_t most = (uint64_t)count * TESTS_PER_RING + SPARE_TESTS;
    for (uint32_t i = 0; i < count; i++) {
        depths[i] = 0;
        if (entries[i].prepared == NULL) {
            continue;
        }
        GEOSGeometry *point = GEOSPointOnSurface_r(g->handle, entries[i].area);
        if (point == NULL) {
            return NEST_FAILED;
        }
        s.inner = &entries[i];
        s.point = point;
        s.depth = 0;
        GEOSSTRtree_query_r(g->handle, tree, point, count_enclosing, &s);
        depths[i] = s.depth;
        geos_free(g, point);
        if (s.depth > NEST_MAX_DEPTH || s.tests > most) {
            return NEST_TOO_DEEP;
        }
    }
    return NEST_DONE;
}

nest_result nest_depths(geos *g, GEOSGeometry *const *areas, uint32_t count, uint32_t *depths) {
    enum { NODE_CAPACITY = 10 };
    size_t size = ((size_t)count + 1) * sizeof(ring_entry);
    ring_entry *entries = memory_get_zeroed(g->heap, size);
    GEOSSTRtree *tree = GEOSSTRtree_create_r(g->handle, NODE_CAPACITY);
    nest_result result = NEST_FAILED;
    if (entries != NULL && tree != NULL && fill_tree(g, tree, areas, count, entries)) {
        result = find_depths(g, tree, entries, count, depths);
    }
    if (tree != NULL) {
        GEOSSTRtree_destroy_r(g->handle, tree);
    }
    for (uint32_t i = 0; i < count && entries != NULL; i++) {
        if (entries[i].prepared != NULL) {
            GEOSPreparedGeom_destroy_r(g->handle, entries[i].prepared);
        }
    }
    memory_free(g->heap, entries, size);
    g->failed |= result == NEST_FAILED;
    return result;
}
