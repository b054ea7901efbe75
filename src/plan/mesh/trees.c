/* Keeps path trees: see trees.h. A tree is identified by its goal's region, the level of the mesh,
 * and what is blocked there now. The items of a goal are linked, so finding one costs O(trees of
 * the goal). */
#include "plan/mesh/trees.h"

#include <string.h>
#include <wend/view.h>

#include "base/hash.h"

enum {
    MIN_SHARERS = 8,         /* a tree is built for at least so many agents that plan at once, */
    CELLS_PER_SHARER = 1024, /* and at least one for so many polygons and corner fans */
    BYTES_PER_CELL = 128,    /* estimate of the size of a tree */
    MAX_BYTES = 1 << 28,     /* memory of all trees; agents with other goals search alone */
    KEPT_STEPS = 20,         /* steps after which an unused tree is dropped, */
    KEPT_BYTES = 1 << 23,    /* unless all trees that were used since take less memory than this */
    NO_ITEM = 0xffffffff
};

typedef struct tree_item {
    const navmesh_level *level;
    uint32_t goal, classes;
    uint64_t region, blockers; /* hashes of the goal's region, and of what is blocked */
    path_tree *tree;           /* NULL if it has not been built */
    uint32_t *polygons;        /* the starts for which it must be built next */
    uint32_t count, capacity;
    uint32_t sharers; /* number of agents that plan in this step */
    uint32_t next;    /* the next item of the same goal, or NO_ITEM */
    uint64_t used;    /* the last step in which an agent used it */
} tree_item;

struct mesh_trees {
    memory heap;
    wend_allocator allocator;
    tree_item *items;
    uint32_t count, capacity;
    uint32_t *heads; /* by goal: its first item, or NO_ITEM */
    uint32_t head_count, head_capacity;
    uint32_t *tasks;
    uint32_t task_count, task_capacity;
    uint64_t step;
    uint64_t map; /* number and generation of the map that the trees belong to */
};

mesh_trees *mesh_trees_create(const wend_allocator *allocator) {
    mesh_trees *trees = memory_allocate(allocator, sizeof *trees);
    if (trees != NULL) {
        *trees = (mesh_trees){.allocator = *allocator};
        memory_init(&trees->heap, allocator);
    }
    return trees;
}

static void free_item(mesh_trees *trees, tree_item *item) {
    path_tree_destroy(item->tree);
    memory_free(&trees->heap, item->polygons, item->capacity * sizeof *item->polygons);
}

void mesh_trees_destroy(mesh_trees *trees) {
    if (trees == NULL) {
        return;
    }
    for (uint32_t i = 0; i < trees->count; i++) {
        free_item(trees, &trees->items[i]);
    }
    memory_free(&trees->heap, trees->items, trees->capacity * sizeof *trees->items);
    memory_free(&trees->heap, trees->heads, trees->head_capacity * sizeof *trees->heads);
    memory_free(&trees->heap, trees->tasks, trees->task_capacity * sizeof *trees->tasks);
    wend_allocator allocator = trees->allocator;
    memory_release(&allocator, trees, sizeof *trees);
}

/* Links the items of each goal. */
static void link_items(mesh_trees *trees) {
    for (uint32_t i = 0; i < trees->head_count; i++) {
        trees->heads[i] = NO_ITEM;
    }
    for (uint32_t i = 0; i < trees->count; i++) {
        uint32_t *head = &trees->heads[trees->items[i].goal];
        trees->items[i].next = *head;
        *head = i;
    }
}

void mesh_trees_begin(mesh_trees *trees, uint64_t step) {
    size_t held = 0;
    uint32_t kept = 0;
    trees->step = step;
    trees->task_count = 0;
    for (uint32_t i = 0; i < trees->count; i++) {
        tree_item *item = &trees->items[i];
        size_t size = item->tree != NULL ? path_tree_size(item->tree) : 0;
        bool is_recent = item->used + KEPT_STEPS >= step;
        if (item->tree == NULL || (!is_recent && held + size > KEPT_BYTES)) {
            free_item(trees, item);
            continue;
        }
        held += size;
        item->sharers = item->count = 0;
        trees->items[kept++] = *item;
    }
    if (kept < trees->count) {
        trees->count = kept;
        link_items(trees);
    }
}

