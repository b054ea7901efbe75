/* needs: kit */
/* Paths over roadmaps, against Dijkstra's algorithm with links found by brute force, against the
 * exact shortest paths of a navigation mesh, and their portals against visibility checks. */
#include "plan/roadmap/roads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "step/empty_view.h"
#include "support/sampled_roadmap.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { SAMPLES = 300, NEIGHBOURS = 8, QUERIES = 40 };

static const float RADIUS = 0.3F;

/* A room with a roadmap, and a view for searches. */
typedef struct setting {
    wend_space *space;
    wend_map *map;
    empty_view empty;
    roadmap_ground ground;
} setting;

static void begin(setting *s, uint64_t seed) {
    s->space = sampled_room(seed);
    s->map = sampled_roadmap(
        &(sampled_def){s->space, {0, 0}, {20, 20}, SAMPLES, NEIGHBOURS, 0.2F, seed});
    ck_assert(empty_view_init(&s->empty, NULL));
    empty_view_set_space(&s->empty, s->space, 1);
    s->ground =
        (roadmap_ground){.view = &s->empty.view, .map = roadmap_of(s->map), .needed = RADIUS};
    ck_assert(roadmap_find_blockers(&s->ground));
}

static void end(setting *s) {
    empty_view_free(&s->empty);
    wend_map_release(s->map);
    wend_space_release(s->space);
}

static roads_query query_between(wend_location from, const wend_region *to) {
    return (roads_query){.from = from, .parts = to, .part_count = 1, .nearest = 12};
}

static double length_of(wend_location from, const roads_path *path) {
    double length = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        length += wide_distance(from.position, path->points[i].at.position);
        from = path->points[i].at;
    }
    return length;
}

/* ---- Dijkstra's algorithm -------------------------------------------------------------------- */

static bool is_wide(const roadmap *map, uint32_t vertex) {
    for (uint32_t i = 0; i < map->vertices[vertex].count; i++) {
        if (map->edges[map->ends[map->vertices[vertex].first + i] / 2].clearance > RADIUS) {
            return true;
        }
    }
    return false;
}

/* Sets the length of the link from a location to each vertex; INFINITY if there is none. Returns
 * the distance of the last vertex that was tried. */
static double link_all(const setting *s, wend_location at, const roads_query *q, double *links) {
    const roadmap *map = roadmap_of(s->map);
    bool tried[SAMPLES] = {false};
    double last = 0.0;
    uint32_t linked = 0;
    for (uint32_t i = 0; i < map->vertex_count; i++) {
        links[i] = INFINITY;
    }
    for (uint32_t k = 0; k < q->nearest && (linked == 0 || q->linking == ROADS_LINK_ALL); k++) {
        uint32_t best = ROADMAP_NONE;
        for (uint32_t i = 0; i < map->vertex_count; i++) {
            bool nearer = best == ROADMAP_NONE ||
                          wide_distance(at.position, map->vertices[i].position) <
                              wide_distance(at.position, map->vertices[best].position);
            best = !tried[i] && is_wide(map, i) && nearer ? i : best;
        }
        if (best == ROADMAP_NONE) {
            break;
        }
        wend_location node = {map->vertices[best].position, 0};
        tried[best] = true;
        last = wide_distance(at.position, node.position);
        if (wend_space_is_visible(s->space, at, node, RADIUS, 1)) {
            links[best] = last;
            linked++;
        }
    }
    return last;
}

static double shortest_length(const setting *s, const roads_query *q, wend_location to) {
    const roadmap *map = roadmap_of(s->map);
    static double g[SAMPLES], ends[SAMPLES];
    bool done[SAMPLES] = {false};
    double best = INFINITY;
    double last = link_all(s, q->from, q, g);
    link_all(s, to, q, ends);
    double direct = wide_distance(q->from.position, to.position);
    if (direct <= last && wend_space_is_visible(s->space, q->from, to, RADIUS, 1)) {
        best = direct;
    }
    for (;;) {
        uint32_t at = ROADMAP_NONE;
        for (uint32_t i = 0; i < map->vertex_count; i++) {
            at = !done[i] && isfinite(g[i]) && (at == ROADMAP_NONE || g[i] < g[at]) ? i : at;
        }
        if (at == ROADMAP_NONE) {
            return best;
        }
        done[at] = true;
        best = fmin(best, g[at] + ends[at]);
        for (uint32_t i = 0; i < map->edge_count; i++) {
            const roadmap_edge *e = &map->edges[i];
            if (e->clearance > RADIUS && (e->from == at || e->to == at)) {
                uint32_t other = e->from == at ? e->to : e->from;
                g[other] = fmin(g[other], g[at] + (double)e->length);
            }
        }
    }
}

