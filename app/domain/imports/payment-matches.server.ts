import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { type CalendarDate, formatDay, isAfter } from '../../values/calendar-date.ts'
import { type Cents, formatAmount, subtract, zero } from '../../values/money.ts'
import { type PaymentMethod, paymentMethodLabels } from '../payments/payment-methods.ts'
import {
  hasOwnReference,
  paymentsWithReferences,
  referenceKeys,
  type SameReference,
} from '../payments/same-reference.server.ts'
import {
  isSameAmount,
  isSameCell,
  lettersOf,
  meansDay,
  methodNamed,
  signedAmount,
} from './cells.ts'
import { type Findings, idIn, type ReadRow, type Refusal } from './check.server.ts'
import { investorsNamed, projectsNamed } from './parties.server.ts'
import type { Columns, ImportRow } from './rows.server.ts'

/** What a row can do that is refused because it seems to be recorded already. */
export const toRecordAgain = 'Leave this row out, or write yes under Record again.'

/** What a row is told that takes money back. */
export const reversalRefused =
  'Reversals are not imported: record a refund or a void on the investment.'

type Entry = Awaited<ReturnType<typeof entriesById>>[number]

/**
 * Takes out the rows that name an entry of ours, as our own export does for each: payments, refunds, adjustments and voids
 * are in the ledger already. An id that no entry has is a problem: it is damaged or foreign, since entries are never
 * deleted. `payments` are those that later rows of the file may repeat.
 */
export async function takeEntries(
  admin: AdminActor,
  findings: Findings<Columns & { entry: Columns[string] }, object>,
  rows: readonly ImportRow[],
) {
  const ids = new Set(rows.flatMap((row) => idIn(row, 'entry') ?? []))
  const entries = ids.size === 0 ? [] : await entriesById(admin, [...ids])
  const taken = findings.takeKnown(rows, 'entry', {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    differs: entries.length === 0 ? () => [] : await comparison(admin, rows),
    shown: (entry) => ({ name: `${entry.investor}, ${entry.project}`, about: aboutOf(entry) }),
    unknown: 'No entry of the ledger has this id.',
  })
  const payments = entries.flatMap((entry) => {
    const row = entry.kind === 'payment' ? taken.rowOf.get(entry.id) : undefined
    return row === undefined ? [] : [{ ...entry, row }]
  })
  return { rest: taken.rest, payments }
}

const kinds = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment', void: 'Void' }

/**
 * Compares a row with the entry that it names, cell by cell. What a spreadsheet only writes in another way is the same, an
 * optional cell may be empty, and an email or slug may have changed since the export.
 */
async function comparison(admin: AdminActor, rows: readonly ImportRow[]) {
  const names = rows.map(({ cells }) => cells.investor ?? '')
  const [investorOf, projectOf] = [await investorsNamed(admin, names), await projectsNamed(admin)]
  return (cells: Record<string, string>, entry: Entry): [field: string, recorded: string][] => {
    const cell = (field: string) => (cells[field] ?? '').trim()
    const [investor, project] = [investorOf(cell('investor')), projectOf(cell('project'))]
    const amount = formatAmount(entry.amount_cents, 'always')
    const method = entry.method && paymentMethodLabels[entry.method]
    const isText = (field: 'reference' | 'note') =>
      cell(field) === '' || isSameCell(entry[field] ?? '', cell(field))
    const isMethod = cell('method') === '' || methodNamed(cell('method')) === entry.method
    const isInvestment = ['', entry.investment_id].includes(cell('investment').toLowerCase())
    const isInvestor = typeof investor === 'string' || investor.id === entry.investor_id
    const isProject = typeof project === 'string' || project.id === entry.project_id
    const compared: [field: string, isSame: boolean, recorded: string | null][] = [
      ['kind', isSameCell(entry.kind, cell('kind') || 'payment'), kinds[entry.kind]],
      ['investment', isInvestment, entry.investment_id],
      ['investor', isInvestor, entry.investor],
      ['project', isProject, entry.project],
      ['amount', isSameAmount(cell('amount'), entry.amount_cents), amount],
      ['receivedOn', meansDay(cell('receivedOn'), entry.dated_on), formatDay(entry.dated_on)],
      ['method', isMethod, method],
      ['reference', isText('reference'), entry.reference],
      ['note', isText('note'), entry.note],
    ]
    return compared.flatMap(([field, isSame, recorded]) =>
      isSame ? [] : [[field, recorded ?? 'empty']],
    )
  }
}

