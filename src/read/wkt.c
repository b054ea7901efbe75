/* Reads well-known text (OGC 06-103r4, section 7): POINT, LINESTRING, POLYGON, TRIANGLE, their
 * MULTI forms, TIN, POLYHEDRALSURFACE and GEOMETRYCOLLECTION, in upper or lower case. Each of them
 * may be EMPTY. Z and M values, and a prefix such as "SRID=4326;", are read and dropped. Points are
 * only counted.
 *
 * Rings need not be closed. Cost: one pass; memory linear in the text. */
#include "read/wkt.h"
#include "base/error.h"
#include "base/text.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct parser {
    const char *at, *end, *line_start;
    int line;
    const char *source;
    shapes_builder builder;
    wend_error *error;
    wend_result result;
} parser;

typedef enum shape_kind { POINTS, LINE, LINES, POLYGON, POLYGONS, COLLECTION } shape_kind;

static const struct {
    const char *word;
    shape_kind kind;
} keywords[] = {
    {"POINT", POINTS},
    {"MULTIPOINT", POINTS},
    {"LINESTRING", LINE},
    {"LINEARRING", LINE},
    {"MULTILINESTRING", LINES},
    {"POLYGON", POLYGON},
    {"TRIANGLE", POLYGON},
    {"MULTIPOLYGON", POLYGONS},
    {"TIN", POLYGONS},
    {"POLYHEDRALSURFACE", POLYGONS},
    {"GEOMETRYCOLLECTION", COLLECTION},
};
enum { KEYWORD_COUNT = sizeof keywords / sizeof keywords[0], WORD_SIZE = 32 };

static bool ok(const parser *p) {
    return p->result == WEND_OK;
}

static int column_of(const parser *p, const char *at) {
    ptrdiff_t column = at - p->line_start + 1;
    return column > SHAPES_MAX_LINE ? SHAPES_MAX_LINE : (int)column;
}

static void fail(parser *p, const char *at, wend_result code, const char *message) {
    if (ok(p)) {
        p->result = error_set(p->error, code, "%s", message);
        error_set_location(p->error, p->source, p->line, column_of(p, at));
    }
}

static void no_memory(parser *p) {
    if (ok(p)) {
        p->result = error_no_memory(p->error, "%s", p->source);
    }
}

static void skip_blanks(parser *p) {
    while (p->at < p->end && (isspace((unsigned char)*p->at) || *p->at == '\0')) {
        if (*p->at == '\n') {
            p->line += p->line < SHAPES_MAX_LINE;
            p->line_start = p->at + 1;
        }
        p->at++;
    }
}

/* Describes what was found at a position, for messages. */
static const char *describe_found(const parser *p, const char *at, char out[WORD_SIZE]) {
    size_t length = 0;
    while (at + length < p->end && length < WORD_SIZE - 8 && isgraph((unsigned char)at[length]) &&
           (length == 0 || strchr("(),;", at[length]) == NULL)) {
        length++;
    }
    if (length == 0) {
        snprintf(out, WORD_SIZE, "%s", at < p->end ? "an unexpected byte" : "the end of the text");
    } else {
        snprintf(out, WORD_SIZE, "'%.*s'", (int)length, at);
    }
    return out;
}

static void fail_expected(parser *p, const char *expected) {
    char found[WORD_SIZE], message[160];
    snprintf(message, sizeof message, "expected %s, found %s", expected,
             describe_found(p, p->at, found));
    fail(p, p->at, WEND_ERROR_SYNTAX, message);
}

static bool peek(parser *p, char wanted) {
    skip_blanks(p);
    return ok(p) && p->at < p->end && *p->at == wanted;
}

static bool take(parser *p, char wanted) {
    bool found = peek(p, wanted);
    p->at += found;
    return found;
}

static void expect(parser *p, char wanted, const char *expected) {
    if (!take(p, wanted)) {
        fail_expected(p, expected);
    }
}

