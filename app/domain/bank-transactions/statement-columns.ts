import { readMoment } from '../bank-statements/moments.ts'
import type { SignLayout, StatementMapping } from '../bank-statements/statement.ts'
import { type DayOrder, dayOrders } from '../imports/import-list.ts'

/** What a column of a statement can hold. */
export const columnUses = [
  'date',
  'narrative',
  'in',
  'out',
  'amount',
  'side',
  'balance',
  'number',
  'reference',
  'payerName',
  'payerNumber',
  'valueDate',
] as const
export type ColumnUse = (typeof columnUses)[number]

export const columnUseLabels: Record<ColumnUse, string> = {
  date: 'Date (required)',
  narrative: 'Description (required)',
  in: 'Money in',
  out: 'Money out',
  amount: 'Amount, negative for money out',
  side: 'In or out (C or D)',
  balance: 'Balance',
  number: 'Number of the transaction',
  reference: 'What the payer typed',
  payerName: 'Name of the payer',
  payerNumber: 'Phone or account of the payer',
  valueDate: 'Value date',
}

/** A heading with its place in the file; empty and repeated ones cannot be chosen. */
export type ChoosableHeading = { place: number; name: string }

export function choosableHeadings(headings: readonly string[]): ChoosableHeading[] {
  return headings
    .map((name, place) => ({ name, place }))
    .filter(
      ({ name, place }) => name.isWellFormed() && name !== '' && headings.indexOf(name) === place,
    )
}

const usual: [ColumnUse, RegExp][] = [
  ['valueDate', /\bvalue\b.*\bdate\b/i],
  ['date', /\b(date|day|posted|posting|booked|booking)\b/i],
  ['balance', /\b(balance|running)\b/i],
  ['in', /\b(credits?|paid in|money in|deposits?|received)\b/i],
  ['out', /\b(debits?|withdrawn?|withdrawals?|paid out|money out|money paid|spent)\b/i],
  ['side', /\b([cd]r?\s?\/\s?[cd]r?|type|sign|indicator)\b/i],
  ['amount', /\bamount\b/i],
  ['narrative', /\b(narrative|narration|details?|description|particulars|text|remarks)\b/i],
  ['payerName', /\b(payer|sender|name|customer)\b/i],
  ['number', /\b(ref(erence)?|number|no|id|receipt)\b/i],
]

/**
 * What each heading probably holds, each use once; null where that is not clear. Where no heading says date, the first column
 * of days in the example rows is it.
 */
export function guessUses(
  headings: readonly ChoosableHeading[],
  examples: readonly (readonly string[])[] = [],
): Map<number, ColumnUse> {
  const uses = new Map<number, ColumnUse>()
  for (const [use, pattern] of usual) {
    const heading = headings.find(({ name, place }) => !uses.has(place) && pattern.test(name))
    if (heading) uses.set(heading.place, use)
  }
  const days = headings.find(({ place }) => !uses.has(place) && isOfDays(place, examples))
  if (days && ![...uses.values()].includes('date')) uses.set(days.place, 'date')
  return withOneLayout(uses)
}

const isOfDays = (place: number, rows: readonly (readonly string[])[]) =>
  rows.length > 0 && rows.every((cells) => readMoment(cells[place] ?? '') !== null)

/** A guess has one way of writing amounts: two columns, if there are both. */
function withOneLayout(uses: Map<number, ColumnUse>): Map<number, ColumnUse> {
  const found = new Set(uses.values())
  const unused = found.has('in') && found.has('out') ? ['amount', 'side'] : ['in', 'out']
  const isSided = found.has('amount')
  return new Map(
    [...uses].filter(([, use]) => !unused.includes(use) && (use !== 'side' || isSided)),
  )
}

/** The uses of a mapping that was chosen before, for the headings that are still there. */
export function usesOf(
  headings: readonly ChoosableHeading[],
  { signs, dayOrder: _, ...columns }: StatementMapping,
): Map<number, ColumnUse> {
  const { kind: _kind, ...amounts } = signs
  const names = new Map(
    Object.entries({ ...columns, ...amounts }).map(([use, name]) => [name, use]),
  )
  return new Map(
    headings.flatMap(({ place, name }): [number, ColumnUse][] => {
      const use = columnUses.find((known) => known === names.get(name))
      return use ? [[place, use]] : []
    }),
  )
}

/** The mapping, or what is wrong: `errors` by the place of a heading. */
export type MappingRead =
  | { ok: true; mapping: StatementMapping }
  | { ok: false; message: string; errors: Map<number, string> }

export function readMapping(
  headings: readonly ChoosableHeading[],
  uses: ReadonlyMap<number, string>,
  dayOrder: string,
): MappingRead {
  const columns = new Map<string, string>()
  const errors = new Map<number, string>()
  for (const { place, name } of headings) {
    const use = uses.get(place) ?? ''
    if (use === '') continue
    const before = columns.get(use)
    if (before !== undefined) errors.set(place, `“${before}” is already chosen for this.`)
    else columns.set(use, name)
  }
  if (errors.size > 0) return { ok: false, message: 'Choose each field once.', errors }
  const of = (use: ColumnUse) => columns.get(use) ?? null
  const [date, narrative, signs] = [of('date'), of('narrative'), signsOf(of)]
  if (!date) return refused('Choose the date column.')
  if (!narrative) return refused('Choose the description column.')
  if (typeof signs === 'string') return refused(signs)
  const order = dayOrders.find((known) => known === dayOrder) ?? 'day-first'
  return { ok: true, mapping: { ...mappingOf(order, signs, of), date, narrative } }
}

const refused = (message: string): MappingRead => ({ ok: false, message, errors: new Map() })

function mappingOf(dayOrder: DayOrder, signs: SignLayout, of: (use: ColumnUse) => string | null) {
  return {
    dayOrder,
    signs,
    valueDate: of('valueDate'),
    number: of('number'),
    balance: of('balance'),
    payerName: of('payerName'),
    payerNumber: of('payerNumber'),
    reference: of('reference'),
  }
}

function signsOf(of: (use: ColumnUse) => string | null): SignLayout | string {
  const [paidIn, paidOut, amount, side] = [of('in'), of('out'), of('amount'), of('side')]
  if (amount && (paidIn || paidOut))
    return 'Choose either one column of amounts, or one for money in and one for money out.'
  if (amount) return side ? { kind: 'amount-and-side', amount, side } : { kind: 'signed', amount }
  if (side) return 'Choose the amount column too.'
  return paidIn && paidOut
    ? { kind: 'two-columns', in: paidIn, out: paidOut }
    : 'Choose the amount column, or the columns for money in and money out.'
}
