/* Tracks which agents are in which areas.
 *
 * Each agent has a list of the areas that it is in, in ascending order. The nodes of all lists are
 * in one pool. At the end of a step, before any state changes, workers compare the lists with the
 * next positions of the bodies and note the differences. Memory for everything that follows is
 * reserved at that time. Each note affects only one agent, and events are sorted afterwards, so the
 * order of the notes does not matter.
 *
 * Cost: O(bodies x areas in their cell) on all workers; O(changes) on one. */
#include "geom/polygon.h"
#include "world/areas/areas.h"

/* ---- Finding changes ------------------------------------------------------------------------- */

static void note(wend_world *world, uint32_t worker, area_change change) {
    area_changes *list = &world->areas.changes[worker];
    if (memory_grow(&world->memory, (void **)&list->items, sizeof *list->items, &list->capacity,
                    list->count + 1)) {
        list->items[list->count++] = change;
    } else {
        list->failed = true;
    }
}

static bool contains(const area_record *area, wend_vec2 p) {
    return p.x >= area->low.x && p.x <= area->high.x && p.y >= area->low.y && p.y <= area->high.y &&
           (area->fills_box || polygon_contains(area->points, area->point_count, p) >= 0);
}

/* Notes how an agent's list differs from the list of areas at a location. Both lists are in
 * ascending order. */
static void compare(wend_world *world, uint32_t worker, uint32_t slot, wend_location at) {
    const area_table *table = &world->areas;
    uint32_t count, node = table->first[slot];
    const uint32_t *near = area_index_find(table, at, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (!contains(&table->records[near[i]], at.position)) {
            continue;
        }
        while (node != AREA_NONE && table->nodes[node].area < near[i]) {
            note(world, worker, (area_change){slot, table->nodes[node].area, false});
            node = table->nodes[node].next;
        }
        if (node != AREA_NONE && table->nodes[node].area == near[i]) {
            node = table->nodes[node].next;
        } else {
            note(world, worker, (area_change){slot, near[i], true});
        }
    }
    for (; node != AREA_NONE; node = table->nodes[node].next) {
        note(world, worker, (area_change){slot, table->nodes[node].area, false});
    }
}

static void compare_range(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *next = &world->spare[i];
        if (!(wend_body_flags(&world->bodies[i]) & (WEND_BODY_GHOST | WEND_BODY_REMOVED))) {
            wend_location at = {next->position, wend_body_layer(next)};
            compare(world, worker, world->bodies[i].slot, at);
        }
    }
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Grows the array of list heads to the number of slots. */
static bool reserve_slots(wend_world *world) {
    area_table *table = &world->areas;
    uint32_t slots = world->cold.used;
    if (!memory_grow(&world->memory, (void **)&table->first, sizeof *table->first,
                     &table->slot_capacity, slots)) {
        return false;
    }
    for (; table->slot_count < slots; table->slot_count++) {
        table->first[table->slot_count] = AREA_NONE;
    }
    return true;
}

static bool reserve_nodes(wend_world *world, uint32_t more) {
    area_table *table = &world->areas;
    return more <= table->free_node_count ||
           memory_grow(&world->memory, (void **)&table->nodes, sizeof *table->nodes,
                       &table->node_capacity, table->node_count + more - table->free_node_count);
}

/* Inserts an area into the list that starts at `link`. The memory has been reserved. */
static void insert(area_table *table, uint32_t *link, uint32_t area) {
    uint32_t node = table->free_node_count > 0 ? table->free_node : table->node_count++;
    if (table->free_node_count > 0) {
        table->free_node = table->nodes[node].next;
        table->free_node_count--;
    }
    while (*link != AREA_NONE && table->nodes[*link].area < area) {
        link = &table->nodes[*link].next;
    }
    table->nodes[node] = (area_node){area, *link};
    *link = node;
    table->records[area].inside++;
}

/* Removes the node that `link` refers to from its list. */
static void remove_node(area_table *table, uint32_t *link) {
    uint32_t node = *link;
    *link = table->nodes[node].next;
    table->records[table->nodes[node].area].inside--;
    table->nodes[node].next = table->free_node;
    table->free_node = node;
    table->free_node_count++;
}

