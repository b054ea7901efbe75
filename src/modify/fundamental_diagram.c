/* Limits the preferred speed by the density of agents ahead, so that the flow of a crowd follows a
 * fundamental diagram, and scales it by the terrain.
 *
 * Form `weidmann`: U. Weidmann, "Transporttechnik der Fussgaenger" (1993):
 *
 *     v = v0 (1 - exp(-gamma (1 / rho - 1 / rho_max)))
 *
 *     v0            preferred speed
 *     rho           others in the half disc ahead, divided by its area (1/m^2)
 *     gamma         free_density, in 1/m^2          rho_max  jam_density, in 1/m^2
 *
 * Form `stride`: S. Curtis, D. Manocha, "Pedestrian simulation using geometric reasoning in
 * velocity space" (Pedestrian and Evacuation Dynamics 2012, 2014), as in Menge's modifier of the
 * same name; see near/pace.c. The factor `space_share` of 0.5 is in Menge, not in the publication.
 *
 * Departures: neighbours behind walls do not count. The half disc is not clipped by walls. The
 * speed never falls below `min_speed` (except by terrain, or if v0 is lower): without this floor, a
 * dense crowd ahead would stop agents for good.
 *
 * Cost: O(neighbours): for `stride` an exponential for each of them, and a query of walls. */
#include <math.h>
#include <stddef.h>

#include <wend/math.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "near/pace.h"
#include "near/visible.h"

enum { FORM_WEIDMANN, FORM_STRIDE };

static const char *const form_choices[] = {"weidmann", "stride", NULL};

typedef struct diagram_params {
    int32_t form;
    bool terrain;
    double radius, free_density, jam_density, space_share;
    wend_column min_speed, stride_factor, stride_buffer;
} diagram_params;

static const wend_param params[] = {
    {"form", WEND_PARAM_CHOICE, offsetof(diagram_params, form), FORM_WEIDMANN, 0.0, 0.0, "",
     "how the speed depends on the density: Weidmann's curve, or the space for a stride",
     form_choices},
    {"radius", WEND_PARAM_NUMBER, offsetof(diagram_params, radius), 1.5, 0.1, 100.0, "m",
     "form weidmann: radius of the half disc ahead, in which agents count (at most near.reach)",
     NULL},
    {"free_density", WEND_PARAM_NUMBER, offsetof(diagram_params, free_density), 1.913, 0.001, 100.0,
     "1/m2", "form weidmann: density at which agents begin to slow down; gamma", NULL},
    {"jam_density", WEND_PARAM_NUMBER, offsetof(diagram_params, jam_density), 5.4, 0.01, 100.0,
     "1/m2", "form weidmann: density at which agents stop", NULL},
    {"min_speed", WEND_PARAM_SAMPLED, offsetof(diagram_params, min_speed), 0.1, 0.0, 100.0, "m/s",
     "speed below which the density does not slow agents down", NULL},
    {"stride_factor", WEND_PARAM_SAMPLED, offsetof(diagram_params, stride_factor), 1.57, 0.01,
     100.0, "1", "form stride: relates the speed to the length of a stride; alpha", NULL},
    {"stride_buffer", WEND_PARAM_SAMPLED, offsetof(diagram_params, stride_buffer), 0.9, 0.0, 100.0,
     "1", "form stride: comfortable space beyond a stride, relative to its length; beta", NULL},
    {"space_share", WEND_PARAM_NUMBER, offsetof(diagram_params, space_share), 0.5, 0.01, 10.0, "1",
     "form stride: share of the space for a stride that agents need; 1: as published", NULL},
    {"terrain", WEND_PARAM_BOOL, offsetof(diagram_params, terrain), 1.0, 0.0, 0.0, "",
     "scales the speed by the factor of the terrain, like the modifier terrain", NULL},
};

/* Neighbours count for a stride within this distance (m); farther ones weigh less than 0.4 %. */
static const float stride_reach = 5.0F;

/* What one agent sees. */
typedef struct crowd_ahead {
    const wend_view *view;
    uint32_t index;
    wend_vec2 direction; /* e0; zero if the agent is at its goal */
    wend_neighbour others[NEAR_MOST_VISIBLE];
    uint32_t count;
} crowd_ahead;

