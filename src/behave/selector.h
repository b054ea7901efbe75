/* behave/selector.h: which selector chooses the goal of an agent, and with what.
 *
 * selector_of is the only place that knows this. An agent uses the selector of its profile; another
 * owner of selectors, such as a state of a machine, would be looked up there, too. */
#ifndef BEHAVE_SELECTOR_H
#define BEHAVE_SELECTOR_H

#include "state/world.h"

/* A selector with everything that a call of it needs. */
typedef struct selector_use {
    uint32_t profile; /* index of the profile that has the selector */
    const wend_selector *selector;
    const void *params;
    void *state; /* the state of the agent in slot s: at state + s * selector->stage.state_size */
    void *model;
    double period;     /* s: see wend_selector.period_param; 0: agents do not choose again */
    uint32_t goal_set; /* WEND_NONE: none */
    uint32_t source;   /* distinguishes the goals that it places from those of other sources;
                          0: the profile's selector */
} selector_use;

/* Returns the selector of the agent in a slot, which has a body. */
selector_use selector_of(const wend_world *world, uint32_t slot);
/* True if the selectors of two agents are the same, so that one call can serve both. */
bool selector_is_same(const selector_use *a, const selector_use *b);
/* Returns the value of a selector's wend_selector.period_param in a parameter struct, or 0. */
double selector_period(const wend_selector *selector, const void *params);
/* Prepares an agent for its next choice with the selector `use`: the agent gets the goal set of
 * `use`. */
void selector_prepare(wend_world *world, uint32_t slot, const selector_use *use);
/* Calls a selector for the bodies [range.begin, range.end), which share a profile and class mask.
 * `view` has the class mask of these bodies. The choice of body i is written to goals[i - first].
 */
void selector_run(const wend_world *world, const selector_use *use, const wend_view *view,
                  wend_range range, uint32_t worker, uint32_t first, uint32_t *goals);

#endif
