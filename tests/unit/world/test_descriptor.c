/* Headers of descriptors: descriptors with a version or size that does not fit are refused, older
 * descriptors are extended, and `user` reaches every function. Uses only the public interface. */
#include <stdlib.h>
#include <string.h>

#include <wend/wend.h>

#include "support/suite.h"
#include "support/worlds.h"

static int token; /* its address is the `user` of the descriptors below */

/* How often each function got the address of `token`. */
static struct {
    uint32_t select, plan, is_route_open, choose, follow, modify, steer, enter, leave, begin, end,
        explain;
    uint32_t wrong;
} calls;

static void count_call(uint32_t *counter, const void *user) {
    ++*counter;
    calls.wrong += user != &token;
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void steer_along(const wend_view *view, const wend_agents *agents,
                        const wend_intent *intents, wend_outcome *outcomes) {
    count_call(&calls.steer, agents->user);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_vec2 velocity = {intents[i - agents->first].speed, 0.0F};
            outcomes[i - agents->first] =
                (wend_outcome){.velocity = velocity, .displacement = {velocity.x * view->dt, 0.0F}};
        }
    }
}

static wend_steering good(void) {
    return (wend_steering){.stage = {.entry = {WEND_HEAD(wend_steering), .name = "along",
                                               .summary = "east", .user = &token}},
                           .steer = steer_along};
}

static wend_registry *make(void) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    return registry;
}

static void expect_refused(const wend_steering *steering, const char *says) {
    wend_registry *registry = make();
    wend_error error = {0};
    uint32_t count = wend_registry_count(registry, WEND_KIND_STEERING);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &steering->stage.entry, &error),
        WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, says), "'%s' does not say '%s'", error.message, says);
    ck_assert_msg(strstr(error.message, steering->stage.entry.name), "'%s' names no entry",
                  error.message);
    ck_assert_uint_eq(wend_registry_count(registry, WEND_KIND_STEERING), count);
    wend_registry_destroy(registry);
}

START_TEST(linked_library_has_the_interface_version_of_the_headers) {
    ck_assert_uint_eq(wend_interface(), WEND_INTERFACE);
}
END_TEST

START_TEST(refuses_a_descriptor_without_size) {
    wend_steering bad = good();
    bad.stage.entry.size = 0;
    expect_refused(&bad, "WEND_HEAD");
}
END_TEST

START_TEST(refuses_names_with_invalid_characters) {
    const char *const names[] = {"Bad Name", "a=b", "a/b", "\n", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        wend_steering bad = good();
        bad.stage.entry.name = names[i];
        expect_refused(&bad, "other characters than letters");
    }
}
END_TEST

START_TEST(refuses_another_interface_and_reports_both_versions) {
    wend_steering bad = good();
    bad.stage.entry.version = WEND_INTERFACE + 7;
    expect_refused(&bad, "compiled for interface 8 of wend");
    expect_refused(&bad, "has interface 1");
    expect_refused(&bad, "compile it with the headers");
    bad.stage.entry.version = 0;
    expect_refused(&bad, "compiled for interface 0 of wend");
}
END_TEST

START_TEST(refuses_a_descriptor_larger_than_known) {
    wend_steering bad = good();
    bad.stage.entry.size = sizeof bad + 8;
    expect_refused(&bad, "newer headers");
    bad.stage.entry.size = UINT32_MAX;
    expect_refused(&bad, "newer headers");
}
END_TEST

START_TEST(refuses_a_size_smaller_than_the_header) {
    wend_steering bad = good();
    bad.stage.entry.size = sizeof(wend_entry);
    expect_refused(&bad, "type of the whole descriptor");
    bad.stage.entry.size = sizeof(wend_stage) - 1;
    expect_refused(&bad, "type of the whole descriptor");
    bad.stage.entry.size = 8;
    expect_refused(&bad, "type of the whole descriptor");
}
END_TEST

