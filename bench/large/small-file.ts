import { createHash } from 'node:crypto'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const bytes = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** The file behind every large document: what the database says of each of them. */
export const smallFile = {
  byteSize: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
}

/** Puts the one file under every key: so many names, the bytes once. */
export async function storeUnder(dataDir: string, keys: string[]): Promise<void> {
  const folder = join(dataDir, 'files')
  const original = join(folder, 'large.part')
  await mkdir(folder, { recursive: true })
  await writeFile(original, bytes)
  const paths = keys.map((key) => join(folder, key))
  for (const place of new Set(paths.map(dirname))) await mkdir(place, { recursive: true })
  for (const path of paths) await link(original, path)
  await rm(original)
}
