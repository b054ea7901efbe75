/* Builds parameter structs: checks settings against a parameter table and writes them to the struct
 * that the table describes. Cost: O(settings x rows), once per profile. */
#include "step/params.h"

#include <math.h>
#include <string.h>

#include <wend/random.h>
#include <wend/world.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"

/* A normal distribution without limits is truncated at this many standard deviations from the
 * mean. */
static const double normal_cutoff = 4.0;

enum { MAX_TEXT = 4000 /* bytes: the longest text of a parameter; snapshots can hold it */ };

uint32_t params_purpose(const char *kind, const char *name) {
    uint64_t hash = hash_bytes(kind, strlen(kind), 0);
    return (uint32_t)hash_bytes(name, strlen(name), hash);
}

/* Returns the interval in which all samples of a distribution lie. */
static void get_range(const wend_distribution *number, double *low, double *high) {
    *low = *high = number->a;
    if (number->kind == WEND_DISTRIBUTION_UNIFORM) {
        *low = fmin(number->a, number->b);
        *high = fmax(number->a, number->b);
    } else if (number->kind == WEND_DISTRIBUTION_NORMAL) {
        bool bounded = number->low < number->high;
        *low = bounded ? number->low : number->a - normal_cutoff * number->b;
        *high = bounded ? number->high : number->a + normal_cutoff * number->b;
    }
}

double params_maximum(const wend_distribution *number) {
    double low, high;
    get_range(number, &low, &high);
    return high;
}

double params_sample_at(const wend_distribution *number, uint64_t seed, uint64_t key, uint64_t step,
                        uint32_t purpose) {
    double low, high;
    get_range(number, &low, &high);
    switch (number->kind) {
    case WEND_DISTRIBUTION_UNIFORM:
        return low + (high - low) * wend_random_uniform(seed, key, step, purpose);
    case WEND_DISTRIBUTION_NORMAL: {
        double value = number->a + number->b * wend_random_normal(seed, key, step, purpose);
        return fmin(fmax(value, low), high);
    }
    default:
        return number->a;
    }
}

float params_sample(const wend_distribution *number, uint64_t seed, uint64_t key,
                    uint32_t purpose) {
    return (float)params_sample_at(number, seed, key, 0, purpose);
}

wend_result params_check_number(const char *what, const wend_distribution *number, double minimum,
                                double maximum, const char *unit, wend_error *error) {
    double low, high;
    get_range(number, &low, &high);
    bool is_infinite =
        number->kind == WEND_DISTRIBUTION_CONSTANT && number->a == INFINITY && maximum == INFINITY;
    if (is_infinite) {
        return WEND_OK;
    }
    if (number->kind > WEND_DISTRIBUTION_NORMAL || !isfinite(low) || !isfinite(high) ||
        (number->kind == WEND_DISTRIBUTION_NORMAL && !(number->b >= 0.0))) {
        return error_set(error, WEND_ERROR_INVALID, "%s is not a finite number or distribution",
                         what);
    }
    if (minimum < maximum && (low < minimum || high > maximum)) {
        double wrong = low < minimum ? low : high;
        bool has_unit = *unit && strcmp(unit, "1") != 0;
        return error_set(error, WEND_ERROR_INVALID,
                         "%s can be %g, but must lie between %g and %g%s%s", what, wrong, minimum,
                         maximum, has_unit ? " " : "", has_unit ? unit : "");
    }
    return WEND_OK;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static const wend_param *find_row(const wend_entry *entry, const char *name) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        if (strcmp(entry->params[i].name, name) == 0) {
            return &entry->params[i];
        }
    }
    return NULL;
}

static int find_choice(const wend_param *row, const char *text) {
    for (int i = 0; row->choices[i]; i++) {
        if (strcmp(row->choices[i], text) == 0) {
            return i;
        }
    }
    if (row->choices == wend_switch_choices) { /* "off" and "on" */
        return strcmp(text, "false") == 0 ? 0 : strcmp(text, "true") == 0 ? 1 : -1;
    }
    return -1;
}

static wend_result refuse_unknown_parameter(const wend_entry *entry, const char *name,
                                            wend_error *error) {
    const char *names[64];
    uint32_t count = entry->param_count < 64 ? entry->param_count : 64;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = entry->params[i].name;
    }
    char hint[256];
    return error_set(error, WEND_ERROR_NAME, "%s has no parameter '%s'%s", entry->name, name,
                     text_suggest(name, names, count, hint, sizeof hint));
}