START_TEST(refuses_reserved_pointers_that_are_not_null) {
    wend_steering bad = good();
    for (size_t i = 0; i < sizeof bad.stage.entry.reserved / sizeof(void *); i++) {
        bad = good();
        bad.stage.entry.reserved[i] = &token;
        expect_refused(&bad, "reserved");
    }
    for (size_t i = 0; i < sizeof bad.stage.reserved / sizeof(void *); i++) {
        bad = good();
        bad.stage.reserved[i] = &token;
        expect_refused(&bad, "reserved");
    }
}
END_TEST

/* ---- Older headers --------------------------------------------------------------------------- */

/* Returns a descriptor as older headers defined it: a block of exactly `size` bytes. */
static wend_entry *cut(const void *descriptor, size_t size) {
    wend_entry *old = malloc(size);
    ck_assert_ptr_nonnull(old);
    memcpy(old, descriptor, size);
    old->size = (uint32_t)size;
    return old;
}

START_TEST(extends_a_smaller_descriptor_with_zeros) {
    static wend_planner planner; /* the fields after `gives` are cut off: `plan` is missing */
    planner.stage.entry = (wend_entry){WEND_HEAD(wend_planner), .name = "old", .summary = "s"};
    wend_entry *old = cut(&planner, offsetof(wend_planner, maps));
    wend_registry *registry = make();
    wend_error error = {0};
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_PLANNER, old, &error),
                     WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "no function"));
    free(old);

    wend_selector selector = {.stage = {.entry = {WEND_HEAD(wend_selector), .name = "old",
                                                  .summary = "s", .user = &token},
                                        .state_size = 24},
                              .takes_all_goals = true};
    old = cut(&selector, offsetof(wend_selector, select));
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_SELECTOR, old, &error),
                     WEND_ERROR_INVALID);
    free(old);
    wend_registry_destroy(registry);
}
END_TEST

/* A kind that belongs to the kit. Older headers lack its last field, so this field is zero in the
 * registry's copy. */
typedef struct thing {
    wend_entry entry;
    int64_t old_field, new_field;
} thing;

START_TEST(a_copy_keeps_the_fields_of_an_older_descriptor) {
    worlds_heap heap = {0};
    wend_allocator allocator = worlds_allocator(&heap);
    wend_registry *registry = NULL;
    wend_error error = {0};
    ck_assert_int_eq(wend_registry_create(&allocator, &registry, &error), WEND_OK);
    ck_assert_int_eq(wend_registry_set_kind_size(registry, WEND_KIND_METRIC, sizeof(thing), &error),
                     WEND_OK);
    thing whole = {{WEND_HEAD(thing), .name = "whole", .summary = "s"}, 5, 6};
    thing given = {{WEND_HEAD(thing), .name = "old", .summary = "s", .user = &token}, 7, 8};
    wend_entry *old = cut(&given, offsetof(thing, new_field));
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_METRIC, &whole.entry, &error), WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_METRIC, old, &error), WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_METRIC, old, &error), WEND_ERROR_NAME);
    free(old); /* the registry owns its copy */

    const thing *kept = (const thing *)wend_registry_find(registry, WEND_KIND_METRIC, "old", NULL);
    ck_assert_ptr_eq(kept, wend_registry_get(registry, WEND_KIND_METRIC, 1));
    ck_assert_uint_eq(kept->entry.size, sizeof(thing));
    ck_assert_ptr_eq(kept->entry.user, &token);
    ck_assert_int_eq(kept->old_field, 7);
    ck_assert_int_eq(kept->new_field, 0);
    ck_assert_ptr_eq(wend_registry_get(registry, WEND_KIND_METRIC, 0), &whole.entry);
    wend_registry_destroy(registry);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(a_refused_copy_leaks_no_memory) {
    worlds_heap heap = {0};
    wend_allocator allocator = worlds_allocator(&heap);
    wend_registry *registry = NULL;
    thing given = {{WEND_HEAD(thing), .name = "old", .summary = "s"}, 7, 8};
    wend_entry *old = cut(&given, offsetof(thing, new_field));
    ck_assert_int_eq(wend_registry_create(&allocator, &registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_registry_set_kind_size(registry, WEND_KIND_METRIC, sizeof(thing), NULL),
                     WEND_OK);
    for (unsigned long fails = 1; fails <= 2;
         fails++) { /* first the allocation of the copy fails, then that of the list */
        heap.fails_at = heap.calls + fails;
        size_t held = heap.held;
        ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_METRIC, old, NULL),
                         WEND_ERROR_MEMORY);
        ck_assert_uint_eq(heap.held, held);
    }
    heap.fails_at = 0;
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_METRIC, old, NULL), WEND_OK);
    free(old);
    wend_registry_destroy(registry);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(size_of_a_kind_is_set_once_before_its_entries_are_added) {
    wend_registry *registry = make();
    wend_error error = {0};
    thing one = {{WEND_HEAD(thing), .name = "one", .summary = "s"}, 1, 2};
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_OUTPUT, &one.entry, &error),
                     WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "wend_kit_register"));
    ck_assert_int_eq(
        wend_registry_set_kind_size(registry, WEND_KIND_OUTPUT, sizeof(wend_entry) - 1, &error),
        WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_registry_set_kind_size(registry, WEND_KIND_OUTPUT, sizeof one, &error),
                     WEND_OK);
    ck_assert_int_eq(wend_registry_set_kind_size(registry, WEND_KIND_OUTPUT, sizeof one, &error),
                     WEND_OK);
    ck_assert_int_eq(
        wend_registry_set_kind_size(registry, WEND_KIND_OUTPUT, sizeof one + 8, &error),
        WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_registry_set_kind_size(registry, WEND_KIND_STEERING, sizeof one, &error),
                     WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_OUTPUT, &one.entry, &error), WEND_OK);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- The user pointer ------------------------------------------------------------------------ */

