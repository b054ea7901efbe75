/* Draws the sheet of an explanation: the title, two panels, the legend, and the sentence that
 * explains the agent's choice. */
#include "draw/explain/explanation.h"
#include "base/utf8.h"
#include "draw/canvas/flow.h"
#include "draw/canvas/theme.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SHEET_WIDTH = 1200.0; /* px */
enum { MOST_LINES = 4, LINE_SIZE = 256 };

bool explanation_mark_is_sound(const wend_mark *mark) {
    const float numbers[] = {mark->a.x, mark->a.y, mark->b.x, mark->b.y, mark->c.x, mark->c.y};
    bool sound = true;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sound = sound && fabs((double)numbers[i]) < 1e9; /* also false if the number is NaN */
    }
    return sound;
}

bool explanation_mark_fits(const wend_mark *mark, wend_mark_space space) {
    return wend_mark_space_of(mark) == space && explanation_mark_is_sound(mark);
}

bool explanation_label(const wend_mark *mark, char out[EXPLANATION_LABEL_SIZE]) {
    bool is_agent = mark->subject.kind == WEND_SUBJECT_AGENT;
    if (mark->label == NULL) {
        return false;
    }
    if (is_agent || mark->subject.kind == WEND_SUBJECT_WALL) {
        snprintf(out, EXPLANATION_LABEL_SIZE, "%.60s %" PRIu64, mark->label,
                 is_agent ? mark->subject.key : mark->subject.index);
    } else {
        snprintf(out, EXPLANATION_LABEL_SIZE, "%.90s", mark->label);
    }
    return true;
}

static bool has_mark(const draw_explanation *e, wend_mark_kind kind) {
    for (uint32_t i = 0; i < e->mark_count; i++) {
        if (e->marks[i].kind == kind && explanation_mark_is_sound(&e->marks[i])) {
            return true;
        }
    }
    return false;
}

static void draw_legend(cairo_t *cr, const draw_explanation *e, double y) {
    flow f = {cr, cr, THEME_MARGIN, y, THEME_MARGIN, SHEET_WIDTH - THEME_MARGIN};
    if (has_mark(e, WEND_MARK_VELOCITY)) {
        flow_dot(&f, "chosen velocity", 5.5, THEME_CHOSEN, 0.0, 0);
    }
    if (has_mark(e, WEND_MARK_PREFERRED)) {
        flow_dot(&f, "preferred", 5.5, THEME_TEXT, 3.6, THEME_GROUND);
    }
    flow_dot(&f, "now", 5.5, THEME_FAINT, 3.6, THEME_GROUND);
    if (e->max_speed > 0.0) {
        flow_box(&f, "too fast", THEME_FRAME, THEME_FAINT);
    }
    if (has_mark(e, WEND_MARK_HALF_PLANE)) {
        flow_box(&f, "forbidden by a half-plane", 0xf5e1e0, THEME_FORBIDDEN);
    }
    if (has_mark(e, WEND_MARK_CONE) || has_mark(e, WEND_MARK_FORBIDDEN)) {
        flow_box(&f, "in a velocity obstacle", 0xe6e4f6, THEME_OBSTACLE);
    }
    if (has_mark(e, WEND_MARK_ALLOWED)) {
        flow_box(&f, "leads to a goal", 0xf7ebc7, THEME_GOAL);
    }
    if (has_mark(e, WEND_MARK_PREFERRED_SEGMENT) || has_mark(e, WEND_MARK_PREFERRED_ARC)) {
        flow_line(&f, "equally preferred", THEME_GOAL, 4.0, false);
    }
    if (has_mark(e, WEND_MARK_PATH)) {
        flow_line(&f, "route ahead", 0x3d6fb3, 2.0, true);
    }
    if (has_mark(e, WEND_MARK_DISC)) {
        flow_line(&f, "free ground", 0x3d6fb3, 1.5, false);
    }
    if (has_mark(e, WEND_MARK_REGION)) {
        flow_line(&f, "region it heads for", THEME_GOAL, 5.0, false);
    }
    if (has_mark(e, WEND_MARK_FORCE)) {
        flow_line(&f, "force", 0x8c2d8c, 2.0, false);
    }
}

/* Returns the length in bytes of the words that fit on a line. The first word always counts as
 * fitting, unless it is too long for the buffer; then the result is 0. */
