import type { MiddlewareHandler } from 'hono'

/** What says how a page may be shown, framed and opened: nothing of it concerns what only a script reads. */
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

/**
 * Leaves out of the head of an event stream what is about pages. The head stays in memory as long as the stream is open, and
 * a process holds thousands of them (`npm run bench:live`).
 */
export const trimStreamHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  if (headers.get('Content-Type') !== 'text/event-stream') return
  for (const name of aboutPages) headers.delete(name)
}
