/* Loads a space and a map that were built offline. This needs only the core library: a game ships
 * the two files and links no builder. Both build_navmesh.c and `wend map` write such files.
 *
 *     cc load_map.c $(pkg-config --cflags --libs wend) -o load_map && ./load_map */
#include <stdio.h>

#include <wend/wend.h>

static int fail(const wend_error *error) {
    char text[1024];
    fprintf(stderr, "%s\n", wend_error_text(error, text, sizeof text));
    return 1;
}

int main(int count, char **arguments) {
    const char *space_file = count == 3 ? arguments[1] : "rooms.space.wmap";
    const char *map_file = count == 3 ? arguments[2] : "rooms.wmap";
    wend_error error;
    wend_space_def *space_def = NULL;
    wend_space *space = NULL;
    wend_map *map = NULL;
    if (wend_space_def_load_file(space_file, NULL, &space_def, &error) ||
        wend_space_create(space_def, &space, &error) ||
        wend_map_load_file(map_file, NULL, &map, &error)) {
        return fail(&error);
    }
    wend_space_def_destroy(space_def); /* the space has copied all it needs */

    /* Find a path without a world or an agent. Locations are relative to the space's origin. */
    wend_location points[32];
    wend_path_result path;
    wend_path_def query = wend_default_path_def();
    query.radius = 0.2f;
    const wend_point from = {2.0, 1.0}, to = {18.0, 7.0};
    query.from.position = wend_space_to_local(space, from);
    query.to.position = wend_space_to_local(space, to);
    if (wend_map_find_path(map, space, &query, NULL, points, 32, &path, &error)) {
        return fail(&error);
    }
    printf("%s, %.2f m:", path.status == WEND_PATH_FOUND ? "found" : "not found", path.length);
    for (uint32_t i = 0; i < path.point_count && i < 32; i++) {
        wend_point p = wend_space_from_local(space, points[i].position);
        printf(" (%.2f, %.2f)", p.x, p.y);
    }
    printf("\n");
    wend_map_release(map);
    wend_space_release(space);
    return path.status == WEND_PATH_FOUND ? 0 : 1;
}