function aboutOf({ kind, amount_cents, dated_on, reference, voided_on }: Entry): string {
  const words = [formatAmount(amount_cents, 'when-needed'), formatDay(dated_on), reference]
  return [
    ...(kind === 'payment' ? [] : [kinds[kind]]),
    ...words.filter((word) => word !== null),
    ...(voided_on ? [`voided on ${formatDay(voided_on)}`] : []),
  ].join(', ')
}

/** Entries of any kind by their ids; all are asked for in one go. */
function entriesById(admin: AdminActor, ids: readonly string[]) {
  return admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .select(['entry.id', 'entry.kind', 'entry.investment_id', 'entry.amount_cents'])
    .select(['entry.dated_on', 'entry.reference', 'entry.method', 'entry.note'])
    .select(['void.dated_on as voided_on', 'investment.investor_id', 'investment.project_id'])
    .select(['investor.full_name as investor', 'project.name as project'])
    .where(sql<SqlBool>`entry.id = any(${ids}::uuid[])`)
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

type Payment = {
  investment_id: string
  amount_cents: Cents
  dated_on: CalendarDate
  reference: string | null
}
type Recorded = Payment & { voided_on: CalendarDate | null; receipt: string | null }
type Asked = {
  investmentId: string
  amount: Cents
  receivedOn: CalendarDate
  reference: string | null
}

const keyOf = (payment: Payment) =>
  [payment.investment_id, payment.amount_cents, payment.dated_on].join()
const keyAsked = ({ investmentId, amount, receivedOn }: Asked) =>
  [investmentId, amount, receivedOn].join()

const isSameReference = (recorded: string | null, found: string | null) =>
  lettersOf(recorded) === lettersOf(found) || isSameCell(recorded ?? '', found ?? '')

/**
 * Which payments of a file are recorded already: of the same investment, amount, day and reference, whatever a spreadsheet
 * made of that. Answers what is to be said of the recorded one, which is nothing unless it was voided; null for a new one.
 */
export function recordedBefore(recorded: readonly Recorded[]): (payment: Asked) => string | null {
  const byKey = Map.groupBy(recorded, keyOf)
  return (payment) => {
    const same = (byKey.get(keyAsked(payment)) ?? []).filter(({ reference }) =>
      isSameReference(reference, payment.reference),
    )
    const [first] = same
    if (!first) return null
    const day = same.every(({ voided_on }) => voided_on) ? first.voided_on : null
    const voided = day && `, voided on ${formatDay(day)}`
    return voided ? `${voided}: write yes under Record again to record it once more` : ''
  }
}

/** The row before that holds the same payment, by what the rows before it were told; each row is asked of once. */
export function rowsBefore(booked: readonly (Payment & { row: number })[]) {
  const seen = Map.groupBy(
    booked.map((entry) => ({ ...entry, key: keyOf(entry), isBooked: true })),
    ({ key }) => key,
  ) as Map<string, { reference: string | null; row: number; isBooked: boolean }[]>
  return (payment: Asked, row: number): number | undefined => {
    const same = seen.get(keyAsked(payment)) ?? []
    const before = same.find(({ reference, isBooked }) =>
      isBooked
        ? isSameReference(reference, payment.reference)
        : lettersOf(reference) === lettersOf(payment.reference),
    )
    if (!before)
      seen.set(keyAsked(payment), [...same, { reference: payment.reference, row, isBooked: false }])
    return before?.row
  }
}

type Referring = {
  method?: PaymentMethod | null
  reference?: string | null
  receivedOn?: CalendarDate
}

/**
 * The references of a file that only one transfer has: those that are recorded already, or are in an earlier row. `of` says
 * who carries a row's already, asked row after row.
 */
export async function repeatedReferences(admin: AdminActor, rows: readonly { known: Referring }[]) {
  const own = ({ method, reference }: Referring) => (hasOwnReference(method) ? reference : null)
  const all = [...new Set(rows.flatMap(({ known }) => own(known) ?? []))]
  const keys = await referenceKeys(admin, all)
  const found = await paymentsWithReferences(admin, all)
  const recorded = Map.groupBy(found, ({ referenceKey }) => referenceKey)
  const first = new Map<string, number>()
  const of = (row: number, known: Referring): string | null => {
    const key = keys.get(own(known) ?? '')
    if (key === undefined) return null
    const [latest] = recorded.get(key) ?? []
    const before = first.get(key)
    first.set(key, before ?? row)
    if (latest) return recordedWords(latest)
    return before === undefined ? null : `The same reference is in row ${before}.`
  }
  return { all, of }
}

function recordedWords(payment: SameReference): string {
  const { amount, receivedOn, investor, email, project, receiptNumber } = payment
  const what = `${formatAmount(amount, 'when-needed')} on ${formatDay(receivedOn)} from ${investor} (${email}) for ${project}`
  return `This reference is already recorded: ${what}${receiptNumber ? `, receipt ${receiptNumber}` : ''}.`
}

/** What is refused of the reference of a row: that another payment has it, or that it calls the payment a reversal. */
export function referenceRefusals(
  repeated: string | null,
  reversibles: Reversibles,
  investmentId: string | undefined,
  known: { amount?: Cents; receivedOn?: CalendarDate; reference?: string | null },
): Refusal[] {
  if (repeated) return [['reference', repeated, toRecordAgain]]
  const { amount = zero, receivedOn: on, reference = null } = known
  const words = (reference ?? '').replaceAll('_', ' ')
  if (!/\b(reversal|reversed|refund(ed)?|chargeback)\b/i.test(words)) return []
  const named = reversibles.named(investmentId, { amount, on, reference })
  const says = `By its reference this is a reversal. ${reversalRefused}`
  return [['reference', says, named ?? toRecordAgain]]
}

/** What a row says that takes money back. */
export function reversalIn({ cells, known: { receivedOn, reference = null } }: ReadRow<Referring>) {
  const amount = subtract(zero, signedAmount(cells.amount ?? '') ?? zero)
  return { amount, on: receivedOn, reference }
}

type Reversible = Omit<Asked, 'investmentId'> & { place: string | null }
type Reversal = { amount: Cents; on: CalendarDate | undefined; reference: string | null }

/** The payments that a reversal may take back: those of the ledgers that are not voided, and those of earlier rows. */
export class Reversibles {
  readonly #byInvestment = new Map<string, Reversible[]>()

  constructor(ledger: readonly Recorded[]) {
    for (const { investment_id, amount_cents, dated_on, reference, receipt, voided_on } of ledger) {
      const payment = { amount: amount_cents, receivedOn: dated_on, reference }
      if (!voided_on) this.add({ investmentId: investment_id, ...payment }, receipt)
    }
  }

  /** `place` is where a payment is: its receipt, or its row. */
  add({ investmentId, amount, receivedOn, reference }: Asked, place: string | null) {
    const payments = this.#byInvestment.get(investmentId) ?? []
    payments.push({ amount, receivedOn, reference, place })
    this.#byInvestment.set(investmentId, payments)
  }

  /**
   * The sentence that names the payment which a reversal seems to take back: of the same amount and not later; one that its
   * reference names before others, then the latest. Null when there is none.
   */
  named(investmentId: string | undefined, { amount, on, reference }: Reversal): string | null {
    const names = (payment: Reversible) => {
      const [own, other] = [lettersOf(payment.reference), lettersOf(reference)]
      return own !== '' && other !== '' && (other.includes(own) || own.includes(other))
    }
    const [best] = (this.#byInvestment.get(investmentId ?? '') ?? [])
      .filter((payment) => payment.amount === amount && !(on && isAfter(payment.receivedOn, on)))
      .toSorted(
        (a, b) => Number(names(b)) - Number(names(a)) || b.receivedOn.localeCompare(a.receivedOn),
      )
    if (!best) return null
    const words = [formatAmount(best.amount, 'when-needed'), formatDay(best.receivedOn)]
    const more = [best.reference, best.place].filter((word) => word !== null)
    return `It seems to reverse ${[...words, ...more].join(', ')}.`
  }
}
