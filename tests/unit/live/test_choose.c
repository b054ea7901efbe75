/* Choosing entries: the agents use them, the state names them, and a choice equals a world that had
 * the entry from its start. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wend/objects.h>

#include "support/kit/live_lab.h"
#include "support/suite.h"

/* A scenario in which two groups walk through each other; the text of its profiles is given. */
static const char *scenario(const char *profiles) {
    static char texts[2][4096];
    static int next;
    next = 1 - next;
    snprintf(texts[next], sizeof texts[next],
             "seed: 3\n"
             "space: {walkable: [[0, 0], [24, 0], [24, 12], [0, 12]],\n"
             "        obstacles: [[[11, 5], [13, 5], [13, 7], [11, 7]]]}\n"
             "maps: {mesh: {kind: navmesh}}\n"
             "goals: {east: {point: [23, 6]}, west: {point: [1, 6]}}\n"
             "profiles:\n%s"
             "machines:\n"
             "  mood: {states: {go: {goal: east}, back: {goal: west, follow: waypoint}},\n"
             "         transitions: [{from: go, to: back, when: {timer: 4}}]}\n"
             "agents:\n"
             "  - {goal: east, profile: a, grid: {origin: [2, 3], spacing: 0.9, count: [3, 5]}}\n"
             "  - {goal: west, profile: b, grid: {origin: [19, 3], spacing: 0.9, count: [3, 5]}}\n"
             "  - {machine: mood, profile: a, at: [6, 10]}\n"
             "  - {source: {box: [[1, 8], [3, 11]], interval: 1, count: 5}, goal: east,\n"
             "     profile: b}\n",
             profiles);
    return texts[next];
}

static const char plain[] = "  a: {plan: navmesh, steer: orca}\n"
                            "  b: {plan: navmesh, steer: orca}\n";

static void state_hash(live_lab *lab, char out[24]) {
    snprintf(out, 24, "%s", live_lab_text(live_lab_expect(lab, "{'do':'state'}"), "hash"));
}

/* Makes a choice at the first step, and compares the run with that of a scenario. */
static void compare(const char *profiles, const char *message, const char *path, const char *name) {
    live_lab chosen, given;
    char one[24], two[24];
    live_lab_open(&chosen, scenario(plain), NULL);
    live_lab_open(&given, scenario(profiles), NULL);
    live_lab_expect(&chosen, "%s", message);
    ck_assert_str_eq(live_lab_text(live_lab_expect(&chosen, "{'do':'state'}"), path), name);
    for (int i = 0; i < 10; i++) {
        live_lab_expect(&chosen, "{'do':'step','count':10}");
        live_lab_expect(&given, "{'do':'step','count':10}");
        state_hash(&chosen, one);
        state_hash(&given, two);
        ck_assert_msg(strcmp(one, two) == 0, "%s: step %d", message, 10 * (i + 1));
    }
    live_lab_close(&given);
    live_lab_close(&chosen);
}

/* ---- Each kind ------------------------------------------------------------------------------- */

