/* Chooses which connections a path takes: A* over the ends of connections, which measures legs on
 * foot as late as possible.
 *
 * A connection (a ladder, a jump, a turnstile) leads from an entry to an exit. Each direction in
 * which it can be taken is an arc. The vertices are the start, the exits of arcs and the target.
 * From each of them, a leg on foot leads to the entry of every arc, and to the target. Only the
 * agent's planner can measure a leg, and each measurement costs a search of its map. A leg
 * therefore enters the queue with a lower bound, the straight-line distance. When it comes to the
 * front, it is measured and put back with its measured length (lazy evaluation: R. Bohlin and L.
 * Kavraki, "Path planning using lazy PRM", 2000). Usually only a few legs are measured, however
 * many connections there are.
 *
 *     f = g + walk + c + h
 *
 * where g is the cost up to the leg, `walk` the length of the leg, c the cost of the arc at its end
 * and h = s * |exit - target|. An arc may cost less than the distance that it bridges; s is the
 * smallest ratio of cost to distance of any arc, at most 1, so no path costs less than s times the
 * straight-line distance: h is admissible and consistent, and the result is a cheapest path (P.
 * Hart, N. Nilsson, B. Raphael 1968). The straight-line distance is a lower bound because links
 * between layers do not change coordinates. Among equal f, the leg found first is taken first, and
 * the leg from the start to the target is taken before all others.
 *
 * Cost: O(arcs) for each arc reached, plus the measurement of legs. */
#include "plan/graph/connections.h"

#include <math.h>

#include <wend/world.h>

#include "geom/vec.h"
#include "plan/graph/queue.h"
#include "step/worker_buffers.h"

/* The search state of an arc. */
typedef struct arc_mark {
    double cost;     /* m: cost of taking the arc */
    double estimate; /* m: h at the exit of the arc */
    double g;        /* m: cost of the path to the arc's exit; set when the arc is reached */
    uint32_t parent; /* the previous arc, or WEND_NONE if the path comes from the start; set when
                        the arc is reached */
    bool closed;     /* true if the arc has been reached, or is not allowed for this agent */
} arc_mark;

/* A leg on foot, from the start or the exit of an arc to the target or the entry of another arc. */
typedef struct foot_leg {
    double g; /* m: cost up to the start of the leg; once the leg is measured, up to the exit of the
                 arc at its end */
    uint32_t from, to; /* arcs that the leg connects; WEND_NONE stands for the start in `from`, and
                          for the target in `to` */
    bool measured;
} foot_leg;

typedef struct arc_search {
    const connection_query *query;
    wend_location start;
    const connection_target *target;
    arc_mark *marks;
    foot_leg *legs;
    queue_item *heap;
    uint32_t leg_count, heap_count;
    double best; /* m: just above the cost of the cheapest path measured so far */
} arc_search;

static double distance_to(const connection_target *target, wend_vec2 from) {
    float least = INFINITY;
    for (uint32_t i = 0; i < target->count; i++) {
        float distance = wend_region_distance(&target->parts[i], from);
        least = distance < least ? distance : least;
    }
    return (double)least;
}

static wend_region point_region(wend_vec2 position) {
    return (wend_region){.shape = WEND_SHAPE_POINT, .a = position};
}

/* ---- The queue ------------------------------------------------------------------------------- */

static double estimate_of(const arc_search *s, uint32_t arc) {
    return arc == WEND_NONE ? 0.0 : s->marks[arc].estimate;
}

/* Pushes a leg onto the queue. Returns false when out of memory. */
static bool push(arc_search *s, foot_leg leg, double f) {
    const connection_query *q = s->query;
    size_t count = (size_t)s->leg_count + 1;
    if (!(f < s->best)) {
        return true;
    }
    s->legs = worker_buffer_take(q->view, q->worker, BUFFER_ARC_ITEMS, count * sizeof *s->legs);
    s->heap = worker_buffer_take(q->view, q->worker, BUFFER_ARC_HEAP, count * sizeof *s->heap);
    if (s->legs == NULL || s->heap == NULL) {
        return false;
    }
    s->legs[s->leg_count] = leg;
    queue_push(s->heap, &s->heap_count, (queue_item){f, s->leg_count++});
    return true;
}

/* ---- Legs on foot ---------------------------------------------------------------------------- */

static double foot_length_to_target(const arc_search *s, wend_location from) {
    const connection_query *q = s->query;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < s->target->count; i++) {
        const wend_region *part = &s->target->parts[i];
        if ((double)wend_region_distance(part, from.position) < least) {
            double length = q->route_length(q->context, from, part, s->target->layer);
            least = length < least ? length : least;
        }
    }
    return least;
}

