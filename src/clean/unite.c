/* Unites many areas that mostly lie apart.
 *
 * GEOS unites in a tree of pairs, so each area is overlaid many times. Here, areas whose boxes meet
 * no other box are left out of the union. The others are coloured: each gets the first colour that
 * no area with a box meeting its own has yet. Areas of one colour lie apart and already form a
 * multipolygon, so a tree of unions over the few colours is enough. If areas meet many others, most
 * edges will disappear, and the tree of pairs is better; then GEOS does everything.
 *
 * Cost: O(n log n), and one overlay of all areas that meet others for each halving of the number of
 * colours. */
#include "clean/geos.h"

enum { MOST_COLOURS = 64, MEETINGS_PER_AREA = 6, SPARE_MEETINGS = 1000, NODE_CAPACITY = 10 };

typedef struct entry {
    GEOSGeometry *area;
    uint32_t colour;
    bool coloured, alone;
} entry;

typedef struct meeting {
    const entry *self;
    uint64_t taken, number; /* bits: colours of the areas met; number of areas met so far */
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

static void note_meeting(void *item, void *user) {
    const entry *other = item;
    meeting *m = user;
    m->number++;
    if (other != m->self) {
        m->alone = false;
        m->taken |= other->coloured ? 1ULL << other->colour : 0;
    }
}

/* Assigns the colours. Returns false if there are too many colours or meetings. */
static bool assign_colours(geos *g, GEOSSTRtree *tree, entry *entries, uint32_t count) {
    meeting m = {.number = 0};
    uint64_t most = (uint64_t)count * MEETINGS_PER_AREA + SPARE_MEETINGS;
    for (uint32_t i = 0; i < count; i++) {
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

static bool colour_areas(geos *g, entry *entries, uint32_t count) {
    GEOSSTRtree *tree = GEOSSTRtree_create_r(g->handle, NODE_CAPACITY);
    if (tree == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        GEOSSTRtree_insert_r(g->handle, tree, entries[i].area, &entries[i]);
    }
    bool done = assign_colours(g, tree, entries, count);
    GEOSSTRtree_destroy_r(g->handle, tree);
    return done;
}

static GEOSGeometry *unite_colours(geos *g, entry *entries, uint32_t count) {
    geos_list alone = {NULL, 0, 0}, lists[MOST_COLOURS] = {{NULL, 0, 0}};
    uint32_t colours = 0;
    for (uint32_t i = 0; i < count; i++) {
        geos_list_take(g, entries[i].alone ? &alone : &lists[entries[i].colour], entries[i].area);
        bool more = !entries[i].alone && entries[i].colour >= colours;
        colours = more ? entries[i].colour + 1 : colours;
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
    geos_list_take(g, &alone, areas[0]);
    return geos_list_end(g, &alone);
}

GEOSGeometry *geos_unite_all(geos *g, GEOSGeometry **areas, uint32_t count) {
    size_t size = ((size_t)count + 1) * sizeof(entry);
    entry *entries = g->by_geos || g->failed ? NULL : memory_get_zeroed(g->heap, size);
    uint32_t number = 0;
    g->failed |= entries == NULL && !g->by_geos;
    for (uint32_t i = 0; i < count && entries != NULL; i++) {
        if (!geos_is_empty(g, areas[i])) {
            entries[number++].area = areas[i];
        }
    }
    bool apart = entries != NULL && number > 1 && colour_areas(g, entries, number);
    for (uint32_t i = 0; i < count && apart; i++) {
        if (geos_is_empty(g, areas[i])) {
            geos_free(g, areas[i]);
        }
    }
    GEOSGeometry *made = apart ? unite_colours(g, entries, number) : unite_by_geos(g, areas, count);
    memory_free(g->heap, entries, size);
    return made;
}
