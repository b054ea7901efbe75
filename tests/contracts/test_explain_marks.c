/* Each mark of an explanation contains the stage and the entry that made it, its subject and its
 * coordinate system, so that a viewer need not guess them. */
#include "contract.h"

enum { MOST = 256 };

static wend_mark marks[MOST];

/* ---- Marks of a test model ------------------------------------------------------------------- */

static void stand(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t i = contract_first(agents); i < view->body_count; i = contract_next(agents, i)) {
        outcomes[i - agents->first] = contract_outcome(view, contract_vec(0.0F, 0.0F));
    }
}

/* Makes one mark of each kind in its usual coordinates, and one mark in other coordinates, all with
 * a wrong stage. */
static void mark_all(const wend_view *view, const wend_agents *agents, uint32_t index,
                     const wend_intent *intent, wend_sketch *sketch) {
    wend_mark mark;
    (void)agents;
    memset(&mark, 0, sizeof mark);
    mark.stage = WEND_KIND_PLANNER;
    mark.entry = "nobody";
    for (int kind = 0; kind < WEND_MARK_COUNT; kind++) {
        mark.kind = (wend_mark_kind)kind;
        mark.subject = wend_view_agent_subject(view, index);
        wend_sketch_add(sketch, mark);
    }
    mark.kind = WEND_MARK_VELOCITY;
    mark.space = WEND_MARK_SPACE_WORLD;
    mark.label = "own";
    mark.subject = wend_view_region_subject(view, &intent->region);
    wend_sketch_add(sketch, mark);
}

START_TEST(marks_get_stage_entry_and_coordinates) {
    static const wend_mark_kind in_world[4] = {WEND_MARK_REGION, WEND_MARK_FORCE, WEND_MARK_PATH,
                                               WEND_MARK_DISC};
    wend_registry *registry = contract_registry();
    wend_steering model;
    memset(&model, 0, sizeof model);
    contract_head(&model.stage.entry, sizeof model, "marker");
    model.stage.explain = mark_all;
    model.steer = stand;
    contract_register(registry, WEND_KIND_STEERING, &model.stage.entry);
    wend_world *world = contract_world(contract_open(), registry, 1);
    contract_profile(world, "marker");
    wend_goal goal = contract_goal(world, 5, 0, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 42, 0, 0, goal);
    contract_step(world, 1);
    uint32_t count = wend_world_explain(world, agent, marks, MOST), own = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i].stage != WEND_KIND_STEERING) {
            continue; /* a mark of the follower */
        }
        bool is_last = own == WEND_MARK_COUNT, is_world = is_last;
        ck_assert_str_eq(marks[i].entry, "marker");
        ck_assert_int_eq(marks[i].kind, is_last ? WEND_MARK_VELOCITY : (wend_mark_kind)own);
        for (int k = 0; k < 4; k++) {
            is_world = is_world || marks[i].kind == in_world[k];
        }
        wend_mark_space expected = is_world ? WEND_MARK_SPACE_WORLD : WEND_MARK_SPACE_VELOCITY;
        ck_assert_int_eq(marks[i].space, expected);
        ck_assert_int_eq(wend_mark_space_of(&marks[i]), expected);
        ck_assert_int_eq(marks[i].subject.kind, is_last ? WEND_SUBJECT_GOAL : WEND_SUBJECT_AGENT);
        ck_assert_uint_eq(marks[i].subject.id, is_last ? goal.value : agent.value);
        ck_assert_uint_eq(marks[i].subject.key, is_last ? 0 : 42);
        own++;
    }
    ck_assert_uint_eq(own, WEND_MARK_COUNT + 1);
    wend_world_destroy(world);
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Marks of `orca` ------------------------------------------------------------------------- */

/* Makes a world in which an agent walks beside the wall y = 0 towards another agent, with a door on
 * its left. */
static wend_world *make_scene(wend_agent *agent, wend_agent *other, wend_goal *goal,
                              wend_obstacle *door) {
    static const wend_point ends[2] = {{0.5, 1.25}, {2.0, 1.25}};
    wend_world *world = contract_world(contract_room(12, 6, NULL, 0), NULL, 1);
    wend_goal none = {0};
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = ends;
    def.point_count = 2;
    CONTRACT_OK(wend_world_add_obstacle(world, &def, door, &contract_error));
    contract_profile(world, "orca");
    *goal = contract_goal(world, 9, 0.6, 0, WEND_ON_ARRIVAL_STOP);
    *agent = contract_agent(world, 7, 1.5, 0.6, *goal);
    *other = contract_agent(world, 8, 2.4, 0.9, none);
    contract_step(world, 1);
    return world;
}

