/* Half-planes for walls, as hard constraints of optimal reciprocal collision avoidance.
 *
 * The velocity obstacle of a wall is the set of velocities that bring the agent's disc to it within
 * the horizon tau: a cone cut off by the wall itself, shrunk by 1 / tau and grown by r / tau (van
 * den Berg, Guy, Lin and Manocha, "Reciprocal n-body collision avoidance", 2011, section 5.1). The
 * plane touches it at the place of its boundary nearest to the present velocity: on a side ("leg")
 * of the cone, on the shrunk wall, or on the disc at one of its ends.
 *
 * Departure from the text, which keeps velocity zero allowed by planes through the boundary point
 * nearest to zero: like the authors' published program, the present velocity is projected, and
 * corners are shared between the walls that meet there: a leg that would run into the next wall
 * is replaced by that wall's line, and gives no plane of its own unless the planes of the others
 * leave this wall in the open. At a reflex corner a wall has no end to run around, so its leg is
 * its own line.
 *
 *   symbol      here
 *   p_left/right  ends of the wall relative to the agent, as it sees them
 *   e           unit vector along the wall, right to left
 *   tau, r      1 / rate, radius
 *
 * Cost: O(1) per wall and plane before it. */
#include "steer/solve/wall_planes.h"

#include <math.h>

#include "geom/vec.h"
#include "space/space.h"
#include "step/inside.h"
#include "step/skin.h"

/* A wall is hidden if its discs lie behind an earlier plane up to this, m/s. */
static const float hidden_slack = 1e-5F;

/* One end of a wall: who goes on there, and how the cone's side there is made. */
typedef struct wall_end {
    wend_vec2 at;      /* relative to the agent */
    wend_vec2 outward; /* unit vector along the next wall, away from this end */
    bool joined;       /* there is a next wall */
    bool convex;       /* one can walk around this end */
    wend_vec2 leg;     /* unit vector along the side of the cone */
    wend_vec2 tangent; /* the same with no next wall */
    bool foreign;      /* that side belongs to the next wall */
} wall_end;

typedef struct seen_wall {
    wall_end left, right; /* as seen from the agent */
    wend_vec2 e;        /* along the wall from right to left; its left hand is towards the agent */
    float radius, rate; /* of the agent; 1 / tau */
    wend_vec2 velocity; /* of the agent, relative to the wall */
} seen_wall;

/* ---- What is seen ---------------------------------------------------------------------------- */

/* Joins an end to a neighbouring wall of the space, which has its own end there. */
static void join_end(const wend_space *space, uint32_t wall, bool at_its_start, wall_end *end) {
    if (wall == WEND_NO_WALL) {
        return;
    }
    wend_wall next = wend_space_wall(space, wall);
    wend_vec2 way = vec_normalized(vec_sub(next.b, next.a));
    end->outward = at_its_start ? way : vec_scale(way, -1.0F);
    end->joined = true;
}

/* Velocities that graze a wall leave it the skin: a touch by rounding would stop the body. */
static float radius_of(const wend_body *body) {
    return body->radius + skin_at(body->position);
}

/* By how much a wall that turns may come nearer, until the next choice, than one that does not. */
static float sway_of(const wend_view *view, const wend_wall_hit *hit) {
    uint32_t first = wend_space_wall_count(view->space);
    const overlay_wall *walls = view->inside->overlay->walls;
    return hit->wall < first
               ? 0.0F
               : overlay_wall_sway(&walls[hit->wall - first], hit->velocity) * view->hold;
}

/* The wall with the agent on the left of a -> b. */
static seen_wall look(const wend_view *view, const wend_body *body, const wend_wall_hit *hit,
                      float rate) {
    seen_wall seen = {.radius = radius_of(body) + sway_of(view, hit), .rate = rate};
    wend_vec2 a = vec_sub(hit->a, body->position), b = vec_sub(hit->b, body->position);
    bool flipped = vec_cross(vec_sub(b, a), vec_scale(a, -1.0F)) < 0.0F;
    wall_end from_a = {.at = a, .convex = true}, from_b = {.at = b, .convex = true};
    if (hit->wall < wend_space_wall_count(view->space)) {
        wend_wall wall = wend_space_wall(view->space, hit->wall);
        if (vec_equal(wall.a, hit->a)) {
            join_end(view->space, wall.previous, false, &from_a);
        }
        if (vec_equal(wall.b, hit->b)) {
            join_end(view->space, wall.next, true, &from_b);
        }
    }
    seen.left = flipped ? from_a : from_b;
    seen.right = flipped ? from_b : from_a;
    seen.e = vec_normalized(vec_sub(seen.left.at, seen.right.at));
    seen.left.convex = !seen.left.joined || vec_cross(seen.e, seen.left.outward) <= 0.0F;
    seen.right.convex = !seen.right.joined || vec_cross(seen.e, seen.right.outward) <= 0.0F;
    seen.velocity = vec_sub(body->velocity, hit->velocity);
    return seen;
}

