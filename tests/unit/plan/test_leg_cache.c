/* The cache of legs: what was added is found again, until the scene changes or the cache is full.
 */
#include "plan/route/leg_cache.h"
#include "support/suite.h"
#include "support/worlds.h"

static leg_key key_of(uint32_t i) {
    return (leg_key){.from = {(float)i, 0.5F},
                     .to = {(float)i, 7.0F},
                     .to_layer = i % 3,
                     .radius = 0.25F,
                     .classes = 1};
}

/* Adds leg i, which has i % 5 portals. */
static void add(leg_cache *cache, uint32_t i) {
    wend_portal portals[5];
    for (uint32_t k = 0; k < 5; k++) {
        portals[k] = (wend_portal){.left = {(float)i, (float)k}, .layer = k};
    }
    cached_leg leg = {
        .key = key_of(i), .count = i % 5, .begins = i, .ends = i + 1, .clearance = (float)i};
    leg_cache_add(cache, &leg, portals);
}

static bool has(const leg_cache *cache, uint32_t i) {
    const wend_portal *portals = NULL;
    leg_key key = key_of(i);
    const cached_leg *leg = leg_cache_find(cache, &key, &portals);
    if (leg == NULL) {
        return false;
    }
    ck_assert_uint_eq(leg->count, i % 5);
    ck_assert_uint_eq(leg->begins, i);
    ck_assert_uint_eq(leg->ends, i + 1);
    for (uint32_t k = 0; k < leg->count; k++) {
        ck_assert_float_eq(portals[k].left.x, (float)i);
        ck_assert_uint_eq(portals[k].layer, k);
    }
    return true;
}

START_TEST(finds_what_was_added) {
    leg_cache *cache = leg_cache_create(&(wend_allocator){0});
    ck_assert(!has(cache, 0));
    for (uint32_t i = 0; i < 5000; i++) {
        add(cache, i);
    }
    for (uint32_t i = 0; i < 5000; i++) {
        ck_assert(has(cache, i));
    }
    ck_assert(!has(cache, 5000));
    const wend_portal *portals;
    leg_key other = key_of(7);
    other.classes = 3;
    ck_assert_ptr_null(leg_cache_find(cache, &other, &portals));
    leg_cache_destroy(cache);
}
END_TEST

START_TEST(finds_the_next_leg_whatever_followed_before) {
    enum { LEGS = 60 };
    leg_cache *cache = leg_cache_create(&(wend_allocator){0});
    cached_leg *before = NULL;
    uint32_t at = 1;
    for (uint32_t i = 0; i < LEGS; i++) {
        add(cache, i);
    }
    for (uint32_t i = 0; i < 5000; i++) {
        at = i % 3 == 0 ? (at * 7 + i) % (LEGS + 5) : (at + 1) % (LEGS + 5);
        const wend_portal *portals = NULL, *expected = NULL;
        leg_key key = key_of(at);
        cached_leg *leg = leg_cache_find_next(cache, before, &key, &portals);
        ck_assert_ptr_eq(leg, leg_cache_find(cache, &key, &expected));
        ck_assert_ptr_eq(portals, expected);
        ck_assert(at < LEGS ? leg != NULL : leg == NULL);
        before = leg;
    }
    leg_cache_destroy(cache);
}
END_TEST

START_TEST(another_scene_empties_the_cache) {
    leg_cache *cache = leg_cache_create(&(wend_allocator){0});
    portal_part part = {0.25, 0.75}, found;
    edge_key edge = {0.5, 12, 0.25F, 1};
    leg_cache_set_scene(cache, 1);
    add(cache, 3);
    leg_cache_add_edge(cache, &edge, part);
    leg_cache_set_scene(cache, 1);
    ck_assert(has(cache, 3) && leg_cache_find_edge(cache, &edge, 0.3, &found));
    leg_cache_set_scene(cache, 2);
    ck_assert(!has(cache, 3) && !leg_cache_find_edge(cache, &edge, 0.3, &found));
    leg_cache_destroy(cache);
}
END_TEST

START_TEST(an_edge_is_found_only_within_its_free_part) {
    leg_cache *cache = leg_cache_create(&(wend_allocator){0});
    portal_part found = {0.0, 0.0};
    edge_key edge = {0.5, 12, 0.25F, 1}, other = {0.5, 12, 0.5F, 1};
    leg_cache_add_edge(cache, &edge, (portal_part){0.25, 0.75});
    ck_assert(leg_cache_find_edge(cache, &edge, 0.75, &found));
    ck_assert_double_eq(found.low, 0.25);
    ck_assert(!leg_cache_find_edge(cache, &edge, 0.76, &found));
    ck_assert(!leg_cache_find_edge(cache, &other, 0.5, &found));
    leg_cache_destroy(cache);
}
END_TEST

START_TEST(lines_and_legs_with_the_same_ends_differ) {
    leg_cache *cache = leg_cache_create(&(wend_allocator){0});
    leg_key line = key_of(4);
    bool is_open = true;
    add(cache, 4);
    ck_assert(!leg_cache_find_line(cache, &line, &is_open));
    leg_cache_add_line(cache, &line, false);
    ck_assert(leg_cache_find_line(cache, &line, &is_open) && !is_open);
    ck_assert(has(cache, 4));
    leg_cache_destroy(cache);
}
END_TEST

START_TEST(memory_is_bounded_and_released_when_unused) {
    worlds_heap heap = {0};
    wend_allocator allocator = worlds_allocator(&heap);
    leg_cache *cache = leg_cache_create(&allocator);
    unsigned long empty = (unsigned long)heap.held;
    for (uint32_t i = 0; i < 300000; i++) {
        add(cache, i);
        ck_assert(has(cache, i));
        ck_assert_uint_le(heap.held, 16U << 20);
    }
    leg_cache_set_scene(cache, 1);
    leg_cache_begin_step(cache, 4);
    ck_assert_uint_gt(heap.held, empty);
    leg_cache_begin_step(cache, 5);
    ck_assert_uint_eq(heap.held, empty);
    leg_cache_destroy(cache);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

int main(void) {
    SUITE("plan/leg_cache", finds_what_was_added, finds_the_next_leg_whatever_followed_before,
          another_scene_empties_the_cache, an_edge_is_found_only_within_its_free_part,
          lines_and_legs_with_the_same_ends_differ, memory_is_bounded_and_released_when_unused);
}
