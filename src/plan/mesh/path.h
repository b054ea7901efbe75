/* plan/mesh/path.h: the path of a disc through a mesh, leg by leg; for agents and for queries. */
#ifndef PLAN_MESH_PATH_H
#define PLAN_MESH_PATH_H

#include "plan/around/mesh.h"
#include "plan/route/points.h"

typedef struct mesh_path {
    search_ground ground;
    bool by_polygons;    /* A* over polygons, not the shortest path */
    bool may_be_partial; /* if there is no path, go as near as possible */
    float tolerance;     /* m, including the radius: how far a location may be off the level */
    search_start at;     /* where the path ends so far */
    route_points points;
    double length; /* m */
    bool partial;
    bool unproven; /* a search reached its limit */
    bool standing; /* an obstacle that stands still blocks the shortest path */
} mesh_path;

/* Begins a path of a disc, without legs, on the level of its radius; the caller sets `at`. The
 * ground must have view, worker, mesh and what is blocked now. */
mesh_path mesh_path_begin(const search_ground *ground, float radius, bool by_polygons);

/* Returns the open location of the level for a location: the location itself, or the nearest open
 * one within the tolerance. Its polygon is NAVMESH_NONE if there is none. */
search_start mesh_path_snap(const mesh_path *path, wend_location location);

/* Finds the shortest leg: around obstacles that stand still if they leave a passage, otherwise up
 * to them. */
search_outcome mesh_path_find(mesh_path *path, const target *to, search_path *out);

/* Appends points, except those that equal the point before. Returns false when out of memory. */
bool mesh_path_append(mesh_path *path, const wend_route_point *points, uint32_t count);

/* Adds a leg, with its last point if `with_end`. */
search_outcome mesh_path_add_leg(mesh_path *path, const search_path *leg, bool with_end);

/* Adds a leg to the reachable point nearest to a location. */
search_outcome mesh_path_go_near(mesh_path *path, wend_location goal);

/* Adds a leg to a location, or as near to it as possible. */
search_outcome mesh_path_go_to(mesh_path *path, wend_location location);

#endif
