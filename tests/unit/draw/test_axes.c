/* Axes in SVG files: every tick is where the panel shows its coordinate, numbers are round, no two
 * texts overlap, and walls are drawn at the coordinates that the axes give. */
#define _POSIX_C_SOURCE 200809L
#include "draw/canvas/axes.h"
#include "draw/canvas/canvas.h"
#include "draw/canvas/surface.h"
#include "draw/canvas/theme.h"
#include "support/trials.h"
#include "unit/draw/image.h"
#include "unit/draw/svg.h"
#include <wend/random.h>

enum { SEED = 5, MOST_PANELS = 6 };
static const char characters[] = "0123456789.-m";
static memory heap;
static svg_file *alphabet;

static wend_result write_alphabet(FILE *stream, const void *what) {
    (void)what;
    ck_assert_int_eq(surface_load(NULL), WEND_OK);
    draw_surface sheet = surface_open(DRAW_SVG, 400, 100, stream);
    theme_text(sheet.cr, characters, 10.0, 50.0, 11.0, false, 0);
    return surface_finish(&sheet, NULL);
}

static void set_up(void) {
    lab_set_up();
    memory_init(&heap, NULL);
    alphabet = svg_from(write_alphabet, NULL, NULL);
    svg_set_alphabet(alphabet, characters);
}

static void tear_down(void) {
    svg_free(alphabet);
    lab_tear_down();
    ck_assert_uint_eq(heap.held, 0);
}

/* Draws only the frames and axes of a canvas that has been laid out. */
static wend_result write_axes(FILE *stream, const void *what) {
    canvas *c = (canvas *)(uintptr_t)what;
    draw_surface sheet = surface_open(DRAW_SVG, (int)c->width, (int)c->height, stream);
    c->cr = sheet.cr;
    for (uint32_t i = 0; i < c->layers; i++) {
        canvas_draw_frame(c, i);
    }
    return surface_finish(&sheet, NULL);
}

static double random_between(uint32_t round, uint32_t *calls, double low, double high) {
    return low + (high - low) * wend_random_uniform(SEED, round, (*calls)++, 0);
}

static canvas random_canvas(uint32_t round) {
    static const wend_recording nothing = {.scenario = "axes"};
    uint32_t calls = 0;
    canvas c = canvas_of(&nothing, &heap);
    c.layers = 1 + (uint32_t)random_between(round, &calls, 0, MOST_PANELS);
    c.axes = true;
    double far = pow(10.0, random_between(round, &calls, 0, 6.9));
    double extent = pow(10.0, random_between(round, &calls, 0, 3.9));
    for (uint32_t i = 0; i < c.layers; i++) {
        wend_point p = {random_between(round, &calls, -far, far),
                        random_between(round, &calls, -far, far)};
        panel_add(&c.panels[i], p, 0.0);
        p.x += extent * pow(10.0, random_between(round, &calls, -1.5, 0));
        p.y += extent * pow(10.0, random_between(round, &calls, -1.5, 0));
        panel_add(&c.panels[i], p, 0.0);
    }
    canvas_layout(&c, floor(random_between(round, &calls, 300, 2000)), 40.0);
    return c;
}

/* True if a number is 1, 2 or 5 times a power of ten. */
static bool is_round(double value) {
    double mantissa = value / pow(10.0, floor(log10(value) + 1e-9));
    return fabs(mantissa - 1) < 1e-6 || fabs(mantissa - 2) < 1e-6 || fabs(mantissa - 5) < 1e-6;
}

/* Returns the panel to whose horizontal (or vertical) axis a text belongs. */
static const world_panel *panel_of(const canvas *c, const svg_text *t, bool vertical) {
    for (uint32_t i = 0; i < c->layers; i++) {
        const world_panel *p = &c->panels[i];
        double right = p->corner.x + p->width, bottom = p->corner.y + p->height;
        bool below = t->low.x > p->corner.x - 1 && t->high.x < right + 1 && t->low.y > bottom &&
                     t->high.y < bottom + AXES_BELOW;
        bool beside = t->low.y > p->corner.y - 1 && t->high.y < bottom + 1 &&
                      t->high.x < p->corner.x && t->high.x > p->corner.x - 10;
        if (vertical ? beside : below) {
            return p;
        }
    }
    return NULL;
}

/* Checks that a tick is drawn where the panel shows the coordinate of a number, and that the number
 * stands there. */
