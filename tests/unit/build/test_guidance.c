/* needs: kit */
/* Guidance fields: arrows of lines against the formula written out again, samples against a second
 * interpolation, arrows that never come from behind a wall, fields that lead to their line from
 * everywhere in random rooms, and what is refused. */
#include "map/guidance/guidance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/kit.h>

#include "support/kit/thin_walls.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

/* m: the line of the labyrinth ends 1 m before a wall; agents that reach it beyond its end pass
 * within this and half a cell. */
static const double NEAR_LINE = 1.25;

static wend_error error;

static wend_map *build_lines(wend_space *space, const wend_line *lines, uint32_t count, double cell,
                             double reach) {
    wend_guidance_def def = wend_default_guidance_def();
    wend_map *map = NULL;
    def.space = space;
    def.lines = lines;
    def.line_count = count;
    def.cell = cell;
    def.reach = reach;
    ck_assert_msg(wend_guidance_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    return map;
}

static wend_map *build_file(wend_space *space, const char *text) {
    wend_guidance_def def = wend_default_guidance_def();
    wend_map *map = NULL;
    FILE *file = fopen("test_guidance.txt", "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    def.space = space;
    def.file = "test_guidance.txt";
    memset(&error, 0, sizeof error);
    wend_result result = wend_guidance_build(&def, &map, &error);
    remove("test_guidance.txt");
    return result == WEND_OK ? map : NULL;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

START_TEST(one_line_attracts_by_its_formula) {
    const wend_point points[] = {{2, 5}, {18, 5}};
    const wend_line line = {.points = points, .count = 2};
    wend_space *space = worlds_room(20, 10);
    wend_map *map = build_lines(space, &line, 1, 0.5, 2.0);
    uint32_t checked = 0;
    for (uint32_t i = 0; i < wend_guidance_cell_count(map); i++) {
        wend_guidance_cell cell = wend_guidance_cell_at(map, i);
        wend_point at = wend_space_from_local(space, cell.centre.position);
        if (at.x <= 2.0 || at.x >= 18.0) {
            continue;
        }
        double angle = atan2((5.0 - at.y), 2.0); /* at the reach of 2 m: 45 degrees */
        ck_assert_double_eq_tol((double)cell.arrow.x, cos(angle), 1e-5);
        ck_assert_double_eq_tol((double)cell.arrow.y, sin(angle), 1e-5);
        checked++;
    }
    ck_assert_uint_eq(checked, 32 * 20);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(beyond_its_end_a_line_leads_on) {
    const wend_point points[] = {{2, 5}, {10, 5}};
    const wend_line line = {.points = points, .count = 2};
    wend_space *space = worlds_room(20, 10);
    wend_map *map = build_lines(space, &line, 1, 0.5, 2.0);
    for (uint32_t i = 0; i < wend_guidance_cell_count(map); i++) {
        wend_guidance_cell cell = wend_guidance_cell_at(map, i);
        wend_point at = wend_space_from_local(space, cell.centre.position);
        ck_assert_msg(cell.arrow.x > 0.0F, "(%g, %g): back to the line", at.x, at.y);
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* Two lines in opposite directions: each side follows its own, and in the middle the arrows cancel
 * out in x. */
START_TEST(two_lines_blend_by_distance) {
    const wend_point right[] = {{0.5, 3}, {19.5, 3}}, left[] = {{19.5, 7}, {0.5, 7}};
    const wend_line lines[] = {{.points = right, .count = 2}, {.points = left, .count = 2}};
    wend_space *space = worlds_room(20, 10);
    wend_map *map = build_lines(space, lines, 2, 0.5, 2.0);
    for (uint32_t i = 0; i < wend_guidance_cell_count(map); i++) {
        wend_guidance_cell cell = wend_guidance_cell_at(map, i);
        wend_point at = wend_space_from_local(space, cell.centre.position);
        if (at.x > 1.0 && at.x < 19.0 && fabs(at.y - 5.0) > 0.3) {
            ck_assert_msg((cell.arrow.x > 0.0F) == (at.y < 5.0), "(%g, %g)", at.x, at.y);
        }
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* Follows the arrows with small steps. Returns the least distance to the line on the way. */
static double follow(const wend_map *map, const wend_space *space, wend_location at, wend_vec2 from,
                     wend_vec2 to) {
    double least = HUGE_VAL;
    for (int i = 0; i < 4000; i++) {
        wend_vec2 arrow;
        least = fmin(least, plain_distance(at.position, from, to));
        if (least < NEAR_LINE || !wend_guidance_sample(map, space, at, false, &arrow)) {
            break;
        }
        float step = 0.05F / sqrtf(arrow.x * arrow.x + arrow.y * arrow.y);
        wend_location next = {{at.position.x + step * arrow.x, at.position.y + step * arrow.y}, 0};
        if (!wend_space_is_visible(space, at, next, 0.0F, 1)) { /* slides along the wall */
            wend_wall_hit wall = wend_space_find_closest_wall(space, at, 1.0F, 1);
            float x = wall.b.x - wall.a.x, y = wall.b.y - wall.a.y, length = sqrtf(x * x + y * y);
            float along = (arrow.x * x + arrow.y * y) / length < 0.0F ? -0.05F : 0.05F;
            next.position =
                (wend_vec2){at.position.x + along * x / length, at.position.y + along * y / length};
            if (!wend_space_is_visible(space, at, next, 0.0F, 1)) {
                break;
            }
        }
        at = next;
    }
    return least;
}

/* Three walls that overlap like a labyrinth: only the flood can lead out of the far end. */
START_TEST(cells_that_see_no_line_lead_to_it) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 16, 10);
    sketch_line(&s, 0, 0, 4, 0, 4, 8);
    sketch_line(&s, 0, 0, 8, 2, 8, 10);
    sketch_line(&s, 0, 0, 12, 0, 12, 8);
    wend_space *space = sketch_space(&s);
    const wend_point points[] = {{1, 1}, {1, 9}};
    const wend_line line = {.points = points, .count = 2};
    wend_map *map = build_lines(space, &line, 1, 0.5, 2.0);
    wend_vec2 from = wend_space_to_local(space, points[0]),
              to = wend_space_to_local(space, points[1]);
    dice rolls = {7};
    for (uint32_t i = 0; i < trials(100); i++) {
        wend_point start = {dice_between(&rolls, 0.3, 15.7), dice_between(&rolls, 0.3, 9.7)};
        wend_location at = {wend_space_to_local(space, start), 0};
        if (wend_space_is_walkable(space, at, 1) &&
            wend_space_clearance(space, at, 1.0F, 1) > 0.2F) {
            double least = follow(map, space, at, from, to);
            ck_assert_msg(least < NEAR_LINE, "(%g, %g): only within %g m", start.x, start.y, least);
        }
    }
    ck_assert_double_eq(wend_map_get_coverage(map, space, &s.def).share, 1.0);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* ---- Samples --------------------------------------------------------------------------------- */

START_TEST(samples_interpolate_between_centres) {
    wend_space *space = worlds_room(20, 10);
    wend_map *map = build_file(space, "guidance 1 size 3 2 cell 2 1 low 4 4 arrows "
                                      "1 0  0 1  2 0   0 -1  1 1  0 0");
    ck_assert_ptr_nonnull(map);
    static const float values[2][3][2] = {{{1, 0}, {0, 1}, {2, 0}}, {{0, -1}, {1, 1}, {0, 0}}};
    dice rolls = {3};
    for (int i = 0; i < 200; i++) { /* between the four centres of the first two columns */
        double u = dice_between(&rolls, 0, 1), v = dice_between(&rolls, 0, 1);
        wend_point at = {5.0 + 2.0 * u, 4.5 + v};
        wend_vec2 arrow;
        ck_assert(wend_guidance_sample(
            map, space, (wend_location){wend_space_to_local(space, at), 0}, false, &arrow));
        for (int k = 0; k < 2; k++) {
            double low = (1 - u) * (double)values[0][0][k] + u * (double)values[0][1][k];
            double high = (1 - u) * (double)values[1][0][k] + u * (double)values[1][1][k];
            double found = (double)(k == 0 ? arrow.x : arrow.y);
            ck_assert_double_eq_tol(found, (1 - v) * low + v * high, 1e-5);
        }
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(samples_outside_use_the_border_and_ignore_empty_cells) {
    wend_space *space = worlds_room(20, 10);
    wend_map *map = build_file(space, "2 2 1 8 4  1 0  0 0  0 0  0 2");
    wend_vec2 arrow;
    ck_assert_ptr_nonnull(map);
    const wend_point far = {1, 1}, beside = {9.45, 4.5}, empty = {9.9, 4.1};
    ck_assert(wend_guidance_sample(map, space, (wend_location){wend_space_to_local(space, far), 0},
                                   false, &arrow));
    ck_assert(arrow.x == 1.0F && arrow.y == 0.0F);
    ck_assert(wend_guidance_sample(
        map, space, (wend_location){wend_space_to_local(space, beside), 0}, false, &arrow));
    ck_assert(arrow.x == 1.0F && arrow.y == 0.0F); /* the empty cell has no weight */
    ck_assert(!wend_guidance_sample(
        map, space, (wend_location){wend_space_to_local(space, empty), 0}, true, &arrow));
    ck_assert(wend_guidance_sample(
        map, space, (wend_location){wend_space_to_local(space, empty), 0}, false, &arrow));
    ck_assert(!wend_guidance_sample(map, space, (wend_location){{0, 0}, 1}, false, &arrow));
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

START_TEST(opposite_arrows_do_not_stop_an_agent) {
    wend_space *space = worlds_room(20, 10);
    wend_map *map = build_file(space, "1 2 1 8 4  1 0  -1 0");
    wend_vec2 arrow;
    ck_assert_ptr_nonnull(map);
    const wend_point between = {9.0, 4.5};
    ck_assert(wend_guidance_sample(
        map, space, (wend_location){wend_space_to_local(space, between), 0}, false, &arrow));
    ck_assert_float_eq_tol(fabsf(arrow.x), 1.0F, 1e-5F);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* In random rooms with thin walls, no sample may contain a part of a cell whose centre is behind a
 * wall. Cells in even columns have arrows along x, the others along y, so the components of a
 * sample show which cells have contributed. */
START_TEST(no_arrow_comes_from_behind_a_wall) {
    uint32_t hidden = 0;
    for (uint32_t seed = 1; seed <= trials(40); seed++) {
        thin_walls room = thin_walls_make((uint64_t)seed, THIN_WALLS_LINES);
        char text[1 << 15] = "24 24 0.5 0 0\n";
        for (int i = 0; i < 24 * 24; i++) {
            strcat(text, (i % 24) % 2 == 0 ? "1 0 " : "0 1 ");
        }
        wend_map *map = build_file(room.space, text);
        ck_assert_ptr_nonnull(map);
        dice rolls = {(uint64_t)seed};
        for (int i = 0; i < 300; i++) {
            wend_point p = {dice_between(&rolls, 0.3, 11.7), dice_between(&rolls, 0.3, 11.7)};
            wend_location at = {wend_space_to_local(room.space, p), 0};
            bool even = false, odd = false; /* columns of which a centre around is visible */
            int column = (int)floor(p.x / 0.5 - 0.5), row = (int)floor(p.y / 0.5 - 0.5);
            for (int k = 0; k < 4; k++) {
                int c = column + (k & 1), r = row + (k >> 1);
                wend_point centre = {0.5 * c + 0.25, 0.5 * r + 0.25};
                bool seen =
                    !thin_walls_cross(&room, at.position, wend_space_to_local(room.space, centre));
                even = even || (seen && c % 2 == 0);
                odd = odd || (seen && c % 2 != 0);
            }
            wend_vec2 arrow;
            bool found = wend_guidance_sample(map, room.space, at, false, &arrow);
            if (even != odd) {
                hidden++;
                ck_assert(found);
                ck_assert_msg(even ? arrow.y == 0.0F : arrow.x == 0.0F,
                              "seed %u, (%g, %g): an arrow from behind a wall", seed, p.x, p.y);
            }
        }
        wend_map_release(map);
        thin_walls_end(&room);
    }
    ck_assert_uint_ge(hidden, (uint32_t)trials_bound(50));
}
END_TEST

/* ---- Layers and refusals --------------------------------------------------------------------- */

START_TEST(lines_lead_through_links) {
    wend_space *space = worlds_floors();
    const wend_point points[] = {{5, 5}, {12, 5}, {16, 5}};
    const wend_line line = {.points = points, .count = 3};
    wend_map *map = build_lines(space, &line, 1, 0.5, 1.0);
    wend_vec2 arrow;
    for (uint32_t layer = 0; layer < 2; layer++) {
        wend_point at = {layer == 0 ? 7.0 : 12.0, 5.0};
        ck_assert(wend_guidance_sample(
            map, space, (wend_location){wend_space_to_local(space, at), layer}, false, &arrow));
        ck_assert_float_ge(arrow.x, 0.9F);
    }
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

static void expect_refusal(const wend_guidance_def *def, const char *message) {
    wend_map *map = NULL;
    ck_assert_int_ne(wend_guidance_build(def, &map, &error), WEND_OK);
    ck_assert_msg(strstr(error.message, message) != NULL, "'%s' lacks '%s'", error.message,
                  message);
}

START_TEST(refuses_bad_fields) {
    const wend_point points[] = {{2, 4}, {12, 4}, {12, 6}}, outside[] = {{2, 5}, {30, 5}};
    const wend_point same[] = {{2, 5}, {2, 5}};
    const wend_line wall = {.points = points, .count = 3}, far = {.points = outside, .count = 2};
    const wend_line short_line = {.points = same, .count = 2};
    wend_guidance_def def = wend_default_guidance_def();
    def.space = worlds_pillars();
    expect_refusal(&def, "needs 'lines'");
    def.lines = &wall;
    def.line_count = 1;
    expect_refusal(&def, "line 1 of the guidance field crosses a wall at");
    def.lines = &far;
    expect_refusal(&def, "crosses a wall at (20, 5)");
    def.lines = &short_line;
    expect_refusal(&def, "needs two different points");
    def.cell = 0.0;
    expect_refusal(&def, "the cell of a guidance field is 0 m");
    def.cell = 0.5;
    def.reach = NAN;
    expect_refusal(&def, "the reach of a guidance field is nan m");
    wend_space_release(def.space);
}
END_TEST

START_TEST(refuses_unknown_and_repeated_layers) {
    wend_space *space = worlds_room(20, 10);
    ck_assert_ptr_null(
        build_file(space, "guidance 1\nlayer up size 1 1 cell 1 1 low 0 0 arrows 1 0"));
    ck_assert_str_eq(error.message, "the space has no layer 'up'");
    ck_assert_int_eq(error.line, 2);
    wend_space_release(space);
    space = worlds_floors();
    ck_assert_ptr_null(build_file(space, "guidance 1 size 1 1 cell 1 1 low 0 0 arrows 1 0\n"
                                         "layer 0 size 1 1 cell 1 1 low 0 0 arrows 1 0"));
    ck_assert_ptr_nonnull(strstr(error.message, "appears twice"));
    wend_space_release(space);
}
END_TEST

/* The unit vector of such an arrow cannot be computed in single precision. */
START_TEST(arrows_too_short_for_a_direction_do_not_count) {
    wend_space *space = worlds_room(20, 10);
    wend_map *map = build_file(space, "1 3 1 2 2  1e-30 0  0 -1e-20  0 1");
    ck_assert_ptr_nonnull(map);
    wend_vec2 arrow;
    wend_location at = {wend_space_to_local(space, (wend_point){2.2, 2.5}), 0};
    ck_assert(!wend_guidance_sample(map, space, at, true, &arrow));
    ck_assert(!wend_guidance_sample(map, space, at, false, &arrow));
    at.position = wend_space_to_local(space, (wend_point){3.9, 2.5}); /* beside the third cell */
    ck_assert(wend_guidance_sample(map, space, at, false, &arrow));
    ck_assert_float_eq(arrow.x, 0.0F);
    ck_assert_float_eq(arrow.y, 1.0F);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

/* Programs that were compiled with older headers have lists of shorter defs. */
START_TEST(reads_doors_of_any_version) {
    enum { OLD_SIZE = offsetof(wend_obstacle_def, angular_velocity) };
    const wend_point points[] = {{10, 5}, {18, 5}}, west[] = {{5, 4}, {5, 6}},
                     east[] = {{15, 4}, {15, 6}};
    const wend_line line = {.points = points, .count = 2};
    _Alignas(wend_obstacle_def) char doors[2 * OLD_SIZE];
    for (int i = 0; i < 2; i++) {
        wend_obstacle_def door = sketch_door(i == 0 ? west : east, 2);
        door.size = OLD_SIZE;
        memcpy(doors + (ptrdiff_t)i * OLD_SIZE, &door, OLD_SIZE);
    }
    wend_guidance_def def = wend_default_guidance_def();
    wend_map *map = NULL;
    def.space = worlds_room(20, 10);
    def.lines = &line;
    def.line_count = 1;
    def.doors = (const wend_obstacle_def *)(const void *)doors;
    def.door_count = 2;
    ck_assert_int_eq(wend_guidance_build(&def, &map, &error), WEND_OK);
    const guidance *g = guidance_of(map);
    for (int x = 5; x <= 15; x += 5) {
        wend_location at = {wend_space_to_local(def.space, (wend_point){x, 5}), 0};
        ck_assert_msg(g->is_clear[guidance_locate(g, at)] == (x == 10), "x = %d", x);
    }
    wend_map_release(map);
    wend_space_release(def.space);
}
END_TEST

START_TEST(too_many_cells_are_refused_before_memory_is_used) {
    const wend_point points[] = {{10, 10}, {6990, 10}};
    const wend_line line = {.points = points, .count = 2};
    wend_guidance_def def = wend_default_guidance_def();
    def.space = worlds_room(7000, 7000);
    def.lines = &line;
    def.line_count = 1;
    def.cell = 0.01;
    expect_refusal(&def, "choose a cell of");
    wend_space_release(def.space);
}
END_TEST

int main(void) {
    SUITE("build/guidance", one_line_attracts_by_its_formula, beyond_its_end_a_line_leads_on,
          two_lines_blend_by_distance, cells_that_see_no_line_lead_to_it,
          samples_interpolate_between_centres,
          samples_outside_use_the_border_and_ignore_empty_cells,
          opposite_arrows_do_not_stop_an_agent, no_arrow_comes_from_behind_a_wall,
          lines_lead_through_links, refuses_bad_fields, refuses_unknown_and_repeated_layers,
          arrows_too_short_for_a_direction_do_not_count, reads_doors_of_any_version,
          too_many_cells_are_refused_before_memory_is_used);
}
