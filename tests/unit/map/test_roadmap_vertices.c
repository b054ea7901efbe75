/* Compares the vertices nearest to points and regions with brute force. */
#include <math.h>
#include <string.h>

#include "geom/point.h"
#include "map/roadmap/roadmap.h"
#include "support/sampled_roadmap.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { SAMPLES = 150, MOST = 40 };

typedef struct scene {
    wend_vec2 a, b; /* the region: a segment */
    uint32_t divisor;
} scene;

static double distance_to_segment(const void *user, wend_vec2 at) {
    const scene *s = user;
    return point_to_segment((double)at.x, (double)at.y, (double)s->a.x, (double)s->a.y,
                            (double)s->b.x, (double)s->b.y);
}

static bool is_multiple(const void *user, uint32_t vertex) {
    return vertex % ((const scene *)user)->divisor == 0;
}

/* Finds the vertices with edges that a probe accepts, by brute force. */
static uint32_t find_all(const roadmap *map, const roadmap_probe *probe, roadmap_near *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->vertex_count; i++) {
        wend_vec2 at = map->vertices[i].position;
        if (map->vertices[i].count == 0 || (probe->accepts && !probe->accepts(probe->user, i))) {
            continue;
        }
        double distance = probe->distance ? probe->distance(probe->user, at)
                                          : wide_distance(probe->centre.position, at);
        uint32_t k = count++;
        for (; k > 0 && distance < out[k - 1].distance; k--) {
            out[k] = out[k - 1];
        }
        out[k] = (roadmap_near){i, distance};
    }
    return count;
}

static void check_probe(const roadmap *map, const roadmap_probe *probe, uint32_t wanted,
                        uint64_t seed) {
    roadmap_near expected[SAMPLES], found[MOST];
    uint32_t total = find_all(map, probe, expected);
    uint32_t count = roadmap_find_vertices(map, probe, found, wanted);
    ck_assert_uint_eq(count, wanted < total ? wanted : total);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_msg(found[i].vertex == expected[i].vertex &&
                          found[i].distance == expected[i].distance,
                      "seed %llu: vertex %u instead of %u", (unsigned long long)seed,
                      found[i].vertex, expected[i].vertex);
    }
}

START_TEST(finds_what_brute_force_finds) {
    for (uint64_t seed = 1; seed <= trials(10); seed++) {
        wend_space *space = sampled_room(seed);
        wend_map *map =
            sampled_roadmap(&(sampled_def){space, {0, 0}, {20, 20}, SAMPLES, 4, 0.3F, seed});
        dice d = {seed};
        for (int i = 0; i < 100; i++) {
            scene s = {{(float)dice_between(&d, -5, 25), (float)dice_between(&d, -5, 25)},
                       {(float)dice_between(&d, -5, 25), (float)dice_between(&d, -5, 25)},
                       1 + dice_below(&d, 3)};
            roadmap_probe probe = {.centre = {s.a, 0}, .user = &s};
            probe.accepts = i % 2 ? is_multiple : NULL;
            if (i % 4 > 1) {
                probe.distance = distance_to_segment;
                probe.extent = (float)wide_distance(s.a, s.b);
            }
            check_probe(roadmap_of(map), &probe, 1 + dice_below(&d, MOST), seed);
        }
        wend_map_release(map);
        wend_space_release(space);
    }
}
END_TEST

START_TEST(finds_nothing_without_room_or_on_unknown_layers) {
    wend_space *space = sampled_room(3);
    wend_map *map = sampled_roadmap(&(sampled_def){space, {0, 0}, {20, 20}, 20, 3, 0.3F, 3});
    roadmap_near near[4];
    roadmap_probe probe = {.centre = {{1, 1}, 0}};
    ck_assert_uint_eq(roadmap_find_vertices(roadmap_of(map), &probe, near, 0), 0);
    probe.centre.layer = 7;
    ck_assert_uint_eq(roadmap_find_vertices(roadmap_of(map), &probe, near, 4), 0);
    probe.centre = (wend_location){{NAN, 1}, 0};
    ck_assert_uint_eq(roadmap_find_vertices(roadmap_of(map), &probe, near, 4), 0);
    wend_map_release(map);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("map/roadmap_vertices", finds_what_brute_force_finds,
          finds_nothing_without_room_or_on_unknown_layers);
}