static wend_result refuse_type(const wend_param *row, const char *expected, wend_error *error) {
    return error_set(error, WEND_ERROR_INVALID, "parameter '%s' must be %s", row->name, expected);
}

static wend_result check_choice(const wend_param *row, const wend_value *value, wend_error *error) {
    if (value->kind != WEND_VALUE_TEXT) {
        return refuse_type(row, "a word", error);
    }
    if (find_choice(row, value->text) >= 0) {
        return WEND_OK;
    }
    size_t count = 0;
    while (row->choices[count]) {
        count++;
    }
    char hint[256];
    return error_set(error, WEND_ERROR_INVALID, "parameter '%s' cannot be '%s'%s", row->name,
                     value->text,
                     text_suggest(value->text, row->choices, count, hint, sizeof hint));
}

static bool parse_switch(const wend_value *value, bool *on) {
    if (value->kind == WEND_VALUE_NUMBER) {
        *on = value->number.a != 0.0;
        return value->number.kind == WEND_DISTRIBUTION_CONSTANT &&
               (value->number.a == 0.0 || value->number.a == 1.0);
    }
    bool yes = value->kind == WEND_VALUE_TEXT &&
               (strcmp(value->text, "true") == 0 || strcmp(value->text, "on") == 0);
    bool no = value->kind == WEND_VALUE_TEXT &&
              (strcmp(value->text, "false") == 0 || strcmp(value->text, "off") == 0);
    *on = yes;
    return yes || no;
}

static wend_result check_points(const wend_param *row, const wend_value *value, wend_error *error) {
    bool point = row->type == WEND_PARAM_POINT;
    if (value->kind != WEND_VALUE_POINTS ||
        (point ? value->point_count != 1 : value->point_count < 3)) {
        return refuse_type(row, point ? "a point [x, y]" : "a polygon of at least three points",
                           error);
    }
    for (uint32_t i = 0; i < value->point_count; i++) {
        if (!isfinite(value->points[i].x) || !isfinite(value->points[i].y)) {
            return refuse_type(row, "finite coordinates", error);
        }
    }
    return WEND_OK;
}

static wend_result check_numbers(const wend_param *row, const wend_value *value,
                                 wend_error *error) {
    if (value->kind != WEND_VALUE_NUMBERS) {
        return refuse_type(row, "a list of numbers", error);
    }
    if (value->numbers.count == 0 || value->numbers.count > row->default_value) {
        return error_set(error, WEND_ERROR_LIMIT, "%s must be a list of 1 to %.0f, found %u",
                         row->name, row->default_value, value->numbers.count);
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < value->numbers.count && result == WEND_OK; i++) {
        wend_distribution number = {.kind = WEND_DISTRIBUTION_CONSTANT,
                                    .a = value->numbers.items[i]};
        result = params_check_number(row->choices[0], &number, row->minimum, row->maximum,
                                     row->unit, error);
    }
    return result;
}

static wend_result check_number(const wend_param *row, const wend_value *value, wend_error *error) {
    bool varies = row->type == WEND_PARAM_SAMPLED || row->type == WEND_PARAM_DISTRIBUTION;
    if (value->kind != WEND_VALUE_NUMBER) {
        return refuse_type(row, "a number", error);
    }
    if (!varies && value->number.kind != WEND_DISTRIBUTION_CONSTANT) {
        return refuse_type(row, "one number, not a distribution", error);
    }
    if (row->type == WEND_PARAM_INTEGER &&
        (floor(value->number.a) != value->number.a || fabs(value->number.a) > 9e15)) {
        return refuse_type(row, "a whole number", error);
    }
    return params_check_number(row->name, &value->number, row->minimum, row->maximum, row->unit,
                               error);
}

