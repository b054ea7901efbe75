/* Fuzzes the scenario reader. A file either gives an error with a position, or loads and makes a
 * world. To keep runs short, there are few agents and no steps. */
/* runs: 20000 */
#include "support/fuzz.h"
#include <wend/kit.h>

static wend_registry *shared_registry(void) {
    static wend_registry *registry;
    fuzz_expect(registry != NULL || (wend_registry_create(NULL, &registry, NULL) == WEND_OK &&
                                     wend_kit_register(registry, NULL) == WEND_OK),
                "no registry");
    return registry;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 20000) {
        return 0;
    }
    wend_scenario_def def = wend_default_scenario_def();
    def.path = "fuzz.yaml";
    def.text = size > 0 ? (const char *)data : "";
    def.text_size = size;
    def.registry = shared_registry();
    def.max_agents = 200;
    wend_scenario *scenario = NULL;
    wend_world *world = NULL;
    wend_error error = {0};
    wend_result result = wend_scenario_load(&def, &scenario, &error);
    if (result == WEND_OK) {
        result = wend_scenario_create_world(scenario, def.registry, 1, NULL, &world, &error);
    }
    fuzz_expect(result == WEND_OK || (error.message[0] != '\0' && error.code == result),
                "rejected without a message");
    wend_world_destroy(world);
    wend_scenario_destroy(scenario);
    return 0;
}