/* Finds the wall of the space along y = 0. */
static uint32_t find_low_wall(const wend_space *space) {
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (wall.a.y == 0.0F && wall.b.y == 0.0F) {
            return i;
        }
    }
    return WEND_NO_WALL;
}

START_TEST(half_planes_identify_their_neighbour_wall_or_obstacle) {
    wend_agent agent, other;
    wend_goal goal;
    wend_obstacle door = {0};
    wend_world *world = make_scene(&agent, &other, &goal, &door);
    uint32_t wall = find_low_wall(wend_world_space(world)), found[WEND_SUBJECT_COUNT];
    uint32_t count = wend_world_explain(world, agent, marks, MOST);
    memset(found, 0, sizeof found);
    for (uint32_t i = 0; i < count; i++) {
        const wend_subject *subject = &marks[i].subject;
        bool of_plane = marks[i].kind == WEND_MARK_HALF_PLANE;
        found[subject->kind] += of_plane || subject->kind == WEND_SUBJECT_GOAL;
        ck_assert(!of_plane || marks[i].space == WEND_MARK_SPACE_VELOCITY);
        ck_assert(!of_plane || marks[i].stage == WEND_KIND_STEERING);
        if (subject->kind == WEND_SUBJECT_AGENT) {
            ck_assert_uint_eq(subject->key, 8);
            ck_assert_uint_eq(subject->id, other.value);
        } else if (subject->kind == WEND_SUBJECT_GOAL) {
            ck_assert_uint_eq(subject->id, goal.value);
        } else if (subject->kind == WEND_SUBJECT_OBSTACLE) {
            ck_assert_uint_eq(subject->id, door.value);
            ck_assert_uint_eq(subject->part, 0);
        }
        found[WEND_SUBJECT_WALL] +=
            of_plane && subject->kind == WEND_SUBJECT_WALL && subject->index == wall ? 100 : 0;
    }
    ck_assert_uint_eq(found[WEND_SUBJECT_AGENT], 1); /* the agent has only one neighbour */
    ck_assert_uint_ge(found[WEND_SUBJECT_WALL], 100);
    ck_assert_uint_ge(found[WEND_SUBJECT_OBSTACLE], 1);
    ck_assert_uint_ge(found[WEND_SUBJECT_GOAL], 1);
    wend_world_destroy(world);
}
END_TEST

/* The chosen velocity in the marks is the velocity in the next step. If the solve status is free,
 * this velocity satisfies every half-plane. */
START_TEST(marks_match_the_next_step) {
    wend_agent agent, other;
    wend_goal goal;
    wend_obstacle door = {0};
    wend_world *world = make_scene(&agent, &other, &goal, &door);
    for (int step = 0; step < 20; step++) {
        uint64_t before = wend_world_hash(world);
        uint32_t count = wend_world_explain(world, agent, marks, MOST), chosen = UINT32_MAX;
        ck_assert_uint_eq(wend_world_hash(world),
                          before); /* explaining does not change the world */
        for (uint32_t i = 0; i < count; i++) {
            chosen = marks[i].kind == WEND_MARK_VELOCITY ? i : chosen;
        }
        ck_assert_uint_ne(chosen, UINT32_MAX);
        contract_step(world, 1);
        wend_agent_state state = contract_state(world, agent);
        wend_vec2 velocity = marks[chosen].b;
        ck_assert_double_eq_tol((double)state.velocity.x, (double)velocity.x, 1e-4);
        ck_assert_double_eq_tol((double)state.velocity.y, (double)velocity.y, 1e-4);
        for (uint32_t i = 0; i < count && state.solve_status == WEND_SOLVE_FREE; i++) {
            double x = (double)velocity.x - (double)marks[i].a.x;
            double y = (double)velocity.y - (double)marks[i].a.y;
            double depth = x * (double)marks[i].b.x + y * (double)marks[i].b.y;
            ck_assert(marks[i].kind != WEND_MARK_HALF_PLANE || depth > -1e-3);
        }
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(mark_and_subject_kinds_have_distinct_names) {
    for (int i = 0; i < WEND_MARK_COUNT; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(wend_mark_kind_text((wend_mark_kind)i),
                             wend_mark_kind_text((wend_mark_kind)k));
        }
    }
    for (int i = 0; i < WEND_SUBJECT_COUNT; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(wend_subject_kind_text((wend_subject_kind)i),
                             wend_subject_kind_text((wend_subject_kind)k));
        }
    }
}
END_TEST

int main(void) {
    CONTRACT("contracts/explain_marks", marks_get_stage_entry_and_coordinates,
             half_planes_identify_their_neighbour_wall_or_obstacle, marks_match_the_next_step,
             mark_and_subject_kinds_have_distinct_names);
}
