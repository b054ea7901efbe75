/* Reads GeoJSON. The `type` of an object may come after its other members, so the parser looks
 * ahead for the `type` and then rewinds. Unknown members are skipped; points are only counted.
 *
 * Cost: memory linear in the text; time linear in the text, multiplied in the worst case by the
 * nesting depth of collections. */
#include "read/geojson.h"
#include "base/error.h"
#include "base/text.h"
#include "json/reader.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CONDITIONS = 16, NAME_SIZE = 48, MOST_LABEL = 200 };

typedef struct parser {
    json_reader json;
    shapes_builder builder;
    geojson_filter filter;
    const char
        *last_label; /* features in sequence often have equal labels, which are then shared */
    uint32_t unlabelled;
} parser;

/* What the properties of a feature say about it. */
typedef struct feature_info {
    uint32_t met;      /* a bit for each condition that is met */
    const char *label; /* NULL if there is none */
} feature_info;

typedef enum shape_kind {
    POINT,
    POINTS,
    LINE,
    LINES,
    POLYGON,
    POLYGONS,
    COLLECTION,
    FEATURE,
    FEATURES,
    KIND_COUNT
} shape_kind;

static const char *const type_names[KIND_COUNT] = {
    "Point",        "MultiPoint",         "LineString", "MultiLineString",  "Polygon",
    "MultiPolygon", "GeometryCollection", "Feature",    "FeatureCollection"};

static bool ok(const parser *p) {
    return p->json.result == WEND_OK;
}

static void fail_unexpected(parser *p, const json_token *token, const char *expected) {
    char message[160];
    snprintf(message, sizeof message, "expected %s, found %s", expected, json_describe(token));
    json_fail(&p->json, token, WEND_ERROR_INVALID, message);
}

static void no_memory(parser *p) {
    if (ok(p)) {
        p->json.result = error_no_memory(p->json.error, "%s", p->json.source);
    }
}

/* ---- Coordinates ----------------------------------------------------------------------------- */

/* Reads the next value of a list. Returns false at the end of the list, and after a failure. It is
 * a failure if the token is not of the kind `wanted`. */
static bool next_in_list(parser *p, json_kind wanted, const char *expected, json_token *out) {
    *out = json_next(&p->json);
    if (!ok(p) || out->kind == JSON_ARRAY_END) {
        return false;
    }
    if (out->kind != wanted) {
        fail_unexpected(p, out, expected);
    }
    return ok(p);
}

/* Reads a position after its '[': x, y and possibly more values. */
static wend_point take_position(parser *p, const json_token *at) {
    double values[2] = {0.0, 0.0};
    uint32_t count = 0;
    json_token token;
    while (next_in_list(p, JSON_NUMBER, "a number", &token)) {
        if (count < 2 && fabs(token.number) > SHAPES_MAX_COORDINATE) {
            json_fail(&p->json, &token, WEND_ERROR_INVALID,
                      "a coordinate is not between -1e9 and 1e9");
        } else if (count < 2) {
            values[count] = token.number;
        }
        count++;
    }
    if (ok(p) && count < 2) {
        json_fail(&p->json, at, WEND_ERROR_INVALID, "a position needs at least two numbers");
    }
    return (wend_point){values[0], values[1]};
}

static void take_chain(parser *p) {
    json_token token;
    while (next_in_list(p, JSON_ARRAY, "a position [x, y]", &token)) {
        wend_point point = take_position(p, &token);
        if (ok(p) && !shapes_add_point(&p->builder, point)) {
            no_memory(p);
        }
    }
}

static void take_polygon(parser *p, const json_token *at) {
    json_token token;
    while (next_in_list(p, JSON_ARRAY, "a ring of positions", &token)) {
        take_chain(p);
        if (ok(p) && !shapes_end_ring(&p->builder)) {
            no_memory(p);
        }
    }
    bool empty = p->builder.ring_count == 0;
    if (ok(p) && !empty && !shapes_end_polygon(&p->builder, at->line, at->column)) {
        no_memory(p);
    }
}

static void take_line(parser *p, const json_token *at) {
    take_chain(p);
    bool empty = p->builder.count == 0;
    if (ok(p) && !empty && !shapes_end_line(&p->builder, at->line, at->column)) {
        no_memory(p);
    }
}

static void take_points(parser *p) {
    json_token token;
    while (next_in_list(p, JSON_ARRAY, "a position [x, y]", &token)) {
        (void)take_position(p, &token);
        p->builder.list->point_count++;
    }
}

static void take_coordinates(parser *p, shape_kind kind, const json_token *at) {
    json_token token;
    if (at->kind != JSON_ARRAY) {
        fail_unexpected(p, at, "a list of coordinates");
        return;
    }
    switch (kind) {
    case POINT:
        json_skip(&p->json, *at);
        p->builder.list->point_count++;
        return;
    case POINTS:
        take_points(p);
        return;
    case LINE:
        take_line(p, at);
        return;
    case POLYGON:
        take_polygon(p, at);
        return;
    case LINES:
        while (next_in_list(p, JSON_ARRAY, "a line", &token)) {
            take_line(p, &token);
        }
        return;
    case POLYGONS:
        while (next_in_list(p, JSON_ARRAY, "a polygon", &token)) {
            take_polygon(p, &token);
        }
        return;
    case COLLECTION:
    case FEATURE:
    case FEATURES:
    case KIND_COUNT:
        json_skip(&p->json, *at);
        return;
    }
}

