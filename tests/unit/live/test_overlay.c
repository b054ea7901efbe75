/* Overlays: what they draw is what the maps, fields and agents of the world are. */
#include "live/overlays.h"
#include "support/kit/live_lab.h"
#include "support/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/field.h>
#include <wend/grid.h>
#include <wend/names.h>
#include <wend/queue.h>

enum { MOST = 1 << 20 };

/* The numbers of an answer. */
typedef struct drawing {
    double *lines, *strong, *points, *discs, *layers;
    uint32_t line_count, strong_count, point_count, disc_count, layer_count;
    bool truncated;
} drawing;

static double *take(const char *answer, const char *path, uint32_t each, uint32_t *count) {
    double *out = malloc(MOST * sizeof *out);
    ck_assert_ptr_nonnull(out);
    uint32_t numbers = live_lab_numbers(answer, path, out, MOST);
    ck_assert_uint_le(numbers, MOST);
    ck_assert_uint_eq(numbers % each, 0);
    *count = numbers / each;
    return out;
}

/* Draws an overlay; free it with drop. */
static drawing draw(live_lab *lab, const char *name) {
    drawing d;
    const char *answer = live_lab_expect(lab, "{'do':'overlay','name':'%s'}", name);
    d.lines = take(answer, "lines", 4, &d.line_count);
    d.strong = take(answer, "strong", 4, &d.strong_count);
    d.points = take(answer, "points", 2, &d.point_count);
    d.discs = take(answer, "discs", 3, &d.disc_count);
    d.layers = take(answer, "layer", 1, &d.layer_count);
    d.truncated = live_lab_bool(answer, "truncated");
    ck_assert_uint_eq(d.layer_count, d.line_count + d.strong_count + d.point_count + d.disc_count);
    return d;
}

static void drop(drawing *d) {
    free(d->lines);
    free(d->strong);
    free(d->points);
    free(d->discs);
    free(d->layers);
}

static double length_of(const double *lines, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const double *l = lines + (size_t)4 * i;
        sum += hypot(l[2] - l[0], l[3] - l[1]);
    }
    return sum;
}

static double gap(wend_vec2 a, wend_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

static const wend_map *find_map(live_lab *lab, const char *kind) {
    uint32_t index;
    const wend_map *map = wend_view_find_map(wend_world_view(lab->world), kind, NULL, &index);
    ck_assert_ptr_nonnull(map);
    return map;
}

/* A room with a pillar, a thin wall of a class, a door and every kind of map. */
#define ROOM(more)                                                                                 \
    "space: {walkable: [[0, 0], [20, 0], [20, 10], [0, 10]],\n"                                    \
    "  classes: [screen],\n"                                                                       \
    "  obstacles: [[[5, 4], [6, 4], [6, 6], [5, 6]]],\n"                                           \
    "  walls: [{points: [[10, 0], [10, 3]], class: screen}]}\n"                                    \
    "obstacles: [{name: door, door: [[14, 0], [14, 4]], closed: true}]\n" more

#define MAPS                                                                                       \
    "maps: {mesh: {kind: navmesh, radii: [0.3]}, axis: {kind: corridor},\n"                        \
    "  points: {kind: roadmap, source: prm, samples: 60}, cells: {kind: grid, cell: 0.5},\n"       \
    "  tree: {kind: grid, cells: quadtree, cell: 0.25},\n"                                         \
    "  ground: {kind: terrain}, marks: {kind: guidance, lines: [[[1, 8], [19, 8]]]}}\n"            \
    "agents: [{at: [[1, 1], [1, 2]], goal: [18, 5]}]\n"

/* ---- Maps ------------------------------------------------------------------------------------ */

static void check_mesh(live_lab *lab, const char *kind, const char *name) {
    const wend_map *map = find_map(lab, kind);
    double length = 0.0;
    uint32_t sides = 0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 0); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, 0, i);
        for (uint32_t k = 0; k < p.count; k++) {
            bool portal = p.neighbours[k] != WEND_NO_POLYGON;
            sides += portal;
            length += portal ? gap(p.points[k], p.points[(k + 1) % p.count]) : 0.0;
        }
    }
    drawing d = draw(lab, name);
    ck_assert_uint_gt(sides, 0);
    ck_assert_uint_eq(2 * d.line_count, sides);
    ck_assert_uint_eq(d.strong_count, 0);
    ck_assert_double_eq_tol(2.0 * length_of(d.lines, d.line_count), length, 1e-3 * length);
    drop(&d);
}

