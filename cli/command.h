/* Commands of the tool: one cmd_name.c each, which ends in a descriptor, and a line in
 * commands.inl. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/options.h"
#include <wend/kit.h>

/* Exit status. */
enum {
    EXIT_DONE = 0,
    EXIT_INPUT = 1, /* what a file or value says is wrong */
    EXIT_USAGE = 2,
    EXIT_FAILED = 3,  /* while running */
    EXIT_SIGNAL = 128 /* and the number of the signal */
};

typedef struct command {
    wend_entry entry;
    const char *operands; /* as help shows them: "SCENARIO" */
    uint32_t least_operands, most_operands;
    const option *options;
    uint32_t option_count;
    const char *notes;          /* more help, or NULL */
    const char *examples;       /* command lines, each ends a line; or NULL */
    const char *const *choices; /* what an operand may be, NULL at the end; or NULL */
    int (*run)(const arguments *args, wend_registry *registry);
    /* Completes a copy of the descriptor with what other entries of the registry give it, such as
     * options; called once, when all other entries are registered. NULL: nothing. */
    void (*prepare)(const wend_registry *registry, struct command *out);
} command;

/* Adds all commands to a registry. */
wend_result commands_register(wend_registry *registry, wend_error *error);

/* The command at a place of the registry. */
const command *command_at(const wend_registry *registry, uint32_t index);

/* Prints "wend 1.2.3". */
void print_version(void);

/* Prints "file:line:column: message" on stderr. */
void print_error(const wend_error *error);

#endif
