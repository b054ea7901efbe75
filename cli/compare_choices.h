/* The choices of `wend compare`: all combinations of the values that its options list, and the
 * seeds that each choice is run with. */
#ifndef CLI_COMPARE_CHOICES_H
#define CLI_COMPARE_CHOICES_H

#include "cli/command.h"

enum { CHOICES_MOST = 64, CHOICES_MOST_SEEDS = 1000, CHOICE_TITLE_SIZE = 96, SEED_SIZE = 24 };

/* One combination. Its strings are valid as long as the list. */
typedef struct compare_choice {
    const char *plan, *follow, *steer; /* NULL: as in the scenario */
    const char **settings;             /* "path=value"; setting_count of the list */
    char title[CHOICE_TITLE_SIZE];     /* what distinguishes the choice from the others */
} compare_choice;

typedef struct compare_choices {
    compare_choice *items;
    uint32_t count, setting_count;
    char (*seeds)[SEED_SIZE]; /* whole numbers as text */
    uint32_t seed_count;      /* 0: each choice is run once, with the seed of the scenario */
    char *text;               /* memory for all strings */
    const char **settings;    /* memory for the settings of all items */
} compare_choices;

/* Reads --plan, --follow, --steer, --set and --seed of the arguments, whose values are in the order
 * of LOAD_OPTIONS. If a name or number is wrong, prints the error and returns an exit status other
 * than EXIT_DONE. Always call choices_free afterwards. */
int choices_read(const arguments *args, const wend_registry *registry, compare_choices *out);
void choices_free(compare_choices *choices);

#endif
