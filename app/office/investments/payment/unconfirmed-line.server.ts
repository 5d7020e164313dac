import { type OpenLine, openLinesWithNumbers } from '../../../domain/payments/open-lines.server.ts'
import type { parsePayment } from '../../../domain/payments/payment-schema.ts'
import { hasUniqueReference } from '../../../domain/payments/same-reference.server.ts'

type Admin = Parameters<typeof openLinesWithNumbers>[0]
type Typed = Extract<ReturnType<typeof parsePayment>, { ok: true }>['value']

/** The open line of a statement with the number that was typed, unless recording it anyway was confirmed. */
export async function unconfirmedLine(
  admin: Admin,
  { method, reference, onStatement }: Typed,
): Promise<OpenLine | null> {
  if (reference === null || !hasUniqueReference(method)) return null
  const line = (await openLinesWithNumbers(admin, [reference])).get(reference)
  return !line || line.id === onStatement ? null : line
}
