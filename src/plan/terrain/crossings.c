/* Finds the edges of a triangulation that a path crosses: see crossings.h.
 *
 * A path of low cost turns at vertices and runs along borders of terrain, and its points are
 * rounded. Which triangles it runs through is then a choice, which predicates on single points do
 * not make consistently: one leg may touch forbidden ground on its left, and further on, on its
 * right. So the triangles are found by a search: A* over the open triangles that the leg touches
 * within TOUCH.
 *
 *     s   m: distance along the leg
 *     w   weight of a triangle
 *
 * A triangle that the leg enters at s1 and leaves at s2 costs w |s2 - s1|, and each crossing costs
 * w TOUCH of the triangle entered, so that paths around a vertex take the cheaper side, and the
 * shorter one if both are equal. An edge along the leg is crossed where this is cheapest: at its
 * end if the triangle before it is cheaper, otherwise at its start.
 *
 * Cost: O(n log n) for n triangles that the leg touches. */
#include "plan/terrain/crossings.h"

#include <math.h>

#include <wend/view.h>

#include "geom/point.h"
#include "plan/graph/astar.h"
#include "step/worker_buffers.h"

enum { FIRST_ROOM = 64, MAX_CONTAINING = 16 };

/* m: a leg ends in a triangle within this distance of its end, crosses an edge that it passes
 * within TOUCH, and extends beyond its ends by OVER to do so: it may have to turn around a vertex
 * close to them first. Positions are rounded by less than END up to 8 km from the origin. */
static const double END = 3e-4, TOUCH = 1e-3, OVER = 5e-3;

typedef struct leg {
    const search_ground *ground;
    wend_point from, along; /* along: a unit vector */
    wend_point to;
    double length; /* m */
    uint32_t to_layer;
} leg;

/* Where a leg crosses an edge. */
typedef struct touch {
    double s;      /* m */
    wend_point at; /* on the edge */
    double t;      /* fraction of the edge */
} touch;

static touch touch_at(wend_point a, wend_point b, double t, double s) {
    t = fmin(fmax(t, 0.0), 1.0);
    return (touch){s, point_lerp(a, b, t), t};
}

static bool is_on_leg(const leg *l, double s) {
    return s >= -OVER && s <= l->length + OVER;
}

/* Finds where a leg crosses the edge that starts at a corner. Returns false if it does not touch
 * the edge. */
static bool find_touch(const leg *l, uint32_t corner, touch *out) {
    const navmesh_level *level = l->ground->level;
    wend_point a = point_wide(level->points[corner]);
    wend_point b = point_wide(level->points[level->twins[corner]]);
    wend_point to_a = point_sub(a, l->from), to_b = point_sub(b, l->from);
    double side_a = point_cross(l->along, to_a), side_b = point_cross(l->along, to_b);
    double s_a = point_dot(l->along, to_a), s_b = point_dot(l->along, to_b);
    bool on_a = fabs(side_a) <= TOUCH, on_b = fabs(side_b) <= TOUCH;
    if (on_a && on_b) {
        double low = fmax(fmin(s_a, s_b), 0.0), high = fmin(fmax(s_a, s_b), l->length);
        uint32_t before = level->neighbours[level->twins[corner]];
        bool late =
            search_weight(l->ground, before) <= search_weight(l->ground, level->neighbours[corner]);
        double s = late ? high : low, reach = s_b - s_a;
        *out = touch_at(a, b, fabs(reach) > 0.0 ? (s - s_a) / reach : 0.5, s);
        return low <= high + 2.0 * OVER;
    }
    /* The crossing itself, or an end of the edge that is close enough. */
    bool crosses = (side_a > 0.0) != (side_b > 0.0);
    double t = crosses ? side_a / (side_a - side_b) : 0.0, s = s_a + (s_b - s_a) * t;
    bool found = crosses && is_on_leg(l, s);
    if (!found && on_a) {
        t = 0.0;
        s = s_a;
        found = is_on_leg(l, s);
    } else if (!found && on_b) {
        t = 1.0;
        s = s_b;
        found = is_on_leg(l, s);
    }
    *out = touch_at(a, b, t, fmin(fmax(s, 0.0), l->length));
    return found;
}

/* Returns where the path to a node enters its triangle, in m along the leg. */
static double entry_of(const leg *l, const astar_node *at) {
    touch entry = {0};
    return at->label != NAVMESH_NONE && find_touch(l, at->label, &entry) ? entry.s : 0.0;
}

/* True if the leg ends in a triangle, or within END of it. */
static bool ends_in(const leg *l, uint32_t triangle) {
    const navmesh_level *level = l->ground->level;
    const navmesh_polygon *polygon = &level->polygons[triangle];
    bool inside = polygon->layer == l->to_layer;
    wend_point a = point_wide(level->points[polygon->first + polygon->count - 1]);
    for (uint32_t i = 0; i < polygon->count && inside; i++) {
        wend_point b = point_wide(level->points[polygon->first + i]);
        inside = point_turn(a, b, l->to) >= -END * point_distance(a, b);
        a = b;
    }
    return inside;
}

