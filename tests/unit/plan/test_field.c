/* needs: kit */
/* Fields by fast marching, against distances that are known exactly: shortest paths of a disc by
 * GEOS and a visibility graph, Snell's law, and walls that no value may cross. */
#include "plan/field/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

#include "support/kit/disc_oracle.h"
#include "support/kit/thin_walls.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static wend_error error;
static const double RADIUS = 0.2;

/* ---- Worlds ---------------------------------------------------------------------------------- */

/* Creates a world with a grid and a profile with the planner `field`; releases the space. */
static wend_world *make_world(wend_space *space, double cell, double radius,
                              const wend_terrain_rule *rules, uint32_t rule_count) {
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.cell = cell;
    ck_assert_msg(wend_grid_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    wend_world *world = worlds_make(space, NULL);
    ck_assert_int_eq(wend_world_add_map(world, "squares", map, NULL, &error), WEND_OK);
    wend_map_release(map);
    wend_profile_def profile = worlds_profile_def();
    profile.plan.name = "field";
    profile.follow.name = "gradient";
    profile.radius = wend_constant(radius);
    profile.terrain_rules = rules;
    profile.terrain_rule_count = rule_count;
    worlds_add_profile(world, &profile);
    return world;
}

/* Returns the id of the field that leads an agent from a point to a goal. */
static uint32_t field_of(wend_world *world, double x, double y, wend_goal goal) {
    wend_agent agent = worlds_agent(world, x, y, goal);
    worlds_step(world, 1);
    const wend_route *route = worlds_route(world, agent);
    ck_assert_ptr_nonnull(route);
    ck_assert_uint_ne(route->gives & WEND_ROUTE_FIELD, 0);
    return route->field;
}

/* Fits the exponent of error = c * h^order by least squares. */
static double fit_order(const double *cells, const double *errors, int count) {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count; i++) {
        double a = wend_log(cells[i]), b = wend_log(errors[i]);
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

/* ---- Accuracy -------------------------------------------------------------------------------- */

/* A room of 12 m x 9 m with a box, a triangle, a cup and a wall of 2 cm. */
static void sketch_room(sketch *s) {
    static const double triangle[] = {6.1, 1.2, 8.3, 2.1, 6.6, 3.4};
    static const double cup[] = {7.1, 5.2, 7.4, 5.0, 9.0, 6.2, 8.2, 7.7, 7.9, 7.5, 8.5, 6.3};
    sketch_start(s);
    sketch_box_boundary(s, 0, 0, 0, 12, 9);
    sketch_box(s, 0, 0, 2.3, 2.1, 3.9, 5.7);
    sketch_solid(s, 0, 0, triangle, 3);
    sketch_solid(s, 0, 0, cup, 6);
    sketch_box(s, 0, 0, 5.2, 4.9, 5.22, 8.95); /* the oracle knows solids only */
}

typedef struct accuracy {
    double mean, most; /* m: errors of distances */
    uint32_t points;
} accuracy;

enum { COLUMNS = 16, ROWS = 12, LATTICE = COLUMNS * ROWS };

static wend_vec2 lattice_point(int i) {
    return (wend_vec2){0.27F + 0.76F * (float)(i % COLUMNS), 0.31F + 0.76F * (float)(i / COLUMNS)};
}

/* Compares the field to a point with the lengths of shortest paths, at the points of a lattice. */
static accuracy compare(double cell, const double exact[LATTICE], wend_vec2 to) {
    static sketch s;
    sketch_room(&s);
    wend_world *world = make_world(sketch_space(&s), cell, RADIUS, NULL, 0);
    uint32_t id = field_of(world, 1, 1, worlds_point(world, (double)to.x, (double)to.y));
    const wend_view *view = wend_world_view(world);
    accuracy out = {0};
    for (int i = 0; i < LATTICE; i++) {
        wend_location at = {lattice_point(i), 0};
        float distance = 0.0F;
        wend_vec2 direction;
        if (!isfinite(exact[i])) {
            continue;
        }
        ck_assert(wend_view_field_sample(view, id, at, &distance, &direction));
        double off = fabs((double)distance - exact[i]);
        out.mean += off;
        out.most = fmax(out.most, off);
        out.points++;
    }
    out.mean /= out.points;
    if (getenv("WEND_PRINT")) {
        printf("cell %.2f m: mean error %.5f m, largest %.5f m, %u points\n", cell, out.mean,
               out.most, out.points);
    }
    wend_world_destroy(world);
    return out;
}

START_TEST(distances_converge_to_those_of_exact_paths) {
    static const double cells[] = {0.4, 0.2, 0.1, 0.05};
    static const wend_vec2 goals[] = {{11.2F, 1.0F}, {8.1F, 6.3F}, {4.4F, 8.1F}};
    static sketch s;
    static double exact[LATTICE];
    sketch_room(&s);
    wend_space_release(sketch_space(&s));
    disc_oracle *oracle = disc_oracle_make(&s.layers[0], (wend_point){0, 0}, RADIUS);
    double means[4] = {0}, largest[4] = {0};
    for (int g = 0; g < 3; g++) {
        for (int i = 0; i < LATTICE; i++) {
            wend_vec2 at = lattice_point(i);
            exact[i] = disc_oracle_contains(oracle, at)
                           ? disc_oracle_find(oracle, at, goals[g]).length
                           : (double)INFINITY;
        }
        for (int i = 0; i < 4; i++) {
            accuracy a = compare(cells[i], exact, goals[g]);
            ck_assert_uint_gt(a.points, 120);
            means[i] += a.mean / 3;
            largest[i] = fmax(largest[i], a.most);
        }
    }
    double order = fit_order(cells, means, 4);
    if (getenv("WEND_PRINT")) {
        printf("fitted order: %.3f (mean), %.3f (largest)\n", order, fit_order(cells, largest, 4));
    }
    ck_assert_double_ge(order, 0.8); /* the issue of this planner asks for it */
    ck_assert_double_lt(means[3], 0.05);
    disc_oracle_free(oracle);
}
END_TEST

/* Two halves, the lower one twice as expensive: the cheapest path from (2, 2) to (10, 7) crosses
 * the border at the x that minimises the sum of the two weighted lengths. The border lies between
 * cells of all three sizes; elsewhere it would be displaced by up to half a cell. */
START_TEST(weighted_halves_obey_snells_law) {
    static const double cells[] = {0.4, 0.2, 0.1};
    static const wend_point half[] = {{0, 0}, {12, 0}, {12, 4.8}, {0, 4.8}};
    const wend_terrain_def terrain = {.ring = {half, 4}, .type = 7};
    double errors[3];
    for (int i = 0; i < 3; i++) {
        static sketch s;
        sketch_start(&s);
        sketch_box_boundary(&s, 0, 0, 0, 12, 9);
        s.layers[0].terrains = &terrain;
        s.layers[0].terrain_count = 1;
        const wend_terrain_rule rule = {
            .type = 7, .weight = wend_constant(2.0), .speed_factor = wend_constant(1.0)};
        wend_world *world = make_world(sketch_space(&s), cells[i], RADIUS, &rule, 1);
        uint32_t id = field_of(world, 2, 2, worlds_point(world, 10, 7));
        double sum = 0;
        for (int k = 0; k < 20; k++) {
            double x = 0.7 + 0.5 * k, y = 0.9 + 0.15 * k, low = 0.0, high = 12.0;
            for (int step = 0; step < 200; step++) { /* golden section: the sum is convex */
                double a = low + 0.382 * (high - low), b = high - 0.382 * (high - low);
                double at_a = 2 * hypot(a - x, 4.8 - y) + hypot(10 - a, 2.2);
                double at_b = 2 * hypot(b - x, 4.8 - y) + hypot(10 - b, 2.2);
                low = at_a < at_b ? low : a;
                high = at_a < at_b ? b : high;
            }
            double exact = 2 * hypot(low - x, 4.8 - y) + hypot(10 - low, 2.2);
            double slope_x = 2 * (low - x) / hypot(low - x, 4.8 - y);
            double slope_y = 2 * (4.8 - y) / hypot(low - x, 4.8 - y);
            float distance;
            wend_vec2 direction;
            wend_location at = {{(float)x, (float)y}, 0};
            ck_assert(
                wend_view_field_sample(wend_world_view(world), id, at, &distance, &direction));
            sum += fabs((double)distance - exact);
            /* The direction is that of the refracted ray; 5 degrees at 0.1 m cells. */
            double cosine = 0.5 * (slope_x * (double)direction.x + slope_y * (double)direction.y);
            ck_assert_double_gt(cosine, cells[i] <= 0.1 ? 0.996 : 0.98);
        }
        errors[i] = sum / 20;
        wend_world_destroy(world);
    }
    if (getenv("WEND_PRINT")) {
        printf("Snell: %.4f %.4f %.4f m, order %.2f\n", errors[0], errors[1], errors[2],
               fit_order(cells, errors, 3));
    }
    ck_assert_double_lt(errors[2], 0.1);
    ck_assert_double_ge(fit_order(cells, errors, 3), 0.8);
}
END_TEST

/* ---- Thin walls ------------------------------------------------------------------------------ */

/* In rooms with walls without thickness, the value of a centre is never lower than the shortest
 * path of a point from there, less the error of interpolation, and no move crosses a wall. */
START_TEST(no_move_crosses_a_thin_wall) {
    uint32_t rooms = trials(12), crossed_lines = 0, moves = 0;
    for (uint64_t seed = 1; seed <= rooms; seed++) {
        thin_walls room = thin_walls_make(seed, THIN_WALLS_LINES);
        wend_grid_def def = wend_default_grid_def();
        wend_map *map = NULL;
        def.space = room.space;
        def.cell = 0.3;
        ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_OK);
        wend_space_retain(room.space);
        wend_world *world = worlds_make(room.space, NULL);
        const wend_view *view = wend_world_view(world);
        grid_ground ground;
        ck_assert(grid_ground_prepare(view, 0, grid_of(map), &ground));
        ground.radius = seed % 2 ? 0.01F : 0.2F;
        worlds_heap heap = {0};
        wend_allocator allocator = worlds_allocator(&heap);
        field *f = field_create(grid_of(map), false, &allocator);
        field_open_cells(&ground, f);
        int32_t steps[WEND_GRID_MOVES];
        field_steps(f, 0, steps);
        for (uint32_t i = 0; i < f->head.cell_count; i++) {
            wend_vec2 from = field_centre(f, 0, i);
            for (uint32_t k = 0; k < WEND_GRID_MOVES; k++) {
                if (!(grid_of(map)->squares[i].flags & GRID_WALKABLE)) {
                    ck_assert_uint_eq(f->moves[i], 0);
                    continue;
                }
                wend_vec2 to = {from.x + (float)(grid_offsets[k].column * 0.3),
                                from.y + (float)(grid_offsets[k].row * 0.3)};
                bool crosses = thin_walls_cross(&room, from, to);
                crossed_lines += crosses;
                if (f->moves[i] >> k & 1U) {
                    moves++;
                    ck_assert_msg(!crosses, "seed %llu, cell %u, move %u", (unsigned long long)seed,
                                  i, k);
                }
            }
        }
        field_free(f, &allocator);
        wend_world_destroy(world);
        wend_map_release(map);
        thin_walls_end(&room);
    }
    ck_assert_uint_gt(crossed_lines, trials_bound(1000));
    ck_assert_uint_gt(moves, trials_bound(10000));
}
END_TEST

/* A path down the field never crosses a wall, and ends at the goal. */
START_TEST(paths_down_the_field_cross_no_wall) {
    uint32_t rooms = trials(12), paths = 0, bent = 0;
    for (uint64_t seed = 1; seed <= rooms; seed++) {
        dice from = {seed};
        thin_walls room = thin_walls_make(seed, THIN_WALLS_LINES);
        wend_space_retain(room.space);
        wend_world *world = make_world(room.space, 0.2, 0.2, NULL, 0);
        wend_point goal = thin_walls_sample(&room, &from, 0.5, 5.0);
        wend_point start = thin_walls_sample(&room, &from, 0.5, 5.0);
        wend_agent agent =
            worlds_agent(world, start.x, start.y, worlds_point(world, goal.x, goal.y));
        worlds_step(world, 1);
        const wend_route *route = worlds_route(world, agent);
        for (int k = 0; route != NULL && k < 30; k++) {
            static wend_location corners[500];
            wend_point at = thin_walls_sample(&room, &from, 0.02, 5.0);
            wend_location here = {{(float)at.x, (float)at.y}, 0};
            uint32_t count = wend_view_field_trace(wend_world_view(world), route->field, here, 0.0F,
                                                   corners, 500);
            for (uint32_t i = 0; i < count; i++) {
                wend_vec2 before = i > 0 ? corners[i - 1].position : here.position;
                ck_assert_msg(!thin_walls_cross(&room, before, corners[i].position),
                              "seed %llu, path %d", (unsigned long long)seed, k);
            }
            if (count > 0) {
                wend_vec2 end = corners[count - 1].position;
                ck_assert_msg(hypot((double)end.x - goal.x, (double)end.y - goal.y) < 0.25,
                              "seed %llu, path %d ends at (%g, %g), goal (%g, %g)",
                              (unsigned long long)seed, k, (double)end.x, (double)end.y, goal.x,
                              goal.y);
                paths++;
                bent += count > 1;
            }
        }
        wend_world_destroy(world);
        thin_walls_end(&room);
    }
    ck_assert_uint_gt(paths, trials_bound(150));
    ck_assert_uint_gt(bent, trials_bound(50));
}
END_TEST

/* ---- Order and bytes ------------------------------------------------------------------------- */

/* Every cell with a value has a neighbour with a lower one, unless it is near the goal. */
START_TEST(values_have_no_local_minimum) {
    static sketch s;
    sketch_room(&s);
    wend_space *space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.cell = 0.15;
    ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_OK);
    wend_world *world = worlds_make(space, NULL);
    grid_ground ground;
    ck_assert(grid_ground_prepare(wend_world_view(world), 0, grid_of(map), &ground));
    ground.radius = 0.2F;
    worlds_heap heap = {0};
    wend_allocator allocator = worlds_allocator(&heap);
    field *f = field_create(grid_of(map), false, &allocator);
    field_open_cells(&ground, f);
    uint32_t goal = grid_locate(grid_of(map), (wend_location){{8.0F, 6.4F}, 0});
    const field_seed seed = {goal, 0.0F};
    ck_assert(f->flags[goal] & FIELD_OPEN);
    ck_assert(field_march(f, grid_of(map), &seed, 1, &allocator));
    int32_t steps[WEND_GRID_MOVES];
    field_steps(f, 0, steps);
    uint32_t checked = 0;
    for (uint32_t i = 0; i < f->head.cell_count; i++) {
        bool lower = i == goal || !(f->flags[i] & FIELD_DONE);
        checked += !lower;
        for (uint32_t k = 0; k < WEND_GRID_MOVES && !lower; k++) {
            lower =
                (f->moves[i] >> k & 1U) && f->distances[(int64_t)i + steps[k]] < f->distances[i];
        }
        ck_assert_msg(lower || !(f->flags[i] & FIELD_OPEN), "cell %u", i);
    }
    ck_assert_uint_gt(checked, 3000);
    field_free(f, &allocator);
    wend_world_destroy(world);
    wend_map_release(map);
}
END_TEST

