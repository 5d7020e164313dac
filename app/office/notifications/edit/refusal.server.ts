import type { NotificationEdited } from '../../../domain/notifications/edit-notification.server.ts'
import type { NotificationInFull } from '../../../domain/notifications/notifications.server.ts'
import type { ActionReply, Refusal, Refusals } from '../../../platform/http/form-action.server.ts'
import { type ConcurrentChange, mergeTyped } from '../../../values/concurrent-change.ts'
import { refuseForm } from '../../../values/form.ts'
import { recipientRefusals } from '../parts/refuse-recipients.ts'
import { textOf } from './versions.ts'

/** Includes what another administrator stored in the meantime. */
export type EditReply = ActionReply<{ changes: ConcurrentChange[] }>

const versionConflict =
  'This notification changed while you were editing, and nothing was saved yet. Look at what changed, then save again.'

export const refuseEdit: Refusals<NotificationEdited> = {
  ...recipientRefusals,
  'version-conflict': ({ now }, form) => merge(form, now),
}

function merge(form: FormData, now: NotificationInFull): Refusal {
  const stored = textOf(now)
  const { values } = refuseForm(form, {})
  // Browsers submit line breaks as CRLF.
  const read = (mark: string) =>
    Object.fromEntries(
      Object.keys(stored).map((name) => [
        name,
        (values[`${name}${mark}`] ?? '').replaceAll('\r\n', '\n'),
      ]),
    )
  const { fields, changes } = mergeTyped({ opened: read('0'), stored, typed: read('') })
  return {
    values: { ...values, ...fields, version: String(now.version) },
    message: versionConflict,
    facts: { changes: inWords(changes, values.audience0 ?? '', now.recipients) },
  }
}

/** Recipients and investor are ids in the form; reported as one change, by name. */
function inWords(changes: ConcurrentChange[], before: string, now: string): ConcurrentChange[] {
  const isAudience = ({ name }: ConcurrentChange) => name === 'recipients' || name === 'investorId'
  const ofAudience = changes.filter(isAudience)
  const others = changes.filter((change) => !isAudience(change))
  if (ofAudience.length === 0) return others
  return [...others, { name: 'recipients', before, now, kept: ofAudience.some(({ kept }) => kept) }]
}
