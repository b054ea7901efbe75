/* Reads the key `maps`: maps to build, and maps to load from files, which must have been built for
 * the same space. The registered map kinds define the parameters. */
#include "base/text.h"
#include "scenario/fields.h"
#include "scenario/geometry.h"
#include <string.h>

static void load_map(wend_scenario *s, reader *r, const node *file, scenario_map *map) {
    geometry_reader g = {.scenario = s, .r = r};
    const char *text = read_text(r, file, "file");
    if (reader_ok(r) && !text_ends_with(text, ".wmap")) {
        read_fail_wrong_type(r, file, "file", "a map file that ends in .wmap");
    }
    const char *path = reader_ok(r) ? geometry_path(&g, file) : NULL;
    if (!reader_ok(r)) {
        return;
    }
    wend_result result = wend_map_load_file(path, &s->tree.heap.allocator, &map->loaded, r->error);
    if (result != WEND_OK) {
        char why[WEND_ERROR_MESSAGE_SIZE];
        memcpy(why, r->error->message, sizeof why);
        read_fail(r, file, result, "%.150s: %.300s", path, why);
        return;
    }
    wend_map_info info = wend_map_get_info(map->loaded);
    const char *kind = map->builder->entry.name;
    if (strcmp(info.kind, kind) != 0) {
        read_fail(r, file, WEND_ERROR_INVALID, "%.150s: it is a map of kind '%s', not '%s'", path,
                  info.kind, kind);
    } else if (info.space_hash != wend_space_hash(s->space)) {
        read_fail(r, file, WEND_ERROR_INVALID,
                  "%.150s: the map was built for another space; build it again with 'wend map', or "
                  "omit 'file'",
                  path);
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Copies a line, so that it outlives the list into which its file was read. */
static wend_line copy_line(reader *r, const shapes_list *list, const shapes_line *line,
                           uint32_t layer) {
    wend_point *points = read_allocate(r, line->count, sizeof *points);
    if (points != NULL && line->count > 0) {
        memcpy(points, line->points, line->count * sizeof *points);
    }
    return (wend_line){
        points, points != NULL ? line->count : 0, layer, list->source, line->line, line->column};
}

static wend_lines copy_lines(reader *r, const clean_sources *sources) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < sources->count; i++) {
        count += sources->items[i].shapes->line_count;
    }
    wend_line *lines = read_allocate(r, count, sizeof *lines);
    wend_lines kept = {lines, 0};
    for (uint32_t i = 0; i < sources->count && reader_ok(r); i++) {
        const shapes_list *list = sources->items[i].shapes;
        for (uint32_t k = 0; k < list->line_count && reader_ok(r); k++) {
            lines[kept.count++] = copy_line(r, list, &list->lines[k], sources->items[i].tag);
        }
    }
    return kept;
}