static size_t find_line_length(cairo_t *cr, const char *text) {
    char line[LINE_SIZE];
    size_t fits = 0, next = strcspn(text, " ");
    while (next < LINE_SIZE) {
        memcpy(line, text, next);
        line[next] = '\0';
        double wide = theme_text_width(cr, line, THEME_TEXT_SIZE, false);
        if (fits > 0 && wide > SHEET_WIDTH - 2 * THEME_MARGIN) {
            break;
        }
        fits = next;
        if (text[next] == '\0') {
            break;
        }
        next += 1 + strcspn(text + next + 1, " ");
    }
    return fits;
}

static void draw_sentence(cairo_t *cr, const char *sentence, double y) {
    char text[WEND_EXPLANATION_SIZE], line[LINE_SIZE];
    utf8_copy(text, sizeof text, sentence);
    const char *rest = text;
    for (uint32_t i = 0; i < MOST_LINES && *rest != '\0'; i++) {
        size_t length = find_line_length(cr, rest);
        if (length == 0) {
            break;
        }
        memcpy(line, rest, length);
        line[length] = '\0';
        theme_text(cr, line, THEME_MARGIN, y + i * 18.0, THEME_TEXT_SIZE, false, THEME_TEXT);
        rest += length + strspn(rest + length, " ");
    }
}

enum { MOST_CARRIERS = 16 };

/* Finds the agents that carry goals, up to MOST_CARRIERS. Returns the number of agents found. */
static uint32_t find_carriers(const draw_explanation *e, draw_agent out[MOST_CARRIERS]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->recording->goal_count && count < MOST_CARRIERS; i++) {
        uint64_t key = e->recording->goals[i].carrier;
        for (uint32_t k = 0; k < e->agent_count && key != 0; k++) {
            const wend_agent_state *agent = &e->agents[k];
            if (agent->key == key) {
                out[count++] = (draw_agent){.position = agent->position, .key = key};
                break;
            }
        }
    }
    return count;
}

static void draw_sheet(draw_surface *sheet, const draw_explanation *e, double side) {
    cairo_t *cr = sheet->cr;
    char line[80];
    draw_agent carriers[MOST_CARRIERS];
    wend_point left = {THEME_MARGIN, THEME_HEADER};
    wend_point right = {THEME_MARGIN + side + THEME_GAP, THEME_HEADER};
    theme_set(cr, THEME_PAGE, 1.0);
    cairo_paint(cr);
    snprintf(line, sizeof line, "the choice of agent %llu at %.2f s",
             (unsigned long long)e->self->key, e->time);
    theme_text_cut(cr, e->recording->scenario, THEME_MARGIN, 28.0, THEME_TITLE_SIZE, true,
                   THEME_TEXT, side);
    theme_text(cr, line, THEME_MARGIN, 47.0, THEME_TEXT_SIZE, false, THEME_FAINT);
    theme_text(cr, "velocity space", right.x, 47.0, THEME_TEXT_SIZE, true, THEME_TEXT);
    canvas c = surroundings_make(cr, e, left, side);
    surroundings_draw(&c, e, carriers, find_carriers(e, carriers));
    sheet->out_of_memory = c.out_of_memory;
    canvas_draw_scale_bar(&c, left.x + side, 50.0);
    velocity_panel panel = velocity_panel_make(cr, e, right, side);
    velocity_panel_draw(&panel, e);
    double y = THEME_HEADER + side + THEME_ROW;
    draw_legend(cr, e, y);
    draw_sentence(cr, e->sentence, y + 1.6 * THEME_ROW);
}

wend_result draw_explanation_write(const draw_explanation *e, draw_format format, FILE *stream,
                                   wend_error *error) {
    wend_result result = surface_load(error);
    if (result != WEND_OK) {
        return result;
    }
    double side = (SHEET_WIDTH - 2 * THEME_MARGIN - THEME_GAP) / 2;
    draw_surface sheet =
        surface_open(format, (int)SHEET_WIDTH, (int)(THEME_HEADER + side + 130.0), stream);
    if (cairo_status(sheet.cr) == CAIRO_STATUS_SUCCESS) {
        draw_sheet(&sheet, e, side);
    }
    return surface_finish(&sheet, error);
}
