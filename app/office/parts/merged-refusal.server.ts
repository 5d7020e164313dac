import type { Refusal } from '../../platform/http/form-action.server.ts'
import { mergeTyped } from '../../values/concurrent-change.ts'
import { refuseForm } from '../../values/form.ts'

type Stored = { version: number; texts: Readonly<Record<string, string>>; message: string }

/**
 * The refusal of an edit that began before another change was stored: what was typed, merged with what is stored now. The
 * values with which the form was opened are in fields with a `0` behind their names (app/office/parts/edit-dialog.tsx).
 */
export function mergedRefusal(form: FormData, { version, texts, message }: Stored): Refusal {
  const { values } = refuseForm(form, {})
  const read = (mark: string) =>
    Object.fromEntries(
      Object.keys(texts).map((name) => [
        name,
        // Browsers submit line breaks as CRLF.
        (values[`${name}${mark}`] ?? '').replaceAll('\r\n', '\n'),
      ]),
    )
  const { fields, changes } = mergeTyped({ opened: read('0'), stored: texts, typed: read('') })
  return { values: { ...fields, version: String(version) }, message, facts: { changes } }
}
