/* The descriptor of the map kind "navmesh": a navigation mesh. */
#include <inttypes.h>
#include <stdio.h>

#include "geom/polygon.h"
#include "map/coverage.h"
#include "map/map.h"
#include "map/navmesh/navmesh.h"
#include "map/navmesh/verify.h"
#include "map/terrain/terrain.h"

const navmesh *navmesh_of(const wend_map *map) {
    bool is_mesh = map_is_kind(map, &map_kind_navmesh) || map_is_kind(map, &map_kind_terrain);
    return is_mesh ? map->data : NULL;
}

wend_result navmesh_create(const navmesh *parts, uint64_t space_hash,
                           const wend_allocator *allocator, wend_map **out, wend_error *error) {
    return map_create(&map_kind_navmesh, parts, space_hash, allocator, out, error);
}

wend_result navmesh_create_watched(const navmesh *parts, uint64_t space_hash,
                                   const wend_allocator *allocator, const watcher *progress,
                                   wend_map **out, wend_error *error) {
    return map_create_watched(&map_kind_navmesh, parts, space_hash, allocator, progress, out,
                              error);
}

/* ---- Information ----------------------------------------------------------------------------- */

static uint64_t count_portals(const navmesh_level *level) {
    uint64_t sides = 0;
    for (uint32_t i = 0; i < level->corner_count; i++) {
        sides += level->neighbours[i] != NAVMESH_NONE;
    }
    return sides / 2;
}

static double measure_area(const navmesh_level *level) {
    double area = 0.0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *polygon = &level->polygons[i];
        area += polygon_area(&level->points[polygon->first], polygon->count);
    }
    return area;
}

void navmesh_write_info(const void *data, wend_map_info *info) {
    const navmesh *mesh = data;
    info->levels = mesh->level_count;
    info->area = measure_area(&mesh->levels[0]);
    info->largest_radius = (double)mesh->levels[mesh->level_count - 1].radius;
    for (uint32_t i = 0; i < mesh->level_count; i++) {
        const navmesh_level *level = &mesh->levels[i];
        info->vertices += level->vertex_count;
        info->edges += count_portals(level);
        info->faces += level->polygon_count;
    }
}

void navmesh_describe(const void *data, const wend_map_info *info, char *out, size_t size) {
    (void)data;
    double faces = info->faces > 0 ? (double)info->faces : 1.0;
    snprintf(out, size,
             "%" PRIu64 " vertices, %" PRIu64 " edges, %" PRIu64 " faces; %" PRIu64
             " bytes, %.0f per face",
             info->vertices, info->edges, info->faces, info->bytes, (double)info->bytes / faces);
}

void navmesh_describe_level(const void *data, uint32_t index, char *out, size_t size) {
    const navmesh *mesh = data;
    const navmesh_level *level = &mesh->levels[index];
    uint32_t blockable = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        blockable += mesh->sets[level->polygons[i].set].count > 0;
    }
    int used = snprintf(out, size, "radius %.2f m  %u polygon%s", (double)level->radius,
                        level->polygon_count, level->polygon_count == 1 ? "" : "s");
    if (blockable > 0 && used > 0 && (size_t)used < size) {
        snprintf(out + used, size - (size_t)used,
                 ", of which %u can be closed by doors or switched obstacles", blockable);
    }
}

/* ---- Location and coverage ------------------------------------------------------------------- */

uint32_t navmesh_find_element(const void *data, wend_location location) {
    const navmesh *mesh = data;
    return location.layer < mesh->layer_count ? navmesh_locate(&mesh->levels[0], location)
                                              : UINT32_MAX;
}

static void add_polygons(const void *data, uint32_t layer, coverage *c) {
    const navmesh_level *level = &((const navmesh *)data)->levels[0];
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *polygon = &level->polygons[i];
        if (polygon->layer == layer) {
            coverage_add(c, &level->points[polygon->first], polygon->count);
        }
    }
}

wend_map_coverage navmesh_cover(const void *data, const wend_space *space,
                                const wend_space_def *def) {
    return coverage_by_area(data, add_polygons, space, def);
}

const map_kind map_kind_navmesh = {
    .name = "navmesh",
    .title = "navigation mesh",
    .tag = 2,
    .size = sizeof(navmesh),
    .verify = verify_parts,
    .copy = navmesh_copy,
    .finish = navmesh_finish,
    .archive = navmesh_archive,
    .hash = navmesh_hash,
    .info = navmesh_write_info,
    .describe = navmesh_describe,
    .describe_level = navmesh_describe_level,
    .locate = navmesh_find_element,
    .cover = navmesh_cover,
};
