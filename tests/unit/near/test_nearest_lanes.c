/* Checks that batches of eight cover every agent once, and that the ranked neighbours match a scan
 * of all agents. */
#include "support/suite.h"

#include "geom/quad.h"
#ifdef QUAD_SIMD
#define LANES_QUADS
#include <math.h>
#include <stdlib.h>

#include "near/nearest_lanes.h"
#include "support/lab.h"

typedef enum crowd { EVEN, LATTICE, RING, JAM_AND_FIELD, HEAP, FEW, FAR_APART, CROWDS } crowd;

static wend_point sample_point(crowd kind, uint32_t i, dice *from) {
    double x = dice_between(from, -50.0, 50.0), y = dice_between(from, -50.0, 50.0);
    double angle = 6.283185307179586 * (double)i / 900.0;
    switch (kind) {
    case LATTICE: /* many equal distances */
        return (wend_point){(double)(i % 30), (double)(i / 30)};
    case RING: /* every strip contains both sides of the ring */
        return (wend_point){90.0 * cos(angle), 90.0 * sin(angle)};
    case JAM_AND_FIELD:
        return i % 3 ? (wend_point){0.1 * x, 0.1 * y} : (wend_point){x, y};
    case HEAP: /* more candidates than BATCH_CANDIDATES */
        return (wend_point){0.002 * x, 0.002 * y};
    case FAR_APART: /* coordinates are rounded to 0.2 mm, and cells are much wider than a crowd */
        return (wend_point){0.1 * x + (i % 2 ? 4000.0 : -4000.0),
                            0.1 * y + (i % 4 < 2 ? 4000.0 : -4000.0)};
    default:
        return (wend_point){x, y};
    }
}

static lab *start(crowd kind, dice *from) {
    static sketch plan;
    sketch_start(&plan);
    double side = kind == FAR_APART ? 4090.0 : 100.0;
    sketch_box_boundary(&plan, 0, -side, -side, side, side);
    lab *l = lab_start(sketch_space(&plan), 0.1, 1);
    for (uint32_t i = 0; i < (kind == FEW ? 5 : 900); i++) {
        wend_point p = sample_point(kind, i, from);
        lab_add(p.x, p.y, 0, 0.2);
    }
    lab_step(1);
    return l;
}

typedef struct found {
    float distance_squared;
    uint64_t key;
    uint32_t body;
} found;

static int compare_found(const void *left, const void *right) {
    const found *a = left, *b = right;
    if (a->distance_squared != b->distance_squared) {
        return a->distance_squared < b->distance_squared ? -1 : 1;
    }
    return a->key < b->key ? -1 : a->key > b->key;
}

/* Lists all other agents, nearest first. */
static uint32_t scan(const wend_view *view, uint32_t index, found *out) {
    uint32_t count = 0;
    wend_vec2 p = view->bodies[index].position;
    for (uint32_t i = 0; i < view->body_count; i++) {
        float x = view->bodies[i].position.x - p.x, y = view->bodies[i].position.y - p.y;
        if (i != index) {
            out[count++] = (found){x * x + y * y, wend_view_key(view, i), i};
        }
    }
    qsort(out, count, sizeof *out, compare_found);
    return count;
}

static void check_lane(const lane_search *search, uint32_t lane) {
    static found all[LAB_AGENTS];
    const lane_query *query = search->query;
    uint32_t body = search->batch->body[lane], count = scan(search->view, body, all);
    float most = query->distance[lane] * query->distance[lane];
    /* A key is rounded down, because the candidate's number replaces its lowest bits. */
    float rounded = 1.0F - (float)(search->ranks.number_mask[lane] + 1) * 0x1p-23F;
    if (count > 0 && all[0].distance_squared == 0.0F) {
        return; /* agents at the same position have no defined order */
    }
    for (uint32_t k = 0; k < query->neighbours; k++) {
        float key = search->ranks.key[k + 1][lane];
        bool seen = k < count && all[k].distance_squared <= most;
        if (seen) {
            uint32_t row = search->ranks.row[k + 1][lane];
            ck_assert_uint_eq(window_record(&search->window, row)->cell, all[k].body);
        } else { /* no neighbour within the search distance; keys are rounded */
            ck_assert_float_ge(key, most * rounded);
        }
    }
    /* The agent after the requested neighbours must be found if it is nearer than `certain`. Keys
     * are rounded, so distances are compared only to that precision. */
    uint32_t next = query->neighbours;
    if (next < count &&
        all[next].distance_squared <= fminf(most, query->certain * query->certain)) {
        float key = search->ranks.key[next + 1][lane];
        ck_assert_float_le(key, all[next].distance_squared);
        ck_assert_float_ge(key, all[next].distance_squared * rounded);
    }
}

