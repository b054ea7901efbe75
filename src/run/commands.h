/* Applies the timed commands of a scenario to its world: doors, moving obstacles and obstacle
 * classes. */
#ifndef RUN_COMMANDS_H
#define RUN_COMMANDS_H

#include "scenario/scenario.h"

/* Fraction of a step by which times may differ, because sums of dt are rounded. */
#define COMMANDS_SLACK 1e-6

/* Applies all commands that are due before the next step of the world. `*next` is the index of the
 * first command that is not yet applied. `obstacles` holds the ids from scenario_make_world. */
wend_result commands_apply_due(const wend_scenario *s, wend_world *world,
                               const wend_obstacle *obstacles, uint32_t *next, wend_error *error);

#endif
