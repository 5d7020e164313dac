import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { isOwnInvestorIn } from '../investors/own-investor.server.ts'
import type { PaymentMethod } from './payment-methods.ts'

/** A payment as a file has it. */
export type ImportedPayment = {
  investmentId: string
  amount: Cents
  receivedOn: CalendarDate
  method: PaymentMethod | null
  reference: string | null
  note: string | null
  /** It carries the reference of another payment, and is meant to. */
  repeats: boolean
}

const atATime = 1000

/**
 * Books payments of a file in their ledgers, marked as imported: no receipt, notification or mail follows, and next
 * payments stay (decisions §4). Every rule of the ledger holds as for the form; a broken one is a fault here.
 */
export async function importPayments(
  admin: AdminActor,
  payments: readonly ImportedPayment[],
): Promise<void> {
  for (let at = 0; at < payments.length; at += atATime) {
    const rows = payments.slice(at, at + atATime).map((payment) => ({
      investment_id: payment.investmentId,
      kind: 'payment' as const,
      amount_cents: payment.amount,
      dated_on: payment.receivedOn,
      method: payment.method,
      reference: payment.reference,
      note: payment.note,
      repeats_reference: payment.repeats,
      imported: true,
      recorded_by: admin.userId,
    }))
    await admin.tx.insertInto('ledger_entry').values(rows).execute()
  }
}

/** Investments with what payments of a file are judged by. All are asked for at once, as in all that follows. */
export function investmentsToPay(admin: AdminActor, ids: readonly string[]) {
  return admin.tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['investment.id', 'amount_cents', 'received_cents', 'investment.status', 'invested_on'])
    .select(['investor.full_name as investor', 'project.name as project'])
    .select(isOwnInvestorIn('investor.id').as('is_own'))
    .select(({ or, eb }) =>
      or([
        eb('investment.archived_at', 'is not', null),
        eb('investor.archived_at', 'is not', null),
        eb('project.archived_at', 'is not', null),
      ]).as('is_archived'),
    )
    .where(sql<SqlBool>`investment.id = any(${ids}::uuid[])`)
    .execute()
}

/** The payments in the ledgers of these investments, each with its receipt and the day it was voided on, if any. */
export function paymentsOn(admin: AdminActor, investmentIds: readonly string[]) {
  return admin.tx
    .selectFrom('ledger_entry as entry')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select(['entry.investment_id', 'entry.amount_cents', 'entry.dated_on', 'entry.reference'])
    .select(['void.dated_on as voided_on', 'receipt.number as receipt'])
    .where(sql<SqlBool>`entry.investment_id = any(${investmentIds}::uuid[])`)
    .where('entry.kind', '=', 'payment')
    .execute()
}

/** Entries of any kind by their ids, as a file that was exported names them; all are asked for at once. */
export function entriesById(admin: AdminActor, ids: readonly string[]) {
  return admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .select([
      'entry.id',
      'entry.kind',
      'entry.investment_id',
      'entry.amount_cents',
      'entry.dated_on',
    ])
    .select(['entry.reference', 'entry.method', 'entry.note', 'void.dated_on as voided_on'])
    .select(['investment.investor_id', 'investment.project_id'])
    .select(['investor.full_name as investor', 'project.name as project'])
    .where(sql<SqlBool>`entry.id = any(${ids}::uuid[])`)
    .execute()
}

/** Keeps what has come in on these investments as it is until the commit. */
export async function holdInvestments(admin: AdminActor, ids: readonly string[]): Promise<void> {
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
