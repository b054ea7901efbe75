/* The tables of the format are complete, and state the actual defaults. */
#include "base/text.h"
#include "scenario/format/format.h"
#include "scenario/scenario.h"
#include "unit/scenario/lab.h"
#include <stdlib.h>
#include <wend/snapshot.h>

START_TEST(rows_of_all_tables_are_consistent) {
    for (uint32_t i = 0; i < format_table_count; i++) {
        const format_table *table = format_tables[i];
        for (uint32_t k = 0; k < table->count; k++) {
            const format_key *row = &table->keys[k];
            ck_assert_msg(row->name != NULL && row->help != NULL && row->forms != 0, "%s row %u",
                          table->name, k);
            ck_assert_ptr_eq(format_find(table, row->name), row); /* no duplicate keys */
            ck_assert_msg(row->low <= row->high && (row->most == 0 || row->least <= row->most),
                          "%s.%s", table->name, row->name);
            ck_assert((row->forms & FORMAT_MAPPING) == 0 || row->table != NULL);
            ck_assert((row->forms & (FORMAT_LIST | FORMAT_NAMED)) == 0 || row->item != NULL);
            ck_assert((row->forms & FORMAT_CHOICE) == 0 || row->choices != NULL);
            ck_assert(row->with == NULL || format_find(table, row->with) != NULL);
        }
        for (uint32_t k = 0; table->one_of != NULL && table->one_of[k] != NULL; k++) {
            ck_assert_ptr_nonnull(format_find(table, table->one_of[k]));
        }
    }
    ck_assert_ptr_null(format_find(&format_time, "step"));
}
END_TEST

/* True if the default is a value, not a phrase that describes what it depends on. */
static bool is_written(const format_key *row) {
    const char *word = row->fallback;
    double number = 0;
    if (word == NULL || row->kind == WEND_KIND_MODIFIER) {
        return false;
    }
    if (row->forms == FORMAT_ENTRY) {
        return wend_registry_find(lab_registry, row->kind, word, NULL) != NULL;
    }
    return text_parse_double(word, &number) || word[0] == '[' || row->forms == FORMAT_BOOL ||
           row->forms == FORMAT_CHOICE;
}

/* If the file states the default from the table explicitly, nothing changes. */
START_TEST(documented_defaults_match_actual_defaults) {
    static const struct {
        const format_table *table;
        const char *before, *after;
    } holders[] = {
        {&format_scenario, "{", "}"},
        {&format_time, "time: {", "}"},
        {&format_near, "near: {", "}"},
        {&format_profile, "profiles: {p: {", "}}"},
        {&format_goal, "goals: {g: {point: [3, 4], ", "}}"},
        {&format_obstacle, "obstacles: [{moving: [[0, 0], [1, 0], [0, 1]], ", "}]"},
        {&format_source, "agents: [{source: {box: [[0, 0], [9, 9]], rate: 1, count: 5, ", "}}]"},
    };
    uint32_t tried = 0;
    for (size_t i = 0; i < sizeof holders / sizeof holders[0]; i++) {
        char plain[200];
        snprintf(plain, sizeof plain, "%s%s", holders[i].before, holders[i].after);
        for (uint32_t k = 0; k < holders[i].table->count; k++) {
            const format_key *row = &holders[i].table->keys[k];
            bool fits = row->with == NULL || strstr(holders[i].before, row->with) != NULL;
            if (!is_written(row) || !fits) {
                continue;
            }
            char text[300];
            snprintf(text, sizeof text, "%s%s: %s%s", holders[i].before, row->name, row->fallback,
                     holders[i].after);
            wend_scenario *without = lab_load(plain), *with = lab_load(text);
            wend_world *one = lab_world(without), *other = lab_world(with);
            size_t size = wend_world_save(one, NULL, 0);
            ck_assert_msg(size == wend_world_save(other, NULL, 0), "%s", text);
            char *first = malloc(size), *second = malloc(size);
            wend_world_save(one, first, size);
            wend_world_save(other, second, size);
            ck_assert_msg(memcmp(first, second, size) == 0, "%s", text);
            ck_assert_double_eq(without->end, with->end);
            ck_assert(without->allow_overlap == with->allow_overlap);
            for (uint32_t n = 0; n < without->source_count; n++) {
                ck_assert_double_eq(without->sources[n].def.from, with->sources[n].def.from);
            }
            free(first);
            free(second);
            wend_world_destroy(one);
            wend_world_destroy(other);
            wend_scenario_destroy(without);
            wend_scenario_destroy(with);
            tried++;
        }
    }
    ck_assert_uint_ge(tried, 20);
}
END_TEST

LAB_MAIN("format", rows_of_all_tables_are_consistent, documented_defaults_match_actual_defaults)
