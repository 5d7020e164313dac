/**
 * Icons of the public pages' first view, which every page loads: one path each on a 24 px grid for
 * 1.5 px strokes. Others are in part-icon-paths.ts and all-icon-paths.ts.
 */
export const iconPaths = {
  alert: 'M3.75 12a8.25 8.25 0 1 0 16.5 0a8.25 8.25 0 1 0 -16.5 0M12 7.75v5M12 16v.01',
  'arrow-left': 'M20 12H4M10 6l-6 6 6 6',
  'arrow-right': 'M4 12h16M14 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  image:
    'M5.5 4.75h13a1.75 1.75 0 0 1 1.75 1.75v11a1.75 1.75 0 0 1 -1.75 1.75h-13a1.75 1.75 0 0 1 -1.75 -1.75v-11a1.75 1.75 0 0 1 1.75 -1.75zM7.25 9.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M4 16.5l4.5-4 3.5 3 3.5-3.5 4.5 4.25',
  info: 'M3.75 12a8.25 8.25 0 1 0 16.5 0a8.25 8.25 0 1 0 -16.5 0M12 11.25v4.5M12 8.2v.01',
  'menu-wide': 'M3.5 8.5h17M3.5 15.5h17',
  pause: 'M9 5.5v13M15 5.5v13',
  play: 'M8 5.2v13.6L18.5 12z',
  warning: 'M12 4.25L20.75 19.5H3.25zM12 10v4.25M12 16.9v.01',
}
