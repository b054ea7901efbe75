/* Messages that change the world: each has the effect of the function of the library, and a message
 * that fails has none. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wend/behaviour.h>
#include <wend/objects.h>

#include "support/kit/live_lab.h"
#include "support/suite.h"

static const char hall[] =
    "space:\n"
    "  layers: [{name: ground, walkable: [[0, 0], [40, 0], [40, 20], [0, 20]],\n"
    "            walls: [{points: [[20, 10], [20, 20]], class: screen}, \n"
    "                    {points: [[30, 0], [30, 20]]}]}]\n"
    "  classes: [screen]\n"
    "goals:\n"
    "  west: {point: [2, 5]}\n"
    "  east: {point: [28, 5]}\n"
    "profiles:\n"
    "  p: {plan: straight, steer: orca, radius: {uniform: [0.2, 0.3]}}\n"
    "obstacles:\n"
    "  - {name: door, door: [[15, 0], [15, 20]], closed: false}\n"
    "agents:\n"
    "  - {name: crowd, goal: east, profile: p, grid: {origin: [4, 4], "
    "spacing: 1, count: [3, 3]}}\n";

static live_lab lab;

static void set_up(void) {
    live_lab_open(&lab, hall, NULL);
    live_lab_step(&lab, 5);
}

static void tear_down(void) {
    live_lab_close(&lab);
}

/* Refuses a message, and checks that the world is as before. */
static void refuse(const char *message, const char *says) {
    char before[24];
    snprintf(before, sizeof before, "%s",
             live_lab_text(live_lab_expect(&lab, "{'do':'state'}"), "hash"));
    const char *text = live_lab_refuse(&lab, "%s", message);
    ck_assert_msg(strstr(text, says) != NULL, "%s: '%s' does not say '%s'", message, text, says);
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_str_eq(live_lab_text(state, "hash"), before);
    ck_assert(!live_lab_bool(state, "changed"));
}

static wend_agent_state agent_of(const char *key) {
    wend_agent_state agents[256];
    uint32_t count = wend_world_get_agents(lab.world, agents, 256);
    for (uint32_t i = 0; i < count; i++) {
        char text[24];
        snprintf(text, sizeof text, "%llu", (unsigned long long)agents[i].key);
        if (strcmp(text, key) == 0) {
            return agents[i];
        }
    }
    ck_abort_msg("there is no agent %s", key);
    return agents[0];
}

/* The key of the agent in the lowest slot. */
static const char *first_key(void) {
    static char text[24];
    wend_agent_state agent;
    ck_assert_uint_gt(wend_world_get_agents(lab.world, &agent, 1), 0);
    snprintf(text, sizeof text, "%llu", (unsigned long long)agent.key);
    return text;
}

/* ---- Goals, doors and classes ---------------------------------------------------------------- */

START_TEST(a_goal_moves) {
    live_lab_expect(&lab, "{'do':'move_goal','goal':1,'at':[10,18]}");
    live_lab_step(&lab, 1);
    wend_point at;
    uint32_t layer;
    ck_assert(
        wend_world_get_goal_position(lab.world, wend_world_goal_at(lab.world, 1), &at, &layer));
    ck_assert_double_eq(at.x, 10.0);
    ck_assert_double_eq(at.y, 18.0);
    ck_assert(live_lab_bool(live_lab_expect(&lab, "{'do':'state'}"), "changed"));
    live_lab_step(&lab, 150);
    ck_assert_double_gt(agent_of(first_key()).position.y, 14.0);
}
END_TEST

START_TEST(goals_that_cannot_move_are_refused) {
    refuse("{'do':'move_goal','goal':7,'at':[1,1]}", "there is no goal 7");
    refuse("{'do':'move_goal','at':[1,1]}", "needs 'goal'");
    refuse("{'do':'move_goal','goal':1}", "needs 'at'");
    refuse("{'do':'move_goal','goal':1,'at':[1]}", "'at' must be [x, y]");
    refuse("{'do':'move_goal','goal':1,'at':[1,2,3]}", "'at'");
    refuse("{'do':'move_goal','goal':1,'at':[1,1e300]}", "'at'");
    refuse("{'do':'move_goal','goal':1,'at':[1,'x']}", "'at'");
    refuse("{'do':'move_goal','goal':1,'at':[1,2],'layer':3}", "'layer'");
    refuse("{'do':'move_goal','goal':1.5,'at':[1,2]}", "whole number");
    refuse("{'do':'move_goal','goal':1,'att':[1,2]}", "did you mean 'at'");
}
END_TEST

