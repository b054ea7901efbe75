/* Terrain in scenario files: types with names, with numbers and from a property of a file; rules of
 * profiles; messages for wrong ones. */
#define _XOPEN_SOURCE 700
#include "support/suite.h"
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include <wend/snapshot.h>
#include <wend/space.h>

static uint32_t type_at(const wend_space *space, float x, float y, uint32_t layer) {
    wend_vec2 local = wend_space_to_local(space, (wend_point){(double)x, (double)y});
    return wend_space_terrain(space, (wend_location){local, layer});
}

/* Checks the name of the terrain at a point; "" if there is no terrain or if it has no name. */
static void expect_name(const wend_scenario *s, float x, float y, uint32_t layer,
                        const char *name) {
    const wend_space *space = wend_scenario_space(s);
    uint32_t type = type_at(space, x, y, layer);
    ck_assert_msg(strcmp(wend_space_terrain_name(space, type), name) == 0,
                  "(%g, %g): '%s', expected '%s'", (double)x, (double)y,
                  wend_space_terrain_name(space, type), name);
}

#define STRIP(type, x)                                                                             \
    "    - {type: " type ", polygon: [[" x ", 0], [" x ".9, 0], [" x ".9, 9], [" x ", 9]]}\n"

START_TEST(names_get_numbers_that_are_not_in_use) {
    lab_set_up();
    wend_scenario *s = lab_load("space:\n  terrain:\n" STRIP("mud", "0") STRIP("2", "1") STRIP(
        "road", "2") STRIP("mud", "3") STRIP("1", "4") STRIP("'7'", "5"));
    const wend_space *space = wend_scenario_space(s);
    static const uint32_t types[] = {3, 2, 4, 3, 1, 5};
    static const char *const names[] = {"mud", "", "road", "mud", "", "7"};
    for (int i = 0; i < 6; i++) {
        ck_assert_uint_eq(type_at(space, (float)i + 0.5F, 4.0F, 0), types[i]);
        expect_name(s, (float)i + 0.5F, 4.0F, 0, names[i]);
    }
    ck_assert_uint_eq(wend_space_find_terrain(space, "road"), 4);
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

START_TEST(layers_share_the_names) {
    lab_set_up();
    wend_scenario *s =
        lab_load("space:\n  layers:\n"
                 "    - {name: a, walkable: [[0, 0], [9, 0], [9, 9], [0, 9]],\n"
                 "       terrain: {type: mud, polygon: [[1, 1], [2, 1], [2, 2]]}}\n"
                 "    - {name: b, walkable: [[9, 0], [18, 0], [18, 9], [9, 9]],\n"
                 "       terrain: [{type: ice, polygon: [[10, 1], [12, 1], [12, 2]]},\n"
                 "                 {type: mud, polygon: [[13, 1], [14, 1], [14, 2]]}]}\n"
                 "  links: [{from: a, to: b, segment: [[9, 0], [9, 9]]}]\n");
    expect_name(s, 1.9F, 1.5F, 0, "mud");
    expect_name(s, 11.9F, 1.5F, 1, "ice");
    expect_name(s, 13.9F, 1.5F, 1, "mud");
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

/* ---- Files ----------------------------------------------------------------------------------- */

#define FEATURE(kind, x)                                                                           \
    "{\"type\": \"Feature\", \"properties\": {" kind "}, \"geometry\": {\"type\": \"Polygon\", "   \
    "\"coordinates\": [[[" x ", 0], [" x "5, 0], [" x "5, 9], [" x ", 9], [" x ", 0]]]}}"

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

/* The features overlap: from x = 1 to 15, 2 to 25, 3 to 35. The last one covers the others, and the
 * one without the property is ignored. */
START_TEST(types_can_be_the_values_of_a_property) {
    static const char features[] = "{\"type\": \"FeatureCollection\", \"features\": [" FEATURE(
        "\"kind\": \"wood\"",
        "1") ", " FEATURE("\"kind\": \"sand\"",
                          "2") ", " FEATURE("\"kind\": \"wood\"",
                                            "3") ", " FEATURE("\"name\": \"wood\"", "4") "]}";
    char folder[] = "/tmp/wend-terrain-XXXXXX", path[64], text[300];
    lab_set_up();
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/cover.geojson", folder);
    write_file(path, features);
    snprintf(text, sizeof text,
             "space:\n  coordinates: metres\n  terrain:\n"
             "    - {type: {property: kind}, file: %s}\n",
             path);
    wend_scenario *s = lab_load(text);
    unlink(path);
    rmdir(folder);
    expect_name(s, 1.5F, 4.0F, 0, "wood");
    expect_name(s, 2.5F, 4.0F, 0, "sand");
    expect_name(s, 20.0F, 4.0F, 0, "wood");
    expect_name(s, 40.0F, 4.0F, 0, "");
    bool noted = false;
    for (uint32_t i = 0; i < wend_scenario_warning_count(s); i++) {
        const char *message = wend_scenario_warning(s, i).message;
        noted |= strstr(message, "1 feature of '") != NULL &&
                 strstr(message, "without the property 'kind' was ignored") != NULL;
    }
    ck_assert(noted);
    wend_scenario_destroy(s);
    lab_tear_down();
}
END_TEST

/* ---- Rules ----------------------------------------------------------------------------------- */

#define STRETCH "polygon: [[2, -9], [6, -9], [6, 9], [2, 9]]"
#define MUD     "space: {terrain: [{type: 7, " STRETCH "}, {type: mud, " STRETCH "}]}\n"
#define AGENT   "agents: [{profile: p, at: [0, 0], goal: [50, 0]}]\n"

/* After 3 s at 1.3 m/s, the agent has been in the mud for 1.46 s, at half speed or less. */
START_TEST(rules_change_the_speed_on_a_terrain) {
    static const struct {
        const char *rules;
        double x;
    } all[] = {{"{mud: {speed: 0.5}}", 2.0 + 0.65 * (3.0 - 2.0 / 1.3)},
               {"{mud: {speed: 1}}", 3.9},
               {"{7: {speed: 0.5}}", 3.9},
               {"{ground: {speed: 0.5}}", 1.95},
               {"{mud: {}}", 3.9}};
    lab_set_up();
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[400];
        snprintf(text, sizeof text, MUD "profiles: {p: {modify: terrain, terrain: %s}}\n" AGENT,
                 all[i].rules);
        wend_scenario *s = lab_load(text);
        wend_world *world = lab_world(s);
        ck_assert_int_eq(wend_world_step(world, 30, &lab_error), WEND_OK);
        wend_agent_state state;
        ck_assert_uint_eq(wend_world_get_agents(world, &state, 1), 1);
        /* the speed changes at the end of a step, of at most 0.13 m */
        ck_assert_msg(state.position.x > all[i].x - 0.01 && state.position.x < all[i].x + 0.07,
                      "%s: %g, expected %g", all[i].rules, state.position.x, all[i].x);
        wend_world_destroy(world);
        wend_scenario_destroy(s);
    }
    lab_tear_down();
}
END_TEST

/* ---- Weights --------------------------------------------------------------------------------- */

/* A planner that uses weights: its routes are straight. */
static void plan_straight(const wend_view *view, const wend_agents *agents, wend_route_sink *sink) {
    (void)view;
    const wend_route route = {
        .status = WEND_ROUTE_STATUS_FOUND, .gives = WEND_ROUTE_POLYLINE, .map = WEND_NO_MAP};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_route_sink_add(sink, i, &route);
        }
    }
}

