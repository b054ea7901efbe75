/* A* over a roadmap (P. Hart, N. Nilsson, B. Raphael 1968), from vertex to vertex.
 *
 * An edge costs its length, and is shut where its clearance comes down to what is needed or below.
 * What is left is at least the straight way. Of equal costs the node made first goes first, so the
 * result depends on the map alone.
 *
 * Cost: O(n log n) in the edges looked at; O(edges + narrowings) for each call of the planner while
 * something is shut. */
#include "plan/graph/roadmap.h"

#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "plan/graph/queue.h"
#include "plan/route/legs.h"
#include "step/inside.h"
#include "step/rooms.h"

/* A vertex that was reached, or the end. */
typedef struct node {
    double g;
    uint32_t vertex; /* ROADMAP_NONE: the end */
    uint32_t before; /* the node before; ROADMAP_NONE at the start */
} node;

typedef struct road_search {
    const roadmap_ground *ground;
    const wend_roadmap_place *from, *to;
    node *nodes;
    queue_item *heap;
    search_mark *marks;
    uint64_t stamp;
    uint32_t node_count, heap_count;
    bool failed;
} road_search;

/* ---- What is open ---------------------------------------------------------------------------- */

static void narrow_by_door(const roadmap *map, const search_door *door, float *least) {
    for (uint32_t i = 0; i < map->edge_count; i++) {
        const roadmap_edge *edge = &map->edges[i];
        if (edge->layer == door->layer) {
            double distance = segment_distance(map->vertices[edge->from].position,
                                               map->vertices[edge->to].position, door->a, door->b);
            least[i] = fminf(least[i], (float)distance);
        }
    }
}

/* Edges that an obstacle stands beside keep half of what lies between it and the wall on the other
 * hand, since steering leads past it there; edges that it stands on are shut. */
static void narrow_by_standing(const roadmap_ground *ground, float *least) {
    const roadmap *map = ground->map;
    const overlay *over = ground->view->inside->overlay;
    for (uint32_t k = 0; k < over->wall_count; k++) {
        const overlay_wall *wall = &over->walls[k];
        for (uint32_t i = 0; over->obstacles[wall->obstacle].standing && i < map->edge_count; i++) {
            const roadmap_edge *edge = &map->edges[i];
            double distance = segment_distance(map->vertices[edge->from].position,
                                               map->vertices[edge->to].position, wall->a, wall->b);
            double beside =
                distance > 0.0 ? 0.5 * (distance + (double)map->edges[i].clearance) : 0.0;
            if (edge->layer == wall->layer) {
                least[i] = fminf(least[i], (float)fmax(distance, beside));
            }
        }
    }
}

bool roadmap_find_blockers(roadmap_ground *ground) {
    const roadmap *map = ground->map;
    blockers now;
    ground->least = NULL;
    if (!blockers_look(ground->view, ground->worker, map->blockers, map->blocker_count, &now)) {
        return false;
    }
    if (!now.any && !ground->around_standing) {
        return true;
    }
    float *least = wend_view_scratch(ground->view, ground->worker,
                                     ((size_t)map->edge_count + 1) * sizeof *least);
    if (least == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < map->edge_count; i++) {
        least[i] = map->edges[i].clearance;
    }
    for (uint32_t i = 0; i < map->narrowing_count; i++) {
        const map_narrowing *n = &map->narrowings[i];
        least[n->edge] =
            now.shut[n->blocker] ? fminf(least[n->edge], n->clearance) : least[n->edge];
    }
    for (uint32_t i = 0; i < now.door_count; i++) {
        narrow_by_door(map, &now.doors[i], least);
    }
    if (ground->around_standing) {
        narrow_by_standing(ground, least);
    }
    ground->least = least;
    return true;
}

static bool is_open(const roadmap_ground *ground, uint32_t edge) {
    return roadmap_least(ground, edge) > ground->needed;
}

/* ---- The search ------------------------------------------------------------------------------ */

static double apart(wend_vec2 a, wend_vec2 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    return sqrt(x * x + y * y);
}

