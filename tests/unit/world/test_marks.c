/* Each mark states which stage made it, which coordinate space it uses, and what it refers to: the
 * neighbour, wall or obstacle without which it would not exist. */
/* needs: kit */
#include <math.h>
#include <string.h>

#include <wend/kit.h>
#include <wend/random.h>

#include "support/suite.h"
#include "support/worlds.h"

enum { MOST_MARKS = 2048, CROWD = 24 };

static wend_mark marks[MOST_MARKS + 1], fewer[MOST_MARKS + 1];

/* ---- Every entry in a busy scene ------------------------------------------------------------- */

static void put_maps(wend_world *world, wend_space *space) {
    wend_corridor_def corridor = wend_default_corridor_def();
    wend_navmesh_def navmesh = wend_default_navmesh_def();
    static const double radii[] = {0.25};
    wend_grid_def grid = wend_default_grid_def();
    wend_map *maps[3] = {NULL, NULL, NULL};
    static const char *const names[] = {"corridor", "navmesh", "grid"};
    corridor.space = navmesh.space = grid.space = space;
    navmesh.radii = radii;
    navmesh.radius_count = 1;
    ck_assert_int_eq(wend_corridor_build(&corridor, &maps[0], NULL), WEND_OK);
    ck_assert_int_eq(wend_navmesh_build(&navmesh, &maps[1], NULL), WEND_OK);
    ck_assert_int_eq(wend_grid_build(&grid, &maps[2], NULL), WEND_OK);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(wend_world_add_map(world, names[i], maps[i], NULL, NULL), WEND_OK);
        wend_map_release(maps[i]);
    }
}

/* A room with pillars, a door, a moving obstacle and a crowd that crosses the room. */
static wend_world *make_scene(const wend_profile_def *profile) {
    static const wend_point door[] = {{9, 6}, {11, 6}};
    static const wend_point cart[] = {{-0.4, -0.4}, {0.4, -0.4}, {0.4, 0.4}, {-0.4, 0.4}};
    wend_space *space = worlds_pillars();
    wend_world_def def = wend_default_world_def();
    def.space = space;
    wend_space_retain(space);
    wend_world *world = worlds_from(&def);
    put_maps(world, space);
    wend_space_release(space);
    worlds_add_profile(world, profile);
    wend_obstacle_def obstacle = wend_default_obstacle_def();
    obstacle.points = door;
    obstacle.point_count = 2;
    wend_obstacle id;
    ck_assert_int_eq(wend_world_add_obstacle(world, &obstacle, &id, NULL), WEND_OK);
    obstacle.kind = WEND_OBSTACLE_MOVING;
    obstacle.points = cart;
    obstacle.point_count = 4;
    obstacle.position = (wend_point){10, 9};
    obstacle.angular_velocity = 0.3;
    ck_assert_int_eq(wend_world_add_obstacle(world, &obstacle, &id, NULL), WEND_OK);
    wend_goal goals[2] = {worlds_disc(world, 18, 6, 1), worlds_disc(world, 2, 6, 1)};
    for (uint32_t i = 0; i < CROWD; i++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.key = 100 + i;
        agent.position = (wend_point){i % 2 ? 5.0 : 15.0, 1.0 + 10.0 / CROWD * i};
        agent.goal = goals[i % 2 ? 0 : 1];
        worlds_add(world, &agent);
    }
    return world;
}

static void check_subject(wend_world *world, const wend_subject *subject, uint64_t self) {
    const wend_view *view = wend_world_view(world);
    wend_wall_hit walls[64];
    wend_agent_state state;
    switch (subject->kind) {
    case WEND_SUBJECT_AGENT:
        ck_assert(wend_world_get_agent(world, (wend_agent){subject->id}, &state));
        ck_assert_uint_eq(state.key, subject->key);
        ck_assert_uint_ne(state.key, self);
        break;
    case WEND_SUBJECT_WALL:
        ck_assert_uint_lt(subject->index, wend_space_wall_count(view->space));
        break;
    case WEND_SUBJECT_OBSTACLE:
        ck_assert_uint_lt(subject->index, 2);
        ck_assert_uint_lt(subject->part, wend_world_get_overlay_walls(world, walls, NULL, 64));
        ck_assert_int_eq(
            wend_world_set_obstacle_closed(world, (wend_obstacle){subject->id}, true, NULL),
            WEND_OK);
        break;
    case WEND_SUBJECT_GOAL:
        ck_assert_int_eq(wend_world_get_agent(world, wend_world_find_agent(world, self), &state),
                         true);
        ck_assert_uint_eq(state.goal.value, subject->id);
        break;
    case WEND_SUBJECT_PORTAL:
    case WEND_SUBJECT_POINT:
        ck_assert_uint_lt(subject->index, 100);
        break;
    default:
        ck_assert_int_eq(subject->kind, WEND_SUBJECT_NONE);
    }
}

