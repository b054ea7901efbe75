/* All commands, and what they share. */
#include "cli/command.h"

#define WEND_ENTRY(name) extern const command command_##name;
#include "cli/commands.inl"
#undef WEND_ENTRY

wend_result commands_register(wend_registry *registry, wend_error *error) {
    static const command *const all[] = {
#define WEND_ENTRY(name) &command_##name,
#include "cli/commands.inl"
#undef WEND_ENTRY
    };
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WEND_OK; i++) {
        result = wend_registry_add(registry, WEND_KIND_COMMAND, &all[i]->entry, error);
    }
    return result;
}

void command_print_help(const command *shown, FILE *stream) {
    fprintf(stream, "Usage: wend %s%s%s%s\n\n%s\n", shown->entry.name,
            shown->operands[0] != '\0' ? " " : "", shown->operands,
            shown->option_count > 0 ? " [OPTION]..." : "", shown->entry.summary);
    if (shown->option_count > 0) {
        fputs("\nOptions:\n", stream);
        options_help(shown->options, shown->option_count, stream);
    }
    if (shown->notes != NULL) {
        fprintf(stream, "\n%s", shown->notes);
    }
}

void commands_overview(const wend_registry *registry, FILE *stream) {
    fputs("Usage: wend COMMAND [OPTION]...\n\nMoves many agents through spaces.\n\nCommands:\n",
          stream);
    uint32_t count = wend_registry_count(registry, WEND_KIND_COMMAND);
    for (uint32_t i = 0; i < count; i++) {
        const wend_entry *entry = wend_registry_at(registry, WEND_KIND_COMMAND, i);
        fprintf(stream, "  %-8s  %s\n", entry->name, entry->summary);
    }
    fputs("\n'wend help COMMAND' tells more. 'wend --version' prints the version.\n", stream);
}

void print_version(void) {
    printf("wend %s\n", wend_version());
}

void print_error(const wend_error *error) {
    char text[WEND_ERROR_PATH_SIZE + WEND_ERROR_MESSAGE_SIZE + 32];
    fprintf(stderr, "%s%s\n", error->path[0] == '\0' ? "wend: " : "",
            wend_error_text(error, text, sizeof text));
}
