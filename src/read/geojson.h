/* Reads polygons and lines from GeoJSON (RFC 7946). */
#ifndef READ_GEOJSON_H
#define READ_GEOJSON_H

#include "read/shapes.h"

/* A condition that selects features: the property has one of the values. */
typedef struct geojson_condition {
    const char *property;
    const char *const *values; /* as text, such as "yes", "3.5", "true", "null" */
    uint32_t value_count;
} geojson_condition;

/* Reads one geometry, feature or collection. If there are conditions, only features that meet all
 * of the conditions are read. Error messages give the line and column, and call the text `source`.
 */
wend_result geojson_read(const char *text, size_t size, const char *source,
                         const geojson_condition *conditions, uint32_t condition_count,
                         memory_arena *arena, shapes_list *out, wend_error *error);

#endif
