import { redirect } from 'react-router'
import { notFound } from '../../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'
import { findProjectShown, findSiteShown, keyOf, sharePicture } from './share-pictures.server.ts'

/** By project slug; `site.jpg` for everything else. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const [, name] = /^([a-z0-9-]{1,80})\.jpg$/.exec(params.file) ?? []
  if (name === undefined) throw notFound('file')
  const shown =
    name === 'site' ? await findSiteShown(context) : await findProjectShown(context, name)
  if (shown === null) throw notFound('file')
  if ('movedTo' in shown) return redirect(`/share/${shown.movedTo}.jpg`, 308)
  const etag = `"${keyOf(shown)}"`
  const headers = new Headers({
    'Content-Type': 'image/jpeg',
    'Cache-Control': 'public, max-age=300',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
  })
  if (request.headers.get('If-None-Match')?.includes(etag))
    return new Response(null, { status: 304, headers })
  const jpeg = await sharePicture(shown)
  headers.set('Content-Length', String(jpeg.byteLength))
  return new Response(request.method === 'HEAD' ? null : jpeg, { headers })
}