START_TEST(meshes_have_all_portals_once) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    check_mesh(&lab, "navmesh", "map:mesh");
    check_mesh(&lab, "terrain", "map:ground");
    live_lab_close(&lab);
}
END_TEST

/* The border of a level encloses the area that the level covers. */
START_TEST(levels_of_a_mesh_have_their_border) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    const wend_map *map = find_map(&lab, "navmesh");
    ck_assert_uint_ge(wend_navmesh_level_count(map), 2);
    double twice = 0.0, expected = 0.0;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 1); i++) {
        wend_navmesh_polygon p = wend_navmesh_polygon_at(map, 1, i);
        for (uint32_t k = 0; k < p.count; k++) {
            wend_vec2 a = p.points[k], b = p.points[(k + 1) % p.count];
            expected += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        }
    }
    const char *answer = live_lab_expect(&lab, "{'do':'overlay','name':'map:mesh','level':1}");
    static double lines[MOST];
    uint32_t count = live_lab_numbers(answer, "strong", lines, MOST) / 4;
    for (uint32_t i = 0; i < count; i++) {
        twice += lines[4 * i] * lines[4 * i + 3] - lines[4 * i + 1] * lines[4 * i + 2];
    }
    ck_assert_double_gt(expected, 100.0);
    ck_assert_double_eq_tol(twice, expected, 1e-3 * expected);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay','name':'map:mesh','level':9}"),
                     "level 9") != NULL);
    live_lab_close(&lab);
}
END_TEST

START_TEST(roadmap_has_all_edges_and_vertices) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    const wend_map *map = find_map(&lab, "roadmap");
    double length = 0.0;
    uint32_t blockable = 0, edges = wend_roadmap_edge_count(map);
    for (uint32_t i = 0; i < edges; i++) {
        length += (double)wend_roadmap_edge_at(map, i).length;
        blockable += wend_roadmap_edge_at(map, i).blockable;
    }
    drawing d = draw(&lab, "map:points");
    ck_assert_uint_eq(d.strong_count, blockable);
    ck_assert_uint_eq(d.line_count + d.strong_count, edges);
    ck_assert_uint_eq(d.point_count, wend_roadmap_vertex_count(map));
    double drawn = length_of(d.lines, d.line_count) + length_of(d.strong, d.strong_count);
    ck_assert_double_eq_tol(drawn, length, 1e-4 * length);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* The axis has its length, and no disc reaches across a wall. */
START_TEST(medial_axis_has_its_length_and_clearance) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    const wend_map *map = find_map(&lab, "corridor");
    double dead = 0.0, alive = 0.0;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge edge = wend_corridor_edge_at(map, i);
        *(edge.dead_end ? &dead : &alive) += (double)edge.length;
    }
    drawing d = draw(&lab, "map:axis");
    ck_assert_double_eq_tol(length_of(d.lines, d.line_count), dead, 0.01 * dead);
    ck_assert_double_eq_tol(length_of(d.strong, d.strong_count), alive, 0.01 * alive);
    ck_assert_uint_ge(d.disc_count, 4);
    for (uint32_t i = 0; i < d.disc_count; i++) {
        wend_location at = {{(float)d.discs[3 * i], (float)d.discs[3 * i + 1]}, 0};
        /* The axis includes no switched class. */
        float clearance = wend_space_clearance(wend_world_space(lab.world), at, 100.0F, 1u);
        ck_assert_double_eq_tol((double)clearance, d.discs[3 * i + 2], 1e-3);
    }
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* Each strong line lies between a walkable cell and ground that no walkable cell covers, and there
 * are as many as brute force finds. */
