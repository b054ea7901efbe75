/* Searches among identical blocks, where many paths are equally long. Compares the lengths of the
 * paths found with a visibility graph of all vertices, and checks how the number of nodes grows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

#include "map/navmesh/navmesh.h"
#include "plan/polyanya/search.h"
#include "support/meshes.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

/* Makes a world that provides worker buffers. */
static wend_world *make_world(void) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    return world;
}

static search_ground ground_of(wend_world *world, const wend_map *map, uint32_t level) {
    return (search_ground){.view = wend_world_view(world),
                           .mesh = navmesh_of(map),
                           .level = &navmesh_of(map)->levels[level]};
}

static wend_vec2 local(grid_point p) {
    return (wend_vec2){(float)p.x / (float)MESHES_GRID, (float)p.y / (float)MESHES_GRID};
}

/* ---- Patterns -------------------------------------------------------------------------------- */

typedef enum pattern { STREETS, DIAGONAL_STREETS, TURNED_BLOCKS, HEXAGONS, PATTERNS } pattern;

/* Adds a regular polygon with the given number of corners around a point. */
static void add_block(mesh_area *area, double x, double y, double radius, uint32_t corners,
                      double angle) {
    double points[6][2];
    for (uint32_t i = 0; i < corners; i++) {
        double at = angle + 6.283185307179586 * i / corners;
        points[i][0] = x + radius * cos(at);
        points[i][1] = y + radius * sin(at);
    }
    meshes_ring(area, points, corners);
}

/* Returns `count` x `count` identical blocks, 4 m apart. Coordinates are multiples of the grid
 * spacing, so equally long paths have the same length up to the last bits. */
static mesh_area *draw_pattern(pattern kind, uint32_t count) {
    mesh_area *area = meshes_area(0);
    double side = 4.0 * (count + 1);
    meshes_box(area, 0.0, 0.0, side, side);
    for (uint32_t i = 0; i < count * count; i++) {
        double x = 4.0 * (i % count) + 4.0, y = 4.0 * (double)(i / count) + 4.0;
        bool diagonal = kind == DIAGONAL_STREETS && (i % count + i / count) % 3 == 0;
        if (kind == HEXAGONS) {
            add_block(area, x, y, 1.25, 6, i % 2 ? 0.0 : 0.5235987755982988);
        } else if (kind == TURNED_BLOCKS || diagonal) {
            add_block(area, x, y, 1.25, 4, 0.0);
        } else {
            meshes_box(area, x - 1.25, y - 1.25, x + 1.25, y + 1.25);
        }
    }
    return area;
}

/* A maze of cells 1 m wide with walls 1 m thick, carved by depth-first search. A share `loops` of
 * the remaining walls is open as well. The maze is a grid of `2 * cells + 1` squares per side. */
typedef struct maze {
    uint32_t cells, squares; /* number per side */
    bool *open;              /* for each square: true if it is free */
} maze;

static void carve(maze *m, uint32_t at) {
    uint32_t order = (uint32_t)(meshes_random() * 24.0), x = at % m->cells, y = at / m->cells;
    m->open[(2 * y + 1) * m->squares + 2 * x + 1] = true;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t direction = (i * (order % 2 ? 3 : 1) + order / 2) % 4;
        uint32_t u = x + (direction == 0) - (direction == 2),
                 v = y + (direction == 1) - (direction == 3);
        if (u < m->cells && v < m->cells && !m->open[(2 * v + 1) * m->squares + 2 * u + 1]) {
            m->open[(y + v + 1) * m->squares + x + u + 1] = true;
            carve(m, v * m->cells + u);
        }
    }
}

static bool is_open(const maze *m, uint32_t x, uint32_t y) {
    return x < m->squares && y < m->squares && m->open[y * m->squares + x];
}

/* Follows the walls, with free ground on the left. Two rings never share a vertex, because the
 * squares around a vertex always include a cell, which is free, and a post, which is not. */
static void trace(const maze *m, mesh_area *area) {
    uint32_t side = m->squares + 1;
    uint32_t *after = calloc((size_t)side * side, sizeof *after);
    for (uint32_t i = 0; i < m->squares * m->squares; i++) {
        uint32_t x = i % m->squares, y = i / m->squares, at = y * side + x;
        if (!m->open[i]) {
            continue;
        }
        if (!is_open(m, x, y - 1)) {
            after[at] = at + 1;
        }
        if (!is_open(m, x + 1, y)) {
            after[at + 1] = at + 1 + side;
        }
        if (!is_open(m, x, y + 1)) {
            after[at + 1 + side] = at + side;
        }
        if (!is_open(m, x - 1, y)) {
            after[at + side] = at;
        }
    }
    double(*points)[2] = calloc((size_t)side * side, sizeof *points);
    for (uint32_t i = 0; i < side * side; i++) {
        uint32_t count = 0, step = 0, at = i;
        while (after[at] != 0) {
            uint32_t next = after[at];
            if (next - at != step) {
                points[count][0] = at % side - 1.0;
                points[count++][1] = (double)(at / side) - 1.0;
            }
            step = next - at;
            after[at] = 0;
            at = next;
        }
        if (count > 0) {
            meshes_ring(area, (const double(*)[2])points, count);
        }
    }
    free(points);
    free(after);
}

