/* needs: kit */
/* For every registered kind of map: the core and the kit list the same kinds, a map is unchanged
 * after saving and loading, damage is refused or harmless, running out of memory is reported,
 * pictures are drawn, and scenario files and the schema use the same parameter table. */
#include "unit/scenario/lab.h"
#include <math.h>
#include <stdlib.h>

#include "map/kind.h"
#include "space/wmap.h"
#include "support/map_bytes.h"
#include <wend/random.h>

/* Two spaces: a room with a pillar, a door and a switched obstacle; and two floors. The lines of a
 * network are walkable in both. */
static const char *const spaces[] = {
    "space: {walkable: [[0, 0], [12, 0], [12, 8], [0, 8]], classes: [crates], obstacles: "
    "[[[4, 3], [6, 3], [6, 5], [4, 5]], {polygon: [[9, 3], [10, 3], [10, 4], [9, 4]], class: "
    "crates}]}\n"
    "obstacles: [{door: [[8, 0], [8, 8]], closed: false}]\n",
    "space: {layers: [{name: a, walkable: [[0, 0], [6, 0], [6, 8], [0, 8]]}, {name: b, walkable: "
    "[[6, 0], [12, 0], [12, 8], [6, 8]]}], links: [{from: a, to: b, segment: [[6, 0], [6, 8]]}]}\n",
};
enum { SPACES = sizeof spaces / sizeof *spaces, TEXT = 2000 };

static const char agents[] = "agents: [{at: [[1, 1], [2, 2]], goal: [11, 7], radius: 0.25}]\n";

static const wend_map_builder *builder_at(uint32_t index) {
    return (const wend_map_builder *)wend_registry_get(lab_registry, WEND_KIND_MAP, index);
}

static uint32_t count_kinds(void) {
    return wend_registry_count(lab_registry, WEND_KIND_MAP);
}

static const map_kind *core_kind(const char *name) {
    for (uint32_t i = 0; i < map_kind_count; i++) {
        if (strcmp(map_kinds[i]->name, name) == 0) {
            return map_kinds[i];
        }
    }
    return NULL;
}

/* Returns a value that a parameter accepts, in the form in which it is written in a file. */
static const char *valid_value(const wend_param *param) {
    static char text[64];
    switch (param->type) {
    case WEND_PARAM_LINES:
        return "[[[1, 7], [1, 1], [11, 1], [11, 7]], [[1, 2], [3, 2]]]";
    case WEND_PARAM_NUMBERS:
        snprintf(text, sizeof text, "[%g]", param->minimum);
        return text;
    case WEND_PARAM_CHOICE:
        return param->choices[0];
    case WEND_PARAM_BOOL:
        return "true";
    case WEND_PARAM_NAME:
    case WEND_PARAM_FILE:
        return "any";
    case WEND_PARAM_POINT:
        return "[1, 1]";
    case WEND_PARAM_POLYGON:
        return "[[1, 1], [2, 1], [2, 2]]";
    default:
        snprintf(text, sizeof text, "%g", param->default_value);
        return text;
    }
}

static const wend_param *required_param(const wend_map_builder *builder) {
    for (uint32_t i = 0; builder->required != NULL && i < builder->entry.param_count; i++) {
        if (strcmp(builder->entry.params[i].name, builder->required) == 0) {
            return &builder->entry.params[i];
        }
    }
    return NULL;
}

/* Returns "maps: {m: {kind: KIND, REQUIRED: VALUE, MORE}}". */
static const char *maps_text(const wend_map_builder *builder, bool required, const char *more) {
    static char text[TEXT];
    const wend_param *param = required ? required_param(builder) : NULL;
    snprintf(text, sizeof text, "maps: {m: {kind: %s%s%s%s%s%s%s}}\n", builder->entry.name,
             param != NULL ? ", " : "", param != NULL ? param->name : "", param != NULL ? ": " : "",
             param != NULL ? valid_value(param) : "", more[0] != '\0' ? ", " : "", more);
    return text;
}

