/* A* over the polygons of a level, then the shortest path within the channel found.
 *
 * As in S. Curtis, J. Snape, D. Manocha, "Way portals: efficient multi-agent navigation with
 * line-segment goals", I3D 2012, section 5, after P. Hart, N. Nilsson, B. Raphael 1968: from the
 * middle of one portal to the middle of the next. In level 0, portals whose clearance is below the
 * radius are shut. The path is the taut string through the portals, each cut to where the disc's
 * centre may be (see funnel.c): the shortest in its channel, which need not be the shortest of all,
 * and may come nearer to a wall than the radius beside a portal.
 *
 * Cost: O(n log n) for n polygons, one wall query for each portal of the channel. */
#include <math.h>
#include <string.h>

#include "plan/graph/queue.h"
#include "plan/route/funnel.h"
#include "plan/route/portals.h"
#include "step/rooms.h"

typedef wend_point target_point;

enum { CANDIDATES = 9 /* places of a portal that are tried for the most room */ };

/* A polygon that was reached. */
typedef struct step {
    double x, y; /* where it was entered */
    double g;
    uint32_t polygon, corner; /* the edge of the polygon before that was crossed */
    uint32_t before;          /* the step before; NAVMESH_NONE */
} step;

typedef struct channel {
    const search_ground *ground;
    const target *to;
    step *steps;
    queue_item *heap;
    search_mark *marks;
    uint64_t stamp;
    uint32_t step_count, heap_count;
    bool failed;
} channel;

static double apart(double ax, double ay, double bx, double by) {
    return sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
}

/* ---- The channel ----------------------------------------------------------------------------- */

static void reach(channel *c, step next) {
    search_mark *mark = &c->marks[next.polygon];
    if (mark->stamp == c->stamp && mark->g <= next.g) {
        return;
    }
    *mark = (search_mark){next.g, c->stamp};
    size_t room = (size_t)c->step_count + 1;
    step *steps = rooms_take(c->ground->view, c->ground->worker, ROOM_NODES, room * sizeof *steps);
    queue_item *heap =
        rooms_take(c->ground->view, c->ground->worker, ROOM_HEAP, room * sizeof *heap);
    c->failed = c->failed || steps == NULL || heap == NULL;
    if (!c->failed) {
        c->steps = steps;
        c->heap = heap;
        double rest = apart(next.x, next.y, c->to->centre.x, c->to->centre.y) - c->to->radius;
        c->steps[c->step_count] = next;
        queue_item item = {next.g + fmax(rest, 0.0), c->step_count++};
        queue_push(c->heap, &c->heap_count, item);
    }
}

static void pass(channel *c, uint32_t index) {
    const navmesh_level *level = c->ground->level;
    step from = c->steps[index];
    const navmesh_polygon *polygon = &level->polygons[from.polygon];
    for (uint32_t i = 0; i < polygon->count && !c->failed; i++) {
        uint32_t corner = polygon->first + i;
        if (level->neighbours[corner] == NAVMESH_NONE ||
            (level->clearances != NULL && level->clearances[corner] < c->ground->radius) ||
            !search_is_open(c->ground, (target_point){from.x, from.y}, corner)) {
            continue;
        }
        wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
        double x = 0.5 * ((double)a.x + (double)b.x), y = 0.5 * ((double)a.y + (double)b.y);
        double g = from.g + apart(from.x, from.y, x, y);
        reach(c, (step){x, y, g, level->neighbours[corner], corner, index});
    }
}

/* The last step of the channel, NAVMESH_NONE if there is none; what it reached of the target. */
static uint32_t find_channel(channel *c, search_start from, target_point *inside,
                             uint32_t *inside_count) {
    reach(c, (step){(double)from.position.x, (double)from.position.y, 0.0, from.polygon,
                    NAVMESH_NONE, NAVMESH_NONE});
    while (c->heap_count > 0 && !c->failed) {
        uint32_t index = queue_pop(c->heap, &c->heap_count).index;
        uint32_t polygon = c->steps[index].polygon;
        if (c->steps[index].g > c->marks[polygon].g) {
            continue;
        }
        *inside_count = target_in_polygon(c->to, c->ground->level, polygon, inside);
        if (*inside_count > 0) {
            return index;
        }
        pass(c, index);
    }
    return NAVMESH_NONE;
}

