import { companyFacts, findInstallation } from '../../domain/company/company.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { type Context, dashboardOf, guestCommand } from '../../platform/session/session.server.ts'
import type { RequestUser } from '../../platform/session/signed-in-user.ts'
import { suppliedPicture } from '../../ui/pictures.ts'
import { timeUntil } from '../../values/relative-time.ts'
import { pageAfterSignIn } from '../login/next-page.ts'

const securityPages = {
  admin: '/admin-dashboard/security',
  investor: '/investment-dashboard/settings',
} as const

/** Redirect after an action on one's own account: the requesting page, else the security page. */
export function pageAfterAct(self: Pick<RequestUser, 'role'>, url: URL): string {
  return pageAfterSignIn(
    dashboardOf(self.role),
    url.searchParams.get('next') ?? securityPages[self.role],
    url,
  )
}

export async function signInPageProps(context: Context) {
  const { demo, company } = await guestCommand(context, async (guest) => ({
    demo: (await findInstallation(guest)).demo,
    company: await companyFacts(guest),
  }))
  const { brand, supportEmail } = company
  return { demo, brand, supportEmail, picture: suppliedPicture('twin-towers-4') }
}

export function waitSentence(retryAt: Date): string {
  return `Too many failed attempts. Please try again in ${timeUntil(retryAt, clock.now())}.`
}