static void check_number(const svg_file *f, const world_panel *p, const svg_text *t, bool vertical,
                         uint32_t round) {
    double value = atof(t->text);
    double x = p->corner.x + (value - p->low.x) / (p->high.x - p->low.x) * p->width;
    double y = p->corner.y + (p->high.y - value) / (p->high.y - p->low.y) * p->height;
    double middle = vertical ? (t->low.y + t->high.y) / 2 : (t->low.x + t->high.x) / 2;
    ck_assert_msg(fabs(middle - (vertical ? y : x)) < 2.0, "round %u: %s is off", round, t->text);
    bool found = false;
    for (uint32_t i = 0; i < f->line_count; i++) {
        const svg_line *line = &f->lines[i];
        double end = vertical ? line->b.x : line->a.y;
        double along = vertical ? line->a.y : line->a.x;
        bool parallel = vertical ? line->a.y == line->b.y : line->a.x == line->b.x;
        found = found || (parallel && line->colour == THEME_FAINT &&
                          fabs(end - (vertical ? p->corner.x : p->corner.y + p->height)) < 0.01 &&
                          fabs(along - (vertical ? y : x)) < 0.01);
    }
    ck_assert_msg(found, "round %u: no tick at %s", round, t->text);
}

START_TEST(ticks_are_at_the_coordinates_that_they_name) {
    for (uint32_t round = 0; round < trials(100); round++) {
        canvas c = random_canvas(round);
        svg_file *f = svg_from(write_axes, &c, alphabet);
        uint32_t numbers[2] = {0, 0};
        for (uint32_t i = 0; i < f->text_count; i++) {
            const svg_text *t = &f->texts[i];
            if (strchr("0123456789-", t->text[0]) == NULL) {
                continue; /* a unit or the name of a layer */
            }
            bool vertical = panel_of(&c, t, false) == NULL;
            const world_panel *p = panel_of(&c, t, vertical);
            ck_assert_msg(p != NULL, "round %u: %s belongs to no panel", round, t->text);
            check_number(f, p, t, vertical, round);
            ck_assert_msg(strspn(t->text, "-0.") < strlen(t->text) || atof(t->text) == 0.0, "%s",
                          t->text);
            ck_assert_str_ne(t->text, "-0");
            numbers[vertical]++;
        }
        /* A panel is at least 48 px high: enough for a number on each axis. */
        ck_assert_uint_ge(numbers[0], c.layers);
        ck_assert_uint_ge(numbers[1], c.layers);
        svg_free(f);
    }
}
END_TEST

START_TEST(texts_do_not_overlap_and_stay_on_the_picture) {
    for (uint32_t round = 0; round < trials(100); round++) {
        canvas c = random_canvas(round);
        svg_file *f = svg_from(write_axes, &c, alphabet);
        for (uint32_t i = 0; i < f->text_count; i++) {
            const svg_text *t = &f->texts[i];
            ck_assert_msg(t->low.x >= 0 && t->low.y >= 0 && t->high.x <= f->width &&
                              t->high.y <= f->height,
                          "round %u: %s leaves the picture", round, t->text);
            for (uint32_t k = 0; k < i; k++) {
                ck_assert_msg(!svg_overlap(t, &f->texts[k], 1.0), "round %u: %s and %s", round,
                              t->text, f->texts[k].text);
            }
        }
        svg_free(f);
    }
}
END_TEST

/* Ticks of an axis are equally far apart, by a round number of metres. */
START_TEST(ticks_have_a_round_step) {
    for (uint32_t round = 0; round < trials(100); round++) {
        canvas c = random_canvas(round);
        svg_file *f = svg_from(write_axes, &c, alphabet);
        for (uint32_t l = 0; l < c.layers; l++) {
            const world_panel *p = &c.panels[l];
            double last = NAN, step = NAN;
            for (uint32_t i = 0; i < f->line_count; i++) {
                const svg_line *line = &f->lines[i];
                bool tick = line->colour == THEME_FAINT && line->a.x == line->b.x &&
                            fabs(line->a.y - p->corner.y - p->height) < 0.01 &&
                            line->a.x >= p->corner.x - 0.01 &&
                            line->a.x <= p->corner.x + p->width + 0.01;
                if (!tick) {
                    continue;
                }
                double apart = (line->a.x - last) / c.scale;
                ck_assert(isnan(apart) || isnan(step) || fabs(apart - step) * c.scale < 0.02);
                step = isnan(apart) ? step : apart;
                last = line->a.x;
            }
            /* Coordinates in the file have an error of 1e-6 px or, if large, of some digits. */
            double nearest = isnan(step) ? 1.0 : step;
            double digits = pow(10.0, floor(log10(nearest)) - 2.0);
            ck_assert_msg(is_round(rint(nearest / digits) * digits), "round %u: %g", round, step);
        }
        svg_free(f);
    }
}
END_TEST

