/* Figures that explain a choice, drawn from marks that the tests define: constraints are shaded on
 * their forbidden side, velocities are drawn at the computed pixels, and malformed marks do no
 * harm. */
#define _POSIX_C_SOURCE 200809L
#include "draw/canvas/theme.h"
#include "draw/explain/explanation.h"
#include "unit/draw/image.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static memory heap;
static wend_space *space;
static wend_error error;
static const wend_point square[] = {{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
static const wend_ring boundary = {square, 4};
static const wend_layer_def layer = {.boundaries = &boundary, .boundary_count = 1};
static wend_space_def space_def;
static wend_recording recording;
static wend_agent_state agents[3];
static draw_explanation figure;

/* The layout of the sheet: it is 1200 px wide, with margins of 24 px, a gap of 16 px between
 * panels, and a header of 58 px. */
static const double SIDE = (1200.0 - 48.0 - 16.0) / 2;
static const double MAX_SPEED = 2.0;

static void set_up(void) {
    memory_init(&heap, NULL);
    space_def = wend_default_space_def();
    space_def.layers = &layer;
    space_def.layer_count = 1;
    ck_assert_int_eq(wend_space_create(&space_def, &space, &error), WEND_OK);
    recording = (wend_recording){.scenario = "marks", .space = space, .space_def = &space_def};
    for (uint64_t i = 0; i < 3; i++) {
        agents[i] = (wend_agent_state){.agent = {(1ull << 32) | i}, .key = i + 1, .radius = 0.3f};
    }
    agents[1].position = (wend_point){1.5, 1.0};
    agents[1].velocity = (wend_vec2){-1.0f, 0.0f};
    agents[2].position = (wend_point){2.0, -1.5};
    figure = (draw_explanation){.recording = &recording,
                                .heap = &heap,
                                .agents = agents,
                                .agent_count = 3,
                                .self = &agents[0],
                                .time = 1.5,
                                .max_speed = MAX_SPEED,
                                .sentence = "Agent 1 wants to go, and goes."};
}

static void tear_down(void) {
    wend_space_release(space);
    ck_assert_uint_eq(heap.held, 0);
}

static wend_result write_figure(FILE *stream, const void *what) {
    return draw_explanation_write(what, DRAW_PNG, stream, &error);
}

static image draw(const wend_mark *marks, uint32_t count) {
    figure.marks = marks;
    figure.mark_count = count;
    return image_from(write_figure, &figure);
}

/* Returns the colour of the pixel that represents a velocity in a panel that shows speeds up to
 * MAX_SPEED. */
static uint32_t at_velocity(const image *shown, double x, double y) {
    double scale = SIDE / 2 / (MAX_SPEED * 1.25), middle = 24 + SIDE + 16 + SIDE / 2;
    return image_at(shown, (int)(middle + x * scale), (int)(58 + SIDE / 2 - y * scale));
}

START_TEST(half_planes_are_shaded_on_the_forbidden_side) {
    /* Velocities with x <= 0.8 and y >= -0.6 are allowed. */
    static const wend_mark marks[] = {
        {.kind = WEND_MARK_HALF_PLANE,
         .a = {0.8f, 0.0f},
         .b = {-1.0f, 0.0f},
         .c = {0, 0},
         .label = "agent 2"},
        {.kind = WEND_MARK_HALF_PLANE,
         .a = {0.3f, -0.6f},
         .b = {0.0f, 1.0f},
         .c = {0, 0},
         .label = "wall"},
        {.kind = WEND_MARK_PREFERRED, .a = {0, 0}, .b = {1.3f, 0.0f}, .c = {0, 0}, .label = NULL},
        {.kind = WEND_MARK_VELOCITY, .a = {0, 0}, .b = {0.8f, 0.4f}, .c = {0, 0}, .label = NULL}};
    image shown = draw(marks, 4);
    ck_assert_uint_eq(at_velocity(&shown, -0.9, 0.6), THEME_GROUND);
    uint32_t once = at_velocity(&shown, 1.2, 0.9), twice = at_velocity(&shown, 1.2, -0.9);
    ck_assert_uint_ne(once, THEME_GROUND);
    ck_assert_uint_eq(at_velocity(&shown, -0.9, -0.9), once);
    ck_assert_int_gt(image_colour_difference(twice, THEME_GROUND),
                     image_colour_difference(once, THEME_GROUND));
    ck_assert_uint_eq(at_velocity(&shown, 0.8, 0.4), THEME_CHOSEN);
    /* The circle of the preferred velocity is hollow. */
    ck_assert_uint_eq(at_velocity(&shown, 1.3, 0.0), THEME_GROUND);
    /* Velocities above the maximum speed are shaded too. */
    ck_assert_uint_ne(at_velocity(&shown, -1.9, 1.9), THEME_GROUND);
    image_free(&shown);
}
END_TEST

START_TEST(cones_are_shaded_between_their_sides) {
    static const wend_mark marks[] = {{.kind = WEND_MARK_CONE,
                                       .a = {0.2f, 0.3f},
                                       .b = {0.8f, 0.6f},
                                       .c = {0.6f, 0.8f},
                                       .label = "agent 2"}};
    image shown = draw(marks, 1);
    for (int i = 1; i <= 30; i++) {
        /* The middle of the cone is shaded; points outside the cone, on either side, are not. */
        double step = i * 0.03;
        uint32_t inside = at_velocity(&shown, 0.2 + 0.7 * step, 0.3 + 0.72 * step);
        if (i > 3) {
            ck_assert_uint_ne(inside, THEME_GROUND);
        }
        ck_assert_uint_eq(at_velocity(&shown, 0.25 + step, 0.15), THEME_GROUND);
        ck_assert_uint_eq(at_velocity(&shown, -0.1, 0.4 + step), THEME_GROUND);
    }
    image_free(&shown);
}
END_TEST

/* A cone that opens to the right and has a round tip. Its velocities are either forbidden or
 * required. */
static const wend_mark cut_cone[] = {
    {.kind = WEND_MARK_FORBIDDEN, .a = {0.5f, 0.0f}, .b = {0, 0}, .c = {0, 0}, .label = "agent 2"},
    {.kind = WEND_MARK_BOUNDARY_SEGMENT,
     .a = {0.64f, -0.48f},
     .b = {80.0f, -60.0f},
     .c = {0, 0},
     .label = NULL},
    {.kind = WEND_MARK_BOUNDARY_SEGMENT,
     .a = {80.0f, 60.0f},
     .b = {0.64f, 0.48f},
     .c = {0, 0},
     .label = NULL},
    {.kind = WEND_MARK_BOUNDARY_ARC,
     .a = {0.64f, 0.48f},
     .b = {0.64f, -0.48f},
     .c = {1.0f, 0.0f},
     .label = NULL}};

START_TEST(velocity_sets_are_shaded_inside_their_boundary) {
    wend_mark allowed[4];
    memcpy(allowed, cut_cone, sizeof allowed);
    allowed[0].kind = WEND_MARK_ALLOWED;
    image forbidden = draw(cut_cone, 4), wanted = draw(allowed, 4);
    for (int i = 1; i <= 10; i++) {
        double x = 0.45 + i * 0.07, y = x < 0.64 ? 0.05 : 0.6 * x;
        /* The round tip begins at x = 0.4 on the axis of the cone, and meets the cone's sides at x
         * = 0.64. */
        ck_assert_uint_ne(at_velocity(&forbidden, x, y), THEME_GROUND);
        ck_assert_uint_eq(at_velocity(&forbidden, x, 0.9 * x + 0.1), THEME_GROUND);
        ck_assert_uint_eq(at_velocity(&forbidden, 0.3, -0.2), THEME_GROUND);
        ck_assert_uint_ne(at_velocity(&wanted, x, y), at_velocity(&forbidden, x, y));
        ck_assert_uint_ne(at_velocity(&wanted, x, y), THEME_GROUND);
    }
    ck_assert_uint_ne(at_velocity(&forbidden, 0.45, 0.05), THEME_GROUND);
    /* This point is not covered, because the tip is round. */
    ck_assert_uint_eq(at_velocity(&forbidden, 0.45, 0.3), THEME_GROUND);
    image_free(&forbidden);
    image_free(&wanted);
}
END_TEST

/* The panel shows 3 m on each side of the agent, which is at (0, 0). */
START_TEST(disc_marks_are_drawn_as_outlines) {
    static const wend_mark disc = {
        .kind = WEND_MARK_DISC, .a = {0.5f, -0.4f}, .b = {2.0f, 0}, .c = {0, 0}, .label = NULL};
    wend_mark odd = disc;
    odd.b.x = INFINITY;
    image shown = draw(&disc, 1), without = draw(&odd, 1);
    int outline = 0;
    for (int i = 0; i < 60; i++) {
        double angle = i * 0.104719755, found = 0;
        for (double away = 1.5; away < 2.5; away += 0.005) {
            double x = 0.5 + away * cos(angle), y = -0.4 + away * sin(angle);
            int px = (int)(24 + SIDE / 2 + x * SIDE / 6), py = (int)(58 + SIDE / 2 - y * SIDE / 6);
            bool differs = image_at(&shown, px, py) != image_at(&without, px, py);
            ck_assert(!differs || fabs(away - 2) < 0.04);
            found += differs;
        }
        outline += found > 0;
    }
    /* Agents hide some of the 60 points of the outline. */
    ck_assert_int_ge(outline, 50);
    image_free(&shown);
    image_free(&without);
}
END_TEST

/* A set with an invalid piece of its boundary is not drawn; nor are pieces that belong to no set.
 */
START_TEST(leaves_out_invalid_velocity_sets) {
    wend_mark broken[4];
    memcpy(broken, cut_cone, sizeof broken);
    broken[0].label = NULL;
    broken[2].b.x = NAN;
    image plain = draw(NULL, 0), shown = draw(broken + 1, 1);
    ck_assert(image_is_same(&shown, &plain));
    image_free(&shown);
    shown = draw(broken, 4);
    ck_assert_uint_eq(at_velocity(&shown, 1.2, 0.4), THEME_GROUND);
    image_free(&shown);
    image_free(&plain);
}
END_TEST

/* The preferred velocities form an arc that extends to both sides of the x axis, or the chord of
 * this arc. */
START_TEST(draws_preferred_arcs_and_segments) {
    static const wend_mark marks[] = {{.kind = WEND_MARK_PREFERRED_ARC,
                                       .a = {0.72f, -0.96f},
                                       .b = {0.72f, 0.96f},
                                       .c = {0, 0},
                                       .label = NULL},
                                      {.kind = WEND_MARK_PREFERRED_SEGMENT,
                                       .a = {0.72f, -0.96f},
                                       .b = {0.72f, 0.96f},
                                       .c = {0, 0},
                                       .label = NULL}};
    image arc = draw(marks, 1), chord = draw(marks + 1, 1);
    for (int i = -8; i <= 8; i++) {
        double angle = 0.1 * i + 0.05, x = 1.2 * cos(angle), y = 1.2 * sin(angle);
        ck_assert_uint_eq(at_velocity(&arc, x, y), THEME_GOAL);
        ck_assert_uint_ne(at_velocity(&arc, -x, y), THEME_GOAL);
        ck_assert_uint_ne(at_velocity(&arc, 0.72, 0.8 * y), THEME_GOAL);
        ck_assert_uint_eq(at_velocity(&chord, 0.72, 0.8 * y), THEME_GOAL);
        ck_assert_uint_ne(at_velocity(&chord, x + 0.1, y), THEME_GOAL);
    }
    image_free(&arc);
    image_free(&chord);
}
END_TEST

START_TEST(draws_the_world_around_the_agent) {
    static const wend_mark marks[] = {
        {.kind = WEND_MARK_PATH,
         .a = {0, 0},
         .b = {0.0f, 2.5f},
         .c = {0, 0},
         .label = "next point"},
        {.kind = WEND_MARK_REGION,
         .a = {-1.0f, 2.5f},
         .b = {1.0f, 2.5f},
         .c = {0, 0},
         .label = "portal"},
        {.kind = WEND_MARK_FORCE, .a = {0, 0}, .b = {-2.0f, 0.0f}, .c = {0, 0}, .label = "push"}};
    image shown = draw(marks, 3);
    /* The panel extends 3 m from the agent to each edge. */
    double scale = SIDE / 6.0, x = 24 + SIDE / 2, y = 58 + SIDE / 2;
    ck_assert_uint_eq(image_at(&shown, (int)(x - 0.8 * scale), (int)(y - 2.5 * scale)), THEME_GOAL);
    ck_assert_uint_eq(image_at(&shown, (int)(x + 2.0 * scale), (int)(y + 1.6 * scale)),
                      theme_group_colour(0));
    ck_assert_uint_eq(image_at(&shown, (int)(x - 1.5 * scale), (int)y), 0x8c2d8c);
    ck_assert_uint_eq(image_at(&shown, (int)(x - 2.0 * scale), (int)(y + 2.0 * scale)),
                      THEME_GROUND);
    image_free(&shown);
}
END_TEST

/* If a faulty model emits invalid marks, the sheet is still complete and shows none of them. */
START_TEST(leaves_out_invalid_marks) {
    const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f};
    image plain = draw(NULL, 0);
    for (int kind = 0; kind < WEND_MARK_COUNT; kind++) {
        for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
            wend_mark mark = {
                .kind = (wend_mark_kind)kind, .a = {0, odd[i]}, .b = {odd[i], 1}, .c = {1, odd[i]}};
            image shown = draw(&mark, 1);
            ck_assert_int_eq(shown.width, plain.width);
            ck_assert_msg(image_is_same(&shown, &plain), "kind %d, %g", kind, (double)odd[i]);
            image_free(&shown);
        }
    }
    image_free(&plain);
}
END_TEST