static const wend_planner heavy = {
    .stage = {.entry = {WEND_HEAD(wend_planner), .name = "heavy", .summary = "uses weights"},
              .uses_terrain_weights = true},
    .gives = WEND_ROUTE_POLYLINE,
    .plan = plan_straight};

static wend_scenario *load_heavy(const char *rules) {
    char text[500];
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_PLANNER, &heavy.stage.entry, &lab_error),
        WEND_OK);
    snprintf(text, sizeof text, MUD "profiles: {p: {plan: heavy, modify: terrain, %s}}\n%s", rules,
             "agents: [{profile: p, grid: {box: [[-19, 0], [0, 19]], spacing: 1}, goal: [50, 0]}]");
    return lab_load(text);
}

/* Weights reach the view of models, and survive a snapshot. */
START_TEST(rules_give_weights_to_agents) {
    static const struct {
        const char *rules;
        float mud, other, sloping; /* the last one: of mud with a gradient of 0.5 */
    } all[] = {
        {"terrain: {mud: {weight: 3, speed: 0.5}}", 3.0F, 1.0F, 3.0F},
        {"terrain: {mud: {weight: 1e-6}}, slope_weight: 2", 1e-6F, 1.0F, 2e-6F},
        {"terrain: {mud: forbidden, 7: {weight: 4}}", (float)INFINITY, 4.0F, (float)INFINITY},
        {"terrain: {mud: {forbidden: true, speed: 0.5}}", (float)INFINITY, 1.0F, (float)INFINITY},
        {"terrain: {mud: {forbidden: false}, 7: {weight: 2}}", 1.0F, 2.0F, 1.0F},
        {"terrain: {ground: forbidden}", 1.0F, 1.0F, 1.0F},
        {"slope_weight: 3", 1.0F, 1.0F, 2.5F}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        lab_set_up();
        wend_scenario *s = load_heavy(all[i].rules);
        wend_world *world = lab_world(s), *loaded = NULL;
        uint32_t mud = wend_space_find_terrain(wend_scenario_space(s), "mud");
        ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
        size_t size = wend_world_save(world, NULL, 0);
        void *bytes = malloc(size);
        ck_assert_uint_eq(wend_world_save(world, bytes, size), size);
        wend_world_def def = wend_default_world_def();
        def.space = wend_scenario_space(s);
        def.registry = lab_registry;
        ck_assert_int_eq(wend_world_load(&def, bytes, size, &loaded, &lab_error), WEND_OK);
        wend_world *const worlds[] = {world, loaded};
        for (int k = 0; k < 2; k++) {
            const wend_view *view = wend_world_view(worlds[k]);
            ck_assert_float_eq(wend_view_terrain_weight(view, 0, mud), all[i].mud);
            ck_assert_float_eq(wend_view_terrain_weight(view, 0, 7), all[i].other);
            ck_assert_float_eq(wend_view_ground_weight(view, 0, mud, 0.5F), all[i].sloping);
        }
        free(bytes);
        wend_world_destroy(loaded);
        wend_world_destroy(world);
        wend_scenario_destroy(s);
        lab_tear_down();
    }
}
END_TEST