/* ---- Pictures of scenarios ------------------------------------------------------------------- */

static wend_scenario *hall(const char *output) {
    char text[400];
    snprintf(text, sizeof text,
             "name: hall\noutput: {svg: {%s}}\n"
             "space: {walkable: [[-3, 20], [37, 20], [37, 44], [-3, 44]]}\n"
             "agents: [{at: [0, 30], goal: [30, 30]}]\ntime: {end: 0}\n",
             output);
    return lab_load(text);
}

static svg_file *draw_route(const wend_scenario *s) {
    wend_route_drawing_def def = wend_default_route_drawing_def();
    def.scenario = s;
    def.radius = 0.3;
    ck_assert_int_eq(wend_scenario_draw_route(&def, "axes.svg", &lab_error), WEND_OK);
    svg_file *f = svg_open("axes.svg", alphabet);
    remove("axes.svg");
    return f;
}

/* Returns the px of the tick with a number, on the horizontal axis. */
static double find_tick(const svg_file *f, const char *number) {
    for (uint32_t i = 0; i < f->text_count; i++) {
        for (uint32_t k = 0; k < f->line_count && strcmp(f->texts[i].text, number) == 0; k++) {
            const svg_line *line = &f->lines[k];
            double middle = (f->texts[i].low.x + f->texts[i].high.x) / 2;
            if (line->colour == THEME_FAINT && line->a.x == line->b.x &&
                fabs(line->a.x - middle) < 2.0 && f->texts[i].low.y > line->a.y) {
                return line->a.x;
            }
        }
    }
    ck_abort_msg("no tick %s", number);
    return 0.0;
}

START_TEST(walls_are_where_the_axes_say) {
    wend_scenario *s = hall("width: 1000");
    svg_file *f = draw_route(s);
    ck_assert_double_eq(f->width, 1000.0);
    double zero = find_tick(f, "0"), thirty = find_tick(f, "30"), metre = (thirty - zero) / 30;
    uint32_t left = 0, right = 0;
    for (uint32_t i = 0; i < f->line_count; i++) {
        const svg_line *line = &f->lines[i];
        if (line->colour == THEME_WALL && line->a.x == line->b.x && line->a.y != line->b.y) {
            left += fabs(line->a.x - (zero - 3 * metre)) < 0.02;
            right += fabs(line->a.x - (zero + 37 * metre)) < 0.02;
        }
    }
    ck_assert(left > 0 && right > 0);
    svg_free(f);
    wend_scenario_destroy(s);
}
END_TEST

static uint32_t count_numbers(const svg_file *f) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->text_count; i++) {
        count += strspn(f->texts[i].text, "0123456789-.") == strlen(f->texts[i].text);
    }
    return count;
}

START_TEST(routes_have_axes_unless_switched_off) {
    wend_scenario *s = hall("width: 1000"), *bare = hall("axes: off"),
                  *plain = hall("legend: false");
    svg_file *with = draw_route(s), *without = draw_route(bare), *short_one = draw_route(plain);
    ck_assert_uint_gt(count_numbers(with), 8);
    ck_assert_uint_eq(count_numbers(without), 0);
    ck_assert_uint_lt(short_one->text_count, with->text_count);
    svg_free(with);
    svg_free(without);
    svg_free(short_one);
    wend_scenario_destroy(s);
    wend_scenario_destroy(bare);
    wend_scenario_destroy(plain);
}
END_TEST

static svg_file *draw_run(const char *output) {
    static const char *const outputs[] = {"run.svg"};
    wend_scenario *s = hall(output);
    wend_run_def def = lab_run_def(s);
    def.outputs = outputs;
    def.output_count = 1;
    wend_summary_destroy(lab_run_from(&def));
    wend_scenario_destroy(s);
    svg_file *f = svg_open("run.svg", alphabet);
    remove("run.svg");
    return f;
}

START_TEST(runs_have_axes_only_if_switched_on) {
    svg_file *without = draw_run("width: 900"), *with = draw_run("axes: on");
    ck_assert_uint_eq(count_numbers(without), 0);
    ck_assert_uint_gt(count_numbers(with), 8);
    svg_free(with);
    svg_free(without);
}
END_TEST

IMAGE_MAIN("axes", ticks_are_at_the_coordinates_that_they_name,
           texts_do_not_overlap_and_stay_on_the_picture, ticks_have_a_round_step,
           walls_are_where_the_axes_say, routes_have_axes_unless_switched_off,
           runs_have_axes_only_if_switched_on)
