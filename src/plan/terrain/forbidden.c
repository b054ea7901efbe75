/* Finds forbidden terrain beyond the end of a route: see forbidden.h. */
#include "plan/terrain/forbidden.h"

#include <math.h>

#include <wend/view.h>

enum { FEW_TYPES = 32 /* terrain types on a line that need no memory */ };

static const double LEAST_LENGTH = 1e-9; /* m: shorter parts of a line do not count */

bool forbidden_lies_beyond(const wend_view *view, uint32_t worker, uint32_t index,
                           wend_location end) {
    uint32_t goal = wend_view_goal(view, index);
    if (goal == WEND_NO_GOAL || wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION ||
        wend_view_weight_class(view, index) == 0) {
        return false;
    }
    wend_vec2 to = wend_region_nearest(wend_view_goal_region(view, goal), end.position);
    wend_terrain_length few[FEW_TYPES], *lengths = few;
    uint32_t count = wend_space_segment_terrain(view->space, end, to, few, FEW_TYPES);
    if (count > FEW_TYPES) {
        lengths = wend_view_scratch(view, worker, count * sizeof *lengths);
        if (lengths == NULL) {
            return false; /* the planner reports that memory is short */
        }
        wend_space_segment_terrain(view->space, end, to, lengths, count);
    }
    bool is_forbidden = false;
    for (uint32_t i = 0; i < count && !is_forbidden; i++) {
        is_forbidden = lengths[i].length > LEAST_LENGTH &&
                       !isfinite(wend_view_terrain_weight(view, index, lengths[i].type));
    }
    return is_forbidden;
}
