/* Which planner, follower and steering model a scenario gets if it does not name them. */
#include "unit/scenario/lab.h"

#define AGENT  "agents: [{at: [1, 1], goal: [9, 1]}]\n"
#define GROUND "walkable: [[0, 0], [10, 0], [10, 4], [0, 4]]"

/* Checks which entries a scenario uses; `expected` has the form "plan follow steer". */
static void expect(const char *text, const char *expected) {
    wend_scenario *s = lab_load(text);
    wend_world_destroy(lab_world(s)); /* the three entries are compatible */
    wend_scenario_info info = wend_scenario_get_info(s);
    char found[200];
    snprintf(found, sizeof found, "%s %s %s", info.plan, info.follow, info.steer);
    ck_assert_msg(strcmp(found, expected) == 0, "%s\nfound %s, expected %s", text, found, expected);
    wend_scenario_destroy(s);
}

START_TEST(open_ground_uses_straight) {
    expect(AGENT, "straight portal orca_arc");
    expect("space: {}\n" AGENT, "straight portal orca_arc");
    /* Terrain of another type is not a wall, and moving obstacles are left to the steering model.
     */
    expect("space: {terrain: [{type: 1, polygon: [[2, 2], [3, 2], [3, 3]]}]}\n" AGENT,
           "straight portal orca_arc");
    expect("obstacles: [{moving: [[0, 0], [1, 0], [1, 1]], position: [5, 3]}]\n" AGENT,
           "straight portal orca_arc");
}
END_TEST

START_TEST(walls_of_any_kind_select_navmesh) {
    expect("space: {" GROUND "}\n" AGENT, "navmesh portal orca_arc");
    expect("space: {margin: none, obstacles: [[[4, 0], [5, 0], [5, 2]]]}\n" AGENT,
           "navmesh portal orca_arc");
    expect("space: {walls: [[[4, 0], [4, 2]]]}\n" AGENT, "navmesh portal orca_arc");
    expect("space: {margin: none, classes: [{name: a, on: false}],\n"
           "  obstacles: [{class: a, polygon: [[4, 0], [5, 0], [5, 2]]}]}\n" AGENT,
           "navmesh portal orca_arc");
    expect("space: {classes: [a], walls: [{class: a, points: [[4, 0], [4, 2]]}]}\n" AGENT,
           "navmesh portal orca_arc");
    expect("obstacles: [{door: [[4, 0], [4, 2]], closed: false}]\n" AGENT,
           "navmesh portal orca_arc");
    /* Walls are taken into account on every layer. */
    expect("space:\n  layers:\n    - {name: a}\n    - {name: b, " GROUND "}\n" AGENT,
           "navmesh portal orca_arc");
}
END_TEST

START_TEST(named_entries_override_defaults) {
    expect("space: {" GROUND "}\nplan: straight\n" AGENT, "straight portal orca_arc");
    expect("space: {" GROUND "}\nplan: sight\n" AGENT, "sight portal orca_arc");
    expect("space: {" GROUND "}\nfollow: waypoint\n" AGENT, "navmesh waypoint orca_arc");
    expect("space: {" GROUND "}\nsteer: direct\n" AGENT, "navmesh portal direct");
    expect("space: {" GROUND "}\nplan: {name: navmesh, search: astar}\n" AGENT,
           "navmesh portal orca_arc");
    expect("plan: navmesh\n" AGENT, "navmesh portal orca_arc");
    expect("follow: portal\n" AGENT, "straight portal orca_arc");
    expect("plan: straight\nfollow: waypoint\nsteer: relax\n" AGENT, "straight waypoint relax");
}
END_TEST

START_TEST(profiles_may_name_their_own_entries) {
    expect("space: {" GROUND "}\nprofiles: {a: {plan: straight}, b: {steer: direct}, default: {}}\n"
           "agents: [{at: [1, 1], goal: [9, 1], profile: a}]\n",
           "straight+navmesh portal orca_arc+direct");
    /* An entry that is named in the file applies to all profiles. */
    expect("space: {" GROUND "}\nplan: sight\nprofiles: {a: {plan: navmesh}, default: {}}\n"
           "agents: [{at: [1, 1], goal: [9, 1], profile: a}]\n",
           "navmesh+sight portal orca_arc");
    expect("space: {" GROUND "}\nfollow: waypoint\nprofiles: {a: {plan: straight}, default: {}}\n"
           "agents: [{at: [1, 1], goal: [9, 1], profile: a}]\n",
           "straight+navmesh waypoint orca_arc");
    /* A group that overrides numbers keeps the models of its profile. */
    expect("space: {" GROUND "}\nagents: [{at: [1, 1], goal: [9, 1], radius: 0.3}]\n",
           "navmesh portal orca_arc");
}
END_TEST

/* A scenario has the defaults of the C interface; only the planner `auto` is replaced by its
 * choice.
 */
START_TEST(defaults_are_those_of_the_c_interface) {
    wend_scenario *s = lab_load(AGENT);
    wend_profile_def expected = wend_default_profile_def();
    ck_assert_str_eq(expected.plan.name, "auto");
    ck_assert_str_eq(wend_scenario_get_info(s).follow, expected.follow.name);
    ck_assert_str_eq(wend_scenario_get_info(s).steer, expected.steer.name);
    wend_scenario_destroy(s);
}
END_TEST

