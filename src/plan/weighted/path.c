/* Finds paths of low cost through weighted triangles: a search over a net (search.c) gives a
 * sequence of edges, the crossings are optimised (newton.c), and vertices are passed on their
 * cheaper side (flips.c), and chords replace parts of the path (chords.c). If all weights are
 * equal, the path is the shortest one, found exactly (plan/polyanya).
 *
 * The spacing h of the net follows from eps. A path over the net may be off by h / 2 at each edge;
 * at a distance L between edges, this makes its cost higher by a share of about (h / L)^2 / 8. With
 * h = L sqrt(8 eps), where L is the mean length of the edges, paths that differ by more than eps
 * are therefore usually ordered correctly before they are optimised. Errors even out on long paths:
 * their net is a quarter coarser. Short paths are searched again with finer nets. The
 * figures are in docs/decisions/0054-terrain-at-scale.md and 0066-bounds-of-weighted-routes.md.
 *
 * Cost: see these files. */
#include "plan/weighted/path.h"

#include <math.h>

#include <wend/density.h>

#include "geom/point.h"
#include "plan/weighted/chords.h"
#include "plan/weighted/flips.h"

/* Vertices within this share of the spacing of the net are tried on both sides. */
static const double FLIP_REACH = 0.5;
/* The errors of single edges even out on a long path, but not on a short one. So the first net is
 * coarser than the rule above, and a search that settles fewer points than SHORT_SEARCH is repeated
 * with a finer net, of this share of the spacing, up to MOST_FINER times. */
enum { SHORT_SEARCH = 2500, MOST_FINER = 3 };
static const double FIRST_SPACING = 1.25;
/* m: crossings that are nearer than this to a vertex are moved to it, because a line from a point
 * beside a vertex along a border may run on the wrong side of the border. SNAP_COST is the share by
 * which that may raise the cost. */
static const double SNAP = 2e-3, SNAP_COST = 1e-6;
/* Rounds of flips and chords; each ends with an optimisation of all crossings. */
enum { MOST_ROUNDS = 4 };
static const double FINER = 0.5;
/* A path over the finer net may cost this share of the best path so far: it is optimised later. */
static const double FINER_BOUND = 1.03;
/* m: points of a path that are nearer than this to the line between their neighbours are dropped.
 * Single precision is about as coarse. */
static const double STRAIGHT = 1e-5;

/* ---- Equal weights --------------------------------------------------------------------------- */

/* True if all open terrain has the same weight. */
static bool has_equal_weights(const search_ground *ground, double *weight) {
    float first = INFINITY;
    bool equal = !ground->has_slopes &&
                 (ground->crowd <= 0.0 || wend_view_density_generation(ground->view) == 0);
    for (uint32_t i = 0; ground->weights != NULL && i < ground->mesh->terrain_type_count; i++) {
        float of = ground->weights[ground->mesh->terrain_types[i]];
        first = first < INFINITY ? first : of;
        equal = equal && (!(of < INFINITY) || of == first);
    }
    *weight = first < INFINITY ? (double)first : 1.0;
    return equal;
}

/* ---- The points of a path -------------------------------------------------------------------- */

typedef struct polyline {
    wend_point *points; /* the start, the crossings, the end */
    uint32_t *layers;
    uint32_t count;
} polyline;

static bool list_points(const channel *c, polyline *out) {
    const search_ground *ground = c->net->ground;
    size_t room = (size_t)c->count + 2;
    out->points = wend_view_scratch(ground->view, ground->worker, room * sizeof *out->points);
    out->layers = wend_view_scratch(ground->view, ground->worker, room * sizeof *out->layers);
    out->count = 0;
    if (out->points == NULL || out->layers == NULL) {
        return false;
    }
    const navmesh_polygon *polygons = c->net->level->polygons;
    wend_point end = c->start;
    out->points[0] = c->start;
    out->layers[0] = c->count > 0 ? polygons[net_face(c->items[0].corner)].layer : 0;
    for (uint32_t i = 0; i < c->count; i++) {
        end = crossing_at(&c->items[i]);
        out->points[i + 1] = end;
        out->layers[i + 1] =
            polygons[i + 1 < c->count ? net_face(c->items[i + 1].corner) : c->last].layer;
    }
    target_nearest(c->part, c->part_count, end, &out->points[c->count + 1]);
    out->layers[c->count + 1] = polygons[c->last].layer;
    out->count = c->count + 2;
    return true;
}

