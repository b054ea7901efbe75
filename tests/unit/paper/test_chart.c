/* Charts: lines have their own colours, and lie where their values are. */
#define _POSIX_C_SOURCE 200809L
#include "draw/canvas/theme.h"
#include "paper/chart.h"
#include "unit/draw/image.h"

enum { WIDTH = 900, HEIGHT = 480, LEGEND_TOP = 460, POINTS = 50 };

/* Counts the pixels of the plot, without the legend, that have about the colour of a line; also
 * returns the mean of their y. */
static int count_line(const image *shown, uint32_t line, double *mean_y) {
    int count = 0;
    double sum = 0.0;
    for (int y = 0; y < LEGEND_TOP; y++) {
        for (int x = 0; x < shown->width; x++) {
            if (image_colour_difference(image_at(shown, x, y), theme_group_colour(line)) < 16) {
                count++;
                sum += y;
            }
        }
    }
    *mean_y = count > 0 ? sum / count : 0.0;
    return count;
}

START_TEST(lines_lie_where_their_values_are) {
    double x[POINTS], low[POINTS], high[POINTS], low_y, high_y;
    for (int i = 0; i < POINTS; i++) {
        x[i] = i;
        low[i] = 1.0;
        high[i] = 9.0;
    }
    chart_line lines[] = {{"low", x, low, POINTS}, {"high", x, high, POINTS}};
    chart c = {"two lines", "x", "y", lines, 2};
    ck_assert_int_eq(chart_write(&c, "chart.png", &lab_error), WEND_OK);
    image shown = image_open("chart.png");
    ck_assert_int_eq(shown.width, WIDTH);
    ck_assert_int_eq(shown.height, HEIGHT);
    ck_assert_int_gt(count_line(&shown, 0, &low_y), 300);
    ck_assert_int_gt(count_line(&shown, 1, &high_y), 300);
    /* The plot is 344 px high and its axis ends at 9 or 10: 8 units are at least 270 px. */
    ck_assert_double_gt(low_y - high_y, 270.0);
    image_free(&shown);
}
END_TEST

START_TEST(chart_without_values_is_drawn) {
    double none[1] = {0.0};
    chart_line empty = {"nothing", none, none, 0};
    chart c = {"no values", "x", "y", &empty, 1};
    ck_assert_int_eq(chart_write(&c, "empty.png", &lab_error), WEND_OK);
    image shown = image_open("empty.png");
    double y;
    ck_assert_int_eq(count_line(&shown, 0, &y), 0);
    image_free(&shown);
    ck_assert_int_eq(chart_write(&c, "no/such/folder/a.png", &lab_error), WEND_ERROR_IO);
}
END_TEST

LAB_MAIN("paper chart", lines_lie_where_their_values_are, chart_without_values_is_drawn)
