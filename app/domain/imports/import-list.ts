import type { CalendarDate } from '../../values/calendar-date.ts'

/** In the order of their dependencies. */
export const importLists = [
  'investors',
  'projects',
  'investments',
  'payments',
  'payment-plans',
  'exchange-rates',
] as const
export type ImportList = (typeof importLists)[number]

/** Whether an address names a list that can be imported. */
export function isImportList(name: string | undefined): name is ImportList {
  return importLists.some((list) => list === name)
}

/** Nouns for counts: *3 payments*. */
export const importNouns = {
  investors: 'investor',
  projects: 'project',
  investments: 'investment',
  payments: 'payment',
  'payment-plans': 'plan line',
  'exchange-rates': 'exchange rate',
} as const satisfies Record<ImportList, string>

/** The first part of days such as 06/07/2026. */
export const dayOrders = ['day-first', 'month-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** Null while it is unclear. */
export type DayReading = {
  order: DayOrder | null
  shownBy: { row: number; text: string } | null
  unclear: ({ row: number; text: string } & Record<DayOrder, CalendarDate>) | null
}

/** `row` counts as a spreadsheet does, and `column` is the heading. */
export type Problem = {
  row: number
  column: string
  found: string
  says: string
  fix: string | null
}

/** A row of the preview before the import. */
export type ShownRow = { row: number; name: string; about: string }

/** `field` is '' for an ignored heading and null for an unknown one; `examples` are some of its cells. */
export type Heading = { name: string; field: string | null; examples: string[] }

/** The choices in the address: the order of days, and fields of headings. */
export type ImportChoices = { order?: DayOrder | null; fields?: ReadonlyMap<string, string> }

/** The parameter `as:Heading` has the heading's field; `-` ignores the column. */
export const headingParameter = 'as:'
export const notRead = '-'

export function importChoices(search: URLSearchParams): ImportChoices {
  const fields = [...search].flatMap(([name, field]): [string, string][] =>
    name.startsWith(headingParameter) && field !== ''
      ? [[name.slice(headingParameter.length), field]]
      : [],
  )
  const order = dayOrders.find((known) => known === search.get('days')) ?? null
  return { order, fields: new Map(fields) }
}

/** Guessed for files that are not Unicode. */
export const guessedEncodings = {
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1256': 'Windows-1256 (Arabic)',
} as const
export type GuessedEncoding = keyof typeof guessedEncodings
