/* Computes the half-planes of one agent; the scalar version of batch_lanes.h. */
#include "steer/solve/planes/planes.h"

#include <wend/explain.h>

#include <math.h>
#include <string.h>

#include "geom/vec.h"
#include "near/near.h"
#include "step/internals.h"

planes_call planes_begin(const wend_view *view, const wend_agents *agents,
                         const planes_params *params) {
    wend_column limit = agents->max_acceleration;
    bool has_walls =
        wend_space_wall_count(view->space) > 0 || view->internals->overlay->wall_count > 0;
    bool has_limit = limit.stride != 0 || wend_column_at(limit, 0) < PLANES_NO_LIMIT;
    return (planes_call){.view = view,
                         .agents = agents,
                         .params = params,
                         .has_walls = has_walls,
                         .has_limit = has_limit};
}

static float limit_of(const planes_call *call, const wend_body *body) {
    return wend_column_at(call->agents->max_acceleration, body->slot);
}

uint32_t planes_limits(const planes_call *call, const wend_body *body, velocity_plane *planes) {
    /* Cosines of multiples of 22.5 degrees. `inner` is the cosine of 11.25 degrees, for the inner
     * radius of the polygon. */
    static const float cosines[PLANES_ACCELERATION] = {
        1.0F,  0.9238795F,  0.7071068F,  0.3826834F,  0.0F, -0.3826834F, -0.7071068F, -0.9238795F,
        -1.0F, -0.9238795F, -0.7071068F, -0.3826834F, 0.0F, 0.3826834F,  0.7071068F,  0.9238795F};
    static const float inner = 0.9807853F;
    if (!(limit_of(call, body) < PLANES_NO_LIMIT)) {
        return 0;
    }
    float room = limit_of(call, body) * call->view->steer_interval * inner;
    for (uint32_t i = 0; i < PLANES_ACCELERATION; i++) {
        wend_vec2 normal = {cosines[i], cosines[(i + 12) % PLANES_ACCELERATION]};
        planes[i] = (velocity_plane){normal, vec_dot(normal, body->velocity) - room};
    }
    return PLANES_ACCELERATION;
}

uint32_t planes_walls(const planes_call *call, uint32_t index, velocity_plane *planes) {
    const wend_body *body = &call->view->bodies[index];
    if (!call->has_walls) {
        return 0;
    }
    float max_speed = wend_column_at(call->agents->max_speed, body->slot);
    float horizon = planes_wall_horizon(call, body);
    return wall_planes(call->view, index, max_speed, horizon, planes);
}

bool planes_could_touch(const planes_call *call, const wend_body *body, float distance_squared) {
    uint32_t bits;
    memcpy(&bits, &distance_squared, sizeof bits);
    bits &= ~0xffU; /* rounded as coarsely as the keys of near/nearest_lanes.h */
    memcpy(&distance_squared, &bits, sizeof bits);
    const near_grid *grid = call->view->internals->grid;
    float own = wend_column_at(call->agents->max_speed, body->slot);
    float reach = body->radius + grid->largest +
                  (own + call->view->internals->fastest) * call->view->steer_interval;
    return distance_squared < reach * reach;
}

/* Adds the oversized agents that are not among the nearest neighbours. */
static uint32_t add_oversized(const planes_call *call, const wend_body *body,
                              const wend_neighbour *near, uint32_t near_count, uint32_t *others) {
    const wend_view *view = call->view;
    wend_neighbour oversized_list[PLANES_MOST_OVERSIZED];
    float gap = wend_column_at(call->params->neighbour_distance, body->slot);
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t found = near_find_oversized(view, location, body->radius, gap, oversized_list,
                                         PLANES_MOST_OVERSIZED);
    uint32_t count = 0;
    for (uint32_t i = 0; i < found; i++) {
        bool known = view->bodies[oversized_list[i].index].slot == body->slot;
        for (uint32_t k = 0; k < near_count && !known; k++) {
            known = near[k].index == oversized_list[i].index;
        }
        if (!known) {
            others[count++] = oversized_list[i].index;
        }
    }
    return count;
}

