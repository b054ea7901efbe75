/* Checks the lengths of segments by terrain type: they are exact on boxes, match dense samples on
 * random polygons, and include terrain beyond links. Also checks the names of terrain types, and
 * invalid arguments. */
#include <math.h>
#include <string.h>

#include <wend/math.h>
#include <wend/random.h>
#include <wend/space.h>

#include "support/suite.h"

enum { BOXES = 6, STARS = 5, CORNERS = 9, TRIALS = 200, SAMPLES = 20000, TYPES = 8 };

static double sample_uniform(uint64_t seed, uint32_t purpose, double low, double high) {
    return low + (high - low) * wend_random_uniform(seed, 1, 0, purpose);
}

static wend_space *make(const wend_terrain_def *terrains, uint32_t count) {
    wend_layer_def layer = {.terrains = terrains, .terrain_count = count};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    wend_error error;
    def.layers = &layer;
    def.layer_count = 1;
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    return space;
}

static double length_of(const wend_terrain_length *all, uint32_t count, uint32_t type) {
    for (uint32_t i = 0; i < count; i++) {
        if (all[i].type == type) {
            return all[i].length;
        }
    }
    return 0.0;
}

/* ---- Boxes: by cutting the segment at their sides -------------------------------------------- */

typedef struct box {
    double x[2], y[2];
} box;

/* Returns the type of the topmost box at a point. */
static uint32_t top_at(const box *boxes, double x, double y) {
    for (int i = BOXES - 1; i >= 0; i--) {
        const box *b = &boxes[i];
        if (x > b->x[0] && x < b->x[1] && y > b->y[0] && y < b->y[1]) {
            return (uint32_t)(1 + i % 3);
        }
    }
    return 0;
}

static void expect_boxes(const box *boxes, wend_vec2 from, wend_vec2 to, double out[TYPES]) {
    double cuts[4 * BOXES + 2] = {0.0, 1.0}, length = hypot((double)to.x - (double)from.x,
                                                            (double)to.y - (double)from.y);
    uint32_t count = 2;
    for (int i = 0; i < BOXES; i++) {
        for (int k = 0; k < 2; k++) {
            double dx = (double)to.x - (double)from.x, dy = (double)to.y - (double)from.y;
            cuts[count++] = fmin(fmax((boxes[i].x[k] - (double)from.x) / dx, 0.0), 1.0);
            cuts[count++] = fmin(fmax((boxes[i].y[k] - (double)from.y) / dy, 0.0), 1.0);
        }
    }
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t k = i; k > 0 && cuts[k] < cuts[k - 1]; k--) {
            double kept = cuts[k];
            cuts[k] = cuts[k - 1];
            cuts[k - 1] = kept;
        }
    }
    memset(out, 0, TYPES * sizeof *out);
    for (uint32_t i = 0; i + 1 < count; i++) {
        double t = 0.5 * (cuts[i] + cuts[i + 1]);
        double x = (double)from.x + t * ((double)to.x - (double)from.x);
        double y = (double)from.y + t * ((double)to.y - (double)from.y);
        out[top_at(boxes, x, y)] += (cuts[i + 1] - cuts[i]) * length;
    }
}

START_TEST(lengths_on_boxes_are_exact) {
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        box boxes[BOXES];
        wend_point points[BOXES][4];
        wend_terrain_def terrains[BOXES] = {0};
        for (uint32_t i = 0; i < BOXES; i++) {
            for (uint32_t k = 0; k < 2; k++) { /* integers, so that sides of boxes coincide */
                boxes[i].x[k] = floor(sample_uniform(seed, 8 * i + k, 0, 10)) + (k ? 11 : 0) - 10;
                boxes[i].y[k] =
                    floor(sample_uniform(seed, 8 * i + 2 + k, 0, 10)) + (k ? 11 : 0) - 10;
            }
            points[i][0] = (wend_point){boxes[i].x[0], boxes[i].y[0]};
            points[i][1] = (wend_point){boxes[i].x[1], boxes[i].y[0]};
            points[i][2] = (wend_point){boxes[i].x[1], boxes[i].y[1]};
            points[i][3] = (wend_point){boxes[i].x[0], boxes[i].y[1]};
            terrains[i] = (wend_terrain_def){.ring = {points[i], 4}, .type = 1 + i % 3};
        }
        wend_space *space = make(terrains, BOXES);
        wend_vec2 from = {(float)sample_uniform(seed, 90, -12, 12),
                          (float)sample_uniform(seed, 91, -12, 12)};
        wend_vec2 to = {(float)sample_uniform(seed, 92, -12, 12),
                        (float)sample_uniform(seed, 93, -12, 12)};
        double expected[TYPES], sum = 0.0;
        wend_terrain_length found[TYPES];
        uint32_t count =
            wend_space_segment_terrain(space, (wend_location){from, 0}, to, found, TYPES);
        expect_boxes(boxes, from, to, expected);
        for (uint32_t type = 0; type < TYPES; type++) {
            double length = length_of(found, count, type);
            ck_assert_msg(fabs(length - expected[type]) < 1e-9, "seed %u, type %u: %g and %g",
                          (unsigned)seed, type, length, expected[type]);
            sum += length;
        }
        ck_assert_double_eq_tol(
            sum, hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y), 1e-9);
        wend_space_release(space);
    }
}
END_TEST