START_TEST(an_agent_gets_another_goal) {
    char key[24];
    snprintf(key, sizeof key, "%s", first_key());
    live_lab_expect(&lab, "{'do':'set_goal','key':'%s','goal':0}", key);
    live_lab_step(&lab, 1);
    ck_assert_uint_eq(wend_world_goal_index(lab.world, agent_of(key).goal), 0);
    uint32_t slot = wend_agent_slot(agent_of(key).agent);
    live_lab_expect(&lab, "{'do':'set_goal','slot':%u,'goal':1}", slot);
    live_lab_step(&lab, 1);
    ck_assert_uint_eq(wend_world_goal_index(lab.world, agent_of(key).goal), 1);
}
END_TEST

START_TEST(agents_that_do_not_exist_are_refused) {
    refuse("{'do':'set_goal','key':'999','goal':0}", "\"999\"");
    refuse("{'do':'set_goal','slot':999,'goal':0}", "slot 999");
    refuse("{'do':'set_goal','slot':-1,'goal':0}", "'slot'");
    refuse("{'do':'set_goal','key':7,'goal':0}", "in quotes");
    refuse("{'do':'set_goal','key':'-7','goal':0}", "in quotes");
    refuse("{'do':'set_goal','key':'18446744073709551616','goal':0}", "in quotes");
    refuse("{'do':'set_goal','key':'7x','goal':0}", "in quotes");
    refuse("{'do':'set_goal','goal':0}", "needs 'key'");
    refuse("{'do':'steer','key':'999','velocity':[1,0]}", "\"999\"");
    refuse("{'do':'remove_agents','keys':['999']}", "\"999\"");
}
END_TEST

START_TEST(doors_and_classes_switch) {
    live_lab_expect(&lab, "{'do':'set_door','obstacle':0,'closed':true}");
    live_lab_expect(&lab, "{'do':'set_class','class':1,'on':false}");
    live_lab_step(&lab, 1);
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert(live_lab_bool(state, "obstacles.0.closed"));
    ck_assert(!live_lab_bool(state, "classes.1"));
    live_lab_step(&lab, 200);
    wend_agent_state agents[16];
    uint32_t count = wend_world_get_agents(lab.world, agents, 16);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_double_lt(agents[i].position.x, 15.0);
    }
    live_lab_expect(&lab, "{'do':'set_door','obstacle':0,'closed':false}");
    live_lab_expect(&lab, "{'do':'set_class','class':1,'on':true}");
    live_lab_step(&lab, 1);
    state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert(!live_lab_bool(state, "obstacles.0.closed"));
    ck_assert(live_lab_bool(state, "classes.1"));
}
END_TEST

START_TEST(wrong_doors_and_classes_are_refused) {
    refuse("{'do':'set_door','obstacle':1,'closed':true}", "there is no obstacle 1");
    refuse("{'do':'set_door','obstacle':0}", "needs 'closed'");
    refuse("{'do':'set_door','obstacle':0,'closed':1}", "true or false");
    refuse("{'do':'set_class','class':0,'on':true}", "'class'");
    refuse("{'do':'set_class','class':2,'on':true}", "'class'");
    refuse("{'do':'set_class','class':1,'on':null}", "needs 'on'");
}
END_TEST

/* ---- Obstacles ------------------------------------------------------------------------------- */

START_TEST(an_obstacle_is_added_moved_and_removed) {
    double walls[16];
    const char *answer = live_lab_expect(&lab, "{'do':'add_obstacle','points':[[0,0],[2,0],[2,2],"
                                               "[0,2]],'at':[20,2],'velocity':[0.5,0]}");
    ck_assert_double_eq(live_lab_number(answer, "obstacle"), 1);
    live_lab_step(&lab, 10);
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_double_eq_tol(live_lab_number(state, "obstacles.1.at.0"), 20.5, 1e-5);
    live_lab_expect(&lab, "{'do':'move_obstacle','obstacle':1,'at':[10,12],'angle':1.5}");
    live_lab_step(&lab, 3);
    state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_double_eq_tol(live_lab_number(state, "obstacles.1.at.0"), 10.0, 1e-5);
    ck_assert_double_eq_tol(live_lab_number(state, "obstacles.1.angle"), 1.5, 1e-9);
    ck_assert_uint_eq(live_lab_numbers(state, "obstacles.1.walls", walls, 16), 16);
    ck_assert(wend_world_is_in_obstacle(lab.world, (wend_point){9.5, 13.0}, 0));
    live_lab_expect(&lab, "{'do':'move_obstacle','obstacle':1,'velocity':[0,1]}");
    live_lab_step(&lab, 10);
    state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_double_eq_tol(live_lab_number(state, "obstacles.1.at.1"), 13.0, 1e-5);
    live_lab_expect(&lab, "{'do':'set_door','obstacle':1,'closed':false}");
    live_lab_step(&lab, 1);
    ck_assert(!wend_world_is_in_obstacle(lab.world, (wend_point){9.5, 14.0}, 0));
    live_lab_expect(&lab, "{'do':'remove_obstacle','obstacle':1}");
    live_lab_expect(&lab, "{'do':'remove_obstacle','obstacle':0}");
    live_lab_step(&lab, 1);
    ck_assert_uint_eq(live_lab_count(live_lab_expect(&lab, "{'do':'state'}"), "obstacles"), 0);
}
END_TEST

