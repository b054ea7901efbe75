/* Reads polygons and lines. They are given as lists of points or as WKT in the scenario, or in WKT
 * and GeoJSON files. Determines whether files are in degrees, and projects those files to metres.
 */
#include "scenario/geometry.h"
#include "base/error.h"
#include "base/text.h"
#include "read/geojson.h"
#include "read/wkt.h"
#include "scenario/fields.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void geometry_init(geometry_reader *g, wend_scenario *s, reader *r) {
    memset(g, 0, sizeof *g);
    g->scenario = s;
    g->r = r;
    node_tree_init(&g->scratch, &s->tree.heap.allocator);
}

void geometry_free(geometry_reader *g) {
    node_tree_free(&g->scratch);
}

void scenario_add_note(wend_scenario *s, reader *r, const char *source, int line, int column,
                       const char *format, ...) {
    enum { SIZE = 300 };
    void *notes = s->notes;
    char *message = read_allocate(r, SIZE, 1);
    if (message == NULL) {
        return;
    }
    if (!shapes_grow(&s->tree.arena, &notes, sizeof *s->notes, s->note_count, &s->note_capacity)) {
        r->result = error_no_memory(r->error, "a scenario");
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, SIZE, format, arguments);
    va_end(arguments);
    s->notes = notes;
    s->notes[s->note_count++] = (wend_warning){true, source, line, column, message};
}

/* ---- Items ----------------------------------------------------------------------------------- */

static const char *const kind_words[] = {"walkable", "rings",   "obstacles",
                                         "walls",    "terrain", "lines"};

static shapes_list *new_list(geometry_reader *g, const char *source) {
    shapes_list *list = read_allocate(g->r, 1, sizeof *list);
    if (list != NULL) {
        list->source = source;
    }
    return list;
}

static void no_memory(geometry_reader *g) {
    if (reader_ok(g->r)) {
        g->r->result = error_no_memory(g->r->error, "a scenario");
    }
}

/* Returns a ring whose points are owned by the reader, so they may be changed. */
static shapes_ring read_ring(geometry_reader *g, const node *value, const char *what) {
    reader *r = g->r;
    const wend_point *points = NULL;
    /* A ring of two points has no area, like three points in a line: cleaning leaves it out. */
    bool is_flat = value->kind == NODE_LIST && value->count == 2;
    g->has_flat_rings |= is_flat;
    uint32_t count = is_flat ? read_points(r, value, what, 2, 2, &points)
                             : read_polygon(r, value, what, UINT32_MAX, &points);
    return (shapes_ring){(wend_point *)points, count};
}

static void add_polygon(geometry_reader *g, shapes_list *list, const node *at, const node *holes,
                        const char *what) {
    reader *r = g->r;
    uint32_t hole_count = holes != NULL && read_is_list(r, holes, "holes") ? holes->count : 0;
    shapes_ring *rings = read_allocate(r, (size_t)hole_count + 1, sizeof *rings);
    shapes_polygon *polygon = read_allocate(r, 1, sizeof *polygon);
    if (!reader_ok(r)) {
        return;
    }
    rings[0] = read_ring(g, at, what);
    list->vertex_count += rings[0].count;
    for (uint32_t i = 0; i < hole_count && reader_ok(r); i++) {
        rings[i + 1] = read_ring(g, holes->items[i], "a hole");
        list->vertex_count += rings[i + 1].count;
    }
    *polygon = (shapes_polygon){
        .rings = rings, .ring_count = hole_count + 1, .line = at->line, .column = at->column};
    list->polygons = polygon;
    list->polygon_count = 1;
}

static bool has_length(const wend_point *points, uint32_t count) {
    bool differs = false;
    for (uint32_t i = 1; i < count; i++) {
        differs |= points[i].x != points[0].x || points[i].y != points[0].y;
    }
    return differs;
}

static void add_chain(geometry_reader *g, shapes_list *list, const node *at, const char *what,
                      bool is_wall) {
    const wend_point *points = NULL;
    uint32_t count = read_points(g->r, at, what, 2, UINT32_MAX, &points);
    shapes_line *line = read_allocate(g->r, 1, sizeof *line);
    if (line != NULL && !is_wall && !has_length(points, count)) {
        read_fail(g->r, at, WEND_ERROR_GEOMETRY, "%s needs two different points", what);
    }
    if (line != NULL && reader_ok(g->r)) {
        *line = (shapes_line){
            .points = (wend_point *)points, .count = count, .line = at->line, .column = at->column};
        list->lines = line;
        list->line_count = 1;
        list->vertex_count = count;
    }
}

