/** Icons of the panels: lines on a square of 24 x 24. */
export const PANEL_ICONS = {
  inspector: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>'
    + '<path d="M10.5 10.5l3-2M10.5 10.5v-4"/>',
  models: '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/>'
    + '<circle cx="9" cy="17" r="2"/>',
  edit: '<path d="M4 20l1-4L16.5 4.5l3 3L8 19z"/><path d="M14 7l3 3"/>',
  plots: '<path d="M4 4v16h16"/><path d="M7 15l4-5 3 3 5-7"/>',
  goals: '<path d="M6 21V4"/><path d="M6 5h11l-2.5 3.5L17 12H6z"/>',
  help: '<circle cx="12" cy="12" r="9"/>'
    + '<path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7"/>'
    + '<path d="M12 16.6v.4"/>',
};