START_TEST(wrong_obstacles_are_refused) {
    refuse("{'do':'add_obstacle','points':[[0,0],[1,0]],'at':[20,2]}", "");
    refuse("{'do':'add_obstacle','points':[[0,0],[2,0],[1,0.2],[2,2]],'at':[20,2]}", "convex");
    refuse("{'do':'add_obstacle','points':[0,0,1,0,1,1],'at':[20,2]}", "'points'");
    refuse("{'do':'add_obstacle','points':[[0,0],[1,0],[1,'a']],'at':[20,2]}", "'points'");
    refuse("{'do':'add_obstacle','at':[20,2]}", "needs 'points'");
    refuse("{'do':'add_obstacle','points':[[0,0],[1,0],[1,1]],'at':[20,2],'velocity':[200,0]}",
           "100 m/s");
    refuse("{'do':'move_obstacle','obstacle':0,'at':[1,1]}", "a door");
    refuse("{'do':'move_obstacle','obstacle':5,'at':[1,1]}", "there is no obstacle 5");
    refuse("{'do':'remove_obstacle','obstacle':5}", "there is no obstacle 5");
}
END_TEST

/* ---- Agents ---------------------------------------------------------------------------------- */

START_TEST(agents_are_added_where_there_is_room) {
    const char *answer =
        live_lab_expect(&lab, "{'do':'add_agents','at':[5,5],'count':40,'profile':0,'goal':1}");
    ck_assert_double_eq(live_lab_number(answer, "added"), 40);
    answer =
        live_lab_expect(&lab, "{'do':'add_agents','at':[6,5],'count':30,'like':'%s'}", first_key());
    ck_assert_double_eq(live_lab_number(answer, "added"), 30);
    const char *state = live_lab_expect(&lab, "{'do':'step'}");
    ck_assert_double_eq(live_lab_number(state, "agents"), 79);
    ck_assert_double_eq(live_lab_number(state, "overlaps"), 0);
    wend_agent_state agents[128];
    uint32_t count = wend_world_get_agents(lab.world, agents, 128), grouped = 0;
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_eq(wend_world_goal_index(lab.world, agents[i].goal), 1);
        grouped += agents[i].group.value != 0;
    }
    ck_assert_uint_eq(grouped, 39); /* those like a member of a group are members */
}
END_TEST

START_TEST(agents_are_not_added_behind_walls) {
    const char *answer =
        live_lab_expect(&lab, "{'do':'add_agents','at':[29,10],'count':1000,'profile':0}");
    uint32_t added = (uint32_t)live_lab_number(answer, "added");
    ck_assert_uint_gt(added, 60);
    ck_assert_uint_lt(added, 300); /* half a disc of 5 m has room for that many at most */
    live_lab_step(&lab, 1);
    wend_agent_state agents[512];
    uint32_t count = wend_world_get_agents(lab.world, agents, 512);
    ck_assert_uint_eq(count, 9 + added);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_double_lt(agents[i].position.x, 30.0);
    }
    answer = live_lab_expect(&lab, "{'do':'add_agents','at':[100,100],'count':9,'profile':0}");
    ck_assert_double_eq(live_lab_number(answer, "added"), 0);
}
END_TEST

START_TEST(wrong_agents_are_refused) {
    refuse("{'do':'add_agents','at':[5,5],'count':0,'profile':0}", "'count'");
    refuse("{'do':'add_agents','at':[5,5],'count':100000,'profile':0}", "'count'");
    refuse("{'do':'add_agents','at':[5,5],'count':1}", "needs 'profile'");
    refuse("{'do':'add_agents','at':[5,5],'count':1,'profile':1}", "there is no profile 1");
    refuse("{'do':'add_agents','at':[5,5],'count':1,'profile':0,'goal':9}", "there is no goal 9");
    refuse("{'do':'add_agents','at':[5,5],'count':1,'like':'99'}", "\"99\"");
    refuse("{'do':'add_agents','at':[5,5],'layer':1,'count':1,'profile':0}", "'layer'");
}
END_TEST

