/* Checks whether a mesh is consistent: see verify.h. The checks are exact. Cost: O(n log n) for n
 * corners. */
#include "map/navmesh/verify.h"

#include <math.h>

#include "base/sort.h"
#include "geom/predicates.h"
#include "geom/vec.h"

/* m: largest coordinate of a space, plus a margin. */
static const float MAX_COORDINATE = 16384.0F;
static const float LARGEST_RADIUS = 1000.0F;

static bool is_in_range(wend_vec2 p) {
    return fabsf(p.x) <= MAX_COORDINATE && fabsf(p.y) <= MAX_COORDINATE;
}

/* ---- Blockers -------------------------------------------------------------------------------- */

static bool is_valid_blocker(const navmesh *mesh, const map_blocker *blocker) {
    if (blocker->obstacle_class != 0) {
        return blocker->obstacle_class < WEND_MAX_CLASSES && blocker->point_count == 0;
    }
    bool good = blocker->layer < mesh->layer_count && blocker->point_count >= 2;
    for (uint32_t i = 0; good && i < blocker->point_count; i++) {
        good = is_in_range(blocker->points[i]);
    }
    return good;
}

static bool is_valid_set(const navmesh *mesh, navmesh_set set) {
    if (set.first > mesh->member_count || set.count > mesh->member_count - set.first) {
        return false;
    }
    for (uint32_t i = 0; i < set.count; i++) {
        uint32_t member = mesh->members[set.first + i];
        if (member >= mesh->blocking.blocker_count ||
            (i > 0 && member <= mesh->members[set.first + i - 1])) {
            return false;
        }
    }
    return true;
}

static const char *check_blockers(const navmesh *mesh) {
    for (uint32_t i = 0; i < mesh->blocking.blocker_count; i++) {
        if (!is_valid_blocker(mesh, &mesh->blocking.blockers[i])) {
            return "a blocker is neither a class nor a door";
        }
    }
    size_t members = 0;
    for (uint32_t i = 0; i < mesh->set_count; i++) {
        members += mesh->sets[i].count;
        if (members > mesh->member_count || !is_valid_set(mesh, mesh->sets[i])) {
            return "a set of blockers is not valid";
        }
    }
    bool has_empty = mesh->set_count > 0 && mesh->sets[0].count == 0;
    return has_empty ? NULL : "its first set of blockers is missing or not empty";
}

/* ---- Polygons -------------------------------------------------------------------------------- */

/* True if an edge points upwards, or horizontally to the right. */
static bool is_upward(wend_vec2 a, wend_vec2 b) {
    return b.y > a.y || (b.y == a.y && b.x > a.x);
}

/* True if a polygon is convex: it turns left or goes straight on at every corner, and winds around
 * exactly once, so that its edges change from downward to upward only once. */
static bool is_convex(const navmesh_level *level, const navmesh_polygon *polygon) {
    const uint32_t *corners = &level->corners[polygon->first];
    uint32_t winding_count = 0, turn_count = 0;
    wend_vec2 a = level->vertices[corners[polygon->count - 2]];
    wend_vec2 b = level->vertices[corners[polygon->count - 1]];
    for (uint32_t i = 0; i < polygon->count; i++) {
        wend_vec2 c = level->vertices[corners[i]];
        int side = predicate_orient(a, b, c);
        if (vec_equal(b, c) || side < 0 || (side == 0 && predicate_ahead(c, b, a))) {
            return false;
        }
        turn_count += side > 0;
        winding_count += !is_upward(a, b) && is_upward(b, c);
        a = b;
        b = c;
    }
    return winding_count == 1 && turn_count >= 3;
}

static const char *check_polygon(const navmesh *mesh, const navmesh_level *level,
                                 const navmesh_polygon *polygon) {
    if (polygon->layer >= mesh->layer_count || polygon->set >= mesh->set_count) {
        return "a polygon's layer or set is out of range";
    }
    for (uint32_t i = 0; i < polygon->count; i++) {
        uint32_t corner = polygon->first + i, neighbour = level->neighbours[corner];
        if (level->corners[corner] >= level->vertex_count ||
            (neighbour != NAVMESH_NONE && neighbour >= level->polygon_count)) {
            return "a corner or neighbour is out of range";
        }
        if (level->clearances != NULL && !(level->clearances[corner] >= 0.0F &&
                                           level->clearances[corner] <= 4.0F * MAX_COORDINATE)) {
            return "a clearance is not a valid distance";
        }
    }
    return is_convex(level, polygon) ? NULL : "a polygon is not convex and counter-clockwise";
}

