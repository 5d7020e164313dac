import { config } from '../../../platform/config.server.ts'

/** Areas behind sign-in, personal pages and redirects. */
const closed = [
  '/admin-dashboard',
  '/manage-users',
  '/investment-dashboard',
  '/login',
  '/logout',
  '/session',
  '/invitation/',
  '/confirm/',
  '/verify/',
  '/reset-password',
  '/password-reset',
  '/account/recovery',
  '/auth/recovery',
  '/investment/*/invest',
  '/healthz',
  '/readyz',
]

export function loader() {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${config.origin}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
