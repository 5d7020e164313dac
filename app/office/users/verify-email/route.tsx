import { data } from 'react-router'
import { VerifyEmailSchema } from '../../../domain/accounts/administration-schema.ts'
import {
  type EmailSync,
  repairEmails,
  verifyEmails,
} from '../../../domain/accounts/email-sync.server.ts'
import { asAdmin, type Context } from '../../../platform/session.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { fail, refuse, tabFacts, unresolved } from '../answer.server.ts'
import { emailRefusals } from '../email-refusals.ts'
import { PersonField } from '../person-field.tsx'
import { errorToast, type UserReply } from '../reply.ts'
import { TabForm } from '../tab-form.tsx'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { UsersFrame } from '../users-frame.tsx'
import type { Route } from './+types/route.ts'
import { RepairForm } from './repair-form.tsx'
import { SyncResult } from './sync-result.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  return tabFacts(context, url)
}

/** Reads and says; with `repair` it mends what disagrees first, and then reads again. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const userId = form.get('repair')
  try {
    if (typeof userId === 'string') return await repair(context, form, userId)
    return await verify(context, form)
  } catch (fault) {
    return fail(context, form, fault, errorToast('Verification error', unknown))
  }
}

type Answer = UserReply & { sync?: EmailSync }

const unknown = 'An unknown error occurred during verification'

async function verify(context: Context, form: FormData) {
  const found = await asAdmin(context, async (admin) => {
    const parsed = parseForm(VerifyEmailSchema, form)
    if (!parsed.ok) return { refused: 'unreadable' as const, reply: parsed.reply }
    return verifyEmails(admin, parsed.value)
  })
  if (!('refused' in found))
    return isOfNobody(found) ? ofNobody(form, found) : answerOf(form, found)
  const reply =
    found.refused === 'several'
      ? refuseForm(form, { errors: { userId: unresolved.several } })
      : found.reply
  const [sentence] = Object.values(reply.errors)
  return refuse(reply, errorToast('Verification error', sentence ?? unknown))
}

function answerOf(form: FormData, sync: EmailSync) {
  return data({ ...answered(form), toast: toastFor(sync), sync })
}

/** Nothing disagrees where nobody is: it is the question that was wrong, and its field says so. */
function ofNobody(form: FormData, sync: EmailSync) {
  const reply = refuseForm(form, { errors: { userId: unresolved.nobody } })
  return data(
    { reply, toast: errorToast('Verification error', unresolved.nobody), sync },
    { status: 422 },
  )
}

const isOfNobody = ({ account, investor }: EmailSync) =>
  account.email === null && investor.email === null

async function repair(context: Context, form: FormData, userId: string) {
  const before = await asAdmin(context, (admin) =>
    verifyEmails(admin, { userId, expectedEmail: null }),
  )
  if ('refused' in before) return refuse(refuseForm(form, { message: unresolved.several }))
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed)
    return data({ reply: unconfirmed.reply, toast: null, sync: before }, { status: 422 })
  const repaired = await asAdmin(context, (admin) => repairEmails(admin, userId))
  const sync = await asAdmin(context, (admin) =>
    verifyEmails(admin, { userId, expectedEmail: null }),
  )
  if ('refused' in sync) return refuse(refuseForm(form, { message: unresolved.several }))
  if ('refused' in repaired && repaired.refused !== 'same') {
    const message = emailRefusals[repaired.refused]
    return data(
      { reply: refuseForm(form, { message }), toast: errorToast('Error', message), sync },
      { status: 422 },
    )
  }
  const toast: Toast = {
    kind: 'success',
    title: 'Email updated',
    text: 'All sources have the same address again.',
  }
  return data({ ...answered(form), toast, sync })
}

/** What was typed stays, because the question is likely to be asked again. */
function answered(form: FormData): UserReply {
  return { reply: refuseForm(form, {}), toast: null }
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
  const { answer, fetcher } = useAnswer<Answer>(actionData)
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
