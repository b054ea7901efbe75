/* step/links.h: how a line segment crosses the links between layers. */
#ifndef STEP_LINKS_H
#define STEP_LINKS_H

#include <wend/space.h>

/* Returns the layer that the segment from -> to enters through a link from `layer`: it starts on
 * that layer's side or on the line, ends strictly beyond, and meets the closed link segment.
 * WEND_NONE if it does not. */
uint32_t link_entered(wend_link link, uint32_t layer, wend_vec2 from, wend_vec2 to);

/* Returns where a segment that enters a link crosses its line, as a fraction of the segment. */
double link_cut(wend_link link, wend_vec2 from, wend_vec2 to);

#endif
