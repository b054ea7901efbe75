/* Computes the closest point cp(x) on a corridor's boundary, and the clearance of the corridor's
 * backbone beside x.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * section 4.1. Departure: the discs are those at the breakpoints of the medial axis instead of
 * samples.
 *
 *     B, R           position and clearance of a disc
 *     cross-section  polyline of a disc, from its left wall point through B to its right wall point
 *     cell           part of the corridor between the cross-sections of two successive discs
 *
 * Every point of the corridor retracts onto the backbone along the straight line away from its
 * nearest wall. Cross-sections consist of such lines, so they do not cross each other, and x lies
 * in exactly one cell. In that cell the closest point is the foot of the perpendicular from x to
 * the wall segment on one side. Two cases have no such segment, and use the arc of a disc instead:
 * the cell between two discs at the same position, which is a sector where the corridor is open;
 * and the sectors before the first cross-section and beyond the last one. No wall is nearer there
 * than the arc, because all walls are outside the disc.
 *
 * The search for the cell starts at the last known cell and proceeds one cross-section at a time.
 * This is correct for an agent that walks, even where another part of the corridor is on the other
 * side of a thin wall. If the agent is not in the cell found in this way, or is on another layer,
 * it was teleported, has a new route, or has left the corridor. In that case all cells are
 * searched. Cost: O(1) for an agent that walks, O(discs) otherwise. */
#include <math.h>

#include <wend/model.h>

#include "geom/vec.h"
#include "step/skin.h"

/* Boundary of a cell on one side: a wall from `a` to `b`, or a corner (`a` equals `b`). */
typedef struct bound_piece {
    wend_vec2 a, b;
    wend_vec2 inward; /* direction into the corridor, not normalised */
} bound_piece;

/* ---- Cross-sections -------------------------------------------------------------------------- */

/* True if direction v lies within the counter-clockwise turn from a to b. */
static bool is_in_turn(wend_vec2 a, wend_vec2 b, wend_vec2 v) {
    bool less_than_half = vec_cross(a, b) > 0.0F;
    if (less_than_half) {
        return vec_cross(a, v) >= 0.0F && vec_cross(v, b) >= 0.0F;
    }
    return !(vec_cross(b, v) > 0.0F && vec_cross(v, a) > 0.0F);
}

static bool is_ahead(const wend_corridor_disc *disc, wend_vec2 x) {
    wend_vec2 left = vec_sub(disc->left, disc->position);
    wend_vec2 right = vec_sub(disc->right, disc->position);
    return is_in_turn(right, left, vec_sub(x, disc->position));
}

/* Finds the cell that contains x, starting at `cell`. Cell i lies between discs i and i + 1. */
static uint32_t walk_to_cell(const wend_route *route, uint32_t cell, wend_vec2 x) {
    const wend_corridor_disc *discs = route->discs;
    uint32_t last = route->disc_count - 2;
    uint32_t at = cell <= last ? cell : last;
    if (at < last && is_ahead(&discs[at + 1], x)) {
        do {
            at++;
        } while (at < last && is_ahead(&discs[at + 1], x));
        return at;
    }
    while (at > 0 && !is_ahead(&discs[at], x)) {
        at--;
    }
    return at;
}

/* ---- The bound in a cell --------------------------------------------------------------------- */

static bound_piece piece_of(wend_vec2 from, wend_vec2 a, wend_vec2 to, wend_vec2 b) {
    return (bound_piece){a, b, vec_add(vec_sub(from, a), vec_sub(to, b))};
}

static wend_vec2 foot_on(const bound_piece *piece, wend_vec2 x) {
    wend_vec2 along = vec_sub(piece->b, piece->a);
    float squared = vec_length_squared(along);
    float t = squared > 0.0F ? vec_dot(vec_sub(x, piece->a), along) / squared : 0.0F;
    if (t <= 0.0F || t >= 1.0F) {
        return t <= 0.0F ? piece->a : piece->b;
    }
    return vec_lerp(piece->a, piece->b, t);
}

