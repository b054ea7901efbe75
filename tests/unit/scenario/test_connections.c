/* The key `connections` of a space: what is read, what is refused, and at which position. */
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"

static const char building[] =
    "space:\n"
    "  layers:\n"
    "    - {name: ground, walkable: [[0, 0], [20, 0], [20, 12], [0, 12]]}\n"
    "    - {name: upper, walkable: [[0, 0], [20, 0], [20, 12], [0, 12]]}\n"
    "  connections:\n"
    "    - %s\n"
    "profiles: {staff: {radius: 0.3}, guest: {radius: 0.2}}\n"
    "goals: {up: {point: [9, 9], layer: upper}}\n"
    "agents: [{at: [[1, 1]], layer: ground, goal: up, profile: staff}]\n"
    "time: {end: 60}\n";

static const char *with(const char *connection) {
    static char text[2000];
    snprintf(text, sizeof text, building, connection);
    return text;
}

START_TEST(reads_all_keys) {
    wend_scenario *s = lab_load(
        with("{name: ladder, from: [1, 2], to: [3, 4], from_layer: upper, to_layer: ground, "
             "one_way: true, cost: 5, duration: 6.5, radius: 0.75, profiles: [guest, staff]}"));
    ck_assert_uint_eq(s->space_def.connection_count, 1);
    const wend_connection_def *c = &s->space_def.connections[0];
    ck_assert_str_eq(c->name, "ladder");
    ck_assert(c->from.x == 1.0 && c->from.y == 2.0 && c->to.x == 3.0 && c->to.y == 4.0);
    ck_assert(c->from_layer == 1 && c->to_layer == 0 && c->one_way);
    ck_assert(c->cost == 5.0 && c->duration == 6.5 && c->radius == 0.75);
    ck_assert_uint_eq(c->profile_count, 2);
    ck_assert_str_eq(c->profiles[0], "guest");
    ck_assert_str_eq(c->profiles[1], "staff");
    wend_scenario_destroy(s);
}
END_TEST

/* By default, `to` lies on the layer of `from`, and `from` lies on the first layer. */
START_TEST(defaults_match_those_of_the_library) {
    wend_connection_def usual = wend_default_connection_def();
    wend_scenario *s = lab_load(with("{from: [1, 2], to: [3, 4]}"));
    wend_connection_def c = s->space_def.connections[0];
    ck_assert_ptr_null(c.name);
    ck_assert(c.from_layer == 0 && c.to_layer == 0 && c.one_way == usual.one_way);
    ck_assert(c.cost == usual.cost && c.duration == usual.duration && c.radius == usual.radius);
    ck_assert_uint_eq(c.profile_count, 0);
    wend_scenario_destroy(s);
    s = lab_load(with("{from: [1, 2], to: [3, 4], from_layer: upper}"));
    ck_assert_uint_eq(s->space_def.connections[0].to_layer, 1);
    wend_scenario_destroy(s);
}
END_TEST

START_TEST(refusals_state_line_and_column) {
    static const struct {
        const char *connection;
        wend_result result;
        int line, column;
        const char *message;
    } all[] = {
        {"{from: [1, 2]}", WEND_ERROR_INVALID, 6, 7, "'to'"},
        {"{to: [1, 2]}", WEND_ERROR_INVALID, 6, 7, "'from'"},
        {"{from: [1, 2], to: [3, 4], profiles: [stuff]}", WEND_ERROR_NAME, 6, 45,
         "did you mean 'staff'?"},
        {"{from: [1, 2], to: [3, 4], to_layer: uper}", WEND_ERROR_NAME, 6, 44,
         "did you mean 'upper'?"},
        {"{from: [1, 2], to: [3, 4], from_layer: roof}", WEND_ERROR_NAME, 6, 46, "roof"},
        {"{from: [1, 2], to: [31, 4]}", WEND_ERROR_GEOMETRY, 6, 7,
         "its end 'to' at (31, 4) is not on the walkable ground of layer 0 'ground'"},
        {"{from: [1, 2], to: [1, 2]}", WEND_ERROR_INVALID, 6, 7, "it joins a point with itself"},
        {"{from: [1, 2], to: [3, 4], cost: -1}", WEND_ERROR_INVALID, 6, 40, "cost"},
        {"{from: [1, 2], to: [3, 4], duration: 2e6}", WEND_ERROR_INVALID, 6, 44, "duration"},
        {"{from: [1, 2], to: [3, 4], radius: 0}", WEND_ERROR_INVALID, 6, 42, "radius"},
        {"{from: [1, 2], to: [3, 4], profiles: []}", WEND_ERROR_INVALID, 6, 44, "profile"},
        {"{from: [1, 2], to: [3, 4], oneway: true}", WEND_ERROR_NAME, 6, 34, "one_way"},
        {"{from: 1, to: [3, 4]}", WEND_ERROR_INVALID, 6, 14, "from"},
        {"ladder", WEND_ERROR_INVALID, 6, 7, "connection"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        wend_result result = lab_try(with(all[i].connection));
        printf("%s -> %d %d:%d %s\n", all[i].connection, result, lab_error.line, lab_error.column,
               lab_error.message);
        ck_assert_msg(result == all[i].result && lab_error.line == all[i].line &&
                          lab_error.column == all[i].column &&
                          strstr(lab_error.message, all[i].message) != NULL,
                      "%s: %d at %d:%d: %s", all[i].connection, result, lab_error.line,
                      lab_error.column, lab_error.message);
    }
}
END_TEST

/* A group that overrides numbers has its own profile, derived from the profile that the connection
 * names. */
START_TEST(groups_that_override_numbers_may_use_connections) {
    static const char *const profiles[] = {"staff", "guest"};
    for (int i = 0; i < 2; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s",
                 with("{from: [3, 3], to: [3, 3], from_layer: ground, to_layer: upper, "
                      "profiles: [staff]}"));
        char *group = strstr(text, "profile: staff");
        ck_assert_ptr_nonnull(group);
        char rest[200];
        snprintf(rest, sizeof rest, "%s", group + strlen("profile: staff"));
        snprintf(group, sizeof text - (size_t)(group - text), "radius: 0.15, profile: %s%s",
                 profiles[i], rest);
        wend_summary *summary = lab_run(text);
        ck_assert_double_eq(lab_number(summary, "arrived"), i == 0);
        wend_summary_destroy(summary);
    }
}
END_TEST

LAB_MAIN("connections", reads_all_keys, defaults_match_those_of_the_library,
         refusals_state_line_and_column, groups_that_override_numbers_may_use_connections)
