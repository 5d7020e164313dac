import { data, redirect } from 'react-router'
import { setSharedCookie } from '../../../ui/connection/cookies.ts'
import { showToast } from '../../../ui/feedback/show-toast.ts'
import { counted } from '../../../values/counted.ts'
import type { FormReply } from '../../../values/form.ts'
import { type Toast, toastCookieName } from '../../../values/toast.ts'
import { readAnswer, send } from '../../parts/send-with-progress.ts'
import type { DocumentReply } from '../parts/refuse-document.ts'
import { type ChosenFile, chosenFiles, forgetFiles, setState } from './chosen-files.ts'

const failed = 'Error uploading document. Please try again later.'
/** Errors that concern a single file; all others concern the whole form. */
const ownFields = ['title', 'file'] as const

/**
 * Uploads each file as its own document, one after another. A refused file does not stop the others; an invalid form
 * does. Redirects to the list when all are stored. Throws on a lost connection or an ended session.
 */
export async function uploadFiles(address: string, facts: FormData) {
  for (const chosen of chosenFiles()) {
    if (chosen.state.is === 'stored' || isTooLarge(chosen)) continue
    const reply = await sendOne(address, facts, chosen)
    if (reply) return data(reply, { status: 422 })
  }
  const all = chosenFiles()
  const stored = all.filter(({ state }) => state.is === 'stored').length
  // One toast replaces those of the individual uploads.
  setSharedCookie(toastCookieName, '', 'max-age=0')
  if (stored === all.length) {
    showToast({
      title: 'Document uploaded',
      text: `${counted(stored, 'document')} stored.`,
      kind: 'success',
    })
    forgetFiles()
    throw redirect(`/admin-dashboard/documents${new URL(address, location.href).search}`)
  }
  const refused = counted(all.length - stored, 'file')
  const message = `Upload failed for ${refused}. ${stored === 0 ? 'Nothing was stored.' : `${counted(stored, 'document')} stored.`} See below: fix or remove the refused files, then upload again.`
  const toast: Toast = {
    title: 'Upload failed',
    text: `${refused} of ${all.length} not stored.`,
    kind: 'error',
  }
  const reply: DocumentReply = { reply: { ...echo(facts), message }, toast }
  return data(reply, { status: 422 })
}

/** A file above the limit is not retried. */
const isTooLarge = ({ state, file }: ChosenFile) =>
  state.is === 'refused' &&
  state.field === 'file' &&
  file.size > 0 &&
  /larger than/.test(state.because)

/** Returns the reply when the form itself is invalid, else null. */
async function sendOne(
  address: string,
  facts: FormData,
  chosen: ChosenFile,
): Promise<DocumentReply | null> {
  const form = new FormData()
  for (const [name, value] of facts) form.append(name, value)
  form.set('key', chosen.key)
  form.set('title', chosen.title)
  form.set('file', chosen.file)
  const sending = (sent: number, total: number) =>
    setState(chosen.key, { is: 'sending', progress: { sent, total } })
  sending(0, chosen.file.size)
  try {
    const answer = readAnswer(await send(address, form, sending), failed)
    if ('onward' in answer) setState(chosen.key, { is: 'stored' })
    else return refuse(chosen.key, answer)
  } catch (unanswered) {
    setState(chosen.key, { is: 'waiting' })
    throw unanswered
  }
  return null
}

function refuse(key: string, answer: DocumentReply): DocumentReply | null {
  const { reply } = answer
  const { title, file, ...others } = reply.errors
  if (Object.keys(others).length > 0) {
    setState(key, { is: 'waiting' })
    return { ...answer, reply: { ...reply, errors: others } }
  }
  const because = title ?? file ?? reply.message ?? failed
  const field = ownFields.find((name) => reply.errors[name] !== undefined) ?? 'file'
  setState(key, { is: 'refused', field, because })
  return null
}

function echo(form: FormData): FormReply {
  const values = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return { errors: {}, values: Object.fromEntries(values) }
}
