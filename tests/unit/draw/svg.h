/* Reads the SVG files that cairo writes: the texts with their positions, and the stroked lines.
 * Text is stored as glyph outlines; svg_alphabet finds out which outline is which character. */
#ifndef UNIT_DRAW_SVG_H
#define UNIT_DRAW_SVG_H

#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/base.h>

enum { SVG_MOST_GLYPHS = 400, SVG_MOST_TEXTS = 2000, SVG_MOST_LINES = 20000, SVG_TEXT = 200 };

typedef struct svg_glyph {
    char id[24];
    const char *outline; /* the path data, up to a quotation mark */
    size_t outline_length;
    wend_point low, high; /* bounding box relative to the origin of the glyph, px */
    char character;       /* '?' if it is not in the alphabet */
} svg_glyph;

/* A run of glyphs with one colour. */
typedef struct svg_text {
    char text[SVG_TEXT];
    wend_point low, high; /* bounding box of the ink, px */
    double baseline;
    uint32_t colour;
} svg_text;

/* A segment of a stroked path. */
typedef struct svg_line {
    wend_point a, b;
    double width;
    uint32_t colour;
} svg_line;

typedef struct svg_file {
    char *bytes;
    double width, height;
    svg_glyph glyphs[SVG_MOST_GLYPHS];
    svg_text texts[SVG_MOST_TEXTS];
    svg_line lines[SVG_MOST_LINES];
    uint32_t glyph_count, text_count, line_count;
} svg_file;

/* Returns the colour of an attribute or style of a tag, or 0 if there is none. */
static inline uint32_t svg_colour(const char *tag, const char *end, const char *name) {
    double part[3] = {0.0, 0.0, 0.0};
    uint32_t colour = 0;
    for (const char *at = strstr(tag, name); at != NULL && at < end; at = strstr(at + 1, name)) {
        if (sscanf(at + strlen(name), "%*[:=\"]rgb(%lf%%,%lf%%,%lf%%)", &part[0], &part[1],
                   &part[2]) == 3) {
            break;
        }
    }
    for (int i = 0; i < 3; i++) {
        colour = colour << 8 | (uint32_t)lround(part[i] * 2.55);
    }
    return colour;
}

/* Returns the number after an attribute or style name, or `otherwise`. */
static inline double svg_number(const char *tag, const char *end, const char *name,
                                double otherwise) {
    const char *at = strstr(tag, name);
    return at != NULL && at < end
               ? strtod(at + strlen(name) + strspn(at + strlen(name), ":=\""), NULL)
               : otherwise;
}

static inline void svg_extend(wend_point *low, wend_point *high, wend_point p) {
    *low = (wend_point){fmin(low->x, p.x), fmin(low->y, p.y)};
    *high = (wend_point){fmax(high->x, p.x), fmax(high->y, p.y)};
}