static mesh_area *draw_maze(uint32_t cells, double loops) {
    maze m = {cells, 2 * cells + 1, calloc((size_t)(2 * cells + 1) * (2 * cells + 1), 1)};
    carve(&m, 0);
    for (uint32_t i = 0; i < m.squares * m.squares; i++) {
        uint32_t x = i % m.squares, y = i / m.squares;
        bool between = x > 0 && y > 0 && x + 1 < m.squares && y + 1 < m.squares && x % 2 != y % 2;
        m.open[i] = m.open[i] || (between && meshes_random() < loops);
    }
    mesh_area *area = meshes_area(0);
    trace(&m, area);
    free(m.open);
    return area;
}

/* ---- Lengths --------------------------------------------------------------------------------- */

static search_path find(const search_ground *ground, wend_vec2 from, wend_vec2 to,
                        search_outcome *outcome) {
    uint32_t polygon = navmesh_locate(ground->level, (wend_location){from, 0});
    ck_assert_uint_ne(polygon, NAVMESH_NONE);
    target goal = target_at(to, 0, NAVMESH_NONE);
    search_path path = {0};
    *outcome = search_shortest(ground, (search_start){from, polygon}, &goal, &path);
    return path;
}

static grid_point draw_free(const mesh_area *area, double side) {
    for (;;) {
        /* Half of the points lie on multiples of 0.5 m, so that they are aligned with the blocks.
         */
        int32_t grain = meshes_random() < 0.5 ? MESHES_GRID / 2 : 1;
        grid_point p = {(int32_t)(meshes_random() * side * MESHES_GRID) / grain * grain,
                        (int32_t)(meshes_random() * side * MESHES_GRID) / grain * grain};
        if (meshes_is_free(area, 2 * (int64_t)p.x, 2 * (int64_t)p.y)) {
            return p;
        }
    }
}

static void check_lengths(wend_world *world, mesh_area *area, double side, int queries,
                          const char *what, int trial) {
    mesh_graph *graph = meshes_graph(area);
    wend_map *map = meshes_of(area, 0);
    search_ground ground = ground_of(world, map, 0);
    for (int i = 0; i < queries; i++) {
        grid_point from = draw_free(area, side), to = draw_free(area, side);
        if (i == 0) { /* first query: from corner to corner */
            from = (grid_point){MESHES_GRID / 4, MESHES_GRID / 4};
            to = (grid_point){(int32_t)(side * MESHES_GRID) - MESHES_GRID / 4,
                              (int32_t)(side * MESHES_GRID) - MESHES_GRID / 4};
        }
        double expected = meshes_length(graph, from, to);
        search_outcome outcome;
        search_path path = find(&ground, local(from), local(to), &outcome);
        ck_assert_msg(
            (outcome == SEARCH_FOUND) == isfinite(expected) &&
                (outcome != SEARCH_FOUND || fabs(path.length - expected) <= 1e-9 + 1e-7 * expected),
            "%s, trial %d, query %d: outcome %d, %.9g m, not %.9g m", what, trial, i, (int)outcome,
            path.length, expected);
    }
    wend_map_release(map);
    meshes_free_graph(graph);
    meshes_free_area(area);
}

