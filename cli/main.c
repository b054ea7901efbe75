/* wend: the command-line tool. Finds the command, and parses its options according to the command's
 * table. */
#include "cli/help.h"
#include "cli/plugins.h"
#include <string.h>

static int usage_error(const command *shown, const char *message) {
    fprintf(stderr, "wend %s: %s\nsee 'wend help %s'\n", shown->entry.name, message,
            shown->entry.name);
    return EXIT_USAGE;
}

static int run_command(const command *found, int count, char **words, wend_registry *registry) {
    arguments args;
    char message[OPTIONS_MESSAGE_SIZE];
    int status = EXIT_DONE;
    if (!options_read(found->options, found->option_count, count, words, &args, message)) {
        status = usage_error(found, message);
    } else if (args.help) {
        help_command(found, stdout);
    } else if (args.operand_count < found->least_operands) {
        snprintf(message, sizeof message, "expected %s", found->operands);
        status = usage_error(found, message);
    } else if (args.operand_count > found->most_operands) {
        snprintf(message, sizeof message, "unexpected operand '%.60s'",
                 args.operands[found->most_operands]);
        status = usage_error(found, message);
    } else {
        status = found->run(&args, registry);
    }
    options_free(&args);
    return status;
}

static int run_words(int count, char **words, wend_registry *registry) {
    if (count < 2) {
        help_overview(registry, stderr);
        return EXIT_USAGE;
    }
    if (strcmp(words[1], "--version") == 0 || strcmp(words[1], "-V") == 0) {
        print_version();
        return EXIT_DONE;
    }
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0) {
        help_overview(registry, stdout);
        return EXIT_DONE;
    }
    wend_error error;
    const wend_entry *entry = wend_registry_find(registry, WEND_KIND_COMMAND, words[1], &error);
    if (entry == NULL) {
        print_error(&error);
        return EXIT_USAGE;
    }
    return run_command((const command *)entry, count - 2, words + 2, registry);
}

/* Registers all entries: first those of the library and of plug-ins, then the commands, because
 * they use the other entries. */
static int register_all(int *count, char **words, plugins *loaded, wend_registry **out) {
    wend_error error;
    int status = EXIT_FAILED;
    wend_result result = wend_registry_create(NULL, out, &error);
    result = result == WEND_OK ? wend_kit_register(*out, &error) : result;
    if (result == WEND_OK) {
        result = plugins_take(count, words, loaded, &error);
        status = result == WEND_ERROR_INVALID ? EXIT_USAGE : status;
    }
    if (result == WEND_OK) {
        result = plugins_load(loaded, *out, &error);
        status = result == WEND_OK || result == WEND_ERROR_MEMORY ? status : EXIT_INPUT;
    }
    result = result == WEND_OK ? commands_register(*out, &error) : result;
    if (result != WEND_OK) {
        print_error(&error);
    }
    return result == WEND_OK ? EXIT_DONE : status;
}

int main(int count, char **words) {
    wend_registry *registry = NULL;
    plugins loaded = {0};
    int status = register_all(&count, words, &loaded, &registry);
    if (status == EXIT_DONE) {
        status = run_words(count, words, registry);
    }
    wend_registry_destroy(registry);
    plugins_free(&loaded);
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        fputs("wend: cannot write to standard output\n", stderr);
        status = status == EXIT_DONE ? EXIT_FAILED : status;
    }
    return status;
}
