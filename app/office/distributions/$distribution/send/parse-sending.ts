import { SendDistributionSchema } from '../../../../domain/distributions/distribution-schema.ts'
import type { UnsentShare } from '../../../../domain/distributions/send-distribution.server.ts'
import { parseForm, refuseForm } from '../../../../values/form.ts'

/** The shares that are left unsent, listed or by the emails of their investors; an email without a share is refused. */
export function parseSending(form: FormData, unsent: UnsentShare[]) {
  const parsed = parseForm(SendDistributionSchema, form)
  if (!parsed.ok) return parsed
  const { leftEmails, ...value } = parsed.value
  const emails = (leftEmails ?? '')
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (emails.length === 0) return { ok: true as const, value }
  const refuse = (message: string) => ({
    ok: false as const,
    reply: refuseForm(form, { errors: { leftEmails: message } }),
  })
  const known = new Set(unsent.map(({ investor }) => investor.email.toLowerCase()))
  const unknown = emails.find((email) => !known.has(email))
  if (unknown) return refuse(`No unsent share belongs to ${unknown}.`)
  const wanted = new Set(emails)
  const named = unsent.filter(({ investor }) => wanted.has(investor.email.toLowerCase()))
  const left = [...new Set([...value.left, ...named.map(({ investmentId }) => investmentId)])]
  if (left.length === unsent.length)
    return refuse('Leave out fewer: at least one share must be sent.')
  return { ok: true as const, value: { ...value, left } }
}
