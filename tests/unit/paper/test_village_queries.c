/* Queries in the village: they are long enough, and the bystanders stand where the query says and
 * leave a passage. A flood fill of the corridor confirms the passage independently: a disc with the
 * character's radius moves over a grid from the start to the goal, past all bystanders and inside
 * the boundary. */
#include "base/memory.h"
#include "paper/corridor_maps/parts.h"
#include "unit/scenario/lab.h"
#include <math.h>

static village_ground ground;

static void open_ground(void) {
    wend_paper_def def = wend_default_paper_def();
    def.registry = lab_registry;
    def.scenarios = WEND_SOURCE_DIR "/scenarios";
    ck_assert_msg(village_ground_open(&ground, &def, &lab_error) == WEND_OK, "%s",
                  lab_error.message);
}

static const wend_route *find_route(const village_query *query) {
    const wend_route *route = NULL;
    ck_assert_int_eq(
        village_ground_find_route(&ground, query->start, query->goal, &route, &lab_error), WEND_OK);
    ck_assert_ptr_nonnull(route);
    return route;
}

static double distance_between(wend_point a, wend_point b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static wend_point to_world(wend_vec2 local) {
    return wend_space_from_local(wend_scenario_space(ground.scenario), local);
}

/* ---- Positions ------------------------------------------------------------------------------- */

static double backbone_distance(const wend_route *route, wend_point at) {
    double least = INFINITY;
    for (uint32_t i = 0; i + 1 < route->point_count; i++) {
        wend_point a = to_world(route->points[i].position);
        wend_point b = to_world(route->points[i + 1].position);
        for (int k = 0; k <= 20; k++) {
            wend_point on = {a.x + (b.x - a.x) * k / 20.0, a.y + (b.y - a.y) * k / 20.0};
            least = fmin(least, distance_between(at, on));
        }
    }
    return least;
}

static void check_standing(const village_query *query, const wend_route *route, double gap) {
    wend_space *space = wend_scenario_space(ground.scenario);
    for (uint32_t i = 0; i < query->standing_count; i++) {
        wend_point at = query->standing[i];
        wend_location location = {wend_space_to_local(space, at), 0};
        ck_assert_double_le(backbone_distance(route, at), 4.01);
        ck_assert(wend_space_is_walkable(space, location, WEND_ALL_CLASSES));
        ck_assert(wend_space_clearance(space, location, 10.0F, WEND_ALL_CLASSES) >= 1.0F);
        ck_assert_double_ge(distance_between(at, query->start), 4.99);
        ck_assert_double_ge(distance_between(at, query->goal), 4.99);
        for (uint32_t k = 0; k < i; k++) {
            ck_assert_double_ge(distance_between(at, query->standing[k]),
                                2.0 * VILLAGE_STANDING + gap);
        }
    }
}

START_TEST(queries_have_long_routes_and_twenty_bystanders) {
    open_ground();
    wend_point last = {0, 0};
    for (uint32_t i = 0; i < VILLAGE_QUERIES; i++) {
        village_query query;
        bool grouped = i % 2 > 0;
        ck_assert_int_eq(village_sample_query(&ground, i, grouped, &query, &lab_error), WEND_OK);
        const wend_route *route = find_route(&query);
        double length = 0.0;
        for (uint32_t k = 0; k + 1 < route->point_count; k++) {
            length += distance_between(to_world(route->points[k].position),
                                       to_world(route->points[k + 1].position));
        }
        ck_assert_double_ge(length, 100.0);
        ck_assert(distance_between(query.start, last) > 0.01);
        last = query.start;
        ck_assert_uint_eq(query.standing_count, VILLAGE_MOST_STANDING);
        check_standing(&query, route, grouped ? 0.0 : 2.0 * VILLAGE_RADIUS);
    }
    village_ground_close(&ground);
}
END_TEST

START_TEST(layouts_have_ten_bystanders_on_example_path) {
    wend_point last = {0, 0};
    open_ground();
    for (uint32_t i = 0; i < 20; i++) {
        village_query query;
        ck_assert_int_eq(village_sample_layout(&ground, i, &query, &lab_error), WEND_OK);
        ck_assert(distance_between(query.start, village_start) == 0 &&
                  distance_between(query.goal, village_goal) == 0);
        ck_assert_uint_eq(query.standing_count, 10);
        ck_assert(distance_between(query.standing[0], last) > 0.01);
        last = query.standing[0];
        check_standing(&query, find_route(&query), 2.0 * VILLAGE_RADIUS);
    }
    village_ground_close(&ground);
}
END_TEST

START_TEST(same_number_gives_same_query) {
    village_query first, again;
    memset(&first, 0, sizeof first);
    memset(&again, 0, sizeof again);
    open_ground();
    ck_assert_int_eq(village_sample_query(&ground, 7, true, &first, &lab_error), WEND_OK);
    village_ground_close(&ground);
    open_ground();
    ck_assert_int_eq(village_sample_query(&ground, 3, true, &again, &lab_error), WEND_OK);
    ck_assert_int_eq(village_sample_query(&ground, 7, true, &again, &lab_error), WEND_OK);
    village_ground_close(&ground);
    ck_assert_mem_eq(&first, &again, sizeof first);
}
END_TEST

/* ---- Passages -------------------------------------------------------------------------------- */

enum { CELLS = 1000 }; /* number of cells per side of the grid */
static const double CELL = 0.2;

typedef struct flood {
    const village_query *query;
    const wend_route *route;
    /* For each cell, the cursor of wend_route_bound plus 1, or 0 if not reached. */
    uint32_t *cursors;
    uint32_t *open;
    uint32_t open_count;
} flood;

static wend_point cell_centre(uint32_t cell) {
    uint32_t column = cell % CELLS, row = cell / CELLS;
    return (wend_point){(column + 0.5) * CELL, (row + 0.5) * CELL};
}

static uint32_t cell_of(wend_point at) {
    return (uint32_t)(at.y / CELL) * CELLS + (uint32_t)(at.x / CELL);
}

static bool is_open(const flood *f, wend_point at, uint32_t *cursor) {
    for (uint32_t i = 0; i < f->query->standing_count; i++) {
        if (distance_between(at, f->query->standing[i]) < VILLAGE_RADIUS + VILLAGE_STANDING) {
            return false;
        }
    }
    wend_location location = {wend_space_to_local(wend_scenario_space(ground.scenario), at), 0};
    return (double)wend_route_bound(f->route, location, cursor).distance >= VILLAGE_RADIUS;
}

static void visit_cell(flood *f, uint32_t cell, uint32_t cursor) {
    if (f->cursors[cell] == 0 && is_open(f, cell_centre(cell), &cursor)) {
        f->cursors[cell] = cursor + 1;
        f->open[f->open_count++] = cell;
    }
}

static bool has_passage(const village_query *query, const wend_route *route) {
    static uint32_t cursors[CELLS * CELLS], open[CELLS * CELLS];
    memset(cursors, 0, sizeof cursors);
    flood f = {query, route, cursors, open, 0};
    uint32_t goal = cell_of(query->goal);
    visit_cell(&f, cell_of(query->start), 0);
    ck_assert_uint_eq(f.open_count, 1);
    while (f.open_count > 0 && cursors[goal] == 0) {
        uint32_t cell = open[--f.open_count], cursor = cursors[cell] - 1;
        uint32_t column = cell % CELLS, row = cell / CELLS;
        if (column + 1 < CELLS) {
            visit_cell(&f, cell + 1, cursor);
        }
        if (column > 0) {
            visit_cell(&f, cell - 1, cursor);
        }
        if (row + 1 < CELLS) {
            visit_cell(&f, cell + CELLS, cursor);
        }
        if (row > 0) {
            visit_cell(&f, cell - CELLS, cursor);
        }
    }
    return cursors[goal] != 0;
}

START_TEST(bystanders_leave_a_passage) {
    open_ground();
    for (uint32_t i = 0; i < VILLAGE_QUERIES; i++) {
        village_query query;
        ck_assert_int_eq(village_sample_query(&ground, i, true, &query, &lab_error), WEND_OK);
        ck_assert_msg(has_passage(&query, find_route(&query)), "query %u is blocked", i);
    }
    village_ground_close(&ground);
}
END_TEST

/* Checks the flood fill itself: a row of bystanders across the corridor blocks the passage. */
START_TEST(row_of_bystanders_blocks_passage) {
    open_ground();
    village_query query = {.start = {76, 62}, .goal = {76, 80}};
    const wend_route *route = find_route(&query);
    ck_assert(has_passage(&query, route));
    for (int i = 0; i < 7; i++) {
        query.standing[query.standing_count++] = (wend_point){67.5 + 3.0 * i, 72};
    }
    ck_assert(!has_passage(&query, route));
    village_ground_close(&ground);
}
END_TEST

LAB_MAIN("village queries", queries_have_long_routes_and_twenty_bystanders,
         layouts_have_ten_bystanders_on_example_path, same_number_gives_same_query,
         bystanders_leave_a_passage, row_of_bystanders_blocks_passage)
