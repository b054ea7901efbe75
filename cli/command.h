/* The interface of the tool's commands. The command NAME is defined in cmd_NAME.c, which ends with
 * the descriptor of the command; commands.inl lists all commands. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/options.h"
#include <wend/kit.h>

/* Exit statuses of the tool. */
enum {
    EXIT_DONE = 0,
    EXIT_INPUT = 1, /* an input file or a value is wrong */
    EXIT_USAGE = 2,
    EXIT_FAILED = 3,  /* an error occurred while running */
    EXIT_SIGNAL = 128 /* the number of the signal is added to this */
};

typedef struct command {
    wend_entry entry;
    const char *operands; /* names of the operands in help, for example "SCENARIO" */
    uint32_t least_operands, most_operands;
    const option *options;
    uint32_t option_count;
    const char *notes;          /* further help, or NULL */
    const char *examples;       /* example command lines, each ending with a newline; or NULL */
    const char *const *choices; /* valid operands, NULL-terminated; or NULL */
    int (*run)(const arguments *args, wend_registry *registry);
    /* Completes a copy of the descriptor with data from other entries in the registry, for example
     * options. Called once, after all other entries have been registered. May be NULL. */
    void (*prepare)(const wend_registry *registry, struct command *out);
} command;

/* Adds all commands to a registry. */
wend_result commands_register(wend_registry *registry, wend_error *error);

/* Returns the command at an index in the registry. */
const command *command_at(const wend_registry *registry, uint32_t index);

/* Prints "wend 1.2.3". */
void print_version(void);

/* Prints "file:line:column: message" on stderr. */
void print_error(const wend_error *error);

#endif
