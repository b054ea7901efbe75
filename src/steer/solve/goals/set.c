/* Computes the velocities that lead an agent to a region: its goal velocity obstacle.
 *
 * Snape and Manocha, "Goal Velocity Obstacles for Spatial Navigation of Multiple Autonomous Robots
 * or Virtual Agents" (2013), sections 4.1, 4.4 and 4.6:
 *
 *     GVO = { v : s * (v - v_G) in K for some s in [tau_1, tau_2] },  K = G - p_A (+) -A
 *
 * K, the region relative to the agent and grown by the agent's disc, is a convex polygon with round
 * corners (one corner for a point or a disc, two for a segment). With lambda = 1/s the set is the
 * union of lambda * K for lambda from 1/tau_2 to 1/tau_1, translated by v_G. This set is convex,
 * because K is convex, and equal to
 * - all velocities, if K contains the agent (the origin) and tau_1 is 0;
 * - K / tau_1, if K contains the agent and tau_1 > 0;
 * - otherwise the set between the two tangents to K from the origin, beyond the side of K / tau_2
 *   that faces the origin, and in front of the far side of K / tau_1.
 *
 * Counter-clockwise, in the order of its outward normals, the boundary of K begins with that far
 * side, which extends from the normal of the right tangent to that of the left tangent. The near
 * side follows.
 *
 * Departures from the paper: K is never thinner than `thinnest`, because a set without an interior
 * would need comparisons that rounding decides. Windows that open within `at_once` count as open.
 *
 * Cost: O(corners); a cone without a window needs four square roots in total. */
#include "steer/solve/goals/set.h"

#include <math.h>

#include "geom/vec.h"

static const float thinnest = 1e-4F;       /* m: the smallest radius of corners */
static const float thinnest_share = 1e-6F; /* minimum radius divided by the distance */
static const float in_line = 1e-6F; /* sine below which an edge counts as lying on a tangent */
/* An origin counts as outside the grown edge if its distance from the edge is more than this
 * fraction of the radius. */
static const float touching = 0.99999F;
static const float at_once = 1e-4F; /* s: shorter times count as zero */
/* rad: a corner with a smaller turning angle is treated as sharp. This moves it outwards by 1e-5 of
 * its radius. */
static const float least_turn = 0.01F;

/* K: its corners, counter-clockwise, and their common radius. */
typedef struct rounded_polygon {
    wend_vec2 corners[WEND_MAX_POLYGON];
    uint32_t count;
    float radius;
} rounded_polygon;

/* A tangent from the origin to K: the corner that it touches, its direction, the distance from the
 * origin to the point of contact, and the outward normal of K there. */
typedef struct tangent {
    wend_vec2 along, normal;
    float length;
    uint32_t corner;
} tangent;

/* Adds a corner, unless it equals the last one. */
static void append_corner(rounded_polygon *body, wend_vec2 corner) {
    if (body->count == 0 || !vec_equal(body->corners[body->count - 1], corner)) {
        body->corners[body->count++] = corner;
    }
}

static void make_rounded_polygon(const wend_region *region, wend_vec2 from, float radius,
                                 rounded_polygon *out) {
    out->radius = radius + (region->shape == WEND_SHAPE_DISC ? region->b.x : 0.0F);
    out->count = 0;
    if (region->shape != WEND_SHAPE_POLYGON || region->count == 0) {
        append_corner(out, vec_sub(region->a, from));
        if (region->shape == WEND_SHAPE_SEGMENT) {
            append_corner(out, vec_sub(region->b, from));
        }
        return;
    }
    for (uint32_t i = 0; i < region->count && i < WEND_MAX_POLYGON; i++) {
        append_corner(out, vec_sub(region->points[i], from));
    }
    if (out->count > 1 && vec_equal(out->corners[0], out->corners[out->count - 1])) {
        out->count--;
    }
}

static uint32_t next_of(const rounded_polygon *body, uint32_t corner) {
    return corner + 1 < body->count ? corner + 1 : 0;
}

/* Returns the unit vector along the edge from a corner to the next one. */
static wend_vec2 edge_of(const rounded_polygon *body, uint32_t corner) {
    return vec_normalized(vec_sub(body->corners[next_of(body, corner)], body->corners[corner]));
}

static wend_vec2 right_of(wend_vec2 v) {
    return (wend_vec2){v.y, -v.x};
}

/* ---- The parts of a boundary ----------------------------------------------------------------- */

static void add_side(goal_set *out, wend_vec2 from, wend_vec2 along, float low, float high) {
    if (out->set.side_count < GOAL_SET_SIDES) {
        out->sides[out->set.side_count++] = (velocity_side){from, along, low, high};
    }
}

/* Adds an arc of at most half a turn. Skips an arc that turns in the wrong direction because of
 * rounding. */
