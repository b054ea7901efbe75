/* Every registered entry has a valid header and a valid parameter table. */
#include <math.h>
#include <string.h>

#include <wend/model.h>

#include "support/suite.h"
#include "support/worlds.h"

static bool is_word(const char *name) {
    bool good = name[0] >= 'a' && name[0] <= 'z';
    for (const char *c = name; *c; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
        good = good && (letter || (*c == '_' && c[1] && c[1] != '_'));
    }
    return good;
}

static bool is_line(const char *text) {
    return text && text[0] && !strchr(text, '\n') && strlen(text) < 120;
}

static void check_default(const wend_entry *entry, const wend_param *row) {
    bool number = row->type == WEND_PARAM_NUMBER || row->type == WEND_PARAM_INTEGER ||
                  row->type == WEND_PARAM_SAMPLED || row->type == WEND_PARAM_DISTRIBUTION;
    double value = row->default_value;
    ck_assert_msg(isfinite(value), "%s.%s", entry->name, row->name);
    ck_assert_msg(row->minimum <= row->maximum, "%s.%s", entry->name, row->name);
    if (number && row->minimum < row->maximum) {
        ck_assert_msg(value >= row->minimum && value <= row->maximum, "%s.%s: default %g",
                      entry->name, row->name, value);
    }
    if (row->type == WEND_PARAM_INTEGER || row->type == WEND_PARAM_CHOICE) {
        ck_assert_msg(floor(value) == value, "%s.%s: default %g", entry->name, row->name, value);
    }
    if (row->type == WEND_PARAM_BOOL) {
        ck_assert_msg(value == 0 || value == 1, "%s.%s: default %g", entry->name, row->name, value);
    }
}

static void check_choices(const wend_entry *entry, const wend_param *row) {
    uint32_t count = 0;
    while (count < 64 && row->choices[count]) {
        ck_assert_msg(is_word(row->choices[count]), "%s.%s", entry->name, row->name);
        for (uint32_t i = 0; i < count; i++) {
            ck_assert_str_ne(row->choices[i], row->choices[count]);
        }
        count++;
    }
    ck_assert_msg(count >= 2 && count < 64, "%s.%s", entry->name, row->name);
    ck_assert_msg(row->default_value >= 0 && row->default_value < count, "%s.%s", entry->name,
                  row->name);
}

/* Checks that the fields of a parameter struct do not overlap and are aligned for their types. */
static void check_fields(const wend_entry *entry) {
    static const size_t sizes[] = {8, 8, 1, 4, 16, 16, 8, 16, 16, 16, 8, 40, 8};
    static const size_t aligns[] = {8, 8, 1, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8};
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const wend_param *a = &entry->params[i];
        ck_assert_uint_le(a->offset + sizes[a->type], entry->params_size);
        ck_assert_uint_eq(a->offset % aligns[a->type], 0);
        for (uint32_t k = 0; k < i; k++) {
            const wend_param *b = &entry->params[k];
            ck_assert_str_ne(a->name, b->name);
            ck_assert_msg(a->offset + sizes[a->type] <= b->offset ||
                              b->offset + sizes[b->type] <= a->offset,
                          "%s: %s and %s share memory", entry->name, a->name, b->name);
        }
    }
}

/* Checks that settings at both ends of the range are accepted, and settings beyond it are refused.
 */
static void check_range(const wend_entry *entry, const wend_param *row) {
    bool number = row->type == WEND_PARAM_NUMBER || row->type == WEND_PARAM_INTEGER ||
                  row->type == WEND_PARAM_SAMPLED || row->type == WEND_PARAM_DISTRIBUTION;
    if (!number || row->minimum == row->maximum) {
        return;
    }
    double beyond = row->maximum < INFINITY ? row->maximum + 1 : -INFINITY;
    const double values[] = {row->minimum, row->maximum, row->minimum - 1, beyond, NAN};
    for (int i = 0; i < 5; i++) {
        wend_setting setting = {row->name, {.number = {.a = values[i]}}};
        wend_result expected = i < 2 ? WEND_OK : WEND_ERROR_INVALID;
        ck_assert_int_eq(wend_settings_check(entry, &setting, 1, NULL), expected);
    }
}

START_TEST(parameter_tables_are_valid) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    uint32_t entries = 0;
    for (int kind = 0; kind < WEND_KIND_COUNT; kind++) {
        for (uint32_t i = 0; i < wend_registry_count(registry, (wend_kind)kind); i++, entries++) {
            const wend_entry *entry = wend_registry_get(registry, (wend_kind)kind, i);
            ck_assert_msg(is_word(entry->name), "'%s'", entry->name);
            ck_assert_msg(is_line(entry->summary), "%s", entry->name);
            ck_assert_int_eq(entry->params_size > 0, entry->param_count > 0);
            for (uint32_t k = 0; k < entry->param_count; k++) {
                const wend_param *row = &entry->params[k];
                ck_assert_msg(is_word(row->name), "%s.%s", entry->name, row->name);
                ck_assert_msg(is_line(row->help), "%s.%s", entry->name, row->name);
                ck_assert_ptr_nonnull(row->unit);
                bool has_unit = row->type == WEND_PARAM_NUMBER || row->type == WEND_PARAM_SAMPLED ||
                                row->type == WEND_PARAM_DISTRIBUTION;
                ck_assert_msg(!has_unit || row->unit[0], "%s.%s: no unit", entry->name, row->name);
                check_default(entry, row);
                check_range(entry, row);
                if (row->type == WEND_PARAM_CHOICE) {
                    check_choices(entry, row);
                }
            }
            check_fields(entry);
        }
    }
    ck_assert_uint_ge(entries, 8);
    wend_registry_destroy(registry);
}
END_TEST

/* All followers have the parameters that determine where agents aim. */
START_TEST(followers_have_parameters_aim_and_intercept) {
    wend_registry *registry = NULL;
    ck_assert_int_eq(wend_registry_create(NULL, &registry, NULL), WEND_OK);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_FOLLOWER); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_FOLLOWER, i);
        if (((const wend_follower *)(const void *)entry)->needs_no_goal) {
            continue; /* this follower aims at no region */
        }
        ck_assert_uint_ge(entry->param_count, 2);
        ck_assert_str_eq(entry->params[0].name, "aim");
        ck_assert_uint_eq(entry->params[0].offset, 0);
        ck_assert_str_eq(entry->params[1].name, "intercept");
        ck_assert_uint_eq(entry->params[1].offset, offsetof(wend_aim, intercept));
    }
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/tables", parameter_tables_are_valid,
          followers_have_parameters_aim_and_intercept);
}
