/* Tests the choice of where to cross a portal: compares the shortest path with a search over a
 * dense grid of crossings, and the heuristics with their definitions. */
#include <math.h>
#include <stdlib.h>

#include <wend/random.h>

#include "follow/route/portals.h"
#include "support/suite.h"

enum { MOST_PORTALS = 8, GRID = 201, CHAINS = 200 };

/* ---- Random chains of portals ---------------------------------------------------------------- */

typedef struct chain {
    wend_portal portals[MOST_PORTALS];
    wend_vec2 start;
    wend_region goal;
    wend_route route;
} chain;

static double uniform(uint64_t key, uint64_t *draw, double low, double high) {
    return low + (high - low) * wend_random_uniform(11, key, (*draw)++, 0);
}

static double side_of(const wend_portal *portal, wend_vec2 p) {
    double x = (double)(portal->right.x - portal->left.x),
           y = (double)(portal->right.y - portal->left.y);
    return x * (double)(p.y - portal->left.y) - y * (double)(p.x - portal->left.x);
}

/* Returns an end of the next portal that lies ahead of the corresponding end of the old portal. */
static wend_vec2 next_end(uint64_t key, uint64_t *draw, const wend_portal *old, wend_vec2 end) {
    double x = (double)(old->right.x - old->left.x), y = (double)(old->right.y - old->left.y);
    double width = hypot(x, y), along = uniform(key, draw, -1, 1);
    double ahead = uniform(key, draw, 0.1, 4);
    return (wend_vec2){end.x + (float)((x * along - y * ahead) / width),
                       end.y + (float)((y * along + x * ahead) / width)};
}

/* Returns a portal that forms a convex polygon with the old one, as in a mesh. Some of these
 * portals share a corner with the old one. */
static wend_portal next_portal(uint64_t key, uint64_t *draw, const wend_portal *old) {
    for (;;) {
        double kind = uniform(key, draw, 0, 4);
        wend_portal made = *old;
        made.left = kind < 1 ? old->left : next_end(key, draw, old, old->left);
        made.right = kind >= 3 ? old->right : next_end(key, draw, old, old->right);
        bool beyond = side_of(old, made.left) >= 0 && side_of(old, made.right) >= 0;
        bool before = side_of(&made, old->left) <= 0 && side_of(&made, old->right) <= 0;
        double width = (double)hypotf(made.right.x - made.left.x, made.right.y - made.left.y);
        if (beyond && before && width > 0.5 && width < 6) {
            return made;
        }
    }
}

static void make_chain(chain *made, uint64_t key) {
    uint64_t draw = 0;
    uint32_t count = 1 + (uint32_t)uniform(key, &draw, 0, MOST_PORTALS);
    made->portals[0] = (wend_portal){{0, 1}, {0, -1}, 0};
    for (uint32_t i = 1; i < count; i++) {
        made->portals[i] = next_portal(key, &draw, &made->portals[i - 1]);
    }
    made->start =
        (wend_vec2){(float)uniform(key, &draw, -4, -0.2), (float)uniform(key, &draw, -2, 2)};
    wend_portal end = next_portal(key, &draw, &made->portals[count - 1]);
    wend_vec2 position = {0.5F * (end.left.x + end.right.x), 0.5F * (end.left.y + end.right.y)};
    made->goal = (wend_region){.shape = WEND_SHAPE_POINT, .a = position};
    made->route = (wend_route){.status = WEND_ROUTE_STATUS_FOUND,
                               .map = WEND_NO_MAP,
                               .portals = made->portals,
                               .portal_count = count};
}

static route_ahead ahead_of(const chain *made) {
    return (route_ahead){.route = &made->route,
                         .goal = &made->goal,
                         .from = {made->start, 0},
                         .widest = 100,
                         .portal = portal_at(&made->route, 0, made->start, 0, 100),
                         .count = made->route.portal_count};
}

/* ---- Eq. 11 by search ------------------------------------------------------------------------ */

static wend_vec2 crossing(const wend_portal *portal, double t) {
    return (wend_vec2){(float)((double)portal->left.x * (1 - t) + (double)portal->right.x * t),
                       (float)((double)portal->left.y * (1 - t) + (double)portal->right.y * t)};
}

