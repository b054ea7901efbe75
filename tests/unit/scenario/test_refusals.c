/* Tests which scenarios are refused: for every key, checks the exact message and its position. */
#include "unit/scenario/lab.h"

typedef struct refusal {
    const char *text;
    int line, column;
    const char *message;
} refusal;

static void expect(const refusal *all, size_t count, bool whole) {
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(lab_try(all[i].text) != WEND_OK, "%s", all[i].text);
        bool is_reported = whole ? strcmp(lab_error.message, all[i].message) == 0
                                 : strstr(lab_error.message, all[i].message) != NULL;
        ck_assert_msg(is_reported, "%s\nexpected %s\nfound %s", all[i].text, all[i].message,
                      lab_error.message);
        ck_assert_msg(lab_error.line == all[i].line && lab_error.column == all[i].column,
                      "%s\n%d:%d: %s", all[i].text, lab_error.line, lab_error.column,
                      lab_error.message);
        ck_assert_str_eq(lab_error.path, "folder/sample.yaml");
    }
}

static const refusal root_refused[] = {
    {"[]", 1, 1, "a scenario must be a mapping (key: value), found a list of 0"},
    {"agents:\n\t- {at: [0, 0]}", 2, 1,
     "not YAML: found character that cannot start any token, while scanning for the next token (a "
     "tab? indent with spaces)"},
    {"agents:\n  - @", 2, 5,
     "not YAML: found character that cannot start any token, while scanning for the next token"},
    {"wend: 1.5", 1, 7, "wend must be a whole number from 0 to 2147483647, found '1.5'"},
    {"wend: -1", 1, 7, "wend must be a whole number from 0 to 2147483647, found '-1'"},
    {"wend: 2", 1, 7, "unknown format version 2; expected 1"},
    {"name: ''", 1, 7, "name must be a string, found nothing"},
    {"name: {a: b}", 1, 7, "name must be a string, found a mapping"},
    {"seed: x", 1, 7, "seed must be a whole number from 0 to 9223372036854775807, found 'x'"},
    {"seed: 9223372036854775808", 1, 7,
     "seed must be a whole number from 0 to 9223372036854775807, found '9223372036854775808'"},
    {"seed: 1.5", 1, 7, "seed must be a whole number from 0 to 9223372036854775807, found '1.5'"},
    {"time: 3", 1, 7, "time must be a mapping (key: value), found '3'"},
    {"time: {dt: 0.00001}", 1, 12, "dt must be a number from 0.0001 to 10, found '0.00001'"},
    {"time: {dt: 11}", 1, 12, "dt must be a number from 0.0001 to 10, found '11'"},
    {"time: {dt: [1]}", 1, 12, "dt must be a number from 0.0001 to 10, found a list of 1"},
    {"time: {dt: '0.1'}", 1, 12, "dt must be a number from 0.0001 to 10, found '0.1'"},
    {"time: {dt: 0x10}", 1, 12, "dt must be a number from 0.0001 to 10, found '0x10'"},
    {"time: {end: -1}", 1, 13, "end must be a number from 0 to 1000000000, found '-1'"},
    {"time: {end: 2e9}", 1, 13, "end must be a number from 0 to 1000000000, found '2e9'"},
    {"time: {end: .inf}", 1, 13, "end must be a number from 0 to 1000000000, found '.inf'"},
    {"time: {steer_every: 0}", 1, 21,
     "steer_every must be a whole number from 1 to 1000, found '0'"},
    {"time: {steer_every: 1001}", 1, 21,
     "steer_every must be a whole number from 1 to 1000, found '1001'"},
    {"time: {steer_every: 2.5}", 1, 21,
     "steer_every must be a whole number from 1 to 1000, found '2.5'"},
    {"time: {step: 1}", 1, 8,
     "time has no key 'step'; available: dt, end, steer_every, obstacle_rest_time, plan_budget"},
    {"near: 5", 1, 7, "near must be a mapping (key: value), found '5'"},
    {"near: {reach: 0}", 1, 15, "reach must be a number from 0.02 to 1000, found '0'"},
    {"near: {reach: 1001}", 1, 15, "reach must be a number from 0.02 to 1000, found '1001'"},
    {"near: {raech: 5}", 1, 8, "near has no key 'raech'; did you mean 'reach'?"},
    {"near: {reach: 0.4}", 1, 15,
     "a radius of 0.25 m needs a reach of at least 0.5 m; near.reach is 0.4 m"},
    {"near: {reach: 1}\nprofiles: {a: {radius: 0.5}, b: {radius: {uniform: [0.1, 0.6]}}}", 2, 42,
     "a radius of 0.6 m needs a reach of at least 1.2 m; near.reach is 1 m"},
    {"profiles: {a: {radius: 6}}", 1, 24,
     "a radius of 6 m needs a reach of at least 12 m; near.reach is 10 m"},
    {"profiles: {a: {radius: {normal: [4, 1]}}}", 1, 24,
     "a radius of 8 m needs a reach of at least 16 m; near.reach is 10 m"},
    {"allow_overlap: 1", 1, 16, "allow_overlap must be true or false, found '1'"},
    {"allow_overlap: 'true'", 1, 16, "allow_overlap must be true or false, found 'true'"},
    {"colour: red", 1, 1,
     "a scenario has no key 'colour'; available: wend, include, name, seed, time, near, density, "
     "space, select, plan, follow, modify, steer, profiles, goals, goal_sets, areas, machines, "
     "signals, queues, agents, allow_overlap, obstacles, belts, switch, maps, measure, output"},
    {"agent: []", 1, 1, "a scenario has no key 'agent'; did you mean 'agents'?"},
};

