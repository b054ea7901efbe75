/* Approaches the preferred velocity with a relaxation time, as people do when they start, turn and
 * stop; ignores other agents and walls. The model is the driving term of the social force model,
 * without its other terms:
 *
 *     dv/dt = (v_preferred - v) / tau
 *
 * (Helbing and Molnar, "Social force model for pedestrian dynamics", Physical Review E 51, 1995,
 * equation 2), solved exactly over the step: v + (v_preferred - v) * (1 - exp(-dt / tau)). The
 * displacement is the integral of that velocity, so that it does not depend on the step size. Cost:
 * O(1) per agent. */
#include <wend/explain.h>
#include <wend/math.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/goals/preferred.h"

typedef struct relax_params {
    wend_column relaxation_time; /* tau, in s */
} relax_params;

static const wend_param params[] = {
    {"relaxation_time", WEND_PARAM_SAMPLED, offsetof(relax_params, relaxation_time), 0.5, 0.01,
     60.0, "s", "time in which the difference from the preferred velocity falls to 1/e", NULL},
};

static wend_vec2 relax_preferred(const wend_intent *intent, wend_vec2 position, float tau) {
    wend_vec2 offset = vec_sub(wend_region_aim(&intent->region, position, intent->speed), position);
    float distance = vec_length(offset);
    /* Within `speed * 4 * tau` of a point to stop at, the preferred velocity is proportional to the
     * distance. With this factor the approach is critically damped, which is the fastest approach
     * that does not overshoot. A moving region's velocity is added to it. */
    bool stops =
        (intent->region.flags & WEND_REGION_STOP) && intent->region.shape != WEND_SHAPE_DIRECTION;
    bool near = stops && distance < intent->speed * 4.0F * tau;
    if (near && intercepts(&intent->region)) {
        return find_velocity_to_stay(&intent->region, position, intent->speed, 4.0F * tau);
    }
    if (distance == 0.0F) {
        return (wend_vec2){0.0F, 0.0F};
    }
    return vec_scale(offset, near ? 0.25F / tau : intent->speed / distance);
}

static void steer_relax(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    const relax_params *p = agents->params;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &view->bodies[i];
            float tau = wend_column_at(p->relaxation_time, body->slot);
            float share = 1.0F - wend_expf(-view->dt / tau);
            wend_vec2 preferred_velocity =
                relax_preferred(&intents[i - agents->first], body->position, tau);
            wend_vec2 gap = vec_sub(preferred_velocity, body->velocity);
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = vec_add(body->velocity, vec_scale(gap, share)),
                               .displacement = vec_sub(vec_scale(preferred_velocity, view->dt),
                                                       vec_scale(gap, tau * share))};
        }
    }
}

static void explain_relax(const wend_view *view, const wend_agents *agents, uint32_t index,
                          const wend_intent *intent, wend_sketch *sketch) {
    const relax_params *p = agents->params;
    const wend_body *body = &view->bodies[index];
    float tau = wend_column_at(p->relaxation_time, body->slot);
    wend_vec2 preferred_velocity = relax_preferred(intent, body->position, tau);
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PREFERRED,
                                .b = preferred_velocity,
                                .subject = wend_view_region_subject(view, &intent->region)});
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_FORCE,
                                        .b = vec_scale(vec_sub(preferred_velocity, body->velocity),
                                                       1.0F / tau)});
    float share = 1.0F - wend_expf(-view->dt / tau);
    wend_vec2 chosen =
        vec_add(body->velocity, vec_scale(vec_sub(preferred_velocity, body->velocity), share));
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_VELOCITY, .b = chosen});
}

const wend_steering wend_steering_relax = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "relax",
                        .summary = "approaches the preferred velocity with a relaxation time",
                        .citation = "Helbing and Molnar, Physical Review E 51 (1995), equation 2",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(relax_params)},
              .explain = explain_relax},
    .resolves_head_on = true, /* agents walk through each other */
    .steer = steer_relax,
};