/* ---- Star-shaped polygons with holes, by samples --------------------------------------------- */

START_TEST(lengths_on_random_polygons_match_samples) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_point outer[STARS][CORNERS], inner[STARS][CORNERS];
        wend_ring holes[STARS];
        wend_terrain_def terrains[STARS] = {0};
        for (uint32_t i = 0; i < STARS; i++) {
            double x = sample_uniform(seed, 40 * i, -5, 5),
                   y = sample_uniform(seed, 40 * i + 1, -5, 5);
            for (uint32_t k = 0; k < CORNERS; k++) {
                double angle = 2 * WEND_PI * k / CORNERS,
                       r = sample_uniform(seed, 40 * i + 2 + k, 2, 6);
                outer[i][k] = (wend_point){x + r * cos(angle), y + r * sin(angle)};
                inner[i][k] = (wend_point){x + 0.4 * r * cos(angle), y + 0.4 * r * sin(angle)};
            }
            holes[i] = (wend_ring){inner[i], CORNERS};
            terrains[i] = (wend_terrain_def){.ring = {outer[i], CORNERS},
                                             .type = 5 - i % 4,
                                             .holes = &holes[i],
                                             .hole_count = i % 2};
        }
        wend_space *space = make(terrains, STARS);
        wend_vec2 from = {-11, (float)sample_uniform(seed, 300, -6, 6)},
                  to = {11, (float)sample_uniform(seed, 301, -6, 6)};
        double length = hypot(22.0, (double)to.y - (double)from.y), sampled[TYPES] = {0};
        for (uint32_t i = 0; i < SAMPLES; i++) {
            double t = (i + 0.5) / SAMPLES;
            wend_vec2 at = {(float)(-11 + 22 * t),
                            (float)((double)from.y + t * ((double)to.y - (double)from.y))};
            sampled[wend_space_terrain(space, (wend_location){at, 0})] += length / SAMPLES;
        }
        wend_terrain_length found[TYPES];
        uint32_t count =
            wend_space_segment_terrain(space, (wend_location){from, 0}, to, found, TYPES);
        for (uint32_t type = 0; type < TYPES; type++) { /* each cut may add or remove one sample */
            ck_assert_double_eq_tol(length_of(found, count, type), sampled[type],
                                    20 * length / SAMPLES);
        }
        for (uint32_t i = 1; i < count; i++) {
            ck_assert_uint_lt(found[i - 1].type, found[i].type);
        }
        wend_terrain_length fewer[TYPES];
        for (uint32_t room = 0; room < count; room++) {
            ck_assert_uint_eq(
                wend_space_segment_terrain(space, (wend_location){from, 0}, to, fewer, room),
                count);
            for (uint32_t i = 0; i < room; i++) {
                ck_assert_uint_eq(fewer[i].type, found[i].type);
                ck_assert_double_eq(fewer[i].length, found[i].length);
            }
        }
        wend_space_release(space);
    }
}
END_TEST

/* ---- Layers, names, odd input ---------------------------------------------------------------- */