static void check_grid(live_lab *lab, const wend_map *map, const char *name, bool is_tree) {
    drawing d = draw(lab, name);
    uint32_t walkable = 0;
    for (uint32_t i = 0; i < wend_grid_square_count(map); i++) {
        walkable += wend_grid_square_at(map, i).walkable;
    }
    ck_assert_uint_gt(walkable, 100);
    ck_assert_uint_gt(d.strong_count, 50);
    ck_assert_int_eq(d.line_count > 0, is_tree);
    for (uint32_t i = 0; i < d.strong_count; i++) {
        const double *l = d.strong + 4 * i;
        double along = hypot(l[2] - l[0], l[3] - l[1]), step = 0.02 / along;
        double x = (l[0] + l[2]) / 2.0, y = (l[1] + l[3]) / 2.0;
        double nx = (l[3] - l[1]) * step, ny = (l[0] - l[2]) * step; /* outwards */
        wend_location in = {{(float)(x - nx), (float)(y - ny)}, 0};
        wend_location out = {{(float)(x + nx), (float)(y + ny)}, 0};
        uint32_t a = wend_grid_locate(map, in), b = wend_grid_locate(map, out);
        ck_assert(a != WEND_NO_SQUARE && wend_grid_square_at(map, a).walkable);
        ck_assert(b == WEND_NO_SQUARE || !wend_grid_square_at(map, b).walkable);
    }
    drop(&d);
}

START_TEST(grids_have_the_border_of_their_walkable_cells) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    uint32_t index;
    const wend_view *view = wend_world_view(lab.world);
    const wend_map *cells = wend_view_find_map(view, "grid", "cells", &index);
    check_grid(&lab, cells, "map:cells", false);
    check_grid(&lab, wend_view_find_map(view, "grid", "tree", &index), "map:tree", true);
    /* Squares of half a metre: the room has 120 sides on its border. Those of the pillar are four
     * cells long, along its sides of two and four half metres. */
    drawing d = draw(&lab, "map:cells");
    ck_assert_uint_eq(d.strong_count, 120 + 2 * 2 + 2 * 4);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* Returns the cosine of the angle between an arrow and a direction. */
static double agreement(const double *arrow, wend_vec2 direction) {
    double x = arrow[2] - arrow[0], y = arrow[3] - arrow[1];
    return (x * (double)direction.x + y * (double)direction.y) /
           (hypot(x, y) * hypot((double)direction.x, (double)direction.y));
}

static wend_location middle_of(const double *l) {
    return (wend_location){{(float)((l[0] + l[2]) / 2.0), (float)((l[1] + l[3]) / 2.0)}, 0};
}

START_TEST(guidance_arrows_point_along_the_field) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    const wend_map *map = find_map(&lab, "guidance");
    drawing d = draw(&lab, "map:marks");
    ck_assert_uint_gt(d.line_count, 300);
    ck_assert_uint_eq(d.line_count % 3, 0);
    for (uint32_t i = 0; i < d.line_count; i += 3) {
        wend_vec2 direction;
        const double *arrow = d.lines + 4 * i;
        ck_assert(wend_guidance_sample(map, wend_world_space(lab.world), middle_of(arrow), false,
                                       &direction));
        ck_assert_double_gt(agreement(arrow, direction), 0.999);
    }
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* ---- Fields ---------------------------------------------------------------------------------- */

