import { sql } from 'kysely'
import { writeSuggestions } from '../domain/bank-transactions/suggest-matches.server.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { addDays, addMonths, type CalendarDate, calendarDate } from '../values/calendar-date.ts'
import {
  type BankLine,
  type Mistyped,
  monthlyLines,
  paybillLines,
  waitingTransfers,
} from './bank-lines.ts'
import {
  type Added,
  accountOf,
  addStatements,
  decide,
  decidedOn,
} from './bank-statements.server.ts'
import { daysAgo } from './days.ts'
import type { DemoPeople } from './people.server.ts'
import type { ProjectKey } from './projects.ts'

type Entry = {
  id: string
  dated_on: CalendarDate
  minor: bigint
  reference: string | null
  investor_id: string
  name: string
}

/** A month of the paybill and the bank's statements since the first payment. Lines of a ledger entry are matched to it. */
export async function addBankTransactions(
  admin: AdminActor,
  { adminId, investorIds }: DemoPeople,
  projectIds: Record<ProjectKey, string>,
  today: CalendarDate,
): Promise<void> {
  const office = { ...admin, userId: adminId }
  const mistyped: Mistyped = {
    sahra: swapped(await referenceOf(admin, investorIds.sahra, projectIds.coastalVillas)),
    brian: misread(await referenceOf(admin, investorIds.brian, projectIds.retailClothing)),
    hodan: misread(await referenceOf(admin, investorIds.hodan, projectIds.twinTowers)),
  }
  await addPaybill(office, today, mistyped)
  await addBank(office, today, mistyped)
  await writeSuggestions(admin)
}

async function addPaybill(admin: AdminActor, today: CalendarDate, mistyped: Mistyped) {
  const account = await accountOf(admin, 'paybill', 'mpesa-a', 18_430_000n)
  const lines = paybillLines(today, mistyped)
  const weeks = [31, 24, 17, 10, 3].map((ago) => ({
    from: daysAgo(today, ago),
    to: daysAgo(today, Math.max(ago - 6, 1)),
  }))
  await addStatements(admin, account, weeks, lines)
}

async function addBank(admin: AdminActor, today: CalendarDate, mistyped: Mistyped) {
  const account = await accountOf(admin, 'bank', 'mt940', 800_000n)
  const entries = await recordedEntries(admin)
  const recorded = entries.map(lineOf)
  const months: CalendarDate[] = []
  for (
    let first = monthOf(entries[0]?.dated_on ?? today);
    first < today;
    first = addMonths(first, 1)
  )
    months.push(first)
  const lines = [
    ...recorded,
    ...waitingTransfers(today, mistyped),
    ...monthlyLines(months, today, recorded),
    sentBack(today),
  ]
  const periods = months.map((from) => {
    const last = addDays(addMonths(from, 1), -1)
    return { from, to: last < today ? last : daysAgo(today, 1) }
  })
  const ids = await addStatements(admin, account, periods, lines)
  for (const [index, entry] of entries.entries()) {
    const line = recorded[index]
    if (line) await match(admin, entry, line, ids)
  }
}

const monthOf = (day: CalendarDate) => calendarDate(`${day.slice(0, 7)}-01`)