static const refusal space_refused[] = {
    {"space: 3", 1, 8, "a space must be a mapping (key: value), found '3'"},
    {"space: []", 1, 8, "a space must be a mapping (key: value), found a list of 0"},
    {"space: {walkable: 3}", 1, 19,
     "walkable must be a list, a file that ends in .wkt, .geojson or .json, or WKT, found '3'"},
    {"space: {walkable: [[0, 0]]}", 1, 19,
     "a walkable polygon must be a list of at least 3 points [x, y], found a list of 1"},
    {"space: {walkable: [[[0, 0]]]}", 1, 20,
     "a walkable polygon must be a list of at least 3 points [x, y], found a list of 1"},
    {"space: {walkable: [[0, 0], [1, 0], [1]]}", 1, 36,
     "a vertex of a walkable polygon must be a point [x, y], found a list of 1"},
    {"space: {walkable: [[0, 0], [1, 0], [1, x]]}", 1, 40,
     "y must be a number from -1000000000 to 1000000000, found 'x'"},
    {"space: {walkable: [[0, 0], [1, 0], [1, 2e9]]}", 1, 40,
     "y must be a number from -1000000000 to 1000000000, found '2e9'"},
    {"space: {obstacles: 1}", 1, 20,
     "obstacles must be a list, a file that ends in .wkt, .geojson or .json, or WKT, found '1'"},
    {"space: {obstacles: [[[0, 0]]]}", 1, 21,
     "an obstacle must be a list of at least 3 points [x, y], found a list of 1"},
    {"space: {obstacles: [{class: a}]}", 1, 21, "an obstacle of a space needs 'polygon' or 'file'"},
    {"space: {obstacles: [{polygon: [[0, 0], [1, 0], [1, 1]], class: a}]}", 1, 64,
     "there is no obstacle class 'a'; available: fixed"},
    {"space: {obstacles: [{polgon: [[0, 0], [1, 0], [1, 1]]}]}", 1, 22,
     "an obstacle of a space has no key 'polgon'; did you mean 'polygon'?"},
    {"space: {walls: 1}", 1, 16,
     "walls must be a list, a file that ends in .wkt, .geojson or .json, or WKT, found '1'"},
    {"space: {walls: [[[0, 0]]]}", 1, 17,
     "a wall must be a list of at least 2 points [x, y], found a list of 1"},
    {"space: {walls: [{class: fixed}]}", 1, 17, "a wall needs 'points' or 'file'"},
    {"space: {walls: [{points: [[0, 0], [1, 1]], clas: a}]}", 1, 44,
     "a wall has no key 'clas'; did you mean 'class'?"},
    {"space: {terrain: 1}", 1, 18, "a terrain must be a mapping (key: value), found '1'"},
    {"space: {terrain: [[[0, 0], [1, 0], [1, 1]]]}", 1, 19,
     "a terrain must be a mapping (key: value), found a list of 3"},
    {"space: {terrain: [{polygon: [[0, 0], [1, 0], [1, 1]]}]}", 1, 19,
     "a terrain needs the key 'type'"},
    {"space: {terrain: [{type: 1}]}", 1, 19, "a terrain needs 'polygon' or 'file'"},
    {"space: {terrain: [{polygon: [[0, 0], [1, 0], [1, 1]], type: 0}]}", 1, 61,
     "type must be a whole number from 1 to 1000000, found '0'"},
    {"space: {walkable: none.wkt}", 1, 19,
     "folder/none.wkt: cannot open: No such file or directory"},
    {"space: {walkable: 'POLYGON ((0 0, 1 0, x 1))'}", 1, 19,
     "expected a number, found 'x' (line 1, column 21 of the WKT)"},
    {"space: {walkable: 'POINT (1 2)'}", 1, 19, "the WKT has no polygon or line"},
    {"space: {walkable: 'LINESTRING (1 2, 3 4)'}", 1, 19,
     "a line has no area: give 'width' (m), or put it under 'walls'"},
    {"space: {walkable: {file: 'POLYGON ((0 0, 4 0, 4 4))', where: {a: b}}}", 1, 62,
     "WKT has no properties to choose by"},
    {"space: {walkable: {file: a.shp}}", 1, 26,
     "file must be a list, a file that ends in .wkt, .geojson or .json, or WKT, found 'a.shp'"},
    {"space: {obstacles: [{file: a.wkt, polygon: [[0, 0], [1, 0], [1, 1]]}]}", 1, 22,
     "an obstacle of a space has both 'polygon' and 'file'; expected only one of them"},
    {"space: {obstacles: [{polygon: [[0, 0], [1, 0], [1, 1]], where: {a: b}}]}", 1, 57,
     "'where' is only for an obstacle of a space with the key 'file'"},
    {"space: {terrain: {type: 1, file: a.wkt, holes: []}}", 1, 41,
     "'holes' is only for a terrain with the key 'polygon'"},
    {"space: {file: hall.wkt}", 1, 15,
     "file must be a map file that ends in .wmap, found 'hall.wkt'; plans in WKT or GeoJSON go "
     "under "
     "'walkable', 'obstacles' or 'rings'"},
    {"space: {file: none.wmap}", 1, 15,
     "folder/none.wmap: cannot read the map: No such file or directory"},
    {"space: {file: hall.wmap, classes: [a]}", 1, 26, "'classes' cannot be combined with 'file'"},
    {"space: {walkable: [[0, 0], [4, 0], [4, 4]], rings: [[0, 0], [4, 0], [4, 4]]}", 1, 45,
     "'rings' cannot be combined with 'walkable'"},
    {"space: {walkable: [[0, 0], [4, 0], [4, 4]], margin: 3}", 1, 45,
     "'margin' cannot be combined with 'walkable'"},
    {"space: {obstacles: [[[0, 0], [4, 0], [4, 4]]], margin: wide}", 1, 56,
     "margin must be a number from 0 to 8192, found 'wide'"},
    {"space: {margin: 3}", 1, 8, "there are no obstacles to put a margin around"},
    {"space: {coordinates: feet}", 1, 22,
     "coordinates must be one of metres, degrees; found 'feet'"},
    {"space: {origin: [1, 2]}", 1, 17,
     "origin is only for files in degrees; set 'coordinates: degrees' if they are"},
    {"space: {coordinates: degrees, origin: [1, 91]}", 1, 39,
     "origin must be [longitude, latitude] in degrees, from -180 to 180 and from -90 to 90"},
    {"space: {clip: [[2, 0], [1, 1]]}", 1, 15,
     "the first corner of clip must lie below and left of the second"},
    {"space: {clip: {centre: [0, 0]}}", 1, 15, "clip needs the key 'size'"},
    {"space: {classes: a}", 1, 18, "classes must be a list, found 'a'"},
    {"space: {classes: [a, '']}", 1, 22, "an obstacle class must be a string, found nothing"},
    {"space: {classes: [a, [b]]}", 1, 22, "an obstacle class must be a string, found a list of 1"},
    {"space: {classes: [a, b, a]}", 1, 25, "the obstacle class 'a' already exists"},
    {"space: {classes: [fixed]}", 1, 19, "the obstacle class 'fixed' already exists"},
    {"space: {layers: 3}", 1, 17, "layers must be a list, found '3'"},
    {"space: {layers: [{walkable: []}]}", 1, 18, "a layer needs the key 'name'"},
    {"space: {layers: [{name: [a]}]}", 1, 25,
     "the name of a layer must be a string, found a list of 1"},
    {"space: {layers: [{name: a, floor: 1}]}", 1, 28,
     "a layer has no key 'floor'; available: name, walkable, obstacles, rings, walls, terrain, "
     "height, margin, clip"},
    {"space: {layers: [{name: a}], links: 1}", 1, 37, "links must be a list, found '1'"},
    {"space: {layers: [{name: a}, {name: b}], links: [{from: a, to: b}]}", 1, 49,
     "a link needs the key 'segment'"},
    {"space: {layers: [{name: a}, {name: b}], links: [{from: a, to: c, segment: [[0, 0], [1, "
     "0]]}]}",
     1, 63, "there is no layer 'c'; available: a, b"},
    {"space: {layers: [{name: a}, {name: b}], links: [{from: a, to: b, segment: [[0, 0]]}]}", 1, 75,
     "the segment of a link must be a list of 2 points [x, y], found a list of 1"},
    {"space: {layers: [{name: a}, {name: b}], links: [{from: a, to: b, through: [[0, 0], [1, "
     "0]]}]}",
     1, 66, "a link has no key 'through'; available: from, to, segment"},
};