static double apart(wend_vec2 a, wend_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

/* Returns the distance from a point to the goal: a point, or a segment with any part of it. */
static double apart_from_goal(const chain *made, wend_vec2 from) {
    const wend_region *goal = &made->goal;
    double best = apart(from, goal->a);
    for (int i = 1; i < GRID && goal->shape == WEND_SHAPE_SEGMENT; i++) {
        wend_portal line = {goal->a, goal->b, 0};
        best = fmin(best, apart(from, crossing(&line, (double)i / (GRID - 1))));
    }
    return best;
}

/* Finds the length of the shortest path from each grid point on portal `index` to the goal. */
static void lengths_from(const chain *made, uint32_t index, double *out) {
    uint32_t count = made->route.portal_count;
    for (int i = 0; i < GRID; i++) {
        out[i] = apart_from_goal(made, crossing(&made->portals[count - 1], (double)i / (GRID - 1)));
    }
    for (uint32_t p = count - 1; p-- > index;) {
        double before[GRID];
        for (int i = 0; i < GRID; i++) {
            wend_vec2 at = crossing(&made->portals[p], (double)i / (GRID - 1));
            before[i] = INFINITY;
            for (int k = 0; k < GRID; k++) {
                wend_vec2 to = crossing(&made->portals[p + 1], (double)k / (GRID - 1));
                before[i] = fmin(before[i], apart(at, to) + out[k]);
            }
        }
        for (int i = 0; i < GRID; i++) {
            out[i] = before[i];
        }
    }
}

/* Returns the length of the shortest path that crosses the first portal at t. Sets `best` to the
 * shortest length over the whole grid. */
static double length_at(const chain *made, double t, double *best) {
    double after[GRID];
    wend_vec2 at = crossing(&made->portals[0], t);
    *best = INFINITY;
    lengths_from(made, 0, after);
    for (int i = 0; i < GRID; i++) {
        wend_vec2 first = crossing(&made->portals[0], (double)i / (GRID - 1));
        *best = fmin(*best, apart(made->start, first) + after[i]);
    }
    if (made->route.portal_count == 1) {
        return apart(made->start, at) + apart_from_goal(made, at);
    }
    double least = INFINITY;
    lengths_from(made, 1, after);
    for (int k = 0; k < GRID; k++) {
        wend_vec2 to = crossing(&made->portals[1], (double)k / (GRID - 1));
        least = fmin(least, apart(at, to) + after[k]);
    }
    return apart(made->start, at) + least;
}

/* The grid's spacing is at most 3 cm, so moving a crossing to the nearest grid point costs less
 * than a millimetre. Other crossings give longer paths, as the lookahead bias shows. */
START_TEST(shortest_bias_gives_the_shortest_path) {
    int longer = 0, ends = 0;
    for (uint64_t key = 0; key < CHAINS; key++) {
        chain made;
        make_chain(&made, key);
        route_ahead ahead = ahead_of(&made);
        double best, bias = (double)bias_shortest(&ahead, 100);
        double length = length_at(&made, bias, &best);
        ck_assert_msg(length <= best + 1e-3, "chain %llu: %g m through %g, %g m is the best",
                      (unsigned long long)key, length, bias, best);
        ends += bias == 0 || bias == 1;
        longer += length_at(&made, (double)bias_lookahead(&ahead, 2), &best) > best + 1e-2;
    }
    ck_assert_int_gt(ends, CHAINS / 10);
    ck_assert_int_lt(ends, CHAINS * 9 / 10);
    ck_assert_int_gt(longer, CHAINS / 10); /* the heuristic often gives longer paths */
}
END_TEST

/* Makes the goal of a chain a segment beyond the last portal, and puts the start up to 12 m away
 * from the first portal. */
static void widen_goal(chain *made, uint64_t key) {
    uint64_t draw = 3000;
    const wend_portal *last = &made->portals[made->route.portal_count - 1];
    wend_vec2 a, b;
    do {
        wend_portal end = next_portal(key, &draw, last);
        double wider = uniform(key, &draw, 0, 1);
        a = crossing(&end, -wider);
        b = crossing(&end, 1 + wider);
    } while (side_of(last, a) < 0 || side_of(last, b) < 0);
    made->goal = (wend_region){.shape = WEND_SHAPE_SEGMENT, .a = a, .b = b, .bias = 0.5F};
    made->start.x = (float)uniform(key, &draw, -12, -0.2);
}

/* Agents that head for the nearest point of a wide goal walk straight to it if they can. */
START_TEST(shortest_bias_gives_the_shortest_path_to_a_wide_goal) {
    int straight = 0;
    for (uint64_t key = 0; key < CHAINS; key++) {
        chain made;
        make_chain(&made, key);
        widen_goal(&made, key);
        route_ahead ahead = ahead_of(&made);
        ahead.nearest = true;
        double best, bias = (double)bias_shortest(&ahead, 100);
        double length = length_at(&made, bias, &best);
        ck_assert_msg(length <= best + 1e-3, "chain %llu: %g m through %g, %g m is the best",
                      (unsigned long long)key, length, bias, best);
        straight += bias > 0 && bias < 1;
    }
    ck_assert_int_gt(straight, CHAINS / 10);
}
END_TEST

/* The goal and the agent are on the same side of the portal's line, and the goal lies beyond one
 * end of the portal. The shortest path that crosses the portal turns at that end, not at the far
 * end. The portal lies between two walls without thickness. */
START_TEST(shortest_bias_turns_at_the_near_end) {
    int left = 0;
    for (uint64_t key = 0; key < CHAINS; key++) {
        chain made;
        make_chain(&made, key);
        uint64_t draw = 1000;
        double wide = uniform(key, &draw, 0.3, 6), y = uniform(key, &draw, -wide, wide);
        double beyond = uniform(key, &draw, 0.1, 3), side = key % 2 ? 1.0 : -1.0;
        made.portals[0] = (wend_portal){{0, (float)wide}, {0, (float)-wide}, 0};
        made.route.portal_count = 1;
        made.start = (wend_vec2){(float)uniform(key, &draw, -3, -0.1), (float)y};
        made.goal.a =
            (wend_vec2){(float)uniform(key, &draw, -1, -0.02), (float)(side * (wide + beyond))};
        route_ahead ahead = ahead_of(&made);
        double bias = (double)bias_shortest(&ahead, 100);
        ck_assert_msg(bias == (side > 0.0 ? 0.0 : 1.0), "key %llu: %g", (unsigned long long)key,
                      bias);
        left += bias == 0.0;
    }
    ck_assert_int_gt(left, CHAINS / 4);
    ck_assert_int_lt(left, CHAINS * 3 / 4);
}
END_TEST

/* The portals of a path of points are not openings between walls. If the goal lies behind the last
 * one, the agent touches the portal and turns back; it does not walk around an end of the portal.
 * The lengths of all crossings are compared on a grid. */
START_TEST(shortest_bias_turns_back_after_a_path_of_points) {
    int behind = 0;
    for (uint64_t key = 0; key < CHAINS; key++) {
        chain made = {.start = {0, 0}};
        uint64_t draw = 2000;
        wend_route_point points[2] = {
            {{(float)uniform(key, &draw, 2, 5), (float)uniform(key, &draw, -1, 1)}, 5, 0},
            {{(float)uniform(key, &draw, 7, 9), (float)uniform(key, &draw, -3, 3)}, 5, 0}};
        wend_route route = {.gives = WEND_ROUTE_POLYLINE,
                            .map = WEND_NO_MAP,
                            .points = points,
                            .point_count = 1 + (uint32_t)(key % 2)};
        made.goal = (wend_region){
            .shape = WEND_SHAPE_POINT,
            .a = {(float)uniform(key, &draw, -4, 14), (float)uniform(key, &draw, -4, 4)}};
        route_ahead ahead = {.route = &route,
                             .goal = &made.goal,
                             .radius = 0.25F,
                             .widest = (float)uniform(key, &draw, 1, 6),
                             .count = route.point_count};
        made.route.portal_count = route.point_count;
        for (uint32_t i = 0; i < route.point_count; i++) {
            way_portal portal = portal_at(&route, i, made.start, ahead.radius, ahead.widest);
            made.portals[i] = (wend_portal){portal.left, portal.right, 0};
            ahead.portal = i == 0 ? portal : ahead.portal;
        }
        double best, bias = (double)bias_shortest(&ahead, 100);
        double length = length_at(&made, bias, &best);
        ck_assert_msg(length <= best + 1e-3, "path %llu: %g m through %g, %g m is the best",
                      (unsigned long long)key, length, bias, best);
        behind += side_of(&made.portals[route.point_count - 1], made.goal.a) < 0;
    }
    ck_assert_int_gt(behind, CHAINS / 4);
}
END_TEST

/* If the lookahead ends before the last portal, the path ends at the middle of the next portal. */
START_TEST(shortest_bias_respects_lookahead) {
    for (uint64_t key = 0; key < CHAINS; key++) {
        chain made, part;
        make_chain(&made, key);
        part = made;
        uint32_t most = (uint32_t)(key % 3);
        if (made.route.portal_count <= most + 1) {
            continue;
        }
        wend_portal end = made.portals[most + 1];
        part.route.portals = part.portals;
        part.route.portal_count = most + 1;
        part.goal.a =
            (wend_vec2){0.5F * (end.left.x + end.right.x), 0.5F * (end.left.y + end.right.y)};
        route_ahead whole = ahead_of(&made), cut = ahead_of(&part);
        ck_assert_float_eq(bias_shortest(&whole, most), bias_shortest(&cut, 100));
    }
}
END_TEST

/* ---- The heuristics -------------------------------------------------------------------------- */

/* Returns the bias as the paper defines it, in double precision: the position on the portal nearest
 * to the straight path between the two points. If the path does not cross the portal, this is one
 * of its ends. */
static double by_definition(const wend_portal *portal, wend_vec2 from, wend_vec2 target) {
    double best = INFINITY, bias = -1;
    for (int i = 0; i <= 1000; i++) { /* the point of the portal nearest to the path */
        wend_vec2 position = crossing(portal, i / 1000.0);
        double x = (double)(target.x - from.x), y = (double)(target.y - from.y);
        double t = ((double)(position.x - from.x) * x + (double)(position.y - from.y) * y) /
                   (x * x + y * y);
        t = fmin(fmax(t, 0), 1);
        double gap =
            hypot((double)(position.x - from.x) - t * x, (double)(position.y - from.y) - t * y);
        if (gap < best - 1e-9) {
            best = gap;
            bias = i / 1000.0;
        }
    }
    return bias;
}

START_TEST(the_bias_lies_on_the_line_to_the_portal_ahead) {
    for (uint64_t key = 0; key < CHAINS; key++) {
        chain made;
        make_chain(&made, key);
        route_ahead ahead = ahead_of(&made);
        for (uint32_t k = 1; k <= 3; k++) {
            wend_vec2 target = k < ahead.count ? crossing(&made.portals[k], 0.5) : made.goal.a;
            double expected = by_definition(&made.portals[0], made.start, target);
            double got = (double)bias_lookahead(&ahead, k);
            ck_assert_msg(fabs(got - expected) < 2e-3, "chain %llu, k = %u: %g instead of %g",
                          (unsigned long long)key, k, got, expected);
        }
    }
}
END_TEST

/* At a U-turn, the next portal lies on the near side of the portal to cross. The shortest path
 * touches the portal to cross. */
START_TEST(takes_shortest_path_to_a_portal_behind_the_agent) {
    way_portal portal = {{0, 1}, {0, -1}, {1, 0}, 0};
    ck_assert_float_eq(bias_toward(&portal, (wend_vec2){-1, -1}, (wend_vec2){-3, 1}), 0.75F);
    ck_assert_float_eq(bias_toward(&portal, (wend_vec2){2, 0.5F}, (wend_vec2){-3, -1}), 0.25F);
    ck_assert_float_eq(bias_toward(&portal, (wend_vec2){-1, 0}, (wend_vec2){-2, 3}), 0);
    ck_assert_float_eq(bias_toward(&portal, (wend_vec2){-1, 0}, (wend_vec2){-2, -3}), 1);
    ck_assert_float_eq(bias_toward(&portal, (wend_vec2){-1, 0}, (wend_vec2){5, 30}), 0);
    ck_assert_float_eq(bias_toward(&portal, (wend_vec2){-1, 0}, (wend_vec2){1, 1}), 0.25F);
    way_portal point = {{0, 1}, {0, 1}, {1, 0}, 0};
    ck_assert_float_eq(bias_toward(&point, (wend_vec2){-1, 0}, (wend_vec2){1, 1}), 0.5F);
}
END_TEST

int main(void) {
    SUITE("follow/portal_bias", shortest_bias_gives_the_shortest_path,
          shortest_bias_gives_the_shortest_path_to_a_wide_goal, shortest_bias_turns_at_the_near_end,
          shortest_bias_turns_back_after_a_path_of_points, shortest_bias_respects_lookahead,
          the_bias_lies_on_the_line_to_the_portal_ahead,
          takes_shortest_path_to_a_portal_behind_the_agent);
}
