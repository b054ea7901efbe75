/* wend completion: prints a script that completes the arguments of wend in a shell. */
#include "cli/shells.h"
#include <string.h>

typedef void (*write_shell)(const wend_registry *registry, FILE *stream);

static const char *const shells[] = {"bash", "zsh", "fish", NULL};
static const write_shell writers[] = {shell_bash, shell_zsh, shell_fish};
enum { SHELL_COUNT = sizeof writers / sizeof *writers };

static int run(const arguments *args, wend_registry *registry) {
    for (int i = 0; i < SHELL_COUNT; i++) {
        if (strcmp(shells[i], args->operands[0]) == 0) {
            writers[i](registry, stdout);
            return EXIT_DONE;
        }
    }
    char hint[200];
    fprintf(stderr, "wend completion: there is no shell '%.60s'%s\n", args->operands[0],
            wend_suggest_name(args->operands[0], shells, SHELL_COUNT, hint, sizeof hint));
    return EXIT_USAGE;
}

const command command_completion = {
    .entry = {WEND_HEAD(command), .name = "completion",
              .summary = "print a completion script for a shell"},
    .operands = "SHELL",
    .least_operands = 1,
    .most_operands = 1,
    .notes = "`make install` installs the scripts for all three shells.\n",
    .examples = "eval \"$(wend completion bash)\"\n"
                "wend completion zsh > ~/.zfunc/_wend\n"
                "wend completion fish > ~/.config/fish/completions/wend.fish\n",
    .choices = shells,
    .run = run,
};
