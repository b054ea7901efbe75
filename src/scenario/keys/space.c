/* Reads the key `space`: layers, their polygons, links and obstacle classes.
 *
 * If all polygons are written in the scenario and valid, the space is used unchanged. Any other
 * input (files, rings, clips, polygons that cross) is first cleaned on a 1 mm grid. Far from the
 * origin, such polygons could still touch after rounding to single precision. In that case they are
 * cleaned again, on a grid that single precision represents exactly. */
#include "base/error.h"
#include "base/text.h"
#include "scenario/fields.h"
#include "scenario/geometry.h"
#include "scenario/keys/simplify.h"
#include <math.h>
#include <string.h>
#include <wend/math.h>

/* m: width of the walkable margin around obstacles, if files define no walkable ground. */
static const double DEFAULT_MARGIN = 10.0;

/* A link as written in the file. Its sides are determined once the layers exist. */
typedef struct link_input {
    wend_point a, b;
    uint32_t from, to;
} link_input;

typedef struct layer_input {
    const node *at;
    const char *name;
    clean_layer given;
    const wend_height_def *heights;
    uint32_t height_count;
} layer_input;

/* The input from which a space is created. */
typedef struct space_input {
    geometry_reader geometry;
    layer_input *layers;
    uint32_t layer_count;
    link_input *links;
    uint32_t link_count;
    simplify_input simplify;
    bool plain; /* true if all polygons are written in the scenario */
} space_input;