static wend_result check_value(const wend_param *row, const wend_value *value, wend_error *error) {
    bool ignored;
    switch (row->type) {
    case WEND_PARAM_NUMBER:
    case WEND_PARAM_INTEGER:
    case WEND_PARAM_SAMPLED:
    case WEND_PARAM_DISTRIBUTION:
        return check_number(row, value, error);
    case WEND_PARAM_BOOL:
        return parse_switch(value, &ignored) ? WEND_OK : refuse_type(row, "true or false", error);
    case WEND_PARAM_CHOICE:
        return check_choice(row, value, error);
    case WEND_PARAM_NAME:
        return value->kind == WEND_VALUE_TEXT && strlen(value->text) <= WEND_MAX_NAME
                   ? WEND_OK
                   : refuse_type(row, "a name of at most 255 bytes", error);
    case WEND_PARAM_TEXT:
        return value->kind == WEND_VALUE_TEXT && strlen(value->text) <= MAX_TEXT
                   ? WEND_OK
                   : refuse_type(row, "a text of at most 4000 bytes", error);
    case WEND_PARAM_NUMBERS:
        return check_numbers(row, value, error);
    case WEND_PARAM_LINES:
        return value->kind == WEND_VALUE_LINES ? WEND_OK : refuse_type(row, "lines", error);
    case WEND_PARAM_FILE:
        return value->kind == WEND_VALUE_TEXT && value->text[0] != '\0'
                   ? WEND_OK
                   : refuse_type(row, "the name of a file", error);
    default:
        return check_points(row, value, error);
    }
}