#define FIELD                                                                                      \
    "maps: {squares: {kind: grid, cell: 0.25}}\nplan: field\nfollow: gradient\n"                   \
    "goals: {exit: {segment: [[19.5, 7], [19.5, 9]], on_arrival: leave}, other: [1, 1]}\n"         \
    "agents: [{grid: {origin: [1, 1], spacing: 1, count: [2, 3]}, goal: exit}]\n"

/* All ends of a level line have the same distance to the goal, a multiple of the interval of 1 m:
 * the room is 20 m long. */
START_TEST(field_has_level_lines_and_arrows) {
    live_lab lab;
    char name[32];
    live_lab_open(&lab, ROOM(FIELD), NULL);
    live_lab_step(&lab, 2);
    snprintf(name, sizeof name, "field:%u",
             wend_world_goal_index(lab.world, wend_world_find_goal(lab.world, "exit")));
    drawing d = draw(&lab, name);
    const wend_view *view = wend_world_view(lab.world);
    const wend_route *route = wend_view_route(view, 0);
    uint32_t levels = 0, arrows = 0;
    ck_assert(route != NULL && (route->gives & WEND_ROUTE_POTENTIAL) != 0);
    for (uint32_t i = 0; i < d.line_count; i++) {
        const double *l = d.lines + 4 * i;
        float distance;
        wend_vec2 direction;
        double length = hypot(l[2] - l[0], l[3] - l[1]);
        if (!wend_view_field_sample(view, route->field, middle_of(l), &distance, &direction)) {
            continue;
        }
        double off = fabs((double)distance - floor((double)distance + 0.5));
        levels += length < 0.36 && off < 0.05 && fabs(agreement(l, direction)) < 0.5;
        arrows += length > 0.6 && agreement(l, direction) > 0.999;
    }
    ck_assert_uint_gt(levels, 500);
    ck_assert_uint_gt(arrows, 100);
    ck_assert_uint_ge(levels + 3 * arrows, d.line_count * 9 / 10);
    ck_assert_uint_le(levels + 3 * arrows, d.line_count);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

START_TEST(field_without_agents_is_empty) {
    live_lab lab;
    live_lab_open(&lab, ROOM(FIELD), NULL);
    live_lab_step(&lab, 2);
    uint32_t other = wend_world_goal_index(lab.world, wend_world_find_goal(lab.world, "other"));
    char name[32];
    snprintf(name, sizeof name, "field:%u", other);
    drawing d = draw(&lab, name);
    ck_assert_uint_eq(d.layer_count, 0);
    drop(&d);
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay','name':'field:77'}"), "field:77"));
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay','name':'field:'}"), "field:"));
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay','name':'field:1x'}"), "field:1x"));
    live_lab_close(&lab);
}
END_TEST

/* ---- The world ------------------------------------------------------------------------------- */

/* One strong line for each wall that is there, and a tick that ends on walkable ground. */
START_TEST(walls_have_ticks_towards_the_ground) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    live_lab_step(&lab, 1);
    drawing d = draw(&lab, "walls");
    const wend_space *space = wend_world_space(lab.world);
    ck_assert_uint_eq(d.strong_count, wend_space_wall_count(space) + 1); /* the door */
    ck_assert_uint_eq(d.line_count, d.strong_count);
    for (uint32_t i = 0; i < d.line_count; i++) {
        wend_location at = {{(float)d.lines[4 * i + 2], (float)d.lines[4 * i + 3]}, 0};
        ck_assert(wend_space_is_walkable(space, at, WEND_ALL_CLASSES));
    }
    wend_world_set_class_enabled(lab.world, 1, false, NULL);
    wend_world_set_obstacle_closed(lab.world, wend_world_find_obstacle(lab.world, "door"), false,
                                   NULL);
    uint32_t before = d.strong_count;
    drop(&d);
    live_lab_step(&lab, 1);
    d = draw(&lab, "walls");
    ck_assert_uint_lt(d.strong_count, before);
    ck_assert_uint_ge(d.strong_count, before - 3);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* The lines of the routes are the paths of the explanations. */
START_TEST(routes_are_those_of_the_explanations) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    live_lab_step(&lab, 20);
    double sum = 0.0;
    for (int key = 1; key <= 2; key++) {
        double at[300];
        const char *answer = live_lab_expect(&lab, "{'do':'explain','key':'%d'}", key);
        uint32_t count = live_lab_numbers(answer, "route.points", at, 300) / 3;
        ck_assert_uint_ge(count, 2);
        for (uint32_t i = 1; i < count; i++) {
            sum += hypot(at[3 * i] - at[3 * i - 3], at[3 * i + 1] - at[3 * i - 2]);
        }
    }
    drawing d = draw(&lab, "routes");
    ck_assert_double_eq_tol(length_of(d.lines, d.line_count), sum, 1e-2);
    drop(&d);
    live_lab_close(&lab);
}
END_TEST

