/* needs: kit */
/* Routes over grids, in random rooms with thin walls and two rectangles of terrain. Oracles that
 * share no code with the search: Dijkstra's algorithm over all pairs of centres, costs from clipped
 * rectangles, and distances to all walls. */
#include "plan/grid/grid.h"

#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

#include "step/empty_view.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { SIDE = 12, MOST_WALLS = 24, MOST_SQUARES = 3000, MUD = 1, ROAD = 2, SHAPES = 4 };

static const double TOLERANCE = 0.5;

typedef struct rectangle {
    double low_x, low_y, high_x, high_y;
} rectangle;

static const rectangle mud = {2.1, 1.3, 5.3, 9.2}, road = {6.0, 3.1, 11.2, 4.7};

/* A random room, its grid, and a ground without weights. */
typedef struct room {
    double walls[MOST_WALLS + 4][4];
    uint32_t wall_count;
    double cell;
    wend_space *space;
    wend_map *map;
    empty_view empty;
    grid_ground ground;
    float weights[3];
} room;

static wend_error error;
static wend_grid_shape shape; /* of the grids that make_room builds */

static wend_terrain_def terrain_of(const rectangle *r, wend_point points[4], uint32_t type) {
    points[0] = (wend_point){r->low_x, r->low_y};
    points[1] = (wend_point){r->high_x, r->low_y};
    points[2] = (wend_point){r->high_x, r->high_y};
    points[3] = (wend_point){r->low_x, r->high_y};
    return (wend_terrain_def){.ring = {points, 4}, .type = type};
}

static void add_wall(room *r, double ax, double ay, double bx, double by) {
    double *wall = r->walls[r->wall_count++];
    wall[0] = ax;
    wall[1] = ay;
    wall[2] = bx;
    wall[3] = by;
}

static void make_room(room *r, dice *from, uint32_t most_walls, double cell, float radius) {
    static sketch s;
    static wend_point corners[2][4];
    const wend_terrain_def terrains[2] = {terrain_of(&mud, corners[0], MUD),
                                          terrain_of(&road, corners[1], ROAD)};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, SIDE, SIDE);
    r->wall_count = 0;
    r->cell = cell;
    uint32_t count = dice_below(from, most_walls + 1);
    for (uint32_t i = 0; i < count; i++) {
        double x = dice_between(from, 0.5, 11.5), y = dice_between(from, 0.5, 11.5);
        double u = dice_between(from, -4, 4), v = dice_between(from, -4, 4);
        double bx = fmin(fmax(x + u, 0.1), 11.9), by = fmin(fmax(y + v, 0.1), 11.9);
        add_wall(r, (double)(float)x, (double)(float)y, (double)(float)bx, (double)(float)by);
        sketch_line(&s, 0, 0, x, y, bx, by);
    }
    add_wall(r, 0, 0, SIDE, 0);
    add_wall(r, SIDE, 0, SIDE, SIDE);
    add_wall(r, SIDE, SIDE, 0, SIDE);
    add_wall(r, 0, SIDE, 0, 0);
    s.layers[0].terrains = terrains;
    s.layers[0].terrain_count = 2;
    r->space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    def.space = r->space;
    def.cell = cell;
    def.shape = shape;
    def.cell_height = shape == WEND_GRID_RECTANGLES ? 0.7 * cell : 0.0;
    def.depth = 2;
    r->map = NULL;
    ck_assert_msg(wend_grid_build(&def, &r->map, &error) == WEND_OK, "%s", error.message);
    ck_assert(empty_view_init(&r->empty, NULL));
    empty_view_set_space(&r->empty, r->space, WEND_ALL_CLASSES);
    ck_assert(grid_ground_prepare(&r->empty.view, 0, grid_of(r->map), &r->ground));
    r->ground.radius = radius;
}

static void end_room(room *r) {
    empty_view_free(&r->empty);
    wend_map_release(r->map);
    wend_space_release(r->space);
}

