/* Removes the --plugin options from the command line, and loads the plug-ins that they name. */
#include "cli/plugins.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const option plugin_option = {
    "plugin", 0, OPTION_LIST, "PLUGIN", 0, 0, "register the entries of a plug-in; may be repeated"};

static const char flag[] = "--plugin";

static wend_result fail(wend_error *error, wend_result code, const char *message) {
    memset(error, 0, sizeof *error);
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", message);
    return code;
}

wend_result plugins_take(int *count, char **words, plugins *out, wend_error *error) {
    size_t room = (size_t)*count + 1, length = strlen(flag);
    *out = (plugins){.paths = calloc(room, sizeof *out->paths),
                     .loaded = calloc(room, sizeof(void *))};
    if (out->paths == NULL || out->loaded == NULL) {
        return fail(error, WEND_ERROR_MEMORY, "out of memory");
    }
    int kept = 0;
    bool ended = false;
    for (int i = 0; i < *count; i++) {
        bool here = !ended && i > 0 && strncmp(words[i], flag, length) == 0;
        if (here && words[i][length] == '=' && words[i][length + 1] != '\0') {
            out->paths[out->path_count++] = words[i] + length + 1;
        } else if (here && words[i][length] == '\0' && i + 1 < *count) {
            out->paths[out->path_count++] = words[++i];
        } else if (here && (words[i][length] == '\0' || words[i][length] == '=')) {
            return fail(error, WEND_ERROR_INVALID, "--plugin needs a value: the path of a plug-in");
        } else {
            ended = ended || strcmp(words[i], "--") == 0;
            words[kept++] = words[i];
        }
    }
    *count = kept;
    return WEND_OK;
}

wend_result plugins_load(plugins *all, wend_registry *registry, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < all->path_count && result == WEND_OK; i++) {
        result = wend_plugin_load(all->paths[i], registry, &all->loaded[i], error);
        all->loaded_count += result == WEND_OK;
    }
    return result;
}

void plugins_free(plugins *all) {
    for (uint32_t i = 0; i < all->loaded_count; i++) {
        wend_plugin_destroy(all->loaded[i]);
    }
    free((void *)all->paths);
    free((void *)all->loaded);
}
