/* Computes the clearance of a portal: the largest distance between one of its points and the
 * nearest class-0 wall.
 *
 * The distance to one wall is a convex function along the portal. Between two points it is
 * therefore at most the larger of its values at these points. This bounds the distance to the
 * nearest wall from above. The search bisects the portal. For each half, the walls nearest to its
 * ends and its middle give a bound; the half is searched further only if this bound exceeds the
 * largest distance found so far by more than a tolerance. The result is the distance at a point of
 * the portal, and is less than the true maximum by at most the tolerance.
 *
 * Cost: usually O(log(length / tolerance)) queries for a portal. */
#include "build/navmesh/navmesh.h"
#include "geom/segment.h"
#include "geom/vec.h"

enum { MOST_PIECES = 64, MOST_QUERIES = 400 };

static const float FAR = 128.0F;        /* m: limit; no agent is larger */
static const double TOLERANCE = 0.5e-3; /* m: absolute tolerance of the clearance */
static const double RELATIVE = 0.5e-3;  /* tolerance as a fraction of the clearance */

typedef struct sample {
    wend_vec2 at;
    wend_wall_hit hit; /* the nearest wall */
    double distance;
} sample;

typedef struct interval {
    sample low, high;
} interval;

static sample sample_clearance(const wend_space *space, uint32_t layer, wend_vec2 at) {
    sample s = {.at = at};
    s.hit = wend_space_find_closest_wall(space, (wend_location){at, layer}, FAR, 1);
    s.distance = s.hit.wall != WEND_NO_WALL ? (double)s.hit.distance : (double)FAR;
    return s;
}

static double bound_by(const wend_wall_hit *hit, wend_vec2 p, wend_vec2 q) {
    if (hit->wall == WEND_NO_WALL) {
        return (double)FAR;
    }
    double u = segment_point_distance(p, hit->a, hit->b);
    double v = segment_point_distance(q, hit->a, hit->b);
    return u > v ? u : v;
}

static double bound(const interval *s) {
    double u = bound_by(&s->low.hit, s->low.at, s->high.at);
    double v = bound_by(&s->high.hit, s->low.at, s->high.at);
    return u < v ? u : v;
}

static double largest_distance(const wend_space *space, uint32_t layer, wend_vec2 p, wend_vec2 q) {
    interval stack[MOST_PIECES];
    uint32_t count = 1, queries = 2;
    stack[0] = (interval){sample_clearance(space, layer, p), sample_clearance(space, layer, q)};
    double best = fmax(stack[0].low.distance, stack[0].high.distance);
    while (count > 0 && queries < MOST_QUERIES) {
        interval s = stack[--count];
        if (bound(&s) <= best + fmax(TOLERANCE, RELATIVE * best)) {
            continue;
        }
        sample middle = sample_clearance(space, layer, vec_lerp(s.low.at, s.high.at, 0.5F));
        queries++;
        best = fmax(best, middle.distance);
        if (count + 2 <= MOST_PIECES && !vec_equal(middle.at, s.low.at) &&
            !vec_equal(middle.at, s.high.at)) {
            stack[count++] = (interval){s.low, middle};
            stack[count++] = (interval){middle, s.high};
        }
    }
    return best < (double)FAR ? best : (double)FAR;
}

/* Returns the corner of the neighbouring polygon at which the same portal starts. */
static uint32_t twin_of(const navmesh_level *level, uint32_t polygon, uint32_t corner,
                        uint32_t next) {
    const navmesh_polygon *beside = &level->polygons[level->neighbours[corner]];
    for (uint32_t i = 0; i < beside->count; i++) {
        uint32_t at = beside->first + i, after = beside->first + (i + 1) % beside->count;
        if (level->neighbours[at] == polygon &&
            vec_equal(level->vertices[level->corners[after]],
                      level->vertices[level->corners[corner]]) &&
            vec_equal(level->vertices[level->corners[at]], level->vertices[level->corners[next]])) {
            return at;
        }
    }
    return corner;
}

bool mesh_measure_clearance(mesh_builder *b, navmesh_level *level) {
    for (uint32_t i = 0; i < level->polygon_count && mesh_count(b, i, level->polygon_count); i++) {
        const navmesh_polygon *polygon = &level->polygons[i];
        for (uint32_t k = 0; k < polygon->count; k++) {
            uint32_t corner = polygon->first + k, next = polygon->first + (k + 1) % polygon->count;
            if (level->neighbours[corner] == NAVMESH_NONE || level->neighbours[corner] < i) {
                continue;
            }
            double clearance =
                largest_distance(b->space, polygon->layer, level->vertices[level->corners[corner]],
                                 level->vertices[level->corners[next]]);
            level->clearances[corner] = (float)clearance;
            level->clearances[twin_of(level, i, corner, next)] = (float)clearance;
        }
    }
    return !b->geos.failed;
}
