/* Shows the forces of the Corridor Map Method as arrows; see corridor_force.c. */
#include "steer/solve/forces/explain.h"

#include <math.h>

static void mark_force(wend_sketch *sketch, wend_vec2 force, const char *name) {
    if (force.x != 0.0F || force.y != 0.0F) {
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_FORCE, .b = force, .label = name});
    }
}

void forces_explain(const force_scene *scene, const force_parts *forces, wend_sketch *sketch) {
    if (isfinite(forces->nearest.distance)) {
        wend_vec2 point = forces->nearest.point;
        wend_sketch_add(sketch, (wend_mark){.kind = WEND_MARK_REGION,
                                            .a = point,
                                            .b = point,
                                            .label = "closest boundary point"});
    }
    if (!(scene->speed > 0.0F)) {
        return;
    }
    mark_force(sketch, forces->attraction_force,
               scene->improved ? "steering force" : "attraction force");
    mark_force(sketch, forces->boundary_force, "boundary force");
    mark_force(sketch, forces->obstacle_force, "obstacle force");
    mark_force(sketch, forces->push, "push");
    mark_force(sketch, forces->damping, "damping");
}
