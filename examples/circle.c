/* The scenario Circle of RVO2: 250 agents on a circle, each heading for the opposite point. The
 * program sets their preferred velocities before every step; the library avoids collisions.
 *
 *     cc circle.c $(pkg-config --cflags --libs wend) -o circle */
#include <stdio.h>
#include <wend/wend.h>

enum { AGENTS = 250 };

int main(void) {
    static wend_agent ids[AGENTS];
    static wend_agent_def agents[AGENTS];
    static wend_point goals[AGENTS], preferred[AGENTS];
    wend_error error;
    wend_space *space = NULL;
    wend_world *world = NULL;
    wend_space_def open = wend_default_space_def();
    wend_world_def def = wend_default_world_def();
    wend_profile_def profile = wend_default_profile_def();
    def.dt = 0.25, def.reach = 15;
    profile.radius = wend_constant(1.5);
    profile.max_speed = wend_constant(2);
    profile.follow.name = "external";
    profile.steer.name = "orca";
    bool good = wend_space_create(&open, &space, &error) == WEND_OK;
    def.space = space;
    good = good && wend_world_create(&def, &world, &error) == WEND_OK &&
           wend_world_add_profile(world, &profile, NULL, &error) == WEND_OK;
    for (int i = 0; i < AGENTS; i++) {
        double angle = i * 2 * 3.14159265358979 / AGENTS;
        agents[i] = wend_default_agent_def();
        agents[i].position.x = 200 * wend_cos(angle);
        agents[i].position.y = 200 * wend_sin(angle);
        goals[i].x = -agents[i].position.x;
        goals[i].y = -agents[i].position.y;
    }
    good = good && wend_world_add_agents(world, agents, AGENTS, ids, &error) == WEND_OK &&
           wend_world_step(world, 1, &error) == WEND_OK;
    int there = 0;
    while (good && there < AGENTS && wend_world_time(world) < 1000) {
        there = 0;
        for (int i = 0; i < AGENTS; i++) {
            wend_agent_state now;
            wend_world_get_agent(world, ids[i], &now);
            double x = goals[i].x - now.position.x, y = goals[i].y - now.position.y;
            double distance = wend_hypot(x, y), longer = distance > 1 ? distance : 1;
            preferred[i].x = x / longer;
            preferred[i].y = y / longer;
            there += distance <= 1.5;
        }
        good = wend_world_set_agent_preferred_velocities(world, ids, preferred, AGENTS, &error) ==
                   WEND_OK &&
               wend_world_step(world, 1, &error) == WEND_OK;
    }
    printf("%s: %d there\n", good ? "done" : error.message, there);
    wend_world_destroy(world);
    wend_space_release(space);
    return good && there == AGENTS ? 0 : 1;
}