START_TEST(lengths_include_terrain_beyond_links) {
    static const wend_point left[] = {{0, 0}, {5, 0}, {5, 4}, {0, 4}};
    static const wend_point right[] = {{5, 0}, {10, 0}, {10, 4}, {5, 4}};
    static const wend_point wide[] = {{-1, -1}, {11, -1}, {11, 5}, {-1, 5}};
    const wend_ring rings[] = {{left, 4}, {right, 4}};
    const wend_terrain_def ground[] = {{.ring = {wide, 4}, .type = 1},
                                       {.ring = {wide, 4}, .type = 2}};
    const wend_layer_def layers[] = {
        {.boundaries = &rings[0], .boundary_count = 1, .terrains = &ground[0], .terrain_count = 1},
        {.boundaries = &rings[1], .boundary_count = 1, .terrains = &ground[1], .terrain_count = 1}};
    const wend_link_def link = {{5, 0}, {5, 4}, 0, 1};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    wend_error error;
    def.layers = layers;
    def.layer_count = 2;
    def.links = &link;
    def.link_count = 1;
    ck_assert_msg(wend_space_create(&def, &space, &error) == WEND_OK, "%s", error.message);
    wend_terrain_length found[4];
    ck_assert_uint_eq(
        wend_space_segment_terrain(space, (wend_location){{3, 2}, 0}, (wend_vec2){9, 2}, found, 4),
        2);
    ck_assert_double_eq_tol(found[0].length, 2.0, 1e-12);
    ck_assert_double_eq_tol(found[1].length, 4.0, 1e-12);
    wend_space_release(space);
}
END_TEST

START_TEST(handles_degenerate_segments) {
    static const wend_point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const wend_terrain_def terrain = {.ring = {square, 4}, .type = UINT32_MAX - 1};
    wend_space *space = make(&terrain, 1);
    wend_terrain_length found[2];
    wend_location inside = {{0.5F, 0.5F}, 0};
    ck_assert_uint_eq(wend_space_segment_terrain(space, inside, inside.position, found, 2), 1);
    ck_assert_uint_eq(found[0].type, UINT32_MAX - 1);
    ck_assert_double_eq(found[0].length, 0.0);
    ck_assert_uint_eq(wend_space_segment_terrain(space, inside, (wend_vec2){NAN, 0}, found, 2), 0);
    ck_assert_uint_eq(wend_space_segment_terrain(space, inside, (wend_vec2){0, INFINITY}, found, 2),
                      0);
    inside.layer = 1;
    ck_assert_uint_eq(wend_space_segment_terrain(space, inside, (wend_vec2){0, 0}, found, 2), 0);
    /* For a segment along an edge and through corners, the lengths of all types add up to its
     * length. */
    inside = (wend_location){{-1, 0}, 0};
    uint32_t count = wend_space_segment_terrain(space, inside, (wend_vec2){2, 0}, found, 2);
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += found[i].length;
    }
    ck_assert_double_eq_tol(sum, 3.0, 1e-12);
    wend_space_release(space);
}
END_TEST

START_TEST(terrain_names_are_unique_and_searchable) {
    static const char *const names[] = {"floor", NULL, "mud", "", "grass"};
    static const char *const twice[] = {"mud", "", "mud"};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL, *bare = NULL;
    wend_error error;
    ck_assert_int_eq(wend_space_create(&def, &bare, NULL), WEND_OK);
    def.terrain_names = names;
    def.terrain_name_count = 5;
    ck_assert_int_eq(wend_space_create(&def, &space, NULL), WEND_OK);
    ck_assert_uint_eq(wend_space_hash(space), wend_space_hash(bare));
    ck_assert_uint_eq(wend_space_terrain_name_count(space), 5);
    ck_assert_str_eq(wend_space_terrain_name(space, 0), "floor");
    ck_assert_str_eq(wend_space_terrain_name(space, 1), "");
    ck_assert_str_eq(wend_space_terrain_name(space, 4), "grass");
    ck_assert_str_eq(wend_space_terrain_name(space, 5), "");
    ck_assert_uint_eq(wend_space_find_terrain(space, "mud"), 2);
    ck_assert_uint_eq(wend_space_find_terrain(space, "sand"), WEND_NO_TERRAIN);
    ck_assert_uint_eq(wend_space_find_terrain(space, ""), WEND_NO_TERRAIN);
    wend_space_release(space);
    wend_space_release(bare);
    def.terrain_names = twice;
    def.terrain_name_count = 3;
    ck_assert_int_eq(wend_space_create(&def, &space, &error), WEND_ERROR_NAME);
    ck_assert_ptr_nonnull(strstr(error.message, "'mud'"));
    def.terrain_names = NULL;
    ck_assert_int_eq(wend_space_create(&def, &space, &error), WEND_ERROR_INVALID);
    def.terrain_name_count = WEND_MAX_TERRAIN_NAMES + 1;
    ck_assert_int_eq(wend_space_create(&def, &space, &error), WEND_ERROR_LIMIT);
}
END_TEST

int main(void) {
    SUITE("space/lengths", lengths_on_boxes_are_exact, lengths_on_random_polygons_match_samples,
          lengths_include_terrain_beyond_links, handles_degenerate_segments,
          terrain_names_are_unique_and_searchable);
}
