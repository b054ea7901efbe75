/* step/ground/fields.h: the guiding fields of a world, indexed by the id that routes refer to. */
#ifndef STEP_GROUND_FIELDS_H
#define STEP_GROUND_FIELDS_H

#include <wend/field.h>

typedef struct field_record {
    const wend_planner *planner; /* NULL if the id is free */
    wend_field_key key;
    wend_vec2 goal;   /* position of the goal when the field was built */
    uint64_t scene;   /* hash of the closed doors and stationary obstacles when it was built */
    uint32_t classes; /* obstacle classes that are on and count for the field's agents */
    uint32_t holders; /* number of routes in the pool that refer to the field */
    bool pending;     /* the field must still be built */
    void *data;       /* NULL if the field has not been built */
} field_record;

typedef struct field_table {
    field_record *items;
    uint32_t count, capacity;
    bool pending;     /* the world has been loaded, so fields must be built before the next step */
    bool any_dropped; /* there may be a field without holders */
} field_table;

#endif