/* Finds a path, and checks that a disc can follow it. */
static double find_checked(const setting *s, const roads_query *q, roads_path *path) {
    search_outcome outcome = roads_find_path(&s->ground, q, path);
    ck_assert(outcome == SEARCH_FOUND || outcome == SEARCH_NONE);
    if (outcome == SEARCH_NONE) {
        return INFINITY;
    }
    wend_location from = q->from;
    roads_measure(&s->ground, from, path);
    for (uint32_t i = 0; i < path->count; i++) {
        wend_location to = path->points[i].at;
        ck_assert(wend_space_is_visible(s->space, from, to, 0.999F * RADIUS, 1));
        ck_assert(wend_space_is_visible(s->space, from, to, 0.999F * path->points[i].width, 1));
        ck_assert_float_ge(path->points[i].width, 0.95F * RADIUS);
        from = to;
    }
    ck_assert(vec_equal(from.position, q->parts[0].a));
    return length_of(q->from, path);
}

START_TEST(matches_dijkstra_with_links_by_brute_force) {
    uint32_t found = 0, none = 0, shorter = 0;
    for (uint64_t seed = 1; seed <= trials(8); seed++) {
        static setting s;
        begin(&s, seed);
        for (uint64_t i = 0; i < QUERIES; i++) {
            wend_location from = sampled_location(s.space, seed, 1000 + i, RADIUS);
            wend_location to = sampled_location(s.space, seed, 2000 + i, RADIUS);
            const wend_region goal = {.shape = WEND_SHAPE_POINT, .a = to.position};
            roads_query q = query_between(from, &goal);
            q.linking = i % 2 ? ROADS_LINK_ALL : ROADS_LINK_FIRST;
            q.nearest = i % 3 ? 12 : 2;
            roads_path path;
            double expected = shortest_length(&s, &q, to);
            bool is_found = roads_search(&s.ground, &q, &path) == SEARCH_FOUND;
            double length = is_found ? length_of(from, &path) : INFINITY;
            ck_assert_msg(expected == length || fabs(expected - length) < 1e-4,
                          "seed %llu, query %llu: %g instead of %g", (unsigned long long)seed,
                          (unsigned long long)i, length, expected);
            double cut = find_checked(&s, &q, &path); /* without detours to nodes behind the ends */
            ck_assert(isfinite(cut) == isfinite(length) && (!is_found || cut <= length + 1e-6));
            shorter += is_found && cut < length - 0.01 ? 1 : 0;
            found += isfinite(length) ? 1 : 0;
            none += isfinite(length) ? 0 : 1;
        }
        end(&s);
    }
    ck_assert_uint_ge(found, trials_bound(8 * QUERIES / 2));
    ck_assert_uint_ge(shorter, trials_bound(50));
    printf("%u paths found, %u not; %u with an end that is cut\n", found, none, shorter);
}
END_TEST

/* ---- Exact shortest paths -------------------------------------------------------------------- */

