/* The papers: name.c defines paper_name. */
WEND_ENTRY(way_portals)