/* True if a piece is a corner. The positions of one corner, as stored with two discs, may differ by
 * rounding. */
static bool is_corner(const bound_piece *piece) {
    float skin = 2.0F * skin_at(piece->a);
    return vec_length_squared(vec_sub(piece->b, piece->a)) <= skin * skin;
}

/* Returns the distance from x to `foot`, the point of a piece nearest to x; negative if x is on the
 * far side of a wall. */
static float signed_distance(const bound_piece *piece, wend_vec2 foot, wend_vec2 x) {
    wend_vec2 away = vec_sub(x, foot);
    float distance = vec_length(away);
    bool beyond = !is_corner(piece) && vec_dot(away, piece->inward) < 0.0F;
    return beyond ? -distance : distance;
}

/* Finds the point in direction n (a unit vector) from `foot` that is as near to the piece `other`
 * as to `foot`. Returns its distance t from `foot`, or INFINITY if there is no such point. */
static float equal_distance(wend_vec2 foot, wend_vec2 n, const bound_piece *other) {
    wend_vec2 between = vec_sub(other->a, foot);
    if (is_corner(other)) { /* solve |t * n - between| = t */
        float ahead = 2.0F * vec_dot(n, between);
        return ahead > 0.0F ? vec_length_squared(between) / ahead : INFINITY;
    }
    wend_vec2 m = vec_normalized(other->inward); /* solve dot(t * n - between, m) = t */
    float closing = 1.0F - vec_dot(n, m);
    return closing > 0.0F ? -vec_dot(between, m) / closing : INFINITY;
}

/* Clamps a clearance to the range between the clearances of two successive discs. The clearance is
 * monotonic between the discs. */
static float clamp_clearance(float clearance, const wend_corridor_disc *from,
                             const wend_corridor_disc *to) {
    float low = fminf(from->clearance, to->clearance);
    float high = fmaxf(from->clearance, to->clearance);
    return fminf(fmaxf(clearance, low), high);
}

static wend_corridor_bound bound_between(const wend_corridor_disc *from,
                                         const wend_corridor_disc *to, wend_vec2 x) {
    bound_piece left = piece_of(from->position, from->left, to->position, to->left);
    bound_piece right = piece_of(from->position, from->right, to->position, to->right);
    wend_vec2 left_foot = foot_on(&left, x), right_foot = foot_on(&right, x);
    float on_left = signed_distance(&left, left_foot, x);
    float on_right = signed_distance(&right, right_foot, x);
    bool is_left = on_left <= on_right;
    const bound_piece *near = is_left ? &left : &right;
    wend_vec2 foot = is_left ? left_foot : right_foot, away = vec_sub(x, foot);
    bool straight = !is_corner(near) || vec_equal(x, foot);
    wend_vec2 n = vec_normalized(straight ? near->inward : away);
    float clearance = equal_distance(foot, n, is_left ? &right : &left);
    return (wend_corridor_bound){foot, is_left ? on_left : on_right,
                                 clamp_clearance(clearance, from, to)};
}

static wend_corridor_bound bound_on_arc(const wend_corridor_disc *disc, wend_vec2 x) {
    wend_vec2 offset = vec_sub(x, disc->position);
    float distance = vec_length(offset);
    wend_vec2 point = distance > 0.0F
                          ? vec_add(disc->position, vec_scale(offset, disc->clearance / distance))
                          : disc->left;
    return (wend_corridor_bound){point, disc->clearance - distance, disc->clearance};
}

/* Computes the bound of x in a cell. x lies between the cell's cross-sections, or before the first
 * or beyond the last cross-section of the corridor. */
