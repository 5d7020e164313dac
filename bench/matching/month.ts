import type {
  MatchableTransaction,
  MatchingFacts,
} from '../../app/domain/bank-matching/matching.ts'
import { instantOf, readMoment } from '../../app/domain/bank-statements/moments.ts'
import { readStatement } from '../../app/domain/bank-statements/read-statement.server.ts'
import { calendarDate } from '../../app/values/calendar-date.ts'
import { type Currency, currencies } from '../../app/values/currency.ts'
import { exchangeRate } from '../../app/values/exchange-rate.ts'
import { cents, parseAmount } from '../../app/values/money.ts'
import { dayOfMpesaCode } from '../../app/values/mpesa-code.ts'
import type { MonthTables, TableRow } from './tables.ts'

export type Truth = { investmentId: string | null; kind: string; isKnown: boolean | null }
export type Month = {
  facts: MatchingFacts
  /** Payments to match, in the order of time. */
  payments: MatchableTransaction[]
  /** Numbers of lines that are excluded as no payments. */
  excluded: Set<string>
  truth: Map<string, Truth>
}

const plainReference = (text = '') => text.toUpperCase().replace(/[^0-9A-Z]/g, '')
const orNull = (text = '') => (text.trim() === '' ? null : text.trim())

function minorOf(text = ''): bigint {
  const written = text.trim()
  const parsed = parseAmount(written.replace(/^-/, ''))
  if (!parsed.ok) throw new Error(`“${text}” is not an amount`)
  return written.startsWith('-') ? -parsed.amount : parsed.amount
}

function currencyOf(text: string | undefined): Currency {
  const written = orNull(text)?.toUpperCase() ?? 'KES'
  const currency = currencies.find((known) => known === written)
  if (!currency) throw new Error(`“${text}” is not a currency`)
  return currency
}

function momentOf(text = ''): { occurredAt: string; valueOn: ReturnType<typeof calendarDate> } {
  const moment = readMoment(text)
  if (!moment) throw new Error(`“${text}” is not a time`)
  return { occurredAt: instantOf(moment), valueOn: moment.day }
}

const isYes = (text = '') => /^(y|yes|true|1)$/i.test(text.trim())

function investmentOf(row: TableRow): MatchingFacts['investments'][number] {
  const next = orNull(row.next_amount)
  return {
    id: plainReference(row.reference),
    reference: plainReference(row.reference),
    investorId: orNull(row.investor_id) ?? `${row.investor} ${row.phones}`,
    investorName: row.investor ?? '',
    investorPhones: (row.phones ?? '').split(';').filter((phone) => phone.trim() !== ''),
    project: row.project ?? '',
    agreed: cents(minorOf(row.agreed)),
    received: cents(minorOf(orNull(row.received) ?? '0')),
    status: (orNull(row.status) ?? 'active') as 'active',
    isArchived: isYes(row.archived),
    investedOn: calendarDate(orNull(row.invested_on) ?? '2015-01-01'),
    nextPayment: next
      ? { amount: cents(minorOf(next)), on: calendarDate(orNull(row.next_on) ?? '2026-11-05') }
      : null,
  }
}

function factsOf(month: MonthTables): MatchingFacts {
  const investments = month.investments.map(investmentOf)
  const investorOf = new Map(investments.map(({ id, investorId }) => [id, investorId]))
  const earlierMatches = month.history.flatMap((row) =>
    Array.from({ length: Number(orNull(row.times) ?? 1) }, () => ({
      payerNumber: orNull(row.payer_number),
      payerName: orNull(row.payer_name),
      typedReference: orNull(row.typed),
      investmentId: plainReference(row.reference),
    })),
  )
  const rates = new Map(
    month.rates.map((row) => [row.currency, exchangeRate(row.rate ?? '0')] as const),
  )
  if (rates.size === 0) rates.set('KES', exchangeRate('129.24'))
  const payers = new Map(
    earlierMatches.map(({ payerNumber, payerName, investmentId }) => {
      const investorId = investorOf.get(investmentId) ?? ''
      return [
        JSON.stringify([payerNumber, payerName, investorId]),
        { payerNumber, payerName, investorId },
      ]
    }),
  )
  return {
    investments,
    earlierMatches,
    knownPayers: [...payers.values()],
    proofs: month.proofs.map((row, index) => ({
      id: `proof-${index}`,
      code: row.code ?? '',
      minor: minorOf(row.amount),
      currency: currencyOf(row.currency),
      at: orNull(row.time) && momentOf(row.time).occurredAt,
      investmentId: plainReference(row.reference),
      investorId: investorOf.get(plainReference(row.reference)) ?? '',
    })),
    rateOn: (currency) => rates.get(currency) ?? null,
  }
}

function lineOf(row: TableRow, index: number): MatchableTransaction {
  const kind = (orNull(row.kind) ?? 'payment').toLowerCase()
  const number = orNull(row.number) ?? `line-${index}`
  return {
    id: `${index}`,
    leg: kind,
    providerNumber: number,
    ...momentOf(row.time),
    minor: minorOf(row.amount),
    currency: currencyOf(row.currency),
    payerName: orNull(row.payer_name),
    payerNumber: orNull(row.payer_number),
    typedReference: orNull(row.typed),
    phone: orNull(row.phone),
    mpesaCode: dayOfMpesaCode(number) ? number : null,
    narrative: row.narrative ?? '',
  }
}

type Lines = Pick<Month, 'payments' | 'excluded'>

async function linesOf({ lines, statements, account }: MonthTables): Promise<Lines> {
  const all = lines.map((row, index) => ({ line: lineOf(row, index), isExcluded: false }))
  for (const { name, bytes } of statements) {
    const statement = await readStatement({ bytes, fileName: name, account })
    if ('problem' in statement) throw new Error(`${name}: ${statement.problem}`)
    for (const line of statement.lines)
      all.push({
        line: { ...line, id: `${line.providerNumber} ${line.leg}` },
        isExcluded: line.excluded !== null,
      })
  }
  const isPayment = ({ line, isExcluded }: (typeof all)[number]) =>
    !isExcluded && line.leg.startsWith('payment') && line.minor > 0n
  return {
    payments: all
      .filter(isPayment)
      .map(({ line }) => line)
      .toSorted((left, right) => left.occurredAt.localeCompare(right.occurredAt)),
    excluded: new Set(
      all.filter((each) => !isPayment(each)).map(({ line }) => line.providerNumber),
    ),
  }
}

const known: Record<string, boolean | undefined> = {
  yes: true,
  true: true,
  no: false,
  false: false,
}

export async function readMonth(tables: MonthTables): Promise<Month> {
  const facts = factsOf(tables)
  const ids = new Set(facts.investments.map(({ id }) => id))
  const truth = new Map(
    tables.truth.map((row): [string, Truth] => {
      const reference = plainReference(row.reference)
      if (reference !== '' && !ids.has(reference))
        throw new Error(`truth names ${reference}, which is no investment`)
      const isKnown = known[(row.known ?? '').toLowerCase()] ?? null
      const kind = orNull(row.kind) ?? 'payment'
      return [row.number ?? '', { investmentId: reference || null, kind, isKnown }]
    }),
  )
  return { facts, truth, ...(await linesOf(tables)) }
}
