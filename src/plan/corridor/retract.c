/* Finds the corridor of a given path by retracting the path onto the medial axis, point by point
 * (C. O'Dunlaing, M. Sharir, C. Yap, "Retraction: a new approach to motion planning", 1983;
 * Overmars, Karamouzas and Geraerts, section 6).
 *
 * Points are a quarter of a metre apart, and closer where two of them retract onto edges that do
 * not meet. Where a path passes a side opening, its retraction goes into the opening and comes
 * back. Such a spur is removed if each point that retracts into it lies in the disc at the spur's
 * root, and so in the corridor without the spur, or if the agent's disc has no room in the spur
 * anyway.
 *
 * Cost: O(length of the path) retractions, and O(segments + segments of the spur * points) for each
 * spur. */
#include <math.h>

#include "geom/vec.h"
#include "plan/corridor/corridor.h"
#include "step/worker_buffers.h"

enum { MAX_DEPTH = 10, MAX_STEPS = 1 << 20 };

static const double STEP = 0.25; /* m: distance between points of the path */

/* Points of the path, each with the axis point that it retracts to. */
typedef struct trace {
    corridor_projection *items; /* in worker buffers */
    uint32_t count;
    bool failed;     /* true once memory has run out */
    bool off_ground; /* true if the path leaves the ground */
} trace;

/* ---- Points ---------------------------------------------------------------------------------- */

static void append_projection(const corridor_ground *ground, trace *t,
                              const corridor_projection *projection) {
    size_t room = (size_t)t->count + 1;
    t->items =
        worker_buffer_take(ground->view, ground->worker, BUFFER_CHANNEL, room * sizeof *t->items);
    t->failed = t->failed || t->items == NULL;
    if (!t->failed) {
        t->items[t->count++] = *projection;
    }
}

static bool has_vertex(const corridor_edge *edge, uint32_t vertex) {
    return edge->from == vertex || edge->to == vertex;
}

static bool edges_meet(const corridor *map, corridor_axis_point a, corridor_axis_point b) {
    const corridor_edge *e = &map->edges[a.edge], *f = &map->edges[b.edge];
    return a.edge == b.edge || has_vertex(f, e->from) || has_vertex(f, e->to);
}

/* Extends a trace by the straight line from its last point to another location. */
static void trace_to(const corridor_ground *ground, trace *t, wend_location location,
                     uint32_t depth) {
    corridor_projection projection;
    if (t->failed || t->off_ground || !corridor_retract_location(ground, location, &projection)) {
        t->off_ground = true;
        return;
    }
    wend_location last = t->items[t->count - 1].location;
    if (depth < MAX_DEPTH &&
        !edges_meet(ground->map, t->items[t->count - 1].point, projection.point)) {
        wend_location middle = {vec_lerp(last.position, location.position, 0.5F), last.layer};
        middle.layer = wend_space_layer_after(ground->view->space, last, middle.position);
        trace_to(ground, t, middle, depth + 1);
        trace_to(ground, t, location, depth + 1);
        return;
    }
    append_projection(ground, t, &projection);
}

static void trace_leg(const corridor_ground *ground, trace *t, wend_location from,
                      wend_location to) {
    wend_vec2 leg = vec_sub(to.position, from.position);
    uint32_t steps = 1 + (uint32_t)fmin((double)vec_length(leg) / STEP, MAX_STEPS);
    for (uint32_t i = 1; i <= steps && !t->failed && !t->off_ground; i++) {
        wend_location at = to;
        if (i < steps) {
            at.position = vec_add(from.position, vec_scale(leg, (float)i / (float)steps));
            at.layer = wend_space_layer_after(ground->view->space, from, at.position);
        }
        trace_to(ground, t, at, 0);
    }
}

/* ---- Axis segments --------------------------------------------------------------------------- */

/* Returns the length (m) along an edge from an axis point to one of the edge's ends. */
static double length_to_end(const corridor *map, corridor_axis_point point, uint32_t side) {
    double part = corridor_length_before(map, point);
    return side == 0 ? part : (double)map->edges[point.edge].length - part;
}

/* Appends the path from one edge to another through the vertex that they share; if they share two,
 * through the nearer one. */
static search_outcome append_over_vertex(const corridor_ground *ground,
                                         corridor_axis_path *axis_path, corridor_axis_point a,
                                         corridor_axis_point b) {
    const corridor *map = ground->map;
    double least = (double)INFINITY;
    uint32_t out = 0, in = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = i / 2, to = i % 2;
        uint32_t v = from == 0 ? map->edges[a.edge].from : map->edges[a.edge].to;
        uint32_t w = to == 0 ? map->edges[b.edge].from : map->edges[b.edge].to;
        double length = length_to_end(map, a, from) + length_to_end(map, b, to);
        if (v == w && length < least) {
            least = length;
            out = 2 * a.edge + from;
            in = 2 * b.edge + to;
        }
    }
    return corridor_append(ground, axis_path, a, corridor_axis_point_at_vertex(map, out)) &&
                   corridor_append(ground, axis_path, corridor_axis_point_at_vertex(map, in), b)
               ? SEARCH_FOUND
               : SEARCH_NO_MEMORY;
}

