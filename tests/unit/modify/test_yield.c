/* needs: kit */
/* Agents that walk in opposite directions take turns at narrow passages, and stuck agents are
 * freed. The results do not depend on threads, kernels or snapshots. */
#include "unit/scenario/lab.h"

enum { TEXT = 2048 };

/* Writes a scenario of two rooms, joined by a passage of the given width and length, with `side`
 * agents in each room. */
static void door_text(char *text, double width, double length, uint32_t side, const char *models,
                      uint32_t seed) {
    double x0 = 10.0 - length / 2, x1 = 10.0 + length / 2, y0 = 5.0 - width / 2,
           y1 = 5.0 + width / 2;
    snprintf(text, TEXT,
             "seed: %u\ntime: {end: 200}\n%s\nspace:\n"
             "  walkable: [[0, 0], [20, 0], [20, 10], [0, 10]]\n"
             "  obstacles:\n"
             "    - [[%g, 0], [%g, 0], [%g, %g], [%g, %g]]\n"
             "    - [[%g, %g], [%g, %g], [%g, 10], [%g, 10]]\n"
             "agents:\n"
             "  - {random: {box: [[1, 1], [6, 9]], count: %u},\n"
             "     goal: {segment: [[19, 2], [19, 8]], on_arrival: leave}}\n"
             "  - {random: {box: [[14, 1], [19, 9]], count: %u},\n"
             "     goal: {segment: [[1, 2], [1, 8]], on_arrival: leave}}\n",
             seed, models, x0, x1, x1, y0, x0, y0, x0, y1, x1, y1, x1, x0, side, side);
}

static double arrived(const char *text) {
    wend_summary *summary = lab_run(text);
    double count = lab_number(summary, "arrived");
    wend_summary_destroy(summary);
    return count;
}

/* With this steering and aim, crowds jam in front of a door. */
#define JAMMING "steer: orca\nfollow: {aim: preferred_point}"

START_TEST(two_crowds_pass_a_door_wide_enough_for_one_agent) {
    static const char *const models[] = {
        JAMMING,      "steer: orca",    "steer: orca_segment", "steer: orca_arc",   "steer: hrvo",
        "steer: gvo", "plan: corridor", "follow: waypoint",    "follow: attraction"};
    for (uint32_t i = 0; i < sizeof models / sizeof *models; i++) {
        for (uint32_t seed = 1; seed <= 3; seed++) {
            char text[TEXT];
            door_text(text, 0.6, 0.2 * seed * seed, 8, models[i], seed);
            ck_assert_msg(arrived(text) == 16.0, "%s, seed %u: %g arrive", models[i], seed,
                          arrived(text));
        }
    }
}
END_TEST

/* Without turns and rescues, agents jam. So the result of the previous test is not a coincidence.
 */
START_TEST(crowds_jam_without_yield) {
    uint32_t jams = 0;
    for (uint32_t seed = 1; seed <= 5; seed++) {
        char text[TEXT];
        door_text(text, 0.6, 0.2, 8,
                  JAMMING "\nmodify: {name: yield, passages: false, patience: 0}", seed);
        jams += arrived(text) < 16.0;
    }
    ck_assert_uint_ge(jams, 2);
}
END_TEST

/* If two agents meet in a long passage, one of them must walk back to the end of the passage. */
START_TEST(two_agents_that_meet_in_a_long_passage_arrive) {
    for (uint32_t seed = 1; seed <= 5; seed++) {
        char text[TEXT];
        door_text(text, 0.7, 6.0, 1, "", seed);
        ck_assert_msg(arrived(text) == 2.0, "seed %u", seed);
    }
}
END_TEST

/* Lone agents walk without stopping, on a network that leads away from their path and back. All
 * arrive, and none is rescued: also an attraction point that moves ahead of its agent, so that the
 * agent never gets nearer to it, shows progress. */
START_TEST(agents_that_keep_walking_are_not_rescued) {
    static const char *const followers[] = {"portal", "waypoint", "attraction", "indicative"};
    for (int i = 0; i < 12; i++) {
        char text[TEXT];
        double y = 0.8 + 1.8 * (i / 4);
        snprintf(text, TEXT,
                 "time: {end: 60}\nplan: {name: corridor, control: network}\nfollow: %s\n"
                 "space:\n  walkable: [[0, 0], [20, 0], [20, 6], [0, 6]]\n"
                 "  walls: [[[10, 0], [10, 0.3]], [[10, 2.8], [10, 6]]]\n"
                 "maps: {n: {kind: roadmap, lines: [[[0.5, 5.5], [3, 3]], [[3, 3], [3, 0.6]]]}}\n"
                 "agents: [{at: [1.44, %g], goal: {disc: {centre: [19.3, 4.6], radius: 0.4}}}]\n",
                 followers[i % 4], y);
        wend_summary *summary = lab_run(text);
        ck_assert_msg(lab_number(summary, "arrived") == 1.0, "%s, from %g", followers[i % 4], y);
        ck_assert_msg(lab_number(summary, "rescues") == 0.0, "%s, from %g", followers[i % 4], y);
        wend_summary_destroy(summary);
    }
}
END_TEST

/* A point of the agent's path is a portal of zero width on a corridor route. Lone agents pass such
 * points, also where the path turns back there, without a rescue. Only agents that follow portals
 * in random worlds may be rescued: one that walks along a portal before it crosses the portal does
 * not come nearer to it. */
