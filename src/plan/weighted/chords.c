/* Shortens a path by straight chords between its points.
 *
 * A net finds wrong edges where triangles are narrower than its spacing: a path over the net has to
 * zigzag through them, and a path through a vertex, which needs no zigzag, then looks cheaper. The
 * optimisation keeps to the edges, and flips.c leaves a vertex only by its other side. A straight
 * line between two points of the path needs no points on edges; its cost follows from the triangles
 * that it crosses. So the chords of the whole path, of its halves, of its quarters, and so on (and
 * of the same parts moved by half their length) are compared with the path between their ends.
 * Chords from the start to the end are included: a path never costs more than the straight line, if
 * that is open.
 *
 * Cost: O(n) for each of the LEVELS levels, for n edges crossed by the path or by chords. */
#include "plan/weighted/chords.h"

#include <math.h>
#include <string.h>

#include "geom/point.h"

enum {
    LEVELS = 8,       /* the chords of the last level span 1 / 2^(LEVELS - 1) of the path */
    MOST_EDGES = 1024 /* that a chord may cross; longer chords are left out */
};

/* A chord must lower the cost of the path by this share. */
static const double MIN_GAIN = 1e-7;

/* A point on a path. */
typedef struct stop {
    wend_point at;
    uint32_t leg; /* the leg that it lies on: the one before crossing `leg` */
    double g;     /* cost of the path to it */
} stop;

/* The edges that a chord crosses. */
typedef struct chord {
    uint32_t corners[MOST_EDGES];
    double ts[MOST_EDGES];
    uint32_t count;
    double cost;
} chord;

/* ---- Points of the path ---------------------------------------------------------------------- */

static uint32_t face_of_leg(const channel *c, uint32_t leg) {
    return leg < c->count ? net_face(c->items[leg].corner) : c->last;
}

static double weight_of_leg(const channel *c, uint32_t leg) {
    return leg < c->count ? c->items[leg].weight : c->last_weight;
}

static wend_point leg_start(const channel *c, uint32_t leg) {
    return leg > 0 ? crossing_at(&c->items[leg - 1]) : c->start;
}

static wend_point leg_end(const channel *c, uint32_t leg) {
    wend_point end;
    if (leg < c->count) {
        return crossing_at(&c->items[leg]);
    }
    target_nearest(c->part, c->part_count, leg_start(c, leg), &end);
    return end;
}

static double path_length(const channel *c) {
    double length = 0.0;
    for (uint32_t leg = 0; leg <= c->count; leg++) {
        length += point_distance(leg_start(c, leg), leg_end(c, leg));
    }
    return length;
}

/* Moves a stop forward along the path by a distance (m). */
static void advance(const channel *c, stop *at, double distance) {
    for (;; at->leg++) {
        wend_point end = leg_end(c, at->leg);
        double rest = point_distance(at->at, end), weight = weight_of_leg(c, at->leg);
        if (rest > distance) {
            at->at = point_lerp(at->at, end, distance / rest);
            at->g += weight * distance;
            return;
        }
        at->g += weight * rest;
        at->at = end;
        distance -= rest;
        if (at->leg == c->count) {
            return;
        }
    }
}

/* ---- Chords ---------------------------------------------------------------------------------- */

/* Returns the corner of the edge by which a line from a point of a triangle leaves it; NET_NONE if
 * the line has no direction. `came` is the corner of the edge by which it entered, or NET_NONE. */
static uint32_t find_exit(const navmesh_level *level, uint32_t face, wend_point from,
                          wend_point line, uint32_t came) {
    double sides[3];
    for (uint32_t i = 0; i < 3; i++) {
        sides[i] = point_cross(line, point_sub(point_wide(level->points[3 * face + i]), from));
    }
    if (came != NET_NONE) {
        return sides[net_before(came) % 3] < 0.0 ? net_before(came) : net_next(came);
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (sides[i] < 0.0 && sides[(i + 1) % 3] >= 0.0) {
            return 3 * face + i;
        }
    }
    return NET_NONE;
}

