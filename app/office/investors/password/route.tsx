import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { InvestorPasswordSchema } from '../../../domain/accounts/administration/administration-schema.ts'
import { setPassword } from '../../../domain/accounts/recovery/set-password.server.ts'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { currentUser } from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { Consequence } from '../../parts/consequences.tsx'
import { pageBehindInvestorDialog } from '../../paths.ts'
import { asAdmin, mailResetLink } from '../../users/account-action.server.ts'
import {
  colleaguesPassword,
  errorToast,
  passwordRefusals,
  whyNotMailed,
} from '../../users/messages.ts'
import { EmailInstead, NewPassword } from '../../users/password/new-password.tsx'
import { requireKnownInvestor } from '../parts/require-known-investor.server.ts'
import type { Route } from './+types/route.ts'

const noUserId = 'No user ID provided'
const notSet = errorToast(
  'Error with password',
  'The password could not be set. Nothing was changed.',
)
const notSent = errorToast(
  'Password reset failed',
  'The reset email could not be sent. Nothing was changed.',
)

export async function loader({ params, context }: Route.LoaderArgs) {
  const investor = await requireKnownInvestor(context, params.investorId)
  const person = await currentUser(context)
  const isOneself = investor.account !== null && investor.account.id === person?.userId
  return { investor, isOneself, key: randomUUID(), confirm: await needsConfirmation(context) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => requireKnownInvestor(context, params.investorId),
    schema: InvestorPasswordSchema,
    run: async ({ form, value: { mode, key, password }, subject: { account } }) => {
      if (!account) return { refused: 'no-account' as const }
      const unconfirmed = await requireConfirmation(context, form)
      if (unconfirmed) return unconfirmed
      // Only sent because the administrator accepted the offer after a failed direct reset.
      return mode === 'instead'
        ? mailResetLink(context, account.id)
        : setPassword(asAdmin(context), { key, userId: account.id, password })
    },
    refusals: {
      ...passwordRefusals,
      'no-account': { message: noUserId, toast: errorToast(noUserId, withoutAccount) },
      'not-mailed': ({ why }) => ({ message: whyNotMailed[why], toast: notSent }),
    },
    needsApproval: colleaguesPassword,
    refusedToast: ({ message }) =>
      message && message !== colleaguesPassword ? errorToast(notSet.title, message) : null,
    done: (_, { value, subject }) =>
      value.mode === 'instead'
        ? {
            to: pageBehindInvestorDialog(url, subject.id),
            toast: {
              kind: 'info',
              title: 'Password reset email sent',
              text: 'The password was not set. A reset link was emailed instead.',
            },
          }
        : {
            to: `${url.pathname}/set${url.search}`,
            toast: { kind: 'success', title: 'Password set successfully' },
          },
    failed: (form) => (form.get('mode') === 'instead' ? notSent : notSet),
  })
}

const withoutAccount = 'This investor has no sign-in account whose password could be set.'

export const meta: Route.MetaFunction = (args) => pageTitle('Set New Password', args)

export default function SetInvestorPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { investor, isOneself, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const isOffered =
    answer?.toast?.text === notSet.text ||
    answer?.toast?.title === notSent.title ||
    answer?.reply.message === colleaguesPassword
  return (
    <RouteDialog title="Set New Password" subtitle={<Whose investor={investor} />}>
      {investor.account === null || isOneself ? (
        <NoPassword isOneself={isOneself} />
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <input type="hidden" name="key" value={key} />
            <FieldGrid>
              <NewPassword of={investor.fullName} twice>
                <AccountThen status={investor.status} />
              </NewPassword>
              <ConfirmIdentity {...confirm} />
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
            {isOffered && <EmailInstead />}
            <SubmitButton name="mode" value="direct" pendingLabel="Setting password">
              Set password
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

/** Effect on an account that is not active. */
function AccountThen({ status }: { status: KnownInvestor['status'] }) {
  if (status === 'pending') return <Consequence of="Their account">becomes active</Consequence>
  if (status !== 'inactive') return null
  return <Consequence of="Their account">stays inactive: they cannot sign in</Consequence>
}

function Whose({ investor: { fullName, email, account } }: { investor: KnownInvestor }) {
  return (
    <>
      <bdi>{fullName}</bdi>, <bdi className="wrap-anywhere">{account?.email ?? email}</bdi>
    </>
  )
}

function NoPassword({ isOneself }: { isOneself: boolean }) {
  return (
    <>
      <DialogBody>
        <Alert tone={isOneself ? 'info' : 'negative'}>
          {isOneself ? (
            'This is your own account. Change your password under Security, where you enter the current one.'
          ) : (
            <>
              <p className="font-[560]">{noUserId}</p>
              <p>{withoutAccount}</p>
            </>
          )}
        </Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
