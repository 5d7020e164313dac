import type { EmailRefusal } from '../../../domain/accounts/change-email.server.ts'
import type { EditRefusal } from '../../../domain/investors/edit-investor.server.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { type MeanwhileChange, mergeTyped } from '../../../values/meanwhile.ts'
import type { Toast } from '../../../values/toast.ts'
import { emailRefusals } from '../../users/email-refusals.ts'
import { fieldsOf, openedWith } from './versions.ts'
import { syncFailed } from './words.ts'

/** What the dialog is answered when nothing was stored; `changes` are what somebody else stored meanwhile. */
export type EditReply = { reply: FormReply; changes: MeanwhileChange[]; toast: Toast | null }

const changedMeanwhile =
  'This investor changed while you were editing, and nothing of yours is stored yet. What you typed is still here: look at what changed, then save again.'

/** The sentences beside the fields; after somebody else's change, both versions and the form with both in it. */
export function refuseEdit(form: FormData, refused: EditRefusal): EditReply {
  switch (refused.refused) {
    case 'changed-meanwhile': {
      const stored = fieldsOf(refused.now)
      const typed = Object.fromEntries(
        Object.keys(stored).map((name) => [name, String(form.get(name) ?? '')]),
      )
      const { fields, changes } = mergeTyped({
        opened: openedWith(form.get('opened')),
        stored,
        typed,
      })
      const { values: sent } = refuseForm(form, {})
      const values = {
        ...sent,
        ...fields,
        opened: JSON.stringify(stored),
        version: String(refused.now.version),
      }
      return { reply: { errors: {}, values, message: changedMeanwhile }, changes, toast: null }
    }
    case 'email':
      return form.has('useAccountEmail') ? notSynced(form, refused.why) : beside(form, refused.why)
    case 'archived':
      return above(form, 'This investor was archived meanwhile. Restore them first.')
    case 'key-reused':
      return above(form, 'This was sent before with other words. Reload the page and try again.')
    case 'not-found':
      return above(form, 'This investor was deleted meanwhile.')
    default:
      return refused satisfies never
  }
}

function above(form: FormData, message: string): EditReply {
  return { reply: refuseForm(form, { message }), changes: [], toast: null }
}

function beside(form: FormData, why: EmailRefusal): EditReply {
  const sentence = emailRefusals[why]
  const toast: Toast | null =
    why === 'taken'
      ? {
          kind: 'error',
          title: sentence,
          text: 'It belongs to another account or investor. Nothing was changed.',
        }
      : null
  const isTheAddress = why === 'taken' || why === 'same'
  const reply = refuseForm(
    form,
    isTheAddress ? { errors: { email: sentence } } : { message: sentence },
  )
  return { reply, changes: [], toast }
}

function notSynced(form: FormData, why: EmailRefusal): EditReply {
  const message = `${syncFailed.title}. ${emailRefusals[why]}`
  return { reply: refuseForm(form, { message }), changes: [], toast: syncFailed }
}
