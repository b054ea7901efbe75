/* Agents that go where a test puts them along a route that the test lays, and tell what their
 * follower wants of them. */
#ifndef SUPPORT_PUPPETS_H
#define SUPPORT_PUPPETS_H

#include <wend/world.h>

enum { PUPPETS_MOST = 40 };

/* Route and places are in local coordinates; agents are told apart by their keys. */
extern wend_route puppets_route;                /* what is planned; status NONE: nothing */
extern wend_intent puppets_seen[PUPPETS_MOST];  /* by key: the last intents */
extern wend_location puppets_put[PUPPETS_MOST]; /* by key: where to stand next */
extern uint32_t puppets_via; /* how many points of its path the planner was told of last */

/* The planner `laid` and the steering `puppet` besides the built-in entries, for worlds of the
 * test's own; the caller destroys it. */
wend_registry *puppets_registry(void);

/* A world of puppets on a space, of which it takes the reference; its only map, which is no real
 * one, has the index 0. */
wend_world *puppets_stage(wend_space *space, const char *follow, const wend_setting *settings,
                          uint32_t count);
/* Ends it. */
void puppets_strike(wend_world *world);

/* A puppet on layer 0. */
wend_agent puppets_add(wend_world *world, uint64_t key, double x, double y, wend_goal goal);

/* Puts puppet 1 somewhere and returns what it wants there. */
wend_intent puppets_wish_at(wend_world *world, float x, float y, uint32_t layer);

/* The route of a control path, from no map. */
wend_route puppets_path(const wend_route_point *points, uint32_t count);

#endif