START_TEST(variants_survive_packing) {
    static const float radii[] = {0.0F, 0.2F, 0.25F, 0.123F, 1.5F, 100.0F};
    for (int i = 0; i < 6; i++) {
        field_variant given = {.radius = radii[i],
                               .tolerance = 0.5F * (float)i,
                               .generation = 77,
                               .crowd = 0.5F * (float)i,
                               .density = i > 0 ? 3 : 0};
        field_variant got = field_unpack_variant(field_pack_variant(given));
        ck_assert_float_eq_tol(got.radius, given.radius, 1e-4F);
        ck_assert_float_eq_tol(got.tolerance, given.tolerance, 1e-4F);
        ck_assert_float_eq_tol(got.crowd, given.crowd, 1e-4F);
        ck_assert_uint_eq(got.density, given.density);
    }
    const field_variant first = {.radius = 0.2F, .generation = 1};
    const field_variant larger = {.radius = 0.201F, .generation = 1};
    const field_variant later = {.radius = 0.2F, .generation = 2};
    ck_assert_uint_ne(field_pack_variant(first), field_pack_variant(larger));
    ck_assert_uint_ne(field_pack_variant(first), field_pack_variant(later));
}
END_TEST

/* Saved fields are equal after loading; damaged bytes are refused or harmless to sample. */
START_TEST(damaged_fields_are_refused_or_harmless) {
    static sketch s;
    sketch_room(&s);
    wend_space *space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = space;
    def.cell = 0.5;
    ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_OK);
    wend_world *world = worlds_make(space, NULL);
    const wend_view *view = wend_world_view(world);
    grid_ground ground;
    ck_assert(grid_ground_prepare(view, 0, grid_of(map), &ground));
    ground.radius = 0.2F;
    worlds_heap heap = {0};
    wend_allocator allocator = worlds_allocator(&heap);
    field *f = field_create(grid_of(map), false, &allocator);
    f->head.reach = 1.0F;
    field_open_cells(&ground, f);
    const field_seed seed = {grid_locate(grid_of(map), (wend_location){{11.2F, 1.2F}, 0}), 0.0F};
    ck_assert(field_march(f, grid_of(map), &seed, 1, &allocator));
    size_t size = field_save(f, NULL, 0);
    uint8_t *bytes = malloc(size), *again = malloc(size);
    ck_assert_uint_eq(field_save(f, bytes, size), size);
    field *loaded = field_load(bytes, size, &allocator);
    ck_assert_ptr_nonnull(loaded);
    ck_assert_uint_eq(field_save(loaded, again, size), size);
    ck_assert_mem_eq(bytes, again, size);
    field_free(loaded, &allocator);
    uint32_t refused = 0;
    for (size_t at = 0; at < size; at += at < 64 ? 1 : 29) {
        bytes[at] ^= 0x41;
        loaded = field_load(bytes, size, &allocator);
        refused += loaded == NULL;
        for (int i = 0; loaded != NULL && i < 40; i++) {
            wend_location here = {{(float)i * 0.3F, (float)i * 0.2F}, 0};
            float distance = 0.0F;
            wend_vec2 direction;
            field_sample(view, loaded, here, &distance, &direction);
        }
        field_free(loaded, &allocator);
        bytes[at] ^= 0x41;
    }
    ck_assert_uint_gt(refused, 20);
    for (size_t shorter = 0; shorter < size; shorter += 97) {
        ck_assert_ptr_null(field_load(bytes, shorter, &allocator));
    }
    free(bytes);
    free(again);
    field_free(f, &allocator);
    wend_world_destroy(world);
    wend_map_release(map);
}
END_TEST

