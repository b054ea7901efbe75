/* Names and entries in scenario files. */
#include "live/scenario/scene.h"
#include "base/utf8.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wend/names.h>

void scene_note(scene *s, const char *format, ...) {
    char text[600], cut[sizeof s->notes[0]];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    utf8_copy(cut, sizeof cut, text);
    for (uint32_t i = 0; i < s->note_count; i++) {
        if (strcmp(s->notes[i], cut) == 0) {
            return;
        }
    }
    if (s->note_count < SCENE_MOST_NOTES) {
        memcpy(s->notes[s->note_count++], cut, sizeof cut);
    }
}

double scene_time(const scene *s, double time) {
    double out = time - s->now;
    return out > 0.0 ? out : 0.0;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static char *next_name(void) {
    static _Thread_local char names[8][SCENE_NAME_SIZE];
    static _Thread_local unsigned next;
    next = (next + 1) % 8;
    return names[next];
}

/* True if an object of the kind, or another one that shares its names, has a name. */
typedef bool scene_is_used(const scene *s, const char *name);

/* Returns the name of an object or, if it has none, one made of its kind and index. */
static const char *name_or(const scene *s, const char *own, const char *kind, uint32_t index,
                           scene_is_used *is_used) {
    if (own != NULL && own[0] != '\0') {
        return own;
    }
    char *name = next_name();
    int length = snprintf(name, SCENE_NAME_SIZE, "%s %u", kind, index);
    while (is_used(s, name) && length + 1 < SCENE_NAME_SIZE) {
        name[length++] = '_';
        name[length] = '\0';
    }
    return name;
}

static bool is_profile(const scene *s, const char *name) {
    return wend_world_find_profile(s->world, name).value != 0;
}

static bool is_goal(const scene *s, const char *name) {
    return wend_world_find_goal(s->world, name).value != 0 ||
           wend_world_find_queue(s->world, name).value != 0;
}

static bool is_area(const scene *s, const char *name) {
    return wend_world_find_area(s->world, name).value != 0;
}

static bool is_machine(const scene *s, const char *name) {
    return wend_world_find_machine(s->world, name).value != 0;
}

static bool is_layer(const scene *s, const char *name) {
    for (uint32_t i = 0; i < s->space_def->layer_count; i++) {
        const char *own = s->space_def->layers[i].name;
        if (own != NULL && strcmp(own, name) == 0) {
            return true;
        }
    }
    return false;
}

const char *scene_profile_name(scene *s, wend_profile profile) {
    wend_profile base = scene_variant_base(s, profile);
    profile = base.value != 0 ? base : profile;
    uint32_t index = wend_world_profile_index(s->world, profile);
    return index == WEND_NONE ? NULL
                              : name_or(s, wend_world_get_profile_name(s->world, profile),
                                        "profile", index, is_profile);
}

/* The index of an object is the low half of its id. */
static uint32_t index_of(uint64_t id) {
    return (uint32_t)id;
}

const char *scene_queue_name(scene *s, wend_queue queue) {
    if (wend_world_queue_goal(s->world, queue).value == 0) {
        return NULL;
    }
    return name_or(s, wend_world_get_queue_name(s->world, queue), "queue", index_of(queue.value),
                   is_goal);
}

const char *scene_goal_name(scene *s, wend_goal goal) {
    uint32_t index = wend_world_goal_index(s->world, goal);
    wend_goal_owner owner = wend_world_get_goal_owner(s->world, goal);
    if (index == WEND_NO_GOAL || owner == WEND_GOAL_OWNER_AGENT) {
        return NULL;
    }
    for (uint32_t i = 0; owner == WEND_GOAL_OWNER_QUEUE && i < wend_world_queue_count(s->world);
         i++) {
        wend_queue queue = wend_world_queue_at(s->world, i);
        if (wend_world_queue_goal(s->world, queue).value == goal.value) {
            return scene_queue_name(s, queue);
        }
    }
    return owner == WEND_GOAL_OWNER_QUEUE
               ? NULL
               : name_or(s, wend_world_get_goal_name(s->world, goal), "goal", index, is_goal);
}

const char *scene_goal_set_name(scene *s, wend_goal_set set) {
    return wend_world_get_goal_set(s->world, set, NULL, 0) == 0
               ? NULL
               : name_or(s, NULL, "set", index_of(set.value), is_goal);
}

const char *scene_area_name(scene *s, wend_area area) {
    return area.value == 0 ? NULL
                           : name_or(s, wend_world_get_area_name(s->world, area), "area",
                                     index_of(area.value), is_area);
}

const char *scene_machine_name(scene *s, wend_machine machine) {
    return wend_world_state_count(s->world, machine) == 0
               ? NULL
               : name_or(s, wend_world_get_machine_name(s->world, machine), "machine",
                         index_of(machine.value), is_machine);
}

const char *scene_layer_name(scene *s, uint32_t layer) {
    return layer >= s->space_def->layer_count
               ? NULL
               : name_or(s, s->space_def->layers[layer].name, "layer", layer, is_layer);
}

/* ---- Members --------------------------------------------------------------------------------- */

void scene_write_name(scene *s, const char *key, const char *name) {
    if (name != NULL && name[0] != '\0') {
        yaml_add(s->out, ", %s: ", key);
        yaml_quote(s->out, name);
    }
}

void scene_write_layer(scene *s, uint32_t layer) {
    if (s->has_layers && layer > 0) {
        scene_write_name(s, "layer", scene_layer_name(s, layer));
    }
}

/* Booleans are given as text, and must not be quoted. */
static void write_text(scene *s, const char *text) {
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        yaml_add_text(s->out, text);
    } else {
        yaml_quote(s->out, text);
    }
}

static void write_value(scene *s, const wend_value *value) {
    switch (value->kind) {
    case WEND_VALUE_TEXT:
        write_text(s, value->text != NULL ? value->text : "");
        break;
    case WEND_VALUE_POINTS:
        if (value->point_count == 1) {
            yaml_point(s->out, value->points[0]);
        } else {
            yaml_points(s->out, value->points, value->point_count);
        }
        break;
    default:
        yaml_distribution(s->out, &value->number);
        break;
    }
}

void scene_write_settings(scene *s, const wend_choice *choice, bool after_others) {
    for (uint32_t i = 0; i < choice->setting_count; i++) {
        const wend_setting *setting = &choice->settings[i];
        bool empty = setting->value.kind == WEND_VALUE_TEXT &&
                     (setting->value.text == NULL || setting->value.text[0] == '\0');
        if (!empty) {
            yaml_add_text(s->out, after_others ? ", " : "");
            yaml_quote(s->out, setting->name);
            yaml_add_text(s->out, ": ");
            write_value(s, &setting->value);
            after_others = true;
        }
    }
}

void scene_write_choice(scene *s, const wend_choice *choice) {
    if (choice->setting_count == 0) {
        yaml_quote(s->out, choice->name);
        return;
    }
    yaml_add_text(s->out, "{name: ");
    yaml_quote(s->out, choice->name);
    scene_write_settings(s, choice, true);
    yaml_add_text(s->out, "}");
}
