/* Creates a space from its definition, counts its references, and answers queries about its
 * contents (counts, names, walls, links, coordinates). */
#include "space/space.h"

#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "geom/polygon.h"
#include "geom/vec.h"

/* m: if the geometry is within this distance of (0, 0), local coordinates equal the user's. */
static const double LOCAL_ORIGIN_RANGE = 1024.0;

void wend_space_def_init(wend_space_def *def, size_t size) {
    const wend_space_def defaults = {.class_count = 1};
    def_fill(def, size, &defaults, sizeof defaults);
}

void *space_allocate(wend_space *space, size_t count, size_t element_size) {
    size_t size = 0;
    if (__builtin_mul_overflow(count > 0 ? count : 1, element_size, &size)) {
        return NULL;
    }
    return arena_take(&space->arena, size, MEMORY_ALIGNMENT);
}

/* ---- Origin and bounds ----------------------------------------------------------------------- */

typedef struct point_box {
    wend_point low, high;
    bool has_points;
} point_box;

static void include_points(point_box *box, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (!box->has_points) {
            *box = (point_box){points[i], points[i], true};
        }
        box->low.x = fmin(box->low.x, points[i].x);
        box->low.y = fmin(box->low.y, points[i].y);
        box->high.x = fmax(box->high.x, points[i].x);
        box->high.y = fmax(box->high.y, points[i].y);
    }
}

static point_box find_bounds(const wend_space_def *def) {
    point_box box = {0};
    for (uint32_t l = 0; l < def->layer_count; ++l) {
        const wend_layer_def *layer = &def->layers[l];
        for (uint32_t i = 0; i < layer->boundary_count; ++i) {
            include_points(&box, layer->boundaries[i].points, layer->boundaries[i].count);
        }
        for (uint32_t i = 0; i < layer->solid_count; ++i) {
            include_points(&box, layer->solids[i].ring.points, layer->solids[i].ring.count);
        }
        for (uint32_t i = 0; i < layer->open_wall_count; ++i) {
            include_points(&box, layer->open_walls[i].points, layer->open_walls[i].count);
        }
        for (uint32_t i = 0; i < layer->terrain_count; ++i) {
            const wend_terrain_def *terrain = &layer->terrains[i];
            include_points(&box, terrain->ring.points, terrain->ring.count);
            for (uint32_t k = 0; k < terrain->hole_count; ++k) {
                include_points(&box, terrain->holes[k].points, terrain->holes[k].count);
            }
        }
    }
    for (uint32_t i = 0; i < def->link_count; ++i) {
        include_points(&box, &def->links[i].a, 1);
        include_points(&box, &def->links[i].b, 1);
    }
    for (uint32_t i = 0; i < def->connection_count; ++i) {
        include_points(&box, &def->connections[i].from, 1);
        include_points(&box, &def->connections[i].to, 1);
    }
    return box;
}

static wend_result choose_origin(wend_space *space, const wend_space_def *def, wend_error *error) {
    point_box box = find_bounds(def);
    space->has_bounds = box.has_points;
    space->origin = def->has_origin ? def->origin : (wend_point){0.0, 0.0};
    if (!box.has_points) {
        return WEND_OK;
    }
    double width = box.high.x - box.low.x, height = box.high.y - box.low.y;
    if (!(width <= WEND_MAX_EXTENT && height <= WEND_MAX_EXTENT)) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the space is %.9g m x %.9g m; at most %d m x %d m are possible", width,
                         height, WEND_MAX_EXTENT, WEND_MAX_EXTENT);
    }
    bool near_zero = box.low.x >= -LOCAL_ORIGIN_RANGE && box.low.y >= -LOCAL_ORIGIN_RANGE &&
                     box.high.x <= LOCAL_ORIGIN_RANGE && box.high.y <= LOCAL_ORIGIN_RANGE;
    if (!def->has_origin && !near_zero) {
        space->origin.x = floor(box.low.x + 0.5 * width + 0.5);
        space->origin.y = floor(box.low.y + 0.5 * height + 0.5);
    }
    double farthest =
        fmax(fmax(fabs(box.low.x - space->origin.x), fabs(box.high.x - space->origin.x)),
             fmax(fabs(box.low.y - space->origin.y), fabs(box.high.y - space->origin.y)));
    if (farthest > WEND_MAX_EXTENT) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "a vertex lies %.9g m from the origin (%.9g, %.9g); at most %d m are "
                         "possible",
                         farthest, space->origin.x, space->origin.y, WEND_MAX_EXTENT);
    }
    space->low = wend_space_to_local(space, box.low);
    space->high = wend_space_to_local(space, box.high);
    return WEND_OK;
}