/* Sets the weights of plain ground, mud and road. */
static void weigh(room *r, float plain, float muddy, float fast) {
    r->weights[0] = plain;
    r->weights[MUD] = muddy;
    r->weights[ROAD] = fast;
    bool equal = plain == muddy && plain == fast;
    r->ground.weights = equal ? NULL : r->weights;
    r->ground.least_weight = (double)fminf(plain, fminf(muddy, fast));
}

/* ---- Oracles --------------------------------------------------------------------------------- */

/* Returns the length of the part of a segment inside a rectangle (Liang and Barsky 1984). */
static double length_inside(const rectangle *r, wend_vec2 a, wend_vec2 b) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y, low = 0.0, high = 1.0;
    const double p[4] = {-x, x, -y, y};
    const double q[4] = {
        (double)a.x - (double)(float)r->low_x, (double)(float)r->high_x - (double)a.x,
        (double)a.y - (double)(float)r->low_y, (double)(float)r->high_y - (double)a.y};
    for (int i = 0; i < 4; i++) {
        if (p[i] == 0.0) {
            high = q[i] < 0.0 ? -1.0 : high;
        } else if (p[i] < 0.0) {
            low = fmax(low, q[i] / p[i]);
        } else {
            high = fmin(high, q[i] / p[i]);
        }
    }
    return high > low ? (high - low) * sqrt(x * x + y * y) : 0.0;
}

static double part_cost(double length, float weight) {
    return length > 1e-9 ? length * (double)weight : 0.0;
}

static double cost_of(const room *r, wend_vec2 a, wend_vec2 b) {
    double length = hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
    if (r->ground.weights == NULL) {
        return length * r->ground.least_weight;
    }
    double in_mud = length_inside(&mud, a, b), on_road = length_inside(&road, a, b);
    return part_cost(in_mud, r->weights[MUD]) + part_cost(on_road, r->weights[ROAD]) +
           part_cost(length - in_mud - on_road, r->weights[0]);
}

static double point_distance(double px, double py, const double *w) {
    double x = w[2] - w[0], y = w[3] - w[1], square = x * x + y * y;
    double t = square > 0.0 ? ((px - w[0]) * x + (py - w[1]) * y) / square : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(px - w[0] - t * x, py - w[1] - t * y);
}

static double side(double ax, double ay, double bx, double by, double px, double py) {
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax);
}

/* Returns the distance between two segments. */
static double distance_between(const double *u, const double *w) {
    double a = side(u[0], u[1], u[2], u[3], w[0], w[1]),
           b = side(u[0], u[1], u[2], u[3], w[2], w[3]);
    double c = side(w[0], w[1], w[2], w[3], u[0], u[1]),
           d = side(w[0], w[1], w[2], w[3], u[2], u[3]);
    if (a * b < 0.0 && c * d < 0.0) {
        return 0.0;
    }
    return fmin(fmin(point_distance(u[0], u[1], w), point_distance(u[2], u[3], w)),
                fmin(point_distance(w[0], w[1], u), point_distance(w[2], w[3], u)));
}

static double clearance_of(const room *r, wend_vec2 a, wend_vec2 b) {
    const double line[4] = {(double)a.x, (double)a.y, (double)b.x, (double)b.y};
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < r->wall_count; i++) {
        least = fmin(least, distance_between(line, r->walls[i]));
    }
    return least;
}

/* The graph of Dijkstra's algorithm: the centres in the room, then the start and the goal. */
typedef struct oracle {
    wend_vec2 points[MOST_SQUARES + 2];
    double g[MOST_SQUARES + 2];
    bool done[MOST_SQUARES + 2];
    double sides[MOST_SQUARES]; /* m */
    uint32_t count;             /* number of centres */
    uint32_t joins;             /* number of centres that the start is joined to */
} oracle;

