/* The agents in a snapshot: slots, bodies, agents on connections, routes, holdings and state. The
 * order of the bodies is kept, because the next sort starts from it. */
#include <math.h>
#include <string.h>

#include "behave/activity.h"
#include "world/attributes/attributes.h"
#include "world/snapshot/snapshot.h"

/* ---- Slots ----------------------------------------------------------------------------------- */

static bool is_below(uint32_t index, uint32_t count) {
    return index == UINT32_MAX || index < count;
}

static bool is_valid_reference(const id_table *ids, uint32_t index) {
    return index == UINT32_MAX || ids_is_used(ids, index);
}

/* Status of a slot in a snapshot: free, queued, live or on a connection. */
enum { SLOT_FREE, SLOT_QUEUED, SLOT_LIVE, SLOT_CROSSING };

static uint8_t status_of(const wend_world *world, uint32_t slot) {
    uint32_t body = world->cold.body[slot];
    return body == STORE_FREE               ? SLOT_FREE
           : body == STORE_QUEUED           ? SLOT_QUEUED
           : agent_is_crossing(world, slot) ? SLOT_CROSSING
                                            : SLOT_LIVE;
}

/* Archives the activity of an agent. Whether it is consistent with the agent's body is checked
 * later. */
static void archive_behaviour(archive *ar, cold_behaviour *record) {
    archive_u8(ar, &record->activity);
    archive_u8(ar, &record->previous);
    archive_bool(ar, &record->is_lost);
    bool is_rerouting = record->is_rerouting;
    archive_bool(ar, &is_rerouting);
    record->is_rerouting = is_rerouting;
    bool has_given_goal = record->has_given_goal;
    archive_bool(ar, &has_given_goal);
    record->has_given_goal = has_given_goal;
    archive_u32(ar, &record->since);
    archive_expect(ar,
                   record->activity < WEND_ACTIVITY_LEFT && record->previous < WEND_ACTIVITY_LEFT,
                   "an agent's activity is not valid");
}

/* Archives the current leg of an agent's path. Does nothing in spaces without connections. */
static void archive_leg(archive *ar, wend_world *world, uint32_t slot) {
    if (!world->cold.legs) {
        return;
    }
    cold_leg *leg = &world->cold.legs[slot];
    archive_u32(ar, &leg->arc);
    archive_u32(ar, &leg->planned);
    archive_u32(ar, &leg->via_first);
    archive_u32(ar, &leg->via_end);
    uint32_t path = world->cold.path[slot];
    uint32_t points = path < world->path_count ? world->paths[path].count : 0;
    archive_expect(ar,
                   is_below(leg->arc, world->connections.count) &&
                       is_below(leg->planned, world->connections.count) &&
                       leg->via_first <= leg->via_end && leg->via_end <= points,
                   "an agent's leg is not valid");
}

/* Archives the last intent of an agent. */
static void archive_intent(archive *ar, wend_last_intent *last) {
    archive_vec2(ar, &last->aim);
    archive_vec2(ar, &last->preferred_velocity);
    archive_f32(ar, &last->speed);
    archive_u32(ar, &last->region.bits);
    archive_expect(ar,
                   isfinite(last->aim.x) && isfinite(last->aim.y) && isfinite(last->speed) &&
                       isfinite(last->preferred_velocity.x) && isfinite(last->preferred_velocity.y),
                   "an agent's last intent is not finite");
}

/* Archives the cold data of an agent or, if the agent is queued, its initial values. They are
 * checked only if the slot is in use: a free slot may hold what was left of a damaged packed agent.
 * A goal that belongs to a packed agent is archived elsewhere. */