static void read_inline(geometry_reader *g, const node *at, const node *holes, geometry_kind kind,
                        clean_source *out) {
    static const char *const words[] = {"a walkable polygon", "a ring", "an obstacle", "a wall",
                                        "a terrain polygon",  "a line"};
    shapes_list *list = new_list(g, at->source);
    out->shapes = list;
    if (list != NULL && (kind == GEOMETRY_WALLS || kind == GEOMETRY_LINES)) {
        add_chain(g, list, at, words[kind], kind == GEOMETRY_WALLS);
    } else if (list != NULL) {
        add_polygon(g, list, at, holes, words[kind]);
    }
}

/* ---- Files and texts ------------------------------------------------------------------------- */

static bool is_file_name(const char *text) {
    return text_ends_with(text, ".wkt") || text_ends_with(text, ".geojson") ||
           text_ends_with(text, ".json");
}

const char *geometry_path(geometry_reader *g, const node *at) {
    const node_tree *tree = &g->scenario->tree;
    const char *base = at->line > 0 ? at->source : tree->root->source;
    const char *slash = base != NULL ? strrchr(base, '/') : NULL;
    size_t folder = slash != NULL && at->text[0] != '/' ? (size_t)(slash - base) + 1 : 0;
    size_t length = strlen(at->text);
    char *path = read_allocate(g->r, folder + length + 1, 1);
    if (path != NULL) {
        if (folder > 0) {
            memcpy(path, base, folder);
        }
        memcpy(path + folder, at->text, length);
        if (!node_note_file(g->r->tree, path)) {
            g->r->result = error_no_memory(g->r->error, "a file name");
        }
    }
    return path;
}

static void read_condition(geometry_reader *g, const node_member *member,
                           geojson_condition *condition) {
    const node *value = member->value;
    uint32_t count = value->kind == NODE_LIST ? value->count : 1;
    const char **values = read_allocate(g->r, count, sizeof *values);
    for (uint32_t i = 0; i < count && reader_ok(g->r); i++) {
        const node *item = value->kind == NODE_LIST ? value->items[i] : value;
        if (item->kind != NODE_SCALAR) {
            read_fail(g->r, item, WEND_ERROR_INVALID,
                      "a value of 'where' must be a string or a number");
        } else {
            values[i] = item->text;
        }
    }
    *condition = (geojson_condition){member->key, values, count};
}

/* Reads the conditions that select features. Returns NULL if there are none, and after a failure.
 */
static const geojson_condition *read_where(geometry_reader *g, const node *where, uint32_t *count) {
    const format_key *row = format_row(&format_ring, "where");
    *count = 0;
    if (where == NULL || !read_is_mapping(g->r, where, "where")) {
        return NULL;
    }
    if (where->count < row->least || where->count > row->most) {
        read_fail(g->r, where, WEND_ERROR_LIMIT, "'where' must name %u to %u properties, found %u",
                  row->least, row->most, where->count);
        return NULL;
    }
    geojson_condition *conditions = read_allocate(g->r, where->count, sizeof *conditions);
    for (uint32_t i = 0; i < where->count && reader_ok(g->r); i++) {
        read_condition(g, &where->members[i], &conditions[i]);
    }
    *count = reader_ok(g->r) ? where->count : 0;
    return conditions;
}

static void add_file(geometry_reader *g, const node *at, shapes_list *list, bool is_text) {
    void *files = g->files;
    if (!shapes_grow(&g->scratch.arena, &files, sizeof *g->files, g->file_count,
                     &g->file_capacity)) {
        no_memory(g);
        return;
    }
    g->files = files;
    bool is_json = !is_text && !text_ends_with(list->source, ".wkt");
    g->files[g->file_count++] =
        (geometry_file){list, at, is_text ? "the WKT" : at->text, is_text, is_json};
}

/* How the features of a file are chosen. */
typedef struct file_filter {
    const node *where; /* NULL if all features are read */
    const char *label; /* the property that labels features, or NULL */
} file_filter;

