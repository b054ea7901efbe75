/* Finds candidate points of a goal that lie on the ground, and projects them onto the axis: its
 * preferred point, its nearest point, and corners of its region. O(1) for each part of the goal. */
#include "geom/vec.h"
#include "plan/corridor/corridor.h"

enum { CORNERS = 4 /* number of corners of a region to try */ };

/* The goal must be visible to a disc whose radius is this fraction of the agent's radius. */
static const float VISIBLE_SHARE = 0.9F;

/* Adds a point as a candidate, unless an obstacle that stands still leaves no room there. */
static void try_location(const corridor_ground *ground, corridor_goal *goal, wend_vec2 position,
                         uint32_t part, float tolerance) {
    wend_location at = {position, goal->layer};
    double radius = goal->parts[part].shape == WEND_SHAPE_POINT ? 0.0 : (double)ground->radius;
    if (goal->count < CORRIDOR_TARGETS && standing_distance(ground->view, at, radius) >= radius &&
        corridor_project(ground, at, tolerance, &goal->projections[goal->count])) {
        goal->part_of[goal->count++] = part;
    }
}

static void try_region(const corridor_ground *ground, corridor_goal *goal, uint32_t part,
                       wend_vec2 from, float tolerance) {
    const wend_region *region = &goal->parts[part];
    wend_region still = *region; /* the region at its present position, without prediction of its
                                    motion */
    still.flags = 0;
    try_location(ground, goal, wend_region_aim(&still, from, 0.0F), part,
                 part == 0 ? tolerance : 0.0F);
    if (region->shape == WEND_SHAPE_POINT) {
        return;
    }
    try_location(ground, goal, wend_region_nearest(region, from), part, 0.0F);
    target full = target_of(region, goal->layer, 0.0);
    for (uint32_t i = 0; i < CORNERS && i < full.count; i++) {
        wend_point corner = full.points[full.count > CORNERS ? i * full.count / CORNERS : i];
        try_location(ground, goal, (wend_vec2){(float)corner.x, (float)corner.y}, part, 0.0F);
    }
}

void corridor_find_goal(const corridor_ground *ground, uint32_t goal, wend_vec2 from,
                        float tolerance, corridor_goal *out) {
    const wend_region *parts;
    uint32_t count = wend_view_goal_parts(ground->view, goal, &parts);
    corridor_find_regions(ground, parts, count, wend_view_goal_layer(ground->view, goal), from,
                          tolerance, out);
}

void corridor_find_regions(const corridor_ground *ground, const wend_region *parts, uint32_t count,
                           uint32_t layer, wend_vec2 from, float tolerance, corridor_goal *out) {
    out->count = 0;
    out->layer = layer;
    out->parts = parts;
    out->part_count = count;
    for (uint32_t i = 0; i < out->part_count; i++) {
        try_region(ground, out, i, from, tolerance);
    }
}

/* True if a candidate is so near to a wall that the route ends beside it, and a wall hides the
 * candidate from a location. */
static bool is_hidden(const corridor_ground *ground, const corridor_projection *candidate,
                      wend_location from) {
    return !vec_equal(corridor_inset_location(ground, candidate), candidate->location.position) &&
           !wend_space_is_visible(ground->view->space, from, candidate->location, 0.0F,
                                  ground->view->classes);
}

bool corridor_can_head_for_goal(const corridor_ground *ground, const corridor_goal *goal,
                                uint32_t which, wend_location from) {
    const wend_region *region = &goal->parts[0];
    if (goal->part_of[which] != 0) {
        return false; /* followers always head for the first part */
    }
    if (region->shape == WEND_SHAPE_POINT || region->velocity.x != 0.0F ||
        region->velocity.y != 0.0F) {
        return !is_hidden(ground, &goal->projections[which], from);
    }
    wend_location to = {wend_region_aim(region, from.position, 0.0F), goal->layer};
    return wend_view_is_visible(ground->view, from, to, VISIBLE_SHARE * ground->radius);
}
