/* Compares the visible parts of polylines with brute force over all walls: from random positions,
 * in contact with walls, and along paths that are walked to the ends of visible parts, where a
 * tangent passes through the end. A sample counts as a mismatch if brute force decides it by more
 * than rounding. */
#include <math.h>
#include <stdio.h>

#include <wend/math.h>
#include <wend/random.h>
#include <wend/space.h>

#include "geom/point.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MAX_SOLIDS = 12, MAX_CORNERS = 9, MAX_WALLS = 5, POINTS = 6, PARTS = 128, SAMPLES = 200 };

static const double DECIDED = 1e-9; /* m: a sample is decided if it is this far from the limit */
static const double SLIVER = 1e-6;  /* m: parts that may be left out are shorter */

static double uniform(uint64_t seed, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, 3, 0, purpose);
}

/* Makes convex and star-shaped solids on a lattice of 5 m, and bent thin walls between them. */
static wend_space *make_space(uint64_t seed) {
    wend_point corners[MAX_SOLIDS][MAX_CORNERS], ends[MAX_WALLS][3];
    wend_solid_def solids[MAX_SOLIDS];
    wend_open_wall_def walls[MAX_WALLS];
    for (uint32_t i = 0; i < MAX_SOLIDS; i++) {
        uint32_t count = 3 + (uint32_t)(wend_random_bits(seed, i, 1, 1) % (MAX_CORNERS - 2));
        bool star = wend_random_bits(seed, i, 1, 2) % 3 == 0;
        wend_point at = {5.0 * (i % 4), 5.0 * (i / 4)};
        for (uint32_t k = 0; k < count; k++) {
            double angle = 2.0 * WEND_PI * k / count + uniform(seed, 100 * i, 0, 1);
            double r = star ? uniform(seed, 100 * i + k + 1, 0.5, 2.0) : 1.5;
            corners[i][k] = (wend_point){at.x + r * wend_cos(angle), at.y + r * wend_sin(angle)};
        }
        solids[i] = (wend_solid_def){.ring = {corners[i], count}, .obstacle_class = i % 5 == 0};
    }
    for (uint32_t i = 0; i < MAX_WALLS; i++) {
        wend_point at = {2.5 + 5.0 * (i % 3), 2.5 + 5.0 * (i / 3)};
        for (uint32_t k = 0; k < 3; k++) {
            ends[i][k] = (wend_point){at.x + uniform(seed, 2000 + 8 * i + k, -0.5, 0.5),
                                      at.y + uniform(seed, 2100 + 8 * i + k, -0.5, 0.5)};
        }
        walls[i] = (wend_open_wall_def){.points = ends[i], .count = 2};
    }
    wend_layer_def layer = {.solids = solids,
                            .solid_count = MAX_SOLIDS,
                            .open_walls = walls,
                            .open_wall_count = MAX_WALLS};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    wend_error error;
    def.layers = &layer;
    def.layer_count = 1;
    def.class_count = 2;
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

/* ---- Brute force ----------------------------------------------------------------------------- */

static double to_segment(wend_point p, wend_point a, wend_point b) {
    return point_distance(p, point_nearest(p, a, b));
}

/* Returns the distance between two segments: 0 if they cross. */
static double between(wend_point p, wend_point q, wend_point a, wend_point b) {
    double one = point_turn(p, q, a), two = point_turn(p, q, b);
    double three = point_turn(a, b, p), four = point_turn(a, b, q);
    if (one * two < 0.0 && three * four < 0.0) {
        return 0.0;
    }
    return fmin(fmin(to_segment(a, p, q), to_segment(b, p, q)),
                fmin(to_segment(p, a, b), to_segment(q, a, b)));
}

/* Returns 1 if the point p is hidden from x, 0 if it is visible, and -1 if rounding decides. */
static int brute_force(const wend_space *space, wend_point x, wend_point p, double radius,
                       uint32_t classes) {
    int result = 0;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        wend_point a = point_wide(wall.a), b = point_wide(wall.b);
        if (((classes | 1U) >> wall.obstacle_class & 1U) == 0) {
            continue;
        }
        double contact = to_segment(x, a, b), r = fmin(radius, (1.0 - 1e-9) * contact);
        if (r > 0.0 && r < radius) { /* in contact: a line must not come nearer than x is */
            double least = between(x, p, a, b);
            if (least < (1.0 - 2e-9) * contact - DECIDED) {
                return 1;
            }
            result = least < (1.0 - 1e-10) * contact ? -1 : result;
            continue;
        }
        if (r > 0.0) {
            double gap = between(x, p, a, b) - r;
            if (gap < -DECIDED) {
                return 1;
            }
            result = gap < DECIDED ? -1 : result;
            continue;
        }
        bool crosses = between(x, p, a, b) == 0.0;
        double touch = fmin(fmin(to_segment(a, x, p), to_segment(b, x, p)), to_segment(p, a, b));
        touch = fmin(touch, contact);
        if (crosses && touch > DECIDED) {
            return 1;
        }
        result = touch <= DECIDED ? -1 : result;
    }
    return result;
}

