/* build/roadmap/samplers.h: how the points of a probabilistic roadmap are chosen. */
#ifndef BUILD_ROADMAP_SAMPLERS_H
#define BUILD_ROADMAP_SAMPLERS_H

#include <wend/kit.h>

/* The box around the ground of a layer, m. */
typedef struct sampling_box {
    double low_x, low_y, high_x, high_y;
    double area_before; /* m^2: area of the boxes of all layers before this one */
} sampling_box;

typedef struct sampling {
    const wend_space *space;
    const sampling_box *boxes; /* for each layer */
    uint32_t layer_count;
    double area; /* m^2: area of all boxes */
    float radius;
    double spread; /* m: see wend_roadmap_def */
    uint64_t seed;
    double rotation[3]; /* of the Halton sequence; set by sampling_begin */
} sampling;

/* Sets the members that follow from the seed. */
void sampling_begin(sampling *s);

/* True if the centre of a disc with the sampling radius may be at a location. */
bool sampling_is_free(const sampling *s, wend_location at);

/* Makes one trial of a sampler. Returns false if the trial gives no free point. The result depends
 * only on the seed and on the number of the trial. */
bool sampling_try(const sampling *s, wend_roadmap_sampler sampler, uint64_t trial,
                  wend_location *out);

#endif
