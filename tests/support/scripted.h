/* Scripted agents: a test places them along a route that it defines, and reads the intents that
 * their follower gives them. */
#ifndef SUPPORT_SCRIPTED_H
#define SUPPORT_SCRIPTED_H

#include <wend/world.h>

enum { SCRIPTED_MAX_AGENTS = 40 };

/* Routes and locations are in local coordinates; agents are identified by key. */
extern wend_route
    scripted_route; /* the route that the planner returns; with status NONE, there is no route */
extern wend_intent
    scripted_intents[SCRIPTED_MAX_AGENTS]; /* indexed by key: the last intent of each agent */
extern wend_location
    scripted_locations[SCRIPTED_MAX_AGENTS]; /* indexed by key: the next location of each agent */
extern uint32_t scripted_via_count; /* number of path points in the planner's last request */

/* Creates a registry with the planner `laid` and the steering model `puppet` in addition to the
 * built-in entries, for tests that create worlds themselves; the caller destroys it. */
wend_registry *scripted_registry(void);

/* Creates a world of scripted agents on a space, and takes over the reference to the space. Its
 * only map, a dummy, has index 0. */
wend_world *scripted_world_create(wend_space *space, const char *follow,
                                  const wend_setting *settings, uint32_t count);
/* Destroys a world that scripted_world_create created. */
void scripted_world_destroy(wend_world *world);

/* Adds a scripted agent on layer 0. */
wend_agent scripted_add_agent(wend_world *world, uint64_t key, double x, double y, wend_goal goal);

/* Moves scripted agent 1 to a location and returns its intent there. */
wend_intent scripted_intent_at(wend_world *world, float x, float y, uint32_t layer);

/* Returns a route that consists of a control path and does not belong to a map. */
wend_route scripted_path_route(const wend_route_point *points, uint32_t count);

#endif
