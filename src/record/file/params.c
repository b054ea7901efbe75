/* Fills parameter structs: stores default values and checked settings at the offsets given in an
 * entry's parameter table. */
#include "record/file/params.h"
#include "base/error.h"
#include <string.h>

static void store(const wend_param *param, void *out, double number) {
    char *field = (char *)out + param->offset;
    switch (param->type) {
    case WEND_PARAM_NUMBER:
        *(double *)(void *)field = number;
        break;
    case WEND_PARAM_INTEGER:
        *(int64_t *)(void *)field = (int64_t)number;
        break;
    case WEND_PARAM_BOOL:
        *(bool *)field = number != 0.0;
        break;
    case WEND_PARAM_CHOICE:
        *(int32_t *)(void *)field = (int32_t)number;
        break;
    case WEND_PARAM_NAME:
    case WEND_PARAM_FILE:
        *(const char **)(void *)field = "";
        break;
    default: /* points and lists default to zero, which the struct already holds */
        WEND_ASSERT(param->type != WEND_PARAM_SAMPLED);
        break;
    }
}

/* Stores a value of a type that is not represented by a single number. Returns false, and stores
 * nothing, for the other types. */
static bool store_other(const wend_param *param, void *out, const wend_value *value) {
    void *field = (char *)out + param->offset;
    switch (param->type) {
    case WEND_PARAM_POINT:
        *(wend_point *)field = value->points[0];
        return true;
    case WEND_PARAM_POLYGON:
        *(wend_ring *)field = (wend_ring){value->points, value->point_count};
        return true;
    case WEND_PARAM_NAME:
    case WEND_PARAM_FILE:
        *(const char **)field = value->text;
        return true;
    case WEND_PARAM_NUMBERS:
        *(wend_numbers *)field = value->numbers;
        return true;
    case WEND_PARAM_LINES:
        *(wend_lines *)field = value->lines;
        return true;
    default:
        return false;
    }
}

/* Returns the number that represents a checked value in the struct. */
static double number_of(const wend_param *param, const wend_value *value) {
    if (value->kind == WEND_VALUE_NUMBER) {
        return value->number.a;
    }
    if (param->type == WEND_PARAM_BOOL) {
        return strcmp(value->text, "true") == 0 || strcmp(value->text, "on") == 0 ? 1.0 : 0.0;
    }
    double index = 0.0;
    for (const char *const *choice = param->choices; *choice != NULL; choice++) {
        if (strcmp(*choice, value->text) == 0) {
            break;
        }
        index += 1.0;
    }
    return index;
}

void params_apply(const wend_entry *entry, const wend_setting *setting, void *out) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const wend_param *param = &entry->params[i];
        if (strcmp(param->name, setting->name) == 0 && !store_other(param, out, &setting->value)) {
            store(param, out, number_of(param, &setting->value));
        }
    }
}

void params_set_defaults(const wend_entry *entry, void *out) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        store(&entry->params[i], out, entry->params[i].default_value);
    }
}
