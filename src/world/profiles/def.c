/* Makes a def from a profile, for snapshots and derived profiles. */
#include "world/profiles/profiles.h"

static wend_choice choice_of(const profile_stage *stage) {
    return (wend_choice){stage->stage->entry.name, stage->block.settings,
                         stage->block.setting_count};
}

wend_profile_def profile_def_of(const wend_world *world, uint32_t index, wend_terrain_rule *rules) {
    const profile *p = &world->profiles[index];
    wend_profile_def def = wend_default_profile_def();
    def.name = p->name;
    def.variant_of = p->variant_of;
    def.radius = p->numbers[ATTRIBUTE_RADIUS].number;
    def.preferred_speed = p->numbers[ATTRIBUTE_PREFERRED_SPEED].number;
    def.max_speed = p->numbers[ATTRIBUTE_MAX_SPEED].number;
    def.max_acceleration = p->numbers[ATTRIBUTE_MAX_ACCELERATION].number;
    def.max_turn_rate = p->numbers[ATTRIBUTE_MAX_TURN_RATE].number;
    def.select = choice_of(&p->stages[PROFILE_SELECT]);
    def.plan = choice_of(&p->stages[PROFILE_PLAN]);
    def.follow = choice_of(&p->stages[PROFILE_FOLLOW]);
    def.steer = choice_of(&p->stages[PROFILE_STEER]);
    def.modify_count = p->modify_count;
    for (uint32_t i = 0; i < p->modify_count; i++) {
        def.modify[i] = choice_of(&p->stages[PROFILE_MODIFY + i]);
    }
    const terrain_table *terrains = &world->terrains;
    if (rules && index < terrains->count) {
        const terrain_rules *own = &terrains->items[index];
        for (uint32_t i = 0; i < own->count; i++) {
            rules[i] = (wend_terrain_rule){.type = own->items[i].type,
                                           .weight = own->items[i].weight,
                                           .speed_factor = own->items[i].speed_factor};
        }
        def.terrain_rules = rules;
        def.terrain_rule_count = own->count;
        def.slope_weight = (double)own->slope_weight;
    }
    return def;
}
