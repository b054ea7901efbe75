/* Draws several pictures of runs side by side. Each panel is a whole picture, with its title, its
 * scale bar and its layers, drawn at the panel's place. */
#include "draw/crowd/panels.h"
#include "base/error.h"
#include "draw/canvas/theme.h"
#include "draw/crowd/view.h"
#include <math.h>
#include <string.h>

#define SHEET_WIDTH    1600.0
#define LEAST_WIDTH    400.0 /* px, minimum width of a panel */
#define LARGEST_ASPECT 0.75  /* ratio of height to width that more columns should not exceed */
#define TEXT_HEIGHT    120.0 /* px, height of a panel if no run has a picture */
#define LINE_SIZE      400   /* bytes of one line of a text */

/* A sheet while it is drawn. The views are those of the panels; panels without a picture leave
 * theirs unused. */
typedef struct panel_sheet {
    const draw_panels *content;
    crowd_view *views;
    draw_picture *pictures;             /* copies with the style of a panel */
    world_panel shown[WEND_MAX_LAYERS]; /* what each layer shows, in all pictures */
    uint32_t columns, rows;
    double panel_width, panel_height, height, legend;
    uint32_t opened; /* number of panels whose views are open */
} panel_sheet;

static bool has_picture(const panel_sheet *s, uint32_t index) {
    return s->content->panels[index].picture != NULL;
}

/* Returns the index of the first panel with a picture; the number of panels if there is none. */
static uint32_t find_first(const panel_sheet *s) {
    uint32_t i = 0;
    while (i < s->content->count && !has_picture(s, i)) {
        i++;
    }
    return i;
}

static wend_result open_views(panel_sheet *s, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < WEND_MAX_LAYERS; i++) {
        panel_empty(&s->shown[i]);
    }
    for (; s->opened < s->content->count && result == WEND_OK; s->opened++) {
        uint32_t i = s->opened;
        if (!has_picture(s, i)) {
            continue;
        }
        s->pictures[i] = *s->content->panels[i].picture;
        s->pictures[i].style.no_legend = true;
        result = crowd_open(&s->views[i], &s->pictures[i], error);
        if (result == WEND_OK) {
            canvas *c = &s->views[i].c;
            c->axes = s->pictures[i].style.axes;
            /* Extend what the pictures before this one show. */
            memcpy(c->panels, s->shown, sizeof s->shown);
            crowd_add_bounds(&s->views[i]);
            memcpy(s->shown, c->panels, sizeof s->shown);
        }
    }
    return result;
}

/* ---- Layout ---------------------------------------------------------------------------------- */

/* Lays out the panels in this number of columns. */
static void arrange(panel_sheet *s, uint32_t columns) {
    uint32_t count = s->content->count;
    s->columns = columns;
    s->rows = (count + columns - 1) / columns;
    s->panel_width = floor(SHEET_WIDTH / columns);
    s->panel_height = find_first(s) < count ? 0.0 : TEXT_HEIGHT;
    for (uint32_t i = 0; i < count; i++) {
        if (has_picture(s, i)) {
            canvas *c = &s->views[i].c;
            s->pictures[i].style.width = (int)s->panel_width;
            memcpy(c->panels, s->shown, sizeof s->shown); /* the layout changes them */
            canvas_layout(c, s->panel_width, 0.0);
            s->panel_height = fmax(s->panel_height, c->height);
        }
    }
    s->height = THEME_HEADER + s->rows * s->panel_height + s->legend + THEME_MARGIN / 2;
}

/* Chooses the smallest number of columns for which the sheet is not too tall, or else the number
 * that makes it least tall. */
static void choose_columns(panel_sheet *s) {
    uint32_t most = (uint32_t)(SHEET_WIDTH / LEAST_WIDTH), best = 1;
    most = most < s->content->count ? most : s->content->count;
    double least = INFINITY;
    for (uint32_t columns = 1; columns <= most; columns++) {
        arrange(s, columns);
        if (s->height < least) {
            least = s->height;
            best = columns;
        }
        if (s->height <= SHEET_WIDTH * LARGEST_ASPECT) {
            return;
        }
    }
    arrange(s, best);
}

/* Chooses one colour scale for all pictures, so that a colour has the same meaning in all panels.
 */
static void choose_values(panel_sheet *s) {
    double top = 0.0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < s->content->count; i++) {
            if (has_picture(s, i)) {
                s->pictures[i].style.top = pass == 1 ? top : s->pictures[i].style.top;
                crowd_choose_values(&s->views[i]);
                top = fmax(top, s->views[i].c.values.top);
            }
        }
    }
}

/* Returns a view of the first picture whose width and height are those of the sheet, for the
 * legend. `picture` receives the copy that the view refers to. */