/* ---- Its gates ------------------------------------------------------------------------------- */

/* The gate at an edge: the free part around its place with the most room. */
static taut_gate gate_at(const channel *c, uint32_t corner, uint32_t layer) {
    const navmesh_level *level = c->ground->level;
    wend_vec2 a = level->points[corner], b = level->points[level->twins[corner]];
    if (level->clearances == NULL) { /* all of it is open to the centre */
        return (taut_gate){{(double)b.x, (double)b.y}, {(double)a.x, (double)a.y}, layer};
    }
    double best_room = -1.0, at = 0.5;
    for (uint32_t i = 0; i < CANDIDATES; i++) {
        double t = ((double)i + 0.5) / CANDIDATES;
        wend_place place = {{(float)((double)a.x + ((double)b.x - (double)a.x) * t),
                             (float)((double)a.y + ((double)b.y - (double)a.y) * t)},
                            layer};
        double room = (double)wend_space_clearance(
            c->ground->view->space, place, 4.0F * c->ground->radius, c->ground->view->classes);
        at = room > best_room ? t : at;
        best_room = fmax(room, best_room);
    }
    portal_part part =
        portal_free_part(c->ground->view, a, b, layer, at, (double)c->ground->radius);
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    return (taut_gate){{(double)a.x + dx * part.high, (double)a.y + dy * part.high},
                       {(double)a.x + dx * part.low, (double)a.y + dy * part.low},
                       layer};
}

static double measure(wend_vec2 from, const search_path *path) {
    double length = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        wend_vec2 to = path->points[i].position;
        length += apart((double)from.x, (double)from.y, (double)to.x, (double)to.y);
        from = to;
    }
    return length;
}

/* Gates in the order of the way, and the end behind them. */
static taut_gate *gather(const channel *c, uint32_t last, target_point end, uint32_t *count) {
    *count = 1;
    for (uint32_t i = last; c->steps[i].before != NAVMESH_NONE; i = c->steps[i].before) {
        (*count)++;
    }
    taut_gate *gates =
        wend_view_scratch(c->ground->view, c->ground->worker, *count * sizeof *gates);
    if (gates == NULL) {
        return NULL;
    }
    const navmesh_level *level = c->ground->level;
    uint32_t at = *count - 1;
    gates[at] = (taut_gate){end, end, level->polygons[c->steps[last].polygon].layer};
    for (uint32_t i = last; c->steps[i].before != NAVMESH_NONE; i = c->steps[i].before) {
        uint32_t polygon = c->steps[c->steps[i].before].polygon;
        gates[--at] = gate_at(c, c->steps[i].corner, level->polygons[polygon].layer);
    }
    return gates;
}

search_outcome search_polygons(const search_ground *ground, search_start from, const target *to,
                               search_path *out) {
    channel c = {.ground = ground, .to = to};
    c.marks = search_marks(ground->view, ground->worker, ground->level->polygon_count, &c.stamp);
    if (c.marks == NULL) {
        return SEARCH_NO_MEMORY;
    }
    target_point inside[TARGET_POINTS], end;
    uint32_t inside_count = 0, count = 0;
    uint32_t last = find_channel(&c, from, inside, &inside_count);
    if (last == NAVMESH_NONE) {
        return c.failed ? SEARCH_NO_MEMORY : SEARCH_NONE;
    }
    target_nearest(inside, inside_count, (target_point){c.steps[last].x, c.steps[last].y}, &end);
    taut_gate *gates = gather(&c, last, end, &count);
    wend_route_point *points =
        wend_view_scratch(ground->view, ground->worker, ((size_t)count + 1) * sizeof *points);
    if (gates == NULL || points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    target_point start = {(double)from.position.x, (double)from.position.y};
    uint32_t bends = taut_pull(start, gates, count, points);
    points[bends++] =
        (wend_route_point){{(float)end.x, (float)end.y}, 0.0F, gates[count - 1].layer};
    *out = (search_path){points, bends, c.steps[last].polygon, 0.0, 0, false};
    out->length = measure(from.position, out);
    return SEARCH_FOUND;
}
