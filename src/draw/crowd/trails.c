/* Records past positions of agents, and sorts the recorded positions by agent for drawing. */
#include "draw/crowd/trails.h"
#include "base/sort.h"
#include <string.h>

void trails_init(draw_trails *trails, memory *heap, uint32_t expected_agents) {
    memset(trails, 0, sizeof *trails);
    trails->heap = heap;
    trails->most = TRAILS_MAX_SAMPLES;
    trails->frame_stride = 1;
    trails->agent_stride = 1 + expected_agents / (TRAILS_MAX_SAMPLES / TRAILS_LEAST_FRAMES);
}

bool trails_agents_are_listed(const wend_recording *recording) {
    bool all = recording->agent_count > 0;
    for (uint32_t i = 0; i < recording->group_count && all; i++) {
        all = recording->groups[i].first_agent != WEND_NONE;
    }
    return all;
}

void trails_free(draw_trails *trails) {
    memory_free(trails->heap, trails->samples, trails->capacity * sizeof *trails->samples);
    trails->samples = NULL;
    trails->count = 0;
    trails->capacity = 0;
}

static void drop_every_second_frame(draw_trails *trails) {
    trails->frame_stride *= 2;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < trails->count; i++) {
        if (trails->samples[i].frame % trails->frame_stride == 0) {
            trails->samples[kept++] = trails->samples[i];
        }
    }
    trails->count = kept;
}

static void set_origin(draw_trails *trails, const wend_recording *recording,
                       const wend_frame *frame) {
    if (!trails->has_origin && (recording->space != NULL || frame->agent_count > 0)) {
        trails->origin = recording->space != NULL ? wend_space_origin(recording->space)
                                                  : frame->agents[0].position;
        trails->has_origin = true;
    }
}

static trail_sample make_sample(const draw_trails *trails, const wend_recording *recording,
                                const wend_agent_state *agent) {
    wend_vec2 position = {(float)(agent->position.x - trails->origin.x),
                          (float)(agent->position.y - trails->origin.y)};
    return (trail_sample){.agent = agent->agent.value,
                          .position = position,
                          .group = wend_recording_group_of(recording, agent->key),
                          .layer = agent->layer};
}

bool trails_add(draw_trails *trails, const wend_recording *recording, const wend_frame *frame) {
    uint32_t number = trails->frames_seen++;
    set_origin(trails, recording, frame);
    trails->first_time = number == 0 ? frame->time : trails->first_time;
    trails->most_agents =
        frame->agent_count > trails->most_agents ? frame->agent_count : trails->most_agents;
    if (number % trails->frame_stride != 0) {
        return true;
    }
    if (trails->count > 0 && frame->agent_count > trails->most - trails->count) {
        drop_every_second_frame(trails);
        if (number % trails->frame_stride != 0) {
            return true;
        }
    }
    for (uint32_t i = 0; i < frame->agent_count && trails->count < trails->most; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        if (agent->key % trails->agent_stride != 0) {
            continue;
        }
        if (!memory_grow(trails->heap, (void **)&trails->samples, sizeof *trails->samples,
                         &trails->capacity, trails->count + 1)) {
            return false;
        }
        trail_sample *sample = &trails->samples[trails->count++];
        *sample = make_sample(trails, recording, agent);
        sample->frame = number;
        sample->time = (float)(frame->time - trails->first_time);
    }
    return true;
}

wend_point trails_position(const draw_trails *trails, const trail_sample *sample) {
    return (wend_point){trails->origin.x + (double)sample->position.x,
                        trails->origin.y + (double)sample->position.y};
}

static bool comes_before(const void *left, const void *right) {
    const trail_sample *a = left, *b = right;
    uint32_t slot_a = (uint32_t)a->agent, slot_b = (uint32_t)b->agent;
    return slot_a != slot_b ? slot_a < slot_b : a->frame < b->frame;
}

trail_sample *trails_sort_by_agent(const draw_trails *trails) {
    size_t size = trails->count * sizeof(trail_sample);
    trail_sample *sorted = memory_get(trails->heap, size);
    trail_sample *scratch = memory_get(trails->heap, size);
    if (sorted != NULL && scratch != NULL) {
        memcpy(sorted, trails->samples, size);
        sort_stable(sorted, scratch, trails->count, sizeof *sorted, comes_before);
    } else {
        memory_free(trails->heap, sorted, size);
        sorted = NULL;
    }
    memory_free(trails->heap, scratch, size);
    return sorted;
}
