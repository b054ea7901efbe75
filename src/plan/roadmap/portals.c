/* Finds the way portals of a route over a roadmap.
 *
 * S. Curtis, J. Snape, D. Manocha, "Way Portals: Efficient Multi-Agent Navigation with Line-Segment
 * Goals", section 8: way portals on roadmaps are left as future work. Here each leg of the route is
 * as wide as its clearance w, and each point between two legs has a portal that bisects their
 * angle. On each side of the point, the portal reaches as far as the centre of the disc may be on
 * both legs:
 *
 *     h = min(w before, w after) - r       r: radius of the disc
 *
 * All points within w - r of a leg form a convex set, and the centre of the disc may be anywhere in
 * it. The portals at both ends of the leg lie in that set. Therefore every straight line from one
 * portal to the next has room for the disc, wherever the agent crosses them.
 *
 * Where a route reverses its direction, the portal lies across the leg before the point.
 *
 * Cost: O(1) for each point. */
#include <math.h>

#include "geom/vec.h"
#include "plan/roadmap/roads.h"
#include "step/worker_buffers.h"

/* Turns with a smaller sum of the unit vectors before and after them count as reversals. */
static const float LEAST_SUM = 0.2F;

static wend_vec2 direction_across(wend_vec2 before, wend_vec2 at, wend_vec2 after) {
    wend_vec2 in = vec_normalized(vec_sub(at, before)), out = vec_normalized(vec_sub(after, at));
    wend_vec2 sum = vec_add(in, out);
    wend_vec2 along = vec_length(sum) < LEAST_SUM ? in : vec_normalized(sum);
    return vec_perp(along);
}

const wend_portal *roads_portals(const roadmap_ground *ground, wend_vec2 start,
                                 wend_route_point *points, uint32_t count, wend_vec2 end,
                                 float end_width) {
    wend_portal *portals = worker_buffer_take(ground->view, ground->worker, BUFFER_PORTALS,
                                              ((size_t)count + 1) * sizeof *portals);
    wend_vec2 before = start;
    for (uint32_t i = 0; portals != NULL && i < count; i++) {
        wend_vec2 at = points[i].position;
        bool last = i + 1 == count;
        wend_vec2 after = last ? end : points[i + 1].position;
        float beyond = last ? end_width : points[i + 1].clearance;
        points[i].clearance = fminf(points[i].clearance, beyond);
        float half = fmaxf(fminf(points[i].clearance, ROADS_MAX_WIDTH) - ground->needed, 0.0F);
        wend_vec2 side = vec_scale(direction_across(before, at, after), half);
        portals[i] = (wend_portal){vec_add(at, side), vec_sub(at, side), points[i].layer};
        before = at;
    }
    return portals;
}