static const refusal goals_refused[] = {
    {"goals: []", 1, 8, "goals must be a mapping (key: value), found a list of 0"},
    {"goals: {g: 3}", 1, 12, "a goal must be a mapping (key: value), found '3'"},
    {"goals: {g: [1, 2, 3]}", 1, 12, "a goal must be a point [x, y], found a list of 3"},
    {"goals: {g: {}}", 1, 12,
     "a goal needs 'point', 'disc', 'segment', 'box', 'oriented_box', 'polygon' or 'direction'"},
    {"goals: {g: {point: 3}}", 1, 20, "point must be a point [x, y], found '3'"},
    {"goals: {g: {disc: [1, 2]}}", 1, 19,
     "a disc must be a mapping {centre: [x, y], radius: ...}, found a list of 2"},
    {"goals: {g: {oriented_box: [[1, 2], [3, 4]]}}", 1, 27,
     "an oriented box must be a mapping {centre: [x, y], half_size: [x, y]}, found a list of 2"},
    {"agents: [{random: {disc: 3, count: 1}}]", 1, 26,
     "a disc must be a mapping {centre: [x, y], radius: ...}, found '3'"},
    {"goals: {g: {disc: {centre: [0, 0]}}}", 1, 19, "a disc needs the key 'radius'"},
    {"goals: {g: {disc: {centre: [0, 0], radius: 0}}}", 1, 44,
     "radius must be a number from 0.001 to 8192, found '0'"},
    {"goals: {g: {disc: {centre: [0, 0], radius: 1, angle: 3}}}", 1, 47,
     "a disc has no key 'angle'; available: centre, radius"},
    {"goals: {g: {segment: [[0, 0], [1, 0], [2, 0]]}}", 1, 22,
     "segment must be a list of 2 points [x, y], found a list of 3"},
    {"goals: {g: {segment: [[3, 1], [3.0, 1]]}}", 1, 22,
     "segment has no length: both ends are the same; use `point` for a single point"},
    {"goals: {g: {box: [[0, 0], [0, 1]]}}", 1, 18,
     "box must be two opposite corners that differ in x and y"},
    {"goals: {g: {oriented_box: {centre: [0, 0]}}}", 1, 27,
     "an oriented box needs the key 'half_size'"},
    {"goals: {g: {oriented_box: {centre: [0, 0], half_size: [1, 0]}}}", 1, 55,
     "half sizes must be above 0"},
    {"goals: {g: {oriented_box: {centre: [0, 0], half_size: [1, 1], angle: x}}}", 1, 70,
     "angle must be a number from -10000 to 10000, found 'x'"},
    {"goals: {g: {polygon: [[0, 0], [1, 0]]}}", 1, 22,
     "polygon must be a list of 3 to 64 points [x, y], found a list of 2"},
    {"goals: {g: {direction: [0, 0]}}", 1, 24, "direction must not be [0, 0]"},
    {"goals: {g: {point: [0, 0], bias: 2}}", 1, 34, "bias must be a number from 0 to 1, found '2'"},
    {"goals: {g: {point: [0, 0], capacity: 0}}", 1, 38,
     "capacity must be a whole number from 1 to 16777216, found '0'"},
    {"goals: {g: {point: [0, 0], tolerance: -1}}", 1, 39,
     "tolerance must be a number from 0 to 1000, found '-1'"},
    {"goals: {g: {point: [0, 0], velocity: 1}}", 1, 38,
     "velocity must be a point [x, y], found '1'"},
    {"goals: {g: {point: [0, 0], window: 3}}", 1, 36, "window must be a list, found '3'"},
    {"goals: {g: {point: [0, 0], window: [1]}}", 1, 36,
     "window must be [opens, closes], found a list of 1"},
    {"goals: {g: {point: [0, 0], window: [2, 2]}}", 1, 36, "window must open before it closes"},
    {"goals: {g: {point: [0, 0], window: [a, 2]}}", 1, 37, "opens must be a number, found 'a'"},
    {"goals: {g: {point: [0, 0], arrive: near}}", 1, 36,
     "arrive must be one of touch, inside; found 'near'"},
    {"goals: {g: {point: [0, 0], on_arrival: [stop]}}", 1, 40,
     "on_arrival must be a string, found a list of 1"},
    {"goals: {g: {point: [0, 0], layer: roof}}", 1, 35, "the space has no named layers"},
    {"goals: {g: {point: [0, 0], colour: red}}", 1, 28,
     "a goal has no key 'colour'; available: point, segment, disc, box, oriented_box, polygon, "
     "direction, arrive, tolerance, on_arrival, bias, capacity, weight, window, velocity, path, "
     "speed, loop, carrier, layer"},
    {"goals: {g: {point: [0, 0], path: [[0, 0], [1, 0]]}}", 1, 34,
     "a goal with a path needs the key 'speed' as well"},
    {"goals: {g: {point: [0, 0], speed: 1}}", 1, 28,
     "'speed' is only for a goal with the key 'path'"},
    {"goals: {g: {point: [0, 0], loop: true}}", 1, 28,
     "'loop' is only for a goal with the key 'path'"},
    {"goals: {g: {point: [0, 0], path: [[0, 0]], speed: 1}}", 1, 34,
     "path must be a list of 2 to 64 points [x, y], found a list of 1"},
    {"goals: {g: {point: [0, 0], path: [[3, 1], [3, 1]], speed: 1}}", 1, 34,
     "path has no length: all of its points are the same"},
    {"goals: {g: {point: [0, 0], path: [[3, 1], [.nan, 1]], speed: 1}}", 1, 44,
     "x must be a number from -1000000000 to 1000000000, found '.nan'"},
    {"goals: {g: {point: [0, 0], path: [[0, 0], [1, 0]], speed: 0}}", 1, 59,
     "speed must be a number from 0.001 to 1000, found '0'"},
    {"goals: {g: {point: [0, 0], path: [[0, 0], [1, 0]], speed: .nan}}", 1, 59,
     "speed must be a number from 0.001 to 1000, found '.nan'"},
    {"goals: {g: {point: [0, 0], path: [[0, 0], [1, 0]], speed: 1, velocity: [1, 0]}}", 1, 62,
     "'velocity' cannot be combined with 'path'"},
    {"goals: {g: {point: [0, 0], carrier: 1, velocity: [1, 0]}}", 1, 40,
     "'velocity' cannot be combined with 'carrier'"},
    {"goals: {g: {point: [0, 0], path: [[0, 0], [1, 0]], speed: 1, carrier: 1}}", 1, 28,
     "'path' cannot be combined with 'carrier'"},
    {"goals: {g: {direction: [1, 0], path: [[0, 0], [1, 0]], speed: 1}}", 1, 38,
     "a direction does not move"},
    {"goals: {g: {direction: [1, 0], carrier: 1}}\nagents: [{at: [0, 0]}]", 1, 41,
     "a direction does not move"},
    {"goals: {g: {point: [0, 0], carrier: 0}}", 1, 37,
     "carrier must be a whole number from 1 to 9223372036854775807, found '0'"},
    {"goals: {g: {point: [0, 0], carrier: 3}}\nagents: [{at: [[0, 0], [2, 2]]}]", 1, 37,
     "carrier is 3, but no agent has that key: give a group of agents its `key`"},
    {"goals: {g: {point: [0, 0], carrier: 3}}", 1, 37,
     "carrier is 3, but no agent has that key: give a group of agents its `key`"},
    {"goal_sets: [a]", 1, 12, "goal_sets must be a mapping (key: value), found a list of 1"},
    {"goal_sets: {s: g}", 1, 16, "a goal set must be a list, found 'g'"},
    {"goal_sets: {s: [g]}", 1, 17, "there is no goal 'g'"},
    {"goals: {g: [0, 0]}\ngoal_sets: {s: [[1, 1]]}", 2, 17,
     "goal must be a string, found a list of 2"},
};

