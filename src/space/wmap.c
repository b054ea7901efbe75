#include "space/wmap.h"
#include "base/error.h"
#include "base/hash.h"
#include <string.h>

static const char magic[8] = "WENDMAP";

static uint64_t checksum_of(const uint8_t *bytes, size_t size, uint32_t kind) {
    return hash_bytes(bytes + WMAP_HEADER_SIZE, size - WMAP_HEADER_SIZE,
                      ((uint64_t)kind << 32) | WMAP_VERSION);
}

void wmap_seal(uint8_t *bytes, size_t size, wmap_kind kind) {
    uint32_t version = WMAP_VERSION, number = (uint32_t)kind;
    uint64_t checksum = checksum_of(bytes, size, number);
    memcpy(bytes, magic, sizeof magic);
    memcpy(bytes + 8, &version, sizeof version);
    memcpy(bytes + 12, &number, sizeof number);
    memcpy(bytes + 16, &checksum, sizeof checksum);
}

static const char *kind_text(uint32_t kind) {
    return kind == WMAP_SPACE      ? "a space"
           : kind == WMAP_NAVMESH  ? "a navigation mesh"
           : kind == WMAP_CORRIDOR ? "a corridor map"
           : kind == WMAP_ROADMAP  ? "a roadmap"
                                   : "a map of a kind that is not known";
}

bool wmap_holds(const uint8_t *bytes, size_t size, wmap_kind kind) {
    uint32_t number = 0;
    if (size >= WMAP_HEADER_SIZE) {
        memcpy(&number, bytes + 12, sizeof number);
    }
    return number == (uint32_t)kind;
}

wend_result wmap_check(const uint8_t *bytes, size_t size, wmap_kind kind, wend_error *error) {
    uint32_t version = 0, number = 0;
    uint64_t checksum = 0;
    if (size < WMAP_HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0) {
        return error_set(error, WEND_ERROR_FORMAT, "the map cannot be read: it is no .wmap file");
    }
    memcpy(&version, bytes + 8, sizeof version);
    memcpy(&number, bytes + 12, sizeof number);
    memcpy(&checksum, bytes + 16, sizeof checksum);
    if (version != WMAP_VERSION) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "the map has version %u, this library reads version %d", version,
                         WMAP_VERSION);
    }
    if (checksum != checksum_of(bytes, size, number)) {
        return error_set(
            error, WEND_ERROR_FORMAT,
            "the map cannot be read: its checksum is wrong: it is damaged or cut short");
    }
    if (number != (uint32_t)kind) {
        return error_set(error, WEND_ERROR_FORMAT, "the file holds %s, expected %s",
                         kind_text(number), kind_text((uint32_t)kind));
    }
    return WEND_OK;
}
