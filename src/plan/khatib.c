/* The artificial potential field of O. Khatib, "Real-Time Obstacle Avoidance for Manipulators and
 * Mobile Robots" (1986): the goal attracts the agent, and walls nearby repel it. A baseline: it
 * needs no map, and has local minima.
 *
 *     U_att = xi/2 d^2                   d: distance to the goal                        (eq. 9)
 *     U_rep = eta/2 (1/rho - 1/rho_0)^2  rho: distance to a wall, if rho < rho_0        (eq. 15)
 *
 * The agent walks in the direction of -grad(U_att + U_rep). Behind an obstacle that is wider than
 * the line to the goal, both forces can cancel out: the agent then stops or swings to and fro, and
 * never arrives. This is a property of the method, not a fault of the implementation; `field` has
 * no local minima.
 *
 * Departures: rho is the distance between the wall and the agent's disc; the wall nearest to the
 * agent is the only one that repels, as the nearest point of each obstacle does in the paper; the
 * attraction is that of U_att up to the distance `far`, and constant beyond, because with the force
 * of the paper an agent far from its goal would not notice walls.
 *
 * Cost: one wall query for each sample. */
#include <math.h>
#include <string.h>

#include <wend/field.h>
#include <wend/view.h>

#include "geom/vec.h"

typedef struct khatib_params {
    double repulsion, distance, far;
} khatib_params;

/* Parameters and radii are rounded to these units, so that they fit into the key of a field. */
static const double REPULSION_UNIT = 1e-3, LENGTH_UNIT = 1e-3, FAR_UNIT = 1e-2;
enum { BITS = 16 };

static const wend_param params[] = {
    {"repulsion", WEND_PARAM_NUMBER, offsetof(khatib_params, repulsion), 1.0, 0.0, 65.0, "m4",
     "eta/xi, the factor of the repulsion relative to that of the attraction", NULL},
    {"distance", WEND_PARAM_NUMBER, offsetof(khatib_params, distance), 1.0, 0.01, 65.0, "m",
     "rho_0, the distance within which walls repel", NULL},
    {"far", WEND_PARAM_NUMBER, offsetof(khatib_params, far), 5.0, 0.01, 655.0, "m",
     "distance to the goal beyond which the attraction no longer grows", NULL},
};

static const float NEAREST_WALL = 0.01F; /* m: distances are at least this, so forces are finite */

/* ---- The field ------------------------------------------------------------------------------- */

typedef struct khatib_field {
    uint32_t goal;
    float repulsion, distance, far, radius;
} khatib_field;

static uint64_t pack(double value, double unit, uint32_t place) {
    double rounded = fmin(floor(value / unit + 0.5), (double)(1 << BITS) - 1.0);
    return (uint64_t)rounded << (BITS * place);
}

static float unpack(uint64_t variant, double unit, uint32_t place) {
    return (float)((double)(variant >> (BITS * place) & ((1U << BITS) - 1)) * unit);
}

static uint64_t variant_of(const khatib_params *p, float radius) {
    return pack(p->repulsion, REPULSION_UNIT, 0) | pack(p->distance, LENGTH_UNIT, 1) |
           pack(p->far, FAR_UNIT, 2) | pack((double)radius, LENGTH_UNIT, 3);
}

static void *build(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator, void *user) {
    (void)view;
    (void)worker;
    (void)user;
    khatib_field *field = allocator->allocate(allocator->user, sizeof *field);
    if (field != NULL) {
        *field =
            (khatib_field){key->goal, unpack(key->variant, REPULSION_UNIT, 0),
                           unpack(key->variant, LENGTH_UNIT, 1), unpack(key->variant, FAR_UNIT, 2),
                           unpack(key->variant, LENGTH_UNIT, 3)};
    }
    return field;
}

static void destroy(void *field, const wend_allocator *allocator, void *user) {
    (void)user;
    allocator->release(allocator->user, field, sizeof(khatib_field));
}

/* Returns -grad U_att / xi: towards the nearest point of the goal's nearest part. */
static wend_vec2 attract(const khatib_field *field, const wend_view *view, wend_vec2 at,
                         float *distance) {
    const wend_region *parts;
    uint32_t count = wend_view_goal_parts(view, field->goal, &parts), best = 0;
    for (uint32_t i = 1; i < count; i++) {
        bool nearer = wend_region_distance(&parts[i], at) < wend_region_distance(&parts[best], at);
        best = nearer ? i : best;
    }
    wend_vec2 to = vec_sub(wend_region_nearest(&parts[best], at), at);
    *distance = vec_length(to);
    return *distance > field->far ? vec_scale(to, field->far / *distance) : to;
}

/* Returns -grad U_rep / xi: away from the nearest wall. */
static wend_vec2 repel(const khatib_field *field, const wend_view *view, wend_location at) {
    wend_wall_hit wall = wend_view_find_closest_wall(view, at, field->distance + field->radius);
    wend_vec2 away = vec_sub(at.position, wall.point);
    float length = vec_length(away), rho = fmaxf(length - field->radius, NEAREST_WALL);
    if (wall.wall == WEND_NO_WALL || rho >= field->distance || !(length > 0.0F)) {
        return (wend_vec2){0.0F, 0.0F};
    }
    float force = field->repulsion * (1.0F / rho - 1.0F / field->distance) / (rho * rho);
    return vec_scale(away, force / length);
}

static bool sample(const wend_view *view, const void *given, wend_location at, float *distance,
                   wend_vec2 *direction, void *user) {
    (void)user;
    const khatib_field *field = given;
    if (wend_view_goal_layer(view, field->goal) != at.layer) {
        return false;
    }
    wend_vec2 force = attract(field, view, at.position, distance);
    if (*distance > 0.0F) {
        force = vec_add(force, repel(field, view, at));
    }
    float length = vec_length(force);
    *direction = length > 0.0F ? vec_scale(force, 1.0F / length) : force;
    return true;
}

static const wend_field_type field_type = {.build = build, .sample = sample, .destroy = destroy};

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Adds a route. A goal that is a direction, or that lies on another layer, has none. Returns false
 * when out of memory. */
static bool plan_one(const wend_view *view, const wend_agents *agents, uint32_t index,
                     wend_route_sink *sink) {
    const wend_body *body = &view->bodies[index];
    uint32_t goal = wend_view_goal(view, index);
    if (goal == WEND_NO_GOAL || wend_view_goal_layer(view, goal) != wend_body_layer(body) ||
        wend_view_goal_region(view, goal)->shape == WEND_SHAPE_DIRECTION) {
        return true;
    }
    const wend_route_point *via;
    uint32_t via_count = wend_view_path_points(view, index, &via);
    const wend_field_key key = {
        .map = WEND_NO_MAP, .goal = goal, .variant = variant_of(agents->params, body->radius)};
    wend_route route = {.status = WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_FIELD,
                        .map = WEND_NO_MAP,
                        .points = via,
                        .point_count = via_count,
                        .cost = wend_view_goal_distance(view, goal, body->position)};
    return wend_route_sink_add_field(sink, index, &route, &key);
}

static void plan_khatib(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            if (!plan_one(view, agents, i, sink)) {
                return;
            }
        }
    }
}

const wend_planner wend_planner_khatib = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "khatib",
                        .summary = "attracted by the goal, repelled by walls: has local minima, a "
                                   "baseline",
                        .citation = "O. Khatib: Real-Time Obstacle Avoidance for Manipulators and "
                                    "Mobile Robots (1986)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(khatib_params)}},
    .gives = WEND_ROUTE_FIELD,
    .plan = plan_khatib,
    .field_type = &field_type,
    .may_not_arrive = true,
};
