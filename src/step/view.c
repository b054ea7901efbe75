/* The view's basic functions, through which models query the world. Each is O(1) unless its comment
 * says otherwise. */
#include <string.h>

#include <wend/random.h>

#include "base/error.h"
#include "step/heading.h"
#include "step/internals.h"

static uint32_t slot_of(const wend_view *view, uint32_t index) {
    WEND_ASSERT(index < view->body_count);
    return view->bodies[index].slot;
}

uint64_t wend_view_key(const wend_view *view, uint32_t index) {
    return view->internals->cold->key[slot_of(view, index)];
}

uint32_t wend_view_find_body(const wend_view *view, uint32_t slot) {
    const cold_store *cold = view->internals->cold;
    bool lives = slot < cold->used && cold->body[slot] < view->body_count;
    return lives ? cold->body[slot] : UINT32_MAX;
}

float wend_view_heading(const wend_view *view, uint32_t index) {
    WEND_ASSERT(index < view->body_count);
    return heading_of(view->internals->cold, &view->bodies[index]);
}

uint32_t wend_view_classes(const wend_view *view, uint32_t index) {
    const uint32_t *masks = store_class_masks(view->internals->cold);
    uint32_t slot = slot_of(view, index);
    return masks ? view->internals->classes & masks[slot] : view->classes;
}

int32_t wend_view_priority(const wend_view *view, uint32_t index) {
    return store_priority(view->internals->cold, slot_of(view, index));
}

const char *wend_view_label(const wend_view *view, uint32_t index) {
    const uint32_t *labels = view->internals->cold->attributes[ATTRIBUTE_LABEL];
    uint32_t slot = slot_of(view, index);
    return labels_text(view->internals->labels, labels ? labels[slot] : LABEL_NONE);
}

uint64_t wend_view_user(const wend_view *view, uint32_t index) {
    const uint64_t *users = view->internals->cold->attributes[ATTRIBUTE_USER];
    uint32_t slot = slot_of(view, index);
    return users ? users[slot] : 0;
}

uint64_t wend_view_random(const wend_view *view, uint32_t index, uint32_t purpose) {
    return wend_random_bits(view->seed, wend_view_key(view, index), view->step, purpose);
}

uint32_t wend_view_goal(const wend_view *view, uint32_t index) {
    return store_target_goal(view->internals->cold, slot_of(view, index));
}

const wend_region *wend_view_goal_region(const wend_view *view, uint32_t goal) {
    WEND_ASSERT(goal < view->internals->goals->count);
    return &view->internals->goals->records[goal].region;
}

uint32_t wend_view_goal_parts(const wend_view *view, uint32_t goal, const wend_region **parts) {
    WEND_ASSERT(goal < view->internals->goals->count);
    const goal_record *record = &view->internals->goals->records[goal];
    *parts = goal_parts(record);
    return record->part_count;
}

uint32_t wend_view_active_goals(const wend_view *view, uint32_t index, const uint32_t **goals) {
    const cold_store *cold = view->internals->cold;
    const wend_body *body = &view->bodies[index];
    uint32_t slot = slot_of(view, index), own = cold->goal[slot];
    *goals = &cold->goal[slot];
    if (store_is_on_leg(cold, slot)) {
        *goals = &cold->legs[slot].arc;
        return 1;
    }
    if (own == WEND_NO_GOAL || !internals_takes_all_goals(view, wend_body_profile(body))) {
        return own != WEND_NO_GOAL;
    }
    const uint32_t *set;
    uint32_t count = wend_view_goal_set(view, index, &set);
    for (uint32_t i = 0; i < count; i++) {
        if (set[i] == own) {
            *goals = set;
            return count;
        }
    }
    return 1; /* the goal was set for this agent, and is not in the agent's goal set */
}

uint32_t wend_view_goal_layer(const wend_view *view, uint32_t goal) {
    WEND_ASSERT(goal < view->internals->goals->count);
    return view->internals->goals->records[goal].layer;
}

uint32_t wend_view_goal_capacity_left(const wend_view *view, uint32_t goal) {
    WEND_ASSERT(goal < view->internals->goals->count);
    const goal_record *record = &view->internals->goals->records[goal];
    if (record->region.flags & WEND_REGION_CLOSED) {
        return 0;
    }
    return record->resource == WEND_NONE ? UINT32_MAX
                                         : wend_view_capacity_left(view, record->resource);
}

uint32_t wend_view_goal_set(const wend_view *view, uint32_t index, const uint32_t **goals) {
    uint32_t set = view->internals->cold->goal_set[slot_of(view, index)];
    *goals = set == WEND_NONE ? NULL : view->internals->goal_sets[set].items;
    return set == WEND_NONE ? 0 : view->internals->goal_sets[set].count;
}

