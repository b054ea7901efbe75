/* Gives way at narrow passages, and frees agents that block each other.
 *
 * Models that avoid collisions have no notion of a queue: two crowds that meet at a door wide
 * enough for only one agent press against each other for ever. Therefore one direction goes first
 * (right_of_way.c), and agents of the other direction keep the mouth clear:
 *
 * - Agents of the direction that has the right of way go through, but do not enter while an
 *   opposing agent is inside.
 * - An agent of the other direction that is inside continues if no agent opposes it there;
 *   otherwise it walks back. An agent outside and near the mouth walks aside and back; a little
 *   farther away it stands still.
 * - Any agent that makes no progress for a while is rescued (rescue.c).
 *
 * This rule is our own; its parameters come from trials (docs/arrival.md). It changes only
 * preferred velocities. Every profile with a planner that uses a map has this modifier as its last
 * one, unless the profile lists the modifier itself.
 *
 * Cost: O(1) per agent away from passages. The route is read only by agents that pass a portal or
 * may find a passage (cursor_is_steady). */
#include <math.h>

#include <wend/model.h>

#include "geom/vec.h"
#include "modify/yield/heading.h"
#include "modify/yield/rescue.h"
#include "modify/yield/right_of_way.h"
#include "step/prefetch.h"

typedef struct yield_params {
    bool passages;
    double turn_duration, range, waiting_distance, patience, rescue_time;
} yield_params;

static const wend_param params[] = {
    {"passages", WEND_PARAM_BOOL, offsetof(yield_params, passages), 1.0, 0.0, 0.0, "",
     "opposing directions take turns at passages that are too narrow for two", NULL},
    {"turn_duration", WEND_PARAM_NUMBER, offsetof(yield_params, turn_duration), 8.0, 0.1, 3600.0,
     "s", "time for which one direction has the right of way", NULL},
    {"range", WEND_PARAM_NUMBER, offsetof(yield_params, range), 4.0, 0.0, 100.0, "m",
     "distance from a passage within which agents count as about to use it", NULL},
    {"waiting_distance", WEND_PARAM_NUMBER, offsetof(yield_params, waiting_distance), 1.2, 0.0,
     100.0, "m", "distance from the mouth of a passage at which agents wait", NULL},
    {"patience", WEND_PARAM_NUMBER, offsetof(yield_params, patience), 3.0, 0.0, 3600.0, "s",
     "time without progress after which an agent is rescued; 0: never", NULL},
    {"rescue_time", WEND_PARAM_NUMBER, offsetof(yield_params, rescue_time), 1.0, 0.1, 60.0, "s",
     "time for which a rescued agent steps back or aside", NULL},
};

/* What each step reads comes first, in as few cache lines as possible. */
typedef struct yield_state {
    route_cursor cursor;
    rescue_state rescue;
    uint32_t claimed;        /* number of the last steer interval with a claim */
    passage ahead;           /* valid if cursor.has_passage */
    passage_claim claims[2]; /* selected by the parity of the steer interval: one is written while
                                the other is read */
} yield_state;

/* Values that all agents of a call have in common. */
typedef struct yield_call {
    const wend_view *view;
    const wend_agents *agents;
    const yield_params *params;
    uint32_t interval; /* number of the current steer interval; numbers start at 2 */
    right_of_way_rules rules;
    rescue_rules rescue;
} yield_call;

/* m: agents farther than this from the mouth of a passage examine the passage less often. */
static const float far_from_mouth = 2.0F;

/* Fraction of the preferred speed at which an agent walks aside. */
static const float aside_speed = 0.7F;

/* The position of an agent relative to a passage. */
typedef struct passage_position {
    float along; /* m: distance beyond the mouth, along the axis; negative in front of the mouth */
    float aside; /* m: distance to the left of the axis */
    bool inside;
} passage_position;

static passage_position position_in(const passage *p, const wend_body *body) {
    wend_vec2 mouth = vec_sub(p->middle, vec_scale(p->axis, p->half_length));
    wend_vec2 from = vec_sub(body->position, mouth);
    float along = vec_dot(from, p->axis), aside = vec_cross(p->axis, from);
    bool between = along > -body->radius && along < 2.0F * p->half_length + body->radius;
    return (passage_position){along, aside,
                              between && fabsf(aside) < p->half_width + 0.5F * body->radius};
}

