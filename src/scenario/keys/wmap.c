/* Reads a space from a .wmap file. The scenario can then refer to its layers and classes by name,
 * as if it had defined them itself. */
#include "base/error.h"
#include "scenario/scenario.h"
#include <string.h>

static const char *name_or(const char *name, const char *fallback) {
    return name != NULL ? name : fallback;
}

static void copy_names(wend_scenario *s, reader *r, const wend_space_def *def) {
    bool single = def->layer_count == 1 && name_or(def->layers[0].name, "")[0] == '\0';
    uint32_t layers = single ? 0 : def->layer_count;
    read_names_init(r, &s->layer_names, layers);
    for (uint32_t i = 0; i < layers; i++) {
        read_names_add(&s->layer_names, name_or(def->layers[i].name, ""));
    }
    read_names_sort(r, &s->layer_names);
    read_names_init(r, &s->class_names, def->class_count);
    for (uint32_t i = 0; i < def->class_count; i++) {
        const char *name = def->class_names != NULL ? def->class_names[i] : NULL;
        read_names_add(&s->class_names, name_or(name, i == 0 ? "fixed" : ""));
    }
    read_names_sort(r, &s->class_names);
}

void scenario_read_wmap(wend_scenario *s, reader *r, const node *at, const char *path) {
    static const wend_layer_def open_ground;
    if (!reader_ok(r)) {
        return;
    }
    wend_result result =
        wend_space_def_load_file(path, &s->tree.heap.allocator, &s->loaded_space, r->error);
    if (result == WEND_OK && (s->loaded_space->class_count > WEND_MAX_CLASSES ||
                              s->loaded_space->layer_count > WEND_MAX_LAYERS)) {
        result = error_set(r->error, WEND_ERROR_LIMIT, "too many layers or obstacle classes");
        error_set_location(r->error, path, 0, 0);
    }
    if (result != WEND_OK) {
        char why[WEND_ERROR_MESSAGE_SIZE];
        memcpy(why, r->error->message, sizeof why);
        read_fail(r, at, result, "%.150s: %.300s", path, why);
        return;
    }
    s->space_def = *s->loaded_space;
    if (s->space_def.layer_count == 0) {
        s->space_def.layers = &open_ground;
        s->space_def.layer_count = 1;
    }
    s->classes = WEND_ALL_CLASSES;
    copy_names(s, r, &s->space_def);
}
