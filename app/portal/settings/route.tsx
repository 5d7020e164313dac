import { useFetcher } from 'react-router'
import type { z } from 'zod'
import { findOwnAccount } from '../../domain/accounts/sign-in/sessions.server.ts'
import { companyFacts } from '../../domain/company/company.server.ts'
import { sizeOfMyFiles } from '../../domain/documents/my-files.server.ts'
import { findProfile } from '../../domain/investors/profile.server.ts'
import {
  findMailPreferences,
  setMailPreferences,
} from '../../domain/notifications/mail-preferences.server.ts'
import { MailChoiceSchema } from '../../domain/notifications/mail-preferences-schema.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import {
  investorCommand,
  requireInvestor,
  requireUser,
} from '../../platform/session/session.server.ts'
import { viewedInvestorId } from '../../platform/session/view-mode.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../ui/fields/use-answer.ts'
import { Icon } from '../../ui/icon.tsx'
import { OwnAccount } from '../../ui/layout/own-account.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'
import { formatBytes } from '../../values/bytes.ts'
import { type ParsedForm, parseForm } from '../../values/form.ts'
import { viewerQuery } from '../guard.server.ts'
import { dataSaverCookie, dataSaverFrom } from '../parts/data-saver.ts'
import { PortalFault } from '../parts/portal-fault.tsx'
import { usePortalAddress } from '../parts/portal-link.tsx'
import { portalHome, settingsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { DataSaverPanel } from './data-saver-panel.tsx'
import { EmailPreferencesPanel } from './email-preferences-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  // View mode shows the profile only, without sign-in and email settings.
  const isOwn = (await viewedInvestorId(context)) === null
  const { mails, ...facts } = await viewerQuery(context, async (reader) => ({
    profile: await findProfile(reader),
    documents: await sizeOfMyFiles(reader),
    mails: isOwn ? await findMailPreferences(reader) : null,
    supportEmail: (await companyFacts(reader)).supportEmail,
  }))
  const own = mails && { mails, account: await findOwnAccount(await requireUser(context)) }
  return { ...facts, own, saver: dataSaverFrom(request.headers) }
}

/** Stores email preferences for the account, or the data saver in a cookie for this device. */
export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireInvestor,
    parse: (form): ParsedForm<z.output<typeof MailChoiceSchema> | null> =>
      form.get('setting') === 'data-saver'
        ? { ok: true, value: null }
        : parseForm(MailChoiceSchema, form),
    run: async ({ form, value: choice }) => {
      if (choice === null) return { saves: form.get('saves') === 'on' }
      await investorCommand(context, (investor) => setMailPreferences(investor, choice))
      return { saves: null }
    },
    refusals: {},
    done: ({ saves }) =>
      saves === null
        ? { to: settingsHome, toast: { kind: 'success', title: 'Email preferences saved' } }
        : {
            to: settingsHome,
            toast: { kind: 'success', title: saves ? 'Data saver on' : 'Data saver off' },
            headers: new Headers({ 'Set-Cookie': dataSaverCookie(saves) }),
          },
    failed: {
      title: 'The email preferences were not saved',
      text: 'Nothing was changed. Please try again later.',
      seconds: 8,
    },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Profile Settings', args)

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, supportEmail, documents, own, saver } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const dataSaver = useFetcher()
  return (
    <>
      <PageHead title="Profile Settings" />
      <ProfilePanel profile={profile} supportEmail={supportEmail} />
      {own && (
        <>
          <OwnAccount {...own.account} here={settingsHome} />
          <EmailPreferencesPanel chosen={own.mails} reply={answer?.reply} fetcher={fetcher} />
          <DataSaverPanel saver={saver} fetcher={dataSaver} />
        </>
      )}
      <DataExportPanel documents={documents} />
      {answer?.toast && <Toaster toast={answer.toast} />}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PortalFault error={error} title="Your settings could not be loaded" />
}

type Props = { documents: { count: number; byteSize: number } }

/** Shows the size of the documents before the download. */
function DataExportPanel({ documents: { count, byteSize } }: Props) {
  const address = usePortalAddress()
  return (
    <SettingPanel
      id="everything"
      title="Download my data"
      lead="Everything we hold about you, in one ZIP file."
    >
      <p>
        Your profile, totals, investments, ledger, distributions, investment requests and
        notifications as tables, every receipt and statement as a PDF, and every document
        {count > 0 && ` (${count}, ${formatBytes(byteSize)})`}.
      </p>
      <DownloadLink
        href={address(`${portalHome}/export`)}
        className={buttonClass('secondary', 'normal', 'mt-3.5')}
      >
        <Icon name="download" size="small" />
        Download my data
      </DownloadLink>
    </SettingPanel>
  )
}