/* Divides the bodies into ranges, some with gaps between them. */
static uint32_t sample_ranges(const wend_view *view, dice *from, wend_range *ranges) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->body_count;) {
        uint32_t length = 1 + dice_below(from, dice_below(from, 2) ? 5 : 300);
        uint32_t end = i + length < view->body_count ? i + length : view->body_count;
        ranges[count++] = (wend_range){i, end};
        i = end + dice_below(from, 2);
    }
    return count;
}

static void check_search(const wend_view *view, lane_search *search, uint32_t *alone) {
    near_batch *batch = search->batch;
    const void *rows[LANES];
    lanes columns[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        rows[i] = &view->bodies[batch->body[i]];
    }
    lanes_transpose(rows, columns);
    search->x = columns[0];
    search->y = columns[1];
    find_nearest(search, columns[5]);
    ck_assert_uint_gt(batch->count, 0);
    ck_assert_uint_le(batch->group_count, BATCH_LANES);
    for (uint32_t i = 0; i < batch->count; i++) {
        if (search->left_to_scalar >> i & 1U) {
            ++*alone;
        } else {
            check_lane(search, i);
        }
    }
}

static void check_crowd(const wend_view *view, uint32_t neighbours, dice *from, uint32_t *alone) {
    static lane_search search;
    static wend_range ranges[LAB_AGENTS];
    near_cursor cursor = near_cursor_at(ranges, sample_ranges(view, from, ranges));
    near_batch batch;
    lane_query query = {.neighbours = neighbours, .certain = 0.8F};
    for (uint32_t i = 0; i < LANES; i++) {
        query.distance[i] = (float)dice_between(from, 1.0, 10.0);
        query.farthest = fmaxf(query.farthest, query.distance[i]);
    }
    search.view = view;
    search.cursor = &cursor;
    search.batch = &batch;
    search.query = &query;
    search.guess = 0.0F;
    uint32_t range = 0, next = ranges[0].begin;
    while (near_batch_next(&cursor, &batch)) {
        check_search(view, &search, alone);
        for (uint32_t i = 0; i < batch.count; i++) { /* bodies come in order, without omissions */
            ck_assert_uint_eq(batch.body[i], next);
            next++;
            if (next == ranges[range].end && range + 1 < cursor.range_count) {
                next = ranges[++range].begin;
            }
        }
    }
    ck_assert_uint_eq(next, ranges[cursor.range_count - 1].end);
}

START_TEST(ranked_neighbours_match_full_scan) {
    static const uint32_t neighbours[] = {0, 1, 4, 10, 11, 14, 32, 33, 64, 128};
    dice from = {(uint64_t)_i + 1};
    lab *l = start((crowd)_i, &from);
    const wend_view *view = wend_world_view(l->world);
    uint32_t alone = 0;
    for (uint32_t i = 0; i < sizeof neighbours / sizeof *neighbours; i++) {
        check_crowd(view, neighbours[i], &from, &alone);
    }
    if (_i != HEAP) { /* in the crowd HEAP, the lanes may be left to the scalar version */
        ck_assert_uint_lt(alone, 10 * view->body_count / 20 + 1); /* ten searches per body */
    }
    lab_end();
}
END_TEST

START_TEST(batches_cover_the_ranges_in_order) {
    wend_range ranges[] = {{3, 5}, {9, 12}, {20, 30}};
    near_cursor cursor = near_cursor_at(ranges, 3);
    near_batch batch;
    ck_assert(near_batch_next(&cursor, &batch));
    ck_assert_uint_eq(batch.count, 8);
    ck_assert_uint_eq(batch.body[7], 22);
    batch.group_count = 0;
    near_batch_cut(&cursor, &batch, 3);
    ck_assert_uint_eq(batch.count, 3);
    ck_assert_uint_eq(batch.body[2], 9);
    ck_assert_uint_eq(batch.body[3], batch.body[0]);
    ck_assert(near_batch_next(&cursor, &batch));
    ck_assert_uint_eq(batch.body[0], 10);
    ck_assert_uint_eq(batch.body[7], 25);
    ck_assert(near_batch_next(&cursor, &batch));
    ck_assert_uint_eq(batch.count, 4);
    batch.group_count = 0;
    near_batch_cut(&cursor, &batch, 1); /* a batch can also be cut at the end of the last range */
    ck_assert(near_batch_next(&cursor, &batch));
    ck_assert_uint_eq(batch.body[0], 27);
    ck_assert_uint_eq(batch.count, 3);
    ck_assert(!near_batch_next(&cursor, &batch));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("near/nearest_lanes");
    TCase *cases = tcase_create("lanes");
    tcase_set_timeout(cases, SUITE_TIMEOUT);
    tcase_add_loop_test(cases, ranked_neighbours_match_full_scan, 0, CROWDS);
    tcase_add_test(cases, batches_cover_the_ranges_in_order);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
#else
int main(void) { /* SIMD lanes are not built for this machine */
    return 0;
}
#endif
