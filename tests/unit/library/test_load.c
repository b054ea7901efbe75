/* Libraries that are loaded when they are first needed: what is found, what is reported as missing,
 * and many threads at once. */
/* label: threads */
#include "library/cairo.h"
#include "library/geos.h"
#include "library/load.h"
#include "library/sqlite.h"
#include "library/zstd.h"
#include "support/suite.h"

#include <check.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 50 };

/* What a test library writes: as many pointers as it has names. */
typedef void *addresses[2];

START_TEST(finds_every_function) {
    static const char *const names[] = {"cbrt", "hypot"};
    addresses found = {NULL, NULL};
    library l = {.file = "libm.so.6",
                 .purpose = "roots need libm",
                 .names = names,
                 .count = 2,
                 .functions = found};
    wend_error error;
    ck_assert_int_eq(library_load(&l, &error), WEND_OK);
    void *handle = dlopen("libm.so.6", RTLD_LAZY);
    ck_assert_ptr_eq(found[0], dlsym(handle, "cbrt"));
    ck_assert_ptr_eq(found[1], dlsym(handle, "hypot"));
    dlclose(handle);
    found[0] = NULL;
    ck_assert_int_eq(library_load(&l, &error), WEND_OK);
    ck_assert_ptr_null(found[0]); /* a second call does nothing */
}
END_TEST

START_TEST(reports_a_missing_file) {
    static const char *const names[] = {"cbrt"};
    addresses found = {NULL, NULL};
    library l = {.file = "libwend-nowhere.so.7",
                 .purpose = "trips need nowhere",
                 .names = names,
                 .count = 1,
                 .functions = found};
    for (int i = 0; i < 2; i++) { /* a failure is not remembered as a success */
        wend_error error;
        ck_assert_int_eq(library_load(&l, &error), WEND_ERROR_IO);
        ck_assert_str_eq(error.message,
                         "trips need nowhere, which cannot be loaded: libwend-nowhere.so.7: cannot "
                         "open shared object file: No such file or directory");
    }
    ck_assert_int_eq(library_load(&l, NULL), WEND_ERROR_IO);
}
END_TEST

START_TEST(reports_a_missing_function) {
    static const char *const names[] = {"cbrt", "cbrt_of_the_future"};
    addresses found = {NULL, NULL};
    library l = {.file = "libm.so.6",
                 .purpose = "roots need libm",
                 .names = names,
                 .count = 2,
                 .functions = found};
    wend_error error;
    ck_assert_int_eq(library_load(&l, &error), WEND_ERROR_IO);
    ck_assert_str_eq(error.message, "roots need libm, but libm.so.6 has no function "
                                    "cbrt_of_the_future: install a newer version of it");
}
END_TEST

/* The kit's own libraries: every listed name exists, and every pointer is filled. */
START_TEST(loads_the_libraries_of_the_kit) {
    library *all[] = {&library_cairo, &library_geos, &library_sqlite, &library_zstd};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        wend_error error;
        ck_assert_msg(library_load(all[i], &error) == WEND_OK, "%s", error.message);
        for (uint32_t k = 0; k < all[i]->count && all[i]->file != NULL; k++) {
            void *found = NULL;
            memcpy(&found, (char *)all[i]->functions + k * sizeof found, sizeof found);
            ck_assert_msg(found != NULL, "%s", all[i]->names[k]);
        }
    }
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    ck_assert_int_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy(surface);
}
END_TEST

static void *cbrt_address;

static void *load_and_use(void *user) {
    library *l = user;
    ck_assert_int_eq(library_load(l, NULL), WEND_OK);
    void *found = NULL;
    memcpy(&found, l->functions, sizeof found);
    return found == cbrt_address ? NULL : l;
}

START_TEST(may_be_called_by_many_threads) {
    static const char *const names[] = {"cbrt"};
    void *handle = dlopen("libm.so.6", RTLD_LAZY);
    cbrt_address = dlsym(handle, "cbrt");
    ck_assert_ptr_nonnull(cbrt_address);
    for (int round = 0; round < ROUNDS; round++) {
        addresses found = {NULL, NULL};
        library l = {.file = "libm.so.6",
                     .purpose = "roots need libm",
                     .names = names,
                     .count = 1,
                     .functions = found};
        pthread_t threads[THREADS];
        for (int i = 0; i < THREADS; i++) {
            ck_assert_int_eq(pthread_create(&threads[i], NULL, load_and_use, &l), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            void *wrong = NULL;
            pthread_join(threads[i], &wrong);
            ck_assert_ptr_null(wrong);
        }
    }
    dlclose(handle);
}
END_TEST

int main(void) {
    SUITE("library/load", finds_every_function, reports_a_missing_file, reports_a_missing_function,
          loads_the_libraries_of_the_kit, may_be_called_by_many_threads);
}
