#include "support/kit/disc_worlds.h"

#include "clean/clean.h"
#include <check.h>
#include <math.h>

enum { MOST_POLYGONS = 160, MOST_CORNERS = 12, MOST_WALLS = 4 };

static const double SIDE = 20.0; /* m: side of the square that contains the ground */
static const double FULL_TURN = 6.283185307179586;

/* The random polygons of a world, before cleaning. */
typedef struct drawing {
    dice from;
    double cosine, sine; /* rotation of all polygons about the middle of the square */
    wend_point points[MOST_POLYGONS][MOST_CORNERS];
    shapes_ring rings[MOST_POLYGONS];
    shapes_polygon polygons[MOST_POLYGONS];
    uint32_t count;
} drawing;

static double sample(drawing *d, double low, double high) {
    return dice_between(&d->from, low, high);
}

static bool sample_chance(drawing *d, double share) {
    return sample(d, 0.0, 1.0) < share;
}

/* ---- Polygons -------------------------------------------------------------------------------- */

static void begin_ring(drawing *d) {
    ck_assert_uint_lt(d->count, MOST_POLYGONS);
    d->rings[d->count] = (shapes_ring){d->points[d->count], 0};
    d->polygons[d->count] = (shapes_polygon){
        .rings = &d->rings[d->count], .ring_count = 1, .line = (int)d->count + 1, .column = 1};
    d->count++;
}

static void add_corner(drawing *d, double x, double y) {
    shapes_ring *ring = &d->rings[d->count - 1];
    ck_assert_uint_lt(ring->count, MOST_CORNERS);
    double u = x - SIDE / 2.0, v = y - SIDE / 2.0;
    ring->points[ring->count++] = (wend_point){SIDE / 2.0 + d->cosine * u - d->sine * v,
                                               SIDE / 2.0 + d->sine * u + d->cosine * v};
}

static void add_box(drawing *d, double left, double bottom, double right, double top) {
    begin_ring(d);
    add_corner(d, left, bottom);
    add_corner(d, right, bottom);
    add_corner(d, right, top);
    add_corner(d, left, top);
}

static void rotate_all(drawing *d, double angle) {
    d->cosine = cos(angle);
    d->sine = sin(angle);
}

/* Adds random convex polygons with their corners on a circle. */
static void add_convex(drawing *d) {
    uint32_t count = 5 + dice_below(&d->from, 12);
    for (uint32_t i = 0; i < count; i++) {
        double x = sample(d, 0.0, SIDE), y = sample(d, 0.0, SIDE), size = sample(d, 0.1, 2.5);
        double angle = sample(d, 0.0, 1.0);
        begin_ring(d);
        for (uint32_t k = 3 + dice_below(&d->from, 6); k > 0 && angle < FULL_TURN; k--) {
            add_corner(d, x + size * cos(angle), y + size * sin(angle));
            angle += sample(d, 0.3, 2.0);
        }
        if (d->rings[d->count - 1].count < 3) {
            add_corner(d, x + size * cos(angle), y + size * sin(angle));
        }
    }
}

static void add_star(drawing *d, double x, double y, double size) {
    uint32_t count = 6 + dice_below(&d->from, MOST_CORNERS - 5);
    begin_ring(d);
    for (uint32_t k = 0; k < count; k++) {
        double angle = FULL_TURN * k / count, reach = size * sample(d, 0.15, 1.0);
        add_corner(d, x + reach * cos(angle), y + reach * sin(angle));
    }
}

/* Adds a cup with slanted walls that is open upwards. If `angle` is true, it has only one of these
 * walls and forms an angle. */
static void add_cup(drawing *d, double x, double y, double size, bool angle) {
    double thick = sample(d, 0.1, 0.4), slant = sample(d, -0.4, 0.4);
    begin_ring(d);
    add_corner(d, x, y);
    add_corner(d, x + size, y);
    if (angle) {
        add_corner(d, x + size, y + thick);
    } else {
        add_corner(d, x + size + slant, y + size);
        add_corner(d, x + size + slant - thick, y + size);
        add_corner(d, x + size - thick, y + thick);
    }
    add_corner(d, x + thick, y + thick);
    add_corner(d, x + thick + slant, y + size);
    add_corner(d, x + slant, y + size);
}

