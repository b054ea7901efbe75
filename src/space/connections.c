/* Connections between layers: verifies, copies and hashes them.
 *
 * Both ends must lie on walkable ground; only obstacles of class 0 count here, because planners
 * check other classes and doors later. Cost: O(connections^2) for names, O(1) queries for each
 * connection. */
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "space/space.h"

static const double max_cost = 1e6, max_duration = 1e6, max_radius = 100.0;

wend_connection_def wend_default_connection_def(void) {
    return (wend_connection_def){.cost = -1.0, .duration = -1.0, .radius = 0.5};
}

static bool is_named(const char *name) {
    return name != NULL && name[0] != '\0';
}

/* Returns a message about a wrong number in a connection, or NULL if all numbers are valid. */
static const char *find_wrong_number(const wend_connection_def *c) {
    if (!isfinite(c->from.x) || !isfinite(c->from.y) || !isfinite(c->to.x) || !isfinite(c->to.y)) {
        return "both ends must be finite";
    }
    if (!(c->cost <= max_cost)) {
        return "its cost must be at most 1000000 m";
    }
    if (!(c->duration <= max_duration)) {
        return "its duration must be at most 1000000 s";
    }
    if (!(c->radius > 0.0 && c->radius <= max_radius)) {
        return "its radius must be above 0 and at most 100 m";
    }
    if (c->from_layer == c->to_layer && c->from.x == c->to.x && c->from.y == c->to.y) {
        return "it joins a point with itself";
    }
    return NULL;
}

static wend_result check_profiles(const wend_connection_def *c, uint32_t index, wend_error *error) {
    if (c->profile_count > 0 && c->profiles == NULL) {
        return error_set(error, WEND_ERROR_INVALID,
                         "connection %u: profile_count is %u, but profiles is NULL", index,
                         c->profile_count);
    }
    for (uint32_t i = 0; i < c->profile_count; i++) {
        if (!is_named(c->profiles[i])) {
            return error_set(error, WEND_ERROR_INVALID, "connection %u: profile %u has no name",
                             index, i);
        }
    }
    return WEND_OK;
}

static wend_result check_connection(const wend_space_def *def, uint32_t index, wend_error *error) {
    const wend_connection_def *c = &def->connections[index];
    uint32_t largest = c->from_layer > c->to_layer ? c->from_layer : c->to_layer;
    if (largest >= def->layer_count) {
        return error_set(error, WEND_ERROR_INVALID,
                         "connection %u names layer %u; the space has the layers 0 to %u", index,
                         largest, def->layer_count - 1);
    }
    const char *wrong = find_wrong_number(c);
    if (wrong != NULL) {
        return error_set(error, WEND_ERROR_INVALID,
                         "connection %u from (%.9g, %.9g) to (%.9g, %.9g): %s", index, c->from.x,
                         c->from.y, c->to.x, c->to.y, wrong);
    }
    for (uint32_t i = 0; i < index && is_named(c->name); i++) {
        const char *other = def->connections[i].name;
        if (other != NULL && strcmp(c->name, other) == 0) {
            return error_set(error, WEND_ERROR_NAME, "connections %u and %u are both named '%.64s'",
                             i, index, c->name);
        }
    }
    return check_profiles(c, index, error);
}

wend_result space_check_connections(const wend_space_def *def, wend_error *error) {
    if (def->connection_count > WEND_MAX_CONNECTIONS) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the space has %u connections; at most %d are possible",
                         def->connection_count, WEND_MAX_CONNECTIONS);
    }
    if (def->connection_count > 0 && def->connections == NULL) {
        return error_set(error, WEND_ERROR_INVALID,
                         "connection_count is %u, but connections is NULL", def->connection_count);
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < def->connection_count && result == WEND_OK; i++) {
        result = check_connection(def, i, error);
    }
    return result;
}

/* ---- Building -------------------------------------------------------------------------------- */

static wend_result report_off_ground(const wend_space *space, uint32_t index, const char *end,
                                     wend_location location, wend_error *error) {
    char layer[SPACE_TEXT_SIZE], point[SPACE_TEXT_SIZE];
    return error_set(error, WEND_ERROR_GEOMETRY,
                     "connection %u: its end '%s' at %s is not on the walkable ground of %s", index,
                     end, space_point_text(space, location.position, point),
                     space_layer_text(space, location.layer, layer));
}

static bool copy_profiles(wend_space *space, const wend_connection_def *def, wend_connection *out) {
    const char **names = space_allocate(space, def->profile_count, sizeof *names);
    for (uint32_t i = 0; names != NULL && i < def->profile_count; i++) {
        names[i] = space_copy_text(space, def->profiles[i]);
        if (names[i] == NULL) {
            return false;
        }
    }
    out->profiles = (const char *const *)names;
    return names != NULL;
}

static wend_result build_connection(wend_space *space, const wend_connection_def *def,
                                    uint32_t index, wend_error *error) {
    wend_connection *built = &space->connections[index];
    *built = (wend_connection){.name = space_copy_text(space, def->name),
                               .from = {wend_space_to_local(space, def->from), def->from_layer},
                               .to = {wend_space_to_local(space, def->to), def->to_layer},
                               .one_way = def->one_way,
                               .cost = def->cost >= 0.0 ? (float)def->cost : -1.0F,
                               .duration = def->duration >= 0.0 ? (float)def->duration : -1.0F,
                               .radius = (float)def->radius,
                               .profile_count = def->profile_count};
    if (built->name == NULL || !copy_profiles(space, def, built)) {
        return WEND_ERROR_MEMORY;
    }
    if (!wend_space_is_walkable(space, built->from, 1U)) {
        return report_off_ground(space, index, "from", built->from, error);
    }
    return wend_space_is_walkable(space, built->to, 1U)
               ? WEND_OK
               : report_off_ground(space, index, "to", built->to, error);
}

wend_result space_build_connections(wend_space *space, const wend_space_def *def,
                                    wend_error *error) {
    space->connections = space_allocate(space, def->connection_count, sizeof *space->connections);
    space->connection_count = def->connection_count;
    wend_result result = space->connections != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    for (uint32_t i = 0; i < def->connection_count && result == WEND_OK; i++) {
        result = build_connection(space, &def->connections[i], i, error);
    }
    return result;
}

uint64_t space_hash_connections(uint64_t hash, const wend_space *space) {
    for (uint32_t i = 0; i < space->connection_count; i++) {
        const wend_connection *c = &space->connections[i];
        const wend_vec2 values[] = {c->from.position,
                                    c->to.position,
                                    {(float)c->from.layer, (float)c->to.layer},
                                    {c->cost, c->duration},
                                    {c->radius, c->one_way ? 1.0F : 0.0F}};
        hash = space_hash_points(hash, values, sizeof values / sizeof *values);
        hash = hash_combine(hash, c->profile_count);
        for (uint32_t k = 0; k < c->profile_count; k++) {
            hash = space_hash_text(hash, c->profiles[k]);
        }
    }
    return hash;
}

/* ---- Queries --------------------------------------------------------------------------------- */

wend_connection wend_space_connection(const wend_space *space, uint32_t index) {
    WEND_ASSERT(index < space->connection_count);
    return space->connections[index];
}
