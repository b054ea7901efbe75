/* Fuzzes the reader of graph files and the roadmaps made from them. A file either gives an error
 * with its line, or a graph whose counts agree. The graph is then built in two rooms with a link
 * between them: it is refused with a line of the file, or no edge of the roadmap crosses a wall. */
/* runs: 10000 */
#include "read/graph.h"
#include "support/fuzz_maps.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wend/kit.h>

static wend_space *rooms;
static char path[64];

static void remove_file(void) {
    remove(path);
}

static void begin(void) {
    wend_layer_def layers[2] = {{0}, {0}};
    rooms = fuzz_rooms(layers, true);
    fuzz_expect(rooms != NULL, "no space");
    snprintf(path, sizeof path, "/tmp/fuzz_graph_%ld.txt", (long)getpid());
    atexit(remove_file);
}

static void check_graph(const graph_file *g) {
    uint64_t degrees = 0;
    for (uint32_t i = 0; i < g->vertex_count; i++) {
        degrees += g->vertices[i].degree;
        fuzz_expect(isfinite(g->vertices[i].position.x) && isfinite(g->vertices[i].position.y),
                    "a position that is not finite");
        fuzz_expect(g->vertices[i].line > 0, "a vertex without a line");
    }
    fuzz_expect(degrees == 2 * (uint64_t)g->edge_count, "degrees and edges differ");
    for (uint32_t i = 0; i < g->edge_count; i++) {
        fuzz_expect(g->edges[i].from < g->vertex_count && g->edges[i].to < g->vertex_count &&
                        g->edges[i].from != g->edges[i].to,
                    "an edge that ends nowhere");
    }
}

static void build(const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    fuzz_expect(file != NULL, "no file");
    fwrite(data, 1, size, file);
    fclose(file);
    wend_roadmap_def def = wend_default_roadmap_def();
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    def.space = rooms;
    def.source = WEND_ROADMAP_GRAPH;
    def.graph = path;
    wend_result result = wend_roadmap_build(&def, &map, &error);
    fuzz_expect(result == WEND_OK || (error.message[0] != '\0' && error.line > 0),
                "refused without a message or a line");
    for (uint32_t i = 0; result == WEND_OK && i < wend_roadmap_edge_count(map); i++) {
        wend_roadmap_edge edge = wend_roadmap_edge_at(map, i);
        wend_location from = {wend_roadmap_vertex_at(map, edge.from).position, edge.layer};
        wend_vec2 end = wend_roadmap_vertex_at(map, edge.to).position;
        wend_location to = {end, wend_space_layer_after(rooms, from, end)};
        fuzz_expect(wend_space_is_visible(rooms, from, to, edge.clearance, 1),
                    "an edge crosses a wall, or has too large a clearance");
    }
    wend_map_release(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (rooms == NULL) {
        begin();
    }
    memory heap;
    memory_arena arena;
    graph_file g;
    wend_error error = {.message = ""};
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    wend_result result = graph_file_read((const char *)data, size, "fuzz.txt", &arena, &g, &error);
    fuzz_expect(result == WEND_OK || (error.message[0] != '\0' && error.line > 0),
                "refused without a message or a line");
    if (result == WEND_OK) {
        check_graph(&g);
        build(data, size);
    }
    arena_free(&arena);
    return 0;
}
