import { companyBranding } from '../../domain/company/company-branding.server.ts'
import { guestQuery } from '../../platform/session/session.server.ts'
import { portalHome } from '../paths.ts'
import type { Route } from './+types/route.ts'

const icons = [
  { src: '/icons/msingi-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/msingi-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  {
    src: '/icons/msingi-maskable-512.png',
    sizes: '512x512',
    type: 'image/png',
    purpose: 'maskable',
  },
]

/** Web app manifest with the company's name. */
export async function loader({ context }: Route.LoaderArgs) {
  const { brand, logo } = await companyBranding((work) => guestQuery(context, work))
  const manifest = {
    id: portalHome,
    name: `${brand} Investor Portal`.trim(),
    short_name: brand || 'Investor Portal',
    description: 'Your investments, payments and documents.',
    lang: 'en',
    start_url: portalHome,
    scope: '/',
    display: 'standalone',
    background_color: '#f6f1e7',
    theme_color: '#0f3d2e',
    icons:
      logo === null ? icons : [{ src: logo, sizes: '256x256', type: 'image/png', purpose: 'any' }],
  }
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
