/* Reads frames from a world: the state of its agents, the walls of its overlay, and its events. */
#include "run/frames.h"
#include <string.h>

void frames_init(frame_reader *frames, memory *heap) {
    memset(frames, 0, sizeof *frames);
    frames->heap = heap;
}

void frames_free(frame_reader *frames) {
    memory_free(frames->heap, frames->agents, frames->agent_capacity * sizeof *frames->agents);
    memory_free(frames->heap, frames->index_of_slot,
                frames->slot_capacity * sizeof *frames->index_of_slot);
    memory_free(frames->heap, frames->walls, frames->wall_capacity * sizeof *frames->walls);
    memory_free(frames->heap, frames->wall_layers,
                frames->layer_capacity * sizeof *frames->wall_layers);
    frames_init(frames, frames->heap);
}

/* Fills the table that maps slots to indices in the list of agents. Returns false if out of memory.
 */
static bool index_slots(frame_reader *frames, uint32_t count) {
    uint32_t slots = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = wend_agent_slot(frames->agents[i].agent);
        slots = slot >= slots ? slot + 1 : slots;
    }
    if (!memory_grow(frames->heap, (void **)&frames->index_of_slot, sizeof *frames->index_of_slot,
                     &frames->slot_capacity, slots)) {
        return false;
    }
    if (slots > 0) {
        memset(frames->index_of_slot, 0xff, slots * sizeof *frames->index_of_slot);
    }
    for (uint32_t i = 0; i < count; i++) {
        frames->index_of_slot[wend_agent_slot(frames->agents[i].agent)] = i;
    }
    frames->frame.agents = frames->agents;
    frames->frame.agent_count = count;
    frames->frame.index_of_slot = frames->index_of_slot;
    frames->frame.slot_count = slots;
    return true;
}

static bool read_walls(frame_reader *frames, wend_world *world) {
    uint32_t count = wend_world_get_overlay_walls(world, NULL, NULL, 0);
    if (!memory_grow(frames->heap, (void **)&frames->walls, sizeof *frames->walls,
                     &frames->wall_capacity, count) ||
        !memory_grow(frames->heap, (void **)&frames->wall_layers, sizeof *frames->wall_layers,
                     &frames->layer_capacity, count)) {
        return false;
    }
    wend_world_get_overlay_walls(world, frames->walls, frames->wall_layers, count);
    frames->frame.walls = frames->walls;
    frames->frame.wall_layers = frames->wall_layers;
    frames->frame.wall_count = count;
    return true;
}

static bool read_world(frame_reader *frames, wend_world *world) {
    wend_frame *frame = &frames->frame;
    frame->world = world;
    frame->view = wend_world_view(world);
    frame->time = wend_world_time(world);
    frame->step = wend_world_step_count(world);
    frame->event_count = wend_world_get_events(world, &frame->events);
    return frame->view != NULL && read_walls(frames, world);
}

bool frames_read(frame_reader *frames, wend_world *world) {
    uint32_t count = wend_world_agent_count(world);
    if (!memory_grow(frames->heap, (void **)&frames->agents, sizeof *frames->agents,
                     &frames->agent_capacity, count)) {
        return false;
    }
    count = wend_world_get_agents(world, frames->agents, frames->agent_capacity);
    return index_slots(frames, count) && read_world(frames, world);
}

bool frames_read_start(frame_reader *frames, wend_world *world, const wend_scenario *s,
                       const wend_agent *ids) {
    if (!memory_grow(frames->heap, (void **)&frames->agents, sizeof *frames->agents,
                     &frames->agent_capacity, s->agent_count)) {
        return false;
    }
    for (uint32_t i = 0; i < s->agent_count; i++) {
        const wend_agent_def *def = &s->agents[i];
        frames->agents[i] = (wend_agent_state){.agent = ids[i],
                                               .key = def->key,
                                               .position = def->position,
                                               .radius = (float)def->radius,
                                               .layer = def->layer,
                                               .profile = def->profile,
                                               .group = def->group};
        wend_space *space = wend_world_space(world);
        wend_location location = {wend_space_to_local(space, def->position), def->layer};
        frames->agents[i].z = wend_space_height(space, location);
    }
    return index_slots(frames, s->agent_count) && read_world(frames, world);
}
