/* Corridors as the reproduction draws them: the pieces of a boundary agree with wend_route_bound,
 * and all figures are written. */
#define _POSIX_C_SOURCE 200809L
#include "paper/corridor_maps/parts.h"
#include "unit/scenario/lab.h"
#include <math.h>

static wend_paper_def paper_def(void) {
    wend_paper_def def = wend_default_paper_def();
    def.registry = lab_registry;
    def.scenarios = WEND_SOURCE_DIR "/scenarios";
    return def;
}

/* ---- Boundaries ------------------------------------------------------------------------------ */

typedef struct boundary_check {
    const wend_route *route;
    wend_vec2 last;
    double length, worst;
    bool chained; /* each piece starts where the previous one ended */
    uint32_t cursor, count;
} boundary_check;

static void check_piece(void *user, wend_vec2 from, wend_vec2 to) {
    boundary_check *c = user;
    if (c->count > 0 && c->chained) {
        ck_assert(from.x == c->last.x && from.y == c->last.y);
    }
    double leg = hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y);
    wend_location middle = {{(from.x + to.x) / 2.0F, (from.y + to.y) / 2.0F}, 0};
    wend_corridor_bound bound = wend_route_bound(c->route, middle, &c->cursor);
    c->worst = fmax(c->worst, fabs((double)bound.distance));
    c->length += leg;
    c->last = to;
    c->count++;
}

START_TEST(drawn_boundary_matches_route_bound) {
    village_ground ground;
    wend_paper_def def = paper_def();
    ck_assert_int_eq(village_ground_open(&ground, &def, &lab_error), WEND_OK);
    const wend_route *route = village_ground_example(&ground);
    ck_assert_ptr_nonnull(route);
    for (int left = 0; left < 2; left++) {
        boundary_check c = {.route = route, .chained = true};
        village_visit_side(route, left != 0, &(village_visitor){check_piece, &c});
        ck_assert_uint_ge(c.count, route->disc_count - 1);
        ck_assert_double_gt(c.length, 100.0);
        /* Arcs are drawn as chords of 0.1 rad: at a radius of 8 m, the middle of a chord is 1 cm
         * from the arc. */
        ck_assert_double_lt(c.worst, 0.02);
        wend_vec2 end = left ? route->discs[route->disc_count - 1].left
                             : route->discs[route->disc_count - 1].right;
        ck_assert(c.last.x == end.x && c.last.y == end.y);
    }
    boundary_check ends = {.route = route};
    village_visit_ends(route, &(village_visitor){check_piece, &ends});
    ck_assert_double_lt(ends.worst, 0.02);
    /* The boundary is about half a circle at each end. */
    double round = 3.14 * ((double)route->discs[0].clearance +
                           (double)route->discs[route->disc_count - 1].clearance);
    ck_assert_double_eq_tol(ends.length, round, 0.1 * round);
    village_ground_close(&ground);
}
END_TEST

/* ---- Figures --------------------------------------------------------------------------------- */

static const wend_paper figures_alone = {
    .entry = {WEND_HEAD(wend_paper), .name = "figures", .summary = "figures", .citation = "ours"},
    .run = village_figures};

static bool is_picture(const char *path) {
    unsigned char head[4] = {0};
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(head, 1, sizeof head, file);
    fclose(file);
    return size == sizeof head && memcmp(head, "\x89PNG", sizeof head) == 0;
}

START_TEST(all_figures_are_written) {
    wend_paper_def def = paper_def();
    wend_paper_result *result = NULL;
    def.paper = &figures_alone;
    def.directory = ".";
    ck_assert_msg(wend_paper_run(&def, &result, &lab_error) == WEND_OK, "%s", lab_error.message);
    ck_assert_uint_eq(wend_paper_file_count(result), 13);
    for (uint32_t i = 0; i < wend_paper_file_count(result); i++) {
        const char *path = wend_paper_file_at(result, i);
        ck_assert_msg(is_picture(path), "%s is no picture", path);
        ck_assert_int_eq(remove(path), 0);
    }
    wend_paper_result_destroy(result);
}
END_TEST

START_TEST(writes_no_figures_without_folder) {
    wend_paper_def def = paper_def();
    wend_paper_result *result = NULL;
    def.paper = &figures_alone;
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_OK);
    ck_assert_uint_eq(wend_paper_file_count(result), 0);
    wend_paper_result_destroy(result);
    def.directory = "./no/such/folder";
    ck_assert_int_eq(wend_paper_run(&def, &result, &lab_error), WEND_ERROR_IO);
}
END_TEST

LAB_MAIN("village figures", drawn_boundary_matches_route_bound, all_figures_are_written,
         writes_no_figures_without_folder)
