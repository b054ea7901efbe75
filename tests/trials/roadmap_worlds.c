#include "trials/roadmap_worlds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <wend/math.h>

#include "support/spaces.h"

static wend_space *create(double side, const wend_solid_def *solids, uint32_t count) {
    wend_point corners[4] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    wend_ring boundary = {corners, 4};
    wend_layer_def layer = {
        .boundaries = &boundary, .boundary_count = 1, .solids = solids, .solid_count = count};
    wend_space_def def = wend_default_space_def();
    wend_space *space = NULL;
    wend_error error;
    def.layers = &layer;
    def.layer_count = 1;
    if (wend_space_create(&def, &space, &error) != WEND_OK) {
        fprintf(stderr, "roadmaps: %s\n", error.message);
        exit(3);
    }
    return space;
}

/* Makes a convex polygon with corners on a circle; returns its area. */
static double make_polygon(wend_point *out, uint32_t count, wend_point centre, double radius,
                           dice *from) {
    double turn = dice_between(from, 0.0, WEND_FULL_TURN), area = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double angle = turn + WEND_FULL_TURN * (i + dice_between(from, 0.0, 0.6)) / count;
        out[i] =
            (wend_point){centre.x + radius * wend_cos(angle), centre.y + radius * wend_sin(angle)};
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_point p = out[i], q = out[(i + 1) % count];
        area += (p.x * q.y - p.y * q.x) / 2.0;
    }
    return area;
}

wend_space *roadmap_worlds_blocks(uint32_t side, double cell, uint64_t seed) {
    dice from = {seed};
    uint32_t count = side * side;
    wend_point(*points)[4] = calloc(count, sizeof *points);
    wend_solid_def *solids = calloc(count, sizeof *solids);
    for (uint32_t i = 0; i < count; i++) {
        wend_point centre = {(i % side + 0.5) * cell, ((double)(i / side) + 0.5) * cell};
        make_polygon(points[i], 4, centre, cell * dice_between(&from, 0.2, 0.4), &from);
        solids[i].ring = (wend_ring){points[i], 4};
    }
    wend_space *space = create(side * cell, solids, count);
    free(points);
    free(solids);
    return space;
}

wend_space *roadmap_worlds_open(double side, double gap, uint64_t seed, double *share) {
    enum { MOST = 4000, CORNERS = 8, TRIALS = 20000 };
    static wend_point points[MOST][CORNERS], centres[MOST];
    static wend_solid_def solids[MOST];
    static double radii[MOST];
    const double MOST_SHARE = 0.25;
    dice from = {seed};
    uint32_t count = 0;
    double area = 0.0;
    for (uint32_t i = 0; i < TRIALS && count < MOST; i++) {
        double radius = dice_between(&from, 0.3, 3.0);
        wend_point at = {dice_between(&from, 0.0, side), dice_between(&from, 0.0, side)};
        bool fits = fmin(fmin(at.x, at.y), side - fmax(at.x, at.y)) >= radius + gap;
        for (uint32_t k = 0; k < count && fits; k++) {
            fits = wend_hypot(at.x - centres[k].x, at.y - centres[k].y) >= radius + radii[k] + gap;
        }
        uint32_t corners = 3 + dice_below(&from, CORNERS - 2);
        double own = fits ? make_polygon(points[count], corners, at, radius, &from) : 0.0;
        if (fits && area + own <= MOST_SHARE * side * side) {
            solids[count].ring = (wend_ring){points[count], corners};
            centres[count] = at;
            radii[count++] = radius;
            area += own;
        }
    }
    *share = area / (side * side);
    return create(side, solids, count);
}

/* ---- Rooms ----------------------------------------------------------------------------------- */

enum { ROOMS = 3, MOST_BLOCKS = 64 };

typedef struct block_list {
    wend_point points[MOST_BLOCKS][4];
    wend_solid_def solids[MOST_BLOCKS];
    uint32_t count;
} block_list;

static void add_block(block_list *list, double x0, double y0, double x1, double y1) {
    wend_point *p = list->points[list->count];
    p[0] = (wend_point){x0, y0};
    p[1] = (wend_point){x1, y0};
    p[2] = (wend_point){x1, y1};
    p[3] = (wend_point){x0, y1};
    list->solids[list->count++].ring = (wend_ring){p, 4};
}

/* Adds the wall between two rooms, along x if `across` is false; `at` is where its passage begins,
 * negative if it has none. */
static void add_wall(block_list *list, double x, double y, double length, double thick, double at,
                     double width, bool across) {
    double cuts[4] = {0.0, at, at + width, length};
    for (int i = 0; i < (at < 0.0 ? 1 : 2); i++) {
        double a = at < 0.0 ? 0.0 : cuts[2 * i], b = at < 0.0 ? length : cuts[2 * i + 1];
        if (across) {
            add_block(list, x, y + a, x + thick, y + b);
        } else {
            add_block(list, x + a, y, x + b, y + thick);
        }
    }
}

static uint32_t root_of(const uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        i = parents[i];
    }
    return i;
}

wend_space *roadmap_worlds_rooms(double width, uint64_t seed) {
    static block_list list;
    const double THICK = 2.0, INSIDE = ROADMAP_WORLDS_ROOM - THICK; /* m */
    const double GAP = 1.0 / 64.0; /* m: joints between walls; no disc of the trials fits */
    dice from = {seed + 1000};
    uint32_t parents[ROOMS * ROOMS], doors[2 * ROOMS * ROOMS] = {0}, joined = 1;
    list.count = 0;
    for (uint32_t i = 0; i < ROOMS * ROOMS; i++) {
        parents[i] = i;
    }
    while (joined < ROOMS * ROOMS) {
        uint32_t room = dice_below(&from, ROOMS * ROOMS), up = dice_below(&from, 2);
        uint32_t column = room % ROOMS, row = room / ROOMS;
        if ((up ? row : column) + 1 == ROOMS) {
            continue;
        }
        uint32_t a = root_of(parents, room), b = root_of(parents, room + (up ? ROOMS : 1));
        if (a != b) {
            parents[a] = b;
            doors[2 * room + up] = 1;
            joined++;
        }
    }
    for (uint32_t room = 0; room < ROOMS * ROOMS; room++) {
        double x = room % ROOMS * ROADMAP_WORLDS_ROOM,
               y = (double)(room / ROOMS) * ROADMAP_WORLDS_ROOM;
        for (uint32_t up = 0; up < 2; up++) {
            double at =
                doors[2 * room + up] ? dice_between(&from, 0.5, INSIDE - 0.5 - width) : -1.0;
            if ((up ? room / ROOMS : room % ROOMS) + 1 == ROOMS) {
                continue;
            }
            add_wall(&list, up ? x + GAP : x + INSIDE, up ? y + INSIDE : y + GAP, INSIDE - 2 * GAP,
                     THICK, at - (at < 0.0 ? 0.0 : GAP), width, !up);
        }
        if (room % ROOMS + 1 < ROOMS && room / ROOMS + 1 < ROOMS) {
            add_block(&list, x + INSIDE + GAP, y + INSIDE + GAP, x + ROADMAP_WORLDS_ROOM - GAP,
                      y + ROADMAP_WORLDS_ROOM - GAP);
        }
    }
    return create(ROOMS * ROADMAP_WORLDS_ROOM - THICK, list.solids, list.count);
}
