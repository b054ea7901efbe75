/* Checks whether a mesh is consistent: see verify.h. The checks are exact. Cost: O(n log n) for n
 * corners. */
#include "map/navmesh/verify.h"

#include <math.h>

#include "base/sort.h"
#include "geom/predicates.h"
#include "geom/vec.h"

/* Portals between two polygons with more corners than this are sorted. Others are found by a search
 * in the polygon with fewer corners. */
enum { MOST_SEARCHED = 32 };

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

static const char *const NOT_MUTUAL =
    "two polygons are not neighbours of each other across the same edge";

static uint32_t next_corner(const navmesh_polygon *polygon, uint32_t corner) {
    return corner + 1 < polygon->first + polygon->count ? corner + 1 : polygon->first;
}

/* True if both polygons have so many corners that their portals are sorted. */
static bool is_sorted_pair(const navmesh_level *level, uint32_t a, uint32_t b) {
    return level->polygons[a].count > MOST_SEARCHED && level->polygons[b].count > MOST_SEARCHED;
}

size_t verify_count_sorted(const navmesh_level *level) {
    size_t count = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        const navmesh_polygon *polygon = &level->polygons[i];
        for (uint32_t k = 0; k < polygon->count && polygon->count > MOST_SEARCHED; k++) {
            uint32_t other = level->neighbours[polygon->first + k];
            count += other != NAVMESH_NONE && is_sorted_pair(level, i, other);
        }
    }
    return count;
}

static uint32_t collect_sorted(const navmesh_level *level, uint32_t index, verify_portal *out) {
    const navmesh_polygon *polygon = &level->polygons[index];
    uint32_t count = 0;
    for (uint32_t i = 0; i < polygon->count && polygon->count > MOST_SEARCHED; i++) {
        uint32_t corner = polygon->first + i, other = level->neighbours[corner];
        if (other != NAVMESH_NONE && is_sorted_pair(level, index, other)) {
            wend_vec2 a = level->points[corner], b = level->points[next_corner(polygon, corner)];
            out[count++] = index < other ? (verify_portal){index, other, a, b, corner, false}
                                         : (verify_portal){other, index, b, a, corner, true};
        }
    }
    return count;
}

static bool match_sorted(const navmesh_level *level, verify_portal *portals,
                         verify_portal *sorting) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        count += collect_sorted(level, i, &portals[count]);
    }
    sort_stable(portals, sorting, count, sizeof *portals, comes_before);
    for (uint32_t i = 0; i < count; i += 2) {
        const verify_portal *one = &portals[i], *other = &portals[i + 1];
        if (i + 1 == count || one->low == one->high || compare_edges(one, other) != 0 ||
            one->is_high || !other->is_high) {
            return false;
        }
        level->twins[one->corner] = other->corner;
        level->twins[other->corner] = one->corner;
    }
    return true;
}

/* Searches a polygon for the edge from point b to point a, beyond which polygon `other` lies.
 * Returns the corner at its start, or NAVMESH_NONE. */
static uint32_t find_edge(const navmesh_level *level, const navmesh_polygon *polygon,
                          uint32_t other, wend_vec2 a, wend_vec2 b) {
    for (uint32_t i = polygon->first; i < polygon->first + polygon->count; i++) {
        if (level->neighbours[i] == other && vec_equal(level->points[i], b) &&
            vec_equal(level->points[next_corner(polygon, i)], a)) {
            return i;
        }
    }
    return NAVMESH_NONE;
}

/* Finds the twins of a polygon's portals to polygons with fewer corners, or with as many corners
 * and a lower index. Returns false if a portal has none. A polygon is convex, so it has an edge
 * only once. */
static bool match_polygon(const navmesh_level *level, uint32_t index) {
    const navmesh_polygon *polygon = &level->polygons[index];
    for (uint32_t i = polygon->first; i < polygon->first + polygon->count; i++) {
        uint32_t other = level->neighbours[i];
        if (other == NAVMESH_NONE || is_sorted_pair(level, index, other)) {
            continue;
        }
        const navmesh_polygon *beside = &level->polygons[other];
        if (beside->count < polygon->count || (beside->count == polygon->count && other <= index)) {
            wend_vec2 a = level->points[i], b = level->points[next_corner(polygon, i)];
            uint32_t twin = other != index ? find_edge(level, beside, index, a, b) : NAVMESH_NONE;
            if (twin == NAVMESH_NONE) {
                return false;
            }
            level->twins[i] = twin;
            level->twins[twin] = i;
        }
    }
    return true;
}

const char *verify_twins(const navmesh_level *level, verify_portal *portals,
                         verify_portal *sorting) {
    for (uint32_t i = 0; i < level->corner_count; i++) {
        level->twins[i] = NAVMESH_NONE;
    }
    bool good = match_sorted(level, portals, sorting);
    for (uint32_t i = 0; i < level->polygon_count && good; i++) {
        good = match_polygon(level, i);
    }
    for (uint32_t i = 0; i < level->corner_count && good; i++) {
        good = (level->twins[i] == NAVMESH_NONE) == (level->neighbours[i] == NAVMESH_NONE);
    }
    return good ? NULL : NOT_MUTUAL;
}
