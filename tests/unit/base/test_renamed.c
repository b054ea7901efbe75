/* Former names: the current name is suggested for each of them, but only where it is valid. */
#include "base/renamed.h"
#include "base/text.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

START_TEST(suggests_the_current_name_for_each_former_name) {
    ck_assert_uint_gt(renamed_count, 0);
    for (size_t i = 0; i < renamed_count; i++) {
        const renamed_name *row = &renamed_names[i];
        const char *names[] = {"intercept", NULL, row->current};
        char out[64], expected[64];
        snprintf(expected, sizeof expected, "; it is now called '%s'", row->current);
        ck_assert_str_eq(renamed_find(row->former, names, 3), row->current);
        names[1] = "advance";
        ck_assert_str_eq(text_suggest(row->former, names, 3, out, sizeof out), expected);
    }
}
END_TEST

START_TEST(suggests_nothing_where_the_current_name_is_invalid) {
    static const char *const names[] = {"centre", "radius"};
    for (size_t i = 0; i < renamed_count; i++) {
        char out[64];
        ck_assert_ptr_null(renamed_find(renamed_names[i].former, names, 2));
        ck_assert_ptr_null(renamed_find(renamed_names[i].former, names, 0));
        text_suggest(renamed_names[i].former, names, 2, out, sizeof out);
        ck_assert_msg(!strstr(out, "now called"), "%s%s", renamed_names[i].former, out);
    }
    static const char *const outputs[] = {"max_value"};
    ck_assert_ptr_null(renamed_find("tops", outputs, 1));
    ck_assert_ptr_null(renamed_find("max_value", outputs, 1));
}
END_TEST

/* `top` is the former name of `max_value`. Although `to` has a smaller edit distance from `top`,
 * `max_value` is suggested. */
START_TEST(prefers_the_current_name_to_a_similar_one) {
    static const char *const names[] = {"from", "to", "max_value"};
    char out[64];
    ck_assert_str_eq(text_find_nearest("top", names, 3), "to");
    ck_assert_str_eq(text_suggest("top", names, 3, out, sizeof out),
                     "; it is now called 'max_value'");
}
END_TEST

/* Each former name occurs once, and no current name is also a former one. */
START_TEST(table_of_renames_is_sorted_and_has_no_chains) {
    for (size_t i = 0; i < renamed_count; i++) {
        ck_assert(i == 0 || strcmp(renamed_names[i - 1].former, renamed_names[i].former) < 0);
        for (size_t k = 0; k < renamed_count; k++) {
            ck_assert_str_ne(renamed_names[i].current, renamed_names[k].former);
        }
    }
}
END_TEST

int main(void) {
    SUITE("base/renamed", suggests_the_current_name_for_each_former_name,
          suggests_nothing_where_the_current_name_is_invalid,
          prefers_the_current_name_to_a_similar_one, table_of_renames_is_sorted_and_has_no_chains);
}
