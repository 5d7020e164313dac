import {
  type OpenLine,
  openLineWithNumber,
} from '../../../domain/bank-transactions/lines-of-payments.server.ts'
import type { parsePayment } from '../../../domain/payments/payment-schema.ts'
import { hasUniqueReference } from '../../../domain/payments/same-reference.server.ts'

type Admin = Parameters<typeof openLineWithNumber>[0]
type Typed = Extract<ReturnType<typeof parsePayment>, { ok: true }>['value']

/** The open line of a statement with the number that was typed, unless recording it anyway was confirmed. */
export async function unconfirmedLine(
  admin: Admin,
  { method, reference, onStatement }: Typed,
): Promise<OpenLine | null> {
  if (reference === null || !hasUniqueReference(method)) return null
  const line = await openLineWithNumber(admin, reference)
  return line?.id === onStatement ? null : line
}
