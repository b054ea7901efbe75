/* The colours of groups: people with normal and with colour-blind vision can distinguish them, and
 * no group looks like anything else in a picture. */
#include "draw/canvas/theme.h"
#include "support/suite.h"
#include "unit/draw/colours.h"
#include <check.h>

/* Pairs of Table 1 of Sharma et al. (2005), with their differences. */
START_TEST(difference_matches_published_pairs) {
    static const struct {
        colours_lab one, two;
        double difference;
    } pairs[] = {
        {{50.0, 2.6772, -79.7751}, {50.0, 0.0, -82.7485}, 2.0425},
        {{50.0, -1.3802, -84.2814}, {50.0, 0.0, -82.7485}, 1.0000},
        {{50.0, 2.4900, -0.0010}, {50.0, -2.4900, 0.0009}, 7.1792},
        {{50.0, 2.4900, -0.0010}, {50.0, -2.4900, 0.0011}, 7.2195},
        {{50.0, 2.5000, 0.0000}, {73.0, 25.0000, -18.0000}, 27.1492},
        {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
        {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        ck_assert_double_eq_tol(colours_difference(pairs[i].one, pairs[i].two), pairs[i].difference,
                                5e-5);
    }
}
END_TEST

static double closest(uint32_t count, colours_vision vision) {
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            least =
                fmin(least, colours_apart(theme_group_colour(i), theme_group_colour(k), vision));
        }
    }
    return least;
}

/* A difference of 2.3 is just noticeable when two colours touch; colours of separate lines and
 * discs need several times as much. */
START_TEST(twelve_groups_can_be_distinguished) {
    ck_assert_double_ge(closest(12, VISION_NORMAL), 20.8);
    ck_assert_double_ge(closest(12, VISION_PROTANOPIA), 12.0);
    ck_assert_double_ge(closest(12, VISION_DEUTERANOPIA), 12.0);
    ck_assert_double_ge(closest(12, VISION_TRITANOPIA), 12.0);
}
END_TEST

START_TEST(more_groups_still_differ) {
    ck_assert_double_ge(closest(THEME_GROUP_COLOURS, VISION_NORMAL), 12.9);
    for (int i = 0; i < VISION_COUNT; i++) {
        ck_assert_double_ge(closest(THEME_GROUP_COLOURS, (colours_vision)i), 7.6);
    }
    ck_assert_uint_eq(theme_group_colour(THEME_GROUP_COLOURS), theme_group_colour(0));
}
END_TEST

START_TEST(groups_differ_from_everything_else) {
    static const uint32_t others[] = {THEME_PAGE, THEME_GROUND, THEME_SOLID, THEME_WALL,
                                      THEME_DOOR, THEME_GOAL,   THEME_TEXT,  THEME_FAINT};
    for (uint32_t i = 0; i < THEME_GROUP_COLOURS; i++) {
        for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
            double apart = colours_apart(theme_group_colour(i), others[k], VISION_NORMAL);
            ck_assert_msg(apart >= 11.0, "group %u, %06x: %g", i, others[k], apart);
        }
    }
}
END_TEST

int main(void) {
    SUITE("colours", difference_matches_published_pairs, twelve_groups_can_be_distinguished,
          more_groups_still_differ, groups_differ_from_everything_else);
}
