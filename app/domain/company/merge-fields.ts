import type { ConcurrentChange } from '../../values/concurrent-change.ts'
import {
  type CompanyFields,
  type CompanyList,
  companyLists,
  rowsIn,
  withRows,
} from './company-fields.ts'

type Versions = { base: CompanyFields; stored: CompanyFields; typed: CompanyFields }

const lists = Object.keys(companyLists) as CompanyList[]

/**
 * Merges two edits of the same settings: the other's changes are taken unless this person changed
 * the same setting, and are reported. A list counts as one setting.
 */
export function mergeFields({ base, stored, typed }: Versions): {
  fields: CompanyFields
  changes: ConcurrentChange[]
} {
  const changes = changedSettings(base, stored).flatMap((name) => {
    const [before, now, mine] = [textOf(base, name), textOf(stored, name), textOf(typed, name)]
    return mine === now ? [] : [{ name, before, now, kept: mine !== before }]
  })
  const taken = changes.filter(({ kept }) => !kept)
  return {
    fields: taken.reduce((fields, { name }) => takeOver(fields, stored, name), typed),
    changes,
  }
}

/** The names of the settings that differ; a list is one of them. */
export function changedSettings(before: CompanyFields, now: CompanyFields): string[] {
  const single = Object.keys(before).filter(
    (name) => !lists.some((list) => name.startsWith(`${list}.`)),
  )
  return [...single, ...lists].filter((name) => textOf(before, name) !== textOf(now, name))
}

function textOf(fields: CompanyFields, name: string): string {
  const list = lists.find((listName) => listName === name)
  if (!list) return fields[name] ?? ''
  return rowsIn(fields, list)
    .map((row) => Object.values(row).join(', '))
    .join('\n')
}

function takeOver(fields: CompanyFields, stored: CompanyFields, name: string): CompanyFields {
  const list = lists.find((listName) => listName === name)
  if (list) return withRows(fields, list, rowsIn(stored, list))
  return { ...fields, [name]: stored[name] ?? '' }
}
