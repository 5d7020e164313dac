import type { ReactNode } from 'react'
import { VerifyEmailSchema } from '../../../domain/accounts/administration/administration-schema.ts'
import {
  type EmailSource,
  type EmailSync,
  repairEmails,
  verifyEmails,
} from '../../../domain/accounts/administration/email-sync.server.ts'
import { type ActionReply, formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../platform/session/session.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { Facts, Panel } from '../../../ui/layout/panel.tsx'
import { refuseForm } from '../../../values/form.ts'
import { requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { loadAccountAction } from '../account-action.server.ts'
import { TabForm } from '../account-action.tsx'
import { emailRefusals, errorToast, toastOf, unresolved } from '../messages.ts'
import { useReplyToast } from '../use-reply-toast.ts'
import { UsersFrame } from '../users-frame.tsx'
import type { Route } from './+types/route.ts'

const failed = 'Verification error'

export function loader(args: Route.LoaderArgs) {
  return loadAccountAction(args)
}

/** With `act=repair`, repairs differences first, then checks again. */
export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: VerifyEmailSchema,
    run: async ({ form, value: { act, ...named } }) => {
      const verify = () => adminCommand(context, (admin) => verifyEmails(admin, named))
      const sync = await verify()
      if ('refused' in sync) return sync
      if (sync.account.email === null && sync.investor.email === null)
        return { refused: 'nobody' as const, sync }
      if (act !== 'repair') return { sync, isRepaired: false }
      const unconfirmed = await requireConfirmation(context, form)
      if (unconfirmed) return { ...unconfirmed, facts: { sync } }
      const repaired = await adminCommand(context, (admin) => repairEmails(admin, named.userId))
      const after = await verify()
      if ('refused' in after) return after
      return 'refused' in repaired && repaired.refused !== 'same'
        ? { refused: 'not-repaired' as const, why: repaired.refused, sync: after }
        : { sync: after, isRepaired: true }
    },
    refusals: {
      several: { errors: { userId: unresolved.several } },
      // An unknown user is an error of the field, not a mismatch.
      nobody: ({ sync }) => ({ errors: { userId: unresolved.nobody }, facts: { sync } }),
      'not-repaired': ({ why, sync }) => ({
        message: emailRefusals[why],
        toast: errorToast('Error', emailRefusals[why]),
        facts: { sync },
      }),
    },
    refusedToast: toastOf(failed, { userId: failed, expectedEmail: failed }),
    // Keeps the typed values, because the check is often repeated.
    done: ({ sync, isRepaired }, { form }) => ({
      reply: refuseForm(form, {}),
      toast: isRepaired ? repairedToast : sync.inSync ? inSyncToast : outOfSyncToast,
      facts: { sync },
    }),
    failed: { title: failed, text: 'An unknown error occurred during verification' },
  })
}

const repairedToast = {
  kind: 'success',
  title: 'Email updated',
  text: 'All sources have the same address.',
} as const
const inSyncToast = { kind: 'success', title: 'Email verification successful' } as const
/** Reported with and without an expected address. */
const outOfSyncToast = { kind: 'error', title: 'Email sync issue detected' } as const

export const meta: Route.MetaFunction = (args) => pageTitle('Verify Email Sync', args)

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<ActionReply<{ sync: EmailSync }>>(actionData)
  useReplyToast(answer)
  const sync = answer?.sync
  const isOfRepair = answer?.reply.values.act === 'repair'
  return (
    <UsersFrame tab="Verify Email Sync">
      <TabForm
        facts={loaderData}
        fetcher={fetcher}
        reply={isOfRepair ? undefined : answer?.reply}
        act="Verify Email Sync"
        pendingAct="Verifying"
      >
        <TextField
          name="expectedEmail"
          type="email"
          label="Expected email"
          optional
          span="full"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
        />
      </TabForm>
      {sync && <SyncResult sync={sync} />}
      {sync?.canRepair && (
        <Panel title="Repair" className="mt-4">
          <ActionForm
            fetcher={fetcher}
            reply={isOfRepair ? answer?.reply : undefined}
            className="grid max-w-120 gap-4"
          >
            <input type="hidden" name="act" value="repair" />
            <input type="hidden" name="userId" value={sync.account.id ?? ''} />
            <p>
              Every source is set to the email they sign in with,{' '}
              <bdi className="font-medium wrap-anywhere">{sync.account.email}</bdi>. No one is
              signed out and no email is sent.
            </p>
            <ConfirmIdentity {...loaderData.confirm} />
            <div>
              <SubmitButton pendingLabel="Repairing">Repair Email Sync</SubmitButton>
            </div>
          </ActionForm>
        </Panel>
      )}
    </UsersFrame>
  )
}

function SyncResult({ sync: { account, identity, investor } }: { sync: EmailSync }) {
  const none = 'No password set yet'
  return (
    <section className="mt-6 grid gap-4 @min-[56rem]/main:grid-cols-3" aria-label="Result">
      <Source title="Sign-in account" source={account} absent="No auth user found">
        <dt>Address</dt>
        <dd>{account.verified ? 'Verified' : 'Unverified'}</dd>
      </Source>
      <Source
        title="Credential identity"
        source={identity}
        absent={account.email ? none : 'No account'}
      >
        <dt>Password</dt>
        <dd>{identity.hasPassword ? 'Set' : none}</dd>
      </Source>
      <Source title="Investor record" source={investor} absent="No investor record found" />
    </section>
  )
}

type SourceProps = { title: string; source: EmailSource; absent: string; children?: ReactNode }

function Source({ title, source, absent, children }: SourceProps) {
  const { id, name, email, matches } = source
  if (!email)
    return (
      <Panel title={title}>
        <p className="text-muted">{absent}</p>
      </Panel>
    )
  return (
    <Panel
      title={title}
      action={<Badge tone={matches ? 'green' : 'red'}>{matches ? 'Match' : 'No match'}</Badge>}
    >
      <Facts>
        <dt>Email</dt>
        <dd>
          <bdi>{email}</bdi>
        </dd>
        <dt>Name</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        {children}
        <dt>ID</dt>
        <dd>{id}</dd>
      </Facts>
    </Panel>
  )
}
