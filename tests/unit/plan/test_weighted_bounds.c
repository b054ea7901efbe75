/* needs: kit */
/* Upper bounds on the cost of weighted routes in small random worlds, with slender triangles, thin
 * strips and needles: a route must cost at most 1 + eps times each route of the planners `grid` and
 * `dual`, the straight line, and the route with eps = 0.001. Costs are measured from the points of
 * routes and the polygons of the space, without maps. */
/* cost: 20 */
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static const double EPS = 0.01;
static const double RADIUS = 0.25;   /* of the agents of worlds_profile_def */
static const double ROUNDING = 1e-3; /* m: of points in single precision, times weights */

enum {
    TYPES = 6, /* type 0 is the ground without terrain */
    MOST_SHAPES = 64,
    MOST_CORNERS = 8,
    QUERIES = 8,
    PLANNERS = 4,
    MOST_BREAKS = MOST_SHAPES * MOST_CORNERS
};

static const char *const names[TYPES] = {"", "mud", "lawn", "road", "ice", "sand"};
static wend_error error;

typedef struct shape {
    wend_point points[MOST_CORNERS];
    uint32_t count;
} shape;

typedef struct small_world {
    double side;
    shape solids[MOST_SHAPES], regions[MOST_SHAPES];
    uint32_t types[MOST_SHAPES]; /* of the regions */
    uint32_t solid_count, region_count;
    double weights[TYPES];
} small_world;

/* ---- Random worlds --------------------------------------------------------------------------- */

/* Returns a coordinate in whole millimetres. */
static double millimetres(double value) {
    return floor(value * 1000.0 + 0.5) / 1000.0;
}

/* Writes a convex polygon with corners on a circle; if they are close together, it is a needle. */
static void write_polygon(dice *random, wend_point centre, double radius, shape *out) {
    double angles[MOST_CORNERS];
    out->count = 3 + dice_below(random, MOST_CORNERS - 2);
    for (uint32_t i = 0; i < out->count; i++) {
        double angle = dice_between(random, 0.0, 2.0 * WEND_PI);
        uint32_t at = i;
        for (; at > 0 && angles[at - 1] > angle; at--) {
            angles[at] = angles[at - 1];
        }
        angles[at] = angle;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        out->points[i] = (wend_point){millimetres(centre.x + radius * cos(angles[i])),
                                      millimetres(centre.y + radius * sin(angles[i]))};
    }
}

