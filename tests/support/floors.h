/* Floors of 20 x 12 m, one above the other, which are joined only by connections. */
#ifndef SUPPORT_FLOORS_H
#define SUPPORT_FLOORS_H

#include <wend/world.h>

enum { FLOORS_MOST = 6 };

/* Makes a connection between two locations, with default values that the caller may change. */
wend_connection_def floors_connection(double x, double y, uint32_t layer, double to_x, double to_y,
                                      uint32_t to_layer);
/* Makes a ladder at (x, y) between floors 0 and 1. Climbing it takes `duration` seconds. */
wend_connection_def floors_ladder(double x, double y, double duration);

/* Creates the space; the caller owns one reference. If `wall` is true, floor 0 has a wall across it
 * at x = 10. */
wend_space *floors_space(uint32_t floors, bool wall, const wend_connection_def *connections,
                         uint32_t count);

/* Creates a world on a space from floors_space. Its only profile has a radius of 0.25 m, a speed of
 * 1 m/s, the planner `plan` and the steering model `steer`. */
wend_world *floors_world(wend_space *space, const char *plan, const char *steer, uint32_t threads);
wend_goal floors_goal(wend_world *world, double x, double y, uint32_t layer);
wend_agent floors_agent(wend_world *world, double x, double y, uint32_t layer, wend_goal goal);

/* Returns the largest overlap of any two agents on the same floor, in m. Agents on connections are
 * not counted. */
double floors_overlap(const wend_world *world);

/* Steps until an event of `kind` happens to an agent, but takes at most `most` steps. Returns the
 * time of the event in s, or INFINITY if it does not happen. Stores the event's detail in `detail`,
 * which may be NULL. */
double floors_until(wend_world *world, wend_agent agent, wend_event_kind kind, uint32_t most,
                    uint32_t *detail);

#endif
