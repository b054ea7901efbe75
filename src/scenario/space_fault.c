/* Finds the node of the document that an error message about the space refers to.
 *
 * Such a message names the layer, link or connection that is wrong ("layer 2 'roof': ...", "link 1
 * ..."). These numbers are indices into the lists of the file. Rings inside a layer cannot be found
 * this way, because cleaning may have changed them. */
#include "scenario/scenario.h"
#include <stdlib.h>
#include <string.h>

/* Parses a whole number at `*text` and moves `*text` past it. */
static bool take_index(const char **text, uint32_t *out) {
    char *end = NULL;
    unsigned long number = strtoul(*text, &end, 10);
    if (end == *text || number > UINT32_MAX) {
        return false;
    }
    *text = end;
    *out = (uint32_t)number;
    return true;
}

static bool take_word(const char **text, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0) {
        return false;
    }
    *text += length;
    return true;
}

static const node *item_of(const node *list, uint32_t index) {
    return list != NULL && list->kind == NODE_LIST && index < list->count ? list->items[index]
                                                                          : NULL;
}

const node *scenario_find_space_fault(const node *space, const char *message) {
    const char *text = message;
    uint32_t index = 0;
    if (take_word(&text, "link ") && take_index(&text, &index)) {
        return item_of(node_get(space, "links"), index);
    }
    if (take_word(&text, "connection ") && take_index(&text, &index)) {
        return item_of(node_get(space, "connections"), index);
    }
    if (!take_word(&text, "layer ") || !take_index(&text, &index)) {
        return NULL;
    }
    const node *layers = node_get(space, "layers");
    return layers != NULL ? item_of(layers, index) : space;
}
