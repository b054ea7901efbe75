/* Builds a navigation mesh of two rooms with the kit, then lets forty agents leave through the door
 * without collisions. Writes the files rooms.space.wmap and rooms.wmap, which load_map.c loads.
 *
 *     cc build_navmesh.c $(pkg-config --cflags --libs wend-kit) -o build_navmesh */
#include <stdio.h>
#include <string.h>

#include <wend/kit.h>
#include <wend/wend.h>

/* Two rooms of 10 x 8 m, connected by a door that is 1.2 m wide. */
static const wend_point outline[] = {{0, 0},      {9.8, 0},   {9.8, 3}, {10.2, 3},
                                     {10.2, 0},   {20, 0},    {20, 8},  {10.2, 8},
                                     {10.2, 4.2}, {9.8, 4.2}, {9.8, 8}, {0, 8}};

static int fail(const wend_error *error) {
    fprintf(stderr, "%s\n", error->message);
    return 1;
}

int main(void) {
    wend_error error;
    const wend_ring boundary = {outline, sizeof outline / sizeof *outline};
    wend_layer_def layer;
    memset(&layer, 0, sizeof layer);
    layer.boundaries = &boundary;
    layer.boundary_count = 1;
    wend_space_def space_def = wend_default_space_def();
    space_def.layers = &layer;
    space_def.layer_count = 1;
    wend_space *space = NULL;
    if (wend_space_create(&space_def, &space, &error)) {
        return fail(&error);
    }

    /* A mesh for discs with the agents' radius. It is built once; worlds and threads can share it.
     */
    const double radius = 0.2;
    wend_map *mesh = NULL;
    wend_navmesh_def mesh_def = wend_default_navmesh_def();
    mesh_def.space = space;
    mesh_def.radii = &radius;
    mesh_def.radius_count = 1;
    if (wend_navmesh_build(&mesh_def, &mesh, &error) ||
        wend_space_def_save_file(&space_def, "rooms.space.wmap", &error) ||
        wend_map_save_file(mesh, "rooms.wmap", &error)) {
        return fail(&error);
    }

    const wend_point exit_line[] = {{19.5, 1}, {19.5, 7}};
    wend_world_def world_def = wend_default_world_def();
    world_def.space = space;
    /* The default planner is `auto`, which finds the mesh. */
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(radius);
    wend_goal_def goal = wend_default_goal_def();
    goal.shape = WEND_GOAL_SEGMENT;
    goal.points = exit_line;
    goal.point_count = 2;
    goal.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    wend_agent_def agent = wend_default_agent_def();
    wend_world *world = NULL;
    if (wend_world_create(&world_def, &world, &error) ||
        wend_world_add_map(world, "rooms", mesh, NULL, &error) ||
        wend_world_add_profile(world, &profile, &agent.profile, &error) ||
        wend_world_add_goal(world, &goal, &agent.goal, &error)) {
        return fail(&error);
    }
    for (int i = 0; i < 40; i++) {
        agent.position.x = 1.0 + 0.9 * (i % 8);
        agent.position.y = 1.0 + 1.3 * (i / 8);
        if (wend_world_add_agents(world, &agent, 1, NULL, &error)) {
            return fail(&error);
        }
    }
    do {
        if (wend_world_step(world, 1, &error)) {
            return fail(&error);
        }
    } while (wend_world_agent_count(world) > 0 && wend_world_time(world) < 300.0);
    printf("%u left inside after %.1f s\n", wend_world_agent_count(world), wend_world_time(world));
    int all_left = wend_world_agent_count(world) == 0;
    wend_world_destroy(world);
    wend_map_release(mesh);
    wend_space_release(space);
    return all_left ? 0 : 1;
}