static void add_boundary_arc(goal_set *out, velocity_arc arc) {
    float sine = vec_cross(arc.from, arc.to);
    bool turns = sine > least_turn || vec_dot(arc.from, arc.to) < 0.0F;
    if (turns && out->set.arc_count < GOAL_SET_ARCS) {
        out->arcs[out->set.arc_count++] = arc;
    }
}

/* The inputs and outputs of building a set. */
typedef struct set_builder {
    const rounded_polygon *body;
    goal_set *out;
    wend_vec2 apex;
    float scale; /* lambda */
} set_builder;

static void add_corner(const set_builder *builder, uint32_t corner, wend_vec2 from, wend_vec2 to) {
    const rounded_polygon *body = builder->body;
    add_boundary_arc(
        builder->out,
        (velocity_arc){vec_add(builder->apex, vec_scale(body->corners[corner], builder->scale)),
                       body->radius * builder->scale, from, to});
}

static void add_edge(const set_builder *builder, uint32_t corner, wend_vec2 along) {
    const rounded_polygon *body = builder->body;
    wend_vec2 edge = vec_sub(body->corners[next_of(body, corner)], body->corners[corner]);
    wend_vec2 start = vec_add(body->corners[corner], vec_scale(right_of(along), body->radius));
    add_side(builder->out, vec_add(builder->apex, vec_scale(start, builder->scale)), along, 0.0F,
             vec_length(edge) * builder->scale);
}

/* Adds the boundary that starts at a corner with the normal `from`, follows `edges` edges, and ends
 * with the normal `to`. */
static void add_chain(const set_builder *builder, uint32_t corner, wend_vec2 from, uint32_t edges,
                      wend_vec2 to) {
    for (uint32_t k = 0; k < edges; k++) {
        wend_vec2 along = edge_of(builder->body, corner);
        add_corner(builder, corner, from, right_of(along));
        add_edge(builder, corner, along);
        from = right_of(along);
        corner = next_of(builder->body, corner);
    }
    add_corner(builder, corner, from, to);
}

/* Adds a full disc as three arcs. With only two arcs, the chords would coincide, and every point of
 * the infinite line through them would belong to the set. */
static void add_disc(const set_builder *builder) {
    static const wend_vec2 thirds[] = {{1.0F, 0.0F}, {-0.5F, 0.8660254F}, {-0.5F, -0.8660254F}};
    for (uint32_t i = 0; i < 3; i++) {
        add_corner(builder, 0, thirds[i], thirds[(i + 1) % 3]);
    }
}

static void add_full_boundary(const set_builder *builder) {
    const rounded_polygon *body = builder->body;
    if (body->count == 1) {
        add_disc(builder);
        return;
    }
    wend_vec2 last = edge_of(body, body->count - 1);
    add_chain(builder, 0, right_of(last), body->count - 1, right_of(last));
    add_edge(builder, body->count - 1, last);
}

/* ---- Cones ----------------------------------------------------------------------------------- */

/* Returns the tangent that touches a corner on the left (side 1) or on the right (side -1). */
static tangent corner_tangent(const rounded_polygon *body, uint32_t corner, float side) {
    wend_vec2 p = body->corners[corner];
    float distance = vec_length(p), radius = body->radius;
    float squared = (distance - radius) * (distance + radius);
    float length = squared > 0.0F ? sqrtf(squared) : 0.0F;
    float aside = side * (radius < distance ? radius : distance);
    wend_vec2 along = vec_scale((wend_vec2){p.x * length - p.y * aside, p.y * length + p.x * aside},
                                1.0F / (distance * distance));
    return (tangent){along, vec_scale(vec_perp(along), side), length, corner};
}

/* True if the origin lies on the outer side of the edge from a corner to the next one. An origin on
 * the grown edge counts as outside: the tangents at both ends of the edge are then the same. */
static bool is_facing_origin(const rounded_polygon *body, uint32_t corner) {
    wend_vec2 start = body->corners[corner];
    wend_vec2 edge = vec_sub(body->corners[next_of(body, corner)], start);
    float cross = vec_cross(start, edge), radius = body->radius * touching;
    return cross < 0.0F && cross * cross > radius * radius * vec_length_squared(edge);
}

static uint32_t nearest_corner(const rounded_polygon *body) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < body->count; i++) {
        if (vec_length_squared(body->corners[i]) < vec_length_squared(body->corners[best])) {
            best = i;
        }
    }
    return best;
}

/* Finds the corners that the tangents touch: the first and last corner of the chain of edges
 * visible from the origin. If no edge is visible, both tangents touch the corner nearest to the
 * origin. */
