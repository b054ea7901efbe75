/* Labels of half-planes, read from SVG figures: each names the key of its neighbour and stands at
 * its line, and no label covers a velocity or another label. */
#define _POSIX_C_SOURCE 200809L
#include "draw/canvas/surface.h"
#include "draw/canvas/theme.h"
#include "draw/explain/explanation.h"
#include "support/trials.h"
#include "unit/draw/image.h"
#include "unit/draw/svg.h"
#include <wend/random.h>

enum { SEED = 3, PLANES = 12 };
static const char characters[] = "neighbour 0123456789";
/* The panel of velocity space, see test_explanation.c. */
static const double SIDE = (1200.0 - 48.0 - 16.0) / 2, MAX_SPEED = 2.0;

static memory heap;
static wend_space *space;
static wend_error error;
static const wend_layer_def layer = {.name = NULL};
static wend_space_def space_def;
static wend_recording recording;
static wend_agent_state self;
static wend_mark marks[PLANES + 2];
static draw_explanation figure;
static svg_file *alphabet;

static wend_result write_alphabet(FILE *stream, const void *what) {
    (void)what;
    ck_assert_int_eq(surface_load(NULL), WEND_OK);
    draw_surface sheet = surface_open(DRAW_SVG, 400, 100, stream);
    /* Each character once: cairo numbers glyphs by their first use. */
    theme_text(sheet.cr, "neighbour 0123456789", 10.0, 50.0, 11.5, false, 0);
    return surface_finish(&sheet, NULL);
}

static void set_up(void) {
    memory_init(&heap, NULL);
    space_def = wend_default_space_def();
    space_def.layers = &layer;
    space_def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&space_def, &space, &error), WEND_OK);
    recording = (wend_recording){.scenario = "labels", .space = space, .space_def = &space_def};
    self = (wend_agent_state){.agent = {1ull << 32}, .key = 900, .radius = 0.3f};
    figure = (draw_explanation){.recording = &recording,
                                .heap = &heap,
                                .agents = &self,
                                .agent_count = 1,
                                .self = &self,
                                .marks = marks,
                                .mark_count = PLANES + 2,
                                .max_speed = MAX_SPEED,
                                .sentence = ""};
    alphabet = svg_from(write_alphabet, NULL, NULL);
    svg_set_alphabet(alphabet, characters);
}

static void tear_down(void) {
    svg_free(alphabet);
    wend_space_release(space);
    ck_assert_uint_eq(heap.held, 0);
}

static double random_between(uint32_t round, uint32_t *calls, double low, double high) {
    return low + (high - low) * wend_random_uniform(SEED, round, (*calls)++, 0);
}

static wend_vec2 random_velocity(uint32_t round, uint32_t *calls) {
    double angle = random_between(round, calls, 0, 6.283),
           speed = random_between(round, calls, 0, 2);
    return (wend_vec2){(float)(speed * cos(angle)), (float)(speed * sin(angle))};
}

/* Makes half-planes of the neighbours 101, 102, ... whose lines all cross the disc of possible
 * speeds. */
static void make_marks(uint32_t round) {
    uint32_t calls = 0;
    for (uint32_t i = 0; i < PLANES; i++) {
        double angle = random_between(round, &calls, 0, 6.283);
        marks[i] = (wend_mark){.kind = WEND_MARK_HALF_PLANE,
                               .a = random_velocity(round, &calls),
                               .b = {(float)cos(angle), (float)sin(angle)},
                               .label = "neighbour",
                               .subject = {.kind = WEND_SUBJECT_AGENT, .key = 101 + i}};
    }
    marks[PLANES] = (wend_mark){.kind = WEND_MARK_PREFERRED, .b = random_velocity(round, &calls)};
    marks[PLANES + 1] =
        (wend_mark){.kind = WEND_MARK_VELOCITY, .b = random_velocity(round, &calls)};
    self.velocity = random_velocity(round, &calls);
}

static wend_point px_of(wend_vec2 velocity) {
    double scale = SIDE / 2 / (MAX_SPEED * 1.25);
    return (wend_point){24 + SIDE + 16 + SIDE / 2 + (double)velocity.x * scale,
                        58 + SIDE / 2 - (double)velocity.y * scale};
}

static wend_result write_figure(FILE *stream, const void *what) {
    return draw_explanation_write(what, DRAW_SVG, stream, &error);
}

/* Returns the distance from a box to a point along the axis along which it is larger. */
static double box_distance(const svg_text *t, wend_point p) {
    return fmax(fmax(t->low.x - p.x, p.x - t->high.x), fmax(t->low.y - p.y, p.y - t->high.y));
}

/* Checks that a label is beside the line of its half-plane. */
static void check_line(const svg_text *t, const wend_mark *mark, uint32_t round) {
    wend_point at = px_of(mark->a);
    double nearest = INFINITY;
    for (int i = 0; i < 4; i++) {
        wend_point corner = {i % 2 == 0 ? t->low.x : t->high.x, i < 2 ? t->low.y : t->high.y};
        double off = (corner.x - at.x) * (double)mark->b.x - (corner.y - at.y) * (double)mark->b.y;
        nearest = fmin(nearest, fabs(off));
    }
    ck_assert_msg(nearest < 8.0, "round %u: %s is %g px from its line", round, t->text, nearest);
}

START_TEST(every_half_plane_is_labelled_at_its_line) {
    for (uint32_t round = 0; round < trials(40); round++) {
        make_marks(round);
        svg_file *f = svg_from(write_figure, &figure, alphabet);
        for (uint32_t i = 0; i < PLANES; i++) {
            char text[32];
            uint32_t found = 0;
            snprintf(text, sizeof text, "neighbour %u", 101 + i);
            for (uint32_t k = 0; k < f->text_count; k++) {
                if (strcmp(f->texts[k].text, text) == 0) {
                    check_line(&f->texts[k], &marks[i], round);
                    found++;
                }
            }
            ck_assert_msg(found == 1, "round %u: %u labels '%s'", round, found, text);
        }
        svg_free(f);
    }
}
END_TEST

START_TEST(labels_cover_neither_velocities_nor_each_other) {
    for (uint32_t round = 0; round < trials(40); round++) {
        make_marks(round);
        svg_file *f = svg_from(write_figure, &figure, alphabet);
        for (uint32_t i = 0; i < f->text_count; i++) {
            const svg_text *t = &f->texts[i];
            if (strncmp(t->text, "neighbour ", 10) != 0) {
                continue;
            }
            /* The velocities are discs with a radius of 5.5 px. */
            ck_assert_double_gt(box_distance(t, px_of(marks[PLANES].b)), 5.5);
            ck_assert_double_gt(box_distance(t, px_of(marks[PLANES + 1].b)), 5.5);
            ck_assert_double_gt(box_distance(t, px_of(self.velocity)), 5.5);
            for (uint32_t k = 0; k < f->text_count; k++) {
                bool other = k != i && f->texts[k].low.x > 24 + SIDE + 16;
                ck_assert_msg(!other || !svg_overlap(t, &f->texts[k], 0.0), "round %u: %s, %s",
                              round, t->text, f->texts[k].text);
            }
        }
        svg_free(f);
    }
}
END_TEST

IMAGE_MAIN("plane_labels", every_half_plane_is_labelled_at_its_line,
           labels_cover_neither_velocities_nor_each_other)
