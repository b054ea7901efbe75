/* Splits lists of values into choices and seeds. The first list varies slowest, so that rows that
 * differ only in the last one are next to each other. */
#include "cli/compare_choices.h"
#include "cli/load.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MODELS = 3, MOST_LISTS = 16 };

/* One list of values: the first three are those of --plan, --follow and --steer; the others are
 * those of --set, each "path=value". */
typedef struct value_list {
    const char *values[CHOICES_MOST];
    uint32_t count;
} value_list;

typedef struct choice_lists {
    value_list items[MOST_LISTS];
    uint32_t count;
    char *text; /* the next free byte of compare_choices.text */
} choice_lists;

/* Prints "wend compare: --NAME PROBLEM 'VALUE'"; the value may be NULL. */
static int report_usage(const char *name, const char *problem, const char *value) {
    fprintf(stderr, "wend compare: --%s %s", name, problem);
    if (value != NULL) {
        fprintf(stderr, " '%.60s'", value);
    }
    fputc('\n', stderr);
    return EXIT_USAGE;
}

/* Returns the length of the next value of a list: up to a comma that is not inside brackets or
 * quotes, because the values of settings may contain such commas. */
static size_t value_length(const char *text) {
    int depth = 0;
    char quote = '\0';
    size_t i = 0;
    for (; text[i] != '\0'; i++) {
        char c = text[i];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '[' || c == '{') {
            depth++;
        } else if (c == ']' || c == '}') {
            depth--;
        } else if (c == ',' && depth <= 0) {
            break;
        }
    }
    return i;
}

/* Splits `text`; each value gets the first `prefix_length` bytes of `prefix` before it. */
static int split(const char *name, const char *prefix, size_t prefix_length, const char *text,
                 choice_lists *lists) {
    if (lists->count == MOST_LISTS) {
        return report_usage(name, "is given too often", NULL);
    }
    value_list *list = &lists->items[lists->count++];
    for (const char *at = text;; at++) {
        size_t length = value_length(at);
        if (length == 0) {
            return report_usage(name, "has an empty value in", text);
        }
        if (list->count == CHOICES_MOST) {
            return report_usage(name, "lists more than 64 values", NULL);
        }
        memcpy(lists->text, prefix, prefix_length);
        memcpy(lists->text + prefix_length, at, length);
        lists->text[prefix_length + length] = '\0';
        for (uint32_t i = 0; i < list->count; i++) {
            if (strcmp(list->values[i], lists->text) == 0) {
                return report_usage(name, "lists a value twice:", lists->text);
            }
        }
        list->values[list->count++] = lists->text;
        lists->text += prefix_length + length + 1;
        at += length;
        if (*at == '\0') {
            return EXIT_DONE;
        }
    }
}

static int check_names(const wend_registry *registry, wend_kind kind, const value_list *list) {
    wend_error error;
    for (uint32_t i = 0; i < list->count; i++) {
        if (wend_registry_find(registry, kind, list->values[i], &error) == NULL) {
            print_error(&error);
            return EXIT_USAGE;
        }
    }
    return EXIT_DONE;
}

static int read_models(const arguments *args, const wend_registry *registry, choice_lists *lists) {
    static const struct {
        int index;
        const char *name;
        wend_kind kind;
    } models[MODELS] = {{LOAD_PLAN, "plan", WEND_KIND_PLANNER},
                        {LOAD_FOLLOW, "follow", WEND_KIND_FOLLOWER},
                        {LOAD_STEER, "steer", WEND_KIND_STEERING}};
    int status = EXIT_DONE;
    for (int i = 0; i < MODELS && status == EXIT_DONE; i++) {
        const option_value *value = &args->values[models[i].index];
        if (value->text == NULL) {
            lists->items[lists->count++] = (value_list){.values = {NULL}, .count = 1};
            continue;
        }
        status = split(models[i].name, "", 0, value->text, lists);
        if (status == EXIT_DONE) {
            status = check_names(registry, models[i].kind, &lists->items[lists->count - 1]);
        }
    }
    return status;
}