/* ---- Comparison ------------------------------------------------------------------------------ */

typedef struct tally {
    uint64_t samples, hidden, visible, undecided, mismatches;
} tally;

typedef struct query {
    const wend_space *space;
    wend_location from, points[POINTS];
    float radius;
    uint32_t classes;
    wend_interval parts[PARTS];
    uint32_t count;
} query;

static bool is_in_part(const query *q, double s) {
    for (uint32_t i = 0; i < q->count; i++) {
        if (s >= q->parts[i].begin && s <= q->parts[i].end) {
            return true;
        }
    }
    return false;
}

static wend_point point_at(const query *q, double s) {
    for (uint32_t i = 0; i + 1 < POINTS; i++) {
        wend_point a = point_wide(q->points[i].position), b = point_wide(q->points[i + 1].position);
        double length = point_distance(a, b);
        if (s <= length || i + 2 == POINTS) {
            return point_lerp(a, b, s / length);
        }
        s -= length;
    }
    return (wend_point){0.0, 0.0};
}

static void check_sample(const query *q, double s, uint64_t seed, tally *t) {
    bool inside = is_in_part(q, s);
    int hidden = brute_force(q->space, point_wide(q->from.position), point_at(q, s),
                             (double)q->radius, q->classes);
    /* A visible part shorter than a sliver may be left out. */
    bool sliver = hidden == 0 && !inside && !is_in_part(q, s - SLIVER) &&
                  !is_in_part(q, s + SLIVER) &&
                  (brute_force(q->space, point_wide(q->from.position), point_at(q, s - SLIVER),
                               (double)q->radius, q->classes) != 0 &&
                   brute_force(q->space, point_wide(q->from.position), point_at(q, s + SLIVER),
                               (double)q->radius, q->classes) != 0);
    t->samples++;
    t->hidden += hidden == 1;
    t->visible += hidden == 0;
    t->undecided += hidden < 0;
    if (hidden >= 0 && inside == (hidden == 1) && !sliver) {
        t->mismatches++;
        if (t->mismatches < 5) {
            fprintf(stderr, "seed %llu, from (%.9g, %.9g), r %g, at %.9g: hidden %d\n",
                    (unsigned long long)seed, (double)q->from.position.x,
                    (double)q->from.position.y, (double)q->radius, s, hidden);
        }
    }
}

static void find_parts(query *q) {
    q->count = wend_space_visible_parts(q->space, q->from, q->radius, q->points, POINTS, q->classes,
                                        q->parts, PARTS);
    ck_assert_uint_le(q->count, PARTS);
}

static void check_query(query *q, uint32_t samples, uint64_t seed, tally *t) {
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < POINTS; i++) {
        length += wide_distance(q->points[i].position, q->points[i + 1].position);
    }
    find_parts(q);
    for (uint32_t k = 0; k < samples; k++) {
        check_sample(q, length * wend_random_uniform(seed, q->count, k, 9), seed, t);
    }
    for (uint32_t i = 0; i < q->count; i++) { /* just inside and just outside of each end */
        double ends[] = {q->parts[i].begin - 1e-5, q->parts[i].begin + 1e-5, q->parts[i].end - 1e-5,
                         q->parts[i].end + 1e-5};
        for (uint32_t k = 0; k < 4; k++) {
            if (ends[k] > 0.0 && ends[k] < length) {
                check_sample(q, ends[k], seed, t);
            }
        }
    }
}

static void set_polyline(query *q, uint64_t seed) {
    for (uint32_t i = 0; i < POINTS; i++) {
        q->points[i] = (wend_location){
            {(float)uniform(seed, 3000 + i, -3, 18), (float)uniform(seed, 3100 + i, -3, 13)}, 0};
    }
}