START_TEST(a_choice_equals_a_world_with_that_entry) {
    compare("  a: {plan: navmesh, steer: helbing}\n"
            "  b: {plan: navmesh, steer: orca}\n",
            "{'do':'choose','profile':0,'kind':'steering','name':'helbing'}", "profiles.0.steer",
            "helbing");
    compare("  a: {plan: navmesh, steer: gcf}\n"
            "  b: {plan: navmesh, steer: gcf}\n",
            "{'do':'choose','profile':null,'kind':'steering','name':'gcf'}", "profiles.1.steer",
            "gcf");
    compare("  a: {plan: straight, steer: orca}\n"
            "  b: {plan: straight, steer: orca}\n",
            "{'do':'choose','kind':'planner','name':'straight'}", "profiles.1.plan", "straight");
    compare("  a: {plan: navmesh, follow: waypoint, steer: orca}\n"
            "  b: {plan: navmesh, steer: orca}\n",
            "{'do':'choose','profile':0,'kind':'follower','name':'waypoint'}", "profiles.0.follow",
            "waypoint");
    compare("  a: {plan: navmesh, steer: {name: orca, horizon: 9}}\n"
            "  b: {plan: navmesh, steer: orca}\n",
            "{'do':'choose','profile':0,'kind':'steering','name':'orca','settings':{'horizon':9}}",
            "profiles.0.steer", "orca");
    compare("  a: {plan: navmesh, steer: {name: orca, horizon: {uniform: [1, 5]}}}\n"
            "  b: {plan: navmesh, steer: orca}\n",
            "{'do':'choose','profile':0,'kind':'steering','name':'orca',"
            "'settings':{'horizon':{'uniform':[1,5]}}}",
            "profiles.0.steer", "orca");
    compare("  a: {plan: navmesh, steer: {name: orca, horizon: {normal: [3, 1], min: 1, max: 4}}}\n"
            "  b: {plan: navmesh, steer: orca}\n",
            "{'do':'choose','profile':0,'kind':'steering','name':'orca',"
            "'settings':{'horizon':{'max':4,'normal':[3,1],'min':1}}}",
            "profiles.0.steer", "orca");
    compare("  a: {plan: navmesh, steer: orca, modify: [{name: scale, factor: 0.5}]}\n"
            "  b: {plan: navmesh, steer: orca}\n",
            "{'do':'choose','profile':0,'kind':'modifier','modifiers':[{'name':'scale',"
            "'settings':{'factor':0.5}}]}",
            "profiles.0.modify.0", "scale");
}
END_TEST

START_TEST(the_same_choice_changes_nothing_at_the_start) {
    compare(plain, "{'do':'choose','kind':'planner','name':'navmesh'}", "profiles.0.plan",
            "navmesh");
    compare(plain, "{'do':'choose','kind':'selector','name':'given'}", "profiles.0.select",
            "given");
}
END_TEST

START_TEST(a_later_choice_changes_the_run) {
    live_lab one, two;
    char before[24], after[24];
    live_lab_open(&one, scenario(plain), NULL);
    live_lab_open(&two, scenario(plain), NULL);
    live_lab_expect(&one, "{'do':'step','count':50}");
    live_lab_expect(&two, "{'do':'step','count':50}");
    uint32_t count = live_lab_count(live_lab_expect(&one, "{'do':'state'}"), "profiles");
    live_lab_expect(&one, "{'do':'choose','profile':1,'kind':'steering','name':'helbing'}");
    live_lab_expect(&one, "{'do':'choose','kind':'steering','name':'orca'}");
    live_lab_expect(&one, "{'do':'choose','profile':1,'kind':'steering','name':'direct'}");
    ck_assert_uint_eq(live_lab_count(live_lab_expect(&one, "{'do':'state'}"), "profiles"), count);
    const char *state = live_lab_expect(&one, "{'do':'step','count':1}");
    ck_assert_str_eq(live_lab_text(state, "profiles.0.steer"), "orca");
    ck_assert_str_eq(live_lab_text(state, "profiles.1.steer"), "direct");
    ck_assert(live_lab_bool(state, "changed"));
    live_lab_expect(&one, "{'do':'step','count':40}");
    live_lab_expect(&two, "{'do':'step','count':41}");
    state_hash(&one, after);
    state_hash(&two, before);
    ck_assert_str_ne(before, after);
    live_lab_expect(&one, "{'do':'seek','step':49}"); /* before the choice */
    state = live_lab_expect(&one, "{'do':'seek','step':91}");
    state_hash(&one, after);
    ck_assert_str_eq(before, after);
    ck_assert_str_eq(live_lab_text(state, "profiles.1.steer"), "orca");
    live_lab_close(&one);
    live_lab_close(&two);
}
END_TEST

/* ---- Settings -------------------------------------------------------------------------------- */

static double horizon_of(live_lab *lab) {
    return live_lab_number(live_lab_expect(lab, "{'do':'state'}"),
                           "profiles.0.settings.steering.horizon");
}

