/* Unites many areas that mostly lie apart.
 *
 * GEOS unites in a tree of pairs, so each area takes part in many overlays. Here, an area is left
 * out of the union if its box meets no other box. The other areas are coloured: each area gets the
 * first colour that is not yet used by any area whose box meets its own. Areas of one colour lie
 * apart and already form a multipolygon, so a tree of unions over the few colours is enough. If
 * areas meet many others, most edges will disappear, and the tree of pairs is better; in that case
 * GEOS does everything.
 *
 * A GEOS overlay compares each hole of its result with each shell, so areas are united in batches.
 * A cluster is a set of areas connected by boxes that meet. Clusters lie apart from each other, and
 * each batch consists of whole clusters. For example, the bands around 20,000 separate obstacles
 * become 20,000 shells with one hole each; in a single overlay, comparing these took most of the
 * time.
 *
 * Cost: O(n log n), plus the overlays: each area takes part in O(log colours) of them. The cost is
 * quadratic only in the shells and holes of one cluster. */
#include "base/union_find.h"
#include "clean/geos.h"

enum {
    MOST_COLOURS = 64,
    MEETINGS_PER_AREA = 6,
    SPARE_MEETINGS = 1000,
    NODE_CAPACITY = 10,
    BATCH_AREAS = 512 /* limit on the areas in a batch, unless a single cluster has more */
};

typedef struct entry {
    GEOSGeometry *area;
    uint32_t colour;
    uint32_t area_count; /* areas in the cluster; valid in its first area */
    uint32_t batch; /* batch of the cluster, counted from 1; 0 if none is assigned; valid in the
                       cluster's first area */
    bool coloured, alone;
} entry;

/* All areas. The root of a cluster is its first area. */
typedef struct area_table {
    entry *entries;
    uint32_t *parents; /* union-find forest of the areas, see base/union_find.h */
    uint32_t count;
} area_table;

typedef struct meeting {
    area_table *table;
    entry *self;
    uint64_t taken, number; /* `taken`: colours of areas met, as bits; `number`: areas met */
    bool alone;
} meeting;

static GEOSGeometry *unite_by_geos(geos *g, GEOSGeometry **areas, uint32_t count) {
    if (count == 0) {
        return geos_empty(g);
    }
    GEOSGeometry *all = geos_collect(g, GEOS_GEOMETRYCOLLECTION, areas, count);
    if (all == NULL) {
        return NULL;
    }
    GEOSGeometry *made = GEOSUnaryUnion_r(g->handle, all);
    if (made == NULL) {
        made = GEOSUnaryUnionPrec_r(g->handle, all, g->grid);
    }
    geos_free(g, all);
    return geos_to_full_precision(g, geos_checked(g, made));
}

/* ---- Clusters -------------------------------------------------------------------------------- */

/* Returns the first area of the cluster that contains area `index`. */
static entry *cluster_of(area_table *t, uint32_t index) {
    return &t->entries[union_find_root(t->parents, index)];
}

static void join_clusters(area_table *t, const entry *a, const entry *b) {
    uint32_t first = union_find_root(t->parents, (uint32_t)(a - t->entries));
    uint32_t second = union_find_root(t->parents, (uint32_t)(b - t->entries));
    t->parents[first > second ? first : second] = first < second ? first : second;
}

/* Assigns whole clusters to batches, in the order of their first areas. Returns the number of
 * batches. */
static uint32_t assign_batches(area_table *t) {
    uint32_t batches = 1, areas = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        cluster_of(t, i)->area_count++;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        entry *first = cluster_of(t, i);
        if (first->batch == 0) {
            bool is_full = areas > 0 && areas + first->area_count > BATCH_AREAS;
            batches += is_full;
            areas = (is_full ? 0 : areas) + first->area_count;
            first->batch = batches;
        }
    }
    return batches;
}

/* ---- Colours --------------------------------------------------------------------------------- */

static void note_meeting(void *item, void *user) {
    entry *other = item;
    meeting *m = user;
    m->number++;
    if (other != m->self) {
        m->alone = false;
        join_clusters(m->table, m->self, other);
        m->taken |= other->coloured ? 1ULL << other->colour : 0;
    }
}

/* Assigns the colours. Returns false if there are too many colours, or too many pairs of boxes that
 * meet. */
static bool assign_colours(geos *g, GEOSSTRtree *tree, area_table *t) {
    entry *entries = t->entries;
    meeting m = {.table = t, .number = 0};
    uint64_t most = (uint64_t)t->count * MEETINGS_PER_AREA + SPARE_MEETINGS;
    for (uint32_t i = 0; i < t->count; i++) {
        m.self = &entries[i];
        m.taken = 0;
        m.alone = true;
        GEOSSTRtree_query_r(g->handle, tree, entries[i].area, note_meeting, &m);
        if (m.number > most || m.taken == UINT64_MAX) {
            return false;
        }
        entries[i].alone = m.alone;
        entries[i].colour = m.alone ? 0 : (uint32_t)__builtin_ctzll(~m.taken);
        entries[i].coloured = !m.alone;
    }
    return true;
}

