/* Tests explanations: the marks of built-in and user-defined entries, and events. Also checks that
 * explaining an agent changes nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/snapshot.h>

#include "base/hash.h"
#include "support/suite.h"
#include "support/worlds.h"

/* Returns a hash of the whole snapshot, including private state of models. Sorts the bodies first,
 * because the snapshot contains them in the order of the last sort. */
static uint64_t private_hash(wend_world *world) {
    ck_assert_ptr_nonnull(wend_world_view(world));
    size_t size = wend_world_save(world, NULL, 0);
    void *bytes = malloc(size);
    ck_assert_uint_eq(wend_world_save(world, bytes, size), size);
    uint64_t hash = hash_bytes(bytes, size, 0);
    free(bytes);
    return hash;
}

static wend_mark marks[64];

static const wend_mark *find(uint32_t count, wend_mark_kind kind) {
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i].kind == kind) {
            return &marks[i];
        }
    }
    return NULL;
}

START_TEST(built_in_entries_add_explain_marks) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    worlds_profile(world, "external");
    wend_goal goal = worlds_point(world, 10, 0);
    wend_agent walker = worlds_agent(world, 0, 0, goal);
    ck_assert_uint_eq(wend_world_explain(world, walker, marks, 64), 0); /* still queued */
    wend_agent_def def = wend_default_agent_def();
    def.profile = worlds_nth_profile(1);
    wend_agent explained = worlds_add(world, &def);
    worlds_step(world, 1);
    ck_assert_int_eq(wend_world_set_agent_velocity(world, explained, (wend_point){0, 1}, NULL),
                     WEND_OK);
    worlds_step(world, 1);
    uint32_t count = wend_world_explain(world, walker, marks, 64);
    const wend_mark *path = find(count, WEND_MARK_PATH);
    const wend_mark *velocity = find(count, WEND_MARK_VELOCITY);
    ck_assert_ptr_nonnull(path);
    ck_assert_float_eq(path->b.x, 10.0F);
    ck_assert_ptr_nonnull(velocity);
    ck_assert_float_eq_tol(velocity->b.x, 1.3F, 1e-5F);
    count = wend_world_explain(world, explained, marks, 64);
    velocity = find(count, WEND_MARK_VELOCITY);
    ck_assert_ptr_nonnull(velocity);
    ck_assert_float_eq(velocity->b.y, 1.0F);
    ck_assert_uint_eq(wend_world_explain(world, explained, marks, 0), 0);
    ck_assert_uint_eq(wend_world_explain(world, walker, marks, 1), 1);
    ck_assert_int_eq(wend_world_remove_agent(world, explained, NULL), WEND_OK);
    /* An agent that has arrived chooses to stand still. */
    worlds_step(world, 100);
    count = wend_world_explain(world, walker, marks, 64);
    velocity = find(count, WEND_MARK_VELOCITY);
    ck_assert_float_eq(velocity->b.x, 0.0F);
    ck_assert_uint_eq(wend_world_explain(world, explained, marks, 64), 0); /* the id is stale */
    wend_world_destroy(world);
}
END_TEST

/* ---- A test follower that keeps state, uses scratch and claims ------------------------------- */

static uint32_t resource;

static void follow_busy(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint32_t *calls = wend_agents_state(agents, view->bodies[i].slot);
            wend_region *more = wend_view_scratch(view, agents->worker, 4096);
            *more = (wend_region){.shape = WEND_SHAPE_POINT};
            bool holds = wend_view_holds(view, i, resource);
            intents[i - agents->first] =
                (wend_intent){.region = {.shape = WEND_SHAPE_DIRECTION, .a = {1, 0}},
                              .more = more,
                              .more_count = 1,
                              .speed = holds ? 1.0F : 0.5F};
            ++*calls;
            if (view->step >= 5) {
                wend_view_claim(view, agents->worker, i, resource, 0);
            }
        }
    }
}

