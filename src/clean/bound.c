/* Replaces obstacles by coarse bounding shapes: convex hulls, boxes, or the narrowest rotated
 * boxes. Each polygon that was given is bounded on its own, before overlapping ones are united.
 * Wide lines keep their shape, because the box of a bent wall would fill the room. */
#include "clean/cleaner.h"

GEOSGeometry *cleaner_bound(cleaner *c, GEOSGeometry *area) {
    if (area == NULL || c->shapes == WEND_OUTLINE_EXACT || geos_is_empty(&c->g, area)) {
        return area;
    }
    GEOSContextHandle_t handle = c->g.handle;
    GEOSGeometry *made = c->shapes == WEND_OUTLINE_HULL ? GEOSConvexHull_r(handle, area)
                         : c->shapes == WEND_OUTLINE_BOX
                             ? GEOSEnvelope_r(handle, area)
                             : GEOSMinimumRotatedRectangle_r(handle, area);
    geos_free(&c->g, area);
    return geos_checked(&c->g, made);
}

static GEOSGeometry *bound_ring(cleaner *c, const GEOSGeometry *ring) {
    GEOSGeometry *copy = geos_copy(&c->g, ring);
    GEOSGeometry *area =
        copy != NULL ? geos_checked(&c->g, GEOSGeom_createPolygon_r(c->g.handle, copy, NULL, 0))
                     : NULL;
    return cleaner_bound(c, area);
}

static const GEOSGeometry *part_of(cleaner *c, const GEOSGeometry *area, int index) {
    const GEOSGeometry *part = GEOSGetGeometryN_r(c->g.handle, area, index);
    bool is_polygon = part != NULL && GEOSGeomTypeId_r(c->g.handle, part) == GEOS_POLYGON;
    return is_polygon ? part : NULL;
}

/* Returns the number of holes of an area. Fills `holes` with their bounding shapes unless it is
 * NULL. */
static uint32_t bound_rings(cleaner *c, const GEOSGeometry *area, GEOSGeometry **holes) {
    int parts = area != NULL ? GEOSGetNumGeometries_r(c->g.handle, area) : 0;
    uint32_t count = 0;
    for (int i = 0; i < parts; i++) {
        const GEOSGeometry *part = part_of(c, area, i);
        int rings = part != NULL ? GEOSGetNumInteriorRings_r(c->g.handle, part) : 0;
        for (int k = 0; k < rings; k++, count++) {
            if (holes != NULL) {
                holes[count] = bound_ring(c, GEOSGetInteriorRingN_r(c->g.handle, part, k));
            }
        }
    }
    return count;
}

GEOSGeometry *cleaner_bound_holes(cleaner *c, GEOSGeometry *area) {
    uint32_t count = c->shapes != WEND_OUTLINE_EXACT ? bound_rings(c, area, NULL) : 0;
    GEOSGeometry **holes = count > 0 ? geos_array(&c->g, count) : NULL;
    if (holes == NULL) {
        return area;
    }
    bound_rings(c, area, holes);
    area = geos_subtract(&c->g, area, geos_unite_all(&c->g, holes, count));
    geos_free_array(&c->g, holes, count);
    return area;
}
