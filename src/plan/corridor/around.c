/* Reroutes a corridor's control path around moving obstacles that stand still, and replaces its
 * portals there.
 *
 * The corridor itself stays as it is: the ground between the walls of the space. Where the control
 * path was rerouted around an obstacle (bypass.c), each vertex of the new path gets a portal across
 * the path, which ends at a wall or an obstacle on either side. The portals of the old path are cut
 * to the part that the obstacles leave free around the new path, or omitted where the new path does
 * not cross them. Where the control path is clear but an obstacle stands beside it, the portals
 * that touch the obstacle are cut in the same manner.
 *
 * Cost: O(points + portals), the visibility checks of portals near obstacles, and that of bypass.c.
 */
#include <math.h>
#include <string.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "plan/corridor/query.h"
#include "plan/route/points.h"
#include "plan/route/portals.h"
#include "step/standing.h"
#include "step/worker_buffers.h"

/* How many legs of the control path are checked to find the one that crosses a portal. */
enum { LEGS_AHEAD = 64 };

static const double TOUCHES = 1e-3; /* m: a portal and a leg this close count as touching */
static const float CLEARANCE_LIMIT = 100.0F; /* m: clearances are measured up to this limit */

/* ---- The control path ------------------------------------------------------------------------ */

static bool append(const corridor_query *q, route_points *to, const wend_route_point *points,
                   uint32_t count) {
    return points_append(q->ground.view, q->ground.worker, to, points, count);
}

/* Lists the points of a leg. If the end of the leg is not one of these points, it is added after
 * them. Returns false when out of memory. */
static bool list_points_of_leg(const corridor_query *q, uint32_t index, route_points *out) {
    const corridor_leg *leg = &q->legs[index];
    uint32_t first = index > 0 ? q->legs[index - 1].point_end : 0;
    wend_route_point end = {leg->to.position, 0.0F, leg->to.layer};
    return append(q, out, q->points.items + first, leg->point_end - first) &&
           (leg->ends_there || append(q, out, &end, 1));
}

static search_outcome lead_leg(const corridor_query *q, uint32_t index, bypass_path *path) {
    route_points points = {.count = 0};
    if (!list_points_of_leg(q, index, &points)) {
        return SEARCH_NO_MEMORY;
    }
    *path =
        (bypass_path){.start = q->legs[index].from, .points = points.items, .count = points.count};
    double radius = (double)q->ground.radius;
    return bypass_is_clear(q->ground.view, path, radius)
               ? SEARCH_FOUND
               : bypass_find(q->ground.view, q->ground.worker, radius, path);
}

/* Records the sections of a leg that were replaced. `vertex` is the leg's first vertex, `point` its
 * first new point. Returns false when out of memory. */
