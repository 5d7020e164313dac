import { data, redirect } from 'react-router'
import { findSecondFactor } from '../../../domain/accounts/second-factor/second-factor.server.ts'
import {
  findSecretToScan,
  finishSecondFactor,
  startSecondFactor,
} from '../../../domain/accounts/second-factor/second-factor-set-up.server.ts'
import { confirmIdentity } from '../../../domain/accounts/sign-in/confirm-identity.server.ts'
import { type ActionReply, formAction } from '../../../platform/http/form-action.server.ts'
import { takeToast } from '../../../platform/http/toast.server.ts'
import { requireUser } from '../../../platform/session/session.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { trimmed } from '../../../values/visible.ts'
import { pageAfterAct, signInPageProps, waitSentence } from '../../parts/own-account.server.ts'
import { SignInLayout } from '../../parts/sign-in-layout.tsx'
import { RecoveryCodes } from '../recovery-codes-list.tsx'
import type { Route } from './+types/route.ts'
import { AlreadyOn, AskPassword, ScanSecret } from './steps.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const self = await requireUser(context)
  if (self.hold === 'password') throw redirect(`/login/new-password${url.search}`)
  const facts = await signInPageProps(context)
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

/** Two steps: the password, then a first code from the app. */
export function action(args: Route.ActionArgs) {
  return formAction(args, {
    guard: requireUser,
    run: async ({ form, subject: self }) =>
      form.get('intent') === 'finish'
        ? finish(self, String(form.get('code') ?? ''))
        : begin(self, String(form.get('currentPassword') ?? '')),
    refusals: {
      'no-password': { errors: { currentPassword: 'Enter your current password' } },
      'wrong-password': { errors: { currentPassword: 'This is not your password.' } },
      'too-many': ({ retryAt }) => ({
        errors: { currentPassword: waitSentence(retryAt) },
        status: 429,
      }),
      'no-code': { errors: { code: 'Enter the code' } },
      wrong: { errors: { code: 'This code is wrong. Wait for the next one and try again.' } },
      'not-begun': { errors: { code: 'This took too long. Please start again.' } },
    },
    done: (done) =>
      'codes' in done
        ? { facts: { codes: done.codes }, headers: done.headers }
        : redirect(`${args.url.pathname}${args.url.search}`, 303),
    failed: 'The second factor could not be set up',
  })
}

async function begin(self: RequestUser, password: string) {
  if (password === '') return { refused: 'no-password' as const }
  const proven = await confirmIdentity(self, { password })
  if (!('refused' in proven)) return { begun: await startSecondFactor(self, password) }
  return proven.refused === 'wrong' ? { refused: 'wrong-password' as const } : proven
}

async function finish(self: RequestUser, code: string) {
  return trimmed(code) === '' ? { refused: 'no-code' as const } : finishSecondFactor(self, code)
}

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('Set up your second factor', args), { name: 'robots', content: 'noindex' }]
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { picture, demo, toast, on, secret, required, next } = loaderData
  const answer: ActionReply<{ codes: string[] }> | undefined = actionData
  return (
    <SignInLayout picture={picture} demo={demo}>
      {answer?.codes ? (
        <RecoveryCodes codes={answer.codes} next={next} title="Save your recovery codes" />
      ) : on ? (
        <AlreadyOn next={next} />
      ) : secret ? (
        <ScanSecret secret={secret} reply={answer?.reply} />
      ) : (
        <AskPassword required={required} reply={answer?.reply} back={next} />
      )}
      <Toaster toast={toast} phone="top" />
    </SignInLayout>
  )
}
