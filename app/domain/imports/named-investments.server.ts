import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { isId } from '../../values/id.ts'
import { readPaymentReference } from '../../values/payment-reference.ts'
import { findOwnInvestors } from '../investors/own-investor.server.ts'
import type { Refusal } from './check.server.ts'
import { idOf, investmentsBy, otherParties, type Parties, partiesNamed } from './parties.server.ts'

export type NamedInvestment = Awaited<ReturnType<typeof investmentsBy>>[number] & { isOwn: boolean }

/** Null cells are empty, missing ones cannot be read. */
type Named = Partial<Record<'investment' | 'investor' | 'project', string | null | undefined>>
type RowOfInvestment = { cells: Record<string, string>; known: Named }

const ofAnother = 'If the file comes from another program, remove this column.'

/** The investment of each row, or the problem of its cells; nothing where one is unreadable. `takes` is what a cancelled one refuses. */
export async function investmentsOfRows<Row extends RowOfInvestment>(
  admin: AdminActor,
  rows: readonly Row[],
  takes = 'payments',
) {
  const parties = await partiesNamed(
    admin,
    rows.filter(({ known }) => known.investment === null),
  )
  const people = rows.flatMap(({ known }) => idOf(parties.investorOf(known.investor)) ?? [])
  const named = rows.flatMap(({ known }) => known.investment?.toLowerCase() ?? []).filter(isId)
  const found = [
    ...(await investmentsBy(admin, 'investor.id', [...new Set(people)])),
    ...(await investmentsBy(admin, 'investment.id', [...new Set(named)])),
  ]
  const investors = new Set(found.map(({ investor_id }) => investor_id))
  const own = await findOwnInvestors(admin, [...investors])
  const byId = new Map(
    found.map((investment): [string, NamedInvestment] => [
      investment.id,
      { ...investment, isOwn: own.has(investment.investor_id) },
    ]),
  )
  const byPair = Map.groupBy(
    byId.values(),
    (investment) => `${investment.investor_id} ${investment.project_id}`,
  )
  return new Map(
    rows.map((row) => {
      const { investment: id, ...names } = row.known
      if (id === undefined) return [row, []]
      return [
        row,
        id === null ? onlyOpen(byPair, parties, { ...names, takes }) : investmentNamed(byId, id),
      ]
    }),
  )
}

/** What `investmentsOfRows` found for a row. */
export const investmentFrom = (found: NamedInvestment | Refusal[] = []) =>
  Array.isArray(found) ? { why: found, investment: undefined } : { why: [], investment: found }

function investmentNamed(
  byId: Map<string, NamedInvestment>,
  id: string,
): NamedInvestment | Refusal[] {
  if (!isId(id)) return [['investment', 'Not an investment ID.']]
  return byId.get(id.toLowerCase()) ?? [['investment', 'No investment has this ID.', ofAnother]]
}

/** The investor's only investment in a project that is not cancelled. */
function onlyOpen(
  byPair: Map<string, NamedInvestment[]>,
  { investorOf, projectOf }: Parties,
  named: Pick<Named, 'investor' | 'project'> & { takes: string },
): NamedInvestment | Refusal[] {
  const [person, house] = [investorOf(named.investor), projectOf(named.project)]
  const why: Refusal[] = []
  if (typeof person === 'string') why.push(['investor', person])
  if (typeof house === 'string') why.push(['project', house])
  if (typeof person !== 'object' || typeof house !== 'object') return why
  const all = byPair.get(`${person.id} ${house.id}`) ?? []
  const [first, ...others] = all.filter(({ status }) => status !== 'cancelled')
  if (first && others.length === 0) return first
  if (first) {
    const says = `${person.name} has ${others.length + 1} investments in ${house.name}: enter the ID of one.`
    return [['investment', says]]
  }
  if (all.length === 0) return [['project', `${person.name} has no investment in ${house.name}.`]]
  const [are, take] =
    all.length === 1
      ? ['investment', 'is cancelled and takes']
      : ['investments', 'are cancelled and take']
  return [['project', `The ${are} of ${person.name} in ${house.name} ${take} no ${named.takes}.`]]
}

const unknownReference: Refusal = [
  'reference',
  'No investment has this payment reference.',
  ofAnother,
]
const notOfIt = 'This does not belong to the investment that the row names.'

type RowWithReference = RowOfInvestment & {
  known: Named & { reference?: string | null | undefined }
}

/**
 * The investment of each row by its id, its payment reference, or investor and project; `why` are the problems of these
 * cells, also of those that name another investment.
 */
export async function investmentsByAnyName<Row extends RowWithReference>(
  admin: AdminActor,
  rows: readonly Row[],
): Promise<Map<Row, { investment?: NamedInvestment; why: Refusal[] }>> {
  const idOfReference = await investmentsByReference(admin, rows)
  const parties = await partiesNamed(admin, rows)
  const named = rows.map((row) => {
    const { investment, reference } = row.known
    const byReference = reference ? (idOfReference(reference) ?? null) : undefined
    const isById = investment !== null || !byReference
    const known = { ...row.known, investment: isById ? investment : byReference }
    return { row, byReference, cells: row.cells, known }
  })
  const found = await investmentsOfRows(admin, named, 'plan')
  return new Map(
    named.map((entry) => {
      const { row, byReference, cells } = entry
      const { why, investment } = investmentFrom(found.get(entry))
      if (byReference === null) return [row, { why: [unknownReference] }]
      if (!investment) return [row, { why }]
      const others = otherParties(parties, cells, investment)
      if (byReference && byReference !== investment.id) others.push(['reference', 'another one'])
      return [row, { investment, why: others.map(([field]) => [field, notOfIt]) }]
    }),
  )
}

async function investmentsByReference({ tx }: AdminActor, rows: readonly RowWithReference[]) {
  const codes = rows.flatMap(({ known }) => readPaymentReference(known.reference ?? '') ?? [])
  const found = await tx
    .selectFrom('payment_reference')
    .select(['code', 'investment_id'])
    .where(sql<SqlBool>`code = any(${[...new Set(codes)]}::text[])`)
    .execute()
  const byCode = new Map(found.map(({ code, investment_id }) => [code, investment_id]))
  return (reference: string) => byCode.get(readPaymentReference(reference) ?? '')
}
