/* steer/solve/cells/others.h: the ground that other agents occupy. */
#ifndef STEER_SOLVE_CELLS_OTHERS_H
#define STEER_SOLVE_CELLS_OTHERS_H

#include "steer/solve/cells/agent.h"

enum { MOST_OTHERS = 128 };

/* Another agent, and the segment along which its centre may be until its hop ends. */
typedef struct cells_other {
    uint32_t index;
    float radius;
    wend_vec2 position;
    wend_vec2 a, b;     /* equal if it stands, and for agents of other models */
    wend_vec2 next;     /* the end of the hop that it has just chosen, else b; for rivals: of the
                           hop that it had at the start of the step */
    bool is_cellular;   /* it belongs to the automaton */
    bool is_on_lattice; /* a, b and next are points of cells of the agent's lattice */
} cells_other;

typedef struct cells_others {
    cells_other items[MOST_OTHERS];
    uint32_t count;
} cells_others;

/* Finds the agents near a hop of `agent`, in the order (distance, key): the nearest MOST_OTHERS. */
void cells_find_others(const cells_call *call, const cells_agent *agent, cells_others *out);
/* Does the same for `steer`, while others write their motions: from what they proposed. */
void cells_find_rivals(const cells_call *call, const cells_agent *agent, cells_others *out);

/* True if another agent occupies the point `to` in the sense of cellular.c, so that `agent` cannot
 * hop there from agent->motion.to. */
bool cells_is_occupied(const cells_call *call, const cells_agent *agent, const cells_other *other,
                       wend_vec2 to);

/* Returns the options that no other agent occupies, as a mask. An agent that stands in a cell may
 * stay there in any case. */
uint32_t cells_find_free(const cells_call *call, const cells_agent *agent,
                         const cells_others *others, const cells_options *options);

/* Finds what the proposal of `agent` is up against: returns the number of proposals that exclude
 * it, and writes whether one of them comes first. */
uint32_t cells_count_conflicts(const cells_call *call, const cells_agent *agent,
                               const cells_others *others, const cells_proposal *own,
                               bool *is_first);

/* True if an agent that moves to `next` in this step would get nearer to another agent whose disc
 * it would overlap: an agent of another model, or one that has just appeared or is held up.
 * `others` are those of cells_find_rivals. */
bool cells_would_touch(const cells_call *call, const cells_agent *agent, const cells_others *others,
                       wend_vec2 next);

#endif
