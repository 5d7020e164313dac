import { randomUUID } from 'node:crypto'
import {
  changeEmails,
  type JudgedLine,
  type LineDone,
  previewBatch,
} from '../../../domain/accounts/batch-emails.server.ts'
import { type ActionReply, formAction } from '../../../platform/form-action.server.ts'
import {
  asAdmin,
  type Context,
  logFault,
  lookAsAdmin,
  requireAdmin,
} from '../../../platform/session.server.ts'
import { FieldGrid } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import type { Toast } from '../../../values/toast.ts'
import { demandConfirmation, needsConfirmation } from '../../parts/confirm-yourself.server.ts'
import { opener } from '../answer.server.ts'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { usersHome } from '../users-frame.tsx'
import { errorToast } from '../words.ts'
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

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    parse: readBatchForm,
    run: async ({ form, value: { text, key } }) => {
      const preview = await asAdmin(context, (admin) => previewBatch(admin, text))
      if (key === null) return { text, key: randomUUID(), preview }
      const unconfirmed = await demandConfirmation(context, form)
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

/** The lines, and the key of their preview once they were previewed. */
async function readBatchForm(form: FormData) {
  const key = form.get('key')
  const lines = await readLines(form)
  return 'refused' in lines
    ? { ok: false as const, reply: refuseForm(form, { errors: { lines: lines.refused } }) }
    : {
        ok: true as const,
        value: { text: lines.text, key: typeof key === 'string' && isId(key) ? key : null },
      }
}

/** What became of each line; a fault that left all as they were is thrown. */
async function apply(
  context: Context,
  batch: { key: string; text: string; ready: Set<number> },
): Promise<LineDone[]> {
  let last: unknown
  const done = await changeEmails(opener(context), batch, (fault) => {
    last = fault
    logFault(context, 'a line of a batch was not applied', fault)
  })
  if (last !== undefined && done.every(({ left }) => left !== null)) throw last
  return done
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
  const { answer, fetcher } = useAnswer<ActionReply<{ batch: Batch }>>(actionData)
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
