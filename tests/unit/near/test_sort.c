/* label: threads */
/* The sort of bodies is stable and complete, and its result is the same for every number of
 * threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "near/near.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "task/pool.h"

enum { MOST = 22000 };

static wend_body input[2 * MOST], before[2 * MOST], sorted[8][2 * MOST];
static uint32_t cells[2 * MOST]; /* the cell of each sorted body */
static uint32_t body_of[8][MOST];
static sketch plan;

static wend_space *stairs(void) {
    sketch_start(&plan);
    sketch_stairs(&plan, 3.0);
    return sketch_space(&plan);
}

/* Makes random bodies. Some are flagged as removed or as ghosts, as after a step. */
static void sample_bodies(dice *from, uint32_t count, int kind) {
    for (uint32_t i = 0; i < count; i++) {
        float x = (float)dice_between(from, -100.0, 100.0),
              y = (float)dice_between(from, -5.0, 5.0);
        if (kind == 1) {
            y = 2.0F;
        } else if (kind == 2) {
            x = 0.5F;
            y = 0.5F;
        }
        uint32_t flags = dice_below(from, 10) == 0   ? WEND_BODY_REMOVED
                         : dice_below(from, 10) == 0 ? WEND_BODY_GHOST
                                                     : 0;
        uint32_t one_sided = dice_below(from, count) == 0 ? WEND_BODY_ONE_SIDED : 0;
        before[i] = (wend_body){.position = {x, y},
                                .radius = 0.25F,
                                .tags = dice_below(from, 3) | flags << 20 | one_sided << 20,
                                .slot = i};
    }
}

static uint32_t count_live(const wend_body *bodies, uint32_t count) {
    uint32_t live = 0;
    for (uint32_t i = 0; i < count; i++) {
        live += !(wend_body_flags(&bodies[i]) & (WEND_BODY_REMOVED | WEND_BODY_GHOST));
    }
    return live;
}

static uint32_t sort_with_threads(const wend_space *space, uint32_t threads, uint32_t count,
                                  wend_body *out, uint32_t *indices) {
    memory from;
    memory_init(&from, NULL);
    near_sorter sorter = {0};
    task_pool *pool = task_pool_create(&from, threads);
    ck_assert_ptr_nonnull(pool);
    wend_task_system tasks = task_pool_system(pool);
    memcpy(input, before, sizeof before);
    memset(indices, 0xff, MOST * sizeof *indices);
    cold_store cold = {.body = indices, .capacity = MOST};
    near_input bodies = {.bodies = input, .count = count, .live = count_live(input, count)};
    uint32_t ghosts = near_count_ghosts(space, &bodies, 2.0F);
    ck_assert_uint_le(count + ghosts, 2 * MOST);
    uint32_t total = near_sort(&sorter, &from, &tasks, space, &bodies, 2.0F, out, &cold);
    uint32_t flags = 0;
    for (uint32_t i = 0; i < total; i++) { /* each body lies in the range of its cell */
        uint32_t cell = near_cell(&sorter.grid.layers[wend_body_layer(&out[i])], out[i].position);
        ck_assert(i >= sorter.grid.starts[cell] && i < sorter.grid.starts[cell + 1]);
        ck_assert_uint_eq(out[i].cell, i);
        cells[i] = cell;
        flags |= wend_body_flags(&out[i]);
    }
    ck_assert_uint_eq(sorter.grid.flags, flags);
    task_pool_destroy(pool);
    near_sorter_free(&sorter, &from);
    ck_assert_uint_eq(from.held, 0);
    return total;
}

static void check_order(uint32_t count, uint32_t total, const wend_body *out,
                        const uint32_t *indices) {
    uint32_t live = 0, ghosts = 0;
    for (uint32_t i = 0; i < count; i++) {
        live += (wend_body_flags(&before[i]) & (WEND_BODY_REMOVED | WEND_BODY_GHOST)) == 0;
    }
    for (uint32_t i = 0; i < total; i++) {
        bool ghost = wend_body_flags(&out[i]) & WEND_BODY_GHOST;
        ghosts += ghost;
        if (i > 0) {
            ck_assert_uint_ge(cells[i], cells[i - 1]);
            bool ghost_before = wend_body_flags(&out[i - 1]) & WEND_BODY_GHOST;
            if (cells[i] == cells[i - 1]) { /* stable: slots are in input order */
                ck_assert(ghost_before < ghost ||
                          (ghost_before == ghost && out[i - 1].slot < out[i].slot));
            }
        }
        if (!ghost) {
            ck_assert_uint_eq(indices[out[i].slot], i);
            ck_assert_uint_eq(out[i].tags, before[out[i].slot].tags);
        }
    }
    ck_assert_uint_eq(total, live + ghosts);
}

