/* Projects locations onto the medial axis.
 *
 * A location retracts along the direction away from its nearest wall; the clearance grows all along
 * that line. Where the axis itself has too little room, in a corner of the ground, between two
 * walls or beside a closed door, the nearest open axis point along the axis is used that is visible
 * from the location: the axis may lead around the end of a thin wall. A location off the ground is
 * projected from the nearest point on a wall.
 *
 * Cost: O(1) for a location with room. */
#include <math.h>

#include "geom/vec.h"
#include "plan/corridor/corridor.h"

enum {
    MAX_WALLS = 8, /* number of walls to try for a location off the ground */
    MAX_DEPTH = 4, /* largest number of edges to follow one after the other */
    MAX_EDGES = 64,
    HALVINGS = 16, /* bisection steps that locate the first open axis point */
    MAX_STEPS = 400
};

static const double STEP = 0.05; /* m: step length along the axis */

corridor_axis_point corridor_axis_point_at_vertex(const corridor *map, uint32_t end) {
    const corridor_edge *edge = &map->edges[end / 2];
    return end % 2 == 0 ? (corridor_axis_point){end / 2, edge->first, 0.0}
                        : (corridor_axis_point){end / 2, edge->first + edge->count - 2, 1.0};
}

/* ---- Nearest open axis point ----------------------------------------------------------------- */

typedef struct axis_walk {
    const corridor_ground *ground;
    wend_location origin;
    double tolerance;
    double best;    /* m: shortest distance along the axis to a reachable point found so far */
    uint32_t edges; /* number of edges followed so far */
    corridor_projection *out;
} axis_walk;

/* True if an edge is open at a sample, and the straight line from the origin leads there. */
static bool is_reachable(const axis_walk *s, uint32_t edge, const wend_corridor_sample *at) {
    const wend_view *view = s->ground->view;
    wend_location to = {at->position, s->ground->map->edges[edge].layer};
    return corridor_is_clear(s->ground, edge, at) &&
           (s->ground->now.any_active
                ? wend_view_is_visible(view, s->origin, to, 0.0F)
                : wend_space_is_visible(view->space, s->origin, to, 0.0F, view->classes));
}

/* Finds the first reachable axis point between one that is not and the one at t = `open`, by
 * bisection, and stores it as the result. */
static void take_first_open(axis_walk *s, corridor_axis_point closed, double open,
                            double travelled) {
    double a = closed.t, b = open;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (a + b);
        wend_corridor_sample at = corridor_piece_sample(s->ground->map, closed.breakpoint, middle);
        if (is_reachable(s, closed.edge, &at)) {
            b = middle;
        } else {
            a = middle;
        }
    }
    s->best = travelled;
    s->out->point = (corridor_axis_point){closed.edge, closed.breakpoint, b};
    s->out->at = corridor_piece_sample(s->ground->map, closed.breakpoint, b);
}

/* Follows one piece towards t = `to`. Returns true if it got there without finding a point or
 * reaching a limit, so that the search continues. */
static bool follow_piece(axis_walk *s, corridor_axis_point from, double to, double *travelled) {
    double length = corridor_length(s->ground->map, from.breakpoint) * fabs(to - from.t);
    uint32_t steps = 1 + (uint32_t)fmin(length / STEP, (double)MAX_STEPS);
    double before = from.t;
    for (uint32_t i = 1; i <= steps; i++) {
        double t = from.t + (to - from.t) * (double)i / steps;
        wend_corridor_sample at = corridor_piece_sample(s->ground->map, from.breakpoint, t);
        *travelled += length / steps;
        if (*travelled >= s->best ||
            (double)vec_length(vec_sub(at.position, s->origin.position)) > s->tolerance) {
            return false;
        }
        if (is_reachable(s, from.edge, &at)) {
            take_first_open(s, (corridor_axis_point){from.edge, from.breakpoint, before}, t,
                            *travelled);
            return false;
        }
        before = t;
    }
    return true;
}

/* Follows an edge from an axis point towards one of its vertices. Returns true if it reached that
 * vertex. */
