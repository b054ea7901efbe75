/* Creates and starts servers of the viewer. */
#include "cli/viewing.h"
#include "cli/browser.h"
#include <stdio.h>

int viewing_create(const option_value *values, wend_server **out) {
    wend_error error;
    wend_server_def def = wend_default_server_def();
    def.address = values[VIEWING_LISTEN].text;
    def.port = values[VIEWING_PORT].given ? (uint32_t)values[VIEWING_PORT].integer : 0;
    wend_result result = wend_server_create(&def, out, &error);
    if (result == WEND_OK) {
        return EXIT_DONE;
    }
    print_error(&error);
    return result == WEND_ERROR_INVALID ? EXIT_USAGE : EXIT_FAILED;
}

int viewing_start(const option_value *values, wend_server *server, FILE *stream) {
    const char *address = wend_server_address(server);
    wend_error error;
    if (wend_server_start(server, &error) != WEND_OK) {
        print_error(&error);
        return EXIT_FAILED;
    }
    fprintf(stream, "%s\n", address);
    fflush(stream);
    if (!values[VIEWING_NO_OPEN].given && browser_exists() &&
        !browser_open(wend_server_ticket(server))) {
        fputs("wend: cannot start the browser; open the address by hand\n", stderr);
    }
    return EXIT_DONE;
}

int viewing_attach(const option_value *values, double pace, wend_run_def *run, wend_server **out) {
    wend_error error;
    wend_server_run_def def = wend_default_server_run_def();
    def.scenario = run->scenario;
    def.attached = true;
    def.pace = pace;
    def.registry = run->registry;
    def.threads = run->threads;
    def.kernel = run->kernel;
    def.cancel = run->cancel;
    int status = viewing_create(values, out);
    if (status == EXIT_DONE && wend_server_add_run(*out, &def, &error) != WEND_OK) {
        print_error(&error);
        status = EXIT_FAILED;
    }
    run->observe = wend_server_observe;
    run->observer = *out;
    status = status == EXIT_DONE ? viewing_start(values, *out, stderr) : status;
    if (status != EXIT_DONE) {
        wend_server_destroy(*out);
        *out = NULL;
    }
    return status;
}

int viewing_refuse(const arguments *args, const option *options, int first, int end) {
    for (int i = first; i < end; i++) {
        if (args->values[i].given) {
            fprintf(stderr, "wend run: --%s is for runs that are shown; add --view\n",
                    options[i].name);
            return EXIT_USAGE;
        }
    }
    return EXIT_DONE;
}
