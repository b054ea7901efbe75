/* Registries: built-in entries, failing lookups, refused entries. */
#include <stdio.h>
#include <string.h>

#include "support/suite.h"
#include "support/worlds.h"

static wend_registry *make(void) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    return registry;
}

/* Checks that the entries of a kind match the list of entries in a source file. The list is read as
 * text, not compiled in. */
static uint32_t check_list(const wend_registry *registry, wend_kind kind, const char *file) {
    char path[512], line[256], name[64];
    snprintf(path, sizeof path, "%s/src/%s", WEND_SOURCE_DIR, file);
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    uint32_t count = 0;
    while (fgets(line, sizeof line, in)) {
        if (sscanf(line, "WEND_ENTRY(%63[a-z_0-9])", name) == 1) {
            const wend_entry *entry = wend_registry_get(registry, kind, count++);
            ck_assert_str_eq(entry->name, name);
            ck_assert_ptr_eq(wend_registry_find(registry, kind, name, NULL), entry);
        }
    }
    fclose(in);
    ck_assert_uint_eq(wend_registry_count(registry, kind), count);
    return count;
}

START_TEST(contains_all_built_in_entries) {
    wend_registry *registry = make();
    ck_assert_uint_ge(check_list(registry, WEND_KIND_SELECTOR, "behave/select/selectors.inl"), 3);
    ck_assert_uint_ge(check_list(registry, WEND_KIND_PLANNER, "plan/planners.inl"), 1);
    ck_assert_uint_ge(check_list(registry, WEND_KIND_FOLLOWER, "follow/followers.inl"), 1);
    ck_assert_uint_ge(check_list(registry, WEND_KIND_MODIFIER, "modify/modifiers.inl"), 1);
    ck_assert_uint_ge(check_list(registry, WEND_KIND_STEERING, "steer/models.inl"), 2);
    ck_assert_uint_ge(check_list(registry, WEND_KIND_CONDITION, "behave/condition/conditions.inl"),
                      1);
    check_list(registry, WEND_KIND_ACTION, "behave/action/actions.inl");
    check_list(registry, WEND_KIND_TRIGGER, "behave/trigger/triggers.inl");
    wend_registry_destroy(registry);
}
END_TEST

START_TEST(message_for_unknown_name_suggests_the_nearest) {
    wend_registry *registry = make();
    wend_error error = {0};
    ck_assert_ptr_null(wend_registry_find(registry, WEND_KIND_STEERING, "dirct", &error));
    ck_assert_int_eq(error.code, WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(error.message, "'dirct'"));
    ck_assert_ptr_nonnull(strstr(error.message, "'direct'"));
    ck_assert_ptr_nonnull(strstr(error.message, "steering"));
    ck_assert_ptr_null(wend_registry_find(registry, WEND_KIND_PLANNER, "direct", &error));
    wend_registry_destroy(registry);

    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = wend_default_profile_def();
    wend_profile index = {77};
    def.follow.name = "waypiont";
    ck_assert_int_eq(wend_world_add_profile(world, &def, &index, &error), WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(error.message, "'waypoint'"));
    ck_assert_uint_eq(index.value, 77);
    def.follow.name = NULL;
    ck_assert_int_eq(wend_world_add_profile(world, &def, &index, &error), WEND_ERROR_NAME);
    wend_world_destroy(world);
}
END_TEST

static void steer_nothing(const wend_view *view, const wend_agents *agents,
                          const wend_intent *intents, wend_outcome *outcomes) {
    (void)view, (void)agents, (void)intents, (void)outcomes;
}

static void expect_refused(wend_registry *registry, const wend_steering *steering,
                           const char *says) {
    wend_error error = {0};
    uint32_t count = wend_registry_count(registry, WEND_KIND_STEERING);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &steering->stage.entry, &error),
        WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, says), "'%s' does not say '%s'", error.message, says);
    ck_assert_uint_eq(wend_registry_count(registry, WEND_KIND_STEERING), count);
}