/* Reads the definition of a glyph. Control points count towards the bounding box. */
static inline void svg_read_glyph(svg_file *f, const char *id) {
    svg_glyph *g = &f->glyphs[f->glyph_count++];
    ck_assert_uint_le(f->glyph_count, SVG_MOST_GLYPHS);
    *g = (svg_glyph){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    g->character = '?';
    ck_assert_int_eq(sscanf(id, "%23[^\"]", g->id), 1);
    g->outline = strstr(id, " d=\"") + 4;
    g->outline_length = strcspn(g->outline, "\"");
    const char *at = g->outline;
    while (at < g->outline + g->outline_length) {
        char *next = NULL;
        wend_point p = {strtod(at, &next), 0.0};
        if (next == at) {
            at++;
            continue;
        }
        p.y = strtod(next, &next);
        svg_extend(&g->low, &g->high, p);
        at = next;
    }
}

static inline const svg_glyph *svg_find_glyph(const svg_file *f, const char *id) {
    for (uint32_t i = 0; i < f->glyph_count; i++) {
        size_t length = strlen(f->glyphs[i].id);
        if (strncmp(f->glyphs[i].id, id, length) == 0 && id[length] == '"') {
            return &f->glyphs[i];
        }
    }
    ck_abort_msg("no glyph %.20s", id);
    return NULL;
}

/* Reads the glyphs of a text from its first <use> to the end of the group. */
static inline const char *svg_read_text(svg_file *f, const char *tag, const char *use) {
    svg_text *t = &f->texts[f->text_count++];
    ck_assert_uint_le(f->text_count, SVG_MOST_TEXTS);
    *t = (svg_text){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    t->colour = svg_colour(tag, use, "fill");
    const char *end = strstr(use, "</g>");
    size_t used = 0;
    while (use != NULL && use < end) {
        const char *close = strchr(use, '>');
        const svg_glyph *g = svg_find_glyph(f, strchr(use, '#') + 1);
        wend_point at = {svg_number(use, close, " x=", 0.0), svg_number(use, close, " y=", 0.0)};
        t->text[used] = g->character;
        used += used + 1 < sizeof t->text;
        t->baseline = at.y;
        if (g->low.x <= g->high.x) {
            svg_extend(&t->low, &t->high, (wend_point){at.x + g->low.x, at.y + g->low.y});
            svg_extend(&t->low, &t->high, (wend_point){at.x + g->high.x, at.y + g->high.y});
        }
        use = strstr(close, "<use ");
    }
    return end;
}

/* Reads the straight segments of a stroked path. */
static inline void svg_read_path(svg_file *f, const char *tag, const char *end) {
    const char *at = strstr(tag, " d=\"");
    double width = svg_number(tag, end, "stroke-width", 0.0);
    uint32_t colour = svg_colour(tag, end, "stroke");
    wend_point first = {0.0, 0.0}, last = {0.0, 0.0};
    int used = 0;
    char command;
    if (at == NULL || at > end || width <= 0.0) {
        return;
    }
    for (at += 4; sscanf(at, " %c%n", &command, &used) == 1 && strchr("MLZ", command); at += used) {
        wend_point p = first;
        at += used;
        used = 0;
        if (command != 'Z') {
            ck_assert_int_eq(sscanf(at, " %lf %lf%n", &p.x, &p.y, &used), 2);
        }
        if (command == 'M') {
            first = p;
        } else {
            ck_assert_uint_lt(f->line_count, SVG_MOST_LINES);
            f->lines[f->line_count++] = (svg_line){last, p, width, colour};
        }
        last = p;
    }
}

/* Marks the glyphs whose outlines are those of the alphabet, drawn with the same font. */
static inline void svg_name_glyphs(svg_file *f, const svg_file *alphabet) {
    for (uint32_t i = 0; i < f->glyph_count; i++) {
        svg_glyph *g = &f->glyphs[i];
        for (uint32_t k = 0; k < alphabet->glyph_count && g->character == '?'; k++) {
            const svg_glyph *known = &alphabet->glyphs[k];
            if (known->outline_length == g->outline_length &&
                memcmp(known->outline, g->outline, g->outline_length) == 0) {
                g->character = known->character;
            }
        }
    }
}

static inline void svg_read(svg_file *f, const svg_file *alphabet) {
    const char *end = f->bytes + strlen(f->bytes);
    f->width = svg_number(f->bytes, end, "width", 0.0);
    f->height = svg_number(f->bytes, end, " height", 0.0);
    const char *body = strstr(f->bytes, "</defs>");
    for (const char *at = strstr(f->bytes, "id=\"glyph"); at != NULL && at < body;
         at = strstr(at + 4, "id=\"glyph")) {
        svg_read_glyph(f, at + 4);
    }
    if (alphabet != NULL) {
        svg_name_glyphs(f, alphabet);
    }
    const char *group = body;
    for (const char *at = body; at != NULL && *at != '\0';) {
        at = strchr(at + 1, '<');
        if (at == NULL) {
            break;
        }
        if (strncmp(at, "<g ", 3) == 0) {
            group = at;
        } else if (strncmp(at, "<use xlink:href=\"#glyph", 23) == 0) {
            at = svg_read_text(f, group, at);
        } else if (strncmp(at, "<path ", 6) == 0) {
            svg_read_path(f, at, strchr(at, '>'));
        }
    }
}

/* Reads the SVG that a function writes. Free it with svg_free. */
static inline svg_file *svg_from(wend_result (*write)(FILE *stream, const void *what),
                                 const void *what, const svg_file *alphabet) {
    svg_file *f = calloc(1, sizeof *f);
    size_t size = 0;
    ck_assert_ptr_nonnull(f);
    FILE *stream = open_memstream(&f->bytes, &size);
    ck_assert_int_eq(write(stream, what), WEND_OK);
    fclose(stream);
    svg_read(f, alphabet);
    return f;
}

static inline svg_file *svg_open(const char *path, const svg_file *alphabet) {
    svg_file *f = calloc(1, sizeof *f);
    FILE *stream = fopen(path, "rb");
    ck_assert(f != NULL && stream != NULL);
    fseek(stream, 0, SEEK_END);
    size_t size = (size_t)ftell(stream);
    rewind(stream);
    f->bytes = calloc(size + 1, 1);
    ck_assert_uint_eq(fread(f->bytes, 1, size, stream), size);
    fclose(stream);
    svg_read(f, alphabet);
    return f;
}

static inline void svg_free(svg_file *f) {
    free(f->bytes);
    free(f);
}

/* Assigns characters to the glyphs of a file that shows `characters` and nothing else, one text per
 * font size. */
static inline void svg_set_alphabet(svg_file *f, const char *characters) {
    uint32_t k = 0, length = (uint32_t)strlen(characters);
    for (uint32_t i = 0; i < f->glyph_count; i++) {
        const char *number = strrchr(f->glyphs[i].id, '-');
        if (atoi(number + 1) != 0) { /* glyph 0 of a font stands for missing characters */
            f->glyphs[i].character = characters[k++ % length];
        }
    }
}

static inline bool svg_overlap(const svg_text *a, const svg_text *b, double margin) {
    return a->low.x - margin < b->high.x && b->low.x - margin < a->high.x &&
           a->low.y - margin < b->high.y && b->low.y - margin < a->high.y;
}

#endif