START_TEST(agents_that_turn_back_at_points_of_their_path_are_not_rescued) {
    static const char *const followers[] = {"portal", "waypoint", "attraction", "indicative"};
    uint64_t seed = 12;
    for (int i = 0; i < 40; i++) {
        char text[TEXT];
        double at[8] = {7.31, 10.82, 10, 5, 5, 5, 26, 5}; /* start, two points, goal */
        for (int k = 0; k < 8 && i >= 4; k++) {
            seed = seed * 6364136223846793005U + 1442695040888963407U;
            at[k] = 1.0 + (k % 2 ? 18.0 : 28.0) * (double)(seed >> 40) / 0x1p24;
        }
        snprintf(text, TEXT,
                 "time: {end: 150}\nplan: corridor\nfollow: %s\n"
                 "space: {walkable: [[0, 0], [30, 0], [30, 20], [0, 20]]}\n"
                 "agents: [{at: [%g, %g], via: [[%g, %g], [%g, %g]], goal: [%g, %g]}]\n",
                 followers[i % 4], at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]);
        wend_summary *summary = lab_run(text);
        ck_assert_msg(lab_number(summary, "arrived") == 1.0, "world %d:\n%s", i, text);
        bool may_be_rescued = i >= 4 && i % 4 == 0;
        ck_assert_msg(may_be_rescued || lab_number(summary, "rescues") == 0.0,
                      "world %d: %g rescues:\n%s", i, lab_number(summary, "rescues"), text);
        wend_summary_destroy(summary);
    }
}
END_TEST

/* Around an obstacle that the disc of the agent touches at each corner, the portals have no width,
 * and the route turns back at its end. */
START_TEST(routes_that_first_lead_away_are_followed_to_the_end) {
    static const char *const steers[] = {"orca", "orca_arc", "direct"};
    for (int i = 0; i < 3; i++) {
        char text[TEXT];
        snprintf(text, TEXT,
                 "time: {end: 60}\nplan: roadmap\nfollow: portal\nsteer: %s\n"
                 "profiles: {p: {radius: 0.4}}\n"
                 "space:\n  walkable: [[0, 0], [40, 0], [40, 40], [0, 40]]\n"
                 "  obstacles:\n"
                 "    - [[27.14, 29.791], [27.129, 29.849], [25.819, 30.702], [24.925, 29.681],\n"
                 "       [25.273, 28.795], [25.694, 28.546], [26.01, 28.491]]\n"
                 "    - [[15.074, 18.449], [14.338, 17.532], [14.547, 15.064], [17.306, 14.099],\n"
                 "       [18.488, 14.874]]\n"
                 "maps: {g: {kind: roadmap, source: visibility}}\n"
                 "agents: [{at: [24.942, 24.509],\n"
                 "          goal: {point: [16.052, 7.485], on_arrival: leave}}]\n",
                 steers[i]);
        wend_summary *summary = lab_run(text);
        ck_assert_msg(lab_number(summary, "arrived") == 1.0, "%s", steers[i]);
        ck_assert_msg(lab_number(summary, "rescues") == 0.0, "%s", steers[i]);
        wend_summary_destroy(summary);
    }
}
END_TEST

START_TEST(results_depend_on_neither_threads_nor_kernels) {
    char text[TEXT];
    door_text(text, 0.6, 0.4, 10, "", 7);
    wend_scenario *scenario = lab_load(text);
    wend_run_def def = lab_run_def(scenario);
    wend_summary *first = lab_run_from(&def);
    ck_assert_double_gt(lab_number(first, "rescues"), 0.0);
    static const uint32_t threads[] = {2, 3, 8};
    for (int i = 0; i < 3 + WEND_KERNEL_COUNT; i++) {
        def.threads = i < 3 ? threads[i] : 1;
        def.kernel = i < 3 ? WEND_KERNEL_AUTO : (wend_kernel)(i - 3);
        if (!wend_kernel_is_available(def.kernel)) {
            continue;
        }
        wend_summary *other = lab_run_from(&def);
        ck_assert_str_eq(lab_text(other, "state_hash"), lab_text(first, "state_hash"));
        wend_summary_destroy(other);
    }
    wend_summary_destroy(first);
    wend_scenario_destroy(scenario);
}
END_TEST

/* Agents choose a velocity only in every third step. */
START_TEST(agents_take_turns_with_a_longer_steer_interval) {
    char text[TEXT];
    door_text(text, 0.65, 0.3, 6, "", 3);
    wend_scenario_def def = lab_def(text);
    const char *setting = "time.steer_every=3";
    def.settings = &setting;
    def.setting_count = 1;
    wend_scenario *scenario = lab_load_def(&def);
    wend_run_def run = lab_run_def(scenario);
    wend_summary *summary = lab_run_from(&run);
    ck_assert_double_eq(lab_number(summary, "arrived"), 12.0);
    wend_summary_destroy(summary);
    wend_scenario_destroy(scenario);
}
END_TEST

LAB_MAIN("modify/yield", two_crowds_pass_a_door_wide_enough_for_one_agent, crowds_jam_without_yield,
         two_agents_that_meet_in_a_long_passage_arrive, agents_that_keep_walking_are_not_rescued,
         agents_that_turn_back_at_points_of_their_path_are_not_rescued,
         routes_that_first_lead_away_are_followed_to_the_end,
         results_depend_on_neither_threads_nor_kernels,
         agents_take_turns_with_a_longer_steer_interval)
