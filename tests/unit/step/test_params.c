/* Parameter tables: every type, every reason for refusal, samples, copies, and running out of
 * memory. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "step/params.h"
#include "support/budget.h"
#include "support/spaces.h"
#include "support/suite.h"

typedef struct all_params {
    double number;
    int64_t integer;
    bool is_on;
    int32_t choice;
    wend_point point;
    wend_ring polygon;
    const char *name;
    wend_column sampled, other;
} all_params;

static const char *const colours[] = {"red", "green", "blue", NULL};

static const wend_param rows[] = {
    {"number", WEND_PARAM_NUMBER, offsetof(all_params, number), 1.5, 0.0, 10.0, "m", "a number",
     NULL},
    {"integer", WEND_PARAM_INTEGER, offsetof(all_params, integer), 3.0, -5.0, 5.0, "1", "whole",
     NULL},
    {"is_on", WEND_PARAM_BOOL, offsetof(all_params, is_on), 1.0, 0.0, 0.0, "", "a switch", NULL},
    {"colour", WEND_PARAM_CHOICE, offsetof(all_params, choice), 2.0, 0.0, 0.0, "", "a choice",
     colours},
    {"point", WEND_PARAM_POINT, offsetof(all_params, point), 0.0, 0.0, 0.0, "m", "a point", NULL},
    {"polygon", WEND_PARAM_POLYGON, offsetof(all_params, polygon), 0.0, 0.0, 0.0, "m", "a ring",
     NULL},
    {"name", WEND_PARAM_NAME, offsetof(all_params, name), 0.0, 0.0, 0.0, "", "a name", NULL},
    {"drawn", WEND_PARAM_SAMPLED, offsetof(all_params, sampled), 0.5, 0.0, 4.0, "s", "drawn", NULL},
    {"other", WEND_PARAM_SAMPLED, offsetof(all_params, other), 0.25, 0.0, 0.0, "s", "drawn", NULL},
};

static const wend_entry entry = {.name = "thing",
                                 .summary = "a thing",
                                 .params = rows,
                                 .param_count = sizeof rows / sizeof *rows,
                                 .params_size = sizeof(all_params)};

static wend_setting number(const char *name, double value) {
    return (wend_setting){name, {.kind = WEND_VALUE_NUMBER, .number = {.a = value}}};
}

static wend_setting spread(const char *name, wend_distribution_kind kind, double a, double b) {
    return (wend_setting){name,
                          {.kind = WEND_VALUE_NUMBER, .number = {.kind = kind, .a = a, .b = b}}};
}

static wend_setting text(const char *name, const char *value) {
    return (wend_setting){name, {.kind = WEND_VALUE_TEXT, .text = value}};
}

static wend_setting points(const char *name, const wend_point *at, uint32_t count) {
    return (wend_setting){name, {.kind = WEND_VALUE_POINTS, .points = at, .point_count = count}};
}

static memory from;
static params_block block;

START_TEST(parameters_default_to_the_values_in_the_table) {
    wend_error error;
    memory_init(&from, NULL);
    ck_assert_int_eq(params_create(&block, &from, &entry, NULL, 0, &error), WEND_OK);
    const all_params *p = block.params;
    ck_assert_double_eq(p->number, 1.5);
    ck_assert_int_eq(p->integer, 3);
    ck_assert(p->is_on);
    ck_assert_int_eq(p->choice, 2);
    ck_assert(p->point.x == 0.0 && p->point.y == 0.0);
    ck_assert(p->polygon.points == NULL && p->polygon.count == 0);
    ck_assert_str_eq(p->name, "");
    ck_assert_float_eq(wend_column_at(p->sampled, 0), 0.5F);
    ck_assert_float_eq(wend_column_at(p->sampled, 1000), 0.5F);
    ck_assert_float_eq(wend_column_at(p->other, 7), 0.25F);
    params_free(&block, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(settings_are_deep_copies) {
    wend_error error;
    char name[] = "drawn", word[] = "green", place[] = "hall";
    wend_point ring[] = {{0.0, 1.0}, {2.0, 3.0}, {4.0, 5.0}}, at[] = {{-7.0, 8.0}};
    wend_setting settings[] = {number("number", 10.0), number("integer", -5.0),
                               text("is_on", "false"), text("colour", word),
                               points("point", at, 1), points("polygon", ring, 3),
                               text("name", place),    number(name, 4.0),
                               number("number", 2.0)}; /* the last value of a parameter applies */
    memory_init(&from, NULL);
    ck_assert_int_eq(params_create(&block, &from, &entry, settings, 9, &error), WEND_OK);
    memset(name, 'x', sizeof name - 1);
    memset(word, 'x', sizeof word - 1);
    memset(place, 'x', sizeof place - 1);
    memset(ring, 0, sizeof ring);
    memset(at, 0, sizeof at);
    memset(settings, 0, sizeof settings);
    const all_params *p = block.params;
    ck_assert_double_eq(p->number, 2.0);
    ck_assert_int_eq(p->integer, -5);
    ck_assert(!p->is_on);
    ck_assert_int_eq(p->choice, 1);
    ck_assert(p->point.x == -7.0 && p->point.y == 8.0);
    ck_assert_uint_eq(p->polygon.count, 3);
    ck_assert(p->polygon.points[2].x == 4.0 && p->polygon.points[2].y == 5.0);
    ck_assert_str_eq(p->name, "hall");
    ck_assert_float_eq(wend_column_at(p->sampled, 5), 4.0F);
    ck_assert_uint_eq(block.setting_count, 9);
    ck_assert_str_eq(block.settings[7].name, "drawn");
    params_free(&block, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

START_TEST(booleans_accept_numbers_and_words) {
    static const char *const words[] = {"false", "true", "off", "on"};
    wend_error error;
    memory_init(&from, NULL);
    for (int i = 0; i < 6; i++) {
        wend_setting setting = i < 2 ? number("is_on", i) : text("is_on", words[i - 2]);
        ck_assert_int_eq(params_create(&block, &from, &entry, &setting, 1, &error), WEND_OK);
        ck_assert_int_eq(((const all_params *)block.params)->is_on, i % 2);
        params_free(&block, &from);
    }
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

static void check_refusal(wend_setting setting, wend_result code, const char *message) {
    wend_error error = {0};
    memory_init(&from, NULL);
    memset(&block, 0x55, sizeof block);
    wend_setting good_first[] = {number("number", 1.0), setting};
    ck_assert_msg(params_create(&block, &from, &entry, good_first, 2, &error) == code, "%s: %s",
                  setting.name, error.message);
    ck_assert_int_eq(error.code, code);
    ck_assert_str_eq(error.message, message);
    ck_assert_uint_eq(from.calls, 0);
    ck_assert_int_eq(wend_settings_check(&entry, &setting, 1, NULL), code);
}

START_TEST(refuses_values_of_wrong_type_or_range) {
    static const wend_point bad[] = {{0.0, 0.0}, {1.0, NAN}, {1.0, 1.0}};
    wend_result invalid = WEND_ERROR_INVALID;
    check_refusal(number("numbr", 1.0), WEND_ERROR_NAME,
                  "thing has no parameter 'numbr'; did you mean 'number'?");
    check_refusal(number("zzzzzzzzzz", 1.0), WEND_ERROR_NAME,
                  "thing has no parameter 'zzzzzzzzzz'; available: number, integer, is_on, colour, "
                  "point, polygon, name, drawn, other");
    check_refusal(text("number", "1"), invalid, "parameter 'number' must be a number");
    check_refusal(spread("number", WEND_DISTRIBUTION_UNIFORM, 1.0, 2.0), invalid,
                  "parameter 'number' must be one number, not a distribution");
    check_refusal(number("number", 10.5), invalid,
                  "number can be 10.5, but must lie between 0 and 10 m");
    check_refusal(number("number", -0.5), invalid,
                  "number can be -0.5, but must lie between 0 and 10 m");
    check_refusal(number("number", NAN), invalid, "number is not a finite number or distribution");
    check_refusal(number("integer", 1.5), invalid, "parameter 'integer' must be a whole number");
    check_refusal(number("integer", NAN), invalid, "parameter 'integer' must be a whole number");
    check_refusal(number("integer", 6.0), invalid,
                  "integer can be 6, but must lie between -5 and 5");
    check_refusal(text("integer", "3"), invalid, "parameter 'integer' must be a number");
    check_refusal(text("is_on", "maybe"), invalid, "parameter 'is_on' must be true or false");
    check_refusal(number("is_on", 2.0), invalid, "parameter 'is_on' must be true or false");
    check_refusal(spread("is_on", WEND_DISTRIBUTION_UNIFORM, 0.0, 1.0), invalid,
                  "parameter 'is_on' must be true or false");
    check_refusal(number("colour", 1.0), invalid, "parameter 'colour' must be a word");
    check_refusal(text("colour", "rde"), invalid,
                  "parameter 'colour' cannot be 'rde'; did you mean 'red'?");
    check_refusal(points("point", bad, 2), invalid, "parameter 'point' must be a point [x, y]");
    check_refusal(number("point", 2.0), invalid, "parameter 'point' must be a point [x, y]");
    check_refusal(points("point", &bad[1], 1), invalid,
                  "parameter 'point' must be finite coordinates");
    check_refusal(points("polygon", bad, 2), invalid,
                  "parameter 'polygon' must be a polygon of at least three points");
    check_refusal(points("polygon", bad, 3), invalid,
                  "parameter 'polygon' must be finite coordinates");
    check_refusal(number("name", 1.0), invalid,
                  "parameter 'name' must be a name of at most 255 bytes");
    check_refusal(text("drawn", "often"), invalid, "parameter 'drawn' must be a number");
    check_refusal(spread("drawn", WEND_DISTRIBUTION_UNIFORM, 1.0, 5.0), invalid,
                  "drawn can be 5, but must lie between 0 and 4 s");
    check_refusal(spread("drawn", WEND_DISTRIBUTION_UNIFORM, 3.0, -1.0), invalid,
                  "drawn can be -1, but must lie between 0 and 4 s");
    check_refusal(spread("drawn", WEND_DISTRIBUTION_NORMAL, 1.0, 0.5), invalid,
                  "drawn can be -1, but must lie between 0 and 4 s");
    check_refusal(spread("drawn", WEND_DISTRIBUTION_NORMAL, 1.0, -0.1), invalid,
                  "drawn is not a finite number or distribution");
    check_refusal(spread("other", WEND_DISTRIBUTION_UNIFORM, 0.0, INFINITY), invalid,
                  "other is not a finite number or distribution");
}
END_TEST

/* ---- Draws ----------------------------------------------------------------------------------- */

START_TEST(samples_have_correct_range_mean_and_deviation) {
    wend_distribution uniform = {.kind = WEND_DISTRIBUTION_UNIFORM, .a = 3.0, .b = 1.0};
    wend_distribution normal = {.kind = WEND_DISTRIBUTION_NORMAL, .a = 5.0, .b = 2.0};
    wend_distribution clipped = {
        .kind = WEND_DISTRIBUTION_NORMAL, .a = 5.0, .b = 2.0, .low = 4.0, .high = 5.5};
    wend_distribution constant = {.a = 0.75};
    double sums[3] = {0.0}, squares[3] = {0.0};
    enum { DRAWS = 20000 };
    for (uint64_t key = 1; key <= DRAWS; key++) {
        double u = (double)params_sample(&uniform, 1, key, 5);
        double n = (double)params_sample(&normal, 1, key, 5);
        double c = (double)params_sample(&clipped, 1, key, 5);
        ck_assert(u >= 1.0 && u <= 3.0);
        ck_assert(n >= -3.0 && n <= 13.0);
        ck_assert(c >= 4.0 && c <= 5.5);
        ck_assert_float_eq(params_sample(&constant, 1, key, 5), 0.75F);
        ck_assert_double_eq(u, (double)params_sample(&uniform, 1, key, 5));
        double values[] = {u, n, c};
        for (int i = 0; i < 3; i++) {
            sums[i] += values[i];
            squares[i] += values[i] * values[i];
        }
    }
    double mean = sums[0] / DRAWS;
    ck_assert_double_eq_tol(mean, 2.0, 0.02);
    ck_assert_double_eq_tol(sqrt(squares[0] / DRAWS - mean * mean), 2.0 / sqrt(12.0), 0.02);
    mean = sums[1] / DRAWS;
    ck_assert_double_eq_tol(mean, 5.0, 0.06);
    ck_assert_double_eq_tol(sqrt(squares[1] / DRAWS - mean * mean), 2.0, 0.05);
    ck_assert_double_lt(sums[2] / DRAWS, 5.0);
}
END_TEST

START_TEST(samples_differ_between_agents_seeds_and_parameters) {
    wend_distribution uniform = {.kind = WEND_DISTRIBUTION_UNIFORM, .a = 0.0, .b = 1.0};
    uint32_t one = params_purpose("thing", "drawn"), two = params_purpose("thing", "other");
    uint32_t three = params_purpose("other", "drawn");
    ck_assert(one != two && one != three && two != three);
    ck_assert_uint_eq(one, params_purpose("thing", "drawn"));
    int same = 0;
    double product = 0.0;
    for (uint64_t key = 1; key <= 2000; key++) {
        float a = params_sample(&uniform, 7, key, one);
        same += a == params_sample(&uniform, 7, key, two);
        same += a == params_sample(&uniform, 8, key, one);
        same += a == params_sample(&uniform, 7, key + 1, one);
        product += ((double)a - 0.5) * ((double)params_sample(&uniform, 7, key, two) - 0.5);
    }
    ck_assert_int_lt(same, 5);
    ck_assert_double_lt(fabs(product / 2000.0), 0.01); /* samples are uncorrelated */
}
END_TEST

START_TEST(columns_grow_and_keep_their_values) {
    wend_error error;
    wend_setting settings[] = {spread("drawn", WEND_DISTRIBUTION_UNIFORM, 1.0, 2.0)};
    memory_init(&from, NULL);
    ck_assert_int_eq(params_create(&block, &from, &entry, settings, 1, &error), WEND_OK);
    params_sampled *sampled = &block.sampled[0], *constant = &block.sampled[1];
    for (uint32_t capacity = 4; capacity <= 64; capacity *= 2) {
        ck_assert(params_sampled_grow(sampled, &from, capacity));
        ck_assert(params_sampled_grow(constant, &from, capacity));
        params_link(&block);
        sampled->values[capacity - 1] = (float)capacity;
        const all_params *p = block.params;
        for (uint32_t old = 4; old <= capacity; old *= 2) {
            ck_assert_float_eq(wend_column_at(p->sampled, old - 1), (float)old);
        }
        ck_assert_float_eq(wend_column_at(p->other, capacity - 1), 0.25F);
        ck_assert_uint_eq(p->other.stride, 0);
    }
    ck_assert(params_sampled_grow(sampled, &from, 3)); /* a column never shrinks */
    ck_assert_uint_eq(sampled->capacity, 64);
    params_free(&block, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

/* ---- Memory that runs out -------------------------------------------------------------------- */

static uint64_t allowed;

START_TEST(leaks_nothing_when_memory_runs_out) {
    static const wend_point ring[] = {{0.0, 1.0}, {2.0, 3.0}, {4.0, 5.0}};
    wend_setting settings[] = {text("name", "hall"), points("polygon", ring, 3),
                               points("point", ring, 1), text("colour", "red"),
                               spread("drawn", WEND_DISTRIBUTION_UNIFORM, 0.0, 1.0)};
    wend_allocator allocator = budget_allocator(&allowed);
    wend_result result = WEND_ERROR_MEMORY;
    uint64_t limit = 0;
    for (; result == WEND_ERROR_MEMORY; limit++) {
        wend_error error = {0};
        memory_init(&from, &allocator);
        allowed = limit;
        result = params_create(&block, &from, &entry, settings, 5, &error);
        if (result == WEND_ERROR_MEMORY) {
            ck_assert_str_eq(error.message, "out of memory for the parameters of thing");
            ck_assert_uint_eq(from.held, 0);
        }
    }
    ck_assert_int_eq(result, WEND_OK);
    ck_assert_uint_ge(limit, 12); /* allocations: struct, list, five names, four values, columns */
    params_sampled *sampled = &block.sampled[0];
    allowed = 1;
    ck_assert(params_sampled_grow(sampled, &from, 8));
    sampled->values[7] = 3.0F;
    ck_assert(!params_sampled_grow(sampled, &from, 80));
    ck_assert(sampled->capacity == 8 && sampled->values[7] == 3.0F);
    params_free(&block, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

int main(void) {
    SUITE("step/params", parameters_default_to_the_values_in_the_table, settings_are_deep_copies,
          booleans_accept_numbers_and_words, refuses_values_of_wrong_type_or_range,
          samples_have_correct_range_mean_and_deviation,
          samples_differ_between_agents_seeds_and_parameters, columns_grow_and_keep_their_values,
          leaks_nothing_when_memory_runs_out);
}
