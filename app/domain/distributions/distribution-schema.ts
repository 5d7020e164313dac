import { z } from 'zod'
import { checkbox, optionalNote, optionalText, requiredDay } from '../../values/fields.ts'
import type { ParsedForm } from '../../values/form.ts'
import { type MoneyInput, moneyFields, parseMoneyForm } from '../exchange-rates/paid-amount.ts'
import { paymentMethods } from '../investments/payment-methods.ts'

const DistributionDraftSchema = z.object({
  projectId: z.uuid('Choose a project.'),
  ...moneyFields('The amount must be greater than zero.'),
  datedOn: requiredDay('Enter the record date.'),
  note: optionalNote(500),
})

/** `seen` identifies the shares that were shown; `again` confirms a repeated distribution. */
const RecordDistributionSchema = DistributionDraftSchema.extend({
  key: z.uuid('Reload the page and try again.'),
  again: checkbox(),
  seen: z.string().regex(/^[0-9a-f]{64}$/, 'Reload the page and try again.'),
})

/** Reads the draft of a distribution, in dollars or in another currency. */
export const parseDistributionDraft = (form: FormData) =>
  withTotal(parseMoneyForm(DistributionDraftSchema, form))

/** Reads the form that records a distribution. */
export const parseDistribution = (form: FormData) =>
  withTotal(parseMoneyForm(RecordDistributionSchema, form))

function withTotal<Value extends { amount: MoneyInput }>(
  parsed: ParsedForm<Value>,
): ParsedForm<Omit<Value, 'amount'> & { total: MoneyInput }> {
  if (!parsed.ok) return parsed
  const { amount: total, ...value } = parsed.value
  return { ok: true, value: { ...value, total } }
}

/**
 * `left` names the investments whose share stays unsent, `leftEmails` their investors, one a line, where there are too many
 * to list; `seen` is the number of unsent shares that were shown.
 */
export const SendDistributionSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  sentOn: requiredDay('Enter the day the money was sent.'),
  method: z.enum(paymentMethods, 'Choose how the money was sent.'),
  reference: optionalText(80),
  left: z.array(z.uuid('Choose from the shares shown.')),
  leftEmails: optionalNote(20_000),
  seen: z.coerce.number('Reload the page and try again.').int().min(0),
})
