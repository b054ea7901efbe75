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
    OPTION_LIST, /* strings; the option may be given several times */
    OPTION_WORDS /* the same for command lines such as "--steer orca"; all following words that
                    begin with a dash and contain a blank are values too */
} option_kind;

typedef struct option {
    const char *name; /* name without dashes */
    char letter;      /* 0 if it has no letter */
    option_kind kind;
    const char *value; /* name of the value in help (see cli/nouns.h); NULL for a flag */
    double minimum, maximum;
    const char *help;
} option;

typedef struct option_value {
    const char *text;
    double number;
    int64_t integer;
    const char **list;
    uint32_t count;
    bool given;
} option_value;

/* A parsed command line. The values are in the order of the option table. */
typedef struct arguments {
    const char **operands;
    uint32_t operand_count;
    option_value *values;
    uint32_t value_count;
    const char **lists; /* memory for the lists of all values */
    bool help;          /* --help was given; the rest of the command line is ignored */
} arguments;

enum { OPTIONS_MESSAGE_SIZE = 400 };

/* Parses the words of a command line. Returns false on an error, and describes it in `message`.
 * Always call options_free afterwards. */
bool options_read(const option *table, uint32_t count, int word_count, char **words, arguments *out,
                  char message[OPTIONS_MESSAGE_SIZE]);
void options_free(arguments *args);

#endif