static search_outcome append_step(const corridor_ground *ground, corridor_axis_path *axis_path,
                                  const corridor_projection *a, const corridor_projection *b) {
    uint32_t reached;
    if (a->point.edge == b->point.edge) {
        return corridor_append(ground, axis_path, a->point, b->point) ? SEARCH_FOUND
                                                                      : SEARCH_NO_MEMORY;
    }
    return edges_meet(ground->map, a->point, b->point)
               ? append_over_vertex(ground, axis_path, a->point, b->point)
               : corridor_search(ground, a, b, 1, axis_path, &reached);
}

/* ---- Spurs ----------------------------------------------------------------------------------- */

/* True if axis segment `b` runs back over the previous segment `a`. */
static bool turns_back(const corridor_axis_segment *a, const corridor_axis_segment *b) {
    return a->breakpoint == b->breakpoint && a->to == b->from && a->back != b->back;
}

/* Appends an axis segment, or extends the last one if it continues in the same piece. */
static uint32_t join_segment(corridor_axis_segment *segments, uint32_t count,
                             corridor_axis_segment next) {
    corridor_axis_segment *last = count > 0 ? &segments[count - 1] : NULL;
    if (last != NULL && last->breakpoint == next.breakpoint && last->to == next.from &&
        last->back == next.back) {
        last->to = next.to;
        last->length += next.length;
        return count;
    }
    segments[count] = next;
    return count + 1;
}

/* A spur: axis segments before and after a turn that mirror each other. */
typedef struct spur {
    uint32_t turn, depth; /* `depth` segments before index `turn` lead into the spur, and `depth`
                             segments that start at index `turn` lead out */
    double root;          /* t on the outermost segment at which the spur begins */
    corridor_axis_segment rest; /* the part of the longer outermost segment that lies outside the
                                   spur; if `from` equals `to`, there is none */
} spur;

static spur find_spur(const corridor_axis_segment *segments, uint32_t count, uint32_t turn) {
    spur out = {.turn = turn, .depth = 1};
    for (;; out.depth++) {
        const corridor_axis_segment *a = &segments[turn - out.depth],
                                    *b = &segments[turn + out.depth - 1];
        bool beyond =
            /* True if b extends farther outwards than a */
            (a->back ? a->from - b->to : b->to - a->from) < 0.0;
        out.root = beyond ? a->from : b->to;
        if (a->from != b->to) {
            out.rest = *a;
            out.rest.back = beyond ? b->back : a->back;
            out.rest.to = b->to;
            out.rest.length = fabs(a->length - b->length);
            return out;
        }
        if (out.depth == turn || turn + out.depth == count ||
            segments[turn - out.depth - 1].breakpoint != segments[turn + out.depth].breakpoint ||
            segments[turn - out.depth - 1].back == segments[turn + out.depth].back) {
            return out;
        }
    }
}

/* True if an axis point lies in a spur. */
static bool is_in_spur(const corridor_axis_segment *segments, const spur *s,
                       const corridor_axis_point *point) {
    bool found = false;
    for (uint32_t k = 1; k <= s->depth && !found; k++) {
        const corridor_axis_segment *segment = &segments[s->turn - k];
        double from = k == s->depth ? s->root : segment->from;
        found = segment->breakpoint == point->breakpoint && point->t >= fmin(from, segment->to) &&
                point->t <= fmax(from, segment->to);
    }
    return found;
}

/* True if a spur may be removed: each point that retracts into it lies in the disc at the spur's
 * root, or the agent has no room at that point's axis point. */
static bool is_redundant(const corridor_ground *ground, const trace *t,
                         const corridor_axis_segment *segments, const spur *s) {
    wend_corridor_sample root =
        corridor_sample_at(ground->map, &segments[s->turn - s->depth], s->root);
    bool redundant = true;
    for (uint32_t i = 0; i < t->count && redundant; i++) {
        const corridor_projection *projection = &t->items[i];
        redundant =
            projection->at.clearance <= ground->needed ||
            vec_length(vec_sub(projection->location.position, root.position)) <= root.clearance ||
            !is_in_spur(segments, s, &projection->point);
    }
    return redundant;
}

/* Returns the axis point at the root of a spur. If the root is a vertex, several edges share it;
 * the result then refers to a segment outside the spur, if there is one. */
static corridor_axis_point point_beside(const corridor_axis_segment *segments, uint32_t count,
                                        const spur *s) {
    const corridor_axis_segment *segment = &segments[s->turn - s->depth];
    double at = s->root;
    if (s->rest.from == s->rest.to && s->turn > s->depth) {
        segment = &segments[s->turn - s->depth - 1];
        at = segment->to;
    } else if (s->rest.from == s->rest.to && s->turn + s->depth < count) {
        segment = &segments[s->turn + s->depth];
        at = segment->from;
    }
    return (corridor_axis_point){segment->edge, segment->breakpoint, at};
}