bool scenario_is_one_polygon(const node *list) {
    return list != NULL && list->kind == NODE_LIST && list->count > 0 &&
           list->items[0]->kind == NODE_LIST && list->items[0]->count > 0 &&
           list->items[0]->items[0]->kind == NODE_SCALAR;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static double read_margin(space_input *in, const node *mapping, const clean_layer *layer,
                          bool has_file) {
    reader *r = in->geometry.r;
    const node *margin = node_get(mapping, "margin");
    bool enclosed = layer->walkable.count > 0 || layer->rings.count > 0;
    if (margin == NULL) {
        bool wanted = !enclosed && has_file && layer->obstacles.count + layer->walls.count > 0;
        return wanted ? DEFAULT_MARGIN : -1.0;
    }
    const format_key *row = format_row(&format_layer, "margin");
    if (margin->kind == NODE_SCALAR && strcmp(margin->text, row->choices[0]) == 0) {
        return -1.0;
    }
    return member_number_of(r, margin, row, "margin");
}

static bool has_width(const clean_layer *layer) {
    const clean_sources lists[] = {layer->walkable, layer->obstacles, layer->terrain};
    for (uint32_t l = 0; l < 3; l++) {
        for (uint32_t i = 0; i < lists[l].count; i++) {
            if (lists[l].items[i].width > 0.0) {
                return true;
            }
        }
    }
    return false;
}

/* Reads the keys of one layer; `mapping` may be NULL. */
static void read_layer(space_input *in, const node *mapping, layer_input *layer) {
    geometry_reader *g = &in->geometry;
    clean_layer *given = &layer->given;
    uint32_t files_before = g->file_count;
    clean_sources none = {NULL, 0};
    geometry_read(g, node_get(mapping, "walkable"), GEOMETRY_WALKABLE, &given->walkable, &none);
    geometry_read(g, node_get(mapping, "obstacles"), GEOMETRY_OBSTACLES, &given->obstacles, &none);
    geometry_read(g, node_get(mapping, "rings"), GEOMETRY_RINGS, &given->rings, &none);
    geometry_read(g, node_get(mapping, "walls"), GEOMETRY_WALLS, &given->walls, &given->obstacles);
    uint32_t solid_files = g->file_count - files_before;
    geometry_read(g, node_get(mapping, "terrain"), GEOMETRY_TERRAIN, &given->terrain, &none);
    layer->height_count = scenario_read_heights(g->r, mapping, &layer->heights);
    terrain_split(&g->terrain_types, g->r, layer->at, &given->terrain);
    given->margin = read_margin(in, mapping, given, solid_files > 0);
    in->plain &= g->file_count == 0 && given->rings.count == 0 && given->margin < 0.0 &&
                 node_get(mapping, "clip") == NULL && !has_width(given);
}

/* Gives names of terrain types their numbers, once the terrain of all layers is known. */
static void number_terrain(wend_scenario *s, space_input *in) {
    bool used[WEND_MAX_TERRAIN_NAMES] = {false};
    uint32_t numbers[WEND_MAX_TERRAIN_NAMES];
    uint64_t total = 0;
    for (uint32_t i = 0; i < in->layer_count; i++) {
        terrain_note_numbers(&in->layers[i].given.terrain, used);
        total += in->layers[i].given.terrain.count;
    }
    uint32_t *stated = read_allocate(in->geometry.r, total, sizeof *stated);
    for (uint32_t i = 0; i < in->layer_count && stated != NULL; i++) {
        s->terrain_number_count +=
            terrain_list_numbers(&in->layers[i].given.terrain, stated + s->terrain_number_count);
    }
    s->terrain_numbers = stated;
    terrain_number_types(&in->geometry.terrain_types, in->geometry.r, s->space_at, used, numbers,
                         &s->space_def);
    for (uint32_t i = 0; i < in->layer_count && reader_ok(in->geometry.r); i++) {
        terrain_set_numbers(&in->layers[i].given.terrain, numbers);
    }
}

/* ---- Obstacle classes ------------------------------------------------------------------------ */

/* Reads an obstacle class: a name, or {name: , on: }. If `on` is false, class `index` is off at the
 * start. */
static const char *read_class_item(wend_scenario *s, reader *r, const node *item, uint32_t index) {
    const node *name = item;
    if (item->kind == NODE_MAPPING && member_check(r, item, &format_class)) {
        name = node_get(item, "name");
        if (!member_bool(r, item, &format_class, "on", true) && reader_ok(r)) {
            s->classes &= ~(1u << index);
        }
    }
    return reader_ok(r) ? read_text(r, name, "an obstacle class") : "";
}

static void read_classes(wend_scenario *s, reader *r, const node *space) {
    const node *list = node_get(space, "classes");
    uint32_t count = 0, most = format_row(&format_space, "classes")->most;
    if (list != NULL && read_is_list(r, list, "classes")) {
        count = list->count;
    }
    if (count > most) {
        read_fail(r, list, WEND_ERROR_LIMIT, "at most %u obstacle classes are possible, found %u",
                  most, count);
    }
    read_names_init(r, &s->class_names, count + 1);
    read_names_add(&s->class_names, "fixed");
    s->classes = WEND_ALL_CLASSES;
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        const char *name = read_class_item(s, r, list->items[i], i + 1);
        for (uint32_t k = 0; k <= i && reader_ok(r); k++) {
            if (strcmp(s->class_names.names[k], name) == 0) {
                read_fail(r, list->items[i], WEND_ERROR_NAME,
                          "the obstacle class '%.60s' already exists", name);
            }
        }
        read_names_add(&s->class_names, name);
    }
    read_names_sort(r, &s->class_names);
    s->space_def.class_names = s->class_names.names;
    s->space_def.class_count = count + 1;
}

static void read_layer_name(wend_scenario *s, space_input *in, const node *item, uint32_t index) {
    reader *r = in->geometry.r;
    const node *name = node_get(item, "name");
    in->layers[index].name = read_text(r, name, "the name of a layer");
    for (uint32_t k = 0; k < index && reader_ok(r); k++) {
        if (strcmp(in->layers[k].name, in->layers[index].name) == 0) {
            read_fail(r, name, WEND_ERROR_NAME, "the layer '%.60s' already exists",
                      in->layers[index].name);
        }
    }
    read_names_add(&s->layer_names, in->layers[index].name);
}

static void read_layer_list(wend_scenario *s, space_input *in, const node *list) {
    const format_key *row = format_row(&format_space, "layers");
    reader *r = in->geometry.r;
    if (!read_is_list(r, list, "layers")) {
        return;
    }
    if (list->count < row->least || list->count > row->most) {
        read_fail(r, list, WEND_ERROR_LIMIT, "layers must be a list of %u to %u, found %u",
                  row->least, row->most, list->count);
    }
    in->layers = read_allocate(r, list->count, sizeof *in->layers);
    in->layer_count = list->count;
    read_names_init(r, &s->layer_names, list->count);
    for (uint32_t i = 0; i < list->count && member_check(r, list->items[i], &format_layer); i++) {
        in->layers[i].at = list->items[i];
        read_layer_name(s, in, list->items[i], i);
        read_layer(in, list->items[i], &in->layers[i]);
    }
    read_names_sort(r, &s->layer_names);
}

