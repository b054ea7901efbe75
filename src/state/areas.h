/* state/areas.h: stores the polygons of areas, a grid index of the areas, and the agents in each
 * area. */
#ifndef STATE_AREAS_H
#define STATE_AREAS_H

#include <wend/area.h>

#include "state/ids.h"
#include "state/names.h"

#define AREA_NONE UINT32_MAX

typedef struct area_record {
    wend_vec2 *points; /* NULL if this index is free */
    uint32_t point_count, layer;
    wend_vec2 low, high;
    uint64_t user;
    const char *name; /* NULL for none */
    uint32_t inside;  /* number of agents inside */
    bool fills_box;   /* the polygon is the rectangle from `low` to `high` */
    bool removed;     /* a command of this step marked it for removal */
} area_record;

/* The grid of one layer. */
typedef struct area_layer {
    wend_vec2 low, high;    /* bounding box of all areas on the layer */
    float scale_x, scale_y; /* cells per metre */
    uint32_t side;          /* number of columns and of rows; 0 if the layer has no areas */
    uint32_t first;         /* index of the layer's first cell in `starts` */
} area_layer;

/* The areas with bounding boxes that touch a cell, in ascending order: items[starts[cell]] to
 * items[starts[cell + 1] - 1]. */
typedef struct area_index {
    area_layer *layers;
    uint32_t *starts, *items;
    uint32_t layer_capacity, start_capacity, item_capacity;
} area_index;

/* A list node: an area that an agent is in, and the index of the agent's next node. The next node
 * has a higher area index. */
typedef struct area_node {
    uint32_t area, next;
} area_node;

typedef struct area_change {
    uint32_t slot, area;
    bool enters; /* true if the agent enters the area, false if it leaves */
} area_change;

/* The changes that one worker found. Each list has a cache line of its own. */
typedef struct area_changes {
    _Alignas(64) area_change *items;
    uint32_t count, capacity;
    bool failed; /* out of memory */
} area_changes;

typedef struct area_table {
    area_record *records;
    uint32_t count, capacity; /* free indices included */
    id_table ids;
    name_set names; /* of all areas that have one */
    area_index index;
    bool index_is_stale, any_removed;
    uint32_t *first; /* indexed by slot: the agent's first node, or AREA_NONE */
    uint32_t slot_count, slot_capacity;
    area_node *nodes;
    uint32_t node_count, node_capacity, free_node, free_node_count;
    area_changes *changes; /* indexed by worker */
    uint32_t change_capacity;
} area_table;

/* True if the world has at least one area. */
static inline bool areas_exist(const area_table *table) {
    return table->ids.count > table->ids.free_count;
}

#endif
