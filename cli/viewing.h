/* What the commands that serve the viewer share: options of the server, and its start. */
#ifndef CLI_VIEWING_H
#define CLI_VIEWING_H

#include "cli/command.h"
#include <wend/serve.h>

/* The indices of the shared options among themselves; a command has them in a row. */
enum { VIEWING_LISTEN, VIEWING_PORT, VIEWING_NO_OPEN, VIEWING_COUNT };

/* clang-format off */
#define VIEWING_OPTIONS                                                                            \
    {"listen", 0, OPTION_TEXT, "ADDRESS", 0, 0,                                                    \
     "serve the viewer on this numeric address instead of the loopback"},                          \
    {"port", 0, OPTION_INTEGER, "N", 1, 65535, "port of the viewer (default: any free port)"},     \
    {"no-open", 0, OPTION_FLAG, NULL, 0, 0, "do not open the browser"}
/* clang-format on */

/* Creates a server with the shared options, of which `values` is the first. Prints an error and
 * returns an exit status other than EXIT_DONE if that fails. */
int viewing_create(const option_value *values, wend_server **out);
/* Starts the server, prints its address to `stream`, and opens it unless the user does not want
 * that. */
int viewing_start(const option_value *values, wend_server *server, FILE *stream);
/* Creates a server that shows a run, makes it the observer of the run, and starts it. `pace` is
 * that of wend_server_run_def. */
int viewing_attach(const option_value *values, double pace, wend_run_def *run, wend_server **out);
/* Checks that no option from `first` to before `end` is given to a run that is not shown. If one
 * is, prints a message and returns EXIT_USAGE. */
int viewing_refuse(const arguments *args, const option *options, int first, int end);

#endif