/* For each point that retracted into a removed spur, moves the point's axis point to the root of
 * the spur. If the root lies in another spur, the points are checked again for that spur. */
static void move_to_root(trace *t, const corridor_axis_segment *segments, uint32_t count,
                         const spur *s) {
    corridor_axis_point root = point_beside(segments, count, s);
    for (uint32_t i = 0; i < t->count; i++) {
        if (is_in_spur(segments, s, &t->items[i].point)) {
            t->items[i].point = root;
        }
    }
}

static uint32_t remove_spurs(const corridor_ground *ground, trace *t,
                             corridor_axis_segment *segments, uint32_t count) {
    for (uint32_t turn = 1; turn < count;) {
        if (!turns_back(&segments[turn - 1], &segments[turn])) {
            turn++;
            continue;
        }
        spur s = find_spur(segments, count, turn);
        if (!is_redundant(ground, t, segments, &s)) {
            turn++;
            continue;
        }
        move_to_root(t, segments, count, &s);
        uint32_t kept = turn - s.depth, next = turn + s.depth;
        if (s.rest.from != s.rest.to) {
            kept = join_segment(segments, kept, s.rest);
        }
        for (uint32_t i = next; i < count; i++) {
            kept = join_segment(segments, kept, segments[i]);
        }
        count = kept;
        turn = turn > s.depth ? turn - s.depth : 1;
    }
    return count;
}

/* ---- The axis path --------------------------------------------------------------------------- */

static search_outcome append_all(const corridor_ground *ground, trace *t,
                                 corridor_axis_path *axis_path) {
    uint32_t first = axis_path->count;
    for (uint32_t i = 1; i < t->count; i++) {
        search_outcome outcome = append_step(ground, axis_path, &t->items[i - 1], &t->items[i]);
        if (outcome != SEARCH_FOUND) {
            return outcome;
        }
    }
    uint32_t joined = 0;
    if (axis_path->count == first) {
        return SEARCH_FOUND;
    }
    corridor_axis_segment *segments = axis_path->segments + first;
    for (uint32_t i = first; i < axis_path->count; i++) {
        joined = join_segment(segments, joined, axis_path->segments[i]);
    }
    axis_path->count = first + remove_spurs(ground, t, segments, joined);
    return SEARCH_FOUND;
}

static bool is_open(const corridor_ground *ground, const corridor_axis_path *axis_path,
                    uint32_t first) {
    bool open = true;
    for (uint32_t i = first; i < axis_path->count && open; i++) {
        const corridor_axis_segment *segment = &axis_path->segments[i];
        open = corridor_is_open(
            ground, (corridor_axis_point){segment->edge, segment->breakpoint, segment->from},
            (corridor_axis_point){segment->edge, segment->breakpoint, segment->to});
    }
    return open;
}

static void update_length(corridor_axis_path *axis_path) {
    axis_path->length = 0.0;
    for (uint32_t i = 0; i < axis_path->count; i++) {
        axis_path->length += axis_path->segments[i].length;
    }
}

/* Traces the whole path at once, because a spur may begin on one leg and end on another. */
static search_outcome trace_path(const corridor_ground *ground, const corridor_projection *from,
                                 const wend_location *locations, uint32_t count, trace *t) {
    append_projection(ground, t, from);
    wend_location at = from->location;
    for (uint32_t i = 0; i < count && !t->failed && !t->off_ground; i++) {
        if (!wend_space_is_visible(ground->view->space, at, locations[i], 0.0F, 1U)) {
            return SEARCH_NONE;
        }
        trace_leg(ground, t, at, locations[i]);
        at = locations[i];
    }
    return t->failed ? SEARCH_NO_MEMORY : t->off_ground ? SEARCH_NONE : SEARCH_FOUND;
}

search_outcome corridor_retract_path(const corridor_ground *ground, const corridor_projection *from,
                                     const wend_location *locations, uint32_t count,
                                     corridor_axis_path *axis_path, corridor_projection *to) {
    trace t = {.count = 0};
    uint32_t first = axis_path->count;
    search_outcome outcome = trace_path(ground, from, locations, count, &t);
    corridor_projection end = {0};
    if (outcome == SEARCH_FOUND) {
        end = t.items[t.count - 1];
        outcome = append_all(ground, &t, axis_path);
    }
    if (outcome == SEARCH_FOUND && is_open(ground, axis_path, first)) {
        *to = end;
        update_length(axis_path);
        return SEARCH_FOUND;
    }
    axis_path->count = first;
    update_length(axis_path);
    return outcome == SEARCH_FOUND ? SEARCH_NONE : outcome;
}