START_TEST(agents_are_removed_together) {
    wend_agent_state agents[16];
    ck_assert_uint_eq(wend_world_get_agents(lab.world, agents, 16), 9);
    unsigned long long a = agents[0].key, b = agents[4].key;
    refuse("{'do':'remove_agents','keys':['1',7]}", "'keys'");
    refuse("{'do':'remove_agents','keys':'1'}", "'keys'");
    refuse("{'do':'remove_agents'}", "needs 'keys'");
    live_lab_refuse(&lab, "{'do':'remove_agents','keys':['%llu','999999']}", a);
    live_lab_expect(&lab, "{'do':'remove_agents','keys':['%llu','%llu']}", a, b);
    const char *state = live_lab_expect(&lab, "{'do':'step'}");
    ck_assert_double_eq(live_lab_number(state, "agents"), 7);
    ck_assert_double_eq(live_lab_number(state, "left"), 2);
    live_lab_expect(&lab, "{'do':'remove_agents','keys':[]}");
}
END_TEST

/* The world chooses the keys of added agents, 2^63 and more. */
START_TEST(added_agents_are_found_by_their_keys) {
    char key[24];
    live_lab_expect(&lab, "{'do':'add_agents','at':[35,10],'count':1,'profile':0,'goal':0}");
    live_lab_step(&lab, 1);
    const char *found = live_lab_expect(&lab, "{'do':'pick','at':[35,10],'layer':0,'radius':1}");
    snprintf(key, sizeof key, "%s", live_lab_text(found, "key"));
    ck_assert_str_eq(key, "9223372036854775808");
    live_lab_expect(&lab, "{'do':'explain','key':'%s'}", key);
    live_lab_expect(&lab, "{'do':'set_goal','key':'%s','goal':1}", key);
    live_lab_step(&lab, 1);
    ck_assert_uint_eq(wend_world_goal_index(lab.world, agent_of(key).goal), 1);
    uint32_t count = wend_world_agent_count(lab.world);
    live_lab_expect(&lab, "{'do':'remove_agents','keys':['%s']}", key);
    live_lab_step(&lab, 1);
    ck_assert_uint_eq(wend_world_agent_count(lab.world), count - 1);
}
END_TEST

START_TEST(agents_with_keys_of_both_kinds_are_removed_together) {
    enum { MOST = 64 };
    wend_agent_state agents[MOST];
    char message[4096], first[24];
    live_lab_expect(&lab, "{'do':'add_agents','at':[35,10],'count':30,'profile':0,'goal':0}");
    live_lab_step(&lab, 1);
    uint32_t count = wend_world_get_agents(lab.world, agents, MOST);
    ck_assert_uint_gt(count, 20);
    snprintf(first, sizeof first, "%s", first_key());
    size_t used = (size_t)sprintf(message, "{'do':'remove_agents','keys':['%s'", first);
    for (uint32_t i = count; i-- > 1;) { /* the others, some of them twice */
        for (uint32_t k = 0; k <= i % 2; k++) {
            used += (size_t)sprintf(message + used, ",'%llu'", (unsigned long long)agents[i].key);
        }
    }
    char *end = message + used;
    sprintf(end, ",'18446744073709551615']}");
    const char *text = live_lab_refuse(&lab, "%s", message);
    ck_assert_ptr_nonnull(strstr(text, "there is no agent with the key \"18446744073709551615\""));
    ck_assert_uint_eq(wend_world_agent_count(lab.world), count);
    sprintf(end, "]}");
    live_lab_expect(&lab, "%s", message);
    live_lab_step(&lab, 1);
    ck_assert_uint_eq(wend_world_agent_count(lab.world), 0);
}
END_TEST

START_TEST(too_many_changes_need_a_step) {
    char message[64000] = "{'do':'remove_agents','keys':['";
    size_t used = strlen(message);
    int refused = 0;
    for (int i = 0; i < 4000; i++) {
        used += (size_t)snprintf(message + used, sizeof message - used, "%s%s", i > 0 ? "','" : "",
                                 first_key());
    }
    snprintf(message + used, sizeof message - used, "']}");
    for (int i = 0; i < 300 && refused == 0; i++) {
        const char *answer = live_lab_ask(&lab, "%s", message);
        refused += live_lab_has(answer, "error");
    }
    ck_assert_int_eq(refused, 1);
    ck_assert_ptr_nonnull(strstr(live_lab_refuse(&lab, "%s", message), "step"));
    live_lab_expect(&lab, "{'do':'step'}");
    live_lab_expect(&lab, "{'do':'move_goal','goal':1,'at':[3,3]}");
    for (int i = 0; i < 5; i++) {
        live_lab_ask(&lab, "{'do':'add_agents','at':[%d,15],'count':1000,'profile':0}", 3 + i);
    }
}
END_TEST