static void explain_busy(const wend_view *view, const wend_agents *agents, uint32_t index,
                         const wend_intent *intent, wend_sketch *sketch) {
    (void)agents;
    ck_assert_uint_eq(intent->more_count, 1);
    wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_FORCE,
                                        .b = {intent->speed, (float)wend_view_key(view, index)},
                                        .label = "mine"});
}

static const wend_follower follower_busy = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "busy",
                        .summary = "keeps state and claims"},
              .state_size = 4,
              .explain = explain_busy},
    .follow = follow_busy};

/* In step 5 two agents claim one resource, and the agent with the lower key gets it. A third agent
 * waits for a goal, so claims are also committed at an earlier stage of that step. */
static uint64_t run_busy(const wend_registry *registry, bool explains) {
    wend_world *world = worlds_make(worlds_open(), registry);
    wend_profile_def def = worlds_profile_def();
    def.follow.name = "busy";
    worlds_add_profile(world, &def);
    wend_resource one = {0};
    ck_assert_int_eq(wend_world_add_resource(world, 1, &one, NULL), WEND_OK);
    resource = wend_world_resource_index(world, one);
    wend_goal goal = worlds_direction(world, 0);
    wend_agent_def agent = wend_default_agent_def();
    for (uint64_t key = 1; key <= 3; key++) {
        agent.key = key;
        agent.goal = key < 3 ? goal : (wend_goal){0};
        agent.position.y = (double)key;
        worlds_add(world, &agent);
    }
    for (int i = 0; i < 12; i++) {
        worlds_step(world, 1);
        uint64_t hash = private_hash(world);
        size_t held = 0;
        for (int k = 0; explains && k < 300; k++) {
            wend_agent id = wend_world_find_agent(world, 2);
            uint32_t count = wend_world_explain(world, id, marks, 64);
            const wend_mark *mine = find(count, WEND_MARK_FORCE);
            ck_assert_ptr_nonnull(mine);
            ck_assert_str_eq(mine->label, "mine");
            ck_assert_float_eq(mine->b.y, 2.0F);
            held = k == 0 ? wend_world_get_memory_use(world).held : held;
        }
        ck_assert_uint_eq(private_hash(world), hash);
        if (explains) { /* explaining does not accumulate memory */
            ck_assert_uint_eq(wend_world_get_memory_use(world).held, held);
        }
    }
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

START_TEST(explaining_changes_nothing) {
    wend_registry *registry = worlds_registry();
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_FOLLOWER, &follower_busy.stage.entry, NULL), 0);
    ck_assert_uint_eq(run_busy(registry, false), run_busy(registry, true));
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Events ---------------------------------------------------------------------------------- */

START_TEST(events_are_ordered_by_kind_and_key) {
    wend_registry *registry = worlds_registry();
    wend_world_def def = wend_default_world_def();
    def.threads = 2;
    wend_world *world = worlds_busy(def, registry, NULL);
    uint64_t kinds[WEND_EVENT_COUNT] = {0};
    for (int i = 0; i < 300; i++) {
        worlds_busy_run(world, 1);
        const wend_event *events;
        uint32_t count = wend_world_get_events(world, &events);
        for (uint32_t k = 0; k < count; k++) {
            kinds[events[k].kind]++;
            ck_assert_double_eq(events[k].time, wend_world_time(world));
            ck_assert(k == 0 || events[k - 1].kind < events[k].kind ||
                      (events[k - 1].kind == events[k].kind && events[k - 1].key < events[k].key));
        }
    }
    ck_assert_uint_eq(kinds[WEND_EVENT_ARRIVED], wend_world_get_stats(world).arrivals);
    ck_assert_uint_eq(kinds[WEND_EVENT_LEFT] + wend_world_agent_count(world), WORLDS_BUSY_AGENTS);
    ck_assert_uint_gt(kinds[WEND_EVENT_LAYER], 0);
    ck_assert_uint_gt(kinds[WEND_EVENT_GOAL], WORLDS_BUSY_AGENTS);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/explain", built_in_entries_add_explain_marks, explaining_changes_nothing,
          events_are_ordered_by_kind_and_key);
}
