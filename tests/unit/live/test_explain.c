/* Explanations of agents: the numbers are those of the library, and the sentence agrees with them.
 */
#include "support/kit/live_lab.h"
#include "support/suite.h"
#include "words/words.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/math.h>
#include <wend/names.h>
#include <wend/objects.h>

enum { MOST_MARKS = 4096 };

/* Far from the zero point, so that the space has an origin of its own. */
#define MEETING(steer)                                                                             \
    "time: {end: 60}\nsteer: " steer "\n"                                                          \
    "space: {walkable: [[5000, 3000], [5020, 3000], [5020, 3006], [5000, 3006]],\n"                \
    "  obstacles: [[[5009, 3000], [5010, 3000], [5010, 3002], [5009, 3002]]]}\n"                   \
    "goals: {north: [5018, 3003], south: [5002, 3003]}\n"                                          \
    "agents: [{name: one, at: [[5003, 3002.5], [5003, 3003.5]], goal: north},\n"                   \
    "  {name: two, at: [[5017, 3002.6], [5017, 3003.4]], goal: south, priority: -2}]\n"

static wend_mark marks[MOST_MARKS];

static void check_vector(const char *answer, const char *path, wend_vec2 expected) {
    double found[2] = {NAN, NAN};
    ck_assert_uint_eq(live_lab_numbers(answer, path, found, 2), 2);
    ck_assert_float_eq((float)found[0], expected.x);
    ck_assert_float_eq((float)found[1], expected.y);
}

static void check_point(const char *answer, const char *path, wend_point expected) {
    double found[2] = {NAN, NAN};
    ck_assert_uint_eq(live_lab_numbers(answer, path, found, 2), 2);
    ck_assert_double_eq_tol(found[0], expected.x, 1e-9);
    ck_assert_double_eq_tol(found[1], expected.y, 1e-9);
}

/* The member of a mark that is a position in the world is in the coordinates of the scenario. */
static void check_member(const char *answer, const char *path, wend_vec2 expected, bool is_position,
                         const wend_space *space) {
    if (is_position) {
        check_point(answer, path, wend_space_from_local(space, expected));
    } else if (isfinite(expected.x) && isfinite(expected.y)) {
        check_vector(answer, path, expected);
    } else {
        ck_assert(!live_lab_has(answer, path));
    }
}

static const char *path_of(uint32_t mark, const char *member) {
    static char paths[4][64];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "marks.%u.%s", mark, member);
    return paths[next];
}

static uint32_t walls_seen;

/* The ends of a wall are corners of the scenario's polygons, one straight above or beside the
 * other. */
static void check_wall(const char *answer, uint32_t i) {
    static const double across[] = {5000, 5009, 5010, 5020}, up[] = {3000, 3002, 3006};
    double ends[4] = {NAN, NAN, NAN, NAN};
    ck_assert_uint_eq(live_lab_numbers(answer, path_of(i, "subject.segment"), ends, 4), 4);
    for (int end = 0; end < 4; end++) {
        const double *corners = end % 2 == 0 ? across : up;
        int found = 0;
        for (int k = 0; k < (end % 2 == 0 ? 4 : 3); k++) {
            found += fabs(ends[end] - corners[k]) < 1e-3;
        }
        ck_assert_int_eq(found, 1);
    }
    bool is_upright = fabs(ends[0] - ends[2]) < 1e-3, is_level = fabs(ends[1] - ends[3]) < 1e-3;
    ck_assert(is_upright != is_level);
    walls_seen++;
}

