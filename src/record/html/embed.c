/* Writes a bundle into a page: compressed with zlib (RFC 1952), then as base64. */
#include "record/html/embed.h"

#include "base/base64.h"
#include "base/error.h"
#include "library/zlib.h"

enum {
    GZIP_WINDOW = 15 + 16, /* bits of the window, and 16 for the header of gzip */
    GZIP_MEMORY = 9,
    PIECE = 3 << 12 /* bytes that are written as base64 at a time: a multiple of 3 */
};

/* Compresses into `out`, which has room for the worst case. Returns the size, or 0 on a failure. */
static size_t compress_into(const uint8_t *bytes, size_t size, uint8_t *out, size_t capacity,
                            z_stream *stream) {
    const size_t most = UINT32_MAX; /* zlib counts in 32 bits */
    size_t taken = 0, made = 0;
    int status = Z_OK;
    while (status == Z_OK || status == Z_BUF_ERROR) {
        size_t input = size - taken < most ? size - taken : most;
        size_t room = capacity - made < most ? capacity - made : most;
        stream->next_in = (Bytef *)(uintptr_t)(bytes + taken); /* safe: zlib only reads it */
        stream->avail_in = (uInt)input;
        stream->next_out = out + made;
        stream->avail_out = (uInt)room;
        status = deflate(stream, taken + input == size ? Z_FINISH : Z_NO_FLUSH);
        taken += input - stream->avail_in;
        made += room - stream->avail_out;
        if (made == capacity && status != Z_STREAM_END) {
            return 0;
        }
    }
    return status == Z_STREAM_END ? made : 0;
}

static void write_base64(FILE *stream, const uint8_t *bytes, size_t size) {
    char text[PIECE / 3 * 4];
    for (size_t at = 0; at < size; at += PIECE) {
        size_t length = size - at < PIECE ? size - at : PIECE;
        base64_encode(bytes + at, length, text);
        fwrite(text, 1, base64_size(length), stream);
    }
}

void embed_attribute(FILE *stream, const char *text) {
    for (; *text != 0; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", stream);
            break;
        case '"':
            fputs("&quot;", stream);
            break;
        case '<':
            fputs("&lt;", stream);
            break;
        case '>':
            fputs("&gt;", stream);
            break;
        default:
            fputc(*text, stream);
            break;
        }
    }
}

static wend_result compress_and_write(FILE *stream, const uint8_t *bytes, size_t size,
                                      z_stream *zlib, memory *heap, wend_error *error) {
    size_t capacity = deflateBound(zlib, (uLong)size);
    uint8_t *packed = memory_get(heap, capacity);
    size_t length = packed != NULL ? compress_into(bytes, size, packed, capacity, zlib) : 0;
    if (length > 0) {
        write_base64(stream, packed, length);
    }
    memory_free(heap, packed, capacity);
    return length > 0 ? WEND_OK : error_no_memory(error, "a page");
}

wend_result embed_bundle(FILE *stream, const char *title, const uint8_t *bytes, size_t size,
                         memory *heap, wend_error *error) {
    z_stream zlib = {.zalloc = NULL};
    wend_result result = library_load(&library_zlib, error);
    if (result != WEND_OK) {
        return result;
    }
    if (deflateInit2(&zlib, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return error_no_memory(error, "a page");
    }
    fputs("<script type=\"application/octet-stream\" id=\"wend-bundle\" data-title=\"", stream);
    embed_attribute(stream, title);
    fputs("\">", stream);
    result = compress_and_write(stream, bytes, size, &zlib, heap, error);
    fputs("</script>", stream);
    deflateEnd(&zlib);
    return result;
}
