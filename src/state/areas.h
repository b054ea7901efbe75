/* state/areas.h: the data of areas: their polygons, a grid index, and the agents in them. */
#ifndef STATE_AREAS_H
#define STATE_AREAS_H

#include <wend/area.h>

#include "state/ids.h"

#define AREA_NONE UINT32_MAX

typedef struct area_record {
    wend_vec2 *points; /* NULL: this index is free */
    uint32_t point_count, layer;
    wend_vec2 low, high;
    uint64_t user;
    uint32_t inside; /* number of agents inside */
    bool fills_box;  /* the polygon is the box from low to high */
    bool removed;    /* marked by a command of this step, to be removed */
} area_record;

/* The grid of a layer. */
typedef struct area_layer {
    wend_vec2 low, high;    /* bounding box of all areas of the layer */
    float scale_x, scale_y; /* cells per metre */
    uint32_t side;          /* columns and rows; 0: the layer has no areas */
    uint32_t first;         /* index of its first cell in `starts` */
} area_layer;

/* For each cell the areas whose bounding boxes touch it, in ascending order: items[starts[cell]] up
 * to items[starts[cell + 1]]. */
typedef struct area_index {
    area_layer *layers;
    uint32_t *starts, *items;
    uint32_t layer_capacity, start_capacity, item_capacity;
} area_index;

/* List node: an area that an agent is in, and the agent's next node, with a higher area index. */
typedef struct area_node {
    uint32_t area, next;
} area_node;

typedef struct area_change {
    uint32_t slot, area;
    bool enters; /* true: enters, false: leaves */
} area_change;

/* The changes that one worker found; on its own cache line. */
typedef struct area_changes {
    _Alignas(64) area_change *items;
    uint32_t count, capacity;
    bool failed; /* memory ran out */
} area_changes;

typedef struct area_table {
    area_record *records;
    uint32_t count, capacity; /* with free indices */
    id_table ids;
    area_index index;
    bool index_is_stale, any_removed;
    uint32_t *first; /* by slot: the agent's first node, or AREA_NONE */
    uint32_t slot_count, slot_capacity;
    area_node *nodes;
    uint32_t node_count, node_capacity, free_node, free_node_count;
    area_changes *changes; /* by worker */
    uint32_t change_capacity;
} area_table;

/* True if the world has an area. */
static inline bool areas_exist(const area_table *table) {
    return table->ids.count > table->ids.free_count;
}

#endif
