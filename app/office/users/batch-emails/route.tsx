import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import {
  changeEmails,
  type JudgedLine,
  type LineDone,
  previewBatch,
} from '../../../domain/accounts/batch-emails.server.ts'
import { asAdmin, type Context, logFault, lookAsAdmin } from '../../../platform/session.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { FieldGrid } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import type { Toast } from '../../../values/toast.ts'
import { demandConfirmation, needsConfirmation } from '../../parts/confirm-yourself.server.ts'
import { opener, refuse } from '../answer.server.ts'
import { errorToast, type UserReply } from '../reply.ts'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { usersHome } from '../users-frame.tsx'
import type { Route } from './+types/route.ts'
import { Preview } from './preview.tsx'
import { readLines } from './read-lines.server.ts'
import { Results } from './results.tsx'
import { leftWords, summaryOf } from './summary.ts'

export async function loader({ context }: Route.LoaderArgs) {
  await lookAsAdmin(context, async () => undefined)
  return { confirm: await needsConfirmation(context) }
}

/** A preview of the lines, with the key under which they are applied; or what became of each. */
type Batch = { text: string; key: string } & ({ preview: JudgedLine[] } | { done: LineDone[] })
type Answer = UserReply & { batch: Batch | null }

export async function action({ request, context }: Route.ActionArgs) {
  await asAdmin(context, async () => undefined)
  const form = await readForm(request)
  const key = form.get('key')
  const lines = await readLines(form)
  if ('refused' in lines) return refuse(refuseForm(form, { errors: { lines: lines.refused } }))
  const { text } = lines
  const preview = await asAdmin(context, (admin) => previewBatch(admin, text))
  if (typeof key !== 'string' || !isId(key)) {
    const reply: FormReply = { errors: {}, values: { lines: text } }
    return data<Answer>({ reply, toast: null, batch: { text, key: randomUUID(), preview } })
  }
  const unconfirmed = await demandConfirmation(context, form)
  const batch = { text, key, preview }
  if (unconfirmed)
    return data<Answer>({ reply: unconfirmed.reply, toast: null, batch }, { status: 422 })
  return apply(context, form, { text, key })
}

const failed = 'Failed to update user emails. Please try again.'

async function apply(
  context: Context,
  form: FormData,
  { text, key }: { text: string; key: string },
) {
  let reference = ''
  const ready = new Set(form.getAll('ready').map(Number))
  const done = await changeEmails(opener(context), { key, text, ready }, (fault) => {
    reference = logFault(context, 'a line of a batch was not applied', fault)
  })
  const isLost = reference !== '' && done.every(({ left }) => left !== null)
  if (isLost) {
    const reply = refuseForm(form, { message: `${failed} Reference ${reference}` })
    return data<Answer>(
      { reply, toast: errorToast('Update Failed', failed), batch: null },
      { status: 500 },
    )
  }
  const toast = toastFor(done)
  return data<Answer>({ reply: { errors: {}, values: {} }, toast, batch: { text, key, done } })
}

/** One line has its own toast, many have one together (W-20). */
function toastFor(done: LineDone[]): Toast {
  const updated = done.filter(({ left }) => left === null).length
  const [only] = done
  const text =
    done.length === 1 && only
      ? only.left
        ? leftWords[only.left]
        : only.email
      : summaryOf(updated, done.length)
  if (updated === done.length) return { kind: 'success', title: 'Email Updated', text }
  return updated === 0
    ? errorToast('Update Failed', text)
    : { kind: 'warning', title: 'Email Updated', text, seconds: 8 }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Update Batch Emails', args)

export default function UpdateBatchEmails({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<UserReply & { batch?: Batch | null }>(actionData)
  useSpokenToast(answer)
  const batch = answer?.batch ?? null
  const isOfApply = answer?.reply.values.key !== undefined
  return (
    <>
      <PageHead
        title="Update Batch Emails"
        back={{ to: usersHome, label: 'Manage Users' }}
        lead="One line for each person: user ID, new email. Nothing is changed before you have seen what each line does."
      />
      {batch && 'done' in batch && <Results lines={batch.done} />}
      {batch && 'preview' in batch && (
        <Preview
          lines={batch.preview}
          text={batch.text}
          batchKey={batch.key}
          confirm={loaderData.confirm}
          reply={isOfApply ? answer?.reply : undefined}
          fetcher={fetcher}
        />
      )}
      <ActionForm
        key={batch?.key}
        reply={isOfApply && batch ? undefined : answer?.reply}
        fetcher={fetcher}
        encType="multipart/form-data"
        className="mt-6 max-w-180"
      >
        <FieldGrid>
          <TextareaField
            name="lines"
            label="Lines"
            span="full"
            rows={6}
            placeholder="0198f3c2-…, new.address@example.com"
            hint="Separated by comma, semicolon or tab. A header line is left out."
            {...(batch && 'preview' in batch ? { defaultValue: batch.text } : {})}
          />
          <FileField
            name="file"
            label="Or a file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            hint="Text, up to 500 lines"
          />
          <div className="col-span-full">
            <SubmitButton
              look={batch && 'preview' in batch ? 'secondary' : 'primary'}
              pendingLabel="Reading"
            >
              Preview
            </SubmitButton>
          </div>
        </FieldGrid>
      </ActionForm>
    </>
  )
}
