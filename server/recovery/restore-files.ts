import type pg from 'pg'
import type { FilePlace } from './file-place.ts'
import { memberOfFile } from './manifest.ts'
import { eachMember } from './read-archive.ts'
import { forgetFiles, notedFiles, noteFile } from './restoring-mark.ts'
import { isKey } from './stored-files.ts'

/** Puts every file of a backup into its place, each kept before the next is begun, and noted before it is put. */
export async function restoreFiles(
  client: pg.Client,
  path: string,
  place: FilePlace,
): Promise<void> {
  const prefix = memberOfFile('')
  await eachMember(path, async (name, open) => {
    const key = name.slice(prefix.length)
    if (!name.startsWith(prefix) || !isKey(key)) return
    await noteFile(client, place.name, key)
    await place.put(key, await open())
  })
  await place.settle()
}

/** Removes what a restore that broke off has put into this place, and nothing that it did not put there. */
export async function removeRestoredFiles(client: pg.Client, place: FilePlace): Promise<void> {
  while (true) {
    const keys = await notedFiles(client, place.name)
    if (keys.length === 0) return
    for (const key of keys) await place.remove(key)
    await forgetFiles(client, place.name, keys)
  }
}

/** A restore replaces nothing: neither a file of this product nor one of anything else. */
export async function refuseUnlessPlaceIsEmpty(place: FilePlace): Promise<void> {
  if (await place.isEmpty()) return
  throw new Error(
    `There are files in ${place.name} already, and a restore replaces nothing. Nothing was written. Name ${place.emptyOne}.`,
  )
}
