import type { NotificationEdited } from '../../../domain/notifications/edit-notification.server.ts'
import type { NotificationInFull } from '../../../domain/notifications/notifications.server.ts'
import { notFound } from '../../../platform/session.server.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { type MeanwhileChange, mergeTyped } from '../../../values/meanwhile.ts'
import { errorsOfRecipients } from '../parts/refuse-recipients.ts'
import { textOf } from './versions.ts'

/** The form back, and what somebody else stored meanwhile. */
export type EditReply = { reply: FormReply; changes: MeanwhileChange[] }
export type EditRefused =
  | Extract<NotificationEdited, { refused: string }>
  | { refused: 'unreadable'; reply: FormReply }

const changedMeanwhile =
  'This notification changed while you were editing, and nothing of yours is stored yet. Look at what changed, then save again.'

/** What the dialog answers to an edit that was refused. A notification that was deleted meanwhile is not found. */
export function refuseEdit(form: FormData, refused: EditRefused): EditReply {
  switch (refused.refused) {
    case 'unreadable':
      return { reply: refused.reply, changes: [] }
    case 'not-found':
      throw notFound()
    case 'changed-meanwhile':
      return merge(form, refused.now)
    default:
      return {
        reply: refuseForm(form, { errors: errorsOfRecipients(refused.refused) }),
        changes: [],
      }
  }
}

function merge(form: FormData, now: NotificationInFull): EditReply {
  const stored = textOf(now)
  const { values } = refuseForm(form, {})
  // A browser sends a line's end as two characters.
  const read = (mark: string) =>
    Object.fromEntries(
      Object.keys(stored).map((name) => [
        name,
        (values[`${name}${mark}`] ?? '').replaceAll('\r\n', '\n'),
      ]),
    )
  const { fields, changes } = mergeTyped({ opened: read('0'), stored, typed: read('') })
  const reply = {
    errors: {},
    values: { ...values, ...fields, version: String(now.version) },
    message: changedMeanwhile,
  }
  return { reply, changes: inWords(changes, values.audience0 ?? '', now.recipients) }
}

/** Recipients and investor are ids in the form: they are told as one change, by their names. */
function inWords(changes: MeanwhileChange[], before: string, now: string): MeanwhileChange[] {
  const isAudience = ({ name }: MeanwhileChange) => name === 'recipients' || name === 'investorId'
  const ofAudience = changes.filter(isAudience)
  const told = changes.filter((change) => !isAudience(change))
  if (ofAudience.length === 0) return told
  return [...told, { name: 'recipients', before, now, kept: ofAudience.some(({ kept }) => kept) }]
}
