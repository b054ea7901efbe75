/* The variants of `wend view --compare`: command lines with the options of cli/load.h. */
#ifndef CLI_VIEW_OPTIONS_H
#define CLI_VIEW_OPTIONS_H

#include "cli/load.h"

enum { VIEW_MOST_WORDS = 64, VIEW_LINE_SIZE = 1024 };

/* The arguments of one variant. Do not move it. */
typedef struct view_variant {
    arguments args;            /* with the values of LOAD_OPTIONS */
    const char **lists;        /* memory for --set */
    char text[VIEW_LINE_SIZE]; /* holds the words */
    char *words[VIEW_MOST_WORDS];
    char name[VIEW_LINE_SIZE]; /* the line without dashes: "steer orca" */
} view_variant;

/* Reads the options of a variant, such as "--steer orca --set 'steer.time_horizon=1'"; words may be
 * in quotes. Options that it does not give are those of `base`; the settings of `base` come first.
 * Prints a message and returns false if an option is wrong. Always call view_variant_free
 * afterwards. */
bool view_variant_read(const char *line, const arguments *base, view_variant *out);
void view_variant_free(view_variant *variant);

#endif
