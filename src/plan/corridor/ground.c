/* Decides which edges of a corridor map are open, with doors and obstacle classes as they are now.
 *
 * In a search, an edge is open or blocked as a whole (plan/blocked). The first and last segments of
 * a path are only parts of edges: if such an edge is not open as a whole, the part is checked chord
 * by chord. A door that is not in the map limits the clearance of an edge to the distance between
 * the door and the axis.
 *
 * Cost: O(pieces) to check part of an edge. */
#include <math.h>
#include <string.h>

#include "geom/segment.h"
#include "plan/corridor/corridor.h"
#include "plan/route/legs.h"
#include "step/internals.h"

/* ---- Edges ----------------------------------------------------------------------------------- */

/* A door, and the smallest distance (m) between it and the axis. */
typedef struct approach {
    const blocked_wall *door;
    double least;
} approach;

static bool examine_door(void *context, const wend_corridor_sample *a,
                         const wend_corridor_sample *b) {
    approach *to = context;
    to->least =
        fmin(to->least, segment_distance(a->position, b->position, to->door->a, to->door->b));
    return true;
}

static double door_distance(const corridor *map, uint32_t breakpoint, const blocked_wall *door) {
    corridor_piece piece = corridor_piece_of(map, breakpoint);
    approach to = {door, (double)INFINITY};
    corridor_flatten(&piece, 0.0, 1.0, examine_door, &to);
    return to.least;
}

/* True if the distance between a piece and a door may be smaller than the clearance of the piece.
 */
static bool may_come_near(const corridor_breakpoint *ends, const blocked_wall *door) {
    double reach = (double)fmaxf(ends[0].clearance, ends[1].clearance) +
                   segment_point_distance(ends[0].position, ends[1].position, ends[1].position);
    return segment_point_distance(ends[0].position, door->a, door->b) < reach;
}

static double distance_to(const void *map, uint32_t part, const blocked_wall *wall) {
    const corridor *c = map;
    const corridor_edge *edge = &c->edges[part];
    double least = (double)INFINITY;
    for (uint32_t i = edge->first; edge->layer == wall->layer && i + 1 < edge->first + edge->count;
         i++) {
        if (may_come_near(&c->breakpoints[i], wall)) {
            least = fmin(least, door_distance(c, i, wall));
        }
    }
    return least;
}

bool corridor_find_blockers(corridor_ground *ground) {
    const corridor *map = ground->map;
    blocked_parts parts = {&map->blocking, map, map->edge_count, distance_to, NULL};
    return blocked_find(ground->view, ground->worker, &parts, false, &ground->now);
}

/* An obstacle, and the smallest distance (m) between it and the axis. */
typedef struct obstacle_approach {
    const overlay *over;
    const overlay_obstacle *obstacle;
    double least;
} obstacle_approach;

static bool examine_obstacle(void *context, const wend_corridor_sample *a,
                             const wend_corridor_sample *b) {
    obstacle_approach *to = context;
    for (uint32_t i = 0; i < to->obstacle->wall_count; i++) {
        const overlay_wall *wall = &to->over->walls[to->obstacle->first_wall + i];
        to->least = fmin(to->least, segment_distance(a->position, b->position, wall->a, wall->b));
    }
    return true;
}

bool corridor_block_edges(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          uint32_t obstacle, float *remaining) {
    const overlay *over = ground->view->internals->overlay;
    bool any = false;
    for (uint32_t i = 0; i < axis_path->count; i++) {
        const corridor_axis_segment *segment = &axis_path->segments[i];
        obstacle_approach to = {over, &over->obstacles[obstacle], (double)INFINITY};
        if (segment->layer != to.obstacle->layer ||
            !(corridor_least_clearance(ground, segment->edge) > 0.0F)) {
            continue;
        }
        corridor_piece piece = corridor_piece_of(ground->map, segment->breakpoint);
        corridor_flatten(&piece, fmin(segment->from, segment->to), fmax(segment->from, segment->to),
                         examine_obstacle, &to);
        if (to.least < (double)ground->needed) {
            remaining[segment->edge] = 0.0F;
            any = true;
        }
    }
    return any;
}

/* ---- Points ---------------------------------------------------------------------------------- */

float corridor_free_distance(const corridor_ground *ground, wend_location location, float limit) {
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

bool corridor_is_clear(const corridor_ground *ground, uint32_t edge,
                       const wend_corridor_sample *at) {
    if (!(at->clearance > ground->needed)) {
        return false;
    }
    wend_location location = {at->position, ground->map->edges[edge].layer};
    return !corridor_is_narrowed(ground, edge) ||
           corridor_free_distance(ground, location, at->clearance) > ground->needed;
}

/* ---- Parts of edges -------------------------------------------------------------------------- */

typedef struct passage {
    const corridor_ground *ground;
    uint32_t layer;
} passage;

static bool is_chord_open(void *context, const wend_corridor_sample *a,
                          const wend_corridor_sample *b) {
    const passage *p = context;
    wend_location from = {a->position, p->layer}, to = {b->position, p->layer};
    return legs_is_line_open(p->ground->view, from, to, p->ground->needed) &&
           (!p->ground->around_standing ||
            standing_is_clear(p->ground->view, from, to, (double)p->ground->kept, 0));
}

/* True if no blocker closes a given part of a piece. */
static bool is_part_open(const corridor_ground *ground, uint32_t edge, uint32_t breakpoint,
                         double from, double to) {
    corridor_piece piece = corridor_piece_of(ground->map, breakpoint);
    passage p = {ground, ground->map->edges[edge].layer};
    return corridor_flatten(&piece, from, to, is_chord_open, &p);
}

bool corridor_is_open(const corridor_ground *ground, corridor_axis_point a, corridor_axis_point b) {
    const corridor *map = ground->map;
    if (corridor_least_clearance(ground, a.edge) > ground->needed) {
        return true;
    }
    if (b.breakpoint < a.breakpoint || (b.breakpoint == a.breakpoint && b.t < a.t)) {
        corridor_axis_point swap = a;
        a = b;
        b = swap;
    }
    bool open = corridor_piece_sample(map, a.breakpoint, a.t).clearance > ground->needed &&
                corridor_piece_sample(map, b.breakpoint, b.t).clearance > ground->needed;
    for (uint32_t i = a.breakpoint + 1; i <= b.breakpoint && open; i++) {
        open = map->breakpoints[i].clearance > ground->needed;
    }
    bool narrowed = corridor_is_narrowed(ground, a.edge);
    for (uint32_t i = a.breakpoint; i <= b.breakpoint && open && narrowed; i++) {
        open = is_part_open(ground, a.edge, i, i == a.breakpoint ? a.t : 0.0,
                            i == b.breakpoint ? b.t : 1.0);
    }
    return open;
}
