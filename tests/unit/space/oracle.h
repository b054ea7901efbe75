/* The expected results of queries on a space, computed in rational arithmetic and with algorithms
 * other than the library's.
 *
 * Rings: a path is cut wherever it meets a ring, and the oracle tests whether the middle of each
 * piece is inside the ring. Open walls: the oracle follows the chain, not the path. The chain must
 * not move from one side of the path's line to the other at a point inside the path. Every test
 * checks all edges. */
#ifndef TESTS_SPACE_ORACLE_H
#define TESTS_SPACE_ORACLE_H

#include "../geom/rational.h"
#include "worlds.h"

static inline rational_point oracle_point(const world *w, const world_ring *r, uint32_t index) {
    return rational_from_vec(world_local(w, r->points[index % r->count]));
}

/* Returns the number of points of the ring, not counting a last point that repeats the first. */
static inline uint32_t oracle_count(const world_ring *r) {
    bool closed = r->kind == WORLD_OPEN && r->points[0].x == r->points[r->count - 1].x &&
                  r->points[0].y == r->points[r->count - 1].y;
    return closed ? r->count - 1 : r->count;
}

static inline bool oracle_closed(const world_ring *r) {
    return r->kind != WORLD_OPEN || oracle_count(r) != r->count;
}

static inline uint32_t oracle_edges(const world_ring *r) {
    return oracle_closed(r) ? oracle_count(r) : r->count - 1;
}

static inline bool oracle_on(const world_ring *r, uint32_t classes) {
    return r->obstacle_class == 0 || ((classes >> r->obstacle_class) & 1U) != 0;
}

/* Returns 1 if p is inside the ring, 0 if it is on the ring, and -1 if it is outside. Counts the
 * crossings of a downward ray. */
static inline int oracle_inside(const world *w, const world_ring *r, rational_point p) {
    bool inside = false;
    for (uint32_t i = 0; i < r->count; i++) {
        rational_point a = oracle_point(w, r, i), b = oracle_point(w, r, i + 1);
        if (rational_sign(rational_point_distance(p, a, b)) == 0) {
            return 0;
        }
        bool a_left = rational_compare(a.x, p.x) < 0, b_left = rational_compare(b.x, p.x) < 0;
        if (a_left != b_left) {
            rational t = rational_div(rational_sub(p.x, a.x), rational_sub(b.x, a.x));
            inside ^= rational_compare(rational_along(a, b, t).y, p.y) < 0;
        }
    }
    return inside ? 1 : -1;
}

static inline bool oracle_walkable(const world *w, uint32_t layer, rational_point p,
                                   uint32_t classes) {
    bool bounded = false, in_boundary = false, in_solid = false, on_fixed = false;
    for (uint32_t i = 0; i < w->ring_count; i++) {
        const world_ring *r = &w->rings[i];
        if (r->layer != layer || r->kind == WORLD_OPEN || !oracle_on(r, classes)) {
            continue;
        }
        int side = oracle_inside(w, r, p);
        bounded |= r->kind == WORLD_BOUNDARY;
        on_fixed |= side == 0 && r->obstacle_class == 0;
        in_boundary |= r->kind == WORLD_BOUNDARY && side > 0;
        in_solid |= r->kind == WORLD_SOLID && side > 0;
    }
    return !in_solid && (!bounded || in_boundary || on_fixed);
}

/* ---- Layers ---------------------------------------------------------------------------------- */

typedef struct oracle_part {
    uint32_t layer;
    rational begin, end;
} oracle_part;

typedef struct oracle_path {
    rational_point p, q;
    oracle_part parts[64];
    uint32_t count;
} oracle_path;

/* Finds the point where a path crosses the closed link, as a fraction of the path. The path must
 * start on one side of the link (or on its line) and end strictly on the other side; `from_left`
 * chooses the start side. Returns false if the path does not cross the link in this direction. */
static inline bool oracle_crosses(const world *w, const wend_link_def *link, bool from_left,
                                  const oracle_path *path, rational *t) {
    rational_point a = rational_from_vec(world_local(w, link->a));
    rational_point b = rational_from_vec(world_local(w, link->b));
    rational_point ab = rational_between(a, b);
    rational p_side = rational_cross(ab, rational_between(a, path->p));
    rational q_side = rational_cross(ab, rational_between(a, path->q));
    int sign = from_left ? 1 : -1;
    if (sign * rational_sign(p_side) < 0 || sign * rational_sign(q_side) >= 0) {
        return false;
    }
    *t = rational_div(p_side, rational_sub(p_side, q_side));
    rational_point at = rational_along(path->p, path->q, *t);
    return rational_sign(rational_point_distance(at, a, b)) == 0;
}

