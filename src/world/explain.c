/* Explains an agent: each entry of its profile adds marks that show what it perceives and
 * chooses. */
#include <string.h>

#include "base/error.h"
#include "world/world.h"

struct wend_sketch {
    const wend_world *world;
    wend_mark *marks;
    uint32_t count, capacity;
    wend_kind stage;
    const char *entry;
};

static uint64_t id_of(const wend_world *world, const wend_subject *subject) {
    return subject->kind == WEND_SUBJECT_GOAL       ? ids_at(&world->goal_ids, subject->index)
           : subject->kind == WEND_SUBJECT_OBSTACLE ? ids_at(&world->obstacle_ids, subject->index)
                                                    : subject->id;
}

void wend_sketch_add(wend_sketch *sketch, wend_mark mark) {
    if (sketch->count < sketch->capacity) {
        mark.space = wend_mark_space_of(&mark);
        mark.subject.id = id_of(sketch->world, &mark.subject);
        mark.stage = sketch->stage;
        mark.entry = sketch->entry;
        sketch->marks[sketch->count++] = mark;
    }
}

/* Returns the kind of a profile's entry at a stage. */
static wend_kind kind_at(uint32_t index) {
    static const wend_kind kinds[] = {[PROFILE_SELECT] = WEND_KIND_SELECTOR,
                                      [PROFILE_PLAN] = WEND_KIND_PLANNER,
                                      [PROFILE_FOLLOW] = WEND_KIND_FOLLOWER,
                                      [PROFILE_STEER] = WEND_KIND_STEERING};
    return index < PROFILE_MODIFY ? kinds[index] : WEND_KIND_MODIFIER;
}

/* Runs the follower and the modifiers for one body, and restores their state afterwards. */
static bool run_intent_stages(wend_world *world, uint32_t index, wend_range *range,
                              wend_intent *intent) {
    const wend_body *body = &world->bodies[index];
    const profile *p = &world->profiles[wend_body_profile(body)];
    uint32_t at = PROFILE_FOLLOW;
    wend_view storage;
    const wend_view *view = internals_view_of(&world->view, body->slot, &storage);
    for (uint32_t i = 0; i <= p->modify_count; i++, at = PROFILE_MODIFY + i - 1) {
        wend_agents agents = profile_agents(world, wend_body_profile(body), at, 0);
        agents.ranges = range;
        agents.range_count = 1;
        agents.first = index;
        uint8_t *state = agents.state_size ? wend_agents_state(&agents, body->slot) : NULL;
        uint8_t *saved = arena_take(&world->scratch[0], agents.state_size + 1, 16);
        if (!saved) {
            return false;
        }
        if (state) {
            memcpy(saved, state, agents.state_size);
        }
        if (at == PROFILE_FOLLOW) {
            ((const wend_follower *)p->stages[at].stage)->follow(view, &agents, intent);
        } else {
            ((const wend_modifier *)p->stages[at].stage)->modify(view, &agents, intent);
        }
        if (state) {
            memcpy(state, saved, agents.state_size);
        }
    }
    wend_agents one = profile_agents(world, wend_body_profile(body), PROFILE_STEER, 0);
    one.ranges = range;
    one.range_count = 1;
    one.first = index;
    steer_limit_speed(world, &one, intent);
    return true;
}

uint32_t wend_world_explain(wend_world *world, wend_agent agent, wend_mark *out,
                            uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    uint32_t slot = store_slot_of(world, agent);
    arena_reset(&world->scratch[0]);
    if (slot == STORE_FREE || world->cold.body[slot] == STORE_QUEUED ||
        agent_is_crossing(world, slot) || !world_refresh(world)) {
        return 0;
    }
    uint32_t index = world->cold.body[slot];
    const wend_body *body = &world->bodies[index];
    const profile *p = &world->profiles[wend_body_profile(body)];
    wend_view storage;
    const wend_view *view = internals_view_of(&world->view, slot, &storage);
    wend_sketch sketch = {.world = world, .marks = out, .capacity = capacity};
    wend_range range = {index, index + 1};
    wend_intent intent = {0};
    uint32_t proposals = world->claims.lists[0].count;
    bool good = run_intent_stages(world, index, &range, &intent);
    for (uint32_t i = 0; i < PROFILE_MODIFY + p->modify_count && good; i++) {
        if (p->stages[i].stage->explain) {
            wend_agents agents = profile_agents(world, wend_body_profile(body), i, 0);
            agents.ranges = &range;
            agents.range_count = 1;
            agents.first = index;
            sketch.stage = kind_at(i);
            sketch.entry = p->stages[i].stage->entry.name;
            p->stages[i].stage->explain(view, &agents, index, &intent, &sketch);
        }
    }
    world->claims.lists[0].count = proposals; /* discard the claims made here */
    return sketch.count;
}