static void check_mark(const char *answer, uint32_t i, const wend_space *space) {
    const wend_mark *m = &marks[i];
    bool world = m->space == WEND_MARK_SPACE_WORLD;
    bool a = world && m->kind != WEND_MARK_FORCE;
    bool b = world && (m->kind == WEND_MARK_REGION || m->kind == WEND_MARK_PATH);
    ck_assert_str_eq(live_lab_text(answer, path_of(i, "kind")), wend_mark_kind_text(m->kind));
    ck_assert_str_eq(live_lab_text(answer, path_of(i, "space")), world ? "world" : "velocity");
    ck_assert_str_eq(live_lab_text(answer, path_of(i, "stage")), wend_kind_text(m->stage));
    ck_assert_str_eq(live_lab_text(answer, path_of(i, "entry")), m->entry);
    ck_assert_str_eq(live_lab_text(answer, path_of(i, "subject.kind")),
                     wend_subject_kind_text(m->subject.kind));
    check_member(answer, path_of(i, "a"), m->a, a, space);
    check_member(answer, path_of(i, "b"), m->b, b, space);
    check_member(answer, path_of(i, "c"), m->c, false, space);
    if (m->subject.kind == WEND_SUBJECT_AGENT) {
        char key[24];
        snprintf(key, sizeof key, "%llu", (unsigned long long)m->subject.key);
        ck_assert_str_eq(live_lab_text(answer, path_of(i, "subject.key")), key);
        ck_assert_double_eq(live_lab_number(answer, path_of(i, "subject.slot")),
                            (double)(uint32_t)m->subject.id);
    } else if (m->subject.kind != WEND_SUBJECT_NONE) {
        ck_assert_double_eq(live_lab_number(answer, path_of(i, "subject.index")),
                            (double)m->subject.index);
    }
    if (m->subject.kind == WEND_SUBJECT_WALL) {
        check_wall(answer, i);
    }
}

static uint32_t check_marks(live_lab *lab, uint64_t key, const char *answer) {
    wend_agent agent = wend_world_find_agent(lab->world, key);
    uint32_t count = wend_world_explain(lab->world, agent, marks, MOST_MARKS);
    ck_assert_uint_eq(live_lab_count(answer, "marks"), count);
    for (uint32_t i = 0; i < count; i++) {
        check_mark(answer, i, wend_world_space(lab->world));
    }
    return count;
}

START_TEST(marks_equal_those_of_the_world) {
    static const char *const scenarios[] = {MEETING("orca"),
                                            MEETING("orca_arc"),
                                            MEETING("hrvo"),
                                            MEETING("gvo"),
                                            MEETING("karamouzas"),
                                            MEETING("helbing"),
                                            MEETING("collision_free_speed")};
    for (size_t k = 0; k < sizeof scenarios / sizeof scenarios[0]; k++) {
        live_lab lab;
        uint32_t total = 0;
        live_lab_open(&lab, scenarios[k], NULL);
        for (int round = 0; round < 6; round++) {
            live_lab_step(&lab, 10);
            for (uint64_t key = 1; key <= 4; key++) {
                const char *answer = live_lab_expect(&lab, "{'do':'explain','key':'%d'}", (int)key);
                total += check_marks(&lab, key, answer);
            }
        }
        ck_assert_uint_ge(total, 24);
        live_lab_close(&lab);
    }
    ck_assert_uint_gt(walls_seen, 10);
}
END_TEST

START_TEST(properties_are_those_of_the_agent) {
    live_lab lab;
    live_lab_open(&lab, MEETING("orca"), NULL);
    live_lab_step(&lab, 20);
    wend_agent agent = wend_world_find_agent(lab.world, 3);
    wend_agent_state state;
    wend_agent_attributes own;
    ck_assert(wend_world_get_agent(lab.world, agent, &state));
    ck_assert(wend_world_get_agent_attributes(lab.world, agent, &own));
    const char *answer =
        live_lab_expect(&lab, "{'do':'explain','slot':%u}", wend_agent_slot(agent));
    ck_assert_str_eq(live_lab_text(answer, "key"), "3");
    ck_assert_str_eq(live_lab_text(answer, "group"), "two");
    check_point(answer, "position", state.position);
    check_vector(answer, "velocity", state.velocity);
    ck_assert_double_eq_tol(live_lab_number(answer, "radius"), 0.25, 1e-9);
    ck_assert_double_eq(live_lab_number(answer, "priority"), -2.0);
    ck_assert_double_eq_tol(live_lab_number(answer, "heading"), (double)own.heading, 1e-6);
    ck_assert(!live_lab_has(answer, "max_acceleration") && !live_lab_has(answer, "state"));
    ck_assert_str_eq(live_lab_text(answer, "activity"), "walking");
    ck_assert_str_eq(live_lab_text(answer, "previous"), "choosing");
    double since = live_lab_number(answer, "since");
    ck_assert_double_ge(since, 0.0);
    ck_assert_double_le(since, 0.2);
    uint32_t goal = wend_world_goal_index(lab.world, wend_world_find_goal(lab.world, "south"));
    ck_assert_double_eq(live_lab_number(answer, "goal"), (double)goal);
    ck_assert(!live_lab_bool(answer, "truncated"));
    live_lab_close(&lab);
}
END_TEST