/* Sets a walkable position; every third one is in contact with a wall, or nearer than the radius.
 */
static bool set_position(query *q, uint64_t seed, uint32_t trial) {
    q->from = (wend_location){
        {(float)uniform(seed, 4000 + trial, -3, 18), (float)uniform(seed, 5000 + trial, -3, 13)},
        0};
    if (trial % 3 == 0) {
        wend_wall_hit wall = wend_space_find_closest_wall(q->space, q->from, 20.0F, q->classes);
        wend_vec2 away = {q->from.position.x - wall.point.x, q->from.position.y - wall.point.y};
        float keep = trial % 2 ? 1.0F : 0.6F;
        if (wall.distance > 0.0F) {
            float scale = keep * q->radius / wall.distance;
            q->from.position =
                (wend_vec2){wall.point.x + scale * away.x, wall.point.y + scale * away.y};
        }
    }
    return wend_space_is_walkable(q->space, q->from, WEND_ALL_CLASSES);
}

static const float radii[] = {0.0F, 0.05F, 0.3F, 0.8F};

/* 400 worlds with 50 queries and 200 samples: 4 million samples at the usual factor. */
START_TEST(visible_parts_match_brute_force) {
    tally t = {0};
    for (uint64_t seed = 1; seed <= trials(400); seed++) {
        query q = {.space = make_space(seed), .classes = seed % 4 ? WEND_ALL_CLASSES : 1U};
        for (uint32_t trial = 0, done = 0; trial < 400 && done < 50; trial++) {
            q.radius = radii[trial / 3 % 4];
            if (set_position(&q, seed, trial)) {
                set_polyline(&q, seed * 1000 + trial);
                check_query(&q, SAMPLES, seed * 1000 + trial, &t);
                done++;
            }
        }
        wend_space_release((wend_space *)q.space);
    }
    printf("%llu samples, %llu hidden, %llu visible, %llu undecided, %llu mismatches\n",
           (unsigned long long)t.samples, (unsigned long long)t.hidden,
           (unsigned long long)t.visible, (unsigned long long)t.undecided,
           (unsigned long long)t.mismatches);
    ck_assert_uint_eq(t.mismatches, 0);
    ck_assert_uint_ge(t.hidden, trials_bound(1000000));
    ck_assert_uint_ge(t.visible, trials_bound(200000));
    ck_assert_uint_le(t.undecided * 50, t.samples);
}
END_TEST

/* Walks straight to the ends of visible parts, in steps that are rounded to single precision. */
START_TEST(visible_parts_match_brute_force_along_walked_paths) {
    tally t = {0};
    for (uint64_t seed = 1; seed <= trials(200); seed++) {
        query q = {.space = make_space(seed), .classes = WEND_ALL_CLASSES};
        uint32_t trial = 0;
        q.radius = radii[seed % 4];
        while (!set_position(&q, seed, 3 * trial + 1)) {
            trial++;
        }
        set_polyline(&q, seed);
        for (uint32_t leg = 0; leg < 12; leg++) {
            find_parts(&q);
            if (q.count == 0) {
                set_polyline(&q, seed + 1000 * leg);
                continue;
            }
            const wend_interval *part = &q.parts[wend_random_bits(seed, leg, 0, 1) % q.count];
            wend_point to = point_at(&q, leg % 2 ? part->begin : part->end);
            wend_point at = point_wide(q.from.position);
            double away = point_distance(at, to);
            for (uint32_t step = 1; step <= 16; step++) {
                double share = step < 16 ? fmin(0.13 * step / away, 1.0) : 1.0;
                q.from.position = point_narrow(point_lerp(at, to, share));
                check_query(&q, 40, seed * 1000 + leg * 20 + step, &t);
            }
        }
        wend_space_release((wend_space *)q.space);
    }
    printf("walked: %llu samples, %llu hidden, %llu visible, %llu undecided, %llu mismatches\n",
           (unsigned long long)t.samples, (unsigned long long)t.hidden,
           (unsigned long long)t.visible, (unsigned long long)t.undecided,
           (unsigned long long)t.mismatches);
    ck_assert_uint_eq(t.mismatches, 0);
    ck_assert_uint_ge(t.hidden, trials_bound(400000));
    ck_assert_uint_ge(t.visible, trials_bound(200000));
}
END_TEST

int main(void) {
    SUITE("space/hidden_parts", visible_parts_match_brute_force,
          visible_parts_match_brute_force_along_walked_paths);
}