static bool add_sections(const corridor_query *q, const bypass_path *path, uint32_t vertex,
                         uint32_t point, corridor_around *out) {
    if (path->section_count == 0) {
        return true;
    }
    uint32_t count = out->count + path->section_count;
    bypass_section *larger =
        wend_view_scratch(q->ground.view, q->ground.worker, count * sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    if (out->count > 0) {
        memcpy(larger, out->sections, out->count * sizeof *larger);
    }
    out->sections = larger;
    for (uint32_t i = 0; i < path->section_count; i++) {
        bypass_section section = path->sections[i];
        section.entry += vertex;
        section.exit += vertex;
        section.first += point;
        out->sections[out->count++] = section;
    }
    return true;
}

/* Stores the vertices of the control path as it is now. Returns false when out of memory. */
static bool store_path(const corridor_query *q, corridor_around *out) {
    uint32_t count = q->points.count;
    out->old_vertices = wend_view_scratch(q->ground.view, q->ground.worker,
                                          ((size_t)count + 2) * sizeof *out->old_vertices);
    if (out->old_vertices == NULL) {
        return false;
    }
    out->old_vertices[0] = q->legs[0].from;
    for (uint32_t i = 0; i < count; i++) {
        out->old_vertices[i + 1] =
            (wend_location){q->points.items[i].position, q->points.items[i].layer};
    }
    out->last = count;
    if (!q->legs[q->leg_count - 1].ends_there) {
        out->old_vertices[++out->last] = q->legs[q->leg_count - 1].to;
    }
    return true;
}

/* Replaces the old points with the new ones and measures the clearance of the new points. */
static search_outcome replace_points(corridor_query *q, const route_points *points) {
    const wend_view *view = q->ground.view;
    q->points.count = 0;
    for (uint32_t i = 0; i < points->count; i++) {
        wend_route_point point = points->items[i];
        wend_location location = {point.position, point.layer};
        if (point.clearance == PORTALS_WANTED) {
            point.clearance =
                wend_space_clearance(view->space, location, CLEARANCE_LIMIT, view->classes);
        }
        point.clearance = (float)fmin((double)point.clearance,
                                      standing_distance(view, location, (double)point.clearance));
        point.clearance = fmaxf(point.clearance, q->ground.radius);
        corridor_append_point(&q->ground, &q->points, point);
    }
    return q->points.failed ? SEARCH_NO_MEMORY : SEARCH_FOUND;
}

search_outcome corridor_lead_around(corridor_query *q, corridor_around *out) {
    route_points points = {.count = 0};
    uint32_t vertex = 0;
    *out = (corridor_around){.count = 0};
    for (uint32_t i = 0; i < q->leg_count; i++) {
        bypass_path path = {.obstacle = WEND_NONE};
        search_outcome outcome = lead_leg(q, i, &path);
        if (outcome != SEARCH_FOUND) {
            out->obstacle = path.obstacle;
            return outcome;
        }
        uint32_t count = path.count - (q->legs[i].ends_there ? 0U : 1U);
        if (!add_sections(q, &path, vertex, points.count, out) ||
            !append(q, &points, path.points, count)) {
            return SEARCH_NO_MEMORY;
        }
        vertex = q->legs[i].point_end;
    }
    if (out->count > 0 && !store_path(q, out)) {
        return SEARCH_NO_MEMORY;
    }
    return replace_points(q, &points);
}

/* ---- Its portals ----------------------------------------------------------------------------- */

/* Returns the first leg of the old path, from `leg` on, that crosses a portal; if none does, the
 * leg that comes nearest to the portal. */
static uint32_t find_crossing_leg(const corridor_around *around, const wend_portal *portal,
                                  uint32_t leg) {
    uint32_t best = leg;
    double least = (double)INFINITY;
    for (uint32_t i = leg; i < around->last && i < leg + LEGS_AHEAD && least > TOUCHES; i++) {
        const wend_location *a = &around->old_vertices[i], *b = a + 1;
        double distance = segment_distance(a->position, b->position, portal->left, portal->right);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

/* The portals found so far along the new path. */
typedef struct portal_list {
    const corridor_query *q;
    const corridor_around *around;
    wend_portal *items;
    uint32_t count;
    uint32_t passed; /* number of new points of the current section that already have their portals
                      */
} portal_list;

/* Returns vertex `i` of a section: 0 is the entry, then come the new points, then the exit. */
static wend_location vertex_of(const portal_list *list, const bypass_section *section, uint32_t i) {
    if (i == 0 || i > section->count) {
        return list->around->old_vertices[i == 0 ? section->entry : section->exit];
    }
    const wend_route_point *point = &list->q->points.items[section->first + i - 1];
    return (wend_location){point->position, point->layer};
}

/* Adds portals across the new path at the points of a section, up to point `end`. */
static void add_across(portal_list *list, const bypass_section *section, uint32_t end) {
    for (; list->passed < end; list->passed++) {
        wend_vec2 from = vertex_of(list, section, list->passed).position;
        wend_location at = vertex_of(list, section, list->passed + 1);
        wend_vec2 next = vertex_of(list, section, list->passed + 2).position;
        list->count += portal_across(list->q->ground.view, from, at, next,
                                     (double)list->q->ground.radius, &list->items[list->count]);
    }
}

/* Returns the fraction of the segment a -> b at which p -> q crosses it; negative if they do not
 * cross. */
static double find_crossing(wend_vec2 a, wend_vec2 b, wend_vec2 p, wend_vec2 q) {
    double x = (double)q.x - (double)p.x, y = (double)q.y - (double)p.y;
    double side_a = x * ((double)a.y - (double)p.y) - y * ((double)a.x - (double)p.x);
    double side_b = x * ((double)b.y - (double)p.y) - y * ((double)b.x - (double)p.x);
    bool meets = segment_distance(a, b, p, q) <= TOUCHES;
    if (!meets || side_a == side_b) {
        return meets ? 0.5 : -1.0;
    }
    return fmin(fmax(side_a / (side_a - side_b), 0.0), 1.0);
}

/* Adds the free part of an old portal if the new path crosses the portal within a section. */
static void keep_part(portal_list *list, const bypass_section *section, const wend_portal *portal) {
    for (uint32_t i = list->passed; i <= section->count; i++) {
        double at = find_crossing(portal->right, portal->left, vertex_of(list, section, i).position,
                                  vertex_of(list, section, i + 1).position);
        if (at >= 0.0) {
            add_across(list, section, i);
            if (vec_equal(portal->left, portal->right)) {
                list->items[list->count++] = *portal;
            } else {
                const corridor_ground *ground = &list->q->ground;
                list->items[list->count++] =
                    portal_part_of(ground->view, portal->right, portal->left, portal->layer, at,
                                   (double)ground->radius);
            }
            return;
        }
    }
}

bool corridor_cut_portals(corridor_query *q, wend_portal *portals, uint32_t count, bool *any_cut) {
    const wend_view *view = q->ground.view;
    double radius = (double)q->ground.radius;
    corridor_around path = {.count = 0};
    if (!store_path(q, &path)) {
        return false;
    }
    uint32_t leg = 0;
    for (uint32_t i = 0; i < count; i++) {
        wend_portal *portal = &portals[i];
        wend_location left = {portal->left, portal->layer}, right = {portal->right, portal->layer};
        if (standing_is_clear(view, right, left, radius, 0)) {
            continue;
        }
        leg = find_crossing_leg(&path, portal, leg);
        const wend_location *from = &path.old_vertices[leg];
        double at = leg < path.last ? find_crossing(portal->right, portal->left, from->position,
                                                    from[1].position)
                                    : -1.0;
        if (at >= 0.0 && !vec_equal(portal->left, portal->right)) {
            *portal = portal_part_of(view, portal->right, portal->left, portal->layer, at, radius);
            *any_cut = true;
        }
    }
    return true;
}

wend_portal *corridor_replace_portals(corridor_query *q, const corridor_around *around,
                                      wend_portal *portals, uint32_t *count) {
    size_t room = (size_t)*count + q->points.count + 1;
    portal_list list = {.q = q, .around = around};
    list.items = wend_view_scratch(q->ground.view, q->ground.worker, room * sizeof *list.items);
    if (list.items == NULL) {
        return NULL;
    }
    const bypass_section *section = around->sections, *end = section + around->count;
    uint32_t leg = 0;
    for (uint32_t i = 0; i < *count; i++) {
        leg = section < end ? find_crossing_leg(around, &portals[i], leg) : leg;
        for (; section < end && leg >= section->exit; section++) {
            add_across(&list, section, section->count);
            list.passed = 0;
        }
        if (section < end && leg >= section->entry) {
            keep_part(&list, section, &portals[i]);
        } else {
            list.items[list.count++] = portals[i];
        }
    }
    for (; section < end; section++) {
        add_across(&list, section, section->count);
        list.passed = 0;
    }
    *count = list.count;
    return list.items;
}
