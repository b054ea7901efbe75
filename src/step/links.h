/* step/links.h: how a straight way passes the links between layers. */
#ifndef STEP_LINKS_H
#define STEP_LINKS_H

#include <wend/space.h>

/* The layer that the way from -> to enters through a link from `layer`: it starts on that layer's
 * side or on the line, ends strictly beyond, and meets the closed segment. WEND_NONE if not. */
uint32_t link_entered(wend_link link, uint32_t layer, wend_vec2 from, wend_vec2 to);

/* Where a way that enters a link meets its line, as a fraction of the way. */
double link_cut(wend_link link, wend_vec2 from, wend_vec2 to);

#endif
