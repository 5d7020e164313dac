/**
 * A project's picture and the words that stand for it, as `ui/picture.tsx` shows it: its files lie under
 * `/pictures/{id}/{width}.{format}`. There is a WebP of each of `widths` and an AVIF of each of `avifWidths`; an upload
 * has one WebP until the worker has made the others.
 */
export type ShownPicture = {
  id: string
  widths: number[]
  avifWidths: number[]
  width: number
  height: number
  placeholder: string
  alt: string
}

/** The widths a picture of this width, at most 1920 px, is stored in: narrower ones for smaller screens, never a larger. */
export function storedWidths(width: number): number[] {
  return [...[480, 768, 1200].filter((narrower) => narrower < width), width]
}

/** The formats a picture is stored in, by the ending of its address. */
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]
