/* Compares the view's walls and lines of sight, including the overlay, with a scan of all walls in
 * double precision. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "support/lab.h"
#include "support/suite.h"

enum { MOST = 256 };

/* m: results are not compared if a difference smaller than this would change them. */
static const double tolerance = 2e-5;

typedef struct flat_wall {
    wend_point a, b;
    uint32_t layer;
    bool is_on;
} flat_wall;

static flat_wall walls[MOST];
static uint32_t wall_count, static_count;
static sketch plan;
static lab *l;

/* ---- Plain geometry -------------------------------------------------------------------------- */

static wend_point wide(wend_vec2 p) {
    return (wend_point){(double)p.x, (double)p.y};
}

/* Returns the signed distance (m) of a point from the link's line, positive on its left. */
static double side_of(wend_link link, wend_point p) {
    double x = (double)link.b.x - (double)link.a.x, y = (double)link.b.y - (double)link.a.y;
    return (x * (p.y - (double)link.a.y) - y * (p.x - (double)link.a.x)) / hypot(x, y);
}

/* Clips a segment to the side where sign * side_of(...) > 0. Returns false if nothing remains. */
static bool clip_to_side(wend_link link, double sign, wend_point *a, wend_point *b) {
    double at_a = sign * side_of(link, *a), at_b = sign * side_of(link, *b);
    if (at_a <= 0.0 && at_b <= 0.0) {
        return false;
    }
    double t = at_a / (at_a - at_b);
    wend_point cut = {a->x + t * (b->x - a->x), a->y + t * (b->y - a->y)};
    if (at_a < 0.0) {
        *a = cut;
    } else if (at_b < 0.0) {
        *b = cut;
    }
    return true;
}

static double distance_to_segment(wend_point p, wend_point a, wend_point b) {
    return point_to_segment(p.x, p.y, a.x, a.y, b.x, b.y);
}

static double cross(wend_point a, wend_point b, wend_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double gap(wend_point p, wend_point q, wend_point a, wend_point b) {
    if (cross(p, q, a) * cross(p, q, b) < 0.0 && cross(a, b, p) * cross(a, b, q) < 0.0) {
        return 0.0;
    }
    return fmin(fmin(distance_to_segment(p, a, b), distance_to_segment(q, a, b)),
                fmin(distance_to_segment(a, p, q), distance_to_segment(b, p, q)));
}

/* Returns 1 if `layer` is on the left of the link and `other` on its right, -1 if it is the other
 * way round, and 0 otherwise. */
static int joins(wend_link link, uint32_t layer, uint32_t other) {
    bool forward = link.left_layer == layer && link.right_layer == other;
    bool backward = link.right_layer == layer && link.left_layer == other;
    return forward ? 1 : backward ? -1 : 0;
}

/* ---- Nearest walls --------------------------------------------------------------------------- */

/* Returns the distance (m) at which a wall is seen. Sets *sure to false if that depends on
 * rounding. */
static double seen_at(const wend_space *space, wend_location location, double radius,
                      const flat_wall *wall, bool *sure) {
    wend_point p = wide(location.position);
    if (wall->layer == location.layer) {
        return distance_to_segment(p, wall->a, wall->b);
    }
    double best = INFINITY;
    for (uint32_t i = 0; i < wend_space_link_count(space); i++) {
        wend_link link = wend_space_link(space, i);
        int sign = joins(link, location.layer, wall->layer);
        double to_link = distance_to_segment(p, wide(link.a), wide(link.b)),
               side = side_of(link, p);
        wend_point a = wall->a, b = wall->b;
        if (sign == 0) {
            continue;
        }
        *sure =
            *sure && (fabs(side) > tolerance || side == 0.0) && fabs(to_link - radius) > tolerance;
        if (sign * side >= 0.0 && to_link <= radius && clip_to_side(link, -sign, &a, &b)) {
            best = fmin(best, distance_to_segment(p, a, b));
        }
    }
    return best;
}

static void check_near(const wend_view *view, wend_location location, float radius,
                       uint32_t capacity) {
    wend_wall_hit hits[MOST];
    double expected[MOST];
    bool sure = true, held[MOST] = {false};
    uint32_t count = wend_view_find_walls(view, location, radius, hits, capacity);
    for (uint32_t i = 0; i < wall_count; i++) {
        expected[i] = walls[i].is_on
                          ? seen_at(view->space, location, (double)radius, &walls[i], &sure)
                          : INFINITY;
    }
    if (!sure) {
        return;
    }
    double worst = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t wall = hits[i].wall;
        ck_assert_uint_lt(wall, wall_count);
        ck_assert(!held[wall]);
        held[wall] = true;
        ck_assert_double_eq_tol((double)hits[i].distance, expected[wall], tolerance);
        ck_assert_double_eq_tol(hypot((double)hits[i].point.x - (double)location.position.x,
                                      (double)hits[i].point.y - (double)location.position.y),
                                expected[wall], tolerance);
        ck_assert(i == 0 || hits[i - 1].distance < hits[i].distance ||
                  (hits[i - 1].distance == hits[i].distance && hits[i - 1].wall < wall));
        worst = (double)hits[i].distance;
    }
    ck_assert_double_le(worst, (double)radius);
    double limit = count < capacity ? (double)radius : worst;
    for (uint32_t i = 0; i < wall_count; i++) {
        ck_assert_msg(held[i] || capacity == 0 || expected[i] >= limit - tolerance,
                      "wall %u at %g is missing", i, expected[i]);
    }
    wend_wall_hit closest = wend_view_find_closest_wall(view, location, radius);
    if (count > 0) {
        ck_assert_uint_eq(closest.wall, hits[0].wall);
        ck_assert_float_eq(closest.distance, hits[0].distance);
    } else if (capacity > 0) {
        ck_assert_uint_eq(closest.wall, WEND_NO_WALL);
    }
}

