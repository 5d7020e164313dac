import { findLogo } from '../../domain/company/company-logo.server.ts'
import { guestQuery, notFound } from '../../platform/session/session.server.ts'
import { isId } from '../../values/id.ts'
import type { Route } from './+types/route.ts'

/** Content-addressed, so it is immutable. */
export async function loader({ params: { file }, context }: Route.LoaderArgs) {
  const [, id = ''] = /^([^.]+)\.png$/.exec(file) ?? []
  const png = isId(id) ? await guestQuery(context, (guest) => findLogo(guest, id)) : null
  if (!png) throw notFound('file')
  return new Response(Uint8Array.from(png), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(png.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
