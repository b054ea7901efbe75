/* step/ground/fields.h: the fields of a world, by the id that routes name them by. */
#ifndef STEP_GROUND_FIELDS_H
#define STEP_GROUND_FIELDS_H

#include <wend/field.h>

typedef struct field_record {
    const wend_planner *planner; /* NULL: the id is free */
    wend_field_key key;
    wend_vec2 goal;   /* where the goal was */
    uint64_t scene;   /* what was blocked, as a hash */
    uint32_t classes; /* the obstacle classes that are on and count for its agents */
    uint32_t holders; /* routes of the pool that refer to it */
    bool pending;     /* it is to be built */
    void *data;       /* NULL: not built */
} field_record;

typedef struct field_table {
    field_record *items;
    uint32_t count, capacity;
    bool pending;     /* some are to be built before the next step: the world was loaded */
    bool any_dropped; /* some may have no holder any more */
} field_table;

#endif
