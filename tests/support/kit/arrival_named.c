#include "support/kit/arrival_named.h"

#define DOOR_ROOM                                                                                  \
    "space:\n"                                                                                     \
    "  walkable: [[0, 0], [20, 0], [20, 10], [0, 10]]\n"                                           \
    "  obstacles:\n"                                                                               \
    "    - [[9.9, 0], [10.1, 0], [10.1, 4.55], [9.9, 4.55]]\n"                                     \
    "    - [[9.9, 5.45], [10.1, 5.45], [10.1, 10], [9.9, 10]]\n"

const arrival_scene arrival_scenes[] = {
    {"one agent at a convex corner",
     "time: {end: 170}\n"
     "space:\n"
     "  walkable: [[0, 0], [40, 0], [40, 8], [0, 8]]\n"
     "  obstacles: [[[10, 3.2], [30, 3.2], [30, 4.8], [10, 4.8]]]\n"
     "agents:\n"
     "  - {at: [20, 2.95], velocity: [-1.3, 0], goal: {segment: [[0.5, 5], [0.5, 7.5]]}}\n",
     1, 165, true, false},
    {"two face to face beside a wall",
     "time: {end: 170}\n"
     "space:\n"
     "  walkable: [[0, 0], [40, 0], [40, 20], [0, 20]]\n"
     "  obstacles: [[[12, 4], [28, 4], [28, 8], [12, 8]]]\n"
     "agents:\n"
     "  - {at: [19.74, 3.75], goal: [38, 6]}\n"
     "  - {at: [20.26, 3.75], goal: [2, 6]}\n",
     2, 150, true, false},
    {"goal that moves behind a wall",
     "time: {end: 200}\n"
     "space:\n"
     "  walkable: [[0, 0], [30, 0], [30, 20], [0, 20]]\n"
     "  obstacles: [[[12, 2], [14, 2], [14, 18], [12, 18]]]\n"
     "goals:\n"
     "  g: {point: [28, 10], path: [[28, 10], [28, 1], [2, 1], [2, 10]], speed: 3}\n"
     "agents: [{at: [2, 14], goal: g}]\n",
     1, 185, true, false},
    {"goal that an agent carries behind a wall",
     "time: {end: 320}\n"
     "space:\n"
     "  walkable: [[0, 0], [30, 0], [30, 20], [0, 20]]\n"
     "  obstacles: [[[12, 2], [14, 2], [14, 18], [12, 18]]]\n"
     "goals:\n"
     "  g: {disc: {centre: [0, 0], radius: 1}, carrier: 100}\n"
     "agents:\n"
     "  - {key: 1, at: [2, 14], goal: g}\n"
     "  - {key: 100, at: [28, 10], via: [[28, 1], [2, 1]], goal: [2, 10], speed: 2}\n",
     1, 285, true, false},
    {"two-way traffic at a door of 0.9 m, 30 agents",
     "time: {end: 300}\n" DOOR_ROOM "agents:\n"
     "  - {grid: {origin: [2, 3], spacing: 1, count: [3, 5]},\n"
     "     goal: {segment: [[19, 1], [19, 9]], on_arrival: leave}}\n"
     "  - {grid: {origin: [16, 3], spacing: 1, count: [3, 5]},\n"
     "     goal: {segment: [[1, 1], [1, 9]], on_arrival: leave}}\n",
     30, 145, true, false},
    {"head-on, acceleration limit 0.4 m/s2",
     "time: {end: 250}\n"
     "profiles: {heavy: {radius: 0.5, speed: 1, max_acceleration: 0.4}}\n"
     "agents:\n"
     "  - {at: [-10, 0], velocity: [1, 0], goal: [10, 0]}\n"
     "  - {at: [10, 0], velocity: [-1, 0], goal: [-10, 0]}\n",
     2, 205, true, false},
    {"head-on, lorries of radius 3 m",
     "time: {end: 500}\n"
     "near: {reach: 30}\n"
     "profiles: {lorry: {radius: 3}}\n"
     "agents:\n"
     "  - {at: [-30, 0], goal: [30, 0]}\n"
     "  - {at: [30, 0.1], goal: [-30, 0.1]}\n",
     2, 465, true, false},
    {"head-on, lorries of radius 5 m",
     "time: {end: 500}\n"
     "near: {reach: 30}\n"
     "profiles: {lorry: {radius: 5}}\n"
     "agents:\n"
     "  - {at: [-30, 0], goal: [30, 0]}\n"
     "  - {at: [30, 0.1], goal: [-30, 0.1]}\n",
     2, 465, true, false},
    {"bottleneck of 1.2 m, 5 agents per m2",
     "time: {end: 300}\n"
     "space:\n"
     "  walkable: [[0, 0], [8, 0], [8, 2.4], [10, 2.4], [10, 0], [18, 0], [18, 6], [10, 6],\n"
     "             [10, 3.6], [8, 3.6], [8, 6], [0, 6]]\n"
     "profiles: {person: {radius: 0.2}}\n"
     "agents:\n"
     "  - {grid: {origin: [3, 0.9], spacing: 0.447, count: [10, 10]},\n"
     "     goal: {segment: [[17, 0.5], [17, 5.5]], on_arrival: leave}}\n",
     100, 112, true, false},
    {"forty agents stop in one disc",
     "time: {end: 200}\n"
     "space:\n"
     "  walkable: [[0, 0], [20, 0], [20, 10], [0, 10]]\n"
     "agents:\n"
     "  - {grid: {origin: [1, 1.5], spacing: 0.8, count: [5, 8]},\n"
     "     goal: {disc: {centre: [16, 5], radius: 3}, arrive: inside}}\n",
     40, 125, true, false},
    /* Coordinates from test cases of SteerSuite (Singh, Kapadia, Faloutsos and Reinman,
     * "SteerBench: a benchmark suite for evaluating steering behaviors", 2009), on a smaller
     * ground. Cases that are not symmetric were made symmetric. */
    {"oncoming around an obstacle (SteerSuite oncoming-obstacle)",
     "time: {end: 165}\n"
     "space:\n"
     "  walkable: [[-25, -25], [25, -25], [25, 25], [-25, 25]]\n"
     "  obstacles:\n"
     "    - [[-1.98, -0.5], [-0.7, -0.5], [-0.7, 0.5], [-1.98, 0.5]]\n"
     "profiles: {person: {radius: 0.5}}\n"
     "agents:\n"
     "  - {at: [-1, -10], goal: {point: [0, 10], on_arrival: leave}}\n"
     "  - {at: [-1, 10], goal: {point: [0, -10], on_arrival: leave}}\n",
     2, 160, true, true},
    {"around a corner (SteerSuite surprise-1)",
     "time: {end: 235}\n"
     "space:\n"
     "  walkable: [[-55, -55], [55, -55], [55, 55], [-55, 55]]\n"
     "  obstacles:\n"
     "    - [[1.1, 1.1], [50, 1.1], [50, 50], [1.1, 50]]\n"
     "profiles: {person: {radius: 0.5}}\n"
     "agents:\n"
     "  - {at: [0, 10], goal: {point: [20, 0], on_arrival: leave}}\n"
     "  - {at: [10, 0], goal: {point: [0, 20], on_arrival: leave}}\n",
     2, 230, true, true},
    {"two ways through a doorway (SteerSuite doorway-two-way)",
     "time: {end: 205}\n"
     "space:\n"
     "  walkable: [[-25, -25], [25, -25], [25, 25], [-25, 25]]\n"
     "  obstacles:\n"
     "    - [[-20, 3.1], [20, 3.1], [20, 5], [-20, 5]]\n"
     "    - [[-20, -3], [20, -3], [20, -1], [-20, -1]]\n"
     "    - [[-0.1, -3], [0.1, -3], [0.1, -0.3], [-0.1, -0.3]]\n"
     "    - [[-0.1, 1.3], [0.1, 1.3], [0.1, 5], [-0.1, 5]]\n"
     "profiles: {person: {radius: 0.5}}\n"
     "agents:\n"
     "  - {at: [-10, 1], goal: {point: [15, 1], on_arrival: leave}}\n"
     "  - {at: [10, 1], goal: {point: [-15, 1], on_arrival: leave}}\n",
     2, 200, true, true},
    {"one against two in a corridor (SteerSuite 3-squeeze, fun)",
     "time: {end: 205}\n"
     "space:\n"
     "  walkable: [[-25, -25], [25, -25], [25, 25], [-25, 25]]\n"
     "  obstacles:\n"
     "    - [[-20, 1.25], [20, 1.25], [20, 3], [-20, 3]]\n"
     "    - [[-20, -3], [20, -3], [20, -1.25], [-20, -1.25]]\n"
     "profiles: {person: {radius: 0.5}}\n"
     "agents:\n"
     "  - {at: [-10, -0.5], goal: {point: [15, 0], on_arrival: leave}}\n"
     "  - {at: [10, 0], goal: {point: [-15, 0], on_arrival: leave}}\n"
     "  - {at: [-10, 0.5], goal: {point: [15, 0], on_arrival: leave}}\n",
     3, 200, true, true},
    {"oncoming (SteerSuite oncoming-1)",
     "time: {end: 165}\n"
     "space:\n"
     "  walkable: [[-25, -25], [25, -25], [25, 25], [-25, 25]]\n"
     "profiles: {person: {radius: 0.5}}\n"
     "agents:\n"
     "  - {at: [-1, -10], goal: {point: [0, 10], on_arrival: leave}}\n"
     "  - {at: [-1, 10], goal: {point: [0, -10], on_arrival: leave}}\n",
     2, 160, true, true},
    {"oncoming (SteerSuite oncoming-4)",
     "time: {end: 165}\n"
     "space:\n"
     "  walkable: [[-25, -25], [25, -25], [25, 25], [-25, 25]]\n"
     "profiles: {person: {radius: 0.5}}\n"
     "agents:\n"
     "  - {at: [0, -10], goal: {point: [1, 10], on_arrival: leave}}\n"
     "  - {at: [0, 10], goal: {point: [1, -10], on_arrival: leave}}\n",
     2, 160, true, true},
    {"four at right angles",
     "time: {end: 160}\n"
     "space:\n"
     "  walkable: [[-25, -25], [25, -25], [25, 25], [-25, 25]]\n"
     "profiles: {person: {radius: 0.5}}\n"
     "agents:\n"
     "  - {at: [-10, 0], goal: {point: [10, 0], on_arrival: leave}}\n"
     "  - {at: [10, 0], goal: {point: [-10, 0], on_arrival: leave}}\n"
     "  - {at: [0, -10], goal: {point: [0, 10], on_arrival: leave}}\n"
     "  - {at: [0, 10], goal: {point: [0, -10], on_arrival: leave}}\n",
     4, 155, true, true},
    /* from goal-velocity-obstacles/blocked-goal.yaml; the keys of standing agents start at 100 */
    {"goal behind agents that stand, 12 agents",
     "time: {dt: 0.25, end: 300}\n"
     "near: {reach: 15}\n"
     "select: any\n"
     "follow: {name: waypoint, aim: preferred_point, intercept: off}\n"
     "steer: {name: gvo, neighbours: 10, neighbour_distance: 15, horizon: .inf}\n"
     "profiles:\n"
     "  walker: {radius: 1, speed: 1.4, max_speed: 2.5}\n"
     "  bystander: {radius: 1, steer: external}\n"
     "goals:\n"
     "  near: {segment: [[-12, 30], [-4, 30]], on_arrival: leave}\n"
     "  far: {segment: [[16, 30], [24, 30]], on_arrival: leave}\n"
     "goal_sets: {exits: [near, far]}\n"
     "agents:\n"
     "  - {profile: walker, grid: {origin: [-13, 0], spacing: 3.2, count: [6, 2]},\n"
     "     velocity: [0, 1.4], goals: exits}\n"
     "  - {profile: bystander, key: 100, grid: {origin: [-18, 26], spacing: 2, count: [11, 1]}}\n",
     12, 305, false, false},
};

const uint32_t arrival_scene_count = sizeof arrival_scenes / sizeof *arrival_scenes;
