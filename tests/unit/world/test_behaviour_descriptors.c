/* Descriptors of conditions, actions and triggers: what a registry accepts, and why it refuses
 * others. */
#include <string.h>

#include <wend/behaviour.h>

#include "support/suite.h"
#include "support/worlds.h"

static bool holds(const wend_condition_call *call) {
    (void)call;
    return true;
}

static wend_result apply(const wend_action_call *call, wend_error *error) {
    (void)call, (void)error;
    return WEND_OK;
}

static bool fires(const wend_trigger_call *call) {
    (void)call;
    return true;
}

typedef struct own_params {
    wend_distribution pause;
    const char *text;
    wend_column column;
} own_params;

static wend_param rows[] = {
    {"pause", WEND_PARAM_DISTRIBUTION, offsetof(own_params, pause), 0.0, 0.0, 9.0, "s", "a", NULL},
    {"text", WEND_PARAM_TEXT, offsetof(own_params, text), 0.0, 0.0, 0.0, "", "a", NULL},
    {"column", WEND_PARAM_SAMPLED, offsetof(own_params, column), 0.0, 0.0, 9.0, "s", "a", NULL},
};

#define ENTRY(type, rows_used)                                                                     \
    {                                                                                              \
        WEND_HEAD(type), .name = "own", .summary = "s", .params = rows, .param_count = rows_used,  \
                         .params_size = sizeof(own_params)                                         \
    }

static wend_condition condition(void) {
    return (wend_condition){.entry = ENTRY(wend_condition, 2), .holds = holds};
}
static wend_action action(void) {
    return (wend_action){.entry = ENTRY(wend_action, 2), .apply = apply};
}
static wend_trigger trigger(void) {
    return (wend_trigger){.entry = ENTRY(wend_trigger, 2), .fires = fires};
}

static wend_registry *registry;

static void set_up(void) {
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
}

static void tear_down(void) {
    wend_registry_destroy(registry);
}

static void accept(wend_kind kind, const void *entry) {
    wend_error error = {0};
    ck_assert_msg(wend_registry_add(registry, kind, entry, &error) == WEND_OK, "%s", error.message);
    ck_assert_ptr_eq(wend_registry_find(registry, kind, "own", NULL), entry);
    ck_assert(wend_registry_remove(registry, kind, "own"));
}

static void refuse(wend_kind kind, const void *entry, const char *says) {
    wend_error error = {0};
    ck_assert_int_eq(wend_registry_add(registry, kind, entry, &error), WEND_ERROR_INVALID);
    ck_assert_msg(strstr(error.message, says) != NULL, "%s", error.message);
    ck_assert_msg(strstr(error.message, wend_kind_text(kind)) != NULL, "%s", error.message);
}

START_TEST(kinds_have_names) {
    ck_assert_str_eq(wend_kind_text(WEND_KIND_STEERING), "steering");
    ck_assert_str_eq(wend_kind_text(WEND_KIND_CONDITION), "condition");
    ck_assert_str_eq(wend_kind_text(WEND_KIND_ACTION), "action");
    ck_assert_str_eq(wend_kind_text(WEND_KIND_TRIGGER), "trigger");
    ck_assert_str_eq(wend_kind_text(WEND_KIND_MAP), "map");
    ck_assert_str_eq(wend_kind_text(WEND_KIND_COMMAND), "command");
}
END_TEST

START_TEST(complete_descriptors_are_accepted) {
    wend_condition one = condition();
    wend_action two = action();
    wend_trigger three = trigger();
    accept(WEND_KIND_CONDITION, &one);
    accept(WEND_KIND_ACTION, &two);
    accept(WEND_KIND_TRIGGER, &three);
    one.least_children = 2;
    one.most_children = WEND_MAX_CONDITIONS;
    two.saved_size = 32;
    three.memory_size = 32;
    accept(WEND_KIND_CONDITION, &one);
    accept(WEND_KIND_ACTION, &two);
    accept(WEND_KIND_TRIGGER, &three);
}
END_TEST

START_TEST(descriptors_without_their_function_are_refused) {
    wend_condition one = condition();
    wend_action two = action();
    wend_trigger three = trigger();
    one.holds = NULL;
    two.apply = NULL;
    three.fires = NULL;
    refuse(WEND_KIND_CONDITION, &one, "no function that does its work");
    refuse(WEND_KIND_ACTION, &two, "no function that does its work");
    refuse(WEND_KIND_TRIGGER, &three, "no function that does its work");
}
END_TEST

START_TEST(numbers_out_of_range_are_refused) {
    wend_condition one = condition();
    wend_action two = action();
    wend_trigger three = trigger();
    one.least_children = 1;
    refuse(WEND_KIND_CONDITION, &one, "an impossible number of children");
    one.most_children = WEND_MAX_CONDITIONS + 1;
    refuse(WEND_KIND_CONDITION, &one, "an impossible number of children");
    two.saved_size = 33;
    three.memory_size = 33;
    refuse(WEND_KIND_ACTION, &two, "more than 32 bytes");
    refuse(WEND_KIND_TRIGGER, &three, "more than 32 bytes");
}
END_TEST

START_TEST(heads_are_checked) {
    for (int i = 0; i < 8; i++) {
        wend_condition one = condition();
        wend_action two = action();
        wend_trigger three = trigger();
        *(i < 4 ? &one.reserved[i] : &one.entry.reserved[i - 4]) = rows;
        *(i < 4 ? &two.reserved[i] : &two.entry.reserved[i - 4]) = rows;
        *(i < 4 ? &three.reserved[i] : &three.entry.reserved[i - 4]) = rows;
        refuse(WEND_KIND_CONDITION, &one, "reserved");
        refuse(WEND_KIND_ACTION, &two, "reserved");
        refuse(WEND_KIND_TRIGGER, &three, "reserved");
    }
    wend_trigger three = trigger();
    three.entry.size -= 8;
    refuse(WEND_KIND_TRIGGER, &three, "type of the whole descriptor");
    three.entry.size += 16;
    refuse(WEND_KIND_TRIGGER, &three, "newer headers");
}
END_TEST

/* Distributions and texts are for these kinds only, and sampled numbers for the others only. */
START_TEST(kinds_of_parameters_are_checked) {
    wend_condition one = condition();
    one.entry.param_count = 3;
    refuse(WEND_KIND_CONDITION, &one, "use a distribution");
    wend_modifier other = {.stage = {.entry = ENTRY(wend_modifier, 1)}};
    refuse(WEND_KIND_MODIFIER, &other, "only conditions, actions and triggers");
    other.stage.entry.params = &rows[1];
    refuse(WEND_KIND_MODIFIER, &other, "only conditions, actions and triggers");
    rows[0].offset = sizeof(own_params) - sizeof(wend_distribution) + 8;
    one.entry.param_count = 1;
    refuse(WEND_KIND_CONDITION, &one, "outside its struct");
    rows[0].offset = 0;
    accept(WEND_KIND_CONDITION, &one);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        complete_descriptors_are_accepted, descriptors_without_their_function_are_refused,
        numbers_out_of_range_are_refused, heads_are_checked, kinds_of_parameters_are_checked};
    Suite *suite = suite_create("world/behaviour_descriptors");
    TCase *names = tcase_create("names"), *all = tcase_create("all");
    tcase_add_test(names, kinds_have_names);
    tcase_add_checked_fixture(all, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        tcase_add_test(all, tests[i]);
    }
    suite_add_tcase(suite, names);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
