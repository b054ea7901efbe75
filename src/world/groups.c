/* Groups: lists of members in the order of their keys.
 *
 * New members are appended. A list that is out of order is sorted once, when it is next needed, so
 * adding n agents in any order costs O(n log n). When a member leaves, the cost is that of a binary
 * search and of moving all later members by one position. */
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "world/world.h"

/* A member and its sort key. */
typedef struct member {
    uint64_t key;
    uint32_t slot;
} member;

static bool comes_before(const void *left, const void *right) {
    return ((const member *)left)->key < ((const member *)right)->key;
}

bool group_join(wend_world *world, uint32_t slot) {
    uint32_t group = world->cold.group[slot];
    if (group == WEND_NONE) {
        return true;
    }
    index_list *list = &world->groups[group];
    /* Also reserve memory for sorting, so that sorting cannot fail later. */
    uint32_t needed = list->count + 1, capacity = world->member_capacity;
    if (!memory_grow(&world->memory, (void **)&list->items, sizeof *list->items, &list->capacity,
                     needed) ||
        (2 * needed > capacity && !memory_grow(&world->memory, &world->members, sizeof(member),
                                               &world->member_capacity, 2 * needed))) {
        return false;
    }
    const uint64_t *keys = world->cold.key;
    list->unsorted =
        list->unsorted || (list->count > 0 && keys[list->items[list->count - 1]] > keys[slot]);
    list->items[list->count++] = slot;
    return true;
}

static void sort_members(wend_world *world, index_list *list) {
    member *items = world->members, *scratch = items + list->count;
    for (uint32_t i = 0; i < list->count; i++) {
        items[i] = (member){world->cold.key[list->items[i]], list->items[i]};
    }
    sort_stable(items, scratch, list->count, sizeof *items, comes_before);
    for (uint32_t i = 0; i < list->count; i++) {
        list->items[i] = items[i].slot;
    }
    list->unsorted = false;
}

void groups_sort(wend_world *world) {
    for (uint32_t i = 0; i < world->group_count; i++) {
        if (world->groups[i].unsorted) {
            sort_members(world, &world->groups[i]);
        }
    }
}

void group_leave(wend_world *world, uint32_t slot) {
    uint32_t group = world->cold.group[slot];
    if (group == WEND_NONE) {
        return;
    }
    index_list *list = &world->groups[group];
    if (list->unsorted) {
        sort_members(world, list);
    }
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (world->cold.key[list->items[middle]] < world->cold.key[slot]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    WEND_ASSERT(low < list->count && list->items[low] == slot);
    memmove(&list->items[low], &list->items[low + 1],
            (list->count - low - 1) * sizeof *list->items);
    list->count--;
}

uint64_t wend_world_group_entered(const wend_world *world, wend_group group) {
    WEND_ASSERT(world != NULL);
    uint32_t index = ids_index(&world->group_ids, group.value);
    return index == ID_NONE ? 0 : world->groups[index].entered;
}

void groups_free(wend_world *world) {
    for (uint32_t i = 0; i < world->group_count; i++) {
        memory_free(&world->memory, world->groups[i].items,
                    world->groups[i].capacity * sizeof(uint32_t));
        memory_free_text(&world->memory, world->groups[i].name);
    }
    memory_free(&world->memory, world->groups, world->group_capacity * sizeof(index_list));
    memory_free(&world->memory, world->members, world->member_capacity * sizeof(member));
}
