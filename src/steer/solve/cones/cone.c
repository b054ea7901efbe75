/* Velocity obstacles: the velocities that lead to a disc, or to a wall, within a horizon.
 *
 * Fiorini and Shiller, "Motion planning in dynamic environments using velocity obstacles",
 * International Journal of Robotics Research 17 (1998). Let p be the vector to a disc of radius r
 * (the sum of both radii). The obstacle is the apex plus all multiples of that disc by factors of
 * at least 1 / tau. Its boundary consists of two legs tangent to the disc, and a round front.
 *
 *     symbol   here             symbol   here
 *     p        apart            tau      1 / rate
 *     r        radius           L, R     left, right: unit vectors along the legs
 *
 * A hybrid obstacle (Snape, van den Berg, Guy and Manocha, "The hybrid reciprocal velocity
 * obstacle", IEEE Transactions on Robotics 27, 2011) takes its two legs from two cones of the same
 * shape; its apex is where the lines of these legs meet. Each leg is stored with a point of its own
 * cone, because the apex may lie far away and would cause rounding errors.
 *
 * A wall gives a capsule instead of a disc. Its near side is part of the front. If the agent is in
 * line with the wall, only the wall's nearer end counts.
 *
 * Cost: one square root and two divisions for a disc, twice that for a wall. */
#include "steer/solve/cones/cone.h"

#include <math.h>

#include "geom/vec.h"

/* A tangent from the origin to a disc, and the distance from the origin to the point where it
 * touches the disc. */
typedef struct tangent_line {
    wend_vec2 along;
    float length;
} tangent_line;

/* Returns the tangent on the left of the disc (side 1) or on its right (-1). */
static tangent_line tangent_of(wend_vec2 at, float radius, float side) {
    float squared = vec_length_squared(at), room = squared - radius * radius;
    float length = room > 0.0F ? sqrtf(room) : 0.0F, inverse = 1.0F / squared;
    float along = length * inverse, across = side * radius * inverse;
    return (tangent_line){{at.x * along - at.y * across, at.y * along + at.x * across}, length};
}

void cone_of_plane(velocity_plane plane, cone *out) {
    out->sides[0] = (velocity_side){vec_scale(plane.normal, plane.offset), vec_perp(plane.normal),
                                    -INFINITY, INFINITY};
    out->side_count = 1;
    out->arc_count = 0;
}

/* ---- Walls ----------------------------------------------------------------------------------- */

/* A wall from the agent's point of view. */
typedef struct seen_wall {
    wend_vec2 left, right; /* ends of the wall, relative to the agent */
    wend_vec2 e; /* unit vector along the wall from right to left; the agent is on its left */
    float off;   /* m: distance from the agent to the wall's line */
} seen_wall;

static seen_wall see_wall(const near_wall *wall) {
    float side = vec_cross(wall->a, wall->line.along);
    return side >= 0.0F ? (seen_wall){wall->b, wall->a, wall->line.along, side}
                        : (seen_wall){wall->a, wall->b, vec_scale(wall->line.along, -1.0F), -side};
}

/* Makes the half-plane for a wall that the agent touches: the agent must not come nearer to it. */
static void make_contact_plane(const near_wall *wall, const seen_wall *seen, cone *out) {
    wend_vec2 normal = vec_perp(seen->e);
    if (vec_dot(seen->right, seen->e) > 0.0F) {
        normal = vec_normalized(vec_scale(seen->right, -1.0F));
    } else if (vec_dot(seen->left, seen->e) < 0.0F) {
        normal = vec_normalized(vec_scale(seen->left, -1.0F));
    }
    cone_of_plane((velocity_plane){normal, vec_dot(normal, wall->velocity)}, out);
}

/* Makes the cone of a wall. The wall, widened by the radius, is a capsule. The front of the cone is
 * the capsule's front, scaled by `rate`. */
static void make_wall_cone(const near_wall *wall, const seen_wall *seen, float radius, float rate,
                           cone *out) {
    tangent_line left = tangent_of(seen->left, radius, 1.0F);
    tangent_line right = tangent_of(seen->right, radius, -1.0F);
    wend_vec2 normal = vec_perp(seen->e), apex = wall->velocity;
    wend_vec2 left_end = vec_add(apex, vec_scale(seen->left, rate));
    wend_vec2 right_end = vec_add(apex, vec_scale(seen->right, rate));
    float front = radius * rate;
    out->sides[0] = cone_right_leg(apex, right.along, right.length * rate);
    out->sides[1] = cone_left_leg(apex, left.along, left.length * rate);
    out->sides[2] =
        (velocity_side){vec_add(left_end, vec_scale(normal, front)), vec_scale(seen->e, -1.0F),
                        0.0F, vec_dot(vec_sub(left_end, right_end), seen->e)};
    out->arcs[0] = (velocity_arc){left_end, front, vec_perp(left.along), normal};
    out->arcs[1] =
        (velocity_arc){right_end, front, normal, vec_perp(vec_scale(right.along, -1.0F))};
    out->side_count = 3;
    out->arc_count = 2;
}

/* True if the point of the wall nearest to the agent is not one of its ends. */
static bool is_abreast(const seen_wall *seen) {
    return vec_dot(seen->right, seen->e) < 0.0F && vec_dot(seen->left, seen->e) > 0.0F;
}

void cone_of_wall(const near_wall *wall, float radius, float rate, cone *out) {
    seen_wall seen = see_wall(wall);
    if (wall->distance_squared <= radius * radius) {
        make_contact_plane(wall, &seen, out);
    } else if (seen.off > radius || is_abreast(&seen)) {
        make_wall_cone(wall, &seen, radius, rate, out);
    } else {
        bool nearer = vec_length_squared(seen.left) < vec_length_squared(seen.right);
        cone_legs legs = {wall->velocity, wall->velocity};
        cone_of_disc(nearer ? seen.left : seen.right, radius, rate, legs, out);
    }
}
