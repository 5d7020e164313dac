import { useSyncExternalStore } from 'react'
import { data, redirect } from 'react-router'
import { setSharedCookie } from '../../../ui/connection/cookies.ts'
import { showToast } from '../../../ui/feedback/show-toast.ts'
import { counted } from '../../../values/counted.ts'
import type { FormReply } from '../../../values/form.ts'
import { type Toast, toastCookieName } from '../../../values/toast.ts'
import type { Sending } from '../../parts/send-with-progress.ts'
import { readAnswer, send } from '../../parts/send-with-progress.ts'
import type { DocumentReply } from '../parts/refuse-document.ts'

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

/** One of several files, each of which becomes a document. `key` is its idempotency key. */
export type ChosenFile = {
  key: string
  file: File
  title: string
  state:
    | { is: 'waiting' | 'stored' }
    | { is: 'sending'; progress: Sending }
    | { is: 'refused'; field: 'title' | 'file'; because: string }
}

/** Files that may be uploaded with one form. */
export const mostChosen = 20

let chosen: readonly ChosenFile[] = []
const watchers = new Set<() => void>()

function publish(next: readonly ChosenFile[]) {
  chosen = next
  for (const watcher of watchers) watcher()
}

/** The chosen files when there are several. */
export function useChosenFiles(): readonly ChosenFile[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    chosenFiles,
    () => none,
  )
}

const none: readonly ChosenFile[] = []

export const chosenFiles = (): readonly ChosenFile[] => chosen

/** Adds files titled after their names. A file above the limit is refused before it is uploaded. */
export function addFiles(files: readonly File[], limitBytes: number) {
  const added = files.slice(0, mostChosen - chosen.length).map((file): ChosenFile => {
    const because = `This file is larger than ${Math.floor(limitBytes / 1_048_576)} MB. Choose a smaller one.`
    const state =
      file.size > limitBytes ? { is: 'refused' as const, field: 'file' as const, because } : waiting
    return { key: newKey(), file, title: titleOf(file.name), state }
  })
  publish([...chosen, ...added])
}

const waiting = { is: 'waiting' as const }

/** Returns whether all remaining files are stored. */
export function removeFile(key: string): { isDone: boolean } {
  const left = chosen.filter((entry) => entry.key !== key)
  const isDone = left.length > 0 && left.every(({ state }) => state.is === 'stored')
  publish(isDone ? [] : left)
  return { isDone }
}

export const forgetFiles = () => publish([])

/** A new title allows another attempt, unless the file itself was refused. */
export function retitle(key: string, title: string) {
  updateFile(key, (entry) => ({
    ...entry,
    title,
    state: entry.state.is === 'refused' && entry.state.field === 'title' ? waiting : entry.state,
  }))
}

function setState(key: string, state: ChosenFile['state']) {
  updateFile(key, (entry) => ({ ...entry, state }))
}

function updateFile(key: string, how: (entry: ChosenFile) => ChosenFile) {
  publish(chosen.map((entry) => (entry.key === key ? how(entry) : entry)))
}

/** `progress-report_2026.pdf` becomes "progress report 2026". */
function titleOf(name: string): string {
  const words = name.replace(/\.[^.\s]+$/, '').replaceAll(/[-_\s]+/g, ' ')
  return [...words.trim()].slice(0, 200).join('')
}

/** A random UUID; `crypto.randomUUID` only exists in secure contexts. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
