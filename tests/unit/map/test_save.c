/* Saves maps as bytes and to files, and loads them. */
#include "map/navmesh/navmesh.h"
#include "map/roadmap/roadmap.h"
#include "support/map_bytes.h"
#include "support/meshes.h"
#include "support/suite.h"
#include <stdio.h>

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

START_TEST(survives_save_and_load) {
    wend_map *map = make_map(), *again = map_bytes_reload(map);
    ck_assert_uint_eq(navmesh_of(again)->blocking.blocker_count, 2);
    ck_assert_float_eq(navmesh_of(again)->blocking.blockers[1].points[1].y, 4.0F);
    wend_map_release(map);
    wend_map_release(again);
}
END_TEST

START_TEST(refuses_damaged_bytes) {
    wend_map *map = make_map();
    map_bytes_check_space_hash(map, &map_kind_navmesh);
    map_bytes_check_damage(map, &map_kind_navmesh, &map_kind_roadmap);
    map_bytes_check_behind_checksum(map, &map_kind_navmesh, NULL);
    map_bytes_check_memory(map);
    wend_map_release(map);
}
END_TEST

START_TEST(saves_and_loads_files) {
    wend_map *map = make_map(), *again = NULL;
    wend_error error = {.message = ""};
    const char *path = "test_save_map.wmap";
    ck_assert_msg(wend_map_save_file(map, path, &error) == WEND_OK, "%s", error.message);
    ck_assert_msg(wend_map_load_file(path, NULL, &again, &error) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(wend_map_get_info(map).hash, wend_map_get_info(again).hash);
    remove(path);
    wend_map_release(again);
    ck_assert_int_eq(wend_map_load_file(path, NULL, &again, &error), WEND_ERROR_IO);
    ck_assert_str_eq(error.path, path);
    ck_assert_int_eq(wend_map_save_file(map, "no/such/folder/x.wmap", &error), WEND_ERROR_IO);
    wend_map_release(map);
}
END_TEST

int main(void) {
    SUITE("map/save", survives_save_and_load, refuses_damaged_bytes, saves_and_loads_files);
}