static const refusal profiles_refused[] = {
    {"profiles: [a]", 1, 11, "profiles must be a mapping (key: value), found a list of 1"},
    {"profiles: {p: 3}", 1, 15, "a profile must be a mapping (key: value), found '3'"},
    {"profiles: {p: {radius: 0.001}}", 1, 24,
     "radius must be a number from 0.01 to 100, found '0.001'"},
    {"profiles: {p: {radius: big}}", 1, 24,
     "radius must be a number from 0.01 to 100, found 'big'"},
    {"profiles: {p: {radius: {uniform: [0.3, 0.2]}}}", 1, 34,
     "uniform must be [low, high] with numbers from 0.01 to 100, found [0.3, 0.2]"},
    {"profiles: {p: {radius: {uniform: [0.3]}}}", 1, 34,
     "uniform must be a list of two numbers, found a list of 1"},
    {"profiles: {p: {radius: {uniform: 3}}}", 1, 34,
     "uniform must be a list of two numbers, found '3'"},
    {"profiles: {p: {radius: {uniform: [a, b]}}}", 1, 35, "uniform must be a number, found 'a'"},
    {"profiles: {p: {radius: {normal: [0.3, -1]}}}", 1, 33,
     "normal must be [mean, deviation] with a deviation of at least 0, found [0.3, -1]"},
    {"profiles: {p: {radius: {normal: [0.3, 0.1], max: 0.1, min: 0.2}}}", 1, 24,
     "radius has an empty range: min must be below max"},
    {"profiles: {p: {radius: {gamma: 3}}}", 1, 24,
     "radius must be a number, {uniform: [low, high]} or {normal: [mean, deviation]}, found a "
     "mapping"},
    {"profiles: {p: {radius: [1]}}", 1, 24,
     "radius must be a number, {uniform: [low, high]} or {normal: [mean, deviation]}, found a list "
     "of 1"},
    {"profiles: {p: {speed: -1}}", 1, 23, "speed must be a number from 0 to 100, found '-1'"},
    {"profiles: {p: {speed: 101}}", 1, 23, "speed must be a number from 0 to 100, found '101'"},
    {"profiles: {p: {max_speed: x}}", 1, 27, "max_speed must be a number from 0 to 100, found 'x'"},
    {"profiles: {p: {max_acceleration: 0}}", 1, 34,
     "max_acceleration must be a number from 0.001 to 1000000, found '0'"},
    {"profiles: {p: {colour: red}}", 1, 16,
     "a profile has no key 'colour'; available: preset, radius, speed, max_speed, "
     "max_acceleration, "
     "max_turn_rate, select, plan, follow, modify, steer, terrain, slope_weight"},
    {"profiles: {p: {steer: [a]}}", 1, 23, "steering must be a string, found a list of 1"},
    {"profiles: {p: {steer: {speed: 1}}}", 1, 24,
     "orca_arc has no parameter 'speed'; available: neighbours, neighbour_distance, horizon, "
     "wall_horizon, squeeze, symmetry_bias, right_of_way, max_angle, hysteresis, detour, "
     "deviation"},
    {"profiles: {p: {modify: {factor: 1}}}", 1, 24, "modifier needs the key 'name'"},
    {"steer: {relaxation_time: 1}", 1, 9,
     "orca_arc has no parameter 'relaxation_time'; available: neighbours, neighbour_distance, "
     "horizon, wall_horizon, squeeze, symmetry_bias, right_of_way, max_angle, hysteresis, detour, "
     "deviation"},
    {"steer: {neighbours: many}", 1, 21, "neighbours must be a number, found 'many'"},
    {"follow: {advance: 1}", 1, 10,
     "portal has no parameter 'advance'; available: aim, intercept, bias, lookahead, "
     "portals_ahead, approach_threshold, check_interval, max_portal_width"},
    {"follow: {name: waypoint, advanc: 1}", 1, 26,
     "waypoint has no parameter 'advanc'; did you mean 'advance'?"},
    {"plan: {search: astar}", 1, 8,
     "straight has no parameter 'search'; available: clearance_limit"},
    {"select: {name: []}", 1, 16, "selector must be a string, found a list of 0"},
    {"profiles: {p: {modify: scael}}", 1, 24,
     "there is no modifier 'scael'; did you mean 'scale'?"},
    {"profiles: {p: {modify: [{name: scale, factor: x}]}}", 1, 47,
     "factor must be a number, found 'x'"},
    {"steer: ''", 1, 8, "steering must be a string, found nothing"},
    {"modify: [a, b, c, d, e]", 1, 9, "modify must be a list of at most 4, found 5"},
};

