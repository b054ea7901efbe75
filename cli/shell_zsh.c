/* Completion for zsh: _arguments with a specification for each option and operand. */
#include "cli/nouns.h"
#include "cli/plugins.h"
#include "cli/shells.h"
#include <string.h>

/* Writes text inside '...', and escapes ":", "[" and "]", which are special there. */
static void put_text(const char *text, FILE *stream) {
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", stream);
        } else if (strchr(":[]\\", *text) != NULL) {
            fprintf(stream, "\\%c", *text);
        } else {
            fputc(*text, stream);
        }
    }
}

static void put_files(const noun *shown, FILE *stream) {
    fputs("_files", stream);
    for (uint32_t i = 0; i < shown->count; i++) {
        fprintf(stream, "%s%s", i == 0 ? " -g \"*.(" : "|", shown->items[i] + 1);
    }
    fputs(shown->count > 0 ? ")\"" : "", stream);
}

static void put_noun(const noun *shown, FILE *stream) {
    switch (shown->kind) {
    case NOUN_OTHER:
        fputc(' ', stream);
        break;
    case NOUN_WORDS:
        for (uint32_t i = 0; i < shown->count; i++) {
            fprintf(stream, "%s%s", i == 0 ? "(" : " ", shown->items[i]);
        }
        fputc(')', stream);
        break;
    case NOUN_FILES:
    case NOUN_OUTPUT:
        put_files(shown, stream);
        break;
    case NOUN_FOLDER:
        fputs("_files -/", stream);
        break;
    }
}

static void put_option(const wend_registry *registry, const option *shown, FILE *stream) {
    fputs(" \\\n            ", stream);
    fputs(shown->kind == OPTION_LIST ? "'*'" : "", stream);
    if (shown->letter != 0) {
        fprintf(stream, "{-%c,--%s}'[", shown->letter, shown->name);
    } else {
        fprintf(stream, "'--%s[", shown->name);
    }
    put_text(shown->help, stream);
    fputc(']', stream);
    if (shown->value != NULL) {
        noun value;
        noun_read(registry, NULL, shown->value, &value);
        fputc(':', stream);
        put_text(shown->value, stream);
        fputc(':', stream);
        put_noun(&value, stream);
    }
    fputc('\'', stream);
}

static void put_command(const wend_registry *registry, const command *shown, FILE *stream) {
    noun operand;
    noun_read(registry, shown, shown->operands, &operand);
    fprintf(stream, "    %s)\n        _arguments '(- *)'{-h,--help}'[show help]'",
            shown->entry.name);
    for (uint32_t i = 0; i < shown->option_count; i++) {
        put_option(registry, &shown->options[i], stream);
    }
    put_option(registry, &plugin_option, stream);
    if (shown->most_operands > 0) {
        fprintf(stream, " \\\n            '%s:", shown->most_operands > 1 ? "*" : "1");
        put_text(shown->operands, stream);
        fputc(':', stream);
        put_noun(&operand, stream);
        fputc('\'', stream);
    }
    fputs("\n        ;;\n", stream);
}

void shell_zsh(const wend_registry *registry, FILE *stream) {
    uint32_t count = wend_registry_count(registry, WEND_KIND_COMMAND);
    fputs("#compdef wend\n# zsh completion for wend; made by `wend completion zsh`\n\n"
          "_wend() {\n    local -a commands\n    commands=(\n",
          stream);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = &command_at(registry, i)->entry;
        fprintf(stream, "        '%s:", entry->name);
        put_text(entry->summary, stream);
        fputs("'\n", stream);
    }
    fputs("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n"
          "        return\n    fi\n    shift words\n    (( CURRENT-- ))\n    case $words[1] in\n",
          stream);
    for (uint32_t i = 0; i < count; i++) {
        put_command(registry, command_at(registry, i), stream);
    }
    fputs("    esac\n}\n\n_wend \"$@\"\n", stream);
}
