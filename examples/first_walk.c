/* A room with a pillar, twenty agents and one exit: the shortest complete example.
 *
 *     cc first_walk.c $(pkg-config --cflags --libs wend) -o first_walk */
#include <stdio.h>
#include <wend/wend.h>

static int fail(const wend_error *error) {
    fprintf(stderr, "%s\n", error->message);
    return 1;
}

int main(void) {
    wend_error error;
    const wend_point room[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    const wend_point pillar[] = {{12, 8}, {14, 8}, {14, 9}, {12, 9}};
    const wend_point exit_line[] = {{19.5, 3}, {19.5, 7}};
    wend_ring boundary = {room, 4};
    wend_solid_def solid = {{pillar, 4}, 0};
    wend_layer_def layer = {"hall", &boundary, 1, &solid, 1, NULL, 0, NULL, 0, NULL, 0};

    wend_space_def space_def = wend_default_space_def();
    space_def.layers = &layer;
    space_def.layer_count = 1;
    wend_space *space = NULL;
    if (wend_space_create(&space_def, &space, &error) != WEND_OK) {
        return fail(&error);
    }
    wend_world_def world_def = wend_default_world_def();
    world_def.space = space;
    wend_world *world = NULL;
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "straight"; /* nothing stands between the agents and the exit */
    wend_goal_def goal_def = wend_default_goal_def();
    goal_def.shape = WEND_GOAL_SEGMENT;
    goal_def.points = exit_line;
    goal_def.point_count = 2;
    goal_def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    wend_agent_def walker = wend_default_agent_def();
    if (wend_world_create(&world_def, &world, &error) != WEND_OK ||
        wend_world_add_profile(world, &profile, &walker.profile, &error) != WEND_OK ||
        wend_world_add_goal(world, &goal_def, &walker.goal, &error) != WEND_OK) {
        return fail(&error);
    }
    for (int i = 0; i < 20; i++) {
        walker.position.x = 1 + i % 4;
        walker.position.y = 1 + 1.7 * (i / 4);
        if (wend_world_add_agents(world, &walker, 1, NULL, &error) != WEND_OK) {
            return fail(&error);
        }
    }
    do {
        if (wend_world_step(world, 1, &error) != WEND_OK) {
            return fail(&error);
        }
    } while (wend_world_agent_count(world) > 0 && wend_world_time(world) < 60);
    printf("%u still there after %.1f s\n", wend_world_agent_count(world), wend_world_time(world));
    wend_world_destroy(world);
    wend_space_release(space);
    return 0;
}