static bool colour_areas(geos *g, area_table *t) {
    GEOSSTRtree *tree = GEOSSTRtree_create_r(g->handle, NODE_CAPACITY);
    if (tree == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        GEOSSTRtree_insert_r(g->handle, tree, t->entries[i].area, &t->entries[i]);
    }
    bool done = assign_colours(g, tree, t);
    GEOSSTRtree_destroy_r(g->handle, tree);
    return done;
}

/* Unites the areas of a batch. The box of each area meets at least one other box. */
static GEOSGeometry *unite_batch(geos *g, entry *const *batch, uint32_t count) {
    geos_list lists[MOST_COLOURS] = {{NULL, 0, 0}};
    uint32_t colours = 0;
    for (uint32_t i = 0; i < count; i++) {
        geos_list_take(g, &lists[batch[i]->colour], batch[i]->area);
        colours = batch[i]->colour >= colours ? batch[i]->colour + 1 : colours;
    }
    GEOSGeometry *areas[MOST_COLOURS] = {NULL};
    for (uint32_t i = 0; i < colours; i++) {
        areas[i] = geos_list_end(g, &lists[i]);
    }
    for (; colours > 1; colours = (colours + 1) / 2) {
        for (uint32_t i = 0; i < colours / 2; i++) {
            areas[i] = geos_unite(g, areas[i], areas[colours - 1 - i]);
        }
    }
    return areas[0];
}

/* Writes to `out` pointers to all areas that are not marked as alone, ordered by batch. `starts[b]`
 * becomes the end of batch b, which is the start of batch b + 1. */
static void order_by_batch(area_table *t, uint32_t *starts, uint32_t batches, entry **out) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        starts[cluster_of(t, i)->batch] += !t->entries[i].alone;
    }
    for (uint32_t i = 0; i <= batches; i++) {
        uint32_t size = starts[i];
        starts[i] = total;
        total += size;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        if (!t->entries[i].alone) {
            out[starts[cluster_of(t, i)->batch]++] = &t->entries[i];
        }
    }
}

static GEOSGeometry *unite_batches(geos *g, area_table *t) {
    uint32_t batches = assign_batches(t);
    size_t starts_size = ((size_t)batches + 1) * sizeof(uint32_t);
    size_t size = t->count * sizeof(entry *);
    uint32_t *starts = memory_get_zeroed(g->heap, starts_size);
    entry **ordered = memory_get(g->heap, size);
    bool no_memory = starts == NULL || ordered == NULL;
    g->failed |= no_memory;
    geos_list list = {NULL, 0, 0};
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->entries[i].alone || no_memory) {
            geos_list_take(g, &list, t->entries[i].area); /* also frees the area after a failure */
        }
    }
    if (!no_memory) {
        order_by_batch(t, starts, batches, ordered);
        for (uint32_t i = 1; i <= batches; i++) {
            uint32_t first = starts[i - 1];
            g->failed |= !watch_report(g->progress, (double)i / batches);
            geos_list_take(g, &list, unite_batch(g, ordered + first, starts[i] - first));
        }
    }
    memory_free(g->heap, starts, starts_size);
    memory_free(g->heap, ordered, size);
    return geos_list_end(g, &list);
}

GEOSGeometry *geos_unite_all(geos *g, GEOSGeometry **areas, uint32_t count) {
    size_t size = ((size_t)count + 1) * (sizeof(entry) + sizeof(uint32_t));
    entry *entries = g->by_geos || g->failed ? NULL : memory_get_zeroed(g->heap, size);
    area_table t = {.entries = entries};
    g->failed |= entries == NULL && !g->by_geos;
    if (entries != NULL) {
        t.parents = (uint32_t *)(void *)(entries + count + 1);
    }
    for (uint32_t i = 0; i < count && entries != NULL; i++) {
        if (!geos_is_empty(g, areas[i])) {
            entries[t.count].area = areas[i];
            t.parents[t.count] = t.count;
            t.count++;
        }
    }
    bool apart = entries != NULL && t.count > 1 && colour_areas(g, &t);
    for (uint32_t i = 0; i < count && apart; i++) {
        if (geos_is_empty(g, areas[i])) {
            geos_free(g, areas[i]);
        }
    }
    GEOSGeometry *made = apart ? unite_batches(g, &t) : unite_by_geos(g, areas, count);
    memory_free(g->heap, entries, size);
    return made;
}
