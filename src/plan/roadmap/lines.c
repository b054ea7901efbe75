/* Decides which straight lines are open for a disc, and how wide they are. Cost: a visibility check
 * for each line; about eight to measure a width. */
#include <math.h>

#include "geom/segment.h"
#include "plan/roadmap/roads.h"
#include "plan/route/legs.h"
#include "step/internals.h"
#include "step/standing.h"

static const float LEAST_WIDTH = 0.02F;  /* m: narrower lines count as lines without width */
static const float WIDTH_RATIO = 1.05F;  /* widths are found within this ratio */
static const uint32_t MOST_HALVINGS = 8; /* log2 of the number of ratios up to ROADS_MAX_WIDTH */

bool roads_is_line_open(const roadmap_ground *ground, wend_location from, wend_location to,
                        float radius, uint32_t ends) {
    const wend_view *view = ground->view;
    return wend_space_is_visible(view->space, from, to, radius, view->classes) &&
           !legs_meet_door(view, from, to, (double)radius) &&
           (!ground->around_standing || standing_is_clear(view, from, to, (double)radius, ends));
}

float roads_room(const roadmap_ground *ground, wend_location location, float limit) {
    const wend_view *view = ground->view;
    const overlay *over = view->internals->overlay;
    if (!wend_space_is_walkable(view->space, location, view->classes)) {
        return 0.0F;
    }
    double room = (double)wend_space_clearance(view->space, location, limit, view->classes);
    for (uint32_t i = 0; i < over->wall_count; i++) {
        const overlay_wall *wall = &over->walls[i];
        if (wall->layer == location.layer &&
            over->obstacles[wall->obstacle].kind == WEND_OBSTACLE_DOOR) {
            room = fmin(room, segment_point_distance(location.position, wall->a, wall->b));
        }
    }
    return (float)room;
}

float roads_line_width(const roadmap_ground *ground, wend_location from, wend_location to) {
    /* The line cannot be wider than its ends. */
    float high = roads_room(ground, from, ROADS_MAX_WIDTH);
    high = fminf(high, roads_room(ground, to, ROADS_MAX_WIDTH));
    if (high <= LEAST_WIDTH || roads_is_line_open(ground, from, to, high, 0)) {
        return high > LEAST_WIDTH ? high : 0.0F;
    }
    float low = 0.0F;
    for (uint32_t i = 0; i < MOST_HALVINGS && high > low * WIDTH_RATIO; i++) {
        float middle = low > 0.0F ? sqrtf(low * high) : 0.5F * high;
        bool open = roads_is_line_open(ground, from, to, middle, 0);
        low = open ? middle : low;
        high = open ? high : middle;
    }
    return low;
}
