import manifest from '../../public/pictures/manifest.json'
import type { PictureSource } from './picture.tsx'

/** The pictures supplied with the project, by name; written by server/build/encode-pictures.ts. */
export type SuppliedName = keyof typeof manifest

/** A picture supplied with the project, and the words that stand for it. */
export type SuppliedPicture = PictureSource & { alt: string }

/** Looks a supplied picture up. Call it in a loader, so that the manifest stays out of what the browser downloads. */
export function suppliedPicture(name: SuppliedName): SuppliedPicture {
  const { alt, widths, width, height, placeholder } = manifest[name]
  return { name, alt, widths, avifWidths: widths, width, height, placeholder }
}