static void enter(const wend_view *view, const wend_agents *agents, uint32_t index) {
    (void)view, (void)index;
    count_call(&calls.enter, agents->user);
}
static void leave(const wend_view *view, const wend_agents *agents, uint32_t index) {
    (void)view, (void)index;
    count_call(&calls.leave, agents->user);
}
static void begin_step(const wend_view *view, const wend_agents *agents) {
    (void)view;
    count_call(&calls.begin, agents->user);
}
static void end_step(const wend_view *view, const wend_agents *agents) {
    (void)view;
    count_call(&calls.end, agents->user);
}
static void explain(const wend_view *view, const wend_agents *agents, uint32_t index,
                    const wend_intent *intent, wend_sketch *sketch) {
    (void)view, (void)index, (void)intent, (void)sketch;
    count_call(&calls.explain, agents->user);
}

static void select_first(const wend_view *view, const wend_agents *agents, uint32_t *goals) {
    count_call(&calls.select, agents->user);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const uint32_t *set;
            goals[i - agents->first] = wend_view_goal_set(view, i, &set) ? set[0] : WEND_NO_GOAL;
        }
    }
}

static void plan_straight(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    count_call(&calls.plan, agents->user);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_route route = {.status = WEND_ROUTE_STATUS_FOUND,
                                .gives = WEND_ROUTE_POLYLINE,
                                .map = WEND_NO_MAP};
            wend_route_sink_add(sink, i, &route);
        }
    }
}
static bool is_route_open(const wend_view *view, const wend_agents *agents, uint32_t index,
                          const wend_route *route) {
    (void)view, (void)index, (void)route;
    count_call(&calls.is_route_open, agents->user);
    return true;
}
static const char *choose(const wend_view *view, uint32_t profile, void *user, wend_error *error) {
    (void)view, (void)profile, (void)error;
    count_call(&calls.choose, user);
    return "own_plan";
}

static void follow(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    count_call(&calls.follow, agents->user);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            intents[i - agents->first] = (wend_intent){
                .region = *wend_view_goal_region(view, wend_view_goal(view, i)), .speed = 1.0F};
        }
    }
}
static void modify(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    (void)view, (void)intents;
    count_call(&calls.modify, agents->user);
}

#define OWN_STAGE(type, title)                                                                     \
    {                                                                                              \
        .entry = {WEND_HEAD(type), .name = title, .summary = "s", .user = &token}, .enter = enter, \
        .leave = leave, .begin_step = begin_step, .end_step = end_step, .explain = explain         \
    }

