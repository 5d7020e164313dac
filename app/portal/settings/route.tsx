import { findOwnAccount } from '../../domain/accounts/sessions.server.ts'
import { companyFacts } from '../../domain/company/company.server.ts'
import { sizeOfMyFiles } from '../../domain/documents/my-files.server.ts'
import { findProfile } from '../../domain/investors/profile.server.ts'
import { demandSelf, viewedInvestor } from '../../platform/session.server.ts'
import { OwnAccount } from '../../ui/own-account.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { asReader } from '../guard.server.ts'
import type { Route } from './+types/route.ts'
import { EverythingPanel } from './everything-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const facts = await asReader(context, async (reader) => ({
    profile: await findProfile(reader),
    documents: await sizeOfMyFiles(reader),
    supportEmail: (await companyFacts(reader)).supportEmail,
  }))
  // Whoever looks on sees the profile, and nothing of how its owner signs in (INV-059).
  const viewed = await viewedInvestor(context)
  return { ...facts, account: viewed === null ? await findOwnAccount(await demandSelf(context)) : null }
}

export function meta() {
  return [{ title: 'Profile Settings · Msingi' }]
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { profile, supportEmail, documents, account } = loaderData
  return (
    <>
      <PageHead title="Profile Settings" />
      <ProfilePanel profile={profile} supportEmail={supportEmail} />
      {account && <OwnAccount {...account} here="/investment-dashboard/settings" />}
      <EverythingPanel documents={documents} />
    </>
  )
}
