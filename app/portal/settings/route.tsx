import { data, useFetcher } from 'react-router'
import { findOwnAccount } from '../../domain/accounts/sessions.server.ts'
import { companyFacts } from '../../domain/company/company.server.ts'
import { sizeOfMyFiles } from '../../domain/documents/my-files.server.ts'
import { findProfile } from '../../domain/investors/profile.server.ts'
import { chooseMails, findMailChoice } from '../../domain/notifications/mail-choice.server.ts'
import { MailChoiceSchema } from '../../domain/notifications/mail-choice-schema.ts'
import { asInvestor, demandSelf, logFault, viewedInvestor } from '../../platform/session.server.ts'
import { redirectWithToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { OwnAccount } from '../../ui/own-account.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../values/form.ts'
import { asReader } from '../guard.server.ts'
import { dataSaverCookie, dataSaverFrom } from '../parts/data-saver.ts'
import { PortalFault } from '../parts/portal-fault.tsx'
import type { Route } from './+types/route.ts'
import { DataSaverPanel } from './data-saver-panel.tsx'
import { EverythingPanel } from './everything-panel.tsx'
import { MailsPanel } from './mails-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'

const here = '/investment-dashboard/settings'

export async function loader({ request, context }: Route.LoaderArgs) {
  // Whoever looks on sees the profile, and nothing of how its owner signs in and is written to (INV-059, W-54).
  const isOwn = (await viewedInvestor(context)) === null
  const { mails, ...facts } = await asReader(context, async (reader) => ({
    profile: await findProfile(reader),
    documents: await sizeOfMyFiles(reader),
    mails: isOwn ? await findMailChoice(reader) : null,
    supportEmail: (await companyFacts(reader)).supportEmail,
  }))
  const own = mails && { mails, account: await findOwnAccount(await demandSelf(context)) }
  return { ...facts, own, saver: dataSaverFrom(request.headers) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  if (form.get('setting') === 'data-saver')
    return saveDataSaver(context, form.get('saves') === 'on')
  const parsed = parseForm(MailChoiceSchema, form)
  try {
    if (parsed.ok) await asInvestor(context, (investor) => chooseMails(investor, parsed.value))
    // An empty form comes from nobody else's page either: it is the investor's, or it is not there.
    else await asInvestor(context, async () => undefined)
  } catch (fault) {
    const reference = logFault(context, 'the mail settings were not saved', fault)
    const toast = { kind: 'error', title: 'The mail settings were not saved', seconds: 8 } as const
    const text = `Nothing was changed. Please try again later. Reference ${reference}`
    return data({ reply: refuseForm(form, {}), toast: { ...toast, text } }, { status: 500 })
  }
  if (!parsed.ok) return data({ reply: parsed.reply, toast: null }, { status: 422 })
  return redirectWithToast(here, { kind: 'success', title: 'Mail settings saved' })
}

/** It is the device's, by a cookie, and nothing of the account; only its own person is offered it. */
async function saveDataSaver(context: Route.ActionArgs['context'], isOn: boolean) {
  await asInvestor(context, async () => undefined)
  const headers = new Headers({ 'Set-Cookie': dataSaverCookie(isOn) })
  return redirectWithToast(
    here,
    { kind: 'success', title: isOn ? 'Data saver on' : 'Data saver off' },
    headers,
  )
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
          <OwnAccount {...own.account} here={here} />
          <MailsPanel chosen={own.mails} reply={answer?.reply} fetcher={fetcher} />
          <DataSaverPanel saver={saver} fetcher={dataSaver} />
        </>
      )}
      <EverythingPanel documents={documents} />
      {answer?.toast && <Toaster toast={answer.toast} />}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PortalFault error={error} title="Your settings could not be loaded" />
}