static const refusal agents_refused[] = {
    {"agents: {}", 1, 9, "agents must be a list, found a mapping"},
    {"agents: [3]", 1, 10, "a group of agents must be a mapping (key: value), found '3'"},
    {"agents: [{}]", 1, 10, "a group of agents needs 'at', 'grid', 'hex', 'random' or 'source'"},
    {"agents: [{at: []}]", 1, 15,
     "at must be [x, y] or a list of points [x, y], found a list of 0"},
    {"agents: [{at: [[1]]}]", 1, 16, "a point of 'at' must be a point [x, y], found a list of 1"},
    {"agents: [{at: [1, [2]]}]", 1, 19,
     "y must be a number from -1000000000 to 1000000000, found a list of 1"},
    {"agents: [{at: [0, 0], profile: p}]", 1, 32, "there is no profile 'p'"},
    {"agents: [{at: [0, 0], goal: 3}]", 1, 29, "there is no goal '3'"},
    {"agents: [{at: [0, 0], goals: s}]", 1, 30, "there is no goal set 's'"},
    {"goals: {a: [1, 1]}\nagents: [{at: [0, 0], goals: []}]", 2, 30,
     "a goal set needs at least one goal"},
    {"goals: {a: [1, 1]}\nagents: [{at: [0, 0], goals: [a, [2, 2]]}]", 2, 34,
     "goal must be a string, found a list of 2"},
    {"agents: [{at: [0, 0, 0]}]", 1, 15, "at must be a point [x, y], found a list of 3"},
    {"agents: [{at: [0]}]", 1, 15, "at must be a point [x, y], found a list of 1"},
    {"agents: [{at: [0, -8192.1]}]", 1, 15,
     "agent 1 at (0, -8192.1) is more than 8192 m from the origin (0, 0)"},
    {"agents: [{random: {box: [[9000, 9000], [9000.0001, 9000.0001]], count: 1}}]", 1, 19,
     "agent 1 at (9000, 9000) is more than 8192 m from the origin (0, 0)"},
    {"agents: [{at: [0, 0], layer: 3}]", 1, 30, "the space has no named layers"},
    {"agents: [{at: [0, 0], key: 0}]", 1, 28,
     "key must be a whole number from 1 to 9223372036837998592, found '0'"},
    {"agents: [{at: [0, 0], key: x}]", 1, 28,
     "key must be a whole number from 1 to 9223372036837998592, found 'x'"},
    {"agents: [{at: [0, 0], name: []}]", 1, 29, "name must be a string, found a list of 0"},
    {"agents: [{at: [0, 0], via: 3}]", 1, 28, "via must be a list, found '3'"},
    {"agents: [{at: [0, 0], via: [3, 4]}]", 1, 29, "a via point must be a point [x, y], found '3'"},
    {"agents: [{at: [0, 0], via: [{layer: a}]}]", 1, 29, "a via point needs the key 'point'"},
    {"agents: [{at: [0, 0], via: [{point: [1, 1], lyer: a}]}]", 1, 45,
     "a via point has no key 'lyer'; did you mean 'layer'?"},
    {"agents: [{at: [0, 0], colour: 3}]", 1, 23,
     "a group of agents has no key 'colour'; available: at, grid, hex, random, source, jitter, "
     "delay, velocity, goal, goals, queue, via, route, machine, state, profile, radius, speed, "
     "max_speed, "
     "max_acceleration, "
     "max_turn_rate, heading, priority, layer, "
     "name, key"},
    {"agents: [{at: [0, 0], velocity: 1}]", 1, 33, "velocity must be a point [x, y], found '1'"},
    {"agents: [{at: [0, 0], speed: -3}]", 1, 30,
     "speed must be a number from 0 to 100, found '-3'"},
    {"agents: [{at: [0, 0], radius: 6}]", 1, 31,
     "a radius of 6 m needs a reach of at least 12 m; near.reach is 10 m"},
    {"agents: [{grid: 3}]", 1, 17, "a grid must be a mapping (key: value), found '3'"},
    {"agents: [{grid: {spacing: 1, count: [1, 1]}}]", 1, 30,
     "'count' is only for a grid with the key 'origin'"},
    {"agents: [{grid: {origin: [0, 0], count: [1, 1]}}]", 1, 17, "a grid needs the key 'spacing'"},
    {"agents: [{grid: {origin: [0, 0], spacing: 1, count: 4}}]", 1, 53,
     "count must be [columns, rows]"},
    {"agents: [{grid: {origin: [0, 0], spacing: 1, count: [0, 1]}}]", 1, 54,
     "columns must be a whole number from 1 to 16777216, found '0'"},
    {"agents: [{grid: {origin: [0, 0], spacing: 0, count: [2, 1]}}]", 1, 43,
     "spacing must be a number from 0.001 to 8192, found '0'"},
    {"agents: [{grid: {origin: [0, 0], spacing: [0, 1], count: [2, 1]}}]", 1, 17,
     "agents 1 at (0, 0) and 2 at (0, 0) overlap: 0 m apart, their radii are 0.25 m and 0.25 m "
     "(allow_overlap: true permits this)"},
    {"agents: [{grid: {origin: 0, spacing: 1, count: [2, 1]}}]", 1, 26,
     "origin must be a point [x, y], found '0'"},
    {"agents: [{grid: {origin: [0, 0], spacing: 1, count: [2, 1], jitter: 1}}]", 1, 61,
     "a grid has no key 'jitter'; available: origin, spacing, count, disc, box, "
     "oriented_box, polygon"},
    {"agents: [{random: 3}]", 1, 19, "random must be a mapping {count: ...}, found '3'"},
    {"agents: [{random: {box: [[0, 0], [1, 1]]}}]", 1, 19, "random needs the key 'count'"},
    {"agents: [{random: {box: [[0, 0], [1, 1]], count: 0}}]", 1, 50,
     "count must be a whole number from 1 to 16777216, found '0'"},
    {"agents: [{random: {segment: [[0, 0], [1, 1]], count: 1}}]", 1, 20,
     "random has no key 'segment'; available: count, spacing, disc, box, oriented_box, polygon"},
    {"agents: [{random: {direction: [0, 1], count: 1}}]", 1, 20,
     "random has no key 'direction'; available: count, spacing, disc, box, oriented_box, "
     "polygon"},
    {"agents: [{random: {disc: {centre: [0, 0], radius: 1}, box: [[0, 0], [1, 1]], count: 1}}]", 1,
     55, "random has both 'disc' and 'box'; expected only one of them"},
    {"agents: [{at: [0, 0], goal: {point: [3, 3], layer: x}}]", 1, 52,
     "the space has no named layers"},
    {"agents: [{at: [0, 0], key: 3}, {at: [1, 0], key: 3}]", 1, 32,
     "the key 3 belongs to two groups of agents ('group 1' and 'group 2')"},
};

