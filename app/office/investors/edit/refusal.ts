import type { EmailRefusal } from '../../../domain/accounts/administration/change-email.server.ts'
import type { EditRefusal } from '../../../domain/investors/edit-investor.server.ts'
import type { ActionReply, Refusal } from '../../../platform/http/form-action.server.ts'
import { type ConcurrentChange, mergeTyped } from '../../../values/concurrent-change.ts'
import { refuseForm } from '../../../values/form.ts'
import { emailRefusals } from '../../users/messages.ts'
import { syncFailed } from './toasts.ts'
import { fieldsOf, openedWith } from './versions.ts'

/** `changes`: what another administrator stored in the meantime. */
export type EditReply = ActionReply<{ changes: ConcurrentChange[] }>

const versionConflict =
  'This investor changed while you were editing, and nothing was saved yet. Your entries are kept. Look at what changed, then save again.'

/** Field errors; after a concurrent edit, both versions and the merged form. */
export function refuseEdit(
  refused: Exclude<EditRefusal, { refused: 'not-found' }>,
  form: FormData,
): Refusal {
  switch (refused.refused) {
    case 'version-conflict': {
      const stored = fieldsOf(refused.now)
      const typed = Object.fromEntries(
        Object.keys(stored).map((name) => [name, String(form.get(name) ?? '')]),
      )
      const opened = openedWith(form.get('opened'))
      const { fields, changes } = mergeTyped({ opened, stored, typed })
      const { values: sent } = refuseForm(form, {})
      const version = String(refused.now.version)
      const values = { ...sent, ...fields, opened: JSON.stringify(stored), version }
      return { values, message: versionConflict, facts: { changes } }
    }
    case 'email':
      return form.has('useAccountEmail')
        ? { message: `${syncFailed.title}. ${emailRefusals[refused.why]}`, toast: syncFailed }
        : refuseEmail(refused.why)
    case 'archived':
      return 'This investor was archived. Restore them first.'
    case 'key-reused':
      return 'This was already sent with a different text. Reload the page and try again.'
    case 'not-found':
      return 'This investor was deleted.'
    default:
      return refused satisfies never
  }
}

function refuseEmail(why: EmailRefusal): Refusal {
  const sentence = emailRefusals[why]
  if (why === 'same') return { errors: { email: sentence } }
  if (why !== 'taken') return sentence
  const text = 'It belongs to another account or investor. Nothing was changed.'
  return { errors: { email: sentence }, toast: { kind: 'error', title: sentence, text } }
}
