/* Divides the area of a map's polygons by the area of the walkable ground. In a layer without a
 * boundary, the ground is taken to be the bounding box of the layer's polygons. Exact except for
 * rounding; O(n). */
#include "map/coverage.h"

#include "geom/point.h"

#include <math.h>

coverage coverage_none(void) {
    return (coverage){0.0, HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
}

/* Returns the area (m2) of a ring. Its coordinates are first rounded to single precision, as they
 * are in the space. */
static double area_of(const wend_space *space, const wend_ring *ring) {
    double twice = 0.0;
    wend_vec2 o = wend_space_to_local(space, ring->points[0]);
    for (uint32_t i = 1; i + 1 < ring->count; i++) {
        twice += wide_turn(o, wend_space_to_local(space, ring->points[i]),
                           wend_space_to_local(space, ring->points[i + 1]));
    }
    return fabs(twice) / 2.0;
}

void coverage_add(coverage *c, const wend_vec2 *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 p = points[i];
        c->low_x = fmin(c->low_x, (double)p.x);
        c->low_y = fmin(c->low_y, (double)p.y);
        c->high_x = fmax(c->high_x, (double)p.x);
        c->high_y = fmax(c->high_y, (double)p.y);
        c->area += wide_turn(points[0], p, points[(i + 1) % count]) / 2.0;
    }
}

wend_map_coverage coverage_by_area(const void *data, coverage_layer add, const wend_space *space,
                                   const wend_space_def *def) {
    double ground = 0.0, covered = 0.0;
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        coverage c = coverage_none();
        add(data, l, &c);
        covered += c.area;
        if (layer->boundary_count == 0 && c.high_x > c.low_x) {
            ground += (c.high_x - c.low_x) * (c.high_y - c.low_y);
        }
        for (uint32_t i = 0; i < layer->boundary_count; i++) {
            ground += area_of(space, &layer->boundaries[i]);
        }
        for (uint32_t i = 0; i < layer->solid_count; i++) {
            const wend_solid_def *solid = &layer->solids[i];
            ground -= solid->obstacle_class == 0 ? area_of(space, &solid->ring) : 0.0;
        }
    }
    return (wend_map_coverage){ground > 0.0 ? covered / ground : 1.0, "covers", 6};
}