/* ---- Steering -------------------------------------------------------------------------------- */

START_TEST(an_agent_follows_the_user) {
    char key[24];
    snprintf(key, sizeof key, "%s", first_key());
    live_lab_expect(&lab, "{'do':'steer','key':'%s','velocity':[0,1]}", key);
    live_lab_step(&lab, 40);
    wend_agent_state agent = agent_of(key);
    ck_assert_double_gt(agent.position.y, 6.5);
    const char *state = live_lab_expect(&lab, "{'do':'state'}");
    ck_assert_uint_eq(live_lab_count(state, "profiles"), 2);
    ck_assert_double_eq(live_lab_number(state, "profiles.1.steered_from"), 0);
    ck_assert_double_eq(live_lab_number(state, "profiles.1.agents"), 1);
    ck_assert_str_eq(live_lab_text(state, "profiles.1.follow"), "external");
    live_lab_expect(&lab, "{'do':'steer','key':'%s','velocity':[0,-1]}", key);
    live_lab_step(&lab, 20);
    ck_assert_double_lt(agent_of(key).position.y, agent.position.y);
    live_lab_refuse(&lab, "{'do':'choose','profile':1,'kind':'steering','name':'direct'}");
    live_lab_refuse(&lab, "{'do':'add_agents','at':[5,5],'count':1,'profile':1}");
    live_lab_expect(&lab, "{'do':'steer','key':'%s','velocity':null}", key);
    live_lab_step(&lab, 1);
    ck_assert_uint_eq(wend_world_profile_index(lab.world, agent_of(key).profile), 0);
    live_lab_step(&lab, 300);
    ck_assert_double_gt(agent_of(key).position.x, 25.0); /* it has arrived at its goal */
}
END_TEST

START_TEST(steering_ends_before_it_begins) {
    char key[24];
    snprintf(key, sizeof key, "%s", first_key());
    live_lab_expect(&lab, "{'do':'steer','key':'%s','velocity':[0,1]}", key);
    live_lab_expect(&lab, "{'do':'steer','key':'%s'}", key);
    live_lab_step(&lab, 2);
    ck_assert_uint_eq(wend_world_profile_index(lab.world, agent_of(key).profile), 0);
    live_lab_refuse(&lab, "{'do':'steer','key':'%s','velocity':[99,99]}", key);
    live_lab_refuse(&lab, "{'do':'steer','key':'%s','velocity':'fast'}", key);
}
END_TEST

START_TEST(steered_agents_stay_steered_when_rewinding) {
    char key[24];
    snprintf(key, sizeof key, "%s", first_key());
    live_lab_expect(&lab, "{'do':'steer','key':'%s','velocity':[0,1]}", key);
    char hash[24];
    snprintf(hash, sizeof hash, "%s",
             live_lab_text(live_lab_expect(&lab, "{'do':'step','count':60}"), "hash"));
    live_lab_expect(&lab, "{'do':'seek','step':20}");
    const char *state = live_lab_expect(&lab, "{'do':'seek','step':65}");
    ck_assert_str_eq(live_lab_text(state, "hash"), hash);
    live_lab_expect(&lab, "{'do':'steer','key':'%s'}", key); /* it is known as steered */
    live_lab_step(&lab, 1);
    ck_assert_uint_eq(wend_world_profile_index(lab.world, agent_of(key).profile), 0);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        a_goal_moves,
        goals_that_cannot_move_are_refused,
        an_agent_gets_another_goal,
        agents_that_do_not_exist_are_refused,
        doors_and_classes_switch,
        wrong_doors_and_classes_are_refused,
        an_obstacle_is_added_moved_and_removed,
        wrong_obstacles_are_refused,
        agents_are_added_where_there_is_room,
        agents_are_not_added_behind_walls,
        wrong_agents_are_refused,
        agents_are_removed_together,
        added_agents_are_found_by_their_keys,
        agents_with_keys_of_both_kinds_are_removed_together,
        too_many_changes_need_a_step,
        an_agent_follows_the_user,
        steering_ends_before_it_begins,
        steered_agents_stay_steered_when_rewinding,
    };
    Suite *suite = suite_create("live/changes");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, SUITE_TIMEOUT);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(all, tests[i]);
    }
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
