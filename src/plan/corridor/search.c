/* A* along the medial axis (P. Hart, N. Nilsson, B. Raphael 1968), from vertex to vertex.
 *
 * An edge costs the length of its curve, and is shut where its clearance comes down to what is
 * needed or below. The way begins and ends with parts of edges; where both lie on the same edge,
 * the part between them is one way among others. What is left is at least the straight way to the
 * disc that holds the spots of all targets. Of equal costs the node made first goes first, so the
 * result depends on the map alone.
 *
 * Cost: O(n log n) in the edges looked at, O(targets) for each vertex. */
#include <math.h>

#include "geom/vec.h"
#include "plan/corridor/corridor.h"
#include "plan/graph/queue.h"
#include "step/rooms.h"

/* A vertex that was reached, or a target. */
typedef struct node {
    double g;
    uint32_t vertex; /* CORRIDOR_NONE: a target */
    uint32_t before; /* the node before; CORRIDOR_NONE at the start */
    uint32_t by;     /* twice the edge, + 1 if it was walked backwards; for a target: which one */
} node;

/* From a spot along its edge to its first and its last vertex. */
typedef struct exits {
    bool open[2];
    double length[2]; /* m */
    uint32_t vertex[2];
} exits;

typedef struct axis_search {
    const corridor_ground *ground;
    const corridor_stand *from, *targets;
    uint32_t target_count;
    exits ends[CORRIDOR_TARGETS];
    double x, y, radius; /* of a disc that holds the targets' spots */
    node *nodes;
    queue_item *heap;
    search_mark *marks;
    uint64_t stamp;
    uint32_t node_count, heap_count;
    bool failed;
} axis_search;

/* ---- Parts of edges -------------------------------------------------------------------------- */

/* Beside an obstacle that stands still, the part of the edge that leads away from it is open. */
static exits exits_of(const corridor_ground *ground, corridor_spot spot) {
    const corridor *map = ground->map;
    const corridor_edge *edge = &map->edges[spot.edge];
    double before = corridor_length_before(map, spot);
    corridor_ground beside = *ground;
    if (ground->around_standing) {
        wend_place place = {corridor_at(map, spot.event, spot.t).position, edge->layer};
        beside.kept = (float)standing_distance(ground->view, place, (double)ground->kept);
    }
    return (exits){
        {corridor_is_open(&beside, corridor_spot_at_vertex(map, 2 * spot.edge), spot),
         corridor_is_open(&beside, spot, corridor_spot_at_vertex(map, 2 * spot.edge + 1))},
        {before, fmax((double)edge->length - before, 0.0)},
        {edge->from, edge->to}};
}

/* m: from the spot of a target to its place. */
static double last_leg(const corridor_stand *to) {
    return (double)vec_length(vec_sub(to->place.position, to->at.position));
}

/* ---- The search ------------------------------------------------------------------------------ */

static void surround_targets(axis_search *s) {
    for (uint32_t i = 0; i < s->target_count; i++) {
        s->x += (double)s->targets[i].at.position.x / s->target_count;
        s->y += (double)s->targets[i].at.position.y / s->target_count;
    }
    for (uint32_t i = 0; i < s->target_count; i++) {
        double x = (double)s->targets[i].at.position.x - s->x;
        double y = (double)s->targets[i].at.position.y - s->y;
        s->radius = fmax(s->radius, sqrt(x * x + y * y));
    }
}

static void put(axis_search *s, node next, double f) {
    const corridor_ground *ground = s->ground;
    size_t room = (size_t)s->node_count + 1;
    s->nodes = rooms_take(ground->view, ground->worker, ROOM_NODES, room * sizeof *s->nodes);
    s->heap = rooms_take(ground->view, ground->worker, ROOM_HEAP, room * sizeof *s->heap);
    s->failed = s->failed || s->nodes == NULL || s->heap == NULL;
    if (!s->failed) {
        s->nodes[s->node_count] = next;
        queue_push(s->heap, &s->heap_count, (queue_item){f, s->node_count++});
    }
}

static void reach(axis_search *s, node next) {
    search_mark *mark = &s->marks[next.vertex];
    if (mark->stamp == s->stamp && mark->g <= next.g) {
        return;
    }
    *mark = (search_mark){next.g, s->stamp};
    wend_vec2 at = s->ground->map->vertices[next.vertex].position;
    double x = (double)at.x - s->x, y = (double)at.y - s->y;
    put(s, next, next.g + fmax(sqrt(x * x + y * y) - s->radius, 0.0));
}

static void reach_target(axis_search *s, uint32_t which, uint32_t before, double g) {
    g += last_leg(&s->targets[which]);
    put(s, (node){g, CORRIDOR_NONE, before, which}, g);
}

