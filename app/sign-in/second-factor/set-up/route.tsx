import { data, redirect } from 'react-router'
import { confirmSelf } from '../../../domain/accounts/confirm-self.server.ts'
import { findSecondFactor } from '../../../domain/accounts/second-factor.server.ts'
import {
  findSecretToScan,
  finishSecondFactor,
  startSecondFactor,
} from '../../../domain/accounts/second-factor-set-up.server.ts'
import { demandSelf } from '../../../platform/session.server.ts'
import type { Self } from '../../../platform/signed-in.ts'
import { takeToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { trimmed } from '../../../values/visible.ts'
import { Door } from '../../parts/door.tsx'
import {
  doorFacts,
  pageAfterAct,
  waitSentence,
  withoutCode,
} from '../../parts/own-account.server.ts'
import { RecoveryCodes } from '../recovery-codes-list.tsx'
import type { Route } from './+types/route.ts'
import { AlreadyOn, AskPassword, ScanSecret } from './steps.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const self = await demandSelf(context)
  if (self.hold === 'password') throw redirect(`/login/new-password${url.search}`)
  const facts = await doorFacts(context)
  const { on } = await findSecondFactor(self.userId)
  const secret = on ? null : await findSecretToScan(self, facts.brand)
  const { toast, headers } = takeToast(request)
  const { demo, picture } = facts
  const next = pageAfterAct(self, url)
  return data(
    { demo, picture, toast, on, secret, required: self.hold === 'second-factor', next },
    { headers },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const self = await demandSelf(context)
  const form = await readForm(request)
  if (form.get('intent') === 'finish') return finish(self, form)
  const password = String(form.get('currentPassword') ?? '')
  if (password === '') return refused(form, { currentPassword: 'Enter your current password' })
  const proven = await confirmSelf(self, { password })
  if ('refused' in proven) {
    const waits = proven.refused === 'too-many'
    const sentence = waits ? waitSentence(proven.retryAt) : 'This is not your password.'
    return refused(form, { currentPassword: sentence }, waits ? 429 : 422)
  }
  await startSecondFactor(self, password)
  return redirect(`${url.pathname}${url.search}`, 303)
}

async function finish(self: Self, form: FormData) {
  const code = String(form.get('code') ?? '')
  if (trimmed(code) === '') return refused(form, { code: 'Enter the code' })
  const finished = await finishSecondFactor(self, code)
  if ('codes' in finished) {
    return data({ codes: finished.codes, reply: undefined }, { headers: finished.headers })
  }
  const sentence = {
    wrong: 'This code is not right. Wait for the next one and try again.',
    'not-begun': notBegun,
  }
  return refused(form, { code: sentence[finished.refused] })
}

const notBegun = 'Too much time has passed. Please begin again.'

function refused(form: FormData, errors: FormReply['errors'], status = 422) {
  const reply = withoutCode(refuseForm(form, { errors }))
  return data({ codes: null, reply }, { status })
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Set up your second factor', args), { name: 'robots', content: 'noindex' }]
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, demo, toast, on, secret, required, next } = loaderData
  return (
    <Door picture={picture} demo={demo}>
      {actionData?.codes ? (
        <RecoveryCodes codes={actionData.codes} next={next} title="Keep your recovery codes" />
      ) : on ? (
        <AlreadyOn next={next} />
      ) : secret ? (
        <ScanSecret secret={secret} reply={actionData?.reply} />
      ) : (
        <AskPassword required={required} reply={actionData?.reply} back={next} />
      )}
      <Toaster toast={toast} phone="top" />
    </Door>
  )
}
