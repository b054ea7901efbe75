/* Makes the page that is served. */
#include "serve/page.h"
#include "live/writer.h"
#include <stdio.h>
#include <string.h>

/* Writes {"socket":"/live","runs":[{"socket":"/live?run=0","name":"","title":"..."}]}. Returns NULL
 * if out of memory. */
static const char *write_description(live_writer *out, const page_run *runs, uint32_t count) {
    live_begin_object(out, NULL);
    live_write_text(out, "socket", "/live");
    live_begin_list(out, "runs");
    for (uint32_t i = 0; i < count; i++) {
        live_begin_object(out, NULL);
        char address[24];
        snprintf(address, sizeof address, "/live?run=%u", i);
        live_write_text(out, "socket", address);
        live_write_text(out, "name", runs[i].name);
        live_write_text(out, "title", runs[i].title);
        live_end_object(out);
    }
    live_end_list(out);
    live_end_object(out);
    return live_writer_end(out);
}

/* Appends text at `*at`, or only counts if `out` is NULL. */
static void put(char *out, size_t *at, const char *text, size_t size) {
    if (out != NULL) {
        memcpy(out + *at, text, size);
    }
    *at += size;
}

/* Writes the whole page, or only counts. In a script element, a '<' could end it: as "\u003c" it
 * has the same meaning in JSON, where it only occurs in strings. */
static size_t write_page(const page_template *from, const char *description, char *out) {
    static const char begin[] = "<script type=\"application/json\" id=\"wend-host\">";
    static const char end[] = "</script>";
    size_t at = 0;
    put(out, &at, from->head, from->head_size);
    put(out, &at, begin, sizeof begin - 1);
    for (const char *c = description; *c != '\0'; c++) {
        if (*c == '<') {
            put(out, &at, "\\u003c", 6);
        } else {
            put(out, &at, c, 1);
        }
    }
    put(out, &at, end, sizeof end - 1);
    put(out, &at, from->tail, from->tail_size);
    return at;
}

bool page_make(const page_template *from, const page_run *runs, uint32_t count, memory *heap,
               served_page *out) {
    live_writer writer = {0};
    live_writer_init(&writer, heap);
    *out = (served_page){NULL, 0};
    const char *description = write_description(&writer, runs, count);
    if (description != NULL) {
        out->size = write_page(from, description, NULL);
        out->text = memory_get(heap, out->size);
        if (out->text != NULL) {
            (void)write_page(from, description, out->text);
        }
    }
    live_writer_free(&writer);
    return out->text != NULL;
}

void page_free(served_page *page, memory *heap) {
    memory_free(heap, page->text, page->size);
    *page = (served_page){NULL, 0};
}

/* Everything of the page is in the page: scripts and styles inline, workers and pictures as blobs.
 * It may connect to this server only; it loads nothing, sends no forms and is not framed. */
void page_write_policy(uint16_t port, char out[RESPONSE_MAX_POLICY]) {
    snprintf(out, RESPONSE_MAX_POLICY,
             "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
             "style-src 'unsafe-inline'; img-src data: blob:; media-src blob:; worker-src blob:; "
             "connect-src 'self' ws://127.0.0.1:%u ws://localhost:%u; base-uri 'none'; "
             "form-action 'none'; frame-ancestors 'none'",
             (unsigned)port, (unsigned)port);
}