/* Whether a move leads from one centre to another: 0 no, 1 to a neighbour, 2 beyond. */
static int relation(const oracle *o, uint32_t a, uint32_t b) {
    double x = fabs((double)o->points[a].x - (double)o->points[b].x);
    double y = fabs((double)o->points[a].y - (double)o->points[b].y);
    if (shape == WEND_GRID_HEXAGONS) {
        double cells = hypot(x, y) / o->sides[a];
        return cells < 1.01 ? 1 : cells < 1.75 ? 2 : 0;
    }
    y /= shape == WEND_GRID_RECTANGLES ? 0.7 : 1.0;
    double gap = fmax(x, y) - 0.5 * (o->sides[a] + o->sides[b]);
    bool straight = x < 1e-5 || y < 1e-5 || fabs(x - y) < 1e-5;
    return gap < 1e-5 ? 1 : gap < fmin(o->sides[a], o->sides[b]) + 1e-5 && !straight ? 2 : 0;
}

/* Returns how far a centre may be from a point that it joins. */
static double reach_at(const room *r, wend_vec2 at) {
    double side = r->cell;
    if (shape == WEND_GRID_QUADTREE) {
        uint32_t cell = wend_grid_locate(r->map, (wend_location){at, 0});
        side = (double)wend_grid_square_at(r->map, cell).side;
    }
    return TOLERANCE + (double)r->ground.radius + 1.5 * side;
}

static bool are_joined(const room *r, const oracle *o, uint32_t a, uint32_t b, uint32_t moves) {
    double length = hypot((double)o->points[b].x - (double)o->points[a].x,
                          (double)o->points[b].y - (double)o->points[a].y);
    bool centres = a < o->count && b < o->count;
    if (centres) {
        int kind = relation(o, a, b);
        if (kind == 0 || (kind == 2 && moves != 16)) {
            return false;
        }
    } else {
        /* The search starts at the end that comes first, so the other one has the reach. */
        bool both = a >= o->count && b >= o->count;
        bool later = o->points[a].x > o->points[b].x ||
                     (o->points[a].x == o->points[b].x && o->points[a].y > o->points[b].y);
        uint32_t end = both ? (later ? a : b) : a >= o->count ? a : b;
        if (length > reach_at(r, o->points[end])) {
            return false;
        }
    }
    return clearance_of(r, o->points[a], o->points[b]) >= (double)r->ground.radius;
}

