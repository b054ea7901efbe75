/* Click to move: every order adds a goal, assigns it to a game unit and removes the unit's old
 * goal. Twenty thousand orders leave the world's memory use unchanged.
 *
 *     cc click_to_move.c $(pkg-config --cflags --libs wend) -o click_to_move */
#include <stdio.h>

#include <wend/random.h>
#include <wend/wend.h>

enum { UNITS = 50, ORDERS = 20000 };

/* Sends a unit to a point, and removes its old goal if it has one. */
static wend_result send_unit(wend_world *world, wend_agent unit, wend_point to, wend_goal *goal,
                             wend_error *error) {
    wend_goal old = *goal;
    wend_goal_def def = wend_default_goal_def();
    def.points = &to;
    wend_result result = wend_world_add_goal(world, &def, goal, error);
    if (result == WEND_OK) {
        result = wend_world_set_agent_goal(world, unit, *goal, error);
    }
    if (result == WEND_OK && old.value != 0) {
        result = wend_world_remove_goal(world, old, error);
    }
    return result;
}

int main(void) {
    wend_error error;
    wend_space_def space_def = wend_default_space_def(); /* open ground */
    wend_world_def def = wend_default_world_def();
    wend_profile_def profile = wend_default_profile_def();
    wend_agent_def agent = wend_default_agent_def();
    wend_agent units[UNITS];
    wend_goal goals[UNITS] = {{0}};
    wend_world *world = NULL;
    profile.steer.name = "orca";
    if (wend_space_create(&space_def, &def.space, &error) ||
        wend_world_create(&def, &world, &error) ||
        wend_world_add_profile(world, &profile, &agent.profile, &error)) {
        return fprintf(stderr, "%s\n", error.message), 1;
    }
    for (uint32_t i = 0; i < UNITS; i++) {
        agent.position.x = 2.0 * (i % 10);
        agent.position.y = 2.0 * (i / 10);
        if (wend_world_add_agents(world, &agent, 1, &units[i], &error)) {
            return fprintf(stderr, "%s\n", error.message), 1;
        }
    }
    size_t warm = 0;
    for (uint32_t order = 0; order < ORDERS; order++) {
        uint32_t unit = order % UNITS;
        wend_point to;
        to.x = 100.0 * wend_random_uniform(1, order, 0, 0) - 50.0;
        to.y = 100.0 * wend_random_uniform(1, order, 0, 1) - 50.0;
        if (send_unit(world, units[unit], to, &goals[unit], &error) ||
            wend_world_step(world, 1, &error)) {
            return fprintf(stderr, "%s\n", error.message), 1;
        }
        warm = order == ORDERS / 10 ? wend_world_get_memory_use(world).held : warm;
    }
    size_t held = wend_world_get_memory_use(world).held;
    printf("after %d orders the world holds %zu bytes, after %d it held %zu\n", ORDERS, held,
           ORDERS / 10, warm);
    wend_world_destroy(world);
    wend_space_release(def.space);
    return held == warm ? 0 : 1;
}
