/* Help of the tool and of its commands, all of it from their tables. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/command.h"

void help_overview(const wend_registry *registry, FILE *stream);
void help_command(const command *shown, FILE *stream);
/* The manual page wend(1), in the language of troff. */
void help_manual(const wend_registry *registry, FILE *stream);

enum { HELP_LEFT_SIZE = 64, HELP_RIGHT_SIZE = 256 };

/* "-o, --output FILE", or without a letter "--json". */
void help_option_left(const option *shown, char out[HELP_LEFT_SIZE]);
/* What it does, and its range where it has one. */
void help_option_right(const option *shown, char out[HELP_RIGHT_SIZE]);

#endif
