/* Writes the geometry of a space: that of its definition. */
#include "live/state/ground.h"

static void write_points(live_writer *out, const char *key, const wend_point *points,
                         uint32_t count) {
    live_begin_list(out, key);
    for (uint32_t i = 0; i < count; i++) {
        live_write_point(out, NULL, points[i]);
    }
    live_end_list(out);
}

static void write_rings(live_writer *out, const char *key, const wend_ring *rings, uint32_t count) {
    live_begin_list(out, key);
    for (uint32_t i = 0; i < count; i++) {
        write_points(out, NULL, rings[i].points, rings[i].count);
    }
    live_end_list(out);
}

static void write_solids(live_writer *out, const wend_layer_def *layer) {
    live_begin_list(out, "solids");
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        const wend_solid_def *solid = &layer->solids[i];
        live_begin_object(out, NULL);
        write_points(out, "ring", solid->ring.points, solid->ring.count);
        live_write_integer(out, "class", solid->obstacle_class);
        live_end_object(out);
    }
    live_end_list(out);
    live_begin_list(out, "open_walls");
    for (uint32_t i = 0; i < layer->open_wall_count; i++) {
        const wend_open_wall_def *wall = &layer->open_walls[i];
        live_begin_object(out, NULL);
        write_points(out, "points", wall->points, wall->count);
        live_write_integer(out, "class", wall->obstacle_class);
        live_end_object(out);
    }
    live_end_list(out);
}

static void write_layer(live_writer *out, const wend_layer_def *layer) {
    live_begin_object(out, NULL);
    live_write_text(out, "name", layer->name != NULL ? layer->name : "");
    write_rings(out, "boundaries", layer->boundaries, layer->boundary_count);
    write_solids(out, layer);
    live_begin_list(out, "terrains");
    for (uint32_t i = 0; i < layer->terrain_count; i++) {
        const wend_terrain_def *terrain = &layer->terrains[i];
        live_begin_object(out, NULL);
        live_write_integer(out, "type", terrain->type);
        write_points(out, "ring", terrain->ring.points, terrain->ring.count);
        write_rings(out, "holes", terrain->holes, terrain->hole_count);
        live_end_object(out);
    }
    live_end_list(out);
    live_end_object(out);
}

static void write_names(live_writer *out, const char *key, const wend_space *space,
                        const char *(*name)(const wend_space *space, uint32_t index),
                        uint32_t count) {
    live_begin_list(out, key);
    for (uint32_t i = 0; i < count; i++) {
        live_begin_object(out, NULL);
        live_write_text(out, "name", name(space, i));
        live_end_object(out);
    }
    live_end_list(out);
}

/* Seams where two layers meet. A viewer cannot find them in the rings: floors above each other may
 * have equal edges without a link. */
static void write_links(live_writer *out, const wend_space_def *def) {
    live_begin_list(out, "links");
    for (uint32_t i = 0; i < def->link_count; i++) {
        const wend_link_def *link = &def->links[i];
        live_begin_object(out, NULL);
        live_write_point(out, "a", link->a);
        live_write_point(out, "b", link->b);
        live_write_integer(out, "left_layer", link->left_layer);
        live_write_integer(out, "right_layer", link->right_layer);
        live_end_object(out);
    }
    live_end_list(out);
}

void live_write_space(live_writer *out, const wend_space *space, const wend_space_def *def) {
    const wend_layer_def unbounded = {.name = ""};
    live_begin_list(out, "layers");
    for (uint32_t i = 0; i < def->layer_count; i++) {
        write_layer(out, &def->layers[i]);
    }
    if (def->layer_count == 0) {
        write_layer(out, &unbounded);
    }
    live_end_list(out);
    write_names(out, "classes", space, wend_space_class_name, wend_space_class_count(space));
    write_names(out, "terrains", space, wend_space_terrain_name,
                wend_space_terrain_name_count(space));
    write_links(out, def);
    live_begin_list(out, "connections");
    for (uint32_t i = 0; i < def->connection_count; i++) {
        const wend_connection_def *connection = &def->connections[i];
        live_begin_object(out, NULL);
        live_write_text(out, "name", connection->name != NULL ? connection->name : "");
        live_write_point(out, "from", connection->from);
        live_write_integer(out, "from_layer", connection->from_layer);
        live_write_point(out, "to", connection->to);
        live_write_integer(out, "to_layer", connection->to_layer);
        live_write_bool(out, "one_way", connection->one_way);
        live_end_object(out);
    }
    live_end_list(out);
}
