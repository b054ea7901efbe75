/* Reads guidance fields: an arrow (two numbers) for each cell, row by row from the lowest y.
 *
 * Menge's vector fields are numbers only:
 *
 *     rows columns    cell size    x y of the lowest corner    rows * columns times: vx vy
 *
 * Our own format has a header, cells that need not be square, several layers, and comments from '#'
 * to the end of a line:
 *
 *     guidance 1
 *     layer NAME           name or number of the layer; may be left out for the first one
 *     size COLUMNS ROWS
 *     cell WIDTH HEIGHT
 *     low X Y              the corner of the first cell
 *     arrows               then COLUMNS * ROWS times: vx vy; 0 0 is a cell without an arrow
 *
 * The five entries repeat for each further layer. Cost: one pass; memory linear in the text. */
#include "read/arrows.h"
#include "base/error.h"
#include "read/shapes.h"
#include "read/words.h"
#include <stdio.h>
#include <string.h>

enum { VERSION = 1 };

typedef struct parser {
    words text;
    const arrows_limits *limits;
    memory_arena *arena;
    arrows_file *out;
} parser;

static void *take(parser *p, size_t count, size_t size) {
    void *items = words_ok(&p->text) ? arena_take(p->arena, (count + 1) * size, 16) : NULL;
    if (items == NULL && words_ok(&p->text)) {
        p->text.result = error_no_memory(p->text.error, "%s", p->text.source);
    }
    return items;
}

/* ---- Parts of both formats ------------------------------------------------------------------- */

/* Reads the size of a cell along one axis. */
static double read_cell(parser *p, const char *expected) {
    double size = words_number(&p->text, SHAPES_MAX_COORDINATE, expected);
    if (words_ok(&p->text) &&
        !(size >= p->limits->smallest_cell && size <= p->limits->largest_cell)) {
        words_fail(&p->text, WEND_ERROR_LIMIT, p->text.line, "expected %s (%g to %g m), found %g",
                   expected, p->limits->smallest_cell, p->limits->largest_cell, size);
    }
    return size;
}

/* Checks the number of cells against the limit and the length of the text, so that a wrong number
 * cannot ask for more memory than the text is long. */
static void check_size(parser *p, const arrows_layer *layer) {
    enum { LEAST_BYTES = 4 }; /* a blank and a digit, twice */
    uint64_t cells = (uint64_t)layer->columns * layer->rows;
    if (words_ok(&p->text) && cells == 0) {
        words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line,
                   "a field has at least one row and one column, found %u rows and %u columns",
                   layer->rows, layer->columns);
    }
    if (words_ok(&p->text) && cells > p->limits->most_cells) {
        words_fail(&p->text, WEND_ERROR_LIMIT, p->text.line,
                   "a field has at most %u cells, found %u rows and %u columns",
                   p->limits->most_cells, layer->rows, layer->columns);
    }
    if (words_ok(&p->text) && cells > words_left(&p->text) / LEAST_BYTES + 1) {
        words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line,
                   "the file states %u rows and %u columns, but is too short for them", layer->rows,
                   layer->columns);
    }
}

static float read_component(parser *p, char axis, uint32_t cell, uint32_t count) {
    char what[64];
    snprintf(what, sizeof what, "the %c component of arrow %u of %u", axis, cell + 1, count);
    return (float)words_number(&p->text, p->limits->longest, what);
}

static void read_arrows(parser *p, arrows_layer *layer) {
    uint32_t count = words_ok(&p->text) ? layer->columns * layer->rows : 0;
    layer->arrows = take(p, count, sizeof *layer->arrows);
    for (uint32_t i = 0; i < count && words_ok(&p->text); i++) {
        layer->arrows[i].x = read_component(p, 'x', i, count);
        layer->arrows[i].y = read_component(p, 'y', i, count);
    }
}

static void check_end(parser *p) {
    char word[WORDS_SIZE];
    if (words_ok(&p->text) && words_next(&p->text, word)) {
        words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line,
                   "expected the end of the file after the last arrow, found '%s'", word);
    }
}

/* ---- Menge's format -------------------------------------------------------------------------- */

static void read_menge(parser *p) {
    arrows_layer *layer = take(p, 1, sizeof *layer);
    if (layer == NULL) {
        return;
    }
    *layer = (arrows_layer){.line = 1};
    layer->rows = words_count(&p->text, p->limits->most_cells, "the number of rows");
    layer->columns = words_count(&p->text, p->limits->most_cells, "the number of columns");
    check_size(p, layer);
    layer->width = read_cell(p, "the size of a cell");
    layer->height = layer->width;
    layer->low.x = words_number(&p->text, SHAPES_MAX_COORDINATE, "the smallest x");
    layer->low.y = words_number(&p->text, SHAPES_MAX_COORDINATE, "the smallest y");
    read_arrows(p, layer);
    check_end(p);
    p->out->layers = layer;
    p->out->layer_count = 1;
}

