/* near/visible.h: the neighbours of an agent that walls do not hide. */
#ifndef NEAR_VISIBLE_H
#define NEAR_VISIBLE_H

#include <wend/model.h>

enum { NEAR_MOST_VISIBLE = 128 };

/* Finds the agents within `radius` (m) of body `index` in the order of wend_view_find_agents,
 * without the agent itself and without those behind walls. Considers the NEAR_MOST_VISIBLE nearest
 * agents. `out` has room for that many. Returns how many were written. */
uint32_t near_find_visible(const wend_view *view, uint32_t index, float radius,
                           wend_neighbour *out);

/* Does the same in no particular order, which is faster. What is computed from the result must not
 * depend on the order: a count, a minimum, a sum of integers. */
uint32_t near_collect_visible(const wend_view *view, uint32_t index, float radius,
                              wend_neighbour *out);

#endif
