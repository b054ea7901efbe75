/* step/choice/selection.h: what selectors see of the choices of all agents, and where they put the
 * goals that they place. See wend/select.h. */
#ifndef STEP_CHOICE_SELECTION_H
#define STEP_CHOICE_SELECTION_H

#include <wend/select.h>

#include "base/memory.h"
#include "step/store.h"

/* A goal that a selector has placed for a body in this step. */
typedef struct placed_goal {
    wend_own_goal goal;
    bool is_placed;
} placed_goal;

typedef struct selection {
    uint32_t *populations; /* indexed by goal; valid while `counts` */
    uint32_t population_capacity;
    placed_goal *placed; /* indexed by body; valid while `places` */
    uint32_t placed_capacity;
    uint32_t *turns; /* indexed by goal set; valid while `runs_in_sequence` */
    uint32_t turn_capacity;
    bool counts, places, runs_in_sequence;
    /* The world, and functions that call the planner of a body's agent. */
    const void *world;
    bool (*measures_routes)(const void *world, uint32_t index);
    double (*route_length)(const void *world, const wend_view *view, uint32_t worker,
                           uint32_t index, uint32_t goal);
} selection;

/* True if the agent of a body walks to a goal that its selector chose. */
bool selection_is_walking(const cold_store *cold, const wend_body *body);

void selection_free(selection *s, memory *from);

/* Counts one agent less at the goal `from`, and one more at the goal `to`; each may be an index
 * that is not a goal. */
void selection_move(selection *s, uint32_t goal_count, uint32_t from, uint32_t to);

#endif