START_TEST(settings_that_are_not_given_stay) {
    live_lab lab;
    live_lab_open(&lab, scenario(plain), NULL);
    double usual = horizon_of(&lab);
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'steering','name':'orca',"
                          "'settings':{'horizon':7,'neighbours':5}}");
    live_lab_expect(&lab, "{'do':'step'}");
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'steering','name':'orca',"
                          "'settings':{'neighbours':6}}");
    ck_assert_double_eq(horizon_of(&lab), 7.0);
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'steering','name':'orca'}");
    ck_assert_double_eq(horizon_of(&lab), 7.0);
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'steering','name':'orca',"
                          "'settings':{'horizon':null}}");
    ck_assert_double_eq(horizon_of(&lab), usual);
    ck_assert_double_eq(live_lab_number(live_lab_expect(&lab, "{'do':'state'}"),
                                        "profiles.0.settings.steering.neighbours"),
                        6.0);
    /* Another entry has its own defaults. */
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'steering','name':'orca_arc'}");
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'steering','name':'orca'}");
    ck_assert_double_eq(live_lab_number(live_lab_expect(&lab, "{'do':'state'}"),
                                        "profiles.0.settings.steering.neighbours"),
                        10.0);
    live_lab_close(&lab);
}
END_TEST

START_TEST(modifiers_keep_their_settings) {
    live_lab lab;
    live_lab_open(&lab, scenario(plain), NULL);
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'modifier','modifiers':["
                          "{'name':'scale','settings':{'factor':0.5}}]}");
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'modifier','modifiers':["
                          "{'name':'fundamental_diagram'},{'name':'scale'}]}");
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_str_eq(live_lab_text(state, "profiles.0.modify.0"), "fundamental_diagram");
    ck_assert_double_eq(live_lab_number(state, "profiles.0.settings.modifiers.1.factor"), 0.5);
    /* The world adds `yield`, because the planner uses a map. */
    ck_assert_str_eq(live_lab_text(state, "profiles.0.modify.2"), "yield");
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'planner','name':'straight'}");
    state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_uint_eq(live_lab_count(state, "profiles.0.modify"), 2);
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'modifier','modifiers':[]}");
    state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_uint_eq(live_lab_count(state, "profiles.0.modify"), 0);
    live_lab_close(&lab);
}
END_TEST

/* ---- Failures -------------------------------------------------------------------------------- */

/* A setting that is given again takes memory again. */
START_TEST(settings_of_a_message_are_counted) {
    enum { MOST = 64 };
    for (int count = MOST; count <= MOST + 1; count++) {
        char message[4096];
        live_lab lab;
        size_t used = (size_t)sprintf(message, "{'do':'choose','kind':'steering','name':'orca',"
                                               "'settings':{'horizon':3");
        for (int i = 1; i < count; i++) {
            used += (size_t)sprintf(message + used, ",'horizon':%s", i % 2 != 0 ? "null" : "3");
        }
        sprintf(message + used, "}}");
        live_lab_open(&lab, scenario(plain), NULL);
        if (count == MOST) {
            live_lab_expect(&lab, "%s", message);
        } else {
            const char *text = live_lab_refuse(&lab, "%s", message);
            ck_assert_ptr_nonnull(strstr(text, "orca has more than 64 settings"));
        }
        live_lab_close(&lab);
    }
}
END_TEST

