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

#include "base/kernels.h"
#include "geom/vec.h"
#include "steer/solve/cones/discs.h"
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
    velocity_set set = cone_set(made);
    if (out->kernel > WEND_KERNEL_SCALAR) {
        set_columns_put(&out->columns, out->count++, &set);
    } else {
        out->sets[out->count++] = set;
    }
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
    float rate = rate_of(call->view, planes_wall_horizon(call, body));
    near_walls walls;
    near_walls_find(call->view, body, max_speed, 1.0F / rate, &walls);
    for (uint32_t i = 0; i < walls.count; i++) {
        const near_wall *wall = &walls.walls[i];
        float grown = walls.radius + wall->margin;
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

/* Adds the half-plane for a neighbour that overlaps the agent. */
static void add_separating(const cones_call *call, uint32_t index, uint32_t other, float max_speed,
                           agent_cones *out) {
    const wend_view *view = call->view;
    bool first = planes_goes_first(view, index, other);
    add_plane(separating_plane(call, &view->bodies[index], &view->bodies[other], first), max_speed,
              out);
}

static void add_others(const cones_call *call, uint32_t index, const disc_terms *terms,
                       const active_neighbours *others, float max_speed, agent_cones *out) {
    const wend_body *body = terms->body;
    out->close = *others;
    for (uint32_t i = 0; i < others->count; i++) {
        const wend_body *other = &call->view->bodies[others->bodies[i]];
        wend_vec2 apart = vec_sub(other->position, body->position);
        float radius = body->radius + other->radius;
        if (vec_length_squared(apart) <= radius * radius) {
            add_separating(call, index, others->bodies[i], max_speed, out);
        } else {
            cone *made = next_cone(out);
            cone_of_disc(apart, radius,
                         planes_rate(body, other, terms->slowness, terms->rate, 0.0F),
                         apex_legs(terms, other, apart), made);
            add_cone(out, made);
        }
    }
}

/* The numbers of cones that the kernels make at a time. */
enum { DISCS_WIDTH = 8, DISCS_WIDEST = 16 };

static const discs_kernel discs_kernels[WEND_KERNEL_COUNT] = {KERNELS_WIDE(cones_of_discs)};

/* The SIMD version of add_others: makes several cones at a time. */
static void add_others_in_groups(const cones_call *call, uint32_t index, const disc_terms *terms,
                                 const active_neighbours *others, float max_speed,
                                 agent_cones *out) {
    const wend_body *bodies = call->view->bodies;
    discs_kernel make = discs_kernels[call->kernel];
    uint32_t width = call->kernel == WEND_KERNEL_AVX512 ? DISCS_WIDEST : DISCS_WIDTH;
    uint32_t first = out->count, rest[DISCS_WIDEST];
    out->close.count = 0;
    for (uint32_t i = 0; i < others->count; i += width) {
        const uint32_t *group = &others->bodies[i];
        uint32_t left = others->count - i, used = left < width ? (1U << left) - 1U : UINT32_MAX;
        for (uint32_t k = 0; left < width && k < width; k++) { /* repeats the last neighbour */
            rest[k] = group[k < left ? k : left - 1];
        }
        disc_masks masks =
            make(terms, bodies, left < width ? rest : group, first + i, &out->columns);
        for (uint32_t close = masks.close & used; close; close &= close - 1) {
            out->close.bodies[out->close.count++] = group[__builtin_ctz(close)];
        }
        for (uint32_t overlaps = masks.overlaps & used; overlaps; overlaps &= overlaps - 1) {
            uint32_t k = (uint32_t)__builtin_ctz(overlaps);
            out->count = first + i + k;
            add_separating(call, index, group[k], max_speed, out);
        }
    }
    out->count = first + others->count;
}

void cones_of(const cones_call *call, uint32_t index, wend_vec2 preferred,
              const active_neighbours *others, agent_cones *out) {
    const planes_call *planes = &call->planes;
    const wend_body *body = &call->view->bodies[index];
    float max_speed = wend_column_at(call->agents->max_speed, body->slot);
    out->count = 0;
    out->kernel = call->kernel;
    if (planes->has_limit) {
        add_limits(planes, body, out);
    }
    out->limit_count = out->count;
    if (planes->has_walls) {
        add_walls(planes, body, max_speed, out);
    }
    out->wall_count = out->columns.wide_count = out->count;
    out->crowded = others->crowded;
    disc_terms terms = {
        .body = body,
        .rule = call->rule,
        .deciding_velocity = call->side == CONES_BY_VELOCITY ? body->velocity : preferred,
        .rate = rate_of(call->view, wend_column_at(call->params->horizon, body->slot)),
        .slowness = planes_slowness(call->agents, body),
        .core_room = core_room(planes, body)};
    if (call->kernel > WEND_KERNEL_SCALAR) {
        add_others_in_groups(call, index, &terms, others, max_speed, out);
    } else {
        add_others(call, index, &terms, others, max_speed, out);
    }
    out->columns.count = out->count;
}

/* ---- Explanation ----------------------------------------------------------------------------- */

/* Finds the subject of each velocity obstacle, in the order of the obstacles: one subject for each
 * wall and neighbour. */
static void find_subjects(const cones_call *call, uint32_t index, const active_neighbours *others,
                          const agent_cones *cones, wend_subject *out) {
    const planes_call *planes = &call->planes;
    const wend_body *body = &call->view->bodies[index];
    float max_speed = wend_column_at(call->agents->max_speed, body->slot);
    float rate = rate_of(call->view, planes_wall_horizon(planes, body));
    near_walls walls = {.count = 0};
    if (planes->has_walls) {
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