START_TEST(duplicates_and_incomplete_descriptors_are_refused) {
    wend_registry *registry = make();
    wend_error error = {0};
    wend_steering good = {
        .stage = {.entry = {WEND_HEAD(wend_steering), .name = "mine", .summary = "s"}},
        .steer = steer_nothing};
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &good.stage.entry, &error),
                     WEND_OK);
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &good.stage.entry, &error),
                     WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(error.message, "'mine'"));

    wend_steering bad = {
        .stage = {.entry = {WEND_HEAD(wend_steering), .name = "bad", .summary = "s"}}};
    expect_refused(registry, &bad, "function");
    bad.steer = steer_nothing;
    bad.stage.entry.summary = NULL;
    expect_refused(registry, &bad, "summary");
    bad.stage.entry.summary = "s";
    bad.stage.entry.name = "";
    expect_refused(registry, &bad, "name");
    bad.stage.entry.name = "bad";
    bad.stage.entry.param_count = 1;
    expect_refused(registry, &bad, "table");
    wend_param row = {"x", WEND_PARAM_NUMBER, 4, 0, 0, 1, "m", "h", NULL};
    bad.stage.entry.params = &row;
    bad.stage.entry.params_size = 8;
    expect_refused(registry, &bad, "outside");
    row.offset = SIZE_MAX;
    expect_refused(registry, &bad, "outside");
    row.offset = 0;
    row.help = NULL;
    expect_refused(registry, &bad, "help");
    row.help = "h";
    row.type = WEND_PARAM_CHOICE;
    expect_refused(registry, &bad, "choices");
    row.type = WEND_PARAM_NUMBER;
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_STEERING, &bad.stage.entry, &error),
                     WEND_OK);
    wend_registry_destroy(registry);
}
END_TEST

/* Each kind requires its own function; the function of another kind is not enough. */
START_TEST(each_kind_of_descriptor_needs_its_function) {
    static const wend_selector selector = {
        .stage = {.entry = {WEND_HEAD(wend_selector), .name = "x", .summary = "s"}}};
    static const wend_planner planner = {
        .stage = {.entry = {WEND_HEAD(wend_planner), .name = "x", .summary = "s"}}};
    static const wend_follower follower = {
        .stage = {.entry = {WEND_HEAD(wend_follower), .name = "x", .summary = "s"}}};
    static const wend_modifier modifier = {
        .stage = {.entry = {WEND_HEAD(wend_modifier), .name = "x", .summary = "s"}}};
    const wend_entry *entries[] = {&selector.stage.entry, &planner.stage.entry,
                                   &follower.stage.entry, &modifier.stage.entry};
    wend_registry *registry = make();
    for (int kind = WEND_KIND_SELECTOR; kind <= WEND_KIND_MODIFIER; kind++) {
        wend_error error = {0};
        ck_assert_int_eq(wend_registry_add(registry, (wend_kind)kind, entries[kind], &error),
                         WEND_ERROR_INVALID);
        ck_assert_ptr_nonnull(strstr(error.message, wend_kind_text((wend_kind)kind)));
    }
    wend_registry_destroy(registry);
}
END_TEST

static void plan_nothing(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    (void)agents;
    (void)sink;
}