/* ---- The cone -------------------------------------------------------------------------------- */

/* A tangent from the agent to the disc around an end: on its left (side 1) or right (-1). */
static wend_vec2 tangent(wend_vec2 at, float radius, float side) {
    float squared = vec_length_squared(at), room = squared - radius * radius;
    float leg = room > 0.0F ? sqrtf(room) : 0.0F;
    return (wend_vec2){(at.x * leg - side * at.y * radius) / squared,
                       (side * at.x * radius + at.y * leg) / squared};
}

/* Gives an end its side of the cone; `along` is the wall's direction towards that end. */
static void make_leg(wall_end *end, float radius, wend_vec2 along, float side) {
    end->leg = end->tangent = end->convex ? tangent(end->at, radius, side) : along;
    if (!end->convex) {
        return;
    }
    if (end->joined && side * vec_cross(end->leg, end->outward) >= 0.0F) {
        end->leg = end->outward;
        end->foreign = true;
    }
}

/* The wall seen end on: that end alone makes the cone, with the wall behind it. */
static void keep_one_end(seen_wall *wall, bool left) {
    wend_vec2 behind = left ? vec_scale(wall->e, -1.0F) : wall->e;
    wall_end kept = left ? wall->left : wall->right;
    wall_end other = kept;
    other.outward = behind;
    other.joined = true;
    wall->left = left ? kept : other;
    wall->right = left ? other : kept;
}

/* Whether a wall gives a plane. */
typedef enum wall_gives {
    GIVES_NONE,
    GIVES_SHARED, /* one that is needed only if the next wall gives none that hides this one */
    GIVES_PLANE
} wall_gives;

static wall_gives plane_at(wend_vec2 normal, float offset, velocity_plane *out) {
    *out = (velocity_plane){normal, offset};
    return GIVES_PLANE;
}

/* Touching: not nearer still. `along` is where the agent's foot lies, 0 (right) to 1 (left). */
static wall_gives touching_plane(const seen_wall *wall, float along, velocity_plane *out) {
    if (along >= 0.0F && along <= 1.0F) {
        return plane_at(vec_perp(wall->e), 0.0F, out);
    }
    const wall_end *end = along > 1.0F ? &wall->left : &wall->right;
    return plane_at(vec_normalized(vec_scale(end->at, -1.0F)), 0.0F, out);
}

/* The disc at an end, shrunk by 1 / tau. */
static wall_gives disc_plane(const seen_wall *wall, wend_vec2 centre, velocity_plane *out) {
    wend_vec2 normal = vec_normalized(vec_sub(wall->velocity, centre));
    return plane_at(normal, vec_dot(normal, centre) + wall->radius * wall->rate, out);
}

static wall_gives side_plane(const seen_wall *wall, wend_vec2 centre, wend_vec2 normal,
                             velocity_plane *out) {
    return plane_at(normal, vec_dot(normal, centre) + wall->radius * wall->rate, out);
}

/* The side of the cone at an end; outward is 1 on the left, -1 on the right. */
static wall_gives leg_plane(const seen_wall *wall, const wall_end *end, float outward,
                            velocity_plane *out) {
    wend_vec2 normal = vec_perp(vec_scale(end->tangent, outward));
    side_plane(wall, vec_scale(end->at, wall->rate), normal, out);
    return end->foreign ? GIVES_SHARED : GIVES_PLANE;
}

/* The plane at the boundary nearest to the present velocity. */
static wall_gives cone_plane(const seen_wall *wall, bool one_end, velocity_plane *out) {
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
    return by_left <= by_right ? leg_plane(wall, &wall->left, 1.0F, out)
                               : leg_plane(wall, &wall->right, -1.0F, out);
}

