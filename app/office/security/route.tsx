import { data, Outlet } from 'react-router'
import {
  isSecondFactorRequired,
  requireSecondFactor,
} from '../../domain/accounts/require-second-factor.server.ts'
import { findSecondFactor } from '../../domain/accounts/second-factor.server.ts'
import { findOwnAccount } from '../../domain/accounts/sessions.server.ts'
import {
  asAdmin,
  type Context,
  demandSelf,
  logFault,
  lookAsAdmin,
  signedIn,
} from '../../platform/session.server.ts'
import { redirectWithToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { OwnAccount } from '../../ui/own-account.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { refuseForm } from '../../values/form.ts'
import { demandConfirmation, needsConfirmation } from '../parts/confirm-yourself.server.ts'
import type { Route } from './+types/route.ts'
import { RequirePanel } from './require-panel.tsx'
import { ResetPanel } from './reset-panel.tsx'

const here = '/admin-dashboard/security'

export async function loader({ context }: Route.LoaderArgs) {
  const required = await lookAsAdmin(context, isSecondFactorRequired)
  const account = await findOwnAccount(await demandSelf(context))
  return { required, confirm: await needsConfirmation(context), account }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const refusal = await demandConfirmation(context, form)
  if (refusal) return data(refusal, { status: 422 })
  try {
    return await save(context, form)
  } catch (fault) {
    const reference = logFault(context, 'the security settings were not saved', fault)
    const text = `Nothing was changed. Please try again later. Reference ${reference}`
    return redirectWithToast(here, {
      kind: 'error',
      title: 'The security settings were not saved',
      text,
    })
  }
}

async function save(context: Context, form: FormData) {
  const required = form.get('required') === 'yes'
  const person = await signedIn(context)
  const ownFactor = person !== null && (await findSecondFactor(person.userId)).on
  const changed = await asAdmin(context, (admin) =>
    requireSecondFactor(admin, { required, ownFactor }),
  )
  if ('refused' in changed) {
    const message =
      'Set up your own second factor first. Otherwise you would have to stop here at once.'
    return data(refuseForm(form, { message }), { status: 422 })
  }
  return redirectWithToast(here, {
    kind: 'success',
    title: 'Security settings saved',
    text: required
      ? 'Administrators without a second factor set one up before anything else.'
      : 'Administrators may sign in with their password alone.',
  })
}

export function meta(args: Route.MetaArgs) {
  return pageTitle('Security', args)
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { required, confirm, account } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <>
      <PageHead title="Security" lead="How you sign in, and where you are signed in." />
      <OwnAccount {...account} here={here} />
      <RequirePanel required={required} confirm={confirm} reply={answer} fetcher={fetcher} />
      <ResetPanel />
      <Outlet />
    </>
  )
}
