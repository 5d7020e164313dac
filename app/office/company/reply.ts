import { fieldsIn } from '../../domain/company/company-fields.ts'
import { rearrangeRows } from '../../domain/company/rearrange-rows.ts'
import type { ActionReply } from '../../platform/http/form-action.server.ts'
import type { ConcurrentChange } from '../../values/concurrent-change.ts'
import type { FormReply } from '../../values/form.ts'

/**
 * What the page of the settings is answered when nothing was stored. `redrawn`: the fields hold something else than
 * was sent. `next`: where the person goes on, by the name of a field or by what a button posts.
 */
export type CompanyReply = ActionReply<{
  redrawn: true
  next: string | undefined
  changes: ConcurrentChange[]
}>

/** The name under which the buttons of the rows post their act. */
export const rowAct = 'rows'

/** The form with one row more, less or elsewhere, when that was asked for; otherwise null. */
export function rearranged(
  form: FormData,
): { reply: FormReply; redrawn: true; next: string | undefined } | null {
  const act = form.get(rowAct)
  if (typeof act !== 'string') return null
  const { [rowAct]: _, ...typed } = fieldsIn(form)
  const { fields, next } = rearrangeRows(typed, act)
  return { reply: { errors: {}, values: { ...fields } }, redrawn: true, next }
}