static const refusal overlay_refused[] = {
    {"obstacles: {}", 1, 12, "obstacles must be a list, found a mapping"},
    {"obstacles: [3]", 1, 13, "an obstacle must be a mapping (key: value), found '3'"},
    {"obstacles: [{name: a}]", 1, 13, "an obstacle needs 'door' or 'moving'"},
    {"obstacles: [{door: [[0, 0]]}]", 1, 20,
     "door must be a list of 2 to 64 points [x, y], found a list of 1"},
    {"obstacles: [{door: 3}]", 1, 20, "door must be a list of 2 to 64 points [x, y], found '3'"},
    {"obstacles: [{door: [[0, 0], [1, 0]], closed: 3}]", 1, 46,
     "closed must be true or false, found '3'"},
    {"obstacles: [{door: [[0, 0], [1, 0]], position: [1, 1]}]", 1, 38,
     "'position' is only for an obstacle with the key 'moving'"},
    {"obstacles: [{door: [[0, 0], [1, 0]], colour: 1}]", 1, 38,
     "an obstacle has no key 'colour'; available: name, layer, door, moving, closed, position, "
     "angle, velocity, angular_velocity, times"},
    {"obstacles: [{moving: [[0, 0], [1, 0]]}]", 1, 22,
     "moving must be a list of 3 to 64 points [x, y], found a list of 2"},
    {"obstacles: [{moving: [[0, 0], [1, 0], [0, 1]], angle: x}]", 1, 55,
     "angle must be a number from -10000 to 10000, found 'x'"},
    {"obstacles: [{moving: [[0, 0], [1, 0], [0, 1]], angular_velocity: 101}]", 1, 66,
     "angular_velocity must be a number from -100 to 100, found '101'"},
    {"obstacles: [{door: [[0, 0], [1, 0]], times: 3}]", 1, 45, "times must be a list, found '3'"},
    {"obstacles: [{door: [[0, 0], [1, 0]], times: [3]}]", 1, 46,
     "an item of times must be a mapping (key: value), found '3'"},
    {"obstacles: [{door: [[0, 0], [1, 0]], times: [{closed: true}]}]", 1, 46,
     "an item of times needs the key 'at'"},
    {"obstacles: [{door: [[0, 0], [1, 0]], times: [{at: -1, closed: true}]}]", 1, 51,
     "at must be a number from 0 to 1000000000, found '-1'"},
    {"obstacles: [{door: [[0, 0], [1, 0]], times: [{at: 1, velocity: [1, 1]}]}]", 1, 54,
     "'velocity' is only for a moving obstacle; a time of a door has 'at' and 'closed'"},
    {"obstacles: [{moving: [[0, 0], [1, 0], [0, 1]], times: [{at: 1, speed: 1}]}]", 1, 64,
     "an item of times has no key 'speed'; available: at, closed, position, angle, velocity, "
     "angular_velocity"},
    {"obstacles: [{door: [[0, 0], [1, 0]], layer: a}]", 1, 45, "the space has no named layers"},
    {"switch: 3", 1, 9, "switch must be a list, found '3'"},
    {"switch: [3]", 1, 10, "a switch must be a mapping {class: ..., at: ..., on: ...}, found '3'"},
    {"switch: [{at: 1, on: true}]", 1, 10, "a switch needs the key 'class'"},
    {"switch: [{class: a, on: true}]", 1, 10, "a switch needs the key 'at'"},
    {"switch: [{class: a, at: 1}]", 1, 10, "a switch needs the key 'on'"},
    {"space: {classes: [a]}\nswitch: [{class: a, at: -1, on: true}]", 2, 25,
     "at must be a number from 0 to 1000000000, found '-1'"},
    {"space: {classes: [a]}\nswitch: [{class: a, at: 1, on: maybe}]", 2, 32,
     "on must be true or false, found 'maybe'"},
    {"space: {classes: [a]}\nswitch: [{class: fixed, at: 1, on: true}]", 2, 18,
     "the class 'fixed' cannot be switched"},
    {"space: {classes: [crates]}\nswitch: [{class: crate, at: 1, on: true}]", 2, 18,
     "there is no obstacle class 'crate'; did you mean 'crates'?"},
    {"measure: 3", 1, 10, "measure must be a mapping (key: value), found '3'"},
    {"measure: {collision: 3}", 1, 22, "collision must be a mapping (key: value), found '3'"},
    {"measure: {collision: {overlap_depth: x}}", 1, 38,
     "overlap_depth must be a number, found 'x'"},
    {"output: []", 1, 9, "output must be a mapping (key: value), found a list of 0"},
};