/* The preferred and the chosen velocity are those of the marks, and the chosen one is that which
 * the agent has after the next step. */
START_TEST(chosen_velocity_is_taken) {
    live_lab lab;
    double chosen[2];
    live_lab_open(&lab, MEETING("orca"), NULL);
    live_lab_step(&lab, 40);
    const char *answer = live_lab_expect(&lab, "{'do':'explain','key':'1'}");
    ck_assert_uint_eq(live_lab_numbers(answer, "chosen", chosen, 2), 2);
    ck_assert_uint_eq(live_lab_count(answer, "preferred"), 2);
    live_lab_step(&lab, 1);
    wend_agent_state state;
    ck_assert(wend_world_get_agent(lab.world, wend_world_find_agent(lab.world, 1), &state));
    ck_assert_double_eq_tol(chosen[0], (double)state.velocity.x, 1e-5);
    ck_assert_double_eq_tol(chosen[1], (double)state.velocity.y, 1e-5);
    live_lab_close(&lab);
}
END_TEST

/* The path ahead begins at the agent and ends at its goal, and no piece of it crosses a wall. */
START_TEST(route_leads_from_the_agent_to_its_goal) {
    live_lab lab;
    live_lab_open(&lab, MEETING("orca"), NULL);
    live_lab_step(&lab, 1);
    for (int round = 0; round < 10; round++) {
        const char *answer = live_lab_expect(&lab, "{'do':'explain','key':'1'}");
        const wend_space *space = wend_world_space(lab.world);
        double at[3 * 64], position[2];
        ck_assert_str_eq(live_lab_text(answer, "route.status"), "complete");
        uint32_t count = live_lab_numbers(answer, "route.points", at, 3 * 64) / 3;
        ck_assert_uint_ge(count, 2);
        live_lab_numbers(answer, "position", position, 2);
        ck_assert_double_eq_tol(at[0], position[0], 1e-3);
        ck_assert_double_eq_tol(at[1], position[1], 1e-3);
        ck_assert_double_eq_tol(at[3 * count - 3], 5018.0, 1e-3);
        ck_assert_double_eq_tol(at[3 * count - 2], 3003.0, 1e-3);
        for (uint32_t i = 1; i < count; i++) {
            wend_location from = {
                wend_space_to_local(space, (wend_point){at[3 * i - 3], at[3 * i - 2]}), 0};
            wend_location to = {wend_space_to_local(space, (wend_point){at[3 * i], at[3 * i + 1]}),
                                0};
            ck_assert(wend_space_is_visible(space, from, to, 0.0F, WEND_ALL_CLASSES));
        }
        live_lab_step(&lab, 10);
    }
    live_lab_close(&lab);
}
END_TEST

START_TEST(corridor_of_the_route_is_given) {
    static const char text[] =
        "space: {walkable: [[0, 0], [20, 0], [20, 20], [12, 20], [12, 8], [0, 8]]}\n"
        "plan: corridor\nfollow: {name: attraction, advance: disc}\n"
        "agents: [{at: [1, 2], goal: [16, 19]}]\n";
    live_lab lab;
    live_lab_open(&lab, text, NULL);
    live_lab_step(&lab, 1);
    const wend_view *view = wend_world_view(lab.world);
    const wend_route *route = wend_view_route(view, 0);
    ck_assert(route != NULL && route->disc_count >= 2);
    const char *answer = live_lab_expect(&lab, "{'do':'explain','slot':0}");
    ck_assert_uint_eq(live_lab_count(answer, "route.discs"), route->disc_count);
    ck_assert_uint_eq(live_lab_count(answer, "route.portals"), wend_route_portal_count(route));
    double portal[4];
    wend_portal expected = wend_route_portal(route, 2, view->bodies[0].position);
    ck_assert_uint_eq(live_lab_numbers(answer, "route.portals.2", portal, 4), 4);
    ck_assert_double_eq_tol(portal[0], (double)expected.left.x, 1e-6);
    ck_assert_double_eq_tol(portal[3], (double)expected.right.y, 1e-6);
    double disc[3];
    ck_assert_uint_eq(live_lab_numbers(answer, "route.discs.1", disc, 3), 3);
    ck_assert_double_eq_tol(disc[0], (double)route->discs[1].position.x, 1e-6);
    ck_assert_double_eq_tol(disc[2], (double)route->discs[1].clearance, 1e-6);
    live_lab_close(&lab);
}
END_TEST

