/* Scales the preferred speed by a factor, for example for haste, fatigue, or a crowd that must slow
 * down. */
#include <wend/model.h>

typedef struct scale_params {
    wend_column factor;
} scale_params;

static const wend_param params[] = {
    {"factor", WEND_PARAM_SAMPLED, offsetof(scale_params, factor), 1.0, 0.0, 100.0, "1",
     "factor of the preferred speed", NULL},
};

static void modify_scale(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    const scale_params *p = agents->params;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            intents[i - agents->first].speed *= wend_column_at(p->factor, view->bodies[i].slot);
        }
    }
}

const wend_modifier wend_modifier_scale = {
    .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "scale",
                        .summary = "scales the preferred speed", .params = params,
                        .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(scale_params)}},
    .modify = modify_scale,
};
