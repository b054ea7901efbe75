/* Command lines read by tables of options. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_NUMBER,
    OPTION_INTEGER,
    OPTION_LIST /* texts; may be given several times */
} option_kind;

typedef struct option {
    const char *name; /* without dashes */
    char letter;      /* 0: none */
    option_kind kind;
    const char *value; /* what help calls the value (see cli/nouns.h); NULL for a flag */
    double minimum, maximum;
    const char *help;
} option;

typedef struct option_value {
    bool given;
    const char *text;
    double number;
    int64_t integer;
    const char **list;
    uint32_t count;
} option_value;

/* A command line as read; values stand in the order of the table. */
typedef struct arguments {
    const char **operands;
    uint32_t operand_count;
    option_value *values;
    uint32_t value_count;
    const char **lists; /* room that the lists share */
    bool help;          /* --help was given: nothing else counts */
} arguments;

enum { OPTIONS_MESSAGE_SIZE = 400 };

/* Reads the words of a command line. False when something is wrong with it: `message` says what.
 * Free with options_free in any case. */
bool options_read(const option *table, uint32_t count, int word_count, char **words, arguments *out,
                  char message[OPTIONS_MESSAGE_SIZE]);
void options_free(arguments *args);

#endif