/* The plane of one wall, for the velocity relative to it. */
static wall_gives plane_of(seen_wall *wall, velocity_plane *out) {
    wend_vec2 span = vec_sub(wall->left.at, wall->right.at);
    float squared = vec_length_squared(span), radius_squared = wall->radius * wall->radius;
    if (squared == 0.0F) {
        return GIVES_NONE;
    }
    float along = -vec_dot(wall->right.at, span) / squared;
    float clamped = along < 0.0F ? 0.0F : along > 1.0F ? 1.0F : along;
    wend_vec2 nearest = vec_lerp(wall->right.at, wall->left.at, clamped);
    if (vec_length_squared(nearest) <= radius_squared) {
        return touching_plane(wall, along, out);
    }
    wend_vec2 foot = vec_lerp(wall->right.at, wall->left.at, along);
    bool one_end = (along < 0.0F || along > 1.0F) && vec_length_squared(foot) <= radius_squared;
    if (one_end) {
        if (!(along > 1.0F ? wall->left.convex : wall->right.convex)) {
            return GIVES_NONE;
        }
        keep_one_end(wall, along > 1.0F);
    }
    make_leg(&wall->left, wall->radius, wall->e, 1.0F);
    make_leg(&wall->right, wall->radius, vec_scale(wall->e, -1.0F), -1.0F);
    return cone_plane(wall, one_end, out);
}

/* The same for the agent's own velocity. */
static wall_gives moving_plane_of(seen_wall *wall, wend_vec2 wall_velocity, velocity_plane *out) {
    wall_gives gives = plane_of(wall, out);
    if (gives != GIVES_NONE) {
        out->offset += vec_dot(out->normal, wall_velocity);
    }
    return gives;
}

/* ---- All walls of an agent ------------------------------------------------------------------- */

/* Whether the whole wall lies behind a plane that is there already. */
static bool is_hidden(const seen_wall *wall, wend_vec2 wall_velocity, const velocity_plane *planes,
                      uint32_t count) {
    wend_vec2 left = vec_add(vec_scale(wall->left.at, wall->rate), wall_velocity);
    wend_vec2 right = vec_add(vec_scale(wall->right.at, wall->rate), wall_velocity);
    float grown = wall->radius * wall->rate;
    for (uint32_t i = 0; i < count; i++) {
        float offset = planes[i].offset - grown + hidden_slack;
        if (vec_dot(planes[i].normal, left) <= offset &&
            vec_dot(planes[i].normal, right) <= offset) {
            return true;
        }
    }
    return false;
}

static float reach_of(const wend_view *view, const wend_body *body, float max_speed,
                      float horizon) {
    return (max_speed + view->inside->overlay->fastest) * horizon + radius_of(body);
}

/* Whether a door or moving obstacle may lie within `reach`. */
static bool is_overlaid(const wend_view *view, const wend_body *body, float reach) {
    const overlay *over = view->inside->overlay;
    wend_vec2 margin = {reach, reach};
    uint32_t cursor = 0;
    return over->box_count > 0 && overlay_next(over, vec_sub(body->position, margin),
                                               vec_add(body->position, margin), &cursor) != NULL;
}

bool wall_planes_none(const wend_view *view, uint32_t index, float max_speed, float horizon) {
    const wend_body *body = &view->bodies[index];
    float reach = reach_of(view, body, max_speed, horizon);
    return space_free_radius(view->space, wend_body_layer(body), body->position) > reach &&
           !is_overlaid(view, body, reach);
}

uint32_t wall_planes(const wend_view *view, uint32_t index, float max_speed, float horizon,
                     velocity_plane *planes) {
    const wend_body *body = &view->bodies[index];
    wend_wall_hit hits[WALL_PLANES_MOST];
    wend_place place = {body->position, wend_body_layer(body)};
    uint32_t hit_count = wend_view_walls_near(view, place, reach_of(view, body, max_speed, horizon),
                                              hits, WALL_PLANES_MOST);
    velocity_plane shared[WALL_PLANES_MOST];
    uint32_t shared_by[WALL_PLANES_MOST], shared_count = 0, count = 0;
    for (uint32_t i = 0; i < hit_count; i++) {
        seen_wall wall = look(view, body, &hits[i], 1.0F / horizon);
        velocity_plane plane;
        wall_gives gives = GIVES_NONE;
        /* What is touched must not come nearer, hidden or not. */
        if (hits[i].distance <= wall.radius || !is_hidden(&wall, hits[i].velocity, planes, count)) {
            gives = moving_plane_of(&wall, hits[i].velocity, &plane);
        }
        if (gives == GIVES_PLANE) {
            planes[count++] = plane;
        } else if (gives == GIVES_SHARED) {
            shared[shared_count] = plane;
            shared_by[shared_count++] = i;
        }
    }
    for (uint32_t i = 0; i < shared_count; i++) {
        const wend_wall_hit *hit = &hits[shared_by[i]];
        seen_wall wall = look(view, body, hit, 1.0F / horizon);
        if (!is_hidden(&wall, hit->velocity, planes, count)) {
            planes[count++] = shared[i];
        }
    }
    return count;
}
