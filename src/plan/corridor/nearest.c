/* Finds the reachable point nearest to a location that cannot be reached.
 *
 * The search visits all of the axis that is open and can be reached. Beside each piece of the axis
 * lies a cell of ground, from wall to wall. The disc has room in the part of the cell that is
 * farther from the walls than the radius. Cost: O(pieces that can be reached). */
#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "plan/corridor/corridor.h"
#include "step/worker_buffers.h"

static const double STEP = 0.25; /* m: step length along edges that are open only in part */
static const float REACH = 2.0F; /* in radii: how far the point found may be from the open axis */

enum { CORNERS = 6, MAX_STEPS = 4000 };

typedef struct walk_state {
    const corridor_ground *ground;
    wend_location goal;
    double distance; /* m: distance from the goal to the best point so far */
    wend_vec2 best;
    search_mark *marks;
    uint64_t stamp;
    uint32_t *queue; /* indices of the vertices still to visit */
    uint32_t count;
} walk_state;

/* ---- Cells ----------------------------------------------------------------------------------- */

static wend_vec2 inset_towards(const wend_corridor_sample *at, wend_vec2 side, float radius) {
    return corridor_inset_point(at->position, side, 1.0F - radius / at->clearance);
}

/* Checks the ground beside the axis between two points of a piece. If a blocker narrows the edge,
 * checks only the axis itself. */
static void try_cell(walk_state *w, const wend_corridor_sample *a, const wend_corridor_sample *b,
                     bool narrowed) {
    float radius = narrowed ? INFINITY : w->ground->radius;
    wend_vec2 p = w->goal.position;
    double reach = fmax((double)a->clearance, (double)b->clearance);
    if (segment_point_distance(p, a->position, b->position) - 2.0 * reach > w->distance) {
        return;
    }
    wend_vec2 corners[CORNERS] = {
        a->position, inset_towards(a, a->right, radius), inset_towards(b, b->right, radius),
        b->position, inset_towards(b, b->left, radius),  inset_towards(a, a->left, radius)};
    for (uint32_t i = 0, k = CORNERS - 1; i < CORNERS; k = i++) {
        double distance = segment_point_distance(p, corners[k], corners[i]);
        if (distance < w->distance) {
            w->distance = distance;
            w->best = segment_closest(p, corners[k], corners[i]);
        }
    }
}

static void try_edge(walk_state *w, uint32_t index) {
    const corridor_edge *edge = &w->ground->map->edges[index];
    bool narrowed = corridor_is_narrowed(w->ground, index);
    for (uint32_t i = 0; edge->layer == w->goal.layer && i + 1 < edge->count; i++) {
        wend_corridor_sample a = corridor_piece_sample(w->ground->map, edge->first + i, 0.0);
        wend_corridor_sample b = corridor_piece_sample(w->ground->map, edge->first + i, 1.0);
        try_cell(w, &a, &b, narrowed);
    }
}

/* Checks an edge that is not open everywhere: follows it from an axis point for as long as it is
 * open. */
static void try_part(walk_state *w, corridor_axis_point from, bool back) {
    const corridor *map = w->ground->map;
    const corridor_edge *edge = &map->edges[from.edge];
    bool narrowed = corridor_is_narrowed(w->ground, from.edge);
    uint32_t end = back ? edge->first : edge->first + edge->count - 2;
    wend_corridor_sample a = corridor_piece_sample(map, from.breakpoint, from.t);
    for (uint32_t i = from.breakpoint; edge->layer == w->goal.layer; i = back ? i - 1 : i + 1) {
        double first = i == from.breakpoint ? from.t : (back ? 1.0 : 0.0), last = back ? 0.0 : 1.0;
        uint32_t steps = 1 + (uint32_t)fmin(corridor_length(map, i) / STEP, (double)MAX_STEPS);
        for (uint32_t k = 1; k <= steps; k++) {
            corridor_axis_point before = {from.edge, i, first + (last - first) * (k - 1) / steps};
            corridor_axis_point at = {from.edge, i, first + (last - first) * k / steps};
            wend_corridor_sample b = corridor_piece_sample(map, i, at.t);
            if (!corridor_is_clear(w->ground, from.edge, &b) ||
                !corridor_is_open(w->ground, before, at)) {
                return;
            }
            try_cell(w, &a, &b, narrowed);
            a = b;
        }
        if (i == end) {
            return;
        }
    }
}

/* ---- Search of the open axis ----------------------------------------------------------------- */

static void enqueue(walk_state *w, uint32_t vertex) {
    if (w->marks[vertex].stamp != w->stamp) {
        w->marks[vertex].stamp = w->stamp;
        w->queue[w->count++] = vertex;
    }
}

static void expand_start(walk_state *w, corridor_axis_point from) {
    const corridor *map = w->ground->map;
    for (uint32_t k = 0; k < 2; k++) {
        if (corridor_is_open(w->ground, from,
                             corridor_axis_point_at_vertex(map, 2 * from.edge + k))) {
            enqueue(w, k == 0 ? map->edges[from.edge].from : map->edges[from.edge].to);
        }
        try_part(w, from, k == 0);
    }
}

static void expand_vertex(walk_state *w, uint32_t vertex) {
    const corridor *map = w->ground->map;
    for (uint32_t i = 0; i < map->vertices[vertex].count; i++) {
        uint32_t end = map->ends[map->vertices[vertex].first + i];
        if (corridor_least_clearance(w->ground, end / 2) > w->ground->needed) {
            enqueue(w, end % 2 == 0 ? map->edges[end / 2].to : map->edges[end / 2].from);
            try_edge(w, end / 2);
        } else {
            try_part(w, corridor_axis_point_at_vertex(map, end), end % 2 != 0);
        }
    }
}

search_outcome corridor_nearest(const corridor_ground *ground, const corridor_projection *from,
                                wend_location goal, corridor_projection *out) {
    uint32_t count = ground->map->vertex_count;
    walk_state w = {.ground = ground, .goal = goal, .distance = (double)INFINITY};
    w.marks = search_marks(ground->view, ground->worker, count, &w.stamp);
    w.queue = worker_buffer_take(ground->view, ground->worker, BUFFER_HEAP,
                                 ((size_t)count + 1) * sizeof *w.queue);
    if (w.marks == NULL || w.queue == NULL) {
        return SEARCH_NO_MEMORY;
    }
    expand_start(&w, from->point);
    for (uint32_t i = 0; i < w.count; i++) {
        expand_vertex(&w, w.queue[i]);
    }
    wend_location location = {w.best, goal.layer};
    bool found = w.distance < (double)INFINITY &&
                 corridor_project(ground, location, REACH * ground->radius, out);
    if (found) {
        out->location.position = corridor_inset_location(ground, out);
    }
    return found ? SEARCH_FOUND : SEARCH_NONE;
}
