/* Cuts off the parts at both ends of a path that lead back.
 *
 * The nearest node may lie behind an agent that stands beside an edge. The path of the slides then
 * leads to that node first, and past the agent again on this edge or a later one; an agent that
 * plans again on its way would turn around. Such a path enters the roadmap at the last edge that
 * comes nearer to the start than the path did before, at the edge's point nearest to the start. In
 * the same way, it leaves the roadmap at the first edge that comes nearer to the goal. By the
 * triangle inequality it becomes shorter, and the rest of it stays on the roadmap.
 *
 * Cost: O(points), and a visibility check for each edge that comes nearer, up to MAX_CHECKS of them
 * at each end. */
#include <string.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/roadmap/roads.h"
#include "step/standing.h"

enum { MAX_CHECKS = 16 }; /* visibility checks at each end of a path */

static const float LEAST_CUT = 0.01F; /* share of an edge: less is not worth another point */

/* Returns the share of the line a -> b, from 0 to 1, at which it is nearest to p. */
static float nearest_share(wend_vec2 a, wend_vec2 b, wend_vec2 p) {
    wend_vec2 along = vec_sub(b, a);
    float squared = vec_length_squared(along);
    float share = squared > 0.0F ? vec_dot(vec_sub(p, a), along) / squared : 0.0F;
    return share < 0.0F ? 0.0F : share > 1.0F ? 1.0F : share;
}

/* Finds the point of an edge nearest to `end`, the start or the end of a path. Returns false if it
 * is no nearer than `*nearest` (m), or if the disc cannot move straight between the two. Otherwise
 * reduces *nearest. `*share` is 1 at the node `to`, towards the middle of the path. */
static bool find_cut(const roadmap_ground *ground, wend_location end, wend_location at,
                     wend_location to, uint32_t standing, double *nearest, uint32_t *checks,
                     wend_location *out, float *share) {
    *share = nearest_share(at.position, to.position, end.position);
    *out =
        *share < 1.0F ? (wend_location){vec_lerp(at.position, to.position, *share), at.layer} : to;
    double distance = wide_distance(end.position, out->position);
    if (at.layer != to.layer || !(*share > LEAST_CUT) || !(distance < *nearest) ||
        *checks == MAX_CHECKS) {
        return false;
    }
    (*checks)++;
    bool open = standing == STANDING_AT_END
                    ? roads_is_line_open(ground, *out, end, ground->needed, standing)
                    : roads_is_line_open(ground, end, *out, ground->needed, standing);
    *nearest = open ? distance : *nearest;
    return open;
}

/* All points but the last one are nodes. */
static void cut_start(const roadmap_ground *ground, wend_location from, roads_path *path) {
    double nearest = wide_distance(from.position, path->points[0].at.position);
    uint32_t removed = 0, checks = 0;
    for (uint32_t i = 0; i + 2 < path->count; i++) {
        float share;
        wend_location cut;
        if (find_cut(ground, from, path->points[i].at, path->points[i + 1].at, STANDING_AT_START,
                     &nearest, &checks, &cut, &share)) {
            removed = share < 1.0F ? i : i + 1;
            path->points[removed] = (roads_point){cut, -1.0F};
        }
    }
    path->count -= removed;
    memmove(path->points, path->points + removed, path->count * sizeof *path->points);
}

static void cut_end(const roadmap_ground *ground, roads_path *path) {
    if (path->count < 3) {
        return;
    }
    roads_point last = {path->points[path->count - 1].at, -1.0F};
    double nearest = wide_distance(last.at.position, path->points[path->count - 2].at.position);
    uint32_t checks = 0;
    for (uint32_t i = path->count - 2; i > 0; i--) {
        float share;
        wend_location cut;
        if (find_cut(ground, last.at, path->points[i].at, path->points[i - 1].at, STANDING_AT_END,
                     &nearest, &checks, &cut, &share)) {
            path->points[i].at = cut; /* on the same edge, with the same width */
            path->count = share < 1.0F ? i + 2 : i + 1;
            path->points[path->count - 1] = last;
        }
    }
}

void roads_cut_ends(const roadmap_ground *ground, wend_location from, roads_path *path) {
    cut_start(ground, from, path);
    if (!path->partial) {
        cut_end(ground, path);
    }
}
