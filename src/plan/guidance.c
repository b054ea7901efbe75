/* Plans routes along a guidance field: the directions that a designer has drawn, or that come from
 * a file (map kind `guidance`).
 *
 * A route is the field itself. The planner searches nothing: where the arrows lead is the
 * designer's choice, and an agent arrives only if they lead it near its goal. There is no route for
 * an agent that stands where no arrow is, unless it sees its goal. The field has no potential, so
 * the distance that it gives is infinite: unknown.
 *
 * Points that the agent must pass before its goal are headed for in straight lines.
 *
 * The length of the arrows is a factor for the agent's preferred speed if `speed` is on, as in
 * Menge's `vel_field`.
 *
 * Arrows that a closed door, an obstacle class or a moving obstacle hides from the agent do not
 * count. Cost: O(1) for each agent; for a sample, see map/guidance/sample.c. */
#include <math.h>

#include <wend/field.h>
#include <wend/view.h>

#include "geom/vec.h"
#include "map/guidance/guidance.h"

typedef struct guidance_params {
    const char *map;
    int32_t nearest;
    int32_t speed;
} guidance_params;

static const char *const interpolation_choices[] = {"bilinear", "nearest", NULL};

static const wend_param params[] = {
    {"map", WEND_PARAM_NAME, offsetof(guidance_params, map), 0.0, 0.0, 0.0, "",
     "name of the guidance field; default: the first one", NULL},
    {"interpolate", WEND_PARAM_CHOICE, offsetof(guidance_params, nearest), 0.0, 0.0, 0.0, "",
     "between the centres of cells, or the arrow of the cell", interpolation_choices},
    {"speed", WEND_PARAM_CHOICE, offsetof(guidance_params, speed), 0.0, 0.0, 0.0, "",
     "scale the preferred speed by the length of the arrow", wend_switch_choices},
};

/* ---- Fields ---------------------------------------------------------------------------------- */

enum { VARIANT_NEAREST = 1 << 0, VARIANT_SPEED = 1 << 1 };

/* The field of one goal refers to the map; it owns nothing. */
typedef struct guidance_field {
    wend_field_key key;
} guidance_field;

static void *build(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator, void *user) {
    (void)view;
    (void)worker;
    (void)user;
    guidance_field *field = allocator->allocate(allocator->user, sizeof *field);
    if (field != NULL) {
        field->key = *key;
    }
    return field;
}

static void destroy(void *field, const wend_allocator *allocator, void *user) {
    (void)user;
    allocator->release(allocator->user, field, sizeof(guidance_field));
}

static bool is_visible(const void *context, wend_location from, wend_location to) {
    return wend_view_is_visible(context, from, to, 0.0F);
}

/* Gets the arrow at a location. Returns false if there is none. */
static bool find_arrow(const wend_view *view, const wend_field_key *key, wend_location at,
                       wend_vec2 *out) {
    uint32_t generation;
    const wend_map *map =
        key->map != WEND_NO_MAP ? wend_view_map(view, key->map, &generation) : NULL;
    const guidance *arrows = map != NULL ? guidance_of(map) : NULL;
    const guidance_sight sight = {is_visible, view};
    return arrows != NULL &&
           guidance_sample(arrows, &sight, at, (key->variant & VARIANT_NEAREST) != 0, out);
}

/* Gets the direction to the nearest point of a goal. Returns false if a wall hides it. */
static bool find_goal(const wend_view *view, uint32_t goal, wend_location at, wend_vec2 *out) {
    const wend_region *region = goal != WEND_NO_GOAL ? wend_view_goal_region(view, goal) : NULL;
    if (region == NULL || region->shape == WEND_SHAPE_DIRECTION) {
        return false;
    }
    wend_location to = {wend_region_nearest(region, at.position), wend_view_goal_layer(view, goal)};
    wend_vec2 offset = vec_sub(to.position, at.position);
    float length = vec_length(offset);
    *out = length > 0.0F ? vec_scale(offset, 1.0F / length) : offset;
    return wend_view_is_visible(view, at, to, 0.0F);
}

static bool sample(const wend_view *view, const void *field, wend_location at, float *distance,
                   wend_vec2 *direction, void *user) {
    (void)user;
    const wend_field_key *key = &((const guidance_field *)field)->key;
    wend_vec2 arrow;
    *distance = INFINITY;
    if (!find_arrow(view, key, at, &arrow)) {
        return find_goal(view, key->goal, at, direction);
    }
    *direction = vec_scale(arrow, 1.0F / vec_length(arrow));
    return true;
}

static float speed_factor(const wend_view *view, const void *field, wend_location at, void *user) {
    (void)user;
    const wend_field_key *key = &((const guidance_field *)field)->key;
    wend_vec2 arrow;
    return (key->variant & VARIANT_SPEED) && find_arrow(view, key, at, &arrow) ? vec_length(arrow)
                                                                               : 1.0F;
}

static const wend_field_type field_type = {
    .build = build, .sample = sample, .destroy = destroy, .speed_factor = speed_factor};

/* ---- Routes ---------------------------------------------------------------------------------- */

static bool plan_one(const wend_view *view, const wend_agents *agents, uint32_t index, uint32_t map,
                     wend_route_sink *sink) {
    const guidance_params *p = agents->params;
    const wend_body *body = &view->bodies[index];
    const wend_field_key key = {.map = map,
                                .goal = wend_view_goal(view, index),
                                .variant = (p->nearest ? VARIANT_NEAREST : 0U) |
                                           (p->speed ? VARIANT_SPEED : 0U)};
    const guidance_field field = {key};
    wend_location at = {body->position, wend_body_layer(body)};
    wend_vec2 direction;
    float distance;
    uint32_t generation = 0;
    if (!sample(view, &field, at, &distance, &direction, NULL)) {
        return true;
    }
    const wend_route_point *via;
    uint32_t via_count = wend_view_path_points(view, index, &via);
    wend_view_map(view, map, &generation);
    wend_route route = {.status = WEND_ROUTE_STATUS_FOUND,
                        .gives = WEND_ROUTE_FIELD,
                        .map = map,
                        .generation = generation,
                        .points = via,
                        .point_count = via_count,
                        .cost = key.goal != WEND_NO_GOAL
                                    ? wend_view_goal_distance(view, key.goal, body->position)
                                    : 0.0F};
    return wend_route_sink_add_field(sink, index, &route, &key);
}

static void plan_guidance(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    const guidance_params *p = agents->params;
    uint32_t map = 0;
    if (wend_view_find_map(view, "guidance", p->map, &map) == NULL) {
        return;
    }
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            if (!plan_one(view, agents, i, map, sink)) {
                return;
            }
        }
    }
}

static const wend_map_need maps[] = {{"guidance", "map", NULL, NULL}};

const wend_planner wend_planner_guidance = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "guidance",
                        .summary = "walks along arrows that were drawn, or read from a file",
                        .citation = "S. Patil, J. van den Berg, S. Curtis, M. Lin, D. Manocha: "
                                    "Directing Crowd Simulations Using Navigation Fields (2011)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(guidance_params)}},
    .gives = WEND_ROUTE_FIELD,
    .maps = maps,
    .map_count = sizeof maps / sizeof *maps,
    .plan = plan_guidance,
    .field_type = &field_type,
    .may_not_arrive = true,
};
