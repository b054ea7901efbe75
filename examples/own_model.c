/* A custom steering model: agents drift a little to their left. The model is one descriptor, which
 * the program registers; a profile then names it like any other model.
 *
 *     cc own_model.c $(pkg-config --cflags --libs wend) -o own_model */
#include <stdio.h>
#include <string.h>
#include <wend/wend.h>

static void drift(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_outcome *out = &outcomes[i - agents->first];
            wend_vec2 from = view->bodies[i].position;
            wend_vec2 to = wend_region_aim(&intent->region, from, intent->speed);
            float x = to.x - from.x, y = to.y - from.y, length = wend_hypotf(x, y) + 1e-6f;
            memset(out, 0, sizeof *out);
            out->velocity.x = intent->speed * (x - 0.3f * y) / length;
            out->velocity.y = intent->speed * (y + 0.3f * x) / length;
            out->displacement.x = out->velocity.x * view->dt;
            out->displacement.y = out->velocity.y * view->dt;
        }
    }
}

int main(void) {
    static wend_steering model;
    wend_error error;
    wend_registry *registry = NULL;
    wend_world *world = NULL;
    wend_space_def space = wend_default_space_def();
    wend_world_def def = wend_default_world_def();
    wend_profile_def profile = wend_default_profile_def();
    wend_goal_def east = wend_default_goal_def();
    wend_agent_def walker = wend_default_agent_def();
    model.stage.entry.size = sizeof model;
    model.stage.entry.version = WEND_INTERFACE;
    model.stage.entry.name = "drift";
    model.stage.entry.summary = "towards the goal, and a little to the left";
    model.steer = drift;
    profile.steer.name = "drift";
    east.shape = WEND_GOAL_DIRECTION;
    if (wend_registry_create(NULL, &registry, &error) ||
        wend_registry_add(registry, WEND_KIND_STEERING, &model.stage.entry, &error) ||
        wend_space_create(&space, &def.space, &error)) {
        return fprintf(stderr, "%s\n", error.message), 1;
    }
    def.registry = registry;
    if (wend_world_create(&def, &world, &error) ||
        wend_world_add_profile(world, &profile, NULL, &error) ||
        wend_world_add_goal(world, &east, &walker.goal, &error) ||
        wend_world_add_agents(world, &walker, 1, NULL, &error) ||
        wend_world_step(world, 100, &error)) {
        return fprintf(stderr, "%s\n", error.message), 1;
    }
    wend_agent_state state;
    wend_world_get_agents(world, &state, 1);
    printf("after 10 s at (%.2f, %.2f)\n", state.position.x, state.position.y);
    wend_world_destroy(world);
    wend_space_release(def.space);
    wend_registry_destroy(registry);
    return 0;
}
