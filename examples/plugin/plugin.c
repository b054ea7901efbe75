/* A plug-in: a steering model and a selector in one shared object. With an installed wend:
 *
 *     cc -shared -fPIC -ffp-contract=off plugin.c $(pkg-config --cflags wend) -o plugin.so
 *     wend --plugin ./plugin.so list steering
 *     wend run scenario.yaml --plugin ./plugin.so --steer keep_left
 *
 * Alternatively, build it with the CMakeLists.txt in this folder. The plug-in is not linked with
 * the library, because the tool, or the program that calls wend_plugin_load, provides the library.
 */
#include <string.h>
#include <wend/plugin.h>
#include <wend/wend.h>

#ifndef WEND_PLUGIN_TEST_VERSION /* wend's tests also build this file for a version that does not  \
                                    exist */
#define WEND_PLUGIN_TEST_VERSION WEND_INTERFACE
#endif

/* ---- Steering: towards the goal, a little to the left --------------------------------------- */

typedef struct keep_left_params {
    wend_column lean;
} keep_left_params;

static const wend_param keep_left_rows[] = {
    {"lean", WEND_PARAM_SAMPLED, offsetof(keep_left_params, lean), 0.2, 0.0, 1.0, "1",
     "sideways speed, as a share of the speed towards the goal", NULL}};

static wend_vec2 choose_velocity(const wend_view *view, const wend_agents *agents, uint32_t index,
                                 const wend_intent *intent) {
    const keep_left_params *params = (const keep_left_params *)agents->params;
    const wend_body *body = &view->bodies[index];
    float lean = wend_column_at(params->lean, body->slot);
    wend_vec2 aim = wend_region_aim(&intent->region, body->position, intent->speed);
    float x = aim.x - body->position.x, y = aim.y - body->position.y;
    float length = wend_hypotf(x, y), speed = intent->speed;
    wend_vec2 velocity = {0.0f, 0.0f};
    if (speed * view->dt > length) { /* at this speed, the agent would overshoot the goal */
        speed = length / view->dt;
        lean = 0.0f;
    }
    if (length > 0.0f) {
        velocity.x = speed * (x - lean * y) / length;
        velocity.y = speed * (y + lean * x) / length;
    }
    return velocity;
}

static void keep_left(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                      wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_outcome *out = &outcomes[i - agents->first];
            memset(out, 0, sizeof *out);
            out->velocity = choose_velocity(view, agents, i, &intents[i - agents->first]);
            out->displacement.x = out->velocity.x * view->dt;
            out->displacement.y = out->velocity.y * view->dt;
        }
    }
}

static const wend_steering keep_left_steering = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "keep_left",
                        .summary = "towards the goal, a little to the left; avoids nothing",
                        .params = keep_left_rows, .param_count = 1,
                        .params_size = sizeof(keep_left_params)}},
    .steer = keep_left,
};

/* ---- Selector: the farthest goal of the set ------------------------------------------------- */

static void select_farthest(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const uint32_t *set;
            uint32_t count = wend_view_goal_set(view, i, &set), best = WEND_NO_GOAL;
            float farthest = -1.0f;
            for (uint32_t g = 0; g < count; g++) {
                const wend_region *region = wend_view_goal_region(view, set[g]);
                float distance = wend_region_distance(region, view->bodies[i].position);
                if (wend_view_goal_capacity_left(view, set[g]) > 0 && distance > farthest) {
                    farthest = distance;
                    best = set[g];
                }
            }
            goals[i - agents->first] = best;
        }
    }
}

static const wend_selector farthest_selector = {
    .stage = {.entry = {WEND_HEAD(wend_selector), .name = "farthest_away",
                        .summary = "the goal of the set that is farthest in a straight line"}},
    .select = select_farthest,
};

/* ---- What the plug-in offers ----------------------------------------------------------------- */

static const wend_plugin_item items[] = {
    {WEND_KIND_STEERING, &keep_left_steering.stage.entry},
    {WEND_KIND_SELECTOR, &farthest_selector.stage.entry},
};

const wend_plugin_table wend_plugin_entries = {
    .size = sizeof(wend_plugin_table),
    .version = WEND_PLUGIN_TEST_VERSION, /* use WEND_INTERFACE in your own plug-in */
    .name = "example",
    .items = items,
    .item_count = sizeof items / sizeof *items,
};
