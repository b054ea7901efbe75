/* Reads polygons and lines from GeoJSON (RFC 7946). */
#ifndef READ_GEOJSON_H
#define READ_GEOJSON_H

#include "read/shapes.h"

/* A condition that selects features: the property has one of the values. */
typedef struct geojson_condition {
    const char *property;
    const char *const *values; /* as text: "yes", "3.5", "true", "null" */
    uint32_t value_count;
} geojson_condition;

/* Reads one geometry, feature or collection. With conditions, only features that meet all of them
 * count. Errors give line and column; `source` names the text in them. */
wend_result geojson_read(const char *text, size_t size, const char *source,
                         const geojson_condition *conditions, uint32_t condition_count,
                         memory_arena *arena, shapes_list *out, wend_error *error);

#endif
