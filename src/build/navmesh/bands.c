/* Covers the area near all class-0 walls of a layer with polygons, which are united later.
 *
 * A convex solid becomes one band (widen.c) if the box around the band meets no other box. The
 * union takes such a band as it is. Any other ring becomes boxes and fans, one for each wall and
 * corner. Bands are not used near other walls: the union would be the same area, but GEOS would
 * round its intersections differently. They are not used beside links either, where the walls of
 * other layers count too.
 *
 * Cost: O(n log n) in the walls of a layer, plus O(1) for each piece of an arc. */
#include "build/navmesh/navmesh.h"

enum { NODE_CAPACITY = 10 /* of the tree of boxes */ };

/* How far a wall's box extends beyond the wall, as a multiple of the disc's radius; exceeds the
 * reach of arcs, whose vertices lie slightly beyond the radius. */
static const double REACH = 2.0;

/* The rings of a layer, the bands around those that are convex, and a tree of boxes. */
typedef struct band_search {
    mesh_builder *b;
    const space_ring *rings;
    uint32_t ring_count;
    mesh_disc disc;
    GEOSGeometry **bands; /* per ring: its band, or NULL */
    geos_list boxes;      /* around the walls of rings without a band */
    GEOSSTRtree *tree;    /* contains all bands and boxes */
} band_search;

static bool is_wall_ring(const space_ring *ring) {
    return ring->obstacle_class == 0;
}

static void add_box(band_search *s, const space_edge *e) {
    wend_point p = mesh_to_units(s->b, e->a), q = mesh_to_units(s->b, e->b);
    double margin = REACH * s->disc.radius;
    GEOSGeometry *box = GEOSGeom_createRectangle_r(s->b->geos.handle, fmin(p.x, q.x) - margin,
                                                   fmin(p.y, q.y) - margin, fmax(p.x, q.x) + margin,
                                                   fmax(p.y, q.y) + margin);
    geos_list_take(&s->b->geos, &s->boxes, geos_checked(&s->b->geos, box));
}

static void make_bands(band_search *s) {
    for (uint32_t i = 0; i < s->ring_count && mesh_count(s->b, i, s->ring_count); i++) {
        const space_ring *ring = &s->rings[i];
        s->bands[i] = is_wall_ring(ring) ? mesh_make_band(s->b, ring, s->disc) : NULL;
        for (uint32_t k = 0; is_wall_ring(ring) && s->bands[i] == NULL && k < ring->edge_count;
             k++) {
            add_box(s, &s->b->space->edges[ring->first_edge + k]);
        }
    }
}

static void build_tree(band_search *s) {
    GEOSContextHandle_t handle = s->b->geos.handle;
    s->tree = GEOSSTRtree_create_r(handle, NODE_CAPACITY);
    s->b->geos.failed |= s->tree == NULL;
    for (uint32_t i = 0; i < s->ring_count && !s->b->geos.failed; i++) {
        if (s->bands[i] != NULL) {
            GEOSSTRtree_insert_r(handle, s->tree, s->bands[i], s->bands[i]);
        }
    }
    for (uint32_t i = 0; i < s->boxes.count && !s->b->geos.failed; i++) {
        GEOSSTRtree_insert_r(handle, s->tree, s->boxes.items[i], s->boxes.items[i]);
    }
}

static void count_item(void *item, void *user) {
    (void)item;
    uint32_t *count = user;
    *count += 1;
}

/* True if the box of a ring's band meets no other box. */
static bool has_lone_band(const band_search *s, uint32_t ring) {
    uint32_t count = 0; /* including the band itself */
    if (s->bands[ring] != NULL) {
        GEOSSTRtree_query_r(s->b->geos.handle, s->tree, s->bands[ring], count_item, &count);
    }
    return count == 1;
}

/* Adds the polygons of all rings, in the order of the rings. */
static void add_rings(band_search *s, geos_list *out) {
    for (uint32_t i = 0; i < s->ring_count && !s->b->geos.failed; i++) {
        if (has_lone_band(s, i)) {
            geos_list_take(&s->b->geos, out, s->bands[i]);
            s->bands[i] = NULL; /* the tree keeps a copy of its box */
        } else if (is_wall_ring(&s->rings[i])) {
            mesh_widen_ring(s->b, &s->rings[i], s->disc, out);
        }
    }
}

static void free_search(band_search *s) {
    geos *g = &s->b->geos;
    if (s->tree != NULL) {
        GEOSSTRtree_destroy_r(g->handle, s->tree);
    }
    for (uint32_t i = 0; i < s->ring_count; i++) {
        geos_free(g, s->bands[i]);
    }
    for (uint32_t i = 0; i < s->boxes.count; i++) {
        geos_free(g, s->boxes.items[i]);
    }
    memory_free(g->heap, s->boxes.items, s->boxes.capacity * sizeof(void *));
    geos_free_array(g, s->bands, s->ring_count);
}

void mesh_widen_walls(mesh_builder *b, uint32_t layer, mesh_disc disc, geos_list *out) {
    const space_layer *from = &b->space->layers[layer];
    const uint32_t *links = NULL;
    band_search s = {.b = b,
                     .rings = b->space->rings + from->first_ring,
                     .ring_count = from->ring_count,
                     .disc = disc,
                     .bands = geos_array(&b->geos, from->ring_count)};
    if (s.bands == NULL) {
        return;
    }
    if (space_links_of(b->space, layer, &links) == 0) {
        make_bands(&s);
        build_tree(&s);
    }
    add_rings(&s, out);
    free_search(&s);
}
