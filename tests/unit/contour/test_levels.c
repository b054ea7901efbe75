/* Level lines of known quantities, and where they must end. */
#include "contour/levels.h"
#include "support/suite.h"
#include <math.h>
#include <wend/math.h>

typedef struct lab {
    float centre;         /* x of the centre of a cone, which is the quantity */
    float wall;           /* x of a wall; INFINITY: none */
    float hole;           /* no value where y is larger than this */
    uint32_t most;        /* lines after which the receiver stops */
    uint32_t count;       /* lines received */
    double length, worst; /* m: sum of lengths; largest error of the value at an end */
    double interval;
} lab;

static double value_at(const lab *l, wend_vec2 at) {
    return hypot((double)at.x - (double)l->centre, (double)at.y);
}

static bool sample(void *context, wend_location at, float *out) {
    const lab *l = context;
    *out = (float)value_at(l, at.position);
    return at.position.y <= l->hole;
}

static bool is_joined(void *context, wend_location a, wend_location b) {
    const lab *l = context;
    return (a.position.x < l->wall) == (b.position.x < l->wall);
}

static bool line(void *context, wend_vec2 a, wend_vec2 b) {
    lab *l = context;
    const wend_vec2 ends[] = {a, b};
    for (int i = 0; i < 2; i++) {
        double value = value_at(l, ends[i]) / l->interval;
        l->worst = fmax(l->worst, fabs(value - floor(value + 0.5)) * l->interval);
    }
    ck_assert(!(a.y > l->hole) && !(b.y > l->hole));
    l->length += hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
    return ++l->count < l->most;
}

static lab trace(lab l) {
    memory heap;
    memory_init(&heap, NULL);
    l.interval = 1.0;
    contour_levels levels = {.sample = sample,
                             .is_joined = is_joined,
                             .line = line,
                             .context = &l,
                             .low = {-5.5F, -5.5F},
                             .high = {5.5F, 5.5F},
                             .step = 0.05,
                             .interval = l.interval};
    ck_assert(contour_trace_levels(&levels, &heap));
    ck_assert_uint_eq(heap.held, 0);
    return l;
}

static const lab plain = {.wall = INFINITY, .hole = INFINITY, .most = UINT32_MAX};

/* The lines of a cone are circles with the radii 1 to 5. The box also cuts those of 6 and 7. */
START_TEST(circles_have_their_length_and_value) {
    lab l = trace(plain);
    double expected = 0.0;
    for (int r = 1; r <= 7; r++) {
        double inside = r <= 5 ? 1.0 : r < 7.7 ? 1.0 - 4.0 * acos(5.5 / r) / WEND_PI : 0.0;
        expected += 2.0 * WEND_PI * r * fmax(inside, 0.0);
    }
    ck_assert_double_eq_tol(l.length, expected, 0.02 * expected);
    ck_assert_double_le(l.worst, 1e-3);
}
END_TEST

START_TEST(walls_and_holes_interrupt_lines) {
    lab walled = plain, holed = plain;
    walled.wall = 0.01F;
    holed.hole = 0.0F;
    lab whole = trace(plain), cut = trace(walled), half = trace(holed);
    /* The wall takes one column of triangles from 15 crossings or fewer. */
    ck_assert_double_lt(cut.length, whole.length - 0.4);
    ck_assert_double_gt(cut.length, whole.length - 2.0);
    ck_assert_double_eq_tol(half.length, 0.5 * whole.length, 0.02 * whole.length);
}
END_TEST

START_TEST(receiver_can_stop) {
    lab l = plain;
    l.most = 17;
    ck_assert_uint_eq(trace(l).count, 17);
}
END_TEST

static void *refuse(void *user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}

static void release(void *user, void *block, size_t size) {
    (void)user;
    (void)block;
    (void)size;
}

START_TEST(reports_that_memory_ran_out) {
    lab l = plain;
    memory heap;
    memory_init(&heap, &(wend_allocator){refuse, release, NULL});
    contour_levels levels = {.sample = sample,
                             .is_joined = is_joined,
                             .line = line,
                             .context = &l,
                             .high = {1.0F, 1.0F},
                             .step = 0.1,
                             .interval = 1.0};
    ck_assert(!contour_trace_levels(&levels, &heap));
    ck_assert_uint_eq(l.count, 0);
}
END_TEST

int main(void) {
    const TTest *const tests[] = {circles_have_their_length_and_value,
                                  walls_and_holes_interrupt_lines, receiver_can_stop,
                                  reports_that_memory_ran_out};
    return suite_run("levels", tests, sizeof tests / sizeof tests[0]);
}