START_TEST(matches_visibility_graph_among_equal_blocks) {
    static const char *const names[] = {"streets", "diagonal streets", "turned blocks", "hexagons"};
    wend_world *world = make_world();
    meshes_seed(31);
    for (int trial = 0; trial < 4 * PATTERNS; trial++) {
        uint32_t count = 2 + (uint32_t)trial / PATTERNS;
        check_lengths(world, draw_pattern((pattern)(trial % PATTERNS), count), 4.0 * (count + 1),
                      16, names[trial % PATTERNS], trial);
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(matches_visibility_graph_in_mazes) {
    wend_world *world = make_world();
    for (int trial = 0; trial < (int)trials(12); trial++) {
        meshes_seed((uint64_t)trial + 77);
        uint32_t cells = 3 + (uint32_t)trial / 3;
        check_lengths(world, draw_maze(cells, trial % 2 ? 0.2 : 0.0), 2.0 * cells - 1.0, 12, "maze",
                      trial);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Growth ---------------------------------------------------------------------------------- */

/* Returns the number of nodes that a search from corner to corner stores. */
static uint32_t count_nodes(wend_world *world, mesh_area *area, double side, uint32_t *polygons) {
    wend_map *map = meshes_of(area, 0);
    search_ground ground = ground_of(world, map, 0);
    search_outcome outcome;
    float far = (float)side - 0.25F;
    search_path path = find(&ground, (wend_vec2){0.25F, 0.25F}, (wend_vec2){far, far}, &outcome);
    ck_assert_int_eq(outcome, SEARCH_FOUND);
    *polygons = ground.level->polygon_count;
    wend_map_release(map);
    meshes_free_area(area);
    return path.node_count;
}

/* The corners of n x n blocks see at most the edges along their two streets, so there are at most
 * n^3 nodes, whereas the number of shortest paths exceeds 2^n. A maze has only one path. */
START_TEST(node_count_is_cubic_in_blocks_and_linear_in_mazes) {
    wend_world *world = make_world();
    for (uint32_t count = 4; count <= 40; count += 6) {
        for (int kind = 0; kind < PATTERNS; kind++) {
            uint32_t polygons;
            mesh_area *area = draw_pattern((pattern)kind, count);
            uint32_t nodes = count_nodes(world, area, 4.0 * (count + 1), &polygons);
            ck_assert_msg(nodes <= count * count * count + 64, "pattern %d of %u: %u nodes", kind,
                          count, nodes);
        }
    }
    for (uint32_t cells = 10; cells <= 40; cells += 10) {
        uint32_t polygons;
        meshes_seed(cells);
        uint32_t nodes = count_nodes(world, draw_maze(cells, 0.0), 2.0 * cells - 1.0, &polygons);
        ck_assert_msg(nodes <= 4 * polygons, "maze of %u: %u nodes, %u polygons", cells, nodes,
                      polygons);
    }
    wend_world_destroy(world);
}
END_TEST

/* Builds the map of a rotated city grid with 10 m blocks and 4 m streets. The map is built for
 * discs, so paths follow arcs around corners. */
static wend_map *build_city(uint32_t count, double angle) {
    uint32_t solids = count * count;
    wend_point(*corners)[4] = calloc((size_t)solids + 1, sizeof *corners);
    wend_solid_def *defs = calloc(solids, sizeof *defs);
    double side = 14.0 * count + 4.0, cosine = cos(angle), sine = sin(angle);
    for (uint32_t i = 0; i <= solids; i++) {
        double x = 4.0 + 14.0 * (i % count), y = 4.0 + 14.0 * (double)(i / count), size = 10.0;
        if (i == solids) {
            x = y = 0.0;
            size = side;
        } else {
            defs[i] = (wend_solid_def){{corners[i], 4}, 0};
        }
        for (uint32_t k = 0; k < 4; k++) {
            double u = x + (k == 1 || k == 2 ? size : 0.0), v = y + (k >= 2 ? size : 0.0);
            corners[i][k] = (wend_point){u * cosine - v * sine, u * sine + v * cosine};
        }
    }
    wend_ring boundary = {corners[solids], 4};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = defs, .solid_count = solids};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    wend_space *space = NULL;
    wend_error error = {.message = ""};
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    wend_navmesh_def mesh = wend_default_navmesh_def();
    double radius = 0.25;
    mesh.space = space;
    mesh.radii = &radius;
    mesh.radius_count = 1;
    wend_map *map = NULL;
    ck_assert_msg(wend_navmesh_build(&mesh, &map, &error) == WEND_OK, "%s", error.message);
    wend_space_release(space);
    free(corners);
    free(defs);
    return map;
}

static wend_vec2 in_city(double x, double y, double angle) {
    return (wend_vec2){(float)(x * cos(angle) - y * sin(angle)),
                       (float)(x * sin(angle) + y * cos(angle))};
}

START_TEST(node_count_is_cubic_around_arcs) {
    wend_world *world = make_world();
    for (uint32_t count = 8; count <= 32; count += 8) {
        double angle = count % 16 ? 0.3 : 0.0, far = 14.0 * count + 3.0;
        wend_map *map = build_city(count, angle);
        search_ground ground = ground_of(world, map, 1);
        search_outcome outcome;
        search_path path =
            find(&ground, in_city(1.0, 1.0, angle), in_city(far, far, angle), &outcome);
        ck_assert_int_eq(outcome, SEARCH_FOUND);
        ck_assert_msg(path.node_count <= count * count * count + 64, "%u x %u blocks: %u nodes",
                      count, count, path.node_count);
        wend_map_release(map);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Limits ---------------------------------------------------------------------------------- */

START_TEST(reports_that_the_node_limit_was_reached) {
    wend_world *world = make_world();
    mesh_area *area = draw_pattern(STREETS, 8);
    wend_map *map = meshes_of(area, 0);
    search_ground ground = ground_of(world, map, 0);
    wend_vec2 from = {0.25F, 0.25F}, to = {35.75F, 35.75F};
    search_outcome outcome;
    search_path path = find(&ground, from, to, &outcome);
    ck_assert_int_eq(outcome, SEARCH_FOUND);
    uint32_t needed = path.node_count;
    for (uint32_t limit = 1; limit < needed; limit = 2 * limit + 1) {
        ground.node_limit = limit;
        find(&ground, from, to, &outcome);
        ck_assert_msg(outcome == SEARCH_LIMIT, "limit %u of %u: outcome %d", limit, needed,
                      (int)outcome);
    }
    ground.node_limit = needed;
    find(&ground, from, to, &outcome);
    ck_assert_int_eq(outcome, SEARCH_FOUND);
    wend_map_release(map);
    meshes_free_area(area);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("plan/ties", matches_visibility_graph_among_equal_blocks,
          matches_visibility_graph_in_mazes, node_count_is_cubic_in_blocks_and_linear_in_mazes,
          node_count_is_cubic_around_arcs, reports_that_the_node_limit_was_reached);
}
