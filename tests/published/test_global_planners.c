/* Global planners: checks what S. Narang's lecture (2017) says about roadmaps, grids, meshes,
 * levels of detail, waypoints and clearances, with one quick run of its tables. The lecture has no
 * numbers; every bound here is a statement of the slides, or holds by construction. Times are not
 * checked. */
/* cost: 9 */
#include "published/rerun.h"

static const char queries[] = "Roadmaps, grids and meshes on the same queries";
static const char detail[] = "How much detail? Polygons, shapes and grids";
static const char sizes[] = "Agents of varying size on a roadmap";
static const char waypoints[] = "Target waypoints: when to advance, what to do when lost";
static const char stability[] = "Cost, stability and efficiency of steering models";

static double in_world(const char *world, const char *planner, const char *column) {
    char row[64];
    snprintf(row, sizeof row, "%s, %s", world, planner);
    return rerun_ours(queries, row, column);
}

/* The mesh finds all paths; no other path is shorter than the shortest. Single precision of points
 * accounts for a relative error of about 1e-6. */
static void check_queries(void) {
    static const char *const worlds[] = {"survey", "village"};
    static const char *const others[] = {"corridor", "roadmap, 500", "roadmap, 2000", "grid, 0.5 m",
                                         "grid, 0.25 m"};
    for (int w = 0; w < 2; w++) {
        ck_assert_double_eq(in_world(worlds[w], "navmesh", "found"), 100.0);
        ck_assert_double_eq(in_world(worlds[w], "navmesh", "length"), 1.0);
        for (int i = 0; i < 5; i++) {
            ck_assert_double_ge(in_world(worlds[w], others[i], "length"), 1.0 - 1e-5);
            ck_assert_double_ge(in_world(worlds[w], others[i], "longest"),
                                in_world(worlds[w], others[i], "length"));
        }
        ck_assert_double_lt(in_world(worlds[w], "roadmap, 2000", "length"),
                            in_world(worlds[w], "roadmap, 500", "length"));
        ck_assert_double_lt(in_world(worlds[w], "grid, 0.5 m", "memory"),
                            in_world(worlds[w], "grid, 0.25 m", "memory"));
    }
    /* The doors are narrower than the disc and a square of 0.5 m together. */
    ck_assert_double_lt(in_world("survey", "grid, 0.5 m", "found"),
                        in_world("survey", "grid, 0.25 m", "found"));
    ck_assert_int_eq(rerun_verdict(queries), WEND_VERDICT_CONFIRMED);
}

static void check_detail(void) {
    static const char *const polygons[] = {
        "simplified, 0.2 m", "0.2 m, small dropped", "hulls", "rotated boxes", "boxes",
        "boxes, 0.2 m"};
    double full = rerun_ours(detail, "full polygons", "parts");
    ck_assert_double_eq(rerun_ours(detail, "full polygons", "ground lost"), 0.0);
    ck_assert_double_eq(rerun_ours(detail, "full polygons", "closed"), 0.0);
    for (int i = 0; i < 6; i++) {
        ck_assert_double_lt(rerun_ours(detail, polygons[i], "parts"), full);
    }
    ck_assert_double_eq(rerun_ours(detail, "simplified, 0.2 m", "closed"), 0.0);
    ck_assert_double_lt(rerun_ours(detail, "0.2 m, small dropped", "parts"),
                        rerun_ours(detail, "simplified, 0.2 m", "parts"));
    /* A hull lies in every convex shape around an obstacle. */
    ck_assert_double_le(rerun_ours(detail, "hulls", "ground lost"),
                        rerun_ours(detail, "boxes", "ground lost"));
    ck_assert_double_gt(rerun_ours(detail, "boxes", "ground lost"), 0.0);
    ck_assert_double_eq(rerun_ours(detail, "grid, 0.1 m", "closed"), 0.0);
    ck_assert_double_gt(rerun_ours(detail, "grid, 0.5 m", "closed"), 0.0);
    ck_assert_int_eq(rerun_verdict(detail), WEND_VERDICT_CONFIRMED);
}

static void check_sizes(void) {
    static const char *const own[] = {"link clearances, radius 0.2 m",
                                      "link clearances, radius 0.4 m",
                                      "link clearances, radius 0.8 m"};
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq(rerun_ours(sizes, own[i], "too narrow"), 0.0);
        ck_assert_double_ge(rerun_ours(sizes, own[i], "length"), 1.0 - 1e-5);
    }
    ck_assert_double_gt(rerun_ours(sizes, "small-agent map, radius 0.8 m", "too narrow"), 0.0);
    ck_assert_double_eq(rerun_ours(sizes, "small-agent map, radius 0.2 m", "too narrow"), 0.0);
    ck_assert_double_gt(rerun_ours(sizes, "big-agent map, radius 0.2 m", "length"),
                        rerun_ours(sizes, own[0], "length"));
    ck_assert_int_eq(rerun_verdict(sizes), WEND_VERDICT_CONFIRMED);
}

static void check_waypoints(void) {
    ck_assert_double_lt(rerun_ours(waypoints, "swept past, distance", "arrived"), 100.0);
    ck_assert_double_eq(rerun_ours(waypoints, "swept past, passing", "arrived"), 100.0);
    ck_assert_double_eq(rerun_ours(waypoints, "swept past, visibility", "arrived"), 100.0);
    ck_assert_double_lt(rerun_ours(waypoints, "occupied, distance", "arrived"), 100.0);
    ck_assert_double_eq(rerun_ours(waypoints, "occupied, visibility", "arrived"), 100.0);
    ck_assert_double_eq(rerun_ours(waypoints, "threshold, D 0.5 m", "arrived"), 100.0);
    ck_assert_int_eq(rerun_verdict(waypoints), WEND_VERDICT_CONFIRMED);
}

/* The first step of the ladder is the reference itself. Efficiency and its reciprocal agree. */
static void check_stability(void) {
    static const char *const models[] = {"orca", "orca_arc", "orca_segment", "rvo",
                                         "vo",   "hrvo",     "gvo"};
    for (int i = 0; i < 7; i++) {
        ck_assert_double_ge(rerun_ours(stability, models[i], "stability"), 0.05);
        ck_assert_double_ge(rerun_ours(stability, models[i], "if 25 %"),
                            rerun_ours(stability, models[i], "stability"));
        ck_assert_double_eq_tol(rerun_ours(stability, models[i], "efficiency") *
                                    rerun_ours(stability, models[i], "reciprocal"),
                                1e3, 1e-6);
    }
    ck_assert_int_eq(rerun_verdict(stability), WEND_VERDICT_CONFIRMED);
}

START_TEST(agrees_with_the_lecture) {
    rerun("global_planners");
    check_queries();
    check_detail();
    check_sizes();
    check_waypoints();
    check_stability();
    rerun_check_captions();
    wend_paper_result_destroy(rerun_result);
}
END_TEST

LAB_MAIN("global planners", agrees_with_the_lecture)
/* needs: kit */