START_TEST(draws_marks_in_world_or_velocity_space) {
    /* The same coordinates are drawn at different positions in world space and in velocity space.
     */
    wend_mark mark = {.kind = WEND_MARK_PATH, .a = {-1.0f, 1.0f}, .b = {1.0f, 1.0f}};
    image world = draw(&mark, 1);
    mark.space = WEND_MARK_SPACE_WORLD;
    image same = draw(&mark, 1);
    mark.space = WEND_MARK_SPACE_VELOCITY;
    image other = draw(&mark, 1);
    ck_assert(image_is_same(&world, &same));
    ck_assert_uint_eq(at_velocity(&world, 0.5, 1.0), THEME_GROUND);
    ck_assert_uint_eq(at_velocity(&other, 0.5, 1.0), THEME_GOAL);
    /* The figure also names the neighbour from which a constraint results. */
    wend_mark plane = {.kind = WEND_MARK_HALF_PLANE, .b = {0, 1.0f}, .label = "neighbour"};
    image bare = draw(&plane, 1);
    plane.subject = (wend_subject){.kind = WEND_SUBJECT_AGENT, .key = 7};
    image seven = draw(&plane, 1);
    plane.subject.key = 8;
    image eight = draw(&plane, 1);
    ck_assert(!image_is_same(&bare, &seven) && !image_is_same(&seven, &eight));
    image *all[] = {&world, &same, &other, &bare, &seven, &eight};
    for (int i = 0; i < 6; i++) {
        image_free(all[i]);
    }
}
END_TEST

