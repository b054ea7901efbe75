/* Tests whether areas contain points.
 *
 * A tree of boxes finds the polygons of an area that may contain a point. Each of these polygons is
 * tested with an index of its own edges, which is made when it is first needed. One index of all
 * edges would be slower: GEOS compares a point with all edges at the same height, which is a whole
 * row of obstacles.
 *
 * Cost: O(n log n) for n polygons, and O(log n) for each point near few of them. */
#include "build/navmesh/navmesh.h"

enum { NODE_CAPACITY = 10 /* of the tree of boxes */ };

void mesh_index_area(mesh_builder *b, mesh_area *out, GEOSGeometry *area, uint32_t blocker) {
    GEOSContextHandle_t handle = b->geos.handle;
    shapes_box box = {.any = false};
    geos_measure(&b->geos, area, &box);
    *out = (mesh_area){.area = area, .low = box.low, .high = box.high, .blocker = blocker};
    if (area == NULL || !box.any) {
        return;
    }
    out->part_count = (uint32_t)GEOSGetNumGeometries_r(handle, area);
    out->parts = memory_get_zeroed(&b->heap, out->part_count * sizeof(void *));
    out->tree = GEOSSTRtree_create_r(handle, NODE_CAPACITY);
    b->geos.failed |= out->parts == NULL || out->tree == NULL;
    for (uint32_t i = 0; i < out->part_count && !b->geos.failed; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(handle, area, (int)i);
        if (!geos_is_empty(&b->geos, part)) {
            GEOSSTRtree_insert_r(handle, out->tree, part, &out->parts[i]);
        }
    }
}

void mesh_free_area(mesh_builder *b, mesh_area *area) {
    if (area->tree != NULL) {
        GEOSSTRtree_destroy_r(b->geos.handle, area->tree);
    }
    for (uint32_t i = 0; i < area->part_count && area->parts != NULL; i++) {
        if (area->parts[i] != NULL) {
            GEOSPreparedGeom_destroy_r(b->geos.handle, area->parts[i]);
        }
    }
    memory_free(&b->heap, area->parts, area->part_count * sizeof(void *));
    geos_free(&b->geos, area->area);
    *area = (mesh_area){.blocker = NAVMESH_NONE};
}

/* A point, and the polygons found so far that contain it. */
typedef struct point_query {
    mesh_builder *b;
    const mesh_area *area;
    const GEOSGeometry *point;
    uint32_t inside;     /* number of polygons with the point in their interior */
    bool is_on_boundary; /* the point lies on an edge of a polygon */
} point_query;

/* Tests a polygon; `item` is its entry in mesh_area.parts. */
static void test_part(void *item, void *user) {
    point_query *q = user;
    GEOSContextHandle_t handle = q->b->geos.handle;
    const GEOSPreparedGeometry **part = item;
    if (*part == NULL) {
        int index = (int)(part - q->area->parts);
        *part = GEOSPrepare_r(handle, GEOSGetGeometryN_r(handle, q->area->area, index));
    }
    char holds = *part != NULL ? GEOSPreparedIntersects_r(handle, *part, q->point) : 2;
    char inside = holds == 1 ? GEOSPreparedContains_r(handle, *part, q->point) : holds;
    q->b->geos.failed |= holds == 2 || inside == 2;
    q->inside += inside == 1;
    q->is_on_boundary |= holds == 1 && inside == 0;
}

bool mesh_area_contains(mesh_builder *b, const mesh_area *area, double x, double y) {
    if (area->tree == NULL || b->geos.failed || x < area->low.x || x > area->high.x ||
        y < area->low.y || y > area->high.y) {
        return false;
    }
    GEOSGeometry *point =
        geos_checked(&b->geos, GEOSGeom_createPointFromXY_r(b->geos.handle, x, y));
    point_query q = {.b = b, .area = area, .point = point};
    if (point != NULL) {
        GEOSSTRtree_query_r(b->geos.handle, area->tree, point, test_part, &q);
    }
    geos_free(&b->geos, point);
    return q.is_on_boundary || (area->by_parity ? q.inside % 2 == 1 : q.inside > 0);
}