/* Keeps the mouth clear for agents that come out of the passage. */
static void keep_clear(const yield_call *call, uint32_t index, const passage *ahead,
                       passage_position at, wend_intent *intent) {
    const wend_body *body = &call->view->bodies[index];
    float clear = (float)call->params->waiting_distance;
    float distance = sqrtf(at.along * at.along + at.aside * at.aside);
    float lane = ahead->half_width + 2.0F * body->radius;
    bool near = distance < clear || (fabsf(at.aside) < lane && at.along > -2.0F * clear);
    if (!near) {
        if (distance < 2.0F * clear) {
            intent->speed = 0.0F;
        }
        return;
    }
    bool left = at.aside != 0.0F ? at.aside > 0.0F : wend_view_key(call->view, index) & 1U;
    wend_vec2 aside = vec_scale(vec_perp(ahead->axis), left ? 1.0F : -1.0F);
    wend_vec2 direction = vec_normalized(vec_sub(aside, vec_scale(ahead->axis, 0.7F)));
    set_heading(intent, direction, aside_speed * intent->speed);
}

/* Changes the intent of an agent at a passage where agents come from the other side. */
static void take_turns(const yield_call *call, uint32_t index, const passage *ahead,
                       passage_position at, passage_state seen, wend_intent *intent) {
    const wend_body *body = &call->view->bodies[index];
    if (seen.holder == HOLDER_SAME) {
        bool before = !at.inside && at.along < 0.0F;
        if (before && seen.opposed_inside && at.along > -2.0F * body->radius) {
            intent->speed = 0.0F;
        }
        return;
    }
    if (at.inside) {
        if (seen.opposed_inside) {
            set_heading(intent, vec_normalized(vec_scale(ahead->axis, -1.0F)), intent->speed);
        }
        return;
    }
    if (at.along < 0.0F) {
        keep_clear(call, index, ahead, at, intent);
    }
}

/* Returns the state of the passage as seen by an agent. Because this costs a query, agents far from
 * the mouth examine the passage only in every fourth steer interval, and reuse the result in
 * between. `last` is the agent's message from the previous interval. */
static passage_state examine_passage(const yield_call *call, uint32_t index, const passage *ahead,
                                     passage_position at, const passage_claim *last) {
    const wend_view *view = call->view;
    bool is_far = at.along * at.along + at.aside * at.aside > far_from_mouth * far_from_mouth;
    bool keeps_last = last->stamp + 1 == call->interval && is_far && !at.inside &&
                      (call->interval + wend_view_key(view, index)) % 4 != 0;
    if (keeps_last) {
        return (passage_state){.opposed = last->holder != HOLDER_NONE,
                               .holder = (right_holder)last->holder,
                               .since = last->since};
    }
    const yield_state *all = call->agents->state;
    claim_board board = {(const char *)&all->claims[~call->interval & 1U], call->agents->state_size,
                         call->interval};
    return passage_examine(view, index, ahead, at.inside, &board, &call->rules);
}

/* Publishes the agent's claim to the passage ahead, and changes its intent if agents come from the
 * other side. */
static void use_passage(const yield_call *call, uint32_t index, yield_state *state,
                        wend_intent *intent) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    const passage *ahead = &state->ahead;
    passage_claim *claim = &state->claims[call->interval & 1U];
    const passage_claim *last = &state->claims[~call->interval & 1U];
    passage_position at = position_in(ahead, body);
    float reach = call->rules.range + ahead->half_length;
    bool is_near = vec_length_squared(vec_sub(body->position, ahead->middle)) <= reach * reach;
    /* A damaged snapshot may contain any layer. */
    if (!is_near || ahead->layer >= wend_space_layer_count(view->space)) {
        return;
    }
    passage_state seen = examine_passage(call, index, ahead, at, last);
    bool waits = seen.holder == HOLDER_OPPOSITE && !at.inside;
    float waited = last->stamp + 1 == call->interval ? last->waited : 0.0F;
    state->claimed = call->interval;
    *claim = (passage_claim){.stamp = call->interval,
                             .since = seen.since,
                             .middle = ahead->middle,
                             .axis = ahead->axis,
                             .half_length = ahead->half_length,
                             .waited = waits ? waited + view->steer_interval : 0.0F,
                             .inside = at.inside,
                             .holder = (uint8_t)seen.holder};
    if (seen.opposed) {
        take_turns(call, index, ahead, at, seen, intent);
    }
}

/* `is_steady`: cursor_is_steady holds. */
static void modify_one(const yield_call *call, uint32_t index, bool is_steady,
                       wend_intent *intent) {
    const wend_body *body = &call->view->bodies[index];
    yield_state *state = wend_agents_state(call->agents, body->slot);
    if (state->claimed == call->interval) { /* in an earlier step of the same interval */
        state->claims[call->interval & 1U].stamp = 0;
    }
    if ((wend_body_flags(body) & WEND_BODY_STANDS) ||
        !(is_steady || cursor_advance(call->view, index, &state->cursor, &state->ahead))) {
        return;
    }
    if (call->rescue.patience > 0.0F) {
        rescue_apply(call->view, index, &state->cursor, &call->rescue, &state->rescue, intent);
    }
    if (state->cursor.has_passage && call->params->passages) {
        use_passage(call, index, state, intent);
    }
}

