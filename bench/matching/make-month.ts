import { exchangeRate, fromDollars } from '../../app/values/exchange-rate.ts'
import { cents } from '../../app/values/money.ts'
import {
  historyRows,
  type Investment,
  type Investor,
  investmentRows,
  makeInvestors,
  type Shown,
} from './company.ts'
import { masked, someName, somePhone } from './people.ts'
import { Random } from './random.ts'
import { csvBytes, type StatementRow, statementCells } from './statement-text.ts'
import type { MonthTables, TableRow } from './tables.ts'
import { type Kind, kinds, typedText } from './typed-texts.ts'

type Payment = StatementRow & { investor: Investor; investment: Investment; typedAs: Kind }

const rate = exchangeRate('129.24')
/** M-Pesa takes at most 250,000 whole shillings. */
const mostShillings = 250_000
const ownLines = ['charge', 'sweep', 'reversal'] as const

const shillings = (dollars: number) =>
  Math.ceil(Number(fromDollars(cents(BigInt(Math.round(dollars * 100))), rate)) / 100)

/** Each kind as often as its share says, in a random order. */
function kindsOf(count: number, random: Random): Kind[] {
  const all = Object.entries(kinds).flatMap(([kind, share]) =>
    Array.from({ length: Math.round(count * share) }, () => kind as Kind),
  )
  while (all.length < count) all.push('exact')
  return random.shuffled(all).slice(0, count)
}

/** Own phone; a tenth by someone else, half of whom have paid before. */
function payerOf(investor: Investor, random: Random): Shown {
  if (!random.chance(0.1)) return investor.self
  if (investor.hasHelper && random.chance(0.5)) return investor.relative.shown
  return masked({ name: someName(random), phone: somePhone(random) }, random)
}

function amountsOf(investment: Investment, isSplit: boolean, random: Random): number[] {
  const due = shillings(random.chance(0.7) ? investment.next : 50 + random.below(1500))
  const parts = isSplit ? 2 + random.below(2) : 1
  const count = Math.max(parts, Math.ceil(due / mostShillings))
  const part = Math.floor(due / count)
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? due - part * (count - 1) : part,
  )
}

const dayLetter = (day: number) => day.toString(32).toUpperCase()

function codeOn(day: number, random: Random): string {
  return `UK${dayLetter(day)}${Array.from({ length: 7 }, () => random.below(36).toString(36)).join('')}`.toUpperCase()
}

function paymentsOf(investors: readonly Investor[], count: number, random: Random): Payment[] {
  const payments: Payment[] = []
  const wanted = kindsOf(count, random)
  while (payments.length < count) {
    const investor = random.pick(investors)
    const investment = random.pick(investor.investments)
    const other = random.pick(
      random.pick(investors.filter((each) => each !== investor)).investments,
    )
    const payer = payerOf(investor, random)
    // A split payment makes two or three lines of a month.
    const amounts = amountsOf(investment, random.chance(0.065), random)
    const day = 1 + random.below(29)
    for (const [index, amount] of amounts.slice(0, count - payments.length).entries()) {
      const typedAs = wanted[payments.length] ?? 'exact'
      const on = Math.min(30, day + Math.floor(index / 2))
      const typed = typedText(typedAs, investor, investment, other, random)
      payments.push({
        kind: 'payment',
        number: codeOn(on, random),
        day: on,
        second: random.below(86_400),
        minor: BigInt(amount) * 100n,
        payer,
        typed,
        investor,
        investment,
        typedAs,
      })
    }
  }
  return payments
}

/** Charges, sweeps and reversals; each reversal takes one payment of its day back. */
function ownRows(payments: readonly Payment[], each: number, random: Random) {
  const reversed = random.shuffled(payments).slice(0, each)
  const rows = ownLines.flatMap((kind) =>
    reversed.map((payment): StatementRow => {
      const day = kind === 'reversal' ? payment.day : 1 + random.below(29)
      return {
        kind,
        number: codeOn(day, random),
        day,
        payer: payment.payer,
        typed: '',
        second: kind === 'reversal' ? Math.min(86_399, payment.second + 60) : random.below(86_400),
        minor: kind === 'reversal' ? -payment.minor : -BigInt(1 + random.below(300)) * 100n,
        ...(kind === 'reversal' && { reversalOf: payment.number }),
      }
    }),
  )
  return { rows, reversed: new Set(reversed) }
}

export const time = ({ day, second }: StatementRow) => {
  const clock = new Date(second * 1000).toISOString().slice(11, 19)
  return `2026-11-${day.toString().padStart(2, '0')} ${clock}`
}

/** A twentieth sends in its message; of these a fifth are claimed by someone else, too, or by them alone. */
function proofRows(payments: readonly Payment[], investors: readonly Investor[], random: Random) {
  return payments
    .filter(() => random.chance(0.05))
    .flatMap((payment): TableRow[] => {
      const proof = (reference: string) => ({
        code: payment.number,
        amount: (Number(payment.minor) / 100).toFixed(2),
        currency: 'KES',
        time: time(payment).slice(0, 16),
        reference,
      })
      const right = proof(payment.investment.reference)
      const wrong = proof(random.pick(random.pick(investors).investments).reference)
      const share = random.next()
      return share < 0.8 ? [right] : share < 0.9 ? [right, wrong] : [wrong]
    })
}

/** The lines of a month; `own` are the lines that are no payments. */
export function makeLines(random: Random, investors: readonly Investor[], lines: number) {
  const each = Math.round(lines * 0.03)
  const payments = paymentsOf(investors, lines - ownLines.length * each, random)
  return { payments, own: ownRows(payments, each, random) }
}

/** A month of an M-Pesa paybill with what is true of it: `layout` A or B by the seed. */
export function makeMonth(seed: number, lines = 1000, people = 300): MonthTables {
  const random = new Random(seed)
  const investors = makeInvestors(random, people)
  const { payments, own } = makeLines(random, investors, lines)
  const truth = payments.map(
    (payment): TableRow => ({
      number: payment.number,
      reference: own.reversed.has(payment) ? '' : payment.investment.reference,
      kind: own.reversed.has(payment) ? 'reversed' : payment.typedAs,
    }),
  )
  const ownTruth = own.rows.map(({ number, kind }) => ({ number, reference: '', kind }))
  return {
    investments: investmentRows(investors, random),
    history: historyRows(investors, random),
    lines: [],
    truth: [...truth, ...ownTruth],
    proofs: proofRows(payments, investors, random),
    rates: [{ currency: 'KES', rate }],
    account: { number: '600966', currency: 'KES', profile: null },
    statements: [
      {
        name: 'statement for 600966 from 2026-11-01 to 2026-11-30.csv',
        bytes: csvBytes(
          statementCells([...payments, ...own.rows], seed % 2 === 0 ? 'A' : 'B', time),
        ),
      },
    ],
  }
}