START_TEST(order_does_not_depend_on_the_number_of_threads) {
    static const uint32_t threads[] = {1, 2, 3, 8};
    static const uint32_t counts[] = {0, 1, 2, 17, 1000, 4000, 20000};
    wend_space *space = stairs();
    for (int kind = 0; kind < 3; kind++) {
        for (int size = 0; size < 7; size++) {
            dice from = {(uint64_t)(kind * 10 + size)};
            sample_bodies(&from, counts[size], kind);
            uint32_t first = 0;
            for (int i = 0; i < 4; i++) {
                uint32_t total =
                    sort_with_threads(space, threads[i], counts[size], sorted[i], body_of[i]);
                first = i ? first : total;
                ck_assert_uint_eq(total, first);
                ck_assert_int_eq(memcmp(sorted[i], sorted[0], total * sizeof(wend_body)), 0);
                ck_assert_int_eq(memcmp(body_of[i], body_of[0], sizeof body_of[0]), 0);
            }
            check_order(counts[size], first, sorted[0], body_of[0]);
        }
    }
    wend_space_release(space);
}
END_TEST

START_TEST(sorted_list_is_empty_when_all_agents_have_left) {
    wend_space *space = stairs();
    for (uint32_t i = 0; i < 50; i++) {
        before[i] = (wend_body){.tags = (uint32_t)WEND_BODY_REMOVED << 20, .slot = i};
    }
    ck_assert_uint_eq(sort_with_threads(space, 1, 50, sorted[0], body_of[0]), 0);
    ck_assert_uint_eq(sort_with_threads(space, 3, 50, sorted[0], body_of[0]), 0);
    wend_space_release(space);
}
END_TEST

START_TEST(ghosts_are_placed_on_the_layer_across_the_link) {
    wend_space *space = stairs();
    dice from = {77};
    sample_bodies(&from, 3000, 0);
    uint32_t total = sort_with_threads(space, 1, 3000, sorted[0], body_of[0]);
    uint32_t expected = 0, found = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        if (wend_body_flags(&before[i]) & (WEND_BODY_REMOVED | WEND_BODY_GHOST)) {
            continue;
        }
        for (uint32_t k = 0; k < 2; k++) {
            wend_link link = wend_space_link(space, k);
            uint32_t layer = wend_body_layer(&before[i]);
            expected += (layer == link.left_layer || layer == link.right_layer) &&
                        plain_distance(before[i].position, link.a, link.b) <= 2.0;
        }
    }
    for (uint32_t i = 0; i < total; i++) {
        if (wend_body_flags(&sorted[0][i]) & WEND_BODY_GHOST) {
            const wend_body *real = &before[sorted[0][i].slot];
            uint32_t layer = wend_body_layer(&sorted[0][i]);
            ck_assert_uint_ne(layer, wend_body_layer(real));
            ck_assert(layer == 2 || wend_body_layer(real) == 2);
            ck_assert_float_eq(sorted[0][i].position.x, real->position.x);
            found++;
        }
    }
    ck_assert_uint_eq(found, expected);
    ck_assert_uint_gt(found, 20);
    wend_space_release(space);
}
END_TEST

START_TEST(reports_out_of_memory) {
    wend_space *space = stairs();
    memory from;
    memory_init(&from, NULL);
    near_sorter sorter = {0};
    dice random = {5};
    sample_bodies(&random, 100, 0);
    memcpy(input, before, sizeof before);
    cold_store cold = {.body = body_of[0], .capacity = MOST};
    near_input bodies = {.bodies = input, .count = 100, .live = 100};
    wend_task_system serial = task_pool_system(NULL);
    ck_assert_uint_le(near_sort(&sorter, &from, &serial, space, &bodies, 2.0F, sorted[0], &cold),
                      200);
    uint64_t calls = from.calls;
    for (int i = 0; i < 20; i++) { /* repeated sorts allocate nothing */
        memcpy(input, before, sizeof before);
        near_sort(&sorter, &from, &serial, space, &bodies, 2.0F, sorted[0], &cold);
    }
    ck_assert_uint_eq(from.calls, calls);
    near_sorter_free(&sorter, &from);
    ck_assert_uint_eq(from.held, 0);
    wend_space_release(space);
}
END_TEST

/* ---- Earlier state --------------------------------------------------------------------------- */

/* Makes a random crowd: spread out, in a line, at one point, or jammed in an empty field. Its
 * position is random, too. */
static uint32_t sample_step(dice *from) {
    uint32_t count = dice_below(from, 9000), kind = dice_below(from, 4);
    double size = dice_between(from, 0.1, 500.0), x = dice_between(from, -900.0, 900.0);
    for (uint32_t i = 0; i < count; i++) {
        bool jammed = kind == 3 && i % 8;
        double side = kind == 2 ? 0.0 : jammed ? 0.02 * size : size;
        before[i] =
            (wend_body){.position = {(float)(x + dice_between(from, 0.0, side)),
                                     kind == 1 ? 3.0F : (float)dice_between(from, 0.0, side)},
                        .radius = (float)dice_between(from, 0.2, 0.4),
                        .tags = dice_below(from, 20) == 0 ? (uint32_t)WEND_BODY_REMOVED << 20 : 0,
                        .slot = i};
    }
    memcpy(input, before, sizeof before);
    return count;
}