/* ---- The sentence ---------------------------------------------------------------------------- */

static const char *sentence_of(live_lab *lab, int key) {
    return live_lab_text(live_lab_expect(lab, "{'do':'explain','key':'%d'}", key), "sentence");
}

/* An agent alone on open ground is not limited. One that meets another head on is limited by it,
 * ahead; a wall on its left counts, too. */
START_TEST(sentence_names_what_limits_the_agent) {
    live_lab lab;
    live_lab_open(&lab, "steer: orca\ngoals: {far: [30, 0]}\nagents: [{at: [0, 0], goal: far}]\n",
                  NULL);
    live_lab_step(&lab, 20);
    ck_assert_str_eq(sentence_of(&lab, 1),
                     "It wants to go 1.30 m/s towards 'far', and nothing keeps it from that.");
    live_lab_close(&lab);
    live_lab_open(&lab,
                  "steer: orca\ngoals: {far: [30, 0], back: [-30, 0]}\n"
                  "agents: [{at: [0, 0], goal: far}, {at: [3, 0.1], goal: back}]\n",
                  NULL);
    live_lab_step(&lab, 5);
    const char *text = sentence_of(&lab, 1);
    ck_assert_msg(strstr(text, "It wants to go 1.30 m/s towards 'far'. Agent 2 ahead limits it; "
                               "it chooses ") == text,
                  "%s", text);
    live_lab_close(&lab);
    live_lab_open(&lab,
                  "steer: orca\nplan: straight\nspace: {walkable: [[0, 0], [20, 0], [20, 9], "
                  "[0, 9]]}\n"
                  "agents: [{at: [2, 8], goal: [8, 9]}]\n",
                  NULL);
    for (int i = 0; i < 60 && strstr(text, "wall") == NULL; i++) {
        live_lab_step(&lab, 1);
        text = sentence_of(&lab, 1);
    }
    ck_assert_msg(strstr(text, "A wall on the left limits it; it chooses ") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "towards goal 0. ") != NULL, "%s", text);
    ck_assert_msg(strstr(text, " degrees to the right.") != NULL, "%s", text);
    live_lab_close(&lab);
}
END_TEST

/* The angle and the speeds in the sentence are those of the numbers beside it. */
START_TEST(sentence_agrees_with_the_numbers) {
    live_lab lab;
    uint32_t turned = 0;
    live_lab_open(&lab, MEETING("orca"), NULL);
    for (int round = 0; round < 40; round++) {
        live_lab_step(&lab, 3);
        const char *answer = live_lab_expect(&lab, "{'do':'explain','key':'1'}");
        double p[2], c[2];
        char expected[64];
        ck_assert_uint_eq(live_lab_numbers(answer, "preferred", p, 2), 2);
        ck_assert_uint_eq(live_lab_numbers(answer, "chosen", c, 2), 2);
        double turn = words_turn((wend_vec2){(float)p[0], (float)p[1]},
                                 (wend_vec2){(float)c[0], (float)c[1]});
        if (hypot(c[0] - p[0], c[1] - p[1]) < 0.02 || fabs(turn) < 1.0 ||
            hypot(c[0], c[1]) < 0.01) {
            continue;
        }
        snprintf(expected, sizeof expected, "it chooses %.2f m/s, %.0f degree%s to the %s.",
                 hypot(c[0], c[1]), floor(fabs(turn) + 0.5), fabs(turn) < 1.5 ? "" : "s",
                 turn > 0.0 ? "left" : "right");
        const char *text = live_lab_text(answer, "sentence");
        ck_assert_msg(strstr(text, expected) != NULL, "%s / %s", text, expected);
        turned++;
    }
    ck_assert_uint_ge(turned, 5);
    live_lab_close(&lab);
}
END_TEST

