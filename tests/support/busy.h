/* support/busy.h: a world that uses every feature at once, for tests of determinism.
 *
 * It has two floors joined by a stair, pillars, a switchable partition, a door and a rotating cart.
 * Goals move, and have time windows, capacities and all three arrival rules; one goal has several
 * parts, and one moves with the agent of a player. There are sampled parameters, paths, groups and
 * four selectors. One agent is controlled by the player. Agents choose their velocity in every
 * second step. */
#ifndef SUPPORT_BUSY_H
#define SUPPORT_BUSY_H

#include <wend/wend.h>

enum { BUSY_AGENTS = 240 };

typedef struct busy_world {
    wend_space *space;
    wend_world *world;
    wend_obstacle door, cart;
    wend_goal moving;
    wend_agent player;
    wend_map_slot map;
} busy_world;

/* Creates only the space; the caller releases it. Aborts the program if anything fails. */
wend_space *busy_space(void);

/* Creates the world. Agents are added in the order of key * `stride` modulo their number, so any
 * stride that is odd and coprime to that number gives a different order. */
busy_world busy_create(uint32_t threads, uint32_t stride);

/* Queues the commands of a busy user before step `step` of a run: they open doors, switch classes,
 * change goals, teleport agents, and add and remove agents. They depend only on the step. */
void busy_command(busy_world *busy, uint64_t step);

void busy_destroy(busy_world *busy);

#endif
