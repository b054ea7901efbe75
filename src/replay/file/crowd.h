/* Assembles the agents of one frame after another from the rows of a file.
 *
 * Each key gets a slot when it first appears and keeps the slot to the end. If the file has no
 * velocities, an agent's velocity is its displacement since the last frame in which it appeared,
 * divided by the time since that frame. The velocity is zero in the agent's first frame. */
#ifndef REPLAY_FILE_CROWD_H
#define REPLAY_FILE_CROWD_H

#include "record/file/keys.h"
#include <wend/kit.h>

/* The position and time at which an agent was last seen. */
typedef struct crowd_sighting {
    wend_point position;
    double time;
    bool seen;
} crowd_sighting;

typedef struct crowd {
    memory *heap;
    const wend_space *space; /* gives the heights of agents whose rows have none; may be NULL */
    key_table keys;
    crowd_sighting *sightings; /* indexed by slot */
    wend_agent_state *agents;
    uint32_t *index_of_slot;
    uint32_t sighting_capacity, agent_capacity, slot_capacity;
    uint32_t agent_count, slot_count;
    double time;
    uint64_t step; /* number of frames begun so far */
} crowd;

typedef struct crowd_row {
    uint64_t key;
    wend_point position;
    uint32_t layer;
    bool has_velocity;
    wend_vec2 velocity;
    bool has_height;
    double z; /* m */
} crowd_row;

typedef enum crowd_status { CROWD_ADDED, CROWD_DUPLICATE, CROWD_NO_MEMORY } crowd_status;

void crowd_init(crowd *c, memory *heap);
void crowd_free(crowd *c);
/* Begins the next frame. The frame has no agents yet. */
void crowd_begin(crowd *c, double time);
/* Adds an agent to the frame. Returns CROWD_DUPLICATE if the frame already has an agent with this
 * key. */
crowd_status crowd_add(crowd *c, const crowd_row *row);
/* Stores the current frame in `*out`. The frame is valid until the next call of crowd_begin.
 * Returns false if out of memory. */
bool crowd_frame(crowd *c, wend_frame *out);

#endif
