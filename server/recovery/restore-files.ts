import type { Readable } from 'node:stream'
import type pg from 'pg'
import { type ApartFiles, type Archive, DamagedFile, listedFiles, memberOfFile } from './archive.ts'
import { type FilePlace, restoreMark } from './database.ts'

/**
 * Writes a backup's files into an empty place, from the archive or from where they are apart. Returns the keys of those
 * that are missing or damaged there.
 */
export async function restoreFiles(
  client: pg.Client,
  archive: Archive,
  place: FilePlace,
  apart: ApartFiles | null,
): Promise<string[]> {
  const { deleted, objectKey = null } = archive.manifest
  const gone = new Set(deleted)
  const files = [...(await listedFiles(archive))].filter(([key]) => !gone.has(key))
  // Recorded before writing, so that they can be removed after any failure.
  await client.query(`insert into ${restoreMark}.file select $1, unnest($2::text[])`, [
    place.name,
    files.map(([key]) => key),
  ])
  const lost: string[] = []
  if (objectKey)
    apart?.expect(
      objectKey,
      files.map(([, checksum]) => checksum),
    )
  for (const [key, checksum] of files) {
    const source =
      objectKey && apart
        ? await apart.open(objectKey, checksum)
        : await archive.open(memberOfFile(key))
    if (!(source && (await isPut(place, key, source)))) lost.push(key)
  }
  await place.settle()
  return lost
}

/** False for a damaged file: the others are worth more than none. */
async function isPut(place: FilePlace, key: string, source: Readable): Promise<boolean> {
  try {
    await place.put(key, source)
    return true
  } catch (fault) {
    if (!(fault instanceof DamagedFile)) throw fault
    await place.remove(key)
    return false
  }
}
