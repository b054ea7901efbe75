/* step/links.h: how a line segment crosses the links between layers. */
#ifndef STEP_LINKS_H
#define STEP_LINKS_H

#include <wend/space.h>

/* Returns the layer that the segment from -> to enters through a link from `layer`. To enter the
 * link, the segment must start on the link's line or on the side of that line that belongs to
 * `layer`, end strictly beyond the line, and meet the closed link segment. Returns WEND_NONE if the
 * segment does not enter the link. */
uint32_t link_entered(wend_link link, uint32_t layer, wend_vec2 from, wend_vec2 to);

/* Returns the position at which a segment that enters a link crosses the link's line, as a fraction
 * of the segment's length. */
double link_cut(wend_link link, wend_vec2 from, wend_vec2 to);

#endif
