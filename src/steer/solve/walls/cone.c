/* The plane of a wall, as a hard constraint of optimal reciprocal collision avoidance.
 *
 * The velocity obstacle of a wall is the set of velocities that bring the agent's disc to the wall
 * within the horizon tau: a cone truncated by the wall itself, scaled by 1 / tau and grown by r /
 * tau (van den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision avoidance", 2011, section
 * 5.1). The plane touches this obstacle at the point of its boundary nearest to the current
 * velocity: on a side ("leg") of the cone, on the scaled wall, or on the disc at one end of the
 * scaled wall.
 *
 * Departure from the paper: there, planes touch the boundary at the point nearest to zero, so that
 * zero velocity remains allowed. Like the authors' published program, this code uses the point
 * nearest to the current velocity, and corners are shared between the walls that meet there. A leg
 * that would run into the next wall is replaced by that wall's line, and gives no plane of its own
 * unless the planes of the other walls leave this wall exposed. At a reflex corner a wall has no
 * end to walk around, so its leg is its own line. If an agent overlaps a wall, the wall pushes it
 * out within the horizon; the published program only forbids coming nearer, so that its plane jumps
 * at contact.
 *
 *     symbol        here
 *     p_left/right  ends of the wall relative to the agent, as seen from the agent
 *     e             unit vector along the wall, from right to left
 *     tau, r        1 / rate, radius
 *
 * Cost: O(1), with a small constant beside a long wall if both of its ends are out of reach. */
#include "steer/solve/walls/cone.h"

#include <math.h>

#include "geom/vec.h"

/* One end of a wall, with the next wall and the side of the cone at that end. */
typedef struct wall_end {
    wend_vec2 at;      /* position relative to the agent */
    wend_vec2 outward; /* unit vector along the next wall, away from this end */
    bool joined;       /* true: there is a next wall */
    bool convex;       /* true: an agent can walk around this end */
    wend_vec2 leg;     /* unit vector along the side of the cone at this end */
    wend_vec2 tangent; /* what `leg` would be if there were no next wall */
    bool of_next_wall; /* true: the side of the cone at this end belongs to the next wall */
} wall_end;

typedef struct seen_wall {
    wall_end left, right; /* the two ends as seen from the agent */
    wend_vec2 e; /* unit vector along the wall from right to left; the agent is on its left side */
    float radius, rate; /* radius of the agent; 1 / tau */
    wend_vec2 velocity; /* velocity of the agent relative to the wall */
} seen_wall;

/* ---- The wall and its neighbours ------------------------------------------------------------- */

/* Joins an end to another wall of the space that also ends there. */
static void join_end(const wend_space *space, uint32_t wall, bool at_its_start, wall_end *end) {
    if (wall == WEND_NO_WALL) {
        return;
    }
    wend_vec2 direction = space_wall_line(space, wall).along;
    end->outward = at_its_start ? direction : vec_scale(direction, -1.0F);
    end->joined = true;
}

/* Finds the walls that meet this wall at its ends. */
static void join_ends(const wall_viewer *viewer, const near_wall *near, bool flipped,
                      seen_wall *seen) {
    wall_end *from_a = flipped ? &seen->left : &seen->right;
    wall_end *from_b = flipped ? &seen->right : &seen->left;
    if (near->wall < wend_space_wall_count(viewer->space)) {
        const wend_wall *wall = &space_walls(viewer->space)[near->wall];
        if (near->own_end_a) {
            join_end(viewer->space, wall->previous, false, from_a);
        }
        if (near->own_end_b) {
            join_end(viewer->space, wall->next, true, from_b);
        }
    }
    seen->left.convex = !seen->left.joined || vec_cross(seen->e, seen->left.outward) <= 0.0F;
    seen->right.convex = !seen->right.joined || vec_cross(seen->e, seen->right.outward) <= 0.0F;
}

/* ---- The cone -------------------------------------------------------------------------------- */

/* Returns the tangent from the agent to the disc around an end, on the left of the disc (side 1) or
 * on its right (-1). */
static wend_vec2 tangent(wend_vec2 at, float radius, float side) {
    float squared = vec_length_squared(at), room = squared - radius * radius;
    float leg = room > 0.0F ? sqrtf(room) : 0.0F;
    return (wend_vec2){(at.x * leg - side * at.y * radius) / squared,
                       (side * at.x * radius + at.y * leg) / squared};
}

