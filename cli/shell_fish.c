/* Completion for fish: one line for each command, option and operand. */
#include "cli/nouns.h"
#include "cli/shells.h"
#include <string.h>

static void put_text(const char *text, FILE *stream) {
    fputc('\'', stream);
    for (; *text != '\0'; text++) {
        fprintf(stream, "%s%c", strchr("'\\", *text) != NULL ? "\\" : "", *text);
    }
    fputc('\'', stream);
}

static bool takes_any_file(const noun *shown) {
    return shown->kind == NOUN_FILES && shown->count == 0;
}

static void put_noun(const noun *shown, FILE *stream) {
    if (shown->kind == NOUN_OTHER) {
        return;
    }
    if (takes_any_file(shown)) {
        fputs(" -F", stream);
        return;
    }
    static const char *const calls[] = {[NOUN_FILES] = "(__fish_complete_suffix ",
                                        [NOUN_OUTPUT] = "(__fish_complete_suffix ",
                                        [NOUN_FOLDER] = "(__fish_complete_directories"};
    fprintf(stream, " -a '%s", shown->kind == NOUN_WORDS ? "" : calls[shown->kind]);
    for (uint32_t i = 0; i < shown->count; i++) {
        fprintf(stream, "%s%s", i > 0 ? " " : "", shown->items[i]);
    }
    fputs(shown->kind == NOUN_WORDS ? "'" : ")'", stream);
}

static void put_option(const wend_registry *registry, const command *owner, const option *shown,
                       FILE *stream) {
    fprintf(stream, "complete -c wend -n '__fish_seen_subcommand_from %s' -l %s", owner->entry.name,
            shown->name);
    if (shown->letter != 0) {
        fprintf(stream, " -s %c", shown->letter);
    }
    if (shown->value != NULL) {
        noun value;
        noun_read(registry, NULL, shown->value, &value);
        fputs(takes_any_file(&value) ? " -r" : " -x", stream);
        put_noun(&value, stream);
    }
    fputs(" -d ", stream);
    put_text(shown->help, stream);
    fputc('\n', stream);
}

static void put_command(const wend_registry *registry, const command *shown, FILE *stream) {
    noun operand;
    noun_read(registry, shown, shown->operands, &operand);
    fprintf(stream, "\ncomplete -c wend -n __fish_use_subcommand -a %s -d ", shown->entry.name);
    put_text(shown->entry.summary, stream);
    fputc('\n', stream);
    for (uint32_t i = 0; i < shown->option_count; i++) {
        put_option(registry, shown, &shown->options[i], stream);
    }
    if (operand.kind != NOUN_OTHER) {
        fprintf(stream, "complete -c wend -n '__fish_seen_subcommand_from %s'", shown->entry.name);
        put_noun(&operand, stream);
        fputc('\n', stream);
    }
}

void shell_fish(const wend_registry *registry, FILE *stream) {
    fputs("# fish completion for wend; made by `wend completion fish`\n\n"
          "complete -c wend -f\n"
          "complete -c wend -l help -s h -d 'show help'\n"
          "complete -c wend -l plugin -x -a '(__fish_complete_suffix .so)' -d "
          "'register the entries of a plug-in'\n"
          "complete -c wend -n __fish_use_subcommand -l version -s V -d 'print the version'\n",
          stream);
    uint32_t count = wend_registry_count(registry, WEND_KIND_COMMAND);
    for (uint32_t i = 0; i < count; i++) {
        put_command(registry, command_at(registry, i), stream);
    }
}