static void put(road_search *s, node next, double f) {
    const roadmap_ground *ground = s->ground;
    size_t room = (size_t)s->node_count + 1;
    s->nodes = rooms_take(ground->view, ground->worker, ROOM_NODES, room * sizeof *s->nodes);
    s->heap = rooms_take(ground->view, ground->worker, ROOM_HEAP, room * sizeof *s->heap);
    s->failed = s->failed || s->nodes == NULL || s->heap == NULL;
    if (!s->failed) {
        s->nodes[s->node_count] = next;
        queue_push(s->heap, &s->heap_count, (queue_item){f, s->node_count++});
    }
}

static void reach(road_search *s, uint32_t vertex, uint32_t before, double g) {
    search_mark *mark = &s->marks[vertex];
    if (mark->stamp == s->stamp && mark->g <= g) {
        return;
    }
    *mark = (search_mark){g, s->stamp};
    double left = apart(s->ground->map->vertices[vertex].position, s->to->position);
    put(s, (node){g, vertex, before}, g + left);
}

static wend_vec2 position_of(const road_search *s, uint32_t vertex) {
    return s->ground->map->vertices[vertex].position;
}

static void begin(road_search *s) {
    const roadmap_edge *edge = &s->ground->map->edges[s->from->edge];
    if (s->from->edge == s->to->edge) {
        double length = apart(s->from->position, s->to->position);
        put(s, (node){length, ROADMAP_NONE, ROADMAP_NONE}, length);
    }
    reach(s, edge->from, ROADMAP_NONE, apart(s->from->position, position_of(s, edge->from)));
    reach(s, edge->to, ROADMAP_NONE, apart(s->from->position, position_of(s, edge->to)));
}

/* Goes on from a vertex along all edges that are open. */
static void pass(road_search *s, uint32_t index) {
    const roadmap *map = s->ground->map;
    node from = s->nodes[index];
    const roadmap_vertex *vertex = &map->vertices[from.vertex];
    for (uint32_t i = 0; i < vertex->count && !s->failed; i++) {
        uint32_t end = map->ends[vertex->first + i];
        const roadmap_edge *edge = &map->edges[end / 2];
        if (end / 2 == s->to->edge) {
            double g = from.g + apart(vertex->position, s->to->position);
            put(s, (node){g, ROADMAP_NONE, index}, g);
        }
        if (is_open(s->ground, end / 2)) {
            uint32_t next = end % 2 == 0 ? edge->to : edge->from;
            reach(s, next, index, from.g + (double)edge->length);
        }
    }
}

/* The node of the end; ROADMAP_NONE. */
static uint32_t find(road_search *s) {
    begin(s);
    while (s->heap_count > 0 && !s->failed) {
        uint32_t index = queue_pop(s->heap, &s->heap_count).index;
        const node *at = &s->nodes[index];
        if (at->vertex == ROADMAP_NONE) {
            return index;
        }
        if (at->g <= s->marks[at->vertex].g) {
            pass(s, index);
        }
    }
    return ROADMAP_NONE;
}

/* ---- The path -------------------------------------------------------------------------------- */

/* Turns the chain of nodes round, so that `before` tells the next one; returns the first. */
static uint32_t turn_round(road_search *s, uint32_t last, uint32_t *count) {
    uint32_t next = ROADMAP_NONE;
    for (uint32_t at = last; at != ROADMAP_NONE; ++*count) {
        uint32_t before = s->nodes[at].before;
        s->nodes[at].before = next;
        next = at;
        at = before;
    }
    return next;
}

static void append(const road_search *s, roadmap_path *out, wend_place *at, wend_vec2 position) {
    bool same = out->count > 0 && vec_equal(out->places[out->count - 1].position, position);
    at->layer = wend_space_layer_after(s->ground->view->space, *at, position);
    at->position = position;
    if (!same) {
        out->places[out->count++] = *at;
    }
}

static bool make_path(road_search *s, uint32_t last, wend_place start, roadmap_path *out) {
    uint32_t count = 1;
    double length = s->nodes[last].g;
    uint32_t first = turn_round(s, last, &count);
    *out = (roadmap_path){.length = length};
    out->places = rooms_take(s->ground->view, s->ground->worker, ROOM_PLACES,
                             (size_t)count * sizeof *out->places);
    if (out->places == NULL) {
        return false;
    }
    append(s, out, &start, s->from->position);
    for (uint32_t i = first; i != ROADMAP_NONE; i = s->nodes[i].before) {
        uint32_t vertex = s->nodes[i].vertex;
        append(s, out, &start, vertex != ROADMAP_NONE ? position_of(s, vertex) : s->to->position);
    }
    return true;
}

