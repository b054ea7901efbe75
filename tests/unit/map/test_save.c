/* Maps as bytes, and back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/map.h"
#include "map/navmesh/navmesh.h"
#include "space/wmap.h"
#include "support/meshes.h"
#include "support/suite.h"
#include "support/worlds.h"

static wend_map *make_map(void) {
    meshes_seed(5);
    mesh_draft *draft = meshes_draft(2);
    uint32_t set = meshes_class_set(draft, 3);
    meshes_door_set(draft, 1, (wend_vec2){1, 2}, (wend_vec2){3, 4});
    for (int level = 0; level < 2; level++) {
        mesh_area *area = meshes_random_area(2, 8.0, false);
        meshes_zone(area, 7.9, 0.05, 8.1, 0.09, set);
        meshes_level(draft, (float)level * 0.5F);
        meshes_add(draft, area);
        area->layer = 1;
        meshes_add(draft, area);
        meshes_free_area(area);
    }
    return meshes_map(draft, 123456789);
}

static uint8_t *save(const wend_map *map, size_t *size) {
    *size = wend_map_save(map, NULL, 0);
    uint8_t *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    bytes[0] = 0xee;
    ck_assert_uint_eq(wend_map_save(map, bytes, *size - 1), *size);
    ck_assert_uint_eq(bytes[0], 0xee);
    ck_assert_uint_eq(wend_map_save(map, bytes, *size), *size);
    return bytes;
}

START_TEST(comes_back_the_same) {
    wend_map *map = make_map(), *again = NULL;
    size_t size = 0, size_again = 0;
    uint8_t *bytes = save(map, &size);
    wend_error error = {.message = ""};
    ck_assert_msg(wend_map_load(bytes, size, NULL, &again, &error) == WEND_OK, "%s", error.message);
    wend_map_facts a = wend_map_read(map), b = wend_map_read(again);
    ck_assert_mem_eq(&a, &b, sizeof a);
    uint8_t *bytes_again = save(again, &size_again);
    ck_assert_uint_eq(size, size_again);
    ck_assert_mem_eq(bytes, bytes_again, size);
    ck_assert_uint_eq(navmesh_of(again)->blocking.blocker_count, 2);
    ck_assert_float_eq(navmesh_of(again)->blocking.blockers[1].points[1].y, 4.0F);
    free(bytes);
    free(bytes_again);
    wend_map_release(map);
    wend_map_release(again);
}
END_TEST

START_TEST(another_content_has_another_hash) {
    wend_map *map = make_map(), *again = NULL;
    size_t size = 0;
    uint8_t *bytes = save(map, &size);
    bytes[24] ^= 1; /* the hash of the space */
    wmap_seal(bytes, size, map_kind_navmesh.tag);
    ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, NULL), WEND_OK);
    ck_assert_uint_ne(wend_map_read(map).hash, wend_map_read(again).hash);
    free(bytes);
    wend_map_release(map);
    wend_map_release(again);
}
END_TEST

START_TEST(refuses_damage) {
    wend_map *map = make_map(), *again = NULL;
    size_t size = 0;
    uint8_t *bytes = save(map, &size);
    wend_error error = {.message = ""};
    for (size_t i = 0; i < size; i += 7) {
        bytes[i] ^= 0x20;
        ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, &error), WEND_ERROR_FORMAT);
        bytes[i] ^= 0x20;
    }
    for (size_t length = 0; length < size; length += 101) {
        ck_assert_int_eq(wend_map_load(bytes, length, NULL, &again, &error), WEND_ERROR_FORMAT);
    }
    wmap_seal(bytes, size, WMAP_SPACE);
    ck_assert_int_eq(wend_map_load(bytes, size, NULL, &again, &error), WEND_ERROR_FORMAT);
    ck_assert_str_eq(error.message, "the file holds a space, expected a map");
    free(bytes);
    wend_map_release(map);
}
END_TEST

/* With a checksum that fits, what is taken must be whole; most damage is not taken. */
START_TEST(survives_damage_behind_the_checksum) {
    wend_map *map = make_map();
    size_t size = 0;
    uint8_t *bytes = save(map, &size), *damaged = malloc(size);
    ck_assert_ptr_nonnull(damaged);
    uint32_t refused = 0, trials = 3000;
    meshes_seed(9);
    for (uint32_t i = 0; i < trials; i++) {
        memcpy(damaged, bytes, size);
        size_t at = 24 + (size_t)(meshes_draw() * (double)(size - 24));
        damaged[at] = (uint8_t)(meshes_draw() * 256.0);
        size_t length = i % 5 ? size : 24 + (size_t)(meshes_draw() * (double)(size - 24));
        wmap_seal(damaged, length, map_kind_navmesh.tag);
        wend_map *taken = NULL;
        if (wend_map_load(damaged, length, NULL, &taken, NULL) == WEND_OK) {
            wend_map_release(taken);
        } else {
            refused++;
        }
    }
    ck_assert_uint_gt(refused, trials / 2);
    ck_assert_uint_lt(refused, trials);
    free(bytes);
    free(damaged);
    wend_map_release(map);
}
END_TEST

START_TEST(works_through_files) {
    wend_map *map = make_map(), *again = NULL;
    wend_error error = {.message = ""};
    const char *path = "test_save_map.wmap";
    ck_assert_msg(wend_map_save_file(map, path, &error) == WEND_OK, "%s", error.message);
    ck_assert_msg(wend_map_load_file(path, NULL, &again, &error) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(wend_map_read(map).hash, wend_map_read(again).hash);
    remove(path);
    wend_map_release(again);
    ck_assert_int_eq(wend_map_load_file(path, NULL, &again, &error), WEND_ERROR_IO);
    ck_assert_str_eq(error.path, path);
    ck_assert_int_eq(wend_map_save_file(map, "no/such/folder/x.wmap", &error), WEND_ERROR_IO);
    wend_map_release(map);
}
END_TEST

START_TEST(gives_all_memory_back_when_there_is_none) {
    wend_map *map = make_map();
    size_t size = 0;
    uint8_t *bytes = save(map, &size);
    bool done = false;
    for (unsigned long fails_at = 1; !done; fails_at++) {
        worlds_heap heap = {0};
        atomic_store(&heap.fails_at, fails_at);
        wend_allocator allocator = worlds_allocator(&heap);
        wend_map *again = NULL;
        wend_error error = {.message = ""};
        wend_result result = wend_map_load(bytes, size, &allocator, &again, &error);
        done = result == WEND_OK;
        ck_assert(done || result == WEND_ERROR_MEMORY || result == WEND_ERROR_FORMAT);
        wend_map_release(again);
        ck_assert_uint_eq(atomic_load(&heap.held), 0);
    }
    free(bytes);
    wend_map_release(map);
}
END_TEST

int main(void) {
    SUITE("map/save", comes_back_the_same, another_content_has_another_hash, refuses_damage,
          survives_damage_behind_the_checksum, works_through_files,
          gives_all_memory_back_when_there_is_none);
}