/* 400 agents have at most eight weights, within the bounds of the distribution. */
START_TEST(distributions_of_weights_give_eight_classes) {
    static const char *const rules[] = {"terrain: {mud: {weight: {uniform: [2, 10]}}}",
                                        "terrain: {mud: {weight: {normal: [6, 1], min: 2}}}"};
    for (int i = 0; i < 2; i++) {
        lab_set_up();
        wend_scenario *s = load_heavy(rules[i]);
        wend_world *world = lab_world(s);
        uint32_t mud = wend_space_find_terrain(wend_scenario_space(s), "mud"), count = 0;
        ck_assert_int_eq(wend_world_step(world, 1, &lab_error), WEND_OK);
        const wend_view *view = wend_world_view(world);
        ck_assert_uint_eq(view->body_count, 400);
        uint64_t classes[16] = {0};
        for (uint32_t k = 0; k < view->body_count; k++) {
            float weight = wend_view_terrain_weight(view, k, mud);
            ck_assert(weight >= 2.0F && weight <= 10.0F);
            uint64_t class = wend_view_weight_class(view, k);
            uint32_t at = 0;
            while (at < count && classes[at] != class) {
                at++;
            }
            ck_assert_uint_lt(at, 8);
            classes[at] = class;
            count = at == count ? count + 1 : count;
        }
        ck_assert_uint_eq(count, 8);
        wend_world_destroy(world);
        wend_scenario_destroy(s);
        lab_tear_down();
    }
}
END_TEST

