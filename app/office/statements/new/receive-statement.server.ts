import { buffer } from 'node:stream/consumers'
import { redirect } from 'react-router'
import { largestStatement } from '../../../domain/bank-transactions/statement-file-fault.ts'
import { keepStatement } from '../../../domain/bank-transactions/upload-statement.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { type ActionArgs, formAction } from '../../../platform/http/form-action.server.ts'
import type { ReceivedForm, Upload } from '../../../platform/http/upload.server.ts'
import { adminCommand, requireAdmin } from '../../../platform/session/session.server.ts'
import { type ParsedForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { formatInstant } from '../../../values/relative-time.ts'
import { draftPath, uploaded } from '../parts.tsx'

type Sent = { accountId: string | null; name: string; content: Buffer }

/** Handles the form that takes a statement, then redirects to its check. */
export function receiveStatement(args: ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    limitBytes: () => largestStatement,
    parse: (form, _, received) => readSent(form, received),
    run: ({ value }) => adminCommand(context, (admin) => keepStatement(admin, value)),
    refusals: {
      unreadable: ({ problem }) => ({ errors: { file: problem } }),
      'account-unknown': {
        errors: {
          accountId: 'The file does not say which account it belongs to. Choose the account.',
        },
      },
      'account-missing': ({ number }) => ({
        errors: {
          file: `This statement is for account ${number}, which is not an open payment account. Add the account in Company Settings, or choose another file.`,
        },
      }),
      closed: {
        errors: { accountId: 'This account is closed. Reopen it in Company Settings first.' },
      },
      uploaded: ({ at, by }) => ({ errors: { file: uploaded(formatInstant(at), by) } }),
    },
    done: ({ draftId }) => redirect(draftPath(draftId)),
    failed: 'The statement could not be read',
  })
}

async function readSent(
  form: FormData,
  { uploads, tooLarge }: ReceivedForm,
): Promise<ParsedForm<Sent>> {
  const refuse = (errors: Record<string, string>) => ({
    ok: false as const,
    reply: refuseForm(form, { errors }),
  })
  const account = form.get('accountId')
  if (tooLarge.has('file'))
    return refuse({ file: 'This file is larger than 25 MB. Download a shorter period.' })
  const upload = uploads.get('file')
  if (!upload) return refuse({ file: 'Choose the file of the statement.' })
  if (typeof account === 'string' && account !== '' && !isId(account))
    return refuse({ accountId: 'Choose an account from the list.' })
  const accountId = typeof account === 'string' && account !== '' ? account : null
  return { ok: true, value: { accountId, ...(await contentOf(upload)) } }
}

async function contentOf(upload: Upload) {
  const stream = await files.get(upload.key)
  if (!stream) throw new Error('an uploaded file is missing from the store')
  return { name: upload.originalName, content: await buffer(stream) }
}
