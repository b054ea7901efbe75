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

/* Which features to read. */
typedef struct geojson_filter {
    const geojson_condition *conditions; /* a feature must meet all of them */
    uint32_t condition_count;            /* at most 16 */
    /* NULL, or a property that becomes the label of a feature's shapes. Features without it, or
     * with a value that is null, a list or an object, are not read. */
    const char *label;
} geojson_filter;

/* Reads one geometry, feature or collection. `filter` may be NULL; it applies to
 * features, so a geometry that is not part of one is read, without a label. `unlabelled` may be
 * NULL; it becomes the number of features that were not read because they have no label. Error
 * messages give the line and column, and call the text `source`. */
wend_result geojson_read(const char *text, size_t size, const char *source,
                         const geojson_filter *filter, memory_arena *arena, shapes_list *out,
                         uint32_t *unlabelled, wend_error *error);

#endif