/* Splits the path at the links it crosses. */
static inline void oracle_follow(const world *w, oracle_path *path, wend_vec2 p, wend_vec2 q,
                                 uint32_t layer) {
    bool used[WORLD_LINKS] = {false};
    path->p = rational_from_vec(p);
    path->q = rational_from_vec(q);
    path->count = 0;
    rational now = rational_of(0.0);
    for (;;) {
        uint32_t best = WORLD_LINKS;
        rational best_t = NULL;
        for (uint32_t i = 0; i < w->link_count; i++) {
            const wend_link_def *link = &w->links[i];
            rational t;
            if (used[i] || (link->left_layer != layer && link->right_layer != layer) ||
                !oracle_crosses(w, link, link->left_layer == layer, path, &t) ||
                rational_compare(t, now) < 0) {
                continue;
            }
            if (best == WORLD_LINKS || rational_compare(t, best_t) < 0) {
                best = i;
                best_t = t;
            }
        }
        rational end = best != WORLD_LINKS ? best_t : rational_of(1.0);
        path->parts[path->count++] = (oracle_part){layer, now, end};
        if (best == WORLD_LINKS) {
            return;
        }
        used[best] = true;
        now = end;
        layer = w->links[best].left_layer == layer ? w->links[best].right_layer
                                                   : w->links[best].left_layer;
    }
}

/* ---- Radius 0 -------------------------------------------------------------------------------- */

static inline int oracle_order(const void *a, const void *b) {
    return rational_compare(*(const rational *)a, *(const rational *)b);
}

static inline rational oracle_mean(rational a, rational b) {
    return rational_div(rational_add(a, b), rational_of(2.0));
}

/* Returns the fraction of the path at which the ring begins to block the part, or NULL if the ring
 * does not block it. */
static inline rational oracle_ring_hit(const world *w, const world_ring *r, const oracle_path *path,
                                       const oracle_part *part) {
    rational cuts[2 * WORLD_POINTS + 2];
    size_t count = 0;
    cuts[count++] = part->begin;
    cuts[count++] = part->end;
    rational_point pq = rational_between(path->p, path->q);
    rational length = rational_dot(pq, pq);
    if (rational_sign(length) == 0) {
        return NULL;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        rational_point a = oracle_point(w, r, i), b = oracle_point(w, r, i + 1);
        rational_point ab = rational_between(a, b);
        rational across = rational_cross(pq, ab);
        rational t = rational_sign(across) != 0
                         ? rational_div(rational_cross(rational_between(path->p, a), ab), across)
                         : rational_div(rational_dot(rational_between(path->p, a), pq), length);
        if (rational_compare(t, part->begin) > 0 && rational_compare(t, part->end) < 0) {
            cuts[count++] = t;
        }
    }
    qsort(cuts, count, sizeof cuts[0], oracle_order);
    for (size_t i = 0; i + 1 < count; i++) {
        if (rational_compare(cuts[i], cuts[i + 1]) == 0) {
            continue;
        }
        rational_point middle = rational_along(path->p, path->q, oracle_mean(cuts[i], cuts[i + 1]));
        if (oracle_inside(w, r, middle) == (r->kind == WORLD_BOUNDARY ? -1 : 1)) {
            return cuts[i];
        }
    }
    return NULL;
}

static inline bool oracle_strictly_on(const oracle_path *path, const oracle_part *part,
                                      rational_point v) {
    rational_point pq = rational_between(path->p, path->q);
    rational t = rational_div(rational_dot(pq, rational_between(path->p, v)), rational_dot(pq, pq));
    return rational_compare(t, part->begin) > 0 && rational_compare(t, part->end) < 0;
}

/* Returns the fraction of the path at which a point on it lies. */
static inline rational oracle_fraction(const oracle_path *path, rational_point v) {
    rational_point pq = rational_between(path->p, path->q);
    return rational_div(rational_dot(pq, rational_between(path->p, v)), rational_dot(pq, pq));
}

static inline rational oracle_earlier(rational a, rational b) {
    return a == NULL || (b != NULL && rational_compare(b, a) < 0) ? b : a;
}

/* Considers the piece of the chain from point i, which is not on the path's line, to the next point
 * that is not on that line. Returns the fraction of the path at which the path first crosses this
 * piece, or NULL if the path does not cross it. */
