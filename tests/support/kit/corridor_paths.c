#include "support/kit/corridor_paths.h"

#include <math.h>

#include "geom/vec.h"

/* An edge, with the direction in which it is walked. */
typedef struct course {
    const wend_map *map;
    uint32_t edge, pieces, layer;
    bool backward;
} course;

static course course_of(const wend_map *map, uint32_t edge, bool backward) {
    wend_corridor_edge e = wend_corridor_edge_at(map, edge);
    return (course){map, edge, e.breakpoint_count - 1, e.layer, backward};
}

/* Returns a point of the course; `u` counts segments from the start of the course. */
static wend_corridor_sample sample_at(const course *on, double u) {
    double along = on->backward ? on->pieces - u : u;
    uint32_t piece = (uint32_t)fmin(floor(along), on->pieces - 1);
    wend_corridor_sample s = wend_corridor_sample_at(on->map, on->edge, piece, along - piece);
    if (on->backward) {
        wend_vec2 left = s.left;
        s.left = s.right;
        s.right = left;
    }
    return s;
}

static wend_corridor_sample breakpoint_at(const course *on, uint32_t k) {
    wend_corridor_sample s =
        wend_corridor_breakpoint_at(on->map, on->edge, on->backward ? on->pieces - k : k);
    return on->backward ? (wend_corridor_sample){s.position, s.right, s.left, s.clearance} : s;
}

/* Adds a disc unless it equals the previous one. */
static void add_disc(corridor_path *walk, const course *on, wend_corridor_sample s) {
    const wend_corridor_disc *last = walk->disc_count ? &walk->discs[walk->disc_count - 1] : NULL;
    bool same = last && vec_equal(last->position, s.position) && vec_equal(last->left, s.left) &&
                vec_equal(last->right, s.right);
    if (!same && walk->disc_count < WALK_DISCS) {
        walk->discs[walk->disc_count++] =
            (wend_corridor_disc){s.position, s.left, s.right, s.clearance, on->layer};
    }
}

static void add_samples(corridor_path *walk, const course *on, double from, double to,
                        double spacing) {
    double length =
        (double)vec_length(vec_sub(sample_at(on, from).position, sample_at(on, to).position));
    uint32_t steps = (uint32_t)ceil(length / spacing) + 2;
    for (uint32_t i = 0; i <= steps && walk->sample_count < WALK_SAMPLES; i++) {
        walk->samples[walk->sample_count++] = sample_at(on, from + (to - from) * i / steps);
    }
}

/* Adds the part of an edge from `begin` to `end`, segment by segment. */
static void add_course(corridor_path *walk, const course *on, double begin, double end,
                       double spacing) {
    double at = begin;
    add_disc(walk, on,
             begin == floor(begin) ? breakpoint_at(on, (uint32_t)begin) : sample_at(on, begin));
    while (at < end) {
        double next = fmin(floor(at) + 1.0, end);
        add_samples(walk, on, at, next, spacing);
        add_disc(walk, on,
                 next == floor(next) ? breakpoint_at(on, (uint32_t)next) : sample_at(on, next));
        at = next;
    }
    walk->edges[walk->edge_count++] = on->edge;
}

static bool is_visited(const uint32_t *visited, uint32_t count, uint32_t vertex) {
    for (uint32_t i = 0; i < count; i++) {
        if (visited[i] == vertex) {
            return true;
        }
    }
    return false;
}

/* Chooses an edge from a vertex to a vertex that was not visited. Returns false if there is none.
 */
static bool choose_next(const wend_map *map, double least, uint32_t vertex, const uint32_t *visited,
                        uint32_t seen_count, dice *from, course *out) {
    uint32_t choices = 0;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge e = wend_corridor_edge_at(map, i);
        bool leaves = e.from == vertex && !is_visited(visited, seen_count, e.to);
        bool comes = e.to == vertex && !is_visited(visited, seen_count, e.from);
        if ((leaves || comes) && (double)e.least_clearance >= least &&
            dice_below(from, ++choices) == 0) {
            *out = course_of(map, i, comes);
        }
    }
    return choices > 0;
}

static bool choose_first(const wend_map *map, double least, dice *from, course *out) {
    uint32_t count = wend_corridor_edge_count(map);
    for (int tries = 0; tries < 100 && count > 0; tries++) {
        uint32_t edge = dice_below(from, count);
        if ((double)wend_corridor_edge_at(map, edge).least_clearance >= least) {
            *out = course_of(map, edge, dice_below(from, 2) == 1);
            return true;
        }
    }
    return false;
}

bool corridor_path_sample(corridor_path *walk, const wend_map *map, double least, double spacing,
                          dice *from) {
    uint32_t visited[WALK_EDGES];
    uint32_t seen_count = 0;
    course on, next;
    walk->disc_count = walk->sample_count = walk->edge_count = 0;
    if (!choose_first(map, least, from, &on)) {
        return false;
    }
    double begin = on.pieces * dice_between(from, 0.0, 0.9);
    for (;;) {
        wend_corridor_edge e = wend_corridor_edge_at(map, on.edge);
        uint32_t vertex = on.backward ? e.from : e.to;
        visited[seen_count++] = on.backward ? e.to : e.from;
        visited[seen_count++] = vertex;
        bool goes_on = seen_count + 2 < WALK_EDGES && dice_below(from, 12) > 0 &&
                       choose_next(map, least, vertex, visited, seen_count, from, &next);
        double end = goes_on ? on.pieces : begin + (on.pieces - begin) * dice_between(from, 0.1, 1);
        add_course(walk, &on, begin, end, spacing);
        if (!goes_on) {
            return true;
        }
        on = next;
        begin = 0.0;
    }
}

wend_route corridor_path_route(const corridor_path *walk, wend_route_point *points) {
    for (uint32_t i = 0; i < walk->sample_count; i++) {
        points[i] = (wend_route_point){walk->samples[i].position, walk->samples[i].clearance,
                                       walk->discs[0].layer};
    }
    return (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_POLYLINE | WEND_ROUTE_CORRIDOR,
                        .map = WEND_NO_MAP,
                        .points = points,
                        .point_count = walk->sample_count,
                        .discs = walk->discs,
                        .disc_count = walk->disc_count};
}