/* Returns the cost of the cheapest path; INFINITY if there is none. O(squares^2). */
static double dijkstra(const room *r, oracle *o, wend_vec2 from, wend_vec2 to, uint32_t moves) {
    o->count = wend_grid_square_count(r->map);
    ck_assert_uint_le(o->count, MOST_SQUARES);
    for (uint32_t i = 0; i < o->count; i++) {
        wend_grid_square square = wend_grid_square_at(r->map, i);
        o->points[i] = square.centre.position;
        o->sides[i] = (double)square.side;
    }
    double largest = 4.0 * r->cell; /* of a quadtree */
    double limit = fmax(2.3 * largest, TOLERANCE + (double)r->ground.radius + 1.5 * largest);
    uint32_t start = o->count, goal = o->count + 1;
    o->points[start] = from;
    o->points[goal] = to;
    for (uint32_t i = 0; i <= goal; i++) {
        o->g[i] = i == start ? 0.0 : (double)INFINITY;
        o->done[i] = false;
    }
    o->joins = 0;
    for (;;) {
        uint32_t at = goal + 1;
        for (uint32_t i = 0; i <= goal; i++) {
            if (!o->done[i] && isfinite(o->g[i]) && (at > goal || o->g[i] < o->g[at])) {
                at = i;
            }
        }
        if (at > goal || at == goal) {
            return o->g[goal];
        }
        o->done[at] = true;
        for (uint32_t i = 0; i <= goal; i++) {
            bool near = fabs((double)o->points[i].x - (double)o->points[at].x) <= limit &&
                        fabs((double)o->points[i].y - (double)o->points[at].y) <= limit;
            if (near && !o->done[i] && i != at && are_joined(r, o, at, i, moves)) {
                o->joins += at == start && i != goal;
                double g = o->g[at] + cost_of(r, o->points[at], o->points[i]);
                o->g[i] = fmin(o->g[i], g);
            }
        }
    }
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* Samples a point with room for the disc. */
static wend_location sample(const room *r, dice *from) {
    for (;;) {
        wend_vec2 at = {(float)dice_between(from, 0.0, SIDE), (float)dice_between(from, 0.0, SIDE)};
        if (clearance_of(r, at, at) > (double)r->ground.radius + 1e-3) {
            return (wend_location){at, 0};
        }
    }
}

static double margin_of(const room *r) {
    return TOLERANCE + (double)r->ground.radius;
}

static search_outcome find(const room *r, wend_location from, wend_location to, grid_moves moves,
                           grid_path *out) {
    const wend_region region = {.shape = WEND_SHAPE_POINT, .a = to.position};
    grid_query query = {
        .from = from, .parts = &region, .part_count = 1, .moves = moves, .margin = margin_of(r)};
    bool standing;
    return grid_find_path(&r->ground, &query, &standing, out);
}

/* Checks the lines of a path: each has room for the disc, they end at `to`, and they cost as much
 * as the path says. */
static void check_path(const room *r, wend_location from, wend_location to, const grid_path *path,
                       const char *what) {
    wend_vec2 at = from.position;
    double cost = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        wend_vec2 next = path->points[i].position;
        double width = clearance_of(r, at, next);
        ck_assert_msg(width >= (double)r->ground.radius - 1e-5, "%s: %g m of room for %g m", what,
                      width, (double)r->ground.radius);
        cost += cost_of(r, at, next);
        at = next;
    }
    ck_assert(at.x == to.position.x && at.y == to.position.y);
    ck_assert_msg(fabs(cost - path->cost) <= 1e-6 * (1.0 + cost), "%s: costs %.9g, not %.9g", what,
                  cost, path->cost);
}