/* Returns the coordinate space of a kind, as the comments of wend_mark_kind document it. */
static wend_mark_space space_of(wend_mark_kind kind) {
    static const wend_mark_kind world[] = {WEND_MARK_REGION, WEND_MARK_FORCE, WEND_MARK_PATH,
                                           WEND_MARK_DISC};
    for (size_t i = 0; i < sizeof world / sizeof *world; i++) {
        if (world[i] == kind) {
            return WEND_MARK_SPACE_WORLD;
        }
    }
    return WEND_MARK_SPACE_VELOCITY;
}

/* Returns how many marks had a subject. */
static uint32_t check_marks(wend_world *world, const wend_profile_def *profile) {
    uint32_t about = 0;
    for (uint64_t key = 100; key < 100 + CROWD; key++) {
        wend_agent agent = wend_world_find_agent(world, key);
        uint32_t count = wend_world_explain(world, agent, marks, MOST_MARKS);
        for (uint32_t i = 0; i < count; i++) {
            const wend_mark *mark = &marks[i];
            const char *name = mark->stage == WEND_KIND_FOLLOWER   ? profile->follow.name
                               : mark->stage == WEND_KIND_STEERING ? profile->steer.name
                                                                   : "";
            ck_assert_str_eq(mark->entry, name);
            ck_assert_int_eq(mark->space, space_of(mark->kind));
            check_subject(world, &mark->subject, key);
            bool named = mark->label && (strcmp(mark->label, "neighbour") == 0 ||
                                         strcmp(mark->label, "wall") == 0);
            ck_assert(!named || mark->subject.kind != WEND_SUBJECT_NONE);
            about += mark->subject.kind != WEND_SUBJECT_NONE;
        }
    }
    return about;
}

static void check_profile(const char *plan, const char *follow, const char *steer) {
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = plan;
    profile.follow.name = follow;
    profile.steer.name = steer;
    wend_world *world = make_scene(&profile);
    uint32_t about = 0;
    for (int i = 0; i < 5; i++) {
        worlds_step(world, 8);
        about += check_marks(world, &profile);
    }
    bool needs_no_goal = strcmp(follow, "external") == 0 || strcmp(follow, "constant") == 0;
    bool is_bare =
        needs_no_goal && (strcmp(steer, "direct") == 0 || strcmp(steer, "external") == 0);
    ck_assert_msg(about > 0 || is_bare, "%s %s", follow, steer);
    wend_world_destroy(world);
}

