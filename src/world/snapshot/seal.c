/* Writes and checks the headers of snapshots, packed agents and bundles. */
#include "world/snapshot/seal.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"

static uint64_t checksum_of(const seal *kind, const uint8_t *bytes, size_t size) {
    return hash_bytes(bytes + SEAL_SIZE, size - SEAL_SIZE, kind->version);
}

void seal_write(const seal *kind, uint8_t *bytes, size_t size) {
    uint64_t checksum = checksum_of(kind, bytes, size);
    memset(bytes, 0, SEAL_SIZE); /* the 4 bytes after the version are reserved */
    memcpy(bytes, kind->magic, sizeof kind->magic);
    memcpy(bytes + 8, &kind->version, sizeof kind->version);
    memcpy(bytes + 16, &checksum, sizeof checksum);
}

wend_result seal_report_damage(const seal *kind, const char *wrong, wend_error *error) {
    return error_set(error, WEND_ERROR_FORMAT, "the %s cannot be read: %s", kind->what, wrong);
}

wend_result seal_check_head(const seal *kind, const uint8_t *bytes, size_t size,
                            wend_error *error) {
    uint32_t version = 0, reserved = 0;
    if (size < SEAL_SIZE || memcmp(bytes, kind->magic, sizeof kind->magic) != 0) {
        return error_set(error, WEND_ERROR_FORMAT, "the %s cannot be read: it is not a %s",
                         kind->what, kind->what);
    }
    memcpy(&version, bytes + 8, sizeof version);
    memcpy(&reserved, bytes + 12, sizeof reserved);
    if (version != kind->version || reserved != 0) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "the %s has version %u, this library reads version %u", kind->what,
                         version, kind->version);
    }
    return WEND_OK;
}

wend_result seal_check(const seal *kind, const uint8_t *bytes, size_t size, wend_error *error) {
    wend_result result = seal_check_head(kind, bytes, size, error);
    if (result != WEND_OK) {
        return result;
    }
    uint64_t checksum = 0;
    memcpy(&checksum, bytes + 16, sizeof checksum);
    return checksum == checksum_of(kind, bytes, size)
               ? WEND_OK
               : seal_report_damage(kind, "its checksum is wrong: it is damaged or truncated",
                                    error);
}
