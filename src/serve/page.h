/* The page as it is served: the template with a script element that names the socket and the runs,
 * and the content policy that fits it. */
#ifndef SERVE_PAGE_H
#define SERVE_PAGE_H

#include "record/html/template.h"
#include "serve/net/response.h"

typedef struct served_page {
    char *text;
    size_t size;
} served_page;

/* A run as the page names it. */
typedef struct page_run {
    const char *title; /* of the scenario or file */
    const char *name;  /* what the user calls this run among others; "": the page finds a name */
} page_run;

/* Makes the page. Returns false if out of memory. */
bool page_make(const page_template *from, const page_run *runs, uint32_t count, memory *heap,
               served_page *out);
void page_free(served_page *page, memory *heap);

/* Writes the content policy of the page of a server on a port. */
void page_write_policy(uint16_t port, char out[RESPONSE_MAX_POLICY]);

#endif
