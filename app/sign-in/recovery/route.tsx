import { data } from 'react-router'
import { companyFacts, findInstallation } from '../../domain/company/company.server.ts'
import { asGuest } from '../../platform/session.server.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { Door } from '../parts/door.tsx'
import type { Route } from './+types/route.ts'
import { InvalidLink } from './invalid-link.tsx'
import { useCleanAddress } from './use-clean-address.ts'

/** The query holds a secret: no other site may learn it, no search engine and no cache keep it (W-12). */
const hidden = { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

/** Whoever is signed in here stays: a recovery link is opened, never redirected (W-15). */
export async function loader({ context }: Route.LoaderArgs) {
  const found = await asGuest(context, async (guest) => ({
    supportEmail: (await companyFacts(guest)).supportEmail,
    demo: (await findInstallation(guest)).demo,
  }))
  return data({ ...found, picture: suppliedPicture('corner-plaza-3') }, { headers: hidden })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta() {
  return [
    { title: 'Reset password · Msingi' },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'same-origin' },
  ]
}

export default function Recovery({ loaderData: { supportEmail, demo, picture } }: Route.ComponentProps) {
  useCleanAddress()
  return (
    <Door picture={picture} demo={demo}>
      <InvalidLink supportEmail={supportEmail} />
    </Door>
  )
}
