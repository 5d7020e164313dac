import type { ProjectEdited } from '../../../domain/projects/edit-project.server.ts'
import { textOf } from '../../../domain/projects/project-text.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { type MeanwhileChange, mergeTyped } from '../../../values/meanwhile.ts'
import type { Toast } from '../../../values/toast.ts'

/** What the page is answered when nothing was stored; `changes` are what somebody else stored meanwhile. */
export type EditReply = { reply: FormReply; changes: MeanwhileChange[]; toast: Toast | null }

export type EditRefused =
  | { refused: 'unreadable'; reply: FormReply }
  | Extract<ProjectEdited, { refused: string }>

const changedMeanwhile =
  'This project changed while you were editing, and nothing of yours is stored yet. What you typed is still here: look at what changed, then save again.'

/** The sentences beside the fields; after somebody else's change, both versions and the form with both in it. */
export function refuseEdit(form: FormData, refused: EditRefused): Omit<EditReply, 'toast'> {
  switch (refused.refused) {
    case 'unreadable':
      return { reply: refused.reply, changes: [] }
    case 'slug-taken':
      return beside(form, { slug: 'Another project has this address, or had it before.' })
    case 'needs-picture':
      return beside(form, {
        published: 'A published project needs a cover. Add a picture first, then publish it.',
      })
    case 'changed-meanwhile': {
      const stored = textOf(refused.now)
      const typed = Object.fromEntries(
        Object.keys(stored).map((name) => [name, textIn(form, name)]),
      )
      const { fields, changes } = mergeTyped({ opened: openedWith(form), stored, typed })
      const values = {
        ...fields,
        opened: JSON.stringify(stored),
        version: String(refused.now.version),
      }
      return { reply: { errors: {}, values, message: changedMeanwhile }, changes }
    }
    case 'not-found':
      throw new Error('a project that is not there is answered as a page that is not there')
    default:
      return refused satisfies never
  }
}

function beside(form: FormData, errors: Record<string, string>) {
  return { reply: refuseForm(form, { errors }), changes: [] }
}

function textIn(form: FormData, name: string): string {
  const value = form.getAll(name).at(-1)
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** What the fields held when the form was opened, as the form itself brings it: it only tells what changed since. */
function openedWith(form: FormData): Record<string, string> {
  try {
    const read: unknown = JSON.parse(textIn(form, 'opened'))
    return typeof read === 'object' && read !== null ? textsOf(read) : {}
  } catch (fault) {
    if (fault instanceof SyntaxError) return {}
    throw fault
  }
}

function textsOf(read: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}
