/* move/move.h: the move stage, which turns steering outcomes into the next state of bodies. */
#ifndef MOVE_MOVE_H
#define MOVE_MOVE_H

#include <wend/model.h>
#include <wend/world.h>

#include "base/memory.h"
#include "step/ground/belts.h"
#include "step/store.h"
#include "step/tally.h"

/* The speed and acceleration limits of a profile. */
typedef struct move_limits {
    wend_column max_speed, max_acceleration;
    bool respects_limits; /* true: the profile's steering model respects the limits itself */
    bool no_acceleration_limit;
    bool every_step; /* true: the profile's steering model chooses a velocity in every step */
} move_limits;

typedef struct move_job {
    const wend_view *view;
    const move_limits *limits;    /* indexed by profile */
    const wend_outcome *outcomes; /* indexed by body */
    cold_choice *choices;         /* indexed by slot */
    wend_body *next;              /* indexed by body */
    step_tally *tallies;          /* indexed by worker */
    memory *from;
    const uint16_t *belt_of; /* belt number of each body, from 1; 0: no belt; NULL: no belt moves */
    const belt_record *belts;
    bool has_walls, has_links;
    bool keeps_limits;  /* true: all steering models respect the limits themselves */
    bool is_open;       /* true: keeps_limits, and the world has neither walls nor links */
    bool keeps_choices; /* true: move_bodies writes the choices; false: move_keep_choices does */
    /* True: in this step all models chose velocities; no velocity was kept from an earlier step. */
    bool chooses;
} move_job;

/* Moves bodies [begin, end). This is a wend_task_range; `job` is a move_job. */
void move_bodies(void *job, uint32_t begin, uint32_t end, uint32_t worker);

/* Writes the choices of bodies [begin, end). Models may read the choices of all agents, so in a
 * world where bodies move while others still steer, this is called after all have steered. */
void move_keep_choices(const move_job *job, uint32_t begin, uint32_t end);

#endif