static void read_single_layer(wend_scenario *s, space_input *in, const node *space) {
    in->layers = read_allocate(in->geometry.r, 1, sizeof *in->layers);
    in->layer_count = 1;
    if (in->layers != NULL) {
        in->layers[0].at = s->space_at;
        read_layer(in, space, &in->layers[0]);
    }
    read_names_init(in->geometry.r, &s->layer_names, 0);
}

static void read_clips(space_input *in, const node *space) {
    const node *common = node_get(space, "clip");
    for (uint32_t i = 0; i < in->layer_count && reader_ok(in->geometry.r); i++) {
        const node *own = node_get(in->layers[i].at, "clip");
        in->layers[i].given.clip = geometry_read_clip(&in->geometry, own != NULL ? own : common);
    }
    in->plain &= common == NULL;
}

/* ---- Links ----------------------------------------------------------------------------------- */

static void read_links(wend_scenario *s, space_input *in, const node *list) {
    const format_key *segment = format_row(&format_link, "segment");
    reader *r = in->geometry.r;
    if (list == NULL || !read_is_list(r, list, "links")) {
        return;
    }
    in->links = read_allocate(r, list->count, sizeof *in->links);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        const node *item = list->items[i];
        if (!member_check(r, item, &format_link)) {
            return;
        }
        link_input *link = &in->links[i];
        link->from = read_name(r, node_get(item, "from"), "layer", &s->layer_names);
        link->to = read_name(r, node_get(item, "to"), "layer", &s->layer_names);
        const wend_point *ends = NULL;
        read_points(r, node_get(item, "segment"), "the segment of a link", segment->least,
                    segment->most, &ends);
        if (reader_ok(r) && link->from == link->to) {
            read_fail(r, node_get(item, "to"), WEND_ERROR_INVALID,
                      "a link must join two different layers");
        }
        if (reader_ok(r)) {
            link->a = ends[0];
            link->b = ends[1];
        }
    }
    in->link_count = list->count;
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

/* Determines which of a link's layers is on its left and which on its right, because files do not
 * specify this. The left layer is the one that contains a point slightly to the left of the link's
 * middle. */
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

/* Makes the links between the layers. If a grid is given, the ends of the links are snapped to it
 * and inserted into the rings. */
static void make_links(wend_scenario *s, space_input *in, wend_layer_def *layers, double grid) {
    reader *r = in->geometry.r;
    wend_link_def *links = read_allocate(r, in->link_count, sizeof *links);
    for (uint32_t i = 0; i < in->link_count && reader_ok(r); i++) {
        const link_input *given = &in->links[i];
        links[i].a = grid > 0.0 ? clean_to_grid(given->a, grid) : given->a;
        links[i].b = grid > 0.0 ? clean_to_grid(given->b, grid) : given->b;
        bool made =
            grid <= 0.0 ||
            (clean_insert_link(&layers[given->from], links[i].a, links[i].b, &s->tree.arena) &&
             clean_insert_link(&layers[given->to], links[i].a, links[i].b, &s->tree.arena));
        if (!made) {
            r->result = error_no_memory(r->error, "a scenario");
        }
    }
    for (uint32_t i = 0; i < in->link_count && reader_ok(r); i++) {
        orient_link(&links[i], in->links[i].from, in->links[i].to, layers);
    }
    s->space_def.links = links;
    s->space_def.link_count = in->link_count;
}

/* ---- Spaces that need no cleaning ------------------------------------------------------------ */

static wend_ring ring_of(const clean_source *source) {
    const shapes_ring *ring = &source->shapes->polygons[0].rings[0];
    return (wend_ring){ring->points, ring->count};
}

