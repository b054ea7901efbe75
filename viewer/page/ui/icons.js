/** Icons of the page: lines on a square of 24 x 24. */
export const ICONS = {
  play: '<path d="M7 4.5v15l12-7.5z" fill="currentColor"/>',
  pause: '<path d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" fill="currentColor" stroke="none"/>',
  forward: '<path d="M6 5l9 7-9 7z" fill="currentColor"/><path d="M18 5v14"/>',
  back: '<path d="M18 5l-9 7 9 7z" fill="currentColor"/><path d="M6 5v14"/>',
  restart: '<path d="M4 12a8 8 0 1 0 2.6-5.9L4 8.5"/><path d="M4 3.5v5h5"/>',
  loop: '<path d="M17 3l3 3-3 3"/><path d="M4 11V9a3 3 0 0 1 3-3h13"/><path d="M7 21l-3-3 3-3"/>'
    + '<path d="M20 13v2a3 3 0 0 1-3 3H4"/>',
  fit: '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  minus: '<path d="M5 12h14"/>',
  tilt: '<path d="M12 3l9 5-9 5-9-5z"/><path d="M3 12l9 5 9-5"/><path d="M3 16l9 5 9-5"/>',
  layers: '<path d="M12 4l8 4-8 4-8-4z"/><path d="M4 12l8 4 8-4"/><path d="M4 16l8 4 8-4"/>',
  compare: '<rect x="3" y="5" width="8" height="14" rx="1.5"/>'
    + '<rect x="13" y="5" width="8" height="14" rx="1.5"/>',
  theme: '<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>',
  close: '<path d="M6 6l12 12M18 6L6 18"/>',
  panel: '<rect x="4" y="5" width="16" height="14" rx="2"/><path d="M14 5v14"/>',
  info: '<circle cx="12" cy="12" r="9"/><path d="M12 11v6M12 7.2v.6"/>',
  follow: '<circle cx="12" cy="12" r="3"/><path d="M12 2v4M12 18v4M2 12h4M18 12h4"/>',
  check: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
};
