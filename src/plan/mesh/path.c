/* Finds the legs of a path through a mesh. Each leg is found by one search on the level of the
 * radius: by Polyanya, or by the planner's own search (mesh_path.search). If this search reached
 * its node limit, or if the disc is larger than all levels, A* over polygons finds the leg. Cost:
 * see the planners. */
#include "plan/mesh/path.h"

#include <string.h>

#include "geom/vec.h"
#include "plan/mesh/snap.h"
#include "plan/route/portals.h"
#include "plan/tree/tree.h"
#include "step/worker_buffers.h"

/* m: a partial path must bring the agent at least this much nearer to its goal. */
static const float MIN_GAIN = 0.1F;

/* m: points of a route are at least this far apart. */
static const float MIN_LEG = 1e-3F;

mesh_path mesh_path_begin(const search_ground *ground, float radius, bool by_polygons) {
    uint32_t level = navmesh_level_for(ground->mesh, radius);
    mesh_path path = {.ground = *ground, .by_polygons = by_polygons || level == NAVMESH_NONE};
    path.ground.radius = radius;
    path.max_points = PATH_TREE_WHOLE;
    path.ground.level = &ground->mesh->levels[path.by_polygons ? 0 : level];
    return path;
}

search_outcome mesh_path_find(mesh_path *path, const target *to, search_path *out) {
    if (!search_may_reach(&path->ground, path->at.polygon, to)) {
        return SEARCH_NONE;
    }
    search_outcome outcome = path->by_polygons ? SEARCH_LIMIT
                             : path->search != NULL
                                 ? path->search(path, to, out)
                                 : search_shortest(&path->ground, path->at, to, out);
    if (outcome == SEARCH_LIMIT) { /* A* needs no limit: it visits each polygon about once */
        path->unproven = path->unproven || !path->by_polygons;
        outcome = search_polygons(&path->ground, path->at, to, out);
    }
    return outcome == SEARCH_FOUND ? mesh_path_avoid_standing(path, to, out) : outcome;
}

search_outcome mesh_path_avoid_standing(mesh_path *path, const target *to, search_path *out) {
    out->obstructed = false;
    for (uint32_t i = 0; i < out->count; i++) {
        out->points[i].clearance = 0.0F;
    }
    return search_around(&path->ground, path->at, to, out, &path->standing);
}

/* True if two points count as the same. A leg between them would have no direction, which followers
 * need to decide whether they have passed the second point. */
static bool is_same_point(const wend_route_point *last, const wend_route_point *next) {
    wend_vec2 apart = vec_sub(next->position, last->position);
    return last->layer == next->layer && vec_length_squared(apart) < MIN_LEG * MIN_LEG;
}

/* Makes room for more points. Returns false when out of memory. */
static bool make_room(mesh_path *path, uint32_t more) {
    route_points *points = &path->points;
    if (points->count + more > points->room) {
        uint32_t room = 2 * (points->count + more);
        points->items = worker_buffer_take(path->ground.view, path->ground.worker, BUFFER_POINTS,
                                           room * sizeof *points->items);
        points->room = room;
    }
    return points->items != NULL || more == 0;
}

bool mesh_path_append(mesh_path *path, const wend_route_point *points, uint32_t count) {
    route_points *to = &path->points;
    if (!make_room(path, count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (to->count == 0 || !is_same_point(&to->items[to->count - 1], &points[i])) {
            to->items[to->count++] = points[i];
        }
    }
    return true;
}

bool mesh_path_prepend(mesh_path *path, const wend_route_point *point) {
    route_points *to = &path->points;
    if (!make_room(path, 1)) {
        return false;
    }
    if (to->count == 0 || !is_same_point(point, &to->items[0])) {
        memmove(to->items + 1, to->items, to->count * sizeof *to->items);
        to->items[0] = *point;
        to->count++;
    }
    return true;
}

search_outcome mesh_path_add_leg(mesh_path *path, const search_path *leg, bool with_end) {
    wend_vec2 end = leg->points[leg->count - 1].position;
    path->length += leg->length;
    path->partial = path->partial || leg->obstructed;
    path->cut = leg->cut;
    path->at = (search_start){end, leg->polygon};
    return mesh_path_append(path, leg->points, with_end ? leg->count : leg->count - 1)
               ? SEARCH_FOUND
               : SEARCH_NO_MEMORY;
}

search_start mesh_path_snap(const mesh_path *path, wend_location location) {
    const navmesh_level *level = path->ground.level;
    uint32_t polygon = navmesh_locate(level, location);
    if (polygon != NAVMESH_NONE && !search_is_closed(&path->ground, polygon)) {
        return (search_start){location.position, polygon};
    }
    return snap_to_level(&path->ground, location, path->tolerance);
}

search_outcome mesh_path_go_near(mesh_path *path, wend_location goal) {
    wend_vec2 near;
    uint32_t polygon = NAVMESH_NONE;
    if (!path->may_be_partial) {
        return SEARCH_NONE;
    }
    search_outcome outcome = search_nearest(&path->ground, path->at, goal, &near, &polygon);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    bool here = path->ground.level->polygons[path->at.polygon].layer == goal.layer;
    float before = vec_length(vec_sub(goal.position, path->at.position));
    float after = vec_length(vec_sub(goal.position, near));
    if (here && path->points.count == 0 && after > before - MIN_GAIN) {
        return SEARCH_NONE;
    }
    target to = target_at(near, goal.layer, polygon);
    search_path leg;
    outcome = mesh_path_find(path, &to, &leg);
    path->partial = true;
    return outcome == SEARCH_FOUND ? mesh_path_add_leg(path, &leg, true) : outcome;
}

search_outcome mesh_path_go_to(mesh_path *path, wend_location location) {
    search_start projection = mesh_path_snap(path, location);
    search_path leg;
    if (projection.polygon == NAVMESH_NONE) {
        return mesh_path_go_near(path, location);
    }
    target to = target_at(projection.position, location.layer, projection.polygon);
    search_outcome outcome = mesh_path_find(path, &to, &leg);
    if (outcome != SEARCH_FOUND) {
        return outcome == SEARCH_NONE ? mesh_path_go_near(path, location) : outcome;
    }
    outcome = mesh_path_add_leg(path, &leg, true);
    if (outcome == SEARCH_FOUND) {
        path->points.items[path->points.count - 1].clearance = PORTALS_WANTED;
    }
    return outcome;
}