static double estimate(const astar *search, const astar_node *at) {
    const leg *l = search->user;
    return (double)l->ground->least_weight * (l->length - entry_of(l, at));
}

static void expand(astar *search, uint32_t index, astar_node at) {
    const leg *l = search->user;
    const navmesh_level *level = l->ground->level;
    const navmesh_polygon *polygon = &level->polygons[at.vertex];
    double entry = entry_of(l, &at), weight = (double)search_weight(l->ground, at.vertex);
    if (ends_in(l, at.vertex)) {
        astar_reach_goal(search, index, NAVMESH_NONE, at.g + weight * (l->length - entry));
    }
    for (uint32_t i = 0; i < polygon->count; i++) {
        uint32_t corner = polygon->first + i, next = level->neighbours[corner];
        touch there;
        if (next != NAVMESH_NONE && !search_is_closed(l->ground, next) &&
            find_touch(l, corner, &there)) {
            double toll = TOUCH * (double)search_weight(l->ground, next);
            astar_reach(search, index, next, corner, at.g + weight * fabs(there.s - entry) + toll);
        }
    }
}

static const astar_graph touched_triangles = {.expand = expand, .estimate = estimate};

static bool add_crossing(crossed_path *path, path_crossing crossing) {
    if (path->count == path->room) {
        const search_ground *ground = path->ground;
        path->room = path->room > 0 ? 2 * path->room : FIRST_ROOM;
        path->crossings = worker_buffer_take(ground->view, ground->worker, BUFFER_CROSSINGS,
                                             path->room * sizeof *path->crossings);
    }
    if (path->crossings != NULL) {
        path->crossings[path->count++] = crossing;
    }
    return path->crossings != NULL;
}

/* Reaches all open triangles that contain the start of the path. A start at a vertex may be in
 * several that only meet there. */
static void reach_start(astar *search, const crossed_path *path) {
    const navmesh_level *level = path->ground->level;
    uint32_t containing[MAX_CONTAINING];
    wend_location start = {path->start.position, level->polygons[path->start.polygon].layer};
    uint32_t count = navmesh_find_containing(level, start, containing, MAX_CONTAINING);
    astar_reach(search, ASTAR_NONE, path->start.polygon, NAVMESH_NONE, 0.0);
    for (uint32_t i = 0; i < count; i++) {
        if (!search_is_closed(path->ground, containing[i])) {
            astar_reach(search, ASTAR_NONE, containing[i], NAVMESH_NONE, 0.0);
        }
    }
}

/* Finds the crossings of the leg to point `index`, which begins in `triangle`. */
static search_outcome follow_leg(crossed_path *path, wend_vec2 from, uint32_t triangle,
                                 uint32_t index) {
    const wend_route_point *point = &path->points[index];
    leg l = {.ground = path->ground,
             .from = point_wide(from),
             .to = point_wide(point->position),
             .to_layer = point->layer};
    wend_point line = point_sub(l.to, l.from);
    l.length = point_length(line);
    l.along = l.length > 0.0 ? (wend_point){line.x / l.length, line.y / l.length}
                             : (wend_point){1.0, 0.0};
    astar search = {.view = path->ground->view,
                    .worker = path->ground->worker,
                    .graph = &touched_triangles,
                    .user = &l,
                    .vertex_count = path->ground->level->polygon_count};
    uint32_t last, count;
    if (!astar_begin(&search)) {
        return SEARCH_NO_MEMORY;
    }
    if (index == 0) {
        reach_start(&search, path);
    } else {
        astar_reach(&search, ASTAR_NONE, triangle, NAVMESH_NONE, 0.0);
    }
    search_outcome outcome = astar_find(&search, &last);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    const uint32_t *nodes = astar_path(&search, last, &count);
    path->triangles[index] = search.nodes[nodes[0]].vertex;
    path->start.polygon = index == 0 ? path->triangles[index] : path->start.polygon;
    for (uint32_t i = 0; i < count; i++) {
        const astar_node *node = &search.nodes[nodes[i]];
        touch there = {0};
        if (node->label != NAVMESH_NONE && find_touch(&l, node->label, &there)) {
            path->triangles[index] = node->vertex;
            path_crossing crossing = {node->label, index, there.t, there.at};
            outcome = add_crossing(path, crossing) ? outcome : SEARCH_NO_MEMORY;
        }
    }
    return outcome;
}

search_outcome crossings_find(crossed_path *path) {
    const search_ground *ground = path->ground;
    wend_vec2 from = path->start.position;
    uint32_t triangle = path->start.polygon;
    search_outcome outcome = SEARCH_FOUND;
    path->crossings = NULL;
    path->count = path->room = 0;
    path->triangles = wend_view_scratch(ground->view, ground->worker,
                                        (path->point_count + 1) * sizeof *path->triangles);
    if (path->triangles == NULL) {
        return SEARCH_NO_MEMORY;
    }
    for (uint32_t i = 0; i < path->point_count && outcome == SEARCH_FOUND; i++) {
        outcome = follow_leg(path, from, triangle, i);
        from = path->points[i].position;
        triangle = path->triangles[i];
    }
    return outcome;
}