static void parse_json(geometry_reader *g, const node *at, const geojson_filter *filter,
                       const char *text, size_t size, shapes_list *list) {
    uint32_t unlabelled = 0;
    g->r->result = geojson_read(text, size, list->source, filter, &g->scratch.arena, list,
                                &unlabelled, g->r->error);
    if (reader_ok(g->r) && unlabelled > 0) {
        scenario_add_note(g->scenario, g->r, at->source, at->line, at->column,
                          "%u feature%s of '%.100s' without the property '%.60s' %s ignored",
                          unlabelled, unlabelled == 1 ? "" : "s", at->text, filter->label,
                          unlabelled == 1 ? "was" : "were");
    }
}

static void parse_file(geometry_reader *g, const node *at, file_filter chosen, const char *text,
                       size_t size, shapes_list *list) {
    const node *where = chosen.where;
    geojson_filter filter = {.label = chosen.label};
    filter.conditions = read_where(g, where, &filter.condition_count);
    bool is_json = !text_ends_with(list->source, ".wkt");
    if (reader_ok(g->r) && where != NULL && !is_json) {
        read_fail(g->r, where, WEND_ERROR_INVALID, "WKT has no properties to choose by");
    }
    if (!reader_ok(g->r)) {
        return;
    }
    if (is_json) {
        parse_json(g, at, &filter, text, size, list);
    } else {
        g->r->result = wkt_read(text, size, list->source, &g->scratch.arena, list, g->r->error);
    }
    bool is_empty = list->polygon_count + list->line_count == 0;
    if (reader_ok(g->r) && is_empty && filter.label != NULL) {
        read_fail(g->r, at, WEND_ERROR_INVALID,
                  "no polygon or line of '%.100s' has the property '%.60s'", at->text,
                  filter.label);
    } else if (reader_ok(g->r) && is_empty) {
        read_fail(g->r, where != NULL ? where : at, WEND_ERROR_INVALID,
                  where != NULL ? "no polygon or line of '%.100s' matches 'where'"
                                : "'%.100s' has no polygon or line",
                  at->text);
    }
}

static void read_file(geometry_reader *g, const node *at, file_filter chosen, clean_source *out) {
    const char *path = geometry_path(g, at), *text = NULL;
    shapes_list *list = new_list(g, path);
    size_t size = 0;
    if (!reader_ok(g->r)) {
        return;
    }
    out->shapes = list;
    wend_result result = node_read_file(&g->scratch, path, &text, &size, g->r->error);
    if (result == WEND_ERROR_MEMORY) {
        g->r->result = result;
    } else if (result != WEND_OK) {
        char message[WEND_ERROR_MESSAGE_SIZE];
        snprintf(message, sizeof message, "%s", g->r->error->message);
        read_fail(g->r, at, result, "%.200s: %s", path, message);
    } else if (size == 0) {
        read_fail(g->r, at, WEND_ERROR_FORMAT, "%.200s: the file is empty", path);
    } else {
        parse_file(g, at, chosen, text, size, list);
        add_file(g, at, list, false);
    }
}

/* Reads WKT that is written in the scenario. An error is reported at the node; the message also
 * gives the position within the WKT. */
static void read_wkt(geometry_reader *g, const node *at, clean_source *out) {
    shapes_list *list = new_list(g, at->source);
    if (list == NULL) {
        return;
    }
    out->shapes = list;
    wend_result result =
        wkt_read(at->text, strlen(at->text), at->source, &g->scratch.arena, list, g->r->error);
    if (result == WEND_ERROR_MEMORY) {
        no_memory(g);
    } else if (result != WEND_OK) {
        char message[WEND_ERROR_MESSAGE_SIZE];
        snprintf(message, sizeof message, "%s", g->r->error->message);
        read_fail(g->r, at, result, "%.300s (line %d, column %d of the WKT)", message,
                  g->r->error->line, g->r->error->column);
    } else if (list->polygon_count + list->line_count == 0) {
        read_fail(g->r, at, WEND_ERROR_INVALID, "the WKT has no polygon or line");
    }
    for (uint32_t i = 0; i < list->polygon_count; i++) {
        list->polygons[i].line = at->line;
        list->polygons[i].column = at->column;
    }
    for (uint32_t i = 0; i < list->line_count; i++) {
        list->lines[i].line = at->line;
        list->lines[i].column = at->column;
    }
    add_file(g, at, list, true);
}

