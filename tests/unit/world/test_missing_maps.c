/* Nothing fails silently: if the planner, follower or model of an agent lacks something that it
 * needs, the agent is refused before any agent moves, with a message that names what is missing.
 * Once the missing item is added, the agent arrives. */
/* needs: kit */
#include <math.h>
#include <string.h>
#include <wend/snapshot.h>

#include "support/kit/maps.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { NAVMESH = 1, CORRIDOR = 2, ROADMAP = 4 };
static const char *const kinds[] = {"navmesh", "corridor", "roadmap"};

/* ---- Worlds ---------------------------------------------------------------------------------- */

/* A network along both sides of the pillars. */
static wend_map *build_network(wend_space *space) {
    static const wend_point low[] = {{2, 2}, {18, 2}}, across[] = {{2, 2}, {2, 10}};
    const wend_line lines[] = {{.points = low, .count = 2}, {.points = across, .count = 2}};
    wend_roadmap_def def = wend_default_roadmap_def();
    wend_map *map = NULL;
    def.space = space;
    def.lines = lines;
    def.line_count = 2;
    ck_assert_int_eq(wend_roadmap_build(&def, &map, NULL), WEND_OK);
    return map;
}

static wend_map *build_map(wend_space *space, uint32_t kind) {
    wend_map *map = NULL;
    const double radius = 0.25;
    wend_navmesh_def mesh = wend_default_navmesh_def();
    wend_corridor_def axis = wend_default_corridor_def();
    mesh.space = axis.space = space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    if (kind == ROADMAP) {
        return build_network(space);
    }
    wend_result result = kind == NAVMESH ? wend_navmesh_build(&mesh, &map, NULL)
                                         : wend_corridor_build(&axis, &map, NULL);
    ck_assert_int_eq(result, WEND_OK);
    return map;
}

/* Adds maps of these kinds to a world, each with a name. */
static void add_maps(wend_world *world, uint32_t which, const char *const *names) {
    for (uint32_t i = 0; i < 3; i++) {
        if (which & 1U << i) {
            wend_map *map = build_map(wend_world_space(world), 1U << i);
            ck_assert_int_eq(wend_world_add_map(world, names[i], map, NULL, NULL), WEND_OK);
            wend_map_release(map);
        }
    }
}

static wend_agent add_walker(wend_world *world, wend_profile profile) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){2, 4};
    def.profile = profile;
    def.goal = worlds_point(world, 18, 4); /* behind two pillars */
    return worlds_add(world, &def);
}

static void expect_text(const wend_error *error, const char *says, const char *what) {
    ck_assert_msg(strstr(error->message, says) != NULL, "%s: '%s' does not say '%s'", what,
                  error->message, says);
}

/* Checks that a step fails, reports why, and changes nothing. */
static void expect_no_step(wend_world *world, const char *says, const char *what) {
    wend_error error = {.message = ""};
    uint64_t hash = wend_world_hash(world), steps = wend_world_step_count(world);
    for (int again = 0; again < 2; again++) {
        wend_result result = wend_world_step(world, 3, &error);
        ck_assert_msg(result == WEND_ERROR_NAME, "%s: %d %s", what, (int)result, error.message);
        expect_text(&error, says, what);
        ck_assert_int_eq(error.code, WEND_ERROR_NAME);
        ck_assert_uint_eq(wend_world_step_count(world), steps);
        ck_assert_msg(wend_world_hash(world) == hash, "%s: something changed", what);
        ck_assert_int_eq(wend_world_step(world, 1, NULL), WEND_ERROR_NAME);
    }
}

static void expect_arrival(wend_world *world, const char *what) {
    uint64_t before = wend_world_get_stats(world).arrivals;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_world_step(world, 600, &error) == WEND_OK, "%s: %s", what, error.message);
    ck_assert_msg(wend_world_get_stats(world).arrivals == before + 1, "%s: nobody arrived", what);
}

/* ---- Every planner without its map ----------------------------------------------------------- */

typedef struct missing_map {
    const char *plan, *param, *value; /* the planner; `param` and `value` may be NULL */
    uint32_t given, missing;          /* bit masks of map kinds */
    const char *name; /* required name of the missing map; NULL if any name will do */
    const char *says;
} missing_map;

