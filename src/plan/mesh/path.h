/* plan/mesh/path.h: the path of a disc through a mesh, leg by leg; for agents and for queries. */
#ifndef PLAN_MESH_PATH_H
#define PLAN_MESH_PATH_H

#include "plan/around/mesh.h"
#include "plan/route/points.h"

typedef struct mesh_path {
    search_ground ground;
    bool by_polygons;    /* A* over polygons, not the shortest path */
    bool may_be_partial; /* where there is no path, it goes as near as there is one */
    float tolerance;     /* m, the radius included: how far a location may be off the level */
    search_start at;     /* where it has got to */
    route_points points;
    double length; /* m */
    bool partial;
    bool unproven; /* a search reached its limit */
    bool standing; /* an obstacle that stands still is in the way of the shortest one */
} mesh_path;

/* A path of a disc without legs, on the level of its radius; `at` is to be set. The ground has
 * view, worker, mesh and what is blocked now. */
mesh_path mesh_path_begin(const search_ground *ground, float radius, bool by_polygons);

/* The open location of the level that stands for a location: itself, or the nearest one within the
 * tolerance; polygon NAVMESH_NONE if there is none. */
search_start mesh_path_stand(const mesh_path *w, wend_location place);

/* The shortest leg; around obstacles that stand still if they leave a passage, else up to them. */
search_outcome mesh_path_find(mesh_path *w, const target *to, search_path *out);

/* Appends points, but for those that equal the one before them; false when memory ran out. */
bool mesh_path_append(mesh_path *w, const wend_route_point *points, uint32_t count);

/* Adds a leg; its last point only if asked for. */
search_outcome mesh_path_take(mesh_path *w, const search_path *leg, bool with_end);

/* Adds a leg to the point nearest to a location that can be reached. */
search_outcome mesh_path_go_near(mesh_path *w, wend_location goal);

/* Adds a leg to a location, or as near to it as there is a path. */
search_outcome mesh_path_go_to(mesh_path *w, wend_location place);

#endif