START_TEST(marks_of_every_entry_have_stage_space_and_existing_subjects) {
    wend_registry *registry = worlds_registry();
    uint32_t followers = wend_registry_count(registry, WEND_KIND_FOLLOWER);
    uint32_t models = wend_registry_count(registry, WEND_KIND_STEERING);
    for (uint32_t i = 0; i < followers; i++) {
        const wend_follower *f =
            (const wend_follower *)wend_registry_get(registry, WEND_KIND_FOLLOWER, i);
        check_profile(f->needs & WEND_ROUTE_CORRIDOR ? "corridor"
                      : f->needs & WEND_ROUTE_FIELD  ? "field"
                                                     : "navmesh",
                      f->stage.entry.name, "direct");
    }
    for (uint32_t i = 0; i < models; i++) {
        const wend_steering *s =
            (const wend_steering *)wend_registry_get(registry, WEND_KIND_STEERING, i);
        if (strcmp(s->stage.entry.name, "sway") != 0) { /* added by the test */
            check_profile("corridor", "attraction", s->stage.entry.name);
            if (!(s->needs & WEND_NEEDS_CORRIDOR)) {
                check_profile("navmesh", "portal", s->stage.entry.name);
                check_profile("field", "portal", s->stage.entry.name);
            }
        }
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- The right neighbours, by leaving them out ----------------------------------------------- */

static const char *const avoiding[] = {"orca", "orca_segment", "orca_arc", "vo",
                                       "rvo",  "hrvo",         "gvo"};
enum { MODELS = sizeof avoiding / sizeof *avoiding, OTHERS = 6 };

/* Returns a profile for agents that barely move in the first step, so that worlds remain
 * comparable. */
static wend_profile_def still_profile(const char *steer) {
    wend_profile_def profile = worlds_profile_def();
    profile.steer.name = steer;
    profile.max_acceleration = wend_constant(0.01);
    return profile;
}

static uint32_t explain_without(const char *steer, uint64_t seed, uint64_t missing,
                                wend_mark *out) {
    wend_world_def def = wend_default_world_def();
    def.space = worlds_open();
    def.dt = 1e-4;
    wend_world *world = worlds_from(&def);
    wend_profile_def profile = still_profile(steer);
    worlds_add_profile(world, &profile);
    wend_goal goal = worlds_disc(world, 30, 0, 2);
    for (uint64_t key = 1; key <= OTHERS + 1; key++) {
        wend_agent_def agent = wend_default_agent_def();
        double angle = 6.28318 * wend_random_uniform(seed, key, 0, 0);
        double speed = wend_random_uniform(seed, key, 0, 1);
        agent.key = key;
        agent.goal = goal;
        agent.velocity = (wend_point){speed * cos(angle), speed * sin(angle)};
        if (key > 1) { /* agent 2 touches agent 1; the others are around them */
            double away = key == 2 ? 0.45 : 0.6 + 0.4 * (double)key;
            agent.position =
                (wend_point){away * cos(2.4 * (double)key), away * sin(2.4 * (double)key)};
        }
        if (key != missing) {
            worlds_add(world, &agent);
        }
    }
    worlds_step(world, 1);
    uint32_t count = wend_world_explain(world, wend_world_find_agent(world, 1), out, MOST_MARKS);
    wend_world_destroy(world);
    return count;
}

static bool is_constraint(const wend_mark *mark) {
    return mark->kind == WEND_MARK_HALF_PLANE || mark->kind == WEND_MARK_FORBIDDEN;
}

static bool are_near(wend_vec2 a, wend_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y) < 2e-3F * (1.0F + hypotf(a.x, a.y));
}

static bool is_boundary(const wend_mark *mark) {
    return mark->kind == WEND_MARK_BOUNDARY_SEGMENT || mark->kind == WEND_MARK_BOUNDARY_ARC;
}

/* True if two constraints, and the boundary marks that follow them, are equal apart from rounding.
 */
static bool is_near(const wend_mark *a, const wend_mark *b) {
    do {
        if (a->kind != b->kind || !are_near(a->a, b->a) || !are_near(a->b, b->b)) {
            return false;
        }
        a++;
        b++;
    } while (is_boundary(a) || is_boundary(b));
    return true;
}

static uint32_t count_like(const wend_mark *list, uint32_t count, const wend_mark *one) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += is_constraint(&list[i]) && is_near(&list[i], one);
    }
    return found;
}

START_TEST(constraint_disappears_if_its_neighbour_is_removed) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        uint32_t count = explain_without(avoiding[_i], seed, 0, marks), named = 0;
        for (uint64_t key = 2; key <= OTHERS + 1; key++) {
            uint32_t left = explain_without(avoiding[_i], seed, key, fewer);
            for (uint32_t i = 0; i < count; i++) {
                if (!is_constraint(&marks[i])) {
                    continue;
                }
                bool its =
                    marks[i].subject.kind == WEND_SUBJECT_AGENT && marks[i].subject.key == key;
                uint32_t before = count_like(marks, count, &marks[i]);
                uint32_t after = count_like(fewer, left, &marks[i]);
                ck_assert_msg(its ? after + 1 == before : after == before,
                              "%s, seed %u: agent %u, mark %u: %u and %u", avoiding[_i],
                              (unsigned)seed, (unsigned)key, i, before, after);
                named += its;
            }
        }
        ck_assert_uint_eq(named, OTHERS);
    }
}
END_TEST