static void read_file_or_wkt(geometry_reader *g, const node *at, file_filter chosen,
                             const char *what, clean_source *out) {
    const char *text = read_text(g->r, at, what);
    if (reader_ok(g->r) && chosen.where != NULL && !is_file_name(text)) {
        read_fail(g->r, chosen.where, WEND_ERROR_INVALID, "WKT has no properties to choose by");
    }
    if (!reader_ok(g->r)) {
        return;
    }
    if (is_file_name(text)) {
        read_file(g, at, chosen, out);
    } else if (wkt_begins(text)) {
        read_wkt(g, at, out);
    } else {
        char description[NODE_DESCRIPTION_SIZE];
        read_fail(
            g->r, at, WEND_ERROR_INVALID,
            "%s must be a list, a file that ends in .wkt, .geojson or .json, or WKT, found %s",
            what, node_describe(at, description));
    }
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void check_area(geometry_reader *g, geometry_kind kind, const clean_source *source) {
    const shapes_list *list = source->shapes;
    if (list != NULL && kind == GEOMETRY_LINES) {
        if (list->polygon_count > 0 && reader_ok(g->r)) {
            g->r->result =
                error_set(g->r->error, WEND_ERROR_INVALID,
                          "a polygon cannot be a line of a network; expected a LINESTRING");
            error_set_location(g->r->error, list->source, list->polygons[0].line,
                               list->polygons[0].column);
        }
    } else if (list != NULL && kind != GEOMETRY_WALLS && list->polygon_count == 0 &&
               source->width == 0.0 && reader_ok(g->r)) {
        g->r->result = error_set(g->r->error, WEND_ERROR_INVALID,
                                 "a line has no area: give 'width' (m), or put it under 'walls'");
        error_set_location(g->r->error, list->source, list->lines[0].line, list->lines[0].column);
    }
}

static void read_mapping(geometry_reader *g, const node *item, geometry_kind kind,
                         clean_source *out) {
    static const format_table *const tables[] = {&format_area, &format_ring,    &format_solid,
                                                 &format_wall, &format_terrain, &format_line};
    const format_table *table = tables[kind];
    reader *r = g->r;
    if (!member_check(r, item, table)) {
        return;
    }
    const node *file = node_get(item, "file"), *obstacle_class = node_get(item, "class");
    if (format_find(table, "width") != NULL) {
        out->width = member_number(r, item, table, "width", 0.0);
    }
    file_filter chosen = {node_get(item, "where"), NULL};
    if (kind == GEOMETRY_TERRAIN && reader_ok(r)) {
        out->tag = terrain_read_type(&g->terrain_types, r, item, &chosen.label);
    }
    if (reader_ok(r) && file != NULL) {
        read_file_or_wkt(g, file, chosen, "file", out);
    } else if (reader_ok(r)) {
        const node *value =
            node_get(item, format_find(table, "points") != NULL ? "points" : "polygon");
        read_inline(g, value, node_get(item, "holes"), kind, out);
    }
    if (obstacle_class != NULL && reader_ok(r)) {
        out->tag = read_name(r, obstacle_class, "obstacle class", &g->scenario->class_names);
    }
    if (kind == GEOMETRY_LINES && reader_ok(r)) {
        out->tag = scenario_read_layer(g->scenario, r, item);
    }
}

static void read_item(geometry_reader *g, const node *item, geometry_kind kind, clean_source *out) {
    if (item->kind == NODE_MAPPING || kind == GEOMETRY_TERRAIN) {
        read_mapping(g, item, kind, out);
    } else if (item->kind == NODE_SCALAR) {
        read_file_or_wkt(g, item, (file_filter){NULL, NULL}, kind_words[kind], out);
    } else {
        read_inline(g, item, NULL, kind, out);
    }
    if (reader_ok(g->r)) {
        check_area(g, kind, out);
    }
}

/* Leaves out thin walls whose points are all the same, and notes it. Returns false if nothing of
 * the source is left. */
static bool drop_points(geometry_reader *g, shapes_list *list) {
    uint32_t dropped = 0, count = list->line_count;
    int line = 0, column = 0;
    for (uint32_t i = 0; i < count; i++) {
        shapes_line wall = list->lines[i];
        if (has_length(wall.points, wall.count)) {
            list->lines[i - dropped] = wall;
        } else if (dropped++ == 0) {
            line = wall.line;
            column = wall.column;
        }
    }
    list->line_count -= dropped;
    if (dropped > 0) {
        scenario_add_note(g->scenario, g->r, list->source, line, column,
                          "%u of %u walls had no length and were left out (the first is here)",
                          dropped, count);
    }
    return list->line_count + list->polygon_count > 0;
}

void geometry_read(geometry_reader *g, const node *value, geometry_kind kind, clean_sources *out,
                   clean_sources *wide) {
    reader *r = g->r;
    if (value == NULL || !reader_ok(r)) {
        return;
    }
    bool lists_one =
        (kind == GEOMETRY_WALKABLE || kind == GEOMETRY_RINGS) && scenario_is_one_polygon(value);
    bool one = value->kind != NODE_LIST || lists_one;
    uint32_t count = one ? 1 : value->count;
    clean_source *items = read_allocate(r, count, sizeof *items);
    clean_source *areas = read_allocate(r, (size_t)count + wide->count, sizeof *areas);
    if (!reader_ok(r)) {
        return;
    }
    if (wide->count > 0) {
        memcpy(areas, wide->items, wide->count * sizeof *areas);
    }
    uint32_t area_count = wide->count, used = 0;
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        clean_source source = {NULL, 0, 0.0};
        read_item(g, one ? value : value->items[i], kind, &source);
        if (kind == GEOMETRY_WALLS && source.width > 0.0) {
            areas[area_count++] = source;
        } else if (kind != GEOMETRY_WALLS || !reader_ok(r) || source.shapes == NULL ||
                   drop_points(g, (shapes_list *)source.shapes)) {
            items[used++] = source;
        }
    }
    *out = (clean_sources){items, used};
    if (kind == GEOMETRY_WALLS) {
        *wide = (clean_sources){areas, area_count};
    }
}

