import type { ProjectEdited } from '../../../../domain/projects/edit-project.server.ts'
import { textOf } from '../../../../domain/projects/project-text.ts'
import type { ActionReply, Refusals } from '../../../../platform/http/form-action.server.ts'
import { type ConcurrentChange, mergeTyped } from '../../../../values/concurrent-change.ts'

/** `changes`: what another administrator stored in the meantime. */
export type EditReply = ActionReply<{ changes: ConcurrentChange[] }>

const versionConflict =
  'This project changed while you were editing, and nothing was saved yet. Your entries are kept. Look at what changed, then save again.'

/** Field errors; after a concurrent edit, both versions and the merged form. */
export const refuseEdit: Refusals<ProjectEdited> = {
  'slug-taken': { errors: { slug: 'Another project has this address, or had it before.' } },
  'needs-picture': {
    errors: {
      published: 'A published project needs a cover. Add a picture first, then publish it.',
    },
  },
  'version-conflict': ({ now }, form) => {
    const stored = textOf(now)
    const typed = Object.fromEntries(Object.keys(stored).map((name) => [name, textIn(form, name)]))
    const { fields, changes } = mergeTyped({ opened: openedWith(form), stored, typed })
    const version = String(now.version)
    const values = { ...fields, opened: JSON.stringify(stored), version }
    return { values, message: versionConflict, facts: { changes } }
  },
}

function textIn(form: FormData, name: string): string {
  const value = form.getAll(name).at(-1)
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** The values the form was opened with, as submitted: used only to detect changes. */
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