static crowd_view legend_view(const panel_sheet *s, draw_picture *picture) {
    uint32_t first = find_first(s);
    *picture = s->pictures[first];
    picture->style.width = (int)SHEET_WIDTH;
    crowd_view v = s->views[first];
    v.picture = picture;
    v.c.width = SHEET_WIDTH;
    v.c.height = s->height;
    return v;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* Writes a text in lines that are at most `wide` px long, broken at spaces. */
static void draw_text(cairo_t *cr, const char *text, double x, double y, double wide) {
    char line[LINE_SIZE];
    while (*text != '\0') {
        size_t length = 0, fits = 0;
        do {
            length = fits + strspn(text + fits, " ");
            length += strcspn(text + length, " ");
            if (length >= sizeof line) {
                break;
            }
            memcpy(line, text, length);
            line[length] = '\0';
            if (fits > 0 && theme_text_width(cr, line, THEME_TEXT_SIZE, false) > wide) {
                break;
            }
            fits = length;
        } while (text[fits] != '\0');
        fits = fits > 0 ? fits : strlen(text);
        snprintf(line, sizeof line, "%.*s", (int)fits, text);
        theme_text_cut(cr, line, x, y, THEME_TEXT_SIZE, false, THEME_DOOR, wide);
        y += THEME_ROW;
        text += fits + strspn(text + fits, " ");
    }
}

static void draw_panel_at(panel_sheet *s, cairo_t *cr, uint32_t index, bool vector) {
    const draw_panel *panel = &s->content->panels[index];
    double wide = s->panel_width - 2 * THEME_MARGIN;
    cairo_save(cr);
    uint32_t column = index % s->columns, row = index / s->columns;
    cairo_translate(cr, column * s->panel_width, THEME_HEADER + row * s->panel_height);
    cairo_rectangle(cr, 0.0, 0.0, s->panel_width, s->panel_height);
    cairo_clip(cr);
    if (panel->picture != NULL) {
        canvas *c = &s->views[index].c;
        c->cr = cr;
        c->vector = vector;
        crowd_draw(&s->views[index]);
    } else {
        theme_text_cut(cr, panel->title, THEME_MARGIN, 28.0, THEME_TITLE_SIZE, true, THEME_TEXT,
                       wide);
        draw_text(cr, panel->text, THEME_MARGIN, 47.0 + THEME_ROW, wide);
    }
    cairo_restore(cr);
}

static void draw_sheet(panel_sheet *s, draw_surface *surface) {
    cairo_t *cr = surface->cr;
    double room = SHEET_WIDTH - 2 * THEME_MARGIN;
    theme_set(cr, THEME_PAGE, 1.0);
    cairo_paint(cr);
    theme_text_cut(cr, s->content->title, THEME_MARGIN, 30.0, THEME_TITLE_SIZE + 4.0, true,
                   THEME_TEXT, room);
    theme_text_cut(cr, s->content->line, THEME_MARGIN, 50.0, THEME_TEXT_SIZE, false, THEME_FAINT,
                   room);
    for (uint32_t i = 0; i < s->content->count; i++) {
        draw_panel_at(s, cr, i, surface->format == DRAW_SVG);
        surface->out_of_memory |= s->views[i].c.out_of_memory;
    }
    if (find_first(s) < s->content->count) {
        draw_picture picture;
        crowd_view legend = legend_view(s, &picture);
        crowd_draw_legend(&legend);
    }
}

static wend_result write_sheet(panel_sheet *s, draw_format format, FILE *stream,
                               wend_error *error) {
    wend_result result = open_views(s, error);
    if (result != WEND_OK) {
        return result;
    }
    if (find_first(s) < s->content->count) {
        draw_picture picture;
        crowd_view legend = legend_view(s, &picture);
        s->legend = crowd_legend_height(&legend);
    }
    choose_columns(s);
    result = surface_check_size(format, SHEET_WIDTH, ceil(s->height), error);
    if (result != WEND_OK) {
        return result;
    }
    choose_values(s);
    draw_surface surface = surface_open(format, (int)SHEET_WIDTH, (int)ceil(s->height), stream);
    if (cairo_status(surface.cr) == CAIRO_STATUS_SUCCESS) {
        draw_sheet(s, &surface);
    }
    return surface_finish(&surface, error);
}

wend_result draw_panels_write(const draw_panels *sheet, draw_format format, FILE *stream,
                              wend_error *error) {
    wend_result result = surface_load(error);
    if (result != WEND_OK) {
        return result;
    }
    memory_arena arena;
    arena_init(&arena, sheet->heap);
    size_t count = sheet->count;
    panel_sheet s = {.content = sheet};
    s.views = arena_take(&arena, count * sizeof *s.views, 16);
    s.pictures = arena_take(&arena, count * sizeof *s.pictures, 16);
    if (s.views == NULL || s.pictures == NULL) {
        arena_free(&arena);
        return error_no_memory(error, "a picture");
    }
    memset(s.views, 0, count * sizeof *s.views);
    memset(s.pictures, 0, count * sizeof *s.pictures);
    result = write_sheet(&s, format, stream, error);
    for (uint32_t i = 0; i < s.opened; i++) {
        if (has_picture(&s, i)) {
            crowd_close(&s.views[i]);
        }
    }
    arena_free(&arena);
    return result;
}
