/* Reports the progress of a build, and notices when it is cancelled. The shares are estimates from
 * builds of grids of obstacles. */
#include "build/navmesh/navmesh.h"

/* The time of level 0 as a multiple of that of another level, and the
 * share of the whole time in which the levels are built. The map is created after that. */
static const double FIRST_LEVEL_COST = 0.2, LEVELS_SHARE = 0.75;

/* Returns the share of the whole work that is done when a level starts. Level 0 has no arcs, so it
 * takes less time than the others. */
static double share_before(const mesh_builder *b, uint32_t level) {
    double before = level > 0 ? FIRST_LEVEL_COST + (level - 1.0) : 0.0;
    return LEVELS_SHARE * before / (FIRST_LEVEL_COST + (b->level_count - 1.0));
}

void mesh_start_stage(mesh_builder *b, double from, double to) {
    double before = share_before(b, b->current_level),
           after = share_before(b, b->current_level + 1);
    watcher level = watch_part(&b->whole, before, after);
    b->stage = watch_part(&level, from, to);
    b->phase = b->stage;
}

void mesh_start_layer_stage(mesh_builder *b, uint32_t layer, double from, double to) {
    double width = (to - from) / b->space->layer_count;
    mesh_start_stage(b, from + width * layer, from + width * (layer + 1.0));
}

void mesh_start_phase(mesh_builder *b, double from, double to) {
    b->phase = watch_part(&b->stage, from, to);
}

void mesh_start_creation(mesh_builder *b) {
    b->phase = watch_part(&b->whole, LEVELS_SHARE, 1.0);
}

bool mesh_report(mesh_builder *b, double share) {
    b->geos.failed = b->geos.failed || !watch_report(&b->phase, share);
    return !b->geos.failed;
}

bool mesh_count(mesh_builder *b, uint32_t done, uint32_t count) {
    b->geos.failed = b->geos.failed || !watch_count(&b->phase, done, count);
    return !b->geos.failed;
}
