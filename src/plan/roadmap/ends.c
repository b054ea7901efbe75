/* Cuts off the parts of a path's first and last edges that lead back.
 *
 * The nearest node may lie behind an agent that stands beside an edge. The path of the slides then
 * leads back to that node and along the edge past the agent; an agent that plans again on its way
 * would turn around. Such a path enters the edge at the point nearest to the start instead and, in
 * the same way, leaves its last edge at the point nearest to the goal. By the triangle inequality
 * it becomes shorter, and the rest of it stays on the roadmap.
 *
 * Cost: O(1), and one visibility check for each edge that is cut. */
#include <string.h>

#include "geom/vec.h"
#include "plan/roadmap/roads.h"
#include "step/standing.h"

static const float LEAST_CUT = 0.01F; /* share of an edge: less is not worth another point */

/* Returns the share of the line a -> b, from 0 to 1, at which it is nearest to p. */
static float nearest_share(wend_vec2 a, wend_vec2 b, wend_vec2 p) {
    wend_vec2 along = vec_sub(b, a);
    float squared = vec_length_squared(along);
    float share = squared > 0.0F ? vec_dot(vec_sub(p, a), along) / squared : 0.0F;
    return share < 0.0F ? 0.0F : share > 1.0F ? 1.0F : share;
}

/* True if a path can be cut between the node `at` and the next node on the way, `next`, which then
 * begins at a point of that edge. `end` is the start or the end of the path. */
static bool find_cut(const roadmap_ground *ground, wend_location end, wend_location at,
                     wend_location next, uint32_t standing, wend_location *out, float *share) {
    *share = nearest_share(at.position, next.position, end.position);
    *out = *share < 1.0F ? (wend_location){vec_lerp(at.position, next.position, *share), at.layer}
                         : next;
    return at.layer == next.layer && *share > LEAST_CUT &&
           (standing == STANDING_AT_END
                ? roads_is_line_open(ground, *out, end, ground->needed, standing)
                : roads_is_line_open(ground, end, *out, ground->needed, standing));
}

/* The first point is a node, and the second one too: the last point is never cut. */
static void cut_start(const roadmap_ground *ground, wend_location from, roads_path *path) {
    uint32_t removed = 0;
    float share = 1.0F;
    wend_location cut;
    while (removed + 2 < path->count && share == 1.0F &&
           find_cut(ground, from, path->points[removed].at, path->points[removed + 1].at,
                    STANDING_AT_START, &cut, &share)) {
        removed += share == 1.0F ? 1 : 0;
        path->points[removed] = (roads_point){cut, -1.0F};
    }
    path->count -= removed;
    memmove(path->points, path->points + removed, path->count * sizeof *path->points);
}

static void cut_end(const roadmap_ground *ground, roads_path *path) {
    float share = 1.0F;
    wend_location cut;
    while (path->count > 2 && share == 1.0F &&
           find_cut(ground, path->points[path->count - 1].at, path->points[path->count - 2].at,
                    path->points[path->count - 3].at, STANDING_AT_END, &cut, &share)) {
        roads_point last = path->points[path->count - 1];
        path->points[path->count - 2].at = cut; /* on the same edge, with the same width */
        path->count -= share == 1.0F ? 1 : 0;
        path->points[path->count - 1] = (roads_point){last.at, -1.0F};
    }
}

void roads_cut_ends(const roadmap_ground *ground, wend_location from, roads_path *path) {
    cut_start(ground, from, path);
    if (!path->partial) {
        cut_end(ground, path);
    }
}