static inline rational oracle_piece_hit(const world *w, const world_ring *r,
                                        const oracle_path *path, const oracle_part *part,
                                        uint32_t i) {
    uint32_t count = oracle_count(r);
    rational_point a = rational_from_vec(world_local(w, r->points[i])), b;
    rational_point pq = rational_between(path->p, path->q);
    int side = rational_orient(path->p, path->q, a);
    bool inner = side != 0;
    rational first = NULL; /* the first point of the piece on the path's line */
    for (uint32_t k = 1; inner; k++) {
        if ((!oracle_closed(r) && i + k >= count) || k > count) {
            return NULL;
        }
        b = rational_from_vec(world_local(w, r->points[(i + k) % count]));
        if (rational_orient(path->p, path->q, b) != 0) {
            break;
        }
        first = oracle_earlier(first, oracle_fraction(path, b));
        inner = oracle_strictly_on(path, part, b);
    }
    if (!inner || rational_orient(path->p, path->q, b) == side) {
        return NULL;
    }
    if (first != NULL) {
        return first;
    }
    rational_point ab = rational_between(a, b);
    rational t =
        rational_div(rational_cross(rational_between(path->p, a), ab), rational_cross(pq, ab));
    return rational_compare(t, part->begin) > 0 && rational_compare(t, part->end) < 0 ? t : NULL;
}

/* Returns the fraction of the path at which it first crosses the chain, or NULL if it does not. */
static inline rational oracle_chain_hit(const world *w, const world_ring *r,
                                        const oracle_path *path, const oracle_part *part) {
    rational_point pq = rational_between(path->p, path->q);
    rational first = NULL;
    if (rational_sign(rational_dot(pq, pq)) == 0) {
        return NULL;
    }
    for (uint32_t i = 0; i < oracle_edges(r); i++) {
        first = oracle_earlier(first, oracle_piece_hit(w, r, path, part, i));
    }
    return first;
}

/* Returns the fraction of the path at which a part is first blocked for a point, or NULL if it is
 * free. */
static inline rational oracle_part_hit(const world *w, const oracle_path *path,
                                       const oracle_part *part, uint32_t classes) {
    rational first = NULL;
    for (uint32_t i = 0; i < w->ring_count; i++) {
        const world_ring *r = &w->rings[i];
        if (r->layer == part->layer && oracle_on(r, classes)) {
            first =
                oracle_earlier(first, r->kind == WORLD_OPEN ? oracle_chain_hit(w, r, path, part)
                                                            : oracle_ring_hit(w, r, path, part));
        }
    }
    return first;
}

/* ---- Radius > 0 ------------------------------------------------------------------------------ */

static inline bool oracle_same(wend_point a, wend_point b) {
    return a.x == b.x && a.y == b.y;
}

static inline bool oracle_is_link(const world *w, const world_ring *r, uint32_t edge) {
    wend_point a = r->points[edge], b = r->points[(edge + 1) % oracle_count(r)];
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link_def *l = &w->links[i];
        bool joined = l->left_layer == r->layer || l->right_layer == r->layer;
        bool same = (oracle_same(a, l->a) && oracle_same(b, l->b)) ||
                    (oracle_same(a, l->b) && oracle_same(b, l->a));
        if (joined && same && r->kind != WORLD_OPEN && r->obstacle_class == 0) {
            return true;
        }
    }
    return false;
}

/* Clips segment ab to the closed left side of the line, or to the right side if `sign` is -1.
 * Returns false if no part of the segment lies strictly on that side. */
static inline bool oracle_clip(rational_point from, rational_point to, int sign, rational_point *a,
                               rational_point *b) {
    rational_point line = rational_between(from, to);
    rational a_side = rational_cross(line, rational_between(from, *a));
    rational b_side = rational_cross(line, rational_between(from, *b));
    int a_sign = sign * rational_sign(a_side), b_sign = sign * rational_sign(b_side);
    if (a_sign <= 0 && b_sign <= 0) {
        return false;
    }
    if (a_sign * b_sign < 0) {
        rational t = rational_div(a_side, rational_sub(a_side, b_side));
        *(a_sign < 0 ? a : b) = rational_along(*a, *b, t);
    }
    return true;
}

/* True if a wall (or part of one) is nearer to the piece than the radius. Sets *unsure if the
 * result may depend on the rounding of a clipped end. */
static inline bool oracle_near(rational_point from, rational_point to, rational_point a,
                               rational_point b, float radius, double fuzz, bool *unsure) {
    rational squared = rational_segment_distance(from, to, a, b);
    double distance = sqrt(mpq_get_d(squared));
    *unsure |= fabs(distance - (double)radius) < fuzz;
    rational r = rational_of((double)radius);
    return rational_compare(squared, rational_mul(r, r)) < 0;
}