/* Sides that no grid can have overflow the numbers of columns; a long reach must not be searched
 * beyond the cells that exist. */
START_TEST(extreme_heads_and_locations_are_harmless) {
    wend_space *space = worlds_room(4, 4);
    wend_map *map = NULL;
    wend_grid_def def = wend_default_grid_def();
    def.space = space;
    ck_assert_int_eq(wend_grid_build(&def, &map, &error), WEND_OK);
    wend_world *world = worlds_make(space, NULL);
    worlds_heap heap = {0};
    wend_allocator allocator = worlds_allocator(&heap);
    field *f = field_create(grid_of(map), false, &allocator);
    f->head.reach = 9e5F;
    wend_location far = {{100.0F, 100.0F}, 0}, nowhere = {{NAN, 1.0F}, 0};
    float distance = 0.0F;
    wend_vec2 direction;
    ck_assert(!field_sample(wend_world_view(world), f, far, &distance, &direction));
    ck_assert(!field_sample(wend_world_view(world), f, nowhere, &distance, &direction));
    const double sides[] = {1e-300, 0.0, -1.0, 1e5, NAN};
    size_t size = field_save(f, NULL, 0);
    uint8_t *bytes = malloc(size);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        f->head.height = sides[i];
        ck_assert_uint_eq(field_save(f, bytes, size), size);
        ck_assert_ptr_null(field_load(bytes, size, &allocator));
    }
    free(bytes);
    field_free(f, &allocator);
    wend_world_destroy(world);
    wend_map_release(map);
}
END_TEST

int main(void) {
    SUITE("plan/field", distances_converge_to_those_of_exact_paths, weighted_halves_obey_snells_law,
          no_move_crosses_a_thin_wall, paths_down_the_field_cross_no_wall,
          values_have_no_local_minimum, variants_survive_packing,
          damaged_fields_are_refused_or_harmless, extreme_heads_and_locations_are_harmless);
}