static const missing_map missing_maps[] = {
    {"navmesh", NULL, NULL, 0, NAVMESH, NULL, "'navmesh' needs a map of kind 'navmesh'"},
    {"navmesh", NULL, NULL, CORRIDOR | ROADMAP, NAVMESH, NULL, "needs a map of kind 'navmesh'"},
    {"navmesh", "map", "fine", NAVMESH, NAVMESH, "fine", "'navmesh' with the name 'fine'"},
    {"navmesh", "map", "corridor", CORRIDOR, NAVMESH, NULL, "with the name 'corridor'"},
    {"corridor", NULL, NULL, 0, CORRIDOR, NULL, "'corridor' needs a map of kind 'corridor'"},
    {"corridor", NULL, NULL, NAVMESH | ROADMAP, CORRIDOR, NULL, "needs a map of kind 'corridor'"},
    {"corridor", "map", "fine", CORRIDOR, CORRIDOR, "fine", "'corridor' with the name 'fine'"},
    {"corridor", "control", "network", CORRIDOR, ROADMAP, NULL,
     "'corridor' with 'control: network' needs a map of kind 'roadmap'"},
    {"corridor", "control", "network", ROADMAP, CORRIDOR, NULL, "needs a map of kind 'corridor'"},
    {"auto", NULL, NULL, 0, NAVMESH, NULL, "planner 'auto' needs a navmesh, because the space has"},
    {"auto", NULL, NULL, CORRIDOR | ROADMAP, NAVMESH, NULL, "or choose another planner"},
};

static void check_missing(const missing_map *row, const char *steer) {
    char what[120];
    snprintf(what, sizeof what, "%s, %s: %s, maps %u", steer, row->plan,
             row->value ? row->value : "", row->given);
    wend_setting setting = {row->param, {.kind = WEND_VALUE_TEXT, .text = row->value}};
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "walker";
    profile.plan = (wend_choice){row->plan, &setting, row->param != NULL};
    profile.steer.name = steer;
    add_maps(world, row->given, kinds);
    add_walker(world, worlds_add_profile(world, &profile));
    expect_no_step(world, row->says, what);
    expect_no_step(world, "profile 'walker': ", what);
    const char *names[3];
    for (int i = 0; i < 3; i++) { /* where a name is already in use, another one is needed */
        names[i] = row->name                                                    ? row->name
                   : row->given & 1U << i                                       ? "other"
                   : row->param && row->given && strcmp(row->param, "map") == 0 ? "free"
                                                                                : kinds[i];
    }
    if (row->name || !row->param || strcmp(row->param, "map") != 0) {
        add_maps(world, row->missing, names);
        expect_arrival(world, what);
    } else { /* the map of that name is of another kind, and names are unique */
        add_maps(world, row->missing, names);
        expect_no_step(world, row->says, what);
    }
    wend_world_destroy(world);
}

START_TEST(planner_without_map_fails_until_map_is_added) {
    for (size_t i = 0; i < sizeof missing_maps / sizeof *missing_maps; i++) {
        check_missing(&missing_maps[i], "direct");
        check_missing(&missing_maps[i], "orca");
    }
}
END_TEST

/* Tests every registered planner without maps: either its error names a map, or its agents arrive.
 */
START_TEST(every_planner_without_maps_arrives_or_reports_what_it_needs) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_PLANNER); i++) {
        const void *planner = wend_registry_get(registry, WEND_KIND_PLANNER, i);
        const char *name = ((const wend_entry *)planner)->name;
        wend_world *world = worlds_make(worlds_room(20, 8), registry);
        wend_profile_def profile = wend_default_profile_def();
        profile.plan.name = name;
        bool guides = ((const wend_planner *)planner)->gives & WEND_ROUTE_FIELD;
        profile.follow.name = guides ? "gradient" : profile.follow.name;
        add_walker(world, worlds_add_profile(world, &profile));
        wend_error error = {.message = ""};
        if (wend_world_step(world, 1, &error) == WEND_OK) {
            expect_arrival(world, name);
        } else {
            expect_text(&error, "planner '", name);
            expect_text(&error, "wend_world_add_map", name);
        }
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Entries that do not fit each other ------------------------------------------------------ */

START_TEST(unknown_entries_are_refused_with_advice) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_error error = {.message = ""};
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "nowhere";
    ck_assert_int_ne(wend_world_add_profile(world, &profile, NULL, &error), WEND_OK);
    expect_text(&error, "there is no planner 'nowhere'", "nowhere");
    ck_assert_uint_eq(wend_world_profile_count(world), 0);
    wend_world_destroy(world);
}
END_TEST

typedef struct misfit {
    const char *plan, *follow, *steer, *says;
} misfit;

static const misfit misfits[] = {
    {"straight", "indicative", "direct", "follower 'indicative' needs a corridor"},
    {"sight", "indicative", "direct", "which planner 'sight' does not provide"},
    {"straight", "waypoint", "corridor_force", "steering 'corridor_force' needs a corridor"},
    {"sight", "portal", "corridor_force", "add a map of kind 'corridor'"},
    {"straight", "portal", "corridor_force", "or choose planner 'corridor'"},
};

