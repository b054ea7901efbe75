/* Writes the key `space`. */
#include "live/scenario/scene.h"
#include <string.h>
#include <wend/behaviour.h>
#include <wend/names.h>

/* ---- Layers ---------------------------------------------------------------------------------- */

/* Appends the indent and the key of a list, and "[" or its end. Items are separated by commas. */
static void begin(scene *s, const char *indent, const char *key) {
    yaml_add(s->out, "%s%s:\n", indent, key);
}

static void write_class(scene *s, uint32_t obstacle_class) {
    if (obstacle_class > 0) {
        scene_write_name(s, "class", wend_space_class_name(s->space, obstacle_class));
    }
}

static void write_polygons(scene *s, const char *indent, const wend_layer_def *layer) {
    if (layer->boundary_count > 0) {
        begin(s, indent, "walkable");
    }
    for (uint32_t i = 0; i < layer->boundary_count; i++) {
        yaml_add(s->out, "%s  - ", indent);
        yaml_points(s->out, layer->boundaries[i].points, layer->boundaries[i].count);
        yaml_add_text(s->out, "\n");
    }
    if (layer->solid_count > 0) {
        begin(s, indent, "obstacles");
    }
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        const wend_solid_def *solid = &layer->solids[i];
        yaml_add(s->out, "%s  - {polygon: ", indent);
        yaml_points(s->out, solid->ring.points, solid->ring.count);
        write_class(s, solid->obstacle_class);
        yaml_add_text(s->out, "}\n");
    }
    if (layer->open_wall_count > 0) {
        begin(s, indent, "walls");
    }
    for (uint32_t i = 0; i < layer->open_wall_count; i++) {
        const wend_open_wall_def *wall = &layer->open_walls[i];
        yaml_add(s->out, "%s  - {points: ", indent);
        yaml_points(s->out, wall->points, wall->count);
        write_class(s, wall->obstacle_class);
        yaml_add_text(s->out, "}\n");
    }
}

static void write_terrain(scene *s, const char *indent, const wend_layer_def *layer) {
    if (layer->terrain_count > 0) {
        begin(s, indent, "terrain");
    }
    for (uint32_t i = 0; i < layer->terrain_count; i++) {
        const wend_terrain_def *terrain = &layer->terrains[i];
        const char *name = wend_space_terrain_name(s->space, terrain->type);
        yaml_add(s->out, "%s  - {type: ", indent);
        if (name[0] != '\0') {
            yaml_quote(s->out, name);
        } else {
            yaml_add(s->out, "%u", terrain->type);
        }
        yaml_add_text(s->out, ", polygon: ");
        yaml_points(s->out, terrain->ring.points, terrain->ring.count);
        yaml_add_text(s->out, terrain->hole_count > 0 ? ", holes: [" : "");
        for (uint32_t k = 0; k < terrain->hole_count; k++) {
            yaml_add_text(s->out, k > 0 ? ", " : "");
            yaml_points(s->out, terrain->holes[k].points, terrain->holes[k].count);
        }
        yaml_add_text(s->out, terrain->hole_count > 0 ? "]}\n" : "}\n");
    }
}

static void write_field(scene *s, const wend_height_def *height) {
    yaml_add_text(s->out, ", field: {low: ");
    yaml_point(s->out, height->grid_low);
    yaml_add_text(s->out, ", cell: ");
    yaml_number(s->out, height->grid_cell);
    yaml_add_text(s->out, ", rows: [");
    for (uint32_t row = 0; row < height->rows; row++) {
        yaml_add_text(s->out, row > 0 ? ", [" : "[");
        for (uint32_t i = 0; i < height->columns; i++) {
            yaml_add_text(s->out, i > 0 ? ", " : "");
            yaml_single(s->out, (double)height->grid[(size_t)row * height->columns + i]);
        }
        yaml_add_text(s->out, "]");
    }
    yaml_add_text(s->out, "]}");
}

static void write_heights(scene *s, const char *indent, const wend_layer_def *layer) {
    if (layer->height_count > 0) {
        begin(s, indent, "height");
    }
    for (uint32_t i = 0; i < layer->height_count; i++) {
        const wend_height_def *height = &layer->heights[i];
        yaml_add(s->out, "%s  - {z: ", indent);
        yaml_number(s->out, height->z);
        yaml_add_text(s->out, ", slope: ");
        yaml_point(s->out, height->slope);
        if (height->ring.count > 0) {
            yaml_add_text(s->out, ", polygon: ");
            yaml_points(s->out, height->ring.points, height->ring.count);
        }
        if (height->grid != NULL) {
            write_field(s, height);
        }
        yaml_add_text(s->out, "}\n");
    }
}

static void write_layer(scene *s, const char *indent, const wend_layer_def *layer) {
    write_polygons(s, indent, layer);
    write_terrain(s, indent, layer);
    write_heights(s, indent, layer);
}

/* ---- Links, connections and classes ---------------------------------------------------------- */

