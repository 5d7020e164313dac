import { randomUUID } from 'node:crypto'
import {
  type CheckedLine,
  changeEmails,
  type LineDone,
  previewBatch,
} from '../../../domain/accounts/administration/batch-emails.server.ts'
import { mostLines, readBatch } from '../../../domain/accounts/administration/batch-emails.ts'
import { type ActionReply, formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminQuery,
  type Context,
  logFault,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { counted } from '../../../values/counted.ts'
import { refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import type { Toast } from '../../../values/toast.ts'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { usersHome } from '../../paths.ts'
import { asAdmin } from '../account-action.server.ts'
import { EmailConsequences } from '../account-action.tsx'
import { errorToast } from '../messages.ts'
import { useReplyToast } from '../use-reply-toast.ts'
import type { Route } from './+types/route.ts'
import { leftWords, Preview, Results, summaryOf } from './batch-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context)
  return { confirm: await needsConfirmation(context) }
}

/** A preview with the idempotency key for applying it, or the results. */
type Batch = { text: string; key: string } & ({ preview: CheckedLine[] } | { done: LineDone[] })

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    parse: readLines,
    run: async ({ form, value: text }) => {
      const key = form.get('key')
      const preview = await adminQuery(context, (admin) => previewBatch(admin, text))
      if (typeof key !== 'string' || !isId(key)) return { text, key: randomUUID(), preview }
      const unconfirmed = await requireConfirmation(context, form)
      if (unconfirmed) return { ...unconfirmed, facts: { batch: { text, key, preview } } }
      const ready = new Set(form.getAll('ready').map(Number))
      return { text, key, done: await apply(context, { key, text, ready }) }
    },
    refusals: {},
    done: (batch) => ({
      reply: { errors: {}, values: 'done' in batch ? {} : { lines: batch.text } },
      toast: 'done' in batch ? toastFor(batch.done) : null,
      facts: { batch },
    }),
    failed: { title: 'Update Failed', text: 'Failed to update user emails. Please try again.' },
  })
}

/** Pasted lines win over a file. Returns a message when they cannot be read. */
async function readLines(form: FormData) {
  const refuse = (lines: string) => ({
    ok: false as const,
    reply: refuseForm(form, { errors: { lines } }),
  })
  const pasted = form.get('lines')
  const text =
    typeof pasted === 'string' && pasted.trim() !== '' ? pasted : await textOf(form.get('file'))
  if (text.includes('\uFFFD') || text.includes('\0'))
    return refuse('This file is not text. Save it as CSV and try again.')
  const { length } = readBatch(text)
  if (length === 0) return refuse('Paste lines, or choose a file with them.')
  return length > mostLines
    ? refuse(`At most ${counted(mostLines, 'line')} at a time; you entered ${length}.`)
    : { ok: true as const, value: text }
}

/** Invalid UTF-8 is decoded as U+FFFD. */
async function textOf(file: FormDataEntryValue | null): Promise<string> {
  return file === null || typeof file === 'string' ? '' : file.text()
}

/** Throws when a fault left all lines unapplied. */
async function apply(
  context: Context,
  batch: { key: string; text: string; ready: Set<number> },
): Promise<LineDone[]> {
  let last: unknown
  const done = await changeEmails(asAdmin(context), batch, (fault) => {
    last = fault
    logFault(context, 'a line of a batch was not applied', fault)
  })
  if (last !== undefined && done.every(({ left }) => left !== null)) throw last
  return done
}

/** A single line has its own toast; several share one. */
function toastFor(done: LineDone[]): Toast {
  const updated = done.filter(({ left }) => left === null).length
  const [only] = done.length === 1 ? done : []
  const text = only
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
  const { answer, fetcher } = useAnswer<ActionReply<{ batch: Batch }>>(actionData)
  useReplyToast(answer)
  const batch = answer?.batch
  const previewed = batch && 'preview' in batch ? batch : null
  const isOfApply = answer?.reply.values.key !== undefined
  const ready = previewed?.preview.filter(({ verdict }) => verdict === 'ready') ?? []
  return (
    <>
      <PageHead
        title="Update Batch Emails"
        back={{ to: usersHome, label: 'Manage Users' }}
        lead="One line per person: user ID, new email. You see what each line does before anything changes."
      />
      {batch && 'done' in batch && <Results lines={batch.done} />}
      {previewed && <Preview lines={previewed.preview} />}
      {previewed && ready.length > 0 && (
        <ActionForm
          reply={isOfApply ? answer?.reply : undefined}
          fetcher={fetcher}
          className="mt-4 grid max-w-120 gap-4"
        >
          <input type="hidden" name="key" value={previewed.key} />
          <input type="hidden" name="lines" value={previewed.text} />
          {ready.map(({ line }) => (
            <input key={line} type="hidden" name="ready" value={line} />
          ))}
          <EmailConsequences />
          <ConfirmIdentity {...loaderData.confirm} />
          <div>
            <SubmitButton pendingLabel="Updating">{`Update ${counted(ready.length, 'email')}`}</SubmitButton>
          </div>
        </ActionForm>
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
            hint="Separated by comma, semicolon or tab. A header line is ignored."
            {...(previewed ? { defaultValue: previewed.text } : {})}
          />
          <FileField
            name="file"
            label="Or choose a file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            hint="Text, up to 500 lines"
          />
          <div className="col-span-full">
            <SubmitButton look={previewed ? 'secondary' : 'primary'} pendingLabel="Reading">
              Preview
            </SubmitButton>
          </div>
        </FieldGrid>
      </ActionForm>
    </>
  )
}