/* ---- Degrees --------------------------------------------------------------------------------- */

/* True if the coordinates in all files look like degrees, and one of the files is GeoJSON. Used
 * when the scenario does not name the coordinate system. WKT files do not state their unit, and a
 * plan in metres may be as small as one in degrees, so they are in degrees only beside GeoJSON. */
static bool look_like_degrees(geometry_reader *g) {
    const geometry_file *degrees = NULL, *metres = NULL, *unclear = NULL;
    for (uint32_t i = 0; i < g->file_count; i++) {
        const geometry_file *file = &g->files[i];
        shapes_box box = {0};
        shapes_measure(file->shapes, &box);
        bool fits = project_looks_like_degrees(&box);
        degrees = fits && file->is_json && degrees == NULL ? file : degrees;
        unclear = fits && !file->is_text && !file->is_json && unclear == NULL ? file : unclear;
        metres = !fits && !file->is_text && metres == NULL ? file : metres;
    }
    if (degrees != NULL && metres != NULL) {
        scenario_add_note(
            g->scenario, g->r, degrees->at->source, degrees->at->line, degrees->at->column,
            "'%.80s' might be in degrees, but '%.80s' is not: both are read as metres "
            "(set space.coordinates to change that)",
            degrees->name, metres->name);
    } else if (degrees == NULL && unclear != NULL) {
        scenario_add_note(
            g->scenario, g->r, unclear->at->source, unclear->at->line, unclear->at->column,
            "'%.80s' is read as metres; set 'coordinates: degrees' of the space if it contains "
            "longitudes and latitudes, or 'coordinates: metres' to confirm",
            unclear->name);
    }
    return degrees != NULL && metres == NULL;
}

static wend_point choose_origin(geometry_reader *g, const node *space, bool with_texts) {
    const node *given = node_get(space, "origin");
    wend_point origin = {0.0, 0.0};
    if (given != NULL) {
        return read_point(g->r, given, "origin");
    }
    const geometry_file *first = NULL;
    for (uint32_t i = 0; i < g->file_count && first == NULL; i++) {
        first = !g->files[i].is_text || with_texts ? &g->files[i] : NULL;
    }
    if (first != NULL) {
        shapes_box box = {0};
        shapes_measure(first->shapes, &box);
        origin = project_centre(&box);
        char x[TEXT_DOUBLE_SIZE], y[TEXT_DOUBLE_SIZE];
        text_format_double(origin.x, x);
        text_format_double(origin.y, y);
        scenario_add_note(
            g->scenario, g->r, first->at->source, first->at->line, first->at->column,
            "'%.80s' is in degrees; (0, 0) is at its middle, as with 'origin: [%s, %s]' "
            "of the space",
            first->name, x, y);
    }
    return origin;
}

