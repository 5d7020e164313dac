import type { CalendarDate } from '../../values/calendar-date.ts'

/**
 * Files are at `/pictures/{id}/{width}.{format}`: a WebP for each of `widths`, an AVIF for each of
 * `avifWidths`. The worker adds copies after an upload.
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

/** Of a project. `takenOn` is the day of a photograph, null for a drawing of what is planned. */
export type PlacedPicture = ShownPicture & { takenOn: CalendarDate | null }

/** The widths a picture is stored in, at most 1920 px and never enlarged. */
export function storedWidths(width: number): number[] {
  return [...[480, 768, 1200].filter((narrower) => narrower < width), width]
}

export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]
