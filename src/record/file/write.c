/* The functions of wend/file.h for files that are written. */
#include "base/error.h"
#include "base/target.h"
#include <errno.h>
#include <wend/file.h>

bool wend_is_same_file(const char *left, const char *right) {
    WEND_ASSERT(left != NULL && right != NULL);
    return target_is_same(left, right);
}

wend_result wend_check_writable(const char *path, const char *what, wend_error *error) {
    WEND_ASSERT(path != NULL && what != NULL);
    return target_check(path, what, error);
}

wend_result wend_write_file(const char *path, const char *what,
                            void (*write)(FILE *file, const void *of), const void *of,
                            wend_error *error) {
    WEND_ASSERT(path != NULL && what != NULL && write != NULL);
    file_target target;
    wend_result result = target_find(&target, path, what, NULL, error);
    if (result != WEND_OK) {
        return result;
    }
    errno = 0;
    FILE *file = fopen(target.part, "wb");
    bool good = file != NULL;
    if (good) {
        write(file, of);
        good = ferror(file) == 0;
        good = fclose(file) == 0 && good;
    }
    if (!good) {
        result = target_failed(path, what, error);
    }
    if (file == NULL) { /* there is nothing to remove */
        target_free(&target);
        return result;
    }
    wend_result renamed = target_finish(&target, good, what, good ? error : NULL);
    return good ? renamed : result;
}