/* Sorts `input`. If `counted` is true, counts it in pieces beforehand, as happens while agents
 * move. */
static uint32_t sort_step(near_sorter *sorter, memory *from, const wend_task_system *tasks,
                          const wend_space *space, uint32_t count, bool counted, int out) {
    near_input bodies = {input, count, count_live(input, count), 0, counted};
    cold_store cold = {.body = body_of[out], .capacity = MOST};
    memset(body_of[out], 0xff, sizeof body_of[out]);
    if (counted) {
        ck_assert(near_prepare(sorter, from, tasks, 1, count));
    }
    for (uint32_t begin = 0; counted && begin < count;) {
        uint32_t end = begin + 100,
                 range_end = (begin / sorter->range_size + 1) * sorter->range_size;
        end = end < range_end ? end : range_end;
        end = end < count ? end : count;
        if (begin % sorter->range_size == 0) {
            near_clear_range(sorter, begin);
        }
        near_count(sorter, input, begin, end);
        begin = end;
    }
    return near_sort(sorter, from, tasks, space, &bodies, 2.0F, sorted[out], &cold);
}

START_TEST(result_does_not_depend_on_earlier_sorts) {
    enum { STEPS = 60 };
    wend_space_def open = wend_default_space_def();
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&open, &space, NULL), WEND_OK);
    memory from;
    memory_init(&from, NULL);
    task_pool *pool = task_pool_create(&from, 3);
    wend_task_system tasks = task_pool_system(pool), serial = task_pool_system(NULL);
    near_sorter kept = {0};
    dice random = {11};
    uint32_t again = 0;
    for (int step = 0; step < STEPS; step++) {
        uint32_t count = sample_step(&random), rounds = 1 + dice_below(&random, 3);
        for (uint32_t round = 0; round < rounds;
             round++) { /* in later rounds, the cells already match */
            near_sorter fresh = {0};
            uint32_t total = sort_step(&fresh, &from, &serial, space, count, false, 0);
            memcpy(input, before, sizeof before);
            bool counted = count > 0 && dice_below(&random, 2);
            ck_assert_uint_eq(sort_step(&kept, &from, &tasks, space, count, counted, 1), total);
            ck_assert_uint_eq(total, count_live(before, count));
            ck_assert_int_eq(memcmp(sorted[0], sorted[1], total * sizeof(wend_body)), 0);
            ck_assert_int_eq(memcmp(body_of[0], body_of[1], sizeof body_of[0]), 0);
            ck_assert_uint_eq(fresh.grid.cell_count, kept.grid.cell_count);
            ck_assert_int_eq(memcmp(fresh.grid.starts, kept.grid.starts,
                                    (fresh.grid.cell_count + 1) * sizeof(uint32_t)),
                             0);
            ck_assert(near_same_layout(&fresh.cells, &kept.cells));
            near_sorter_free(&fresh, &from);
            again += counted && round > 0;
        }
    }
    ck_assert_uint_gt(again, STEPS / 4);
    near_sorter_free(&kept, &from);
    task_pool_destroy(pool);
    ck_assert_uint_eq(from.held, 0);
    wend_space_release(space);
}
END_TEST

/* A jam contains most bodies: its own density determines the cell size, not the density of the
 * field around it. */
START_TEST(cell_size_follows_the_density_around_bodies) {
    wend_space_def open = wend_default_space_def();
    wend_space *space = NULL;
    ck_assert_int_eq(wend_space_create(&open, &space, NULL), WEND_OK);
    memory from;
    memory_init(&from, NULL);
    wend_task_system serial = task_pool_system(NULL);
    dice random = {3};
    for (int jam = 0; jam < 2; jam++) {
        near_sorter sorter = {0};
        for (uint32_t i = 0; i < 4000; i++) {
            double side = jam && i % 20 ? 40.0 : 200.0;
            before[i] = (wend_body){.position = {(float)dice_between(&random, 0.0, side),
                                                 (float)dice_between(&random, 0.0, side)},
                                    .radius = 0.2F,
                                    .slot = i};
        }
        memcpy(input, before, sizeof before);
        sort_step(&sorter, &from, &serial, space, 4000, false, 0);
        double density = jam ? 3800.0 / 1600.0 : 0.1, height = 2.27 / sqrt(density);
        double found = 1.0 / (double)sorter.grid.layers[0].per_strip;
        ck_assert_double_gt(found, 0.9 * height);
        ck_assert_double_lt(found, 1.2 * height);
        near_sorter_free(&sorter, &from);
    }
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("near/sort", result_does_not_depend_on_earlier_sorts,
          cell_size_follows_the_density_around_bodies,
          order_does_not_depend_on_the_number_of_threads,
          sorted_list_is_empty_when_all_agents_have_left,
          ghosts_are_placed_on_the_layer_across_the_link, reports_out_of_memory);
}