static void archive_cold_data(archive *ar, wend_world *world, uint32_t slot, bool is_live,
                              bool is_used, bool is_packed) {
    cold_store *cold = &world->cold;
    uint32_t goal = ar->loading ? WEND_NO_GOAL : cold->goal[slot];
    goal = is_packed && goal != WEND_NO_GOAL && world->goals.records[goal].is_own ? WEND_NO_GOAL
                                                                                  : goal;
    archive_u32(ar, &goal);
    cold->goal[slot] = ar->loading ? goal : cold->goal[slot];
    archive_u32(ar, &cold->goal_set[slot]);
    archive_u32(ar, &cold->path[slot]);
    archive_u32(ar, &cold->group[slot]);
    uint8_t solve_status = (uint8_t)cold->choice[slot].solve_status;
    uint32_t region = cold->choice[slot].region;
    archive_u8(ar, &solve_status);
    archive_u32(ar, &region);
    cold->choice[slot] = (cold_choice){.region = (uint16_t)region, .solve_status = solve_status};
    uint64_t unreachable = store_unreachable(cold, slot);
    archive_u64(ar, &unreachable);
    store_set_unreachable(cold, slot, unreachable);
    archive_vec2(ar, &cold->planned[slot]);
    if (is_live) { /* a queued agent has no such data yet */
        archive_behaviour(ar, &cold->behaviour[slot]);
        archive_leg(ar, world, slot);
        if (cold->intents) {
            archive_intent(ar, &cold->intents[slot]);
        }
    }
    if (is_used) {
        snapshot_visit(ar, world, slot);
    }
    archive_expect(ar,
                   !ar->loading || !is_used ||
                       (solve_status <= WEND_SOLVE_INFEASIBLE &&
                        snapshot_is_position(cold->planned[slot]) &&
                        !(unreachable & STORE_TRYING_OTHERS) &&
                        is_valid_reference(&world->goal_ids, cold->goal[slot]) &&
                        is_valid_reference(&world->goal_set_ids, cold->goal_set[slot]) &&
                        is_valid_reference(&world->path_ids, cold->path[slot]) &&
                        is_valid_reference(&world->group_ids, cold->group[slot])),
                   "an agent refers to a goal, goal set, path or group that does not exist");
}

static void archive_slot(archive *ar, wend_world *world, uint32_t slot) {
    cold_store *cold = &world->cold;
    uint8_t status = status_of(world, slot);
    uint64_t key = cold->key[slot];
    archive_u8(ar, &status);
    archive_u64(ar, &key);
    archive_u32(ar, &cold->generation[slot]);
    bool used = status != SLOT_FREE;
    archive_cold_data(ar, world, slot, status == SLOT_LIVE || status == SLOT_CROSSING, used, false);
    if (!ar->loading) {
        return;
    }
    archive_expect(ar,
                   status <= (cold->legs ? SLOT_CROSSING : SLOT_LIVE) &&
                       cold->generation[slot] != 0 && (!used || key != 0),
                   "a slot is not valid");
    cold->body[slot] = status == SLOT_FREE ? STORE_FREE : STORE_QUEUED;
    cold->route[slot] = 0;
    cold->holdings[slot] = CLAIM_NONE;
    if (used && !ar->failed) {
        archive_expect(ar, store_set_key(world, slot, key), "a key is used twice");
    } else {
        cold->key[slot] = key;
    }
}

/* Archives the free slots, in the order in which they will be reused. */
static void archive_free_slots(archive *ar, wend_world *world) {
    cold_store *cold = &world->cold;
    uint32_t count = 0, free_count = 0, next = cold->free;
    for (uint32_t slot = 0; slot < cold->used; slot++) {
        free_count += cold->body[slot] == STORE_FREE;
    }
    count = free_count;
    archive_u32(ar, &count);
    archive_expect(ar, count == free_count, "the list of free slots is incomplete");
    uint32_t *link = &cold->free;
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        uint32_t slot = next;
        archive_u32(ar, &slot);
        if (!ar->loading) {
            next = cold->goal[slot];
            continue;
        }
        /* Rejects a slot that is listed twice or is not free. Slots already seen are marked in
         * `body`. */
        archive_expect(ar, slot < cold->used && cold->body[slot] == STORE_FREE,
                       "a slot that is listed as free is in use");
        if (!ar->failed) {
            cold->body[slot] = STORE_QUEUED;
            *link = slot;
            link = &cold->goal[slot];
        }
    }
    if (!ar->loading || ar->failed) {
        return;
    }
    *link = STORE_FREE;
    cold->free_count = count;
    for (uint32_t slot = cold->free; slot != STORE_FREE; slot = cold->goal[slot]) {
        cold->body[slot] = STORE_FREE;
    }
}