/* Measures a leg and, if there is a path, pushes it onto the queue again. */
static bool measure(arc_search *s, foot_leg leg) {
    const connection_query *q = s->query;
    const connection_arc *arcs = q->table->arcs;
    wend_location from = leg.from == WEND_NONE ? s->start : arcs[leg.from].exit;
    double length;
    leg.measured = true;
    if (leg.to == WEND_NONE) {
        length = foot_length_to_target(s, from);
    } else {
        wend_region entry = point_region(arcs[leg.to].entry.position);
        length = q->route_length(q->context, from, &entry, arcs[leg.to].entry.layer);
    }
    if (!(length < (double)INFINITY)) {
        return true;
    }
    leg.g += length + (leg.to == WEND_NONE ? 0.0 : s->marks[leg.to].cost);
    bool good = push(s, leg, leg.g + estimate_of(s, leg.to));
    s->best = leg.to == WEND_NONE && leg.g < s->best ? nextafter(leg.g, INFINITY) : s->best;
    return good;
}

/* ---- The search ------------------------------------------------------------------------------ */

/* True if links connect two layers, so that a leg on foot between them may exist. */
static bool are_joined(const arc_search *s, uint32_t layer, uint32_t other) {
    const uint8_t *grounds = s->query->table->grounds;
    return grounds[layer] == grounds[other];
}

/* Pushes all legs that begin at a location. The leg from the start to the target is measured at
 * once, because it bounds the search and comes first among paths of equal cost. */
static bool expand(arc_search *s, wend_location from, uint32_t arc, double g) {
    const connection_table *table = s->query->table;
    foot_leg last = {g, arc, WEND_NONE, false};
    bool good = !are_joined(s, from.layer, s->target->layer) ? true
                : arc == WEND_NONE                           ? measure(s, last)
                                   : push(s, last, g + distance_to(s->target, from.position));
    for (uint32_t i = 0; i < table->count && good; i++) {
        const connection_arc *to = &table->arcs[i];
        bool back = arc != WEND_NONE && to->connection == table->arcs[arc].connection;
        if (s->marks[i].closed || back || !are_joined(s, from.layer, to->entry.layer)) {
            continue;
        }
        double length = (double)vec_length(vec_sub(to->entry.position, from.position));
        good = push(s, (foot_leg){g, arc, i, false},
                    g + length + s->marks[i].cost + s->marks[i].estimate);
    }
    return good;
}

/* Computes the costs and estimates of all arcs. Returns false when out of memory. */
static bool prepare(arc_search *s) {
    const connection_query *q = s->query;
    uint32_t count = q->table->count;
    double scale = 1.0;
    s->marks =
        worker_buffer_take(q->view, q->worker, BUFFER_ARCS, ((size_t)count + 1) * sizeof *s->marks);
    if (s->marks == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const connection_arc *arc = &q->table->arcs[i];
        s->marks[i] = (arc_mark){.cost = connection_cost(arc, q->speed),
                                 .closed = !q->may_take(q->context, arc)};
        double length = (double)arc->length;
        if (!s->marks[i].closed && s->marks[i].cost < scale * length) {
            scale = s->marks[i].cost / length;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        s->marks[i].estimate = scale * distance_to(s->target, q->table->arcs[i].exit.position);
    }
    return true;
}

static uint32_t first_arc(const arc_search *s, uint32_t last) {
    uint32_t first = last;
    while (first != WEND_NONE && s->marks[first].parent != WEND_NONE) {
        first = s->marks[first].parent;
    }
    return first;
}

bool connections_choose(const connection_query *query, wend_location from,
                        const connection_target *to, uint32_t *first, double *cost) {
    arc_search s = {.query = query, .start = from, .target = to, .best = (double)INFINITY};
    bool good = prepare(&s) && expand(&s, from, WEND_NONE, 0.0);
    *first = WEND_NONE;
    *cost = (double)INFINITY;
    while (good && s.heap_count > 0) {
        foot_leg leg = s.legs[queue_pop(s.heap, &s.heap_count).index];
        if (leg.to != WEND_NONE && s.marks[leg.to].closed) {
            continue;
        }
        if (!leg.measured) {
            good = measure(&s, leg);
            continue;
        }
        if (leg.to == WEND_NONE) {
            *first = first_arc(&s, leg.from);
            *cost = leg.g;
            return true;
        }
        s.marks[leg.to].closed = true;
        s.marks[leg.to].g = leg.g;
        s.marks[leg.to].parent = leg.from;
        good = expand(&s, query->table->arcs[leg.to].exit, leg.to, leg.g);
    }
    return good;
}
