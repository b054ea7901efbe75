/* The closest point cp(x) of a corridor's boundary, and the clearance of its backbone beside x.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * section 4.1, on the discs of the axis's events in place of samples.
 *
 *     B, R   position and clearance of a disc
 *     gate   of a disc: the way from its left place to B and on to its right place
 *     cell   what lies between the gates of two discs in a row
 *
 * Every place of the corridor retracts onto the backbone along the straight way from its nearest
 * wall, and gates are such ways: so they do not cross, and x lies in just one cell. There the
 * nearest place is the foot on the wall piece of either hand. The cell between two discs in the
 * same position is the sector of an opening, behind the first gate and beyond the last one it is
 * that of an end; no wall is nearer there than the arc, as all of them are outside of the disc.
 *
 * The cell is looked for from the last one on, gate by gate. That is right for one who walks, also
 * where another part of the corridor is on the other side of a thin wall. Who is not in the cell
 * that is found so, or on another layer, has been put elsewhere, has another route, or has left the
 * corridor: then all cells are looked through. Cost: O(1) for one who walks, O(discs) for one who
 * is lost. */
#include <math.h>

#include <wend/model.h>

#include "geom/vec.h"
#include "step/skin.h"

/* What bounds a cell on one hand: a wall from a to b, or a corner (a equals b). */
typedef struct bound_piece {
    wend_vec2 a, b;
    wend_vec2 inward; /* into the corridor, of any length */
} bound_piece;

/* ---- Gates ----------------------------------------------------------------------------------- */

/* Whether v lies within the turn to the left from a to b. */
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

/* The cell of x by its gates, beginning at `cell`; cell i lies between the discs i and i + 1. */
static uint32_t walk_to(const wend_route *route, uint32_t cell, wend_vec2 x) {
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

/* A corner's place may be rounded in different ways at two discs. */
static bool is_corner(const bound_piece *piece) {
    float skin = 2.0F * skin_at(piece->a);
    return vec_length_squared(vec_sub(piece->b, piece->a)) <= skin * skin;
}

/* Negative on the far side of a wall. */
static float signed_distance(const bound_piece *piece, wend_vec2 foot, wend_vec2 x) {
    wend_vec2 away = vec_sub(x, foot);
    float distance = vec_length(away);
    bool beyond = !is_corner(piece) && vec_dot(away, piece->inward) < 0.0F;
    return beyond ? -distance : distance;
}

/* How far one who walks straight away from `foot`, along the unit vector n, is from there when
 * `other` is as near; INFINITY if that never happens. */
static float meeting(wend_vec2 foot, wend_vec2 n, const bound_piece *other) {
    wend_vec2 between = vec_sub(other->a, foot);
    if (is_corner(other)) { /* |t n - between| = t */
        float ahead = 2.0F * vec_dot(n, between);
        return ahead > 0.0F ? vec_length_squared(between) / ahead : INFINITY;
    }
    wend_vec2 m = vec_normalized(other->inward); /* (t n - between) m = t */
    float closing = 1.0F - vec_dot(n, m);
    return closing > 0.0F ? -vec_dot(between, m) / closing : INFINITY;
}

/* The clearance does not change from falling to rising between two discs. */
static float clamp_room(float room, const wend_corridor_disc *from, const wend_corridor_disc *to) {
    float low = fminf(from->clearance, to->clearance);
    float high = fmaxf(from->clearance, to->clearance);
    return fminf(fmaxf(room, low), high);
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
    float room = meeting(foot, n, is_left ? &right : &left);
    return (wend_corridor_bound){foot, is_left ? on_left : on_right, clamp_room(room, from, to)};
}

static wend_corridor_bound bound_on_arc(const wend_corridor_disc *disc, wend_vec2 x) {
    wend_vec2 way = vec_sub(x, disc->position);
    float distance = vec_length(way);
    wend_vec2 place = distance > 0.0F
                          ? vec_add(disc->position, vec_scale(way, disc->clearance / distance))
                          : disc->left;
    return (wend_corridor_bound){place, disc->clearance - distance, disc->clearance};
}

/* x lies between the gates of the cell, or beyond those of the first or last one. */
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

/* ---- Who is lost ----------------------------------------------------------------------------- */

/* Whether x lies in a cell, ends left out. */
static bool is_in_cell(const wend_route *route, uint32_t cell, wend_vec2 x) {
    const wend_corridor_disc *from = &route->discs[cell], *to = from + 1;
    return is_ahead(from, x) && !is_ahead(to, x) && bound_in(route, cell, x).distance >= 0.0F;
}

static bool is_on_layer(const wend_route *route, uint32_t cell, uint32_t layer) {
    return route->discs[cell].layer == layer || route->discs[cell + 1].layer == layer;
}

/* The first cell that holds x: best one between walls and on its layer, else one between walls,
 * else an opening, into which another part of the corridor may reach. UINT32_MAX if none does. */
static uint32_t search(const wend_route *route, wend_location place) {
    uint32_t found[2] = {UINT32_MAX, UINT32_MAX};
    for (uint32_t i = 0; i + 1 < route->disc_count; i++) {
        bool opening = vec_equal(route->discs[i].position, route->discs[i + 1].position);
        if (!is_in_cell(route, i, place.position)) {
            continue;
        }
        if (!opening && is_on_layer(route, i, place.layer)) {
            return i;
        }
        found[opening] = found[opening] == UINT32_MAX ? i : found[opening];
    }
    return found[0] != UINT32_MAX ? found[0] : found[1];
}

/* The disc that x is least far out of. */
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

/* At an end, or outside, the nearer of the bound that was walked to and the nearest disc counts. */
static wend_corridor_bound find_again(const wend_route *route, wend_location place,
                                      wend_corridor_bound walked, uint32_t *cursor) {
    uint32_t cell = search(route, place);
    bool held = walked.distance >= 0.0F;
    if (cell != UINT32_MAX && (!held || is_on_layer(route, cell, place.layer))) {
        *cursor = cell;
        return bound_in(route, cell, place.position);
    }
    uint32_t disc = nearest_disc(route, place.position);
    wend_corridor_bound out = bound_on_arc(&route->discs[disc], place.position);
    if (held || walked.distance >= out.distance) {
        return walked; /* of a cell that reaches over a link, at the most */
    }
    *cursor = disc < route->disc_count - 1 ? disc : disc - 1;
    return out;
}

wend_corridor_bound wend_route_bound(const wend_route *route, wend_location place,
                                     uint32_t *cursor) {
    if (route->disc_count < 2) {
        return (wend_corridor_bound){place.position, INFINITY, INFINITY};
    }
    *cursor = walk_to(route, *cursor, place.position);
    wend_corridor_bound bound = bound_in(route, *cursor, place.position);
    bool there = bound.distance >= 0.0F && is_on_layer(route, *cursor, place.layer);
    return there ? bound : find_again(route, place, bound, cursor);
}
