/** The columns of `picture` for `ShownPicture`. */
export const shownPictures = [
  'picture.id',
  'picture.width',
  'picture.height',
  'picture.placeholder',
  'picture.webp_widths as widths',
  'picture.avif_widths',
] as const
