import { data } from 'react-router'
import { companyFacts, findInstallation } from '../../../domain/company/company.server.ts'
import { asGuest } from '../../../platform/session.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { suppliedPicture } from '../../../ui/pictures.ts'
import { closedStateIn } from '../../parts/closed-link.server.ts'
import { Door } from '../../parts/door.tsx'
import { WriteToSupport } from '../../parts/reset-link-form.tsx'
import { ClosedConfirmation } from '../closed-confirmation.tsx'
import type { Route } from './+types/route.ts'

/** What became of a confirmation link, at an address without its token. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const state = closedStateIn(url)
  const facts = await asGuest(context, async (guest) => ({
    supportEmail: (await companyFacts(guest)).supportEmail,
    demo: (await findInstallation(guest)).demo,
  }))
  return data(
    { state, ...facts, picture: suppliedPicture('corner-plaza-3') },
    { status: state === 'unknown' ? 404 : 200, headers: { 'X-Robots-Tag': 'noindex' } },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = (args) => [
  ...pageTitle('Confirm your email', args),
  { name: 'robots', content: 'noindex' },
]

export default function ConfirmationClosed({ loaderData }: Route.ComponentProps) {
  const { state, supportEmail, demo, picture } = loaderData
  return (
    <Door picture={picture} demo={demo}>
      <ClosedConfirmation state={state} />
      <WriteToSupport supportEmail={supportEmail} />
    </Door>
  )
}
