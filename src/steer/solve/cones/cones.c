/* The velocity obstacles of one agent (cone.c), and the positions of their apexes.
 *
 *     vo    Fiorini and Shiller, "Motion planning in dynamic environments using velocity
 *           obstacles" (1998): the apex is v_B, the velocity of the other agent.
 *     rvo   Van den Berg, Lin and Manocha, "Reciprocal velocity obstacles for real-time
 *           multi-agent navigation" (2008): the apex is (v_A + v_B) / 2.
 *     hrvo  Snape, van den Berg, Guy and Manocha, "The hybrid reciprocal velocity obstacle"
 *           (2011): an agent that passes on the left of the other (its velocity lies to the left
 *           of the centre line of rvo) has rvo's leg on the left and vo's on the right, so that it
 *           does not cross over; the apex is where those two meet. An agent that heads exactly for
 *           the other passes on the right.
 *
 * Departures from the papers:
 * - An agent that does not avoid others is avoided with the full effort (vo).
 * - Discs that overlap must be apart after the step: a half-plane replaces the cone. It requires at
 *   most a fraction of the maximum speed, so that a choice remains.
 * - A horizon is never shorter than the time for which a velocity is kept, nor shorter than the
 *   braking time (core.c).
 *
 * Cost: that of finding the nearest neighbours and walls, and O(1) for each. */
#include "steer/solve/cones/cones.h"

#include <wend/explain.h>

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/planes/core.h"
#include "steer/solve/programs/explain_set.h"
#include "steer/solve/walls/near.h"

/* Fraction of the maximum speed: a half-plane requires no higher speed than this. */
static const float max_required_share = 0.9F;

const char *const cones_rules[] = {"vo", "rvo", "hrvo", NULL};
const char *const cones_sides[] = {"velocity", "preferred", NULL};

static float rate_of(const wend_view *view, float horizon) {
    return 1.0F / (horizon > view->steer_interval ? horizon : view->steer_interval);
}

/* Returns the storage for the next cone. */
static inline cone *next_cone(agent_cones *out) {
    return &out->cones[out->count];
}

/* Adds the cone that was made in the storage from next_cone(). */
static inline void add_cone(agent_cones *out, const cone *made) {
    out->sets[out->count++] = cone_set(made);
}

/* Adds a half-plane, limited to a speed that the agent can reach. */
static void add_plane(velocity_plane plane, float max_speed, agent_cones *out) {
    float most = max_required_share * max_speed;
    plane.offset = plane.offset < most ? plane.offset : most;
    cone *made = next_cone(out);
    cone_of_plane(plane, made);
    add_cone(out, made);
}

/* ---- Limits and walls ------------------------------------------------------------------------ */

static void add_limits(const planes_call *call, const wend_body *body, agent_cones *out) {
    velocity_plane planes[PLANES_ACCELERATION];
    uint32_t count = planes_limits(call, body, planes);
    for (uint32_t i = 0; i < count; i++) {
        cone *made = next_cone(out);
        cone_of_plane(planes[i], made);
        add_cone(out, made);
    }
}

static void add_walls(const planes_call *call, const wend_body *body, float max_speed,
                      agent_cones *out) {
    float rate = rate_of(call->view, planes_wall_horizon(call, body)),
          radius = near_walls_radius(body);
    near_walls walls;
    near_walls_find(call->view, body, max_speed, 1.0F / rate, &walls);
    for (uint32_t i = 0; i < walls.count; i++) {
        const near_wall *wall = &walls.walls[i];
        float grown = radius + wall->rotation_margin;
        cone *made = next_cone(out);
        cone_of_wall(wall, grown, rate, made);
        if (wall->distance_squared <= grown * grown) {
            wend_vec2 normal = vec_scale(vec_perp(made->sides[0].along), -1.0F);
            add_plane((velocity_plane){normal, vec_dot(normal, wall->velocity)}, max_speed, out);
        } else {
            add_cone(out, made);
        }
    }
}

/* ---- Others ---------------------------------------------------------------------------------- */

/* Returns a point on the line of each leg of the cone. */
static inline cone_legs legs_of(const cones_call *call, const wend_body *body,
                                const wend_body *other, wend_vec2 apart, wend_vec2 preferred) {
    wend_vec2 theirs = other->velocity;
    if (call->rule == CONES_VO || (wend_body_flags(other) & WEND_BODY_ONE_SIDED)) {
        return (cone_legs){theirs, theirs};
    }
    wend_vec2 mean = vec_scale(vec_add(body->velocity, theirs), 0.5F);
    if (call->rule == CONES_RVO) {
        return (cone_legs){mean, mean};
    }
    wend_vec2 deciding_velocity = call->side == CONES_BY_VELOCITY ? body->velocity : preferred;
    bool on_left = vec_cross(apart, vec_sub(deciding_velocity, mean)) > 0.0F;
    return on_left ? (cone_legs){mean, theirs} : (cone_legs){theirs, mean};
}

