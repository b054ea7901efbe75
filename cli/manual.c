/* Writes the manual page in troff format, with the same content as the help. */
#include "cli/help.h"
#include "cli/plugins.h"
#include <string.h>

/* Writes text with escapes. A minus sign must not become a hyphen. A backslash, or a period or
 * quote at the start of a line, must not start a troff command. */
static void put_text(const char *text, FILE *stream) {
    bool begins = true;
    for (; *text != '\0'; text++) {
        if (begins && (*text == '.' || *text == '\'')) {
            fputs("\\&", stream);
        }
        if (*text == '-') {
            fputs("\\-", stream);
        } else if (*text == '\\') {
            fputs("\\e", stream);
        } else {
            fputc(*text, stream);
        }
        begins = *text == '\n';
    }
}

static void put_block(const char *text, FILE *stream) {
    fputs(".PP\n.nf\n", stream);
    put_text(text, stream);
    fputs(".fi\n", stream);
}

static void put_option(const option *shown, FILE *stream) {
    char left[HELP_LEFT_SIZE], right[HELP_RIGHT_SIZE];
    help_option_left(shown, left);
    help_option_right(shown, right);
    fputs(".TP\n.B ", stream);
    put_text(left, stream);
    fputc('\n', stream);
    put_text(right, stream);
    fputc('\n', stream);
}

static void put_command(const command *shown, FILE *stream) {
    fputs(".SS wend ", stream);
    put_text(shown->entry.name, stream);
    fputc(' ', stream);
    put_text(shown->operands, stream);
    fputc('\n', stream);
    put_text(shown->entry.summary, stream);
    fputs(".\n", stream);
    for (uint32_t i = 0; i < shown->option_count; i++) {
        put_option(&shown->options[i], stream);
    }
    if (shown->notes != NULL) {
        put_block(shown->notes, stream);
    }
    if (shown->examples != NULL) {
        put_block(shown->examples, stream);
    }
}

void help_manual(const wend_registry *registry, FILE *stream) {
    fprintf(stream, ".TH WEND 1 \"\" \"wend %s\" \"User Commands\"\n", wend_version());
    fputs(".SH NAME\n"
          "wend \\- moves many agents through spaces\n"
          ".SH SYNOPSIS\n"
          ".B wend\n"
          ".I COMMAND\n"
          "[\\fIOPTION\\fR]...\n"
          ".SH DESCRIPTION\n"
          "Runs scenario files and prints summaries.\n"
          "Options may come before or after operands, as \\fB\\-\\-name value\\fR or\n"
          "\\fB\\-\\-name=value\\fR; \\fB\\-\\-\\fR ends the options.\n"
          "Every command takes \\fB\\-\\-help\\fR, and:\n",
          stream);
    put_option(&plugin_option, stream);
    fputs(".SH COMMANDS\n", stream);
    uint32_t count = wend_registry_count(registry, WEND_KIND_COMMAND);
    for (uint32_t i = 0; i < count; i++) {
        put_command(command_at(registry, i), stream);
    }
    fputs(".SH EXIT STATUS\n"
          ".TP\n"
          ".B 0\n"
          "done\n"
          ".TP\n"
          ".B 1\n"
          "the input has errors\n"
          ".TP\n"
          ".B 2\n"
          "wrong usage\n"
          ".TP\n"
          ".B 3\n"
          "failed while running\n"
          ".TP\n"
          ".B 130, 143\n"
          "interrupted by SIGINT or SIGTERM; outputs are closed properly\n",
          stream);
}