static void ends_as(const char *text, const char *other, bool same) {
    wend_summary *one = lab_run(text), *two = lab_run(other);
    bool equal = strcmp(lab_text(one, "state_hash"), lab_text(two, "state_hash")) == 0;
    ck_assert_msg(equal == same, "%s\nagainst\n%s", text, other);
    wend_summary_destroy(one);
    wend_summary_destroy(two);
}

/* Settings without a name apply to the entry that is used by default. */
START_TEST(settings_without_a_name_apply_to_the_default_entry) {
#define WIDE   "agents: [{at: [1, 1], goal: {segment: [[9, 1], [9, 3]]}}]\n"
#define MIDDLE "aim: preferred_point"
    ends_as("follow: {" MIDDLE "}\n" WIDE, "follow: {name: portal, " MIDDLE "}\n" WIDE, true);
    ends_as("follow: {" MIDDLE "}\n" WIDE, WIDE, false);
    ends_as("follow: {aim: nearest}\n" WIDE, WIDE, true);
    ends_as("follow: {}\nplan: {}\nsteer: {}\nselect: {}\n" WIDE, WIDE, true);
    expect("follow: {aim: nearest}\n" AGENT, "straight portal orca_arc");
    expect("space: {" GROUND "}\nfollow: {bias: centre}\nplan: {search: astar}\n"
           "steer: {neighbours: 3}\n" AGENT,
           "navmesh portal orca_arc");
    /* Each profile has its own default entry, a named entry takes precedence over the default, and
     * the innermost setting applies. */
    expect("space: {" GROUND "}\nfollow: {aim: nearest}\n"
           "profiles: {a: {plan: straight}, b: {follow: waypoint}, default: {}}\n" AGENT,
           "straight+navmesh portal+waypoint orca_arc");
    ends_as("steer: relax\nprofiles: {p: {steer: {relaxation_time: 2}}}\n" AGENT,
            "steer: {name: relax, relaxation_time: 2}\n" AGENT, true);
    ends_as("steer: {name: relax, relaxation_time: 2}\nprofiles: {p: {steer: {}}}\n" AGENT,
            "steer: relax\n" AGENT, true);
    ends_as("follow: {" MIDDLE "}\nprofiles: {p: {follow: portal}}\n" WIDE, WIDE, true);
}
END_TEST

START_TEST(def_options_act_as_if_written_in_the_file) {
    wend_scenario_def def = lab_def("space: {" GROUND "}\n" AGENT);
    def.plan = "straight";
    wend_scenario *s = lab_load_def(&def);
    ck_assert_str_eq(wend_scenario_get_info(s).plan, "straight");
    ck_assert_str_eq(wend_scenario_get_info(s).follow, "portal");
    wend_scenario_destroy(s);
    def.plan = NULL;
    def.follow = "waypoint";
    s = lab_load_def(&def);
    ck_assert_str_eq(wend_scenario_get_info(s).plan, "navmesh");
    ck_assert_str_eq(wend_scenario_get_info(s).follow, "waypoint");
    wend_scenario_destroy(s);
}
END_TEST

/* A wall across the straight path, with a gap at its upper end. */
#define WALL "space: {walkable: [[0, 0], [10, 0], [10, 6], [0, 6]], walls: [[[5, 0], [5, 4]]]}\n"

static void expect_to_arrive(const char *text, double agents) {
    wend_summary *summary = lab_run(text);
    ck_assert_double_eq(lab_number(summary, "arrived"), agents);
    ck_assert_double_eq(lab_number(summary, "agent_collisions"), 0.0);
    ck_assert_double_eq(lab_number(summary, "wall_interventions"), 0.0);
    /* Computed by hand: the path around the end of the wall is 2 * hypot(4, 3) = 10 m long. The
     * radius at the goal shortens it, and the detours around the wall's end and other agents
     * lengthen it. */
    ck_assert_double_gt(lab_number(summary, "mean_path_m"), 9.0);
    ck_assert_double_lt(lab_number(summary, "mean_path_m"), 11.5);
    wend_summary_destroy(summary);
}

START_TEST(agents_of_a_minimal_scenario_arrive) {
    expect_to_arrive(WALL "agents: [{at: [1, 1], goal: [9, 1]}]\n", 1.0);
    expect_to_arrive(WALL "follow: waypoint\nagents: [{at: [1, 1], goal: [9, 1]}]\n", 1.0);
    /* The two agents meet at the end of the wall. */
    expect_to_arrive(WALL "agents: [{at: [1, 1], goal: [9, 1]}, {at: [9, 1.4], goal: [1, 1.4]}]\n",
                     2.0);
}
END_TEST

LAB_MAIN("scenario/defaults", open_ground_uses_straight, walls_of_any_kind_select_navmesh,
         named_entries_override_defaults, profiles_may_name_their_own_entries,
         defaults_are_those_of_the_c_interface, settings_without_a_name_apply_to_the_default_entry,
         def_options_act_as_if_written_in_the_file, agents_of_a_minimal_scenario_arrive)