static void choose_weights(room *r, dice *from) {
    static const float weights[][3] = {{1, 1, 1},  {2, 2, 2},        {1, 3, 0.5F},
                                       {1, 20, 1}, {2, INFINITY, 1}, {5, 4, 0.2F}};
    const float *w = weights[dice_below(from, 6)];
    weigh(r, w[0], w[1], w[2]);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void compare_with_dijkstra(uint64_t seed, uint32_t *compared, uint32_t *blocked_count) {
    static oracle o;
    dice from = {seed * 77 + 1};
    room r;
    double cell = dice_between(&from, 0.41, 0.8);
    make_room(&r, &from, MOST_WALLS, cell, (float)dice_between(&from, 0.05, 0.4));
    choose_weights(&r, &from);
    wend_location a = sample(&r, &from), b = sample(&r, &from);
    for (grid_moves moves = GRID_MOVES_EIGHT; moves <= GRID_MOVES_SIXTEEN; moves++) {
        /* The lines of both ends count in both directions, so the oracle may start at either. */
        double expected =
            dijkstra(&r, &o, a.position, b.position, moves == GRID_MOVES_EIGHT ? 8 : 16);
        uint32_t joins = o.joins;
        dijkstra(&r, &o, b.position, a.position, 8);
        if (joins == 0 || o.joins == 0) {
            continue; /* the search looks farther for squares, which the oracle does not */
        }
        grid_path path;
        search_outcome outcome = find(&r, a, b, moves, &path);
        ck_assert_msg((outcome == SEARCH_FOUND) == (bool)isfinite(expected),
                      "seed %llu: outcome %d, expected %g", (unsigned long long)seed, (int)outcome,
                      expected);
        *blocked_count += outcome != SEARCH_FOUND;
        if (outcome == SEARCH_FOUND) {
            ck_assert_msg(fabs(path.cost - expected) <= 1e-6 * (1.0 + expected),
                          "seed %llu: %.12g m, the cheapest path has %.12g m",
                          (unsigned long long)seed, path.cost, expected);
            check_path(&r, a, b, &path, "moves");
            ++*compared;
        }
    }
    end_room(&r);
}

START_TEST(eight_and_sixteen_moves_match_dijkstra) {
    uint32_t compared = 0, blocked_count = 0;
    for (uint64_t seed = 0; seed < trials(80); seed++) {
        shape = (wend_grid_shape)(seed % SHAPES);
        compare_with_dijkstra(seed, &compared, &blocked_count);
    }
    ck_assert_uint_gt(compared, trials_bound(60));
    ck_assert_uint_ge(blocked_count, trials_bound(5));
}
END_TEST

START_TEST(any_angle_is_never_worse_than_sixteen_and_no_route_meets_a_wall) {
    uint32_t found = 0;
    double any = 0.0, sixteen = 0.0, eight = 0.0;
    for (uint64_t seed = 0; seed < trials(250); seed++) {
        dice from = {seed * 131 + 5};
        room r;
        shape = (wend_grid_shape)(seed % SHAPES);
        make_room(&r, &from, MOST_WALLS, dice_between(&from, 0.2, 0.9),
                  (float)dice_between(&from, 0.02, 0.4));
        for (int i = 0; i < 6; i++) {
            choose_weights(&r, &from);
            wend_location a = sample(&r, &from), b = sample(&r, &from);
            double costs[3] = {0.0, 0.0, 0.0};
            grid_path path;
            uint32_t routes = 0;
            for (grid_moves moves = GRID_MOVES_ANY_ANGLE; moves <= GRID_MOVES_SIXTEEN; moves++) {
                if (find(&r, a, b, moves, &path) == SEARCH_FOUND) {
                    check_path(&r, a, b, &path, "any");
                    costs[moves] = path.cost;
                    routes++;
                }
            }
            if (routes == 3) {
                ck_assert_msg(costs[GRID_MOVES_ANY_ANGLE] <=
                                  costs[GRID_MOVES_SIXTEEN] + 1e-9 * (1.0 + costs[0]),
                              "seed %llu: %.9g, sixteen %.9g", (unsigned long long)seed, costs[0],
                              costs[2]);
                ck_assert_double_le(costs[GRID_MOVES_SIXTEEN],
                                    costs[GRID_MOVES_EIGHT] + 1e-6 * (1.0 + costs[1]));
                any += costs[0];
                sixteen += costs[2];
                eight += costs[1];
                found += routes;
            }
        }
        end_room(&r);
    }
    ck_assert_uint_gt(found, trials_bound(2000));
    /* Straight lines save several percent on the average, so the search is not just `sixteen`. */
    ck_assert_double_lt(any, 0.99 * sixteen);
    ck_assert_double_lt(sixteen, eight);
}
END_TEST

START_TEST(routes_cost_the_same_in_both_directions) {
    uint32_t compared = 0;
    for (uint64_t seed = 0; seed < trials(80); seed++) {
        dice from = {seed * 17 + 3};
        room r;
        shape = (wend_grid_shape)(seed % SHAPES);
        make_room(&r, &from, MOST_WALLS, dice_between(&from, 0.3, 0.8),
                  (float)dice_between(&from, 0.05, 0.4));
        for (int i = 0; i < 6; i++) {
            choose_weights(&r, &from);
            wend_location a = sample(&r, &from), b = sample(&r, &from);
            for (grid_moves moves = GRID_MOVES_ANY_ANGLE; moves <= GRID_MOVES_SIXTEEN; moves++) {
                grid_path path;
                search_outcome there = find(&r, a, b, moves, &path);
                double cost = path.cost;
                search_outcome back = find(&r, b, a, moves, &path);
                ck_assert_int_eq(there, back);
                ck_assert_double_eq(cost, path.cost);
                compared += there == SEARCH_FOUND;
            }
        }
        end_room(&r);
    }
    ck_assert_uint_gt(compared, trials_bound(300));
}
END_TEST

START_TEST(forbidden_ground_is_never_entered) {
    uint32_t found = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        dice from = {seed * 91 + 7};
        room r;
        shape = (wend_grid_shape)(seed % SHAPES);
        make_room(&r, &from, MOST_WALLS, dice_between(&from, 0.3, 0.8), 0.1F);
        weigh(&r, 1, INFINITY, 1);
        wend_location a = sample(&r, &from), b = sample(&r, &from);
        for (grid_moves moves = GRID_MOVES_ANY_ANGLE; moves <= GRID_MOVES_SIXTEEN; moves++) {
            grid_path path;
            if (find(&r, a, b, moves, &path) != SEARCH_FOUND) {
                continue;
            }
            wend_vec2 at = a.position;
            for (uint32_t i = 0; i < path.count; i++) {
                ck_assert_double_le(length_inside(&mud, at, path.points[i].position), 1e-6);
                at = path.points[i].position;
            }
            found++;
        }
        end_room(&r);
    }
    ck_assert_uint_gt(found, trials_bound(40));
}
END_TEST

