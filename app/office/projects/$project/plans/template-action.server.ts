import type { z } from 'zod'
import {
  changeLines,
  lineNumbers,
  type PlanFields,
  type ReadLines,
  readLines,
  readShares,
} from '../../../../domain/payment-plans/plan-form.ts'
import { type TemplateLine, totalsOf } from '../../../../domain/payment-plans/plan-line.ts'
import { type FormReply, type ParsedForm, parseForm, refuseForm } from '../../../../values/form.ts'
import { basisPoints, formatPercent, hundredPercent } from '../../../../values/percent.ts'

/** A pressed button for lines, with the changed fields; or what is to be saved. */
export type TemplateSent<Head> = { fields: PlanFields } | { head: Head; lines: TemplateLine[] }

/** Reads a template's form: buttons for lines change it, and without them it is to be saved. */
export function readTemplate<Schema extends z.ZodObject>(
  schema: Schema,
  form: FormData,
): ParsedForm<TemplateSent<z.output<Schema>>> {
  const typed = refuseForm(form, {}).values
  const fields = changeLines(typed, typed.act ?? '') ?? (typed.act === 'preview' ? typed : null)
  if (fields) return { ok: true, value: { fields } }
  const head = parseForm(schema, form)
  const lines = readAllOfAmount(typed)
  if (head.ok && lines.ok) return { ok: true, value: { head: head.value, lines: lines.lines } }
  const reply: FormReply = head.ok ? { errors: {}, values: typed } : head.reply
  return {
    ok: false,
    reply: { ...reply, errors: { ...reply.errors, ...(lines.ok ? {} : lines.errors) } },
  }
}

function readAllOfAmount(typed: PlanFields): ReadLines {
  const read = readLines(typed)
  const refusal = percentRefusal(typed)
  if (refusal === null) return read
  return { ok: false, errors: { lines: refusal, ...(read.ok ? {} : read.errors) } }
}

/** Percentages come to 100%; null when they do, for fixed amounts alone, and while a share cannot be read. */
function percentRefusal(typed: PlanFields): string | null {
  const shares = readShares(typed)
  if (shares.length < lineNumbers(typed).length) return null
  const { percent } = totalsOf(shares)
  if (percent === 0 || percent === hundredPercent) return null
  return `The percentages come to ${formatPercent(basisPoints(percent), 2)}. They must add up to 100%.`
}

/** The message at the line that waits for a milestone that is no longer there. */
export function unknownMilestoneError(form: FormData, place: number): Record<string, string> {
  const number = lineNumbers(refuseForm(form, {}).values)[place]
  return { [`milestone-${number}`]: 'This milestone no longer exists. Choose another.' }
}