/* A planner must have a parameter for the name of each of its maps. */
START_TEST(planners_must_name_their_maps_by_valid_parameters) {
    typedef struct own_params {
        const char *map;
        int32_t mode;
    } own_params;
    static const char *const modes[] = {"near", "far", NULL};
    static const wend_param params[] = {
        {"map", WEND_PARAM_NAME, offsetof(own_params, map), 0, 0, 0, "", "h", NULL},
        {"mode", WEND_PARAM_CHOICE, offsetof(own_params, mode), 0, 0, 0, "", "h", modes}};
    static const struct {
        wend_map_need need;
        bool good;
    } cases[] = {
        {{"navmesh", "map", NULL, NULL}, true},    {{"navmesh", "", NULL, NULL}, true},
        {{"navmesh", "map", "mode", "far"}, true}, {{"navmesh", "mesh", NULL, NULL}, false},
        {{"navmesh", "mode", NULL, NULL}, false},  {{"navmesh", NULL, NULL, NULL}, false},
        {{NULL, "map", NULL, NULL}, false},        {{"navmesh", "map", "mode", "none"}, false},
        {{"navmesh", "map", "mode", NULL}, false}, {{"navmesh", "map", "kind", "far"}, false},
        {{"navmesh", "map", "map", "far"}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_registry *registry = make();
        wend_error error = {0};
        wend_planner planner = {
            .stage = {.entry = {WEND_HEAD(wend_planner), .name = "mine", .summary = "s",
                                .params = params, .param_count = 2,
                                .params_size = sizeof(own_params)}},
            .maps = &cases[i].need,
            .map_count = 1,
            .plan = plan_nothing};
        wend_result result =
            wend_registry_add(registry, WEND_KIND_PLANNER, &planner.stage.entry, &error);
        ck_assert_msg((result == WEND_OK) == cases[i].good, "case %zu: %s", i, error.message);
        ck_assert(cases[i].good || strstr(error.message, "a map that no parameter names") != NULL);
        wend_registry_destroy(registry);
    }
}
END_TEST

/* Only maps may have parameters that are lists of numbers or lists of lines. Each value is checked
 * against the parameter's row in the table. */
START_TEST(only_maps_have_list_parameters) {
    typedef struct own_params {
        wend_numbers sizes;
        wend_lines lines;
    } own_params;
    static const char *const word[] = {"size", NULL};
    wend_param params[] = {
        {"sizes", WEND_PARAM_NUMBERS, offsetof(own_params, sizes), 2, 1, 5, "m", "h", word},
        {"lines", WEND_PARAM_LINES, offsetof(own_params, lines), 0, 0, 0, "m", "h", NULL}};
    wend_registry *registry = make();
    wend_error error = {0};
    wend_steering model = {
        .stage = {.entry = {WEND_HEAD(wend_steering), .name = "mine", .summary = "s",
                            .params = params, .param_count = 2, .params_size = sizeof(own_params)}},
        .steer = steer_nothing};
    const wend_entry *entry = &model.stage.entry;
    expect_refused(registry, &model, "which only maps may have");
    ck_assert_int_eq(wend_registry_set_kind_size(registry, WEND_KIND_MAP, sizeof model, &error),
                     WEND_OK);
    params[0].choices = NULL;
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_MAP, entry, &error), WEND_ERROR_INVALID);
    ck_assert_ptr_nonnull(strstr(error.message, "a list without a name for one number"));
    params[0].choices = word;
    ck_assert_int_eq(wend_registry_add(registry, WEND_KIND_MAP, entry, &error), WEND_OK);

    static const double numbers[] = {1.0, 5.0, 6.0};
    wend_setting sizes = {"sizes", {.kind = WEND_VALUE_NUMBERS, .numbers = {numbers, 2}}};
    ck_assert_int_eq(wend_settings_check(entry, &sizes, 1, &error), WEND_OK);
    sizes.value.numbers.count = 3; /* too many numbers */
    ck_assert_int_eq(wend_settings_check(entry, &sizes, 1, &error), WEND_ERROR_LIMIT);
    ck_assert_str_eq(error.message, "sizes must be a list of 1 to 2, found 3");
    sizes.value.numbers = (wend_numbers){numbers + 1, 2};
    ck_assert_int_eq(wend_settings_check(entry, &sizes, 1, &error), WEND_ERROR_INVALID);
    ck_assert_str_eq(error.message, "size can be 6, but must lie between 1 and 5 m");
    sizes.value.kind = WEND_VALUE_TEXT;
    ck_assert_int_eq(wend_settings_check(entry, &sizes, 1, &error), WEND_ERROR_INVALID);
    sizes.name = "lines";
    ck_assert_int_eq(wend_settings_check(entry, &sizes, 1, &error), WEND_ERROR_INVALID);
    sizes.value.kind = WEND_VALUE_LINES;
    ck_assert_int_eq(wend_settings_check(entry, &sizes, 1, &error), WEND_OK);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("world/registry", contains_all_built_in_entries,
          message_for_unknown_name_suggests_the_nearest,
          duplicates_and_incomplete_descriptors_are_refused,
          each_kind_of_descriptor_needs_its_function,
          planners_must_name_their_maps_by_valid_parameters, only_maps_have_list_parameters);
}
