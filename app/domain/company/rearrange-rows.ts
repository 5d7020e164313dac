import {
  type CompanyFields,
  type CompanyList,
  companyLists,
  rowsIn,
  withRows,
} from './company-fields.ts'

/** As the list's buttons post it: `offices add`, `testimonials up 2`. */
export type RowAct = `${CompanyList} add` | `${CompanyList} ${'remove' | 'up' | 'down'} ${number}`

/** `next` is the field or button that gets the focus. */
export type Rearranged = { fields: CompanyFields; next: string }

/** Adds, removes or moves one row of a list; an impossible act changes nothing. */
export function rearrangeRows(fields: CompanyFields, act: string): Rearranged {
  const { list, verb, at } = readAct(act)
  if (list === null) return { fields, next: '' }
  const rows = rowsIn(fields, list)
  const { fields: names, most } = companyLists[list]
  const row = rows[at]
  if (verb === 'add' && rows.length < most) {
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    return {
      fields: withRows(fields, list, [...rows, empty]),
      next: `${list}.${rows.length}.${names[0]}`,
    }
  }
  if (verb === 'remove' && row) {
    const left = rows.toSpliced(at, 1)
    const next =
      left.length === 0 ? `${list} add` : `${list}.${Math.min(at, left.length - 1)}.${names[0]}`
    return { fields: withRows(fields, list, left), next }
  }
  const to = verb === 'up' ? at - 1 : at + 1
  if ((verb === 'up' || verb === 'down') && row && rows[to]) {
    const isAtEnd = verb === 'up' ? to === 0 : to === rows.length - 1
    const moved = rows.toSpliced(at, 1).toSpliced(to, 0, row)
    return {
      fields: withRows(fields, list, moved),
      next: isAtEnd ? `${list}.${to}.${names[0]}` : `${list} ${verb} ${to}`,
    }
  }
  return { fields, next: '' }
}

function readAct(act: string): { list: CompanyList | null; verb: string; at: number } {
  const [list = '', verb = '', at = '-1'] = act.split(' ')
  return { list: isList(list) ? list : null, verb, at: Number(at) }
}

function isList(name: string): name is CompanyList {
  return Object.hasOwn(companyLists, name)
}
