/* Archives a navigation mesh as bytes: layers, blockers, sets, members and levels, as in
 * map/navmesh/navmesh.h, without the members that navmesh_finish derives. */
#include "map/save.h"
#include "map/navmesh/navmesh.h"

static void archive_sets(archive *ar, navmesh *mesh, memory_arena *arena) {
    map_blocking *blocking = &mesh->blocking;
    blocking->blockers = save_blockers(ar, blocking->blockers, &blocking->blocker_count, arena);
    mesh->sets = save_array(ar, mesh->sets, &mesh->set_count, sizeof *mesh->sets, arena);
    mesh->members =
        save_array(ar, mesh->members, &mesh->member_count, sizeof *mesh->members, arena);
}

/* Archives an array with one element for each corner. */
static void *archive_per_corner(archive *ar, void *items, uint32_t corners, size_t size,
                                memory_arena *arena) {
    uint32_t count = corners;
    void *all = save_array(ar, items, &count, size, arena);
    archive_expect(ar, count == corners, "the lists of corners differ in length");
    return all;
}

static void archive_level(archive *ar, navmesh_level *level, memory_arena *arena) {
    archive_f32(ar, &level->radius);
    level->vertices =
        save_array(ar, level->vertices, &level->vertex_count, sizeof *level->vertices, arena);
    level->polygons =
        save_array(ar, level->polygons, &level->polygon_count, sizeof *level->polygons, arena);
    level->corners =
        save_array(ar, level->corners, &level->corner_count, sizeof *level->corners, arena);
    level->neighbours = archive_per_corner(ar, level->neighbours, level->corner_count,
                                           sizeof *level->neighbours, arena);
    if (level->radius == 0.0F) {
        level->clearances = archive_per_corner(ar, level->clearances, level->corner_count,
                                               sizeof *level->clearances, arena);
    }
}

void navmesh_archive(archive *ar, void *draft, memory_arena *arena) {
    navmesh *mesh = draft;
    archive_u32(ar, &mesh->layer_count);
    archive_sets(ar, mesh, arena);
    mesh->levels =
        archive_list(ar, mesh->levels, &mesh->level_count, 20, sizeof *mesh->levels, arena);
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        navmesh_level level = mesh->levels[i];
        archive_level(ar, &level, arena);
        if (ar->loading) {
            mesh->levels[i] = level;
        }
    }
}
