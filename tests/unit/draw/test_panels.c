/* The arrangement of panels: brute force over all ways to break panels into rows finds no larger
 * scale, panels are as large as what they show, and no two of them overlap. */
#include "draw/canvas/panels.h"
#include "support/suite.h"
#include "support/trials.h"
#include <check.h>
#include <math.h>
#include <wend/random.h>

enum { MOST = 7, SEED = 11 };

/* Returns a random number that depends on the round and on the number of calls in it. */
static double random_between(uint32_t round, uint32_t *calls, double low, double high) {
    return low + (high - low) * wend_random_uniform(SEED, round, (*calls)++, 0);
}

/* px, the smallest panel */
static const double LEAST_WIDTH = 110.0, LEAST_HEIGHT = 48.0;

static double width_of(const world_panel *p, double scale) {
    return fmax((p->high.x - p->low.x) * scale, LEAST_WIDTH);
}

static double height_of(const world_panel *p, double scale) {
    return fmax((p->high.y - p->low.y) * scale, LEAST_HEIGHT);
}

/* True if the panels fit on the page at a scale. Bit i of `breaks` is set if a row ends after panel
 * i. */
static bool fits(const world_panel *panels, uint32_t count, const panels_page *page,
                 uint32_t breaks, double scale, double max_height) {
    double total = 0.0, width = 0.0, height = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        width += (width > 0.0 ? page->gap : 0.0) + page->left + width_of(&panels[i], scale);
        height = fmax(height, height_of(&panels[i], scale));
        if (width > page->width + 1e-9) {
            return false;
        }
        if (i + 1 == count || (breaks >> i & 1) != 0) {
            total += height + page->above + page->below + page->gap;
            width = height = 0.0;
        }
    }
    return total <= max_height + 1e-9;
}

