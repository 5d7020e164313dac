import { z } from 'zod'
import type { EmailRefusal } from '../../../domain/accounts/administration/change-email.server.ts'
import type { EditRefusal, EmailOutcome } from '../../../domain/investors/edit-investor.server.ts'
import type { SignInState } from '../../../domain/investors/investor.ts'
import type { ActionReply, Refusal } from '../../../platform/http/form-action.server.ts'
import { type ConcurrentChange, mergeTyped } from '../../../values/concurrent-change.ts'
import { refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { emailRefusals } from '../../users/messages.ts'

/** `changes`: what another administrator stored in the meantime. */
export type EditReply = ActionReply<{ changes: ConcurrentChange[] }>

const versionConflict =
  'This investor changed while you were editing, and nothing was saved yet. Your entries are kept. Look at what changed, then save again.'

/** With the address of a colleague one could approve in their name. */
export const colleaguesEmail: Refusal = {
  errors: {
    email:
      'This is a member of staff: another person must approve a new email. Propose it in Manage Users, under Update Email.',
  },
  message: 'Nothing was saved.',
}

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
      return 'The form was already sent with a different text. Reload the page and try again.'
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

/** Warnings stay for 8 seconds, or 10 where emails must be repaired. */
const usual = 8
const longer = 10

const unknown: Toast = {
  kind: 'warning',
  title: 'Authentication Status Unknown',
  text: 'Their sign-in status could not be checked. The saved record is shown.',
  seconds: usual,
}
const mismatch: Toast = {
  kind: 'warning',
  title: 'Email Sync Issue Detected',
  text: 'Their account and this record have two different emails.',
  seconds: longer,
}

/** Shown when the dialog opens. Constant objects, so that revalidation does not repeat the toast. */
export const openingToasts: Record<SignInState, Toast | null> = {
  'verification-failed': unknown,
  'email-mismatch': mismatch,
  'no-auth-account': null,
  unverified: null,
  verified: null,
}

export function savedToast(outcome: EmailOutcome, email: string, hasPassword: boolean): Toast {
  switch (outcome) {
    case 'kept':
      return { kind: 'success', title: 'Investor updated' }
    case 'changed': {
      const text = hasPassword
        ? `A confirmation email is sent to ${email}.`
        : `Their invitation ended. Send it again, to ${email}.`
      return { kind: 'success', title: 'Investor updated', text }
    }
    case 'repaired':
      return {
        kind: 'success',
        title: 'Investor updated',
        text: 'Account and record have the same email.',
      }
    case 'record-only':
      return {
        kind: 'warning',
        title: 'No linked authentication account',
        text: 'The investor was updated. They have no account to sign in with, so no sign-in email changed.',
        seconds: longer,
      }
    case 'differs':
      return {
        kind: 'warning',
        title: 'Partial Update',
        text: 'The investor was updated. They still sign in with a different email, which must be repaired.',
        seconds: usual,
      }
    default:
      return outcome satisfies never
  }
}

export const syncFailed: Toast = {
  kind: 'warning',
  title: 'Failed to sync emails',
  text: 'Account and record still have two different emails. Nothing was changed.',
  seconds: usual,
}

export type Fields = Record<'fullName' | 'email' | 'phone', string>

export function fieldsOf(investor: {
  fullName: string
  email: string
  phone: string | null
}): Fields {
  const { fullName, email, phone } = investor
  return { fullName, email, phone: phone ?? '' }
}

const labels: Fields = { fullName: 'Full Name', email: 'Email', phone: 'Phone' }

export const labelOf = (name: string) => labels[name as keyof Fields] ?? name

/** Parses the values the form was opened with; empty when unreadable. */
function openedWith(sent: FormDataEntryValue | null): Record<string, string> {
  try {
    return z
      .record(z.string(), z.string())
      .parse(JSON.parse(typeof sent === 'string' ? sent : '{}'))
  } catch {
    return {}
  }
}