wend_result wend_settings_check(const wend_entry *entry, const wend_setting *settings,
                                uint32_t count, wend_error *error) {
    for (uint32_t i = 0; i < count; i++) {
        const wend_param *row = find_row(entry, settings[i].name);
        wend_result result = row ? check_value(row, &settings[i].value, error)
                                 : refuse_unknown_parameter(entry, settings[i].name, error);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

static bool copy_setting(memory *from, const wend_setting *given, wend_setting *copy) {
    *copy = *given;
    copy->name = memory_copy_text(from, given->name);
    copy->value.text = NULL;
    copy->value.points = NULL;
    bool good = copy->name != NULL;
    if (good && given->value.kind == WEND_VALUE_TEXT) {
        copy->value.text = memory_copy_text(from, given->value.text);
        good = copy->value.text != NULL;
    }
    if (good && given->value.kind == WEND_VALUE_POINTS) {
        size_t size = given->value.point_count * sizeof(wend_point);
        wend_point *points = memory_get(from, size);
        good = points != NULL;
        if (good) {
            memcpy(points, given->value.points, size);
        }
        copy->value.points = points;
    }
    return good;
}

static void free_setting(memory *from, wend_setting *setting) {
    memory_free_text(from, setting->name);
    memory_free_text(from, setting->value.text);
    memory_free(from, (void *)(uintptr_t)setting->value.points,
                setting->value.points ? setting->value.point_count * sizeof(wend_point) : 0);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static bool add_sampled(params_block *block, memory *from, const wend_param *row,
                        const wend_distribution *number) {
    if (!memory_grow(from, (void **)&block->sampled, sizeof *block->sampled,
                     &block->sampled_capacity, block->sampled_count + 1)) {
        return false;
    }
    block->sampled[block->sampled_count++] =
        (params_sampled){.number = *number,
                         .purpose = params_purpose(block->entry->name, row->name),
                         .offset = row->offset,
                         .constant = (float)number->a};
    return true;
}

/* Writes a value into its field; if `value` is NULL, writes the default. Returns false if out of
 * memory. */
static bool write_field(params_block *block, memory *from, const wend_param *row,
                        const wend_value *value) {
    void *field = (char *)block->params + row->offset;
    bool on = row->default_value != 0.0;
    switch (row->type) {
    case WEND_PARAM_NUMBER:
        *(double *)field = value ? value->number.a : row->default_value;
        break;
    case WEND_PARAM_INTEGER:
        *(int64_t *)field = (int64_t)(value ? value->number.a : row->default_value);
        break;
    case WEND_PARAM_BOOL:
        if (value) {
            parse_switch(value, &on);
        }
        *(bool *)field = on;
        break;
    case WEND_PARAM_CHOICE:
        *(int32_t *)field = value ? find_choice(row, value->text) : (int32_t)row->default_value;
        break;
    case WEND_PARAM_POINT:
        *(wend_point *)field = value ? value->points[0] : (wend_point){0.0, 0.0};
        break;
    case WEND_PARAM_POLYGON:
        *(wend_ring *)field =
            value ? (wend_ring){value->points, value->point_count} : (wend_ring){NULL, 0};
        break;
    case WEND_PARAM_NAME:
    case WEND_PARAM_TEXT:
        *(const char **)field = value ? value->text : "";
        break;
    case WEND_PARAM_SAMPLED: {
        wend_distribution fallback = wend_constant(row->default_value);
        return add_sampled(block, from, row, value ? &value->number : &fallback);
    }
    case WEND_PARAM_DISTRIBUTION:
        *(wend_distribution *)field = value ? value->number : wend_constant(row->default_value);
        break;
    case WEND_PARAM_NUMBERS: /* used only for maps; the registry rejects these types in other
                                entries */
    case WEND_PARAM_LINES:
    case WEND_PARAM_FILE:
        break;
    }
    return true;
}

static bool fill(params_block *block, memory *from) {
    const wend_entry *entry = block->entry;
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const wend_value *value = NULL;
        for (uint32_t k = 0; k < block->setting_count; k++) {
            if (strcmp(block->settings[k].name, entry->params[i].name) == 0) {
                value = &block->settings[k].value;
            }
        }
        if (!write_field(block, from, &entry->params[i], value)) {
            return false;
        }
    }
    return true;
}

wend_result params_create(params_block *block, memory *from, const wend_entry *entry,
                          const wend_setting *settings, uint32_t count, wend_error *error) {
    wend_result result = wend_settings_check(entry, settings, count, error);
    if (result != WEND_OK) {
        return result;
    }
    *block = (params_block){.entry = entry};
    bool good = true;
    if (entry->params_size) {
        block->params = memory_get_zeroed(from, entry->params_size);
        good = block->params != NULL;
    }
    if (good && count) {
        block->settings = memory_get_zeroed(from, count * sizeof *block->settings);
        good = block->settings != NULL;
        block->setting_count = good ? count : 0;
    }
    for (uint32_t i = 0; good && i < count; i++) {
        good = copy_setting(from, &settings[i], &block->settings[i]);
    }
    if (!good || !fill(block, from)) {
        params_free(block, from);
        return error_no_memory(error, "the parameters of %s", entry->name);
    }
    params_link(block);
    return WEND_OK;
}

void params_free(params_block *block, memory *from) {
    for (uint32_t i = 0; i < block->setting_count; i++) {
        free_setting(from, &block->settings[i]);
    }
    for (uint32_t i = 0; i < block->sampled_count; i++) {
        params_sampled_free(&block->sampled[i], from);
    }
    memory_free(from, block->settings, block->setting_count * sizeof *block->settings);
    memory_free(from, block->sampled, block->sampled_capacity * sizeof *block->sampled);
    memory_free(from, block->params, block->entry ? block->entry->params_size : 0);
    *block = (params_block){0};
}

bool params_sampled_grow(params_sampled *sampled, memory *from, uint32_t capacity) {
    bool is_constant =
        sampled->number.kind == WEND_DISTRIBUTION_CONSTANT && !sampled->has_own_values;
    if (is_constant || capacity <= sampled->capacity) {
        return true;
    }
    float *values = memory_get_zeroed(from, capacity * sizeof *values);
    if (!values) {
        return false;
    }
    if (sampled->values) {
        memcpy(values, sampled->values, sampled->capacity * sizeof *values);
    }
    params_sampled_free(sampled, from);
    sampled->values = values;
    sampled->capacity = capacity;
    return true;
}

bool params_sampled_add_values(params_sampled *sampled, memory *from, uint32_t capacity) {
    if (sampled->number.kind != WEND_DISTRIBUTION_CONSTANT || sampled->has_own_values) {
        return true;
    }
    sampled->has_own_values = true;
    sampled->has_own_values = params_sampled_grow(sampled, from, capacity);
    for (uint32_t i = 0; i < sampled->capacity; i++) {
        sampled->values[i] = sampled->constant;
    }
    return sampled->has_own_values;
}

void params_sampled_free(params_sampled *sampled, memory *from) {
    memory_free(from, sampled->values, sampled->capacity * sizeof *sampled->values);
    sampled->values = NULL;
    sampled->capacity = 0;
}

wend_column params_sampled_column(const params_sampled *sampled) {
    return sampled->values ? (wend_column){sampled->values, sizeof(float)}
                           : (wend_column){&sampled->constant, 0};
}

void params_link(params_block *block) {
    for (uint32_t i = 0; i < block->sampled_count; i++) {
        void *field = (char *)block->params + block->sampled[i].offset;
        *(wend_column *)field = params_sampled_column(&block->sampled[i]);
    }
}
