/* wend help: shows all commands, or the options of one command. */
#include "cli/help.h"

enum { HELP_MANUAL };

static int run(const arguments *args, wend_registry *registry) {
    if (args->values[HELP_MANUAL].given) {
        help_manual(registry, stdout);
        return EXIT_DONE;
    }
    if (args->operand_count == 0) {
        help_overview(registry, stdout);
        return EXIT_DONE;
    }
    wend_error error;
    const wend_entry *entry =
        wend_registry_find(registry, WEND_KIND_COMMAND, args->operands[0], &error);
    if (entry == NULL) {
        print_error(&error);
        return EXIT_USAGE;
    }
    help_command((const command *)entry, stdout);
    return EXIT_DONE;
}

static const option options[] = {
    [HELP_MANUAL] = {"man", 0, OPTION_FLAG, NULL, 0, 0, "print the manual page wend(1)"},
};

const command command_help = {
    .entry = {WEND_HEAD(command), .name = "help", .summary = "show help for a command"},
    .operands = "[COMMAND]",
    .most_operands = 1,
    .options = options,
    .option_count = 1,
    .examples = "wend help run\nwend help --man > wend.1\n",
    .run = run,
};
