/* wend help: what there is, and what a command takes. */
#include "cli/command.h"

static int run(const arguments *args, wend_registry *registry) {
    if (args->operand_count == 0) {
        commands_overview(registry, stdout);
        return EXIT_DONE;
    }
    wend_error error;
    const wend_entry *entry =
        wend_registry_find(registry, WEND_KIND_COMMAND, args->operands[0], &error);
    if (entry == NULL) {
        print_error(&error);
        return EXIT_USAGE;
    }
    command_print_help((const command *)entry, stdout);
    return EXIT_DONE;
}

const command command_help = {
    .entry = {.name = "help", .summary = "tell about the commands"},
    .operands = "[COMMAND]",
    .most_operands = 1,
    .run = run,
};
