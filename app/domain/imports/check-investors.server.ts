import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { formatDay, isAfter } from '../../values/calendar-date.ts'
import { addressEverybody } from '../investors/everybody.server.ts'
import {
  type AddressHolder,
  holdersOf,
  type ImportedInvestor,
  importInvestors,
} from '../investors/import-investors.server.ts'
import { investorStatusLabels } from '../investors/investor.ts'
import { type Checked, fingerprintOf, type Problem, type ShownRow } from './checked.server.ts'
import { InvestorRowSchema } from './investor-row-schema.ts'
import { inOrder, parseRows, problemIn, rowsByNumber } from './parse-rows.server.ts'
import type { ImportRow } from './read-import.ts'

/**
 * What a file of investors would do. Each address may stand in it once; who has one already is left out, and one that is
 * an administrator's is a problem, because linking it asks first (decisions §2).
 */
export async function checkInvestors(admin: AdminActor, rows: readonly ImportRow[]): Promise<Checked> {
  const { parsed, problems } = await parseRows('investors', InvestorRowSchema, rows)
  const rowOf = rowsByNumber(rows)
  const holders = await holdersOf(admin, [...new Set(parsed.map(({ value }) => value.email))])
  const today = clock.today()
  const firstWith = new Map<string, number>()
  const [values, ready, here]: [ImportedInvestor[], ShownRow[], ShownRow[]] = [[], [], []]
  const refuse = (row: number, field: string, says: string, mend?: string) => {
    problems.push(withMend(problemIn('investors', rowOf(row), field, says), mend))
  }
  for (const { row, value } of parsed) {
    const { email, fullName, joinedOn } = value
    const first = firstWith.get(email)
    const holder = holders.get(email)
    if (first !== undefined) refuse(row, 'email', `The same email stands in row ${first}.`, 'Keep one of the two.')
    else if (holder && holder.investorId === null) refuse(row, 'email', accountWords(holder), 'Add them by hand.')
    else if (joinedOn && isAfter(joinedOn, today)) refuse(row, 'joinedOn', 'The join date cannot be in the future.')
    else if (holder) here.push({ row, name: fullName, about: hereWords(holder) })
    else {
      values.push(value)
      ready.push({ row, name: fullName, about: aboutOf(value, today) })
    }
    firstWith.set(email, first ?? row)
  }
  return {
    ...{ ready, here, problems: inOrder(problems), fingerprint: fingerprintOf(values, here) },
    // Whoever adds somebody waits before they look for the address.
    hold: () => addressEverybody(admin),
    write: () => importInvestors(admin, values),
  }
}

const withMend = (problem: Problem, mend: string | undefined): Problem => (mend ? { ...problem, mend } : problem)

const accountWords = ({ name }: AddressHolder) => `This is the email of ${name}, who signs in and is no investor.`

const hereWords = ({ email, name, isArchived }: AddressHolder) =>
  `${email} is the email of ${name}${isArchived ? ', archived' : ''}`

function aboutOf(
  { email, phone, status, joinedOn }: ImportedInvestor,
  today: NonNullable<ImportedInvestor['joinedOn']>,
) {
  const facts = [email, phone, investorStatusLabels[status], `joined ${formatDay(joinedOn ?? today)}`]
  return facts.filter((fact) => fact !== null).join(', ')
}
