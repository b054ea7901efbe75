/* plan/mesh/path.h: builds the path of a disc through a mesh, leg by leg. It is used for agents and
 * for queries. */
#ifndef PLAN_MESH_PATH_H
#define PLAN_MESH_PATH_H

#include "plan/around/mesh.h"
#include "plan/route/points.h"

/* For which goals the legs come from path trees. */
typedef enum tree_use { TREES_NEVER, TREES_FOR_EXTENTS, TREES_ALWAYS } tree_use;

struct mesh_path;

/* Finds a leg of a path, from path->at to a target. A search on weighted ground sets the length of
 * the leg to its weighted length. Returns SEARCH_LIMIT if it reached a limit. */
typedef search_outcome (*mesh_search)(const struct mesh_path *path, const target *to,
                                      search_path *out);

typedef struct mesh_path {
    search_ground ground;
    bool by_polygons;     /* use A* over polygons instead of the search for the shortest path */
    mesh_search search;   /* finds the legs; NULL: the search for the shortest path */
    const void *options;  /* of `search`; its meaning is defined by the search */
    bool may_be_partial;  /* if there is no complete path, go as near to the goal as possible */
    float tolerance;      /* m: how far outside the level a location may be; includes the radius */
    search_start entry;   /* where the path begins on the level */
    bool is_entry_passed; /* true if the agent is elsewhere, and the first point is the entry */
    search_start at;      /* the end of the path so far */
    route_points points;  /* in a worker buffer, so a worker has one path at a time */
    double length;        /* m */
    bool partial;
    bool unproven;  /* true if a search reached its limit, so the path may not be the shortest */
    bool standing;  /* true if an obstacle that stands still blocks the shortest path */
    bool from_tree; /* true if the last leg comes from a tree */
    bool cut;       /* true if these are only the first points of the path */
    uint32_t max_points; /* a leg from a tree may be cut after so many points */
    tree_use tree_use;
    const struct mesh_trees *trees; /* or NULL */
    struct leg_cache *cache;        /* or NULL */
} mesh_path;

/* Begins a path for a disc, on the mesh level for its radius. The path has no legs yet, and the
 * caller sets `at` afterwards. The members `view`, `worker`, `mesh` and `now` of the ground must be
 * set. */
mesh_path mesh_path_begin(const search_ground *ground, float radius, bool by_polygons);

/* Returns `location` itself if it is open on the level; otherwise the nearest open location that it
 * sees within the tolerance (plan/mesh/snap.h). The polygon of the result is NAVMESH_NONE if there
 * is no such location. */
search_start mesh_path_snap(const mesh_path *path, wend_location location);

/* Finds the shortest leg to a target. If obstacles that stand still block it, the leg leads around
 * them, or up to them if they leave no passage. */
search_outcome mesh_path_find(mesh_path *path, const target *to, search_path *out);

/* Leads a leg around obstacles that stand still, or up to them if they leave no passage. */
search_outcome mesh_path_avoid_standing(mesh_path *path, const target *to, search_path *out);

/* Appends points, but omits a point that equals the previous one. Returns false when out of memory.
 */
bool mesh_path_append(mesh_path *path, const wend_route_point *points, uint32_t count);

/* Inserts a point before the others, unless it equals the first one. Returns false when out of
 * memory. */
bool mesh_path_prepend(mesh_path *path, const wend_route_point *point);

/* Adds a leg. Its last point is included only if `with_end` is true. */
search_outcome mesh_path_add_leg(mesh_path *path, const search_path *leg, bool with_end);

/* Adds a leg to the reachable point nearest to a location. */
search_outcome mesh_path_go_near(mesh_path *path, wend_location goal);

/* Adds a leg that leads to a location, or as near to it as possible. */
search_outcome mesh_path_go_to(mesh_path *path, wend_location location);

#endif