/* With a limit of a few nodes the greedy search takes over: it finds a path if there is one. */
START_TEST(greedy_search_takes_over_at_the_node_limit) {
    uint32_t unproven = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        dice from = {seed * 53 + 11};
        room r;
        shape = (wend_grid_shape)(seed % SHAPES);
        make_room(&r, &from, MOST_WALLS, 0.5, 0.2F);
        wend_location a = sample(&r, &from), b = sample(&r, &from);
        grid_path path;
        const wend_region region = {.shape = WEND_SHAPE_POINT, .a = b.position};
        grid_query query = {.from = a,
                            .parts = &region,
                            .part_count = 1,
                            .moves = GRID_MOVES_SIXTEEN,
                            .margin = margin_of(&r)};
        search_outcome proven = grid_search(&r.ground, &query, &path);
        double cost = path.cost;
        query.node_limit = 20;
        ck_assert_int_eq(grid_search(&r.ground, &query, &path), proven);
        if (proven == SEARCH_FOUND && path.unproven) {
            ck_assert_double_ge(path.cost, cost - 1e-9);
            check_path(&r, a, b, &path, "greedy");
            unproven++;
        }
        end_room(&r);
    }
    ck_assert_uint_gt(unproven, trials_bound(20));
}
END_TEST

/* ---- Goals ----------------------------------------------------------------------------------- */

START_TEST(regions_and_parts_are_reached_at_the_nearest_point) {
    room r;
    dice none = {1};
    make_room(&r, &none, 0, 0.5, 0.2F);
    const wend_region parts[2] = {
        {.shape = WEND_SHAPE_DISC, .a = {10.0F, 2.0F}, .b = {1.0F, 0.0F}},
        {.shape = WEND_SHAPE_SEGMENT, .a = {0.0F, 11.0F}, .b = {0.0F, 9.0F}}};
    grid_query query = {
        .from = {{1.0F, 2.0F}, 0}, .parts = parts, .part_count = 2, .margin = margin_of(&r)};
    grid_path path;
    ck_assert_int_eq(grid_search(&r.ground, &query, &path), SEARCH_FOUND);
    /* The segment lies on the wall, 7 m above and 1 m to the left. */
    ck_assert_float_eq(path.points[path.count - 1].position.x, 0.0F);
    ck_assert_double_ge(path.cost, sqrt(50.0) - 1e-6);
    ck_assert_double_le(path.cost, 1.03 * sqrt(50.0));
    query.from.position.x = 3.0F;
    ck_assert_int_eq(grid_search(&r.ground, &query, &path), SEARCH_FOUND);
    ck_assert_double_eq_tol(path.cost, 6.0, 1e-5);
    end_room(&r);
}
END_TEST

