/* Samples points uniformly in triangles: two random numbers give a point in a parallelogram, and
 * points beyond its diagonal are folded back into the triangle (G. Turk, "Generating random points
 * in triangles", Graphics Gems, 1990). */
#include "query/triangles.h"

#include "geom/point.h"

bool triangles_add(query_triangles *to, const wend_vec2 *points, uint32_t count, uint32_t layer) {
    for (uint32_t i = 2; i < count; i++) {
        double area = 0.5 * wide_turn(points[0], points[i - 1], points[i]);
        if (!(area > 0.0)) {
            continue;
        }
        if (!memory_grow(to->from, (void **)&to->items, sizeof *to->items, &to->capacity,
                         to->count + 1)) {
            return false;
        }
        to->items[to->count++] =
            (query_triangle){points[0], points[i - 1], points[i], layer, to->area};
        to->area += area;
    }
    return true;
}

wend_location triangles_sample(const query_triangles *in, double which, double u, double v) {
    double area = which * in->area;
    uint32_t low = 0, high = in->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        bool beyond = in->items[middle].area_before <= area;
        low = beyond ? middle : low;
        high = beyond ? high : middle;
    }
    const query_triangle *t = &in->items[low];
    bool folds = u + v > 1.0;
    u = folds ? 1.0 - u : u;
    v = folds ? 1.0 - v : v;
    wend_point a = point_wide(t->a), b = point_wide(t->b), c = point_wide(t->c);
    wend_point at = {a.x + u * (b.x - a.x) + v * (c.x - a.x),
                     a.y + u * (b.y - a.y) + v * (c.y - a.y)};
    return (wend_location){point_narrow(at), t->layer};
}

void triangles_free(query_triangles *in) {
    memory_free(in->from, in->items, in->capacity * sizeof *in->items);
}
