/* Prints help for the tool and its commands. */
#include "cli/help.h"
#include "cli/nouns.h"
#include "cli/plugins.h"
#include <string.h>

enum { LETTER_WIDTH = 4 }; /* number of characters in "-o, " */

static const option help_option = {"help", 'h', OPTION_FLAG, NULL, 0, 0, "show this help"};

void help_option_left(const option *shown, char out[HELP_LEFT_SIZE]) {
    char letter[8] = "";
    if (shown->letter != 0) {
        snprintf(letter, sizeof letter, "-%c, ", shown->letter);
    }
    snprintf(out, HELP_LEFT_SIZE, "%s--%s%s%s", letter, shown->name,
             shown->value != NULL ? " " : "", shown->value != NULL ? shown->value : "");
}

void help_option_right(const option *shown, char out[HELP_RIGHT_SIZE]) {
    if (shown->minimum < shown->maximum) {
        snprintf(out, HELP_RIGHT_SIZE, "%s [%.10g to %.10g]", shown->help, shown->minimum,
                 shown->maximum);
    } else {
        snprintf(out, HELP_RIGHT_SIZE, "%s", shown->help);
    }
}

/* Formats the left column of an option. Options without a letter are indented to align with those
 * that have one. Returns the width. */
static int format_indented(const option *shown, char out[HELP_LEFT_SIZE]) {
    char left[HELP_LEFT_SIZE];
    help_option_left(shown, left);
    return snprintf(out, HELP_LEFT_SIZE, "%*s%.80s", shown->letter != 0 ? 0 : LETTER_WIDTH, "",
                    left);
}

static int find_widest(const command *shown) {
    char left[HELP_LEFT_SIZE];
    int width = format_indented(&help_option, left);
    for (uint32_t i = 0; i < shown->option_count; i++) {
        int length = format_indented(&shown->options[i], left);
        width = length > width ? length : width;
    }
    return width;
}

/* Returns the width of the widest option that all commands share. */
static int find_widest_shared(void) {
    char left[HELP_LEFT_SIZE];
    return format_indented(&plugin_option, left);
}

static void print_option(const option *shown, int width, FILE *stream) {
    char left[HELP_LEFT_SIZE], right[HELP_RIGHT_SIZE];
    format_indented(shown, left);
    help_option_right(shown, right);
    fprintf(stream, "  %-*s  %s\n", width, left, right);
}

static void print_operands(const command *shown, FILE *stream) {
    const char *place = shown->operands;
    char word[64];
    bool begun = false;
    while (noun_next(&place, word, sizeof word)) {
        const char *text = noun_help(word);
        if (text != NULL || shown->choices != NULL) {
            fprintf(stream, "%s  %-10s  %s", begun ? "" : "\nOperands:\n", word,
                    text != NULL ? text : "one of:");
            for (uint32_t i = 0; text == NULL && shown->choices[i] != NULL; i++) {
                fprintf(stream, "%s %s", i > 0 ? "," : "", shown->choices[i]);
            }
            fputc('\n', stream);
            begun = true;
        }
    }
}

static void print_examples(const char *examples, FILE *stream) {
    fputs("\nExamples:\n", stream);
    for (const char *line = examples; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(stream, "  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

void help_command(const command *shown, FILE *stream) {
    fprintf(stream, "Usage: wend %s%s%s%s\n\n%s\n", shown->entry.name,
            shown->operands[0] != '\0' ? " " : "", shown->operands,
            shown->option_count > 0 ? " [OPTION]..." : "", shown->entry.summary);
    print_operands(shown, stream);
    int width = find_widest(shown);
    if (shown->option_count > 0) {
        fputs("\nOptions:\n", stream);
        for (uint32_t i = 0; i < shown->option_count; i++) {
            print_option(&shown->options[i], width, stream);
        }
        print_option(&help_option, width, stream);
    }
    if (shown->notes != NULL) {
        fprintf(stream, "\n%s", shown->notes);
    }
    if (shown->examples != NULL) {
        print_examples(shown->examples, stream);
    }
}

void help_overview(const wend_registry *registry, FILE *stream) {
    fputs("Usage: wend COMMAND [OPTION]...\n\nMoves many agents through spaces.\n\nCommands:\n",
          stream);
    uint32_t count = wend_registry_count(registry, WEND_KIND_COMMAND);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = &command_at(registry, i)->entry;
        fprintf(stream, "  %-10s  %s\n", entry->name, entry->summary);
    }
    fputs("\nOptions of all commands:\n", stream);
    print_option(&plugin_option, find_widest_shared(), stream);
    print_option(&help_option, find_widest_shared(), stream);
    fputs(
        "\nSee 'wend help COMMAND' for details. 'wend --version' prints the version.\n\nExamples:\n"
        "  wend run scenario.yaml -o picture.png\n"
        "  wend list steering\n",
        stream);
}