/* Returns twice the area of a polygon; 0 if two successive points are equal. */
static double area(const shape *of) {
    double sum = 0.0;
    for (uint32_t i = 0; i < of->count; i++) {
        wend_point a = of->points[i], b = of->points[(i + 1) % of->count];
        if (a.x == b.x && a.y == b.y) {
            return 0.0;
        }
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

/* Makes a polygon around a random point of a box. */
static void make_polygon(dice *random, wend_point low, double extent, double largest, shape *out) {
    do {
        wend_point centre = {low.x + dice_between(random, 0.0, extent),
                             low.y + dice_between(random, 0.0, extent)};
        write_polygon(random, centre, dice_between(random, 0.3, largest), out);
    } while (area(out) < 0.02);
}

static void make_box(double x, double y, double width, double height, shape *out) {
    const wend_point corners[4] = {
        {x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    out->count = 4;
    for (uint32_t i = 0; i < 4; i++) {
        out->points[i] = (wend_point){millimetres(corners[i].x), millimetres(corners[i].y)};
    }
}

/* Needles: almost vertical triangles of 1 to 10 cm width. */
static void make_needle(dice *random, double side, shape *out) {
    double x = dice_between(random, 0.0, side), width = dice_between(random, 0.01, 0.1);
    out->count = 3;
    out->points[0] = (wend_point){millimetres(x), 0.0};
    out->points[1] =
        (wend_point){millimetres(x + width), millimetres(dice_between(random, 0.3, 1.1) * side)};
    out->points[2] = (wend_point){millimetres(x - dice_between(random, 0.0, width)),
                                  millimetres(dice_between(random, 0.3, 0.9) * side)};
}

static void add_region(small_world *w, dice *random, const shape *of) {
    w->regions[w->region_count] = *of;
    w->types[w->region_count++] = 1 + dice_below(random, TYPES - 1);
}

static void add_regions(small_world *w, dice *random) {
    static const uint32_t counts[3] = {1, 5, 15}, cells[3] = {3, 5, 7};
    uint32_t kind = dice_below(random, 4), count = counts[dice_below(random, 3)];
    uint32_t n = cells[dice_below(random, 3)];
    shape made;
    if (kind == 0) { /* a checkerboard */
        for (uint32_t i = 0; i < n * n; i++) {
            double cell = w->side / n;
            make_box(cell * (i % n), cell * (i / n), cell, cell, &made);
            add_region(w, random, &made);
        }
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (kind == 1) {
            make_polygon(random, (wend_point){0.0, 0.0}, w->side, w->side / 4.0, &made);
        } else if (kind == 2) {
            make_needle(random, w->side, &made);
        } else {
            static const double widths[3] = {0.01, 0.1, 0.5};
            make_box(w->side * (i + 0.5) / count, 0.0, widths[dice_below(random, 3)],
                     w->side * dice_between(random, 0.5, 1.1), &made);
        }
        add_region(w, random, &made);
    }
}

static void make_small_world(uint64_t seed, small_world *w) {
    static const double sides[3] = {15.0, 30.0, 60.0}, ratios[4] = {2.0, 10.0, 80.0, 1000.0};
    static const uint32_t solid_counts[4] = {0, 3, 8, 16};
    dice random = {seed};
    w->side = sides[dice_below(&random, 3)];
    w->solid_count = solid_counts[dice_below(&random, 4)];
    w->region_count = 0;
    for (uint32_t i = 0; i < w->solid_count; i++) { /* one in each field of four by four */
        double field = w->side / 4.0, largest = 0.35 * field, margin = largest + 0.01;
        wend_point low = {field * (i % 4) + margin, field * (i / 4) + margin};
        make_polygon(&random, low, field - 2.0 * margin, largest, &w->solids[i]);
    }
    add_regions(w, &random);
    double ratio = ratios[dice_below(&random, 4)];
    for (uint32_t i = 0; i < TYPES; i++) {
        w->weights[i] = dice_below(&random, 2) == 0 ? 1.0 : pow(ratio, dice_between(&random, 0, 1));
    }
    w->weights[w->types[0]] = ratio; /* equal weights are tested elsewhere */
    w->weights[0] = 1.0;
}

static wend_space *make_space(const small_world *w) {
    wend_solid_def solids[MOST_SHAPES] = {0};
    wend_terrain_def regions[MOST_SHAPES] = {0};
    shape outer;
    make_box(0.0, 0.0, w->side, w->side, &outer);
    const wend_ring boundary = {outer.points, outer.count};
    for (uint32_t i = 0; i < w->solid_count; i++) {
        solids[i].ring = (wend_ring){w->solids[i].points, w->solids[i].count};
    }
    for (uint32_t i = 0; i < w->region_count; i++) {
        regions[i].ring = (wend_ring){w->regions[i].points, w->regions[i].count};
        regions[i].type = w->types[i];
    }
    const wend_layer_def layer = {.boundaries = &boundary,
                                  .boundary_count = 1,
                                  .solids = solids,
                                  .solid_count = w->solid_count,
                                  .terrains = regions,
                                  .terrain_count = w->region_count};
    wend_space_def def = wend_default_space_def();
    def.layers = &layer;
    def.layer_count = 1;
    def.terrain_names = names;
    def.terrain_name_count = TYPES;
    return maps_space(&def);
}

/* ---- Costs ----------------------------------------------------------------------------------- */

static double cross(wend_point a, wend_point b, wend_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool contains(const shape *of, wend_point p) {
    bool inside = false;
    for (uint32_t i = 0; i < of->count; i++) {
        wend_point a = of->points[i], b = of->points[(i + 1) % of->count];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) {
            inside = !inside;
        }
    }
    return inside;
}

static double weight_at(const small_world *w, double x, double y) {
    for (uint32_t i = w->region_count; i-- > 0;) {
        if (contains(&w->regions[i], (wend_point){x, y})) {
            return w->weights[w->types[i]];
        }
    }
    return w->weights[0];
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the cost (m) of a line: between two borders of regions it has one weight, or the lower of
 * those beside it if it follows a border. */
static double line_cost(const small_world *w, wend_point a, wend_point b) {
    static const double BESIDE = 1e-4; /* m */
    double breaks[MOST_BREAKS + 2] = {0.0, 1.0}, cost = 0.0;
    double x = b.x - a.x, y = b.y - a.y, length = hypot(x, y);
    uint32_t count = 2;
    for (uint32_t i = 0; i < w->region_count; i++) {
        const shape *of = &w->regions[i];
        for (uint32_t k = 0; k < of->count; k++) {
            wend_point p = of->points[k], q = of->points[(k + 1) % of->count];
            double side_p = cross(a, b, p), side_q = cross(a, b, q);
            double side_a = cross(p, q, a), side_b = cross(p, q, b);
            if ((side_p > 0.0) != (side_q > 0.0) && (side_a > 0.0) != (side_b > 0.0)) {
                breaks[count++] = side_a / (side_a - side_b);
            }
        }
    }
    qsort(breaks, count, sizeof *breaks, compare);
    for (uint32_t i = 0; i + 1 < count && length > 0.0; i++) {
        double middle = 0.5 * (breaks[i] + breaks[i + 1]), least = (double)INFINITY;
        for (int side = -1; side <= 1; side++) {
            double off = side * BESIDE / length;
            least =
                fmin(least, weight_at(w, a.x + middle * x - off * y, a.y + middle * y + off * x));
        }
        cost += least * (breaks[i + 1] - breaks[i]) * length;
    }
    return cost;
}

/* Routes do not contain their ends. */
static double route_cost(const small_world *w, wend_space *space, wend_point from, wend_point goal,
                         const wend_route *route) {
    double cost = 0.0;
    for (uint32_t i = 0; i < route->point_count; i++) {
        wend_point to = wend_space_from_local(space, route->points[i].position);
        cost += line_cost(w, from, to);
        from = to;
    }
    return cost + line_cost(w, from, goal);
}

static double point_line_distance(wend_point p, wend_point a, wend_point b) {
    double x = b.x - a.x, y = b.y - a.y, squared = x * x + y * y;
    double t = squared > 0.0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / squared : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(a.x + t * x - p.x, a.y + t * y - p.y);
}

/* Returns the least distance of a line from solids and walls; 0 if they touch. */
static double clearance(const small_world *w, wend_point a, wend_point b) {
    double least =
        fmin(fmin(fmin(a.x, a.y), fmin(b.x, b.y)), w->side - fmax(fmax(a.x, a.y), fmax(b.x, b.y)));
    for (uint32_t i = 0; i < w->solid_count; i++) {
        const shape *of = &w->solids[i];
        if (contains(of, a)) {
            return 0.0;
        }
        for (uint32_t k = 0; k < of->count; k++) {
            wend_point p = of->points[k], q = of->points[(k + 1) % of->count];
            if (cross(a, b, p) * cross(a, b, q) <= 0.0 && cross(p, q, a) * cross(p, q, b) <= 0.0) {
                return 0.0;
            }
            least = fmin(least, fmin(point_line_distance(p, a, b), point_line_distance(a, p, q)));
            least = fmin(least, point_line_distance(b, p, q));
        }
    }
    return least;
}

/* ---- The bounds ------------------------------------------------------------------------------ */

static void add_maps(wend_world *world, wend_space *space) {
    wend_navmesh_def def = wend_default_navmesh_def();
    wend_grid_def grid = wend_default_grid_def();
    wend_map *map = NULL;
    def.space = grid.space = space;
    def.radii = &RADIUS;
    def.radius_count = 1;
    def.with_terrain = true;
    ck_assert_msg(wend_grid_build(&grid, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "squares", map, NULL, &error), WEND_OK);
    wend_map_release(map);
    map = maps_navmesh(&def);
    ck_assert_int_eq(wend_world_add_map(world, "ground", map, NULL, &error), WEND_OK);
    wend_map_release(map);
}

static void add_profiles(const small_world *w, wend_world *world) {
    static const char *const planners[PLANNERS] = {"weighted", "weighted", "grid", "dual"};
    static const wend_setting fine = {"eps", {.number = {.a = 0.001}}};
    wend_terrain_rule rules[TYPES];
    for (uint32_t i = 0; i < TYPES; i++) {
        rules[i] = wend_default_terrain_rule();
        rules[i].type = i;
        rules[i].weight = wend_constant(w->weights[i]);
    }
    for (uint32_t i = 0; i < PLANNERS; i++) {
        wend_profile_def profile = worlds_profile_def();
        profile.plan.name = planners[i];
        profile.plan.settings = &fine;
        profile.plan.setting_count = i == 1 ? 1 : 0;
        profile.terrain_rules = rules;
        profile.terrain_rule_count = TYPES;
        worlds_add_profile(world, &profile);
    }
}

typedef struct query {
    wend_point from, to;
    wend_agent agents[PLANNERS];
} query;

static wend_point sample_point(const small_world *w, dice *random) {
    wend_point at;
    do {
        at = (wend_point){millimetres(dice_between(random, 0.5, w->side - 0.5)),
                          millimetres(dice_between(random, 0.5, w->side - 0.5))};
    } while (clearance(w, at, at) < RADIUS + 0.02);
    return at;
}

/* Adds an agent for each planner. */
static void add_query(const small_world *w, wend_world *world, dice *random, query *q) {
    q->from = sample_point(w, random);
    q->to = sample_point(w, random);
    wend_goal goal = worlds_point(world, q->to.x, q->to.y);
    for (uint32_t i = 0; i < PLANNERS; i++) {
        wend_agent_def def = wend_default_agent_def();
        def.position = q->from;
        def.goal = goal;
        def.profile = worlds_nth_profile(i);
        q->agents[i] = worlds_add(world, &def);
    }
}

/* Compares the routes of a query. Returns the number of bounds. */
static uint32_t check_query(const small_world *w, wend_world *world, wend_space *space,
                            const query *q, uint64_t seed) {
    const wend_route *route = worlds_route(world, q->agents[0]);
    if (route == NULL || route->status != WEND_ROUTE_STATUS_FOUND) {
        return 0;
    }
    double claimed = (double)route->cost, cost = route_cost(w, space, q->from, q->to, route);
    double bounds[PLANNERS];
    uint32_t count = 0;
    bounds[0] = clearance(w, q->from, q->to) > 1.04 * RADIUS ? line_cost(w, q->from, q->to)
                                                             : (double)INFINITY;
    for (uint32_t i = 1; i < PLANNERS; i++) {
        const wend_route *other = worlds_route(world, q->agents[i]);
        bool found = other != NULL && other->status == WEND_ROUTE_STATUS_FOUND;
        bounds[i] = found ? route_cost(w, space, q->from, q->to, other) : (double)INFINITY;
    }
    for (uint32_t i = 0; i < PLANNERS; i++) {
        ck_assert_msg(cost <= (1.0 + EPS) * bounds[i] + ROUNDING,
                      "seed %u: (%.3f, %.3f) to (%.3f, %.3f) costs %.4f, bound %u is %.4f",
                      (unsigned)seed, q->from.x, q->from.y, q->to.x, q->to.y, cost, i, bounds[i]);
        count += bounds[i] < (double)INFINITY;
    }
    ck_assert_msg(cost <= (1.0 + 1e-3) * claimed + ROUNDING,
                  "seed %u: (%.3f, %.3f) to (%.3f, %.3f) costs %.4f, not %.4f", (unsigned)seed,
                  q->from.x, q->from.y, q->to.x, q->to.y, cost, claimed);
    return count;
}

static uint32_t check_world(uint64_t seed) {
    small_world w;
    query queries[QUERIES];
    uint32_t count = 0;
    make_small_world(seed, &w);
    dice random = {seed + 1000000};
    wend_space *space = make_space(&w);
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    add_maps(world, space);
    add_profiles(&w, world);
    for (uint32_t i = 0; i < QUERIES; i++) {
        add_query(&w, world, &random, &queries[i]);
    }
    worlds_step(world, 1);
    for (uint32_t i = 0; i < QUERIES; i++) {
        count += check_query(&w, world, space, &queries[i], seed);
    }
    wend_world_destroy(world);
    wend_space_release(space);
    return count;
}

START_TEST(routes_cost_at_most_eps_more_than_cheap_upper_bounds) {
    uint32_t count = 0;
    for (uint64_t seed = 1; seed <= trials(150); seed++) {
        count += check_world(seed);
    }
    ck_assert_uint_ge(count, trials_bound(3600)); /* of 1,200 queries with up to 4 bounds */
}
END_TEST

int main(void) {
    SUITE("plan/weighted_bounds", routes_cost_at_most_eps_more_than_cheap_upper_bounds);
}