static wend_terrain_def terrain_of(reader *r, const clean_source *source) {
    const shapes_polygon *polygon = &source->shapes->polygons[0];
    wend_terrain_def terrain = {.ring = ring_of(source), .type = source->tag};
    wend_ring *holes = read_allocate(r, polygon->ring_count - 1, sizeof *holes);
    for (uint32_t i = 1; i < polygon->ring_count && holes != NULL; i++) {
        holes[i - 1] = (wend_ring){polygon->rings[i].points, polygon->rings[i].count};
    }
    terrain.holes = holes;
    terrain.hole_count = polygon->ring_count - 1;
    return terrain;
}

static wend_layer_def make_plain_layer(reader *r, const layer_input *in) {
    const clean_layer *given = &in->given;
    wend_ring *boundaries = read_allocate(r, given->walkable.count, sizeof *boundaries);
    wend_solid_def *solids = read_allocate(r, given->obstacles.count, sizeof *solids);
    wend_open_wall_def *walls = read_allocate(r, given->walls.count, sizeof *walls);
    wend_terrain_def *terrains = read_allocate(r, given->terrain.count, sizeof *terrains);
    wend_layer_def layer = {.name = in->name};
    if (!reader_ok(r)) {
        return layer;
    }
    for (uint32_t i = 0; i < given->walkable.count; i++) {
        boundaries[i] = ring_of(&given->walkable.items[i]);
    }
    for (uint32_t i = 0; i < given->obstacles.count; i++) {
        const clean_source *source = &given->obstacles.items[i];
        solids[i] = (wend_solid_def){ring_of(source), source->tag};
    }
    for (uint32_t i = 0; i < given->walls.count; i++) {
        const clean_source *source = &given->walls.items[i];
        const shapes_line *line = &source->shapes->lines[0];
        walls[i] = (wend_open_wall_def){line->points, line->count, source->tag};
    }
    for (uint32_t i = 0; i < given->terrain.count; i++) {
        terrains[i] = terrain_of(r, &given->terrain.items[i]);
    }
    layer.boundaries = boundaries;
    layer.boundary_count = given->walkable.count;
    layer.solids = solids;
    layer.solid_count = given->obstacles.count;
    layer.open_walls = walls;
    layer.open_wall_count = given->walls.count;
    layer.terrains = terrains;
    layer.terrain_count = given->terrain.count;
    return layer;
}

/* Creates the space. After a failure the error is in r->error, but the reader is not marked as
 * failed. */
static wend_result create_space(wend_scenario *s, space_input *in, wend_layer_def *layers,
                                double grid) {
    reader *r = in->geometry.r;
    s->space_def.layers = layers;
    s->space_def.layer_count = in->layer_count;
    make_links(s, in, layers, grid);
    if (!reader_ok(r)) {
        return r->result;
    }
    for (uint32_t i = 0; i < in->layer_count; i++) {
        layers[i].heights = in->layers[i].heights;
        layers[i].height_count = in->layers[i].height_count;
    }
    s->space_def.allocator = s->tree.heap.allocator;
    return wend_space_create(&s->space_def, &s->space, r->error);
}

static wend_result create_plain_space(wend_scenario *s, space_input *in) {
    reader *r = in->geometry.r;
    wend_layer_def *layers = read_allocate(r, in->layer_count, sizeof *layers);
    for (uint32_t i = 0; i < in->layer_count && reader_ok(r); i++) {
        layers[i] = make_plain_layer(r, &in->layers[i]);
    }
    return reader_ok(r) ? create_space(s, in, layers, 0.0) : r->result;
}

/* ---- Spaces that are cleaned ----------------------------------------------------------------- */

static void note_tally(wend_scenario *s, reader *r, const layer_input *layer,
                       const clean_tally *tally, const char *word) {
    static const double SHARE = 1e-6; /* fraction of the area; smaller overlaps are not reported */
    if (tally->repaired > 0) {
        scenario_add_note(s, r, tally->source, tally->line, tally->column,
                          "%u of %u %s polygons crossed or touched themselves, or had no area: "
                          "%.6g m2 became %.6g m2 (the first is here)",
                          tally->repaired, tally->polygons, word, tally->given, tally->kept);
    }
    double overlap = tally->kept - tally->united;
    if (overlap > SHARE * tally->kept && tally->united < tally->kept) {
        scenario_add_note(s, r, layer->at->source, layer->at->line, layer->at->column,
                          "%s polygons overlap by %.6g m2 in total and were merged", word, overlap);
    }
}

