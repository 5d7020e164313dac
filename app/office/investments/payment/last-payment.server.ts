import { z } from 'zod'
import { paymentMethods } from '../../../domain/investments/payment-methods.ts'
import type { RecordPaymentInput } from '../../../domain/payments/payment-schema.ts'
import { cookieValue } from '../../../platform/session/auth.server.ts'
import { calendarDate } from '../../../values/calendar-date.ts'
import { currencies } from '../../../values/currency.ts'

const name = 'last-payment'
/** A working day: tomorrow's pile has another day. */
const seconds = 12 * 60 * 60

const LastPaymentSchema = z.object({
  method: z.enum(paymentMethods).nullable(),
  receivedOn: z.string().transform(calendarDate),
  currency: z.enum(currencies),
  accountId: z.uuid().nullable(),
})

/** What the next payment of a pile most likely shares with the last. */
export type LastPayment = z.output<typeof LastPaymentSchema>

/** What this browser recorded last, within half a day; null without one. */
export function lastPayment(request: Request): LastPayment | null {
  const value = cookieValue(request.headers.get('cookie'), name)
  if (value === null) return null
  try {
    return LastPaymentSchema.parse(JSON.parse(value))
  } catch {
    return null
  }
}

/** The headers that make the next form begin with this payment's method, day, currency and account. */
export function rememberPayment(payment: RecordPaymentInput): Headers {
  const { method, receivedOn, amount, accountId = null } = payment
  const currency = typeof amount === 'bigint' ? 'USD' : amount.currency
  const value = encodeURIComponent(JSON.stringify({ method, receivedOn, currency, accountId }))
  const cookie = `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`
  return new Headers({ 'Set-Cookie': cookie })
}
