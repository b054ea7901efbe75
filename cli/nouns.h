/* The nouns of help texts: names such as SCENARIO for operands and option values. A noun determines
 * which values are valid. Help, shell completion and the manual page use nouns.
 *
 * Known nouns are SCENARIO, TRAJECTORY, FILE (an output), MAP, SNAP, PLUGIN, DIR, KIND, NAME (any
 * entry), and the kinds of entries in capitals (PLANNER, COMMAND and so on). Choices are written in
 * lower case, as in "a|b|c". */
#ifndef CLI_NOUNS_H
#define CLI_NOUNS_H

#include "cli/command.h"

typedef enum noun_kind {
    NOUN_OTHER,  /* unknown */
    NOUN_WORDS,  /* one of `items` */
    NOUN_FILES,  /* a file whose extension is one of `items`; any file if there are none */
    NOUN_OUTPUT, /* the same, but it need not exist */
    NOUN_FOLDER
} noun_kind;

enum { NOUN_MOST_ITEMS = 512, NOUN_TEXT_SIZE = 256 };

/* The values that a noun, or several joined by "|", can have. */
typedef struct noun {
    noun_kind kind;
    const char *items[NOUN_MOST_ITEMS]; /* each once, in registry order */
    uint32_t count;
    char text[NOUN_TEXT_SIZE]; /* holds the choices of "a|b|c" */
} noun;

/* Finds the values of `shown`, which is a value of an option or the operands of a command
 * ("[KIND|NAME]", "[CASE]..."). */
void noun_read(const wend_registry *registry, const command *owner, const char *shown, noun *out);

/* Returns a help text for an operand, or NULL. */
const char *noun_help(const char *word);

/* Writes the next word of a text like "[KIND|NAME]", without brackets and bars. Returns false after
 * the last. `*cursor` starts at the text. */
bool noun_next(const char **cursor, char *out, size_t size);

#endif