/* ---- Lines of sight -------------------------------------------------------------------------- */

typedef struct line_part {
    wend_point p, q;
    uint32_t layer;
} line_part;

static wend_point at_fraction(wend_point p, wend_point q, double t) {
    return (wend_point){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
}

/* Returns the distance (m) of an overlay wall from a part of a path, minus the radius. */
static double overlay_gap(const wend_space *space, line_part s, const flat_wall *wall,
                          double radius, bool *sure) {
    if (wall->layer == s.layer) {
        return gap(s.p, s.q, wall->a, wall->b) - radius;
    }
    double least = INFINITY;
    for (uint32_t i = 0; i < wend_space_link_count(space) && radius > 0.0; i++) {
        wend_link link = wend_space_link(space, i);
        int sign = joins(link, s.layer, wall->layer);
        wend_point p = s.p, q = s.q, a = wall->a, b = wall->b;
        if (sign == 0 || !clip_to_side(link, sign, &p, &q) || !clip_to_side(link, -sign, &a, &b)) {
            continue;
        }
        double to_link = gap(p, q, wide(link.a), wide(link.b));
        *sure = *sure && fabs(to_link - radius) > tolerance;
        if (to_link <= radius) {
            least = fmin(least, gap(p, q, a, b) - radius);
        }
    }
    return least;
}

/* Returns 1 if no overlay wall blocks the line, 0 if one does, and -1 if rounding decides. */
static int is_overlay_open(const wend_space *space, wend_location from, wend_vec2 to,
                           double radius) {
    line_part s = {wide(from.position), wide(to), from.layer};
    wend_point start = s.p, end = s.q;
    double begin = 0.0;
    bool sure = true;
    uint32_t last = WEND_NONE, link_left = WEND_NONE;
    for (;;) {
        double leave = 1.0;
        uint32_t next = s.layer;
        for (uint32_t i = 0; i < wend_space_link_count(space); i++) {
            wend_link link = wend_space_link(space, i);
            int sign = link.left_layer == s.layer ? 1 : link.right_layer == s.layer ? -1 : 0;
            sign = i == last ? 0 : sign;
            double p = sign * side_of(link, start), q = sign * side_of(link, end);
            if (sign == 0 || !(p >= 0.0 && q < 0.0) ||
                gap(start, end, wide(link.a), wide(link.b)) > 0.0) {
                sure = sure && (sign == 0 || gap(start, end, wide(link.a), wide(link.b)) == 0.0 ||
                                gap(start, end, wide(link.a), wide(link.b)) > tolerance);
                continue;
            }
            double at = p / (p - q);
            if (at >= begin - 1e-9 && at < leave) {
                leave = at;
                link_left = i;
                next = sign > 0 ? link.right_layer : link.left_layer;
            }
        }
        s.p = at_fraction(start, end, begin);
        s.q = at_fraction(start, end, leave);
        for (uint32_t i = static_count; i < wall_count; i++) {
            double left = overlay_gap(space, s, &walls[i], radius, &sure);
            if (fabs(left) <= tolerance && !(radius == 0.0 && left == 0.0)) {
                sure = false;
            }
            if (left <= 0.0) {
                return sure ? 0 : -1;
            }
        }
        if (next == s.layer) {
            return sure ? 1 : -1;
        }
        s.layer = next;
        last = link_left;
        begin = leave;
    }
}

static int check_visible(const wend_view *view, wend_location from, wend_location to,
                         float radius) {
    int open = is_overlay_open(view->space, from, to.position, (double)radius);
    if (open < 0) {
        return -1;
    }
    bool expected = open && wend_space_is_visible(view->space, from, to, radius, view->classes);
    bool got = wend_view_is_visible(view, from, to, radius);
    if (got != expected) {
        ck_abort_msg("visible is %d from (%.9g, %.9g) on %u to (%.9g, %.9g) on %u with radius %g",
                     got, (double)from.position.x, (double)from.position.y, from.layer,
                     (double)to.position.x, (double)to.position.y, to.layer, (double)radius);
    }
    return got;
}

/* ---- Rays ------------------------------------------------------------------------------------ */

static wend_location before_or_behind(const wend_view *view, wend_location from, wend_vec2 to,
                                      double distance) {
    wend_point p = wide(from.position), q = wide(to);
    double length = hypot(q.x - p.x, q.y - p.y);
    wend_point at = at_fraction(p, q, distance / length);
    wend_location location = {{(float)at.x, (float)at.y}, from.layer};
    location.layer = wend_space_layer_after(view->space, from, location.position);
    return location;
}

/* Checks that a point just before the hit is visible, and a point just beyond it is not. Returns
 * true if the ray hit the overlay. */
static bool check_ray(const wend_view *view, wend_location from, wend_vec2 to) {
    wend_ray_hit hit;
    bool found = wend_view_ray_cast(view, from, to, &hit);
    double margin = 1e-3, length = hypot((double)to.x - (double)from.position.x,
                                         (double)to.y - (double)from.position.y);
    double distance = (double)hit.distance;
    if (distance > margin) {
        wend_location before = before_or_behind(view, from, to, distance - margin);
        ck_assert_msg(wend_view_is_visible(view, from, before, 0.0F), "blocked before %g",
                      distance);
    }
    if (found && distance < length - margin) {
        wend_location behind = before_or_behind(view, from, to, distance + margin);
        ck_assert_msg(!wend_view_is_visible(view, from, behind, 0.0F), "open behind %g", distance);
    }
    ck_assert(found || distance >= length - margin);
    bool overlaid = found && hit.wall >= wend_space_wall_count(view->space);
    if (overlaid) {
        const flat_wall *wall = &walls[hit.wall];
        ck_assert_double_lt(distance_to_segment(wide(hit.end.position), wall->a, wall->b), 1e-4);
        ck_assert_uint_eq(hit.end.layer, wall->layer);
    }
    return overlaid;
}

/* ---- A space with everything ----------------------------------------------------------------- */

static const wend_point bar[] = {{-1.0, -0.1}, {1.0, -0.1}, {1.0, 0.1}, {-1.0, 0.1}};

typedef struct motion {
    wend_point position, velocity;
    double angle, angular_velocity, since;
    uint32_t layer;
} motion;

static const motion motions[] = {
    {{-3.0, 1.0}, {0.5, -0.2}, 0.3, 0.7, 0.0, 0},
    {{1.5, 0.0}, {0.1, 0.0}, 1.0, -0.4, 0.0, 2},
    {{5.0, -1.0}, {-0.6, 0.1}, 0.0, 0.0, 0.0, 1},
};
static wend_obstacle doors[2];

static void add_overlay(void) {
    wend_error error;
    wend_obstacle_def def = wend_default_obstacle_def();
    def.points = (wend_point[]){{-0.5, -1.0}, {-0.5, 1.0}, {-1.0, 1.2}};
    def.point_count = 3;
    def.closed = true;
    ck_assert_int_eq(wend_world_add_obstacle(l->world, &def, &doors[0], &error), WEND_OK);
    def.points = (wend_point[]){{3.4, 0.2}, {4.2, 1.2}};
    def.point_count = 2;
    def.layer = 1;
    ck_assert_int_eq(wend_world_add_obstacle(l->world, &def, &doors[1], &error), WEND_OK);
    for (int i = 0; i < 3; i++) {
        def.kind = WEND_OBSTACLE_MOVING;
        def.points = bar;
        def.point_count = 4;
        def.layer = motions[i].layer;
        def.position = motions[i].position;
        def.velocity = motions[i].velocity;
        def.angle = motions[i].angle;
        def.angular_velocity = motions[i].angular_velocity;
        ck_assert_int_eq(wend_world_add_obstacle(l->world, &def, NULL, &error), WEND_OK);
    }
}

static void start(void) {
    sketch_start(&plan);
    sketch_stairs(&plan, 3.0);
    sketch_box(&plan, 0, 0, -6.0, -3.0, -5.0, 3.0);
    sketch_box(&plan, 0, 1, -2.0, -3.0, -1.0, -1.0);
    sketch_line(&plan, 1, 2, 5.0, -2.0, 6.0, 2.0);
    sketch_line(&plan, 2, 1, 1.0, -1.0, 2.0, 1.0);
    l = lab_start(sketch_space(&plan), 0.1, 1);
    add_overlay();
}

static void add_wall(wend_point a, wend_point b, uint32_t layer) {
    walls[wall_count++] = (flat_wall){a, b, layer, true};
}

/* Computes all walls at `time` in double precision; doors are in the order in which they were
 * added. */
static void compute_walls(double time, uint32_t classes, const bool closed[2]) {
    const wend_space *space = wend_world_space(l->world);
    wall_count = 0;
    static_count = wend_space_wall_count(space);
    for (uint32_t i = 0; i < static_count; i++) {
        wend_wall w = wend_space_wall(space, i);
        add_wall(wide(w.a), wide(w.b), w.layer);
        walls[i].is_on = classes >> w.obstacle_class & 1U;
    }
    if (closed[0]) {
        add_wall((wend_point){-0.5, -1.0}, (wend_point){-0.5, 1.0}, 0);
        add_wall((wend_point){-0.5, 1.0}, (wend_point){-1.0, 1.2}, 0);
    }
    if (closed[1]) {
        add_wall((wend_point){3.4, 0.2}, (wend_point){4.2, 1.2}, 1);
    }
    for (int i = 0; i < 3; i++) {
        const motion *m = &motions[i];
        double angle = m->angle + m->angular_velocity * time,
               x = m->position.x + m->velocity.x * time;
        double y = m->position.y + m->velocity.y * time;
        for (int k = 0; k < 4; k++) {
            wend_point ends[2];
            for (int e = 0; e < 2; e++) {
                wend_point p = bar[(k + e) % 4];
                ends[e] = (wend_point){x + cos(angle) * p.x - sin(angle) * p.y,
                                       y + sin(angle) * p.x + cos(angle) * p.y};
            }
            add_wall(ends[0], ends[1], m->layer);
        }
    }
}

static wend_location sample_point(dice *from) {
    return (wend_location){
        {(float)dice_between(from, -9.0, 12.0), (float)dice_between(from, -4.5, 4.5)},
        dice_below(from, 3)};
}

START_TEST(walls_and_lines_of_sight_match_full_scan) {
    dice from = {(uint64_t)_i + 1};
    wend_error error;
    start();
    int seen = 0, hidden = 0, overlaid = 0;
    bool closed[2] = {true, true};
    uint32_t classes = WEND_ALL_CLASSES;
    for (int round = 0; round < 12; round++) {
        int door = round % 2;
        closed[door] = round % 3 != 0;
        bool on = round % 4 < 2;
        classes = on ? classes | 2U : classes & ~2U;
        ck_assert_int_eq(
            wend_world_set_obstacle_closed(l->world, doors[door], closed[door], &error), WEND_OK);
        ck_assert_int_eq(wend_world_set_class_enabled(l->world, 1, on, &error), WEND_OK);
        lab_step(1 + dice_below(&from, 5));
        compute_walls(wend_world_time(l->world), classes, closed);
        const wend_view *view = wend_world_view(l->world);
        for (int i = 0; i < 400; i++) {
            wend_location location = sample_point(&from);
            if (i % 5 == 0) { /* on a link's line */
                location.position.x = i % 2 ? 0.0F : 3.0F;
            }
            float radius = (float)dice_between(&from, 0.0, i % 3 ? 2.0 : 8.0);
            check_near(view, location, radius, dice_below(&from, 2) ? MOST : dice_below(&from, 5));
            wend_location to = sample_point(&from);
            if (i % 2) {
                to.position.x = location.position.x + (float)dice_between(&from, -3.0, 3.0);
                to.layer = wend_space_layer_after(view->space, location, to.position);
            }
            if (!wend_space_is_walkable(view->space, location, classes) ||
                !wend_space_is_walkable(view->space, to, classes)) {
                continue;
            }
            overlaid += check_ray(view, location, to.position);
            int got = check_visible(view, location, to,
                                    i % 3 ? 0.0F : (float)dice_between(&from, 0.0, 0.6));
            seen += got == 1;
            hidden += got == 0;
        }
    }
    ck_assert_int_gt(seen, 100);
    ck_assert_int_gt(hidden, 100);
    ck_assert_int_gt(overlaid, 50);
    lab_end();
}
END_TEST

START_TEST(moving_walls_report_their_velocity) {
    start();
    lab_step(7);
    double time = wend_world_time(l->world);
    const wend_view *view = wend_world_view(l->world);
    dice from = {9};
    int found = 0;
    for (int i = 0; i < 300; i++) {
        wend_wall_hit hits[MOST];
        wend_location location = sample_point(&from);
        uint32_t count = wend_view_find_walls(view, location, 4.0F, hits, MOST);
        for (uint32_t k = 0; k < count; k++) {
            if (hits[k].wall < wend_space_wall_count(view->space) + 3) {
                ck_assert(hits[k].velocity.x == 0.0F && hits[k].velocity.y == 0.0F);
                continue;
            }
            const motion *m = &motions[(hits[k].wall - wend_space_wall_count(view->space) - 3) / 4];
            double x = (double)hits[k].point.x - (m->position.x + m->velocity.x * time);
            double y = (double)hits[k].point.y - (m->position.y + m->velocity.y * time);
            ck_assert_double_eq_tol((double)hits[k].velocity.x,
                                    m->velocity.x - m->angular_velocity * y, 1e-4);
            ck_assert_double_eq_tol((double)hits[k].velocity.y,
                                    m->velocity.y + m->angular_velocity * x, 1e-4);
            found++;
        }
    }
    ck_assert_int_gt(found, 100);
    lab_end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("near walls");
    TCase *tests = tcase_create("walls");
    tcase_set_timeout(tests, 60.0);
    tcase_add_loop_test(tests, walls_and_lines_of_sight_match_full_scan, 0, 6);
    tcase_add_test(tests, moving_walls_report_their_velocity);
    suite_add_tcase(suite, tests);
    return suite_finish(suite);
}