static int read_settings(const option_value *set, choice_lists *lists) {
    int status = EXIT_DONE;
    for (uint32_t i = 0; i < set->count && status == EXIT_DONE; i++) {
        const char *equals = strchr(set->list[i], '=');
        if (equals == NULL) {
            return report_usage("set", "must be PATH=VALUE, found", set->list[i]);
        }
        size_t length = (size_t)(equals - set->list[i]) + 1;
        status = split("set", set->list[i], length, equals + 1, lists);
    }
    return status;
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

static bool parse_seed(const char *text, size_t length, int64_t *out) {
    char *end = NULL;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return length > 0 && strspn(text, "0123456789") >= length && errno == 0 && end == text + length;
}

static int add_seeds(compare_choices *out, const char *text, int64_t first, int64_t last) {
    if (last < first || last - first >= CHOICES_MOST_SEEDS - (int64_t)out->seed_count) {
        return report_usage("seed", "must be a rising range of at most 1000 seeds, found", text);
    }
    for (int64_t seed = first; seed <= last; seed++) {
        snprintf(out->seeds[out->seed_count++], SEED_SIZE, "%" PRId64, seed);
        if (seed == INT64_MAX) {
            break;
        }
    }
    return EXIT_DONE;
}

/* Reads seeds such as "7", "1..5" or "1,4,9". */
static int read_seeds(const option_value *value, compare_choices *out) {
    if (!value->given) {
        return EXIT_DONE;
    }
    int status = EXIT_DONE;
    for (const char *at = value->text; status == EXIT_DONE; at++) {
        int64_t first = 0, last = 0;
        size_t length = strcspn(at, ",");
        const char *range = strstr(at, "..");
        bool is_range = range != NULL && range < at + length;
        size_t begin = is_range ? (size_t)(range - at) : length;
        bool good = parse_seed(at, begin, &first);
        last = first;
        if (good && is_range) {
            good = parse_seed(range + 2, length - begin - 2, &last);
        }
        if (!good) {
            return report_usage("seed", "must be whole numbers such as 7, 1..5 or 1,4,9, found",
                                value->text);
        }
        status = add_seeds(out, value->text, first, last);
        at += length;
        if (*at == '\0') {
            break;
        }
    }
    return status;
}

/* ---- Combinations ---------------------------------------------------------------------------- */

/* Appends what a value contributes to the title. Of a setting, this is the part after the last dot
 * of its path: "follow.bias=centre" becomes "bias=centre". */
static void add_to_title(compare_choice *choice, const char *value, bool is_setting) {
    const char *shown = value;
    const char *equals = is_setting ? strchr(value, '=') : NULL;
    for (const char *c = value; equals != NULL && c < equals; c++) {
        shown = *c == '.' ? c + 1 : shown;
    }
    size_t length = strlen(choice->title);
    snprintf(choice->title + length, sizeof choice->title - length, "%s%s", length > 0 ? " " : "",
             shown);
}

static void fill_choice(const choice_lists *lists, uint32_t index, compare_choice *choice) {
    const char *picked[MOST_LISTS] = {NULL};
    for (uint32_t i = lists->count; i > 0; i--) {
        const value_list *list = &lists->items[i - 1];
        picked[i - 1] = list->values[index % list->count];
        index /= list->count;
    }
    choice->plan = picked[0];
    choice->follow = picked[1];
    choice->steer = picked[2];
    for (uint32_t i = MODELS; i < lists->count; i++) {
        choice->settings[i - MODELS] = picked[i];
    }
    for (uint32_t i = 0; i < lists->count; i++) {
        if (lists->items[i].count > 1) {
            add_to_title(choice, picked[i], i >= MODELS);
        }
    }
}

static int combine(const choice_lists *lists, compare_choices *out) {
    uint32_t count = 1;
    for (uint32_t i = 0; i < lists->count && count <= CHOICES_MOST; i++) {
        count *= lists->items[i].count;
    }
    if (count > CHOICES_MOST) {
        fprintf(stderr, "wend compare: the lists combine to more than %d choices\n",
                (int)CHOICES_MOST);
        return EXIT_USAGE;
    }
    out->setting_count = lists->count - MODELS;
    out->items = calloc(count, sizeof *out->items);
    out->settings = calloc((size_t)count * out->setting_count + 1, sizeof *out->settings);
    if (out->items == NULL || out->settings == NULL) {
        fputs("wend: out of memory\n", stderr);
        return EXIT_FAILED;
    }
    for (; out->count < count; out->count++) {
        compare_choice *choice = &out->items[out->count];
        choice->settings = out->settings + (size_t)out->count * out->setting_count;
        fill_choice(lists, out->count, choice);
        if (choice->title[0] == '\0') {
            snprintf(choice->title, sizeof choice->title, "%s",
                     choice->steer != NULL ? choice->steer : "as in the scenario");
        }
    }
    return EXIT_DONE;
}

/* Returns the number of bytes that all values need. A list of n bytes has at most n / 2 + 1 values,
 * and each value of a setting is preceded by its path. */
static size_t find_text_size(const arguments *args) {
    static const int models[MODELS] = {LOAD_PLAN, LOAD_FOLLOW, LOAD_STEER};
    const option_value *set = &args->values[LOAD_SET];
    size_t size = 1;
    for (int i = 0; i < MODELS; i++) {
        const char *text = args->values[models[i]].text;
        size += text != NULL ? 2 * strlen(text) + 2 : 0;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        size_t length = strlen(set->list[i]) + 2;
        size += length * (CHOICES_MOST + 1);
    }
    return size;
}

int choices_read(const arguments *args, const wend_registry *registry, compare_choices *out) {
    memset(out, 0, sizeof *out);
    choice_lists *lists = calloc(1, sizeof *lists);
    out->text = calloc(find_text_size(args), 1);
    out->seeds = calloc(CHOICES_MOST_SEEDS, sizeof *out->seeds);
    int status = EXIT_DONE;
    if (lists == NULL || out->text == NULL || out->seeds == NULL) {
        fputs("wend: out of memory\n", stderr);
        status = EXIT_FAILED;
    } else {
        lists->text = out->text;
        status = read_models(args, registry, lists);
    }
    if (status == EXIT_DONE) {
        status = read_settings(&args->values[LOAD_SET], lists);
    }
    if (status == EXIT_DONE) {
        status = read_seeds(&args->values[LOAD_SEED], out);
    }
    if (status == EXIT_DONE) {
        status = combine(lists, out);
    }
    free(lists);
    return status;
}

void choices_free(compare_choices *choices) {
    free(choices->items);
    free(choices->settings);
    free(choices->seeds);
    free(choices->text);
    memset(choices, 0, sizeof *choices);
}
