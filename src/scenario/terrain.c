/* Reads terrain types.
 *
 * A type is a number, a name, or the value of a property of a GeoJSON file. A space needs numbers.
 * A name therefore gets the lowest number that no terrain of the scenario uses; which numbers those
 * are is known only after the last terrain has been read. Until then the name is represented by a
 * provisional number. */
#include "scenario/terrain.h"

#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "scenario/fields.h"

/* A provisional number: this bit, and the index of the name. */
#define PROVISIONAL 0x80000000u

/* ---- Names ----------------------------------------------------------------------------------- */

/* Returns the position of the first name in alphabetical order that is not before `name`. */
static uint32_t find_position(const terrain_types *types, const char *name) {
    uint32_t low = 0, high = types->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(types->names[types->sorted[middle]], name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns the provisional number of a name, which is added if it is new. */
static uint32_t number_of_name(terrain_types *types, reader *r, const node *at, const char *name) {
    enum { MOST = WEND_MAX_TERRAIN_NAMES - 1 };
    if (types->names == NULL) {
        types->names = read_allocate(r, MOST, sizeof *types->names);
        types->sorted = read_allocate(r, MOST, sizeof *types->sorted);
    }
    if (reader_ok(r) && strlen(name) > WEND_MAX_NAME) {
        read_fail(r, at, WEND_ERROR_INVALID,
                  "the name of a terrain type has %zu bytes; at most %d are possible", strlen(name),
                  WEND_MAX_NAME);
    }
    if (!reader_ok(r)) {
        return 0;
    }
    uint32_t position = find_position(types, name);
    if (position < types->count && strcmp(types->names[types->sorted[position]], name) == 0) {
        return PROVISIONAL | types->sorted[position];
    }
    if (types->count == MOST) {
        read_fail(r, at, WEND_ERROR_LIMIT, "more than %d terrain types have names", MOST);
        return 0;
    }
    memmove(types->sorted + position + 1, types->sorted + position,
            (types->count - position) * sizeof *types->sorted);
    types->sorted[position] = types->count;
    types->names[types->count] = node_copy_text(r->tree, name, strlen(name));
    if (types->names[types->count] == NULL) {
        r->result = error_no_memory(r->error, "a scenario");
        return 0;
    }
    return PROVISIONAL | types->count++;
}

static bool is_number(const node *value) {
    double number;
    return value->kind == NODE_SCALAR && !value->quoted && text_parse_double(value->text, &number);
}

uint32_t terrain_read_type(terrain_types *types, reader *r, const node *item,
                           const char **property) {
    const node *value = node_get(item, "type"), *file = node_get(item, "file");
    if (value->kind == NODE_MAPPING) {
        if (!member_check(r, value, &format_terrain_property)) {
            return 0;
        }
        *property = member_text(r, value, &format_terrain_property, "property", "");
        bool has_properties =
            file != NULL && file->kind == NODE_SCALAR &&
            (text_ends_with(file->text, ".geojson") || text_ends_with(file->text, ".json"));
        if (reader_ok(r) && !has_properties) {
            read_fail(r, value, WEND_ERROR_INVALID,
                      "only the features of a GeoJSON file have properties; expected a name or a "
                      "number");
        }
        return 0;
    }
    if (is_number(value)) {
        return (uint32_t)member_integer(r, item, &format_terrain, "type", 0);
    }
    const char *name = read_text(r, value, "the type of a terrain");
    if (reader_ok(r) && name[0] == '\0') {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "the type of a terrain is empty; expected a name or a number");
    }
    if (reader_ok(r) && strcmp(name, TERRAIN_GROUND) == 0) {
        read_fail(r, value, WEND_ERROR_NAME,
                  "'%s' is the ground that no terrain covers; choose another name", name);
    }
    return reader_ok(r) ? number_of_name(types, r, value, name) : 0;
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* Returns how many of the polygons from `first` on have the same label; likewise for lines. */
static uint32_t count_polygons(const shapes_list *list, uint32_t first) {
    uint32_t end = first + 1;
    while (end < list->polygon_count &&
           strcmp(list->polygons[end].label, list->polygons[first].label) == 0) {
        end++;
    }
    return end - first;
}

static uint32_t count_lines(const shapes_list *list, uint32_t first) {
    uint32_t end = first + 1;
    while (end < list->line_count &&
           strcmp(list->lines[end].label, list->lines[first].label) == 0) {
        end++;
    }
    return end - first;
}

static bool has_labels(const shapes_list *list) {
    return list != NULL && ((list->polygon_count > 0 && list->polygons[0].label != NULL) ||
                            (list->line_count > 0 && list->lines[0].label != NULL));
}

/* Splits one source. If `out` is NULL, only counts the parts. */
static uint32_t split(terrain_types *types, reader *r, const node *at, const clean_source *source,
                      clean_source *out) {
    const shapes_list *list = source->shapes;
    uint32_t count = 0;
    for (uint32_t i = 0, part; i < list->polygon_count; i += part, count++) {
        part = count_polygons(list, i);
        shapes_list *shapes = out != NULL ? read_allocate(r, 1, sizeof *shapes) : NULL;
        if (shapes != NULL) {
            *shapes = (shapes_list){
                .source = list->source, .polygons = &list->polygons[i], .polygon_count = part};
            out[count] = (clean_source){
                shapes, number_of_name(types, r, at, list->polygons[i].label), source->width};
        }
    }
    for (uint32_t i = 0, part; i < list->line_count; i += part, count++) {
        part = count_lines(list, i);
        shapes_list *shapes = out != NULL ? read_allocate(r, 1, sizeof *shapes) : NULL;
        if (shapes != NULL) {
            *shapes =
                (shapes_list){.source = list->source, .lines = &list->lines[i], .line_count = part};
            out[count] = (clean_source){shapes, number_of_name(types, r, at, list->lines[i].label),
                                        source->width};
        }
    }
    return count;
}

void terrain_split(terrain_types *types, reader *r, const node *at, clean_sources *sources) {
    uint64_t total = 0;
    bool any = false;
    for (uint32_t i = 0; i < sources->count && reader_ok(r); i++) {
        bool labelled = has_labels(sources->items[i].shapes);
        total += labelled ? split(types, r, at, &sources->items[i], NULL) : 1;
        any |= labelled;
    }
    if (!any || !reader_ok(r)) {
        return;
    }
    clean_source *items = read_allocate(r, total, sizeof *items);
    uint32_t count = 0;
    for (uint32_t i = 0; i < sources->count && reader_ok(r); i++) {
        if (has_labels(sources->items[i].shapes)) {
            count += split(types, r, at, &sources->items[i], &items[count]);
        } else {
            items[count++] = sources->items[i];
        }
    }
    *sources = (clean_sources){items, count};
}

/* ---- Numbers --------------------------------------------------------------------------------- */

void terrain_note_numbers(const clean_sources *sources, bool used[WEND_MAX_TERRAIN_NAMES]) {
    for (uint32_t i = 0; i < sources->count; i++) {
        if (sources->items[i].tag < WEND_MAX_TERRAIN_NAMES) {
            used[sources->items[i].tag] = true;
        }
    }
}

uint32_t terrain_list_numbers(const clean_sources *sources, uint32_t *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < sources->count; i++) {
        uint32_t tag = sources->items[i].tag;
        if (tag != 0 && (tag & PROVISIONAL) == 0) {
            out[count++] = tag;
        }
    }
    return count;
}

void terrain_number_types(const terrain_types *types, reader *r, const node *at,
                          const bool used[WEND_MAX_TERRAIN_NAMES],
                          uint32_t numbers[WEND_MAX_TERRAIN_NAMES], wend_space_def *def) {
    if (types->count == 0 || !reader_ok(r)) {
        return;
    }
    const char **names = read_allocate(r, WEND_MAX_TERRAIN_NAMES, sizeof *names);
    uint32_t number = 0;
    for (uint32_t i = 0; i < types->count && reader_ok(r); i++) {
        do {
            number++;
        } while (number < WEND_MAX_TERRAIN_NAMES && used[number]);
        if (number == WEND_MAX_TERRAIN_NAMES) {
            read_fail(r, at, WEND_ERROR_LIMIT,
                      "terrain types have more than %d names and small numbers in total",
                      WEND_MAX_TERRAIN_NAMES - 1);
            return;
        }
        names[number] = types->names[i];
        numbers[i] = number;
    }
    def->terrain_names = names;
    def->terrain_name_count = number + 1;
}

void terrain_set_numbers(clean_sources *sources, const uint32_t numbers[WEND_MAX_TERRAIN_NAMES]) {
    for (uint32_t i = 0; i < sources->count; i++) {
        uint32_t tag = sources->items[i].tag;
        sources->items[i].tag = (tag & PROVISIONAL) != 0 ? numbers[tag & ~PROVISIONAL] : tag;
    }
}