/* ---- Names ----------------------------------------------------------------------------------- */

const char *space_copy_text(wend_space *space, const char *text) {
    if (text == NULL) {
        return "";
    }
    size_t size = strlen(text) + 1;
    char *copy = space_allocate(space, size, 1);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

static bool copy_names(wend_space *space, const wend_space_def *def) {
    for (uint32_t i = 0; i < def->layer_count; ++i) {
        space->layers[i].name = space_copy_text(space, def->layers[i].name);
        if (space->layers[i].name == NULL) {
            return false;
        }
    }
    for (uint32_t i = 0; i < def->class_count; ++i) {
        const char *name = def->class_names != NULL ? def->class_names[i] : NULL;
        space->class_names[i] = space_copy_text(space, name);
        if (space->class_names[i] == NULL) {
            return false;
        }
    }
    space->terrain_name_count = def->terrain_name_count;
    for (uint32_t i = 0; i < def->terrain_name_count; ++i) {
        space->terrain_names[i] = space_copy_text(space, def->terrain_names[i]);
        if (space->terrain_names[i] == NULL) {
            return false;
        }
    }
    return true;
}

static void measure_areas(wend_space *space) {
    for (uint32_t l = 0; l < space->layer_count; ++l) {
        space_layer *layer = &space->layers[l];
        double area = 0.0;
        for (uint32_t i = 0; i < layer->ring_count; ++i) {
            const space_ring *ring = &space->rings[layer->first_ring + i];
            if (ring->kind != SPACE_OPEN_WALL) {
                area += polygon_area(ring->points, ring->count);
            }
        }
        layer->area = layer->bounded ? area : (double)INFINITY;
    }
}

/* ---- Creation -------------------------------------------------------------------------------- */

static wend_result build_content(wend_space *space, const wend_space_def *def, wend_error *error) {
    space->layer_count = def->layer_count;
    space->class_count = def->class_count;
    space->layers = space_allocate(space, def->layer_count, sizeof *space->layers);
    space->class_names = space_allocate(space, def->class_count, sizeof *space->class_names);
    space->terrain_names = space_allocate(space, def->terrain_name_count, sizeof(char *));
    if (space->layers == NULL || space->class_names == NULL || space->terrain_names == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memset(space->layers, 0, def->layer_count * sizeof *space->layers);
    if (!copy_names(space, def)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = choose_origin(space, def, error);
    if (result == WEND_OK) {
        result = space_build_rings(space, def, error);
    }
    if (result == WEND_OK) {
        result = space_check_rings(space, error);
    }
    if (result == WEND_OK) {
        result = space_build_edges(space, def, error);
    }
    if (result == WEND_OK) {
        result = space_build_grids(space) ? space_check_nesting(space, error) : WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK) {
        result = space_build_terrains(space, def, error);
    }
    if (result == WEND_OK && !(space_build_heights(space, def) && space_build_edge_tables(space))) {
        result = WEND_ERROR_MEMORY;
    }
    return result == WEND_OK ? space_build_connections(space, def, error) : result;
}

static void destroy(wend_space *space) {
    arena_free(&space->arena);
    wend_allocator allocator = space->memory.allocator;
    memory_release(&allocator, space, sizeof *space);
}

wend_result wend_space_create(const wend_space_def *given, wend_space **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    static const wend_layer_def open_ground;
    wend_space_def made;
    const wend_space_def *def = &made;
    wend_result result = DEF_READ(space, given, &made, error);
    if (result != WEND_OK) {
        return result;
    }
    if (made.layer_count == 0) {
        made.layers = &open_ground;
        made.layer_count = 1;
    }
    result = space_check_def(def, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_space *space = memory_allocate(&def->allocator, sizeof *space);
    if (space == NULL) {
        return error_no_memory(error, "the space");
    }
    memset(space, 0, sizeof *space);
    memory_init(&space->memory, &def->allocator);
    arena_init(&space->arena, &space->memory);
    atomic_init(&space->references, 1U);
    result = build_content(space, def, error);
    if (result != WEND_OK) {
        destroy(space);
        if (result == WEND_ERROR_MEMORY) {
            return error_no_memory(error, "the space");
        }
        return result;
    }
    measure_areas(space);
    space->hash = space_hash_content(space);
    *out = space;
    return WEND_OK;
}

void wend_space_retain(wend_space *space) {
    WEND_ASSERT(space != NULL);
    atomic_fetch_add_explicit(&space->references, 1U, memory_order_relaxed);
}

void wend_space_release(wend_space *space) {
    if (space == NULL) {
        return;
    }
    if (atomic_fetch_sub_explicit(&space->references, 1U, memory_order_acq_rel) == 1U) {
        destroy(space);
    }
}

/* ---- Queries --------------------------------------------------------------------------------- */

wend_point wend_space_origin(const wend_space *space) {
    return space->origin;
}

bool wend_space_bounds(const wend_space *space, wend_vec2 *low, wend_vec2 *high) {
    if (space->has_bounds) {
        *low = space->low;
        *high = space->high;
    }
    return space->has_bounds;
}

uint32_t wend_space_layer_count(const wend_space *space) {
    return space->layer_count;
}

uint32_t wend_space_link_count(const wend_space *space) {
    return space->link_count;
}

uint32_t wend_space_connection_count(const wend_space *space) {
    return space->connection_count;
}

uint32_t wend_space_wall_count(const wend_space *space) {
    return space->wall_count;
}

uint32_t wend_space_class_count(const wend_space *space) {
    return space->class_count;
}

const char *wend_space_layer_name(const wend_space *space, uint32_t layer) {
    WEND_ASSERT(layer < space->layer_count);
    return space->layers[layer].name;
}

const char *wend_space_class_name(const wend_space *space, uint32_t obstacle_class) {
    WEND_ASSERT(obstacle_class < space->class_count);
    return space->class_names[obstacle_class];
}

uint32_t wend_space_terrain_name_count(const wend_space *space) {
    return space->terrain_name_count;
}

const char *wend_space_terrain_name(const wend_space *space, uint32_t type) {
    return type < space->terrain_name_count ? space->terrain_names[type] : "";
}

uint32_t wend_space_find_terrain(const wend_space *space, const char *name) {
    WEND_ASSERT(space != NULL && name != NULL);
    for (uint32_t i = 0; i < space->terrain_name_count && name[0] != '\0'; ++i) {
        if (strcmp(space->terrain_names[i], name) == 0) {
            return i;
        }
    }
    return WEND_NO_TERRAIN;
}

double wend_space_area(const wend_space *space, uint32_t layer) {
    WEND_ASSERT(layer < space->layer_count);
    return space->layers[layer].area;
}

uint64_t wend_space_hash(const wend_space *space) {
    return space->hash;
}

/* Adding zero turns -0 into 0, so that equal positions have equal bits. */
wend_vec2 wend_space_to_local(const wend_space *space, wend_point point) {
    return (wend_vec2){(float)(point.x - space->origin.x) + 0.0F,
                       (float)(point.y - space->origin.y) + 0.0F};
}

wend_point wend_space_from_local(const wend_space *space, wend_vec2 local) {
    return (wend_point){space->origin.x + (double)local.x, space->origin.y + (double)local.y};
}

wend_wall wend_space_wall(const wend_space *space, uint32_t index) {
    WEND_ASSERT(index < space->wall_count);
    return space->walls[index];
}

wend_link wend_space_link(const wend_space *space, uint32_t index) {
    WEND_ASSERT(index < space->link_count);
    return space->links[index];
}
