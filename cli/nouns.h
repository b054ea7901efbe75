/* The nouns that the help texts use for operands and option values, such as SCENARIO. A noun
 * determines which values are valid. Help, shell completion and the manual page use nouns.
 *
 * Known nouns are SCENARIO, TRAJECTORY, FILE (an output), MAP, SNAP, PLUGIN, DIR, KIND, NAME (any
 * entry), and the kinds of entries in capitals (PLANNER, COMMAND and so on). Choices are written in
 * lower case, as in "a|b|c". */
#ifndef CLI_NOUNS_H
#define CLI_NOUNS_H

#include "cli/command.h"

typedef enum noun_kind {
    NOUN_OTHER,  /* an unknown noun */
    NOUN_WORDS,  /* one of `items` */
    NOUN_FILES,  /* a file with one of the extensions in `items`, or any file if `items` is empty */
    NOUN_OUTPUT, /* like NOUN_FILES, but the file need not exist */
    NOUN_FOLDER
} noun_kind;

enum { NOUN_MOST_ITEMS = 512, NOUN_TEXT_SIZE = 256 };

/* The values that are valid for one noun, or for several nouns joined by "|". */
typedef struct noun {
    noun_kind kind;
    const char *items[NOUN_MOST_ITEMS]; /* valid values or extensions, without duplicates, in
                                           registry order */
    uint32_t count;
    char text[NOUN_TEXT_SIZE]; /* holds the choices of "a|b|c" */
} noun;

/* Finds the values that are valid for a placeholder of the help text. `shown` is the placeholder
 * for the value of an option or the operands of a command, such as "[KIND|NAME]" or "[CASE]...". */
void noun_read(const wend_registry *registry, const command *owner, const char *shown, noun *out);

/* Returns the help text for an operand, or NULL if there is none. */
const char *noun_help(const char *word);

/* Writes the next word of a string like "[KIND|NAME]" to `out`, without brackets and bars. Returns
 * false after the last word. `*cursor` must point to the start of the string before the first call.
 */
bool noun_next(const char **cursor, char *out, size_t size);

#endif