static void note_report(wend_scenario *s, reader *r, const layer_input *layer,
                        const clean_report *report) {
    bool coarse = layer->given.shapes != WEND_OUTLINE_EXACT;
    note_tally(s, r, layer, &report->tallies[CLEAN_GROUND], "walkable");
    clean_tally obstacles = report->tallies[CLEAN_OBSTACLES];
    obstacles.united = coarse ? obstacles.kept : obstacles.united; /* shapes may overlap */
    note_tally(s, r, layer, &obstacles, "obstacle");
    clean_tally terrain = report->tallies[CLEAN_TERRAIN];
    terrain.united = terrain.kept; /* overlap of terrain types is allowed and not reported */
    note_tally(s, r, layer, &terrain, "terrain");
    const node *at = layer->at;
    bool one = report->lines_left_out == 1;
    if (report->lines_left_out > 0) {
        scenario_add_note(s, r, at->source, at->line, at->column,
                          "%u line%s no area and %s ignored ('width' gives %s one)",
                          report->lines_left_out, one ? " has" : "s have", one ? "was" : "were",
                          one ? "it" : "them");
    }
    if (report->filled > 0.0) {
        scenario_add_note(
            s, r, at->source, at->line, at->column,
            "%.6g m2 enclosed by obstacles were filled: ground without an edge cannot "
            "have courtyards ('margin' or 'walkable' gives it an edge)",
            report->filled);
    }
}

/* Simplifies a layer, with its links as edges that stay. */
static void simplify_layer(wend_scenario *s, space_input *in, uint32_t index, double grid,
                           wend_layer_def *layer, const clean_report *report) {
    reader *r = in->geometry.r;
    wend_point *fixed = read_allocate(r, 2 * (size_t)in->link_count, sizeof *fixed);
    uint32_t count = 0;
    for (uint32_t i = 0; i < in->link_count && reader_ok(r); i++) {
        if (in->links[i].from != index && in->links[i].to != index) {
            continue;
        }
        fixed[count] = clean_to_grid(in->links[i].a, grid);
        fixed[count + 1] = clean_to_grid(in->links[i].b, grid);
        if (!clean_insert_link(layer, fixed[count], fixed[count + 1], &s->tree.arena)) {
            r->result = error_no_memory(r->error, "a scenario");
        }
        count += 2;
    }
    in->simplify.detail.fixed = fixed;
    in->simplify.detail.fixed_count = count;
    simplify_apply(&in->simplify, s, r, &in->geometry.scratch.arena, grid, layer, report);
}

static wend_result create_cleaned_space(wend_scenario *s, space_input *in, double grid) {
    reader *r = in->geometry.r;
    uint32_t notes_before = s->note_count;
    wend_layer_def *layers = read_allocate(r, in->layer_count, sizeof *layers);
    for (uint32_t i = 0; i < in->layer_count && reader_ok(r); i++) {
        clean_report report;
        layers[i].name = in->layers[i].name;
        wend_result result =
            clean_make_layer(&in->layers[i].given, grid, &s->tree.arena,
                             &in->geometry.scratch.arena, &layers[i], &report, r->error);
        const clean_tally *ground = &report.tallies[CLEAN_GROUND];
        if (result == WEND_ERROR_GEOMETRY && ground->repaired > 0) {
            /* No ground is left because this polygon is faulty. */
            error_set_location(r->error, ground->source, ground->line, ground->column);
            r->result = result;
        } else if (result != WEND_OK) {
            read_fail_as(r, in->layers[i].at, result);
        } else {
            note_report(s, r, &in->layers[i], &report);
        }
        if (in->simplify.at != NULL && reader_ok(r)) {
            simplify_layer(s, in, i, grid, &layers[i], &report);
        }
    }
    if (!reader_ok(r)) {
        return r->result;
    }
    wend_result result = create_space(s, in, layers, grid);
    s->note_count = result == WEND_OK ? s->note_count : notes_before;
    return result;
}

/* True if a message is about a link or a connection: cleaning on another grid cannot repair such a
 * fault. */
