/* Maps of scenarios: the radii for which they are made, the doors that they include, and which
 * worlds get a map. */
#include "scenario/scenario.h"
#include "support/suite.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>

static wend_map *build(const char *text, const double *radii, uint32_t count) {
    wend_scenario *s = lab_load(text);
    wend_map_def def = wend_default_map_def();
    def.scenario = s;
    def.radii = radii;
    def.radius_count = count;
    wend_map *map = NULL;
    wend_result result = wend_scenario_build_map(&def, &map, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
    ck_assert(wend_map_get_info(map).space_hash == wend_space_hash(wend_scenario_space(s)));
    wend_scenario_destroy(s);
    return map;
}

static void check_levels(const char *text, const double *expected, uint32_t count) {
    wend_map *map = build(text, NULL, 0);
    ck_assert_uint_eq(wend_navmesh_level_count(map), count + 1);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_double_eq_tol((double)wend_navmesh_level_radius(map, i + 1), expected[i], 1e-6);
    }
    wend_map_release(map);
}

#define ROOM "space: {walkable: [[[0, 0], [20, 0], [20, 10], [0, 10]]]}\n"

START_TEST(map_radii_are_those_of_the_agents) {
    lab_set_up();
    static const double one[] = {0.25}, three[] = {0.15, 0.31, 0.4};
    check_levels(ROOM "agents: [{at: [1, 1], goal: [5, 5]}]\n", one, 1);
    check_levels(ROOM "profiles: {small: {radius: 0.15}, unused: {radius: 0.2}, wide: {radius: "
                      "0.4}}\n"
                      "agents: [{at: [1, 1], goal: [5, 5], profile: wide},\n"
                      "  {at: [2, 2], goal: [5, 5], profile: small},\n"
                      "  {at: [3, 3], goal: [5, 5], profile: small, radius: 0.301}]\n",
                 three, 3);
    lab_tear_down();
}
END_TEST

START_TEST(at_most_16_map_radii_are_chosen_for_sampled_radii) {
    lab_set_up();
    static const double few[] = {0.2, 0.21, 0.22, 0.23};
    check_levels(ROOM "agents: [{at: [1, 1], goal: [5, 5], radius: {uniform: [0.2, 0.221]}}]\n",
                 few, 4);
    wend_map *map = build(
        ROOM "agents: [{at: [1, 1], goal: [5, 5], radius: {uniform: [0.1, 0.9]}}]\n", NULL, 0);
    ck_assert_uint_eq(wend_navmesh_level_count(map), 17);
    double last = 0.0;
    for (uint32_t i = 1; i < 17; i++) {
        double radius = (double)wend_navmesh_level_radius(map, i);
        double even = 0.1 + 0.8 * (i - 1) / 15.0;
        ck_assert_msg(radius >= even - 1e-6 && radius < even + 0.01, "class %u: %g", i, radius);
        ck_assert(radius > last);
        last = radius;
    }
    ck_assert_double_eq_tol(last, 0.9, 1e-6);
    wend_map_release(map);
    lab_tear_down();
}
END_TEST

START_TEST(given_map_radii_override_those_of_agents) {
    lab_set_up();
    static const double radii[] = {0.5, 0.301};
    wend_map *map = build(ROOM "agents: [{at: [1, 1], goal: [5, 5]}]\n", radii, 2);
    ck_assert_uint_eq(wend_navmesh_level_count(map), 3);
    ck_assert_double_eq_tol((double)wend_navmesh_level_radius(map, 1), 0.31, 1e-6);
    ck_assert_double_eq_tol((double)wend_navmesh_level_radius(map, 2), 0.5, 1e-6);
    wend_map_release(map);
    lab_tear_down();
}
END_TEST

static uint32_t count_blockable(const wend_map *map) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 0); i++) {
        count += wend_navmesh_polygon_at(map, 0, i).blockable;
    }
    return count;
}

START_TEST(doors_make_polygons_blockable) {
    lab_set_up();
    wend_map *without = build(ROOM "agents: [{at: [1, 1], goal: [5, 5]}]\n", NULL, 0);
    wend_map *with = build(ROOM "agents: [{at: [1, 1], goal: [5, 5]}]\n"
                                "obstacles: [{door: [[10, 0], [10, 10]]},\n"
                                "  {moving: [[-1, -1], [1, -1], [0, 1]], position: [15, 5]}]\n",
                           NULL, 0);
    ck_assert_uint_eq(count_blockable(without), 0);
    ck_assert_uint_eq(count_blockable(with), 1);
    wend_map_release(without);
    wend_map_release(with);
    lab_tear_down();
}
END_TEST