static bool has_param(const wend_map_builder *builder, const char *name) {
    for (uint32_t i = 0; i < builder->entry.param_count; i++) {
        if (strcmp(builder->entry.params[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Returns settings with which a map is small enough for thousands of trials. */
static const char *small_settings(const wend_map_builder *builder) {
    if (has_param(builder, "samples")) {
        return "samples: 40";
    }
    return has_param(builder, "reach") ? "cell: 1" : "";
}

static wend_scenario *load(const wend_map_builder *builder, uint32_t space) {
    char text[TEXT + 1000];
    snprintf(text, sizeof text, "%s%s%s", spaces[space], agents,
             maps_text(builder, true, small_settings(builder)));
    return lab_load(text);
}

static wend_map *build(const wend_scenario *s, const wend_map_builder *builder) {
    wend_map_def def = wend_default_map_def();
    wend_map *map = NULL;
    def.scenario = s;
    def.kind = builder->entry.name;
    wend_result result = wend_scenario_build_map(&def, &map, &lab_error);
    ck_assert_msg(result == WEND_OK, "%s: %s", builder->entry.name, lab_error.message);
    return map;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

START_TEST(core_and_kit_list_the_same_map_kinds) {
    ck_assert_uint_eq(count_kinds(), map_kind_count);
    for (uint32_t i = 0; i < map_kind_count; i++) {
        const map_kind *kind = map_kinds[i];
        ck_assert_ptr_nonnull(wend_registry_find(lab_registry, WEND_KIND_MAP, kind->name, NULL));
        ck_assert_ptr_eq(map_kind_of_tag(kind->tag),
                         kind); /* this fails if two kinds have the same tag */
        ck_assert_uint_gt(kind->tag, WMAP_SPACE);
        ck_assert_uint_le(kind->size, MAP_MAX_DATA_SIZE);
        ck_assert(kind->title != NULL && kind->verify != NULL && kind->copy != NULL &&
                  kind->finish != NULL && kind->archive != NULL && kind->hash != NULL &&
                  kind->info != NULL && kind->describe != NULL && kind->locate != NULL &&
                  kind->cover != NULL);
    }
    for (uint32_t i = 0; i < count_kinds(); i++) {
        const wend_map_builder *builder = builder_at(i);
        ck_assert(builder->noun != NULL && builder->build != NULL && builder->draw != NULL);
        ck_assert(builder->required == NULL || required_param(builder) != NULL);
        ck_assert(!builder->has_levels || core_kind(builder->entry.name)->describe_level != NULL);
    }
}
END_TEST

START_TEST(planners_use_only_registered_map_kinds) {
    uint32_t uses = 0;
    for (uint32_t i = 0; i < wend_registry_count(lab_registry, WEND_KIND_PLANNER); i++) {
        const wend_planner *planner =
            (const wend_planner *)wend_registry_get(lab_registry, WEND_KIND_PLANNER, i);
        for (uint32_t k = 0; k < planner->map_count; k++) {
            uses++;
            ck_assert_ptr_nonnull(
                wend_registry_find(lab_registry, WEND_KIND_MAP, planner->maps[k].kind, NULL));
        }
    }
    ck_assert_uint_ge(uses, 3);
}
END_TEST

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void check_same(const wend_map *map, const wend_map *again) {
    wend_map_info a = wend_map_get_info(map), b = wend_map_get_info(again);
    ck_assert_str_eq(a.kind, b.kind);
    ck_assert(a.hash == b.hash && a.space_hash == b.space_hash && a.vertices == b.vertices &&
              a.edges == b.edges && a.faces == b.faces && a.levels == b.levels &&
              a.area == b.area && a.largest_radius == b.largest_radius);
    ck_assert_uint_eq(a.figure_count, b.figure_count);
    for (uint32_t i = 0; i < a.figure_count; i++) {
        ck_assert_str_eq(a.figures[i].name, b.figures[i].name);
        ck_assert_double_eq(a.figures[i].value, b.figures[i].value);
        ck_assert_double_eq(wend_map_find_figure(map, a.figures[i].name), a.figures[i].value);
    }
    ck_assert(isnan(wend_map_find_figure(map, "none of this name")));
    char one[400], other[400];
    for (uint32_t i = 0; i < a.levels; i++) {
        wend_map_describe_level(map, i, one, sizeof one);
        wend_map_describe_level(again, i, other, sizeof other);
        ck_assert_str_eq(one, other);
    }
    uint32_t found = 0;
    for (uint32_t i = 0; i < 200; i++) {
        wend_location at = {{(float)(wend_random_uniform(7, i, 0, 1) * 16.0 - 8.0),
                             (float)(wend_random_uniform(7, i, 0, 2) * 12.0 - 6.0)},
                            i % 3};
        ck_assert_uint_eq(wend_map_locate(map, at), wend_map_locate(again, at));
        found += wend_map_locate(map, at) != UINT32_MAX;
    }
    ck_assert_uint_gt(found, 10);
    ck_assert_uint_eq(wend_map_locate(map, (wend_location){{NAN, 0.0F}, 0}), UINT32_MAX);
    ck_assert_uint_eq(wend_map_locate(map, (wend_location){{0.0F, 0.0F}, 200}), UINT32_MAX);
}

static void check_round_trip(const wend_scenario *s, const wend_map_builder *builder) {
    wend_map *map = build(s, builder), *again = map_bytes_reload(map);
    ck_assert_uint_eq(wend_map_get_info(map).space_hash, wend_space_hash(wend_scenario_space(s)));
    check_same(map, again);
    wend_map_release(map);
    wend_map_release(again);
}

START_TEST(maps_are_unchanged_after_save_and_load) {
    for (uint32_t i = 0; i < count_kinds(); i++) {
        for (uint32_t k = 0; k < SPACES; k++) {
            wend_scenario *s = load(builder_at(i), k);
            check_round_trip(s, builder_at(i));
            wend_scenario_destroy(s);
        }
    }
}
END_TEST

/* Checks that damaged bytes with a matching checksum are either refused with a message, or give a
 * map that can be saved again. Truncated bytes must always be refused. */
static void check_damage(const uint8_t *bytes, size_t size, const map_kind *kind, uint32_t *invalid,
                         uint32_t *cut) {
    uint8_t *damaged = malloc(size);
    ck_assert_ptr_nonnull(damaged);
    for (uint32_t i = 0; i < 1500; i++) {
        size_t room = size - WMAP_HEADER_SIZE;
        size_t at = WMAP_HEADER_SIZE + (size_t)(wend_random_uniform(11, i, 0, 1) * (double)room);
        size_t length = i % 4 != 0 ? size : at;
        memcpy(damaged, bytes, size);
        damaged[at] ^= (uint8_t)(1U << i % 8);
        wmap_seal(damaged, length, kind->tag);
        wend_map *taken = NULL;
        wend_result result = wend_map_load(damaged, length, NULL, &taken, &lab_error);
        ck_assert_msg(result == WEND_OK || result == WEND_ERROR_FORMAT, "%s", lab_error.message);
        ck_assert_msg(length == size || result != WEND_OK, "%s cut at %zu", kind->name, at);
        *invalid += result != WEND_OK && strstr(lab_error.message, "is not valid: ") != NULL;
        *cut += length < size;
        if (result == WEND_OK) {
            size_t again_size = 0;
            uint8_t *again = map_bytes_save(taken, &again_size);
            ck_assert_msg(again_size == size && memcmp(again, damaged, size) == 0,
                          "%s, seed 11, trial %u: what was taken is not what was saved", kind->name,
                          i);
            free(again);
        }
        wend_map_release(taken);
    }
    free(damaged);
}

START_TEST(damaged_maps_are_refused_or_harmless) {
    for (uint32_t i = 0; i < count_kinds(); i++) {
        const map_kind *kind = core_kind(builder_at(i)->entry.name);
        wend_scenario *s = load(builder_at(i), 0);
        wend_map *map = build(s, builder_at(i)), *taken = NULL;
        size_t size = 0;
        uint32_t invalid = 0, cut = 0;
        uint8_t *bytes = map_bytes_save(map, &size);
        check_damage(bytes, size, kind, &invalid, &cut);
        ck_assert_msg(invalid > 20 && cut > 200, "%s: only %u of 1500 are not valid", kind->name,
                      invalid);
        bytes[size - 1] ^= 1; /* the checksum no longer matches */
        ck_assert_int_eq(wend_map_load(bytes, size, NULL, &taken, &lab_error), WEND_ERROR_FORMAT);
        ck_assert_ptr_nonnull(strstr(lab_error.message, "checksum"));
        wmap_seal(bytes, size, 0xfff0); /* an unknown kind, from a future version */
        ck_assert_int_eq(wend_map_load(bytes, size, NULL, &taken, &lab_error), WEND_ERROR_FORMAT);
        ck_assert_str_eq(lab_error.message,
                         "the file contains a map of an unknown kind, expected a map");
        free(bytes);
        wend_map_release(map);
        wend_scenario_destroy(s);
    }
}
END_TEST

START_TEST(running_out_of_memory_is_reported) {
    for (uint32_t i = 0; i < count_kinds(); i++) {
        wend_scenario *s = load(builder_at(i), 0);
        wend_map *map = build(s, builder_at(i));
        map_bytes_check_memory(map);
        wend_map_release(map);
        wend_scenario_destroy(s);
    }
}
END_TEST

/* ---- Pictures and figures -------------------------------------------------------------------- */

static size_t read_picture(const char *path, uint8_t *out, size_t room) {
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(out, 1, room, file);
    fclose(file);
    remove(path);
    return size;
}

START_TEST(maps_are_drawn_and_described) {
    static uint8_t picture[1 << 20];
    for (uint32_t i = 0; i < count_kinds() * SPACES; i++) {
        const wend_map_builder *builder = builder_at(i / SPACES);
        wend_scenario *s = load(builder, i % SPACES);
        wend_map *map = build(s, builder);
        uint32_t levels = wend_map_get_info(map).levels;
        ck_assert(levels == 1 || builder->has_levels);
        for (uint32_t level = 0; level < levels; level++) {
            ck_assert_int_eq(
                wend_scenario_draw_map(s, map, level, "test_map_kinds.svg", &lab_error), WEND_OK);
            size_t size = read_picture("test_map_kinds.svg", picture, sizeof picture - 1);
            picture[size] = '\0';
            ck_assert_ptr_nonnull(strstr((const char *)picture, "</svg>"));
            ck_assert_int_eq(
                wend_scenario_draw_map(s, map, level, "test_map_kinds.png", &lab_error), WEND_OK);
            ck_assert_uint_gt(read_picture("test_map_kinds.png", picture, sizeof picture), 1000);
            ck_assert_mem_eq(picture, "\x89PNG", 4);
        }
        ck_assert_int_eq(wend_scenario_draw_map(s, map, levels, "a.svg", &lab_error),
                         WEND_ERROR_INVALID);
        char line[400] = "";
        wend_map_describe(map, line, sizeof line);
        ck_assert_ptr_nonnull(strstr(line, " bytes"));
        char cut[8];
        wend_map_describe(map, cut, sizeof cut);
        ck_assert_uint_lt(strlen(cut), sizeof cut);
        wend_map_coverage coverage =
            wend_map_get_coverage(map, wend_scenario_space(s), wend_scenario_space_def(s));
        ck_assert_msg(coverage.share > 0.5 && coverage.share < 1.0001 && coverage.verb[0] != '\0',
                      "%s covers %g", builder->entry.name, coverage.share);
        wend_map_release(map);
        wend_scenario_destroy(s);
    }
}
END_TEST

/* ---- Parameters ------------------------------------------------------------------------------ */

/* Returns the text of the schema, starting at "map": in its definitions. */
static char *schema_of_maps(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = tmpfile();
    ck_assert_ptr_nonnull(stream);
    wend_json json = {.stream = stream};
    wend_schema_write(lab_registry, &json);
    size = (size_t)ftell(stream);
    text = calloc(1, size + 1);
    rewind(stream);
    ck_assert_uint_eq(fread(text, 1, size, stream), size);
    fclose(stream);
    return text;
}

START_TEST(schema_lists_every_map_parameter) {
    char *text = schema_of_maps();
    const char *maps = strstr(strstr(text, "\"$defs\""), "\"map\": {");
    ck_assert_ptr_nonnull(maps);
    for (uint32_t i = 0; i < count_kinds(); i++) {
        const wend_entry *entry = &builder_at(i)->entry;
        char word[100];
        snprintf(word, sizeof word, "\"const\": \"%s\"", entry->name);
        const char *kind = strstr(maps, word);
        ck_assert_msg(kind != NULL, "%s", entry->name);
        for (uint32_t k = 0; k < entry->param_count; k++) {
            snprintf(word, sizeof word, "\"%s\": {", entry->params[k].name);
            const char *key = strstr(kind, word);
            ck_assert_msg(key != NULL && strstr(key, entry->params[k].help) != NULL, "%s: %s",
                          entry->name, entry->params[k].name);
        }
        maps = kind;
    }
    free(text);
}
END_TEST

static void expect_refusal(const char *text, const char *message) {
    ck_assert_msg(lab_try(text) != WEND_OK, "taken: %s", text);
    ck_assert_msg(strstr(lab_error.message, message) != NULL, "%s\n%s\nnot: %s", text,
                  lab_error.message, message);
    ck_assert_int_eq(lab_error.line, 1);
}

/* Checks that the schema and the parameter table agree on the ranges of numbers and the lengths of
 * lists. */
static void check_range(const wend_map_builder *builder, const wend_param *param) {
    char value[100], more[200];
    bool list = param->type == WEND_PARAM_NUMBERS;
    bool number = param->type == WEND_PARAM_NUMBER || param->type == WEND_PARAM_INTEGER || list;
    if (!number || !(param->minimum < param->maximum)) {
        return;
    }
    /* A source that takes no samples, because the largest number of samples takes long. */
    const char *quick = has_param(builder, "source") ? ", source: visibility" : "";
    snprintf(value, sizeof value, list ? "[%g]" : "%g", param->maximum);
    snprintf(more, sizeof more, "%s: %s%s", param->name, value, quick);
    ck_assert_msg(lab_try(maps_text(builder, true, more)) == WEND_OK, "%s: %s", more,
                  lab_error.message);
    snprintf(value, sizeof value, list ? "[%g]" : "%g", param->minimum - 1.0);
    snprintf(more, sizeof more, "%s: %s", param->name, value);
    expect_refusal(maps_text(builder, true, more), list ? param->choices[0] : param->name);
    if (list) {
        snprintf(more, sizeof more, "%s: []", param->name);
        expect_refusal(maps_text(builder, true, more), param->name);
    }
}

/* Checks that keys are refused if only other kinds have them. */
static void check_foreign(const wend_map_builder *builder) {
    for (uint32_t i = 0; i < count_kinds(); i++) {
        const wend_entry *other = &builder_at(i)->entry;
        for (uint32_t k = 0; k < other->param_count; k++) {
            char more[300];
            const wend_param *param = &other->params[k];
            snprintf(more, sizeof more, "%s: %s", param->name, valid_value(param));
            if (!has_param(builder, param->name)) {
                expect_refusal(maps_text(builder, true, more), "only for a map of kind '");
            }
        }
    }
}

START_TEST(scenario_keys_match_the_parameter_table) {
    char names[TEXT] = "kind must be one of ";
    for (uint32_t i = 0; i < count_kinds(); i++) {
        const wend_map_builder *builder = builder_at(i);
        const char *name = builder->entry.name;
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i > 0 ? ", " : "",
                 name);
        ck_assert_msg(lab_try(maps_text(builder, true, "")) == WEND_OK, "%s", lab_error.message);
        expect_refusal(maps_text(builder, true, "qqqqqq: 1"), "a map has no key 'qqqqqq'");
        for (uint32_t k = 0; k < builder->entry.param_count; k++) {
            char more[300];
            const wend_param *param = &builder->entry.params[k];
            check_range(builder, param);
            snprintf(more, sizeof more, "%s: %s, file: a.wmap", param->name, valid_value(param));
            expect_refusal(maps_text(builder, false, more), "'file' cannot be combined with '");
        }
        check_foreign(builder);
        if (builder->required != NULL) {
            expect_refusal(maps_text(builder, false, ""), builder->required);
        }
    }
    snprintf(names + strlen(names), sizeof names - strlen(names), "; found 'qqqqqq'");
    expect_refusal("maps: {m: {kind: qqqqqq}}\n", names);
}
END_TEST

/* A map is built automatically for a planner, unless its kind needs settings. */
START_TEST(maps_that_planners_need_are_built_automatically) {
    static wend_map_need need;
    static wend_planner planner;
    const wend_planner *straight =
        (const wend_planner *)wend_registry_find(lab_registry, WEND_KIND_PLANNER, "straight", NULL);
    planner = *straight;
    planner.stage.entry.name = "needy";
    planner.maps = &need;
    planner.map_count = 1;
    need = (wend_map_need){"navmesh", "", NULL, NULL};
    ck_assert_int_eq(
        wend_registry_add(lab_registry, WEND_KIND_PLANNER, &planner.stage.entry, &lab_error),
        WEND_OK);
    for (uint32_t i = 0; i < count_kinds(); i++) {
        const wend_map_builder *builder = builder_at(i);
        char text[TEXT + 500];
        need.kind = builder->entry.name;
        snprintf(text, sizeof text, "%s%splan: needy\nfollow: waypoint\n", spaces[0], agents);
        wend_result result = lab_try(text);
        ck_assert_msg((result == WEND_OK) == (builder->required == NULL), "%s: %s", need.kind,
                      lab_error.message);
        ck_assert(result == WEND_OK || strstr(lab_error.message, builder->noun) != NULL);
        snprintf(text, sizeof text, "%s%splan: needy\nfollow: waypoint\n%s", spaces[0], agents,
                 maps_text(builder, true, ""));
        ck_assert_msg(lab_try(text) == WEND_OK, "%s: %s", need.kind, lab_error.message);
    }
}
END_TEST

LAB_MAIN("map_kinds", core_and_kit_list_the_same_map_kinds, planners_use_only_registered_map_kinds,
         maps_are_unchanged_after_save_and_load, damaged_maps_are_refused_or_harmless,
         running_out_of_memory_is_reported, maps_are_drawn_and_described,
         schema_lists_every_map_parameter, scenario_keys_match_the_parameter_table,
         maps_that_planners_need_are_built_automatically)