/* Sets the side of the cone at an end; `along` is the wall's direction towards that end. */
static void make_leg(wall_end *end, float radius, wend_vec2 along, float side) {
    end->leg = end->tangent = end->convex ? tangent(end->at, radius, side) : along;
    if (!end->convex) {
        return;
    }
    if (end->joined && side * vec_cross(end->leg, end->outward) >= 0.0F) {
        end->leg = end->outward;
        end->of_next_wall = true;
    }
}

/* Handles a wall that the agent sees end-on: only the near end forms the cone, with the wall behind
 * it. */
static void keep_one_end(seen_wall *wall, bool left) {
    wend_vec2 behind = left ? vec_scale(wall->e, -1.0F) : wall->e;
    wall_end kept = left ? wall->left : wall->right;
    wall_end other = kept;
    other.outward = behind;
    other.joined = true;
    wall->left = left ? kept : other;
    wall->right = left ? other : kept;
}

static wall_plane_kind plane_at(wend_vec2 normal, float offset, velocity_plane *out) {
    *out = (velocity_plane){normal, offset};
    return WALL_PLANE_OWN;
}

/* Makes the plane of a wall that the agent touches. It requires a velocity that ends the overlap
 * within the horizon, away from the nearest point of the wall. The plane equals the limit of the
 * cone's plane at contact, so there is no jump. `along` is the position of the agent's projection
 * onto the wall, from 0 (right) to 1 (left). */
static wall_plane_kind touching_plane(const seen_wall *wall, float along, velocity_plane *out) {
    const wall_end *end = along > 1.0F ? &wall->left : &wall->right;
    bool beside = along >= 0.0F && along <= 1.0F;
    wend_vec2 normal = beside ? vec_perp(wall->e) : vec_normalized(vec_scale(end->at, -1.0F));
    float distance = -vec_dot(normal, end->at);
    return plane_at(normal, (wall->radius - distance) * wall->rate, out);
}

/* Makes the plane that touches the disc (scaled by 1 / tau) around an end of the wall. */
static wall_plane_kind disc_plane(const seen_wall *wall, wend_vec2 centre, velocity_plane *out) {
    wend_vec2 normal = vec_normalized(vec_sub(wall->velocity, centre));
    return plane_at(normal, vec_dot(normal, centre) + wall->radius * wall->rate, out);
}

static wall_plane_kind side_plane(const seen_wall *wall, wend_vec2 centre, wend_vec2 normal,
                                  velocity_plane *out) {
    return plane_at(normal, vec_dot(normal, centre) + wall->radius * wall->rate, out);
}

/* Makes the plane along the cone's side at an end; `outward` is 1 on the left, -1 on the right. */
static wall_plane_kind leg_plane(const seen_wall *wall, const wall_end *end, float outward,
                                 velocity_plane *out) {
    wend_vec2 normal = vec_perp(vec_scale(end->tangent, outward));
    return side_plane(wall, vec_scale(end->at, wall->rate), normal, out);
}

/* Makes the plane at the point of the cone's boundary nearest to the current velocity. */
static wall_plane_kind nearest_plane(const seen_wall *wall, bool one_end, velocity_plane *out) {
    wend_vec2 v = wall->velocity;
    wend_vec2 left = vec_scale(wall->left.at, wall->rate);
    wend_vec2 right = vec_scale(wall->right.at, wall->rate);
    wend_vec2 across = vec_sub(right, left);
    float t = one_end ? 0.5F : vec_dot(vec_sub(v, left), across) / vec_length_squared(across);
    float on_left = vec_dot(vec_sub(v, left), wall->left.leg);
    float on_right = vec_dot(vec_sub(v, right), wall->right.leg);
    if ((t < 0.0F && on_left < 0.0F) || (one_end && on_left < 0.0F && on_right < 0.0F)) {
        return disc_plane(wall, left, out);
    }
    if (t > 1.0F && on_right < 0.0F) {
        return disc_plane(wall, right, out);
    }
    bool beside = t < 0.0F || t > 1.0F || one_end;
    wend_vec2 to_wall = vec_sub(v, vec_lerp(left, right, t));
    wend_vec2 to_left = vec_sub(v, vec_add(left, vec_scale(wall->left.leg, on_left)));
    wend_vec2 to_right = vec_sub(v, vec_add(right, vec_scale(wall->right.leg, on_right)));
    float by_wall = beside ? INFINITY : vec_length_squared(to_wall);
    float by_left = on_left < 0.0F ? INFINITY : vec_length_squared(to_left);
    float by_right = on_right < 0.0F ? INFINITY : vec_length_squared(to_right);
    if (by_wall <= by_left && by_wall <= by_right) {
        return side_plane(wall, left, vec_perp(wall->e), out);
    }
    const wall_end *end = by_left <= by_right ? &wall->left : &wall->right;
    leg_plane(wall, end, by_left <= by_right ? 1.0F : -1.0F, out);
    return end->of_next_wall ? WALL_PLANE_SHARED : WALL_PLANE_OWN;
}

