import { clock } from '../../platform/clock.server.ts'
import { formatDay, isAfter, parseCalendarDate } from '../../values/calendar-date.ts'
import type { ParsedForm } from '../../values/form.ts'

/**
 * A form refused for other fields says also that its day `name` is after today, so that all faults are shown together. A form
 * without faults is left to its command.
 */
export function withFutureDay<Value>(
  parsed: ParsedForm<Value>,
  form: FormData,
  name: string,
): ParsedForm<Value> {
  if (parsed.ok) return parsed
  const typed = parseCalendarDate(String(form.get(name) ?? ''))
  const today = clock.today()
  if (!typed.ok || !isAfter(typed.day, today)) return parsed
  const sentence = `This date is in the future. Choose ${formatDay(today)} or earlier.`
  const { reply } = parsed
  return { ok: false, reply: { ...reply, errors: { [name]: sentence, ...reply.errors } } }
}
