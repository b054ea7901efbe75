/* The key `space`: layers, their polygons, links and obstacle classes. */
#include "scenario/scenario.h"
#include "scenario/shape.h"
#include <math.h>
#include <string.h>
#include <wend/math.h>

#define LAYER_KEYS "walkable", "obstacles", "walls", "terrain"

bool scenario_is_one_polygon(const node *list) {
    return list != NULL && list->kind == NODE_LIST && list->count > 0 &&
           list->items[0]->kind == NODE_LIST && list->items[0]->count > 0 &&
           list->items[0]->items[0]->kind == NODE_SCALAR;
}

static wend_ring read_ring(reader *r, const node *value, const char *what) {
    wend_ring ring = {NULL, 0};
    ring.count = read_polygon(r, value, what, UINT32_MAX, &ring.points);
    return ring;
}

static uint32_t read_class(wend_scenario *s, reader *r, const node *mapping) {
    const node *name = node_get(mapping, "class");
    return name != NULL ? read_name(r, name, "obstacle class", &s->class_names) : 0;
}

static void read_walkable(reader *r, const node *value, wend_layer_def *layer) {
    if (value == NULL || !read_is_list(r, value, "walkable")) {
        return;
    }
    bool one = scenario_is_one_polygon(value);
    uint32_t count = one ? 1 : value->count;
    wend_ring *rings = read_take(r, count, sizeof *rings);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        rings[i] = read_ring(r, one ? value : value->items[i], "a walkable polygon");
    }
    layer->boundaries = rings;
    layer->boundary_count = count;
}

static void read_solids(wend_scenario *s, reader *r, const node *value, wend_layer_def *layer) {
    static const char *const keys[] = {"polygon", "class"};
    if (value == NULL || !read_is_list(r, value, "obstacles")) {
        return;
    }
    wend_solid_def *solids = read_take(r, value->count, sizeof *solids);
    for (uint32_t i = 0; i < value->count && reader_ok(r); i++) {
        const node *item = value->items[i], *polygon = item;
        if (item->kind == NODE_MAPPING) {
            READ_KEYS(r, item, "an obstacle of a space", keys);
            polygon = read_required(r, item, "an obstacle of a space", "polygon");
            solids[i].obstacle_class = read_class(s, r, item);
        }
        if (reader_ok(r)) {
            solids[i].ring = read_ring(r, polygon, "an obstacle");
        }
    }
    layer->solids = solids;
    layer->solid_count = value->count;
}

static void read_walls(wend_scenario *s, reader *r, const node *value, wend_layer_def *layer) {
    static const char *const keys[] = {"points", "class"};
    if (value == NULL || !read_is_list(r, value, "walls")) {
        return;
    }
    wend_open_wall_def *walls = read_take(r, value->count, sizeof *walls);
    for (uint32_t i = 0; i < value->count && reader_ok(r); i++) {
        const node *item = value->items[i], *points = item;
        if (item->kind == NODE_MAPPING) {
            READ_KEYS(r, item, "a wall", keys);
            points = read_required(r, item, "a wall", "points");
            walls[i].obstacle_class = read_class(s, r, item);
        }
        if (reader_ok(r)) {
            walls[i].count = read_points(r, points, "a wall", 2, UINT32_MAX, &walls[i].points);
        }
    }
    layer->open_walls = walls;
    layer->open_wall_count = value->count;
}

static void read_terrain(reader *r, const node *value, wend_layer_def *layer) {
    static const char *const keys[] = {"polygon", "type"};
    if (value == NULL || !read_is_list(r, value, "terrain")) {
        return;
    }
    wend_terrain_def *terrains = read_take(r, value->count, sizeof *terrains);
    for (uint32_t i = 0; i < value->count && reader_ok(r); i++) {
        const node *item = value->items[i];
        READ_KEYS(r, item, "a terrain", keys);
        const node *polygon = read_required(r, item, "a terrain", "polygon");
        const node *type = read_required(r, item, "a terrain", "type");
        if (reader_ok(r)) {
            terrains[i].ring = read_ring(r, polygon, "a terrain polygon");
            terrains[i].type = (uint32_t)read_integer(r, type, "type", 1, 1000000);
        }
    }
    layer->terrains = terrains;
    layer->terrain_count = value->count;
}