/* ---- Features -------------------------------------------------------------------------------- */

static bool has_value(const json_token *token, const char *wanted) {
    double number = 0.0;
    switch (token->kind) {
    case JSON_TEXT:
        return json_equals(token, wanted);
    case JSON_NUMBER:
        return text_parse_double(wanted, &number) && number == token->number;
    case JSON_TRUE:
    case JSON_FALSE:
    case JSON_NULL:
        return strcmp(wanted, json_describe(token)) == 0;
    default:
        return false;
    }
}

/* Returns the value of a property as text, or NULL if it has none that can be a label. */
static const char *take_label(parser *p, const json_token *value) {
    char number[TEXT_DOUBLE_SIZE], text[MOST_LABEL + 1];
    switch (value->kind) {
    case JSON_TEXT:
        if (value->size > MOST_LABEL) {
            json_fail(&p->json, value, WEND_ERROR_LIMIT,
                      "the value of this property is longer than 200 bytes; expected a name");
            return NULL;
        }
        json_copy_text(value, text);
        break;
    case JSON_NUMBER:
        text_format_double(value->number, number);
        snprintf(text, sizeof text, "%s", number);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        snprintf(text, sizeof text, "%s", json_describe(value));
        break;
    default:
        return NULL;
    }
    if (text[0] == '\0' || (p->last_label != NULL && strcmp(p->last_label, text) == 0)) {
        return text[0] != '\0' ? p->last_label : NULL;
    }
    size_t size = strlen(text) + 1;
    char *copy = arena_take(p->builder.arena, size, 1);
    if (copy == NULL) {
        no_memory(p);
        return NULL;
    }
    memcpy(copy, text, size);
    p->last_label = copy;
    return copy;
}

/* Reads properties after their '{'. */
static void take_properties(parser *p, feature_info *info) {
    const geojson_filter *filter = &p->filter;
    for (;;) {
        json_token key = json_next(&p->json);
        if (!ok(p) || key.kind == JSON_OBJECT_END) {
            return;
        }
        json_token value = json_next(&p->json);
        for (uint32_t i = 0; i < filter->condition_count; i++) {
            const geojson_condition *c = &filter->conditions[i];
            bool named = json_equals(&key, c->property);
            for (uint32_t k = 0; named && k < c->value_count; k++) {
                info->met |= has_value(&value, c->values[k]) ? 1u << i : 0u;
            }
        }
        if (ok(p) && filter->label != NULL && json_equals(&key, filter->label)) {
            info->label = take_label(p, &value);
        }
        json_skip(&p->json, value);
    }
}

/* ---- Objects --------------------------------------------------------------------------------- */

static void fail_type(parser *p, const json_token *token) {
    char word[NAME_SIZE] = "", suggestion[200], message[320];
    size_t length = token->size < NAME_SIZE - 1 ? token->size : NAME_SIZE - 1;
    memcpy(word, token->start, length);
    text_suggest(word, type_names, KIND_COUNT, suggestion, sizeof suggestion);
    snprintf(message, sizeof message, "'%s' is not a GeoJSON type%s", word, suggestion);
    json_fail(&p->json, token, WEND_ERROR_NAME, message);
}

static shape_kind kind_of(parser *p, const json_token *token) {
    if (token->kind != JSON_TEXT) {
        fail_unexpected(p, token, "the name of a type");
        return KIND_COUNT;
    }
    for (shape_kind kind = POINT; kind < KIND_COUNT; kind++) {
        if (json_equals(token, type_names[kind])) {
            return kind;
        }
    }
    fail_type(p, token);
    return KIND_COUNT;
}

/* Looks ahead for the type of an object, after its '{' has been read, and then rewinds. */
static shape_kind find_type(parser *p, const json_token *at) {
    json_reader before = p->json;
    for (;;) {
        json_token key = json_next(&p->json);
        if (!ok(p)) {
            return KIND_COUNT;
        }
        if (key.kind == JSON_OBJECT_END) {
            json_fail(&p->json, at, WEND_ERROR_INVALID,
                      "a GeoJSON object needs the member \"type\"");
            return KIND_COUNT;
        }
        json_token value = json_next(&p->json);
        if (ok(p) && json_equals(&key, "type")) {
            shape_kind kind = kind_of(p, &value);
            if (ok(p)) {
                p->json = before;
            }
            return kind;
        }
        json_skip(&p->json, value);
    }
}

static void take_object(parser *p, json_token at, shape_kind widest, uint32_t depth);

