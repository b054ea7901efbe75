/* Adds the leg from a path through a mesh to a goal's region. If the goal has several parts, the
 * leg ends in the part with the shortest path. A region off the level is reached where the disc
 * touches it. A goal with an extent may have a path tree, from which the leg then comes; otherwise
 * the leg comes from searches.
 *
 * Cost: a lookup in the tree, or searches. The parts of a goal are searched nearest first, as long
 * as their straight-line distance is below the length of the shortest path so far. */
#include "plan/mesh/goal.h"

#include <math.h>

#include <wend/world.h>

#include "geom/vec.h"
#include "plan/mesh/trees.h"
#include "plan/route/leg_cache.h"
#include "step/goal_regions.h"
#include "step/internals.h"

/* True if the straight line between two locations is open for the agent. Many paths share their
 * last turning point, so the result is kept in the cache, unless the world has walls of its own. */
static bool is_line_open(const mesh_path *path, wend_location from, wend_location to) {
    const wend_view *view = path->ground.view;
    float radius = 0.9F * path->ground.radius;
    if (path->cache == NULL || view->internals->overlay->wall_count > 0) {
        return wend_view_is_visible(view, from, to, radius);
    }
    leg_key line = {from.position, to.position, from.layer, to.layer, radius, view->classes};
    bool is_open;
    if (!leg_cache_find_line(path->cache, &line, &is_open)) {
        is_open = wend_view_is_visible(view, from, to, radius);
        leg_cache_add_line(path->cache, &line, is_open);
    }
    return is_open;
}

/* True if an agent can head for the goal itself from the last corner of a leg. If the goal has
 * several parts, the agent must head for the part in which the route ends. On weighted ground, it
 * must head for the end of the route, because the ground towards other points may cost more. */
static bool can_head_for_goal(const mesh_path *path, const search_path *leg,
                              const goal_record *goal) {
    const wend_region *region = &goal->region;
    wend_route_point end = leg->points[leg->count - 1];
    wend_location from = {path->at.position, path->ground.level->polygons[path->at.polygon].layer};
    if (region->shape == WEND_SHAPE_POINT || region->velocity.x != 0.0F ||
        region->velocity.y != 0.0F) {
        return true;
    }
    if (goal->part_count > 1 || path->ground.weights != NULL) {
        return false;
    }
    if (leg->count > 1) {
        const wend_route_point *turning_point = &leg->points[leg->count - 2];
        from = (wend_location){turning_point->position, turning_point->layer};
    } else if (path->points.count > 0) {
        from = (wend_location){path->points.items[path->points.count - 1].position,
                               path->points.items[path->points.count - 1].layer};
    }
    wend_location to = {wend_region_aim(region, end.position, 0.0F), goal->layer};
    return is_line_open(path, from, to);
}

/* Returns the index of the nearest part, or `count` if none is nearer than `limit`. */
static uint32_t next_part(const float *distances, uint32_t count, double limit) {
    uint32_t next = count;
    for (uint32_t i = 0; i < count; i++) {
        if ((double)distances[i] < limit) {
            limit = (double)distances[i];
            next = i;
        }
    }
    return next;
}

search_outcome mesh_path_find_region(mesh_path *path, const wend_region *region, uint32_t layer,
                                     double margin, search_path *out) {
    target to = target_of(region, layer, margin);
    if (region->shape == WEND_SHAPE_POINT) {
        to.polygon = navmesh_locate(path->ground.level, (wend_location){region->a, layer});
    }
    return mesh_path_find(path, &to, out);
}

/* Finds the shortest leg to any part of a goal, each part grown by `margin`. */
static search_outcome find_part(mesh_path *path, const goal_record *goal, double margin,
                                search_path *out) {
    const wend_region *parts = goal_parts(goal);
    float distances[GOAL_MOST_PARTS]; /* straight-line distance to each part, in m */
    uint32_t count = goal->part_count, i;
    for (i = 0; i < count; i++) {
        distances[i] = wend_region_distance(&parts[i], path->at.position) - (float)margin;
        if (path->ground.weights != NULL) { /* a lower bound on the weighted length */
            distances[i] *= path->ground.least_weight;
        }
    }
    search_outcome outcome = SEARCH_NONE;
    out->length = (double)INFINITY;
    while ((i = next_part(distances, count, out->length)) < count) {
        search_path leg;
        search_outcome found = mesh_path_find_region(path, &parts[i], goal->layer, margin, &leg);
        if (found == SEARCH_NO_MEMORY) {
            return found;
        }
        bool better = outcome == SEARCH_NONE || leg.obstructed == out->obstructed
                          ? leg.length < out->length
                          : out->obstructed;
        if (found == SEARCH_FOUND && better) {
            *out = leg;
            outcome = SEARCH_FOUND;
        }
        distances[i] = INFINITY;
    }
    return outcome;
}

/* Returns the part that is nearest in a straight line. */
static const wend_region *nearest_part(const goal_record *goal, wend_vec2 from) {
    return &goal_parts(goal)[goal_regions_find_part(goal, NULL, true, from)];
}

