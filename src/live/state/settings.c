/* Writes values of parameters. */
#include "live/state/settings.h"
#include <math.h>
#include <string.h>

/* JSON has no infinity, so it is a string. */
static void write_number(live_writer *out, const char *key, double value) {
    if (isinf(value)) {
        live_write_text(out, key, value > 0.0 ? "inf" : "-inf");
    } else {
        live_write_number(out, key, value);
    }
}

void live_write_default(live_writer *out, const char *key, const wend_param *param) {
    switch (param->type) {
    case WEND_PARAM_NUMBER:
    case WEND_PARAM_SAMPLED:
        write_number(out, key, param->default_value);
        break;
    case WEND_PARAM_INTEGER:
        live_write_integer(out, key, (int64_t)param->default_value);
        break;
    case WEND_PARAM_BOOL:
        live_write_bool(out, key, param->default_value != 0.0);
        break;
    case WEND_PARAM_CHOICE:
        live_write_text(out, key, param->choices[(size_t)param->default_value]);
        break;
    case WEND_PARAM_POINT:
        live_write_point(out, key, (wend_point){0.0, 0.0});
        break;
    case WEND_PARAM_NAME:
        live_write_text(out, key, "");
        break;
    default:
        live_write_null(out, key);
        break;
    }
}

static void write_distribution(live_writer *out, const char *key, const wend_distribution *number) {
    if (number->kind == WEND_DISTRIBUTION_CONSTANT) {
        write_number(out, key, number->a);
        return;
    }
    live_begin_object(out, key);
    live_begin_list(out, number->kind == WEND_DISTRIBUTION_UNIFORM ? "uniform" : "normal");
    live_write_number(out, NULL, number->a);
    live_write_number(out, NULL, number->b);
    live_end_list(out);
    if (number->kind == WEND_DISTRIBUTION_NORMAL && number->low < number->high) {
        live_write_number(out, "min", number->low);
        live_write_number(out, "max", number->high);
    }
    live_end_object(out);
}

static void write_points(live_writer *out, const char *key, const wend_value *value) {
    live_begin_list(out, key);
    for (uint32_t i = 0; i < value->point_count; i++) {
        live_write_point(out, NULL, value->points[i]);
    }
    live_end_list(out);
}

static void write_value(live_writer *out, const wend_param *param, const wend_value *value) {
    const char *key = param->name;
    if (value->kind == WEND_VALUE_TEXT && param->type == WEND_PARAM_BOOL) {
        live_write_bool(out, key, strcmp(value->text, "true") == 0);
    } else if (value->kind == WEND_VALUE_TEXT) {
        live_write_text(out, key, value->text);
    } else if (value->kind == WEND_VALUE_POINTS && param->type == WEND_PARAM_POINT) {
        live_write_point(out, key, value->points[0]);
    } else if (value->kind == WEND_VALUE_POINTS) {
        write_points(out, key, value);
    } else if (param->type == WEND_PARAM_BOOL) {
        live_write_bool(out, key, value->number.a != 0.0);
    } else {
        write_distribution(out, key, &value->number);
    }
}

static const wend_setting *find_setting(const wend_setting *settings, uint32_t count,
                                        const char *name) {
    const wend_setting *found = NULL; /* the last one counts */
    for (uint32_t i = 0; i < count; i++) {
        found = strcmp(settings[i].name, name) == 0 ? &settings[i] : found;
    }
    return found;
}

void live_write_settings(live_writer *out, const char *key, const wend_entry *entry,
                         const wend_setting *settings, uint32_t count) {
    live_begin_object(out, key);
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const wend_param *param = &entry->params[i];
        const wend_setting *given = find_setting(settings, count, param->name);
        if (given != NULL) {
            write_value(out, param, &given->value);
        } else {
            live_write_default(out, param->name, param);
        }
    }
    live_end_object(out);
}
