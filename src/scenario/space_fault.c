/* Which node of the document a message about the space speaks of.
 *
 * The space names what is wrong by layer, kind and index ("layer 2 'roof': solid 3 ...", "link 1
 * ..."); those are the places in the lists of the file. */
#include "scenario/scenario.h"
#include <stdlib.h>
#include <string.h>

enum { NAME_TOLD = 64 };

/* A whole number at *text, which moves behind it. */
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

/* The quoted name of a layer is skipped by its length, since it may hold anything; messages cut it
 * at NAME_TOLD bytes. */
static bool take_name(const char **text, const char *name) {
    size_t length = strlen(name);
    length = length < NAME_TOLD ? length : NAME_TOLD;
    if (strncmp(*text, name, length) != 0) {
        return false;
    }
    *text += length;
    return take_word(text, "'");
}

static const node *item_of(const node *list, uint32_t index) {
    return list != NULL && list->kind == NODE_LIST && index < list->count ? list->items[index]
                                                                          : NULL;
}

/* The points inside an item that may also be a mapping. */
static const node *inside(const node *item, const char *key) {
    const node *part = item != NULL ? node_get(item, key) : NULL;
    return part != NULL ? part : item;
}

static const node *find_ring(const node *layer, const char *text) {
    uint32_t index = 0;
    if (take_word(&text, "boundary ") && take_index(&text, &index)) {
        const node *walkable = node_get(layer, "walkable");
        return scenario_is_one_polygon(walkable) ? walkable : item_of(walkable, index);
    }
    if (take_word(&text, "solid ") && take_index(&text, &index)) {
        return inside(item_of(node_get(layer, "obstacles"), index), "polygon");
    }
    if (take_word(&text, "open wall ") && take_index(&text, &index)) {
        return inside(item_of(node_get(layer, "walls"), index), "points");
    }
    if (take_word(&text, "terrain ") && take_index(&text, &index)) {
        return inside(item_of(node_get(layer, "terrain"), index), "polygon");
    }
    return NULL;
}

const node *scenario_space_fault(const node *space, const char *message) {
    const char *text = message;
    uint32_t index = 0;
    if (take_word(&text, "link ") && take_index(&text, &index)) {
        return item_of(node_get(space, "links"), index);
    }
    if (!take_word(&text, "layer ") || !take_index(&text, &index)) {
        return NULL;
    }
    const node *layers = node_get(space, "layers");
    const node *layer = layers != NULL ? item_of(layers, index) : space;
    const node *name = node_get(layer, "name");
    if (name != NULL && (!take_word(&text, " '") || !take_name(&text, name->text))) {
        return NULL;
    }
    return take_word(&text, ": ") ? find_ring(layer, text) : NULL;
}
