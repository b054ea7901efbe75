/* Determines which triangles are ground, and which blockers can cover them.
 *
 * No outline crosses a triangle, so all triangles that are connected without crossing an outline
 * form a face with the same properties. The sides of corner fans, which end at their tips, do not
 * count as outlines. Each face is tested once, at the centroid of its largest triangle: whether it
 * is ground, whether it is far enough from walls, and which blockers cover it. The centroid is well
 * inside the face, so rounding outlines by a unit changes the answer only for faces that are about
 * a unit wide. In a terrain map, the centroid decides the type of terrain too.
 *
 * Cost: O(n) for the triangles, plus O(log n) for each face and each area near it. */
#include "base/error.h"
#include "build/navmesh/navmesh.h"
#include <string.h>

enum { MOST_SETS = UINT16_MAX };

static double area_of(const mesh_layer *layer, uint32_t triangle) {
    const uint32_t *v = layer->triangles.triangles[triangle].vertex;
    grid_point p = layer->points[v[0]], q = layer->points[v[1]], r = layer->points[v[2]];
    return ((double)q.x - p.x) * ((double)r.y - p.y) - ((double)q.y - p.y) * ((double)r.x - p.x);
}

/* Marks the points that are tips of corner fans. Returns NULL if out of memory. */
static const bool *find_tips(mesh_builder *b, const mesh_layer *layer) {
    bool *is_tip = arena_take(&b->level, (size_t)layer->point_count + 1, 16);
    if (is_tip != NULL) {
        memset(is_tip, 0, (size_t)layer->point_count + 1);
        for (uint32_t i = 0; i < layer->tip_count; i++) {
            is_tip[mesh_find_point(layer->points, layer->point_count, layer->tips[i])] = true;
        }
    }
    return is_tip;
}

/* True if an edge of a triangle is part of an outline. */
static bool is_outline(const grid_triangle *triangle, uint32_t i, const bool *is_tip) {
    return triangle->fixed[i] && !is_tip[triangle->vertex[i]] &&
           !is_tip[triangle->vertex[(i + 1) % 3]];
}

/* Assigns `first` and all triangles connected to it to a face. Returns the largest of them, or
 * TRIANGULATE_NONE if the face lies behind an arc that is not triangulated. */
static uint32_t flood_face(const mesh_layer *layer, uint32_t first, uint32_t face,
                           const bool *is_tip, uint32_t *faces, uint32_t *stack) {
    bool is_behind_arc = false;
    uint32_t count = 0, largest = first;
    double most = area_of(layer, first);
    stack[count++] = first;
    faces[first] = face;
    while (count > 0) {
        uint32_t t = stack[--count];
        const grid_triangle *triangle = &layer->triangles.triangles[t];
        double area = area_of(layer, t);
        if (area > most || (area == most && t < largest)) {
            most = area;
            largest = t;
        }
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t next = triangle->neighbour[i];
            is_behind_arc = is_behind_arc || mesh_is_behind_arc(layer, triangle, i);
            if (next != TRIANGULATE_NONE && !is_outline(triangle, i, is_tip) &&
                faces[next] == TRIANGULATE_NONE) {
                faces[next] = face;
                stack[count++] = next;
            }
        }
    }
    return is_behind_arc ? TRIANGULATE_NONE : largest;
}

/* ---- Sets of blockers ------------------------------------------------------------------------ */

/* Returns the index of a set of blockers; adds the set if it is new. The set has `count` members,
 * which are stored directly after the `member_count` members that are in use. */
static uint32_t find_or_add_set(mesh_builder *b, uint32_t count) {
    const uint32_t *members = b->members != NULL ? b->members + b->member_count : NULL;
    for (uint32_t i = 0; i < b->set_count; i++) {
        const navmesh_set *set = &b->sets[i];
        if (set->count == count && (count == 0 || memcmp(b->members + set->first, members,
                                                         count * sizeof *members) == 0)) {
            return i;
        }
    }
    if (b->set_count > MOST_SETS || !memory_grow(&b->heap, (void **)&b->sets, sizeof *b->sets,
                                                 &b->set_capacity, b->set_count + 1)) {
        b->geos.failed = true;
        return 0;
    }
    b->sets[b->set_count] = (navmesh_set){b->member_count, count};
    b->member_count += count;
    return b->set_count++;
}

