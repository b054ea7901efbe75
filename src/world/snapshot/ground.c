/* What the ground means to agents, in a snapshot. */
#include "world/snapshot/snapshot.h"

void snapshot_terrain_rules(archive *ar, const wend_world *world, uint32_t index,
                            wend_profile_def *def, memory_arena *from) {
    const terrain_table *table = &world->terrains;
    uint32_t count = !ar->loading && index < table->count ? table->items[index].count : 0;
    archive_count(ar, &count, 4);
    wend_terrain_rule *loaded = archive_room(ar, from, count, sizeof *loaded);
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        terrain_rule rule = ar->loading ? (terrain_rule){0} : table->items[index].items[i];
        archive_u32(ar, &rule.type);
        archive_distribution(ar, &rule.weight);
        archive_distribution(ar, &rule.speed_factor);
        if (loaded) {
            loaded[i] = (wend_terrain_rule){
                .type = rule.type, .weight = rule.weight, .speed_factor = rule.speed_factor};
        }
    }
    def->terrain_rules = loaded;
    def->terrain_rule_count = ar->loading && !ar->failed ? count : 0;
}
