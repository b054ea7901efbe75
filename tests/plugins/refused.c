/* Plug-ins that are refused. CASE chooses what is wrong with the plug-in. No case calls the
 * library. */
#include <wend/plugin.h>
#include <wend/wend.h>

static void stand(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    (void)view, (void)agents, (void)intents, (void)outcomes;
}

#define STEERING(title, interface)                                                                 \
    {                                                                                              \
        .stage = {.entry = {.size = sizeof(wend_steering),                                         \
                            .version = (interface),                                                \
                            .name = (title),                                                       \
                            .summary = "stands"}},                                                 \
        .steer = stand                                                                             \
    }

enum { DUPLICATE, OLD_DESCRIPTOR, COMMAND_ITEM, UNKNOWN_KIND, MISSING_ENTRY, EMPTY, SMALL, LARGE };

static const wend_steering good = STEERING("good", WEND_INTERFACE);
static const wend_steering bad =
    STEERING(CASE == DUPLICATE ? "direct" : "bad",
             CASE == OLD_DESCRIPTOR ? WEND_INTERFACE + 6 : WEND_INTERFACE);

static const wend_plugin_item items[] = {
    {WEND_KIND_STEERING, &good.stage.entry},
    {CASE == COMMAND_ITEM   ? WEND_KIND_COMMAND
     : CASE == UNKNOWN_KIND ? WEND_KIND_COUNT
                            : WEND_KIND_STEERING,
     CASE == MISSING_ENTRY ? NULL : &bad.stage.entry},
};

const wend_plugin_table wend_plugin_entries = {
    .size = CASE == SMALL ? 8 : sizeof(wend_plugin_table) + (CASE == LARGE ? 8 : 0),
    .version = WEND_INTERFACE,
    .name = "refused",
    .items = items,
    .item_count = CASE == EMPTY ? 0 : 2};
