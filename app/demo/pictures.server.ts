import { createReadStream, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../../public/pictures/manifest.json'
import { storePicture } from '../domain/projects/store-picture.server.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { files } from '../platform/files/files.server.ts'

export type SuppliedPictureName = keyof typeof manifest

export function altOf(name: SuppliedPictureName): string {
  return manifest[name].alt
}

/** Copies a supplied picture with all its encoded widths into the store, like an upload. */
export async function storeSuppliedPicture(
  admin: AdminActor,
  name: SuppliedPictureName,
): Promise<string> {
  const { width, height, widths, placeholder } = manifest[name]
  const wanted = widths.flatMap((width) => [
    { width, format: 'avif' as const },
    { width, format: 'webp' as const },
  ])
  const copies = await Promise.all(
    wanted.map(async ({ width, format }) => ({
      width,
      format,
      ...(await files.put(createReadStream(join(picturesFolder, `${name}-${width}.${format}`)))),
    })),
  )
  return storePicture(admin, { width, height, placeholder }, copies)
}

const picturesFolder = findPicturesFolder(import.meta.dirname)

/** Next to the sources it is `public/pictures`, next to the built program `client/pictures`. */
function findPicturesFolder(from: string): string {
  const candidates = ['public', 'client'].map((folder) => join(from, folder, 'pictures'))
  const found = candidates.find((folder) => existsSync(join(folder, 'manifest.json')))
  if (found) return found
  if (dirname(from) === from) throw new Error('the pictures supplied with the program are missing')
  return findPicturesFolder(dirname(from))
}