async function referenceOf({ tx }: AdminActor, investorId: string, projectId: string) {
  const { code } = await tx
    .selectFrom('payment_reference')
    .innerJoin('investment', 'investment.id', 'payment_reference.investment_id')
    .select('code')
    .where('investor_id', '=', investorId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return code
}

/** With its last character wrong. */
const misread = (code: string) => `${code.slice(0, -1)}${code.endsWith('7') ? '9' : '7'}`

/** In lower case, with two neighbours swapped, or the last one wrong where they are all alike. */
function swapped(code: string): string {
  const place = [3, 4, 2, 1].find((at) => code[at] !== code[at + 1])
  if (place === undefined) return misread(code)
  return `${code.slice(0, place)}${code[place + 1]}${code[place]}${code.slice(place + 2)}`.toLowerCase()
}

/** Payments that came through the bank, and refunds, as the ledger has them. */
async function recordedEntries({ tx }: AdminActor): Promise<Entry[]> {
  return tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .select(['entry.id', 'entry.dated_on', 'entry.reference', 'investor.id as investor_id'])
    .select(['investor.full_name as name', sql<bigint>`entry.amount_cents`.as('minor')])
    .where('void.id', 'is', null)
    .where((entry) =>
      entry.or([
        entry('entry.method', 'in', ['bank-transfer', 'mobile-money', 'cheque']),
        entry('entry.kind', '=', 'refund'),
      ]),
    )
    .orderBy('entry.dated_on')
    .orderBy('entry.recorded_at')
    .execute()
}

/** What some sent above the payment: one surplus is held for the investor, one was sent back. */
const extras: Record<string, { cents: bigint; became: 'held' | 'returned' }> = {
  'CV-0041': { cents: 10_000n, became: 'held' },
  RKD8MN3P: { cents: 5_000n, became: 'returned' },
}
const returnNumber = 'RTN-00019'

function lineOf({ dated_on: day, minor, reference, name }: Entry, index: number): BankLine {
  const number = reference ?? `OUT-${index + 1}`
  const payerName = name.toUpperCase()
  const isIn = minor > 0n
  return {
    day,
    minutesAfterNine: 10 + index * 3,
    number,
    leg: isIn ? 'payment' : 'other',
    minor: minor + (extras[number]?.cents ?? 0n),
    ...(isIn ? { payerName } : {}),
    narrative: `${isIn ? 'TRANSFER' : 'TRANSFER OUT'} ${number} ${payerName}`,
  }
}

const sentBack = (today: CalendarDate): BankLine => ({
  day: daysAgo(today, 13),
  minutesAfterNine: 90,
  number: returnNumber,
  leg: 'other',
  minor: -(extras.RKD8MN3P?.cents ?? 0n),
  narrative: `RETURN ${returnNumber} MOHAMED FARAH`,
})

async function match(admin: AdminActor, entry: Entry, line: BankLine, ids: Map<string, Added>) {
  const transaction = ids.get(line.number)
  if (!transaction) return
  await admin.tx
    .insertInto('allocation')
    .values({
      bank_transaction_id: transaction.id,
      ledger_entry_id: entry.id,
      minor: entry.minor,
      recorded_entry: false,
      allocated_by: admin.userId,
      allocated_at: decidedOn(transaction),
    })
    .execute()
  if (line.payerName) await learnPayer(admin, entry.investor_id, line, transaction)
  const extra = extras[line.number]
  if (extra?.became === 'held')
    await decide(admin, transaction, { kind: 'held', held_for_id: entry.investor_id })
  const sent = ids.get(returnNumber)
  if (extra?.became === 'returned' && sent)
    await sendBack(admin, transaction, sent, {
      returned_minor: extra.cents,
      returned_on: addDays(line.day, 2),
    })
}

async function sendBack(
  admin: AdminActor,
  { id }: Added,
  sent: Added,
  returned: { returned_minor: bigint; returned_on: CalendarDate },
) {
  const reason = 'Money returned to the payer'
  await decide(admin, sent, { kind: 'excluded', exclusion: 'other', reason })
  await decide(
    admin,
    { id, uploadedOn: sent.uploadedOn },
    { kind: 'returned', ...returned, sent_by_id: sent.id, reason: 'Sent $50 more than agreed.' },
  )
}

async function learnPayer(
  { tx, userId }: AdminActor,
  investorId: string,
  { payerName }: BankLine,
  transaction: Added,
) {
  await tx
    .insertInto('known_payer')
    .values({
      investor_id: investorId,
      payer_name: payerName ?? null,
      payer_number: null,
      learnt_by: userId,
      learnt_at: decidedOn(transaction),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