/* True if the points between two points of a polyline lie on the line between them, in order, and
 * on one layer. */
static bool is_straight(const polyline *p, uint32_t from, uint32_t to) {
    wend_point line = point_sub(p->points[to], p->points[from]);
    double length = point_length(line), before = 0.0;
    for (uint32_t i = from + 1; i < to; i++) {
        wend_point at = point_sub(p->points[i], p->points[from]);
        double along = point_dot(at, line);
        if (fabs(point_cross(line, at)) > STRAIGHT * length || along < before ||
            along > length * length || p->layers[i] != p->layers[to]) {
            return false;
        }
        before = along;
    }
    return true;
}

/* Writes the points at which the path turns, and its end. */
static search_outcome write_path(const channel *c, double cost, search_path *out) {
    const search_ground *ground = c->net->ground;
    polyline p;
    if (!list_points(c, &p)) {
        return SEARCH_NO_MEMORY;
    }
    wend_route_point *points =
        wend_view_scratch(ground->view, ground->worker, p.count * sizeof *points);
    if (points == NULL) {
        return SEARCH_NO_MEMORY;
    }
    *out = (search_path){.points = points, .polygon = c->last, .length = cost};
    uint32_t from = 0;
    for (uint32_t to = 1; to < p.count; to++) {
        if (to + 1 == p.count || !is_straight(&p, from, to + 1)) {
            points[out->count++] =
                (wend_route_point){point_narrow(p.points[to]), 0.0F, p.layers[to]};
            from = to;
        }
    }
    return SEARCH_FOUND;
}

/* ---- Optimisation ---------------------------------------------------------------------------- */

static newton_problem problem_of(const channel *c, double scale) {
    return (newton_problem){c->start,      c->items,       c->count, c->part,
                            c->part_count, c->last_weight, scale};
}

/* Removes pairs of crossings at which the path touches an edge without going along it. Returns true
 * if there were any. */
static bool drop_touches(channel *c, double scale) {
    uint32_t kept = 0, count = c->count;
    for (uint32_t i = 0; i < count; i++) {
        crossing *last = kept > 0 ? &c->items[kept - 1] : NULL;
        if (last != NULL && c->net->level->twins[last->corner] == c->items[i].corner &&
            point_distance(crossing_at(last), crossing_at(&c->items[i])) < 1e-5 * scale) {
            kept--;
        } else {
            c->items[kept++] = c->items[i];
        }
    }
    c->count = kept;
    return kept < count;
}

/* True if a door that the mesh does not contain crosses the path. */
static bool is_crossed(const channel *c) {
    const search_ground *ground = c->net->ground;
    wend_point at = c->start, end;
    for (uint32_t i = 0; i < c->count && ground->now.door_count > 0; i++) {
        wend_point next = crossing_at(&c->items[i]);
        if (search_is_crossed(ground, net_face(c->items[i].corner), at, next)) {
            return true;
        }
        at = next;
    }
    target_nearest(c->part, c->part_count, at, &end);
    return ground->now.door_count > 0 && search_is_crossed(ground, c->last, at, end);
}

/* Optimises the crossings of a channel. Returns the cost. */
static double solve(channel *c, double scale) {
    newton_problem p = problem_of(c, scale);
    double cost = newton_solve(&p);
    if (drop_touches(c, scale)) {
        p = problem_of(c, scale);
        cost = newton_solve(&p);
    }
    return cost;
}