/* Returns the next word in upper case without consuming it; "" if there is none. */
static const char *peek_word(parser *p, char out[WORD_SIZE]) {
    skip_blanks(p);
    size_t length = 0;
    while (p->at + length < p->end && length < WORD_SIZE - 1 &&
           isalpha((unsigned char)p->at[length])) {
        out[length] = (char)toupper((unsigned char)p->at[length]);
        length++;
    }
    out[length] = '\0';
    return out;
}

static bool take_word(parser *p, const char *word) {
    char found[WORD_SIZE];
    bool same = ok(p) && strcmp(peek_word(p, found), word) == 0;
    p->at += same ? strlen(word) : 0;
    return same;
}

static bool is_number_byte(char c) {
    return isalnum((unsigned char)c) || c == '+' || c == '-' || c == '.';
}

static double take_number(parser *p) {
    enum { LONGEST = 400 };
    skip_blanks(p);
    const char *start = p->at;
    size_t length = 0;
    while (start + length < p->end && length < LONGEST && is_number_byte(start[length])) {
        length++;
    }
    char text[LONGEST + 1];
    memcpy(text, start, length);
    text[length] = '\0';
    double value = 0.0;
    if (!text_parse_double(text, &value)) {
        fail_expected(p, "a number");
    } else if (fabs(value) > SHAPES_MAX_COORDINATE) {
        fail_expected(p, "a coordinate from -1e9 to 1e9");
    }
    p->at = start + length;
    return value;
}

static bool is_at_number(parser *p) {
    skip_blanks(p);
    return ok(p) && p->at < p->end && is_number_byte(*p->at);
}

/* Reads x, y and up to two more values, which are dropped. */
static wend_point take_point(parser *p) {
    wend_point point = {0.0, 0.0};
    point.x = take_number(p);
    point.y = take_number(p);
    for (int i = 0; i < 2 && is_at_number(p); i++) {
        /* Heights and measures may be anything, even NaN. */
        while (p->at < p->end && is_number_byte(*p->at)) {
            p->at++;
        }
    }
    return point;
}

static void take_chain(parser *p) {
    if (take_word(p, "EMPTY")) {
        return;
    }
    expect(p, '(', "'(' before the points, or EMPTY");
    do {
        wend_point point = take_point(p);
        if (ok(p) && !shapes_add_point(&p->builder, point)) {
            no_memory(p);
        }
    } while (take(p, ','));
    expect(p, ')', "',' or ')' after a point");
}

/* Starts reading a list "( item, item ... )" or EMPTY. Returns false if it has no items. */
static bool open_list(parser *p) {
    if (take_word(p, "EMPTY")) {
        return false;
    }
    expect(p, '(', "'(' or EMPTY");
    return ok(p);
}

static bool next_item(parser *p) {
    if (take(p, ',')) {
        return true;
    }
    expect(p, ')', "',' or ')'");
    return false;
}

static void take_polygon(parser *p) {
    skip_blanks(p);
    int line = p->line, column = column_of(p, p->at);
    if (!open_list(p)) {
        return;
    }
    do {
        take_chain(p);
        if (ok(p) && !shapes_end_ring(&p->builder)) {
            no_memory(p);
        }
    } while (next_item(p));
    if (ok(p) && !shapes_end_polygon(&p->builder, line, column)) {
        no_memory(p);
    }
}

static void take_line(parser *p) {
    skip_blanks(p);
    int line = p->line, column = column_of(p, p->at);
    take_chain(p);
    bool empty = p->builder.count == 0;
    if (ok(p) && !empty && !shapes_end_line(&p->builder, line, column)) {
        no_memory(p);
    }
}

static void take_points(parser *p) {
    if (!open_list(p)) {
        return;
    }
    do {
        bool bracket = take(p, '(');
        if (!take_word(p, "EMPTY")) {
            (void)take_point(p);
            p->builder.list->point_count++;
        }
        if (bracket) {
            expect(p, ')', "')' after a point");
        }
    } while (next_item(p));
}

static bool find_keyword(const char *word, shape_kind *out) {
    for (size_t i = 0; i < KEYWORD_COUNT; i++) {
        if (strcmp(keywords[i].word, word) == 0) {
            *out = keywords[i].kind;
            return true;
        }
    }
    return false;
}

