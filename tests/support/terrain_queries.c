#include "support/terrain_queries.h"

#include <math.h>

#include "support/suite.h"

static const double EPS = 0.01;

void terrain_query_begin(terrain_query *q, terrain_world *world) {
    q->world = world;
    q->space = terrain_world_space(world);
    q->map = terrain_world_map(world, wend_space_hash(q->space));
    q->options.eps = EPS;
    ck_assert(empty_view_init(&q->empty, NULL));
    empty_view_set_space(&q->empty, q->space, WEND_ALL_CLASSES);
    search_ground ground = {.view = &q->empty.view, .mesh = navmesh_of(q->map)};
    ck_assert(search_find_blockers(&ground));
    q->path = mesh_path_begin(&ground, 0.0F, false);
}

void terrain_query_end(terrain_query *q) {
    empty_view_free(&q->empty);
    wend_map_release(q->map);
    wend_space_release(q->space);
    terrain_world_free(q->world);
}

void terrain_query_set(terrain_query *q, wend_vec2 from) {
    search_ground *ground = &q->path.ground;
    ground->weights = q->weights;
    ground->weight_count = TERRAIN_TYPES;
    ground->least_weight = INFINITY;
    for (uint32_t i = 0; i < TERRAIN_TYPES; i++) {
        q->weights[i] = (float)q->world->weights[i];
        ground->least_weight = fminf(ground->least_weight, q->weights[i]);
    }
    q->path.options = &q->options;
    q->path.at = mesh_path_snap(&q->path, (wend_location){from, 0});
    ck_assert_uint_ne(q->path.at.polygon, NAVMESH_NONE);
}

double terrain_query_find(terrain_query *q, wend_vec2 from, wend_vec2 to, search_path *leg) {
    terrain_query_set(q, from);
    uint32_t polygon = navmesh_locate(q->path.ground.level, (wend_location){to, 0});
    ck_assert_uint_ne(polygon, NAVMESH_NONE);
    target at = target_at(to, 0, polygon);
    search_outcome outcome = weighted_find(&q->path, &at, leg);
    ck_assert(outcome == SEARCH_FOUND || outcome == SEARCH_NONE);
    return outcome == SEARCH_FOUND ? leg->length : (double)INFINITY;
}

wend_vec2 terrain_query_sample(dice *random, const terrain_world *w) {
    for (;;) {
        const uint32_t *t = w->triangles[dice_below(random, w->triangle_count)];
        wend_vec2 p = w->points[t[0]], r = w->points[t[1]];
        wend_vec2 at = {(float)dice_between(random, 0.0, w->side),
                        (float)dice_between(random, 0.0, w->side)};
        uint32_t kind = dice_below(random, 8);
        at = kind == 0 ? p : kind == 1 ? (wend_vec2){(p.x + r.x) / 2.0F, (p.y + r.y) / 2.0F} : at;
        if (terrain_world_find(w, at) != UINT32_MAX) {
            return at;
        }
    }
}