START_TEST(map_of_open_ground_covers_agents_and_goals) {
    lab_set_up();
    wend_map *map = build("agents: [{at: [-30, 2], goal: [40, 5]}]\n", NULL, 0);
    wend_location locations[3] = {{{-39.0F, 2.0F}, 0}, {{49.0F, 14.0F}, 0}, {{51.0F, 5.0F}, 0}};
    for (uint32_t i = 0; i < 3; i++) {
        bool found = wend_navmesh_locate(map, 1, locations[i]) != WEND_NO_POLYGON;
        ck_assert_msg(found == (i < 2), "place %u", i);
    }
    wend_map_release(map);
    lab_tear_down();
}
END_TEST

/* Returns the number of maps that a world of the scenario gets. */
static uint32_t count_maps(const char *text, const char *first) {
    wend_scenario *s = lab_load(text);
    scenario_maps maps;
    wend_result result = scenario_make_maps(s, lab_registry, NULL, NULL, &maps, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s", lab_error.message);
    uint32_t count = maps.count;
    if (first != NULL) {
        ck_assert_uint_gt(count, 0);
        ck_assert_str_eq(maps.items[0].name, first);
    }
    scenario_free_maps(&maps);
    wend_scenario_destroy(s);
    return count;
}

START_TEST(planners_get_the_maps_they_need) {
    lab_set_up();
    ck_assert_uint_eq(
        count_maps(ROOM "plan: straight\nagents: [{at: [1, 1], goal: [5, 5]}]\n", NULL), 0);
    ck_assert_uint_eq(count_maps(ROOM "agents: [{at: [1, 1], goal: [5, 5]}]\n", "navmesh"), 1);
    ck_assert_uint_eq(
        count_maps(ROOM "plan: navmesh\nagents: [{at: [1, 1], goal: [5, 5]}]\n", "navmesh"), 1);
    ck_assert_uint_eq(count_maps(ROOM "plan: navmesh\nmaps: {mine: {radii: [0.3]}}\n"
                                      "agents: [{at: [1, 1], goal: [5, 5]}]\n",
                                 "mine"),
                      1);
    ck_assert_uint_eq(count_maps(ROOM "maps: {a: {}, b: {radii: [0.3]}}\n", "a"), 2);
    lab_tear_down();
}
END_TEST

static const char *kind_of_first_map(const char *text) {
    wend_scenario *s = lab_load(text);
    scenario_maps maps;
    ck_assert_int_eq(scenario_make_maps(s, lab_registry, NULL, NULL, &maps, &lab_error), WEND_OK);
    ck_assert_uint_gt(maps.count, 0);
    const char *kind = wend_map_get_info(maps.items[0].map).kind;
    scenario_free_maps(&maps);
    wend_scenario_destroy(s);
    return kind;
}

static void plan_nothing(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    (void)agents;
    (void)sink;
}

START_TEST(makes_corridor_maps) {
    static const wend_map_need axis = {"corridor", "", NULL, NULL};
    static const wend_planner planner = {
        .stage = {.entry = {WEND_HEAD(wend_planner), .name = "along_the_axis",
                            .summary = "stands"}},
        .gives = WEND_ROUTE_POLYLINE,
        .maps = &axis,
        .map_count = 1,
        .plan = plan_nothing};
    lab_set_up();
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_PLANNER, &planner.stage.entry, &lab_error),
        WEND_OK);
    const char *own = ROOM "plan: along_the_axis\nagents: [{at: [1, 1], goal: [5, 5]}]\n";
    const char *named = ROOM "plan: along_the_axis\nmaps: {axis: {kind: corridor}}\n"
                             "agents: [{at: [1, 1], goal: [5, 5]}]\n";
    const char *other = ROOM "plan: along_the_axis\nmaps: {mesh: {kind: navmesh}}\n"
                             "agents: [{at: [1, 1], goal: [5, 5]}]\n";
    ck_assert_uint_eq(count_maps(own, "corridor"), 1);
    ck_assert_str_eq(kind_of_first_map(own), "corridor");
    ck_assert_uint_eq(count_maps(named, "axis"), 1);
    ck_assert_str_eq(kind_of_first_map(named), "corridor");
    ck_assert_uint_eq(count_maps(other, "mesh"), 2);
    lab_tear_down();
}
END_TEST

/* ---- Pictures -------------------------------------------------------------------------------- */

static char *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    char *text = calloc(1, 1 << 20);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    ck_assert_uint_gt(size, 0);
    fclose(file);
    return text;
}

