/* Finds the portals of a path over weighted ground: see portals.h.
 *
 * The portals are the edges that the path crosses (crossings.c), on the level that is inset by the
 * agent's radius. Two successive ones belong to one triangle, which is convex and of one weight, so
 * all straight lines between them are on the same ground as the path. Followers pull their path
 * straight through the portals; within ground of one weight, this is right. Where the weight
 * changes, it is not: the portal there is cut to the points c with
 *
 *     w1 |a - c| + w2 |c - b| <= (1 + DETOUR) (w1 |a - p| + w2 |p - b|),
 *
 * where p is the point at which the path crosses the edge, w1 and w2 are the weights before and
 * after it, and a and b the points before and after p at which the path turns or changes its
 * ground. The left side is convex, so this is one interval. It is not made narrower than the agent.
 * A narrow portal makes a crowd walk in single file, a wide one lets agents walk farther on
 * expensive ground. Edges in the middle of a leg, where the ground does not change, are replaced by
 * portals at right angles to the path (lane.c).
 *
 * Points that need a portal of their own have a chord of their triangle, across the path. At a
 * goal, the chord is cut to the points within the agent's radius of the goal's region.
 *
 * Cost: O(1) for each crossing, plus the walls of the world's overlay. */
#include "plan/terrain/portals.h"

#include <math.h>

#include <wend/world.h>

#include "geom/point.h"
#include "plan/terrain/parts.h"
#include "step/worker_buffers.h"

/* How much more than the path an agent's way may cost on both sides of a change of ground. Weights
 * that differ by less count as equal. */
static const double DETOUR = 0.05;
/* m: how far a portal extends along the path, to either side of the path. */
static const double SLANT = 2.0;
/* m: how far a chord at a point extends to either side. */
static const double CHORD_REACH = 5.0;
/* m: shorter parts of a path have no direction. */
static const double SAME = 1e-3;

/* A portal of the list. */
typedef struct draft {
    lane_portal portal;
    uint32_t crossing; /* index of the crossing in the middle of a leg, on ground of one weight,
                          whose portal is at right angles to the path; otherwise ON_EDGE */
} draft;

#define ON_EDGE UINT32_MAX

typedef struct portal_list {
    const portal_query *query;
    const crossed_path *path;
    const bool *changes; /* by crossing: true if the weight of the ground changes */
    draft *items;        /* in scratch memory */
    uint32_t count;
} portal_list;

/* ---- Portals on edges ------------------------------------------------------------------------ */

/* Returns the point of the path before (`step` -1) or after (1) crossing `index`, at which it turns
 * or, if `changes` is not NULL, changes its ground. */
static wend_point anchor(const crossed_path *path, const bool *changes, uint32_t index, int step) {
    wend_point at = path->crossings[index].at;
    uint32_t leg = path->crossings[index].leg, i = index;
    for (;;) {
        bool more = step < 0 ? i > 0 : i + 1 < path->count;
        uint32_t next = step < 0 ? i - 1 : i + 1;
        if (changes != NULL && more && path->crossings[next].leg == leg) {
            i = next;
            if (changes[i] && point_distance(at, path->crossings[i].at) > SAME) {
                return path->crossings[i].at;
            }
            continue;
        }
        uint32_t last = path->point_count - 1;
        wend_point end = point_wide(step > 0  ? path->points[leg].position
                                    : leg > 0 ? path->points[leg - 1].position
                                              : path->start.position);
        if (point_distance(at, end) > SAME || (step > 0 ? leg == last : leg == 0)) {
            return end;
        }
        leg = step > 0 ? leg + 1 : leg - 1;
    }
}

static double weight_of(const search_ground *ground, uint32_t corner, bool before) {
    const navmesh_level *level = ground->level;
    return (double)search_weight(ground, level->neighbours[before ? level->twins[corner] : corner]);
}