/* Weights that no entry uses are refused, at the profile. */
START_TEST(weights_without_a_planner_that_uses_them_are_refused) {
    lab_set_up();
    ck_assert_int_eq(lab_try(MUD "profiles:\n  p: {plan: straight, terrain: {mud: forbidden}}\n"),
                     WEND_ERROR_INVALID);
    ck_assert_int_eq(lab_error.line, 3);
    ck_assert_msg(strstr(lab_error.message, "the profile has weights of terrain or slopes, but "
                                            "none of its entries (planner 'straight') uses them"),
                  "%s", lab_error.message);
    lab_tear_down();
}
END_TEST

/* ---- Warnings -------------------------------------------------------------------------------- */

#define ROOM "space:\n  walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]\n  terrain:\n"

/* Terrain may reach beyond the ground, but must not be off it altogether, nor covered. */
START_TEST(warns_of_terrain_off_the_ground) {
    static const struct {
        const char *text;
        int line;
        const char *name; /* NULL: no warning */
    } all[] = {{ROOM "    - {type: mud, polygon: [[8, 8], [20, 8], [20, 20]]}\n", 0, NULL},
               {ROOM "    - {type: ice, polygon: [[1, 1], [2, 1], [2, 2]]}\n"
                     "    - {type: mud, polygon: [[18, 8], [20, 8], [20, 20]]}\n",
                5, "'mud'"},
               {ROOM "    - {type: 12, polygon: [[9, 0], [20, 8], [20, 20]]}\n", 4, "'12'"},
               {ROOM "    - {type: ice, polygon: [[1, 1], [2, 1], [2, 2]]}\n"
                     "    - {type: mud, polygon: [[0, 0], [3, 0], [3, 3], [0, 3]]}\n",
                4, "'ice'"},
               {"space:\n  layers:\n"
                "    - {name: a, walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\n"
                "    - {name: b, walkable: [[9, 0], [18, 0], [18, 9], [9, 9]],\n"
                "       terrain: [\n         {type: ice, polygon: [[1, 1], [2, 1], [2, 2]]}]}\n"
                "  links: [{from: a, to: b, segment: [[9, 0], [9, 9]]}]\n",
                6, "'ice'"}};
    lab_set_up();
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        wend_scenario *s = lab_load(all[i].text);
        uint32_t count = wend_scenario_warning_count(s);
        ck_assert_uint_eq(count, all[i].name != NULL);
        if (count > 0) {
            wend_warning warning = wend_scenario_warning(s, 0);
            ck_assert_int_eq(warning.line, all[i].line);
            ck_assert_msg(strstr(warning.message, all[i].name) != NULL &&
                              strstr(warning.message, "no walkable ground has the terrain"),
                          "%s", warning.message);
        }
        wend_scenario_destroy(s);
    }
    lab_tear_down();
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

#define BYTES_64     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define RULES(rules) MUD "profiles:\n  p: {modify: terrain, terrain: " rules "}\n"