/* Returns the index of the end of a crossing's edge that the crossing is close to: 0 or 1; 2 if
 * there is none. */
static uint32_t near_end(const crossing *at) {
    double length = point_length(at->along);
    return at->t * length < SNAP ? 0 : (1.0 - at->t) * length < SNAP ? 1 : 2;
}

/* Moves crossings close to an end of their edge to this end: successive ones together, if this does
 * not raise the cost by more than SNAP_COST of it. Returns the cost. */
static double snap(channel *c, double cost, double scale) {
    newton_problem p = problem_of(c, scale);
    double limit = cost * (1.0 + SNAP_COST);
    for (uint32_t first = 0, end; first < c->count; first = end) {
        end = first + 1;
        if (near_end(&c->items[first]) == 2) {
            continue;
        }
        while (end < c->count && near_end(&c->items[end]) < 2 &&
               point_distance(crossing_at(&c->items[first]), crossing_at(&c->items[end])) <
                   2.0 * SNAP) {
            end++;
        }
        for (uint32_t i = first; i < end; i++) {
            c->items[i].held = c->items[i].t;
            c->items[i].t = near_end(&c->items[i]) == 0 ? 0.0 : 1.0;
        }
        double moved = newton_cost(&p);
        bool is_good = moved <= limit;
        cost = is_good ? moved : cost;
        for (uint32_t i = first; i < end && !is_good; i++) {
            c->items[i].t = c->items[i].held;
        }
    }
    return cost;
}

/* Optimises the path of a channel. Returns its cost. */
static double optimise(channel *c, double spacing, double scale) {
    double cost = solve(c, scale);
    bool changed = true;
    for (uint32_t i = 0; i < MOST_ROUNDS && changed && !c->failed; i++) {
        flips_improve(c, FLIP_REACH * spacing, scale);
        changed = chords_improve(c);
        cost = c->failed ? cost : solve(c, scale);
    }
    return snap(c, cost, scale);
}

/* Finds a path that costs less than the bound. */
static search_outcome find_path(const mesh_path *path, const target *to, net_effort effort,
                                uint32_t *settled, search_path *out) {
    const search_ground *ground = &path->ground;
    double scale = ground->level->mean_edge;
    net_search s;
    channel c;
    search_outcome outcome = net_find_path(&s, ground, path->at, to, effort);
    *settled = s.settled_count;
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    if (!channel_make(&s, &c)) {
        return SEARCH_NO_MEMORY;
    }
    double cost = optimise(&c, effort.spacing, scale);
    if (!c.failed && is_crossed(&c)) { /* optimisation does not know doors: use the net's path */
        c.failed = !channel_make(&s, &c);
        cost = s.end.g;
    }
    return c.failed ? SEARCH_NO_MEMORY : write_path(&c, cost, out);
}

search_outcome weighted_find(const mesh_path *path, const target *to, search_path *out) {
    const weighted_options *options = path->options;
    double weight = 1.0;
    search_outcome outcome;
    if (has_equal_weights(&path->ground, &weight)) {
        outcome = search_shortest(&path->ground, path->at, to, out);
        if (outcome == SEARCH_FOUND) {
            out->length *= weight;
        }
        return outcome;
    }
    net_effort effort = {path->ground.level->mean_edge * sqrt(8.0 * options->eps) * FIRST_SPACING,
                         (double)INFINITY};
    uint32_t settled = 0;
    outcome = find_path(path, to, effort, &settled, out);
    for (uint32_t i = 0; i < MOST_FINER && outcome == SEARCH_FOUND && settled < SHORT_SEARCH; i++) {
        search_path finer;
        effort = (net_effort){FINER * effort.spacing, FINER_BOUND * out->length};
        search_outcome again = find_path(path, to, effort, &settled, &finer);
        *out = again == SEARCH_FOUND && finer.length < out->length ? finer : *out;
        outcome = again == SEARCH_NO_MEMORY ? again : outcome;
    }
    return outcome;
}