static void take_objects(parser *p, const json_token *at, shape_kind widest, uint32_t depth) {
    if (at->kind != JSON_ARRAY) {
        fail_unexpected(p, at, "a list");
        return;
    }
    json_token token;
    while (next_in_list(p, JSON_OBJECT, "an object", &token)) {
        take_object(p, token, widest, depth);
    }
}

static void take_geometry(parser *p, const json_token *value, uint32_t depth) {
    if (value->kind == JSON_OBJECT) {
        take_object(p, *value, COLLECTION, depth);
    } else if (value->kind != JSON_NULL) {
        fail_unexpected(p, value, "a geometry");
    }
}

/* Reads one member of an object of a known kind. Returns true if the member holds the object's
 * content. */
static bool take_member(parser *p, shape_kind kind, feature_info *info, uint32_t depth) {
    static const char *const contents[KIND_COUNT] = {"coordinates", "coordinates", "coordinates",
                                                     "coordinates", "coordinates", "coordinates",
                                                     "geometries",  "geometry",    "features"};
    json_token key = json_next(&p->json), value = key;
    if (ok(p) && key.kind == JSON_KEY) {
        value = json_next(&p->json);
    }
    bool content = ok(p) && json_equals(&key, contents[kind]);
    if (!ok(p)) {
        return false;
    }
    if (kind == FEATURE && value.kind == JSON_OBJECT && json_equals(&key, "properties")) {
        take_properties(p, info);
    } else if (!content) {
        json_skip(&p->json, value);
    } else if (kind == FEATURE) {
        take_geometry(p, &value, depth + 1);
    } else if (kind == FEATURES || kind == COLLECTION) {
        take_objects(p, &value, kind == FEATURES ? FEATURE : COLLECTION, depth + 1);
    } else {
        take_coordinates(p, kind, &value);
    }
    return content;
}

/* Drops the shapes of a feature that the filter excludes, and gives the others their label. */
static void end_feature(parser *p, const shapes_list *before, const feature_info *info) {
    const geojson_filter *filter = &p->filter;
    shapes_list *list = p->builder.list;
    bool meets_all = info->met == (1u << filter->condition_count) - 1u;
    bool lacks_label = filter->label != NULL && info->label == NULL;
    p->unlabelled += meets_all && lacks_label;
    if (!meets_all || lacks_label) {
        list->polygon_count = before->polygon_count;
        list->line_count = before->line_count;
        list->point_count = before->point_count;
        list->vertex_count = before->vertex_count;
    }
    for (uint32_t i = before->polygon_count; i < list->polygon_count; i++) {
        list->polygons[i].label = info->label;
    }
    for (uint32_t i = before->line_count; i < list->line_count; i++) {
        list->lines[i].label = info->label;
    }
}

/* Reads an object after its '{'. `widest` is the most general kind allowed here. */
static void take_object(parser *p, json_token at, shape_kind widest, uint32_t depth) {
    if (depth > SHAPES_MAX_DEPTH) {
        json_fail(&p->json, &at, WEND_ERROR_LIMIT, "collections are nested more than 32 deep");
    }
    shape_kind kind = ok(p) ? find_type(p, &at) : KIND_COUNT;
    if (ok(p) && kind < KIND_COUNT && kind > widest) {
        char message[120];
        snprintf(message, sizeof message, "a %s is not allowed here; expected a %s",
                 type_names[kind], widest == FEATURE ? "Feature" : "geometry");
        json_fail(&p->json, &at, WEND_ERROR_INVALID, message);
    }
    shapes_list before = *p->builder.list;
    feature_info info = {0, NULL};
    bool found = false;
    while (ok(p) && kind < KIND_COUNT) {
        uint32_t outside = p->json.depth;
        bool content = take_member(p, kind, &info, depth);
        found |= content;
        if (p->json.depth < outside) {
            break;
        }
    }
    if (ok(p) && !found) {
        json_fail(&p->json, &at, WEND_ERROR_INVALID, "this GeoJSON object has no content");
    }
    if (ok(p) && kind == FEATURE) {
        end_feature(p, &before, &info);
    }
}

wend_result geojson_read(const char *text, size_t size, const char *source,
                         const geojson_filter *filter, memory_arena *arena, shapes_list *out,
                         uint32_t *unlabelled, wend_error *error) {
    parser p = {.filter = filter != NULL ? *filter : (geojson_filter){0}};
    WEND_ASSERT(p.filter.condition_count <= MOST_CONDITIONS);
    p.builder = (shapes_builder){.arena = arena, .list = out};
    out->source = source;
    json_open(&p.json, text, size, source, error);
    json_token first = json_next(&p.json);
    if (ok(&p) && first.kind != JSON_OBJECT) {
        fail_unexpected(&p, &first, "a GeoJSON object");
    }
    if (ok(&p)) {
        take_object(&p, first, FEATURES, 0);
        (void)json_next(&p.json);
    }
    if (unlabelled != NULL) {
        *unlabelled = p.unlabelled;
    }
    return p.json.result;
}
