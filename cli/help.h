/* Help for the tool and its commands, generated from the tables of the commands. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/command.h"

void help_overview(const wend_registry *registry, FILE *stream);
void help_command(const command *shown, FILE *stream);
/* Writes the manual page wend(1) in troff format. */
void help_manual(const wend_registry *registry, FILE *stream);

enum { HELP_LEFT_SIZE = 96, HELP_RIGHT_SIZE = 1000 };

/* Formats the left column of an option: "-o, --output FILE", or "--json" if it has no letter. */
void help_option_left(const option *shown, char out[HELP_LEFT_SIZE]);
/* Formats the right column of an option: its help text, followed by its range if it has one. */
void help_option_right(const option *shown, char out[HELP_RIGHT_SIZE]);

#endif