/* ---- Prefetching ----------------------------------------------------------------------------- */

/* Requests the data of bodies after `index`, up to `end`, that every step reads: see
 * step/prefetch.h. Bodies from `end` on may belong to another thread, which writes their states. */
PREFETCH_INLINE prefetch(const yield_call *call, uint32_t index, uint32_t end) {
    const wend_view *view = call->view;
    prefetch_route_entry(view, index, end);
    if (index + PREFETCH_FAR < end) {
        char *state = wend_agents_state(call->agents, view->bodies[index + PREFETCH_FAR].slot);
        for (size_t i = 0; i < offsetof(yield_state, ahead); i += STORE_LINE) {
            __builtin_prefetch(state + i, 1);
        }
        __builtin_prefetch(state + offsetof(yield_state, ahead) - 1, 1);
    }
}

/* True if the cursor of body `index` need not change. Otherwise requests the route, if `prefetches`
 * is true. */
static inline bool check_cursor(const yield_call *call, uint32_t index, bool prefetches) {
    const wend_view *view = call->view;
    const wend_body *body = &view->bodies[index];
    const yield_state *state = wend_agents_state(call->agents, body->slot);
    uint32_t handle = view->internals->cold->route[body->slot];
    const route_entry *entry = &view->internals->routes->entries[handle ? handle - 1 : 0];
    bool is_steady = handle != 0 && cursor_is_steady(&state->cursor, body, entry->hash, view->step);
    if (prefetches && !is_steady && handle != 0) {
        __builtin_prefetch(entry->route);
        __builtin_prefetch(&entry->route->disc_count);
        __builtin_prefetch(&view->internals->cold->key[body->slot]);
    }
    return is_steady;
}

/* Requests the next portal of a body with a cursor that may change. */
PREFETCH_INLINE prefetch_portals(const yield_call *call, uint32_t index) {
    const wend_body *body = &call->view->bodies[index];
    const yield_state *state = wend_agents_state(call->agents, body->slot);
    const wend_route *route = internals_route(call->view, index);
    if (route && state->cursor.next < route->portal_count) {
        __builtin_prefetch(&route->portals[state->cursor.next]);
        __builtin_prefetch(&route->portals[state->cursor.next].layer);
    }
}

/* Modifies the intents of bodies [begin, end). The cursors are checked some bodies ahead, so that
 * the routes of those that change can be requested in time; bit k of `steady` is the result for the
 * body k places after the current one. */
static void modify_range(const yield_call *call, uint32_t begin, uint32_t end,
                         wend_intent *intents) {
    bool prefetches = call->view->body_count >= PREFETCH_LEAST_BODIES;
    uint32_t lead = prefetches ? PREFETCH_AHEAD : 0, steady = 0;
    for (uint32_t i = begin; i < end && i - begin < lead; i++) {
        steady |= check_cursor(call, i, prefetches) ? 1U << (i - begin) : 0U;
    }
    for (uint32_t i = begin; i < end; i++, steady >>= 1U) {
        if (prefetches) {
            prefetch(call, i, end);
        }
        if (i + lead < end) {
            steady |= check_cursor(call, i + lead, prefetches) ? 1U << lead : 0U;
        }
        if (prefetches && i + PREFETCH_NEAR < end && !(steady >> PREFETCH_NEAR & 1U)) {
            prefetch_portals(call, i + PREFETCH_NEAR);
        }
        modify_one(call, i, steady & 1U, &intents[i - call->agents->first]);
    }
}

static void modify_yield(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    const yield_params *p = agents->params;
    uint64_t every = (uint64_t)(view->steer_interval / view->dt + 0.5F);
    yield_call call = {.view = view,
                       .agents = agents,
                       .params = p,
                       .interval = (uint32_t)(view->step / (every ? every : 1)) + 2,
                       .rules = {(float)p->turn_duration, (float)p->range},
                       .rescue = {(float)p->patience, (float)p->rescue_time}};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        modify_range(&call, agents->ranges[k].begin, agents->ranges[k].end, intents);
    }
}

const wend_modifier wend_modifier_yield = {
    .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "yield",
                        .summary = "takes turns at narrow passages, and frees stuck agents",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(yield_params)},
              .state_size = sizeof(yield_state),
              .publishes_state = true},
    .modify = modify_yield,
};
