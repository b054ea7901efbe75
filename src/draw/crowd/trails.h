/* Trails: past positions of agents, in limited memory.
 *
 * Samples are stored frame by frame. If there are too many samples, those of every second frame are
 * dropped, and from then on only every second frame is recorded. If there are too many agents, only
 * some of them leave trails. */
#ifndef DRAW_CROWD_TRAILS_H
#define DRAW_CROWD_TRAILS_H

#include "base/memory.h"
#include <wend/kit.h>

enum { TRAILS_MAX_SAMPLES = 1 << 21, TRAILS_LEAST_FRAMES = 16 };

typedef struct trail_sample {
    uint64_t agent;     /* id of the agent */
    wend_vec2 position; /* m, relative to the origin of the trails */
    uint32_t frame;
    uint32_t group;
    uint32_t layer;
    float time; /* s since the first frame */
} trail_sample;

typedef struct draw_trails {
    memory *heap;
    trail_sample *samples;
    uint32_t count, capacity;
    uint32_t most; /* limit on the number of samples */
    uint32_t frames_seen, frame_stride;
    uint32_t agent_stride; /* only agents whose key is a multiple of this number leave trails */
    /* Origin of the space, or the first position recorded if there is no space. */
    wend_point origin;
    bool has_origin;
    double first_time;
    uint32_t most_agents; /* largest number of agents in a frame */
} draw_trails;

/* True if a recording lists all its agents. If not (trajectory files, sources), the agents and
 * their start positions are known only from the trails. */
bool trails_agents_are_listed(const wend_recording *recording);

void trails_init(draw_trails *trails, memory *heap, uint32_t expected_agents);
void trails_free(draw_trails *trails);
/* Adds a frame. Returns false if out of memory. */
bool trails_add(draw_trails *trails, const wend_recording *recording, const wend_frame *frame);

/* Returns the position of a sample in the user's coordinates. */
wend_point trails_position(const draw_trails *trails, const trail_sample *sample);

/* Returns a copy of the samples, ordered by slot and frame. The caller frees the copy, which has
 * trails->count samples. Returns NULL if there are no samples or if out of memory. */
trail_sample *trails_sort_by_agent(const draw_trails *trails);

#endif