static void archive_slots(archive *ar, wend_world *world) {
    cold_store *cold = &world->cold;
    uint32_t used = cold->used;
    archive_u64(ar, &world->next_key);
    archive_u64(ar, &world->left_hash);
    archive_expect(ar, world->next_key >> 63 == 1, "its next key is out of range");
    bool has_intents = cold->has_intents;
    archive_bool(ar, &has_intents);
    archive_expect(ar, has_intents || !cold->has_intents, "the agents' last intents are missing");
    archive_expect(ar, !has_intents || store_enable_intents(world), "out of memory");
    archive_count(ar, &used, 46);
    archive_expect(ar, used <= WEND_MAX_AGENTS, "there are too many agents");
    if (ar->loading && !ar->failed) {
        archive_expect(ar, store_reserve_slots(world, used), "out of memory");
        cold->used = ar->failed ? 0 : used;
    }
    for (uint32_t i = 0; i < used && !ar->failed; i++) {
        archive_slot(ar, world, i);
    }
    archive_free_slots(ar, world);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

enum {
    KEPT_FLAGS = WEND_BODY_NEEDS_GOAL | WEND_BODY_NEEDS_ROUTE | WEND_BODY_GOAL_IS_SET |
                 WEND_BODY_IN_REACHED_GOAL | WEND_BODY_STANDS | WEND_BODY_ONE_SIDED
};

/* True if the flags of a body and a delay match its agent's activity. */
static bool fits_activity(const wend_world *world, const wend_body *body, bool crosses) {
    wend_activity activity = activity_of(world, body->slot);
    uint32_t flags = wend_body_flags(body);
    bool needs_goal = (flags & WEND_BODY_NEEDS_GOAL) != 0;
    bool is_delayed = store_is_delayed(&world->cold, body->slot);
    return ((flags & WEND_BODY_STANDS) != 0) == activity_is_standing(activity) &&
           (activity == WEND_ACTIVITY_CROSSING) == crosses &&
           (activity != WEND_ACTIVITY_CHOOSING || needs_goal) &&
           (!is_delayed || (activity == WEND_ACTIVITY_WAITING && !needs_goal)) &&
           !((flags & WEND_BODY_NEEDS_ROUTE) && activity_is_waiting(activity));
}

static bool is_valid_body(const wend_world *world, const wend_body *body, bool crosses) {
    return snapshot_is_position(body->position) && isfinite(body->velocity.x) &&
           isfinite(body->velocity.y) && body->radius >= 0.001F && body->radius <= 1000.0F &&
           wend_body_layer(body) < wend_space_layer_count(world->space) &&
           ids_is_used(&world->profile_ids, wend_body_profile(body)) &&
           !(wend_body_flags(body) & ~(uint32_t)KEPT_FLAGS) && body->slot < world->cold.used &&
           world->cold.body[body->slot] == STORE_QUEUED && fits_activity(world, body, crosses);
}

static void archive_body_data(archive *ar, wend_body *body) {
    archive_vec2(ar, &body->position);
    archive_vec2(ar, &body->velocity);
    archive_f32(ar, &body->radius);
    archive_u32(ar, &body->tags);
}

static void archive_body(archive *ar, wend_world *world, wend_body *body) {
    archive_body_data(ar, body);
    archive_u32(ar, &body->slot);
    if (!ar->loading) {
        return;
    }
    archive_expect(ar, is_valid_body(world, body, false), "an agent's body is not valid");
    if (ar->failed) {
        return;
    }
    uint32_t index = world->body_count++, slot = body->slot;
    world->bodies[index] = *body;
    world->cold.body[slot] = index;
    world->live_count++;
    attributes_sample(world, wend_body_profile(body), slot);
    archive_expect(ar, group_join(world, slot), "out of memory");
}

static bool is_gone(const wend_body *body) {
    return wend_body_flags(body) & (WEND_BODY_GHOST | WEND_BODY_REMOVED);
}

static void archive_bodies(archive *ar, wend_world *world) {
    uint32_t count = world->live_count;
    archive_count(ar, &count, 28);
    if (ar->loading) {
        archive_expect(ar, store_reserve_bodies(world, count), "out of memory");
        for (uint32_t i = 0; i < count && !ar->failed; i++) {
            wend_body body = {0};
            archive_body(ar, world, &body);
        }
        world_update_view(world);
        return;
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        wend_body body = world->bodies[i];
        if (!is_gone(&body)) {
            archive_body(ar, world, &body);
        }
    }
}

/* ---- Agents on connections ------------------------------------------------------------------- */

static void archive_crossing_data(archive *ar, const wend_world *world, crossing *c) {
    archive_u32(ar, &c->arc);
    archive_vec2(ar, &c->from);
    archive_f64(ar, &c->begin);
    archive_f64(ar, &c->end);
    archive_expect(ar,
                   c->arc < world->connections.count && snapshot_is_position(c->from) &&
                       isfinite(c->begin) && isfinite(c->end) && c->begin <= c->end,
                   "an agent on a connection is not valid");
}

static void archive_crossing(archive *ar, wend_world *world, crossing *c) {
    archive_body_data(ar, &c->body);
    archive_u32(ar, &c->body.slot);
    archive_crossing_data(ar, world, c);
    if (!ar->loading) {
        return;
    }
    archive_expect(ar, is_valid_body(world, &c->body, true),
                   "an agent on a connection is not valid");
    if (ar->failed) {
        return;
    }
    uint32_t slot = c->body.slot;
    world->cold.body[slot] = STORE_CROSSING | world->crossing_count;
    world->crossings[world->crossing_count++] = *c;
    attributes_sample(world, wend_body_profile(&c->body), slot);
    archive_expect(ar, group_join(world, slot), "out of memory");
}

/* Archives the agents on connections in the order of their slots, because their order in the table
 * depends on the number of threads. */
static void archive_crossings(archive *ar, wend_world *world) {
    uint32_t count = world->crossing_count;
    if (!world->cold.has_connections) {
        return;
    }
    archive_count(ar, &count, 56);
    if (ar->loading) {
        archive_expect(ar,
                       memory_grow(&world->memory, (void **)&world->crossings,
                                   sizeof *world->crossings, &world->crossing_capacity, count),
                       "out of memory");
        for (uint32_t i = 0; i < count && !ar->failed; i++) {
            crossing c = {0};
            archive_crossing(ar, world, &c);
        }
        return;
    }
    for (uint32_t slot = 0; slot < world->cold.used; slot++) {
        if (agent_is_crossing(world, slot)) {
            archive_crossing(ar, world,
                             &world->crossings[world->cold.body[slot] & ~STORE_CROSSING]);
        }
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Requests a new route for an unpacked agent whose route had a field, because fields are not
 * transferred between worlds. */
static void request_field_route(archive *ar, wend_world *world, crossing *c) {
    const wend_route *route =
        ar->loading ? NULL : route_pool_at(&world->routes, world->cold.route[c->body.slot]);
    bool guided = route && (route->gives & WEND_ROUTE_FIELD);
    archive_bool(ar, &guided);
    if (ar->loading && !ar->failed && guided) {
        agent_change_flags(&c->body, WEND_BODY_NEEDS_ROUTE, 0);
        world->routes_pending = true;
    }
}

static void set_profile(wend_body *body, uint32_t index) {
    body->tags = (body->tags & ~(0xfffU << 8)) | index << 8;
}

void snapshot_agent(archive *ar, wend_world *world, crossing *c, bool is_packed,
                    memory_arena *from) {
    uint32_t slot = c->body.slot;
    bool crosses = c->arc != WEND_NONE;
    archive_cold_data(ar, world, slot, true, true, is_packed);
    machine_visit *visit = visit_of(&world->machines, slot);
    if (is_packed && ar->loading && visit) {
        archive_expect(ar, !(visit->flags & (VISIT_QUEUED | VISIT_ARRIVING)),
                       "an agent's state of its machine is not valid");
        visit->flags |= VISIT_ARRIVING;
    }
    if (is_packed) { /* a snapshot stores the goals and attributes of all agents together */
        snapshot_packed_own_goals(ar, world, slot);
        snapshot_packed_attributes(ar, world, slot, from);
    }
    wend_body body = c->body;
    uint32_t index = is_packed ? snapshot_base_profile(world, slot, wend_body_profile(&body))
                               : wend_body_profile(&body);
    set_profile(&body, index);
    archive_body_data(ar, &body);
    index = wend_body_profile(&body);
    if (ar->loading) {
        bool fits =
            ar->failed || !is_packed ||
            (ids_is_used(&world->profile_ids, index) && snapshot_derive(world, slot, &index));
        archive_expect(ar, fits, "an agent's profile does not fit its machine");
        c->body = body;
        set_profile(&c->body, index);
    }
    archive_bool(ar, &crosses);
    if (crosses && !ar->failed) {
        archive_crossing_data(ar, world, c);
    }
    if (ar->loading) {
        archive_expect(ar, is_valid_body(world, &c->body, crosses), "an agent's body is not valid");
        if (ar->failed) {
            return;
        }
        attributes_sample(world, wend_body_profile(&c->body), slot);
    }
    if (is_packed) {
        request_field_route(ar, world, c);
    }
    snapshot_agent_rest(ar, world, &c->body, is_packed, from);
}

/* Lists the agents that stand still because of a delay, after they have been loaded. */
static void load_delays(archive *ar, wend_world *world) {
    for (uint32_t slot = 0; slot < world->cold.used && ar->loading && !ar->failed; slot++) {
        if (world->cold.body[slot] < STORE_QUEUED) {
            archive_expect(ar, delays_reserve(world, slot), "out of memory");
            if (!ar->failed) {
                delays_add(world, slot);
            }
        }
    }
}

void snapshot_agents(archive *ar, wend_world *world, memory_arena *from) {
    archive_slots(ar, world);
    snapshot_attributes(ar, world, from);
    archive_bodies(ar, world);
    archive_crossings(ar, world);
    snapshot_count_visits(ar, world);
    for (uint32_t slot = 0; slot < world->cold.used && !ar->failed; slot++) {
        if (world->cold.body[slot] < STORE_QUEUED) {
            snapshot_agent_rest(ar, world, agent_body(world, slot), false, from);
        }
    }
    load_delays(ar, world);
    snapshot_ghosts(ar, world);
    snapshot_commands(ar, world, from);
}