static wend_vec2 direction_of(const wend_view *view, uint32_t index, const wend_intent *intent) {
    wend_vec2 from = view->bodies[index].position;
    return vec_normalized(vec_sub(wend_region_aim(&intent->region, from, intent->speed), from));
}

static wend_vec2 offset_of(const crowd_ahead *crowd, uint32_t i) {
    const wend_body *bodies = crowd->view->bodies;
    return vec_sub(bodies[crowd->others[i].index].position, bodies[crowd->index].position);
}

/* ---- Weidmann -------------------------------------------------------------------------------- */

static float density_in_half_disc(const crowd_ahead *crowd, float radius) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        count += vec_dot(crowd->direction, offset_of(crowd, i)) >= 0.0F;
    }
    return (float)count / (0.5F * (float)WEND_PI * radius * radius);
}

static float speed_of_weidmann(const diagram_params *p, float density, float preferred) {
    if (!(density > 0.0F)) {
        return preferred;
    }
    double free = p->free_density * (1.0 / (double)density - 1.0 / p->jam_density);
    return free > 0.0 ? preferred * (float)(1.0 - wend_exp(-free)) : 0.0F;
}

static float speed_in_half_disc(const wend_view *view, const diagram_params *p, uint32_t index,
                                wend_vec2 direction, float preferred) {
    crowd_ahead crowd = {.view = view, .index = index, .direction = direction};
    float reach = (float)p->radius;
    crowd.count = near_collect_visible(view, index, reach, crowd.others);
    float density = density_in_half_disc(&crowd, reach < view->reach ? reach : view->reach);
    return speed_of_weidmann(p, density, preferred);
}

/* ---- Stride ---------------------------------------------------------------------------------- */

static float speed_of_stride(const wend_view *view, const diagram_params *p, uint32_t index,
                             wend_vec2 direction) {
    wend_neighbour others[NEAR_MOST_VISIBLE];
    uint32_t bodies[NEAR_MOST_VISIBLE], slot = view->bodies[index].slot;
    uint32_t count = near_find_visible(view, index, stride_reach, others);
    for (uint32_t i = 0; i < count; i++) {
        bodies[i] = others[i].index;
    }
    pace_rules rules = {wend_column_at(p->stride_factor, slot),
                        wend_column_at(p->stride_buffer, slot), (float)p->space_share};
    return pace_limit(view, &rules, index, direction, bodies, count);
}

/* ---- The modifier ---------------------------------------------------------------------------- */

/* Returns the speed that the density allows, at most the preferred speed. */
static float allowed_speed(const wend_view *view, const diagram_params *p, uint32_t index,
                           const wend_intent *intent) {
    wend_vec2 direction = direction_of(view, index, intent);
    float speed = p->form == FORM_STRIDE
                      ? speed_of_stride(view, p, index, direction)
                      : speed_in_half_disc(view, p, index, direction, intent->speed);
    float floor = wend_column_at(p->min_speed, view->bodies[index].slot);
    speed = speed > floor ? speed : floor;
    return speed < intent->speed ? speed : intent->speed;
}

static void modify_one(const wend_view *view, const wend_agents *agents, uint32_t index,
                       wend_intent *intent) {
    const diagram_params *p = agents->params;
    const wend_body *body = &view->bodies[index];
    if (p->terrain) {
        wend_location at = {body->position, wend_body_layer(body)};
        intent->speed *= wend_view_terrain_speed(view, index, wend_view_terrain(view, at));
    }
    if (intent->speed > 0.0F) {
        intent->speed = allowed_speed(view, p, index, intent);
    }
}

static void modify_fundamental_diagram(const wend_view *view, const wend_agents *agents,
                                       wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            modify_one(view, agents, i, &intents[i - agents->first]);
        }
    }
}

const wend_modifier wend_modifier_fundamental_diagram = {
    .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "fundamental_diagram",
                        .summary =
                            "limits the preferred speed by the density ahead and the terrain",
                        .citation = "Weidmann, Transporttechnik der Fussgaenger (1993); Curtis and "
                                    "Manocha, Pedestrian simulation using geometric reasoning in "
                                    "velocity space (2014)",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(diagram_params)},
              .uses_terrain_speeds = true},
    .modify = modify_fundamental_diagram,
};
