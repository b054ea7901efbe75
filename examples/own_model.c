/* A steering model of one's own: people who wander a little to their left. It is one descriptor,
 * registered from outside and named in a profile like any other.
 *
 *     cc own_model.c $(pkg-config --cflags --libs wend) -o own_model */
#include <stdio.h>
#include <string.h>
#include <wend/wend.h>

static void drift(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            const wend_intent *intent = &intents[i - agents->first];
            wend_outcome *out = &outcomes[i - agents->first];
            memset(out, 0, sizeof *out);
            wend_vec2 from = view->bodies[i].position;
            wend_vec2 to = wend_region_aim(&intent->region, from, intent->speed);
            float x = to.x - from.x, y = to.y - from.y, length = wend_hypotf(x, y) + 1e-6f;
            out->velocity.x = intent->speed * (x - 0.3f * y) / length;
            out->velocity.y = intent->speed * (y + 0.3f * x) / length;
            out->displacement.x = out->velocity.x * view->dt;
            out->displacement.y = out->velocity.y * view->dt;
        }
    }
}

int main(void) {
    wend_error error;
    wend_registry *registry = NULL;
    wend_steering model;
    memset(&model, 0, sizeof model);
    model.stage.entry.name = "drift";
    model.stage.entry.summary = "towards the goal, and a little to the left";
    model.steer = drift;

    wend_layer_def open_ground;
    memset(&open_ground, 0, sizeof open_ground);
    wend_space_def space_def = wend_default_space_def();
    space_def.layers = &open_ground;
    space_def.layer_count = 1;
    wend_world_def world_def = wend_default_world_def();
    wend_profile_def profile = wend_default_profile_def();
    profile.steer.name = "drift";
    wend_point target = {20, 0};
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &target;
    goal.point_count = 1;
    wend_world *world = NULL;
    wend_agent_def walker = wend_default_agent_def();
    if (wend_registry_create(NULL, &registry, &error) != WEND_OK ||
        wend_registry_add(registry, WEND_KIND_STEERING, &model.stage.entry, &error) != WEND_OK ||
        wend_space_create(&space_def, &world_def.space, &error) != WEND_OK ||
        (world_def.registry = registry, wend_world_create(&world_def, &world, &error)) != WEND_OK ||
        wend_world_add_profile(world, &profile, NULL, &error) != WEND_OK ||
        wend_world_add_goal(world, &goal, &walker.goal, &error) != WEND_OK ||
        wend_world_add_agents(world, &walker, 1, NULL, &error) != WEND_OK ||
        wend_world_step(world, 300, &error) != WEND_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("arrived: %s\n", wend_world_stats(world).arrivals == 1 ? "yes" : "no");
    int status = wend_world_stats(world).arrivals == 1 ? 0 : 1;
    wend_world_destroy(world);
    wend_space_release(world_def.space);
    wend_registry_destroy(registry);
    return status;
}
