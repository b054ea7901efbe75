/* Writes and checks the header of .wmap files. */
#include "space/wmap.h"
#include "base/error.h"
#include "base/hash.h"
#include <string.h>

static const char magic[8] = "WENDMAP";

static uint64_t checksum_of(const uint8_t *bytes, size_t size, uint32_t tag) {
    return hash_bytes(bytes + WMAP_HEADER_SIZE, size - WMAP_HEADER_SIZE,
                      ((uint64_t)tag << 32) | WMAP_VERSION);
}

void wmap_seal(uint8_t *bytes, size_t size, uint32_t tag) {
    uint32_t version = WMAP_VERSION;
    uint64_t checksum = checksum_of(bytes, size, tag);
    memcpy(bytes, magic, sizeof magic);
    memcpy(bytes + 8, &version, sizeof version);
    memcpy(bytes + 12, &tag, sizeof tag);
    memcpy(bytes + 16, &checksum, sizeof checksum);
}

wend_result wmap_check_head(const uint8_t *bytes, size_t size, wend_error *error) {
    uint32_t version = 0;
    if (size < WMAP_HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "the map cannot be read: it is not a .wmap file");
    }
    memcpy(&version, bytes + 8, sizeof version);
    if (version != WMAP_VERSION) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "the map has version %u, this library reads version %d", version,
                         WMAP_VERSION);
    }
    return WEND_OK;
}

wend_result wmap_check(const uint8_t *bytes, size_t size, uint32_t *tag, wend_error *error) {
    uint64_t checksum = 0;
    wend_result result = wmap_check_head(bytes, size, error);
    if (result != WEND_OK) {
        return result;
    }
    memcpy(tag, bytes + 12, sizeof *tag);
    memcpy(&checksum, bytes + 16, sizeof checksum);
    if (checksum != checksum_of(bytes, size, *tag)) {
        return error_set(
            error, WEND_ERROR_FORMAT,
            "the map cannot be read: its checksum is wrong: it is damaged or truncated");
    }
    return WEND_OK;
}