/* Some of these messages come from the core, in its own wording; the kit adds the position. */
static const refusal maps_refused[] = {
    {"maps: []", 1, 7, "maps must be a mapping (key: value), found a list of 0"},
    {"maps: {a: {kind: corridor, radii: [0.3]}}", 1, 35,
     "radii are only for a map of kind 'navmesh'"},
    {"maps: {a: {kind: roadmap, samples: 0}}", 1, 36,
     "samples can be 0, but must lie between 1 and 1e+06"},
    {"maps: {a: {kind: roadmap, neighbours: 0}}", 1, 39,
     "neighbours can be 0, but must lie between 1 and 256"},
    {"maps: {a: {kind: roadmap, sampler: magic}}", 1, 36,
     "parameter 'sampler' cannot be 'magic'; available: uniform, halton, gaussian, bridge, "
     "medial_axis"},
    {"maps: {a: {kind: roadmap, source: magic}}", 1, 35,
     "parameter 'source' cannot be 'magic'; available: auto, lines, graph, prm, visibility, "
     "skeleton"},
    {"maps: {a: {kind: roadmap, graph: [1]}}", 1, 34, "graph must be a string, found a list of 1"},
    {"maps: {a: {kind: corridor, graph: a.txt}}", 1, 35,
     "graph is only for a map of kind 'roadmap'"},
    {"maps: {a: {lines: [[[0, 0], [1, 1]]]}}", 1, 19, "lines are only for a map of kind 'roadmap'"},
    {"maps: {a: {kind: roadmap, lines: [[[0, 0]]]}}", 1, 35,
     "a line must be a list of at least 2 points [x, y], found a list of 1"},
    {"maps: {a: {kind: roadmap, lines: [[[0, 0], [0, 0]]]}}", 1, 35,
     "a line needs two different points"},
    {"maps: {a: {kind: roadmap, lines: [{points: [[0, 0], [1, 1]], layer: b}]}}", 1, 69,
     "the space has no named layers"},
    {"maps: {a: {kind: roadmap, lines: [{points: [[0, 0], [1, 1]], width: 2}]}}", 1, 62,
     "a line has no key 'width'; available: points, layer, file, where"},
    {"maps: {a: {kind: roadmap, lines: 'POLYGON ((0 0, 1 0, 1 1))'}}", 1, 34,
     "a polygon cannot be a line of a network; expected a LINESTRING"},
    {"maps: {a: {kind: roadmap, lines: 'LINESTRING (0 0, 1'}}", 1, 34,
     "expected a number, found the end of the text (line 1, column 19 of the WKT)"},
    {"maps: {a: {kind: roadmap, lines: nothing.svg}}", 1, 34,
     "lines must be a list, a file that ends in .wkt, .geojson or .json, or WKT, found "
     "'nothing.svg'"},
    {"plan: {name: corridor, control: network}", 1, 33,
     "there is no network: add a map of kind 'roadmap' under 'maps'"},
    {"plan: {name: corridor, control: network, network: b}\n"
     "maps: {a: {kind: roadmap, lines: [[[0, 0], [1, 1]]]}}",
     1, 51, "there is no network 'b'; available: a"},
    {"maps: {a: {radius: 1}}", 1, 12, "a map has no key 'radius'; did you mean 'radii'?"},
    {"maps: {a: {radii: []}}", 1, 19, "radii must be a list of 1 to 63, found 0"},
    {"maps: {a: {radii: [-1]}}", 1, 20, "a radius must be a number from 0 to 100, found '-1'"},
    {"maps: {a: {file: a.svg}}", 1, 18,
     "file must be a map file that ends in .wmap, found 'a.svg'"},
    {"plan: {name: navmesh, map: b}\nmaps: {a: {}}", 1, 28, "there is no map 'b'; available: a"},
    {"profiles: {p: {plan: {name: navmesh, map: b}}}", 1, 43,
     "there is no map 'b'; available: navmesh"},
};