static uint32_t count_areas(const area_table *table, uint32_t slot) {
    uint32_t length = 0;
    uint32_t node = slot < table->slot_count ? table->first[slot] : AREA_NONE;
    for (; node != AREA_NONE; node = table->nodes[node].next) {
        length++;
    }
    return length;
}

bool areas_join(wend_world *world, uint32_t slot, uint32_t area) {
    if (!reserve_slots(world) || !reserve_nodes(world, 1)) {
        return false;
    }
    insert(&world->areas, &world->areas.first[slot], area);
    return true;
}

/* ---- The end of a step ----------------------------------------------------------------------- */

static bool reserve_changes(wend_world *world) {
    area_table *table = &world->areas;
    if (!table->changes) {
        size_t size = world->worker_count * sizeof *table->changes;
        table->changes = memory_get_zeroed(&world->memory, size);
        table->change_capacity = table->changes ? world->worker_count : 0;
    }
    for (uint32_t i = 0; i < table->change_capacity; i++) {
        table->changes[i].count = 0;
        table->changes[i].failed = false;
    }
    return table->changes != NULL;
}

bool areas_find_changes(wend_world *world) {
    area_table *table = &world->areas;
    if (!areas_exist(table)) {
        return true;
    }
    uint32_t layers = wend_space_layer_count(world->space), entering = 0;
    if (!reserve_changes(world) || !reserve_slots(world) ||
        (table->index_is_stale && !area_index_build(table, layers, &world->memory))) {
        return false;
    }
    task_run(&world->tasks, compare_range, world, world->body_count, WORLD_BLOCK);
    for (uint32_t i = 0; i < world->worker_count; i++) {
        for (uint32_t k = 0; k < table->changes[i].count; k++) {
            entering += table->changes[i].items[k].enters;
        }
        if (table->changes[i].failed) {
            return false;
        }
    }
    return reserve_nodes(world, entering);
}

uint32_t areas_event_count(const wend_world *world) {
    const area_table *table = &world->areas;
    uint32_t count = 0;
    for (uint32_t i = 0; areas_exist(table) && i < world->worker_count; i++) {
        const step_tally *tally = &world->tallies[i];
        /* The agents to which these notes refer may leave the world, and thereby the areas that
         * they are in. */
        for (uint32_t k = 0; k < tally->note_count; k++) {
            count += count_areas(table, world->bodies[tally->notes[k].index].slot);
        }
        count += table->changes[i].count;
    }
    return count;
}

static bool apply(wend_world *world, area_change change) {
    area_table *table = &world->areas;
    uint32_t *link = &table->first[change.slot];
    uint32_t body = world->cold.body[change.slot];
    if (body == STORE_FREE || agent_is_crossing(world, change.slot)) {
        return true; /* the agent is not on the ground, so it has left all areas */
    }
    if (!event_add_area(world, change.slot, change.area, change.enters)) {
        return false;
    }
    if (change.enters) {
        insert(table, link, change.area);
        return true;
    }
    while (table->nodes[*link].area != change.area) {
        link = &table->nodes[*link].next;
    }
    remove_node(table, link);
    return true;
}

bool areas_apply_changes(wend_world *world) {
    bool good = true;
    for (uint32_t i = 0; areas_exist(&world->areas) && i < world->worker_count; i++) {
        const area_changes *list = &world->areas.changes[i];
        for (uint32_t k = 0; k < list->count && good; k++) {
            good = apply(world, list->items[k]);
        }
    }
    return good;
}

bool areas_leave(wend_world *world, uint32_t slot) {
    area_table *table = &world->areas;
    uint32_t length = count_areas(table, slot);
    if (length == 0) {
        return true;
    }
    if (!events_reserve(world, length)) {
        return false;
    }
    bool good = true;
    while (table->first[slot] != AREA_NONE) {
        uint32_t area = table->nodes[table->first[slot]].area;
        if (!table->records[area].removed) {
            good = event_add_area(world, slot, area, false) && good;
        }
        remove_node(table, &table->first[slot]);
    }
    return good;
}
