/* Compares labels with a plain list of strings: labels are shared, counted, and freed with their
 * last use. */
#include <stdio.h>
#include <string.h>

#include <wend/random.h>

#include "step/labels.h"
#include "support/suite.h"

enum { HOLDERS = 300, TEXTS = 40 };

START_TEST(labels_match_plain_list_of_strings) {
    memory from;
    memory_init(&from, &(wend_allocator){0});
    label_table table = {0};
    uint32_t held[HOLDERS];
    uint32_t number[HOLDERS];
    for (int i = 0; i < HOLDERS; i++) {
        held[i] = LABEL_NONE;
        number[i] = 0;
    }
    for (uint64_t round = 0; round < 20000; round++) {
        uint64_t bits = wend_random_bits(11, round, 0, 0);
        uint32_t holder = (uint32_t)(bits % HOLDERS), text = (uint32_t)(bits >> 32) % TEXTS;
        char words[32];
        snprintf(words, sizeof words, "text %u", text);
        labels_drop(&table, &from, held[holder]);
        number[holder] = text;
        ck_assert(labels_take(&table, &from, text ? words : "", &held[holder]));
        if (round % 100 != 0) {
            continue;
        }
        for (int i = 0; i < HOLDERS; i++) {
            snprintf(words, sizeof words, "text %u", number[i]);
            ck_assert_str_eq(labels_text(&table, held[i]), number[i] ? words : "");
            for (int k = 0; k < i; k++) {
                ck_assert((held[i] == held[k]) == (number[i] == number[k]));
            }
        }
        ck_assert_uint_le(table.count, TEXTS);
    }
    for (int i = 0; i < HOLDERS; i++) {
        labels_retain(&table, held[i]);
        labels_drop(&table, &from, held[i]);
        labels_drop(&table, &from, held[i]);
    }
    ck_assert_uint_eq(table.count, table.free_count);
    labels_free(&table, &from);
    ck_assert_uint_eq(from.held, 0);
}
END_TEST

int main(void) {
    SUITE("step/labels", labels_match_plain_list_of_strings);
}