bool wend_view_is_goal_reachable(const wend_view *view, uint32_t index, uint32_t goal) {
    const uint32_t *goals;
    uint32_t count = wend_view_goal_set(view, index, &goals);
    bool reachable = true;
    if (store_unreachable(view->internals->cold, slot_of(view, index)) == 0) { /* usual case */
        return true;
    }
    for (uint32_t i = 0; i < count && reachable; i++) {
        reachable = goals[i] != goal || internals_is_reachable(view, index, i);
    }
    return reachable;
}

wend_activity wend_view_activity(const wend_view *view, uint32_t index) {
    return (wend_activity)view->internals->cold->behaviour[slot_of(view, index)].activity;
}

uint32_t wend_view_chosen_region(const wend_view *view, uint32_t index) {
    return view->internals->cold->choice[slot_of(view, index)].region;
}

bool wend_view_last_intent(const wend_view *view, uint32_t index, wend_last_intent *out) {
    const cold_store *cold = view->internals->cold;
    uint32_t slot = slot_of(view, index);
    bool known = cold->intents && cold->intents[slot].speed >= 0.0F;
    if (known) {
        *out = cold->intents[slot];
    }
    return known;
}

const wend_route *wend_view_route(const wend_view *view, uint32_t index) {
    return route_pool_at(view->internals->routes,
                         view->internals->cold->route[slot_of(view, index)]);
}

uint32_t wend_view_connection(const wend_view *view, uint32_t index, wend_location *exit) {
    const cold_store *cold = view->internals->cold;
    uint32_t slot = slot_of(view, index);
    if (!store_is_on_leg(cold, slot)) {
        return WEND_NO_CONNECTION;
    }
    const connection_arc *arc = &view->internals->connections->arcs[cold->legs[slot].arc];
    if (exit) {
        *exit = arc->exit;
    }
    return arc->connection;
}

uint32_t wend_view_group(const wend_view *view, uint32_t index, const uint32_t **slots) {
    uint32_t group = view->internals->cold->group[slot_of(view, index)];
    *slots = group == WEND_NONE ? NULL : view->internals->groups[group].items;
    return group == WEND_NONE ? 0 : view->internals->groups[group].count;
}

const void *wend_view_map(const wend_view *view, uint32_t map, uint32_t *generation) {
    WEND_ASSERT(map < view->internals->map_count);
    if (generation) {
        *generation = view->internals->maps[map].generation;
    }
    return view->internals->maps[map].object;
}

const wend_map *wend_view_find_map(const wend_view *view, const char *kind, const char *name,
                                   uint32_t *out) {
    for (uint32_t i = 0; i < view->internals->map_count; i++) {
        const map_record *record = &view->internals->maps[i];
        const wend_map *map = record->is_held ? record->object : NULL;
        bool named = map && (!name || !name[0] || strcmp(name, record->name) == 0);
        if (named && strcmp(wend_map_kind(map), kind) == 0) {
            *out = i;
            return map;
        }
    }
    return NULL;
}

void *wend_view_scratch(const wend_view *view, uint32_t worker, size_t size) {
    WEND_ASSERT(worker < view->internals->worker_count);
    return arena_take(&view->internals->scratch[worker], size, 16);
}

void wend_view_claim(const wend_view *view, uint32_t worker, uint32_t index, uint32_t resource,
                     uint32_t priority) {
    claims_propose(view->internals->claims, worker,
                   (claim_proposal){.resource = resource,
                                    .priority = priority,
                                    .key = wend_view_key(view, index),
                                    .slot = slot_of(view, index),
                                    .is_release = false});
}

void wend_view_release(const wend_view *view, uint32_t worker, uint32_t index, uint32_t resource) {
    claims_propose(view->internals->claims, worker,
                   (claim_proposal){.resource = resource,
                                    .key = wend_view_key(view, index),
                                    .slot = slot_of(view, index),
                                    .is_release = true});
}

bool wend_view_holds(const wend_view *view, uint32_t index, uint32_t resource) {
    return claims_holds(view->internals->claims,
                        view->internals->cold->holdings[slot_of(view, index)], resource);
}

uint32_t wend_view_capacity_left(const wend_view *view, uint32_t resource) {
    const claim_table *claims = view->internals->claims;
    WEND_ASSERT(resource < claims->resource_count);
    return claims_capacity_left(claims, resource);
}

uint32_t wend_view_find_holder(const wend_view *view, uint32_t resource) {
    const claim_table *claims = view->internals->claims;
    WEND_ASSERT(resource < claims->resource_count);
    return wend_view_find_body(view, claims_find_holder(claims, resource));
}
