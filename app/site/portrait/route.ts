import { findPortrait } from '../../domain/company/directors.server.ts'
import { guestQuery, notFound } from '../../platform/session/session.server.ts'
import { isId } from '../../values/id.ts'
import type { Route } from './+types/route.ts'

/** A director's picture; a replaced one is a 404. */
export async function loader({ params: { file }, context }: Route.LoaderArgs) {
  const [, id = ''] = /^([^.]+)\.webp$/.exec(file) ?? []
  const webp = isId(id) ? await guestQuery(context, (guest) => findPortrait(guest, id)) : null
  if (!webp) throw notFound('file')
  return new Response(Uint8Array.from(webp), {
    headers: {
      'Content-Type': 'image/webp',
      'Content-Length': String(webp.length),
      'Cache-Control': 'public, max-age=86400',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
