/* YAML text: what is written is read back, bit by bit and byte by byte. */
#include "base/text.h"
#include "live/scenario/yaml.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/kit.h>
#include <wend/random.h>

static memory heap;

static yaml fresh(void) {
    memory_init(&heap, NULL);
    return (yaml){.memory = &heap};
}

static double any_double(uint64_t seed, uint32_t i) {
    uint64_t bits = wend_random_bits(seed, i, 0, 1);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

START_TEST(numbers_are_read_back_exactly) {
    for (uint32_t i = 0; i < trials(20000); i++) {
        double value = any_double(1, i), parsed = NAN;
        float single = (float)any_double(2, i);
        yaml y = fresh();
        if (isfinite(value)) {
            yaml_number(&y, value);
            ck_assert_msg(text_parse_double(y.text, &parsed), "%s", y.text);
            ck_assert_double_eq(parsed, value);
        }
        yaml_free(&y);
        if (isfinite(single)) {
            yaml_single(&y, (double)single);
            ck_assert_msg(text_parse_double(y.text, &parsed), "%s", y.text);
            ck_assert((float)parsed == single);
            ck_assert_uint_le(strlen(y.text), 16);
        }
        yaml_free(&y);
        ck_assert_uint_eq(heap.held, 0);
    }
}
END_TEST

/* A position far from the zero point has the bits of its local coordinates after reading. */
START_TEST(positions_are_read_back_in_local_coordinates) {
    static const wend_point corners[] = {
        {5000, -3000}, {5100, -3000}, {5100, -2900}, {5000, -2900}};
    const wend_ring boundary = {corners, 4};
    const wend_layer_def layer = {.boundaries = &boundary, .boundary_count = 1};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    ck_assert_double_ne(wend_space_origin(space).x, 0.0);
    for (uint32_t i = 0; i < trials(5000); i++) {
        wend_vec2 local = {(float)(100.0 * wend_random_uniform(3, i, 0, 1) - 50.0),
                           (float)(100.0 * wend_random_uniform(3, i, 0, 2) - 50.0)};
        yaml y = fresh();
        wend_point read = {NAN, NAN};
        yaml_position(&y, space, wend_space_from_local(space, local));
        ck_assert_int_eq(sscanf(y.text, "[%lf, %lf]", &read.x, &read.y), 2);
        wend_vec2 again = wend_space_to_local(space, read);
        ck_assert(again.x == local.x && again.y == local.y);
        yaml_free(&y);
    }
    wend_space_release(space);
}
END_TEST

START_TEST(short_numbers_stay_short) {
    static const struct {
        double value;
        const char *text;
    } singles[] = {
        {(double)0.1F, "0.1"},    {10.0, "10"},       {(double)19.5F, "19.5"}, {-0.0, "0"},
        {(double)1e-5F, "1e-05"}, {INFINITY, ".inf"}, {-INFINITY, "-.inf"}};
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++) {
        yaml y = fresh();
        yaml_single(&y, singles[i].value);
        ck_assert_str_eq(y.text, singles[i].text);
        yaml_free(&y);
    }
}
END_TEST

START_TEST(distributions_keep_their_limits) {
    const wend_distribution limited = {WEND_DISTRIBUTION_NORMAL, 1.35, 0.2, 0.8, 1.9};
    const wend_distribution numbers[] = {wend_constant(1.5), wend_uniform(1, 2.25),
                                         wend_normal(1, 0.5), limited};
    static const char *const texts[] = {"1.5", "{uniform: [1, 2.25]}", "{normal: [1, 0.5]}",
                                        "{normal: [1.35, 0.2], min: 0.8, max: 1.9}"};
    for (size_t i = 0; i < 4; i++) {
        yaml y = fresh();
        yaml_distribution(&y, &numbers[i]);
        ck_assert_str_eq(y.text, texts[i]);
        yaml_free(&y);
    }
}
END_TEST

/* Strings from anywhere become the same strings in a scenario: here, names of goals. Bytes that are
 * no UTF-8 become U+FFFD. */
START_TEST(strings_cannot_break_out) {
    static const char *const names[] = {"plain",
                                        "a: b",
                                        "\"quoted\"",
                                        "back\\slash",
                                        "line\nbreak\r\ttab",
                                        "}, evil: {",
                                        "# no comment",
                                        "&anchor *alias !tag",
                                        "null",
                                        "1e3",
                                        "'single'",
                                        "\xc3\xa9t\xc3\xa9 \xf0\x9f\x9a\xb6",
                                        "next\xc2\x85line\xe2\x80\xa8separator",
                                        "mark\xef\xbb\xbf",
                                        "bell\x07 delete\x7f",
                                        " spaces "};
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    ck_assert_int_eq(wend_kit_register(registry, NULL), WEND_OK);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        yaml y = fresh();
        yaml_comment(&y, names[i]);
        yaml_add_text(&y, "name: ");
        yaml_quote(&y, names[i]);
        yaml_add_text(&y, "\nagents: [{at: [0, 0]}]\n");
        wend_scenario_def def = wend_default_scenario_def();
        wend_scenario *scenario = NULL;
        wend_error error = {.message = ""};
        def.text = y.text;
        def.text_size = y.size;
        def.registry = registry;
        ck_assert_msg(wend_scenario_load(&def, &scenario, &error) == WEND_OK, "%s: %s", y.text,
                      error.message);
        ck_assert_str_eq(wend_scenario_get_info(scenario).name, names[i]);
        wend_scenario_destroy(scenario);
        yaml_free(&y);
    }
    wend_registry_destroy(registry);
    yaml y = fresh();
    yaml_quote(&y, "bad \xff\xc3");
    ck_assert_str_eq(y.text, "\"bad \\ufffd\\ufffd\"");
    yaml_free(&y);
}
END_TEST

START_TEST(size_is_bounded) {
    static char block[1 << 20];
    yaml y = fresh();
    memset(block, 'x', sizeof block - 1);
    for (int i = 0; i < 200 && !y.failed; i++) {
        yaml_add_text(&y, block);
    }
    ck_assert(y.failed);
    ck_assert_uint_le(y.size, YAML_MOST);
    yaml_free(&y);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {
        numbers_are_read_back_exactly, positions_are_read_back_in_local_coordinates,
        short_numbers_stay_short,      distributions_keep_their_limits,
        strings_cannot_break_out,      size_is_bounded};
    return suite_run("live yaml", tests, sizeof tests / sizeof tests[0]);
}
