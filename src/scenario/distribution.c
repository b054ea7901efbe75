/* Reads numbers that may be sampled for each agent: a constant, or a uniform or normal
 * distribution. The bounds of the number also apply to the values of its distribution. */
#include "base/text.h"
#include "scenario/fields.h"
#include <math.h>

static void read_pair(reader *r, const node *value, const char *what, double out[2]) {
    if (reader_ok(r) && (value->kind != NODE_LIST || value->count != 2)) {
        read_fail_wrong_type(r, value, what, "a list of two numbers");
    }
    for (uint32_t i = 0; i < 2 && reader_ok(r); i++) {
        out[i] = read_number(r, value->items[i], what, -INFINITY, INFINITY);
    }
}

static void fail_pair(reader *r, const node *at, const char *what, const char *expected,
                      const double found[2]) {
    char first[TEXT_DOUBLE_SIZE], second[TEXT_DOUBLE_SIZE];
    text_format_double(found[0], first);
    text_format_double(found[1], second);
    read_fail(r, at, WEND_ERROR_INVALID, "%s must be %s, found [%s, %s]", what, expected, first,
              second);
}

static void read_uniform(reader *r, const node *value, double low, double high,
                         wend_distribution *out) {
    member_check(r, value, &format_uniform);
    double range[2] = {0.0, 0.0};
    const node *bounds = node_get(value, "uniform");
    read_pair(r, bounds, "uniform", range);
    if (reader_ok(r) && (range[0] > range[1] || range[0] < low || range[1] > high)) {
        char expected[READ_RANGE_SIZE];
        read_describe_range(low, high, "[low, high] with numbers", expected);
        fail_pair(r, bounds, "uniform", expected, range);
    }
    out->kind = WEND_DISTRIBUTION_UNIFORM;
    out->a = range[0];
    out->b = range[1];
}

static void read_normal(reader *r, const node *value, const char *what, double low, double high,
                        wend_distribution *out) {
    member_check(r, value, &format_normal);
    double shape[2] = {0.0, 0.0};
    const node *numbers = node_get(value, "normal");
    read_pair(r, numbers, "normal", shape);
    if (reader_ok(r) && shape[1] < 0.0) {
        fail_pair(r, numbers, "normal", "[mean, deviation] with a deviation of at least 0", shape);
    }
    out->kind = WEND_DISTRIBUTION_NORMAL;
    out->a = shape[0];
    out->b = shape[1];
    double least = shape[0] - 4.0 * shape[1], most = shape[0] + 4.0 * shape[1];
    out->low = read_number_key(r, value, "min", low, high, least > low ? least : low);
    out->high = read_number_key(r, value, "max", low, high, most < high ? most : high);
    if (reader_ok(r) && (out->low > out->high || (out->low == out->high && shape[1] > 0.0))) {
        read_fail(r, value, WEND_ERROR_INVALID, "%s has an empty range: min must be below max",
                  what);
    } else if (out->low == out->high) {
        *out = (wend_distribution){WEND_DISTRIBUTION_CONSTANT, out->low, 0.0, 0.0, 0.0};
    }
}

wend_distribution read_distribution(reader *r, const node *value, const char *what, double low,
                                    double high) {
    wend_distribution out = {WEND_DISTRIBUTION_CONSTANT, 0.0, 0.0, 0.0, 0.0};
    if (!reader_ok(r)) {
        return out;
    }
    if (value->kind == NODE_SCALAR) {
        out.a = read_number(r, value, what, low, high);
    } else if (node_get(value, "uniform") != NULL) {
        read_uniform(r, value, low, high, &out);
    } else if (node_get(value, "normal") != NULL) {
        read_normal(r, value, what, low, high, &out);
    } else {
        read_fail_wrong_type(r, value, what,
                             "a number, {uniform: [low, high]} or {normal: [mean, deviation]}");
    }
    return out;
}
