/* Checks terrain against the walkable ground: warns of types that no walkable ground has, and
 * refuses profiles that forbid all of the ground.
 *
 * Cost: that of wend_space_terrain_areas for each layer, in scenarios with terrain only. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "scenario/terrain.h"

/* Fraction of the ground; a smaller remainder beside terrain is due to rounding. */
static const double LEAST_SHARE = 1e-6;

/* ---- Areas ----------------------------------------------------------------------------------- */

/* Adds the areas of a layer to the sums of the scenario. */
static void add_layer(wend_scenario *s, reader *r, uint32_t layer) {
    uint32_t count = wend_space_terrain_areas(s->space, layer, NULL, 0);
    wend_terrain_area *areas = read_allocate(r, (size_t)count + 1, sizeof *areas);
    wend_terrain_area *sums = read_allocate(r, (size_t)count + s->terrain_area_count, sizeof *sums);
    if (reader_ok(r) && count > 0) {
        count = wend_space_terrain_areas(s->space, layer, areas, count);
    }
    if (reader_ok(r) && count == 0) {
        r->result = error_no_memory(r->error, "a scenario");
    }
    uint32_t merged = 0, k = 0;
    for (uint32_t i = 0; reader_ok(r) && (i < count || k < s->terrain_area_count); merged++) {
        const wend_terrain_area *old = k < s->terrain_area_count ? &s->terrain_areas[k] : NULL;
        bool takes_new = old == NULL || (i < count && areas[i].type <= old->type);
        bool takes_old = old != NULL && (i >= count || old->type <= areas[i].type);
        sums[merged].type = takes_new ? areas[i].type : old->type;
        sums[merged].area = (takes_new ? areas[i].area : 0.0) + (takes_old ? old->area : 0.0);
        i += takes_new;
        k += takes_old;
    }
    s->terrain_areas = sums;
    s->terrain_area_count = merged;
}

static bool has_terrain(const wend_scenario *s) {
    bool any = s->terrain_number_count > 0 || wend_space_terrain_name_count(s->space) > 0;
    for (uint32_t i = 0; i < s->space_def.layer_count; i++) {
        any = any || s->space_def.layers[i].terrain_count > 0;
    }
    return any;
}

static void measure(wend_scenario *s, reader *r) {
    for (uint32_t i = 0; i < s->space_def.layer_count && reader_ok(r) && has_terrain(s); i++) {
        add_layer(s, r, i);
    }
}

static double area_of(const wend_scenario *s, uint32_t type) {
    for (uint32_t i = 0; i < s->terrain_area_count; i++) {
        if (s->terrain_areas[i].type == type) {
            return s->terrain_areas[i].area;
        }
    }
    return 0.0;
}

/* ---- Forbidden ground ------------------------------------------------------------------------ */

static bool is_forbidden(const wend_profile_def *def, uint32_t type) {
    for (uint32_t i = 0; i < def->terrain_rule_count; i++) {
        const wend_terrain_rule *rule = &def->terrain_rules[i];
        if (rule->type == type) {
            return rule->weight.kind == WEND_DISTRIBUTION_CONSTANT && isinf(rule->weight.a);
        }
    }
    return false;
}

static void check_profile(const wend_scenario *s, reader *r, const scenario_profile *profile) {
    double total = 0.0, open = 0.0;
    for (uint32_t i = 0; i < s->terrain_area_count; i++) {
        const wend_terrain_area *one = &s->terrain_areas[i];
        total += one->area;
        open += is_forbidden(&profile->def, one->type) ? 0.0 : one->area;
    }
    double least = isinf(total) ? 0.0 : LEAST_SHARE * total;
    if (total > 0.0 && open <= least) {
        const node *rules = node_get(profile->at, "terrain");
        read_fail(r, rules != NULL ? rules : profile->at, WEND_ERROR_INVALID,
                  "all of the walkable ground is forbidden: allow a terrain, or 'ground', which is "
                  "what no terrain covers");
    }
}

void scenario_check_terrain(wend_scenario *s, reader *r, const node *root) {
    (void)root;
    measure(s, r);
    for (uint32_t i = 0; i < s->profile_count && reader_ok(r); i++) {
        if (s->profiles[i].def.terrain_rule_count > 0) {
            check_profile(s, r, &s->profiles[i]);
        }
    }
}

/* ---- Terrain off the ground ------------------------------------------------------------------ */

/* True if an item of the key `terrain` states a type: a number, or a name. */
static bool states(const node *item, uint32_t number, const char *name) {
    const node *type = node_get(item, "type");
    double value = 0.0;
    if (type == NULL || type->kind != NODE_SCALAR) {
        return false;
    }
    return name[0] != '\0' ? strcmp(type->text, name) == 0
                           : text_parse_double(type->text, &value) && value == (double)number;
}

/* Finds the terrain that states a type, or else takes it from a file. */
static const node *find_item(const node *terrain, uint32_t number, const char *name) {
    uint32_t count = terrain == NULL ? 0 : terrain->kind == NODE_LIST ? terrain->count : 1;
    const node *from_file = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const node *item = terrain->kind == NODE_LIST ? terrain->items[i] : terrain;
        const node *type = node_get(item, "type");
        if (states(item, number, name)) {
            return item;
        }
        from_file = type != NULL && type->kind == NODE_MAPPING ? item : from_file;
    }
    return from_file;
}

static const node *find_terrain(const wend_scenario *s, uint32_t number, const char *name) {
    const node *layers = node_get(s->space_at, "layers");
    const node *found = find_item(node_get(s->space_at, "terrain"), number, name);
    for (uint32_t i = 0; layers != NULL && i < layers->count && found == NULL; i++) {
        found = find_item(node_get(layers->items[i], "terrain"), number, name);
    }
    return found != NULL ? found : s->space_at;
}

static void check_type(wend_scenario *s, reader *r, uint32_t type) {
    const char *name = wend_space_terrain_name(s->space, type);
    if (type == 0 || area_of(s, type) > 0.0) {
        return;
    }
    enum { SIZE = 200 };
    char *message = read_allocate(r, SIZE, 1), number[16];
    if (message == NULL) {
        return;
    }
    snprintf(number, sizeof number, "%u", type);
    snprintf(message, SIZE,
             "no walkable ground has the terrain '%.60s': it lies off the ground, or later terrain "
             "covers it",
             name[0] != '\0' ? name : number);
    const node *at = find_terrain(s, type, name);
    s->warnings[s->warning_count++] =
        (wend_warning){false, at->source, at->line, at->column, message};
}

uint32_t scenario_most_terrain_warnings(const wend_scenario *s) {
    return s->terrain_area_count + wend_space_terrain_name_count(s->space);
}

void scenario_warn_of_terrain(wend_scenario *s, reader *r) {
    for (uint32_t i = 0; i < s->terrain_area_count && reader_ok(r); i++) {
        if (wend_space_terrain_name(s->space, s->terrain_areas[i].type)[0] == '\0') {
            check_type(s, r, s->terrain_areas[i].type);
        }
    }
    uint32_t names = has_terrain(s) ? wend_space_terrain_name_count(s->space) : 0;
    for (uint32_t i = 0; i < names && reader_ok(r); i++) {
        if (wend_space_terrain_name(s->space, i)[0] != '\0') {
            check_type(s, r, i);
        }
    }
}
