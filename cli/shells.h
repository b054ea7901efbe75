/* Completion scripts for shells, generated from the tables of the commands and from the registry.
 */
#ifndef CLI_SHELLS_H
#define CLI_SHELLS_H

#include "cli/command.h"

void shell_bash(const wend_registry *registry, FILE *stream);
void shell_zsh(const wend_registry *registry, FILE *stream);
void shell_fish(const wend_registry *registry, FILE *stream);

#endif