/* Like nearest_plane, with one exception. If that plane lies on a side of the cone that belongs to
 * the next wall, makes the plane as if no other wall met the ends of this wall. This prevents an
 * agent in front of an inner corner from passing this wall's outer end on the side of the next
 * wall. */
static wall_plane_kind cone_plane(const seen_wall *wall, bool one_end, velocity_plane *out) {
    wall_plane_kind kind = nearest_plane(wall, one_end, out);
    if (kind == WALL_PLANE_SHARED) {
        seen_wall isolated = *wall;
        isolated.left.leg = wall->left.tangent;
        isolated.right.leg = wall->right.tangent;
        nearest_plane(&isolated, one_end, out);
    }
    return kind;
}

/* True if the current velocity is so low that an agent that starts at its projection onto the wall
 * reaches neither end of the wall within the horizon. In that case both legs of the cone begin
 * ahead of the velocity, regardless of which walls meet the ends, because a leg lies between the
 * tangent and the wall's line, and the end is at least as far along either of them. The nearest
 * point of the boundary is therefore on the wall. Includes a margin of a thousandth for rounding.
 * lanes.h has the same check for eight agents. */
static bool is_beside_wall(const near_wall *wall, wend_vec2 velocity, float rate) {
    float to_a = -vec_dot(wall->a, wall->line.along), to_b = vec_dot(wall->b, wall->line.along);
    float least = (to_a < to_b ? to_a : to_b) * rate;
    return least > 0.0F && least * least > 1.001F * vec_length_squared(velocity);
}

/* Makes the plane of a wall that the agent does not touch. `along` has the same meaning as in
 * touching_plane. */
static wall_plane_kind distant_plane(const wall_viewer *viewer, const near_wall *near, bool flipped,
                                     float along, seen_wall *wall, velocity_plane *out) {
    join_ends(viewer, near, flipped, wall);
    wend_vec2 foot = vec_lerp(wall->right.at, wall->left.at, along);
    bool one_end =
        (along < 0.0F || along > 1.0F) && vec_length_squared(foot) <= wall->radius * wall->radius;
    if (one_end) {
        if (!(along > 1.0F ? wall->left.convex : wall->right.convex)) {
            return WALL_PLANE_NONE;
        }
        keep_one_end(wall, along > 1.0F);
    }
    make_leg(&wall->left, wall->radius, wall->e, 1.0F);
    make_leg(&wall->right, wall->radius, vec_scale(wall->e, -1.0F), -1.0F);
    return cone_plane(wall, one_end, out);
}

/* Makes the plane for velocities relative to the wall. */
static wall_plane_kind relative_plane(const wall_viewer *viewer, const near_wall *near,
                                      velocity_plane *out) {
    /* Orients the wall so that the agent is on the left of the direction from the wall's right end
     * to its left end. */
    bool flipped = vec_cross(near->line.along, near->a) > 0.0F;
    seen_wall wall = {.left.at = flipped ? near->a : near->b,
                      .right.at = flipped ? near->b : near->a,
                      .e = flipped ? vec_scale(near->line.along, -1.0F) : near->line.along,
                      .radius = viewer->radius + near->margin,
                      .rate = viewer->rate,
                      .velocity = vec_sub(viewer->velocity, near->velocity)};
    wend_vec2 span = vec_sub(wall.left.at, wall.right.at);
    float squared = vec_length_squared(span);
    if (squared == 0.0F) {
        return WALL_PLANE_NONE;
    }
    bool touched = near->distance_squared <= wall.radius * wall.radius;
    if (!touched && is_beside_wall(near, wall.velocity, wall.rate)) {
        return side_plane(&wall, vec_scale(near->a, wall.rate), vec_perp(wall.e), out);
    }
    float along = -vec_dot(wall.right.at, span) / squared;
    return touched ? touching_plane(&wall, along, out)
                   : distant_plane(viewer, near, flipped, along, &wall, out);
}

wall_plane_kind wall_cone_plane(const wall_viewer *viewer, const near_wall *wall,
                                velocity_plane *out) {
    wall_plane_kind kind = relative_plane(viewer, wall, out);
    if (kind != WALL_PLANE_NONE) {
        out->offset += vec_dot(out->normal, wall->velocity);
    }
    return kind;
}