/* The densities of all cells, times their area, are the number of agents. */
START_TEST(density_adds_up_to_the_number_of_agents) {
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    live_lab_step(&lab, 30);
    const char *answer = live_lab_expect(&lab, "{'do':'overlay','name':'density'}");
    static double values[MOST];
    uint32_t columns = (uint32_t)live_lab_number(answer, "grids.0.columns");
    uint32_t rows = (uint32_t)live_lab_number(answer, "grids.0.rows");
    uint32_t count = live_lab_numbers(answer, "grids.0.values", values, MOST), best = 0;
    double cell = live_lab_number(answer, "grids.0.cell"), sum = 0.0, low[2];
    ck_assert_uint_eq(count, columns * rows);
    live_lab_numbers(answer, "grids.0.low", low, 2);
    for (uint32_t i = 0; i < count; i++) {
        sum += values[i] * cell * cell;
        best = values[i] > values[best] ? i : best;
    }
    ck_assert_double_eq_tol(sum, 2.0, 0.02);
    double least = 100.0;
    for (uint64_t key = 1; key <= 2; key++) {
        wend_agent_state state;
        wend_world_get_agent(lab.world, wend_world_find_agent(lab.world, key), &state);
        least = fmin(least, hypot(low[0] + (best % columns + 0.5) * cell - state.position.x,
                                  low[1] + (best / columns + 0.5) * cell - state.position.y));
    }
    ck_assert_double_lt(least, 1.2); /* the peak is near both or between them */
    live_lab_close(&lab);
}
END_TEST

START_TEST(queues_have_a_point_for_each_place) {
    static const char text[] =
        "space: {walkable: [[0, 0], [30, 0], [30, 12], [0, 12]]}\n"
        "queues: {counter: {line: [[12, 10], [4, 10], [4, 2]], service: 3}}\n"
        "agents: [{queue: counter, at: [1, 1]}]\n";
    live_lab lab;
    live_lab_open(&lab, text, NULL);
    drawing d = draw(&lab, "queues");
    wend_point places[64];
    uint32_t count = wend_world_get_queue_places(
        lab.world, wend_world_find_queue(lab.world, "counter"), places, NULL, 64);
    ck_assert_uint_gt(count, 5);
    ck_assert_uint_eq(d.point_count, count);
    ck_assert_uint_eq(d.line_count, count - 1);
    ck_assert_double_eq_tol(d.points[2], places[1].x, 1e-4);
    drop(&d);
    const char *answer = live_lab_expect(&lab, "{'do':'overlay','name':'queues'}");
    ck_assert_str_eq(live_lab_text(answer, "labels.0.text"), "counter");
    live_lab_close(&lab);
}
END_TEST

/* ---- Names and limits ------------------------------------------------------------------------ */