/* ---- Our own format -------------------------------------------------------------------------- */

/* Reads a word that must be `expected`. */
static void read_keyword(parser *p, const char *expected) {
    char word[WORDS_SIZE], what[WORDS_SIZE + 2];
    snprintf(what, sizeof what, "'%s'", expected);
    words_read(&p->text, word, what);
    if (words_ok(&p->text) && strcmp(word, expected) != 0) {
        words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line, "expected '%s', found '%s'", expected,
                   word);
    }
}

static const char *read_name(parser *p) {
    char word[WORDS_SIZE];
    words_read(&p->text, word, "the name or number of a layer");
    char *name = take(p, strlen(word), 1);
    if (name != NULL) {
        memcpy(name, word, strlen(word) + 1);
    }
    return name;
}

/* Reads what follows the keyword `layer` or, if the first layer has no name, `size`. */
static void read_layer(parser *p, bool named, arrows_layer *layer) {
    *layer = (arrows_layer){.line = p->text.line};
    if (named) {
        layer->name = read_name(p);
        read_keyword(p, "size");
    }
    layer->columns = words_count(&p->text, p->limits->most_cells, "the number of columns");
    layer->rows = words_count(&p->text, p->limits->most_cells, "the number of rows");
    check_size(p, layer);
    read_keyword(p, "cell");
    layer->width = read_cell(p, "the width of a cell");
    layer->height = read_cell(p, "the height of a cell");
    read_keyword(p, "low");
    layer->low.x = words_number(&p->text, SHAPES_MAX_COORDINATE, "the smallest x");
    layer->low.y = words_number(&p->text, SHAPES_MAX_COORDINATE, "the smallest y");
    read_keyword(p, "arrows");
    read_arrows(p, layer);
}

static void read_own(parser *p) {
    char word[WORDS_SIZE];
    uint32_t version = words_count(&p->text, UINT32_MAX, "the version of the format");
    if (words_ok(&p->text) && version != VERSION) {
        words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line,
                   "the field has version %u; this program reads version %d", version, VERSION);
    }
    p->out->layers = take(p, p->limits->most_layers, sizeof *p->out->layers);
    words_read(&p->text, word, "'layer' or 'size'");
    while (words_ok(&p->text)) {
        bool named = strcmp(word, "layer") == 0;
        bool unnamed = strcmp(word, "size") == 0 && p->out->layer_count == 0;
        if (!named && !unnamed) {
            words_fail(&p->text, WEND_ERROR_SYNTAX, p->text.line, "expected 'layer', found '%s'",
                       word);
        } else if (p->out->layer_count == p->limits->most_layers) {
            words_fail(&p->text, WEND_ERROR_LIMIT, p->text.line,
                       "the field has more than %u layers, but the space has %u",
                       p->limits->most_layers, p->limits->most_layers);
        } else {
            read_layer(p, named, &p->out->layers[p->out->layer_count++]);
        }
        if (words_ok(&p->text) && !words_next(&p->text, word)) {
            return;
        }
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

wend_result arrows_file_read(const char *text, size_t size, const char *source,
                             const arrows_limits *limits, memory_arena *arena, arrows_file *out,
                             wend_error *error) {
    *out = (arrows_file){.source = source};
    parser p = {
        .text = words_of(text, size, source, error), .limits = limits, .arena = arena, .out = out};
    char word[WORDS_SIZE];
    p.text.comments = true;
    words first = p.text;
    words_read(&p.text, word, "a guidance field");
    if (words_ok(&p.text) && strcmp(word, "guidance") == 0) {
        read_own(&p);
    } else if (words_ok(&p.text)) {
        p.text = first;
        p.text.comments = false;
        read_menge(&p);
    }
    return p.text.result;
}

typedef struct target {
    const arrows_limits *limits;
    memory_arena *arena;
    arrows_file *out;
} target;

static wend_result load(const char *text, size_t size, const char *source, void *context,
                        wend_error *error) {
    const target *to = context;
    return arrows_file_read(text, size, source, to->limits, to->arena, to->out, error);
}

wend_result arrows_file_load(const char *path, const arrows_limits *limits, memory_arena *arena,
                             arrows_file *out, wend_error *error) {
    target to = {limits, arena, out};
    return words_load(path, "the guidance field", &arena->source->allocator, load, &to, error);
}
