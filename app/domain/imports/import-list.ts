import type { CalendarDate } from '../../values/calendar-date.ts'

/** The lists that can be filled from a file, in the order in which one needs the other. */
export const importLists = ['investors', 'projects', 'investments', 'payments'] as const
export type ImportList = (typeof importLists)[number]

/** Whether an address names a list that can be filled from a file. */
export function isImportList(name: string | undefined): name is ImportList {
  return importLists.some((list) => list === name)
}

/** One entry of each list, for sentences that count: *3 payments*. */
export const importNouns = {
  investors: 'investor',
  projects: 'project',
  investments: 'investment',
  payments: 'payment',
} as const satisfies Record<ImportList, string>

/** Which comes first in days such as 06/07/2026. */
export const dayOrders = ['day-first', 'month-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** How the days of a file are read: as chosen, as a day over 12 shows, or null while that is unclear. */
export type DayReading = {
  order: DayOrder | null
  shownBy: { row: number; text: string } | null
  unclear: ({ row: number; text: string } & Record<DayOrder, CalendarDate>) | null
}

/** What is wrong with a cell: its row and the heading of its column, its text, why, and how to fix it. */
export type Problem = {
  row: number
  column: string
  found: string
  says: string
  mend: string | null
}

/** A row as it is shown before the import. */
export type ShownRow = { row: number; name: string; about: string }

/** A heading of a file with the field it is read as ('' for none, null while unknown) and some of its cells. */
export type Heading = { name: string; field: string | null; examples: string[] }

/** What the address says of how a file is read: the order of its days, and the field chosen for some headings. */
export type ImportChoices = { order?: DayOrder | null; fields?: ReadonlyMap<string, string> }

/** In front of a heading, the name of the parameter that has its field; `-` stands for a column that is not read. */
export const headingParameter = 'as:'
export const notRead = '-'

/** The choices in an address. */
export function importChoices(search: URLSearchParams): ImportChoices {
  const fields = [...search].flatMap(([name, field]): [string, string][] =>
    name.startsWith(headingParameter) && field !== ''
      ? [[name.slice(headingParameter.length), field]]
      : [],
  )
  const order = dayOrders.find((known) => known === search.get('days')) ?? null
  return { order, fields: new Map(fields) }
}

/** The encodings that are guessed for a file that is not Unicode, with their names. */
export const guessedEncodings = {
  'windows-1252': 'Windows-1252 (Western European)',
  'windows-1256': 'Windows-1256 (Arabic)',
} as const
export type GuessedEncoding = keyof typeof guessedEncodings