/* ---- The right walls ------------------------------------------------------------------------- */

enum { WALLS = 5 };
static const wend_point wall_points[WALLS][2] = {{{1, -1}, {1, 1}},
                                                 {{-1, 0.5}, {0.4, 0.8}},
                                                 {{-0.9, -1}, {-0.9, 0}},
                                                 {{-0.3, -1.2}, {0.6, -0.9}},
                                                 {{0.4, 0.28}, {0.7, 0.3}}};

static uint32_t explain_without_wall(const char *steer, int missing, wend_world **world,
                                     wend_mark *out) {
    wend_open_wall_def walls[WALLS] = {0};
    uint32_t wall_count = 0;
    for (int i = 0; i < WALLS; i++) {
        if (i != missing) {
            walls[wall_count++] = (wend_open_wall_def){.points = wall_points[i], .count = 2};
        }
    }
    wend_layer_def layer = {.open_walls = walls, .open_wall_count = wall_count};
    wend_space_def space = wend_default_space_def();
    space.layers = &layer;
    space.layer_count = 1;
    wend_world_def def = wend_default_world_def();
    ck_assert_int_eq(wend_space_create(&space, &def.space, NULL), WEND_OK);
    def.dt = 1e-4;
    *world = worlds_from(&def);
    wend_profile_def profile = still_profile(steer);
    profile.max_acceleration = wend_constant(1.0);
    worlds_add_profile(*world, &profile);
    wend_agent agent = worlds_agent(*world, 0, 0, worlds_point(*world, 0, 20));
    worlds_step(*world, 1);
    return wend_world_explain(*world, agent, out, MOST_MARKS);
}

/* Returns the index in `wall_points` of the wall that a mark refers to, or -1 if it refers to no
 * wall. */
static int wall_of(wend_world *world, const wend_mark *mark) {
    const wend_space *space = wend_world_space(world);
    if (mark->subject.kind != WEND_SUBJECT_WALL) {
        return -1;
    }
    wend_wall wall = wend_space_wall(space, mark->subject.index);
    for (int i = 0; i < WALLS; i++) {
        if (wall.a.x == (float)wall_points[i][0].x && wall.a.y == (float)wall_points[i][0].y) {
            return i;
        }
    }
    ck_abort_msg("no wall of the test's");
}

START_TEST(constraint_disappears_if_its_wall_is_removed) {
    wend_world *full, *world;
    uint32_t count = explain_without_wall(avoiding[_i], -1, &full, marks);
    bool seen[WALLS] = {false};
    for (int missing = 0; missing < WALLS; missing++) {
        uint32_t left = explain_without_wall(avoiding[_i], missing, &world, fewer);
        for (uint32_t i = 0; i < count; i++) {
            int wall = wall_of(full, &marks[i]);
            if (wall < 0 || !is_constraint(&marks[i])) {
                continue;
            }
            uint32_t before = count_like(marks, count, &marks[i]);
            uint32_t after = count_like(fewer, left, &marks[i]);
            ck_assert_msg(wall == missing ? after + 1 == before : after == before,
                          "%s: wall %d, mark of %d: %u and %u", avoiding[_i], missing, wall, before,
                          after);
            seen[wall] = true;
        }
        wend_world_destroy(world);
    }
    ck_assert(seen[1] && seen[2] && seen[4]); /* the walls nearby */
    wend_world_destroy(full);
}
END_TEST

/* ---- Doors and connections ------------------------------------------------------------------- */

