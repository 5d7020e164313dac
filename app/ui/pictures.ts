import manifest from '../../public/pictures/manifest.json'
import type { PictureSource } from './picture.tsx'

/** Written by server/build/encode-pictures.ts. */
export type SuppliedName = keyof typeof manifest

export type SuppliedPicture = PictureSource & { alt: string }

/** Call it in a loader, so that the manifest is not downloaded. */
export function suppliedPicture(name: SuppliedName): SuppliedPicture {
  const { alt, widths, width, height, placeholder } = manifest[name]
  return { name, alt, widths, avifWidths: widths, width, height, placeholder }
}
