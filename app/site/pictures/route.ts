import { createReadableStreamFromReadable } from '@react-router/node'
import { recordMissingPicture } from '../../domain/projects/missing-pictures.server.ts'
import { type PictureFormat, pictureFormats } from '../../domain/projects/picture.ts'
import { findPictureFile, type PictureFile } from '../../domain/projects/picture-file.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { log } from '../../platform/observability/log.server.ts'
import {
  adminQuery,
  currentUser,
  guestCommand,
  guestQuery,
  investorQuery,
  notFound,
} from '../../platform/session/session.server.ts'
import { isId } from '../../values/id.ts'
import type { Route } from './+types/route.ts'

/** A picture at one width, public while its project is. Streamed after the transaction; immutable. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const wanted = readAddress(params)
  const file = wanted && (await findFor(context, wanted))
  if (!file) throw notFound('file')
  const headers = headersOf(
    file,
    `"${wanted.pictureId}-${file.width}-${wanted.format}"`,
    wanted.format,
  )
  if (knows(request, headers.get('ETag'))) return new Response(null, { status: 304, headers })
  headers.set('Content-Length', String(file.byteSize))
  if (request.method === 'HEAD') return new Response(null, { headers })
  const bytes = await files.get(file.key)
  if (!bytes) return inItsPlace(context, file)
  return new Response(createReadableStreamFromReadable(bytes), { headers })
}

/** A missing file is reported to the office; the stored placeholder is sent instead. */
async function inItsPlace(
  context: Route.LoaderArgs['context'],
  { key, placeholder }: PictureFile,
): Promise<Response> {
  log.error('a picture is missing', new Error('files'), { key })
  await guestCommand(context, (guest) => recordMissingPicture(guest, key))
  const blurred = await fetch(placeholder)
  return new Response(await blurred.arrayBuffer(), {
    status: 404,
    headers: {
      'Content-Type': blurred.headers.get('Content-Type') ?? 'image/webp',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

type Wanted = { pictureId: string; width: number; format: PictureFormat }

function readAddress({ pictureId, file }: Route.LoaderArgs['params']): Wanted | null {
  const [, width, ending] = /^(\d{1,5})\.([a-z]+)$/.exec(file) ?? []
  const format = pictureFormats.find((candidate) => candidate === ending)
  return isId(pictureId) && width && format ? { pictureId, width: Number(width), format } : null
}

async function findFor(
  context: Route.LoaderArgs['context'],
  wanted: Wanted,
): Promise<PictureFile | null> {
  const person = await currentUser(context)
  // An account with a pending step, such as a password change, counts as a guest.
  const isLetIn = person !== null && person.hold === null
  if (isLetIn && person.role === 'admin') {
    return adminQuery(context, (admin) => findPictureFile(admin, wanted.pictureId, wanted), {
      answer: 'file',
    })
  }
  if (isLetIn && person.investorId) {
    return investorQuery(
      context,
      (investor) => findPictureFile(investor, wanted.pictureId, wanted),
      'file',
    )
  }
  return guestQuery(context, (guest) => findPictureFile(guest, wanted.pictureId, wanted))
}

function headersOf({ isPublic }: PictureFile, etag: string, format: PictureFormat): Headers {
  return new Headers({
    'Content-Type': `image/${format}`,
    // Private pictures are revalidated, because access may end.
    'Cache-Control': isPublic ? 'public, max-age=3600' : 'private, no-cache',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
  })
}

function knows(request: Request, etag: string | null): boolean {
  const known = request.headers.get('If-None-Match')?.split(',') ?? []
  return known.some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