void mesh_trees_set_map(mesh_trees *trees, uint32_t map, uint32_t generation) {
    uint64_t identity = (uint64_t)map << 32 | generation;
    for (uint32_t i = 0; i < trees->count && identity != trees->map; i++) {
        free_item(trees, &trees->items[i]);
    }
    if (identity != trees->map) {
        trees->map = identity;
        trees->count = 0;
        link_items(trees);
    }
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static uint64_t hash_region(const wend_region *region, uint64_t hash) {
    hash = hash_combine(hash, region->shape);
    hash = hash_bytes(&region->a, sizeof region->a, hash);
    return region->shape == WEND_SHAPE_POLYGON
               ? hash_bytes(region->points, region->count * sizeof *region->points, hash)
               : hash_bytes(&region->b, sizeof region->b, hash);
}

static tree_item key_of(const mesh_path *path, uint32_t goal) {
    const search_ground *ground = &path->ground;
    const goal_record *record = &ground->view->internals->goals->records[goal];
    tree_item key = {.level = ground->level,
                     .goal = goal,
                     .classes = ground->view->classes,
                     .region = record->layer,
                     .blockers = ground->view->classes};
    for (uint32_t i = 0; i < record->part_count; i++) {
        key.region = hash_region(&goal_parts(record)[i], key.region);
    }
    for (uint32_t i = 0; ground->now.remaining != NULL && i < ground->mesh->set_count; i++) {
        key.blockers = hash_combine(key.blockers, blocked_is_closed(&ground->now, i));
    }
    return key;
}

static tree_item *find_item(const mesh_trees *trees, const tree_item *key) {
    uint32_t i = key->goal < trees->head_count ? trees->heads[key->goal] : NO_ITEM;
    while (i != NO_ITEM) {
        tree_item *item = &trees->items[i];
        if (item->level == key->level && item->region == key->region &&
            item->blockers == key->blockers) {
            return item;
        }
        i = item->next;
    }
    return NULL;
}

/* Adds an item without a tree. Returns NULL when out of memory. */
static tree_item *add_item(mesh_trees *trees, const tree_item *key) {
    if (!memory_grow(&trees->heap, (void **)&trees->items, sizeof *trees->items, &trees->capacity,
                     trees->count + 1) ||
        !memory_grow(&trees->heap, (void **)&trees->heads, sizeof *trees->heads,
                     &trees->head_capacity, key->goal + 1)) {
        return NULL;
    }
    for (; trees->head_count <= key->goal; trees->head_count++) {
        trees->heads[trees->head_count] = NO_ITEM;
    }
    tree_item *item = &trees->items[trees->count];
    *item = *key;
    item->next = trees->heads[key->goal];
    trees->heads[key->goal] = trees->count++;
    return item;
}

/* ---- Building -------------------------------------------------------------------------------- */

void mesh_trees_note(mesh_trees *trees, const mesh_path *path, uint32_t goal) {
    tree_item key = key_of(path, goal), *item = find_item(trees, &key);
    item = item != NULL ? item : add_item(trees, &key);
    if (item == NULL) {
        return;
    }
    item->used = trees->step;
    item->sharers++;
    path_tree_link link;
    bool known = item->count > 0 && item->polygons[item->count - 1] == path->at.polygon;
    if (known ||
        (item->tree != NULL && path_tree_find(item->tree, path->at, &link) != SEARCH_LIMIT)) {
        return;
    }
    if (memory_grow(&trees->heap, (void **)&item->polygons, sizeof *item->polygons, &item->capacity,
                    item->count + 1)) {
        item->polygons[item->count++] = path->at.polygon;
    }
}

/* True if a tree costs less than a search for each agent that plans now. */
static bool does_pay(const tree_item *item) {
    uint32_t cells = item->level->polygon_count + item->level->fan_count;
    return item->count > 0 && item->sharers >= MIN_SHARERS &&
           item->sharers >= cells / CELLS_PER_SHARER;
}

uint32_t mesh_trees_count_tasks(mesh_trees *trees) {
    size_t held = 0;
    trees->task_count = 0;
    for (uint32_t i = 0; i < trees->count; i++) {
        held += trees->items[i].tree != NULL ? path_tree_size(trees->items[i].tree) : 0;
    }
    for (uint32_t i = 0; i < trees->count; i++) {
        const tree_item *item = &trees->items[i];
        size_t cells = (size_t)item->level->polygon_count + item->level->fan_count;
        if (!does_pay(item) || held + cells * BYTES_PER_CELL > MAX_BYTES) {
            continue;
        }
        held += cells * BYTES_PER_CELL;
        if (memory_grow(&trees->heap, (void **)&trees->tasks, sizeof *trees->tasks,
                        &trees->task_capacity, trees->task_count + 1)) {
            trees->tasks[trees->task_count++] = i;
        }
    }
    return trees->task_count;
}

uint32_t mesh_trees_classes(const mesh_trees *trees, uint32_t task) {
    return trees->items[trees->tasks[task]].classes;
}

void mesh_trees_build(mesh_trees *trees, uint32_t task, const search_ground *ground) {
    tree_item *item = &trees->items[trees->tasks[task]];
    const goal_record *record = &ground->view->internals->goals->records[item->goal];
    search_ground on_level = *ground;
    on_level.level = item->level;
    on_level.node_limit = SEARCH_MAX_NODES;
    target *parts =
        wend_view_scratch(ground->view, ground->worker, record->part_count * sizeof *parts);
    for (uint32_t i = 0; parts != NULL && i < record->part_count; i++) {
        parts[i] = target_of(&goal_parts(record)[i], record->layer, 0.0);
    }
    path_tree_def def = {&on_level,      parts,       parts != NULL ? record->part_count : 0,
                         item->polygons, item->count, trees->allocator};
    path_tree *tree = NULL;
    if (parts != NULL && path_tree_build(&def, &tree) == SEARCH_FOUND) {
        path_tree_destroy(item->tree);
        item->tree = tree;
    }
    memory_free(&trees->heap, item->polygons, item->capacity * sizeof *item->polygons);
    item->polygons = NULL;
    item->count = item->capacity = 0;
}

search_outcome mesh_trees_find(const mesh_trees *trees, mesh_path *path, uint32_t goal,
                               search_path *out) {
    tree_item key = key_of(path, goal);
    const tree_item *item = find_item(trees, &key);
    path_tree_link link;
    if (item == NULL || item->tree == NULL) {
        return SEARCH_LIMIT;
    }
    search_outcome outcome = path_tree_find(item->tree, path->at, &link);
    wend_view_count_nodes(path->ground.view, path->ground.worker, 1);
    return outcome == SEARCH_FOUND
               ? path_tree_path(item->tree, &path->ground, path->at, &link, path->max_points, out)
               : outcome;
}