START_TEST(failed_choices_change_nothing) {
    static const struct {
        const char *message, *says;
    } all[] = {
        {"{'do':'choose','profile':0,'kind':'steering','name':'orka'}", "did you mean 'orca'"},
        {"{'do':'choose','profile':0,'kind':'steering'}", "needs 'name'"},
        {"{'do':'choose','profile':0,'name':'orca'}", "needs 'kind'"},
        {"{'do':'choose','profile':0,'kind':'model','name':'orca'}", "selector, planner"},
        {"{'do':'choose','profile':9,'kind':'steering','name':'orca'}", "there is no profile 9"},
        {"{'do':'choose','profile':0,'kind':'planner','name':'roadmap'}", "'roadmap'"},
        {"{'do':'choose','kind':'follower','name':'indicative'}", "corridor"},
        {"{'do':'choose','kind':'follower','name':'gradient'}", "gradient"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizen':1}}",
         "did you mean 'horizon'"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':-1}}", "horizon"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':'x'}}", "horizon"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':true}}", "horizon"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':[1,2]}}", "horizon"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':{'a':[1,2]}}}",
         "uniform"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':{'uniform':[1]}}}",
         "uniform"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':{'uniform':[1,2],"
         "'normal':[1,2]}}}",
         "uniform"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':{'uniform':[1,2],"
         "'max':2}}}",
         "uniform"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':{'horizon':{'max':2}}}",
         "uniform"},
        {"{'do':'choose','kind':'steering','name':'orca','settings':[1]}", "'settings'"},
        {"{'do':'choose','kind':'modifier','name':'scale'}", "'modifiers'"},
        {"{'do':'choose','kind':'modifier','modifiers':['scale']}", "'modifiers'"},
        {"{'do':'choose','kind':'modifier','modifiers':[{'name':'skale'}]}", "scale"},
        {"{'do':'choose','kind':'modifier','modifiers':[{'name':'scale','factor':1}]}", "settings"},
        {"{'do':'choose','kind':'modifier','modifiers':[{'name':'scale'},{'name':'scale'},"
         "{'name':'scale'},{'name':'scale'},{'name':'scale'}]}",
         "at most 4"},
    };
    live_lab lab, other;
    char before[24], after[24];
    live_lab_open(&lab, scenario(plain), NULL);
    live_lab_open(&other, scenario(plain), NULL);
    live_lab_expect(&lab, "{'do':'step','count':20}");
    live_lab_expect(&other, "{'do':'step','count':20}");
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const char *text = live_lab_refuse(&lab, "%s", all[i].message);
        ck_assert_msg(strstr(text, all[i].says) != NULL, "%s: '%s' does not say '%s'",
                      all[i].message, text, all[i].says);
        const char *state = live_lab_expect(&lab, "{'do':'state'}");
        ck_assert(!live_lab_bool(state, "changed"));
        ck_assert_str_eq(live_lab_text(state, "profiles.0.steer"), "orca");
        ck_assert_str_eq(live_lab_text(state, "profiles.1.follow"), "portal");
    }
    live_lab_expect(&lab, "{'do':'step','count':60}");
    live_lab_expect(&other, "{'do':'step','count':60}");
    state_hash(&lab, before);
    state_hash(&other, after);
    ck_assert_str_eq(before, after);
    live_lab_close(&lab);
    live_lab_close(&other);
}
END_TEST

START_TEST(a_choice_for_all_profiles_is_made_for_all_or_none) {
    static const char profiles[] = "  a: {plan: navmesh, steer: orca}\n"
                                   "  b: {plan: field, follow: gradient, steer: orca}\n";
    live_lab lab, other;
    char before[24], after[24];
    live_lab_open(&lab, scenario(profiles), NULL);
    live_lab_open(&other, scenario(profiles), NULL);
    live_lab_expect(&lab, "{'do':'step','count':20}");
    live_lab_expect(&other, "{'do':'step','count':20}");
    live_lab_expect(&lab, "{'do':'state'}");
    /* The first profile could have it, but the follower of the second needs a field. */
    live_lab_refuse(&lab, "{'do':'choose','kind':'planner','name':'straight'}");
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_str_eq(live_lab_text(state, "profiles.0.plan"), "navmesh");
    ck_assert_str_eq(live_lab_text(state, "profiles.1.plan"), "field");
    live_lab_expect(&lab, "{'do':'step','count':40}");
    live_lab_expect(&other, "{'do':'step','count':40}");
    state_hash(&lab, before);
    state_hash(&other, after);
    ck_assert_str_eq(before, after);
    live_lab_close(&lab);
    live_lab_close(&other);
}
END_TEST

/* ---- Others ---------------------------------------------------------------------------------- */