static void begin(axis_search *s) {
    corridor_spot from = s->from->spot;
    exits out = exits_of(s->ground, from);
    for (uint32_t i = 0; i < s->target_count; i++) {
        corridor_spot to = s->targets[i].spot;
        s->ends[i] = exits_of(s->ground, to);
        if (to.edge == from.edge && corridor_is_open(s->ground, from, to)) {
            reach_target(s, i, CORRIDOR_NONE, fabs(s->ends[i].length[0] - out.length[0]));
        }
    }
    for (uint32_t k = 0; k < 2; k++) {
        if (out.open[k]) {
            uint32_t by = 2 * from.edge + (k == 0 ? 1 : 0);
            reach(s, (node){out.length[k], out.vertex[k], CORRIDOR_NONE, by});
        }
    }
}

/* Goes on from a vertex along all edges that are open. */
static void pass(axis_search *s, uint32_t index) {
    const corridor *map = s->ground->map;
    node from = s->nodes[index];
    const corridor_vertex *vertex = &map->vertices[from.vertex];
    for (uint32_t i = 0; i < s->target_count; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            if (s->ends[i].open[k] && s->ends[i].vertex[k] == from.vertex) {
                reach_target(s, i, index, from.g + s->ends[i].length[k]);
            }
        }
    }
    for (uint32_t i = 0; i < vertex->count && !s->failed; i++) {
        uint32_t end = map->ends[vertex->first + i];
        const corridor_edge *edge = &map->edges[end / 2];
        if (corridor_least(s->ground, end / 2) > s->ground->needed) {
            uint32_t to = end % 2 == 0 ? edge->to : edge->from;
            reach(s, (node){from.g + (double)edge->length, to, index, end});
        }
    }
}

/* The node of the target that is reached first; CORRIDOR_NONE. */
static uint32_t find(axis_search *s) {
    begin(s);
    while (s->heap_count > 0 && !s->failed) {
        uint32_t index = queue_pop(s->heap, &s->heap_count).index;
        const node *at = &s->nodes[index];
        if (at->vertex == CORRIDOR_NONE) {
            return index;
        }
        if (at->g <= s->marks[at->vertex].g) {
            pass(s, index);
        }
    }
    return CORRIDOR_NONE;
}

/* ---- The way --------------------------------------------------------------------------------- */

/* Turns the chain of nodes round, so that `before` tells the next one; returns the first. */
static uint32_t turn_round(axis_search *s, uint32_t last) {
    uint32_t next = CORRIDOR_NONE;
    for (uint32_t at = last; at != CORRIDOR_NONE;) {
        uint32_t before = s->nodes[at].before;
        s->nodes[at].before = next;
        next = at;
        at = before;
    }
    return next;
}

/* The last bit: from the vertex that it was reached from; or from the start. */
static bool append_last(axis_search *s, corridor_way *way, uint32_t which, uint32_t vertex) {
    const corridor_stand *to = &s->targets[which];
    const exits *ends = &s->ends[which];
    if (vertex == CORRIDOR_NONE) {
        return corridor_append(s->ground, way, s->from->spot, to->spot);
    }
    bool first = ends->open[0] && ends->vertex[0] == vertex;
    bool second = ends->open[1] && ends->vertex[1] == vertex;
    if (first && second) { /* an edge that ends where it begins */
        first = ends->length[0] <= ends->length[1];
    }
    corridor_spot from =
        corridor_spot_at_vertex(s->ground->map, 2 * to->spot.edge + (first ? 0 : 1));
    return corridor_append(s->ground, way, from, to->spot);
}

static bool append_all(axis_search *s, uint32_t last, corridor_way *way) {
    const corridor *map = s->ground->map;
    uint32_t vertex = CORRIDOR_NONE;
    bool good = true;
    for (uint32_t i = turn_round(s, last); i != CORRIDOR_NONE && good; i = s->nodes[i].before) {
        node at = s->nodes[i];
        if (at.vertex == CORRIDOR_NONE) {
            good = append_last(s, way, at.by, vertex);
        } else {
            corridor_spot from =
                vertex == CORRIDOR_NONE ? s->from->spot : corridor_spot_at_vertex(map, at.by);
            good = corridor_append(s->ground, way, from, corridor_spot_at_vertex(map, at.by ^ 1U));
        }
        vertex = at.vertex;
    }
    return good;
}

search_outcome corridor_search(const corridor_ground *ground, const corridor_stand *from,
                               const corridor_stand *targets, uint32_t target_count,
                               corridor_way *way, uint32_t *reached) {
    axis_search s = {
        .ground = ground, .from = from, .targets = targets, .target_count = target_count};
    s.marks = search_marks(ground->view, ground->worker, ground->map->vertex_count, &s.stamp);
    if (s.marks == NULL) {
        return SEARCH_NO_MEMORY;
    }
    surround_targets(&s);
    uint32_t last = find(&s);
    if (last == CORRIDOR_NONE) {
        return s.failed ? SEARCH_NO_MEMORY : SEARCH_NONE;
    }
    *reached = s.nodes[last].by;
    return append_all(&s, last, way) ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}
