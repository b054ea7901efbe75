/* The nouns of help texts: what operands and values of options are called says what they may be.
 *
 * Known are SCENARIO, TRAJECTORY, FILE (an output), MAP, SNAP, PLUGIN, DIR, KIND, NAME (any entry),
 * the kinds in capitals (PLANNER, COMMAND and so on), and choices in small letters, as in "a|b|c".
 * Help, shell completion and the manual page all follow from them. */
#ifndef CLI_NOUNS_H
#define CLI_NOUNS_H

#include "cli/command.h"

typedef enum noun_kind {
    NOUN_OTHER,  /* nothing is known of it */
    NOUN_WORDS,  /* one of `items` */
    NOUN_FILES,  /* a file whose name ends in one of `items`; any without items */
    NOUN_OUTPUT, /* the same, and it need not exist */
    NOUN_FOLDER
} noun_kind;

enum { NOUN_MOST_ITEMS = 512, NOUN_TEXT_SIZE = 256 };

/* What a noun, or several joined by "|", may stand for. */
typedef struct noun {
    noun_kind kind;
    const char *items[NOUN_MOST_ITEMS]; /* each once, in the order of the registry */
    uint32_t count;
    char text[NOUN_TEXT_SIZE]; /* holds the choices of "a|b|c" */
} noun;

/* `shown` is a value of an option or the operands of a command ("[KIND|NAME]", "[CASE]..."). */
void noun_read(const wend_registry *registry, const command *owner, const char *shown, noun *out);

/* What an operand is, for people, or NULL. */
const char *noun_help(const char *word);

/* The words of "[KIND|NAME]" without signs, one after another: writes the next one, false after the
 * last. `*place` starts at the text. */
bool noun_next(const char **place, char *out, size_t size);

#endif
