import type { Company } from './company.ts'

/** Field values by name: `headline`, `social.twitter`, `offices.0.city`. */
export type CompanyFields = Readonly<Record<string, string>>

/** The fields of a row and the maximum number of rows, by list. */
export const companyLists = {
  offices: { fields: ['city', 'address'], most: 10 },
  hours: { fields: ['days', 'open'], most: 10 },
  testimonials: { fields: ['quote', 'signedBy'], most: 20 },
} as const

export type CompanyList = keyof typeof companyLists

type Row = Record<string, string>

/** The company as form fields; unset values are empty. */
export function fieldsOf(company: Company): CompanyFields {
  const { whatsapp, figures, ...facts } = company
  const named = { ...facts, figures: figures ?? { properties: '', invested: '', satisfaction: '' } }
  return {
    ...Object.fromEntries(flatten(named, '')),
    whatsapp: whatsapp === null ? '' : `+${whatsapp}`,
  }
}

function flatten(facts: object, above: string): [name: string, text: string][] {
  return Object.entries(facts).flatMap(([key, fact]) => {
    const name = above ? `${above}.${key}` : key
    return typeof fact === 'object' && fact !== null
      ? flatten(fact, name)
      : [[name, String(fact ?? '')]]
  })
}

/** The posted fields with normalised line ends. */
export function fieldsIn(form: FormData): CompanyFields {
  return Object.fromEntries(
    [...form].flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text.replaceAll('\r\n', '\n')]] : [],
    ),
  )
}

/** The number of rows in the form; one beyond the maximum is counted, so that it can be refused. */
export function rowCount(fields: CompanyFields, list: CompanyList): number {
  const { fields: names, most } = companyLists[list]
  let count = 0
  while (count <= most && names.some((name) => Object.hasOwn(fields, `${list}.${count}.${name}`)))
    count += 1
  return count
}

/** The rows of a list in order. */
export function rowsIn(fields: CompanyFields, list: CompanyList): Row[] {
  return Array.from({ length: rowCount(fields, list) }, (_, index) =>
    Object.fromEntries(
      companyLists[list].fields.map((name) => [name, fields[`${list}.${index}.${name}`] ?? '']),
    ),
  )
}

/** The fields with the rows of a list replaced. */
export function withRows(fields: CompanyFields, list: CompanyList, rows: Row[]): CompanyFields {
  const others = Object.entries(fields).filter(([name]) => !name.startsWith(`${list}.`))
  const own = rows.flatMap((row, index) =>
    Object.entries(row).map(([name, text]) => [`${list}.${index}.${name}`, text] as const),
  )
  return Object.fromEntries([...others, ...own])
}
