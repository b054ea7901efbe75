/* Pedestrians in evacuations and other crowds: flows through bottlenecks, and speeds in corridors
 * and in single file, are near those measured (docs/models.md, "Pedestrians").
 *
 * - Free speeds: U. Weidmann, "Transporttechnik der Fussgaenger" (1993), N(1.34, 0.26) m/s.
 * - Modifier: fundamental_diagram, with Weidmann's curve and its published parameters.
 * - Steering: collision_free_speed. Its radius, time gap and range are calibrated, together: the
 *   flow through a bottleneck grows as they become smaller, and so do the speeds in single file
 *   (radius and time gap) and in dense corridors (range). The radius is smaller than that of a
 * body, because people stand in each other's gaps and turn their shoulders. Walls neither repel nor
 * turn agents: `move` stops them, so that an agent pressed along a wall may squeeze past another
 * one. Agents that slide along walls form arches that last, at doors of 0.7 m in most runs.
 * - Noise dissolves arches, and lets agents pass that meet head-on. */
#include "preset/preset.h"

static const wend_setting steering[] = {
    PRESET_NUMBER("time_gap", 0.9),
    PRESET_NUMBER("strength", 8.0), /* JuPedSim */
    PRESET_NUMBER("range", 0.2),
    PRESET_NUMBER("noise", 0.1),
    PRESET_NUMBER("neighbour_distance", 2.5),
    PRESET_TEXT("sliding", "false"),
};

static void fill(wend_profile_def *def) {
    def->radius = wend_constant(0.13);
    def->preferred_speed = wend_normal(1.34, 0.26);
    def->preferred_speed.low = 0.5; /* JuPedSim and Vadere */
    def->preferred_speed.high = 2.2;
    def->max_speed = wend_constant(2.2);
    def->steer =
        (wend_choice){"collision_free_speed", steering, sizeof steering / sizeof *steering};
    def->modify[0] = (wend_choice){.name = "fundamental_diagram"};
    def->modify_count = 1;
}

const wend_preset wend_preset_pedestrian = {
    .info = {.name = "pedestrian",
             .summary = "people in evacuations: measured flows through doors and in corridors",
             .citation = "Tordeux, Chraibi and Seyfried 2016; Weidmann 1993"},
    .fill = fill,
};
