/* Checks output paths, and writes files. */
#define _POSIX_C_SOURCE 200809L
#include "cli/outputs.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wend/file.h>

static bool report_duplicate(const char *command_name, const char *first, const char *again) {
    fprintf(stderr, "wend %s: %s is given twice", command_name, first);
    if (strcmp(first, again) != 0) {
        fprintf(stderr, ", the second time as %s", again);
    }
    fputc('\n', stderr);
    return false;
}

bool outputs_differ(const char *command_name, const option_value *outputs) {
    for (uint32_t i = 0; i < outputs->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (wend_is_same_file(outputs->list[k], outputs->list[i])) {
                return report_duplicate(command_name, outputs->list[k], outputs->list[i]);
            }
        }
    }
    return true;
}

bool outputs_check(const char *command_name, const option_value *outputs, const char *other,
                   const wend_registry *registry) {
    wend_error error;
    for (uint32_t i = 0; i < outputs->count; i++) {
        const char *path = outputs->list[i];
        if (wend_output_for(registry, path, &error) == NULL) {
            print_error(&error);
            return false;
        }
        if (other != NULL && wend_is_same_file(path, other)) {
            return report_duplicate(command_name, path, other);
        }
    }
    return outputs_differ(command_name, outputs);
}

bool output_ends_with(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

bool output_is_writable(const char *path, const char *what) {
    wend_error error;
    bool good = wend_check_writable(path, what, &error) == WEND_OK;
    if (!good) {
        print_error(&error);
    }
    return good;
}

/* True if writing the output would replace the input, or use its name while the output is not yet
 * complete. `is_input` compares a path with the input. */
static bool would_replace(const char *output, bool (*is_input)(const char *path, const void *input),
                          const void *input) {
    size_t size = strlen(output) + sizeof ".part";
    char *part = malloc(size);
    bool same = is_input(output, input);
    if (part != NULL && !same) {
        snprintf(part, size, "%s.part", output);
        same = is_input(part, input);
    }
    free(part);
    return same;
}

static bool is_path(const char *path, const void *input) {
    return wend_is_same_file(path, input);
}

static bool is_open_file(const char *path, const void *input) {
    const struct stat *file = input;
    struct stat found;
    return stat(path, &found) == 0 && found.st_dev == file->st_dev && found.st_ino == file->st_ino;
}

static bool report_replaced(const char *command_name, const char *output, const char *what) {
    fprintf(stderr, "wend %s: %s is %s: choose another output file\n", command_name, output, what);
    return false;
}

bool output_spares(const char *command_name, const char *output, const char *input,
                   const char *what) {
    return !would_replace(output, is_path, input) || report_replaced(command_name, output, what);
}

bool output_differs(const char *command_name, const char *output, const char *input,
                    const char *what) {
    return !is_path(output, input) || report_replaced(command_name, output, what);
}

bool output_spares_standard_input(const char *command_name, const char *output,
                                  const char *operand) {
    struct stat input;
    if (strcmp(operand, "-") != 0 || fstat(STDIN_FILENO, &input) != 0 || !S_ISREG(input.st_mode)) {
        return true;
    }
    return !would_replace(output, is_open_file, &input) ||
           report_replaced(command_name, output, "the file that the standard input reads");
}

bool outputs_spare_standard_input(const char *command_name, const option_value *outputs,
                                  const char *operand) {
    bool good = true;
    for (uint32_t i = 0; i < outputs->count && good; i++) {
        good = output_spares_standard_input(command_name, outputs->list[i], operand);
    }
    return good;
}

bool output_spares_scenario(const char *command_name, const char *output,
                            const wend_scenario *scenario) {
    bool good = true;
    for (uint32_t i = 0; i < wend_scenario_file_count(scenario) && good; i++) {
        good = output_spares(command_name, output, wend_scenario_file(scenario, i),
                             i == 0 ? "the scenario" : "a file that the scenario reads");
    }
    return good;
}

bool outputs_spare_scenario(const char *command_name, const option_value *outputs,
                            const wend_scenario *scenario) {
    bool good = true;
    for (uint32_t i = 0; i < outputs->count && good; i++) {
        good = output_spares_scenario(command_name, outputs->list[i], scenario);
    }
    return good;
}

bool output_write(const char *path, const char *what, void (*write)(FILE *file, const void *of),
                  const void *of) {
    wend_error error;
    bool good = wend_write_file(path, what, write, of, &error) == WEND_OK;
    if (!good) {
        print_error(&error);
    }
    return good;
}
