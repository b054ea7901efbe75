/* Makes worlds of the kinds `corner` and `pairs`: scenes in which agents once stood still, with
 * every relevant quantity chosen at random. */
#include <math.h>
#include <wend/math.h>

#include "support/kit/arrival_world.h"

static const double pi = 3.14159265358979323846;

enum { SCENE_KEY = 3 };

static wend_point polar(wend_point centre, double radius, double angle) {
    return (wend_point){centre.x + radius * wend_cos(angle), centre.y + radius * wend_sin(angle)};
}

static void add_point_goal(arrival_world *world, wend_point at) {
    world->goals[world->goal_count++] = (arrival_goal){
        .shape = ARRIVAL_POINT, .points = {at}, .point_count = 1, .capacity = ARRIVAL_AGENTS};
}

static void add_agent(arrival_world *world, wend_point at, wend_point velocity, uint32_t goal) {
    world->agents[world->agent_count++] = (arrival_agent){
        .position = at, .velocity = velocity, .radius = 0.25, .speed = 1.3, .goal = goal};
}

/* Makes a scene with one agent at a corner of a triangle. The angle of this corner is 20 to 160
 * degrees. The agent starts in contact with one leg of the corner or with its vertex, and its goal
 * lies behind the other leg. */
void arrival_make_corner(arrival_world *world) {
    static const double overlaps[] = {0, 1e-5, 1e-3, 0.02, 0.1};
    arrival_stream stream = arrival_stream_of(world, SCENE_KEY);
    double angle = arrival_sample(&stream, 20, 160) * pi / 180;
    double turned = arrival_sample(&stream, 0, 2 * pi), leg = arrival_sample(&stream, 3, 6);
    double overlap = overlaps[world->seed % 5], offset = 0.25 - overlap;
    wend_point corner = {12, 12}, a = polar(corner, leg, turned - angle / 2);
    wend_point b = polar(corner, leg, turned + angle / 2);
    world->size = (wend_point){24, 24};
    world->min_length = 1;
    arrival_add_box(world, 0, 0, 24, 24);
    arrival_add_polygon(world, (wend_point[]){corner, a, b}, 3);
    /* The corners were rounded to millimetres, and the agent must touch the rounded wall. */
    corner = world->points[4];
    a = world->points[5];
    b = world->points[6];
    double along = arrival_chance(&stream, 0.25) ? 0 : arrival_sample(&stream, 0, 0.9) * leg;
    double length = wend_hypot(a.x - corner.x, a.y - corner.y);
    wend_point unit = {(a.x - corner.x) / length, (a.y - corner.y) / length};
    wend_point start = {corner.x + along * unit.x + offset * unit.y,
                        corner.y + along * unit.y - offset * unit.x};
    if (along == 0) { /* anywhere on the fan around the corner */
        double open = pi - angle,
               at = turned + pi - open / 2 + arrival_sample(&stream, 0, 1) * open;
        start = polar(corner, offset, at);
    }
    double speed = arrival_chance(&stream, 0.5) ? 1.3 : 0;
    wend_point middle = {(corner.x + b.x) / 2, (corner.y + b.y) / 2};
    add_point_goal(world,
                   polar(middle, arrival_sample(&stream, 0.8, 3), turned + angle / 2 + pi / 2));
    add_agent(world, start, (wend_point){-speed * unit.x, -speed * unit.y}, 0);
}

/* Makes a scene with two agents that face each other along a block. The seed chooses between a
 * random rotation, alignment with the axes, and a corridor 2.1 to 3.3 diameters wide. */
void arrival_make_pair(arrival_world *world) {
    arrival_stream stream = arrival_stream_of(world, SCENE_KEY);
    uint32_t scene = (uint32_t)(world->seed % 3);
    double half = arrival_sample(&stream, 3, 8), deep = arrival_sample(&stream, 1, 4);
    double gap = arrival_sample(&stream, 0, 0.05), between = arrival_sample(&stream, 0, 1);
    /* If true, the scene is symmetric, and only the library can break the symmetry. */
    bool mirrored = arrival_chance(&stream, 0.5);
    gap = arrival_chance(&stream, 0.3) ? 0 : gap;
    double other = mirrored ? gap : arrival_sample(&stream, 0, 0.05);
    double corridor = arrival_sample(&stream, 2.1, 3.3) * 0.5;
    world->angle = scene == 0 ? arrival_sample(&stream, 0, 2 * pi) : 0;
    world->size = (wend_point){40, 20};
    world->min_length = 1;
    double y = 10 - deep / 2, middle = mirrored ? 20 : arrival_sample(&stream, 14, 26);
    half = fmax(half, fabs(middle - 20) + 1);
    arrival_add_box(world, 0, scene == 2 ? y - corridor : 0, 40, 20);
    arrival_add_box(world, 20 - half, y, 20 + half, 10 + deep / 2);
    double reach = 0.25 + between / 2;
    add_point_goal(world, arrival_to_scenario(world, 38, 10));
    add_point_goal(world, arrival_to_scenario(world, 2, 10));
    add_agent(world, arrival_to_scenario(world, middle - reach, y - 0.25 - gap), (wend_point){0, 0},
              0);
    add_agent(world, arrival_to_scenario(world, middle + reach, y - 0.25 - other),
              (wend_point){0, 0}, 1);
}