/* Returns the part of an edge around fraction `at` that extends at most SLANT along a line. */
static portal_part part_across(const convex *edge, double at) {
    wend_point line = point_sub(edge->after, edge->before), along = point_sub(edge->b, edge->a);
    double length = point_length(line), slant = fabs(point_dot(line, along));
    double share = SLANT * length < slant ? SLANT * length / slant : 1.0;
    return (portal_part){at - share, at + share};
}

static lane_portal portal_on(wend_point right, wend_point left, portal_part part, double at,
                             uint32_t layer) {
    return (lane_portal){point_lerp(right, left, part.low), point_lerp(right, left, part.high),
                         point_lerp(right, left, at), layer};
}

/* Returns the portal on the edge of a crossing. */
static lane_portal edge_portal(const portal_list *list, uint32_t index) {
    const crossed_path *path = list->path;
    const search_ground *ground = path->ground;
    const navmesh_level *level = ground->level;
    const path_crossing *c = &path->crossings[index];
    uint32_t twin = level->twins[c->corner];
    const bool *changes = list->changes[index] ? list->changes : NULL;
    convex cost = {.a = point_wide(level->points[c->corner]),
                   .b = point_wide(level->points[twin]),
                   .before = anchor(path, changes, index, -1),
                   .after = anchor(path, changes, index, 1),
                   .weight_before = weight_of(ground, c->corner, true),
                   .weight_after = weight_of(ground, c->corner, false)};
    portal_part part = part_across(&cost, c->t);
    if (changes != NULL) {
        portal_part cheap = parts_within(&cost, c->t, (1.0 + DETOUR) * parts_evaluate(&cost, c->t),
                                         list->query->radius);
        part = (portal_part){fmax(part.low, cheap.low), fmin(part.high, cheap.high)};
    }
    double length = point_distance(cost.a, cost.b);
    double slack = fmin(0.25, length > 0.0 ? PARTS_SLACK / length : 0.25);
    part.low = fmin(fmax(part.low, slack), 1.0 - slack);
    part.high = fmax(fmin(part.high, 1.0 - slack), part.low);
    return portal_on(cost.a, cost.b, part, fmin(fmax(c->t, part.low), part.high),
                     level->polygons[level->neighbours[twin]].layer);
}

/* Returns the point at the start of a leg. */
static wend_point leg_start(const crossed_path *path, uint32_t leg) {
    return point_wide(leg > 0 ? path->points[leg - 1].position : path->start.position);
}

/* True if a crossing is in the middle of a leg, on ground of one weight and one layer. */
static bool is_inner(const portal_list *list, uint32_t index) {
    const crossed_path *path = list->path;
    const navmesh_level *level = path->ground->level;
    const path_crossing *c = &path->crossings[index];
    uint32_t before = level->neighbours[level->twins[c->corner]];
    return !list->changes[index] && point_distance(leg_start(path, c->leg), c->at) > SAME &&
           point_distance(point_wide(path->points[c->leg].position), c->at) > SAME &&
           level->polygons[before].layer == level->polygons[level->neighbours[c->corner]].layer;
}

static void add(portal_list *list, lane_portal portal, uint32_t crossing) {
    list->items[list->count++] = (draft){portal, crossing};
}

/* Adds the portal of a crossing. Those in the middle of legs have no width yet. */
static void add_crossing(portal_list *list, uint32_t index) {
    if (!is_inner(list, index)) {
        add(list, edge_portal(list, index), ON_EDGE);
        return;
    }
    const path_crossing *c = &list->path->crossings[index];
    const navmesh_level *level = list->path->ground->level;
    uint32_t layer = level->polygons[level->neighbours[c->corner]].layer;
    add(list, (lane_portal){c->at, c->at, c->at, layer}, index);
}

/* ---- Portals at points ----------------------------------------------------------------------- */

/* Adds a portal across the path at a point of a triangle, between two other points. If `region` is
 * not NULL, the portal does not lead past it. */
