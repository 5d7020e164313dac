import type { MiddlewareHandler } from 'hono'

/** Headers for pages only. */
const aboutPages = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

/** Removes page headers from event streams, because they stay in memory as long as the stream is open. */
export const trimStreamHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (headers.get('Content-Type') !== 'text/event-stream') return
  for (const name of aboutPages) headers.delete(name)
}