START_TEST(map_pictures_mark_areas_that_doors_can_close) {
    lab_set_up();
    const char *path = "test_maps.svg";
    wend_scenario *s = lab_load(ROOM "agents: [{at: [1, 1], goal: [5, 5]}]\n"
                                     "obstacles: [{door: [[10, 0], [10, 10]]}]\n");
    wend_map_def def = wend_default_map_def();
    def.scenario = s;
    wend_map *map = NULL;
    ck_assert_int_eq(wend_scenario_build_map(&def, &map, &lab_error), WEND_OK);
    ck_assert_int_eq(wend_scenario_draw_map(s, map, 0, path, &lab_error), WEND_OK);
    char *ground = read_all(path);
    ck_assert_int_eq(wend_scenario_draw_map(s, map, 1, path, &lab_error), WEND_OK);
    char *narrowed = read_all(path);
    remove(path);
    ck_assert(strstr(ground, "<svg") != NULL && strstr(narrowed, "</svg>") != NULL);
    /* The colour of an area that a door can close occurs once for the polygon, and once in the
     * legend. */
    const char *tint = strstr(ground, "96.470588%,87.843137%,78.431373%");
    ck_assert_ptr_nonnull(tint);
    ck_assert_ptr_nonnull(strstr(tint + 1, "96.470588%,87.843137%,78.431373%"));
    ck_assert(strcmp(ground, narrowed) != 0);
    free(ground);
    free(narrowed);
    ck_assert_int_eq(wend_scenario_draw_map(s, map, 2, path, &lab_error), WEND_ERROR_INVALID);
    ck_assert_int_eq(wend_scenario_draw_map(s, map, 0, "a.gif", &lab_error), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_scenario_draw_map(s, map, 0, "no/a.svg", &lab_error), WEND_ERROR_IO);
    wend_map_release(map);
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

/* Counts the occurrences of `piece` in a text. */
static uint32_t count_of(const char *text, const char *piece) {
    uint32_t count = 0;
    for (const char *at = strstr(text, piece); at != NULL; at = strstr(at + 1, piece)) {
        count++;
    }
    return count;
}

START_TEST(draws_routes) {
    lab_set_up();
    const char *path = "test_ways.svg", *line = "81.960784%,28.627451%,35.686275%";
    wend_scenario *s = lab_load(ROOM "agents: [{at: [1, 1], goal: [5, 5]}]\n");
    const wend_route_point points[] = {
        {{-4, -4}, 1, 0}, {{0, 3}, 1, 0}, {{2, 3}, 1, 0}, {{4, -4}, 1, 0}};
    const wend_portal portal = {{0, 4}, {0, 2}, 0};
    wend_route_drawing_def def = wend_default_route_drawing_def();
    def.scenario = s;
    def.radius = 0.5;
    ck_assert_int_eq(wend_scenario_draw_route(&def, path, &lab_error), WEND_OK);
    char *none = read_all(path);
    def.status = WEND_ROUTE_STATUS_FOUND;
    def.points = points;
    def.point_count = 4;
    def.portals = &portal;
    def.portal_count = 1;
    ck_assert_int_eq(wend_scenario_draw_route(&def, path, &lab_error), WEND_OK);
    char *text = read_all(path);
    remove(path);
    ck_assert_uint_eq(count_of(none, line), 1); /* only in the legend */
    /* The colour of the route occurs once in the legend, twice for the start and twice for the end
     * (outline and fill), and once for the line; the two corners are drawn as one path. */
    ck_assert_uint_eq(count_of(text, line), 6);
    ck_assert_uint_eq(count_of(none, "16.470588%,61.568627%,56.078431%"), 0);
    ck_assert_uint_eq(count_of(text, "16.470588%,61.568627%,56.078431%"), 2);
    free(none);
    free(text);
    ck_assert_int_eq(wend_scenario_draw_route(&def, "a.gif", &lab_error), WEND_ERROR_NAME);
    ck_assert_int_eq(wend_scenario_draw_route(&def, "no/a.png", &lab_error), WEND_ERROR_IO);
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

int main(void) {
    SUITE("scenario/maps", map_radii_are_those_of_the_agents,
          at_most_16_map_radii_are_chosen_for_sampled_radii,
          given_map_radii_override_those_of_agents, doors_make_polygons_blockable,
          map_of_open_ground_covers_agents_and_goals, planners_get_the_maps_they_need,
          makes_corridor_maps, map_pictures_mark_areas_that_doors_can_close, draws_routes);
}