static void read_layer(wend_scenario *s, reader *r, const node *mapping, wend_layer_def *layer) {
    read_walkable(r, node_get(mapping, "walkable"), layer);
    read_solids(s, r, node_get(mapping, "obstacles"), layer);
    read_walls(s, r, node_get(mapping, "walls"), layer);
    read_terrain(r, node_get(mapping, "terrain"), layer);
}

/* A name, or {name: , on: }: whether class `index` is on at the start. */
static const char *read_class_item(wend_scenario *s, reader *r, const node *item, uint32_t index) {
    static const char *const keys[] = {"name", "on"};
    const node *name = item;
    if (item->kind == NODE_MAPPING) {
        READ_KEYS(r, item, "an obstacle class", keys);
        name = read_required(r, item, "an obstacle class", "name");
        if (!read_bool_key(r, item, "on", true) && reader_ok(r)) {
            s->classes &= ~(1u << index);
        }
    }
    return reader_ok(r) ? read_text(r, name, "an obstacle class") : "";
}

static void read_classes(wend_scenario *s, reader *r, const node *space) {
    const node *list = node_get(space, "classes");
    uint32_t count = 0;
    if (list != NULL && read_is_list(r, list, "classes")) {
        count = list->count;
    }
    if (count + 1 > WEND_MAX_CLASSES) {
        read_fail(r, list, WEND_ERROR_LIMIT, "at most %d obstacle classes are possible, found %u",
                  WEND_MAX_CLASSES - 1, count);
    }
    read_names_init(r, &s->class_names, count + 1);
    read_names_add(&s->class_names, "fixed");
    s->classes = WEND_ALL_CLASSES;
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        const char *name = read_class_item(s, r, list->items[i], i + 1);
        for (uint32_t k = 0; k <= i && reader_ok(r); k++) {
            if (strcmp(s->class_names.names[k], name) == 0) {
                read_fail(r, list->items[i], WEND_ERROR_NAME,
                          "the obstacle class '%.60s' is there already", name);
            }
        }
        read_names_add(&s->class_names, name);
    }
    read_names_sort(r, &s->class_names);
    s->space_def.class_names = s->class_names.names;
    s->space_def.class_count = count + 1;
}

static void read_layer_list(wend_scenario *s, reader *r, const node *list) {
    static const char *const keys[] = {"name", LAYER_KEYS};
    if (!read_is_list(r, list, "layers")) {
        return;
    }
    if (list->count == 0 || list->count > WEND_MAX_LAYERS) {
        read_fail(r, list, WEND_ERROR_LIMIT, "layers must be a list of 1 to %d, found %u",
                  WEND_MAX_LAYERS, list->count);
    }
    wend_layer_def *layers = read_take(r, list->count, sizeof *layers);
    read_names_init(r, &s->layer_names, list->count);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        const node *item = list->items[i];
        READ_KEYS(r, item, "a layer", keys);
        const node *name = read_required(r, item, "a layer", "name");
        layers[i].name = name != NULL ? read_text(r, name, "the name of a layer") : "";
        for (uint32_t k = 0; k < i && reader_ok(r); k++) {
            if (strcmp(layers[k].name, layers[i].name) == 0) {
                read_fail(r, name, WEND_ERROR_NAME, "the layer '%.60s' is there already",
                          layers[i].name);
            }
        }
        read_names_add(&s->layer_names, layers[i].name);
        read_layer(s, r, item, &layers[i]);
    }
    read_names_sort(r, &s->layer_names);
    s->space_def.layers = layers;
    s->space_def.layer_count = list->count;
}

static bool layer_contains(const wend_layer_def *layer, wend_point point) {
    bool inside = layer->boundary_count == 0;
    for (uint32_t i = 0; i < layer->boundary_count; i++) {
        const wend_ring *ring = &layer->boundaries[i];
        inside |= shape_ring_contains(ring->points, ring->count, point);
    }
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        const wend_solid_def *solid = &layer->solids[i];
        if (solid->obstacle_class == 0 &&
            shape_ring_contains(solid->ring.points, solid->ring.count, point)) {
            return false;
        }
    }
    return inside;
}

