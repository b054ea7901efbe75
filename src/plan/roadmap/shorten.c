/* Shortens a path over a roadmap by visibility.
 *
 * From each point that is kept, the path continues to a later point that the disc can reach in a
 * straight line. Points are tried one after the other; the first AHEAD points that cannot be
 * reached end the trial, and the farthest point that can be reached is the next one to keep. By the
 * triangle inequality the path never becomes longer.
 *
 * Cost: one to AHEAD + 1 visibility checks for each point of the path. */
#include "plan/roadmap/roads.h"
#include "step/standing.h"

enum { AHEAD = 8 /* points that may be hidden before a visible one */ };

/* True if the disc can move straight from a kept point to point `to`. */
static bool can_skip_to(const roadmap_ground *ground, wend_location from, const roads_path *path,
                        uint32_t to, bool from_start) {
    uint32_t ends = (from_start ? (uint32_t)STANDING_AT_START : 0U) |
                    (to + 1 == path->count ? (uint32_t)STANDING_AT_END : 0U);
    return roads_is_line_open(ground, from, path->points[to].at, ground->needed, ends);
}

void roads_shorten(const roadmap_ground *ground, wend_location from, roads_path *path) {
    uint32_t kept = 0, next = 0; /* `next`: first point of the old path that is not passed yet */
    while (next < path->count) {
        uint32_t best = next, hidden = 0;
        for (uint32_t i = next + 1; i < path->count && hidden < AHEAD; i++) {
            bool open = can_skip_to(ground, from, path, i, kept == 0);
            best = open ? i : best;
            hidden = open ? 0 : hidden + 1;
        }
        roads_point point = path->points[best];
        point.width = best == next ? point.width : -1.0F;
        path->points[kept++] = point;
        from = point.at;
        next = best + 1;
    }
    path->count = kept;
}
