import { fieldsIn } from '../../domain/company/company-fields.ts'
import { rearrangeRows } from '../../domain/company/rearrange-rows.ts'
import type { ActionReply } from '../../platform/http/form-action.server.ts'
import type { ConcurrentChange } from '../../values/concurrent-change.ts'
import type { FormReply } from '../../values/form.ts'

/** `fieldsReplaced`: field values differ from those sent. `next`: the field or button that gets the focus. */
export type CompanyReply = ActionReply<{
  fieldsReplaced: true
  next: string | undefined
  changes: ConcurrentChange[]
}>

export const rowAct = 'rows'

/** The form after adding, removing or moving a row; null when the form asked for none of these. */
export function rowChangeReply(
  form: FormData,
): { reply: FormReply; fieldsReplaced: true; next: string | undefined } | null {
  const act = form.get(rowAct)
  if (typeof act !== 'string') return null
  const { [rowAct]: _, ...typed } = fieldsIn(form)
  const { fields, next } = rearrangeRows(typed, act)
  return { reply: { errors: {}, values: { ...fields } }, fieldsReplaced: true, next }
}