START_TEST(steered_agents_use_the_choice_of_their_profile) {
    live_lab lab;
    wend_agent_state agent;
    live_lab_open(&lab, scenario(plain), NULL);
    live_lab_expect(&lab, "{'do':'step'}");
    ck_assert_uint_gt(wend_world_get_agents(lab.world, &agent, 1), 0);
    live_lab_expect(&lab, "{'do':'steer','slot':%u,'velocity':[0,1]}",
                    wend_agent_slot(agent.agent));
    live_lab_expect(&lab, "{'do':'step'}");
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'steering','name':'helbing'}");
    live_lab_expect(&lab, "{'do':'choose','profile':0,'kind':'follower','name':'waypoint'}");
    const char *state = live_lab_expect(&lab, "{'do':'step','count':5}");
    uint32_t seen = 0;
    for (uint32_t i = 0; i < live_lab_count(state, "profiles"); i++) {
        char path[64];
        snprintf(path, sizeof path, "profiles.%u.steered_from", i);
        if (!live_lab_has(state, path)) {
            continue;
        }
        snprintf(path, sizeof path, "profiles.%u.steer", i);
        ck_assert_str_eq(live_lab_text(state, path), "helbing");
        snprintf(path, sizeof path, "profiles.%u.follow", i);
        ck_assert_str_eq(live_lab_text(state, path), "external");
        seen++;
    }
    ck_assert_uint_eq(seen, 1);
    live_lab_close(&lab);
}
END_TEST

START_TEST(every_entry_is_listed_and_every_steering_model_can_be_chosen) {
    live_lab lab;
    live_lab_open(&lab, scenario(plain), NULL);
    const char *entries = live_lab_expect(&lab, "{'do':'entries'}");
    static const wend_kind kinds[] = {WEND_KIND_SELECTOR, WEND_KIND_PLANNER, WEND_KIND_FOLLOWER,
                                      WEND_KIND_STEERING, WEND_KIND_MODIFIER};
    uint32_t total = 0;
    for (size_t k = 0; k < 5; k++) {
        for (uint32_t i = 0; i < wend_registry_count(lab.registry, kinds[k]); i++, total++) {
            const wend_entry *entry = wend_registry_get(lab.registry, kinds[k], i);
            char path[64];
            snprintf(path, sizeof path, "entries.%u.name", total);
            ck_assert_str_eq(live_lab_text(entries, path), entry->name);
            snprintf(path, sizeof path, "entries.%u.kind", total);
            ck_assert_str_eq(live_lab_text(entries, path), wend_kind_text(kinds[k]));
            snprintf(path, sizeof path, "entries.%u.params", total);
            ck_assert_uint_eq(live_lab_count(entries, path), entry->param_count);
            for (uint32_t p = 0; p < entry->param_count; p++) {
                snprintf(path, sizeof path, "entries.%u.params.%u.type", total, p);
                ck_assert_msg(live_lab_has(entries, path), "%s", path);
            }
        }
    }
    ck_assert_uint_eq(live_lab_count(entries, "entries"), total);
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < wend_registry_count(lab.registry, WEND_KIND_STEERING); i++) {
        const char *name = wend_registry_get(lab.registry, WEND_KIND_STEERING, i)->name;
        const char *answer =
            live_lab_ask(&lab, "{'do':'choose','kind':'steering','name':'%s'}", name);
        chosen += !live_lab_has(answer, "error"); /* some need a corridor, which is said */
        const char *state = live_lab_expect(&lab, "{'do':'step','count':3}");
        ck_assert_msg(!live_lab_has(state, "stopped"), "%s: %.300s", name, state);
    }
    ck_assert_uint_gt(chosen, 15);
    live_lab_close(&lab);
}
END_TEST

int main(void) {
    SUITE("live/choose", a_choice_equals_a_world_with_that_entry,
          the_same_choice_changes_nothing_at_the_start, a_later_choice_changes_the_run,
          settings_that_are_not_given_stay, modifiers_keep_their_settings,
          settings_of_a_message_are_counted, failed_choices_change_nothing,
          a_choice_for_all_profiles_is_made_for_all_or_none,
          steered_agents_use_the_choice_of_their_profile,
          every_entry_is_listed_and_every_steering_model_can_be_chosen);
}
