/* The areas in a snapshot, and which agents are in them. */
#include "world/areas/areas.h"
#include "world/snapshot/snapshot.h"

static void archive_area(archive *ar, wend_world *world, uint32_t index, memory_arena *from) {
    area_record area = ar->loading ? (area_record){0} : world->areas.records[index];
    archive_u32(ar, &area.layer);
    archive_u64(ar, &area.user);
    archive_text(ar, &area.name, from);
    wend_vec2 *points =
        archive_list(ar, area.points, &area.point_count, sizeof *points, sizeof *points, from);
    archive_expect(ar,
                   area.layer < wend_space_layer_count(world->space) && area.point_count >= 3 &&
                       area.point_count <= WEND_MAX_POLYGON,
                   "an area is not valid");
    for (uint32_t i = 0; i < area.point_count && !ar->failed; i++) {
        archive_vec2(ar, &points[i]);
        archive_expect(ar, snapshot_is_position(points[i]), "an area is too far away");
    }
    if (!ar->loading || ar->failed) {
        return;
    }
    bool is_out_of_memory = false;
    archive_expect(ar, area_find_fault(world, points, area.point_count, &is_out_of_memory) == NULL,
                   "an area is not a simple polygon");
    bool is_known = area.name && names_contain(&world->areas.names, area.name);
    archive_expect(ar, ar->failed || (!is_known && (!area.name || area.name[0])),
                   "the name of an area is not valid");
    archive_expect(ar, ar->failed || area_add(world, &area, points), "out of memory");
}

/* Archives which agents are in which areas, as (slot, area) pairs that are sorted by slot, then by
 * area. */
static void archive_members(archive *ar, wend_world *world) {
    area_table *table = &world->areas;
    uint32_t count = table->node_count - table->free_node_count, slot = 0, area = 0, before = 0;
    uint32_t node = AREA_NONE;
    archive_count(ar, &count, 8);
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        if (!ar->loading) {
            while (node == AREA_NONE) { /* find the next agent that is in an area */
                node = table->first[slot++];
            }
            area = table->nodes[node].area;
            node = table->nodes[node].next;
        }
        uint32_t owner = slot - !ar->loading;
        archive_u32(ar, &owner);
        archive_u32(ar, &area);
        if (!ar->loading || ar->failed) {
            continue;
        }
        bool good = owner < world->cold.used && world->cold.body[owner] < world->body_count &&
                    ids_is_used(&table->ids, area) &&
                    (i == 0 || owner > slot || (owner == slot && area > before));
        archive_expect(ar, good, "the agents in areas are not valid");
        archive_expect(ar, ar->failed || areas_join(world, owner, area), "out of memory");
        slot = owner;
        before = area;
    }
}

void snapshot_areas(archive *ar, wend_world *world, memory_arena *from) {
    area_table *table = &world->areas;
    id_table ids;
    snapshot_ids(ar, &table->ids, &ids, from);
    for (uint32_t i = 0; i < ids.count && !ar->failed; i++) {
        if (ids_is_used(&ids, i)) {
            archive_area(ar, world, i, from);
        } else {
            snapshot_gap(ar, world,
                         (snapshot_table){(void **)&table->records, sizeof *table->records,
                                          &table->count, &table->capacity, &table->ids});
        }
    }
    snapshot_ids_put(ar, &table->ids, &ids);
    if (!ar->failed) {
        archive_members(ar, world);
    }
}
