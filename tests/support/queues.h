/* Worlds with a queue, for tests. */
#ifndef SUPPORT_QUEUES_H
#define SUPPORT_QUEUES_H

#include <wend/queue.h>

#include "support/worlds.h"

/* A world with one queue, and a goal at which agents leave the world. */
typedef struct queue_scene {
    wend_world *world;
    wend_queue queue;
    wend_goal tail, exit;
} queue_scene;

/* Adds a goal where agents leave the world. */
wend_goal queues_exit(wend_world *world, double x, double y);
/* Adds a queue, and fails the test on an error. */
wend_queue queues_add(wend_world *world, const wend_queue_def *def);
/* Returns the def of a line along the x axis: the front is at (0, 0), and the places are 1 m apart.
 * `count` of them are given. The points are in static storage. */
wend_queue_def queues_line(uint32_t count);
/* Makes a world on open ground with the line queues_line(places), where agents are served for
 * `service` s and then leave. Agents with the model `steer` have the given speed (m/s). */
queue_scene queues_scene(const char *steer, double speed, uint32_t places,
                         wend_distribution service);
/* Adds an agent that heads for the queue of a scene. */
wend_agent queues_agent(const queue_scene *scene, uint64_t key, double x, double y);
wend_queue_counts queues_counts(const wend_world *world, wend_queue queue);
/* Returns the place of an agent, or WEND_NONE. */
uint32_t queues_place(const wend_world *world, wend_agent agent);
/* Steps a world until `served` agents of a queue have been served, at most `most` times. Checks in
 * every step that no agent is lost. Returns the number of steps. */
uint32_t queues_run(wend_world *world, wend_queue queue, uint64_t served, uint32_t most);
/* Checks that no agent of a queue is lost, that no place is taken twice, and that the agents of a
 * line have the first places. */
void queues_check(const wend_world *world, wend_queue queue);

#endif