static wend_corridor_bound bound_in(const wend_route *route, uint32_t cell, wend_vec2 x) {
    const wend_corridor_disc *from = &route->discs[cell], *to = from + 1;
    if (cell == 0 && !is_ahead(from, x)) {
        return bound_on_arc(from, x);
    }
    if (cell + 2 == route->disc_count && is_ahead(to, x)) {
        return bound_on_arc(to, x);
    }
    return vec_equal(from->position, to->position) ? bound_on_arc(from, x)
                                                   : bound_between(from, to, x);
}

/* ---- Points outside their last cell ---------------------------------------------------------- */

/* True if x lies in a cell. The sectors at the two ends of the corridor are not part of a cell. */
static bool is_in_cell(const wend_route *route, uint32_t cell, wend_vec2 x) {
    const wend_corridor_disc *from = &route->discs[cell], *to = from + 1;
    return is_ahead(from, x) && !is_ahead(to, x) && bound_in(route, cell, x).distance >= 0.0F;
}

static bool is_on_layer(const wend_route *route, uint32_t cell, uint32_t layer) {
    return route->discs[cell].layer == layer || route->discs[cell + 1].layer == layer;
}

/* Finds the first cell that contains x. Prefers a cell between walls on the layer of x, then any
 * cell between walls, then the cell of an opening, into which another part of the corridor may
 * extend. Returns UINT32_MAX if no cell contains x. */
static uint32_t search_cells(const wend_route *route, wend_location location) {
    uint32_t found[2] = {UINT32_MAX, UINT32_MAX};
    for (uint32_t i = 0; i + 1 < route->disc_count; i++) {
        bool opening = vec_equal(route->discs[i].position, route->discs[i + 1].position);
        if (!is_in_cell(route, i, location.position)) {
            continue;
        }
        if (!opening && is_on_layer(route, i, location.layer)) {
            return i;
        }
        found[opening] = found[opening] == UINT32_MAX ? i : found[opening];
    }
    return found[0] != UINT32_MAX ? found[0] : found[1];
}

/* Returns the index of the disc nearest to x. The distance is measured to the disc's boundary, and
 * is negative if x is inside the disc. */
static uint32_t nearest_disc(const wend_route *route, wend_vec2 x) {
    uint32_t best = 0;
    float least = INFINITY;
    for (uint32_t i = 0; i < route->disc_count; i++) {
        const wend_corridor_disc *disc = &route->discs[i];
        float out = vec_length(vec_sub(x, disc->position)) - disc->clearance;
        if (out < least) {
            best = i;
            least = out;
        }
    }
    return best;
}

/* Finds the bound again for a point outside its last known cell. If no cell contains the point, or
 * the point is at an end of the corridor, the result is the nearer of the bound `walked`, which the
 * search from the last cell found, and the bound of the nearest disc. */
static wend_corridor_bound search_bound(const wend_route *route, wend_location location,
                                        wend_corridor_bound walked, uint32_t *cursor) {
    uint32_t cell = search_cells(route, location);
    bool is_inside = walked.distance >= 0.0F;
    if (cell != UINT32_MAX && (!is_inside || is_on_layer(route, cell, location.layer))) {
        *cursor = cell;
        return bound_in(route, cell, location.position);
    }
    uint32_t disc = nearest_disc(route, location.position);
    wend_corridor_bound out = bound_on_arc(&route->discs[disc], location.position);
    if (is_inside || walked.distance >= out.distance) {
        return walked; /* x is across a link, or the bound `walked` is nearer */
    }
    *cursor = disc < route->disc_count - 1 ? disc : disc - 1;
    return out;
}

wend_corridor_bound wend_route_bound(const wend_route *route, wend_location location,
                                     uint32_t *cursor) {
    if (route->disc_count < 2) {
        return (wend_corridor_bound){location.position, INFINITY, INFINITY};
    }
    *cursor = walk_to_cell(route, *cursor, location.position);
    wend_corridor_bound bound = bound_in(route, *cursor, location.position);
    bool is_valid = bound.distance >= 0.0F && is_on_layer(route, *cursor, location.layer);
    return is_valid ? bound : search_bound(route, location, bound, cursor);
}
