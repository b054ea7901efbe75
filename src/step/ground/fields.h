/* step/ground/fields.h: the guiding fields of a world, by the id that routes use. */
#ifndef STEP_GROUND_FIELDS_H
#define STEP_GROUND_FIELDS_H

#include <wend/field.h>

typedef struct field_record {
    const wend_planner *planner; /* NULL: the id is free */
    wend_field_key key;
    wend_vec2 goal;   /* position of the goal when built */
    uint64_t scene;   /* hash of the closed doors and standing obstacles */
    uint32_t classes; /* obstacle classes that are on and count for its agents */
    uint32_t holders; /* routes of the pool that refer to it */
    bool pending;     /* must be built */
    void *data;       /* NULL: not built */
} field_record;

typedef struct field_table {
    field_record *items;
    uint32_t count, capacity;
    bool pending;     /* the world was loaded: fields must be built before the next step */
    bool any_dropped; /* a field may have no holder */
} field_table;

#endif