/* Returns the half-plane that separates two overlapping bodies. Each body covers its share of the
 * missing distance. */
static velocity_plane separating_plane(const cones_call *call, const wend_body *body,
                                       const wend_body *other, bool first) {
    wend_vec2 away = vec_sub(body->position, other->position);
    float distance = vec_length(away), steer_interval = call->view->steer_interval;
    float missing = (body->radius + other->radius - distance) / steer_interval;
    wend_vec2 normal = distance > 0.0F ? (wend_vec2){away.x / distance, away.y / distance}
                                       : (wend_vec2){first ? 1.0F : -1.0F, 0.0F};
    if (call->rule == CONES_VO || (wend_body_flags(other) & WEND_BODY_ONE_SIDED)) {
        return (velocity_plane){normal, vec_dot(normal, other->velocity) + missing};
    }
    wend_vec2 both = vec_add(body->velocity, other->velocity);
    return (velocity_plane){normal, 0.5F * (vec_dot(normal, both) + missing)};
}

static void add_others(const cones_call *call, uint32_t index, wend_vec2 preferred,
                       const active_neighbours *others, float max_speed, agent_cones *out) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    float rate = rate_of(view, wend_column_at(call->params->horizon, body->slot));
    wend_vec2 point = body->position;
    float own = body->radius, slowness = planes_slowness(call->agents, body);
    for (uint32_t i = 0; i < others->count; i++) {
        const wend_body *other = &view->bodies[others->bodies[i]];
        wend_vec2 apart = vec_sub(other->position, point);
        float radius = own + other->radius;
        if (vec_length_squared(apart) <= radius * radius) {
            bool first = planes_goes_first(view, index, others->bodies[i]);
            add_plane(separating_plane(call, body, other, first), max_speed, out);
        } else {
            cone *made = next_cone(out);
            cone_of_disc(apart, radius, planes_rate(body, other, slowness, rate),
                         legs_of(call, body, other, apart, preferred), made);
            add_cone(out, made);
        }
    }
}

void cones_of(const cones_call *call, uint32_t index, wend_vec2 preferred,
              const active_neighbours *others, agent_cones *out) {
    planes_call planes = cones_planes(call);
    const wend_body *body = &call->view->bodies[index];
    float max_speed = wend_column_at(call->agents->max_speed, body->slot);
    out->count = 0;
    if (planes.has_limit) {
        add_limits(&planes, body, out);
    }
    out->limit_count = out->count;
    if (planes.has_walls) {
        add_walls(&planes, body, max_speed, out);
    }
    out->wall_count = out->count;
    out->crowded = others->crowded;
    add_others(call, index, preferred, others, max_speed, out);
}

/* ---- Explanation ----------------------------------------------------------------------------- */

/* Finds the subject of each velocity obstacle, in the order of the obstacles: one subject for each
 * wall and neighbour. */
static void find_subjects(const cones_call *call, uint32_t index, const active_neighbours *others,
                          const agent_cones *cones, wend_subject *out) {
    planes_call planes = cones_planes(call);
    const wend_body *body = &call->view->bodies[index];
    float max_speed = wend_column_at(call->agents->max_speed, body->slot);
    float rate = rate_of(call->view, planes_wall_horizon(&planes, body));
    near_walls walls = {.count = 0};
    if (planes.has_walls) {
        near_walls_find(call->view, body, max_speed, 1.0F / rate, &walls);
    }
    for (uint32_t i = 0; i < cones->count; i++) {
        out[i] = (wend_subject){.kind = WEND_SUBJECT_NONE};
        if (i >= cones->wall_count) {
            out[i] = wend_view_agent_subject(call->view, others->bodies[i - cones->wall_count]);
        } else if (i >= cones->limit_count) {
            uint32_t wall = walls.walls[i - cones->limit_count].wall;
            out[i] = wend_view_wall_subject(call->view, wall);
        }
    }
}

void cones_explain(const cones_call *call, uint32_t index, const active_neighbours *others,
                   const agent_cones *cones, wend_sketch *sketch) {
    wend_subject subjects[CONES_MOST];
    find_subjects(call, index, others, cones, subjects);
    for (uint32_t i = 0; i < cones->count; i++) {
        const cone *of = &cones->cones[i];
        const char *label = i < cones->limit_count  ? "limit"
                            : i < cones->wall_count ? "wall"
                                                    : "neighbour";
        if (of->side_count > 1) {
            explain_set(&cones->sets[i], WEND_MARK_FORBIDDEN, label, subjects[i], sketch);
            continue;
        }
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_HALF_PLANE,
                                            .a = of->sides[0].from,
                                            .b = vec_scale(vec_perp(of->sides[0].along), -1.0F),
                                            .label = label,
                                            .subject = subjects[i]});
    }
}
