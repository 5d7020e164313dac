import { createHash } from 'node:crypto'
import { companyFacts } from '../../../domain/company/company.server.ts'
import { findPictureFile } from '../../../domain/projects/picture-file.server.ts'
import { publicStatusLabels } from '../../../domain/projects/published-project.ts'
import { findPublishedProject } from '../../../domain/projects/published-projects.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { guestCommand } from '../../../platform/session/session.server.ts'
import type { Scene } from './draw-share-picture.server.tsx'

export type Shown = { scene: Scene; photograph: { storageKey: string } | 'site' | null }

type Context = Parameters<typeof guestCommand>[0]

export function findSiteShown(context: Context): Promise<Shown> {
  return guestCommand(context, async (guest) => {
    const { brand, name, headline, offices } = await companyFacts(guest)
    const place = offices.map(({ city }) => city).join(' and ')
    return { scene: { brand, title: headline || name, place, status: null }, photograph: 'site' }
  })
}

/** A published project's picture or its current slug; null when visitors find no project. */
export function findProjectShown(
  context: Context,
  slug: string,
): Promise<Shown | { movedTo: string } | null> {
  return guestCommand(context, async (guest) => {
    const project = await findPublishedProject(guest, slug)
    if (project === null || 'movedTo' in project) return project
    const { name: title, location: place, status, cover } = project
    const { brand } = await companyFacts(guest)
    const file = cover && (await findPictureFile(guest, cover.id, { width: 1200, format: 'webp' }))
    const scene = {
      brand,
      title,
      place,
      status: { word: publicStatusLabels[status], kind: status },
    }
    return { scene, photograph: file && { storageKey: file.key } }
  })
}

/** Equal for equal pictures; also the ETag. */
export function keyOf(shown: Shown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

/** Sixty pictures of at most 150 KB. */
const mostKept = 60
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
let lastDrawn: Promise<unknown> = Promise.resolve()

/** Renders each picture once and caches it. One at a time, so that crawlers leave the processor to visitors. */
export function sharePicture(shown: Shown): Promise<Uint8Array<ArrayBuffer>> {
  const key = keyOf(shown)
  const picture = kept.get(key) ?? drawInTurn(shown)
  kept.delete(key)
  kept.set(key, picture)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  picture.catch(() => kept.delete(key))
  return picture
}

function drawInTurn(shown: Shown): Promise<Uint8Array<ArrayBuffer>> {
  const picture = lastDrawn.then(() => draw(shown))
  lastDrawn = Promise.allSettled([picture])
  return picture
}

/** Loaded with the first picture, to keep the start fast. */
async function draw({ scene, photograph }: Shown): Promise<Uint8Array<ArrayBuffer>> {
  const { drawSharePicture, sitePhotograph } = await import('./draw-share-picture.server.tsx')
  const ground =
    photograph === 'site' ? sitePhotograph : photograph && (await bytesIn(photograph.storageKey))
  return new Uint8Array(await drawSharePicture(scene, ground))
}

async function bytesIn(storageKey: string): Promise<Buffer> {
  const bytes = await files.get(storageKey)
  if (!bytes) throw new Error('a picture is in the database and not in the store')
  return Buffer.concat(await bytes.toArray())
}
