/* Plug-ins: a refused plug-in leaves the registry unchanged. Plug-ins that load are tested in
 * cli/plugin.test, because they call the library inside the program that loads them. */
/* needs: kit */
#include "unit/scenario/lab.h"
#include <sys/stat.h>
#include <wend/plugin.h>

static void expect_refused(const char *path, wend_result code, const char *says) {
    uint32_t counts[WEND_KIND_COUNT];
    wend_plugin *plugin = NULL;
    for (int i = 0; i < WEND_KIND_COUNT; i++) {
        counts[i] = wend_registry_count(lab_registry, (wend_kind)i);
    }
    wend_result result = wend_plugin_load(path, lab_registry, &plugin, &lab_error);
    ck_assert_msg(result == code, "%s: %s: %s", path, wend_result_text(result), lab_error.message);
    ck_assert_msg(strstr(lab_error.message, says) != NULL, "%s: '%s' does not say '%s'", path,
                  lab_error.message, says);
    ck_assert_msg(strstr(lab_error.message, path) != NULL, "%s", lab_error.message);
    ck_assert_ptr_null(plugin);
    ck_assert_int_eq(wend_plugin_load(path, lab_registry, &plugin, NULL), code);
    for (int i = 0; i < WEND_KIND_COUNT; i++) {
        ck_assert_uint_eq(wend_registry_count(lab_registry, (wend_kind)i), counts[i]);
    }
    ck_assert_ptr_null(wend_registry_find(lab_registry, WEND_KIND_STEERING, "good", NULL));
    ck_assert_ptr_nonnull(wend_registry_find(lab_registry, WEND_KIND_STEERING, "direct", NULL));
}

START_TEST(refuses_files_that_are_not_plugins) {
    FILE *file = fopen("text.so", "w");
    ck_assert_ptr_nonnull(file);
    fputs("not a shared object\n", file);
    fclose(file);
    mkdir("folder.so", 0777);
    expect_refused("no-such-file.so", WEND_ERROR_IO, "cannot be read");
    expect_refused("text.so", WEND_ERROR_FORMAT, "not a loadable shared object");
    expect_refused("folder.so", WEND_ERROR_FORMAT, "not a loadable shared object");
    expect_refused("../../plugins/plugin_bare.so", WEND_ERROR_FORMAT, "wend_plugin_entries");
}
END_TEST

/* The loader would map the file and read past its end. */
START_TEST(refuses_truncated_objects) {
    FILE *whole = fopen("../../plugins/plugin_bare.so", "rb");
    ck_assert_ptr_nonnull(whole);
    static char bytes[1 << 16];
    size_t size = fread(bytes, 1, sizeof bytes, whole);
    fclose(whole);
    ck_assert_uint_gt(size, 5000);
    for (size_t kept = 0; kept < size; kept += kept < 1000 ? 97 : 997) {
        FILE *cut = fopen("cut.so", "wb");
        ck_assert_ptr_nonnull(cut);
        fwrite(bytes, 1, kept, cut);
        fclose(cut);
        wend_plugin *plugin = NULL;
        wend_error error;
        ck_assert_int_eq(wend_plugin_load("cut.so", lab_registry, &plugin, &error),
                         WEND_ERROR_FORMAT);
        ck_assert_ptr_nonnull(strstr(error.message, "cut.so"));
    }
}
END_TEST

START_TEST(refuses_tables_of_wrong_size) {
    expect_refused("../../plugins/plugin_empty.so", WEND_ERROR_INVALID, "no entries");
    expect_refused("../../plugins/plugin_small.so", WEND_ERROR_INVALID, "WEND_HEAD");
    expect_refused("../../plugins/plugin_large.so", WEND_ERROR_INVALID, "newer headers");
}
END_TEST

/* The second entry is invalid, so the first is removed again. */
START_TEST(one_invalid_entry_prevents_adding_any_entry) {
    expect_refused("../../plugins/plugin_duplicate.so", WEND_ERROR_NAME,
                   "already a steering 'direct'");
    expect_refused("../../plugins/plugin_old_descriptor.so", WEND_ERROR_INVALID,
                   "compiled for interface 7");
    expect_refused("../../plugins/plugin_command.so", WEND_ERROR_INVALID, "cannot add");
    expect_refused("../../plugins/plugin_unknown_kind.so", WEND_ERROR_INVALID, "cannot add");
    expect_refused("../../plugins/plugin_missing_entry.so", WEND_ERROR_INVALID, "missing");
}
END_TEST

START_TEST(removing_an_entry_keeps_the_order_of_the_others) {
    const wend_entry *third = wend_registry_get(lab_registry, WEND_KIND_STEERING, 2);
    const wend_entry *second = wend_registry_get(lab_registry, WEND_KIND_STEERING, 1);
    uint32_t count = wend_registry_count(lab_registry, WEND_KIND_STEERING);
    ck_assert(wend_registry_remove(lab_registry, WEND_KIND_STEERING, second->name));
    ck_assert(!wend_registry_remove(lab_registry, WEND_KIND_STEERING, second->name));
    ck_assert_uint_eq(wend_registry_count(lab_registry, WEND_KIND_STEERING), count - 1);
    ck_assert_ptr_eq(wend_registry_get(lab_registry, WEND_KIND_STEERING, 1), third);
    ck_assert_int_eq(wend_registry_add(lab_registry, WEND_KIND_STEERING, second, &lab_error),
                     WEND_OK);
    ck_assert_ptr_eq(wend_registry_get(lab_registry, WEND_KIND_STEERING, count - 1), second);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kit/plugin");
    TCase *cases = tcase_create("plugin");
    tcase_add_checked_fixture(cases, lab_set_up, lab_tear_down);
    tcase_add_test(cases, refuses_files_that_are_not_plugins);
    tcase_add_test(cases, refuses_truncated_objects);
    tcase_add_test(cases, refuses_tables_of_wrong_size);
    tcase_add_test(cases, one_invalid_entry_prevents_adding_any_entry);
    tcase_add_test(cases, removing_an_entry_keeps_the_order_of_the_others);
    suite_add_tcase(suite, cases);
    return suite_finish(suite);
}
