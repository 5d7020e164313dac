import { data } from 'react-router'
import { companyFacts, findInstallation } from '../../../domain/company/company.server.ts'
import { asGuest } from '../../../platform/session.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { suppliedPicture } from '../../../ui/pictures.ts'
import { closedStateIn } from '../../parts/closed-link.server.ts'
import { Door } from '../../parts/door.tsx'
import { ClosedInvitation } from '../closed-invitation.tsx'
import type { Route } from './+types/route.ts'

/** What became of an invitation, at an address without its token. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const state = closedStateIn(url)
  const facts = await asGuest(context, async (guest) => ({
    supportEmail: (await companyFacts(guest)).supportEmail,
    demo: (await findInstallation(guest)).demo,
  }))
  return data(
    { state, ...facts, picture: suppliedPicture('twin-towers-5') },
    { status: state === 'unknown' ? 404 : 200, headers: { 'X-Robots-Tag': 'noindex' } },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => [
  ...pageTitle('Invitation', args),
  { name: 'robots', content: 'noindex' },
]

export default function InvitationClosed({ loaderData }: Route.ComponentProps) {
  const { state, supportEmail, demo, picture } = loaderData
  return (
    <Door picture={picture} demo={demo}>
      <ClosedInvitation state={state} supportEmail={supportEmail} />
    </Door>
  )
}
