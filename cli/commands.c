/* Registers all commands, and prints versions and errors for them. */
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
    static command made[sizeof all / sizeof all[0]];
    wend_result result =
        wend_registry_set_kind_size(registry, WEND_KIND_COMMAND, sizeof(command), error);
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WEND_OK; i++) {
        made[i] = *all[i];
        if (made[i].prepare != NULL) {
            made[i].prepare(registry, &made[i]);
        }
        result = wend_registry_add(registry, WEND_KIND_COMMAND, &made[i].entry, error);
    }
    return result;
}

const command *command_at(const wend_registry *registry, uint32_t index) {
    return (const command *)wend_registry_get(registry, WEND_KIND_COMMAND, index);
}

void print_version(void) {
    printf("wend %s\n", wend_version());
}

void print_error(const wend_error *error) {
    char text[WEND_ERROR_PATH_SIZE + WEND_ERROR_MESSAGE_SIZE + 32];
    fprintf(stderr, "%s%s\n", error->path[0] == '\0' ? "wend: " : "",
            wend_error_text(error, text, sizeof text));
}