/* Returns the largest scale over all ways to break the panels into rows. */
static double best_scale(const world_panel *panels, uint32_t count, const panels_page *page) {
    double best = 0.0;
    for (uint32_t breaks = 0; breaks < 1u << (count - 1); breaks++) {
        double low = 0.0, high = 1e5;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (fits(panels, count, page, breaks, middle, page->max_height)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        best = fmax(best, low);
    }
    return best;
}

static void check_positions(const world_panel *panels, uint32_t count, const panels_page *page,
                            double height) {
    for (uint32_t i = 0; i < count; i++) {
        const world_panel *p = &panels[i];
        ck_assert_double_ge(p->corner.x, page->corner.x + page->left - 1e-6);
        ck_assert_double_ge(p->corner.y, page->corner.y + page->above - 1e-6);
        ck_assert_double_le(p->corner.x + p->width, page->corner.x + page->width + 1e-6);
        ck_assert_double_le(p->corner.y + p->height + page->below,
                            page->corner.y + height - page->gap + 1e-6);
        for (uint32_t k = 0; k < i; k++) {
            const world_panel *q = &panels[k];
            bool side = q->corner.x + q->width + page->gap + page->left <= p->corner.x + 1e-6;
            bool above = q->corner.y + q->height + page->below + page->gap + page->above <=
                         p->corner.y + 1e-6;
            ck_assert_msg(side || above, "panels %u and %u overlap", k, i);
        }
    }
}

START_TEST(finds_the_largest_common_scale) {
    for (uint32_t round = 0; round < trials(300); round++) {
        uint32_t calls = 0;
        world_panel panels[MOST], given[MOST];
        uint32_t count = 1 + (uint32_t)random_between(round, &calls, 0, MOST);
        for (uint32_t i = 0; i < count; i++) {
            wend_point low = {random_between(round, &calls, -50, 50),
                              random_between(round, &calls, -50, 50)};
            panel_empty(&panels[i]);
            panel_add(&panels[i], low, 0.0);
            low.x += pow(10.0, random_between(round, &calls, 0, 2.5));
            low.y += pow(10.0, random_between(round, &calls, 0, 2.5));
            panel_add(&panels[i], low, 0.0);
            given[i] = panels[i];
        }
        panels_page page = {.corner = {24, 58},
                            .width = random_between(round, &calls, 400, 1500),
                            .max_height = 6000,
                            .left = random_between(round, &calls, 0, 60),
                            .above = 20,
                            .below = random_between(round, &calls, 0, 20),
                            .gap = 16};
        double height = 0.0, scale = panels_arrange(panels, count, &page, &height);
        double best = best_scale(given, count, &page);
        ck_assert_msg(fabs(scale - best) <= 1e-7 * best, "round %u: %.9g, not %.9g", round, scale,
                      best);
        check_positions(panels, count, &page, height);
        for (uint32_t i = 0; i < count; i++) {
            const world_panel *p = &panels[i];
            double width = count == 1 ? page.width - page.left : width_of(&given[i], scale);
            ck_assert_double_eq_tol(p->width, width, 1e-6);
            ck_assert_double_eq_tol(p->height, height_of(&given[i], scale), 1e-6);
            ck_assert_double_eq_tol((p->high.x - p->low.x) * scale, p->width, 1e-6);
            ck_assert_double_eq_tol((p->high.y - p->low.y) * scale, p->height, 1e-6);
            ck_assert(p->low.x <= given[i].low.x && p->high.y >= given[i].high.y);
        }
    }
}
END_TEST

/* A storey of 10 m x 5 m beside one of 100 m x 50 m has a panel of a tenth of its size. */
START_TEST(sizes_panels_by_their_content) {
    world_panel panels[2];
    for (uint32_t i = 0; i < 2; i++) {
        panel_empty(&panels[i]);
        panel_add(&panels[i], (wend_point){0, 0}, 0.0);
    }
    panel_add(&panels[0], (wend_point){40, 20}, 0.0);
    panel_add(&panels[1], (wend_point){10, 5}, 0.0);
    panels_page page = {.width = 1200, .max_height = 1600, .above = 20, .gap = 16};
    double height = 0.0, scale = panels_arrange(panels, 2, &page, &height);
    ck_assert_double_eq_tol(panels[0].width / panels[1].width, 4.0, 1e-9);
    ck_assert_double_eq_tol(panels[0].height / panels[1].height, 4.0, 1e-9);
    /* Both panels stand side by side and fill the width of the page, or the first one does. */
    ck_assert_double_ge(scale, (1200.0 - 16.0) / 50.0 - 1e-9);
}
END_TEST

START_TEST(gives_small_and_empty_content_a_visible_panel) {
    world_panel panels[3];
    for (uint32_t i = 0; i < 3; i++) {
        panel_empty(&panels[i]);
    }
    panel_add(&panels[0], (wend_point){0, 0}, 0.0);
    panel_add(&panels[0], (wend_point){8000, 6000}, 0.0);
    panel_add(&panels[1], (wend_point){100, 100}, 0.5);
    panels_add_margins(panels, 3);
    panels_page page = {.width = 1200, .max_height = 1600, .above = 20, .gap = 16};
    double height = 0.0;
    panels_arrange(panels, 3, &page, &height);
    ck_assert_double_eq_tol(panels[1].width, LEAST_WIDTH, 1e-9);
    ck_assert_double_eq_tol(panels[2].height, LEAST_HEIGHT, 1e-9);
    ck_assert_double_eq_tol((panels[2].low.x + panels[2].high.x) / 2, 4000, 1e-6);
}
END_TEST

/* A world of 1 m is shown alone; a single point has 4 m of ground around it. */
START_TEST(shows_tiny_worlds_large) {
    world_panel p;
    panel_empty(&p);
    panel_add(&p, (wend_point){3, 3}, 0.5);
    panels_add_margins(&p, 1);
    ck_assert_double_eq_tol(p.high.x - p.low.x, 1.04, 1e-12);
    panel_empty(&p);
    panel_add(&p, (wend_point){3, 3}, 0.0);
    panels_add_margins(&p, 1);
    ck_assert_double_eq_tol(p.high.x - p.low.x, 4.0, 1e-12);
    panel_empty(&p);
    panels_add_margins(&p, 1);
    ck_assert(p.low.x == -2.0 && p.high.y == 2.0);
}
END_TEST

START_TEST(arranges_as_many_layers_as_a_space_can_have) {
    static world_panel panels[256];
    for (uint32_t i = 0; i < 256; i++) {
        panel_empty(&panels[i]);
        panel_add(&panels[i], (wend_point){i, i}, 1.0 + i % 7);
    }
    panels_add_margins(panels, 256);
    panels_page page = {.width = 252, .max_height = 420, .left = 40, .above = 20, .gap = 16};
    double height = 0.0, scale = panels_arrange(panels, 256, &page, &height);
    ck_assert(scale > 0.0 && isfinite(scale));
    check_positions(panels, 256, &page, height);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("panels");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_test(all, finds_the_largest_common_scale);
    tcase_add_test(all, sizes_panels_by_their_content);
    tcase_add_test(all, gives_small_and_empty_content_a_visible_panel);
    tcase_add_test(all, shows_tiny_worlds_large);
    tcase_add_test(all, arranges_as_many_layers_as_a_space_can_have);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