/* Returns the fraction of the line at which it crosses an edge, and writes that of the edge. */
static double cross_at(wend_point from, wend_point line, wend_point a, wend_point b, double *t) {
    double side_a = point_cross(line, point_sub(a, from));
    double side_b = point_cross(line, point_sub(b, from));
    *t = side_a != side_b ? fmin(fmax(side_a / (side_a - side_b), 0.0), 1.0) : 0.5;
    double squared = point_dot(line, line);
    return squared > 0.0 ? point_dot(point_sub(point_lerp(a, b, *t), from), line) / squared : 1.0;
}

/* Follows a straight line from a point of triangle `face` to a point of triangle `to`. Returns
 * false if it leaves the open triangles or costs more than the limit. */
static bool trace(const net *n, wend_point from, uint32_t face, wend_point end, uint32_t to,
                  double limit, chord *out) {
    const navmesh_level *level = n->level;
    wend_point line = point_sub(end, from);
    double length = point_length(line), done = 0.0;
    uint32_t came = NET_NONE;
    out->count = 0;
    out->cost = 0.0;
    while (face != to) {
        uint32_t corner = find_exit(level, face, from, line, came);
        if (corner == NET_NONE || out->count == MOST_EDGES ||
            !net_is_open(n, level->neighbours[corner])) {
            return false;
        }
        double t;
        double share = cross_at(from, line, point_wide(level->points[corner]),
                                point_wide(level->points[net_next(corner)]), &t);
        if (share > 1.0) {
            return false; /* the end is a vertex, and another triangle was expected */
        }
        share = fmax(share, done);
        out->cost += net_weigh(n, face) * (share - done) * length;
        done = share;
        if (out->cost >= limit) {
            return false;
        }
        out->corners[out->count] = corner;
        out->ts[out->count++] = t;
        came = level->twins[corner];
        face = net_face(came);
    }
    out->cost += net_weigh(n, face) * (1.0 - done) * length;
    return out->cost < limit;
}

/* Replaces the crossings between two stops by those of a chord. */
static void splice(channel *c, uint32_t first, uint32_t end, const chord *by) {
    uint32_t count = c->count - (end - first) + by->count;
    if (!channel_reserve(c, count)) {
        return;
    }
    memmove(c->items + first + by->count, c->items + end, (c->count - end) * sizeof *c->items);
    for (uint32_t i = 0; i < by->count; i++) {
        c->items[first + i] = channel_crossing(c->net, by->corners[i], by->ts[i]);
    }
    c->count = count;
}

/* Tries the chord between two stops. Returns true if the path now follows it; `to` is then on the
 * leg on which it lies in the new path. */
static bool try_chord(channel *c, const stop *from, stop *to, chord *work) {
    double limit = (to->g - from->g) * (1.0 - MIN_GAIN);
    if (to->leg <= from->leg + 1 || !trace(c->net, from->at, face_of_leg(c, from->leg), to->at,
                                           face_of_leg(c, to->leg), limit, work)) {
        return false;
    }
    splice(c, from->leg, to->leg, work);
    to->leg = from->leg + work->count;
    return true;
}

/* Tries the chords of parts of the path of a length, from a distance on. */
static bool try_level(channel *c, double first, double span, chord *work) {
    stop from = {.at = c->start};
    bool changed = false;
    double length = path_length(c);
    advance(c, &from, first);
    for (double at = first; at < length && !c->failed; at += span) {
        stop to = from;
        advance(c, &to, span);
        changed = try_chord(c, &from, &to, work) || changed;
        from = to;
    }
    return changed;
}

bool chords_improve(channel *c) {
    chord work;
    double span = path_length(c);
    bool changed = false;
    if (c->net->ground->now.door_count > 0) {
        return false; /* chords do not know the doors that the mesh does not contain */
    }
    for (uint32_t level = 0; level < LEVELS && !c->failed; level++, span *= 0.5) {
        changed = try_level(c, 0.0, span * (1.0 + 1e-9), &work) || changed;
        changed = (level > 0 && try_level(c, 0.5 * span, span, &work)) || changed;
    }
    return changed;
}
