/* The registered papers. */
#ifndef PAPER_PAPERS_H
#define PAPER_PAPERS_H

#include <wend/kit.h>

/* Adds all papers to a registry. */
wend_result papers_register(wend_registry *registry, wend_error *error);

#endif