/* A corridor map gives the routes of any planner their corridor. Without one, the first step fails
 * before anything moves. */
START_TEST(corridor_users_are_refused_without_a_corridor_map) {
    for (size_t i = 0; i < sizeof misfits / sizeof *misfits; i++) {
        wend_world *world = worlds_make(worlds_pillars(), NULL);
        wend_error error = {.message = ""};
        wend_profile_def profile = wend_default_profile_def();
        profile.plan.name = misfits[i].plan;
        profile.follow.name = misfits[i].follow;
        profile.steer.name = misfits[i].steer;
        ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &error), WEND_OK);
        worlds_agent(world, 2, 2, worlds_point(world, 18, 2));
        ck_assert_int_ne(wend_world_step(world, 1, &error), WEND_OK);
        expect_text(&error, misfits[i].says, misfits[i].plan);
        wend_world_destroy(world);
    }
}
END_TEST

/* Having no goal is not an error: an agent without goals stands still, and reports that it waits,
 * unless its selector places a goal for it. A goal set without goals would be an error. */
START_TEST(agents_without_goals_report_that_they_wait) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_SELECTOR); i++) {
        const void *entry = wend_registry_get(registry, WEND_KIND_SELECTOR, i);
        const char *name = ((const wend_entry *)entry)->name;
        if (((const wend_selector *)entry)->places_goals) {
            continue;
        }
        wend_world *world = worlds_choosing(name, 1);
        wend_agent_def def = wend_default_agent_def();
        wend_agent agent = worlds_add(world, &def);
        worlds_step(world, 3);
        ck_assert_msg(worlds_state(world, agent).activity == WEND_ACTIVITY_WAITING, "%s", name);
        ck_assert_int_ne(wend_world_add_goal_set(world, NULL, 0, NULL, NULL), WEND_OK);
        wend_goal goal = worlds_point(world, 5, 0);
        def.goal_set = worlds_goal_set(world, &goal, 1);
        worlds_add(world, &def);
        expect_arrival(world, name);
        wend_world_destroy(world);
    }
    wend_registry_destroy(registry);
}
END_TEST

/* ---- Choices of auto ------------------------------------------------------------------------- */

static const char *planner_of(const wend_world *world, wend_profile profile) {
    return wend_world_profile_entry(world, profile, WEND_KIND_PLANNER)->name;
}

static bool yields(const wend_world *world, wend_profile profile) {
    return wend_world_profile_entry(world, profile, WEND_KIND_MODIFIER) != NULL;
}

START_TEST(auto_chooses_straight_on_open_ground) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = wend_default_profile_def();
    wend_profile profile = worlds_add_profile(world, &def);
    ck_assert_str_eq(planner_of(world, profile), "auto");
    add_walker(world, profile);
    expect_arrival(world, "open ground");
    ck_assert_str_eq(planner_of(world, profile), "straight");
    ck_assert(!yields(world, profile));
    wend_world_destroy(world);
}
END_TEST

/* A run with `auto` gives the same hash as a run with the planner that `auto` chooses. Both
 * profiles have the modifier `yield`. */
START_TEST(auto_chooses_navmesh_that_is_added_later) {
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        wend_world *world = worlds_make(worlds_pillars(), NULL);
        wend_profile_def def = wend_default_profile_def();
        def.plan.name = i ? "navmesh" : "auto";
        def.steer.name = "orca";
        wend_profile profile = worlds_add_profile(world, &def);
        add_walker(world, profile);
        add_maps(world, NAVMESH, kinds);
        expect_arrival(world, def.plan.name);
        ck_assert_str_eq(planner_of(world, profile), "navmesh");
        ck_assert(yields(world, profile));
        hashes[i] = wend_world_hash(world);
        wend_world_destroy(world);
    }
    ck_assert(hashes[0] == hashes[1]);
}
END_TEST

START_TEST(auto_needs_a_map_if_open_ground_has_doors) {
    static const wend_point ends[] = {{5, 0}, {5, 3}};
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = wend_default_profile_def();
    wend_obstacle_def door = wend_default_obstacle_def();
    door.points = ends;
    door.point_count = 2;
    ck_assert_int_eq(wend_world_add_obstacle(world, &door, NULL, NULL), WEND_OK);
    add_walker(world, worlds_add_profile(world, &def));
    expect_no_step(world, "because the world has doors", "door");
    wend_world_destroy(world);
}
END_TEST

