/* wend version: prints the version, like --version and -V. */
#include "cli/command.h"

static int run(const arguments *args, wend_registry *registry) {
    (void)args;
    (void)registry;
    print_version();
    return EXIT_DONE;
}

const command command_version = {
    .entry = {WEND_HEAD(command), .name = "version", .summary = "print the version"},
    .operands = "",
    .examples = "wend version\n",
    .run = run,
};
