/* The options that all commands that load a scenario share, such as --plan and --set, and a
 * function that loads a scenario with these options. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "cli/command.h"

/* The indices of the shared options. These options are the first rows in the option table of each
 * command that loads a scenario. */
enum { LOAD_PLAN, LOAD_FOLLOW, LOAD_STEER, LOAD_SET, LOAD_DT, LOAD_SEED, LOAD_UNTIL, LOAD_COUNT };

/* clang-format off */
#define LOAD_OPTIONS                                                                               \
    {"plan", 0, OPTION_TEXT, "PLANNER", 0, 0, "planner of all agents"},                            \
    {"follow", 0, OPTION_TEXT, "FOLLOWER", 0, 0, "follower of all agents"},                        \
    {"steer", 0, OPTION_TEXT, "STEERING", 0, 0, "steering model of all agents"},                   \
    {"set", 0, OPTION_LIST, "PATH=VALUE", 0, 0,                                                    \
     "set a value of the scenario, for example time.dt=0.05; may be repeated"},                    \
    {"dt", 0, OPTION_NUMBER, "SECONDS", 1e-4, 10, "length of a step (default: the scenario's)"},   \
    {"seed", 0, OPTION_INTEGER, "N", 0, 0,                                                         \
     "seed of all random numbers (default: the scenario's)"},                                      \
    {"until", 0, OPTION_NUMBER, "SECONDS", 0, 1e9,                                                 \
     "end of the run in simulated time (default: the scenario's)"}
/* clang-format on */

/* Loads the scenario that the first operand names. Prints nothing. The caller owns the scenario. */
wend_result load_with_options(const arguments *args, const wend_registry *registry,
                              wend_scenario **out, wend_error *error);

/* True if the first operand is `-`, the standard input. */
bool load_is_standard_input(const arguments *args);
/* Copies the standard input to a temporary file, which replaces it. A command that loads a scenario
 * several times can then call rewind(stdin) before each time; a pipe could be read only once.
 * Prints the error and returns false if there is no room for the copy. If the input cannot be read,
 * loading the scenario fails with the reason. */
bool load_keep_standard_input(void);

/* Prints the warnings of a scenario. */
void load_print_warnings(const wend_scenario *scenario, const char *path);

/* Loads the scenario that the first operand names, and prints its warnings unless `quiet` is true.
 * Returns 0 on success; otherwise prints the error and returns the exit status. The caller owns the
 * scenario. */
int load_scenario(const arguments *args, const wend_registry *registry, bool quiet,
                  wend_scenario **out);

#endif