/* The start and the goal are in cells of 8 m, off their centres, on both sides of a wall. */
START_TEST(large_cells_join_starts_and_goals) {
    static sketch s;
    room r = {.cell = 0.5};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 96, 64);
    sketch_line(&s, 0, 0, 48, 0, 48, 50);
    r.space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    def.space = r.space;
    def.shape = WEND_GRID_QUADTREE;
    ck_assert_int_eq(wend_grid_build(&def, &r.map, &error), WEND_OK);
    ck_assert(empty_view_init(&r.empty, NULL));
    empty_view_set_space(&r.empty, r.space, WEND_ALL_CLASSES);
    ck_assert(grid_ground_prepare(&r.empty.view, 0, grid_of(r.map), &r.ground));
    r.ground.radius = 0.25F;
    const wend_location from = {{23.5F, 23.5F}, 0}, to = {{72.5F, 23.5F}, 0};
    ck_assert_double_eq(grid_side(grid_of(r.map), grid_locate(grid_of(r.map), from)), 8.0);
    ck_assert_double_eq(grid_side(grid_of(r.map), grid_locate(grid_of(r.map), to)), 8.0);
    double shortest = 2.0 * hypot(24.5, 26.5);
    for (grid_moves moves = GRID_MOVES_ANY_ANGLE; moves <= GRID_MOVES_SIXTEEN; moves++) {
        grid_path path;
        ck_assert_int_eq(find(&r, from, to, moves, &path), SEARCH_FOUND);
        ck_assert_double_ge(path.cost, shortest);
        ck_assert_double_le(path.cost, 1.15 * shortest);
    }
    end_room(&r);
}
END_TEST

START_TEST(unreachable_goals_give_partial_paths) {
    static sketch s;
    room r = {.cell = 0.5};
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, SIDE, SIDE);
    sketch_line(&s, 0, 0, 6.01, 0, 6.01, SIDE);
    r.space = sketch_space(&s);
    wend_grid_def def = wend_default_grid_def();
    def.space = r.space;
    ck_assert_int_eq(wend_grid_build(&def, &r.map, &error), WEND_OK);
    ck_assert(empty_view_init(&r.empty, NULL));
    empty_view_set_space(&r.empty, r.space, WEND_ALL_CLASSES);
    ck_assert(grid_ground_prepare(&r.empty.view, 0, grid_of(r.map), &r.ground));
    r.ground.radius = 0.25F;
    const wend_region goal = {.shape = WEND_SHAPE_POINT, .a = {10.0F, 6.2F}};
    grid_query query = {.from = {{1.0F, 2.0F}, 0},
                        .parts = &goal,
                        .part_count = 1,
                        .margin = margin_of(&r),
                        .may_be_partial = true};
    grid_path path;
    bool standing;
    ck_assert_int_eq(grid_find_path(&r.ground, &query, &standing, &path), SEARCH_FOUND);
    ck_assert(path.partial);
    ck_assert_float_eq(path.points[path.count - 1].position.x, 5.75F);
    ck_assert_float_eq(path.points[path.count - 1].position.y, 6.25F);
    query.may_be_partial = false;
    ck_assert_int_eq(grid_find_path(&r.ground, &query, &standing, &path), SEARCH_NONE);
    end_room(&r);
}
END_TEST

int main(void) {
    SUITE("plan/grid", eight_and_sixteen_moves_match_dijkstra,
          any_angle_is_never_worse_than_sixteen_and_no_route_meets_a_wall,
          routes_cost_the_same_in_both_directions, forbidden_ground_is_never_entered,
          greedy_search_takes_over_at_the_node_limit,
          regions_and_parts_are_reached_at_the_nearest_point, large_cells_join_starts_and_goals,
          unreachable_goals_give_partial_paths);
}