static void find_touched(const rounded_polygon *body, uint32_t *left, uint32_t *right) {
    bool before = is_facing_origin(body, body->count - 1), any = false;
    for (uint32_t i = 0; i < body->count; i++) {
        bool now = is_facing_origin(body, i);
        *left = now && !before ? i : *left;
        *right = before && !now ? i : *right;
        any = any || now;
        before = now;
    }
    if (!any) {
        *left = *right = nearest_corner(body);
    }
}

static uint32_t edges_between(const rounded_polygon *body, uint32_t from, uint32_t to) {
    return to >= from ? to - from : to + body->count - from;
}

/* True if the edge from a corner to the next one lies on a tangent and faces outwards in the same
 * direction. Allows for rounding, which can change the direction of a short edge arbitrarily. */
static bool is_along(const rounded_polygon *body, uint32_t corner, const tangent *line) {
    wend_vec2 start = body->corners[corner], end = body->corners[next_of(body, corner)];
    wend_vec2 edge = vec_sub(end, start);
    float size = fabsf(end.x) + fabsf(end.y) + fabsf(start.x) + fabsf(start.y);
    return vec_dot(right_of(edge), line->normal) > 0.0F &&
           fabsf(vec_cross(edge, line->along)) < in_line * size;
}

/* Adds the boundary from one tangent to another. Edges that lie along the tangents are skipped. */
static void add_between(const set_builder *builder, const tangent *from, uint32_t edges,
                        const tangent *to) {
    const rounded_polygon *body = builder->body;
    uint32_t corner = from->corner;
    while (edges > 0 && is_along(body, corner, from)) {
        corner = next_of(body, corner);
        edges--;
    }
    while (edges > 0 && is_along(body, (corner + edges - 1) % body->count, to)) {
        edges--;
    }
    add_chain(builder, corner, from->normal, edges, to->normal);
}

/* Adds the side of the scaled K that faces the origin. */
static void add_near_side(const set_builder *builder, const tangent *left, const tangent *right) {
    uint32_t edges = edges_between(builder->body, left->corner, right->corner);
    add_between(builder, left, edges, right);
}

/* Adds the far side of the scaled K. If both tangents touch the same corner, all other corners lie
 * behind it. */
static void add_far_side(const set_builder *builder, const tangent *left, const tangent *right,
                         wend_vec2 towards) {
    if (builder->body->count == 1) {
        add_corner(builder, 0, right->normal, towards);
        add_corner(builder, 0, towards, left->normal);
        return;
    }
    uint32_t edges = edges_between(builder->body, right->corner, left->corner);
    add_between(builder, right, edges > 0 ? edges : builder->body->count, left);
}

/* Builds a cone. `towards` is the direction from the origin to the nearest point of K. */
static void make_cone(set_builder *builder, wend_vec2 towards, float nearest, float farthest) {
    const rounded_polygon *body = builder->body;
    uint32_t left_corner = 0, right_corner = 0;
    if (body->count > 1) {
        find_touched(body, &left_corner, &right_corner);
    }
    tangent left = corner_tangent(body, left_corner, 1.0F),
            right = corner_tangent(body, right_corner, -1.0F);
    bool ends = farthest < INFINITY;
    add_side(builder->out, builder->apex, right.along, right.length * nearest,
             ends ? right.length * farthest : INFINITY);
    add_side(builder->out, builder->apex, vec_scale(left.along, -1.0F),
             ends ? -left.length * farthest : -INFINITY, -left.length * nearest);
    if (nearest > 0.0F) {
        builder->scale = nearest;
        add_near_side(builder, &left, &right);
    }
    if (ends) {
        builder->scale = farthest;
        add_far_side(builder, &left, &right, towards);
    }
}

/* ---- Entry point ----------------------------------------------------------------------------- */

bool goal_set_make(const wend_region *region, wend_vec2 from, wend_vec2 offset, float radius,
                   float earliest, float latest, goal_set *out) {
    float distance = vec_length(offset);
    radius = radius > thinnest ? radius : thinnest;
    radius = radius > thinnest_share * distance ? radius : thinnest_share * distance;
    bool met = distance <= radius;
    if (!met && !(latest > at_once)) {
        return false;
    }
    out->set = (velocity_set){.sides = out->sides, .arcs = out->arcs};
    if (met && !(earliest > at_once)) {
        return true;
    }
    rounded_polygon body;
    make_rounded_polygon(region, from, radius, &body);
    set_builder builder = {.body = &body, .out = out, .apex = region->velocity};
    if (met || !(earliest < latest)) {
        builder.scale = 1.0F / earliest;
        add_full_boundary(&builder);
    } else {
        make_cone(&builder, vec_scale(offset, 1.0F / distance), 1.0F / latest,
                  earliest > at_once ? 1.0F / earliest : INFINITY);
    }
    return true;
}