START_TEST(mark_of_a_door_contains_its_id_and_wall) {
    static const wend_point chain[] = {{-1, 1}, {0.6, 0.6}, {0.6, -1}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "orca");
    wend_obstacle_def def = wend_default_obstacle_def();
    wend_obstacle far, near;
    def.points = (const wend_point[]){{50, 0}, {50, 1}};
    def.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &far, NULL), WEND_OK);
    def.points = chain;
    def.point_count = 3;
    ck_assert_int_eq(wend_world_add_obstacle(world, &def, &near, NULL), WEND_OK);
    wend_agent agent = worlds_agent(world, 0, 0, (wend_goal){0});
    worlds_step(world, 1);
    uint32_t count = wend_world_explain(world, agent, marks, MOST_MARKS), parts = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i].kind == WEND_MARK_HALF_PLANE) {
            ck_assert_int_eq(marks[i].subject.kind, WEND_SUBJECT_OBSTACLE);
            ck_assert_uint_eq(marks[i].subject.id, near.value);
            parts |= 1U << marks[i].subject.part;
        }
    }
    ck_assert_uint_eq(parts, 3);
    wend_world_destroy(world);
}
END_TEST

START_TEST(mark_of_a_connection_entry_refers_to_the_connection) {
    static const wend_point left[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    static const wend_point right[] = {{6, 0}, {9, 0}, {9, 4}, {6, 4}};
    static const wend_ring rings[] = {{left, 4}, {right, 4}};
    wend_layer_def layers[2] = {{.boundaries = &rings[0], .boundary_count = 1},
                                {.boundaries = &rings[1], .boundary_count = 1}};
    wend_connection_def jumps[2] = {wend_default_connection_def(), wend_default_connection_def()};
    jumps[0].from = (wend_point){7, 1}; /* leads away from the goal */
    jumps[0].to = (wend_point){3, 1};
    jumps[0].from_layer = jumps[1].to_layer = 1;
    jumps[0].one_way = true;
    jumps[1].from = (wend_point){3, 3};
    jumps[1].to = (wend_point){7, 3};
    wend_space_def space = wend_default_space_def();
    space.layers = layers;
    space.layer_count = 2;
    space.connections = jumps;
    space.connection_count = 2;
    wend_space *made = NULL;
    ck_assert_int_eq(wend_space_create(&space, &made, NULL), WEND_OK);
    wend_world *world = worlds_make(made, NULL);
    worlds_profile(world, "direct");
    wend_goal_def goal = wend_default_goal_def();
    goal.points = &(wend_point){8, 2};
    goal.point_count = 1;
    goal.layer = 1;
    wend_agent agent = worlds_agent(world, 1, 1, worlds_add_goal(world, &goal));
    worlds_step(world, 2);
    uint32_t count = wend_world_explain(world, agent, marks, MOST_MARKS);
    ck_assert_uint_gt(count, 0);
    ck_assert_int_eq(marks[0].subject.kind, WEND_SUBJECT_CONNECTION);
    ck_assert_uint_eq(marks[0].subject.index, 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(mark_kinds_have_names) {
    for (int i = 0; i < WEND_MARK_COUNT; i++) {
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(wend_mark_kind_text((wend_mark_kind)i),
                             wend_mark_kind_text((wend_mark_kind)k));
        }
    }
    ck_assert_str_eq(wend_mark_kind_text(WEND_MARK_DISC), "disc");
    ck_assert_str_eq(wend_mark_kind_text(WEND_MARK_PREFERRED_SEGMENT), "preferred_segment");
    ck_assert_str_eq(wend_mark_kind_text(WEND_MARK_COUNT), "unknown");
    ck_assert_str_eq(wend_subject_kind_text(WEND_SUBJECT_POINT), "point");
    ck_assert_str_eq(wend_subject_kind_text(WEND_SUBJECT_COUNT), "unknown");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("world/marks");
    TCase *cases = tcase_create("marks");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_test(cases, marks_of_every_entry_have_stage_space_and_existing_subjects);
    tcase_add_loop_test(cases, constraint_disappears_if_its_neighbour_is_removed, 0, MODELS);
    tcase_add_loop_test(cases, constraint_disappears_if_its_wall_is_removed, 0, MODELS);
    tcase_add_test(cases, mark_of_a_door_contains_its_id_and_wall);
    tcase_add_test(cases, mark_of_a_connection_entry_refers_to_the_connection);
    tcase_add_test(cases, mark_kinds_have_names);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
