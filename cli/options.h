/* Parses command lines according to tables of options. */
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
    const char *value; /* name of the value in help (see cli/nouns.h); NULL for a flag */
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

/* A parsed command line; values are in the order of the table. */
typedef struct arguments {
    const char **operands;
    uint32_t operand_count;
    option_value *values;
    uint32_t value_count;
    const char **lists; /* storage that all lists share */
    bool help;          /* --help was given: the rest is ignored */
} arguments;

enum { OPTIONS_MESSAGE_SIZE = 400 };

/* Parses the words of a command line. Returns false on an error, and describes it in `message`.
 * Always call options_free afterwards. */
bool options_read(const option *table, uint32_t count, int word_count, char **words, arguments *out,
                  char message[OPTIONS_MESSAGE_SIZE]);
void options_free(arguments *args);

#endif
