/* Bundles: a world and its space as bytes, which the core reads alone. A loaded world continues
 * bit for bit. Bytes that are no bundle are refused. */
#include "contract.h"

enum { AGENTS = 12, STEPS = 120 };

static const wend_point corners[4] = {{0, 0}, {12, 0}, {12, 8}, {0, 8}};
static const wend_ring ring = {corners, 4};

/* Returns the definition of a room. `layer` must live as long as the definition. */
static wend_space_def room_def(wend_layer_def *layer) {
    memset(layer, 0, sizeof *layer);
    layer->name = "hall";
    layer->boundaries = &ring;
    layer->boundary_count = 1;
    wend_space_def def = wend_default_space_def();
    def.layers = layer;
    def.layer_count = 1;
    return def;
}

/* Creates a world in which two crowds walk towards each other. */
static wend_world *make_world(wend_space *space, uint64_t seed) {
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    def.space = space;
    def.seed = seed;
    CONTRACT_OK(wend_world_create(&def, &world, &contract_error));
    contract_profile(world, "orca");
    wend_goal goals[2];
    goals[0] = contract_goal(world, 11, 4, 0, WEND_ON_ARRIVAL_LEAVE);
    goals[1] = contract_goal(world, 1, 4, 0, WEND_ON_ARRIVAL_STOP);
    for (uint32_t i = 0; i < AGENTS; i++) {
        contract_agent(world, i + 1, 1 + 9 * (i % 2) + contract_random(i + seed * 100, 1, 0, 0.3),
                       0.6 + 0.6 * i, goals[i % 2]);
    }
    return world;
}

/* Returns the bytes of a bundle; the caller frees them. */
static unsigned char *save(const wend_bundle_def *def, size_t *size) {
    CONTRACT_OK(wend_bundle_save(def, NULL, 0, size, &contract_error));
    unsigned char *bytes = (unsigned char *)malloc(*size);
    CONTRACT_OK(wend_bundle_save(def, bytes, *size, size, &contract_error));
    return bytes;
}

/* Two starts of a room, and their bundle. */
typedef struct fixture {
    wend_layer_def layer;
    wend_space_def space_def;
    wend_world *worlds[2];
    wend_bundle_def def;
    unsigned char *bytes;
    size_t size;
} fixture;

static void begin(fixture *f) {
    f->space_def = room_def(&f->layer);
    wend_space *space = contract_space(&f->space_def);
    f->worlds[0] = make_world(space, 1);
    f->worlds[1] = make_world(space, 2);
    wend_space_release(space);
    f->def = wend_default_bundle_def();
    f->def.space_def = &f->space_def;
    f->def.starts = f->worlds;
    f->def.start_count = 2;
    f->def.title = "two crowds";
    f->def.end = 30;
    f->bytes = save(&f->def, &f->size);
}

static void end(fixture *f) {
    wend_world_destroy(f->worlds[0]);
    wend_world_destroy(f->worlds[1]);
    free(f->bytes);
}

START_TEST(worlds_from_a_bundle_continue_bit_for_bit) {
    fixture f;
    begin(&f);
    wend_bundle *bundle = NULL;
    CONTRACT_OK(wend_bundle_load(f.bytes, f.size, NULL, &bundle, &contract_error));
    wend_world_def def = wend_default_world_def();
    for (uint32_t i = 0; i < 2; i++) {
        wend_world *world = NULL;
        CONTRACT_OK(wend_bundle_create_world(bundle, &def, i, &world, &contract_error));
        for (uint32_t k = 0; k < STEPS; k++) {
            ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(f.worlds[i]));
            contract_step(world, 1);
            contract_step(f.worlds[i], 1);
        }
        wend_world_destroy(world);
    }
    ck_assert_uint_ne(wend_world_hash(f.worlds[0]), wend_world_hash(f.worlds[1]));
    ck_assert_uint_lt(wend_world_agent_count(f.worlds[0]), AGENTS); /* some have arrived */
    wend_bundle_destroy(bundle);
    end(&f);
}
END_TEST