/* Reads a keyword and an optional Z, M or ZM, with or without a blank between them. */
static bool take_keyword(parser *p, shape_kind *out) {
    char word[WORD_SIZE];
    size_t length = strlen(peek_word(p, word));
    bool found = find_keyword(word, out);
    static const char *const endings[] = {"ZM", "Z", "M"};
    for (size_t i = 0; i < 3 && !found; i++) {
        size_t cut = strlen(endings[i]);
        if (length > cut && strcmp(word + length - cut, endings[i]) == 0) {
            word[length - cut] = '\0';
            found = find_keyword(word, out);
            word[length - cut] = endings[i][0];
        }
    }
    if (!found) {
        return false;
    }
    p->at += length;
    bool has_more = take_word(p, "ZM") || take_word(p, "Z") || take_word(p, "M");
    (void)has_more;
    return true;
}

static void fail_keyword(parser *p) {
    const char *names[KEYWORD_COUNT];
    for (size_t i = 0; i < KEYWORD_COUNT; i++) {
        names[i] = keywords[i].word;
    }
    char word[WORD_SIZE], suggestion[160], expected[WORD_SIZE], message[320];
    text_suggest(peek_word(p, word), names, KEYWORD_COUNT, suggestion, sizeof suggestion);
    snprintf(message, sizeof message, "expected a geometry such as POLYGON, found %s%s",
             describe_found(p, p->at, expected), word[0] != '\0' ? suggestion : "");
    fail(p, p->at, WEND_ERROR_SYNTAX, message);
}

static void take_geometry(parser *p, uint32_t depth);

static void take_members(parser *p, shape_kind kind, uint32_t depth) {
    if (!open_list(p)) {
        return;
    }
    do {
        if (kind == LINES) {
            take_line(p);
        } else if (kind == POLYGONS) {
            take_polygon(p);
        } else {
            take_geometry(p, depth + 1);
        }
    } while (next_item(p));
}

static void take_geometry(parser *p, uint32_t depth) {
    shape_kind kind = POINTS;
    if (!ok(p)) {
        return;
    }
    if (depth > SHAPES_MAX_DEPTH) {
        fail(p, p->at, WEND_ERROR_LIMIT, "collections are nested more than 32 deep");
    } else if (!take_keyword(p, &kind)) {
        fail_keyword(p);
    } else if (kind == POINTS) {
        take_points(p);
    } else if (kind == LINE) {
        take_line(p);
    } else if (kind == POLYGON) {
        take_polygon(p);
    } else {
        take_members(p, kind, depth);
    }
}

/* Skips a prefix such as "SRID=4326;", which databases write. */
static void skip_srid(parser *p) {
    if (!take_word(p, "SRID")) {
        return;
    }
    expect(p, '=', "'=' after SRID");
    (void)take_number(p);
    expect(p, ';', "';' after the SRID");
}

wend_result wkt_read(const char *text, size_t size, const char *source, memory_arena *arena,
                     shapes_list *out, wend_error *error) {
    parser p = {.at = text, .end = text + size, .line_start = text, .line = 1, .source = source};
    p.builder = (shapes_builder){.arena = arena, .list = out};
    p.error = error;
    out->source = source;
    skip_blanks(&p);
    if (p.at == p.end) {
        fail(&p, p.at, WEND_ERROR_SYNTAX, "there is no geometry; expected one such as POLYGON");
    }
    while (ok(&p) && p.at < p.end) {
        skip_srid(&p);
        take_geometry(&p, 0);
        while (take(&p, ';') || take(&p, ',')) {
        }
        skip_blanks(&p);
    }
    return p.result;
}

bool wkt_begins(const char *text) {
    parser p = {.at = text, .end = text + strlen(text), .line_start = text, .line = 1};
    shape_kind kind = POINTS;
    return take_word(&p, "SRID") ||
           (take_keyword(&p, &kind) && (peek(&p, '(') || take_word(&p, "EMPTY")));
}
