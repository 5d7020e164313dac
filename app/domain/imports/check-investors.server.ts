import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import { formatDay, isAfter } from '../../values/calendar-date.ts'
import { companyPhoneReader } from '../company/company.server.ts'
import { addressEverybody } from '../investors/everybody.server.ts'
import {
  type AddressHolder,
  holdersOf,
  type ImportedInvestor,
  importInvestors,
} from '../investors/import-investors.server.ts'
import { investorStatusLabels } from '../investors/investor.ts'
import { type Checked, fingerprintOf, type Problem, type ShownRow } from './checked.server.ts'
import { investorRowReader } from './investor-row-schema.ts'
import { inOrder, parseRows, problemIn } from './parse-rows.server.ts'
import type { ImportRow } from './read-import.ts'

/**
 * What a file of investors would do. Each address may stand in it once; who has one already is left out, and one that is
 * an administrator's is a problem, because linking it asks first (decisions §2).
 */
export async function checkInvestors(
  admin: AdminActor,
  rows: readonly ImportRow[],
): Promise<Checked> {
  const { read, problems } = await parseRows(
    'investors',
    investorRowReader(await companyPhoneReader(admin)),
    rows,
  )
  const holders = await holdersOf(admin, [
    ...new Set(read.flatMap(({ known }) => known.email ?? [])),
  ])
  const today = clock.today()
  const firstWith = new Map<string, number>()
  const [values, ready, here]: [ImportedInvestor[], ShownRow[], ShownRow[]] = [[], [], []]
  for (const { row, cells, value, known } of read) {
    const { email = '', joinedOn } = known
    const first = firstWith.get(email)
    const holder = holders.get(email)
    const refused = [
      ...addressProblems(first, holder),
      ...(joinedOn && isAfter(joinedOn, today) ? [late] : []),
    ]
    for (const [field, says, mend] of refused) {
      problems.push(withMend(problemIn('investors', { row, cells }, field, says), mend))
    }
    if (email !== '') firstWith.set(email, first ?? row)
    if (refused.length > 0 || !value) continue
    if (holder) here.push({ row, name: value.fullName, about: hereWords(holder) })
    else {
      values.push(value)
      ready.push({ row, name: value.fullName, about: aboutOf(value, today) })
    }
  }
  return {
    ...{ ready, here, problems: inOrder(problems), fingerprint: fingerprintOf(values, here) },
    // Whoever adds somebody waits before they look for the address.
    hold: () => addressEverybody(admin),
    write: (importId) => importInvestors(admin, values, importId),
  }
}

type Refusal = [field: string, says: string, mend?: string]
const late: Refusal = ['joinedOn', 'The join date cannot be in the future.']

function addressProblems(first: number | undefined, holder: AddressHolder | undefined): Refusal[] {
  if (first !== undefined)
    return [['email', `The same email stands in row ${first}.`, 'Keep one of the two.']]
  return holder?.investorId === null ? [['email', accountWords(holder), 'Add them by hand.']] : []
}

const withMend = (problem: Problem, mend: string | undefined): Problem =>
  mend ? { ...problem, mend } : problem

const accountWords = ({ name }: AddressHolder) =>
  `This is the email of ${name}, who signs in and is no investor.`

const hereWords = ({ email, name, isArchived }: AddressHolder) =>
  `${email} is the email of ${name}${isArchived ? ', archived' : ''}`

function aboutOf(
  { email, phone, status, joinedOn }: ImportedInvestor,
  today: NonNullable<ImportedInvestor['joinedOn']>,
) {
  const facts = [
    email,
    phone && shownPhone(phone),
    investorStatusLabels[status],
    `joined ${formatDay(joinedOn ?? today)}`,
  ]
  return facts.filter((fact) => fact !== null).join(', ')
}