static const refusal core_refused[] = {
    {"space: {walkable: [[0, 0], [9000, 0], [9000, 1]]}", 1, 8, "9000 m"},
    {"space: {walkable: [[0, 0], [4, 0], [4, 0]]}", 1, 19, "nothing walkable is left"},
    {"space: {layers: [{name: a}, {name: b}], links: [{from: a, to: b, segment: [[0, 0], [1, "
     "0]]}]}",
     1, 49, "link 0"},
    {"goals: {g: {polygon: [[0, 0], [4, 4], [4, 0], [0, 4]]}}", 1, 22,
     "goal 'g' cannot be added: its outline crosses or touches itself after (0, 0)"},
    {"goals: {g: {polygon: [[0, 0], [4, 4], [1, 1], [9, 9]]}}", 1, 22, "it has no area"},
    {"profiles: {p: {modify: [scael]}}", 1, 25, "'scael'"},
    {"plan: strait", 1, 7, "'strait'"},
    {"follow: {name: waypoint, aim: nowhere}", 1, 31, "'nowhere'"},
    {"follow: {name: waypoint, intercept: 3}", 1, 37, "'3'"},
    {"follow: {name: waypoint, turn: 3}", 1, 26, "'turn'"},
    {"select: giveen", 1, 9, "'giveen'"},
    {"agents: [{at: [1e8, 0]}]", 1, 15, "is more than 8192 m from the origin (0, 0)"},
    {"obstacles: [{moving: [[0, 0], [4, 0], [1, 1], [0, 4]]}]", 1, 13, "convex polygon"},
    {"measure: {collision: {overlap_depth: 2}}", 1, 38, "overlap_depth"},
    {"measure: {collision: {depth: 2}}", 1, 23, "'depth'"},
    {"measure: {beauty: {}}", 1, 11, "no metric 'beauty'"},
    {"output: {png: {width: 299}}", 1, 23, "width"},
    {"output: {png: {width: 400.5}}", 1, 23, "width"},
    {"output: {gif: {}}", 1, 10, "no output 'gif'"},
};

#define EXPECT(table, whole) expect(table, sizeof(table) / sizeof(table)[0], whole)

START_TEST(refuses_invalid_scenario_keys) {
    EXPECT(root_refused, true);
}
END_TEST

START_TEST(refuses_invalid_space_keys) {
    EXPECT(space_refused, true);
}
END_TEST

START_TEST(refuses_invalid_goal_keys) {
    EXPECT(goals_refused, true);
}
END_TEST

START_TEST(refuses_invalid_profile_keys) {
    EXPECT(profiles_refused, true);
}
END_TEST

START_TEST(refuses_invalid_agent_keys) {
    EXPECT(agents_refused, true);
}
END_TEST

START_TEST(refuses_invalid_obstacle_and_entry_keys) {
    EXPECT(overlay_refused, true);
}
END_TEST

START_TEST(refuses_invalid_map_keys) {
    EXPECT(maps_refused, true);
}
END_TEST

START_TEST(errors_of_the_world_report_their_position) {
    EXPECT(core_refused, false);
}
END_TEST

/* Input that exceeds a limit on counts is too long to write out, so the test generates it. */
START_TEST(refuses_counts_above_their_limits) {
    static char text[100000];
    char *end = text + sprintf(text, "space: {classes: [");
    for (int i = 0; i < WEND_MAX_CLASSES; i++) {
        end += sprintf(end, "%sc%d", i > 0 ? ", " : "", i);
    }
    strcpy(end, "]}");
    ck_assert_int_eq(lab_try(text), WEND_ERROR_LIMIT);
    ck_assert_msg(strstr(lab_error.message, "obstacle classes are possible, found") != NULL, "%s",
                  lab_error.message);
    end = text + sprintf(text, "space: {layers: [");
    for (int i = 0; i <= WEND_MAX_LAYERS; i++) {
        end += sprintf(end, "%s{name: l%d}", i > 0 ? ", " : "", i);
    }
    strcpy(end, "]}");
    ck_assert_int_eq(lab_try(text), WEND_ERROR_LIMIT);
    ck_assert_str_eq(lab_error.message, "layers must be a list of 1 to 256, found 257");
    end = text + sprintf(text, "profiles: {");
    for (int i = 0; i < WEND_MAX_PROFILES; i++) {
        end += sprintf(end, "%sp%d: {}", i > 0 ? ", " : "", i);
    }
    strcpy(end, "}");
    ck_assert_int_eq(lab_try(text), WEND_ERROR_LIMIT);
    ck_assert_str_eq(lab_error.message, "at most 4095 profiles are possible, found 4096");
}
END_TEST

/* A truncated file either fails or is a shorter valid scenario; it is never silently misread. */
START_TEST(truncated_file_is_refused_or_read_as_a_shorter_scenario) {
    static const char text[] =
        "name: cut\nspace: {walkable: [[0, 0], [9, 0], [9, 9], [0, 9]]}\n"
        "goals: {g: {disc: {centre: [8, 8], radius: 0.5}}}\n"
        "agents:\n  - {at: [[1, 1], [2, 2]], goal: g}\n  - {random: {count: 3}, goal: g}\n";
    uint32_t failed = 0;
    for (size_t size = 0; size < sizeof text; size++) {
        wend_scenario_def def = lab_def(text);
        def.text_size = size;
        wend_scenario *s = NULL;
        memset(&lab_error, 0, sizeof lab_error);
        wend_result result = wend_scenario_load(&def, &s, &lab_error);
        ck_assert_int_eq(result, lab_error.code);
        ck_assert((result == WEND_OK) == (s != NULL));
        ck_assert(result == WEND_OK || lab_error.message[0] != '\0');
        failed += result != WEND_OK;
        wend_scenario_destroy(s);
    }
    ck_assert_uint_gt(failed, 150);
}
END_TEST

LAB_MAIN("refusals", refuses_invalid_scenario_keys, refuses_invalid_space_keys,
         refuses_invalid_goal_keys, refuses_invalid_profile_keys, refuses_invalid_agent_keys,
         refuses_invalid_obstacle_and_entry_keys, refuses_invalid_map_keys,
         errors_of_the_world_report_their_position, refuses_counts_above_their_limits,
         truncated_file_is_refused_or_read_as_a_shorter_scenario)
