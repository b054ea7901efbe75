#include "support/queues.h"

#include <check.h>

wend_goal queues_exit(wend_world *world, double x, double y) {
    wend_goal_def def = wend_default_goal_def();
    wend_point at = {x, y};
    def.points = &at;
    def.tolerance = 1.0;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    return worlds_add_goal(world, &def);
}

wend_queue queues_add(wend_world *world, const wend_queue_def *def) {
    wend_queue queue = {0};
    wend_error error = {.message = ""};
    wend_result result = wend_world_add_queue(world, def, &queue, &error);
    ck_assert_msg(result == WEND_OK, "queue: %s", error.message);
    return queue;
}

wend_queue_def queues_line(uint32_t count) {
    static wend_point places[WEND_MAX_QUEUE_PLACES];
    for (uint32_t i = 0; i < count; i++) {
        places[i] = (wend_point){-(double)i, 0.0};
    }
    wend_queue_def def = wend_default_queue_def();
    def.places = places;
    def.place_count = count;
    return def;
}

queue_scene queues_scene(const char *steer, double speed, uint32_t places,
                         wend_distribution service) {
    queue_scene scene = {.world = worlds_make(worlds_open(), NULL)};
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = steer;
    profile.preferred_speed = profile.max_speed = wend_constant(speed);
    worlds_add_profile(scene.world, &profile);
    scene.exit = queues_exit(scene.world, 10.0, 3.0);
    wend_queue_def def = queues_line(places);
    def.service = service;
    def.then_goal = scene.exit;
    scene.queue = queues_add(scene.world, &def);
    scene.tail = wend_world_queue_goal(scene.world, scene.queue);
    return scene;
}

wend_agent queues_agent(const queue_scene *scene, uint64_t key, double x, double y) {
    wend_agent_def def = wend_default_agent_def();
    def.key = key;
    def.position = (wend_point){x, y};
    def.goal = scene->tail;
    return worlds_add(scene->world, &def);
}

wend_queue_counts queues_counts(const wend_world *world, wend_queue queue) {
    wend_queue_counts counts = {0};
    ck_assert(wend_world_get_queue_counts(world, queue, &counts));
    return counts;
}

uint32_t queues_place(const wend_world *world, wend_agent agent) {
    wend_agent_queue found;
    return wend_world_get_agent_queue(world, agent, &found) ? found.place : WEND_NONE;
}

void queues_check(const wend_world *world, wend_queue queue) {
    enum { MOST = 1024 };
    static bool taken[WEND_MAX_QUEUE_PLACES];
    wend_agent agents[MOST];
    wend_queue_counts counts = queues_counts(world, queue);
    uint32_t places = wend_world_get_queue_places(world, queue, NULL, NULL, 0);
    ck_assert_uint_eq(counts.joined, counts.heading + counts.waiting + counts.served + counts.left);
    ck_assert_uint_eq(wend_world_get_queue_agents(world, queue, agents, MOST), counts.waiting);
    for (uint32_t i = 0; i < places; i++) {
        taken[i] = false;
    }
    for (uint32_t i = 0; i < counts.waiting && i < MOST; i++) {
        wend_agent_queue found;
        ck_assert(wend_world_get_agent_queue(world, agents[i], &found));
        ck_assert(found.waits && found.queue.value == queue.value);
        ck_assert(found.place == WEND_NONE || (found.place < places && !taken[found.place]));
        if (found.place != WEND_NONE) {
            taken[found.place] = true;
        }
    }
}

uint32_t queues_run(wend_world *world, wend_queue queue, uint64_t served, uint32_t most) {
    uint32_t steps = 0;
    while (steps < most && queues_counts(world, queue).served < served) {
        worlds_step(world, 1);
        queues_check(world, queue);
        steps++;
    }
    return steps;
}