static bool follow_edge(axis_walk *s, corridor_axis_point from, bool back, double *travelled) {
    const corridor_edge *edge = &s->ground->map->edges[from.edge];
    uint32_t last = back ? edge->first : edge->first + edge->count - 2;
    for (bool continues = true; continues;) {
        continues = from.breakpoint != last;
        if (!follow_piece(s, from, back ? 0.0 : 1.0, travelled)) {
            return false;
        }
        from.breakpoint = back ? from.breakpoint - 1 : from.breakpoint + 1;
        from.t = back ? 1.0 : 0.0;
    }
    return true;
}

/* Follows all edges that leave a vertex, except the one that led to it. */
static void follow_edges_from(axis_walk *s, uint32_t vertex, uint32_t from_edge, double travelled,
                              uint32_t depth) {
    const corridor *map = s->ground->map;
    for (uint32_t i = 0; i < map->vertices[vertex].count && depth < MAX_DEPTH; i++) {
        uint32_t end = map->ends[map->vertices[vertex].first + i];
        double so_far = travelled;
        if (end / 2 != from_edge && s->edges++ < MAX_EDGES &&
            follow_edge(s, corridor_axis_point_at_vertex(map, end), end % 2 != 0, &so_far)) {
            const corridor_edge *edge = &map->edges[end / 2];
            follow_edges_from(s, end % 2 != 0 ? edge->from : edge->to, end / 2, so_far, depth + 1);
        }
    }
}

static bool slide_to_room(const corridor_ground *ground, float tolerance,
                          corridor_projection *out) {
    corridor_axis_point from = out->point;
    axis_walk s = {.ground = ground,
                   .origin = out->location,
                   .tolerance = (double)tolerance,
                   .best = (double)INFINITY,
                   .out = out};
    const corridor_edge *edge = &ground->map->edges[from.edge];
    for (int back = 0; back < 2; back++) {
        double travelled = 0.0;
        if (follow_edge(&s, from, back != 0, &travelled)) {
            follow_edges_from(&s, back ? edge->from : edge->to, from.edge, travelled, 0);
        }
    }
    return s.best < (double)INFINITY;
}

/* ---- Projections ----------------------------------------------------------------------------- */

bool corridor_retract_location(const corridor_ground *ground, wend_location location,
                               corridor_projection *out) {
    wend_corridor_projection at;
    if (!corridor_retract(ground->map, location, &at)) {
        return false;
    }
    uint32_t breakpoint = ground->map->edges[at.edge].first + at.segment;
    *out = (corridor_projection){
        location, {at.edge, breakpoint, (double)at.t}, at.sample, at.clearance};
    return true;
}

/* For a location off the ground: retracts the nearest point on a wall instead. */
static bool retract_from_wall(const corridor_ground *ground, wend_location location,
                              float tolerance, corridor_projection *out) {
    wend_wall_hit hits[MAX_WALLS];
    if (location.layer >= ground->map->layer_count) {
        return false;
    }
    uint32_t count =
        wend_space_find_walls(ground->view->space, location, tolerance, 1U, hits, MAX_WALLS);
    for (uint32_t i = 0; i < count; i++) {
        if (corridor_retract_location(ground, (wend_location){hits[i].point, location.layer},
                                      out)) {
            return true;
        }
    }
    return false;
}

bool corridor_project(const corridor_ground *ground, wend_location location, float tolerance,
                      corridor_projection *out) {
    if (!corridor_retract_location(ground, location, out) &&
        !retract_from_wall(ground, location, tolerance, out)) {
        return false;
    }
    return corridor_is_clear(ground, out->point.edge, &out->at) ||
           slide_to_room(ground, tolerance, out);
}

wend_vec2 corridor_inset_location(const corridor_ground *ground,
                                  const corridor_projection *projection) {
    wend_corridor_projection at;
    if (projection->clearance >= ground->radius ||
        !corridor_retract(ground->map, projection->location, &at) ||
        !(at.sample.clearance > ground->radius)) {
        return projection->clearance >= ground->radius ? projection->location.position
                                                       : projection->at.position;
    }
    wend_vec2 foot = at.left ? at.sample.left : at.sample.right;
    return vec_lerp(foot, at.sample.position, ground->radius / at.sample.clearance);
}