static const char *check_level(const navmesh *mesh, const navmesh_level *level) {
    if (level->polygon_count > NAVMESH_MAX_POLYGONS || level->vertex_count > 1U << 30 ||
        level->corner_count > 1U << 30) {
        return "it is too large";
    }
    for (uint32_t i = 0; i < level->vertex_count; i++) {
        if (!is_in_range(level->vertices[i])) {
            return "a vertex is not finite, or too far away";
        }
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *polygon = &level->polygons[i];
        if (polygon->first != first || polygon->count < 3 ||
            polygon->count > level->corner_count - first) {
            return "the corners of polygons are not consecutive";
        }
        first += polygon->count;
        const char *wrong = check_polygon(mesh, level, polygon);
        if (wrong != NULL) {
            return wrong;
        }
    }
    return first == level->corner_count ? NULL : "there are corners without a polygon";
}

const char *verify_parts(const void *draft) {
    const navmesh *mesh = draft;
    if (mesh->layer_count == 0 || mesh->layer_count > WEND_MAX_LAYERS || mesh->level_count == 0 ||
        mesh->level_count > NAVMESH_MAX_LEVELS) {
        return "it has too few or too many layers or levels";
    }
    const char *wrong = check_blockers(mesh);
    for (uint32_t i = 0; wrong == NULL && i < mesh->level_count; i++) {
        float radius = mesh->levels[i].radius;
        bool ascends = i == 0 ? radius == 0.0F
                              : radius > mesh->levels[i - 1].radius && radius <= LARGEST_RADIUS;
        wrong = ascends ? check_level(mesh, &mesh->levels[i])
                        : "the radii of its levels do not ascend from 0";
    }
    if (wrong == NULL && mesh->levels[0].corner_count > 0 && mesh->levels[0].clearances == NULL) {
        wrong = "its first level has no clearances";
    }
    return wrong;
}

/* ---- Neighbours ------------------------------------------------------------------------------ */

static int compare_points(wend_vec2 a, wend_vec2 b) {
    return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

/* Compares two edges; the two records of one edge, one from each of its polygons, compare equal. */
static int compare_edges(const verify_portal *a, const verify_portal *b) {
    if (a->low != b->low || a->high != b->high) {
        return a->low != b->low ? (a->low < b->low ? -1 : 1) : (a->high < b->high ? -1 : 1);
    }
    int order = compare_points(a->a, b->a);
    return order != 0 ? order : compare_points(a->b, b->b);
}

static bool comes_before(const void *left, const void *right) {
    const verify_portal *a = left, *b = right;
    int order = compare_edges(a, b);
    return order != 0 ? order < 0 : a->is_high < b->is_high;
}

static uint32_t collect_portals(const navmesh_level *level, uint32_t index, verify_portal *out) {
    const navmesh_polygon *polygon = &level->polygons[index];
    uint32_t count = 0;
    for (uint32_t i = 0; i < polygon->count; i++) {
        uint32_t corner = polygon->first + i;
        uint32_t next = polygon->first + (i + 1 == polygon->count ? 0 : i + 1);
        uint32_t other = level->neighbours[corner];
        if (other != NAVMESH_NONE) {
            wend_vec2 a = level->points[corner], b = level->points[next];
            out[count++] = index < other ? (verify_portal){index, other, a, b, corner, false}
                                         : (verify_portal){other, index, b, a, corner, true};
        }
    }
    return count;
}

const char *verify_twins(const navmesh_level *level, verify_portal *portals,
                         verify_portal *sorting) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        count += collect_portals(level, i, &portals[count]);
    }
    for (uint32_t i = 0; i < level->corner_count; i++) {
        level->twins[i] = NAVMESH_NONE;
    }
    sort_stable(portals, sorting, count, sizeof *portals, comes_before);
    for (uint32_t i = 0; i < count; i += 2) {
        const verify_portal *one = &portals[i], *other = &portals[i + 1];
        if (i + 1 == count || one->low == one->high || compare_edges(one, other) != 0 ||
            one->is_high || !other->is_high) {
            return "two polygons are not neighbours of each other across the same edge";
        }
        level->twins[one->corner] = other->corner;
        level->twins[other->corner] = one->corner;
    }
    return NULL;
}