static bool is_about_link(const char *message) {
    return strncmp(message, "link ", 5) == 0 || strncmp(message, "connection ", 11) == 0;
}

static void make_space(wend_scenario *s, space_input *in, const node *space) {
    reader *r = in->geometry.r;
    bool is_plain = in->plain && !in->geometry.has_flat_rings;
    wend_result result = is_plain ? create_plain_space(s, in) : WEND_ERROR_GEOMETRY;
    if (reader_ok(r) && result == WEND_ERROR_LIMIT && is_plain) {
        /* Terrain may extend far beyond the ground. Cleaning cuts it off. */
        result = create_cleaned_space(s, in, CLEAN_EXACT);
    } else if (reader_ok(r) && result == WEND_ERROR_GEOMETRY) {
        result = create_cleaned_space(s, in, CLEAN_MILLIMETRE);
        if (reader_ok(r) && result == WEND_ERROR_GEOMETRY && !is_about_link(r->error->message)) {
            result = create_cleaned_space(s, in, CLEAN_EXACT);
        }
    }
    if (!reader_ok(r) || result == WEND_OK) {
        return;
    }
    if (result == WEND_ERROR_LIMIT) {
        error_set(r->error, result, "%.400s; use 'clip: [[x, y], [x, y]]' to take a part of it",
                  r->error->message);
    }
    const node *at = scenario_find_space_fault(space, r->error->message);
    read_fail_as(r, at != NULL ? at : s->space_at, result);
}

/* Reads the key `file`: a space that `wend map` has written. */
static void read_space_file(wend_scenario *s, geometry_reader *g, const node *file) {
    reader *r = g->r;
    const char *text = read_text(r, file, "file");
    if (reader_ok(r) && !text_ends_with(text, ".wmap")) {
        char description[NODE_DESCRIPTION_SIZE];
        read_fail(r, file, WEND_ERROR_INVALID,
                  "file must be a map file that ends in .wmap, found %s; plans in WKT or GeoJSON "
                  "go under 'walkable', 'obstacles' or 'rings'",
                  node_describe(file, description));
    }
    const char *path = reader_ok(r) ? geometry_path(g, file) : NULL;
    scenario_read_wmap(s, r, file, path);
    if (!reader_ok(r)) {
        return;
    }
    s->space_def.allocator = s->tree.heap.allocator;
    wend_result result = wend_space_create(&s->space_def, &s->space, r->error);
    if (result != WEND_OK) {
        read_fail_as(r, file, result);
    }
}

static void read_simplify(space_input *in, const node *root, const node *space) {
    simplify_read(&in->simplify, in->geometry.r, root, space);
    for (uint32_t i = 0; i < in->layer_count; i++) {
        in->layers[i].given.shapes = in->simplify.shapes;
    }
    in->plain &= in->simplify.at == NULL;
}

static void read_parts(wend_scenario *s, space_input *in, const node *root, const node *space) {
    reader *r = in->geometry.r;
    const node *layers = node_get(space, "layers");
    read_classes(s, r, space);
    if (layers != NULL && reader_ok(r)) {
        read_layer_list(s, in, layers);
    } else {
        read_single_layer(s, in, space);
    }
    if (reader_ok(r)) {
        number_terrain(s, in);
        geometry_project(&in->geometry, space);
        read_clips(in, space);
        read_links(s, in, node_get(space, "links"));
        read_simplify(in, root, space);
        scenario_read_connections(s, r, node_get(space, "connections"));
    }
    if (reader_ok(r)) {
        make_space(s, in, space);
    }
}

void scenario_read_space(wend_scenario *s, reader *r, const node *root) {
    const node *space = node_get(root, "space");
    space_input in = {.plain = true};
    s->space_at = space != NULL ? space : root;
    s->space_def = wend_default_space_def();
    if (space != NULL && !member_check(r, space, &format_space)) {
        return;
    }
    geometry_init(&in.geometry, s, r);
    if (node_get(space, "file") != NULL) {
        read_space_file(s, &in.geometry, node_get(space, "file"));
    } else {
        read_parts(s, &in, root, space);
    }
    geometry_free(&in.geometry);
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
