/* needs: kit */
/* Every scenario of the tree: a world that comes from a bundle has the same state hash after every
 * step as the world that was saved. */
/* cost: 20 */
#define _XOPEN_SOURCE 700
#include <wend/bundle.h>

#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "support/kit/saved_bundles.h"
#include "unit/scenario/lab.h"

enum { STEPS = 150, MOST_FILES = 200, FEWEST = 60, DEPTH = 8 };

static char *paths[MOST_FILES];
static int path_count;

/* Collects the scenario files. Files in folders named `parts` are included by others. */
static int collect(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status;
    (void)place;
    size_t length = strlen(path);
    bool is_scenario = kind == FTW_F && length > 5 && strcmp(path + length - 5, ".yaml") == 0;
    if (is_scenario && strstr(path, "/parts/") == NULL && path_count < MOST_FILES) {
        paths[path_count] = malloc(length + 1);
        if (paths[path_count] != NULL) {
            memcpy(paths[path_count++], path, length + 1);
        }
    }
    return 0;
}

static void check_steps(const char *path, wend_world *native, wend_world *loaded) {
    ck_assert_uint_eq(wend_world_hash(native), wend_world_hash(loaded));
    for (int i = 0; i < STEPS; i++) {
        ck_assert_msg(wend_world_step(native, 1, &lab_error) == WEND_OK, "%s: %s", path,
                      lab_error.message);
        ck_assert_msg(wend_world_step(loaded, 1, &lab_error) == WEND_OK, "%s: %s", path,
                      lab_error.message);
        ck_assert_msg(wend_world_hash(native) == wend_world_hash(loaded), "%s: step %d", path,
                      i + 1);
    }
}

START_TEST(continues_as_the_native_run) {
    const char *path = paths[_i];
    wend_scenario_def def = wend_default_scenario_def();
    wend_scenario *scenario = NULL;
    wend_world *native = NULL, *loaded = NULL;
    wend_bundle *bundle = NULL;
    def.path = path;
    def.registry = lab_registry;
    ck_assert_msg(wend_scenario_load(&def, &scenario, &lab_error) == WEND_OK, "%s: %s", path,
                  lab_error.message);
    native = lab_world(scenario);
    wend_bundle_def made = wend_default_bundle_def();
    made.space_def = wend_scenario_space_def(scenario);
    made.starts = &native;
    made.start_count = 1;
    size_t size;
    uint8_t *bytes = saved_bundle_bytes(&made, &size);
    wend_scenario_destroy(scenario);
    ck_assert_msg(wend_bundle_load(bytes, size, NULL, &bundle, &lab_error) == WEND_OK, "%s: %s",
                  path, lab_error.message);
    wend_world_def load = wend_default_world_def();
    load.registry = lab_registry;
    ck_assert_msg(wend_bundle_create_world(bundle, &load, 0, &loaded, &lab_error) == WEND_OK,
                  "%s: %s", path, lab_error.message);
    check_steps(path, native, loaded);
    wend_world_destroy(native);
    wend_world_destroy(loaded);
    wend_bundle_destroy(bundle);
    free(bytes);
}
END_TEST

START_TEST(finds_the_scenarios) {
    ck_assert_int_gt(path_count, FEWEST);
}
END_TEST

int main(void) {
    nftw(WEND_SOURCE_DIR "/scenarios", collect, DEPTH, FTW_PHYS);
    Suite *suite = suite_create("bundle/scenarios");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_checked_fixture(all, lab_set_up, lab_tear_down);
    tcase_add_test(all, finds_the_scenarios);
    tcase_add_loop_test(all, continues_as_the_native_run, 0, path_count);
    suite_add_tcase(suite, all);
    int status = suite_finish(suite);
    for (int i = 0; i < path_count; i++) {
        free(paths[i]);
    }
    return status;
}
