/* record/html/template.h: the page of the viewer, without a world in it. `make viewer` builds it.
 */
#ifndef RECORD_HTML_TEMPLATE_H
#define RECORD_HTML_TEMPLATE_H

#include <wend/base.h>

#include "base/memory.h"

/* The page is complete when a script follows `head` and `tail` follows the script: see "Page" in
 * docs/viewer.md. */
typedef struct page_template {
    char *text; /* the whole file, owned by the template */
    size_t capacity;
    const char *head, *tail; /* what is before and after the marker */
    size_t head_size, tail_size;
} page_template;

/* Finds and reads the template: the file that the environment variable WEND_VIEWER names; else
 * viewer/viewer.html beside the running program (in a build tree), or ../share/wend/viewer.html
 * from there (installed). Fails with WEND_ERROR_IO (there is none: the message names `make viewer`
 * and WEND_VIEWER), WEND_ERROR_FORMAT (it is not a page with one marker), WEND_ERROR_LIMIT and
 * WEND_ERROR_MEMORY. */
wend_result page_template_load(page_template *page, memory *heap, wend_error *error);
void page_template_free(page_template *page, memory *heap);

#endif