void geometry_project(geometry_reader *g, const node *space) {
    enum { METRES, DEGREES }; /* in the order of the choices in the table */
    const node *system = node_get(space, "coordinates"), *given = node_get(space, "origin");
    reader *r = g->r;
    bool is_declared = system != NULL && reader_ok(r);
    g->has_degrees = is_declared
                         ? member_choice(r, space, &format_space, "coordinates", METRES) == DEGREES
                         : reader_ok(r) && look_like_degrees(g);
    if (!reader_ok(r) || (!g->has_degrees && given == NULL)) {
        return;
    }
    if (!g->has_degrees) {
        read_fail(r, given, WEND_ERROR_INVALID,
                  "origin is only for files in degrees; set 'coordinates: degrees' if they are");
        return;
    }
    g->scenario->degrees_declared = is_declared;
    wend_point origin = choose_origin(g, space, is_declared);
    if (reader_ok(r) &&
        !(origin.x >= -180.0 && origin.x <= 180.0 && origin.y >= -90.0 && origin.y <= 90.0)) {
        read_fail(
            r, given != NULL ? given : space, WEND_ERROR_INVALID,
            "origin must be [longitude, latitude] in degrees, from -180 to 180 and from -90 to 90");
    }
    g->projection = project_from(origin);
    for (uint32_t i = 0; i < g->file_count && reader_ok(r); i++) {
        if (!g->files[i].is_text || is_declared) {
            project_list(&g->projection, g->files[i].shapes);
        }
    }
    projection *kept = read_allocate(r, 1, sizeof *kept);
    if (kept != NULL) {
        *kept = g->projection;
        g->scenario->degrees = kept;
    }
}

void geometry_project_lines(geometry_reader *g) {
    const wend_scenario *s = g->scenario;
    for (uint32_t i = 0; i < g->file_count && reader_ok(g->r) && s->degrees != NULL; i++) {
        if (!g->files[i].is_text || s->degrees_declared) {
            project_list(s->degrees, g->files[i].shapes);
        }
    }
}

/* ---- Clip ------------------------------------------------------------------------------------ */

static shapes_polygon *make_polygon(geometry_reader *g, const node *at, wend_point *points,
                                    uint32_t count) {
    shapes_polygon *made = read_allocate(g->r, 1, sizeof *made);
    shapes_ring *ring = read_allocate(g->r, 1, sizeof *ring);
    if (!reader_ok(g->r)) {
        return NULL;
    }
    *ring = (shapes_ring){points, count};
    *made =
        (shapes_polygon){.rings = ring, .ring_count = 1, .line = at->line, .column = at->column};
    return made;
}

static const shapes_polygon *make_box(geometry_reader *g, const node *at, wend_point low,
                                      wend_point high) {
    wend_point *points = read_allocate(g->r, 4, sizeof *points);
    if (points == NULL) {
        return NULL;
    }
    if (!(low.x < high.x && low.y < high.y)) {
        read_fail(g->r, at, WEND_ERROR_INVALID,
                  "the first corner of clip must lie below and left "
                  "of the second");
        return NULL;
    }
    points[0] = low;
    points[1] = (wend_point){high.x, low.y};
    points[2] = high;
    points[3] = (wend_point){low.x, high.y};
    return make_polygon(g, at, points, 4);
}

const shapes_polygon *geometry_read_clip(geometry_reader *g, const node *value) {
    reader *r = g->r;
    if (value == NULL || !reader_ok(r)) {
        return NULL;
    }
    if (value->kind == NODE_MAPPING) {
        const wend_point none = {0.0, 0.0};
        if (!member_check(r, value, &format_clip)) {
            return NULL;
        }
        wend_point centre = member_point(r, value, &format_clip, "centre", none);
        wend_point size = member_point(r, value, &format_clip, "size", none);
        centre = g->has_degrees ? project_point(&g->projection, centre) : centre;
        return make_box(g, node_get(value, "size"),
                        (wend_point){centre.x - size.x / 2, centre.y - size.y / 2},
                        (wend_point){centre.x + size.x / 2, centre.y + size.y / 2});
    }
    const wend_point *points = NULL;
    if (value->kind == NODE_LIST && value->count == 2) {
        read_points(r, value, "clip", 2, 2, &points);
        return reader_ok(r) ? make_box(g, value, points[0], points[1]) : NULL;
    }
    uint32_t count = read_polygon(r, value, "clip", UINT32_MAX, &points);
    return reader_ok(r) ? make_polygon(g, value, (wend_point *)points, count) : NULL;
}
