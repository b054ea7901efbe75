/* The end of a step: arrivals, layers, events, the clock. */
#include "base/error.h"
#include "base/sort.h"
#include "behave/behave.h"
#include "behave/reach.h"
#include "state/placed_goals.h"
#include "world/areas/areas.h"
#include "world/attributes/attributes.h"
#include "world/world.h"

/* Handles an arrival at the entry of a connection or at a goal. Returns false if out of memory. */
static bool arrive(wend_world *world, uint32_t index, uint32_t goal) {
    uint32_t slot = world->bodies[index].slot;
    bool leaves = false;
    if (goal < world->connections.count) {
        return !leg_is_done(world, slot) ||
               (areas_leave(world, slot) && crossing_begin(world, index, goal));
    }
    if (!agent_arrive(world, index, goal, &leaves)) {
        return false;
    }
    if (leaves) {
        bool good = areas_leave(world, slot);
        agent_remove(world, slot);
        return good;
    }
    return true;
}

/* Applies the notes of all workers. Each note affects only one agent, so the order does not
 * matter. */
static bool apply_notes(wend_world *world) {
    for (uint32_t i = 0; i < world->worker_count; i++) {
        const step_tally *tally = &world->tallies[i];
        for (uint32_t k = 0; k < tally->note_count; k++) {
            step_note note = tally->notes[k];
            const wend_body *body = &world->bodies[note.index];
            bool good = note.kind == WEND_EVENT_ARRIVED
                            ? arrive(world, note.index, note.goal)
                            : event_add(world, WEND_EVENT_LAYER, body->slot, wend_body_layer(body));
            if (!good) {
                return false;
            }
        }
    }
    return true;
}

static bool event_before(const void *left, const void *right) {
    const wend_event *a = left, *b = right;
    bool same = a->kind == b->kind && a->key == b->key;
    return same                 ? (uint32_t)a->area.value < (uint32_t)b->area.value
           : a->kind != b->kind ? a->kind < b->kind
                                : a->key < b->key;
}

/* Reserves memory to sort the present events and `more` further ones. */
static bool reserve_sorting(wend_world *world, uint32_t more) {
    return memory_grow(&world->memory, (void **)&world->event_sorting, sizeof *world->event_sorting,
                       &world->sorting_capacity, world->event_count + more);
}

static void sort_events(wend_world *world) {
    sort_stable(world->events, world->event_sorting, world->event_count, sizeof *world->events,
                event_before);
}

/* Reserves memory for everything that follows from the notes, so that nothing can fail once the
 * agents have moved. */
static bool reserve(wend_world *world) {
    uint32_t notes = 0;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        notes += world->tallies[i].note_count;
    }
    uint32_t connected = world->connections.count > 0 ? notes : 0;
    uint32_t more = 2 * notes; /* an agent may both arrive and leave */
    if (!areas_find_changes(world)) {
        return false;
    }
    more += areas_event_count(world);
    return events_reserve(world, more) && reserve_sorting(world, more) &&
           memory_grow(&world->memory, (void **)&world->crossings, sizeof *world->crossings,
                       &world->crossing_capacity, world->crossing_count + connected);
}

static void add_stats(wend_stats *sum, const wend_stats *more) {
    sum->agent_steps += more->agent_steps;
    sum->wall_interventions += more->wall_interventions;
    sum->wall_interventions_while_feasible += more->wall_interventions_while_feasible;
    sum->infeasible_steps += more->infeasible_steps;
    sum->teleports += more->teleports;
}

/* Returns the index of the first body with an invalid next state, or UINT32_MAX. */
static uint32_t find_bad_body(const wend_world *world) {
    uint32_t bad = UINT32_MAX;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        bad = world->tallies[i].bad_body < bad ? world->tallies[i].bad_body : bad;
    }
    return bad;
}

wend_result world_finish(wend_world *world, wend_error *error) {
    uint32_t bad = find_bad_body(world);
    if (bad != UINT32_MAX) {
        profiles_end_step(world);
        if (!reserve_sorting(world, 0)) {
            return error_no_memory(error, "the world");
        }
        sort_events(world);
        return error_set(error, WEND_ERROR_NUMBER,
                         "agent %llu would move to a position that is not finite, or more than 32 "
                         "km away, in step %llu",
                         (unsigned long long)wend_view_key(&world->view, bad),
                         (unsigned long long)world->step);
    }
    if (!reserve(world)) {
        return error_no_memory(error, "the world");
    }
    wend_body *swap = world->bodies;
    world->bodies = world->spare;
    world->spare = swap;
    world->sorted = false;
    world->counted = wend_space_link_count(world->space) == 0 && world->body_count > 0 &&
                     world->ghosts.count == 0;
    for (uint32_t i = 0; i < world->worker_count; i++) {
        add_stats(&world->stats, &world->tallies[i].stats);
    }
    intents_commit(world);
    bool good = apply_notes(world) && areas_apply_changes(world);
    WEND_ASSERT(good); /* the memory was reserved */
    own_goals_sweep(world);
    sort_events(world);
    world->is_unfinished = world->is_density_filled = false;
    attributes_turn_headings(world);
    profiles_end_step(world);
    fields_sweep(world);
    world_trim(world);
    world->step++;
    crossings_advance(world);
    world_update_view(world);
    return world_update_scene(world) ? WEND_OK : error_no_memory(error, "the world");
}

uint32_t wend_world_get_events(const wend_world *world, const wend_event **out) {
    WEND_ASSERT(world != NULL && out != NULL);
    *out = world->events;
    return world->event_count;
}
