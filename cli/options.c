/* Parses command lines: matches words with a table of options, and checks the values of the
 * options. */
#include "cli/options.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>

typedef struct option_parser {
    const option *table;
    uint32_t count;
    int word_count, next;
    char **words;
    arguments *out;
    char *message;
} option_parser;

/* Parses a plain decimal number; rejects spaces, hexadecimal numbers, NaN and infinity. */
static bool parse_number(const char *text, double *out) {
    char *end = NULL;
    if (text[0] == '\0' || strspn(text, "+-.0123456789eE") != strlen(text)) {
        return false;
    }
    *out = strtod(text, &end);
    return *end == '\0' && isfinite(*out);
}

static bool parse_integer(const char *text, int64_t *out) {
    char *end = NULL;
    if (text[0] == '\0' || strspn(text, "+-0123456789") != strlen(text)) {
        return false;
    }
    errno = 0;
    *out = strtoll(text, &end, 10);
    return *end == '\0' && errno == 0;
}

static bool report_wrong_value(const option_parser *r, const option *o, const char *text,
                               const char *noun) {
    if (o->minimum < o->maximum) {
        snprintf(r->message, OPTIONS_MESSAGE_SIZE,
                 "--%s must be %s from %.10g to %.10g, found '%.60s'", o->name, noun, o->minimum,
                 o->maximum, text);
    } else {
        snprintf(r->message, OPTIONS_MESSAGE_SIZE, "--%s must be %s, found '%.60s'", o->name, noun,
                 text);
    }
    return false;
}

static bool is_in_range(const option *o, double number) {
    return o->minimum >= o->maximum || (number >= o->minimum && number <= o->maximum);
}

static bool store_value(option_parser *r, const option *o, option_value *value, const char *text) {
    value->given = true;
    value->text = text;
    switch (o->kind) {
    case OPTION_NUMBER:
        return (parse_number(text, &value->number) && is_in_range(o, value->number)) ||
               report_wrong_value(r, o, text, "a number");
    case OPTION_INTEGER:
        return (parse_integer(text, &value->integer) && is_in_range(o, (double)value->integer)) ||
               report_wrong_value(r, o, text, "a whole number");
    case OPTION_LIST:
    case OPTION_WORDS:
        value->list[value->count++] = text;
        return true;
    default:
        return true;
    }
}

enum { DASHED_SIZE = 32 };

static bool report_unknown(const option_parser *r, const char *word, const char *name) {
    char(*dashed)[DASHED_SIZE] = calloc(r->count + 1, sizeof *dashed);
    const char **names = calloc(r->count + 1, sizeof *names);
    char hint[300] = "", dashed_name[72];
    snprintf(dashed_name, sizeof dashed_name, "--%.64s", name);
    if (names != NULL && dashed != NULL) {
        for (uint32_t i = 0; i <= r->count; i++) {
            snprintf(dashed[i], DASHED_SIZE, "--%s", i < r->count ? r->table[i].name : "help");
            names[i] = dashed[i];
        }
        wend_suggest_name(dashed_name, names, r->count + 1, hint, sizeof hint);
    }
    snprintf(r->message, OPTIONS_MESSAGE_SIZE, "unknown option '%.60s'%s", word, hint);
    free(names);
    free(dashed);
    return false;
}

static bool is_command_line(const char *word) {
    return word[0] == '-' && strchr(word, ' ') != NULL;
}

/* Parses one option. `name` is its name without dashes. `attached` is the text after "=" or after
 * the letter, or NULL if there is none. */
static bool read_option(option_parser *r, const char *word, const char *name, bool by_letter,
                        const char *attached) {
    uint32_t i = 0;
    while (i < r->count &&
           (by_letter ? r->table[i].letter != name[0] : strcmp(r->table[i].name, name) != 0)) {
        i++;
    }
    if (i == r->count) {
        return report_unknown(r, word, name);
    }
    const option *o = &r->table[i];
    option_value *value = &r->out->values[i];
    if (o->kind == OPTION_FLAG) {
        if (attached != NULL) {
            snprintf(r->message, OPTIONS_MESSAGE_SIZE, "--%s takes no value, found '%.60s'",
                     o->name, attached);
            return false;
        }
        value->given = true;
        return true;
    }
    if (attached == NULL && r->next < r->word_count) {
        attached = r->words[r->next++];
    }
    if (attached == NULL) {
        snprintf(r->message, OPTIONS_MESSAGE_SIZE, "--%s needs a value: %s", o->name, o->value);
        return false;
    }
    if (!store_value(r, o, value, attached)) {
        return false;
    }
    while (o->kind == OPTION_WORDS && r->next < r->word_count &&
           is_command_line(r->words[r->next])) {
        value->list[value->count++] = r->words[r->next++];
    }
    return true;
}

static bool read_word(option_parser *r, bool *only_operands) {
    const char *word = r->words[r->next++];
    if (*only_operands || word[0] != '-' || word[1] == '\0') {
        r->out->operands[r->out->operand_count++] = word;
        return true;
    }
    if (strcmp(word, "--") == 0) {
        *only_operands = true;
        return true;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        r->out->help = true;
        return true;
    }
    if (word[1] != '-') {
        return read_option(r, word, word + 1, true, word[2] != '\0' ? word + 2 : NULL);
    }
    char name[64];
    const char *equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - word - 2) : strlen(word + 2);
    if (length >= sizeof name) {
        return report_unknown(r, word, "");
    }
    memcpy(name, word + 2, length);
    name[length] = '\0';
    return read_option(r, word, name, false, equals != NULL ? equals + 1 : NULL);
}

bool options_read(const option *table, uint32_t count, int word_count, char **words, arguments *out,
                  char message[OPTIONS_MESSAGE_SIZE]) {
    memset(out, 0, sizeof *out);
    size_t room = (size_t)word_count + 1;
    out->operands = calloc(room, sizeof *out->operands);
    out->values = calloc((size_t)count + 1, sizeof *out->values);
    out->lists = calloc(room * ((size_t)count + 1), sizeof *out->lists);
    if (out->operands == NULL || out->values == NULL || out->lists == NULL) {
        snprintf(message, OPTIONS_MESSAGE_SIZE, "out of memory");
        return false;
    }
    out->value_count = count;
    for (uint32_t i = 0; i < count; i++) {
        out->values[i].list = out->lists + room * i;
    }
    option_parser r = {table, count, word_count, 0, words, out, message};
    bool good = true, only_operands = false;
    while (good && !out->help && r.next < word_count) {
        good = read_word(&r, &only_operands);
    }
    return good;
}

void options_free(arguments *args) {
    free(args->operands);
    free(args->values);
    free(args->lists);
    memset(args, 0, sizeof *args);
}