static void add_chord(portal_list *list, wend_point before, wend_point at, wend_point next,
                      uint32_t triangle, const wend_region *region) {
    const navmesh_level *level = list->path->ground->level;
    wend_point in = point_sub(at, before), ahead = point_sub(next, at);
    double in_length = point_length(in), length = point_length(ahead);
    wend_point along = {0.0, 0.0};
    bool turns_back = point_dot(in, ahead) < -0.5 * in_length * length;
    if (in_length > SAME) {
        along = (wend_point){in.x / in_length, in.y / in_length};
    }
    if (length > SAME && !turns_back) {
        along = point_along(along, ahead, 1.0 / length);
    }
    double size = point_length(along);
    if (size == 0.0) {
        return;
    }
    wend_point side = {-along.y / size * CHORD_REACH, along.x / size * CHORD_REACH};
    convex distance = {.a = point_sub(at, side), .b = point_along(at, side, 1.0), .region = region};
    portal_part part = parts_in_triangle(level, triangle, distance.a, distance.b);
    if (region != NULL) {
        double limit = fmax(parts_evaluate(&distance, 0.5), list->query->radius);
        portal_part near = parts_within(&distance, 0.5, limit, 0.0);
        part = (portal_part){fmax(part.low, near.low), fmin(part.high, near.high)};
    }
    add(list, portal_on(distance.a, distance.b, part, 0.5, level->polygons[triangle].layer),
        ON_EDGE);
}

/* Adds the portal that point `index` needs of its own. `next` is the next crossing. */
static void add_point(portal_list *list, uint32_t index, uint32_t next) {
    const portal_query *query = list->query;
    const crossed_path *path = list->path;
    bool is_last = index + 1 == query->point_count;
    wend_point at = point_wide(query->points[index].position);
    wend_point beyond = is_last ? at : point_wide(query->points[index + 1].position);
    /* Portals at right angles to two legs need one between them, in the triangle of the point. */
    bool joins = list->count > 0 && list->items[list->count - 1].crossing != ON_EDGE &&
                 next < path->count && is_inner(list, next);
    bool wanted =
        is_last ? query->goal != NULL : joins || query->points[index].clearance == PORTALS_WANTED;
    if (wanted) {
        add_chord(list, leg_start(path, index), at, beyond, path->triangles[index],
                  is_last ? query->goal : NULL);
    }
}

/* ---- Portals across legs --------------------------------------------------------------------- */

/* True if a portal of a neighbouring triangle reaches beyond the one at `at`, in direction `along`
 * of the path (`sign` 1) or against it (-1). */
static bool reaches_past(const lane_portal *portal, wend_point at, wend_point along, double sign) {
    return sign * point_dot(along, point_sub(portal->left, at)) > -SAME ||
           sign * point_dot(along, point_sub(portal->right, at)) > -SAME;
}

/* Widens the portals `first` to `end` - 1 of the list, which are in the middle of one leg. Where a
 * portal beside them reaches past one of them, that one stays on its edge. */
static bool widen_lane(portal_list *list, uint32_t first, uint32_t end) {
    const crossed_path *path = list->path;
    const path_crossing *c = &path->crossings[list->items[first].crossing];
    wend_point start = leg_start(path, c->leg), stop = point_wide(path->points[c->leg].position);
    double length = point_distance(start, stop);
    wend_point along = {(stop.x - start.x) / length, (stop.y - start.y) / length};
    lane_portal ends[2] = {{start, start, start, 0}, {stop, stop, stop, 0}};
    lane_portal before = first > 0 ? list->items[first - 1].portal : ends[0];
    lane_portal after = end < list->count ? list->items[end].portal : ends[1];
    while (first < end && reaches_past(&before, list->items[first].portal.at, along, 1.0)) {
        before = list->items[first].portal = edge_portal(list, list->items[first].crossing);
        first++;
    }
    while (first < end && reaches_past(&after, list->items[end - 1].portal.at, along, -1.0)) {
        after = list->items[end - 1].portal = edge_portal(list, list->items[end - 1].crossing);
        end--;
    }
    uint32_t count = end - first;
    const search_ground *ground = path->ground;
    lane_portal *portals =
        wend_view_scratch(ground->view, ground->worker, (count + (size_t)1) * sizeof *portals);
    if (count == 0 || portals == NULL) {
        return count == 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        portals[i] = list->items[first + i].portal;
    }
    lane l = {.ground = ground,
              .crossings = &path->crossings[list->items[first].crossing],
              .count = count,
              .along = along,
              .before = &before,
              .after = &after};
    bool widened = lane_widen(&l, CHORD_REACH, portals);
    for (uint32_t i = 0; i < count; i++) {
        list->items[first + i].portal = portals[i];
    }
    return widened;
}

