// Makes the Voronoi diagram of segments with Boost.Polygon. This is the only C++ of the library,
// because Boost.Polygon has no C interface. No exception leaves this file.
#include "build/shim/voronoi.h"

#include <boost/polygon/voronoi.hpp>
#include <new>

namespace {

using diagram = boost::polygon::voronoi_diagram<double>;

voronoi_site site_of(const diagram::cell_type &cell) {
    auto number = static_cast<uint32_t>(cell.source_index());
    switch (cell.source_category()) {
    case boost::polygon::SOURCE_CATEGORY_SEGMENT_START_POINT:
        return {number, VORONOI_A};
    case boost::polygon::SOURCE_CATEGORY_SEGMENT_END_POINT:
        return {number, VORONOI_B};
    default:
        return {number, VORONOI_INSIDE};
    }
}

// True for one of the two copies of an edge, which the diagram stores one after the other.
bool is_kept(const diagram::edge_type &edge, const diagram &from) {
    auto index = &edge - from.edges().data();
    return edge.is_primary() && edge.is_finite() && index % 2 == 0;
}

voronoi_result copy_diagram(const diagram &from, voronoi_take *take, void *context,
                            voronoi_diagram *out) {
    const auto *vertices = from.vertices().data();
    size_t edges = 0;
    for (const auto &edge : from.edges()) {
        edges += is_kept(edge, from) ? 1 : 0;
    }
    size_t room = (from.vertices().size() + 1) * sizeof *out->vertices;
    out->vertices = static_cast<voronoi_vertex *>(take(context, room));
    out->edges = static_cast<voronoi_edge *>(take(context, (edges + 1) * sizeof *out->edges));
    if (out->vertices == nullptr || out->edges == nullptr) {
        return VORONOI_NO_MEMORY;
    }
    for (const auto &vertex : from.vertices()) {
        out->vertices[out->vertex_count++] = {vertex.x(), vertex.y()};
    }
    for (const auto &edge : from.edges()) {
        if (is_kept(edge, from)) {
            out->edges[out->edge_count++] = {static_cast<uint32_t>(edge.vertex0() - vertices),
                                             static_cast<uint32_t>(edge.vertex1() - vertices),
                                             site_of(*edge.cell()), site_of(*edge.twin()->cell())};
        }
    }
    return VORONOI_DONE;
}

voronoi_result make_diagram(const voronoi_segment *segments, uint32_t count, voronoi_take *take,
                            void *context, voronoi_diagram *out) {
    boost::polygon::default_voronoi_builder builder;
    for (uint32_t i = 0; i < count; i++) {
        const voronoi_segment &s = segments[i];
        builder.insert_segment(s.ax, s.ay, s.bx, s.by);
    }
    diagram made;
    builder.construct(&made);
    return copy_diagram(made, take, context, out);
}

} // namespace

voronoi_result voronoi_make(const voronoi_segment *segments, uint32_t count, voronoi_take *take,
                            void *context, voronoi_diagram *out) {
    *out = {nullptr, 0, nullptr, 0};
    try {
        return make_diagram(segments, count, take, context, out);
    } catch (const std::bad_alloc &) {
        return VORONOI_NO_MEMORY;
    } catch (...) {
        return VORONOI_FAILED;
    }
}