START_TEST(fits_many_and_long_labels) {
    static wend_mark marks[300];
    char sentence[WEND_EXPLANATION_SIZE];
    memset(sentence, 'w', sizeof sentence - 1);
    sentence[sizeof sentence - 1] = '\0';
    for (int i = 0; i < 300; i++) {
        float angle = (float)i * 0.7f;
        marks[i] = (wend_mark){.kind = WEND_MARK_HALF_PLANE,
                               .a = {cosf(angle), sinf(angle)},
                               .b = {-cosf(angle), -sinf(angle)},
                               .label = "somebody with a name"};
    }
    figure.sentence = sentence;
    image one = draw(marks, 300);
    for (size_t i = 5; i < sizeof sentence - 1; i += 6) {
        sentence[i] = ' ';
    }
    image other = draw(marks, 300);
    ck_assert(!image_is_same(&one, &other));
    image_free(&one);
    image_free(&other);
}
END_TEST

IMAGE_MAIN("explanation", half_planes_are_shaded_on_the_forbidden_side,
           cones_are_shaded_between_their_sides, velocity_sets_are_shaded_inside_their_boundary,
           disc_marks_are_drawn_as_outlines, leaves_out_invalid_velocity_sets,
           draws_preferred_arcs_and_segments, draws_the_world_around_the_agent,
           leaves_out_invalid_marks, draws_marks_in_world_or_velocity_space,
           fits_many_and_long_labels)
