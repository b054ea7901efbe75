/* What pedestrians do, as measured: the data with which steering models are compared. */
#ifndef PAPER_MODELS_DATA_H
#define PAPER_MODELS_DATA_H

#include <stdint.h>

/* A measured pair of values. */
typedef struct data_point {
    double x, y;
} data_point;

/* ---- Flow through bottlenecks ---------------------------------------------------------------- */

/* Widths of bottlenecks (m), and flow through each (1/s): slope of the number of people who have
 * passed over time, from 20 % to 80 % of all. HERMES project, Juelich and Duesseldorf, 2009; the
 * bottleneck is about 1 m long. */
enum { DATA_BOTTLENECKS = 6 };
extern const data_point data_bottlenecks[DATA_BOTTLENECKS];

/* Flow (1/s) per width (m) of bottlenecks that are 2.8 m long, 0.8 m to 1.2 m wide: Seyfried,
 * Passon, Steffen, Boltes, Rupprecht and Klingsch, New insights into pedestrian flow through
 * bottlenecks (2009). RiMEA test 12 uses the same rule. */
#define DATA_FLOW_PER_METRE 1.9
enum { DATA_LONG_BOTTLENECKS = 3 };
extern const data_point data_long_bottlenecks[DATA_LONG_BOTTLENECKS];

/* ---- Speed and density ----------------------------------------------------------------------- */

/* m/s: free speed of pedestrians, mean and standard deviation (Weidmann 1993). */
#define DATA_FREE_SPEED        1.34
#define DATA_FREE_SPEED_SPREAD 0.26

/* Returns the speed (m/s) at a density (1/m^2): Weidmann, Transporttechnik der Fussgaenger (1993),
 * v = 1.34 (1 - exp(-1.913 (1/density - 1/5.4))). It is 0 from a density of 5.4 on. */
double data_weidmann_speed(double density);

/* Density (1/m^2) and mean speed (m/s) in a corridor of 3.6 m with people in both directions.
 * HERMES project, 2009, counted in an area of 3 m. */
enum { DATA_TWO_WAY = 5 };
extern const data_point data_two_way[DATA_TWO_WAY];

/* ---- Single file ----------------------------------------------------------------------------- */

/* The speeds (m/s) that 10, 50 and 90 percent of people in a single file do not exceed. */
typedef struct data_band {
    double density; /* 1/m: middle of the bin */
    double low, middle, high;
} data_band;

/* Returns the band of the bin that contains a density (1/m); bins are 0.2 wide. Densities outside
 * the table get its first or last bin. RiMEA guideline 4, test 16 (percentiles of single-file
 * experiments of several groups). */
data_band data_single_file(double density);

/* Returns where a speed lies: 0 inside the 10-90 % band; below or above it, the difference to the
 * nearest border, negative below (m/s). */
double data_outside_band(const data_band *band, double speed);

#endif