START_TEST(sentence_names_the_queue) {
    live_lab lab;
    live_lab_open(&lab,
                  "space: {walkable: [[0, 0], [30, 0], [30, 12], [0, 12]]}\n"
                  "queues: {counter: {line: [[12, 10], [4, 10], [4, 2]], service: 3}}\n"
                  "agents: [{queue: counter, at: [1, 1]}]\n",
                  NULL);
    live_lab_step(&lab, 20);
    const char *text = sentence_of(&lab, 1);
    ck_assert_msg(strstr(text, "towards its place in the queue 'counter'") != NULL, "%s", text);
    live_lab_close(&lab);
}
END_TEST

START_TEST(agents_that_stand_have_sentences) {
    live_lab lab;
    live_lab_open(
        &lab,
        "space: {walkable: [[0, 0], [20, 0], [20, 9], [0, 9]], walls: [[[9, 0], [9, 9]]]}\n"
        "agents: [{at: [2, 2], goal: [18, 2]}, {at: [12, 2]}, {at: [15, 5], goal: [15, "
        "5]}]\n",
        NULL);
    live_lab_step(&lab, 100);
    const char *near_wall = sentence_of(&lab, 1), *no_goal = sentence_of(&lab, 2);
    ck_assert_msg(strstr(near_wall, "which is not reachable") != NULL, "%s", near_wall);
    ck_assert_msg(strstr(no_goal, "It waits for a goal") != NULL, "%s", no_goal);
    ck_assert_msg(strstr(sentence_of(&lab, 3), "It has arrived.") != NULL, "%s",
                  sentence_of(&lab, 3));
    live_lab_close(&lab);
}
END_TEST

START_TEST(refuses_agents_that_are_not_there) {
    live_lab lab;
    live_lab_open(&lab, MEETING("orca"), NULL);
    live_lab_step(&lab, 1);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'explain','key':'99'}"), "99") != NULL);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'explain','slot':4}"), "slot 4") != NULL);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'explain','slot':-1}"), "slot") != NULL);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'explain'}"), "key") != NULL);
    live_lab_close(&lab);
}
END_TEST

/* ---- Picking --------------------------------------------------------------------------------- */

START_TEST(picks_the_nearest_agent) {
    live_lab lab;
    live_lab_open(&lab, MEETING("orca"), NULL);
    live_lab_step(&lab, 10);
    for (int i = 0; i < 200; i++) {
        double x = 5000.0 + (i * 7) % 20, y = 3000.0 + (i * 3) % 6, best = 2.0;
        uint64_t nearest = 0;
        for (uint64_t key = 1; key <= 4; key++) {
            wend_agent_state state;
            ck_assert(
                wend_world_get_agent(lab.world, wend_world_find_agent(lab.world, key), &state));
            double distance = hypot(state.position.x - x, state.position.y - y);
            nearest = distance < best ? key : nearest;
            best = fmin(best, distance);
        }
        const char *answer =
            live_lab_expect(&lab, "{'do':'pick','at':[%.1f,%.1f],'layer':0,'radius':2}", x, y);
        ck_assert_int_eq(live_lab_has(answer, "slot"), nearest != 0);
        if (nearest != 0) {
            char key[8];
            snprintf(key, sizeof key, "%d", (int)nearest);
            ck_assert_str_eq(live_lab_text(answer, "key"), key);
        }
    }
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'pick','at':[1,1],'layer':1,'radius':2}"),
                     "layer") != NULL);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'pick','at':[1],'radius':2}"), "at") != NULL);
    live_lab_close(&lab);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        marks_equal_those_of_the_world,   properties_are_those_of_the_agent,
        chosen_velocity_is_taken,         route_leads_from_the_agent_to_its_goal,
        corridor_of_the_route_is_given,   sentence_names_what_limits_the_agent,
        sentence_agrees_with_the_numbers, agents_that_stand_have_sentences,
        sentence_names_the_queue,         refuses_agents_that_are_not_there,
        picks_the_nearest_agent};
    return suite_run("live explain", tests, sizeof tests / sizeof tests[0]);
}
