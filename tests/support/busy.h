/* support/busy.h: a world in which everything happens at once, for tests of sameness.
 *
 * Two floors joined by a stair, pillars, a switched partition, a door, a cart that turns, goals
 * that move, have windows, capacities and all three rules of arrival, one of several parts, one
 * that goes with a player; drawn parameters, paths, groups, four selectors, a player's agent,
 * choices in every second step. */
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

/* The space alone; the caller releases it. Aborts the program if anything fails. */
wend_space *busy_space(void);

/* Agents are added in the order of their keys times `stride` modulo their number (any odd stride
 * that has no factor in common with it gives another order). */
busy_world busy_create(uint32_t threads, uint32_t stride);

/* Queues what a busy user would before step `step` of a run: doors, switches, changes of goals,
 * poses, agents added and removed. Depends on the step alone. */
void busy_command(busy_world *busy, uint64_t step);

void busy_destroy(busy_world *busy);

#endif