static void read_lines(wend_scenario *s, reader *r, const node *value, wend_value *out) {
    geometry_reader g;
    clean_sources sources = {NULL, 0}, none = {NULL, 0};
    geometry_init(&g, s, r);
    geometry_read(&g, value, GEOMETRY_LINES, &sources, &none);
    geometry_project_lines(&g);
    if (reader_ok(r)) {
        out->kind = WEND_VALUE_LINES;
        out->lines = copy_lines(r, &sources);
    }
    geometry_free(&g);
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

enum { MOST_KINDS = 64, MOST_KEYS = 64 };

static const wend_map_builder *builder_at(const reader *r, uint32_t index) {
    return (const wend_map_builder *)wend_registry_get(r->registry, WEND_KIND_MAP, index);
}

static uint32_t count_kinds(const reader *r) {
    uint32_t count = wend_registry_count(r->registry, WEND_KIND_MAP);
    return count < MOST_KINDS ? count : MOST_KINDS;
}

/* Returns the builder for the kind that a map names, or for the default kind; NULL after a failure.
 */
static const wend_map_builder *read_kind(reader *r, const node *item) {
    const node *value = node_get(item, "kind");
    const char *names[MOST_KINDS];
    uint32_t count = count_kinds(r), chosen = 0;
    if (count == 0) {
        read_fail(r, item, WEND_ERROR_NAME, "there is no kind of map");
    }
    for (uint32_t i = 0; i < count; i++) {
        names[i] = builder_at(r, i)->entry.name;
    }
    if (value != NULL && reader_ok(r)) {
        chosen = read_choice(r, value, "kind", names, count);
    }
    return reader_ok(r) ? builder_at(r, chosen) : NULL;
}

static const wend_param *find_param(const wend_map_builder *builder, const char *name) {
    for (uint32_t i = 0; i < builder->entry.param_count; i++) {
        if (strcmp(builder->entry.params[i].name, name) == 0) {
            return &builder->entry.params[i];
        }
    }
    return NULL;
}

/* Reports a failure at a key that belongs to another kind of map. */
static void refuse_foreign(reader *r, const node_member *member, const wend_map_builder *own) {
    for (uint32_t i = 0; i < count_kinds(r) && find_param(own, member->key) == NULL; i++) {
        const wend_param *param = find_param(builder_at(r, i), member->key);
        if (param != NULL) {
            bool list = param->type == WEND_PARAM_NUMBERS || param->type == WEND_PARAM_LINES;
            read_fail(r, member->value, WEND_ERROR_INVALID, "%s %s only for a map of kind '%s'",
                      param->name, list ? "are" : "is", builder_at(r, i)->entry.name);
            return;
        }
    }
}

static void check_keys(reader *r, const node *item, const wend_map_builder *builder) {
    const char *keys[MOST_KEYS] = {"kind", "file"};
    const wend_entry *entry = &builder->entry;
    uint32_t count = 2;
    for (uint32_t i = 0; i < item->count && reader_ok(r); i++) {
        refuse_foreign(r, &item->members[i], builder);
    }
    for (uint32_t i = 0; i < entry->param_count && count < MOST_KEYS; i++) {
        keys[count++] = entry->params[i].name;
    }
    if (reader_ok(r)) {
        read_check_keys(r, item, "a map", keys, count);
    }
}

/* Fails if a map has both a file and parameters, or neither a file nor the parameter that its kind
 * requires. */
static void check_file(reader *r, const node *item, const wend_map_builder *builder) {
    const node_member *file = node_member_of(item, "file");
    const wend_entry *entry = &builder->entry;
    for (uint32_t i = 0; file != NULL && i < entry->param_count && reader_ok(r); i++) {
        if (node_get(item, entry->params[i].name) != NULL) {
            r->result =
                node_key_error(file, r->error, WEND_ERROR_INVALID,
                               "'file' cannot be combined with '%s'", entry->params[i].name);
        }
    }
    const char *other = builder->alternative;
    bool given = builder->required == NULL || node_get(item, builder->required) != NULL ||
                 (other != NULL && node_get(item, other) != NULL);
    if (!given && file == NULL && reader_ok(r)) {
        read_fail(r, item, WEND_ERROR_INVALID, "a map of kind '%s' needs '%s'%s%s%s or 'file'",
                  entry->name, builder->required, other != NULL ? ", '" : "",
                  other != NULL ? other : "", other != NULL ? "'" : "");
    }
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static void read_setting(wend_scenario *s, reader *r, const node *value, const wend_param *param,
                         scenario_map *map) {
    wend_setting *setting =
        (wend_setting *)(uintptr_t)&map->settings.settings[map->settings.setting_count++];
    setting->name = param->name;
    if (param->type == WEND_PARAM_LINES) {
        read_lines(s, r, value, &setting->value);
    } else if (param->type == WEND_PARAM_FILE) {
        geometry_reader g = {.scenario = s, .r = r};
        setting->value.kind = WEND_VALUE_TEXT;
        setting->value.text = read_text(r, value, param->name);
        setting->value.text = reader_ok(r) ? geometry_path(&g, value) : NULL;
    } else {
        scenario_read_value(r, value, param, &setting->value);
    }
    if (reader_ok(r)) {
        wend_result result = wend_settings_check(&map->builder->entry, setting, 1, r->error);
        if (result != WEND_OK) {
            read_fail_as(r, value, result);
        }
    }
}

static void read_settings(wend_scenario *s, reader *r, const node *item, scenario_map *map) {
    const wend_entry *entry = &map->builder->entry;
    map->settings = (wend_choice){entry->name, NULL, 0};
    map->settings.settings = read_allocate(r, entry->param_count, sizeof *map->settings.settings);
    for (uint32_t i = 0; i < entry->param_count && reader_ok(r); i++) {
        const node *value = node_get(item, entry->params[i].name);
        if (value != NULL) {
            read_setting(s, r, value, &entry->params[i], map);
        }
    }
}

static void read_map(wend_scenario *s, reader *r, const node_member *member, scenario_map *map) {
    const node *item = member->value;
    map->at = item;
    map->name = member->key;
    if (!read_is_mapping(r, item, "a map")) {
        return;
    }
    if (strlen(member->key) > WEND_MAX_NAME || member->key[0] == '\0') {
        read_fail(r, item, WEND_ERROR_INVALID, "the name of a map must have 1 to %d bytes",
                  WEND_MAX_NAME);
        return;
    }
    map->builder = read_kind(r, item);
    if (map->builder == NULL) {
        return;
    }
    check_keys(r, item, map->builder);
    check_file(r, item, map->builder);
    if (reader_ok(r)) {
        read_settings(s, r, item, map);
    }
    const node *file = node_get(item, "file");
    if (file != NULL && reader_ok(r)) {
        load_map(s, r, file, map);
    }
}

void scenario_read_maps(wend_scenario *s, reader *r, const node *root) {
    const node *maps = node_get(root, "maps");
    if (maps == NULL || !read_is_mapping(r, maps, "maps")) {
        return;
    }
    s->maps = read_allocate(r, maps->count, sizeof *s->maps);
    for (uint32_t i = 0; i < maps->count && reader_ok(r); i++) {
        s->map_count = i + 1;
        read_map(s, r, &maps->members[i], &s->maps[i]);
    }
}