/* Widens all portals in the middle of legs. Returns false when out of memory. */
static bool widen_lanes(portal_list *list) {
    uint32_t first = 0;
    bool widened = true;
    while (first < list->count && widened) {
        uint32_t end = first + 1, leg = 0;
        if (list->items[first].crossing != ON_EDGE) {
            leg = list->path->crossings[list->items[first].crossing].leg;
            while (end < list->count && list->items[end].crossing != ON_EDGE &&
                   list->path->crossings[list->items[end].crossing].leg == leg) {
                end++;
            }
            widened = widen_lane(list, first, end);
        }
        first = end;
    }
    return widened;
}

/* ---- All portals ----------------------------------------------------------------------------- */

/* Marks the crossings at which the weight of the ground changes. Returns NULL when out of memory.
 */
static const bool *mark_changes(const crossed_path *path) {
    const search_ground *ground = path->ground;
    bool *changes = wend_view_scratch(ground->view, ground->worker, path->count + (size_t)1);
    for (uint32_t i = 0; changes != NULL && i < path->count; i++) {
        double before = weight_of(ground, path->crossings[i].corner, true);
        double after = weight_of(ground, path->crossings[i].corner, false);
        changes[i] = fmax(before, after) > (1.0 + DETOUR) * fmin(before, after);
    }
    return changes;
}

/* Lists the portals of a path. */
static bool list_portals(portal_list *list) {
    const portal_query *query = list->query;
    const crossed_path *path = list->path;
    uint32_t next = 0;
    if (query->enters) {
        wend_point start = point_wide(query->start.position);
        wend_point beyond = start;
        for (uint32_t i = 0; i < query->point_count && point_distance(start, beyond) <= SAME; i++) {
            beyond = point_wide(query->points[i].position);
        }
        add_chord(list, start, start, beyond, path->start.polygon, NULL);
    }
    for (uint32_t i = 0; i < query->point_count; i++) {
        for (; next < path->count && path->crossings[next].leg == i; next++) {
            add_crossing(list, next);
        }
        add_point(list, i, next);
    }
    return widen_lanes(list);
}

search_outcome terrain_portals(portal_query *query) {
    const search_ground *ground = query->ground;
    crossed_path path = {.ground = ground,
                         .start = query->start,
                         .points = query->points,
                         .point_count = query->point_count};
    query->portals = NULL;
    query->portal_count = 0;
    search_outcome outcome = crossings_find(&path);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    portal_list list = {.query = query, .path = &path, .changes = mark_changes(&path)};
    size_t room = path.count + (size_t)query->point_count + 1;
    list.items = wend_view_scratch(ground->view, ground->worker, room * sizeof *list.items);
    if (list.changes == NULL || list.items == NULL || !list_portals(&list)) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t count = list.count < WEND_MAX_PATH ? list.count : WEND_MAX_PATH;
    query->portals = worker_buffer_take(ground->view, ground->worker, BUFFER_PORTALS,
                                        (count + (size_t)1) * sizeof *query->portals);
    for (uint32_t i = 0; query->portals != NULL && i < count; i++) {
        query->portals[i] = parts_write(ground, query->radius, &list.items[i].portal);
    }
    query->portal_count = query->portals != NULL ? count : 0;
    return query->portals != NULL ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}