/* A link in a file names no sides: the layer whose ground lies on the left is looked up with a
 * point a little off its middle. */
static void orient_link(wend_link_def *link, uint32_t from, uint32_t to,
                        const wend_layer_def *layers) {
    double length = wend_hypot(link->b.x - link->a.x, link->b.y - link->a.y);
    double offset = length > 0.0 ? 0.005 / length : 0.0;
    wend_point left = {(link->a.x + link->b.x) / 2 - (link->b.y - link->a.y) * offset,
                       (link->a.y + link->b.y) / 2 + (link->b.x - link->a.x) * offset};
    bool from_left = layer_contains(&layers[from], left) || !layer_contains(&layers[to], left);
    link->left_layer = from_left ? from : to;
    link->right_layer = from_left ? to : from;
}

static void read_links(wend_scenario *s, reader *r, const node *list) {
    static const char *const keys[] = {"from", "to", "segment"};
    if (list == NULL || !read_is_list(r, list, "links")) {
        return;
    }
    wend_link_def *links = read_take(r, list->count, sizeof *links);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        const node *item = list->items[i];
        READ_KEYS(r, item, "a link", keys);
        const node *from = read_required(r, item, "a link", "from");
        const node *to = read_required(r, item, "a link", "to");
        const node *segment = read_required(r, item, "a link", "segment");
        if (!reader_ok(r)) {
            return;
        }
        uint32_t from_layer = read_name(r, from, "layer", &s->layer_names);
        uint32_t to_layer = read_name(r, to, "layer", &s->layer_names);
        const wend_point *ends = NULL;
        read_points(r, segment, "the segment of a link", 2, 2, &ends);
        if (reader_ok(r) && from_layer == to_layer) {
            read_fail(r, to, WEND_ERROR_INVALID, "a link must join two different layers");
        }
        if (reader_ok(r)) {
            links[i].a = ends[0];
            links[i].b = ends[1];
            orient_link(&links[i], from_layer, to_layer, s->space_def.layers);
        }
    }
    s->space_def.links = links;
    s->space_def.link_count = list->count;
}

static void read_single_layer(wend_scenario *s, reader *r, const node *space) {
    wend_layer_def *layer = read_take(r, 1, sizeof *layer);
    if (layer != NULL) {
        read_layer(s, r, space, layer);
    }
    read_names_init(r, &s->layer_names, 0);
    s->space_def.layers = layer;
    s->space_def.layer_count = 1;
}

void scenario_read_space(wend_scenario *s, reader *r, const node *root) {
    static const char *const single[] = {LAYER_KEYS, "classes", "layers", "links"};
    static const char *const several[] = {"layers", "links", "classes"};
    const node *space = node_get(root, "space");
    const node *layers = node_get(space, "layers");
    s->space_at = space != NULL ? space : root;
    s->space_def = wend_default_space_def();
    if (space != NULL && layers != NULL) {
        READ_KEYS(r, space, "a space with layers", several);
    } else if (space != NULL) {
        READ_KEYS(r, space, "a space", single);
    }
    read_classes(s, r, space);
    if (layers != NULL && reader_ok(r)) {
        read_layer_list(s, r, layers);
    } else {
        read_single_layer(s, r, space);
    }
    if (reader_ok(r)) {
        read_links(s, r, node_get(space, "links"));
    }
    if (!reader_ok(r)) {
        return;
    }
    s->space_def.allocator = s->tree.heap.allocator;
    wend_result result = wend_space_create(&s->space_def, &s->space, r->error);
    if (result != WEND_OK) {
        const node *at = scenario_space_fault(space, r->error->message);
        read_fail_as(r, at != NULL ? at : s->space_at, result);
    }
}

uint32_t scenario_read_layer(wend_scenario *s, reader *r, const node *mapping) {
    const node *layer = node_get(mapping, "layer");
    if (layer == NULL) {
        return 0;
    }
    if (s->layer_names.count == 0) {
        read_fail(r, layer, WEND_ERROR_NAME, "the space has no named layers");
        return 0;
    }
    return read_name(r, layer, "layer", &s->layer_names);
}
