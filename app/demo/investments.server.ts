import { nameOwned } from '../domain/investments/owned.server.ts'
import { issueReceipt } from '../domain/receipts/receipts.server.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { type Cents, subtract, zero } from '../values/money.ts'
import { daysAgo, instantOn } from './days.ts'
import { type DemoInvestment, demoInvestments, type LedgerLine } from './investments.ts'
import type { DemoPeople } from './people.server.ts'
import type { ProjectKey } from './projects.ts'

type AddedInvestment = DemoInvestment & { id: string }
type Desk = { admin: AdminActor; adminId: string; today: CalendarDate }

/**
 * Adds pending investments and then their ledgers in order of time, so that the database derives
 * amounts and statuses and numbers receipts in order.
 */
export async function addInvestments(
  admin: AdminActor,
  { adminId, investorIds }: DemoPeople,
  projectIds: Record<ProjectKey, string>,
  today: CalendarDate,
): Promise<void> {
  const added: AddedInvestment[] = []
  for (const investment of demoInvestments.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    const { investor, project } = investment
    const id = await addInvestment(
      admin,
      investment,
      investorIds[investor],
      projectIds[project],
      today,
    )
    added.push({ ...investment, id })
  }
  const lines = added.flatMap((investment) =>
    investment.ledger.map((line) => ({ investment, line })),
  )
  const desk = { admin, adminId, today }
  for (const [index, { investment, line }] of lines
    .toSorted((a, b) => b.line.daysAgo - a.line.daysAgo)
    .entries()) {
    await book(desk, investment, line, index * 5)
  }
  for (const { id, nextPayment } of added)
    if (nextPayment) await nameNextPayment(admin, id, nextPayment, today)
}

async function addInvestment(
  admin: AdminActor,
  { amount, owned: text, daysAgo: investedDaysAgo }: DemoInvestment,
  investorId: string,
  projectId: string,
  today: CalendarDate,
) {
  const owned = await nameOwned(admin, { projectId, text: text ?? null, isOpen: true })
  if ('refused' in owned) throw new Error(`${text} is not free: ${owned.refused}`)
  const { id } = await admin.tx
    .insertInto('investment')
    .values({
      investor_id: investorId,
      project_id: projectId,
      amount_cents: amount,
      ...owned,
      invested_on: daysAgo(today, investedDaysAgo),
      created_at: instantOn(daysAgo(today, investedDaysAgo)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Set after the ledger, because earlier payments do not count toward it. */
async function nameNextPayment(
  admin: AdminActor,
  id: string,
  { inDays, amount }: NonNullable<DemoInvestment['nextPayment']>,
  today: CalendarDate,
) {
  await admin.tx
    .updateTable('investment')
    .set({ next_payment_on: addDays(today, inDays), next_payment_cents: amount ?? null })
    .where('id', '=', id)
    .execute()
}

async function book(
  desk: Desk,
  investment: AddedInvestment,
  line: LedgerLine,
  minutesAfterNine: number,
) {
  const { admin, today } = desk
  const day = daysAgo(today, line.daysAgo)
  const entry = { investmentId: investment.id, day, recordedAt: instantOn(day, minutesAfterNine) }
  switch (line.kind) {
    case 'payment': {
      const { kind, amount, method, reference, voidedBecause } = line
      const paymentId = await insertEntry(desk, { ...entry, kind, amount, method, reference })
      await issueReceipt(admin, paymentId)
      if (!voidedBecause) return
      await insertEntry(desk, {
        ...entry,
        kind: 'void',
        amount: subtract(zero, amount),
        voidsId: paymentId,
        reason: voidedBecause,
        recordedAt: instantOn(day, minutesAfterNine + 3),
      })
      return
    }
    case 'refund':
      await insertEntry(desk, {
        ...entry,
        kind: 'refund',
        amount: subtract(zero, line.amount),
        reason: line.reason,
      })
      return
    case 'adjustment':
      await insertEntry(desk, {
        ...entry,
        kind: 'adjustment',
        amount: line.amount,
        reason: line.reason,
      })
      return
    case 'cancellation':
      await admin.tx
        .updateTable('investment')
        .set({ status: 'cancelled', cancelled_on: day })
        .where('id', '=', investment.id)
        .execute()
      return
    default:
      line satisfies never
  }
}

type Entry = {
  investmentId: string
  kind: 'payment' | 'refund' | 'adjustment' | 'void'
  amount: Cents
  day: CalendarDate
  recordedAt: Date
  method?: 'bank-transfer' | 'mobile-money' | 'card' | 'cash' | 'cheque'
  reference?: string | null
  reason?: string
  voidsId?: string
}

const bankMethods = ['bank-transfer', 'cheque']

async function insertEntry({ admin, adminId }: Desk, entry: Entry): Promise<string> {
  const isAtBank = entry.kind === 'payment' && bankMethods.includes(entry.method ?? '')
  const account = isAtBank
    ? await admin.tx
        .selectFrom('payment_account')
        .select('id')
        .where('currency', '=', 'USD')
        .executeTakeFirst()
    : undefined
  const { id } = await admin.tx
    .insertInto('ledger_entry')
    .values({
      investment_id: entry.investmentId,
      kind: entry.kind,
      amount_cents: entry.amount,
      dated_on: entry.day,
      recorded_at: entry.recordedAt,
      recorded_by: adminId,
      payment_account_id: account?.id ?? null,
      method: entry.method ?? null,
      reference: entry.reference ?? null,
      reason: entry.reason ?? null,
      voids_id: entry.voidsId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
