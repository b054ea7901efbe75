/* Applies the timed changes of a scenario to its world: doors, moving obstacles, obstacle classes.
 */
#ifndef RUN_COMMANDS_H
#define RUN_COMMANDS_H

#include "scenario/scenario.h"

/* Share of a step by which times may differ: rounding of sums of dt. */
#define COMMANDS_SLACK 1e-6

/* Gives the world all commands that are due before its next step; `*next` is the index of the first
 * command not yet given. `obstacles` are the ids from scenario_make_world. */
wend_result commands_give(const wend_scenario *s, wend_world *world, const wend_obstacle *obstacles,
                          uint32_t *next, wend_error *error);

#endif