static void write_links(scene *s) {
    const wend_space_def *def = s->space_def;
    yaml_add_text(s->out, def->link_count > 0 ? "  links:\n" : "");
    for (uint32_t i = 0; i < def->link_count; i++) {
        const wend_link_def *link = &def->links[i];
        const wend_point ends[] = {link->a, link->b};
        yaml_add_text(s->out, "    - {segment: ");
        yaml_points(s->out, ends, 2);
        scene_write_name(s, "from", scene_layer_name(s, link->left_layer));
        scene_write_name(s, "to", scene_layer_name(s, link->right_layer));
        yaml_add_text(s->out, "}\n");
    }
}

/* True if a profile is a variant of another one and has a name of its own in the file. */
static bool is_other_variant(scene *s, wend_profile profile, const char *of) {
    wend_profile_def def;
    return wend_world_get_profile_base(s->world, profile).value == 0 &&
           scene_variant_base(s, profile).value == 0 &&
           wend_world_get_profile_def(s->world, profile, &def, NULL) && def.variant_of != NULL &&
           strcmp(def.variant_of, of) == 0;
}

/* Writes the profiles that may take a connection: those that it names, and their variants. */
static void write_users(scene *s, const wend_connection_def *connection) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < connection->profile_count; i++) {
        const char *name = connection->profiles[i];
        if (wend_world_find_profile(s->world, name).value == 0) {
            continue;
        }
        yaml_add_text(s->out, written++ == 0 ? ", profiles: [" : ", ");
        yaml_quote(s->out, name);
        for (uint32_t k = 0; k < wend_world_profile_count(s->world); k++) {
            wend_profile profile = wend_world_profile_at(s->world, k);
            if (is_other_variant(s, profile, name)) {
                yaml_add_text(s->out, ", ");
                yaml_quote(s->out, scene_profile_name(s, profile));
            }
        }
    }
    yaml_add_text(s->out, written > 0 ? "]" : "");
    if (written == 0) {
        scene_note(s, "a connection was for profiles that do not exist; now all may take it");
    }
}

static void write_member(scene *s, const char *key, double value, double missing) {
    if (value >= 0.0 && value != missing) {
        yaml_add(s->out, ", %s: ", key);
        yaml_number(s->out, value);
    }
}

static void write_connections(scene *s) {
    const wend_space_def *def = s->space_def;
    yaml_add_text(s->out, def->connection_count > 0 ? "  connections:\n" : "");
    for (uint32_t i = 0; i < def->connection_count; i++) {
        const wend_connection_def *connection = &def->connections[i];
        yaml_add_text(s->out, "    - {from: ");
        yaml_point(s->out, connection->from);
        yaml_add_text(s->out, ", to: ");
        yaml_point(s->out, connection->to);
        scene_write_name(s, "name", connection->name);
        if (s->has_layers) {
            scene_write_name(s, "from_layer", scene_layer_name(s, connection->from_layer));
            scene_write_name(s, "to_layer", scene_layer_name(s, connection->to_layer));
        }
        yaml_add_text(s->out, connection->one_way ? ", one_way: true" : "");
        write_member(s, "cost", connection->cost, -1.0);
        write_member(s, "duration", connection->duration, -1.0);
        write_member(s, "radius", connection->radius, wend_default_connection_def().radius);
        if (connection->profiles != NULL) {
            write_users(s, connection);
        }
        yaml_add_text(s->out, "}\n");
    }
}

static void write_classes(scene *s) {
    uint32_t count = wend_space_class_count(s->space);
    yaml_add_text(s->out, count > 1 ? "  classes:\n" : "");
    for (uint32_t i = 1; i < count; i++) {
        yaml_add_text(s->out, "    - {name: ");
        yaml_quote(s->out, wend_space_class_name(s->space, i));
        yaml_add(s->out, ", on: %s}\n",
                 wend_world_is_class_enabled(s->world, i) ? "true" : "false");
    }
}

static bool is_empty(const wend_layer_def *layer) {
    return layer->boundary_count + layer->solid_count + layer->open_wall_count +
               layer->terrain_count + layer->height_count ==
           0;
}

wend_result scene_write_space(scene *s) {
    const wend_space_def *def = s->space_def;
    bool empty = def->layer_count == 0 || (def->layer_count == 1 && is_empty(&def->layers[0]));
    if (empty && !s->has_layers && def->connection_count == 0 && def->class_count <= 1) {
        return WEND_OK;
    }
    yaml_add_text(s->out, "space:\n");
    write_classes(s);
    if (s->has_layers) {
        yaml_add_text(s->out, "  layers:\n");
        for (uint32_t i = 0; i < def->layer_count; i++) {
            yaml_add_text(s->out, "    - name: ");
            yaml_quote(s->out, scene_layer_name(s, i));
            yaml_add_text(s->out, "\n");
            write_layer(s, "      ", &def->layers[i]);
        }
    } else if (def->layer_count == 1) {
        write_layer(s, "  ", &def->layers[0]);
    }
    write_links(s);
    write_connections(s);
    return WEND_OK;
}
