/* A plug-in for test_plugins.c, built as C and as C++: one steering model that calls the library.
 * The build sets PLUGIN_NAME, PLUGIN_VERSION and MODEL_VERSION. Descriptors are initialised by
 * position, which C++17 also supports. */
#include <string.h>
#include <wend/plugin.h>
#include <wend/wend.h>

typedef struct half_params {
    double share;
} half_params;

/* Steers towards the goal at a fraction of the preferred speed. */
static void steer_half(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    const half_params *params = (const half_params *)agents->params;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_outcome *out = &outcomes[i - agents->first];
            wend_vec2 from = view->bodies[i].position;
            wend_vec2 aim = wend_region_aim(&intent->region, from, intent->speed);
            float x = aim.x - from.x, y = aim.y - from.y, away = wend_hypotf(x, y);
            float speed = (float)params->share * intent->speed;
            memset(out, 0, sizeof *out);
            out->velocity.x = away > 0.0F ? speed * x / away : 0.0F;
            out->velocity.y = away > 0.0F ? speed * y / away : 0.0F;
            out->displacement.x = out->velocity.x * view->dt;
            out->displacement.y = out->velocity.y * view->dt;
        }
    }
}

static const wend_param half_rows[] = {{"share", WEND_PARAM_NUMBER, offsetof(half_params, share),
                                        0.5, 0.0, 1.0, "1", "of the preferred speed", NULL}};

static const wend_steering half_model = {{{sizeof(wend_steering),
                                           MODEL_VERSION,
                                           "half",
                                           "at a share of the speed",
                                           NULL,
                                           half_rows,
                                           1,
                                           sizeof(half_params),
                                           NULL,
                                           {NULL, NULL, NULL, NULL}},
                                          0,
                                          false,
                                          false,
                                          false,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          NULL,
                                          {NULL, NULL, NULL, NULL, NULL, NULL, NULL}},
                                         0,
                                         false,
                                         false,
                                         false,
                                         false,
                                         false,
                                         false,
                                         false,
                                         false,
                                         steer_half,
                                         NULL,
                                         NULL,
                                         false};

static const wend_plugin_item items[] = {{WEND_KIND_STEERING, &half_model.stage.entry}};

const wend_plugin_table wend_plugin_entries = {sizeof(wend_plugin_table), PLUGIN_VERSION,
                                               PLUGIN_NAME, items, 1};