/* Adds a leg to the point where the disc touches the goal or, if there is no such point, to the
 * open location nearest to the goal. */
static search_outcome go_beside(mesh_path *path, const goal_record *goal) {
    search_path leg;
    search_outcome outcome = SEARCH_NONE;
    if (goal->region.shape != WEND_SHAPE_POINT) {
        double reach = (double)fmaxf(path->ground.radius, path->ground.level->radius);
        /* An octagon with this circumradius contains a disc of radius `reach`. */
        outcome = find_part(path, goal, 1.09 * reach + 1e-3, &leg);
    }
    wend_region still =
        *nearest_part(goal, path->at.position); /* the region at its present position, without
                                                   prediction of its motion */
    still.flags = 0;
    wend_location location = {wend_region_aim(&still, path->at.position, 0.0F), goal->layer};
    search_start projection = {location.position, NAVMESH_NONE};
    if (outcome == SEARCH_NONE) {
        projection = mesh_path_snap(path, location);
    }
    if (projection.polygon != NAVMESH_NONE) {
        target to = target_at(projection.position, goal->layer, projection.polygon);
        outcome = mesh_path_find(path, &to, &leg);
    }
    return outcome == SEARCH_FOUND  ? mesh_path_add_leg(path, &leg, true)
           : outcome == SEARCH_NONE ? mesh_path_go_near(path, location)
                                    : outcome;
}

bool mesh_path_uses_tree(const mesh_path *path, uint32_t goal) {
    const wend_region *region = &path->ground.view->internals->goals->records[goal].region;
    bool still = region->velocity.x == 0.0F && region->velocity.y == 0.0F;
    bool wide = region->shape != WEND_SHAPE_POINT && region->shape != WEND_SHAPE_DIRECTION;
    return path->trees != NULL && !path->by_polygons && path->ground.now.door_count == 0 &&
           region->shape != WEND_SHAPE_DIRECTION &&
           (path->tree_use == TREES_ALWAYS ||
            (path->tree_use == TREES_FOR_EXTENTS && still && wide));
}

/* Lists the parts of a goal as targets, in scratch memory. Returns NULL when out of memory. */
static target *list_targets(const mesh_path *path, const goal_record *goal) {
    const search_ground *ground = &path->ground;
    target *targets =
        wend_view_scratch(ground->view, ground->worker, goal->part_count * sizeof *targets);
    for (uint32_t i = 0; targets != NULL && i < goal->part_count; i++) {
        targets[i] = target_of(&goal_parts(goal)[i], goal->layer, 0.0);
    }
    return targets;
}

/* Replaces a leg from a search by the one that a tree would give. Both are equally long; they
 * differ only if there are several shortest paths. */
static search_outcome search_backwards(mesh_path *path, const goal_record *goal, search_path *leg) {
    const target *targets = list_targets(path, goal);
    if (targets == NULL) {
        return SEARCH_NO_MEMORY;
    }
    search_path other;
    search_outcome outcome =
        path_tree_search(&path->ground, targets, goal->part_count, path->at, leg->length, &other);
    if (outcome == SEARCH_FOUND) {
        *leg = other;
        path->from_tree = true;
    }
    return outcome == SEARCH_NO_MEMORY ? outcome : SEARCH_FOUND;
}

/* Finds the leg to a goal whose legs come from trees. If the goal has no tree, because few agents
 * share it, a search towards the goal finds the length, and a search backwards the path. */
static search_outcome find_in_tree(mesh_path *path, const goal_record *goal, uint32_t index,
                                   search_path *leg) {
    search_outcome outcome = mesh_trees_find(path->trees, path, index, leg);
    path->from_tree = outcome == SEARCH_FOUND;
    bool has_standing = path->ground.view->internals->overlay->standing_count > 0;
    if (outcome == SEARCH_FOUND && has_standing) {
        uint32_t part =
            goal_regions_find_part(goal, NULL, true, leg->points[leg->count - 1].position);
        target to = target_of(&goal_parts(goal)[part], goal->layer, 0.0);
        return mesh_path_avoid_standing(path, &to, leg);
    }
    if (outcome != SEARCH_LIMIT) {
        return outcome;
    }
    outcome = find_part(path, goal, 0.0, leg);
    return outcome == SEARCH_FOUND && !path->unproven && !has_standing
               ? search_backwards(path, goal, leg)
               : outcome;
}

/* Finds the leg to a goal. */
static search_outcome find_goal(mesh_path *path, const goal_record *goal, search_path *leg) {
    uint32_t index = (uint32_t)(goal - path->ground.view->internals->goals->records);
    return mesh_path_uses_tree(path, index) ? find_in_tree(path, goal, index, leg)
                                            : find_part(path, goal, 0.0, leg);
}

search_outcome mesh_path_go_to_goal(mesh_path *path, const goal_record *goal) {
    search_path leg;
    search_outcome outcome = find_goal(path, goal, &leg);
    if (outcome == SEARCH_NONE) {
        return go_beside(path, goal);
    }
    return outcome == SEARCH_FOUND
               ? mesh_path_add_leg(path, &leg, leg.cut || !can_head_for_goal(path, &leg, goal))
               : outcome;
}
