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

/* Makes the page. Returns false if out of memory. */
bool page_make(const page_template *from, const char *const *titles, uint32_t count, memory *heap,
               served_page *out);
void page_free(served_page *page, memory *heap);

/* Writes the content policy of the page of a server on a port. */
void page_write_policy(uint16_t port, char out[RESPONSE_MAX_POLICY]);

#endif
