/* Plug-ins: the descriptors in a shared object are registered in addition to the built-in ones, and
 * their models move agents. A shared object for another version of the interface is refused with a
 * message. The shared objects are written in C and in C++. */
/* needs: kit */
#include "contract.h"

#include <wend/kit.h>
#include <wend/plugin.h>

static const char *const languages[2] = {"c", "cpp"};

static char *path_of(const char *what, const char *language) {
    static char path[1024];
    snprintf(path, sizeof path, "%s/contract_plugin_%s_%s.so", CONTRACT_PLUGINS, what, language);
    return path;
}

static wend_registry *make_registry(void) {
    wend_registry *registry = contract_registry();
    CONTRACT_OK(wend_kit_register(registry, &contract_error));
    return registry;
}

/* Checks that an agent walks for 2 s (20 steps) at `share` times 1 m/s. */
static void expect_walk(const wend_registry *registry, double share) {
    wend_world *world = contract_world(contract_open(), registry, 1);
    wend_profile_def def = contract_profile_def("half");
    wend_setting setting;
    memset(&setting, 0, sizeof setting);
    setting.name = "share";
    setting.value.kind = WEND_VALUE_NUMBER;
    setting.value.number = wend_constant(share);
    def.steer.settings = &setting;
    def.steer.setting_count = share != 0.5;
    contract_add_profile(world, &def);
    wend_goal goal = contract_goal(world, 30, 40, 0, WEND_ON_ARRIVAL_STOP);
    wend_agent agent = contract_agent(world, 1, 0, 0, goal);
    contract_step(world, 20);
    ck_assert_double_eq_tol(contract_state(world, agent).position.x, 2.0 * share * 0.6, 1e-4);
    ck_assert_double_eq_tol(contract_state(world, agent).position.y, 2.0 * share * 0.8, 1e-4);
    wend_world_destroy(world);
}

START_TEST(entries_of_a_plugin_move_agents) {
    for (int i = 0; i < 2; i++) {
        wend_registry *registry = make_registry();
        uint32_t before = wend_registry_count(registry, WEND_KIND_STEERING);
        wend_plugin *plugin = NULL;
        CONTRACT_OK(
            wend_plugin_load(path_of("good", languages[i]), registry, &plugin, &contract_error));
        ck_assert_str_eq(wend_plugin_name(plugin), languages[i]);
        ck_assert_uint_eq(wend_registry_count(registry, WEND_KIND_STEERING), before + 1);
        const wend_entry *entry =
            wend_registry_find(registry, WEND_KIND_STEERING, "half", &contract_error);
        ck_assert_ptr_nonnull(entry);
        ck_assert_uint_eq(entry->param_count, 1);
        expect_walk(registry, 0.5);
        expect_walk(registry, 1.0);
        wend_registry_destroy(registry);
        wend_plugin_destroy(plugin);
    }
}
END_TEST

/* Checks that a refused plug-in leaves nothing registered, and that the message states the file,
 * what was found and what was expected. */
static void expect_refused(const char *path, wend_result code, const char *words) {
    wend_registry *registry = make_registry();
    wend_plugin *plugin = NULL;
    uint32_t before = wend_registry_count(registry, WEND_KIND_STEERING);
    CONTRACT_REFUSED(wend_plugin_load(path, registry, &plugin, &contract_error), code, words);
    ck_assert_msg(strstr(contract_error.message, path) != NULL, "%s", contract_error.message);
    ck_assert_ptr_null(plugin);
    ck_assert_uint_eq(wend_registry_count(registry, WEND_KIND_STEERING), before);
    ck_assert_ptr_null(wend_registry_find(registry, WEND_KIND_STEERING, "half", NULL));
    wend_registry_destroy(registry);
}

START_TEST(refuses_tables_and_descriptors_of_another_interface) {
    char words[64];
    snprintf(words, sizeof words, "interface %d", WEND_INTERFACE + 1);
    for (int i = 0; i < 2; i++) {
        expect_refused(path_of("newer", languages[i]), WEND_ERROR_INVALID, words);
        snprintf(words, sizeof words, "interface %d", WEND_INTERFACE);
        expect_refused(path_of("newer", languages[i]), WEND_ERROR_INVALID, words);
        snprintf(words, sizeof words, "interface %d", WEND_INTERFACE + 1);
        expect_refused(path_of("mixed", languages[i]), WEND_ERROR_INVALID, words);
    }
}
END_TEST

START_TEST(refuses_a_second_entry_of_the_same_name) {
    wend_registry *registry = make_registry();
    wend_plugin *first = NULL, *second = NULL;
    CONTRACT_OK(wend_plugin_load(path_of("good", "c"), registry, &first, &contract_error));
    CONTRACT_REFUSED(wend_plugin_load(path_of("good", "cpp"), registry, &second, &contract_error),
                     WEND_ERROR_NAME, "half");
    ck_assert_ptr_null(second);
    expect_walk(registry, 0.5); /* the first plug-in still works */
    wend_registry_destroy(registry);
    wend_plugin_destroy(first);
}
END_TEST

START_TEST(refuses_files_that_are_not_plugins) {
    FILE *file = fopen("text.so", "w");
    ck_assert_ptr_nonnull(file);
    fputs("not a shared object\n", file);
    fclose(file);
    expect_refused("text.so", WEND_ERROR_FORMAT, "not a loadable shared object");
    expect_refused("absent.so", WEND_ERROR_IO, "cannot be read");
}
END_TEST

int main(void) {
    CONTRACT("contracts/plugins", entries_of_a_plugin_move_agents,
             refuses_tables_and_descriptors_of_another_interface,
             refuses_a_second_entry_of_the_same_name, refuses_files_that_are_not_plugins);
}