static const struct {
    const char *text;
    int line, column;
    const char *message;
} refusals[] = {
    {RULES("{mudd: {speed: 1}}"), 3, 34, "the space has no terrain 'mudd'; did you mean 'mud'?"},
    {RULES("{1: {speed: 1}}"), 3, 34,
     "the space has no terrain '1'; available: ground, mud"}, /* the number of mud */
    {RULES("{6: {speed: 1}}"), 3, 34, "the space has no terrain '6'; available: ground, mud"},
    {RULES("{0: {speed: 1}}"), 3, 34, "the space has no terrain '0'; available: ground, mud"},
    {RULES("{mud: {sped: 1}}"), 3, 40,
     "a rule for a terrain type has no key 'sped'; did you mean 'speed'?"},
    {RULES("{mud: {speed: -1}}"), 3, 47, "speed must be a number from 0 to 100, found '-1'"},
    {RULES("{mud: {speed: .nan}}"), 3, 47, "speed must be a number from 0 to 100, found '.nan'"},
    {RULES("[mud]"), 3, 33, "terrain must be a mapping (key: value), found a list of 1"},
    {MUD "profiles:\n  p: {terrain: {mud: {speed: 0.5}}}\n", 3, 6,
     "the profile has speed factors of terrain, but none of its entries (planner 'straight') "
     "applies them; choose modifier 'fundamental_diagram', modifier 'terrain'"},
    {RULES("{mud: {weight: 0}}"), 3, 48,
     "weight must be a number from 1e-06 to 1000000, found '0'"},
    {RULES("{mud: {weight: -2}}"), 3, 48,
     "weight must be a number from 1e-06 to 1000000, found '-2'"},
    {RULES("{mud: {weight: .nan}}"), 3, 48,
     "weight must be a number from 1e-06 to 1000000, found '.nan'"},
    {RULES("{mud: {weight: .inf}}"), 3, 48,
     "weight must be a number from 1e-06 to 1000000, found '.inf'; to keep agents off a terrain, "
     "write 'forbidden'"},
    {RULES("{mud: {weight: {uniform: [0, 2]}}}"), 3, 58,
     "uniform must be [low, high] with numbers from 1e-06 to 1000000, found [0, 2]"},
    {RULES("{mud: 3}"), 3, 39,
     "a rule for a terrain type must be 'forbidden' or a mapping such as {weight: 3}, found '3'"},
    {RULES("{mud: forbiden}"), 3, 39,
     "a rule for a terrain type must be 'forbidden' or a mapping such as {weight: 3}, found "
     "'forbiden'"},
    {RULES("{mud: [1]}"), 3, 39,
     "a rule for a terrain type must be a mapping (key: value), found a list of 1"},
    {RULES("{mud: {weight: 2, forbidden: true}}"), 3, 51,
     "'forbidden' cannot be combined with 'weight'"},
    {RULES("{mud: {forbidden: maybe}}"), 3, 51, "forbidden must be true or false, found 'maybe'"},
    {RULES("{mud: forbidden, ground: {forbidden: true}}"), 3, 33,
     "all of the walkable ground is forbidden: allow a terrain, or 'ground', which is what no "
     "terrain covers"},
    {MUD "profiles:\n  p: {slope_weight: -1}\n", 3, 21,
     "slope_weight must be a number from 0 to 1000000, found '-1'"},
    {MUD "profiles:\n  p: {slope_weight: {uniform: [0, 1]}}\n", 3, 21,
     "slope_weight must be a number from 0 to 1000000, found a mapping"},
    {"space: {terrain: {type: " BYTES_64 BYTES_64 BYTES_64 BYTES_64 ", " STRETCH "}}", 1, 25,
     "the name of a terrain type has 256 bytes; at most 255 are possible"},
    {"space: {terrain: {type: 0, polygon: [[0, 0], [1, 0], [1, 1]]}}", 1, 25,
     "type must be a whole number from 1 to 1000000, found '0'"},
    {"space: {terrain: {type: {property: a}, polygon: [[0, 0], [1, 0], [1, 1]]}}", 1, 25,
     "only the features of a GeoJSON file have properties; expected a name or a number"},
    {"space: {terrain: {type: {proprety: a}, file: x.geojson}}", 1, 26,
     "the type of a terrain has no key 'proprety'; did you mean 'property'?"},
};

START_TEST(refuses_wrong_types_and_rules_at_their_position) {
    lab_set_up();
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        wend_result result = lab_try(refusals[i].text);
        ck_assert_msg(result != WEND_OK, "%s", refusals[i].text);
        ck_assert_msg(
            strcmp(lab_error.message, refusals[i].message) == 0 &&
                lab_error.line == refusals[i].line && lab_error.column == refusals[i].column,
            "%s\n%d:%d: %s", refusals[i].text, lab_error.line, lab_error.column, lab_error.message);
    }
    lab_tear_down();
}
END_TEST

int main(void) {
    SUITE("scenario/terrain", names_get_numbers_that_are_not_in_use, layers_share_the_names,
          types_can_be_the_values_of_a_property, rules_change_the_speed_on_a_terrain,
          rules_give_weights_to_agents, distributions_of_weights_give_eight_classes,
          weights_without_a_planner_that_uses_them_are_refused, warns_of_terrain_off_the_ground,
          refuses_wrong_types_and_rules_at_their_position);
}
