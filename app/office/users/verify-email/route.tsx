import { VerifyEmailSchema } from '../../../domain/accounts/administration-schema.ts'
import {
  type EmailSync,
  repairEmails,
  verifyEmails,
} from '../../../domain/accounts/email-sync.server.ts'
import { type ActionReply, formAction } from '../../../platform/form-action.server.ts'
import { asAdmin, type Context, requireAdmin } from '../../../platform/session.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { tabFacts } from '../answer.server.ts'
import { PersonField } from '../person-field.tsx'
import { TabForm } from '../tab-form.tsx'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { UsersFrame } from '../users-frame.tsx'
import { emailRefusals, errorToast, unresolved } from '../words.ts'
import type { Route } from './+types/route.ts'
import { RepairForm } from './repair-form.tsx'
import { SyncResult } from './sync-result.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  return tabFacts(context, url)
}

/** Reads and says; with `repair` it mends what disagrees first, and then reads again. */
export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    parse: readAct,
    run: async ({ form, value }) => {
      if ('repair' in value) return repair(context, form, value.repair)
      const sync = await asAdmin(context, (admin) => verifyEmails(admin, value))
      if ('refused' in sync) return sync
      const isOfNobody = sync.account.email === null && sync.investor.email === null
      return isOfNobody ? { refused: 'nobody' as const, sync } : { sync, isRepaired: false }
    },
    refusals: {
      several: (_, form) =>
        form.has('repair') ? unresolved.several : { errors: { userId: unresolved.several } },
      // Nothing disagrees where nobody is: it is the question that was wrong, and its field says so.
      nobody: ({ sync }) => ({ errors: { userId: unresolved.nobody }, facts: { sync } }),
      'not-repaired': ({ why, sync }) => ({
        message: emailRefusals[why],
        toast: errorToast('Error', emailRefusals[why]),
        facts: { sync },
      }),
    },
    refusedToast: ({ errors: { userId, expectedEmail } }) => {
      const sentence = userId ?? expectedEmail
      return sentence ? errorToast(failed, sentence) : null
    },
    // What was typed stays, because the question is likely to be asked again.
    done: ({ sync, isRepaired }, { form }) => ({
      reply: refuseForm(form, {}),
      toast: isRepaired ? repaired : toastFor(sync),
      facts: { sync },
    }),
    failed: { title: failed, text: 'An unknown error occurred during verification' },
  })
}

const failed = 'Verification error'
const repaired: Toast = {
  kind: 'success',
  title: 'Email updated',
  text: 'All sources have the same address again.',
}

function readAct(form: FormData) {
  const repair = form.get('repair')
  return typeof repair === 'string'
    ? { ok: true as const, value: { repair } }
    : parseForm(VerifyEmailSchema, form)
}

async function repair(context: Context, form: FormData, userId: string) {
  const verify = () =>
    asAdmin(context, (admin) => verifyEmails(admin, { userId, expectedEmail: null }))
  const before = await verify()
  if ('refused' in before) return before
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed) return { ...unconfirmed, facts: { sync: before } }
  const done = await asAdmin(context, (admin) => repairEmails(admin, userId))
  const sync = await verify()
  if ('refused' in sync) return sync
  return 'refused' in done && done.refused !== 'same'
    ? { refused: 'not-repaired' as const, why: done.refused, sync }
    : { sync, isRepaired: true }
}

/** A disagreement is said with and without an expected address (W-19). */
function toastFor({ inSync }: EmailSync): Toast {
  return inSync
    ? { kind: 'success', title: 'Email verification successful' }
    : { kind: 'error', title: 'Email sync issue detected' }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Verify Email Sync', args)

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { first, person, confirm } = loaderData
  const { answer, fetcher } = useAnswer<ActionReply<{ sync: EmailSync }>>(actionData)
  useSpokenToast(answer)
  const sync = answer?.sync
  const isOfRepair = answer?.reply.values.repair !== undefined
  return (
    <UsersFrame tab="Verify Email Sync">
      <TabForm
        reply={isOfRepair ? undefined : answer?.reply}
        fetcher={fetcher}
        act="Verify Email Sync"
        pendingAct="Verifying"
        ready
      >
        <PersonField first={first} person={person} />
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
        <RepairForm
          userId={sync.account.id ?? ''}
          email={sync.account.email ?? ''}
          confirm={confirm}
          reply={isOfRepair ? answer?.reply : undefined}
          fetcher={fetcher}
        />
      )}
    </UsersFrame>
  )
}
