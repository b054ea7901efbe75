/* Terrain in scenario files: types with names, with numbers and from a property of a file; rules of
 * profiles; messages for wrong ones. */
#define _XOPEN_SOURCE 700
#include "support/suite.h"
#include "unit/scenario/lab.h"
#include <stdlib.h>
#include <unistd.h>
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
     "the profile has rules for terrain, but none of its entries (planner 'straight') uses them; "
     "choose one that does, such as 'terrain'"},
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
          refuses_wrong_types_and_rules_at_their_position);
}
