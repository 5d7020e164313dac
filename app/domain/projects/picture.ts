/**
 * A project's picture and the words that stand for it, as `ui/picture.tsx` shows it: its files lie under
 * `/pictures/{id}/{width}.{format}`. There is a WebP of each of `widths` and an AVIF of each of `avifWidths`; an upload
 * has one WebP.
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

/** The formats a picture is stored in, by the ending of its address. */
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]