static inline bool oracle_near_any(const world *w, uint32_t layer, rational_point from,
                                   rational_point to, float radius, uint32_t classes,
                                   const wend_link_def *link, bool *unsure) {
    bool found = false;
    for (uint32_t i = 0; i < w->ring_count; i++) {
        const world_ring *r = &w->rings[i];
        for (uint32_t k = 0; k < oracle_edges(r) && r->layer == layer; k++) {
            if (!oracle_on(r, classes) || oracle_is_link(w, r, k)) {
                continue;
            }
            rational_point a = rational_from_vec(world_local(w, r->points[k]));
            rational_point b =
                rational_from_vec(world_local(w, r->points[(k + 1) % oracle_count(r)]));
            double fuzz = 0.0;
            if (link != NULL) {
                int sign = link->left_layer == layer ? 1 : -1;
                fuzz = 0.002;
                if (!oracle_clip(rational_from_vec(world_local(w, link->a)),
                                 rational_from_vec(world_local(w, link->b)), sign, &a, &b)) {
                    continue;
                }
            }
            found |= oracle_near(from, to, a, b, radius, fuzz, unsure);
        }
    }
    return found;
}

/* Clips the segment from *from to *to to the given side of the link's line, including the line
 * itself. Returns false if nothing remains. */
static inline bool oracle_own_side(const world *w, const wend_link_def *link, bool left,
                                   rational_point *from, rational_point *to) {
    rational_point a = rational_from_vec(world_local(w, link->a));
    rational_point b = rational_from_vec(world_local(w, link->b));
    int sign = left ? 1 : -1;
    int from_side = sign * rational_orient(a, b, *from),
        to_side = sign * rational_orient(a, b, *to);
    if (from_side < 0 && to_side < 0) {
        return false;
    }
    if (from_side <= 0 && to_side <= 0) { /* only the part on the line itself remains */
        *from = from_side < 0 ? *to : *from;
        *to = to_side < 0 ? *from : *to;
        return true;
    }
    return oracle_clip(a, b, sign, from, to);
}

static inline bool oracle_part_near(const world *w, const oracle_path *path,
                                    const oracle_part *part, float radius, uint32_t classes,
                                    bool *unsure) {
    rational_point from = rational_along(path->p, path->q, part->begin);
    rational_point to = rational_along(path->p, path->q, part->end);
    if (oracle_near_any(w, part->layer, from, to, radius, classes, NULL, unsure)) {
        *unsure = false;
        return true;
    }
    bool across_unsure = false, found = false;
    for (uint32_t i = 0; i < w->link_count; i++) {
        const wend_link_def *link = &w->links[i];
        bool left = link->left_layer == part->layer;
        if (!left && link->right_layer != part->layer) {
            continue;
        }
        rational_point piece_from = from, piece_to = to;
        if (!oracle_own_side(w, link, left, &piece_from, &piece_to)) {
            continue;
        }
        rational r = rational_of((double)radius);
        rational apart = rational_segment_distance(piece_from, piece_to,
                                                   rational_from_vec(world_local(w, link->a)),
                                                   rational_from_vec(world_local(w, link->b)));
        if (rational_compare(apart, rational_mul(r, r)) <= 0) {
            found |= oracle_near_any(w, left ? link->right_layer : link->left_layer, piece_from,
                                     piece_to, radius, classes, link, &across_unsure);
        }
    }
    *unsure = across_unsure;
    return found;
}

/* True if the path is free. Sets *unsure if the result may depend on the rounding of a clipped end.
 */
static inline bool oracle_visible(const world *w, wend_location from, wend_location to,
                                  float radius, uint32_t classes, bool *unsure) {
    oracle_path path;
    oracle_follow(w, &path, from.position, to.position, from.layer);
    *unsure = false;
    if (path.parts[path.count - 1].layer != to.layer) {
        return false;
    }
    for (uint32_t k = 0; k < path.count; k++) {
        if (oracle_part_hit(w, &path, &path.parts[k], classes) != NULL) {
            return false;
        }
    }
    bool found = false, any_unsure = false;
    for (uint32_t k = 0; k < path.count && radius > 0.0F; k++) {
        bool part_unsure = false;
        bool near = oracle_part_near(w, &path, &path.parts[k], radius, classes, &part_unsure);
        if (near && !part_unsure) {
            return false;
        }
        found |= near;
        any_unsure |= part_unsure;
    }
    *unsure = any_unsure;
    return !found;
}

#endif