static int compare_numbers(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The arcs around corners of a navigation mesh are polygons outside the exact arcs, and up to a
 * thousandth longer. */
static const double ARCS = 1.001;

START_TEST(never_shorter_than_the_shortest_path_and_nearly_as_short_when_shortened) {
    enum { MOST = 4096 };
    static double plain[MOST], shortened[MOST];
    uint32_t count = 0;
    for (uint64_t seed = 1; seed <= trials(12) && count + QUERIES < MOST; seed++) {
        static setting s;
        begin(&s, seed);
        double radius = (double)RADIUS;
        wend_navmesh_def def = wend_default_navmesh_def();
        wend_map *mesh = NULL;
        def.space = s.space;
        def.radii = &radius;
        def.radius_count = 1;
        ck_assert_int_eq(wend_navmesh_build(&def, &mesh, NULL), WEND_OK);
        for (uint64_t i = 0; i < QUERIES; i++) {
            wend_path_def exact = wend_default_path_def();
            exact.from = sampled_location(s.space, seed, 1000 + i, RADIUS);
            exact.to = sampled_location(s.space, seed, 2000 + i, RADIUS);
            exact.radius = RADIUS;
            wend_path_result result;
            ck_assert_int_eq(
                wend_map_find_path(mesh, s.space, &exact, NULL, NULL, 0, &result, NULL), WEND_OK);
            const wend_region goal = {.shape = WEND_SHAPE_POINT, .a = exact.to.position};
            roads_query q = query_between(exact.from, &goal);
            roads_path path;
            double length = find_checked(&s, &q, &path);
            q.shortens = true;
            double less = find_checked(&s, &q, &path);
            if (!isfinite(length)) {
                continue;
            }
            ck_assert_int_eq(result.status, WEND_PATH_FOUND);
            ck_assert_double_ge(ARCS * less, result.length);
            ck_assert_double_le(less, length + 1e-6);
            plain[count] = length / result.length;
            shortened[count++] = less / result.length;
        }
        wend_map_release(mesh);
        end(&s);
    }
    ck_assert_uint_ge(count, trials_bound(200));
    qsort(plain, count, sizeof *plain, compare_numbers);
    qsort(shortened, count, sizeof *shortened, compare_numbers);
    printf("%u paths, length over the shortest one: median %.3f, 90 %% %.3f, most %.3f; shortened "
           "%.3f, %.3f, %.3f\n",
           count, plain[count / 2], plain[count * 9 / 10], plain[count - 1], shortened[count / 2],
           shortened[count * 9 / 10], shortened[count - 1]);
    ck_assert_double_le(shortened[count / 2], 1.10);
}
END_TEST

/* ---- Portals --------------------------------------------------------------------------------- */

static wend_location random_crossing(dice *d, const wend_portal *portal) {
    return (wend_location){vec_lerp(portal->left, portal->right, (float)dice_between(d, 0, 1)),
                           portal->layer};
}

/* An agent may cross the portals of a route anywhere: all lines from one to the next have room. */
static void check_portals(const wend_space *space, const wend_route *route, wend_vec2 start,
                          dice *d, double *widths) {
    ck_assert_uint_eq(route->portal_count, route->point_count);
    ck_assert_float_eq(route->inset, RADIUS);
    for (int k = 0; k < 10; k++) {
        wend_location from = {start, 0};
        for (uint32_t i = 0; i < route->portal_count; i++) {
            const wend_portal *portal = &route->portals[i];
            wend_location to = random_crossing(d, portal);
            ck_assert(wend_space_is_visible(space, from, to, 0.999F * RADIUS, 1));
            *widths += k == 0 ? (double)vec_length(vec_sub(portal->left, portal->right)) : 0.0;
            from = to;
        }
    }
}

START_TEST(discs_may_cross_portals_anywhere) {
    uint32_t portals = 0;
    double widths = 0.0;
    for (uint64_t seed = 1; seed <= trials(8); seed++) {
        static setting s;
        begin(&s, seed);
        wend_space_retain(s.space);
        wend_world *world = worlds_make(s.space, NULL);
        ck_assert_int_eq(wend_world_add_map(world, "roads", s.map, NULL, NULL), WEND_OK);
        wend_setting shorten = {"shorten",
                                {.kind = WEND_VALUE_TEXT, .text = seed % 2 ? "on" : "off"}};
        wend_profile_def profile = worlds_profile_def();
        profile.plan = (wend_choice){"roadmap", &shorten, 1};
        profile.radius = wend_constant((double)RADIUS);
        worlds_add_profile(world, &profile);
        wend_agent agents[QUERIES];
        wend_location starts[QUERIES];
        for (uint64_t i = 0; i < QUERIES; i++) {
            starts[i] = sampled_location(s.space, seed, 1000 + i, RADIUS);
            wend_location to = sampled_location(s.space, seed, 2000 + i, RADIUS);
            agents[i] =
                worlds_agent(world, (double)starts[i].position.x, (double)starts[i].position.y,
                             worlds_point(world, (double)to.position.x, (double)to.position.y));
        }
        worlds_step(world, 1);
        dice d = {seed};
        for (uint32_t i = 0; i < QUERIES; i++) {
            const wend_route *route = worlds_route(world, agents[i]);
            if (route != NULL && route->point_count > 0) {
                check_portals(s.space, route, starts[i].position, &d, &widths);
                portals += route->portal_count;
            }
        }
        wend_world_destroy(world);
        end(&s);
    }
    ck_assert_uint_ge(portals, trials_bound(300));
    printf("%u portals, %.2f m wide on average\n", portals, widths / portals);
    ck_assert_double_gt(widths / portals, 0.2);
}
END_TEST

/* ---- Variety --------------------------------------------------------------------------------- */

START_TEST(variety_changes_routes_by_key_and_within_its_bound) {
    static setting s;
    begin(&s, 5);
    wend_location from = {{0.5F, 0.5F}, 0}, to = {{19.5F, 19.5F}, 0};
    const wend_region goal = {.shape = WEND_SHAPE_POINT, .a = to.position};
    roads_query q = query_between(from, &goal);
    roads_path path;
    double shortest = find_checked(&s, &q, &path), lengths[50];
    uint32_t different = 0;
    ck_assert(isfinite(shortest));
    q.variety = 0.5;
    for (uint64_t key = 0; key < 50; key++) {
        q.key = key;
        lengths[key] = find_checked(&s, &q, &path);
        ck_assert_double_ge(lengths[key], shortest - 1e-6);
        ck_assert_double_le(lengths[key], 1.5 * shortest);
        bool known = false;
        for (uint64_t k = 0; k < key && !known; k++) {
            known = lengths[k] == lengths[key];
        }
        different += !known;
    }
    ck_assert_uint_ge(different, 5);
    q.key = 7;
    ck_assert_double_eq(find_checked(&s, &q, &path), lengths[7]);
    q.seed = 1;
    uint32_t moved = 0;
    for (uint64_t key = 0; key < 50; key++) {
        q.key = key;
        moved += find_checked(&s, &q, &path) != lengths[key];
    }
    ck_assert_uint_ge(moved, 10);
    printf("%u different routes of 50; another seed changes %u of them\n", different, moved);
    end(&s);
}
END_TEST

/* ---- Regions --------------------------------------------------------------------------------- */

/* A goal with two parts: the path ends in the part that is cheaper to reach, at its nearest point
 * or at its preferred point. */
START_TEST(ends_in_the_cheapest_part_of_a_goal) {
    static setting s;
    begin(&s, 5);
    const wend_region parts[] = {{.shape = WEND_SHAPE_DISC, .a = {19, 19}, .b = {0.5F, 0}},
                                 {.shape = WEND_SHAPE_SEGMENT, .a = {0.4F, 6}, .b = {0.4F, 8}}};
    roads_query q = query_between((wend_location){{0.5F, 0.5F}, 0}, parts);
    q.part_count = 2;
    roads_path path;
    ck_assert_int_eq(roads_find_path(&s.ground, &q, &path), SEARCH_FOUND);
    wend_vec2 last = path.points[path.count - 1].at.position;
    ck_assert_float_eq_tol(last.x, 0.4F, 1e-3F);
    q.part_count = 1;
    ck_assert_int_eq(roads_find_path(&s.ground, &q, &path), SEARCH_FOUND);
    last = path.points[path.count - 1].at.position;
    ck_assert_float_le(wend_region_distance(&parts[0], last), 1e-3F);
    end(&s);
}
END_TEST

int main(void) {
    SUITE("plan/roads", matches_dijkstra_with_links_by_brute_force,
          never_shorter_than_the_shortest_path_and_nearly_as_short_when_shortened,
          discs_may_cross_portals_anywhere, variety_changes_routes_by_key_and_within_its_bound,
          ends_in_the_cheapest_part_of_a_goal);
}