static void add_concave(drawing *d) {
    uint32_t count = 4 + dice_below(&d->from, 8);
    for (uint32_t i = 0; i < count; i++) {
        double x = sample(d, 0.0, SIDE - 3.0), y = sample(d, 0.0, SIDE - 3.0);
        if (sample_chance(d, 0.5)) {
            add_star(d, x + 1.5, y + 1.5, sample(d, 0.5, 3.0));
        } else {
            rotate_all(d, sample(d, 0.0, FULL_TURN));
            add_cup(d, x, y, sample(d, 1.5, 5.0), sample_chance(d, 0.4));
            rotate_all(d, 0.0);
        }
    }
}

static void add_touching(drawing *d) {
    uint32_t count = 15 + dice_below(&d->from, 40);
    rotate_all(d, sample_chance(d, 0.3) ? sample(d, 0.0, FULL_TURN) : 0.0);
    for (uint32_t i = 0; i < count; i++) {
        double x = 1.0 + dice_below(&d->from, 18), y = 1.0 + dice_below(&d->from, 18);
        if (sample_chance(d, 0.6)) {
            add_box(d, x, y, x + 1.0 + dice_below(&d->from, 2), y + 1.0);
        } else {
            begin_ring(d);
            add_corner(d, x, y - 1.0);
            add_corner(d, x + 1.0, y);
            add_corner(d, x, y + 1.0);
            add_corner(d, x - 1.0, y);
        }
    }
}

/* Adds walls from one side to the other. Their gaps are within a few millimetres of what discs
 * need, or wide enough for all discs. */
static void add_gaps(drawing *d, const double *levels) {
    static const double mores[] = {-0.01, -0.0022, -0.0012, 0.0012, 0.0022, 0.01, 0.4};
    rotate_all(d, sample_chance(d, 0.5) ? 0.0 : sample(d, 0.0, FULL_TURN));
    for (uint32_t wall = 0; wall < MOST_WALLS; wall++) {
        double x = 3.0 + 4.0 * wall + sample(d, -0.5, 0.5), y = -5.0, thick = sample(d, 0.05, 1.0);
        uint32_t gaps = 1 + dice_below(&d->from, 3);
        for (uint32_t i = 0; i < gaps; i++) {
            double more = mores[dice_below(&d->from, sizeof mores / sizeof *mores)];
            double width = 2.0 * levels[dice_below(&d->from, DISC_RADII)] + more;
            double low = round(1e3 * (2.0 + 16.0 / gaps * (i + sample(d, 0.0, 0.6)))) / 1e3;
            add_box(d, x, y, x + thick, low);
            y = low + width;
        }
        add_box(d, x, y, x + thick, SIDE + 5.0);
    }
}

static void add_maze(drawing *d) {
    double cell = sample(d, 1.6, 3.5), thin = sample(d, 0.02, 0.15), share = sample(d, 0.35, 0.6);
    rotate_all(d, sample_chance(d, 0.5) ? 0.0 : sample(d, 0.0, FULL_TURN));
    for (double x = cell; x < SIDE; x += cell) {
        for (double y = 0.0; y < SIDE; y += cell) {
            if (d->count + 2 < MOST_POLYGONS && sample_chance(d, share)) {
                add_box(d, x - thin, y - thin, x + thin, y + cell + thin);
            }
            if (d->count + 2 < MOST_POLYGONS && sample_chance(d, share)) {
                add_box(d, y - thin, x - thin, y + cell + thin, x + thin);
            }
        }
    }
}