void planes_find_neighbours(const planes_call *call, uint32_t index, active_neighbours *out) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    uint32_t most = (uint32_t)call->params->neighbours;
    float distance = wend_column_at(call->params->neighbour_distance, body->slot) +
                     near_extra_of_usual(view->internals->grid);
    wend_neighbour near[PLANES_MOST_NEIGHBOURS + 2]; /* plus the agent and one extra neighbour */
    bool is_oversized = body->radius > view->internals->grid->oversized_radius;
    distance += is_oversized ? body->radius : near_extra_reach(body->radius);
    if (is_oversized && most < PLANES_OVERSIZED_NEIGHBOURS) { /* it has more neighbours */
        most = 4 * most < PLANES_OVERSIZED_NEIGHBOURS ? 4 * most : PLANES_OVERSIZED_NEIGHBOURS;
    }
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t found = wend_view_find_agents(view, location, distance, near, most + 2);
    out->count = 0;
    out->crowded = false;
    for (uint32_t i = 0; i < found; i++) {
        if (view->bodies[near[i].index].slot == body->slot) {
            continue;
        }
        if (out->count == most) {
            out->crowded = planes_could_touch(call, body, near[i].distance_squared);
            break;
        }
        out->bodies[out->count++] = near[i].index;
    }
    if (view->internals->grid->oversized_count > 0) {
        uint32_t known = found < most + 1 ? found : most + 1;
        out->count += add_oversized(call, body, near, known, out->bodies + out->count);
    }
}

bool planes_goes_first(const wend_view *view, uint32_t index, uint32_t other) {
    /* The square of a tiny distance is 0, too. */
    wend_vec2 apart = vec_sub(view->bodies[other].position, view->bodies[index].position);
    return !(vec_length_squared(apart) > 0.0F) &&
           wend_view_key(view, index) < wend_view_key(view, other);
}

/* Makes the planes of the nearest neighbours, nearest first, then those of oversized agents beyond
 * them. */
static void neighbour_planes(const planes_call *call, uint32_t index,
                             const active_neighbours *others, velocity_plane *planes) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    plane_rates rates = {1.0F / wend_column_at(call->params->horizon, body->slot),
                         1.0F / view->steer_interval};
    float slowness = planes_slowness(call->agents, body), horizon = rates.horizon;
    for (uint32_t i = 0; i < others->count; i++) {
        const wend_body *other = &view->bodies[others->bodies[i]];
        bool first = planes_goes_first(view, index, others->bodies[i]);
        if (call->rights.of_way > 0.0F) {
            right_pair pair = right_of_pair(view, &call->rights, body, other);
            rates.horizon = planes_rate(&pair.self, &pair.other, slowness, horizon, pair.yield);
            planes[i] = agent_plane(&pair.self, &pair.other, rates, pair.yield, first);
            continue;
        }
        rates.horizon = planes_rate(body, other, slowness, horizon, 0.0F);
        planes[i] = agent_plane(body, other, rates, 0.0F, first);
    }
}

velocity_program planes_hard(const planes_call *call, uint32_t index, velocity_plane *planes) {
    const wend_body *body = &call->view->bodies[index];
    uint32_t walls = planes_walls(call, index, planes);
    uint32_t hard = walls + planes_limits(call, body, planes + walls);
    return (velocity_program){.planes = planes,
                              .count = hard,
                              .hard = hard,
                              .walls = walls,
                              .max_speed = wend_column_at(call->agents->max_speed, body->slot)};
}

velocity_program planes_program(const planes_call *call, uint32_t index, velocity_plane *planes,
                                active_neighbours *others) {
    velocity_program program = planes_hard(call, index, planes);
    planes_find_neighbours(call, index, others);
    neighbour_planes(call, index, others, planes + program.hard);
    program.count += others->count;
    return program;
}

void planes_explain(const planes_call *call, uint32_t index, const velocity_program *program,
                    const active_neighbours *others, wend_sketch *sketch) {
    const wend_body *body = &call->view->bodies[index];
    velocity_plane planes[WALL_PLANES_MOST];
    uint32_t walls[WALL_PLANES_MOST] = {0};
    if (program->walls > 0) {
        float max_speed = wend_column_at(call->agents->max_speed, body->slot);
        wall_planes_owned(call->view, index, max_speed, planes_wall_horizon(call, body), planes,
                          walls);
    }
    for (uint32_t i = 0; i < program->count; i++) {
        const velocity_plane *plane = &program->planes[i];
        wend_mark mark = {.kind = WEND_MARK_HALF_PLANE,
                          .a = vec_scale(plane->normal, plane->offset),
                          .b = plane->normal,
                          .label = "limit"};
        if (i < program->walls) {
            mark.label = "wall";
            mark.subject = wend_view_wall_subject(call->view, walls[i]);
        } else if (i >= program->hard) {
            mark.label = "neighbour";
            mark.subject = wend_view_agent_subject(call->view, others->bodies[i - program->hard]);
        }
        wend_sketch_add(sketch, mark);
    }
}