search_outcome roadmap_search(const roadmap_ground *ground, const wend_roadmap_place *from,
                              const wend_roadmap_place *to, wend_place start, roadmap_path *out) {
    road_search s = {.ground = ground, .from = from, .to = to};
    s.marks = search_marks(ground->view, ground->worker, ground->map->vertex_count, &s.stamp);
    if (s.marks == NULL) {
        return SEARCH_NO_MEMORY;
    }
    uint32_t last = find(&s);
    if (last == ROADMAP_NONE) {
        return s.failed ? SEARCH_NO_MEMORY : SEARCH_NONE;
    }
    return make_path(&s, last, start, out) ? SEARCH_FOUND : SEARCH_NO_MEMORY;
}

/* ---- Onto the roadmap ------------------------------------------------------------------------ */

enum { MOST_NEAR = 64 /* edges that are looked at from a place */ };

static bool is_way_open(const roadmap_ground *ground, wend_place from, wend_place to,
                        float radius) {
    return wend_space_visible(ground->view->space, from, to, radius, 1U) &&
           legs_is_open(ground->view, from, to, radius);
}

/* Edges that meet in a vertex may have the same nearest place. */
static bool is_kept(const wend_roadmap_place *kept, uint32_t count, wend_vec2 position) {
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        found = vec_equal(kept[i].position, position);
    }
    return found;
}

static uint32_t keep_seen(const roadmap_ground *ground, wend_place from,
                          const wend_roadmap_place *near, uint32_t count, float radius,
                          wend_roadmap_place out[ROADMAP_ENTRIES]) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept < ROADMAP_ENTRIES; i++) {
        wend_place to = {near[i].position, ground->map->edges[near[i].edge].layer};
        if (!is_kept(out, kept, to.position) && is_way_open(ground, from, to, radius)) {
            out[kept++] = near[i];
        }
    }
    return kept;
}

uint32_t roadmap_enter(const roadmap_ground *ground, wend_place place, float radius,
                       wend_roadmap_place out[ROADMAP_ENTRIES]) {
    wend_roadmap_place near[MOST_NEAR];
    uint32_t found = roadmap_near(ground->map, place, INFINITY, near, MOST_NEAR), count = 0;
    for (uint32_t i = 0; i < found; i++) {
        if (is_open(ground, near[i].edge)) {
            near[count++] = near[i];
        }
    }
    uint32_t kept = keep_seen(ground, place, near, count, radius, out);
    if (kept == 0) {
        kept = keep_seen(ground, place, near, count, 0.0F, out);
    }
    if (kept == 0 && count > 0) {
        out[kept++] = near[0];
    }
    return kept;
}

/* The place that is headed for, behind those of the roadmap; it stays on its layer. */
static bool end_path(const roadmap_ground *ground, wend_place to, roadmap_path *out) {
    out->places = rooms_take(ground->view, ground->worker, ROOM_PLACES,
                             ((size_t)out->count + 1) * sizeof *out->places);
    if (out->places == NULL) {
        return false;
    }
    out->places[out->count++] = to;
    return true;
}

search_outcome roadmap_lead(const roadmap_ground *ground, wend_place from, wend_place to,
                            float radius, roadmap_path *out) {
    wend_roadmap_place starts[ROADMAP_ENTRIES], ends[ROADMAP_ENTRIES];
    uint32_t start_count = roadmap_enter(ground, from, radius, starts);
    uint32_t end_count = roadmap_enter(ground, to, radius, ends);
    *out = (roadmap_path){.count = 0};
    if (start_count == 0 || end_count == 0) {
        return SEARCH_NONE;
    }
    double aside = (double)starts[0].distance + (double)ends[0].distance;
    bool straight =
        apart(from.position, to.position) <= aside && is_way_open(ground, from, to, radius);
    search_outcome outcome = straight ? SEARCH_FOUND : SEARCH_NONE;
    for (uint32_t i = 0; i < start_count * end_count && outcome == SEARCH_NONE; i++) {
        outcome = roadmap_search(ground, &starts[i / end_count], &ends[i % end_count], from, out);
    }
    if (outcome == SEARCH_FOUND && !end_path(ground, to, out)) {
        outcome = SEARCH_NO_MEMORY;
    }
    return outcome;
}