static void add_wild(drawing *d) {
    uint32_t count = 3 + dice_below(&d->from, 9);
    for (uint32_t i = 0; i < count; i++) {
        double x = sample(d, 0.0, SIDE), y = sample(d, 0.0, SIDE), size = sample(d, 0.3, 4.0);
        double flat = sample_chance(d, 0.2) ? 0.002 : 1.0;
        begin_ring(d);
        for (uint32_t k = 3 + dice_below(&d->from, MOST_CORNERS - 3); k > 0; k--) {
            add_corner(d, x + sample(d, -size, size), y + flat * sample(d, -size, size));
        }
    }
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void add_shapes(drawing *d, const disc_world *world) {
    switch (world->kind) {
    case DISC_CONVEX:
        add_convex(d);
        break;
    case DISC_CONCAVE:
        add_concave(d);
        break;
    case DISC_TOUCHING:
        add_touching(d);
        break;
    case DISC_GAPS:
        add_gaps(d, world->levels);
        break;
    case DISC_MAZE:
        add_maze(d);
        break;
    default:
        add_wild(d);
        break;
    }
}

/* Adds the ground: a quadrilateral with each corner near a corner of the square. */
static void add_ground(drawing *d) {
    static const double corners[4][2] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
    double most = sample_chance(d, 0.5) ? 0.0 : 2.0;
    begin_ring(d);
    for (int i = 0; i < 4; i++) {
        double u = sample(d, 0.0, most), v = sample(d, 0.0, most);
        double x = corners[i][0], y = corners[i][1];
        add_corner(d, x > 0.5 ? SIDE - u : u, y > 0.5 ? SIDE - v : v);
    }
}

static clean_source *source_of(memory_arena *arena, drawing *d) {
    shapes_list *list = arena_take(arena, sizeof *list, 16);
    clean_source *source = arena_take(arena, sizeof *source, 16);
    *list = (shapes_list){.source = "drawn", .polygons = d->polygons, .polygon_count = d->count};
    for (uint32_t i = 0; i < d->count; i++) {
        list->vertex_count += d->rings[i].count;
    }
    *source = (clean_source){list, 0, 0.0};
    return source;
}

static bool make_space(disc_world *world, const clean_layer *raw, double grid) {
    clean_report report;
    wend_error error = {.message = ""};
    wend_result result =
        clean_make_layer(raw, grid, &world->arena, &world->arena, &world->layer, &report, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    wend_space_def def = wend_default_space_def();
    def.layers = &world->layer;
    def.layer_count = 1;
    return wend_space_create(&def, &world->space, &error) == WEND_OK;
}

/* Samples radii of about 0.1 to 0.8 m in whole millimetres, and derives the radii of mesh levels.
 */
static void sample_radii(disc_world *world, drawing *d) {
    for (uint32_t i = 0; i < DISC_RADII; i++) {
        uint32_t millimetres = 100 + dice_below(&d->from, 120) + 220 * i;
        world->radii[i] = millimetres / 1e3;
        world->levels[i] = ceil(millimetres / 10.0) / 100.0;
    }
}

void disc_world_make(disc_world *world, uint64_t seed) {
    *world = (disc_world){.kind = (disc_world_kind)(seed % DISC_KIND_COUNT), .side = SIDE};
    memory_init(&world->heap, NULL);
    arena_init(&world->arena, &world->heap);
    drawing *ground = arena_take(&world->arena, sizeof *ground, 16);
    drawing *solids = arena_take(&world->arena, sizeof *solids, 16);
    ck_assert(ground != NULL && solids != NULL);
    *ground = (drawing){.from = {seed}, .cosine = 1.0};
    *solids = (drawing){.from = {seed + (UINT64_C(1) << 40)}, .cosine = 1.0};
    sample_radii(world, ground);
    add_ground(ground);
    add_shapes(solids, world);
    clean_layer raw = {.margin = -1.0};
    raw.walkable = (clean_sources){source_of(&world->arena, ground), 1};
    raw.obstacles = (clean_sources){source_of(&world->arena, solids), 1};
    /* In single precision, edges between corners on whole millimetres may cross; those between
     * corners on multiples of 1/1024 m cannot. */
    bool made = make_space(world, &raw, CLEAN_MILLIMETRE) || make_space(world, &raw, CLEAN_EXACT);
    ck_assert_msg(made, "seed %llu: the space is refused", (unsigned long long)seed);
}

void disc_world_end(disc_world *world) {
    wend_space_release(world->space);
    arena_free(&world->arena);
}