/* A profile without agents may lack its map; a profile that an agent changes to may not. */
START_TEST(maps_are_checked_only_for_profiles_that_agents_have) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_profile_def def = wend_default_profile_def();
    add_maps(world, NAVMESH, kinds);
    wend_profile used = worlds_add_profile(world, &def);
    def.plan.name = "corridor";
    wend_profile other = worlds_add_profile(world, &def);
    wend_agent agent = add_walker(world, used);
    worlds_step(world, 5);
    ck_assert_int_eq(wend_world_set_agent_profile(world, agent, other, NULL), WEND_OK);
    expect_no_step(world, "profile 1: planner 'corridor'", "set_profile");
    add_maps(world, CORRIDOR, kinds);
    expect_arrival(world, "set_profile");
    wend_world_destroy(world);
}
END_TEST

/* ---- Removed maps ---------------------------------------------------------------------------- */

static void replace_map(wend_world *world, wend_map *map) {
    uint64_t hash = map ? wend_map_get_info(map).hash : 0;
    ck_assert_int_eq(wend_world_replace_map(world, worlds_nth_map(0), hash, map, NULL), WEND_OK);
}

START_TEST(step_fails_after_a_planners_map_is_removed) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_profile_def def = wend_default_profile_def();
    add_maps(world, NAVMESH, kinds);
    add_walker(world, worlds_add_profile(world, &def));
    worlds_step(world, 10);
    wend_map *mesh = build_map(wend_world_space(world), NAVMESH);
    wend_map *axis = build_map(wend_world_space(world), CORRIDOR);
    replace_map(world, NULL); /* has no effect: the last replacement before the step applies */
    replace_map(world, mesh);
    worlds_step(world, 1);
    replace_map(world, NULL);
    expect_no_step(world, "but the map 'navmesh' of the world is missing", "swapped");
    replace_map(world, axis);
    expect_no_step(world, "needs a map of kind 'navmesh'", "another kind");
    replace_map(world, mesh);
    expect_arrival(world, "swapped back");
    wend_map_release(mesh);
    wend_map_release(axis);
    wend_world_destroy(world);
}
END_TEST

START_TEST(loaded_world_needs_its_maps_restored) {
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_profile_def def = wend_default_profile_def();
    wend_map *mesh = build_map(wend_world_space(world), NAVMESH);
    ck_assert_int_eq(wend_world_add_map(world, "mesh", mesh, NULL, NULL), WEND_OK);
    add_walker(world, worlds_add_profile(world, &def));
    worlds_step(world, 10);
    wend_world *loaded = worlds_reload(world, NULL);
    expect_no_step(loaded, "restore it (wend_world_restore_map)", "loaded");
    uint64_t hash = wend_map_get_info(mesh).hash;
    ck_assert_int_eq(wend_world_restore_map(loaded, "mesh", hash, mesh, NULL), WEND_OK);
    worlds_step(world, 50);
    worlds_step(loaded, 50);
    ck_assert(wend_world_hash(loaded) == wend_world_hash(world));
    wend_map_release(mesh);
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

/* A profile that is saved before its first step has not chosen a planner yet. */
START_TEST(loaded_auto_profile_chooses_the_same_planner) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    wend_profile_def def = wend_default_profile_def();
    add_walker(world, worlds_add_profile(world, &def));
    wend_world *loaded = worlds_reload(world, NULL);
    ck_assert_str_eq(planner_of(loaded, worlds_nth_profile(0)), "auto");
    worlds_step(world, 50);
    worlds_step(loaded, 50);
    ck_assert_str_eq(planner_of(loaded, worlds_nth_profile(0)), "straight");
    ck_assert(wend_world_hash(loaded) == wend_world_hash(world));
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

/* A custom map object does not replace a navigation mesh, even if its name is "navmesh". */
START_TEST(custom_map_object_does_not_count_as_a_map) {
    static const int object = 1;
    wend_world *world = worlds_make(worlds_pillars(), NULL);
    wend_profile_def def = wend_default_profile_def();
    def.plan.name = "navmesh";
    ck_assert_int_eq(wend_world_add_map_object(world, "navmesh", 1, &object, NULL, NULL), WEND_OK);
    add_walker(world, worlds_add_profile(world, &def));
    expect_no_step(world, "needs a map of kind 'navmesh'", "object");
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/missing_maps", planner_without_map_fails_until_map_is_added,
          every_planner_without_maps_arrives_or_reports_what_it_needs,
          unknown_entries_are_refused_with_advice,
          corridor_users_are_refused_without_a_corridor_map,
          agents_without_goals_report_that_they_wait, auto_chooses_straight_on_open_ground,
          auto_chooses_navmesh_that_is_added_later, auto_needs_a_map_if_open_ground_has_doors,
          maps_are_checked_only_for_profiles_that_agents_have,
          step_fails_after_a_planners_map_is_removed, loaded_world_needs_its_maps_restored,
          loaded_auto_profile_chooses_the_same_planner, custom_map_object_does_not_count_as_a_map);
}
