/* Scenarios that use a former name of a key, a parameter or a choice: the message states the
 * current name. */
#include "base/renamed.h"
#include "unit/scenario/lab.h"

/* Scenarios that were valid with the former name. */
static const struct {
    const char *former, *text;
} cases[] = {
    {"clear", "modify: {name: yield, clear: 1}"},
    {"divert", "steer: {name: gvo, divert: 2}"},
    {"half", "goals: {g: {oriented_box: {centre: [0, 0], half: [1, 1]}}}"},
    {"half", "agents: [{random: {oriented_box: {centre: [0, 0], half: [1, 1]}, count: 1}}]"},
    {"least_speed", "steer: {name: gvo, least_speed: 0.1}"},
    {"longest_step", "steer: {name: corridor_force, longest_step: 0.1}"},
    {"look_every", "follow: {name: waypoint, look_every: 2}"},
    {"look_every", "follow: {name: portal, look_every: 2}"},
    {"look_every", "follow: {name: attraction, look_every: 2}"},
    {"look_every", "follow: {name: indicative, look_every: 2}"},
    {"look_every", "profiles: {p: {follow: {name: portal, look_every: 2}}}"},
    {"looks", "follow: {name: attraction, looks: 2}"},
    {"place", "follow: {name: waypoint, aim: place}"},
    {"place", "follow: {name: portal, aim: place}"},
    {"place", "follow: {name: attraction, aim: place}"},
    {"place", "follow: {name: indicative, aim: place}"},
    {"rescue", "modify: {name: yield, rescue: 1}"},
    {"rest", "steer: {name: orca_segment, rest: 0.1}"},
    {"slice", "modify: {name: yield, slice: 1}"},
    {"standing_after", "time: {standing_after: 1}"},
    {"top", "output: {png: {top: 2}}"},
    {"top", "output: {svg: {top: 2}}"},
    {"turning", "obstacles: [{moving: [[0, 0], [1, 0], [0, 1]], turning: 1}]"},
    {"turning", "obstacles: [{moving: [[0, 0], [1, 0], [0, 1]], times: [{at: 1, turning: 1}]}]"},
    {"until_told", "steer: {name: external, until_told: walk}"},
    {"widest", "follow: {name: portal, widest: 2}"},
};

static const char *current_name(const char *former) {
    for (size_t i = 0; i < renamed_count; i++) {
        if (strcmp(renamed_names[i].former, former) == 0) {
            return renamed_names[i].current;
        }
    }
    ck_abort_msg("the table does not have %s", former);
}

START_TEST(messages_state_the_current_name) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[120];
        snprintf(expected, sizeof expected, "'%s'; it is now called '%s'", cases[i].former,
                 current_name(cases[i].former));
        ck_assert_msg(lab_try(cases[i].text) != WEND_OK, "%s", cases[i].text);
        ck_assert_msg(strstr(lab_error.message, expected) != NULL, "%s\nexpected %s\nfound %s",
                      cases[i].text, expected, lab_error.message);
    }
}
END_TEST

START_TEST(every_renamed_name_has_a_test_case) {
    for (size_t i = 0; i < renamed_count; i++) {
        bool has_case = false;
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            has_case = has_case || strcmp(cases[k].former, renamed_names[i].former) == 0;
        }
        ck_assert_msg(has_case, "%s", renamed_names[i].former);
    }
}
END_TEST

/* A former name that is unknown in another context gets the ordinary message. */
START_TEST(former_names_in_other_contexts_get_ordinary_messages) {
    static const struct {
        const char *text, *message;
    } others[] = {
        {"time: {top: 1}", "time has no key 'top'; available: "},
        {"output: {csv: {top: 1}}", "csv has no parameter 'top'"},
        {"goals: {g: {disc: {centre: [0, 0], half: 1}}}",
         "a disc has no key 'half'; available: centre, radius"},
        {"steer: {name: orca, rest: 0.1}", "orca has no parameter 'rest'; available: "},
        {"follow: {name: portal, bias: place}", "parameter 'bias' cannot be 'place'; available: "},
        {"goals: {g: [0, 0]}\nagents: [{at: [1, 1], goal: place}]", "there is no goal 'place'"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ck_assert_msg(lab_try(others[i].text) != WEND_OK, "%s", others[i].text);
        ck_assert_msg(strstr(lab_error.message, others[i].message) != NULL &&
                          strstr(lab_error.message, "now called") == NULL,
                      "%s\nexpected %s\nfound %s", others[i].text, others[i].message,
                      lab_error.message);
    }
}
END_TEST

LAB_MAIN("renamed", messages_state_the_current_name, every_renamed_name_has_a_test_case,
         former_names_in_other_contexts_get_ordinary_messages)