START_TEST(a_bundle_has_properties_and_the_space) {
    fixture f;
    begin(&f);
    CONTRACT_OK(wend_bundle_set_final(f.bytes, f.size, 80, 7, &contract_error));
    wend_bundle *bundle = NULL;
    CONTRACT_OK(wend_bundle_load(f.bytes, f.size, NULL, &bundle, &contract_error));
    wend_bundle_info info = wend_bundle_get_info(bundle);
    ck_assert_str_eq(info.title, "two crowds");
    ck_assert(info.text == NULL);
    ck_assert_double_eq(info.end, 30);
    ck_assert_uint_eq(info.start_count, 2);
    ck_assert_uint_eq(info.map_count, 0);
    ck_assert_uint_eq(info.final_step, 80);
    ck_assert_uint_eq(info.final_hash, 7);
    ck_assert_uint_eq(wend_space_hash(wend_bundle_space(bundle)),
                      wend_space_hash(wend_world_space(f.worlds[0])));
    ck_assert_str_eq(wend_bundle_space_def(bundle)->layers[0].name, "hall");
    wend_bundle_destroy(bundle);
    end(&f);
}
END_TEST

START_TEST(snapshots_of_its_worlds_load_with_its_space) {
    fixture f;
    begin(&f);
    wend_bundle *bundle = NULL;
    CONTRACT_OK(wend_bundle_load(f.bytes, f.size, NULL, &bundle, &contract_error));
    contract_step(f.worlds[0], STEPS / 2);
    size_t size = 0;
    unsigned char *snapshot = contract_save(f.worlds[0], &size);
    wend_world_def def = wend_default_world_def();
    wend_world *world = NULL;
    CONTRACT_OK(wend_bundle_load_world(bundle, &def, snapshot, size, &world, &contract_error));
    ck_assert(wend_world_space(world) == wend_bundle_space(bundle));
    wend_bundle_destroy(bundle); /* worlds stay valid */
    contract_step(world, STEPS);
    contract_step(f.worlds[0], STEPS);
    ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(f.worlds[0]));
    wend_world_destroy(world);
    free(snapshot);
    end(&f);
}
END_TEST

START_TEST(damaged_bytes_are_refused) {
    fixture f;
    begin(&f);
    wend_bundle *bundle = NULL;
    for (size_t i = 0; i < f.size; i += 5) {
        f.bytes[i] ^= 4;
        CONTRACT_REFUSED(wend_bundle_load(f.bytes, f.size, NULL, &bundle, &contract_error),
                         WEND_ERROR_FORMAT, "the bundle");
        CONTRACT_REFUSED(wend_bundle_set_final(f.bytes, f.size, 1, 1, &contract_error),
                         WEND_ERROR_FORMAT, "the bundle");
        f.bytes[i] ^= 4;
    }
    CONTRACT_REFUSED(wend_bundle_load(f.bytes, f.size - 1, NULL, &bundle, &contract_error),
                     WEND_ERROR_FORMAT, "truncated");
    ck_assert(bundle == NULL);
    f.def.start_count = 0;
    CONTRACT_REFUSED(wend_bundle_save(&f.def, NULL, 0, &f.size, &contract_error),
                     WEND_ERROR_INVALID, "0 starts");
    end(&f);
}
END_TEST

START_TEST(memory_comes_from_the_allocator) {
    fixture f;
    begin(&f);
    contract_heap heap = {0, 0};
    wend_allocator allocator = contract_allocator(&heap);
    wend_bundle *bundle = NULL;
    CONTRACT_OK(wend_bundle_load(f.bytes, f.size, &allocator, &bundle, &contract_error));
    ck_assert_uint_gt(heap.held, 0);
    wend_bundle_destroy(bundle);
    wend_bundle_destroy(NULL);
    ck_assert_uint_eq(heap.held, 0);
    end(&f);
}
END_TEST

int main(void) {
    CONTRACT("bundles", worlds_from_a_bundle_continue_bit_for_bit,
             a_bundle_has_properties_and_the_space, snapshots_of_its_worlds_load_with_its_space,
             damaged_bytes_are_refused, memory_comes_from_the_allocator);
}
