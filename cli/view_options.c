/* Splits the command lines of variants into words, and parses them. */
#include "cli/view_options.h"
#include <stdlib.h>
#include <string.h>

static const option options[] = {LOAD_OPTIONS};

static bool refuse(const char *line, const char *message) {
    fprintf(stderr, "wend view: --compare '%.100s': %s\n", line, message);
    return false;
}

/* Copies the next word to `out` without its quotes. Returns the end of the word in `line`, or NULL
 * if a quote is not closed. */
static const char *copy_word(const char *line, char **out) {
    char quote = '\0';
    while (*line != '\0' && (quote != '\0' || *line != ' ')) {
        if (quote == '\0' && (*line == '\'' || *line == '"')) {
            quote = *line;
        } else if (*line == quote) {
            quote = '\0';
        } else {
            *(*out)++ = *line;
        }
        line++;
    }
    *(*out)++ = '\0';
    return quote == '\0' ? line : NULL;
}

/* Copies a line without the dashes of its options. */
static void write_name(const char *line, char *out) {
    char before = ' ';
    for (line += strspn(line, " "); *line != '\0'; before = *line++) {
        bool is_dash = *line == '-' && (before == ' ' || before == '-');
        if (!is_dash) {
            *out++ = *line;
        }
    }
    *out = '\0';
}

/* Returns the number of words, or -1 after a message. */
static int split(const char *line, view_variant *out) {
    char *to = out->text;
    int count = 0;
    if (strlen(line) >= VIEW_LINE_SIZE / 2) {
        refuse(line, "too long");
        return -1;
    }
    for (const char *at = line + strspn(line, " "); *at != '\0'; at += strspn(at, " ")) {
        if (count == VIEW_MOST_WORDS) {
            refuse(line, "too many words");
            return -1;
        }
        out->words[count++] = to;
        at = copy_word(at, &to);
        if (at == NULL) {
            refuse(line, "a quote is not closed");
            return -1;
        }
    }
    return count;
}

/* Adds what the base gives and the variant does not. */
static bool merge(const arguments *base, view_variant *out) {
    const option_value *from = base->values;
    option_value *to = out->args.values;
    for (int i = 0; i < LOAD_COUNT; i++) {
        if (i != LOAD_SET && !to[i].given) {
            to[i] = from[i];
        }
    }
    uint32_t first = from[LOAD_SET].count, second = to[LOAD_SET].count;
    out->lists = calloc((size_t)first + second + 1, sizeof *out->lists);
    if (out->lists == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < first + second; i++) {
        out->lists[i] = i < first ? from[LOAD_SET].list[i] : to[LOAD_SET].list[i - first];
    }
    to[LOAD_SET].list = out->lists;
    to[LOAD_SET].count = first + second;
    out->args.operands[0] = base->operands[0];
    return true;
}

bool view_variant_read(const char *line, const arguments *base, view_variant *out) {
    char message[OPTIONS_MESSAGE_SIZE];
    memset(out, 0, sizeof *out);
    int count = split(line, out);
    if (count < 0) {
        return false;
    }
    if (!options_read(options, LOAD_COUNT, count, out->words, &out->args, message)) {
        return refuse(line, message);
    }
    if (out->args.help || out->args.operand_count > 0) {
        return refuse(line, "expected options such as --steer orca");
    }
    write_name(line, out->name);
    return merge(base, out) || refuse(line, "out of memory");
}

void view_variant_free(view_variant *variant) {
    options_free(&variant->args);
    free(variant->lists);
}