static const wend_selector own_select = {.stage = OWN_STAGE(wend_selector, "own_select"),
                                         .select = select_first};
static const wend_planner own_plan = {.stage = OWN_STAGE(wend_planner, "own_plan"),
                                      .gives = WEND_ROUTE_POLYLINE,
                                      .plan = plan_straight,
                                      .is_route_open = is_route_open};
static const wend_planner own_choice = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "own_choice", .summary = "s",
                        .user = &token}},
    .choose = choose,
    .gives = WEND_ROUTE_POLYLINE};
static const wend_follower own_follow = {.stage = OWN_STAGE(wend_follower, "own_follow"),
                                         .follow = follow};
static const wend_modifier own_modify = {.stage = OWN_STAGE(wend_modifier, "own_modify"),
                                         .modify = modify};
static const wend_steering own_steer = {.stage = OWN_STAGE(wend_steering, "own_steer"),
                                        .steer = steer_along};

static wend_registry *own_registry(void) {
    const struct {
        wend_kind kind;
        const wend_entry *entry;
    } all[] = {{WEND_KIND_SELECTOR, &own_select.stage.entry},
               {WEND_KIND_PLANNER, &own_plan.stage.entry},
               {WEND_KIND_PLANNER, &own_choice.stage.entry},
               {WEND_KIND_FOLLOWER, &own_follow.stage.entry},
               {WEND_KIND_MODIFIER, &own_modify.stage.entry},
               {WEND_KIND_STEERING, &own_steer.stage.entry}};
    wend_registry *registry = make();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        wend_error error = {0};
        ck_assert_msg(wend_registry_add(registry, all[i].kind, all[i].entry, &error) == WEND_OK,
                      "%s", error.message);
    }
    return registry;
}

START_TEST(user_data_is_passed_to_every_stage_function) {
    wend_registry *registry = own_registry();
    wend_world *world = worlds_make(worlds_gap(), registry);
    wend_profile_def def = wend_default_profile_def();
    def.select.name = "own_select";
    def.plan.name = "own_choice";
    def.follow.name = "own_follow";
    def.steer.name = "own_steer";
    def.modify[def.modify_count++].name = "own_modify";
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = worlds_add_profile(world, &def);
    agent.position = (wend_point){2.0, 2.0};
    wend_goal goal = worlds_point(world, 8.0, 2.0);
    agent.goal_set = worlds_goal_set(world, &goal, 1);
    wend_agent walker = worlds_add(world, &agent);
    memset(&calls, 0, sizeof calls);
    worlds_step(world, 2);
    ck_assert_int_eq(wend_world_set_class_enabled(world, 1, false, NULL), WEND_OK);
    worlds_step(world, 1);
    wend_mark marks[8];
    wend_world_explain(world, walker, marks, 8);
    ck_assert_int_eq(wend_world_remove_agent(world, walker, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(calls.wrong, 0);
    ck_assert_uint_eq(calls.choose, 1);
    ck_assert_uint_eq(calls.enter, 5);
    ck_assert_uint_eq(calls.leave, 5);
    const uint32_t others[] = {calls.select, calls.plan,   calls.is_route_open,
                               calls.follow, calls.modify, calls.steer,
                               calls.begin,  calls.end,    calls.explain};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ck_assert_msg(others[i] > 0, "function %zu was not called", i);
    }
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/descriptor", linked_library_has_the_interface_version_of_the_headers,
          refuses_a_descriptor_without_size, refuses_names_with_invalid_characters,
          refuses_another_interface_and_reports_both_versions,
          refuses_a_descriptor_larger_than_known, refuses_a_size_smaller_than_the_header,
          refuses_reserved_pointers_that_are_not_null, extends_a_smaller_descriptor_with_zeros,
          a_copy_keeps_the_fields_of_an_older_descriptor, a_refused_copy_leaks_no_memory,
          size_of_a_kind_is_set_once_before_its_entries_are_added,
          user_data_is_passed_to_every_stage_function);
}