/* Inserts a blocker into a new set, which has `count` members and is stored after the members in
 * use. The set stays in ascending order. Returns the new count. */
static uint32_t insert_member(mesh_builder *b, uint32_t count, uint32_t blocker) {
    if (!memory_grow(&b->heap, (void **)&b->members, sizeof *b->members, &b->member_capacity,
                     b->member_count + count + 1)) {
        b->geos.failed = true;
        return count;
    }
    uint32_t *members = b->members + b->member_count, at = count;
    while (at > 0 && members[at - 1] > blocker) {
        at--;
    }
    if (at > 0 && members[at - 1] == blocker) {
        return count;
    }
    memmove(members + at + 1, members + at, (count - at) * sizeof *members);
    members[at] = blocker;
    return count + 1;
}

/* Returns the set of blockers that can cover a triangle's face; TRIANGULATE_NONE if the face is not
 * ground. */
static uint32_t classify_face(mesh_builder *b, mesh_layer *layer, uint32_t triangle) {
    const uint32_t *v = layer->triangles.triangles[triangle].vertex;
    grid_point p = layer->points[v[0]], q = layer->points[v[1]], r = layer->points[v[2]];
    double x = ((double)p.x + q.x + r.x) / 3.0, y = ((double)p.y + q.y + r.y) / 3.0;
    if (!mesh_area_contains(b, &layer->ground, x, y) ||
        mesh_area_contains(b, &layer->walls, x, y)) {
        return TRIANGULATE_NONE;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < layer->block_count; i++) {
        if (mesh_area_contains(b, &layer->blocks[i], x, y)) {
            count = insert_member(b, count, layer->blocks[i].blocker);
        }
    }
    return find_or_add_set(b, count);
}

/* What is known about each face. */
typedef struct face_table {
    uint32_t *of; /* per triangle: its face */
    uint32_t *stack;
    uint32_t *sets, *types; /* per face */
    uint32_t count;
    const bool *is_tip; /* per point */
} face_table;

static bool allocate_faces(mesh_builder *b, mesh_layer *layer, face_table *out) {
    size_t bytes = ((size_t)layer->triangles.count + 1) * sizeof(uint32_t);
    uint32_t **arrays[] = {&out->of,    &out->stack,  &out->sets,
                           &out->types, &layer->sets, &layer->types};
    uint32_t count = sizeof arrays / sizeof *arrays;
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        *arrays[i] = arena_take(&b->level, bytes, 16);
        good = *arrays[i] != NULL;
    }
    if (good) {
        memset(out->of, 0xff, bytes);
        out->is_tip = find_tips(b, layer);
    }
    return good && out->is_tip != NULL;
}

/* Classifies the face that contains `triangle` as one more entry of the table. */
static void add_face(mesh_builder *b, mesh_layer *layer, uint32_t triangle, face_table *table) {
    uint32_t face = table->count++;
    uint32_t largest = flood_face(layer, triangle, face, table->is_tip, table->of, table->stack);
    bool is_ground = largest != TRIANGULATE_NONE;
    table->sets[face] = is_ground ? classify_face(b, layer, largest) : TRIANGULATE_NONE;
    is_ground = table->sets[face] != TRIANGULATE_NONE;
    table->types[face] = is_ground && b->def->with_terrain ? mesh_terrain_of(b, layer, largest) : 0;
}

wend_result mesh_classify(mesh_builder *b, mesh_layer *layer) {
    uint32_t count = layer->triangles.count;
    face_table faces = {.count = 0};
    if (!allocate_faces(b, layer, &faces)) {
        return error_no_memory(b->error, "a navigation mesh");
    }
    mesh_rebuild_ground(b, layer);
    for (uint32_t t = 0; t < count && mesh_count(b, t, count); t++) {
        if (faces.of[t] == TRIANGULATE_NONE) {
            add_face(b, layer, t, &faces);
        }
        layer->sets[t] = faces.sets[faces.of[t]];
        layer->types[t] = faces.types[faces.of[t]];
    }
    if (b->set_count > MOST_SETS) {
        return error_set(b->error, WEND_ERROR_LIMIT,
                         "doors and switched obstacles overlap in more than %d combinations",
                         MOST_SETS);
    }
    return b->geos.failed ? mesh_failure(b) : WEND_OK;
}