/* Everything that is listed can be drawn, and each map is listed. */
START_TEST(all_listed_overlays_can_be_drawn) {
    static const char *const worlds[] = {ROOM(MAPS), ROOM(FIELD), "agents: [{at: [0, 0]}]\n"};
    static const uint32_t counts[] = {3 + 7, 3 + 1 + 2, 3};
    for (size_t w = 0; w < sizeof worlds / sizeof worlds[0]; w++) {
        live_lab lab;
        live_writer out = {0};
        memory heap;
        live_lab_open(&lab, worlds[w], NULL);
        memory_init(&heap, NULL);
        live_writer_init(&out, &heap);
        live_begin_object(&out, NULL);
        live_write_overlays(lab.live, &out);
        live_end_object(&out);
        const char *list = live_writer_end(&out);
        uint32_t count = live_lab_count(list, "overlays");
        ck_assert_msg(count == counts[w], "%s", list);
        for (uint32_t i = 0; i < count; i++) {
            char path[40];
            snprintf(path, sizeof path, "overlays.%u.name", i);
            drawing d = draw(&lab, live_lab_text(list, path));
            ck_assert(!d.truncated);
            drop(&d);
        }
        live_writer_free(&out);
        live_lab_close(&lab);
    }
}
END_TEST

START_TEST(refuses_unknown_names) {
    static const char *const names[] = {"",     "map:",  "map:none", "walls:1",
                                        "wall", "field", "navmesh",  "map:mesh "};
    live_lab lab;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *message = live_lab_refuse(&lab, "{'do':'overlay','name':'%s'}", names[i]);
        ck_assert_msg(strstr(message, "overlay") != NULL, "%s", message);
    }
    ck_assert(strstr(live_lab_refuse(&lab, "{'do':'overlay'}"), "name") != NULL);
    live_lab_close(&lab);
}
END_TEST

START_TEST(sketch_is_bounded) {
    live_lab lab;
    memory heap;
    live_sketch s;
    live_lab_open(&lab, ROOM(MAPS), NULL);
    memory_init(&heap, NULL);
    live_sketch_init(&s, &heap, wend_world_space(lab.world));
    wend_vec2 a = {0.0F, 0.0F}, b = {1.0F, 1.0F}, none = {NAN, 0.0F};
    uint32_t added = 0;
    while (live_sketch_line(&s, 0, a, b) && added < 2 * LIVE_MAX_SHAPES) {
        added++;
    }
    ck_assert_uint_eq(added, LIVE_MAX_SHAPES);
    ck_assert(s.truncated && !s.failed);
    ck_assert(!live_sketch_strong(&s, 0, a, b));
    ck_assert(live_sketch_point(&s, 0, a));
    ck_assert(live_sketch_disc(&s, 0, none, 1.0F));
    ck_assert_uint_eq(s.shapes[LIVE_DISC].count, 0);
    ck_assert_ptr_nonnull(live_sketch_grid(&s, 0, a, 1.0F, 400, 400));
    ck_assert_ptr_null(live_sketch_grid(&s, 0, a, 1.0F, 400, 400));
    ck_assert_ptr_null(live_sketch_grid(&s, 0, a, 1.0F, UINT32_MAX, UINT32_MAX));
    live_sketch_free(&s);
    ck_assert_uint_eq(heap.held, 0);
    live_lab_close(&lab);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {meshes_have_all_portals_once,
                                  levels_of_a_mesh_have_their_border,
                                  roadmap_has_all_edges_and_vertices,
                                  medial_axis_has_its_length_and_clearance,
                                  grids_have_the_border_of_their_walkable_cells,
                                  guidance_arrows_point_along_the_field,
                                  field_has_level_lines_and_arrows,
                                  field_without_agents_is_empty,
                                  walls_have_ticks_towards_the_ground,
                                  routes_are_those_of_the_explanations,
                                  density_adds_up_to_the_number_of_agents,
                                  queues_have_a_point_for_each_place,
                                  all_listed_overlays_can_be_drawn,
                                  refuses_unknown_names,
                                  sketch_is_bounded};
    return suite_run("live overlay", tests, sizeof tests / sizeof tests[0]);
}
