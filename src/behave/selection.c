/* Prepares and ends the choices of one pass. Cost: O(agents) if a selector counts populations or
 * places goals, O(goal sets) if one runs in sequence, and O(n log n) for the n agents that are
 * sorted by key; otherwise O(agents that need a goal). */
#include "behave/selection.h"

#include <string.h>

#include "base/sort.h"
#include "geom/vec.h"
#include "state/placed_goals.h"

/* True if the selector of a body is called in this pass. */
static bool is_selecting(const wend_body *body) {
    return (wend_body_flags(body) & (WEND_BODY_NEEDS_GOAL | WEND_BODY_GHOST |
                                     WEND_BODY_GOAL_IS_SET)) == WEND_BODY_NEEDS_GOAL;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

/* Finds out what the selectors of this pass need, and prepares their agents. */
static void find_needs(wend_world *world) {
    selection *s = &world->selection;
    s->counts = s->places = s->runs_in_sequence = false;
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (is_selecting(&world->bodies[i])) {
            uint32_t slot = world->bodies[i].slot;
            selector_use use = selector_of(world, slot);
            selector_prepare(world, slot, &use);
            s->counts = s->counts || use.selector->uses_populations;
            s->places = s->places || use.selector->places_goals;
            s->runs_in_sequence = s->runs_in_sequence || use.selector->sequential;
        }
    }
}

/* Counts the agents that have each goal. Returns false if out of memory. */
static bool count_populations(wend_world *world) {
    selection *s = &world->selection;
    uint32_t goals = world->goals.count;
    if (!memory_grow(&world->memory, (void **)&s->populations, sizeof *s->populations,
                     &s->population_capacity, goals + 1)) {
        return false;
    }
    memset(s->populations, 0, (goals + 1) * sizeof *s->populations);
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        if (world->cold.body[slot] < STORE_QUEUED) {
            selection_move(s, goals, WEND_NO_GOAL, world->cold.goal[slot]);
        }
    }
    return true;
}

static bool reserve_placed_goals(wend_world *world) {
    selection *s = &world->selection;
    if (!memory_grow(&world->memory, (void **)&s->placed, sizeof *s->placed, &s->placed_capacity,
                     world->body_count)) {
        return false;
    }
    memset(s->placed, 0, world->body_count * sizeof *s->placed);
    return true;
}

static bool copy_turns(wend_world *world) {
    selection *s = &world->selection;
    if (!memory_grow(&world->memory, (void **)&s->turns, sizeof *s->turns, &s->turn_capacity,
                     world->goal_set_count + 1)) {
        return false;
    }
    for (uint32_t i = 0; i < world->goal_set_count; i++) {
        s->turns[i] = world->goal_sets[i].turn;
    }
    return true;
}

bool selection_begin(wend_world *world) {
    selection *s = &world->selection;
    find_needs(world);
    bool good = (!s->counts || count_populations(world)) &&
                (!s->places || reserve_placed_goals(world)) &&
                (!s->runs_in_sequence || copy_turns(world));
    if (!good) {
        selection_end(world, false);
    }
    return good;
}

void selection_end(wend_world *world, bool succeeded) {
    selection *s = &world->selection;
    for (uint32_t i = 0; succeeded && s->runs_in_sequence && i < world->goal_set_count; i++) {
        world->goal_sets[i].turn = s->turns[i];
    }
    s->counts = s->places = s->runs_in_sequence = false;
}

/* ---- In sequence ----------------------------------------------------------------------------- */

static bool key_before(const void *left, const void *right) {
    const body_key *a = left, *b = right;
    return a->key < b->key;
}

/* Lists the bodies for which `is_listed` holds, in the order of the agents' keys. Returns NULL if
 * out of memory. */
static body_key *list_by_key(wend_world *world,
                             bool (*is_listed)(const wend_world *world, uint32_t index),
                             uint32_t *count) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        total += is_listed(world, i);
    }
    size_t size = (total + 1) * sizeof(body_key);
    body_key *list = arena_take(&world->scratch[0], size, 16);
    body_key *sorting = arena_take(&world->scratch[0], size, 16);
    if (!list || !sorting) {
        return NULL;
    }
    *count = 0;
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (is_listed(world, i)) {
            list[(*count)++] = (body_key){world->cold.key[world->bodies[i].slot], i};
        }
    }
    sort_stable(list, sorting, *count, sizeof *list, key_before);
    return list;
}

static bool runs_in_sequence(const wend_world *world, uint32_t index) {
    const wend_body *body = &world->bodies[index];
    return is_selecting(body) && selector_of(world, body->slot).selector->sequential;
}

void selection_note(wend_world *world, uint32_t index) {
    selection *s = &world->selection;
    if (s->counts) {
        selection_move(s, world->goals.count, world->cold.goal[world->bodies[index].slot],
                       world->choices[index]);
    }
}

const body_key *selection_order(wend_world *world, uint32_t *count) {
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (is_selecting(&world->bodies[i]) && !runs_in_sequence(world, i)) {
            selection_note(world, i);
        }
    }
    return list_by_key(world, runs_in_sequence, count);
}

/* ---- Goals that selectors have placed -------------------------------------------------------- */

static bool has_placed_goal(const wend_world *world, uint32_t index) {
    return is_selecting(&world->bodies[index]) && world->choices[index] == WEND_OWN_GOAL;
}

/* Places the goal of one body, and returns its index. An agent that was walking to its goal, or
 * was still inside it, heads for the new position. */
static uint32_t place(wend_world *world, uint32_t index, bool *is_out_of_memory) {
    wend_body *body = &world->bodies[index];
    const placed_goal *placed = &world->selection.placed[index];
    if (!placed->is_placed) {
        return WEND_NO_GOAL; /* the selector returned WEND_OWN_GOAL without placing a goal */
    }
    uint32_t source = selector_of(world, body->slot).source;
    uint32_t goal = own_goals_place(world, body->slot, source, &placed->goal, is_out_of_memory);
    if (goal != WEND_NO_GOAL && goal == world->cold.goal[body->slot]) {
        float within = body->radius + placed->goal.tolerance;
        wend_vec2 to = vec_sub(placed->goal.location.position, body->position);
        bool is_inside = vec_length(to) <= within;
        agent_change_flags(body, 0, is_inside ? 0 : WEND_BODY_IN_REACHED_GOAL);
        if (selection_is_walking(&world->cold, body)) {
            agent_request_route(world, body->slot, false);
        }
    }
    return goal;
}

bool selection_place_goals(wend_world *world) {
    uint32_t count = 0;
    const body_key *order = list_by_key(world, has_placed_goal, &count);
    bool is_out_of_memory = order == NULL;
    for (uint32_t k = 0; k < count && !is_out_of_memory; k++) {
        uint32_t index = order[k].index;
        world->choices[index] = place(world, index, &is_out_of_memory);
    }
    return !is_out_of_memory;
}
